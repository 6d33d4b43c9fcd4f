/* What another process has found since somebody asked. In: a page that was looked at meanwhile. Out: the outcome of that look, from the
 * rows that it has left, as if it had been made here: who asks hears the same, whoever of two comes first. The other process may have been
 * this command itself, before a page ended it (flow/keeper.h): what it has told is marked so. O(events of the page). */
#include "flow/run_inside.h"

#include "flow/keeper.h"

enum {
    TOLD_BEFORE = 1, /* by the work that ended */
    TOLD_COUNTED,    /* and here */
};

void run_load_told(struct check_run *run)
{
    const int64_t *page;
    uint32_t n = keeper_began_again(run->options.keeper) ? keeper_told(run->options.keeper, &page) : 0;
    map_open(&run->told, &run->names, n);
    for (uint32_t i = 0; i < n; i++)
        map_slot(&run->told, (uint64_t)page[i], TOLD_BEFORE);
}

static bool is_since(void *ctx, const struct subject *s)
{
    const struct check_run *run = ctx;
    return s->state.tried_at != NEVER && s->state.tried_at >= run->options.since;
}

int run_add_told(struct check_run *run, struct err *e)
{
    struct run_choice told = { .wants = is_since, .ctx = run };
    if (run->told.n)
        told.n = keeper_told(run->options.keeper, &told.page);
    return run_add_all(run, &told, RUN_ASKED, e);
}

bool run_is_found(const struct run_page *p)
{
    int64_t tried_at = p->subject->state.tried_at;
    bool own = tried_at == p->fetched_at; /* its request went out before anybody asked */
    return p->asked_at && tried_at != NEVER && tried_at >= p->asked_at && !own;
}

static enum check_outcome outcome_of(const struct run_page *p, const struct store_version *newest)
{
    if (p->subject->page.errors)
        return CHECK_FAILED;
    if (newest->number == 0 || newest->fetched_at < p->asked_at)
        return CHECK_SAME;
    return newest->suspect ? CHECK_SUSPECT : newest->number == 1 ? CHECK_FIRST : newest->quiet ? CHECK_QUIET : CHECK_CHANGED;
}

static struct verdict_concern concern_of(const struct store_event *event)
{
    struct verdict_concern c = { .concerns = true,
                                 .n_changes = event->counts.changes[CLASS_CONTENT],
                                 .words_inserted = event->counts.words_inserted,
                                 .words_deleted = event->counts.words_deleted,
                                 .headline = { .text = event->headline } };
    memcpy(c.changes, event->counts.changes, sizeof c.changes);
    return c;
}

/* What the change is to each who watches: an event, or nothing. */
static int read_concerns(struct run_page *p, struct check *c, struct err *e)
{
    const struct subject *s = p->subject;
    struct verdict_concern *concern = NEW_ARRAY(&p->arena, struct verdict_concern, s->row.n + 1);
    c->concern = concern;
    for (uint32_t i = 0; i < s->row.n; i++) {
        struct store_events events;
        struct store_event_query last = { .user = s->row.item[i].user, .page = p->page, .limit = 1 };
        int code = store_event_list(&p->arena, p->run->options.store, &last, &events, e);
        if (code)
            return code;
        if (events.n == 0 || events.item[0].number != c->number)
            continue;
        const struct store_event *event = &events.item[0];
        concern[i] = concern_of(event);
        if (c->before)
            continue;
        c->before = event->before; /* of the first who is concerned */
        c->importance = event->importance;
        c->counts = event->counts;
        c->headline = event->headline;
        c->reasons = event->reasons;
        c->words = check_words(&p->arena, &concern[i]);
    }
    return 0;
}

int run_tell_found(struct check_run *run, struct run_page *p, struct err *e)
{
    struct store_version newest = { 0 };
    uint32_t *before = map_find(&run->told, (uint64_t)p->page);
    if (before && *before == TOLD_COUNTED)
        return 0;
    int code = store_version_newest(&p->arena, run->options.store, p->page, &newest, e);
    if (code && code != E_ABSENT)
        return code;
    struct check check = { .subject = *p->subject,
                           .number = newest.number,
                           .outcome = outcome_of(p, &newest),
                           .words = STR("another process has just checked it"),
                           .importance = -1,
                           .again = before != NULL };
    if (check.outcome == CHECK_FAILED && p->subject->state.message.len)
        check.words = p->subject->state.message;
    if (check.outcome == CHECK_CHANGED && (code = read_concerns(p, &check, e)))
        return code;
    if (before)
        *before = TOLD_COUNTED;
    run->totals.found += !check.again;
    run_tell(run, &check);
    return 0;
}
