/* Answers that many routes have: an act was done, something failed, nothing changed. */
#include <stdio.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "serve/shell.h"
#include "serve/server.h"

void answer_cookie(struct http_request *r, const char *name, struct str value, int64_t seconds)
{
    bool secure = str_starts(r->origin, STR("https:"));

    answer_header(r, "Set-Cookie",
                  arena_printf(r->arena, "%s=%.*s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%lld%s", name, STR_ARG(value),
                               (long long)seconds, secure ? "; Secure" : ""));
}

static void done_json(struct http_request *r, struct str words, uint64_t undo)
{
    struct json j;

    r->answer.type = "application/json";
    json_open(&j, &r->answer.body, 0);
    json_object(&j);
    json_field_str(&j, "words", words);
    json_field_str(&j, "undo", undo ? arena_printf(r->arena, "%llu", (unsigned long long)undo) : STR(""));
    json_end(&j);
}

void answer_done(struct http_request *r, struct str words, uint64_t undo, struct str back)
{
    AUTO(buf) value = BUF(KIB(4));

    if (str_starts(r->accept, STR("application/json"))) {
        done_json(r, words, undo);
        return;
    }
    html_add_part(&value, arena_printf(r->arena, "%llu:%.*s", (unsigned long long)undo, STR_ARG(words)));
    answer_cookie(r, "weft-done", arena_str(r->arena, buf_str(&value)), 60);
    answer_redirect(r, back);
}

void answer_etag(struct http_request *r)
{
    char tag[24];
    struct str body = buf_str(&r->answer.body);

    snprintf(tag, sizeof tag, "\"%016llx\"", (unsigned long long)hash_str(body));
    struct str value = arena_str(r->arena, str_of(tag));
    answer_header(r, "ETag", value);
    if (!str_eq(r->if_none_match, value))
        return;
    r->answer.status = 304;
    buf_clear(&r->answer.body);
}

/* ---- Failures ---- */

static const char *title_of(unsigned status)
{
    switch (status) {
    case 400:
        return "That did not work";
    case 401:
        return "Sign in first";
    case 403:
        return "Not allowed";
    case 404:
        return "Not found";
    case 405:
        return "Not here";
    case 413:
        return "Too large";
    default:
        return "Something failed";
    }
}

/* RFC 9457 */
static void problem_json(struct http_request *r, const char *title, struct str words)
{
    struct json j;

    r->answer.type = "application/problem+json";
    json_open(&j, &r->answer.body, 0);
    json_object(&j);
    json_field_str(&j, "title", str_of(title));
    json_field_number(&j, "status", r->answer.status);
    json_field_str(&j, "detail", words);
    json_end(&j);
}

static void failure_page(struct http_request *r, const char *title, struct str words)
{
    struct buf *out = &r->answer.body;

    shell_open_card(r, str_of(title), false);
    HTML(out, "<h1>{}</h1>\n<p class=\"lede\">{}</p>\n<p class=\"mt\"><a class=\"btn\" href=\"/\">To What’s new</a></p>",
         WORD(title), TEXT(words));
    shell_close_card(r);
}

void answer_failure(struct http_request *r, const struct err *e)
{
    struct str words = arena_str(r->arena, str_of(e->text));
    unsigned before = r->answer.status;

    buf_drop(&r->answer.body);
    r->answer.body = (struct buf)BUF(ANSWER_MAX_BYTES);
    r->answer.bytes = (struct str){ 0 };
    r->answer.status = before == 401 || (before == 405 && e->code == E_USAGE) ? before : answer_status(e->code);
    const char *title = title_of(r->answer.status);
    if (str_starts(r->path, STR("/api/")) || str_starts(r->accept, STR("application/json")))
        problem_json(r, title, words);
    else if (r->is_pages) {
        r->answer.type = "text/plain; charset=utf-8";
        buf_add(&r->answer.body, words);
    } else
        failure_page(r, title, words);
}
