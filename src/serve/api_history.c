/* The API: versions of a page, differences between them, what is new. A version is named by its number, by the second in which it was
 * fetched, or as "latest", "previous" or "first". */
#include <stdio.h>

#include "archive/comparison.h"
#include "archive/held.h"
#include "archive/history.h"
#include "archive/marks.h"
#include "archive/news.h"
#include "archive/things.h"
#include "serve/api.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "show/show.h"

struct api_page {
    struct target target;
    struct page_history rows;
};

static int read_page(struct http_request *r, struct api_page *p, struct err *e)
{
    int failed = target_page(&r->caller, r->match.number[0], &p->target, e);

    return failed ? failed : history_read(&r->caller, &p->target, &p->rows, e);
}

static int find(const struct api_page *p, struct str named, const struct target_version **out, struct err *e)
{
    uint32_t n = p->rows.n;
    uint64_t number = 0;

    if (str_eq(named, STR("latest")) && n)
        return *out = p->rows.row[n - 1].version, 0;
    if (str_eq(named, STR("previous")) && n > 1)
        return *out = p->rows.row[n - 2].version, 0;
    if (str_eq(named, STR("first")) && n)
        return *out = p->rows.row[0].version, 0;
    str_number(named, INT64_MAX, &number);
    for (uint32_t i = n; i > 0 && number; i--) {
        const struct target_version *v = p->rows.row[i - 1].version;
        if ((uint64_t)v->number == number || (uint64_t)(v->at / 1000) == number)
            return *out = v, 0;
    }
    return err_set(e, E_ABSENT, "there is no version %.*s of this page", STR_ARG(named));
}

/* {"1763200800": "/api/v1/watch/5/history/1763200800"}, as changedetection.io has it. Two of one second: the later one. */
int api_history(struct http_request *r, struct err *e)
{
    struct api_page p;
    struct json j;
    int64_t before = -1;
    int failed = read_page(r, &p, e);

    if (failed)
        return failed;
    api_open(r, &j);
    json_object(&j);
    for (uint32_t i = 0; i < p.rows.n; i++) {
        int64_t at = p.rows.row[i].version->at / 1000;
        char key[24];
        snprintf(key, sizeof key, "%lld", (long long)at);
        if (at != before)
            json_field_str(&j, key,
                           arena_printf(r->arena, "/api/v1/watch/%lld/history/%lld", (long long)p.target.page.id, (long long)at));
        before = at;
    }
    json_end(&j);
    answer_etag(r);
    return 0;
}

int api_versions(struct http_request *r, struct err *e)
{
    struct api_page p;
    struct json j;
    int64_t after = form_number(&r->query, "after"), limit = form_number(&r->query, "limit"), n = 0;
    int failed = read_page(r, &p, e);

    if (failed || (failed = history_hold(&r->caller, &p.target, &p.rows, e)))
        return failed;
    api_open(r, &j);
    json_array(&j);
    for (uint32_t i = 0; i < p.rows.n && (limit == 0 || n < limit); i++) {
        if (p.rows.row[i].version->number <= after)
            continue;
        thing_version(&j, &p.rows.row[i]);
        n++;
    }
    json_end(&j);
    answer_etag(r);
    return 0;
}

/* The text that a reader sees; with ?html=1 the bytes as they came, as a file that no browser opens as a page. */
int api_snapshot(struct http_request *r, struct err *e)
{
    struct api_page p;
    const struct target_version *v;
    struct page page;
    struct str bytes;
    int failed;

    if ((failed = read_page(r, &p, e)) || (failed = find(&p, r->match.word[0], &v, e)))
        return failed;
    answer_header(r, "Content-Security-Policy", STR("sandbox; default-src 'none'"));
    r->answer.type = "text/plain; charset=utf-8";
    if (form_has(&r->query, "html")) {
        if ((failed = target_body(&r->caller, &p.target, v->number, &bytes, e)))
            return failed;
        r->answer.type = "application/octet-stream";
        answer_header(r, "Content-Disposition", STR("attachment; filename=\"page.html\""));
        buf_add(&r->answer.body, bytes);
        return 0;
    }
    if ((failed = comparison_page(&r->caller, &p.target, v->number, &page, e)))
        return failed;
    page_text(&page, &r->answer.body);
    return 0;
}

/* What the caller ignores, or noise: a header for programs, and a line where people may read it. */
static void add_left_out(struct http_request *r, struct str words, bool as_json)
{
    if (words.len == 0)
        return;
    answer_header(r, "X-Weft-Left-Out", words);
    if (!as_json)
        buf_addf(&r->answer.body, "\n%.*s; ?whole=1 shows everything.\n", STR_ARG(words));
}

int api_difference(struct http_request *r, struct err *e)
{
    struct str format = form_value(&r->query, "format");
    bool as_json = str_eq(format, STR("json"));
    struct show_options options = { .format = as_json ? SHOW_JSON : SHOW_TEXT, .width = 0 };
    struct comparison_query query = { .whole = form_has(&r->query, "whole") };
    const struct target_version *from, *to;
    struct comparison x;
    struct api_page p;
    int failed;

    if ((failed = read_page(r, &p, e)) || (failed = find(&p, r->match.word[0], &from, e))
        || (failed = find(&p, r->match.word[1], &to, e)))
        return failed;
    query.target = &p.target;
    query.old = from->number;
    query.new = to->number;
    options.old_name = arena_printf(r->arena, "%.*s@%lld", STR_ARG(p.target.name), (long long)from->number);
    options.new_name = arena_printf(r->arena, "%.*s@%lld", STR_ARG(p.target.name), (long long)to->number);
    if ((failed = comparison_make(&r->caller, &query, &x, e))
        || (failed = show_delta(r->arena, &x.delta, &options, &r->answer.body, e)))
        return failed;
    r->answer.type = as_json ? "application/json" : "text/plain; charset=utf-8";
    add_left_out(r, comparison_left_out(r->arena, &x), as_json);
    if (comparison_held(&x).len)
        answer_header(r, "X-Weft-Held-Back", STR("1"));
    answer_etag(r);
    return 0;
}

int api_seen(struct http_request *r, struct err *e)
{
    struct json_value body;
    uint64_t version = 0;
    int failed = caller_must_see(&r->caller, r->match.number[0], e);

    if (!failed)
        failed = api_body(r, &body, e);
    if (!failed && !json_whole(json_get(&body, STR("version")), INT64_MAX, &version))
        failed = json_get(&body, STR("version")) ? api_wrong_kind("version", "a whole number", e)
                                                 : err_set(e, E_USAGE, "the field version is missing");
    if (failed || (failed = marks_set(&r->caller, r->match.number[0], (int64_t)version, MARK_SEEN, e)))
        return failed;
    r->answer.status = 204;
    return 0;
}

/* ---- What is new, and how the server stands ---- */

int api_news(struct http_request *r, struct err *e)
{
    struct str tag = form_value(&r->query, "tag");
    struct news_query query = { .tag = &tag, .n_tags = tag.len ? 1 : 0 };
    struct report report;
    struct json j;

    api_open(r, &j);
    int failed = news_json(&r->caller, &query, &j, &report, e);
    if (!failed)
        answer_etag(r);
    return failed;
}

int api_held(struct http_request *r, struct err *e)
{
    struct held_query query = {
        .limit = 2000, .page = form_number(&r->query, "page"), .seen = form_has(&r->query, "seen"), .parts = true
    };
    struct held_list list;
    struct json j;
    int failed = held_read(&r->caller, &query, &list, e);

    if (failed)
        return failed;
    api_open(r, &j);
    json_array(&j);
    for (uint32_t i = 0; i < list.n; i++)
        held_json(&j, &list.row[i]);
    json_end(&j);
    answer_etag(r);
    return 0;
}

int api_systeminfo(struct http_request *r, struct err *e)
{
    struct scheduler_state state = scheduler_state(&r->server->scheduler);
    struct news_counts n;
    struct json j;
    int failed = news_count(&r->caller, NULL, &n, e);

    if (failed)
        return failed;
    api_open(r, &j);
    json_object(&j);
    json_field_str(&j, "version", STR(WEFT_VERSION));
    json_field_number(&j, "watch_count", (int64_t)n.watched);
    json_field_number(&j, "new_count", (int64_t)n.new);
    json_field_number(&j, "queue_size", state.under_way);
    json_field_real(&j, "uptime", (double)(r->caller.now - r->server->started_at) / 1000);
    json_end(&j);
    return 0;
}
