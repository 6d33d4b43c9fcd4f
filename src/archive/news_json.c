/* The report as data. In: what is watched, row by row. Out: things as docs/json.md has them, in the order of the report.
 *
 * Each page is written while its rows are at hand, since a row of a report has only what people are shown; what was written is put in order
 * afterwards. Cost: as news_read(), and the output twice. */
#include "archive/news_inside.h"
#include "archive/things.h"
#include "base/limits.h"
#include "base/moment.h"

enum { DEPTH = 2 }; /* of a page in the document: in a list of an object */

/* What is new on a page: all of it as the report shows it, then the events one by one. */
static void add_news(struct json *j, const struct news_page *page)
{
    const struct report_row *row = page->row;
    const struct store_new *new = page->new;
    const struct store_event *sum = page->sum;
    struct thing_weight weight = { sum->importance, sum->headline, sum->reasons, &sum->counts };

    json_field_real(j, "weight", row->weight);
    json_field_number(j, "versions", row->n_versions);
    json_field_number(j, "of_version", sum->number);
    thing_weight_members(j, &weight);
    json_key(j, "changes");
    json_array(j);
    for (uint32_t i = 0; i < row->excerpts.n; i++)
        thing_change(j, &row->excerpts.item[i]);
    json_end(j);
    json_key(j, "events");
    json_array(j);
    for (uint32_t i = 0; i < new->n_events; i++)
        thing_event(j, page->watched, &new->event[i]);
    json_end(j);
}

static int write_page(struct arena *a, unsigned indent, const struct news_page *page, bool with_news, struct str *out,
                      struct err *e)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    struct json j;

    json_open_at(&j, &text, indent, DEPTH);
    json_object(&j);
    thing_page_members(&j, page->watched);
    if (with_news)
        add_news(&j, page);
    json_end(&j);
    return buf_take(&text, a, out, e);
}

/* What is new and has problems stands in two lists, a page on which nothing is new or wrong in none. */
int news_things_add(struct arena *a, struct news_things *things, const struct news_page *page, struct err *e)
{
    struct news_thing one = { .new = STR(""), .plain = STR("") };

    if (page->row->part == REPORT_SAME)
        return 0; /* the document has their number */
    int failed = page->new ? write_page(a, things->indent, page, true, &one.new, e) : 0;

    if (!failed && (!page->new || page->row->message.len))
        failed = write_page(a, things->indent, page, false, &one.plain, e);
    if (failed)
        return failed;
    map_slot(&things->place, (uint64_t)page->row->page, things->list.n);
    *VEC_ADD(a, &things->list) = one;
    return 0;
}

/* Which list of the document the row belongs to. */
static bool belongs(const struct report_row *row, const char *list)
{
    if (strcmp(list, "new") == 0)
        return row->part == REPORT_NEW;
    if (strcmp(list, "problems") == 0)
        return row->message.len > 0;
    return row->message.len == 0 && strcmp(list, report_part_name(row->part)) == 0;
}

static void add_list(struct json *j, const struct report *r, const struct news_things *things, const char *list)
{
    bool is_new = strcmp(list, "new") == 0;

    json_key(j, list);
    json_array(j);
    for (uint32_t i = 0; i < r->n; i++) {
        if (!belongs(&r->row[i], list))
            continue;
        const struct news_thing *thing = &things->list.item[*map_find(&things->place, (uint64_t)r->row[i].page)];
        json_raw(j, is_new ? thing->new : thing->plain);
    }
    json_end(j);
}

int news_json(const struct caller *c, const struct news_query *query, struct json *j, struct report *out, struct err *e)
{
    static const char *const lists[] = { "new", "problems", "waiting" };
    struct news_query brief = *query;
    struct news_things things = { .indent = j->indent };

    brief.brief = true;
    map_open(&things.place, c->arena, 64);
    int failed = news_gather(c, &brief, &things, out, e);
    if (failed)
        return failed;
    json_object(j);
    json_field_str(j, "user", out->user);
    moment_json(j, "at", out->now);
    for (size_t i = 0; i < ARRAY_LEN(lists); i++)
        add_list(j, out, &things, lists[i]);
    json_field_number(j, "same", out->n_part[REPORT_SAME]);
    json_field_number(j, "muted", out->n_muted);
    json_end(j);
    return buf_check(j->out, e);
}
