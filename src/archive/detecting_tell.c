/* In: what was found in a version, and what the graph made of it. Out: rows: findings, events, news, and what is to be sent. */
#include "archive/detecting_inside.h"

#include "archive/page_versions.h"
#include "archive/sentinel_make.h"
#include "archive/sentinel_pages.h"
#include "base/duration.h"
#include "base/hash.h"
#include "base/json_read.h"
#include "base/limits.h"
#include "event/reference.h"
#include "flow/watch.h"
#include "judge/excerpt.h"
#include "notify/outbox.h"

/* ---- Findings ---- */

int detecting_keep_findings(struct detecting *d, const struct looked *x, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < x->observed.n; i++) {
        AUTO(arena) a = { 0 };
        struct store_finding row = sentinel_finding(&a, &d->graph, &x->observed.item[i]);
        row.page = x->look.page;
        row.number = x->look.number;
        row.before = x->before[i];
        code = store_finding_add(d->caller.store, &row, e);
    }
    return code;
}

/* ---- An event of a sentinel ---- */

struct event_builder {
    struct arena *arena;
    struct detecting *d;
    const struct world_sentinel *w;
    const struct store_sentinel *row;
    const struct occurrence *what;
    struct store_finding last; /* the newest of its findings */
    double importance;         /* of the foremost of them; negative: not known */
};

static struct str ids_text(struct event_builder *t)
{
    AUTO(buf) out = BUF(MIB(4));
    struct json j;
    json_open(&j, &out, 0);
    json_array(&j);
    for (uint32_t i = 0; i < t->what->n; i++)
        json_number(&j, (int64_t)t->what->event[i]);
    json_end(&j);
    return arena_str(t->arena, buf_str(&out));
}

static int keep_event(struct event_builder *t, struct store_sentinel_event *out, struct err *e)
{
    *out = sentinel_event_of(&t->w->s, t->what, &t->last);
    int code = sentinel_finding_headline(t->arena, t->d->caller.store, &t->last, &out->headline, e);
    if (code)
        return code;
    out->name = t->row->name;
    out->user = t->row->user;
    out->sentinel = t->row->id;
    out->findings = ids_text(t);
    return store_sentinel_event_add(t->d->caller.store, out, &out->id, e);
}

/* Where only sentinels watch the page, what they find is its news. */
static int keep_news(struct event_builder *t, const struct store_sentinel_event *event, struct err *e)
{
    struct store_watched row;
    struct watch watch;
    struct store_verdict verdict = { 0 };
    double importance = -1;
    int64_t id;
    int code = store_watched_page(t->arena, t->d->caller.store, event->user, event->page, &row, e);
    if (code || watch_read(t->arena, row.watch.settings, &watch, NULL) || !watch.sentinel)
        return code == E_ABSENT ? 0 : code;
    if ((code = store_verdict_get(t->arena, t->d->caller.store, event->page, event->number, &verdict, e)) && code != E_ABSENT)
        return code;
    if ((code = version_importance(t->d->caller.store, event->page, event->number, &importance, e)))
        return code;
    struct store_counts counts = verdict.before == t->last.before ? verdict.counts : (struct store_counts){ 0 };
    counts.changes[CLASS_CONTENT] = t->last.n;
    struct store_event news = {
        .user = event->user,
        .page = event->page,
        .number = event->number,
        .before = t->last.before,
        .at = event->end,
        .kind = STORE_EVENT_CHANGED,
        .importance = importance,
        .counts = counts,
        .headline = event->headline,
        .changes = t->last.changes,
    };
    code = store_event_put(t->d->caller.store, &news, &id, e);
    return code == E_ABSENT ? 0 : code;
}

/* ---- Sending ---- */

static int tell_one(struct event_builder *t, int64_t event, int64_t due_at, int64_t bundle, struct err *e)
{
    const struct sentinel *s = &t->w->s;
    struct str *names = NEW_ARRAY(t->arena, struct str, s->n_ways + 1);
    struct caller user = t->d->caller;
    user.arena = t->arena;
    user.who = (struct principal){ .user = t->row->user, .role = ROLE_READER };
    struct outbox_thing thing = {
        .user = t->row->user,
        .source = OUTBOX_SENTINEL,
        .subject = event,
        .at = t->what->end,
        .importance = t->importance,
        .channel = names,
        .due_at = due_at,
        .bundle = bundle,
    };
    for (uint32_t i = 0; i < s->n_ways; i++) {
        int code = sentinel_channel(&user, &s->way[i], &names[thing.n_channels], e);
        if (code)
            return code;
        thing.n_channels += names[thing.n_channels].len > 0;
    }
    if (s->n_ways && thing.n_channels == 0)
        return 0; /* the web pages show it */
    return outbox_tell(t->d->caller.store, &thing, e);
}

/* A number for all that goes out together: never one of a moment, which digests have. */
static int64_t bundle_of(const struct event_builder *t, int64_t with)
{
    return -(int64_t)(hash_mix((uint64_t)t->row->id, (uint64_t)with) >> 2) - 1;
}

/* CUMULATIVE n: nothing before the n-th, then all of them. */
static int send(struct event_builder *t, const struct store_sentinel_event *event, struct err *e)
{
    struct store_sentinel_events list;
    int64_t n, first, due = notify_at(t->w, t->what->end);
    int code = store_sentinel_event_count(t->d->caller.store, t->row->id, &n, e);
    if (code || !cumulative_tells(t->w->s.cumulative, n, &first))
        return code;
    /* What one moment brought is one message. */
    int64_t bundle = bundle_of(t, due > t->what->end ? due : n > first ? -n : t->what->end);
    if (n == first)
        return tell_one(t, event->id, due, bundle, e);
    struct sentinel_event_query q = { .user = t->row->user, .sentinel = t->row->id, .limit = (uint32_t)(n - first + 1) };
    code = store_sentinel_event_list(t->arena, t->d->caller.store, &q, &list, e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        code = tell_one(t, list.item[i].id, due, bundle, e);
    return code;
}

/* ---- All of it ---- */

static int find_last(struct event_builder *t, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < t->what->n; i++) {
        struct store_finding f;
        double importance = -1;
        code = store_finding_get(t->arena, t->d->caller.store, (int64_t)t->what->event[i], &f, e);
        if (code == 0)
            code = version_importance(t->d->caller.store, f.page, f.number, &importance, e);
        t->importance = MAX(t->importance, importance);
        if (code == 0 && (t->last.id == 0 || f.at >= t->last.at))
            t->last = f;
        code = code == E_ABSENT ? 0 : code; /* it went with its page */
    }
    return code;
}

static int tell(struct detecting *d, const struct detected *found, struct err *e)
{
    AUTO(arena) a = { 0 };
    uint32_t number = d->graph.root[found->root].sentinel;
    struct event_builder t = {
        .arena = &a, .d = d, .w = &d->world.world.item[number], .row = d->world.row[number], .what = &found->what, .importance = -1
    };
    struct store_sentinel_event event;
    int code = t.row ? find_last(&t, e) : 0;
    if (code || !t.row || t.last.id == 0)
        return code;
    d->totals.events++;
    if ((code = keep_event(&t, &event, e)) || (code = keep_news(&t, &event, e)))
        return code;
    return send(&t, &event, e);
}

int detecting_tell(struct detecting *d, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < d->detector.found.n; i++)
        code = tell(d, &d->detector.found.item[i], e);
    return code;
}
