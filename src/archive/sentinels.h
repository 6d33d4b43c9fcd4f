/* A person's sentinels: made, changed, dropped, listed. What they have found is in sentinels_events().
 *
 * A page that a sentinel stands on is watched for its owner from then on; where they did not watch it before, only what their sentinels
 * ask for is news. FETCH EVERY makes the page be looked at so often. Ways behind BY become channels. */
#ifndef ARCHIVE_SENTINELS_H
#define ARCHIVE_SENTINELS_H

#include "archive/sentinel_events.h"
#include "archive/sentinel_state.h"
#include "archive/sentinel_world.h"

/* What was done with each statement. */
struct sentinel_done {
    enum statement_kind kind;
    struct str name;
};

struct sentinels_applied {
    struct sentinel_done *item;
    uint32_t n;
    struct grammar *grammar;
    struct fault_list faults; /* where there is one, nothing was done */
};

/* Does what the statements say, all of them or none. Faults name lines and columns of the text. E_DENIED: the caller may not write, or a
 * command is to be run and they are not an administrator. */
int sentinels_apply(const struct caller *c, struct str text, struct sentinels_applied *out, struct err *e) MUST_CHECK;

struct sentinel_row {
    struct store_sentinel sentinel;
    int64_t events;   /* how many so far */
    int64_t event_at; /* of the last one; NEVER: none yet */
    struct sentinel_state state;
};

struct sentinel_rows {
    struct sentinel_row *item; /* in the order they were made; sets among them */
    uint32_t n;
};

int sentinels_list(const struct caller *c, struct sentinel_rows *out, struct err *e) MUST_CHECK;
/* E_ABSENT: the caller has none of that name. */
int sentinels_find(const struct caller *c, struct str name, struct sentinel_row *out, struct err *e) MUST_CHECK;
/* Looks at the pages of those in the list for the tables, lists and elements that they ask for; state.note says what is not there. */
int sentinels_look(const struct caller *c, struct sentinel_rows *rows, struct err *e) MUST_CHECK;
int sentinels_drop(const struct caller *c, struct str name, struct err *e) MUST_CHECK;
int sentinels_enable(const struct caller *c, struct str name, bool enabled, struct err *e) MUST_CHECK;

struct sentinels_told {
    struct sentinel_told *item; /* the newest first */
    uint32_t n;
};

struct sentinels_query {
    struct str name; /* of one sentinel; empty: of all */
    int64_t before;  /* only ids below this; 0: all */
    uint32_t limit;  /* 0: all */
    int64_t page;    /* only what they said of versions of this page, above `after` and up to `upto`; 0: of all pages */
    int64_t after, upto;
};

int sentinels_events(const struct caller *c, const struct sentinels_query *query, struct sentinels_told *out, struct err *e)
    MUST_CHECK;

/* As JSON: docs/json.md, sentinel. */
void sentinel_row_json(struct json *j, const struct sentinel_row *row);
/* The member "faults": an array, empty where there are none. */
void sentinel_faults_json(struct json *j, const struct fault_list *faults);

#endif
