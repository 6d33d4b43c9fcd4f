/* A sentinel as a form that people fill in, and the statement that it stands for. Both ways: a statement that says no more than the form
 * can is shown in it. Pure but for the arena.
 *
 *     pages, one of which must change; conditions, of which any, all, or all in their order must happen, within a span of time;
 *     how important at least; how often to look; how often to tell, and where */
#ifndef ARCHIVE_SENTINEL_FORM_H
#define ARCHIVE_SENTINEL_FORM_H

#include "event/sentinel.h"

enum { FORM_PAGES_MAX = 100, FORM_CONDITIONS_MAX = 8 };

enum form_join { JOIN_ANY, JOIN_ALL, JOIN_ORDER };

struct form_condition {
    enum type_kind kind;
    struct str value; /* keywords with commas between them, a phrase, a heading ...; empty where the kind needs none */
};

struct sentinel_form {
    struct str name;
    struct str page[FORM_PAGES_MAX]; /* addresses; names of sets and sentinels as they are */
    uint32_t n_pages;
    struct form_condition condition[FORM_CONDITIONS_MAX];
    uint32_t n_conditions;
    enum form_join join;
    int64_t within_ms;       /* 0: any time */
    uint32_t importance_ppm; /* 0: whatever it is */
    int64_t fetch_ms;        /* 0: best effort */
    int64_t notify_ms;       /* 0: at once */
    struct str by;           /* "": the default channel; "interactive"; else the name of a channel */
};

/* Whether a kind of change needs a value. */
bool form_kind_has_value(enum type_kind kind);

/* False where the statement says something that the form cannot. */
bool sentinel_form_of(struct arena *a, const struct statement *s, struct sentinel_form *out);
/* The text of the form, as sentinel_print() writes it. What is left empty becomes a mistake that the parser names. */
struct str sentinel_form_text(struct arena *a, const struct sentinel_form *form);

#endif
