/* Links and images that came or went.
 *
 * In: the records of both pages and the delta's partners. Out: addresses that only one side has. An object that is still there with
 * another token, session or size in its address is the same (compare/addresses.h); one that moved is the same. A second link to an
 * address that the page has already is not a new address, and one of two that goes is not gone.
 * Cost: O(links), expected. */
#include "base/map.h"
#include "compare/addresses.h"
#include "event/types_impl.h"

/* A link or an image. */
struct page_object {
    uint32_t node;
    struct str url;
    uint32_t partner; /* number on the other side, or NONE */
};

struct page_objects {
    struct page_object *item;
    uint32_t n;
};

static struct page_objects objects_of(struct arena *a, const struct page *p, bool images)
{
    uint32_t all = images ? p->n_images : p->n_links;
    struct page_objects out = { NEW_ARRAY(a, struct page_object, all + 1), 0 };
    for (uint32_t i = 0; i < all; i++) {
        struct page_object o = { images ? p->image[i].node : p->link[i].node, images ? p->image[i].url : p->link[i].url, NONE };
        if (o.url.len && type_is_seen(p, o.node))
            out.item[out.n++] = o;
    }
    return out;
}

static void pair_by_node(struct type_finder *f, struct page_objects old, struct page_objects new, enum address_use use)
{
    struct map by_node;
    map_open(&by_node, f->arena, new.n);
    for (uint32_t i = 0; i < new.n; i++)
        *map_slot(&by_node, new.item[i].node, 0) = i;
    for (uint32_t i = 0; i < old.n; i++) {
        uint32_t partner = f->delta->old_node[old.item[i].node];
        const uint32_t *number = partner == NONE ? NULL : map_find(&by_node, partner);
        if (!number || class_of_address(use, old.item[i].url, new.item[*number].url) == CLASS_CONTENT)
            continue;
        old.item[i].partner = *number;
        new.item[*number].partner = i;
    }
}

/* Addresses of one side, each once. */
static struct map addresses_of(struct type_finder *f, struct page_objects side)
{
    struct map known;
    map_open(&known, f->arena, side.n);
    for (uint32_t i = 0; i < side.n; i++)
        *map_slot(&known, hash_str(side.item[i].url), 0) = 1;
    return known;
}

/* Addresses that only this side has, each where it stands first. */
static void add_lone(struct type_finder *f, type_change_list *list, enum change_kind kind, struct page_objects side,
                     struct map other)
{
    bool gone = kind == CHANGE_DELETE;
    for (uint32_t i = 0; i < side.n; i++) {
        struct type_part part = type_part_of(gone ? f->old.page : f->new.page, side.item[i].node);
        uint32_t *known = map_slot(&other, hash_str(side.item[i].url), 0);
        if (side.item[i].partner != NONE || *known)
            continue;
        *known = 1;
        type_add_part(f, list, kind, &part);
        *(gone ? &list->item[list->n - 1].old_text : &list->item[list->n - 1].new_text) = side.item[i].url;
    }
}

void type_find_objects(struct type_finder *f, bool images, struct type_found *out)
{
    struct page_objects old = objects_of(f->arena, f->old.page, images), new = objects_of(f->arena, f->new.page, images);
    type_change_list list = { 0 };
    pair_by_node(f, old, new, images ? ADDRESS_PICTURE : ADDRESS_LINK);
    add_lone(f, &list, CHANGE_INSERT, new, addresses_of(f, old));
    add_lone(f, &list, CHANGE_DELETE, old, addresses_of(f, new));
    *out = (struct type_found){ .item = list.item, .n = list.n, .n_old = old.n, .n_new = new.n };
}
