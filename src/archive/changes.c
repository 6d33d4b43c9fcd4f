/* In: events of the store. Out: rows of a report. O(log events + limit); of a tag O(events). */
#include "archive/changes.h"

#include "archive/watched.h"

enum { AT_ONCE = 200 };

struct report_row changes_row(struct arena *a, const struct report_row *about, const struct store_event *event)
{
    struct report_row row = *about;
    struct err unread;

    row.part = REPORT_NEW;
    row.importance = event->importance;
    row.newest = row.upto = event->number;
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

static struct report_row about_page(const struct watched *w)
{
    return (struct report_row){ .page = w->page.id,
                                .url = w->url,
                                .title = w->watch.title.len ? w->watch.title : w->state.title,
                                .tag = w->watch.tags.item,
                                .n_tags = w->watch.tags.n };
}

int changes_of_page(const struct caller *c, int64_t page, uint32_t limit, struct changes *out, struct err *e)
{
    struct store_event_query query = { .user = c->who.user, .page = page, .limit = limit };
    struct store_events events;
    struct watched w;
    int failed = watched_page(c, page, &w, e);

    if (failed || (failed = store_event_list(c->arena, c->store, &query, &events, e)))
        return failed;
    struct report_row about = about_page(&w);
    out->row = NEW_ARRAY(c->arena, struct report_row, events.n + 1);
    for (out->n = 0; out->n < events.n; out->n++)
        out->row[out->n] = changes_row(c->arena, &about, &events.item[out->n]);
    return 0;
}

/* Of events that came together those of a page that is still watched, and has the tag. */
static int take_events(const struct caller *c, struct str tag, const struct store_events *events, uint32_t limit,
                       struct changes *out, struct err *e)
{
    for (uint32_t i = 0; i < events->n && out->n < limit; i++) {
        struct watched w;
        int failed = watched_page(c, events->item[i].page, &w, e);
        if (failed == E_ABSENT || (!failed && tag.len && !watch_has_tag(&w.watch, tag)))
            continue;
        if (failed)
            return failed;
        struct report_row about = about_page(&w);
        out->row[out->n++] = changes_row(c->arena, &about, &events->item[i]);
    }
    return 0;
}

int changes_of_user(const struct caller *c, struct str tag, uint32_t limit, struct changes *out, struct err *e)
{
    struct store_event_query query = { .user = c->who.user, .limit = AT_ONCE };
    struct changes all = { NEW_ARRAY(c->arena, struct report_row, limit + 1), 0 };
    struct store_events events = { 0 };
    int failed = 0;

    do {
        failed = c->who.user ? store_event_list(c->arena, c->store, &query, &events, e) : 0;
        if (failed || (failed = take_events(c, tag, &events, limit, &all, e)))
            return failed;
        query.before = events.n ? events.item[events.n - 1].id : 0;
    } while (events.n == AT_ONCE && all.n < limit);
    *out = all;
    return 0;
}
