/* The body of a merged page as a reader of marks sees it: what weft adds and the attributes of the chain are taken out. */
#ifndef TESTS_SHOW_BODY_H
#define TESTS_SHOW_BODY_H

#include "tests/example.h"

/* Copies bytes [from, to) but leaves out attributes that only chain or dress the marks: ids of ours, numbers, neighbours, styles. */
static inline void body_add_tag(struct buf *out, struct str tag)
{
    static const struct str left_out[] = { STR_INIT(" id=\"weft-"),        STR_INIT(" data-weft-change=\""),
                                           STR_INIT(" data-weft-stop=\""), STR_INIT(" data-weft-prev=\""),
                                           STR_INIT(" data-weft-next=\""), STR_INIT(" style=\"all:unset!"),
                                           STR_INIT(" style=\"--weft:0;") };

    for (size_t at = 0; at < tag.len;) {
        struct str rest = str_sub(tag, at, tag.len);
        size_t k = 0;

        while (k < ARRAY_LEN(left_out) && !str_starts(rest, left_out[k]))
            k++;
        if (k < ARRAY_LEN(left_out)) {
            at = str_find(tag, STR("\""), at + left_out[k].len) + 1;
            continue;
        }
        buf_add_char(out, tag.ptr[at++]);
    }
}

/* What stands between <body> and </body>, without the elements of ours. */
static inline struct str body_of(struct example *x, enum show_format format)
{
    struct str page = example_bare(x, format), out;
    AUTO(buf) b = BUF(MIB(16));
    struct err e = { 0 };
    size_t at = str_find(page, STR(">"), str_find(page, STR("<body"), 0)) + 1;

    while (at < page.len && !str_starts(str_sub(page, at, page.len), STR("</body>"))) {
        size_t end = page.ptr[at] == '<' ? str_find(page, STR(">"), at) + 1 : at + 1;
        struct str tag = str_sub(page, at, end);

        if (str_find(tag, STR("data-weft=\"ui\""), 0) != SIZE_MAX) {
            struct str name = str_sub(tag, 1, str_find(tag, STR(" "), 0));
            struct str close = arena_printf(&x->arena, "</%.*s>", STR_ARG(name));
            at = str_find(page, close, end) + close.len;
            continue;
        }
        body_add_tag(&b, tag);
        at = end;
    }
    if (buf_take(&b, &x->arena, &out, &e))
        abort();
    return str_trim(out);
}

/* Two pages and the body of the page that shows both. */
struct merged_case {
    const char *name, *old, *new, *want;
};

static inline struct str merged_body(struct example *x, const char *old, const char *new)
{
    struct str was = arena_printf(&x->arena, "<!doctype html>%s", old), is = arena_printf(&x->arena, "<!doctype html>%s", new);

    example_open(x, was.ptr, is.ptr);
    return body_of(x, SHOW_MERGED);
}

#define CHECK_MERGED(cases) \
    do { \
        for (size_t i_ = 0; i_ < ARRAY_LEN(cases); i_++) { \
            AUTO(example) x_ = { 0 }; \
            eq_str(merged_body(&x_, (cases)[i_].old, (cases)[i_].new), str_of((cases)[i_].want), (cases)[i_].name); \
        } \
    } while (0)

/* The merged body of two bodies is as written here. */
#define EQ_MERGED(old, new, want) \
    do { \
        AUTO(example) x_ = { 0 }; \
        example_open(&x_, "<!doctype html>" old, "<!doctype html>" new); \
        eq_str(body_of(&x_, SHOW_MERGED), str_of(want), old " -> " new); \
    } while (0)

#endif
