/* One check of one page, from the answer to what is stored and told.
 *
 * Everything a check decides is one transaction: the version, what it means, who has nothing to see in it, pages found by following links,
 * and when to look again. Several checks may share one transaction; what is told of them is true once it is committed. */
#ifndef FLOW_CHECK_H
#define FLOW_CHECK_H

#include "flow/subject.h"
#include "judge/template.h"

enum check_outcome {
    CHECK_FIRST,   /* the first version */
    CHECK_SAME,    /* what we have */
    CHECK_CHANGED, /* something that somebody asked about */
    CHECK_QUIET,   /* other bytes, but nothing to announce: kept */
    CHECK_SUSPECT, /* kept, not announced before it is seen twice */
    CHECK_FAILED,  /* no page came; `words` says what to do */
    CHECK_PUT_OFF, /* not looked at: its host, or the network, is to blame */
    CHECK_OUTCOMES
};

/* "first", "same", ... */
const char *check_outcome_name(enum check_outcome outcome);

struct check {
    struct subject subject; /* as it is now */
    enum check_outcome outcome;
    enum fetch_state answer;
    unsigned status;
    struct str words;       /* a sentence for a person; empty where there is nothing to say */
    int64_t number, before; /* the newest version, and the one it was compared with; 0: none */
    uint32_t words_inserted, words_deleted, n_changes;
    double importance;   /* of the change, 0 to 1; -1: not known */
    struct str headline; /* of the change */
    struct str moved_to; /* the watch should have this address; else empty */
    uint32_t n_followed; /* pages and files that are watched from now on because this one points to them */
};

/* An answer, and what it is the answer to. */
struct check_job {
    struct store *store;
    const struct subject_rules *rules;
    int64_t page;
    const struct response *response;
    struct templates *templates; /* changes of other pages in this run; NULL: none are compared */
    const struct cutter *cutter; /* what cuts pages into blocks; NULL: the estimate */
};

/* Takes the answer in, inside the transaction that is open. E_ABSENT: nobody has the page any more. */
int check_answer(struct arena *a, const struct check_job *job, struct check *out, struct err *e) MUST_CHECK;

#endif
