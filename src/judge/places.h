/* Where on a page a word stands: in what the page is about, or in one of the parts around it. Pure. */
#ifndef JUDGE_PLACES_H
#define JUDGE_PLACES_H

#include "judge/dates.h"

enum judge_place {
    PLACE_MAIN,   /* what the page is about */
    PLACE_OTHER,  /* nothing is known of it */
    PLACE_ASIDE,  /* a side column */
    PLACE_HEADER, /* of the site */
    PLACE_FOOTER,
    PLACE_MENU,
    PLACE_EXTRA,  /* an advert, related links, buttons to share, what readers wrote */
    PLACE_NOTICE, /* a cookie banner, a window in front of the page */
    PLACES
};

/* What the page is about, or may be. */
static inline bool place_is_content(enum judge_place place)
{
    return place == PLACE_MAIN || place == PLACE_OTHER;
}

/* "the main content", "a menu" ... */
const char *place_name(enum judge_place place);

struct content;
struct content_unit;
struct places_shelves;
struct roles;

struct judge_places {
    struct arena *arena;
    const struct page *page;
    struct roles *roles;
    struct dates dates;
    struct places_shelves *shelves; /* headings above things that were picked for a reader */
    struct places_known *known;     /* what places are told by: found for the first word that is asked for */
};

/* `like`: of another version of the page, in the same arena: what is known of names and words is shared. May be NULL.
 * Only looks whether the page is within the limits; the main content is found when a place is first asked for, in O(nodes + words). */
int places_find(struct arena *a, const struct page *page, const struct judge_places *like, struct judge_places *out, struct err *e)
    MUST_CHECK;
/* O(depth of the word, and the names around it). */
enum judge_place place_of(const struct judge_places *p, uint32_t word);
/* The page's runs of text, and which are the main content. */
const struct content *places_content(const struct judge_places *p);
/* The element that asks about cookies; NONE. */
uint32_t places_question(const struct judge_places *p);
/* How many words, marks and pictures stand in the content or at a place of which nothing is known. Counted once. */
uint32_t places_words(const struct judge_places *p);
/* Of the first word of a run of text. */
enum judge_place place_of_unit(const struct judge_places *p, const struct content_unit *unit);
/* Whether the node stands below a heading of the element that holds the main content. Menus stand beside it, or before all headings.
 * O(log headings). */
bool place_is_headed(const struct judge_places *p, uint32_t node);

#endif
