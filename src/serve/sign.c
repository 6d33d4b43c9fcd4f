/* The first user, signing in, signing out. */
#include "archive/accounts.h"
#include "base/duration.h"
#include "base/limits.h"
#include "serve/shell.h"
#include "serve/routes.h"
#include "serve/server.h"

static void give_session(struct http_request *r, struct str session)
{
    answer_cookie(r, "weft", session, ACCOUNT_SESSION_DAYS * DURATION_DAY_MS / 1000);
}

/* Where to go after signing in: a path of ours, never another site. */
static struct str safe_target(struct str to)
{
    bool ours = str_starts(to, STR("/")) && !str_starts(to, STR("//")) && str_find(to, STR("\\"), 0) == SIZE_MAX;

    for (size_t i = 0; i < to.len && ours; i++)
        ours = (unsigned char)to.ptr[i] > ' ' && to.ptr[i] != 0x7f;
    return ours ? to : STR("/");
}

/* ---- The first run ---- */

static void first_page(struct http_request *r, struct str name, struct str code, struct str words)
{
    struct buf *out = &r->answer.body;

    shell_open_card(r, STR("Welcome to weft"), true);
    html_raw(
        out,
        "<h1>Welcome. Choose a password.</h1><p class=\"lede\">This server is new and you are its first user. The one-time "
        "password printed in the terminal ends when you save.</p>\n<form class=\"stack mt\" method=\"post\" action=\"/first-run\">");
    if (words.len)
        shell_note(out, "bad", words);
    HTML(
        out,
        "<div class=\"f\"><label for=\"c\">One-time password</label><input class=\"in mono\" id=\"c\" name=\"code\" autocomplete=\"off\" "
        "value=\"{}\" required><p class=\"hint\">The terminal in which weft was started shows it.</p></div>"
        "<div class=\"f\"><label for=\"n\">Name</label><input class=\"in\" id=\"n\" name=\"name\" autocomplete=\"username\" value=\"{}\" "
        "required><p class=\"hint\">Not your mail address: others on this server may see it.</p></div>",
        TEXT(code), TEXT(name));
    HTML(
        out,
        "<div class=\"f\"><label for=\"p\">Password</label><input class=\"in\" id=\"p\" name=\"password\" type=\"password\" "
        "autocomplete=\"new-password\" minlength=\"{}\" required aria-describedby=\"ph\"><p class=\"hint\" id=\"ph\">At least {} "
        "characters. Four random words are good.</p></div>\n<button class=\"btn pri wide\">Save and begin</button><p class=\"hint\">Only looking? "
        "<code>make run</code> starts weft beside a demo site: five small pages that change every few seconds.</p></form>",
        NUM(ACCOUNT_PASSWORD_MIN), NUM(ACCOUNT_PASSWORD_MIN));
    shell_close_card(r);
}

static bool is_first(const struct http_request *r)
{
    return __atomic_load_n(&r->server->first_code[0], __ATOMIC_ACQUIRE) != '\0';
}

int route_first_run(struct http_request *r, struct err *e UNUSED)
{
    if (!is_first(r))
        answer_redirect(r, STR("/sign-in"));
    else
        first_page(r, r->server->options->first_user, form_value(&r->query, "code"), STR(""));
    return 0;
}

/* The code has small letters alone; phones write capitals. */
static struct str small_letters(struct arena *a, struct str s)
{
    struct str copy = arena_str(a, s);
    char *letter = (char *)copy.ptr;

    for (size_t i = 0; i < copy.len; i++)
        letter[i] = byte_lower(letter[i]);
    return copy;
}

int route_first_run_post(struct http_request *r, struct err *e)
{
    struct caller machine = r->caller;
    struct account_given given = { form_value(&r->form, "name"), form_value(&r->form, "password"), ROLE_ADMIN, false };
    struct str code = small_letters(r->arena, str_trim(form_value(&r->form, "code"))), session;
    uint64_t tries = attempts_key("first", STR(""));
    bool begun;

    machine.who = (struct principal){ .role = ROLE_ADMIN, .name = STR("weft") };
    if (accounts_begun(&machine, &begun, e))
        return e->code;
    if (begun || !is_first(r))
        return answer_redirect(r, STR("/sign-in")), 0;
    if (attempts_wait(&r->server->attempts, tries, r->caller.now) || !tickets_equal(code, str_of(r->server->first_code))) {
        attempts_failed(&r->server->attempts, tries, ATTEMPTS_NAME, r->caller.now);
        r->answer.status = 403;
        return first_page(r, given.name, code,
                          STR("The one-time password is wrong. After five tries there is a pause of a minute.")),
               0;
    }
    if (accounts_put(&machine, &given, e)) {
        r->answer.status = answer_status(e->code);
        return first_page(r, given.name, code, arena_str(r->arena, str_of(e->text))), 0;
    }
    __atomic_store_n(&r->server->first_code[0], '\0', __ATOMIC_RELEASE);
    struct sign_in in = { given.name, given.password, r->address, r->agent };
    if (accounts_sign_in(&r->caller, &r->server->attempts, &in, &session, e))
        return e->code;
    give_session(r, session);
    return answer_redirect(r, STR("/")), 0;
}

/* ---- Signing in ---- */

static void sign_in_page(struct http_request *r, struct str name, struct str to, struct str words)
{
    struct buf *out = &r->answer.body;

    shell_open_card(r, STR("Sign in · weft"), false);
    html_raw(out, "<h1>Sign in</h1>\n<form class=\"stack mt\" method=\"post\" action=\"/sign-in\">");
    if (words.len)
        shell_note(out, "bad", words);
    HTML(
        out,
        "<input type=\"hidden\" name=\"to\" value=\"{}\"><div class=\"f\"><label for=\"n\">Name</label><input class=\"in\" id=\"n\" "
        "name=\"name\" autocomplete=\"username\" value=\"{}\" required></div><div class=\"f\"><label for=\"p\">Password</label>"
        "<input class=\"in\" id=\"p\" name=\"password\" type=\"password\" autocomplete=\"current-password\" required{}></div>"
        "<button class=\"btn pri wide\">Sign in</button></form><p class=\"hint mt\">Forgotten? Whoever runs this server can set a new "
        "one: <code>weft user password {}</code></p>",
        TEXT(to), TEXT(name), MARKUP(words.len ? STR(" aria-invalid=\"true\"") : STR("")), TEXT(name.len ? name : STR("NAME")));
    shell_close_card(r);
}

int route_sign_in(struct http_request *r, struct err *e UNUSED)
{
    if (is_first(r))
        answer_redirect(r, STR("/first-run"));
    else
        sign_in_page(r, STR(""), safe_target(form_value(&r->query, "to")), STR(""));
    return 0;
}

int route_sign_in_post(struct http_request *r, struct err *e)
{
    struct sign_in in = { form_value(&r->form, "name"), form_value(&r->form, "password"), r->address, r->agent };
    struct str to = safe_target(form_value(&r->form, "to")), session;
    int failed = accounts_sign_in(&r->caller, &r->server->attempts, &in, &session, e);

    if (failed && failed != E_DENIED)
        return failed;
    if (failed) {
        r->answer.status = 403;
        sign_in_page(r, in.name, to, arena_str(r->arena, str_of(e->text)));
        return 0;
    }
    give_session(r, session);
    answer_redirect(r, to);
    return 0;
}

int route_sign_out(struct http_request *r, struct err *e)
{
    struct ticket_holder holder;
    int failed = tickets_find(&r->caller, STORE_TICKET_SESSION, r->session, &holder, e);

    if (failed || (failed = tickets_end(&r->caller, STORE_TICKET_SESSION, holder.ticket.id, e)))
        return failed;
    answer_cookie(r, "weft", STR(""), 0);
    answer_redirect(r, STR("/sign-in"));
    return 0;
}
