/* Long work that goes on while its owner looks at other pages: an import, an export. The crew does it; its owner sees how far it is and may
 * stop it. The last ones are remembered, with the file that they made. */
#ifndef SERVE_TASKS_H
#define SERVE_TASKS_H

#include "archive/caller.h"
#include "serve/crew.h"

struct server;
struct task;

enum { TASKS_KEPT = 32, TASKS_OF_ONE_USER = 3 }; /* the second: that wait or run */

struct tasks {
    pthread_mutex_t lock;
    struct task *first; /* the newest */
};

/* What it does, on a thread of the crew. The words that it leaves with task_end() are its result; where it fails, those of the error. */
typedef int task_call(struct task *j, const struct caller *c, struct err *e);

struct task_plan {
    const char *what; /* for people: "Import of bookmarks.html" */
    task_call *call;
    struct str input[2]; /* copied: the task has them as long as it lives */
};

void tasks_open(struct tasks *all);
/* Nothing runs any more: after tasks_stop() and the end of the crew. */
void tasks_drop(struct tasks *all);
/* Whatever runs ends soon. */
void tasks_stop(struct tasks *all);

/* Begins it for the caller. E_LIMIT: too much of theirs runs already, or the crew has too much to do. */
int task_begin(struct server *s, const struct caller *c, const struct task_plan *plan, struct err *e) MUST_CHECK;

/* ---- For the task ---- */

struct str task_input(const struct task *j, unsigned i);
/* `done` of `total`; 0: not known. False: it is to stop. */
bool task_step(struct task *j, uint64_t done, uint64_t total);
/* What came of it. */
void task_end(struct task *j, struct str words);
/* A file that its owner may fetch. */
struct task_file {
    int fd; /* the task's from now on; the caller's to close where it comes from tasks_open_file(); -1: there is none */
    const char *name, *type; /* as which it is sent; not copied */
    bool administers;        /* only an administrator may fetch it */
};
void task_set_file(struct task *j, struct task_file file);

/* ---- For its owner ---- */

enum task_state { TASK_WAITS, TASK_RUNS, TASK_DONE, TASK_FAILED, TASK_STOPPED };

struct task_view {
    int64_t id;
    enum task_state state;
    struct str what, words;
    uint64_t done, total;
    int64_t since, until; /* when it was begun and when it ended, in ms since 1970 */
    int64_t bytes;        /* of its file; -1: there is none */
};

struct task_views {
    struct task_view item[TASKS_KEPT];
    uint32_t n;
};

/* Those of the caller, the newest first; texts in their arena. */
void tasks_of(struct tasks *all, const struct caller *c, struct task_views *out);
/* False: they have none of that number that still runs. */
bool tasks_end_one(struct tasks *all, const struct caller *c, int64_t id);
/* The task's file. E_ABSENT: there is none of theirs; E_DENIED: it is an administrator's, which they were then. */
int tasks_open_file(struct tasks *all, const struct caller *c, int64_t id, struct task_file *out, struct err *e) MUST_CHECK;

#endif
