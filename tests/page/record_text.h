/* The records of a page, as a reader would list them. */
#ifndef TESTS_PAGE_RECORD_TEXT_H
#define TESTS_PAGE_RECORD_TEXT_H

#include "page/records.h"
#include "tests/example.h"
#include "tests/tap.h"

/* The containers as "ul: one | two; ol: three": tag of the element, and each record in its words. */
static struct str records_text(struct example *x, const char *html)
{
    AUTO(buf) out = BUF(MIB(1));
    struct str text = STR("");
    struct records r;

    example_pages(x, html, "");
    records_find(&x->arena, &x->old, &r);
    for (uint32_t k = 0; k < r.n_containers; k++) {
        const struct container *c = &r.container[k];

        buf_addf(&out, "%s%.*s:", k ? "; " : "", STR_ARG(tag_name(&x->symbols, x->old.dom.node[c->node].tag)));
        for (uint32_t i = c->record; i < c->record_end; i++) {
            buf_addf(&out, "%s ", i > c->record ? " |" : "");
            page_words_line(&x->old, r.record[i].word, r.record[i].word_end, &out);
        }
        if (c->inside != NONE)
            buf_addf(&out, " (in record %u)", c->inside);
    }
    if (buf_take(&out, &x->arena, &text, NULL))
        abort();
    return text;
}

/* A page and its records. */
struct record_case {
    const char *name, *html, *want;
};

static inline void check_records(const struct record_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        AUTO(example) x = { 0 };
        eq_str(records_text(&x, cases[i].html), str_of(cases[i].want), cases[i].name);
    }
}

#define EQ_RECORDS(what, html, want) \
    do { \
        AUTO(example) x_ = { 0 }; \
        eq_str(records_text(&x_, html), STR(want), what); \
    } while (0)

#endif
