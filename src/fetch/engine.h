/* The inside of a fetcher, shared by the files that drive it. A page's job is always in exactly one place: the queue of a queue, a
 * transfer, `held` (its host cannot be reached, and it may be the network) or `ready` (it has its answer). */
#ifndef FETCH_ENGINE_H
#define FETCH_ENGINE_H

#include "fetch/queue.h"
#include "fetch/multi.h"
#include "fetch/transfer.h"
#include "fetch/verdict.h"

/* Hosts that cannot be reached, one after the other and none that can: then it is the network. Where nobody is left to ask fewer will do;
 * where some have answered in this run it takes more, since dead hosts come in last. */
enum { DOWN_HOSTS = 5, DOWN_HOSTS_END = 3, DOWN_HOSTS_LATER = 20 };
/* RFC 9309, 2.3.1.2: at least five hops to robots.txt. */
enum { ROBOTS_HOPS = 5 };
/* Room for the words of one answer: two addresses at most stand in them. */
#define MESSAGE_MAX (3 * FETCH_URL_MAX)

struct jobs {
    struct job *first, *last;
    uint32_t n;
};

struct fetcher {
    struct arena arena;
    struct fetch_options o;
    struct str agent; /* our name in robots.txt */
    struct curl curl;
    struct loop *loop, *own_loop; /* in use; of its own, where the options name none */
    struct multi multi;
    struct transfer_world world;
    struct host_queues queues;
    struct job_table open;
    VEC(struct transfer *) transfers;
    struct transfer *free;
    uint32_t n_active; /* transfers under way */
    uint32_t n_open;   /* pages' jobs */
    uint64_t chance;   /* the sample's seed and state */
    struct jobs ready, held;
    uint32_t epoch, n_down; /* hosts that cannot be reached since the last sign of life */
    bool answered;          /* some host has answered in this run */
    bool down;
    bool proxy_down; /* what could not be reached last was the proxy */
};

int64_t engine_now(const struct fetcher *f);
void jobs_push(struct jobs *list, struct job *j);
struct job *jobs_pop(struct jobs *list);

/* dispatch.c: whose turn it is. */
void dispatch_route(struct fetcher *f, struct job *j);                    /* a new job, to its queue or to its answer */
void dispatch_enter(struct fetcher *f, struct job *j, struct str origin); /* a hop of it, before others */
void dispatch_update(struct fetcher *f, struct host_queue *queue);        /* after anything that moved the queue */
void dispatch_start(struct fetcher *f);                                   /* starts what may start now */
void dispatch_down(struct fetcher *f);                                    /* whether the network is down; ends the run if so */
bool dispatch_doubt(const struct fetcher *f);                     /* whether so many hosts fail that it may be the network */
void dispatch_leave(struct fetcher *f, struct host_queue *queue); /* a transfer of the queue has ended: the gate is told */
void dispatch_alive(struct fetcher *f);                           /* a sign of life */

/* answer.c: what came back. */
void answer_take(struct fetcher *f, struct transfer *t, CURLcode code);
void answer_finish(struct fetcher *f, struct job *j, enum fetch_state state, struct str message); /* without a transfer */
/* Files are read only when they are answered: a caller gets some at a time, and can stop before it has more than it wants. */
enum { ANSWERS_MAX = 32 };
void answer_ready(struct fetcher *f); /* calls back for what is ready, at most that many */

#endif
