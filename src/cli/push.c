/* weft push: beside a web server, tells weft's server at once when a file has changed. */
#include <signal.h>
#include <sodium.h>
#include <sys/stat.h>

#include "archive/pushes.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/hash.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/watch_options.h"
#include "notify/files.h"
#include "notify/sender.h"
#include "notify/sign.h"
#include "track/canonical.h"

static const struct option option_root = { "root", 0, "DIR", "The folder that the web server serves.", NULL };
static const struct option option_url = { "url", 0, "PREFIX", "The address of that folder, such as https://example.org/.", NULL };
static const struct option option_to = { "to", 0, "SERVER", "Where weft's server is, such as https://weft.example.", NULL };
static const struct option option_key = { "key", 0, "KEY", "The key of your notices. It may be env:VARIABLE or file:PATH.", NULL };
static const struct option option_new_key = {
    "new-key", 0, NULL, "On weft's machine: make a key for your notices, print it, and end. The one before is void.", NULL
};

enum {
    GATHER_MS = 10,  /* a save is often several events */
    RETRY_MS = 1000, /* doubled each time */
    RETRY_MAX_MS = 60000,
    STEP_MS = 1000,
};

/* Set by a signal: the only thing a handler may touch. */
static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
    stopped = signal_number;
}

struct push_job {
    struct arena arena; /* of the addresses that wait */
    struct loop *loop;
    struct sender *sender;
    struct files_watch *files;
    const char *root;
    struct str prefix, to, key, user;
    VEC(struct str) waiting;
    struct map known;     /* hashes of those */
    VEC(struct str) sent; /* under way: kept until they are taken */
    struct arena sent_arena;
    int64_t due_at; /* by clock_steady_ms(); 0: nothing waits */
    int64_t pause_ms;
    bool under_way;
};

static void push_job_drop(struct push_job *p)
{
    files_close(p->files);
    sender_close(p->sender);
    loop_close(p->loop);
    arena_drop(&p->arena);
    arena_drop(&p->sent_arena);
}

/* ---- Addresses ---- */

static void add_url(struct push_job *p, struct str url)
{
    if (p->waiting.n == 0)
        map_open(&p->known, &p->arena, 64);
    uint32_t *slot = map_slot(&p->known, hash_str(url), 0);
    if (*slot)
        return;
    *slot = 1;
    *VEC_ADD(&p->arena, &p->waiting) = arena_str(&p->arena, url);
    if (p->due_at == 0)
        p->due_at = clock_steady_ms() + GATHER_MS;
}

static void add_path(struct buf *out, struct str path)
{
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.ptr[i];
        bool plain = (byte_lower((char)c) >= 'a' && byte_lower((char)c) <= 'z') || (c >= '0' && c <= '9')
                     || (c && strchr("-._~/!$&'()*+,;=:@", c));
        if (plain)
            buf_add_char(out, (char)c);
        else
            buf_addf(out, "%%%02X", c);
    }
}

/* Editors write beside a file first: ".name.swp", "name~", "#name#". */
static bool is_scratch(struct str name)
{
    return name.len == 0 || name.ptr[0] == '.' || name.ptr[0] == '#' || name.ptr[name.len - 1] == '~';
}

static void changed(void *ctx, struct str path)
{
    struct push_job *p = ctx;
    AUTO(buf) url = BUF(KIB(16));
    struct str rest = str_sub(path, strlen(p->root), path.len), name = rest;
    while (rest.len && rest.ptr[0] == '/')
        rest = str_sub(rest, 1, rest.len);
    for (size_t slash; (slash = str_find(name, STR("/"), 0)) != SIZE_MAX;)
        name = str_sub(name, slash + 1, name.len);
    if (is_scratch(name))
        return;
    buf_addf(&url, "%.*s%s", STR_ARG(p->prefix), str_ends(p->prefix, STR("/")) ? "" : "/");
    add_path(&url, rest);
    add_url(p, buf_str(&url));
    if (str_eq(name, STR("index.html")) || str_eq(name, STR("index.htm")))
        add_url(p, str_sub(buf_str(&url), 0, url.len - name.len)); /* the folder's own address */
}

/* ---- Sending ---- */

static void done(void *ctx, const struct send_result *r)
{
    struct push_job *p = ctx;
    struct err words;
    p->under_way = false;
    if (r->taken) {
        p->pause_ms = 0;
    } else {
        err_set(&words, E_SYSTEM, "%u %s could not be announced: %.*s", p->sent.n, p->sent.n == 1 ? "change" : "changes",
                STR_ARG(r->message));
        output_trouble(&words);
        p->pause_ms = p->pause_ms ? MIN(2 * p->pause_ms, (int64_t)RETRY_MAX_MS) : RETRY_MS;
        for (uint32_t i = 0; i < p->sent.n; i++)
            add_url(p, p->sent.item[i]);
        if (p->due_at)
            p->due_at = clock_steady_ms() + p->pause_ms;
    }
    arena_drop(&p->sent_arena);
    p->sent_arena = (struct arena){ 0 };
    p->sent.item = NULL;
    p->sent.n = p->sent.room = 0;
}

static struct str new_id(struct arena *a)
{
    unsigned char bytes[16];
    char text[2 * sizeof bytes + 1];
    randombytes_buf(bytes, sizeof bytes);
    return arena_printf(a, "push-%s", sodium_bin2hex(text, sizeof text, bytes, sizeof bytes));
}

/* What waits becomes what is under way; more than one notice holds is left for the next. */
static void take_waiting(struct push_job *p)
{
    uint32_t n = MIN(p->waiting.n, (uint32_t)PUSH_URLS_MAX);
    struct arena old = p->arena;
    struct str *item = p->waiting.item;
    uint32_t all = p->waiting.n;
    for (uint32_t i = 0; i < n; i++)
        *VEC_ADD(&p->sent_arena, &p->sent) = arena_str(&p->sent_arena, item[i]);
    p->arena = (struct arena){ 0 };
    p->waiting.item = NULL;
    p->waiting.n = p->waiting.room = 0;
    p->due_at = 0;
    for (uint32_t i = n; i < all; i++)
        add_url(p, item[i]);
    arena_drop(&old);
}

static int send(struct push_job *p, struct err *e)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) body = BUF(PUSH_BYTES_MAX * 4);
    AUTO(buf) signature = BUF(KIB(1));
    int64_t now = clock_now_ms();
    take_waiting(p);
    push_write(&(struct push_notice){ p->user, p->sent.item, p->sent.n }, &body);
    struct str id = new_id(&a);
    sign_add(&signature, p->key, &(struct signed_message){ id, buf_str(&body), now });
    struct payload request = { .url = p->to, .method = "POST", .body = buf_str(&body), .n_headers = 4 };
    request.header[0] = STR("Content-Type: application/json");
    request.header[1] = arena_printf(&a, "webhook-id: %.*s", STR_ARG(id));
    request.header[2] = arena_printf(&a, "webhook-timestamp: %lld", (long long)(now / 1000));
    request.header[3] = arena_printf(&a, "webhook-signature: %.*s", STR_ARG(buf_str(&signature)));
    p->under_way = true;
    return sender_start(p->sender, &(struct send_message){ .request = &request }, done, p, e);
}

static int drive(struct push_job *p, struct err *e)
{
    int failed = 0;
    while (!failed && (!stopped || p->under_way)) {
        int64_t wait = p->due_at && !p->under_way ? MAX(p->due_at - clock_steady_ms(), INT64_C(0)) : STEP_MS;
        failed = loop_step(p->loop, MIN(wait, (int64_t)STEP_MS), e);
        sender_advance(p->sender);
        if (!failed && p->due_at && !p->under_way && clock_steady_ms() >= p->due_at && !stopped)
            failed = send(p, e);
    }
    return failed;
}

/* ---- The command ---- */

static int make_key(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct str key;
    int failed = session_open(&s, args, SESSION_CREATE, e);
    if (failed || (failed = pushes_key(&s.caller, &key, e)))
        return failed;
    return output_text(NULL, arena_printf(&s.arena, "%.*s\n", STR_ARG(key)), e);
}

static bool is_web_address(struct str s)
{
    return (str_starts(s, STR("http://")) || str_starts(s, STR("https://"))) && canonical_host(s).len > 0;
}

static int open_all(struct push_job *p, struct session *s, const struct args *args, struct err *e)
{
    const char *to = args_value(args, &option_to), *key = args_value(args, &option_key);
    struct fetch_options fetch = settings_fetch_options(&s->arena, &s->settings);
    struct stat about;
    p->root = args_value(args, &option_root);
    if (!p->root || !args_value(args, &option_url) || !to || !key)
        return err_set(e, E_USAGE, "push: give --root DIR --url PREFIX --to SERVER --key file:PATH, or --new-key");
    if (stat(p->root, &about) || !S_ISDIR(about.st_mode))
        return err_set(e, E_USAGE, "push: %s is not a folder", p->root);
    const struct option *addresses[] = { &option_url, &option_to };
    for (size_t i = 0; i < ARRAY_LEN(addresses); i++)
        if (!is_web_address(str_of(args_value(args, addresses[i]))))
            return err_set(e, E_USAGE, "push: --%s %s: give a whole address, such as https://example.org/", addresses[i]->name,
                           args_value(args, addresses[i]));
    p->prefix = str_of(args_value(args, &option_url));
    p->to = arena_printf(&s->arena, "%s%sapi/v1/push", to, str_ends(str_of(to), STR("/")) ? "" : "/");
    p->user = session_name(s);
    struct sender_options options = {
        .user_agent = STR("weft/" WEFT_VERSION),
        .allow_address = fetch.allow_address,
        .resolve = fetch.resolve,
        .ca_file = fetch.ca_file,
        .proxy = fetch.proxy,
    };
    int failed = sodium_init() < 0 ? err_set(e, E_SYSTEM, "libsodium cannot start")
                                   : secret_read(&s->arena, "--key", str_of(key), &p->key, e);
    if (failed || (failed = loop_open(&p->loop, e)))
        return failed;
    options.loop = p->loop;
    if ((failed = sender_open(&options, &p->sender, e)))
        return failed;
    return files_open(&(struct files_options){ p->loop, p->root, changed, p }, &p->files, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(push_job) p = { 0 };
    struct sigaction action = { .sa_handler = stop, .sa_flags = SA_RESETHAND };
    int failed;
    if (args_given(args, &option_new_key))
        return make_key(args, e);
    if ((failed = session_open(&s, args, SESSION_SETTINGS, e)) || (failed = open_all(&p, &s, args, e)))
        return failed;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    AUTO(buf) words = BUF(KIB(8));
    buf_addf(&words, "watching %u %s below ", files_folders(p.files), files_folders(p.files) == 1 ? "folder" : "folders");
    term_add_safe(&words, str_of(p.root));
    buf_add_char(&words, '\n');
    failed = output_text(NULL, buf_str(&words), e);
    return failed ? failed : drive(&p, e);
}

static const struct option *const options[] = { &option_root, &option_url, &option_to, &option_key, &option_new_key, NULL };

static const struct example examples[] = {
    { "weft push --new-key > key", "on weft's machine: a key for your notices" },
    { "weft push --root /var/www --url https://example.org/ --to https://weft.example --key file:key", "beside the web server" },
    { NULL, NULL },
};

const struct command command_push = {
    .name = "push",
    .args = "",
    .summary = "announces changed files of a web server to weft at once",
    .help =
        "Runs beside a web server and watches the files it serves. When one is written, moved or removed, its address is sent to weft's "
        "server ('weft serve'), signed with your key, and weft looks at the page at once where you watch it there. Notices that cannot be "
        "sent are sent again with growing pauses. An index.html also stands for its folder. Private addresses need the setting "
        "allow-address.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
