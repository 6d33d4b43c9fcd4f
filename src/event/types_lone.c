/* What only one side says.
 *
 * In: marks of both pages. Out: texts that came or went, each once, where it stands first. A second copy of what the page has already is
 * not new, and one of two that goes is not gone.
 * Cost: O(marks), expected. */
#include "base/map.h"
#include "event/types_impl.h"

static struct map texts_of(struct type_finder *f, struct type_marks side)
{
    struct map known;
    map_open(&known, f->arena, side.n);
    for (uint32_t i = 0; i < side.n; i++)
        *map_slot(&known, hash_str(side.item[i].text), 0) = 1;
    return known;
}

static void add_lone(struct type_finder *f, type_change_list *list, enum change_kind kind, struct type_marks side, struct map other)
{
    for (uint32_t i = 0; i < side.n; i++) {
        uint32_t *known = map_slot(&other, hash_str(side.item[i].text), 0);
        if (side.item[i].is_kept || *known)
            continue;
        *known = 1;
        type_add_part(f, list, kind, &side.item[i].part);
        struct type_change *c = &list->item[list->n - 1];
        *(kind == CHANGE_DELETE ? &c->old_text : &c->new_text) = side.item[i].text;
    }
}

struct type_found type_find_lone(struct type_finder *f, struct type_marks old, struct type_marks new)
{
    type_change_list list = { 0 };
    add_lone(f, &list, CHANGE_INSERT, new, texts_of(f, old));
    add_lone(f, &list, CHANGE_DELETE, old, texts_of(f, new));
    return (struct type_found){ .item = list.item, .n = list.n, .n_old = old.n, .n_new = new.n };
}
