/* Watches with their pages as they stand, in one reading each. Cost: O(log pages) a row. */
#include "base/vec.h"
#include "store/page.h"

#define WATCHED \
    "SELECT " PAGE_COLUMNS ", w.person, w.added_at, w.settings, w.seen, v.number, v.fetched_at FROM watch w" \
    " JOIN page p ON p.id = w.page LEFT JOIN version v ON v.page = w.page AND v.number =" \
    " (SELECT max(x.number) FROM version x WHERE x.page = w.page)"

static void fill(struct arena *a, struct query *q, struct store_watched *out)
{
    enum { AT = PAGE_N_COLUMNS };
    page_fill(a, q, &out->page);
    out->watch = (struct store_watch){ .user = query_number(q, AT),
                                       .page = out->page.id,
                                       .added_at = query_number(q, AT + 1),
                                       .settings = query_str(a, q, AT + 2),
                                       .seen = query_number(q, AT + 3) };
    out->newest = query_number(q, AT + 4);
    out->newest_at = query_moment(q, AT + 5);
}

static int list(struct arena *a, struct query *q, int got, struct store_watched_list *out, struct err *e)
{
    VEC(struct store_watched) rows = { 0 };
    for (; got > 0; got = query_next(q, e))
        fill(a, q, VEC_ADD(a, &rows));
    if (got == 0)
        *out = (struct store_watched_list){ rows.item, rows.n };
    return got;
}

int store_watched(struct arena *a, struct store *s, const struct store_watch *after, uint32_t limit, struct store_watched_list *out,
                  struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, WATCHED " WHERE w.person = $1 AND w.page > $2 ORDER BY w.page LIMIT $3",
                        VALUES(num(after->user), num(after->page), num(limit)), e);
    return list(a, &q, got, out, e);
}

int store_watched_page(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_watched *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, WATCHED " WHERE w.person = $1 AND w.page = $2", VALUES(num(user), num(page)), e);
    if (got > 0)
        fill(a, &q, out);
    return got ? MIN(got, 0) : err_set(e, E_ABSENT, "the user does not watch this page");
}

/* The condition is the index's own, word for word. */
int store_watched_attention(struct arena *a, struct store *s, int64_t user, struct store_watched_list *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        WATCHED " WHERE w.person = $1 AND p.id IN (SELECT id FROM page WHERE errors > 0 OR attention > 0"
                                " OR checked_at IS NULL) ORDER BY w.page",
                        VALUES(num(user)), e);
    return list(a, &q, got, out, e);
}

int store_failing_count(struct store *s, int64_t user, uint64_t *out, struct err *e)
{
    int64_t n;
    int code =
        query_count(s,
                    "SELECT count(*) FROM watch w WHERE w.person = $1 AND w.page IN (SELECT id FROM page WHERE (errors > 0 OR"
                    " attention > 0 OR checked_at IS NULL) AND errors > 0)",
                    VALUES(num(user)), &n, e);
    if (code == 0)
        *out = (uint64_t)n;
    return code;
}

int store_watch_count(struct store *s, int64_t user, uint64_t *out, struct err *e)
{
    int64_t n;
    int code = query_count(s, "SELECT count(*) FROM watch WHERE person = $1", VALUES(num(user)), &n, e);
    if (code == 0)
        *out = (uint64_t)n;
    return code;
}

int store_watch_at(struct store *s, int64_t user, uint64_t place, int64_t *page, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT page FROM watch WHERE person = $1 ORDER BY page LIMIT 1 OFFSET $2",
                        VALUES(num(user), num((int64_t)place)), e);
    if (got > 0)
        *page = query_number(&q, 0);
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "the user has fewer watches");
}
