/* The same change on many pages of a site: its template has changed, which is told once and not for each page.
 *
 * A change is the same where the same words went and came at the same place. Short ones (a price, "sold out") may be alike by chance or by
 * meaning, and are always told. Pure: every call is told the time. */
#ifndef JUDGE_TEMPLATE_H
#define JUDGE_TEMPLATE_H

#include "base/map.h"
#include "compare/delta.h"

enum {
    TEMPLATE_PAGES = 3,  /* so many pages are told; the same on more of them is a template */
    TEMPLATE_BYTES = 40, /* of words that went and came, at least: MinFragSize of the fragments paper, and a little */
};
/* Changes that are further apart than this are not one. */
#define TEMPLATE_MS (INT64_C(24) * 3600000)

struct templates {
    struct arena arena;
    struct map map; /* from site and change to item, counted from 1 */
    struct template_seen {
        int64_t first_at;
        uint32_t n;
    } * item;
    uint32_t n, room;
};

void templates_drop(struct templates *t);

/* What the changes of a page are, for comparing them with those of other pages; 0: too short to tell. Only those that count, by change of
 * the delta: an advert beside a new menu is other on every page. NULL: all count. O(words that changed). */
uint64_t template_hash(struct arena *a, const struct delta *d, const bool *counts);

/* Notes a change on a page of the site; true where it was seen on TEMPLATE_PAGES others before. */
bool template_seen(struct templates *t, struct str site, uint64_t hash, int64_t now_ms);

#endif
