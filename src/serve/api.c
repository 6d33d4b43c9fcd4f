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
#include "serve/html.h"
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

int api_wrong_kind(const char *field, const char *kind, struct err *e)
{
    return err_set(e, E_USAGE, "the field %s must be %s", field, kind);
}

static const struct json_value *given_member(const struct json_value *body, const char *field)
{
    const struct json_value *v = json_get(body, str_of(field));

    return v && v->kind == JSON_NULL ? NULL : v;
}

int api_take_text(const struct json_value *body, const char *field, struct str *out, bool *given, struct err *e)
{
    const struct json_value *v = given_member(body, field);

    if (v && !json_text(v, out))
        return api_wrong_kind(field, "a text", e);
    *given = v != NULL;
    return 0;
}

int api_take_bool(const struct json_value *body, const char *field, bool *out, bool *given, struct err *e)
{
    const struct json_value *v = given_member(body, field);

    if (v && v->kind != JSON_BOOL)
        return api_wrong_kind(field, "true or false", e);
    if (v)
        *out = v->truth;
    *given = v != NULL;
    return 0;
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

/* Where the list goes on. */
static struct str next_of(const struct api_list *list)
{
    AUTO(buf) out = BUF(KIB(64));

    buf_addf(&out, "</api/v1/watch?after=%lld&limit=%u", (long long)list->last, list->limit);
    if (list->tag.len) {
        buf_add(&out, STR("&tag="));
        html_add_part(&out, list->tag);
    }
    buf_add(&out, STR(">; rel=\"next\""));
    return arena_str(list->r->arena, buf_str(&out));
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
        answer_header(r, "Link", next_of(&list));
    answer_etag(r);
    return 0;
}

/* ---- Writing ---- */

/* One text, or a list of them; empty ones are left out. False: it is something else. */
static bool texts_of(struct arena *a, const struct json_value *v, struct record_list *out)
{
    VEC(struct str) list = { 0 };
    const struct json_value *item = v->kind == JSON_ARRAY ? v->item : v;
    uint32_t n = v->kind == JSON_ARRAY ? v->n : 1;

    for (uint32_t i = 0; i < n; i++) {
        if (item[i].kind != JSON_STR)
            return false;
        if (item[i].str.len)
            *VEC_ADD(a, &list) = item[i].str;
    }
    *out = (struct record_list){ list.item, list.n };
    return true;
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

static int take_text(struct watch_edit *x, const struct json_value *body, const char *field, struct str *to, struct err *e)
{
    bool given;
    int failed = api_take_text(body, field, to, &given, e);

    if (!failed && given)
        name(x, field);
    return failed;
}

struct texts_field {
    const char *name, *other; /* ours, and that of changedetection.io */
    struct record_list *to;
};

static int take_texts(struct arena *a, struct watch_edit *x, const struct json_value *body, const struct texts_field *field,
                      struct err *e)
{
    bool is_ours = json_get(body, str_of(field->name)) != NULL;
    const struct json_value *v = given_member(body, is_ours ? field->name : field->other);

    if (!v)
        return 0;
    if (!texts_of(a, v, field->to))
        return api_wrong_kind(is_ours ? field->name : field->other, "a list of texts", e);
    name(x, field->name);
    return 0;
}

static int take_every(struct arena *a, struct watch_edit *x, const struct json_value *body, struct err *e)
{
    const struct json_value *every = given_member(body, "time_between_check");

    if (!every)
        return take_text(x, body, "every", &x->to.every, e);
    if (every->kind != JSON_OBJECT)
        return api_wrong_kind("time_between_check", "an object of weeks, days, hours, minutes and seconds", e);
    x->to.every = interval_of(a, every);
    name(x, "every");
    return 0;
}

/* What may be set over the network; logins, proxies, files and browsers are for the command line. */
static int take_fields(struct arena *a, const struct json_value *body, struct watch_edit *x, struct err *e)
{
    enum { FIELDS = 8 };
    const struct texts_field lists[] = { { "tags", "tag", &x->to.tags },
                                         { "select", "include_filters", &x->to.select },
                                         { "ignore", "subtractive_selectors", &x->to.ignore } };
    bool is_paused_given;
    int failed;

    x->name.item = NEW_ARRAY(a, struct str, FIELDS);
    if ((failed = take_text(x, body, "title", &x->to.title, e)) || (failed = take_every(a, x, body, e))
        || (failed = api_take_bool(body, "paused", &x->to.paused, &is_paused_given, e)))
        return failed;
    for (size_t i = 0; i < ARRAY_LEN(lists) && !failed; i++)
        failed = take_texts(a, x, body, &lists[i], e);
    if (!failed && is_paused_given)
        name(x, "paused");
    return failed;
}

int api_watch_add(struct http_request *r, struct err *e)
{
    struct json_value body;
    struct watch_edit edit = { 0 };
    struct watch_change change;
    struct str typed = STR(""), url;
    struct json j;
    bool given;
    int failed;

    if ((failed = api_body(r, &body, e)) || (failed = api_take_text(&body, "url", &typed, &given, e)))
        return failed;
    if (!given)
        return err_set(e, E_USAGE, "the field url is missing");
    if ((failed = take_fields(r->arena, &body, &edit, e)) || (failed = address_read(&r->caller, typed, &url, e))
        || (failed = watches_add(&r->caller, url, &edit, &change, e)))
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
    struct watched w;
    struct target t;
    int failed;

    if ((failed = watched_page(&r->caller, r->match.number[0], &w, e)) || (failed = target_page(&r->caller, w.page.id, &t, e))
        || (failed = api_body(r, &body, e)) || (failed = take_fields(r->arena, &body, &edit, e))
        || (failed = watches_edit(&r->caller, &t, &edit, &change, e)))
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    return api_watch(r, e);
}

int api_watch_delete(struct http_request *r, struct err *e)
{
    struct removal how = { .followed = true };
    struct removed gone;
    struct watched w;
    struct target t;
    int failed;

    if ((failed = watched_page(&r->caller, r->match.number[0], &w, e)) || (failed = target_page(&r->caller, w.page.id, &t, e))
        || (failed = removal_do(&r->caller, &t, &how, &gone, e)))
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
