/* Rows of collections. O(log rows) for each call, and the rows that come out. */
#include "store/collection.h"

#include "base/vec.h"
#include "store/query.h"

static int add(struct store *s, const struct store_collection *x, int64_t *id, struct err *e)
{
    return query_count(s,
                       "INSERT INTO collection(person, name, title, about, tags, is_public, made_at)"
                       " VALUES($1, $2, $3, $4, $5, $6, $7) RETURNING id",
                       VALUES(num(x->user), text(x->name), text_or_null(x->title), text_or_null(x->about), text_or_null(x->tags),
                              num(x->is_public), num(x->made_at)),
                       id, e);
}

static int change(struct store *s, const struct store_collection *x, struct err *e)
{
    return query_run(
        s, "UPDATE collection SET name = $1, title = $2, about = $3, tags = $4, is_public = $5 WHERE id = $6",
        VALUES(text(x->name), text_or_null(x->title), text_or_null(x->about), text_or_null(x->tags), num(x->is_public), num(x->id)),
        e);
}

int store_collection_put(struct store *s, const struct store_collection *x, int64_t *id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t others = 0, got = x->id;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_count(s, "SELECT count(*) FROM collection WHERE name = $1 AND id <> $2", VALUES(text(x->name), num(x->id)),
                           &others, e);
    if (code == 0 && others)
        code = err_set(e, E_USAGE, "the name %.*s is taken; choose another", STR_ARG(x->name));
    if (code == 0)
        code = x->id ? change(s, x, e) : add(s, x, &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *id = got;
    return code;
}

#define COLUMNS "SELECT id, person, name, title, about, tags, is_public, made_at FROM collection "

static void fill(struct arena *a, struct query *q, struct store_collection *out)
{
    *out = (struct store_collection){
        .id = query_number(q, 0),
        .user = query_number(q, 1),
        .name = query_str(a, q, 2),
        .title = query_str(a, q, 3),
        .about = query_str(a, q, 4),
        .tags = query_str(a, q, 5),
        .is_public = query_number(q, 6) != 0,
        .made_at = query_number(q, 7),
    };
}

int store_collection_find(struct arena *a, struct store *s, struct str name, struct store_collection *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, COLUMNS "WHERE name = $1", VALUES(text(name)), e);
    if (got > 0)
        fill(a, &q, out);
    return got > 0 ? 0 : got ? got : err_set(e, E_ABSENT, "there is no such collection");
}

int store_collection_list(struct arena *a, struct store *s, int64_t user, struct store_collections *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_collection) list = { 0 };
    int got = query_one(&q, s, COLUMNS "WHERE person = $1 OR ($1 = 0 AND is_public <> 0) ORDER BY name", VALUES(num(user)), e);
    for (; got > 0; got = query_next(&q, e))
        fill(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_collections){ list.item, list.n };
    return got;
}

int store_collection_remove(struct store *s, int64_t id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM collection_page WHERE collection = $1", VALUES(num(id)), e);
    if (code == 0)
        code = query_run(s, "DELETE FROM collection WHERE id = $1", VALUES(num(id)), e);
    return code ? code : store_commit(&tx, e);
}

int store_collection_pages(struct arena *a, struct store *s, int64_t id, struct store_page_ids *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(int64_t) list = { 0 };
    int got = query_one(&q, s, "SELECT page FROM collection_page WHERE collection = $1 ORDER BY page", VALUES(num(id)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = query_number(&q, 0);
    if (got == 0)
        *out = (struct store_page_ids){ list.item, list.n };
    return got;
}

int store_collection_choose(struct store *s, int64_t id, const struct store_page_ids *pages, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM collection_page WHERE collection = $1", VALUES(num(id)), e);
    for (uint32_t i = 0; i < pages->n && code == 0; i++)
        code = query_run(s, "INSERT INTO collection_page(collection, page) VALUES($1, $2) ON CONFLICT DO NOTHING",
                         VALUES(num(id), num(pages->item[i])), e);
    return code ? code : store_commit(&tx, e);
}
