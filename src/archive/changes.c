/* In: events of the store. Out: rows of a report. O(log events + limit). */
#include "archive/changes.h"

#include "archive/watched.h"

struct report_row changes_row(struct arena *a, const struct report_row *about, const struct store_event *event)
{
    struct report_row row = *about;
    struct err unread;

    row.part = REPORT_NEW;
    row.importance = event->importance;
    row.newest = event->number;
    row.seen = event->before;
    row.changed_at = event->at;
    row.next_check_at = NEVER;
    row.found = event->kind == STORE_EVENT_FOUND;
    row.headline = event->headline;
    row.n_changes = event->counts.changes[CLASS_CONTENT];
    if (excerpts_read(a, event->changes, &row.excerpts, &unread)) /* the headline is there all the same */
        row.excerpts.n = 0;
    return row;
}

int changes_of_page(const struct caller *c, int64_t page, uint32_t limit, struct changes *out, struct err *e)
{
    struct store_event_query query = { .user = c->who.user, .page = page, .limit = limit };
    struct store_events events;
    struct watched w;
    int failed = watched_page(c, page, &w, e);

    if (failed || (failed = store_event_list(c->arena, c->store, &query, &events, e)))
        return failed;
    struct report_row about = { .page = page,
                                .url = w.url,
                                .title = w.watch.title.len ? w.watch.title : w.state.title,
                                .tag = w.watch.tags.item,
                                .n_tags = w.watch.tags.n };
    out->row = NEW_ARRAY(c->arena, struct report_row, events.n + 1);
    for (out->n = 0; out->n < events.n; out->n++)
        out->row[out->n] = changes_row(c->arena, &about, &events.item[out->n]);
    return 0;
}
