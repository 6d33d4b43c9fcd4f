/* weft serve: web pages, API and checks in one process, until a signal ends it. */
#include <signal.h>
#include <stdio.h>

#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"
#include "serve/server.h"

static const struct option option_listen = {
    "listen", 0, "ADDRESS:PORT", "Where to listen; the default is 127.0.0.1:8620. Port 0 takes a free one.", NULL,
};
static const struct option option_listen_pages = {
    "listen-pages", 0, "ADDRESS:PORT", "Where stored pages are shown, apart from weft's own; the default is the next port.", NULL,
};
static const struct option option_pages_url = {
    "pages-url", 0, "URL", "How browsers reach the stored pages: another host name, or another port, than --public-url.", NULL,
};
static const struct option option_certificate = { "certificate", 0, "FILE", "Serve by TLS with this certificate (PEM).", NULL };
static const struct option option_key = { "key", 0, "FILE", "The key of the certificate (PEM).", NULL };
static const struct option option_no_checks = { "no-checks", 0, NULL, "Show pages, but leave looking at them to another process.",
                                                NULL };

static struct str text_of(const struct args *args, const struct option *option, const char *otherwise)
{
    const char *value = args_value(args, option);

    return str_of(value ? value : otherwise);
}

static struct str without_slash(struct str url)
{
    return str_ends(url, STR("/")) ? str_sub(url, 0, url.len - 1) : url;
}

/* The same address with the next port. */
static struct str next_port(struct arena *a, struct str listen)
{
    size_t colon = listen.len;
    uint64_t port = 0;

    while (colon && listen.ptr[colon - 1] != ':')
        colon--;
    if (!str_number(str_sub(listen, colon, listen.len), 65534, &port))
        return listen; /* what is wrong with it is said when it is opened */
    return arena_printf(a, "%.*s%llu", (int)colon, listen.ptr, (unsigned long long)(port ? port + 1 : 0));
}

static int say(const struct server *s, struct err *e)
{
    AUTO(buf) out = BUF(KIB(4));
    struct str listen = s->options->listen, url = s->options->public_url;
    size_t colon = listen.len;

    while (colon && listen.ptr[colon - 1] != ':')
        colon--;
    buf_add(&out, STR("weft is at "));
    if (url.len)
        buf_add(&out, url);
    else
        buf_addf(&out, "%s://%.*s%u", s->options->certificate.len ? "https" : "http", (int)colon, listen.ptr, s->app.port);
    buf_addf(&out, "/\n");
    if (s->first_code[0])
        buf_addf(&out, "It is new: open it and choose a password. The one-time password is %s\n", s->first_code);
    return output_text(NULL, buf_str(&out), e);
}

static sigset_t signals(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGPIPE);
    return set;
}

/* Signals are taken here, one by one, and by no other thread. */
static int wait_for_end(struct server *s, struct err *e)
{
    sigset_t set = signals();
    int number = 0;

    while (number != SIGINT && number != SIGTERM) {
        if (sigwait(&set, &number))
            return err_set(e, E_SYSTEM, "serve: cannot wait for signals");
        if (number == SIGHUP)
            scheduler_refresh(&s->scheduler);
    }
    return STATUS_SAME;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct server *server;
    int failed = session_open(&s, args, SESSION_FILL, e);

    if (failed)
        return failed;
    struct server_options options = {
        .settings = &s.settings,
        .listen = text_of(args, &option_listen, "127.0.0.1:8620"),
        .public_url = without_slash(settings_text(&s.settings, SETTING_PUBLIC_URL)),
        .pages_url = without_slash(text_of(args, &option_pages_url, "")),
        .certificate = text_of(args, &option_certificate, ""),
        .key = text_of(args, &option_key, ""),
        .first_user = session_name(&s),
        .no_checks = args_given(args, &option_no_checks),
        .keeper = args->keeper,
    };
    const char *pages = args_value(args, &option_listen_pages);
    options.listen_pages = pages ? str_of(pages) : next_port(&s.arena, options.listen);
    if (!options.certificate.len != !options.key.len)
        return err_set(e, E_USAGE, "serve: --certificate and --key belong together; give both");
    sigset_t set = signals();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    server = NEW(&s.arena, struct server);
    if ((failed = server_open(server, &options, e)) == 0 && (failed = say(server, e)) == 0)
        failed = wait_for_end(server, e);
    server_close(server);
    return failed;
}

static const struct option *const options[] = {
    &option_listen, &option_listen_pages, &option_pages_url, &option_certificate, &option_key, &option_no_checks, NULL,
};

static const struct example examples[] = {
    { "weft serve", "on http://127.0.0.1:8620/" },
    { "weft serve --listen 127.0.0.1:9000 --store weft.db", "another port, another archive" },
    { "weft serve --public-url https://weft.example --pages-url https://pages.weft.example", "behind a proxy with two names" },
    { NULL, NULL },
};

const struct command command_serve = {
    .name = "serve",
    .args = "",
    .summary = "serves the archive as web pages, and keeps checking",
    .help =
        "Serves web pages on which you see what is new, what exactly changed, and the history of every page; and looks at pages when "
        "they are due, as 'weft watch' does. It ends with Ctrl-C or SIGTERM, after what was asked is answered and what was fetched is "
        "stored.\n\n"
        "At the first start it prints a one-time password, with which the first user chooses a name and a password of their own. It "
        "listens on this machine alone unless --listen says otherwise. Stored pages are shown on a second port, apart from weft's own "
        "pages, and nothing in them runs.",
    .options = options,
    .settings = true,
    .examples = examples,
    .kept = true,
    .run = run,
};
