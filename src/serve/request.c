/* The one way of every request: is it meant for us, who asks, may it change something, the handler, the words where it failed.
 *
 * Invariants: 1. nothing but POST, PUT and DELETE changes anything, and they are taken from our own pages or with a token of the API alone;
 * 2. a handler that needs somebody is called with a principal whom archive/ knows; 3. every answer carries the policy of its origin. */
#include "serve/request.h"

#include "archive/accounts.h"
#include "archive/preferences.h"
#include "base/limits.h"
#include "serve/shell.h"
#include "serve/server.h"

/* Nothing is loaded from elsewhere, nothing inline runs; frames are the other origin's. */
#define POLICY_APP \
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " \
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; frame-src "

void answer_header(struct http_request *r, const char *name, struct str value)
{
    struct http_answer *a = &r->answer;

    for (unsigned i = 0; i < a->n_headers; i++)
        if (strcmp(a->header[i].name, name) == 0 && strcmp(name, "Set-Cookie") != 0) {
            a->header[i].value = value;
            return;
        }
    if (a->n_headers < ANSWER_HEADERS_MAX) {
        a->header[a->n_headers].name = name;
        a->header[a->n_headers++].value = value;
    }
}

void answer_redirect(struct http_request *r, struct str to)
{
    r->answer.status = 303;
    answer_header(r, "Location", to);
}

unsigned answer_status(int code)
{
    switch (code) {
    case E_LIMIT:
        return 413;
    case E_FORMAT:
    case E_USAGE:
        return 400;
    case E_ABSENT:
        return 404;
    case E_DENIED:
        return 403;
    default:
        return 500;
    }
}

/* ---- Whether it is meant for us ---- */

static struct str without_port(struct str host)
{
    size_t bracket = str_find(host, STR("]"), 0);
    size_t colon = str_find(host, STR(":"), bracket == SIZE_MAX ? 0 : bracket);

    return str_sub(host, 0, MIN(colon, host.len));
}

static struct str host_of_url(struct str url)
{
    size_t slashes = str_find(url, STR("//"), 0);
    struct str rest = str_sub(url, slashes == SIZE_MAX ? 0 : slashes + 2, url.len);

    return str_cut(&rest, '/');
}

static bool holds_only(struct str text, const char *letters)
{
    size_t i = 0;

    while (i < text.len && text.ptr[i] && strchr(letters, text.ptr[i]))
        i++;
    return i == text.len;
}

/* A name that somebody else's DNS could lead to us is not taken: only numbers, localhost, and the name we were given. */
static bool is_our_host(const struct http_request *r)
{
    const struct server_options *o = r->server->options;
    struct str given = host_of_url(r->is_pages ? o->pages_url : o->public_url), name = without_port(r->host);
    struct str port = str_sub(r->host, MIN(name.len + 1, r->host.len), r->host.len);
    bool number =
        name.len > 0 && (holds_only(name, "0123456789.") || (name.ptr[0] == '[' && holds_only(name, "[]0123456789abcdefABCDEF:.")));

    return ((number || str_eq_nocase(name, STR("localhost"))) && holds_only(port, "0123456789"))
           || (given.len && str_eq_nocase(r->host, given));
}

/* How the browser calls us. */
static void find_origins(struct http_request *r)
{
    const struct server_options *o = r->server->options;
    const char *scheme = o->certificate.len ? "https" : "http";
    struct str name = without_port(r->host);

    r->origin = o->public_url.len && !r->is_pages && str_eq_nocase(r->host, host_of_url(o->public_url))
                    ? o->public_url
                    : arena_printf(r->arena, "%s://%.*s:%u", scheme, STR_ARG(name), r->server->app.port);
    r->pages_origin =
        o->pages_url.len ? o->pages_url : arena_printf(r->arena, "%s://%.*s:%u", scheme, STR_ARG(name), r->server->pages.port);
}

static bool changes_something(const struct http_request *r)
{
    return !str_eq(r->method, STR("GET")) && !str_eq(r->method, STR("HEAD"));
}

/* Other sites, and pages that we show, may lead here by a link and in no other way. */
static int check_site(const struct http_request *r, struct err *e)
{
    bool ours = r->fetch_site.len == 0 || str_eq(r->fetch_site, STR("same-origin")) || str_eq(r->fetch_site, STR("none"));
    bool link = str_eq(r->fetch_mode, STR("navigate")) && !changes_something(r);
    bool open_to_all =
        r->route && r->route->needs != NEEDS_SESSION && r->route->needs != NEEDS_ANYBODY && r->route->needs != NEEDS_NOTHING;

    if (!r->is_pages && !ours && !link && !open_to_all)
        return err_set(e, E_DENIED, "another site may not ask for this");
    if (changes_something(r) && r->came_from.len && !str_eq_nocase(r->came_from, r->origin) && !r->api_key.len)
        return err_set(e, E_DENIED, "the form comes from another site; open the page and send it again");
    return 0;
}

/* ---- Who asks ---- */

static struct str bearer(const struct http_request *r)
{
    if (r->api_key.len)
        return r->api_key;
    return str_starts_nocase(r->authorization, STR("Bearer ")) ? str_trim(str_sub(r->authorization, 7, r->authorization.len))
                                                               : STR("");
}

static int take_holder(struct http_request *r, enum store_ticket_kind kind, struct str secret, struct err *e)
{
    struct ticket_holder holder;

    if (secret.len == 0)
        return err_set(e, E_ABSENT, "sign in first");
    if (kind == STORE_TICKET_SESSION && sessions_find(&r->server->sessions, &r->caller, secret, &r->known)) {
        r->caller.who = r->known.who;
        return 0;
    }
    int failed = tickets_find(&r->caller, kind, secret, &holder, e);
    if (!failed)
        r->caller.who = holder.who;
    return failed;
}

/* The settings of this user over those of the machine; who has none of their own is remembered with their session. */
static int apply_settings(struct http_request *r, struct err *e)
{
    const struct settings *machine = r->caller.settings;

    if (r->caller.who.user == 0 || r->known.plain)
        return 0;
    struct settings *own = NEW(r->arena, struct settings);
    *own = *machine;
    r->caller.settings = own;
    int failed = preferences_apply(&r->caller, own, e);
    if (!failed && r->known.generation) {
        r->known.who = r->caller.who;
        r->known.plain = memcmp(own, machine, sizeof *own) == 0;
        sessions_put(&r->server->sessions, &r->caller, r->session, &r->known);
    }
    return failed;
}

static int know_caller(struct http_request *r, struct err *e)
{
    enum route_needs needs = r->route->needs;
    struct str token = needs == NEEDS_FEED ? r->match.word[0] : needs == NEEDS_TOKEN ? bearer(r) : STR("");
    int failed = 0;

    r->caller.who = (struct principal){ .role = ROLE_READER, .name = STR("nobody") };
    r->session = r->is_pages ? STR("") : cookie_value(r->cookie, "weft");
    if (token.len)
        failed = take_holder(r, needs == NEEDS_FEED ? STORE_TICKET_FEED : STORE_TICKET_TOKEN, token, e);
    else if (needs == NEEDS_SESSION || needs == NEEDS_TOKEN)
        failed = take_holder(r, STORE_TICKET_SESSION, r->session, e);
    else if (needs == NEEDS_ANYBODY && (failed = take_holder(r, STORE_TICKET_SESSION, r->session, e)) == E_ABSENT) {
        r->session = STR("");
        failed = 0;
    }
    if (r->session.len && !failed)
        r->form_token = tickets_form_token(r->arena, r->session);
    return failed;
}

/* A form of ours carries the token of its session; a program's token is proof enough by itself. */
static int check_form(const struct http_request *r, struct err *e)
{
    struct str token = r->token.len ? r->token : form_value(&r->form, "t");

    if (!changes_something(r) || (r->route->needs == NEEDS_TOKEN && bearer(r).len) || r->route->needs == NEEDS_NOTHING)
        return 0;
    if (!tickets_equal(token, r->form_token))
        return err_set(e, E_DENIED, "this page is from an earlier session; open it again and repeat what you did");
    return 0;
}

bool request_is_signed_in(struct http_request *r)
{
    struct err e;

    return take_holder(r, STORE_TICKET_SESSION, cookie_value(r->cookie, "weft"), &e) == 0;
}

/* ---- The way ---- */

static int read_form(struct http_request *r, struct err *e)
{
    int failed = form_read(r->arena, r->query_text, &r->query, e);

    if (failed || !changes_something(r))
        return failed;
    if (str_starts_nocase(r->content_type, STR("multipart/form-data")))
        return form_read_multipart(r->arena, r->content_type, r->body, &r->form, e);
    if (str_starts_nocase(r->content_type, STR("application/x-www-form-urlencoded")))
        return form_read(r->arena, r->body, &r->form, e);
    return 0;
}

/* A link of another site (a mail, the bookmarklet) comes without the cookie, which is kept from what other sites begin. A page of ours that
 * leads on by itself is asked for with it; the address changes nothing, whoever made it. */
static void lead_on(struct http_request *r, struct str to)
{
    buf_clear(&r->answer.body);
    r->answer.type = "text/html; charset=utf-8";
    HTML(
        &r->answer.body,
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>weft</title><meta http-equiv=\"refresh\" content=\"0;url={}\"><p><a "
        "href=\"{}\">Go on to weft</a></p>",
        TEXT(to), TEXT(to));
    answer_header(r, "Cache-Control", STR("no-store"));
}

static bool came_by_link(const struct http_request *r)
{
    return !r->session.len && str_eq(r->fetch_site, STR("cross-site")) && str_eq(r->fetch_mode, STR("navigate"))
           && str_eq(r->method, STR("GET"));
}

static struct str own_address(const struct http_request *r)
{
    return r->query_text.len ? arena_printf(r->arena, "%.*s?%.*s", STR_ARG(r->path), STR_ARG(r->query_text)) : r->path;
}

/* Who is not known goes to sign in, and comes back. */
static void send_to_sign_in(struct http_request *r)
{
    AUTO(buf) to = BUF(KIB(64));
    struct str back = own_address(r);

    if (came_by_link(r)) {
        lead_on(r, back);
        return;
    }
    buf_add(&to, STR("/sign-in"));
    if (!changes_something(r) && !str_eq(r->path, STR("/"))) {
        buf_add(&to, STR("?to="));
        html_add_part(&to, back);
    }
    answer_redirect(r, arena_str(r->arena, buf_str(&to)));
}

static int run(struct http_request *r, struct err *e)
{
    int failed;

    if (!is_our_host(r))
        return err_set(e, E_DENIED, "this server does not have that name; --public-url gives it one");
    find_origins(r);
    if (!r->route)
        return r->answer.status == 405
                   ? err_set(e, E_USAGE, "this address takes another method")
                   : err_set(e, E_ABSENT, "Nothing is at this address. It may have been mistyped, or what was here is gone.");
    r->answer.status = 200;
    if ((failed = read_form(r, e)) || (failed = check_site(r, e)))
        return failed;
    failed = know_caller(r, e);
    if (failed == E_ABSENT && r->route->needs == NEEDS_SESSION)
        return send_to_sign_in(r), 0;
    if (failed == E_ABSENT && r->route->needs != NEEDS_NOTHING) {
        r->answer.status = 401;
        return err_set(e, E_DENIED,
                       r->route->needs == NEEDS_FEED ? "this feed is not there any more; make a new address for it in Settings"
                                                     : "a token is needed: send it as x-api-key");
    }
    if (failed || (failed = check_form(r, e)) || (failed = apply_settings(r, e)))
        return failed;
    failed = r->route->run(r, e);
    if (failed == E_ABSENT && r->route->needs == NEEDS_ANYBODY && came_by_link(r)) /* it may be there for who is signed in */
        return lead_on(r, own_address(r)), 0;
    return failed ? failed : r->answer.bytes.ptr ? 0 : buf_check(&r->answer.body, e);
}

static void add_policy(struct http_request *r)
{
    answer_header(r, "X-Content-Type-Options", STR("nosniff"));
    /* With no-referrer the forms of our own pages would come without an origin. */
    answer_header(r, "Referrer-Policy", r->is_pages ? STR("no-referrer") : STR("same-origin"));
    if (r->is_pages)
        return; /* pages.c: each view has its own */
    answer_header(r, "Content-Security-Policy", arena_printf(r->arena, POLICY_APP "%.*s", STR_ARG(r->pages_origin)));
    answer_header(r, "Cross-Origin-Opener-Policy", STR("same-origin"));
    answer_header(r, "Cross-Origin-Resource-Policy", STR("same-origin"));
    answer_header(r, "X-Frame-Options", STR("DENY"));
    if (!r->caller.who.user)
        return;
    /* After signing out nobody goes back to a page; programs may keep what they ask for again by its tag. */
    bool document = r->answer.type && strncmp(r->answer.type, "text/html", 9) == 0;
    answer_header(r, "Cache-Control", document ? STR("no-store") : STR("private, no-cache"));
}

void request_answer(struct http_request *r)
{
    struct err e;

    if (run(r, &e))
        answer_failure(r, &e);
    if (changes_something(r))
        sessions_forget(&r->server->sessions);
    if (changes_something(r) && r->caller.who.user)
        counts_forget(&r->server->counts, r->caller.who.user);
    add_policy(r);
}

int64_t request_page(const struct http_request *r)
{
    return form_number(form_has(&r->form, "page") ? &r->form : &r->query, "page");
}
