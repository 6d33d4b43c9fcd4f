/* In: a page. Out: a hash of what the estimate decides by.
 *
 * Invariant: whatever estimate.c, columns.c, style.c and the scene read of a page goes into the hash, or they read something that follows
 * from it. Names count by the roles, the share of a row and the rules of style sheets they stand for, so that a class that a build tool has
 * renamed changes nothing.
 * Node numbers count too: what is remembered are numbers.
 * Cost: O(nodes + bytes of attributes). */
#include "segment/form.h"

#include <math.h>

#include "base/hash.h"
#include "segment/columns.h"
#include "segment/roles.h"
#include "segment/sheet.h"

float form_text(float chars)
{
    float length = 8;

    if (chars <= 0)
        return 0;
    while (length * 2 < chars && length < 1.0e9f)
        length *= 4;
    return length;
}

/* The attributes that are read as they stand. */
static const struct str read_names[] = {
    STR_INIT("style"), STR_INIT("width"), STR_INIT("height"), STR_INIT("bgcolor"), STR_INIT("background"), STR_INIT("align"),
    STR_INIT("size"),  STR_INIT("color"), STR_INIT("border"), STR_INIT("colspan"), STR_INIT("type"),
};

struct former {
    const struct page *page;
    struct roles roles;
    uint32_t read[ARRAY_LEN(read_names)]; /* symbols; 0: the page has no such attribute */
    uint32_t class;
    struct sheet *sheet; /* NULL: the page holds none */
};

static uint64_t element_form(struct former *f, uint32_t i)
{
    const struct dom *d = &f->page->dom;
    const struct node *n = &d->node[i];
    uint64_t hash = hash_mix(hash_str(tag_name(d->symbols, n->tag)) + n->space, roles_of(&f->roles, i));

    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &d->attr[n->attr + k];

        for (size_t r = 0; r < ARRAY_LEN(read_names); r++) {
            if (attr->name == f->read[r])
                hash = hash_mix(hash + r, hash_str(attr_value(attr)));
        }
        if (attr->name == f->class)
            hash = hash_mix(hash, (uint64_t)(columns_share(attr_value(attr)) * 12));
    }
    return f->sheet ? hash_mix(hash, sheet_hash(f->sheet, i)) : hash;
}

static uint64_t text_form(const struct page *p, uint32_t i)
{
    uint32_t first = p->first_word[i], end = p->first_word[i + 1];
    float chars = first < end ? (float)(p->word[end - 1].at + p->word[end - 1].len - p->word[first].at) : 0;

    return (uint64_t)form_text(chars);
}

uint64_t form_of(const struct page *p)
{
    AUTO(arena) room = { 0 };
    struct former f = { .page = p, .sheet = sheet_read(&room, p), .class = symbols_find(p->dom.symbols, STR("class")) };
    uint64_t hash = p->structure[0];

    roles_open(&f.roles, &room, p, NULL);
    for (size_t r = 0; r < ARRAY_LEN(read_names); r++)
        f.read[r] = symbols_find(p->dom.symbols, read_names[r]);
    for (uint32_t i = 0; i < p->dom.n;) {
        const struct node *n = &p->dom.node[i];
        uint64_t own = (uint64_t)(n->end - i) << 16 | (uint64_t)n->kind << 8 | p->flags[i];

        if (n->kind == NODE_ELEMENT)
            own = hash_mix(own, element_form(&f, i));
        else if (n->kind == NODE_TEXT)
            own = hash_mix(own, text_form(p, i));
        hash = hash_mix(hash, own);
        i = p->flags[i] & NODE_HIDDEN ? n->end : i + 1; /* what is hidden counts by its size alone */
    }
    return hash;
}
