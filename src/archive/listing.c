/* In: watches with their pages, and the last event of each. Out: a row for each page that was asked for. */
#include "archive/listing.h"

#include "archive/target.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/utf8.h"

struct listing {
    const struct listing_query *query;
    struct store_events last;
    struct map place; /* from a page to its number in `last` */
    listing_call *call;
    void *context;
};

static struct str state_of(const struct watched *w)
{
    if (w->fault.len)
        return STR("damaged");
    if (w->watch.paused)
        return STR("paused");
    if (w->page.errors)
        return STR("failed"); /* as the check says it; the message has the cause */
    if (w->state.suspect.len)
        return STR("suspect");
    if (w->state.blocked.len)
        return STR("blocked");
    if (w->page.checked_at == NEVER)
        return STR("not checked yet");
    if (str_eq(w->state.outcome, STR("first")))
        return STR("first version");
    return w->state.outcome.len ? w->state.outcome : STR("ok");
}

static bool has_word(const struct watched *w, struct str word)
{
    bool found = utf8_find_nocase(w->url, word) != SIZE_MAX || utf8_find_nocase(w->watch.title, word) != SIZE_MAX
                 || utf8_find_nocase(w->state.title, word) != SIZE_MAX;

    for (uint32_t i = 0; i < w->watch.tags.n && !found; i++)
        found = utf8_find_nocase(w->watch.tags.item[i], word) != SIZE_MAX;
    return found;
}

static bool is_asked(const struct listing_query *q, const struct watched *w)
{
    bool tagged = q->n_tags == 0;

    for (uint32_t i = 0; i < q->n_words; i++)
        if (!has_word(w, q->word[i]))
            return false;
    for (uint32_t i = 0; i < q->n_tags && !tagged; i++)
        tagged = watch_has_tag(&w->watch, q->tag[i]);
    return tagged;
}

static int take(void *context, const struct watched *w, struct err *e)
{
    struct listing *l = context;
    const uint32_t *place = map_find(&l->place, (uint64_t)w->page.id);
    struct listing_row row = { .watched = w, .state = state_of(w), .event = place ? &l->last.item[*place] : NULL };

    return is_asked(l->query, w) ? l->call(l->context, &row, e) : 0;
}

int listing_each(const struct caller *c, const struct listing_query *query, listing_call *call, void *context, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct listing l = { .query = query, .call = call, .context = context };
    int failed = store_begin_read(c->store, &tx, e);

    if (!failed && c->who.user)
        failed = store_event_last(c->arena, c->store, c->who.user, &l.last, e);
    map_open(&l.place, c->arena, l.last.n);
    for (uint32_t i = 0; i < l.last.n; i++)
        map_slot(&l.place, (uint64_t)l.last.item[i].page, i);
    if (!failed)
        failed = watched_each(c, take, &l, e);
    return failed ? failed : store_commit(&tx, e);
}

/* ---- Some of them ---- */

enum { AT_ONCE = 500 };

struct some_rows {
    const struct caller *caller;
    const struct listing_query *query;
    struct listing_part *part;
    listing_call *call;
    void *context;
};

static int call_row(const struct some_rows *s, struct arena *a, const struct store_watched *row, struct err *e)
{
    const struct caller *c = s->caller;
    struct store_event_query last = { .user = c->who.user, .page = row->page.id, .limit = 1 };
    struct store_events events;
    struct watched w;
    int failed = store_event_list(a, c->store, &last, &events, e);

    if (failed)
        return failed;
    watched_read(a, row, &w);
    return s->call(s->context, &(struct listing_row){ &w, state_of(&w), events.n ? events.item : NULL }, e);
}

/* Whether it is one of those, by what the user asked of it alone: the rest of a page need not be read for that. */
static bool counts(const struct listing_query *q, struct arena *a, const struct store_watched *row)
{
    struct watched w = { .url = target_url(&row->page) };
    struct err unread;

    if (q->n_words + q->n_tags == 0)
        return true;
    return watch_read(a, row->watch.settings, &w.watch, &unread) == 0 ? is_asked(q, &w) : q->n_tags == 0 && is_asked(q, &w);
}

static int walk(struct some_rows *s, struct store_watch after, uint64_t limit, struct err *e)
{
    uint64_t end = s->part->from + s->part->n;
    struct store_watched_list some;

    do {
        AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
        int failed = store_watched(&a, s->caller->store, &after, (uint32_t)MIN(limit, (uint64_t)AT_ONCE), &some, e);
        for (uint32_t i = 0; i < some.n && !failed; i++) {
            after.page = some.item[i].page.id;
            if (!counts(s->query, &a, &some.item[i]))
                continue;
            if (s->part->all >= s->part->from && s->part->all < end)
                failed = call_row(s, &a, &some.item[i], e);
            s->part->all++;
        }
        if (failed)
            return failed;
        limit -= some.n;
    } while (some.n == AT_ONCE && limit);
    return 0;
}

/* All of them count, so those before need not be looked at. */
static int walk_part(struct some_rows *s, struct err *e)
{
    struct store_watch after = { .user = s->caller->who.user };
    uint64_t all, from = s->part->from;
    int failed = store_watch_count(s->caller->store, after.user, &all, e);

    if (!failed && from && from <= all)
        failed = store_watch_at(s->caller->store, after.user, from - 1, &after.page, e);
    s->part->all = from;
    if (!failed && from < all)
        failed = walk(s, after, s->part->n, e);
    s->part->all = all;
    return failed;
}

int listing_some(const struct caller *c, const struct listing_query *query, struct listing_part *part, listing_call *call,
                 void *context, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct some_rows s = { c, query, part, call, context };
    int failed = store_begin_read(c->store, &tx, e);

    part->all = 0;
    if (failed || c->who.user == 0)
        return failed;
    failed =
        query->n_words + query->n_tags ? walk(&s, (struct store_watch){ .user = c->who.user }, UINT64_MAX, e) : walk_part(&s, e);
    return failed ? failed : store_commit(&tx, e);
}
