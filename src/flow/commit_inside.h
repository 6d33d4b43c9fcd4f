/* The inside of a commit, shared by the files that write what a check found: commit_events.c (whom it concerns), commit_learn.c (what the
 * visit taught) and commit.c. */
#ifndef FLOW_COMMIT_INSIDE_H
#define FLOW_COMMIT_INSIDE_H

#include "flow/check.h"

struct commit {
    struct check_work *w;
    const struct check_context *context;
};

/* commit_events.c */
/* Who named a page knows it: its first version is what changes are held against. A page that was found by following a link is news. */
int commit_begin_watches(struct commit *k, const struct verdict *v, struct err *e) MUST_CHECK;
/* An event for each user whom the change concerns, and what is to be sent of it. */
int commit_keep_events(struct commit *k, const struct verdict *v, struct err *e) MUST_CHECK;
int commit_keep_verdict(struct commit *k, const struct verdict *v, struct err *e) MUST_CHECK;

/* commit_learn.c */
/* Into the page and its state: how often it changes, what its answer says of the next request. */
int commit_learn(struct commit *k, struct err *e) MUST_CHECK;
/* The page was reached, or is not to be: the next try begins at its own address. */
void commit_end_hops(struct page_state *s);

#endif
