/* Links that came and went without any words of their own: around text that stayed, and as icons.
 *
 * A link that an icon stands for has no words, but a name (aria-label, title) that a reader hears or sees. It is told by that name and
 * where it leads. One that stands elsewhere on the other page with the same name and address did not come.
 * O(nodes of the element); the first icon costs a walk over the links of the other page. */
#include "base/hash.h"
#include "base/map.h"
#include "compare/classes.h"
#include "compare/steps.h"

enum { LINKS_AHEAD = 16 }; /* links of a group that are looked at for the same address: they keep their order nearly always */

struct str link_address(const struct page *p, uint32_t node)
{
    struct str address;
    uint32_t tag = p->dom.node[node].tag;

    if ((tag != TAG_A && tag != TAG_AREA) || !dom_attr(&p->dom, node, STR("href"), &address))
        return STR("");
    return class_of_address(ADDRESS_LINK, address, STR("")) == CLASS_CONTENT ? str_trim(address) : STR("");
}

void match_links(string_list *gone, string_list *come)
{
    uint32_t n_gone = 0, from = 0;

    for (uint32_t i = 0; i < gone->n; i++) {
        uint32_t j = from, end = MIN(come->n, from + LINKS_AHEAD);

        while (j < end && (!come->item[j].len || class_of_address(ADDRESS_LINK, gone->item[i], come->item[j]) == CLASS_CONTENT))
            j++;
        if (j == end)
            gone->item[n_gone++] = gone->item[i];
        else
            come->item[j] = STR("");
        while (from < come->n && !come->item[from].len)
            from++;
    }
    gone->n = n_gone;
    uint32_t n_come = 0;
    for (uint32_t j = 0; j < come->n; j++)
        if (come->item[j].len)
            come->item[n_come++] = come->item[j];
    come->n = n_come;
}

/* What a link without words is called; empty where it has no name. */
static struct str name_of(const struct page *p, uint32_t node)
{
    struct str name = STR("");

    if (!dom_attr(&p->dom, node, STR("aria-label"), &name) || !str_trim(name).len)
        dom_attr(&p->dom, node, STR("title"), &name);
    return str_trim(name);
}

static uint64_t icon_key(struct str name, struct str address)
{
    return hash_mix(hash_str(name), hash_str(address));
}

/* The links of a page that have names, by name and address. */
static struct map *named_links(struct compare *c, const struct page *p)
{
    struct map **slot = p == c->delta->old ? &c->old_named : &c->new_named, *named = *slot;

    if (named)
        return named;
    *slot = named = NEW(c->scratch, struct map);
    map_open(named, c->scratch, 64);
    for (uint32_t k = 0; k < p->n_links; k++) {
        struct str name = name_of(p, p->link[k].node);
        if (name.len)
            map_slot(named, icon_key(name, link_address(p, p->link[k].node)), k);
    }
    return named;
}

void place_empty(struct compare *c, const struct page *p, uint32_t node, struct change *change)
{
    const struct delta *d = c->delta;
    uint32_t up = node;

    change->hidden = (p->flags[node] & NODE_HIDDEN) != 0;
    if (p == d->new) {
        change->old_node = NONE, change->new_node = node;
        change->new_word = change->new_end = p->first_word[node];
        return;
    }
    while (d->old_node[up] == NONE)
        up = p->dom.node[up].parent;
    change->old_node = node, change->new_node = d->old_node[up];
    change->old_word = change->old_end = p->first_word[node];
    change->new_word = change->new_end = c->old_place[change->old_word];
}

/* Whether a link inside an element that came or went is one of which a reader learns. */
static bool is_icon_link(struct compare *c, const struct page *p, uint32_t node, struct str address)
{
    struct str name = name_of(p, node);

    return address.len && name.len && !(p->flags[node] & NODE_HIDDEN)
           && !map_find(named_links(c, p == c->delta->old ? c->delta->new : c->delta->old), icon_key(name, address));
}

bool add_icon_links(struct compare *c, const struct page *p, uint32_t node)
{
    bool found = false, bare = p->first_word[node] == p->first_word[p->dom.node[node].end];

    for (uint32_t i = node; i < p->dom.node[node].end; i++) {
        struct str address = p->dom.node[i].kind == NODE_ELEMENT ? link_address(p, i) : STR("");
        if (!(address.len && i == node && bare) && !is_icon_link(c, p, i, address))
            continue;
        struct change change = { .kind = CHANGE_ATTRIBUTE, .class = CLASS_CONTENT };
        note_icon_link(c->arena, name_of(p, i), address, p == c->delta->old, &change);
        place_empty(c, p, i, &change);
        change_add(c, change);
        found = true;
    }
    return found;
}
