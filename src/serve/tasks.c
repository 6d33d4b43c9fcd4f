/* One list under one lock. Who runs a task writes its numbers under that lock; a task is freed when it is over and newer ones have come. */
#include "serve/tasks.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/preferences.h"
#include "base/clock.h"
#include "base/limits.h"
#include "serve/server.h"

struct task {
    struct crew_item item; /* first: the crew's */
    struct task *next;
    struct server *server;
    struct arena arena;
    struct principal who;
    task_call *call;
    struct str input[2];
    struct task_file file;
    bool stop;
    struct task_view view; /* texts in the arena */
};

static struct tasks *tasks_around(const struct task *j)
{
    return &j->server->tasks;
}

static bool is_over(const struct task *j)
{
    return j->view.state >= TASK_DONE;
}

static void task_free(struct task *j)
{
    if (j->file.fd >= 0)
        close(j->file.fd);
    arena_drop(&j->arena);
    heap_free(j);
}

void tasks_open(struct tasks *all)
{
    *all = (struct tasks){ 0 };
    pthread_mutex_init(&all->lock, NULL);
}

void tasks_drop(struct tasks *all)
{
    for (struct task *j = all->first, *next; j; j = next) {
        next = j->next;
        task_free(j);
    }
    pthread_mutex_destroy(&all->lock);
}

void tasks_stop(struct tasks *all)
{
    pthread_mutex_lock(&all->lock);
    for (struct task *j = all->first; j; j = j->next)
        j->stop = true;
    pthread_mutex_unlock(&all->lock);
}

/* ---- Doing it ---- */

/* As the owner's own request would be: with their settings over those of the machine. */
static int run_as_owner(struct task *j, struct caller *c, struct err *e)
{
    struct settings *own = NEW(&j->arena, struct settings);
    int failed;

    *own = *c->settings;
    if ((failed = preferences_apply(c, own, e)))
        return failed;
    c->settings = own;
    return j->call(j, c, e);
}

static void finish(struct task *j, int failed, const struct err *e)
{
    struct tasks *all = tasks_around(j);

    pthread_mutex_lock(&all->lock);
    j->view.until = clock_now_ms();
    j->view.state = failed && j->stop ? TASK_STOPPED : failed ? TASK_FAILED : TASK_DONE;
    if (j->view.state == TASK_FAILED)
        j->view.words = arena_str(&j->arena, str_of(e->text));
    pthread_mutex_unlock(&all->lock);
    counts_forget(&j->server->counts, j->who.user);
}

static void run(struct crew_item *item)
{
    struct task *j = (struct task *)item;
    struct server *s = j->server;
    struct caller c = { .who = j->who, .settings = s->options->settings, .arena = &j->arena, .now = clock_now_ms() };
    struct err e;
    int failed = stores_take(&s->stores, &c.store, &e);

    if (!failed) {
        failed = task_step(j, 0, 0) ? run_as_owner(j, &c, &e) : err_set(&e, E_USAGE, "it was stopped before it was begun");
        stores_give(&s->stores, c.store);
    }
    finish(j, failed, &e);
}

/* ---- Beginning ---- */

/* Under the lock: those that are over go once there are too many. */
static void sweep(struct tasks *all)
{
    unsigned n = 0;

    for (struct task **at = &all->first; *at;) {
        struct task *j = *at;
        if (++n < TASKS_KEPT || !is_over(j)) {
            at = &j->next;
            continue;
        }
        *at = j->next;
        task_free(j);
    }
}

static unsigned count_running(const struct tasks *all, int64_t user)
{
    unsigned n = 0;

    for (const struct task *j = all->first; j; j = j->next)
        n += j->who.user == user && !is_over(j);
    return n;
}

static struct task *task_new(struct server *s, const struct caller *c, const struct task_plan *plan)
{
    struct task *j = heap_grow(NULL, sizeof *j);

    *j = (struct task){
        .item = { .run = run }, .server = s, .arena = { .budget_bytes = LIMIT_JOB_MEMORY }, .call = plan->call, .file = { .fd = -1 }
    };
    j->who = c->who;
    j->who.name = arena_str(&j->arena, c->who.name);
    for (unsigned i = 0; i < ARRAY_LEN(j->input); i++)
        j->input[i] = arena_str(&j->arena, plan->input[i]);
    j->view = (struct task_view){ .what = arena_str(&j->arena, str_of(plan->what)), .since = c->now, .until = NEVER, .bytes = -1 };
    return j;
}

int task_begin(struct server *s, const struct caller *c, const struct task_plan *plan, struct err *e)
{
    struct tasks *all = &s->tasks;
    int failed = 0;

    pthread_mutex_lock(&all->lock);
    if (count_running(all, c->who.user) >= TASKS_OF_ONE_USER)
        failed = err_set(e, E_LIMIT, "%d of your imports and exports are under way; wait for one, or stop it", TASKS_OF_ONE_USER);
    if (!failed) {
        struct task *j = task_new(s, c, plan);
        j->view.id = all->first ? all->first->view.id + 1 : 1;
        j->next = all->first;
        all->first = j;
        sweep(all);
        if (!crew_push(&s->crew, &j->item)) { /* it would run under this lock, not before */
            all->first = j->next;
            task_free(j);
            failed = err_set(e, E_LIMIT, "the server is busy; try again in a moment");
        }
    }
    pthread_mutex_unlock(&all->lock);
    return failed;
}

/* ---- For the task ---- */

struct str task_input(const struct task *j, unsigned i)
{
    return j->input[i];
}

bool task_step(struct task *j, uint64_t done, uint64_t total)
{
    struct tasks *all = tasks_around(j);

    pthread_mutex_lock(&all->lock);
    j->view.state = TASK_RUNS;
    j->view.done = done;
    j->view.total = total;
    bool goes_on = !j->stop;
    pthread_mutex_unlock(&all->lock);
    return goes_on;
}

void task_end(struct task *j, struct str words)
{
    struct tasks *all = tasks_around(j);

    pthread_mutex_lock(&all->lock);
    j->view.words = arena_str(&j->arena, words);
    pthread_mutex_unlock(&all->lock);
}

void task_set_file(struct task *j, struct task_file file)
{
    struct tasks *all = tasks_around(j);
    struct stat st;

    pthread_mutex_lock(&all->lock);
    j->file = file;
    j->view.bytes = fstat(file.fd, &st) ? -1 : (int64_t)st.st_size;
    pthread_mutex_unlock(&all->lock);
}

/* ---- For its owner ---- */

void tasks_of(struct tasks *all, const struct caller *c, struct task_views *out)
{
    *out = (struct task_views){ 0 };
    pthread_mutex_lock(&all->lock);
    for (const struct task *j = all->first; j && out->n < TASKS_KEPT; j = j->next) {
        if (j->who.user != c->who.user)
            continue;
        struct task_view *to = &out->item[out->n++];
        *to = j->view;
        to->what = arena_str(c->arena, j->view.what);
        to->words = arena_str(c->arena, j->view.words);
    }
    pthread_mutex_unlock(&all->lock);
}

/* Under the lock. */
static struct task *find(const struct tasks *all, const struct caller *c, int64_t id)
{
    struct task *j = all->first;

    while (j && (j->view.id != id || j->who.user != c->who.user))
        j = j->next;
    return j;
}

bool tasks_end_one(struct tasks *all, const struct caller *c, int64_t id)
{
    pthread_mutex_lock(&all->lock);
    struct task *j = find(all, c, id);
    bool runs = j && !is_over(j);
    if (runs)
        j->stop = true;
    pthread_mutex_unlock(&all->lock);
    return runs;
}

int tasks_open_file(struct tasks *all, const struct caller *c, int64_t id, struct task_file *out, struct err *e)
{
    struct task_file file = { .fd = -1 };
    int failed = 0;

    pthread_mutex_lock(&all->lock);
    const struct task *j = find(all, c, id);
    if (j && j->view.state == TASK_DONE)
        file = j->file;
    if (file.administers)
        failed = caller_must_administer(c, "fetch this file", e);
    if (!failed && (file.fd < 0 || (file.fd = fcntl(file.fd, F_DUPFD_CLOEXEC, 0)) < 0))
        failed = err_set(e, E_ABSENT, "the file is not there any more; make it again");
    pthread_mutex_unlock(&all->lock);
    if (!failed)
        *out = file;
    return failed;
}
