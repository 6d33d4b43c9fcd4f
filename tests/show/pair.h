/* Two pages from their source and the delta between them: what every test of a view starts from. */
#ifndef TESTS_SHOW_PAIR_H
#define TESTS_SHOW_PAIR_H

#include "base/limits.h"
#include "compare/delta.h"
#include "show/show.h"

struct pair_of_pages {
    struct page old, new;
    struct delta delta;
};

/* NULL where the pages cannot be read; *e says why. */
static inline struct pair_of_pages *pair_read(struct arena *a, struct str old, struct str new, struct err *e)
{
    struct pair_of_pages *p = NEW(a, struct pair_of_pages);
    struct symbols *symbols = NEW(a, struct symbols);
    struct parse_source x = { .bytes = old }, y = { .bytes = new };

    symbols_open(symbols, a);
    if (page_read(a, symbols, &x, STR(""), &p->old, e) || page_read(a, symbols, &y, STR(""), &p->new, e)
        || compare_pages(a, &p->old, &p->new, &p->delta, e))
        return NULL;
    return p;
}

/* What a view makes of two pages; empty where it fails. */
typedef int pair_view(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e);

static inline struct str pair_show(struct arena *a, pair_view *view, struct show_options o, struct str old, struct str new)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(a, old, new, &e);
    struct str made = STR("");

    if (!o.old_name.ptr)
        o.old_name = STR("old.html"), o.new_name = STR("new.html");
    if (!p || view(a, &p->delta, &o, &out, &e) || buf_take(&out, a, &made, &e))
        return STR("");
    return made;
}

#endif
