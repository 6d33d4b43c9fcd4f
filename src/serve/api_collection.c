/* The API under /api/v1: collections. */
#include "archive/collections.h"

#include "base/vec.h"
#include "serve/api.h"
#include "serve/routes.h"

int api_collections(struct http_request *r, struct err *e)
{
    struct collections list;
    struct json j;
    int failed = collections_list(&r->caller, &list, e);

    if (failed)
        return failed;
    api_open(r, &j);
    json_array(&j);
    for (uint32_t i = 0; i < list.n; i++)
        collection_json(&j, &list.item[i]);
    json_end(&j);
    answer_etag(r);
    return 0;
}

int api_collection(struct http_request *r, struct err *e)
{
    enum { CHANGES_MAX = 100 };
    struct collection_news news;
    struct json j;
    int failed = collections_news(&r->caller, r->match.word[0], CHANGES_MAX, &news, e);

    if (failed)
        return failed;
    api_open(r, &j);
    json_object(&j);
    json_key(&j, "collection");
    collection_json(&j, &news.collection);
    collection_news_members(&j, &news);
    json_end(&j);
    answer_etag(r);
    return 0;
}

/* ---- Writing ---- */

struct wanted {
    struct collection_wish wish;
    struct str name, title, about;
    struct record_list tags;
    struct store_page_ids pages;
    bool is_public;
};

static int take_tags(struct arena *a, const struct json_value *v, struct wanted *w, struct err *e)
{
    VEC(struct str) list = { 0 };

    if (!v || v->kind == JSON_NULL)
        return 0;
    for (uint32_t i = 0; v->kind == JSON_ARRAY && i < v->n; i++) {
        if (v->item[i].kind != JSON_STR)
            return api_wrong_kind("tags", "a list of texts", e);
        if (v->item[i].str.len)
            *VEC_ADD(a, &list) = v->item[i].str;
    }
    w->tags = (struct record_list){ list.item, list.n };
    w->wish.tags = &w->tags;
    return v->kind == JSON_ARRAY ? 0 : api_wrong_kind("tags", "a list of texts", e);
}

static int take_pages(struct arena *a, const struct json_value *v, struct wanted *w, struct err *e)
{
    VEC(int64_t) list = { 0 };
    uint64_t page;

    if (!v || v->kind == JSON_NULL)
        return 0;
    for (uint32_t i = 0; v->kind == JSON_ARRAY && i < v->n; i++) {
        if (!json_whole(&v->item[i], INT64_MAX, &page))
            return api_wrong_kind("pages", "a list of numbers of pages", e);
        *VEC_ADD(a, &list) = (int64_t)page;
    }
    w->pages = (struct store_page_ids){ list.item, list.n };
    w->wish.pages = &w->pages;
    return v->kind == JSON_ARRAY ? 0 : api_wrong_kind("pages", "a list of numbers of pages", e);
}

static int take_text(const struct json_value *body, const char *field, struct str *out, const struct str **wish, struct err *e)
{
    bool given;
    int failed = api_take_text(body, field, out, &given, e);

    if (!failed && given)
        *wish = out;
    return failed;
}

static int read_wish(struct http_request *r, struct wanted *w, struct err *e)
{
    struct json_value body;
    bool given;
    int failed;

    if ((failed = api_body(r, &body, e)) || (failed = take_text(&body, "name", &w->name, &w->wish.rename, e))
        || (failed = take_text(&body, "title", &w->title, &w->wish.title, e))
        || (failed = take_text(&body, "about", &w->about, &w->wish.about, e))
        || (failed = take_tags(r->arena, json_get(&body, STR("tags")), w, e))
        || (failed = take_pages(r->arena, json_get(&body, STR("pages")), w, e))
        || (failed = api_take_bool(&body, "public", &w->is_public, &given, e)))
        return failed;
    if (given)
        w->wish.is_public = &w->is_public;
    return 0;
}

static int put(struct http_request *r, struct wanted *w, struct err *e)
{
    struct collection after;
    struct json j;
    int failed = collections_put(&r->caller, &w->wish, &after, e);

    if (failed)
        return failed;
    api_open(r, &j);
    collection_json(&j, &after);
    return 0;
}

int api_collection_add(struct http_request *r, struct err *e)
{
    struct wanted w = { .wish = { .is_new = true } };
    int failed = read_wish(r, &w, e);

    if (failed)
        return failed;
    if (w.name.len == 0)
        return err_set(e, E_USAGE, "the field name is missing");
    w.wish.name = w.name;
    if ((failed = put(r, &w, e)))
        return failed;
    r->answer.status = 201;
    answer_header(r, "Location", arena_printf(r->arena, "/api/v1/collection/%.*s", STR_ARG(w.name)));
    return 0;
}

int api_collection_put(struct http_request *r, struct err *e)
{
    struct wanted w = { .wish = { .name = r->match.word[0] } };
    int failed = read_wish(r, &w, e);

    return failed ? failed : put(r, &w, e);
}

int api_collection_delete(struct http_request *r, struct err *e)
{
    int failed = collections_drop(&r->caller, r->match.word[0], e);

    if (!failed)
        r->answer.status = 204;
    return failed;
}
