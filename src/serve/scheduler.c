/* The loop of checks: what is due is fed into a run, what somebody asks for goes first, outcomes are passed on to browsers. Where the run
 * fails as a whole (the disk is full, the store is busy) it is opened again after a while, and the status page says why. */
#include "serve/scheduler.h"

#include <stdio.h>

#include "archive/detecting.h"
#include "archive/posting.h"
#include "archive/preferences.h"
#include "base/clock.h"
#include "base/limits.h"
#include "flow/due.h"
#include "flow/render.h"
#include "serve/server.h"

enum {
    RUN_MS = 1000,
    IDLE_MS = 1000,   /* pages that other processes add are noticed within this */
    RETRY_MS = 30000, /* a host that failed, and what was put off for it, is tried again */
    REOPEN_MS = 5000, /* after a failure of the whole run */
    BEAT_MS = 15000   /* browsers that have left are noticed */
};

/* ---- What came of a check ---- */

static void told(void *context, const struct check *check)
{
    struct scheduler *s = context;
    AUTO(buf) data = BUF(KIB(16));
    struct json j;

    pthread_mutex_lock(&s->lock);
    s->n_checks[check->outcome]++;
    pthread_mutex_unlock(&s->lock);
    json_open(&j, &data, 0);
    json_object(&j);
    json_field_number(&j, "page", check->subject.page.id);
    json_field_str(&j, "outcome", str_of(check_outcome_name(check->outcome)));
    json_field_number(&j, "version", check->number);
    json_end(&j);
    for (uint32_t i = 0; i < check->subject.row.n; i++) {
        counts_forget(&s->server->counts, check->subject.row.item[i].user);
        bool news = check_is_news_for(check, check->subject.row.item[i].user);
        live_tell(&s->server->live, clock_now_ms(), check->subject.row.item[i].user, news ? "news" : "check", buf_str(&data));
    }
}

/* ---- The run ---- */

struct schedule_job {
    struct scheduler *scheduler;
    struct store *store;
    struct arena arena;
    struct preference_rules when;
    struct caller machine;
    struct check_run *run;
    struct posting *posting;     /* messages, beside the checks and in the same loop */
    struct detecting *detecting; /* what sentinels make of new versions */
    struct due due;
    int64_t begun_ms, beat_ms;
};

static void schedule_job_drop(struct schedule_job *j)
{
    due_drop(&j->due);
    detecting_close(j->detecting);
    posting_close(j->posting);
    run_close(j->run);
    preference_rules_drop(&j->when);
    if (j->store)
        stores_give(&j->scheduler->server->stores, j->store);
    arena_drop(&j->arena);
}

static int open_run(struct schedule_job *j, struct err *e)
{
    const struct settings *s = j->scheduler->server->options->settings;
    j->machine = (struct caller){ .who = { .role = ROLE_ADMIN, .name = STR("weft") },
                                  .store = j->store,
                                  .settings = s,
                                  .arena = &j->arena,
                                  .now = clock_now_ms() };
    int failed = posting_open(&j->machine, j->scheduler->loop, &j->posting, e);
    if (!failed)
        failed = detecting_open(&j->machine, &j->detecting, e);
    if (!failed)
        failed = preferences_rules(&j->machine, RUN_MS, &j->when, e);
    if (failed)
        return failed;
    struct run_options options = run_options_of(&j->arena, s);
    options.store = j->store;
    options.loop = j->scheduler->loop;
    options.keeper = j->scheduler->server->options->keeper;
    options.rules = j->when.rules;
    options.told = told;
    options.ctx = j->scheduler;
    return run_open(&options, &j->run, e);
}

static bool is_over(struct scheduler *s)
{
    pthread_mutex_lock(&s->lock);
    bool over = s->stopping || s->stale;
    pthread_mutex_unlock(&s->lock);
    return over;
}

static int take_asked(struct schedule_job *j, struct err *e)
{
    struct scheduler *s = j->scheduler;
    int64_t asked[64];
    uint32_t n;
    int failed = 0;

    pthread_mutex_lock(&s->lock);
    n = MIN(s->n_asked, (uint32_t)ARRAY_LEN(asked));
    s->n_asked -= n;
    memcpy(asked, s->asked + s->n_asked, n * sizeof *asked);
    s->totals = *run_totals(j->run);
    s->under_way = run_left(j->run);
    pthread_mutex_unlock(&s->lock);
    for (uint32_t i = 0; i < n && !failed; i++) {
        bool queued;
        failed = asked[i] ? run_add(j->run, asked[i], RUN_ASKED, &queued, e) : 0;
        failed = failed == E_ABSENT ? 0 : failed; /* nobody watches it any more */
    }
    return failed;
}

static bool is_paused(struct scheduler *s)
{
    pthread_mutex_lock(&s->lock);
    bool paused = s->paused;
    pthread_mutex_unlock(&s->lock);
    return paused;
}

static int feed(struct schedule_job *j, struct err *e)
{
    uint32_t fresh;

    return is_paused(j->scheduler) ? 0 : due_feed(&j->due, clock_now_ms(), &fresh, e);
}

static int wait_for_more(struct schedule_job *j, struct err *e)
{
    int64_t next = NEVER;

    if (run_left(j->run))
        return run_step(j->run, IDLE_MS / 5, e);
    if (run_next_due(j->run, &next, e))
        return e->code;
    pthread_mutex_lock(&j->scheduler->lock);
    j->scheduler->next_at = next;
    pthread_mutex_unlock(&j->scheduler->lock);
    int64_t wait = run_totals(j->run)->network_down || next == NEVER || is_paused(j->scheduler)
                       ? IDLE_MS
                       : MAX(next - clock_now_ms(), (int64_t)20);
    if (posting_wait(j->posting, MIN(wait, (int64_t)IDLE_MS), &wait, e))
        return e->code;
    return loop_step(j->scheduler->loop, wait, e);
}

static void tend(struct schedule_job *j)
{
    int64_t now = clock_steady_ms();

    if (now - j->beat_ms >= BEAT_MS) {
        j->beat_ms = now;
        live_beat(&j->scheduler->server->live);
    }
    if (now - j->begun_ms >= (run_totals(j->run)->network_down ? IDLE_MS : RETRY_MS)) {
        j->begun_ms = now;
        due_begin(&j->due);
        run_begin(j->run);
    }
}

/* Until it is over, or fails. */
static int run_once(struct scheduler *s, struct err *e)
{
    AUTO(schedule_job) j = { .scheduler = s };
    int failed;

    if ((failed = stores_take(&s->server->stores, &j.store, e)) || (failed = open_run(&j, e)))
        return failed;
    j.due = (struct due){ .run = j.run, .store = j.store };
    while (!failed && !is_over(s)) {
        tend(&j);
        if ((failed = take_asked(&j, e)) == 0 && (failed = feed(&j, e)) == 0)
            failed = wait_for_more(&j, e);
        for (bool more = true; more && !failed;)
            failed = detecting_step(j.detecting, &more, e);
        if (!failed)
            failed = posting_step(j.posting, e);
    }
    return failed;
}

static void set_trouble(struct scheduler *s, const char *words)
{
    pthread_mutex_lock(&s->lock);
    s->stale = false;
    snprintf(s->trouble, sizeof s->trouble, "%.250s", words);
    pthread_mutex_unlock(&s->lock);
}

static bool is_stopping(struct scheduler *s)
{
    pthread_mutex_lock(&s->lock);
    bool stopping = s->stopping;
    pthread_mutex_unlock(&s->lock);
    return stopping;
}

static void *work(void *context)
{
    struct scheduler *s = context;
    struct err e, ignored;

    while (!is_stopping(s)) {
        set_trouble(s, "");
        if (run_once(s, &e) == 0)
            continue;
        set_trouble(s, e.text);
        for (int64_t until = clock_steady_ms() + REOPEN_MS; clock_steady_ms() < until && !is_stopping(s);)
            if (loop_step(s->loop, IDLE_MS, &ignored))
                break;
    }
    return NULL;
}

/* ---- For others ---- */

int scheduler_start(struct scheduler *s, struct server *server, struct err *e)
{
    *s = (struct scheduler){ .server = server, .next_at = NEVER, .paused = server->paused };
    pthread_mutex_init(&s->lock, NULL);
    int failed = loop_open(&s->loop, e);
    if (failed || server->options->no_checks)
        return failed;
    if (pthread_create(&s->thread, NULL, work, s))
        return err_set(e, E_SYSTEM, "a thread could not be started");
    s->running = true;
    return 0;
}

void scheduler_stop(struct scheduler *s)
{
    if (!s->server)
        return;
    pthread_mutex_lock(&s->lock);
    s->stopping = true;
    pthread_mutex_unlock(&s->lock);
    if (s->running) {
        loop_wake(s->loop);
        pthread_join(s->thread, NULL);
    }
    loop_close(s->loop);
    pthread_mutex_destroy(&s->lock);
}

void scheduler_ask(struct scheduler *s, int64_t page)
{
    pthread_mutex_lock(&s->lock);
    if (s->n_asked < SCHEDULER_ASKED_MAX)
        s->asked[s->n_asked++] = page;
    pthread_mutex_unlock(&s->lock);
    loop_wake(s->loop);
}

void scheduler_pause(struct scheduler *s, bool paused)
{
    pthread_mutex_lock(&s->lock);
    s->paused = paused;
    pthread_mutex_unlock(&s->lock);
    loop_wake(s->loop);
}

void scheduler_refresh(struct scheduler *s)
{
    pthread_mutex_lock(&s->lock);
    s->stale = true;
    pthread_mutex_unlock(&s->lock);
    loop_wake(s->loop);
}

struct scheduler_state scheduler_state(struct scheduler *s)
{
    struct scheduler_state state;

    pthread_mutex_lock(&s->lock);
    state = (struct scheduler_state){ .totals = s->totals, .under_way = s->under_way, .next_at = s->next_at, .paused = s->paused };
    memcpy(state.n_checks, s->n_checks, sizeof state.n_checks);
    memcpy(state.trouble, s->trouble, sizeof state.trouble);
    pthread_mutex_unlock(&s->lock);
    return state;
}
