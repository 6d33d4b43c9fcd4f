/* In: an element of a page. Out: the name of its place, a hash.
 *
 *  1. An element is named by its tag, its id and its classes, without numbers and names that a program made.
 *  2. A path is the names from an element up to the body. Elements around the text are asked for again and again, so each is named once,
 *     and so are all that have the same tag, id and class. */
#include "judge/place_names.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "page/generated.h"

struct element_names {
    struct map number; /* by tag, id and class */
    VEC(uint64_t) name;
    uint32_t id, class; /* the names of attributes as symbols */
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
        struct str name = generated_stem(str_cut(&names, ' '));
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

static uint64_t name_element(const struct dom *d, uint32_t node, struct element_names *known)
{
    struct str id = STR(""), class = STR("");
    uint64_t tag = place_names_tag(d, d->node[node].tag);
    dom_attr_by(d, node, known->id, &id);
    dom_attr_by(d, node, known->class, &class);
    if (id.len + class.len == 0)
        return name_of(tag, id, class);
    uint32_t *number = map_slot(&known->number, hash_mix(hash_mix(tag, hash_str(id)), hash_str(class)), NONE);
    if (*number == NONE) {
        *number = known->name.n;
        *VEC_ADD(known->number.arena, &known->name) = name_of(tag, id, class);
    }
    return known->name.item[*number];
}

/* The same without a table. */
static uint64_t name_once(const struct dom *d, uint32_t node)
{
    struct str id = STR(""), class = STR("");
    dom_attr(d, node, STR("id"), &id);
    dom_attr(d, node, STR("class"), &class);
    return name_of(place_names_tag(d, d->node[node].tag), id, class);
}

uint64_t place_names_once(const struct page *p, uint32_t node)
{
    uint64_t hash = 7;
    for (uint32_t n = node; n != p->body && n; n = p->dom.node[n].parent)
        hash = p->dom.node[n].kind == NODE_ELEMENT ? hash_mix(hash, name_once(&p->dom, n)) : hash;
    return hash;
}

void place_names_open(struct place_names *out, struct arena *a, const struct page *page, const struct place_names *like)
{
    *out = (struct place_names){ .page = page, .known = like ? like->known : NEW(a, struct element_names) };
    out->name = NEW_ARRAY(a, uint64_t, page->dom.n + 1);
    out->path = NEW_ARRAY(a, uint64_t, page->dom.n + 1);
    if (like)
        return;
    map_open(&out->known->number, a, 0);
    out->known->id = symbols_find(page->dom.symbols, STR("id"));
    out->known->class = symbols_find(page->dom.symbols, STR("class"));
}

static uint64_t name_at(const struct place_names *s, uint32_t node)
{
    if (!s->name[node])
        s->name[node] = name_element(&s->page->dom, node, s->known);
    return s->name[node];
}

uint64_t place_names_at(const struct place_names *s, uint32_t node)
{
    const struct page *p = s->page;
    const struct node *all = p->dom.node;
    uint32_t from = all[node].kind == NODE_ELEMENT || node == p->body ? node : all[node].parent;
    uint64_t hash = 7;
    if (s->path[from])
        return s->path[from];
    for (uint32_t n = from; n != p->body && n; n = all[n].parent)
        hash = hash_mix(hash, name_at(s, n));
    s->path[from] = hash;
    return hash;
}

uint64_t place_names_before(const struct place_names *s, uint32_t node, const struct place_names *old, const uint32_t *partner)
{
    const struct page *p = s->page;
    uint64_t hash = 7;
    for (uint32_t n = node; n != p->body && n; n = p->dom.node[n].parent)
        if (p->dom.node[n].kind == NODE_ELEMENT)
            hash = hash_mix(hash, partner[n] == NONE ? name_at(s, n) : name_at(old, partner[n]));
    return hash;
}
