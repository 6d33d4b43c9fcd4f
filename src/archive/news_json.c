/* The report as data. In: rows in their order. Out: things as docs/json.md has them; each page is read again, since a row of a report has
 * only what people are shown. Cost: two lookups by index for each page. */
#include "archive/news.h"
#include "archive/things.h"
#include "base/moment.h"

/* The page of a row, and what is new on it. */
struct detail {
    struct arena *arena;
    struct watched watched;
    struct store_events events;
};

static int read_detail(const struct caller *c, const struct report_row *row, struct detail *out, struct err *e)
{
    struct store_event_query query = { .user = c->who.user, .page = row->page, .unseen = true };
    struct store_watched *stored = NEW(out->arena, struct store_watched);
    int failed = store_watched_page(out->arena, c->store, c->who.user, row->page, stored, e);

    if (failed)
        return failed;
    watched_read(out->arena, stored, &out->watched);
    return row->part == REPORT_NEW ? store_event_list(out->arena, c->store, &query, &out->events, e) : 0;
}

static void add_events(struct json *j, const struct detail *d)
{
    json_key(j, "events");
    json_array(j);
    for (uint32_t i = 0; i < d->events.n; i++)
        thing_event(j, &d->watched, &d->events.item[i]);
    json_end(j);
}

/* What is new on a page: all its events together, as the report shows them. */
static void add_news(struct json *j, const struct report_row *row, const struct detail *d)
{
    struct store_counts counts = { .words_inserted = row->words_inserted, .words_deleted = row->words_deleted };
    struct thing_weight weight = { row->importance, row->headline, STR(""), &counts };

    for (uint32_t i = 0; i < d->events.n; i++)
        for (int class = 0; class < STORE_CLASSES; class ++)
            counts.changes[class] += d->events.item[i].counts.changes[class];
    if (d->events.n)
        weight.reasons = d->events.item[0].reasons;
    json_field_real(j, "weight", row->weight);
    thing_weight_members(j, &weight);
    json_key(j, "changes");
    json_array(j);
    for (uint32_t i = 0; i < row->excerpts.n; i++)
        thing_change(j, &row->excerpts.item[i]);
    json_end(j);
    add_events(j, d);
}

static int add_row(const struct caller *c, const struct report_row *row, bool is_new, struct json *j, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct detail d = { .arena = &a };
    int failed = read_detail(c, row, &d, e);

    if (failed)
        return failed;
    json_object(j);
    thing_page_members(j, &d.watched);
    if (is_new)
        add_news(j, row, &d);
    json_end(j);
    return buf_check(j->out, e);
}

/* Which list of the document the row belongs to. What is new and has problems stands in two. */
static bool belongs(const struct report_row *row, const char *list)
{
    if (strcmp(list, "new") == 0)
        return row->part == REPORT_NEW;
    if (strcmp(list, "problems") == 0)
        return row->message.len > 0;
    return row->message.len == 0 && strcmp(list, report_part_name(row->part)) == 0;
}

static int add_list(const struct caller *c, const struct report *r, const char *list, struct json *j, struct err *e)
{
    int failed = 0;

    json_key(j, list);
    json_array(j);
    for (uint32_t i = 0; i < r->n && !failed; i++)
        if (belongs(&r->row[i], list))
            failed = add_row(c, &r->row[i], strcmp(list, "new") == 0, j, e);
    json_end(j);
    return failed;
}

int news_json(const struct caller *c, const struct report *r, struct json *j, struct err *e)
{
    static const char *const lists[] = { "new", "problems", "waiting", "same" };
    AUTO(store_tx) tx = { 0 };
    int failed = store_begin_read(c->store, &tx, e);

    json_object(j);
    json_field_str(j, "user", r->user);
    moment_json(j, "at", r->now);
    for (size_t i = 0; i < ARRAY_LEN(lists) && !failed; i++)
        failed = add_list(c, r, lists[i], j, e);
    json_field_number(j, "muted", r->n_muted);
    json_end(j);
    return failed ? failed : store_commit(&tx, e);
}
