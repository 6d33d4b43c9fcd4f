/* Pages: what is watched, by whomever, and when it is looked at again. Cost: O(log pages) for each call, and the rows that come out. */
#include "base/vec.h"
#include "store/page.h"

void page_fill(struct arena *a, struct query *q, struct store_page *out)
{
    *out = (struct store_page){
        .id = query_number(q, 0),
        .url = query_str(a, q, 1),
        .canonical = query_str(a, q, 2),
        .host = query_str(a, q, 3),
        .added_at = query_number(q, 4),
        .checked_at = query_moment(q, 5),
        .next_check_at = query_moment(q, 6),
        .etag = query_str(a, q, 7),
        .last_modified = query_str(a, q, 8),
        .errors = query_number(q, 9),
        .state = query_str(a, q, 10),
        .attention = query_number(q, 11) != 0,
        .best_effort = query_number(q, 12) != 0,
        .learnt = query_str(a, q, 13),
    };
    if (out->canonical.len == 0)
        out->canonical = out->url;
}

static int insert(struct store *s, const struct store_page *p, int64_t *id, struct err *e)
{
    struct str canonical = str_eq(p->canonical, p->url) ? STR("") : p->canonical;
    return query_count(s,
                       "INSERT INTO page(url, canonical, host, added_at, next_check_at) VALUES($1, $2, $3, $4, $5)"
                       " ON CONFLICT(url) DO NOTHING RETURNING id",
                       VALUES(text(p->url), text_or_null(canonical), text(p->host), num(p->added_at), moment(p->next_check_at)), id,
                       e);
}

int store_page_add(struct store *s, const struct store_page *page, int64_t *id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t got = 0;
    if (page->url.len == 0)
        return err_set(e, E_USAGE, "a page needs a URL");
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = insert(s, page, &got, e);
    if (code == 0 && got == 0)
        code = query_count(s, "SELECT id FROM page WHERE url = $1", VALUES(text(page->url)), &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *id = got;
    return code;
}

int store_page_get(struct arena *a, struct store *s, int64_t id, struct store_page *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " PAGE_COLUMNS " FROM page p WHERE id = $1", VALUES(num(id)), e);
    if (got > 0)
        page_fill(a, &q, out);
    return got ? MIN(got, 0) : err_set(e, E_ABSENT, "no page has the number %lld", (long long)id);
}

int store_page_find(struct arena *a, struct store *s, struct str url, struct store_page *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " PAGE_COLUMNS " FROM page p WHERE url = $1", VALUES(text(url)), e);
    if (got > 0)
        page_fill(a, &q, out);
    return got ? MIN(got, 0) : err_set(e, E_ABSENT, "%.*s: not in the store", STR_ARG(url));
}

int store_page_schedule(struct store *s, const struct store_page *page, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t changed;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_change(s,
                            "UPDATE page SET checked_at = $1, next_check_at = $2, etag = $3, last_modified = $4, errors = $5,"
                            " state = $6, attention = $7, best_effort = $8, learnt = $9 WHERE id = $10",
                            VALUES(moment(page->checked_at), moment(page->next_check_at), text_or_null(page->etag),
                                   text_or_null(page->last_modified), num(page->errors), text_or_null(page->state),
                                   num(page->attention), num(page->best_effort), raw_or_null(page->learnt), num(page->id)),
                            &changed, e);
    if (code == 0 && changed == 0)
        code = err_set(e, E_ABSENT, "no page has the number %lld", (long long)page->id);
    return code ? code : store_commit(&tx, e);
}

/* References go down by as many versions of this page as have the blob; the newest is one head less. */
static const char *const removing[] = {
    "UPDATE blob SET heads = heads - 1 WHERE id = (SELECT blob FROM version WHERE page = $1 ORDER BY number DESC LIMIT 1)",
    ("UPDATE blob SET refs = refs - (SELECT count(*) FROM version v WHERE v.page = $1 AND v.blob = blob.id)"
     " WHERE id IN (SELECT blob FROM version WHERE page = $1)"),
    "DELETE FROM version WHERE page = $1",
    "DELETE FROM verdict WHERE page = $1",
    "DELETE FROM event WHERE page = $1",
    "DELETE FROM secret WHERE page = $1",
    "DELETE FROM seen WHERE page = $1",
    "DELETE FROM lesson WHERE page = $1",
    "DELETE FROM since WHERE page = $1",
    "DELETE FROM watch WHERE page = $1",
    "DELETE FROM sentinel_page WHERE page = $1",
    "DELETE FROM look WHERE page = $1",
    "DELETE FROM websub WHERE page = $1",
    "DELETE FROM collection_page WHERE page = $1",
};

int store_page_remove(struct store *s, int64_t id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t removed;
    int code = store_begin(s, &tx, e);
    for (size_t i = 0; i < ARRAY_LEN(removing) && code == 0; i++)
        code = query_run(s, removing[i], VALUES(num(id)), e);
    if (code == 0)
        code = query_change(s, "DELETE FROM page WHERE id = $1", VALUES(num(id)), &removed, e);
    if (code == 0 && removed == 0)
        code = err_set(e, E_ABSENT, "no page has the number %lld", (long long)id);
    return code ? code : store_commit(&tx, e);
}

int store_page_rename(struct store *s, int64_t id, struct str url, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t others = 0, renamed = 0;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_count(s, "SELECT count(*) FROM page WHERE url = $1 AND id <> $2", VALUES(text(url), num(id)), &others, e);
    if (code == 0 && others)
        code = err_set(e, E_USAGE, "%.*s is in the archive already", STR_ARG(url));
    if (code == 0)
        code = query_change(s, "UPDATE page SET canonical = COALESCE(NULLIF(canonical, ''), url), url = $1 WHERE id = $2",
                            VALUES(text(url), num(id)), &renamed, e);
    if (code == 0 && renamed == 0)
        code = err_set(e, E_ABSENT, "no page has the number %lld", (long long)id);
    return code ? code : store_commit(&tx, e);
}

int page_list(struct arena *a, struct query *q, int got, struct store_pages *out, struct err *e)
{
    VEC(struct store_page) pages = { 0 };
    for (; got > 0; got = query_next(q, e))
        page_fill(a, q, VEC_ADD(a, &pages));
    if (got == 0)
        *out = (struct store_pages){ pages.item, pages.n };
    return got;
}

int store_pages(struct arena *a, struct store *s, int64_t after, uint32_t limit, struct store_pages *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " PAGE_COLUMNS " FROM page p WHERE id > $1 ORDER BY id LIMIT $2",
                        VALUES(num(after), num(limit)), e);
    return page_list(a, &q, got, out, e);
}

int store_pages_alike(struct arena *a, struct store *s, struct str canonical, struct store_pages *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " PAGE_COLUMNS " FROM page p WHERE url = $1 OR canonical = $1 ORDER BY id",
                        VALUES(text(canonical)), e);
    return page_list(a, &q, got, out, e);
}
