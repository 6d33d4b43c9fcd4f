/* What an expression chooses, in one line: the id of each element, or its name where it has none; for the tests of selecting. */
#ifndef TESTS_PARSE_CHOSEN_H
#define TESTS_PARSE_CHOSEN_H

#include "base/buf.h"
#include "parse/parse.h"
#include "parse/select.h"

static inline void chosen_add(struct buf *out, const struct dom *d, uint32_t node)
{
    struct str id;
    if (out->len)
        buf_add_char(out, ' ');
    if (d->node[node].kind != NODE_ELEMENT)
        buf_add(out, node_text(&d->node[node]));
    else if (dom_attr(d, node, STR("id"), &id))
        buf_add(out, id);
    else
        buf_add(out, tag_name(d->symbols, d->node[node].tag));
}

/* "a b c", or "error: WORDS". */
static inline struct str chosen_by(struct arena *a, struct str page, struct str expression)
{
    AUTO(buf) out = BUF(1 << 20);
    struct symbols symbols;
    struct dom d;
    struct err e = { 0 };
    uint32_t *node, n;
    struct parse_source source = { .bytes = page };

    symbols_open(&symbols, a);
    if (parse_page(a, &symbols, &source, &d, &e) || select_nodes(a, &d, expression, &node, &n, &e))
        return arena_printf(a, "error: %s", e.text);
    for (uint32_t i = 0; i < n; i++)
        chosen_add(&out, &d, node[i]);
    return arena_str(a, buf_str(&out));
}

#endif
