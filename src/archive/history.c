/* In: rows of versions, verdicts, events and what was seen, each in the order of numbers. Out: one row for each version.
 *
 * What a version is to the caller stands in their event: there the counts and the headline are those of what they select. Who selects a
 * part of the page is not told what was thought of the rest. */
#include "archive/history.h"

#include "archive/held.h"
#include "archive/watched.h"

struct sources {
    struct target_versions versions;
    struct store_seens seen;
    struct store_verdicts verdicts;
    struct store_events events; /* the newest first */
    struct store_sents sent;
    bool partial;  /* the caller's watch is of a part of the page */
    bool taught;   /* they taught something of it */
    int64_t since; /* they watch it; NEVER: they do not */
};

static int read_watch(const struct caller *c, const struct target *t, struct sources *out, struct err *e)
{
    struct store_watched row;
    struct watched w;
    struct err none;
    int failed = store_watched_page(c->arena, c->store, c->who.user, t->page.id, &row, &none);

    if (failed)
        return failed == E_ABSENT ? 0 : err_set(e, failed, "%s", none.text);
    watched_read(c->arena, &row, &w);
    out->partial = w.watch.select.n || w.watch.ignore.n;
    out->since = w.added_at;
    return 0;
}

static int read_taught(const struct caller *c, const struct target *t, struct sources *out, struct err *e)
{
    struct store_lessons lessons = { 0 };
    int failed = store_lesson_list(c->arena, c->store, c->who.user, t->page.id, &lessons, e);

    out->taught = lessons.n > 0;
    return failed;
}

static int read_sources(const struct caller *c, const struct target *t, struct sources *out, struct err *e)
{
    struct store_event_query mine = { .user = c->who.user, .page = t->page.id };
    int failed = target_versions(c, t, &out->versions, e);

    if (failed || t->is_source || (failed = store_verdict_list(c->arena, c->store, t->page.id, &out->verdicts, e))
        || c->who.user == 0)
        return failed;
    if ((failed = read_watch(c, t, out, e)) || (failed = read_taught(c, t, out, e)))
        return failed;
    if ((failed = store_seen_list(c->arena, c->store, c->who.user, t->page.id, &out->seen, e))
        || (failed = store_sent_list(c->arena, c->store, c->who.user, t->page.id, &out->sent, e)))
        return failed;
    return store_event_list(c->arena, c->store, &mine, &out->events, e);
}

/* The verdict in the words of the caller's event. */
static struct store_verdict *own_verdict(struct arena *a, const struct store_verdict *verdict, const struct store_event *event)
{
    struct store_verdict *own = NEW(a, struct store_verdict);

    *own = verdict ? *verdict : (struct store_verdict){ .page = event->page, .number = event->number, .before = event->before };
    own->importance = event->importance;
    own->counts = event->counts;
    own->headline = event->headline;
    own->held_back = held_without(a, own->held_back, event->headline);
    return own;
}

/* What the caller was told of is not quiet to them, and what they were not told of is, whatever it is to others. */
static const struct target_version *own_version(struct arena *a, const struct target_version *v, bool quiet)
{
    struct target_version *own = NEW(a, struct target_version);

    if (v->quiet == quiet)
        return v;
    *own = *v;
    own->quiet = quiet;
    return own;
}

/* Where the next of each list is; all go by numbers. */
struct places {
    uint32_t seen, verdict, event, sent;
};

static void pass_below(const struct sources *from, int64_t number, struct places *at)
{
    while (at->seen < from->seen.n && from->seen.item[at->seen].number < number)
        at->seen++;
    while (at->verdict < from->verdicts.n && from->verdicts.item[at->verdict].number < number)
        at->verdict++;
    while (at->sent < from->sent.n && from->sent.item[at->sent].number < number)
        at->sent++;
    while (at->event && from->events.item[at->event - 1].number < number)
        at->event--;
}

static struct history_row row_of(struct arena *a, const struct sources *from, const struct target_version *v,
                                 const struct places *at)
{
    const struct store_seen *seen = at->seen < from->seen.n ? &from->seen.item[at->seen] : NULL;
    const struct store_verdict *whole = at->verdict < from->verdicts.n ? &from->verdicts.item[at->verdict] : NULL;
    const struct store_event *event = at->event ? &from->events.item[at->event - 1] : NULL;

    whole = whole && whole->number == v->number ? whole : NULL;
    struct history_row row = { .version = v, .seen = seen && seen->number == v->number ? seen : NULL };
    row.sent = &from->sent.item[at->sent];
    while (at->sent + row.n_sent < from->sent.n && row.sent[row.n_sent].number == v->number)
        row.n_sent++;
    row.held_back = whole ? whole->held_back : STR("");
    if (event && event->number == v->number) {
        row.verdict = own_verdict(a, whole, event);
        row.held_back = row.verdict->held_back;
        row.version = own_version(a, v, false);
        return row;
    }
    if (!from->partial)
        row.verdict = whole;
    if (whole && whole->before && !v->suspect && from->since != NEVER && v->at >= from->since)
        row.version = own_version(a, v, true);
    return row;
}

int history_read(const struct caller *c, const struct target *t, struct page_history *out, struct err *e)
{
    struct sources from = { .since = NEVER };
    int failed = read_sources(c, t, &from, e);

    if (failed)
        return failed;
    struct history_row *row = NEW_ARRAY(c->arena, struct history_row, from.versions.n);
    struct places at = { .event = from.events.n };
    for (uint32_t i = 0; i < from.versions.n; i++) {
        pass_below(&from, from.versions.item[i].number, &at);
        row[i] = row_of(c->arena, &from, &from.versions.item[i], &at);
    }
    *out = (struct page_history){ row, from.versions.n, from.partial, from.taught };
    return 0;
}

int history_hold(const struct caller *c, const struct target *t, struct page_history *h, struct err *e)
{
    struct held_query mine = { .page = t->page.id, .seen = true, .parts = true, .every = true };
    struct held_list held = { 0 };
    bool own = h->partial || h->taught;
    int failed = own ? held_read(c, &mine, &held, e) : 0;

    if (failed || !own)
        return failed;
    for (uint32_t i = 0, k = held.n; i < h->n; i++) {
        int64_t number = h->row[i].version->number;
        while (k && held.row[k - 1].number < number)
            k--;
        bool has = k && held.row[k - 1].number == number;
        if (has || h->partial)
            h->row[i].held_back = has ? held_text(c->arena, &held.row[k - 1].parts) : STR("");
    }
    return 0;
}

int history_verdict(const struct caller *c, const struct target *t, int64_t number, struct store_verdict *out, struct err *e)
{
    int failed = caller_must_see(c, t->page.id, e);

    return failed ? failed : store_verdict_get(c->arena, c->store, t->page.id, number, out, e);
}
