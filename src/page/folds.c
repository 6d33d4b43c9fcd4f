/* In: the flat tree and what is hidden. Out: the hidden elements that a click unfolds, so that they are read as if they were open.
 *
 * A browser that closed the parts of a page left `display: none` on them: answers below their questions, tables below the names of their
 * regions. Such a part stands in the main content or an article, behind a line that is seen, is long, and is one of several: the next of
 * them stands beside it, or in the next item. A window, a message of a form or a menu is not.
 * Cost: O(nodes x depth). */
#include "base/vec.h"
#include "page/build.h"

enum { FOLD_BYTES = 80, HEAD_BYTES = 120 };

static bool is_hidden(const struct page *p, uint32_t node)
{
    return p->flags[node] & NODE_HIDDEN;
}

/* Bytes of text in an element without the blanks around it, up to `most`. */
static uint32_t text_in(const struct dom *d, uint32_t node, uint32_t most)
{
    uint32_t n = 0;
    for (uint32_t i = node + 1; i < d->node[node].end && n < most; i++)
        if (d->node[i].kind == NODE_TEXT)
            n += (uint32_t)str_trim(node_text(&d->node[i])).len;
    return MIN(n, most);
}

static bool is_in_content(const struct dom *d, uint32_t node)
{
    struct str role;
    for (uint32_t n = d->node[node].parent; n; n = d->node[n].parent) {
        uint32_t tag = d->node[n].tag;
        if (tag == TAG_NAV || tag == TAG_HEADER || tag == TAG_FOOTER || tag == TAG_FORM)
            return false;
        if (tag == TAG_MAIN || tag == TAG_ARTICLE || (dom_attr(d, n, STR("role"), &role) && str_eq(role, STR("main"))))
            return true;
    }
    return false;
}

static bool is_window(const struct dom *d, uint32_t node)
{
    struct str value;
    return d->node[node].tag == TAG_DIALOG || dom_attr(d, node, STR("aria-modal"), &value)
           || (dom_attr(d, node, STR("role"), &value)
               && (str_eq(value, STR("dialog")) || str_eq(value, STR("alertdialog")) || str_eq(value, STR("menu"))));
}

/* What a click unfolds, one by one: a long element that is hidden by itself, behind a line that is seen. */
static bool may_unfold(const struct page *p, uint32_t node, uint32_t head)
{
    const struct dom *d = &p->dom;
    if (is_hidden(p, d->node[node].parent) || head == NONE || is_hidden(p, head) || is_window(d, node) || !is_in_content(d, node)
        || text_in(d, node, FOLD_BYTES) < FOLD_BYTES)
        return false;
    uint32_t bytes = text_in(d, head, HEAD_BYTES);
    return bytes > 0 && bytes < HEAD_BYTES;
}

struct folds build_folds(struct arena *a, const struct page *p)
{
    const struct dom *d = &p->dom;
    uint32_t *last = NEW_ARRAY(a, uint32_t, d->n + 1), *n_in = NEW_ARRAY(a, uint32_t, d->n + 1); /* by what holds it */
    VEC(uint32_t) found = { 0 };
    for (uint32_t i = 1; i < d->n; i++) {
        uint32_t parent = d->node[i].parent, list = d->node[parent].parent;
        if (d->node[i].kind != NODE_ELEMENT)
            continue;
        if (is_hidden(p, i) && !(node_classes(&d->node[i]) & TAG_HIDDEN) && may_unfold(p, i, last[parent] ? last[parent] : NONE)) {
            *VEC_ADD(a, &found) = i;
            n_in[parent]++;
            n_in[list] += list != parent;
        }
        last[parent] = i;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < found.n; i++) {
        uint32_t parent = d->node[found.item[i]].parent;
        if (n_in[parent] > 1 || n_in[d->node[parent].parent] > 1)
            found.item[n++] = found.item[i];
    }
    return (struct folds){ found.item, n };
}
