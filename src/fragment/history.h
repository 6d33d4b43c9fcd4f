/* The versions of one page, oldest first: which parts change, how, and how long they live (section 5 of the paper, merged over the
 * versions, with lifetimes on top).
 *
 *     struct history h;
 *     history_open(&h, a, &options);
 *     for each version: history_add(&h, &page, at_s, e)
 *     history_end(&h, &result)
 *
 * A part of the page is followed from version to version as a slot: a place of the page, its content unchanged, edited or replaced. A
 * ticker is one slot, however often it changes; a list of ten items has ten, and the slot of an item lives as long as items do. A slot may
 * be gone for some versions and come back. What was found in any version stays found: the result has the parts that are gone too, with
 * when they went. A page may be thrown away once it was added. */
#ifndef FRAGMENT_HISTORY_H
#define FRAGMENT_HISTORY_H

#include "base/map.h"
#include "fragment/lifetime.h"
#include "fragment/lp.h"

enum history_class {
    CLASS_STATIC, /* stays */
    CLASS_SCROLL, /* stays for some visits, then goes, changes or moves on */
    CLASS_CHURN,  /* new at (nearly) every visit */
};

/* "static", "scroll", "churn" */
const char *history_class_name(enum history_class class);

/* Whether so many changes in so many visits are churn. */
bool history_is_churn(uint32_t n_changed, uint32_t n_visits);

struct history_slot {
    uint32_t first, last;        /* versions that have it */
    double first_s, gone_s;      /* when it was seen first, and when it was missed first; of what is there: NAN */
    uint64_t value;              /* in the last one */
    uint32_t bytes;              /* in the last one */
    uint32_t n_moved, n_changed; /* visits that saw it elsewhere, or changed: also gone, or back */
    uint32_t n_visits;           /* since it was there first; not those between its going and its coming back */
    double kept;                 /* share of its content that outlived a change, summed over its changes */
    uint8_t status;              /* enum lp_status: what it was flagged as, value before position */
    struct lifetime_seen seen;
    struct str path;    /* where it stood when it was flagged last, or stands in the newest version */
    uint32_t node, end; /* of the newest version's page: its nodes; NONE: it is gone */
};

struct history {
    struct arena *arena;
    struct lp_options options;
    uint32_t n_versions;
    double at_s; /* of the newest version */
    VEC(struct history_slot) slot;
    struct map gone;                       /* by the place where a slot stood: the slot that went from there last */
    struct history_version *base, *before; /* trees that the next version is compared with; may be the same */
};

struct history_fragment {
    struct str path;        /* in the newest version, or the last that has it */
    uint32_t node, end;     /* of the newest version's page; NONE: it is gone */
    uint32_t first, last;   /* versions that have it, from 0 */
    double first_s, gone_s; /* when it was seen first, and when it was missed first; of what is there: NAN */
    uint32_t bytes;
    enum lp_status status; /* LP_VALUE or LP_POSITION */
    enum history_class class;
    struct lifetime lifetime;
    uint32_t n_visits, n_changed; /* what the class and the lifetime rest on */
    double shortest_s, watched_s; /* between two visits, and in all: what lives shorter or longer is not seen */
};

/* Nodes [node, end) of a page. */
struct history_range {
    uint32_t node, end;
};

/* Any part of the newest version, whether it ever changed or not. */
struct history_part {
    uint32_t node, end; /* of the newest version's page */
    bool leaf;
    const struct lifetime_seen *seen;
};

struct history_result {
    uint32_t n_versions;
    struct history_part *part; /* in document order */
    uint32_t n_parts;
    struct history_fragment
        *item; /* parts that are fragments in any version: those of the newest in document order, then those that
                                      are gone, the latest first */
    uint32_t n, n_there;
    struct history_range
        *churn; /* leaves of the newest version that churn, large or small, in document order: where a change is noise */
    uint32_t n_churn;
};

void history_open(struct history *h, struct arena *a, const struct lp_options *options);
/* The next version, fetched at_s seconds after any fixed moment. E_LIMIT: over a budget. */
int history_add(struct history *h, const struct page *page, double at_s, struct err *e) MUST_CHECK;
/* The newest version was there once more at_s seconds after that moment: a visit, no version. */
void history_same(struct history *h, double at_s);
/* The slots of the newest version in document order. They hold until the next version is added. */
const uint32_t *history_slots(const struct history *h, uint32_t *n);
/* What was found; the history is done with. */
void history_end(struct history *h, struct history_result *out);
/* The part of the newest version that stands at the page's node `node`; NULL: there is none. O(log parts). */
const struct history_part *history_part_at(const struct history_result *r, uint32_t node);
/* Drops the trees that are still there; history_end() does so too. */
void history_drop(struct history *h);

#endif
