/* weft's web pages without a socket: requests go in, answers come out, in the thread of the test.
 *
 *     static struct site s;
 *     site_open(&s);                                     an archive with ann, an administrator who is signed in
 *     int64_t page = site_page(&s, "https://a.example/", "");
 *     site_version(&s, page, "<p>one"); site_version(&s, page, "<p>two");
 *     struct reply r = site_get(&s, "/");                as her browser asks
 *     r = site_post(&s, "/act", "page=1&seen=2");        a form of her own pages
 *     r = site_api(&s, "GET", "/api/v1/watch", "");      a program with her token
 *     r = site_ask(&s, &(struct http_request){ ... });   anything else
 *     site_close(&s);
 *
 * Texts of replies live as long as the site. What cannot be built ends the test. */
#ifndef TESTS_SERVE_SITE_H
#define TESTS_SERVE_SITE_H

#include "archive/accounts.h"
#include "base/duration.h"
#include "base/hash.h"
#include "flow/check.h"
#include "serve/server.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

#define SITE_NOW (INT64_C(20773) * DURATION_DAY_MS + 12 * DURATION_HOUR_MS) /* 2026-11-16, noon */

struct site {
    struct folder folder;
    struct arena arena;
    struct settings settings;
    struct server_options options;
    struct server server;
    struct store *store;
    struct templates templates;
    int64_t user, now;
    struct str session, form_token, token;
    struct err e;
};

struct reply {
    unsigned status;
    struct str type, body;
    struct {
        struct str name, value;
    } header[ANSWER_HEADERS_MAX];
    unsigned n_headers;
    bool is_live;
    struct str live; /* what it was told at once */
};

__attribute__((unused)) static void site_must(struct site *s, int code)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", s->e.text);
    exit(1);
}

__attribute__((unused)) static struct caller site_caller(struct site *s, int64_t user, const char *name, enum caller_role role)
{
    return (struct caller){ .who = { .user = user, .name = str_of(name), .role = role },
                            .store = s->store,
                            .settings = &s->settings,
                            .arena = &s->arena,
                            .now = s->now };
}

/* Somebody who may sign in; the secret of a session or token of theirs. */
__attribute__((unused)) static int64_t site_user(struct site *s, const char *name, enum caller_role role)
{
    struct store_account account = { .password = STR("none"), .role = role, .changed_at = s->now };
    site_must(s, store_user_add(s->store, str_of(name), s->now, &account.user.id, &s->e));
    site_must(s, store_account_put(s->store, &account, &s->e));
    return account.user.id;
}

__attribute__((unused)) static struct str site_ticket(struct site *s, int64_t user, enum store_ticket_kind kind)
{
    struct caller c = site_caller(s, user, "ann", ROLE_ADMIN);
    struct str secret;
    site_must(s, tickets_make(&c, &(struct store_ticket){ .kind = kind, .name = STR("test"), .until = NEVER }, &secret, &s->e));
    return arena_str(&s->arena, secret);
}

/* The browser is somebody else's from now on. */
__attribute__((unused)) static void site_sign_in(struct site *s, int64_t user)
{
    s->session = site_ticket(s, user, STORE_TICKET_SESSION);
    s->form_token = tickets_form_token(&s->arena, s->session);
    s->token = site_ticket(s, user, STORE_TICKET_TOKEN);
}

__attribute__((unused)) static void site_open(struct site *s)
{
    AUTO(store) made = { 0 };
    struct server *v = &s->server;
    *s = (struct site){ .folder = folder_new(), .now = SITE_NOW };
    site_must(s, settings_defaults(&s->arena, &s->settings, &s->e));
    s->options = (struct server_options){ .settings = &s->settings, .first_user = STR("ann") };
    *v = (struct server){ .options = &s->options, .app = { .port = 8620 }, .pages = { .port = 8621 }, .started_at = s->now };
    struct str path = str_of(folder_path(&s->arena, &s->folder, "w.db"));
    site_must(s, store_open(&made, path.ptr, &(struct store_options){ .create = true }, &s->e));
    stores_open(&v->stores, path);
    cache_open(&v->cache);
    attempts_open(&v->attempts);
    live_open(&v->live, &v->http);
    undos_open(&v->undos);
    tasks_open(&v->tasks);
    deadlines_open(&v->deadlines);
    outlooks_open(&v->outlooks, v);
    counts_open(&v->counts);
    sessions_open(&v->sessions);
    pthread_mutex_init(&v->scheduler.lock, NULL);
    site_must(s, loop_open(&v->scheduler.loop, &s->e)); /* nobody runs it: what was asked for stays in scheduler.asked */
    site_must(s, stores_take(&v->stores, &s->store, &s->e));
    s->user = site_user(s, "ann", ROLE_ADMIN);
    site_sign_in(s, s->user);
}

__attribute__((unused)) static void site_close(struct site *s)
{
    struct server *v = &s->server;
    tasks_stop(&v->tasks);
    if (v->crew.n_threads)
        crew_close(&v->crew);
    loop_close(v->scheduler.loop);
    sessions_drop(&v->sessions);
    counts_drop(&v->counts);
    undos_drop(&v->undos);
    outlooks_drop(&v->outlooks);
    deadlines_drop(&v->deadlines);
    tasks_drop(&v->tasks);
    live_drop(&v->live);
    attempts_drop(&v->attempts);
    cache_drop(&v->cache);
    stores_give(&v->stores, s->store);
    stores_drop(&v->stores);
    templates_drop(&s->templates);
    arena_drop(&s->arena);
    folder_drop(&s->folder);
}

/* ---- Requests ---- */

static struct reply site_take(struct site *s, struct http_request *r)
{
    struct http_answer *a = &r->answer;
    struct reply reply = { .status = a->status, .type = arena_str(&s->arena, str_of(a->type)), .is_live = a->live != NULL };
    reply.body = arena_str(&s->arena, a->bytes.ptr ? a->bytes : buf_str(&a->body));
    for (; reply.n_headers < a->n_headers; reply.n_headers++) {
        reply.header[reply.n_headers].name = str_of(a->header[reply.n_headers].name);
        reply.header[reply.n_headers].value = arena_str(&s->arena, a->header[reply.n_headers].value);
    }
    if (a->held)
        cache_give(&s->server.cache, a->held);
    if (a->live) {
        reply.live = arena_str(&s->arena, buf_str(&a->live->pending));
        live_leave(a->live);
    }
    if (a->fd > 0)
        close(a->fd);
    buf_drop(&a->body);
    return reply;
}

/* What is set in `asked` is how it asks; the host is this machine where none is named. "?..." of the path is its query. */
__attribute__((unused)) static struct reply site_ask(struct site *s, const struct http_request *asked)
{
    struct http_request r = *asked;
    AUTO(arena) arena = { 0 };
    struct str path = r.path;
    unsigned status;
    r.path = str_cut(&path, '?');
    r.query_text = path;
    r.server = &s->server;
    r.arena = &arena;
    r.method = r.method.len ? r.method : STR("GET");
    r.host = r.host.len ? r.host : STR("127.0.0.1:8620");
    r.caller = (struct caller){ .store = s->store, .settings = &s->settings, .arena = &arena, .now = s->now };
    r.route = route_find(r.is_pages ? routes_pages : routes_app, r.is_pages ? n_routes_pages : n_routes_app, r.method, r.path,
                         &r.match, &status);
    r.answer =
        (struct http_answer){ .status = status, .type = "text/html; charset=utf-8", .body = BUF(ANSWER_MAX_BYTES), .fd = -1 };
    request_answer(&r);
    return site_take(s, &r);
}

static struct str site_cookie(struct site *s)
{
    return arena_printf(&s->arena, "weft=%.*s", STR_ARG(s->session));
}

__attribute__((unused)) static struct reply site_get(struct site *s, const char *path)
{
    return site_ask(s, &(struct http_request){ .path = str_of(path), .cookie = site_cookie(s) });
}

__attribute__((unused)) static struct reply site_post(struct site *s, const char *path, const char *form)
{
    return site_ask(s, &(struct http_request){
                           .method = STR("POST"),
                           .path = str_of(path),
                           .cookie = site_cookie(s),
                           .content_type = STR("application/x-www-form-urlencoded"),
                           .body = arena_printf(&s->arena, "t=%.*s&%s", STR_ARG(s->form_token), form),
                       });
}

__attribute__((unused)) static struct reply site_api(struct site *s, const char *method, const char *path, const char *json)
{
    return site_ask(
        s, &(struct http_request){ .method = str_of(method), .path = str_of(path), .api_key = s->token, .body = str_of(json) });
}

/* ---- What is watched ---- */

__attribute__((unused)) static int64_t site_page(struct site *s, const char *url, const char *settings)
{
    struct store_page row = {
        .url = str_of(url), .canonical = str_of(url), .host = STR("a.example"), .added_at = 1, .next_check_at = NEVER
    };
    int64_t page;
    site_must(s, store_page_add(s->store, &row, &page, &s->e));
    site_must(s, store_watch_put(
                     s->store, &(struct store_watch){ .user = s->user, .page = page, .added_at = 1, .settings = str_of(settings) },
                     &s->e));
    return page;
}

/* The page is visited, a second after what was before, and answers with this. */
__attribute__((unused)) static void site_answer(struct site *s, int64_t page, struct response response)
{
    struct subject_rules rules = { .every_ms = 2 * DURATION_DAY_MS };
    struct check check = { 0 };
    s->now += 1000;
    response.fetched_at_ms = s->now;
    struct check_job job = { s->store, &rules, page, &response, &s->templates, NULL };
    site_must(s, check_answer(&s->arena, &job, &check, &s->e));
}

__attribute__((unused)) static void site_version(struct site *s, int64_t page, const char *body)
{
    site_answer(s, page,
                (struct response){ .state = FETCH_OK,
                                   .status = 200,
                                   .content_type = STR("text/html"),
                                   .body = str_of(body),
                                   .body_hash = hash_str(str_of(body)) });
}

/* ... or cannot be had. */
__attribute__((unused)) static void site_fails(struct site *s, int64_t page, unsigned status)
{
    enum fetch_state state = status == 0                      ? FETCH_HOST_ERROR
                             : status == 404 || status == 410 ? FETCH_GONE
                             : status == 401 || status == 403 ? FETCH_DENIED
                             : status == 429 || status == 503 ? FETCH_BUSY
                                                              : FETCH_HTTP_ERROR;
    struct str words = status ? arena_printf(&s->arena, "the server answers %u", status) : STR("a.example cannot be reached");
    site_answer(s, page, (struct response){ .state = state, .status = status, .message = words });
}

/* ---- Replies ---- */

__attribute__((unused)) static struct str reply_header(const struct reply *r, const char *name)
{
    for (unsigned i = 0; i < r->n_headers; i++)
        if (str_eq(r->header[i].name, str_of(name)))
            return r->header[i].value;
    return STR("");
}

__attribute__((unused)) static bool reply_has(const struct reply *r, const char *text)
{
    return str_find(r->body, str_of(text), 0) != SIZE_MAX;
}

/* Whether an act was done that the next page speaks of in these words, as they stand in a cookie. */
__attribute__((unused)) static bool reply_says(const struct reply *r, const char *coded)
{
    return r->status == 303 && str_find(reply_header(r, "Set-Cookie"), str_of(coded), 0) != SIZE_MAX;
}

/* A point: the reply has that status, and its body that text. */
#define reply_is(reply, want_status, want_text, what) site_point((reply), (want_status), (want_text), __FILE__, __LINE__, (what))

__attribute__((unused)) static bool site_point(const struct reply *r, unsigned status, const char *text, const char *file, int line,
                                               const char *what)
{
    if (tap_point(r->status == status && reply_has(r, text), file, line, "%s", what))
        return true;
    printf("# got %u, want %u with: %s\n", r->status, status, text);
    tap_show("got", r->body);
    return false;
}

#endif
