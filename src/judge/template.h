/* The same change on many pages of a site: its template has changed, which is told once and not for each page.
 *
 * A change is the same where the same words went and came at the same place. Short ones (a price, "sold out") may be alike by chance or by
 * meaning, and are always told. Pure: every call is told the time. */
#ifndef JUDGE_TEMPLATE_H
#define JUDGE_TEMPLATE_H

#include "base/map.h"
#include "compare/delta.h"

enum {
    TEMPLATE_PAGES = 3,  /* the same on more pages is a template; until then nobody knows, and each is told */
    TEMPLATE_BYTES = 40, /* of words that went and came, at least: MinFragSize of the fragments paper, and a little */
};
/* Why it is not told of the other pages. */
#define TEMPLATE_REASON STR("the same change as on other pages of this site: its template")
/* Changes that are further apart than this are not one. */
#define TEMPLATE_MS (INT64_C(24) * 3600000)

struct templates {
    struct arena arena;
    struct map map; /* from site and change to item, counted from 1 */
    struct template_seen *item;
    uint32_t n, room;
};

/* One change, as seen on the pages of a site. */
struct template_seen {
    int64_t first_at;
    uint32_t n; /* pages */
    struct template_told {
        int64_t page, number;
    } told[TEMPLATE_PAGES]; /* versions that were told, for whoever takes all but the first back */
    uint32_t n_told;
};

void templates_drop(struct templates *t);

/* What the changes of a page are, for comparing them with those of other pages; 0: too short to tell. Only those that count, by change of
 * the delta: an advert beside a new menu differs from page to page. NULL: all count. O(words that changed). */
uint64_t template_hash(const struct delta *d, const bool *counts);

/* Notes a change on one more page of the site; NULL where it is too short to tell. What it returns holds until the next call; whoever
 * tells of the change adds to `told`. */
struct template_seen *template_see(struct templates *t, struct str site, uint64_t hash, int64_t now_ms);
/* It is a template, and that was told. */
static inline bool template_is(const struct template_seen *seen)
{
    return seen && seen->n > TEMPLATE_PAGES && seen->n_told;
}

#endif
