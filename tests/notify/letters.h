/* A notice as tests of messages share it: one page with one change, whose words a page could have chosen to do harm. */
#ifndef TESTS_NOTIFY_LETTERS_H
#define TESTS_NOTIFY_LETTERS_H

#include "notify/notice.h"

struct letter_parts {
    struct excerpt change;
    struct mail_page page;
    struct notice notice;
};

__attribute__((unused)) static const struct notice *letter_about(struct letter_parts *x, const char *headline)
{
    x->change = (struct excerpt){
        .kind = CHANGE_UPDATE, .before = STR("Oak table"), .old = STR("340 <b>"), .new = STR("360 & more"), .after = STR("euro")
    };
    x->page = (struct mail_page){ .headline = str_of(headline),
                                  .title = STR("Price <list>"),
                                  .url = STR("javascript:alert(1)"),
                                  .diff = STR("https://weft.example/page/1/diff?a=1&b=2"),
                                  .changes = { &x->change, 1 },
                                  .importance = 0.9 };
    x->notice = (struct notice){ .key = STR("weft-0123"),
                                 .at = 1000,
                                 .now = 2000,
                                 .letter = { .subject = x->page.headline, .page = &x->page, .n_pages = 1 },
                                 .json = STR("{\"a\":1}") };
    return &x->notice;
}

#endif
