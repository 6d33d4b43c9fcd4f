/* Links and images that came or went.
 *
 * In: the records of both pages and the delta's partners. Out: addresses that only one side has. An object that is still there with
 * another token, session or size in its address is the same (compare/addresses.h); one that moved is the same. Objects are paired by
 * the element's partner first, then by equal addresses, each once: two links to one page are two.
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

static void pair_by_address(struct type_finder *f, struct page_objects old, struct page_objects new)
{
    struct map first;
    uint32_t *next = NEW_ARRAY(f->arena, uint32_t, new.n + 1);
    map_open(&first, f->arena, new.n);
    for (uint32_t i = new.n; i-- > 0;) {
        if (new.item[i].partner != NONE)
            continue;
        uint32_t *slot = map_slot(&first, hash_str(new.item[i].url), NONE);
        next[i] = *slot;
        *slot = i;
    }
    for (uint32_t i = 0; i < old.n; i++) {
        uint32_t *slot = old.item[i].partner == NONE ? map_find(&first, hash_str(old.item[i].url)) : NULL;
        if (!slot || *slot == NONE)
            continue;
        old.item[i].partner = *slot;
        new.item[*slot].partner = i;
        *slot = next[*slot];
    }
}

void type_find_objects(struct type_finder *f, bool images, struct type_found *out)
{
    struct page_objects old = objects_of(f->arena, f->old.page, images), new = objects_of(f->arena, f->new.page, images);
    type_change_list list = { 0 };
    pair_by_node(f, old, new, images ? ADDRESS_PICTURE : ADDRESS_LINK);
    pair_by_address(f, old, new);
    for (uint32_t i = 0; i < old.n; i++) {
        struct type_part part = type_part_of(f->old.page, old.item[i].node);
        if (old.item[i].partner != NONE)
            continue;
        type_add_part(f, &list, CHANGE_DELETE, &part);
        list.item[list.n - 1].old_text = old.item[i].url;
    }
    for (uint32_t i = 0; i < new.n; i++) {
        struct type_part part = type_part_of(f->new.page, new.item[i].node);
        if (new.item[i].partner != NONE)
            continue;
        type_add_part(f, &list, CHANGE_INSERT, &part);
        list.item[list.n - 1].new_text = new.item[i].url;
    }
    *out = (struct type_found){ .item = list.item, .n = list.n, .n_old = old.n, .n_new = new.n };
}
