/* What was held back: versions that the caller was not told of, each with the reason. Nothing is ever lost: 'tell' announces one
 * (archive/lessons.h). */
#ifndef ARCHIVE_HELD_H
#define ARCHIVE_HELD_H

#include "archive/watched.h"

/* A change that nobody was told of, and why. */
struct held_part {
    struct str what, why;
    uint32_t times; /* that just this changed */
};

struct held_parts {
    struct held_part *item;
    uint32_t n;
    uint32_t n_more; /* that are not listed: a row has the first of them */
};

/* Of store_verdict.held_back; none where it cannot be read. */
struct held_parts held_parts(struct arena *a, struct str held_back);
/* And back; empty: there are none. */
struct str held_text(struct arena *a, const struct held_parts *parts);
/* The same text without the parts that somebody was told of in this headline. */
struct str held_without(struct arena *a, struct str held_back, struct str headline);
/* "Downloads: 17 (was 16), 3 times": what it is, in a line. */
struct str held_part_words(struct arena *a, const struct held_part *part);
/* Whether it only says that the part is different on most visits. */
bool held_part_is_constant(const struct held_part *part);
/* Whether it is all of the page: what came was something else. */
bool held_is_whole(const struct held_parts *parts);
/* How many there are beside the first `shown`: what every list says behind its last line, "and 3 more". */
uint32_t held_left(const struct held_parts *parts, uint32_t shown);

struct held_row {
    const struct watched *watched; /* the page; rows of one page share it */
    int64_t number, at;
    bool suspect, dismissed;
    bool announced; /* only its `parts` were held back, the rest was announced */
    bool withdrawn; /* it was announced in the page's place, until the page came back */
    bool own;       /* the reason is what the caller asked for: others would have been told */
    struct store_verdict
        verdict;    /* importance negative and no before: it was not compared. Of who looks at a part: what is theirs */
    double least;   /* the chance of mattering from which on the caller is told */
    struct str why; /* a sentence */
    struct held_parts parts;
};

/* How likely the caller wants it after all: 0 is the most, by the best of its parts. HELD_LAST: nothing in it but what is different
 * whenever the page is loaded. */
#define HELD_LAST 13U
unsigned held_rank(const struct held_row *row);

/* What there is to read of it. */
enum held_sort {
    HELD_CHANGES,
    HELD_CONSTANT, /* only parts that are different on most visits */
    HELD_NOTHING,  /* nothing that people read has changed */
    HELD_SORTS
};
enum held_sort held_sort_of(const struct held_row *row);

/* What changed, in a line: never empty. */
struct str held_headline(struct arena *a, const struct held_row *row);

struct held_list {
    struct held_row *row; /* the newest first, or those that the caller may want after all */
    uint32_t n;
};

struct held_query {
    const struct str *tag; /* only pages that carry one of these; none: all */
    uint32_t n_tags;
    int64_t page;   /* only this one; 0: all */
    int64_t number; /* likewise of versions */
    bool seen;      /* also what is older than the version they saw last */
    uint32_t limit; /* of versions that are looked at; 0: all */
    bool parts;     /* also versions of which the rest was announced, with the parts that were held back; not what always changes */
    uint32_t most; /* parts of each that are listed, compared again where fewer are kept with the version; 0: those that are kept */
    bool every;    /* with `parts`: those too of which only what always changes was held back, or nothing */
    bool by_rank;  /* first what the caller may want after all, of that the newest */
};

/* In the caller's arena. O(versions that came since the caller looked). */
int held_read(const struct caller *c, const struct held_query *query, struct held_list *out, struct err *e) MUST_CHECK;

/* One row as JSON (docs/json.md). */
void held_json(struct json *j, const struct held_row *row);

#endif
