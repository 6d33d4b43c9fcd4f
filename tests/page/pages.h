/* Pages for tests: read from a literal, and their words as one line. */
#ifndef TESTS_PAGE_PAGES_H
#define TESTS_PAGE_PAGES_H

#include <stdlib.h>

#include "page/page.h"

/* A page with a symbol table of its own, in the arena. A page that cannot be read ends the test. */
__attribute__((unused)) static const struct page *page_from(struct arena *a, struct str html, struct str base)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct page *p = NEW(a, struct page);
    struct parse_source source = { .bytes = html, .content_type = STR("text/html; charset=utf-8") };

    symbols_open(symbols, a);
    if (page_read(a, symbols, &source, base, p, NULL))
        abort();
    return p;
}

/* Whether the element with class=x is hidden. */
__attribute__((unused)) static bool hides(struct arena *a, const char *html)
{
    const struct page *p = page_from(a, str_of(html), STR(""));
    struct str value;

    for (uint32_t i = 0; i < p->dom.n; i++)
        if (dom_attr(&p->dom, i, STR("class"), &value) && str_eq(value, STR("x")))
            return p->flags[i] & NODE_HIDDEN;
    abort();
}

/* The words [word, end) with bars between them; atoms as page_words_text() has them. */
__attribute__((unused)) static struct str barred(struct arena *a, const struct page *p, uint32_t word, uint32_t end)
{
    AUTO(buf) b = BUF(1 << 20);
    struct str out;

    for (uint32_t w = word; w < end; w++) {
        if (w > word)
            buf_add_char(&b, '|');
        if (p->word[w].flags & WORD_ATOM)
            page_words_text(p, w, w + 1, &b);
        else
            buf_add(&b, page_word(p, w));
    }
    if (buf_take(&b, a, &out, NULL))
        abort();
    return out;
}

__attribute__((unused)) static struct str words_of(struct arena *a, const char *html)
{
    const struct page *p = page_from(a, str_of(html), STR(""));
    return barred(a, p, 0, p->n_words);
}

/* The first element of a tag, or NONE. */
__attribute__((unused)) static uint32_t node_of(const struct page *p, uint32_t tag)
{
    for (uint32_t i = 0; i < p->dom.n; i++) {
        if (p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == tag)
            return i;
    }
    return NONE;
}

#endif
