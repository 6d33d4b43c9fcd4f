/* In: an element of a page. Out: the name of its place, a hash.
 *
 *  1. An element is named by its tag, its id and its classes, without numbers and names that a program made.
 *  2. A path is the names from an element up to the body. Elements around the text are asked for again and again, so each is named once,
 *     and so are all that have the same tag, id and class. */
#include "judge/place_names.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "compare/generated.h"

struct element_names {
    struct map number; /* by tag, id and class */
    VEC(uint64_t) name;
};

static uint64_t hash_name(uint64_t hash, struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        hash = name.ptr[i] >= '0' && name.ptr[i] <= '9' ? hash : hash_mix(hash, (unsigned char)name.ptr[i]);
    return hash;
}

static uint64_t hash_names(uint64_t hash, struct str names)
{
    while (names.len) {
        struct str name = str_cut(&names, ' ');
        hash = name.len && !generated_name(name) ? hash_name(hash, name) : hash;
    }
    return hash;
}

uint64_t place_names_tag(const struct dom *d, uint32_t tag)
{
    return tag < TAG_KNOWN ? tag : hash_str(tag_name(d->symbols, tag));
}

static uint64_t name_of(uint64_t tag, struct str id, struct str class)
{
    uint64_t hash = hash_names(hash_names(tag, id), class);
    return hash ? hash : 1;
}

/* `known` NULL: it is found anew. */
static uint64_t name_element(const struct dom *d, uint32_t node, struct element_names *known)
{
    struct str id = STR(""), class = STR("");
    uint64_t tag = place_names_tag(d, d->node[node].tag);
    if (!d->node[node].n_attr)
        return name_of(tag, id, class);
    dom_attr(d, node, STR("id"), &id);
    dom_attr(d, node, STR("class"), &class);
    if (!known || id.len + class.len == 0)
        return name_of(tag, id, class);
    uint32_t *number = map_slot(&known->number, hash_mix(hash_mix(tag, hash_str(id)), hash_str(class)), NONE);
    if (*number == NONE) {
        *number = known->name.n;
        *VEC_ADD(known->number.arena, &known->name) = name_of(tag, id, class);
    }
    return known->name.item[*number];
}

uint64_t place_names_once(const struct page *p, uint32_t node)
{
    uint64_t hash = 7;
    for (uint32_t n = node; n != p->body && n; n = p->dom.node[n].parent)
        hash = p->dom.node[n].kind == NODE_ELEMENT ? hash_mix(hash, name_element(&p->dom, n, NULL)) : hash;
    return hash;
}

void place_names_open(struct place_names *out, struct arena *a, const struct page *page, const struct place_names *like)
{
    *out = (struct place_names){ page, NEW_ARRAY(a, uint64_t, page->dom.n + 1), like ? like->known : NEW(a, struct element_names) };
    if (!like)
        map_open(&out->known->number, a, 0);
}

uint64_t place_names_at(const struct place_names *s, uint32_t node)
{
    const struct page *p = s->page;
    uint64_t hash = 7;
    for (uint32_t n = node; n != p->body && n; n = p->dom.node[n].parent) {
        if (p->dom.node[n].kind != NODE_ELEMENT)
            continue;
        if (!s->name[n])
            s->name[n] = name_element(&p->dom, n, s->known);
        hash = hash_mix(hash, s->name[n]);
    }
    return hash;
}
