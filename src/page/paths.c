/* In: the flat tree. Out: paths.
 *
 * Siblings of one name share a counter, found by parent and name. A first sibling has no number until a second one comes: the
 * counter keeps its node while it is alone. Cost: O(nodes), then O(depth) for each path. */
#include "page/paths.h"

#include "base/limits.h"
#include "base/map.h"

/* Names of nodes as numbers: text is TAG_NONE, and no tag has the largest. */
static uint64_t name_key(const struct node *n)
{
    uint32_t name = n->kind == NODE_COMMENT ? UINT32_MAX : n->tag;
    return (uint64_t)n->parent << 32 | name;
}

void paths_open(struct paths *p, struct arena *a, const struct dom *d)
{
    AUTO(arena) scratch = { 0 };
    struct map last; /* by parent and name: the sibling seen last */

    *p = (struct paths){ .dom = d, .place = NEW_ARRAY(a, uint32_t, d->n) };
    map_open(&last, &scratch, d->n);
    for (uint32_t i = 1; i < d->n; i++) {
        uint32_t *before = map_slot(&last, name_key(&d->node[i]), 0);

        if (*before) {
            p->place[*before] = MAX(p->place[*before], 1);
            p->place[i] = p->place[*before] + 1;
        }
        *before = i;
    }
}

static void add_step(const struct paths *p, uint32_t i, struct buf *out)
{
    const struct node *n = &p->dom->node[i];

    buf_add_char(out, '/');
    buf_add(out, n->kind == NODE_TEXT      ? STR("text()")
                 : n->kind == NODE_COMMENT ? STR("comment()")
                                           : tag_name(p->dom->symbols, n->tag));
    if (p->place[i]) {
        buf_add_char(out, '[');
        buf_add_number(out, p->place[i]);
        buf_add_char(out, ']');
    }
}

void paths_add(const struct paths *p, uint32_t node, struct buf *out)
{
    uint32_t way[LIMIT_DEPTH + 1], n = 0;

    for (uint32_t i = node; i; i = p->dom->node[i].parent)
        way[n++] = i;
    add_step(p, 0, out);
    while (n)
        add_step(p, way[--n], out);
}
