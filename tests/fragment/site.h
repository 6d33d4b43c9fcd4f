/* Pages for the tests of fragments: parsed from text, or generated as a site with fragments whose places are known. */
#ifndef TESTS_FRAGMENT_SITE_H
#define TESTS_FRAGMENT_SITE_H

#include <stdlib.h>

#include "base/buf.h"
#include "fragment/shared.h"
#include "tests/base/random.h"

__attribute__((unused)) static struct page read_page(struct arena *a, struct str html)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct parse_source source = { .bytes = html };
    struct page page;
    struct err e;

    symbols_open(symbols, a);
    if (page_read(a, symbols, &source, STR(""), &page, &e))
        abort();
    return page;
}

/* Words that no two texts have in common by accident: of four to nine letters. */
__attribute__((unused)) static void add_words(struct buf *out, struct random *r, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (i)
            buf_add_char(out, ' ');
        for (unsigned k = 4 + random_below(r, 6); k > 0; k--)
            buf_add_char(out, (char)('a' + random_below(r, 26)));
    }
}

/* A box of `n` paragraphs of `words` words each. Every paragraph is made from the seed and its number alone, but those numbers for which
 * `change` says so, in 1 of every so many (0: none), are new in every copy. */
struct planted {
    uint64_t seed;
    unsigned n, words, change;
};

__attribute__((unused)) static void add_box(struct buf *out, const struct planted *b, const char *class, struct random *fresh)
{
    buf_addf(out, "<div class=\"%s\">\n", class);
    for (unsigned i = 0; i < b->n; i++) {
        struct random same = { b->seed * 1000 + i + 1 };
        random_next(&same);
        random_next(&same);
        buf_add(out, STR("<p>"));
        add_words(out, b->change && i % b->change == b->change / 2 ? fresh : &same, b->words);
        buf_add(out, STR("</p>\n"));
    }
    buf_add(out, STR("</div>\n"));
}

#endif
