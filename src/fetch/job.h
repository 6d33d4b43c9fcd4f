/* One request on its way: what was asked, who waits for it, how far it got. Everything a job has lives until job_free(). */
#ifndef FETCH_JOB_H
#define FETCH_JOB_H

#include "base/buf.h"
#include "fetch/fetch.h"

struct host_queue;

struct waiter {
    struct waiter *next;
    fetch_done *done;
    void *ctx;
};

struct scrap;

struct job {
    struct job *next;      /* in a queue or a list */
    struct job *same_slot; /* in the table of open jobs */
    struct scrap *scrap;   /* its memory */
    struct str key;        /* all that was asked for, as bytes: equal keys are one request */
    uint64_t key_hash;
    struct request q;
    struct waiter *waiter;
    struct host_queue *queue;      /* of the hop at hand; NULL: none */
    struct host_queue *robots_for; /* an own request for that queue's robots.txt */
    struct str first_origin;
    struct str url; /* of the hop at hand */
    struct str moved_to;
    struct str cookies;
    uint64_t seen[FETCH_REDIRECTS_MAX + 1]; /* hashes of the addresses so far: a circle is seen at once */
    uint32_t n_redirects;
    uint32_t spent_ms;  /* by the hops before this one */
    int64_t sent_at_ms; /* the last of its requests; 0: none was */
    bool lasting;       /* every hop so far was permanent */
    bool post;          /* the hop at hand still carries the form */
    bool verifying;     /* a full GET after "not modified" */
    uint8_t robots;     /* enum fetch_robots */
    /* Where it ended without a transfer, or waits for one more sign of the network. */
    enum fetch_state state;
    unsigned status;
    int64_t retry_at_ms;
    struct str message;
};

/* A copy of the request with its key. E_USAGE as fetch_start(). */
int job_new(const struct request *q, struct job **out, struct err *e) MUST_CHECK;
void job_free(struct job *j);
void job_wait(struct job *j, fetch_done *done, void *ctx);
/* A copy that lives as long as the job, with a NUL behind it. */
struct str job_keep(struct job *j, struct str s);

/* Open jobs by key: chains in a table that doubles. */
struct job_table {
    struct job **slot;
    uint32_t n, room;
};

void job_table_drop(struct job_table *t);
struct job *job_table_find(const struct job_table *t, const struct job *like);
void job_table_add(struct job_table *t, struct job *j);
void job_table_remove(struct job_table *t, struct job *j);

#endif
