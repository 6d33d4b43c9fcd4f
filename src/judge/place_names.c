/* In: an element of a page. Out: the name of its place, a hash.
 *
 *  1. An element is named by its tag, its id and its classes, without numbers and names that a program made. In JSON the key of a member
 *     is its name.
 *  2. A name that only one of two pages has may have been made for this visit, whatever it looks like. What stands before its last mark
 *     counts, or before a code that can be seen, where names of both pages begin so: of ":r9d:" and "wxTa-kLmoP" nothing does.
 *  3. A path is the names from an element up to the body. Elements around the text are asked for again and again, so each is named once,
 *     and so are all that have the same tag, id and class. */
#include "judge/place_names.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "page/generated.h"

struct element_names {
    struct map number; /* by tag, id and class */
    VEC(uint64_t) name;
    uint32_t id, class;           /* the names of attributes as symbols */
    const struct page *old, *new; /* of two pages; NULL: there is one */
    bool noted;                   /* `pages` is filled: a name was asked for */
    struct map pages; /* by hash of a name: bits of the pages that have it, or names that begin so where only one page has those */
};

/* A value of an attribute, and the pages that have it: most elements share theirs with others. */
struct name_value {
    struct str names;
    uint32_t pages;
};

struct name_values {
    struct map number; /* by hash: its place in the list */
    VEC(struct name_value) list;
};

enum { PAGE_OLD = 1, PAGE_NEW = 2, PAGE_BOTH = 3, KEY_BYTES = 256 };

static uint64_t hash_name(uint64_t hash, struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        hash = name.ptr[i] >= '0' && name.ptr[i] <= '9' ? hash : hash_mix(hash, (unsigned char)name.ptr[i]);
    return hash;
}

static void note_both(struct element_names *known);

/* They are noted for the first name that is asked for: where only markup changed none is. */
static bool is_of_both(struct element_names *known, struct str name)
{
    if (!known || !known->new)
        return true;
    if (!known->noted)
        note_both(known);
    const uint32_t *pages = map_find(&known->pages, hash_str(name));
    return pages && *pages == PAGE_BOTH;
}

/* "menu_ZcabA" is "menu". */
static struct str before_last_mark(struct str name)
{
    while (name.len && name.ptr[name.len - 1] != '-' && name.ptr[name.len - 1] != '_')
        name.len--;
    while (name.len && (name.ptr[name.len - 1] == '-' || name.ptr[name.len - 1] == '_'))
        name.len--;
    return name;
}

/* What is left of a name without what a program made, by its look or, `alone`, since only one page has it. */
static struct str name_stem(struct str name, bool alone)
{
    struct str stem = generated_stem(name);
    return alone && stem.len == name.len ? before_last_mark(name) : stem;
}

/* `known` NULL: nothing is known of another page. */
static uint64_t hash_names(uint64_t hash, struct str names, struct element_names *known)
{
    while (names.len) {
        struct str name = str_cut(&names, ' ');
        bool alone = !is_of_both(known, name);
        struct str stem = name_stem(name, alone);
        bool made = alone && !is_of_both(known, stem);
        hash = stem.len && !made && !generated_name(stem) ? hash_name(hash, stem) : hash;
    }
    return hash;
}

uint64_t place_names_tag(const struct dom *d, uint32_t tag)
{
    return tag < TAG_KNOWN ? tag : hash_str(tag_name(d->symbols, tag));
}

static uint64_t name_of(uint64_t tag, struct str id, struct str class, struct element_names *known)
{
    uint64_t hash = hash_names(hash_names(tag, id, known), class, known);
    return hash ? hash : 1;
}

/* In JSON the row of a member is named by its key, whatever stands beside it. */
static bool is_member(const struct page *p, uint32_t node)
{
    return p->kind == KIND_JSON && p->dom.node[node].tag == TAG_TR && p->dom.node[node + 1].tag == TAG_TH;
}

static uint64_t name_member(const struct page *p, uint32_t row)
{
    AUTO(buf) key = BUF(KEY_BYTES);
    page_words_line(p, p->first_word[row + 1], p->first_word[p->dom.node[row + 1].end], &key);
    return name_of(TAG_TR, str_trim(buf_str(&key)), STR(""), NULL);
}

static uint64_t name_element(const struct page *p, uint32_t node, struct element_names *known)
{
    const struct dom *d = &p->dom;
    struct str id = STR(""), class = STR("");
    uint64_t tag = place_names_tag(d, d->node[node].tag);
    if (is_member(p, node))
        return name_member(p, node);
    dom_attr_by(d, node, known->id, &id);
    dom_attr_by(d, node, known->class, &class);
    if (id.len + class.len == 0)
        return name_of(tag, id, class, known);
    uint32_t *number = map_slot(&known->number, hash_mix(hash_mix(tag, hash_str(id)), hash_str(class)), NONE);
    if (*number == NONE) {
        *number = known->name.n;
        *VEC_ADD(known->number.arena, &known->name) = name_of(tag, id, class, known);
    }
    return known->name.item[*number];
}

/* The same without a table. */
static uint64_t name_once(const struct page *p, uint32_t node)
{
    struct str id = STR(""), class = STR("");
    if (is_member(p, node))
        return name_member(p, node);
    dom_attr(&p->dom, node, STR("id"), &id);
    dom_attr(&p->dom, node, STR("class"), &class);
    return name_of(place_names_tag(&p->dom, p->dom.node[node].tag), id, class, NULL);
}

bool place_names_wraps(const struct page *p, uint32_t node)
{
    struct str name = STR("");
    uint32_t tag = p->dom.node[node].tag;
    bool wraps = tag == TAG_P || tag == TAG_DIV || tag == TAG_CENTER || (tag < TAG_KNOWN && !tag_is(tag, TAG_BLOCK));
    if (!wraps)
        return false;
    dom_attr(&p->dom, node, STR("id"), &name);
    if (name.len == 0)
        dom_attr(&p->dom, node, STR("class"), &name);
    return name.len == 0;
}

uint64_t place_names_part(const struct page *p, uint32_t node)
{
    uint64_t hash = 7;
    for (uint32_t n = node; n != p->body && n; n = p->dom.node[n].parent)
        if (p->dom.node[n].kind == NODE_ELEMENT && !place_names_wraps(p, n))
            hash = hash_mix(hash, name_once(p, n));
    return hash;
}

uint64_t place_names_kind(const struct page *p, uint32_t node)
{
    struct str class = STR("");
    dom_attr(&p->dom, node, STR("class"), &class);
    class = str_trim(class);
    return name_of(place_names_tag(&p->dom, p->dom.node[node].tag), STR(""), str_cut(&class, ' '), NULL);
}

/* Lists the ids and classes of one page, and notes the names in them. */
static void note_names(const struct page *p, uint32_t page, struct name_values *values, struct element_names *known)
{
    for (uint32_t i = 0; i < p->dom.n_attr; i++) {
        const struct attr *attr = &p->dom.attr[i];
        if (!attr->name || (attr->name != known->id && attr->name != known->class))
            continue;
        struct str names = attr_value(attr);
        uint32_t *number = map_slot(&values->number, hash_str(names), NONE);
        if (*number == NONE) {
            *number = values->list.n;
            *VEC_ADD(known->pages.arena, &values->list) = (struct name_value){ .names = names };
        }
        struct name_value *value = &values->list.item[*number];
        for (bool fresh = !(value->pages & page); fresh && names.len;)
            *map_slot(&known->pages, hash_str(str_cut(&names, ' ')), 0) |= page;
        value->pages |= page;
    }
}

/* Notes what names begin with that only this page has. */
static void note_stems(uint32_t page, const struct name_values *values, struct element_names *known)
{
    for (uint32_t i = 0; i < values->list.n; i++) {
        struct str names = values->list.item[i].names;
        while ((values->list.item[i].pages & page) && names.len) {
            struct str name = str_cut(&names, ' ');
            if (*map_slot(&known->pages, hash_str(name), 0) == page)
                *map_slot(&known->pages, hash_str(name_stem(name, true)), 0) |= page;
        }
    }
}

static void note_both(struct element_names *known)
{
    struct name_values values = { 0 };
    map_open(&values.number, known->pages.arena, 256);
    note_names(known->old, PAGE_OLD, &values, known);
    note_names(known->new, PAGE_NEW, &values, known);
    note_stems(PAGE_OLD, &values, known);
    note_stems(PAGE_NEW, &values, known);
    known->noted = true;
}

void place_names_open(struct place_names *out, struct arena *a, const struct page *page, const struct place_names *like)
{
    *out = (struct place_names){ .page = page, .known = like ? like->known : NEW(a, struct element_names) };
    out->name = NEW_ARRAY(a, uint64_t, page->dom.n + 1);
    out->path = NEW_ARRAY(a, uint64_t, page->dom.n + 1);
    if (like) {
        out->known->old = like->page;
        out->known->new = page;
        return;
    }
    map_open(&out->known->number, a, 0);
    map_open(&out->known->pages, a, 256);
    out->known->id = symbols_find(page->dom.symbols, STR("id"));
    out->known->class = symbols_find(page->dom.symbols, STR("class"));
}

static uint64_t name_at(const struct place_names *s, uint32_t node)
{
    if (!s->name[node])
        s->name[node] = name_element(s->page, node, s->known);
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

enum { PARTS = 8 };

static bool has_name(struct str names, struct str name)
{
    while (names.len)
        if (str_eq(str_cut(&names, ' '), name))
            return true;
    return false;
}

/* Whether all names of `few` are among `more`, but for those with a number: "post post-12". */
static bool is_part_of(struct str few, struct str more)
{
    while (few.len) {
        struct str name = str_cut(&few, ' ');
        if (name.len && !str_has_digit(name) && !has_name(more, name))
            return false;
    }
    return true;
}

/* The tags of the first elements in an element. */
static uint32_t read_parts(const struct dom *d, uint32_t node, uint32_t tags[PARTS])
{
    uint32_t n = 0;
    for (uint32_t k = node + 1; k < d->node[node].end && n < PARTS; k = d->node[k].end)
        if (d->node[k].kind == NODE_ELEMENT)
            tags[n++] = d->node[k].tag;
    return n;
}

/* Whether those of the one with fewer are among the other's, in their order: a state may have a badge. */
static bool has_same_parts(const struct dom *d, uint32_t one, uint32_t other)
{
    enum { SEVERAL = 2 };
    uint32_t few[PARTS], more[PARTS], n = read_parts(d, one, few), m = read_parts(d, other, more), found = 0;
    if (n > m)
        return has_same_parts(d, other, one);
    for (uint32_t k = 0; k < m && found < n; k++)
        found += few[found] == more[k];
    return n >= SEVERAL && found == n;
}

bool place_names_like(const struct dom *d, uint32_t one, uint32_t other, bool states)
{
    enum { CLASS_BYTES = 200 }; /* more is read as one name */
    struct str x, y;
    if (d->node[one].tag != d->node[other].tag || !dom_attr(d, one, STR("class"), &x) || !dom_attr(d, other, STR("class"), &y))
        return false;
    if (!states || str_eq(x, y))
        return str_eq(x, y);
    x = str_trim(x), y = str_trim(y);
    bool names = x.len && y.len && MAX(x.len, y.len) <= CLASS_BYTES && (x.len < y.len ? is_part_of(x, y) : is_part_of(y, x));
    return names && has_same_parts(d, one, other);
}

uint64_t place_names_kinds(const struct page *p, uint32_t element)
{
    uint64_t hash = 7;
    for (uint32_t n = element; n && n != p->body; n = p->dom.node[n].parent)
        hash = hash_mix(hash, place_names_tag(&p->dom, p->dom.node[n].tag));
    return hash;
}
