/* A dom on one line, for tests: html(head body(p[class=x]("Hi " b("you") <!-- c -->))). Foreign elements carry their space: svg:g. */
#ifndef TESTS_PARSE_TREE_H
#define TESTS_PARSE_TREE_H

#include "base/buf.h"
#include "base/limits.h"
#include "parse/parse.h"

static inline void tree_open(struct buf *b, const struct dom *d, const struct node *n)
{
    static const char *const space[] = { "", "svg:", "math:", "xml:" };
    buf_addf(b, "%s%.*s", space[n->space], STR_ARG(tag_name(d->symbols, n->tag)));
    for (uint32_t i = n->attr; i < n->attr + n->n_attr; i++)
        buf_addf(b, "[%.*s=%.*s]", STR_ARG(symbols_str(d->symbols, d->attr[i].name)), STR_ARG(attr_value(&d->attr[i])));
}

static inline void tree_node(struct buf *b, const struct dom *d, uint32_t i)
{
    const struct node *n = &d->node[i];
    if (n->kind == NODE_TEXT)
        buf_addf(b, "\"%.*s\"", STR_ARG(node_text(n)));
    else if (n->kind == NODE_COMMENT)
        buf_addf(b, "<!--%.*s-->", STR_ARG(node_text(n)));
    else
        tree_open(b, d, n);
}

static inline struct str tree_line(struct arena *a, const struct dom *d)
{
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);
    uint32_t end[LIMIT_DEPTH + 1], depth = 0;
    struct str line = { "", 0 };
    for (uint32_t i = 0; i < d->n; i++) {
        for (; depth && end[depth - 1] == i; depth--)
            buf_add_char(&b, ')');
        if (i && d->node[i].parent != i - 1)
            buf_add_char(&b, ' ');
        tree_node(&b, d, i);
        if (d->node[i].end > i + 1) {
            end[depth++] = d->node[i].end;
            buf_add_char(&b, '(');
        }
    }
    for (; depth; depth--)
        buf_add_char(&b, ')');
    return buf_take(&b, a, &line, NULL) ? STR("over the limit") : line;
}

/* Parses in an arena of its own and gives the line, or the error's words; the invariants are looked at on the way. */
static inline struct str tree_of(struct arena *a, struct str bytes, struct str content_type)
{
    struct symbols symbols;
    struct dom d;
    struct err e = { 0 };
    struct parse_source source = { .bytes = bytes, .content_type = content_type };
    symbols_open(&symbols, a);
    if (parse_page(a, &symbols, &source, &d, &e))
        return arena_printf(a, "%s", e.text);
    const char *wrong = dom_check(&d);
    return wrong ? arena_printf(a, "wrong: %s", wrong) : tree_line(a, &d);
}

#endif
