/* The changes of content as a list of links, and as a map of the page: what stands beside every view. Private to show/. */
#ifndef SHOW_LISTING_H
#define SHOW_LISTING_H

#include "base/buf.h"
#include "compare/delta.h"
#include "show/place.h"

/* Kinds as a reader knows them. */
enum listing_kind { LIST_CHANGED, LIST_ADDED, LIST_REMOVED, LIST_MOVED, LIST_LINK, LIST_LOOK, LIST_MACHINERY };
enum { LIST_KINDS = LIST_MACHINERY + 1 };

struct listing_sign {
    char letter;        /* in classes and attributes */
    const char *sign;   /* never alone: a word stands beside it */
    const char *name;   /* for people, in lower case */
    const char *spoken; /* before an entry, for who cannot see the sign */
};
extern const struct listing_sign listing_sign[LIST_KINDS];

/* Where an entry leads: to `href`, in the frame of that name. No address: the change has no place on the page, as its title. */
struct listing_target {
    struct str href;
    const char *frame; /* NULL: this document */
};

struct listing {
    struct arena *arena;
    const struct delta *delta;
    const struct listing_target *target; /* by change */
    struct buf *out;
    const struct places *places; /* of the new page */
    bool in_group;               /* changes of one row or card are written now; its name stands above them ... */
    uint32_t name_end;           /* ... and ends here in the new page; 0: it has none */
    bool again;                  /* the entry before said where they moved from, or what became of their addresses */
};

enum listing_kind listing_kind(const struct delta *d, const struct change *c);
/* How many changes there are of each kind. */
void listing_count(const struct delta *d, uint32_t count[LIST_KINDS]);
/* Where a change stands (place.h), as text: "Top of the page" where there is nothing to tell. */
void listing_where(struct listing *l, const struct change *c);
/* The words of a change, old before new, with a few kept ones around them. */
void listing_text(struct listing *l, const struct change *c);
/* One li for each change of content, in the order of the page, and one for all changes of a row or small card; behind LIMIT_LISTED of
 * them a sentence says how many more there are. */
void listing_entries(struct listing *l);
/* One link for each of them, at its share of the page's words. */
void listing_map(struct listing *l);

#endif
