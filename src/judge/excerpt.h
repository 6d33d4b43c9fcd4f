/* A change in its own words, with some words around it: what is kept with a verdict, and read by whatever speaks of the change later
 * without a look at the pages. Pure. */
#ifndef JUDGE_EXCERPT_H
#define JUDGE_EXCERPT_H

#include "base/json.h"
#include "compare/delta.h"

enum { EXCERPTS_MAX = 4 }; /* of a version: enough to know what it is about; the difference itself shows the rest */

struct excerpt {
    enum change_kind kind;
    struct str before, old, new, after; /* `before` and `after` stand around it in the new page */
    bool joins_before, joins_after;     /* no white space between */
    struct str note;
    struct str where; /* the heading above it and the row it stands in, "Releases › 12.4"; may be empty */
    uint32_t more;    /* changes of the same sentence that are quoted in it, too */
};

struct excerpts {
    struct excerpt *item;
    uint32_t n;
};

/* How many changes they quote. */
static inline uint32_t excerpts_changes(const struct excerpts *x)
{
    uint32_t n = x->n;
    for (uint32_t i = 0; i < x->n; i++)
        n += x->item[i].more;
    return n;
}

#define EXCERPT_LAST -1.0 /* the value of a change that is quoted only where there is nothing else */

/* The changes of content that a reader sees, the most valuable first (`value` by change; NULL: in the order of the page), each cut to
 * some words. In the arena. */
struct excerpts excerpts_find(struct arena *a, const struct delta *d, const double *value);
/* The words [from, to) as a reader reads them, on one line: drawings and fields are left out, unless there is nothing else. */
void excerpt_words(struct buf *out, const struct page *p, uint32_t from, uint32_t to);
/* The words of the new page around the change: `before`, `after` and whether they touch it. */
void excerpt_add_context(struct arena *a, const struct delta *d, const struct change *c, struct excerpt *out);
/* The heading that a word of the page stands under, on one line, cut to some words; empty: none. */
struct str excerpt_heading(struct arena *a, const struct page *p, uint32_t word);
struct excerpts excerpts_copy(struct arena *a, const struct excerpts *x);

/* As JSON, an array of objects, and back. */
struct str excerpts_write(struct arena *a, const struct excerpts *x);
/* Empty text has none. E_FORMAT: not what excerpts_write() wrote. */
int excerpts_read(struct arena *a, struct str text, struct excerpts *out, struct err *e) MUST_CHECK;

#endif
