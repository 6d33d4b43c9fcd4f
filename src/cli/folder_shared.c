/* Changes that many pages of two folders share: a menu, a foot, a date.
 *
 * In: the delta of each page, while it lives. Out: the list of changes with the number of their pages. Two changes are the same where a
 * reader would read the same: old words, new words, and the few around them. The words are kept from the second page on that has them, so
 * that what is met once, nearly everything, costs a few bytes. O(changes). */
#include "base/hash.h"
#include "base/limits.h"
#include "cli/folder.h"
#include "show/listing.h"

enum {
    SHARED_PAGES = 3,  /* two pages that agree may be a page and its copy ... */
    SHARED_TENTHS = 1, /* ... and of a large folder with several templates the pages of one are a tenth or more */
};

static uint32_t number_of(struct arena *a, struct folder *f, uint64_t hash)
{
    uint32_t number = *map_slot(&f->by_hash, hash, f->changes.n);

    if (number == f->changes.n)
        *VEC_ADD(a, &f->changes) = (struct folder_change){ .last = NONE };
    return number;
}

void folder_note(struct arena *a, struct folder *f, struct folder_page *p, const struct delta *d)
{
    uint32_t page = (uint32_t)(p - f->page);

    if (!f->by_hash.arena)
        map_open(&f->by_hash, a, 64);
    for (uint32_t k = 0; k < d->n_changes; k++) {
        AUTO(arena) scratch = { 0 };
        AUTO(buf) html = BUF(KIB(64));
        struct listing l = { .arena = &scratch, .delta = d, .out = &html };

        if (d->change[k].class != CLASS_CONTENT)
            continue;
        listing_text(&l, &d->change[k]);
        uint32_t number = number_of(a, f, hash_mix(hash_str(buf_str(&html)), listing_kind(d, &d->change[k])));
        struct folder_change *c = &f->changes.item[number];
        *VEC_ADD(a, &p->seen) = number;
        if (c->last == page)
            continue;
        c->last = page;
        if (++c->pages == 2)
            c->html = arena_str(a, buf_str(&html));
    }
}

bool folder_is_shared(const struct folder *f, const struct folder_change *c)
{
    return c->pages >= SHARED_PAGES && 10 * c->pages >= SHARED_TENTHS * f->n_by_state[PAGE_CHANGED];
}

uint32_t folder_own(const struct folder *f, const struct folder_page *p)
{
    uint32_t own = p->counts.class[CLASS_CONTENT];

    for (uint32_t k = 0; k < p->seen.n; k++)
        own -= folder_is_shared(f, &f->changes.item[p->seen.item[k]]);
    return own;
}
