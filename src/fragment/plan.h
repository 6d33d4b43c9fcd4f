/* Which parts of a page should be files of their own, so that little has to be sent again when something changes.
 *
 *     struct plan plan;
 *     plan_open(&plan, a);
 *     for each version: history_add(&h, &page, at_s, e), then plan_add(&plan, &h, &page, at_s, e)
 *     plan_end(&plan)                            the parts of the newest version, in plan.part[]
 *     plan.part[i].cut = true                    for those that are to be cut whatever they cost
 *     plan_choose(&plan)                         cuts those that pay
 *     plan_lifetime(&plan, i, &seen)             how long what is left of part i lives; 0 is the page
 *
 * Bytes count here, not words: a key in a hidden field that is new at every visit makes the page around it new, too. A part is a slot of
 * the history (fragment/history.h) whose element stands in the bytes of the page for sure (fragment/source.h). */
#ifndef FRAGMENT_PLAN_H
#define FRAGMENT_PLAN_H

#include "fragment/history.h"

/* The visits that saw a change, by number. */
struct plan_visits {
    VEC(uint64_t) word;
};

struct plan_slot {
    uint64_t own; /* bytes of the last version that lie in no part inside, and which parts these are */
    struct plan_visits own_changed;
    uint32_t parent;         /* the slot around it in the last version; NONE: the page */
    uint32_t first, version; /* visits: when it was seen first; the last version that has it, from 1; 0: never */
};

struct plan_part {
    uint32_t node;     /* of the newest version's page; of part 0, the page: 0 */
    uint32_t from, to; /* its bytes */
    uint32_t parent;   /* the part around it; of part 0: 0 */
    uint32_t slot;     /* of the history; of part 0: NONE */
    bool cut;
};

struct plan {
    struct arena *arena;
    VEC(double) span_s; /* by visit after the first: seconds since the one before */
    double at_s;
    uint32_t n_versions;
    struct plan_slot page;
    VEC(struct plan_slot) slot;  /* by slot of the history */
    VEC(struct plan_part) part;  /* of the newest version, in the order of `from`, outer ones first; the page is 0 */
    struct plan_visits *changed; /* by part: its own, and those of parts in it that are gone */
};

void plan_open(struct plan *p, struct arena *a);
/* The version that history_add() was given last, and its page. O(bytes + nodes). */
void plan_add(struct plan *p, const struct history *h, const struct page *page, double at_s);
/* The newest version was there once more. */
void plan_same(struct plan *p, double at_s);
/* No more versions. */
void plan_end(struct plan *p);
/* Adds the cuts that pay: with them the origin would have sent fewer bytes over all versions. O(parts x (log parts + visits / 64)). */
void plan_choose(struct plan *p);
/* What the visits saw of a part without the parts that are cut out of it. O(parts + visits). */
void plan_lifetime(const struct plan *p, uint32_t part, struct lifetime_seen *out);
/* The part at the page's node `node`; NONE: there is none. O(log parts). */
uint32_t plan_part_at(const struct plan *p, uint32_t node);

#endif
