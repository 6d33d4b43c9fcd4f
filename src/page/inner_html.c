/* In: a text, and a tree that is being built. Out: the elements of the text in that tree. See inner_html.h. */
#include "page/inner_html.h"

#include "base/limits.h"
#include "parse/html.h"

enum {
    TEXTS_MAX = 20000, /* that are read as HTML: a parse costs some microseconds even where there is nothing in it */
    NAME_BYTES = 16    /* the longest name of an element is "blockquote" */
};

/* Copies what lies in an element, without itself. */
static void copy_inside(struct dom_builder *to, const struct dom *d, uint32_t node)
{
    uint32_t depth = to->depth;

    for (uint32_t i = node + 1; i < d->node[node].end && !dom_is_full(to); i++) {
        const struct node *n = &d->node[i];
        while (to->depth - depth > (unsigned)(n->depth - d->node[node].depth - 1))
            dom_close(to);
        if (n->kind == NODE_ELEMENT)
            dom_open_copy(to, d, i);
        else if (n->kind == NODE_TEXT)
            dom_text(to, node_text(n));
        else
            dom_comment(to, node_text(n));
    }
    while (to->depth > depth)
        dom_close(to);
}

static bool is_shallow(const struct dom *d, unsigned room)
{
    for (uint32_t i = 0; i < d->n; i++)
        if (d->node[i].depth > room)
            return false;
    return true;
}

/* The body of a tree; 0: there is nothing in it. */
static uint32_t find_body(const struct dom *d)
{
    for (uint32_t i = 1; i < d->node[0].end; i = d->node[i].end)
        if (d->node[i].tag == TAG_BODY && d->node[i].end > i + 1)
            return i;
    return 0;
}

void inner_html_add(struct inner_html *h, struct str text)
{
    struct dom d = { .symbols = h->to->symbols };
    bool markup = text.len && (memchr(text.ptr, '<', text.len) || memchr(text.ptr, '&', text.len));
    uint32_t body = 0;

    if (markup && h->n_parsed++ < TEXTS_MAX && !html_parse(h->to->arena, text, &d, NULL)
        && is_shallow(&d, LIMIT_DEPTH - h->to->depth))
        body = find_body(&d);
    if (body)
        copy_inside(h->to, &d, body);
    else
        dom_text(h->to, text);
}

static bool is_letter(char c)
{
    return byte_lower(c) >= 'a' && byte_lower(c) <= 'z';
}

/* Whether an element of HTML ends at "</". */
static bool ends_element(struct symbols *symbols, struct str text)
{
    char name[NAME_BYTES];
    size_t n = 0;

    while (n < NAME_BYTES && n + 2 < text.len
           && (is_letter(text.ptr[n + 2]) || (n && text.ptr[n + 2] >= '1' && text.ptr[n + 2] <= '6')))
        name[n] = byte_lower(text.ptr[n + 2]), n++;
    return n && n + 2 < text.len && text.ptr[n + 2] == '>' && tag_number(symbols, (struct str){ name, n }) < TAG_KNOWN;
}

bool inner_html_is(struct symbols *symbols, struct str text)
{
    text = str_trim(text);
    if (text.len < 4
        || (memchr(text.ptr, '\n', text.len) && !(text.ptr[0] == '<' && (is_letter(text.ptr[1]) || text.ptr[1] == '!'))))
        return false;
    for (size_t at = 0; (at = str_find(text, STR("</"), at)) != SIZE_MAX; at += 2)
        if (ends_element(symbols, str_sub(text, at, text.len)))
            return true;
    return false;
}
