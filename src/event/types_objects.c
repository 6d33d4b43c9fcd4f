/* Links and images that came or went.
 *
 * In: the records of both pages and the delta's partners. Out: addresses that only one side has. An object that is still there with
 * another token, session or size in its address is the same (compare/addresses.h); one that moved is the same. A second link to an
 * address that the page has already is not a new address, and one of two that goes is not gone.
 * Cost: O(links), expected. */
#include "base/map.h"
#include "compare/addresses.h"
#include "event/types_impl.h"

static struct type_marks objects_of(struct arena *a, const struct page *p, bool images)
{
    uint32_t all = images ? p->n_images : p->n_links;
    struct type_marks out = { NEW_ARRAY(a, struct type_mark, all + 1), 0 };
    for (uint32_t i = 0; i < all; i++) {
        uint32_t node = images ? p->image[i].node : p->link[i].node;
        struct str url = images ? p->image[i].url : p->link[i].url;
        if (url.len && type_is_seen(p, node))
            out.item[out.n++] = (struct type_mark){ url, type_part_of(p, node), false };
    }
    return out;
}

/* Those whose elements stand for each other, with addresses that lead to the same. */
static void keep_by_node(struct type_finder *f, struct type_marks old, struct type_marks new, enum address_use use)
{
    struct map by_node;
    map_open(&by_node, f->arena, new.n);
    for (uint32_t i = 0; i < new.n; i++)
        *map_slot(&by_node, new.item[i].part.node, 0) = i;
    for (uint32_t i = 0; i < old.n; i++) {
        uint32_t partner = f->delta->old_node[old.item[i].part.node];
        const uint32_t *number = partner == NONE ? NULL : map_find(&by_node, partner);
        if (number && class_of_address(use, old.item[i].text, new.item[*number].text) != CLASS_CONTENT)
            old.item[i].is_kept = new.item[*number].is_kept = true;
    }
}

void type_find_objects(struct type_finder *f, bool images, struct type_found *out)
{
    struct type_marks old = objects_of(f->arena, f->old.page, images), new = objects_of(f->arena, f->new.page, images);
    keep_by_node(f, old, new, images ? ADDRESS_PICTURE : ADDRESS_LINK);
    *out = type_find_lone(f, old, new);
}
