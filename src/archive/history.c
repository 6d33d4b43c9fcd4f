/* In: rows of versions, verdicts, events and what was seen, each in the order of numbers. Out: one row for each version.
 *
 * What a version is to the caller stands in their event: there the counts and the headline are those of what they select. */
#include "archive/history.h"

struct sources {
    struct target_versions versions;
    struct store_seens seen;
    struct store_verdicts verdicts;
    struct store_events events; /* the newest first */
};

static int read_sources(const struct caller *c, const struct target *t, struct sources *out, struct err *e)
{
    struct store_event_query mine = { .user = c->who.user, .page = t->page.id };
    int failed = target_versions(c, t, &out->versions, e);

    if (failed || t->is_source || (failed = store_verdict_list(c->arena, c->store, t->page.id, &out->verdicts, e))
        || c->who.user == 0)
        return failed;
    failed = store_seen_list(c->arena, c->store, c->who.user, t->page.id, &out->seen, e);
    return failed ? failed : store_event_list(c->arena, c->store, &mine, &out->events, e);
}

/* The verdict in the words of the caller's event. */
static struct store_verdict *own_verdict(struct arena *a, const struct store_verdict *verdict, const struct store_event *event)
{
    struct store_verdict *own = NEW(a, struct store_verdict);

    *own = verdict ? *verdict : (struct store_verdict){ .page = event->page, .number = event->number, .before = event->before };
    own->importance = event->importance;
    own->counts = event->counts;
    own->headline = event->headline;
    return own;
}

int history_read(const struct caller *c, const struct target *t, struct page_history *out, struct err *e)
{
    struct sources from = { 0 };
    int failed = read_sources(c, t, &from, e);

    if (failed)
        return failed;
    uint32_t n = from.versions.n, seen = 0, verdict = 0, event = from.events.n;
    struct history_row *row = NEW_ARRAY(c->arena, struct history_row, n);
    for (uint32_t i = 0; i < n; i++) {
        int64_t number = from.versions.item[i].number;
        row[i].version = &from.versions.item[i];
        while (seen < from.seen.n && from.seen.item[seen].number < number)
            seen++;
        while (verdict < from.verdicts.n && from.verdicts.item[verdict].number < number)
            verdict++;
        while (event && from.events.item[event - 1].number < number)
            event--;
        if (seen < from.seen.n && from.seen.item[seen].number == number)
            row[i].seen = &from.seen.item[seen];
        if (verdict < from.verdicts.n && from.verdicts.item[verdict].number == number)
            row[i].verdict = &from.verdicts.item[verdict];
        if (event && from.events.item[event - 1].number == number)
            row[i].verdict = own_verdict(c->arena, row[i].verdict, &from.events.item[event - 1]);
    }
    *out = (struct page_history){ row, n };
    return 0;
}
