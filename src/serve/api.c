/* The API under /api/v1: watches. A page is as docs/json.md has it; beside that stand the names that clients of changedetection.io know
 * (uuid, last_checked, last_changed, last_error, viewed). Writes take JSON. */
#include <stdio.h>

#include "archive/address.h"
#include "archive/news.h"
#include "archive/removal.h"
#include "archive/things.h"
#include "base/json_read.h"
#include "base/vec.h"
#include "serve/api.h"
#include "serve/routes.h"
#include "serve/server.h"

void api_open(struct http_request *r, struct json *j)
{
    r->answer.type = "application/json";
    json_open(j, &r->answer.body, 0);
}

int api_body(struct http_request *r, struct json_value *out, struct err *e)
{
    int failed = json_read(r->arena, r->body, out, e);

    if (!failed && out->kind != JSON_OBJECT)
        failed = err_set(e, E_FORMAT, "what is sent must be an object");
    return failed;
}

/* ---- One watch ---- */

static int64_t seconds(int64_t at)
{
    return at == NEVER ? 0 : at / 1000;
}

/* What the watch before asked for, as JSON: in a list it is mostly the same. */
struct settings_text {
    struct str settings;
    struct buf *json; /* empty: there is none yet */
};

static void add_settings(struct arena *a, struct json *j, const struct watched *w, struct settings_text *last)
{
    struct json one;

    if (last->json->len == 0 || !str_eq(last->settings, w->settings)) {
        buf_clear(last->json);
        json_open(&one, last->json, 0);
        thing_watch(&one, &w->watch);
        last->settings = arena_str(a, w->settings);
    }
    json_raw(j, buf_str(last->json));
}

static void add_watch(struct arena *a, struct json *j, const struct watched *w, struct settings_text *last)
{
    struct problems problems = watched_problems(w);

    json_object(j);
    json_field_number(j, "id", w->page.id);
    json_key(j, "uuid");
    char id[24];
    snprintf(id, sizeof id, "%lld", (long long)w->page.id);
    json_str(j, str_of(id));
    thing_page_facts(j, w);
    json_key(j, "watch");
    add_settings(a, j, w, last);
    json_field_number(j, "last_checked", seconds(w->page.checked_at));
    json_field_number(j, "last_changed", seconds(w->state.changed_at));
    json_key(j, "last_error");
    if (problems.n && w->page.errors)
        json_str(j, problems.item[0].message);
    else
        json_bool(j, false);
    json_field_bool(j, "paused", w->watch.paused);
    json_field_bool(j, "viewed", w->seen >= w->newest);
    json_end(j);
}

int api_watch(struct http_request *r, struct err *e)
{
    AUTO(buf) text = BUF(MIB(1));
    struct settings_text settings = { .json = &text };
    struct watched w;
    struct json j;
    int failed = watched_page(&r->caller, r->match.number[0], &w, e);

    if (failed)
        return failed;
    api_open(r, &j);
    add_watch(r->arena, &j, &w, &settings);
    answer_etag(r);
    return 0;
}

/* ---- All of them ---- */

enum { LIST_FULL = 1 }; /* ends the walk over the watches */

struct api_list {
    struct http_request *r;
    struct json j;
    struct settings_text settings;
    struct str tag;
    int64_t after;
    uint32_t limit, n;
    int64_t last; /* of those that were written */
    bool more;
};

/* Keyed by id, as changedetection.io has it. */
static int list_one(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct api_list *list = context;
    char id[24];

    if (w->page.id <= list->after || (list->tag.len && !watch_has_tag(&w->watch, list->tag)))
        return 0;
    snprintf(id, sizeof id, "%lld", (long long)w->page.id);
    json_key(&list->j, id);
    add_watch(list->r->arena, &list->j, w, &list->settings);
    list->last = w->page.id;
    list->more = ++list->n == list->limit; /* or there may be: to look would cost as much as to answer */
    return list->more ? LIST_FULL : 0;
}

int api_watches(struct http_request *r, struct err *e)
{
    enum { LIMIT_MAX = 10000 };
    AUTO(buf) text = BUF(MIB(1));
    int64_t limit = form_number(&r->query, "limit");
    struct api_list list = { .r = r,
                             .settings = { .json = &text },
                             .tag = form_value(&r->query, "tag"),
                             .after = form_number(&r->query, "after"),
                             .limit = limit ? (uint32_t)MIN(limit, (int64_t)LIMIT_MAX) : LIMIT_MAX };
    int failed;

    api_open(r, &list.j);
    json_object(&list.j);
    failed = watched_each(&r->caller, list_one, &list, e);
    if (failed && failed != LIST_FULL)
        return failed;
    json_end(&list.j);
    if (list.more)
        answer_header(
            r, "Link",
            arena_printf(r->arena, "</api/v1/watch?after=%lld&limit=%u>; rel=\"next\"", (long long)list.last, list.limit));
    answer_etag(r);
    return 0;
}

/* ---- Writing ---- */

static struct record_list texts_of(struct arena *a, const struct json_value *v)
{
    VEC(struct str) list = { 0 };

    if (v->kind == JSON_STR && v->str.len)
        *VEC_ADD(a, &list) = v->str;
    for (uint32_t i = 0; v->kind == JSON_ARRAY && i < v->n; i++)
        if (v->item[i].kind == JSON_STR && v->item[i].str.len)
            *VEC_ADD(a, &list) = v->item[i].str;
    return (struct record_list){ list.item, list.n };
}

/* {"weeks":1,"days":2,"hours":3,"minutes":4,"seconds":5} as one text. */
static struct str interval_of(struct arena *a, const struct json_value *v)
{
    static const struct {
        struct str name;
        const char *unit;
    } units[] = { { STR_INIT("weeks"), "w" },
                  { STR_INIT("days"), "d" },
                  { STR_INIT("hours"), "h" },
                  { STR_INIT("minutes"), "min" },
                  { STR_INIT("seconds"), "s" } };
    struct str text = STR("");

    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        uint64_t n;
        if (json_whole(json_get(v, units[i].name), 1000000, &n) && n)
            text = arena_printf(a, "%.*s%llu%s", STR_ARG(text), (unsigned long long)n, units[i].unit);
    }
    return text;
}

static void name(struct watch_edit *x, const char *field)
{
    x->name.item[x->name.n++] = str_of(field);
}

static void take_text(struct watch_edit *x, const struct json_value *v, const char *field, struct str *to)
{
    if (json_text(v, to))
        name(x, field);
}

static void take_texts(struct arena *a, struct watch_edit *x, const struct json_value *v, const char *field, struct record_list *to)
{
    if (!v || v->kind == JSON_NULL)
        return;
    *to = texts_of(a, v);
    name(x, field);
}

/* What may be set over the network; logins, proxies, files and browsers are for the command line. */
static void take_fields(struct arena *a, const struct json_value *body, struct watch_edit *x)
{
    enum { FIELDS = 8 };
    const struct json_value *paused = json_get(body, STR("paused")), *every = json_get(body, STR("time_between_check"));
    const struct json_value *tags = json_get(body, STR("tags"));

    x->name.item = NEW_ARRAY(a, struct str, FIELDS);
    take_text(x, json_get(body, STR("title")), "title", &x->to.title);
    take_texts(a, x, tags ? tags : json_get(body, STR("tag")), "tags", &x->to.tags);
    take_texts(a, x, json_get(body, STR("select")) ? json_get(body, STR("select")) : json_get(body, STR("include_filters")),
               "select", &x->to.select);
    take_texts(a, x, json_get(body, STR("ignore")) ? json_get(body, STR("ignore")) : json_get(body, STR("subtractive_selectors")),
               "ignore", &x->to.ignore);
    if (every && every->kind == JSON_OBJECT) {
        x->to.every = interval_of(a, every);
        name(x, "every");
    } else
        take_text(x, json_get(body, STR("every")), "every", &x->to.every);
    if (paused && paused->kind == JSON_BOOL) {
        x->to.paused = paused->truth;
        name(x, "paused");
    }
}

int api_watch_add(struct http_request *r, struct err *e)
{
    struct json_value body;
    struct watch_edit edit = { 0 };
    struct watch_change change;
    struct str typed = STR(""), url;
    struct json j;
    int failed;

    if ((failed = api_body(r, &body, e)))
        return failed;
    if (!json_text(json_get(&body, STR("url")), &typed))
        return err_set(e, E_USAGE, "the field url is missing");
    take_fields(r->arena, &body, &edit);
    if ((failed = address_read(&r->caller, typed, &url, e)) || (failed = watches_add(&r->caller, url, &edit, &change, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    r->answer.status = change.is_new ? 201 : 200;
    answer_header(r, "Location", arena_printf(r->arena, "/api/v1/watch/%lld", (long long)change.page));
    api_open(r, &j);
    json_object(&j);
    json_field_str(&j, "uuid", arena_printf(r->arena, "%lld", (long long)change.page));
    json_field_number(&j, "id", change.page);
    json_end(&j);
    return 0;
}

int api_watch_put(struct http_request *r, struct err *e)
{
    struct json_value body;
    struct watch_edit edit = { 0 };
    struct watch_change change;
    struct target t;
    int failed;

    if ((failed = target_page(&r->caller, r->match.number[0], &t, e)) || (failed = api_body(r, &body, e)))
        return failed;
    take_fields(r->arena, &body, &edit);
    if ((failed = watches_edit(&r->caller, &t, &edit, &change, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    return api_watch(r, e);
}

int api_watch_delete(struct http_request *r, struct err *e)
{
    struct removal how = { .followed = true };
    struct removed gone;
    struct target t;
    int failed;

    if ((failed = target_page(&r->caller, r->match.number[0], &t, e)) || (failed = removal_do(&r->caller, &t, &how, &gone, e)))
        return failed;
    r->answer.status = 204;
    return 0;
}

int api_recheck(struct http_request *r, struct err *e)
{
    struct watched w;
    int failed = watched_page(&r->caller, r->match.number[0], &w, e);

    if (failed || (failed = caller_must_write(&r->caller, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, w.page.id);
    r->answer.status = 202;
    return 0;
}
