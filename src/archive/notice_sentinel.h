/* A sentinel's event in a letter: section 4.7.2.1 of WebVigil. For notices.c alone. */
#ifndef ARCHIVE_NOTICE_SENTINEL_H
#define ARCHIVE_NOTICE_SENTINEL_H

#include "archive/notices.h"
#include "archive/watched.h"
#include "base/json.h"
#include "store/sentinel.h"

struct notice_sentinel {
    struct mail_page *page; /* one for each page and type */
    uint32_t n_pages;
    struct store_sentinel_event event;
};

/* The event that the row names, also into the JSON. E_ABSENT: it is gone. */
int notice_sentinel_make(const struct notice_source *x, const struct store_outbox *row, struct notice_sentinel *out, struct json *j,
                         struct err *e) MUST_CHECK;

struct notice_lines {
    struct str *item;
    uint32_t n, room;
};

/* What the sentinel told before this event, one line each, as many as it asks for: CHANGEHISTORY. */
int notice_sentinel_before(const struct notice_source *x, const struct store_sentinel_event *event, struct notice_lines *out,
                           struct err *e) MUST_CHECK;

/* notices.c: "2 Nov 2026 10:02 CET"; addresses of weft's own pages, empty where nobody knows them. */
struct str notice_when(const struct notice_source *x, int64_t at);
struct str notice_web(const struct notice_source *x, const char *what, int64_t page, int64_t before, int64_t number);
void notice_event_page(const struct notice_source *x, const struct watched *w, const struct store_event *event,
                       struct mail_page *out);
int notice_watched(const struct notice_source *x, int64_t user, int64_t page, struct watched *out, struct err *e) MUST_CHECK;

#endif
