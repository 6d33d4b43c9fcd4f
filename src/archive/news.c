/* In: watches, pages and events of the caller, row by row. Out: rows of a report.
 *
 * Invariants: 1. what is said of a page is true of what stands there now against the version that the caller saw last: importance,
 * headline, counts and changes. Where one version came, its event has that; where more did, a row was kept when the last one landed
 * (flow/since.h), and where none was, the two are compared again. Only what cannot be compared is told by the event that matters most,
 * as far as its excerpts stand (judge/excerpt_net.h), and so is what lies on both sides of something that the caller dismissed: no one
 * difference has what they taught and what came before; 2. a page stands in one part, and its message tells what else is the matter with
 * it. */
#include "archive/news_inside.h"

#include "archive/comparison.h"
#include "base/limits.h"
#include "judge/excerpt_net.h"

struct news {
    const struct caller *caller;
    const struct news_query *query;
    struct store_news found;
    struct map place; /* from a page to its number in `found` */
    VEC(struct report_row) rows;
    uint32_t n_muted;
    struct news_things *things; /* NULL: nobody wants JSON */
};

static bool is_wanted(const struct news_query *query, const struct watch *w)
{
    bool wanted = query->n_tags == 0;

    for (uint32_t i = 0; i < query->n_tags && !wanted; i++)
        wanted = watch_has_tag(w, query->tag[i]);
    return wanted;
}

/* ---- What is new ---- */

/* Of each event what still stands. What cannot be read is left out: the counts and the headline are there all the same. */
static struct excerpts *standing(struct arena *a, const struct store_new *new)
{
    struct excerpts *step = NEW_ARRAY(a, struct excerpts, new->n_events);
    uint32_t n = new->n_events;
    struct err unread;

    for (uint32_t i = 0; i < n; i++) /* the oldest first */
        if (excerpts_read(a, new->event[n - 1 - i].changes, &step[i], &unread))
            step[i] = (struct excerpts){ 0 };
    if (n > 1)
        excerpts_net(a, step, n);
    return step;
}

static void add_excerpts(const struct excerpts *some, struct excerpts *to)
{
    for (uint32_t i = 0; i < some->n && to->n < EXCERPTS_MAX; i++)
        to->item[to->n++] = some->item[i];
}

/* Of a picture nobody counts words, nor of an event that is older than verdicts. */
static bool has_counts(const struct store_event *event)
{
    return event->importance >= 0 || event->counts.changes[CLASS_CONTENT];
}

/* What matters most of what stands, of equals the newest. */
static uint32_t most_of(const struct store_new *new, const struct excerpts *step)
{
    uint32_t most = 0;

    for (uint32_t i = 1, n = new->n_events; i < n; i++) {
        bool stands = step[n - 1 - i].n > 0, better = new->event[i].importance > new->event[most].importance;
        if (stands && (better || step[n - 1 - most].n == 0))
            most = i;
    }
    return most;
}

/* What is new on a page, in one piece. */
struct news_sum {
    bool nothing;             /* is left of what was new */
    struct store_event event; /* importance, headline, reasons and counts of all of it, and the version they are of */
    struct excerpts excerpts;
    bool counted; /* the counts are those of the whole difference */
};

/* Of the event that matters most: as much as rows can say of several. */
static struct news_sum sum_by_rows(struct arena *a, const struct store_new *new)
{
    const struct excerpts *step = standing(a, new);
    uint32_t n = new->n_events, at = most_of(new, step);
    struct news_sum sum = { .event = new->event[at], .excerpts.item = NEW_ARRAY(a, struct excerpt, EXCERPTS_MAX) };

    sum.counted = new->newest - new->seen == 1 || n == 1;
    add_excerpts(&step[n - 1 - at], &sum.excerpts);
    for (uint32_t i = 0; i < n; i++)
        if (i != at)
            add_excerpts(&step[n - 1 - i], &sum.excerpts);
    return sum;
}

/* As it was kept when the newest version landed. */
static struct news_sum sum_kept(struct arena *a, const struct store_new *new)
{
    const struct store_since *since = &new->since;
    struct news_sum sum = { .event = new->event[0], .counted = true };
    struct err unread; /* the counts and the headline are there all the same */

    sum.event.number = since->number;
    sum.event.importance = since->importance;
    sum.event.counts = since->counts;
    sum.event.headline = since->headline;
    sum.event.reasons = since->reasons;
    if (excerpts_read(a, since->changes, &sum.excerpts, &unread))
        sum.excerpts = (struct excerpts){ 0 };
    return sum;
}

/* Compared again. False: it cannot be. */
static bool sum_compared(const struct caller *c, const struct watched *w, const struct store_new *new, struct news_sum *out)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct caller own = *c;
    struct target target = { .name = w->page.url, .url = w->url, .page = w->page };
    struct comparison_query query = { .target = &target, .old = new->seen, .new = new->newest_kept, .weigh = true };
    struct comparison x;
    struct err unread;

    own.arena = &a;
    if (comparison_make(&own, &query, &x, &unread))
        return false;
    *out = (struct news_sum){
        .nothing = !x.concerns, .event = new->event[0], .excerpts = excerpts_copy(c->arena, &x.excerpts), .counted = true
    };
    out->event.number = new->newest_kept;
    out->event.importance = x.importance;
    out->event.counts = x.counts;
    out->event.headline = arena_str(c->arena, x.headline);
    out->event.reasons = arena_str(c->arena, x.reasons);
    return true;
}

/* An answer that is not the page (flow/suspicion.h) is told by its own event: a difference to it says nothing. */
static struct news_sum sum_up(const struct caller *c, const struct watched *w, const struct store_new *new)
{
    struct news_sum sum;
    struct store_new last = *new;

    last.n_events = 1;
    if (w->state.real)
        return sum_by_rows(c->arena, &last);
    if (new->since.number)
        return sum_kept(c->arena, new);
    if (new->n_events > 1 && new->seen && !new->divided && sum_compared(c, w, new, &sum))
        return sum;
    return sum_by_rows(c->arena, new);
}

static void take_events(const struct store_new *new, const struct news_sum *sum, struct report_row *row)
{
    const struct store_event *event = &sum->event;

    row->newest = new->newest;
    row->upto = MAX(event->number, new->newest);
    row->seen = new->seen;
    row->changed_at = new->fetched_at;
    row->new_since = new->event[new->n_events - 1].at;
    row->n_versions = new->seen ? (uint32_t)(row->upto - new->seen) : new->n_events;
    row->importance = event->importance;
    row->headline = event->headline;
    row->n_changes = event->counts.changes[CLASS_CONTENT];
    row->words_inserted = event->counts.words_inserted;
    row->words_deleted = event->counts.words_deleted;
    row->compared = sum->counted && has_counts(event) && event->before;
    row->excerpts = sum->excerpts;
    for (uint32_t i = 0; i < new->n_events; i++)
        row->found |= new->event[i].kind == STORE_EVENT_FOUND;
}

/* ---- How it stands ---- */

/* All that is wrong, as sentences one after the other. */
static struct str message_of(struct arena *a, const struct problems *problems, bool is_new)
{
    struct str all = STR("");

    for (uint32_t i = 0; i < problems->n; i++) {
        const struct problem *p = &problems->item[i];
        bool since = is_new && p->kind == PROBLEM_SUSPECT; /* not what is new: what came after it */
        all = arena_printf(a, "%.*s%s%s%.*s", STR_ARG(all), i ? "; " : "", since ? "the newest version may not be the page: " : "",
                           STR_ARG(p->message));
    }
    return all;
}

static enum report_part part_of(const struct watched *w, bool is_new, const struct problems *problems)
{
    if (is_new)
        return REPORT_NEW;
    if (problems->n)
        return problems->n == 1 && problems->item[0].kind == PROBLEM_SUSPECT ? REPORT_SUSPECT : REPORT_TROUBLE;
    return w->newest ? REPORT_SAME : REPORT_WAITING;
}

static struct report_row row_of(struct arena *a, const struct watched *w, bool is_new)
{
    struct str *tag = NEW_ARRAY(a, struct str, w->watch.tags.n);
    struct problems problems = watched_problems(w);
    struct report_row row = {
        .part = part_of(w, is_new, &problems),
        .page = w->page.id,
        .url = arena_str(a, w->url),
        .title = arena_str(a, w->watch.title.len ? w->watch.title : w->state.title),
        .name = arena_str(a, w->page.url),
        .importance = -1,
        .newest = w->newest,
        .seen = w->seen,
        .changed_at = w->newest_at,
        .checked_at = w->page.checked_at,
        .next_check_at = w->page.next_check_at,
        .n_errors = w->page.errors,
        .message = message_of(a, &problems, is_new),
        .tag = tag,
        .n_tags = w->watch.tags.n,
    };

    for (uint32_t i = 0; i < w->watch.tags.n; i++)
        tag[i] = arena_str(a, w->watch.tags.item[i]);
    return row;
}

static int take(void *context, const struct watched *w, struct err *e)
{
    struct news *n = context;
    struct arena *a = n->caller->arena;
    const uint32_t *place = map_find(&n->place, (uint64_t)w->page.id);
    struct priority_found priority = { .weight = PRIORITY_DEFAULT };
    int failed = 0;

    if (!is_wanted(n->query, &w->watch))
        return 0;
    struct news_sum sum = { 0 };
    if (place && visits_since(n->query->history, w->url, n->found.item[*place].fetched_at))
        place = NULL;
    if (place)
        sum = sum_up(n->caller, w, &n->found.item[*place]);
    if (sum.nothing)
        place = NULL;
    if (n->query->priority
        && (failed = priority_find(n->query->priority, w->url, w->watch.tags.item, w->watch.tags.n, &priority, e)))
        return failed;
    if (place && priority.weight <= 0) {
        n->n_muted++;
        return 0;
    }
    struct report_row row = row_of(a, w, place != NULL);
    row.weight = priority.weight;
    struct news_page page = { .row = &row, .watched = w };
    if (place) {
        page.new = &n->found.item[*place];
        page.sum = &sum.event;
        take_events(page.new, &sum, &row);
    }
    *VEC_ADD(a, &n->rows) = row;
    if (n->things && (failed = news_things_add(a, n->things, &page, e)))
        return failed;
    return arena_over(a) ? err_set(e, E_LIMIT, "the report is too large") : 0;
}

static int take_page(struct news *n, const struct store_watched *row, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct watched w;

    watched_read(&a, row, &w);
    return take(n, &w, e);
}

/* What is new, then what is wrong with others; the rest is a number. */
static int take_brief(struct news *n, uint64_t *rest, struct err *e)
{
    const struct caller *c = n->caller;
    AUTO(arena) a = { 0 };
    struct store_watched_list wrong = { 0 };
    int failed = store_watch_count(c->store, c->who.user, rest, e);

    for (uint32_t i = 0; i < n->found.n && !failed; i++) {
        struct store_watched row;
        if ((failed = store_watched_page(&a, c->store, c->who.user, n->found.item[i].page, &row, e)) == 0)
            failed = take_page(n, &row, e);
    }
    if (!failed)
        failed = store_watched_attention(&a, c->store, c->who.user, &wrong, e);
    for (uint32_t i = 0; i < wrong.n && !failed; i++)
        if (!map_find(&n->place, (uint64_t)wrong.item[i].page.id))
            failed = take_page(n, &wrong.item[i], e);
    *rest -= failed ? 0 : n->rows.n + n->n_muted;
    return failed;
}

static int find_new(struct news *n, struct err *e)
{
    const struct caller *c = n->caller;
    int failed = c->who.user ? store_news(c->arena, c->store, c->who.user, 0, &n->found, e) : 0;

    map_open(&n->place, c->arena, n->found.n);
    for (uint32_t i = 0; i < n->found.n; i++)
        map_slot(&n->place, (uint64_t)n->found.item[i].page, i);
    return failed;
}

int news_read(const struct caller *c, const struct news_query *query, struct report *out, struct err *e)
{
    return news_gather(c, query, NULL, out, e);
}

int news_gather(const struct caller *c, const struct news_query *query, struct news_things *things, struct report *out,
                struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct news n = { .caller = c, .query = query, .things = things };
    uint64_t rest = 0;
    int failed;

    if ((failed = store_begin_read(c->store, &tx, e)) || (failed = find_new(&n, e)))
        return failed;
    failed = query->brief && query->n_tags == 0 ? take_brief(&n, &rest, e) : watched_each(c, take, &n, e);
    if (failed || (failed = store_commit(&tx, e)))
        return failed;
    struct report report = { .user = c->who.name, .now = c->now, .row = n.rows.item, .n = n.rows.n, .n_muted = n.n_muted };
    report_sort(&report);
    report.n_part[REPORT_SAME] += (uint32_t)rest;
    *out = report;
    return 0;
}

/* Pages of which nothing is left that was new, though rows say so: they were seen in the middle, and came back. */
static int count_empty(const struct caller *c, struct arena *a, const struct store_news *news, uint64_t *out, struct err *e)
{
    enum { COMPARED = 20 }; /* a number in a corner is not worth more; the others count as new */
    struct caller own = *c;
    uint32_t n = 0;

    own.arena = a;
    *out = 0;
    for (uint32_t i = 0; i < news->n && n < COMPARED; i++) {
        struct store_watched row;
        struct watched w;
        if (news->item[i].since.number || news->item[i].n_events < 2 || !news->item[i].seen || news->item[i].divided)
            continue;
        int failed = store_watched_page(a, c->store, c->who.user, news->item[i].page, &row, e);
        if (failed)
            return failed;
        watched_read(a, &row, &w);
        *out += sum_up(&own, &w, &news->item[i]).nothing;
        n++;
    }
    return 0;
}

int news_count(const struct caller *c, const struct report *known, struct news_counts *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_news news = { 0 };
    struct news_counts n = { 0 };
    uint64_t empty = 0;
    int failed = c->who.user ? store_watch_count(c->store, c->who.user, &n.watched, e) : 0;

    if (!failed && n.watched
        && ((!known && (failed = store_news(&a, c->store, c->who.user, 0, &news, e)))
            || (failed = count_empty(c, &a, &news, &empty, e))
            || (failed = store_failing_count(c->store, c->who.user, &n.failing, e))
            || (failed = store_held_count(c->store, c->who.user, &n.held, e))))
        return failed;
    n.new = known ? known->n_part[REPORT_NEW] + known->n_muted : news.n - empty;
    if (!failed)
        *out = n;
    return failed;
}
