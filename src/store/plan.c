/* The plan for all pages: what was reckoned for them together, and what it is reckoned from. O(log rows) for each call, and the rows that
 * come out. Nothing here waits for the disk: a plan that a power cut took is made anew. */
#include "base/vec.h"
#include "store/page.h"
#include "store/query.h"

int store_plan_get(struct arena *a, struct store *s, struct str name, struct str *facts, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT facts FROM plan WHERE name = $1", VALUES(text(name)), e);
    if (got >= 0)
        *facts = got ? query_str(a, &q, 0) : STR("");
    return MIN(got, 0);
}

int store_plan_put(struct store *s, struct str name, struct str facts, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin_unsynced(s, &tx, e);
    if (code == 0)
        code = query_run(s, "INSERT INTO plan(name, facts) VALUES($1, $2) ON CONFLICT(name) DO UPDATE SET facts = excluded.facts",
                         VALUES(text(name), text(facts)), e);
    return code ? code : store_commit(&tx, e);
}

int store_plan_list(struct arena *a, struct store *s, struct str prefix, struct store_facts_list *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_facts) list = { 0 };
    struct str end = arena_str(a, prefix);
    if (end.len)
        ((char *)end.ptr)[end.len - 1]++; /* the first name behind all of them */
    int got = query_one(&q, s, "SELECT name, facts FROM plan WHERE $1 = '' OR (name >= $1 AND name < $2) ORDER BY name",
                        VALUES(text(prefix), text(end)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_facts){ query_str(a, &q, 0), query_str(a, &q, 1) };
    if (got == 0)
        *out = (struct store_facts_list){ list.item, list.n };
    return got;
}

static void fill(struct arena *a, struct query *q, struct store_planned *out)
{
    *out = (struct store_planned){
        .page = { .id = query_number(q, 0),
                  .url = query_str(a, q, 1),
                  .host = query_str(a, q, 2),
                  .checked_at = query_moment(q, 3),
                  .next_check_at = query_moment(q, 4),
                  .errors = query_number(q, 5),
                  .best_effort = query_number(q, 6) != 0,
                  .learnt = query_str(a, q, 7) },
        .user = query_number(q, 8),
        .settings = query_str(a, q, 9),
    };
}

int store_plan_pages(struct arena *a, struct store *s, int64_t after, uint32_t limit, struct store_planned_list *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_planned) list = { 0 };
    int got = query_one(&q, s,
                        "SELECT p.id, p.url, p.host, p.checked_at, p.next_check_at, p.errors, p.best_effort, p.learnt, w.person,"
                        " w.settings FROM (SELECT * FROM page WHERE id > $1 ORDER BY id LIMIT $2) p JOIN watch w ON w.page = p.id"
                        " ORDER BY p.id, w.added_at, w.person",
                        VALUES(num(after), num(limit)), e);
    for (; got > 0; got = query_next(&q, e))
        fill(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_planned_list){ list.item, list.n };
    return got;
}

int store_plan_counts(struct store *s, int64_t late_at, struct store_plan_counts *out, struct err *e)
{
    struct store_plan_counts got = { 0 };
    int code = query_count(s, "SELECT count(*) FROM page WHERE next_check_at IS NOT NULL", NO_VALUES, &got.pages, e);
    if (code == 0)
        code = query_count(s, "SELECT count(*) FROM page WHERE best_effort = 0 AND next_check_at < $1 AND checked_at IS NOT NULL",
                           VALUES(num(late_at)), &got.late, e);
    if (code == 0)
        *out = got;
    return code;
}

int store_plan_last(struct store *s, int64_t *page, struct err *e)
{
    return query_count(s, "SELECT max(id) FROM page", NO_VALUES, page, e);
}

int store_plan_next(struct arena *a, struct store *s, uint32_t limit, struct store_pages *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        "SELECT " PAGE_COLUMNS " FROM page p WHERE p.id IN (SELECT id FROM page WHERE next_check_at IS NOT NULL"
                        " ORDER BY next_check_at, id LIMIT $1) ORDER BY p.next_check_at, p.id",
                        VALUES(num(limit)), e);
    return page_list(a, &q, got, out, e);
}

int store_plan_move(struct store *s, const struct store_page *page, int64_t to, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin_unsynced(s, &tx, e);
    if (code == 0)
        code = query_run(s, "UPDATE page SET next_check_at = $1, best_effort = 1 WHERE id = $2 AND next_check_at = $3",
                         VALUES(moment(to), num(page->id), moment(page->next_check_at)), e);
    return code ? code : store_commit(&tx, e);
}
