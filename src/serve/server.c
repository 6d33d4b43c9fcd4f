/* Everything of the server opened in order, and closed in the other. What fails while opening is closed by server_close(). */
#include "serve/server.h"

#include <sodium.h>
#include <sys/resource.h>

#include "archive/accounts.h"
#include "archive/care.h"
#include "archive/opening.h"
#include "base/clock.h"
#include "base/limits.h"

enum { CONNECTIONS_MIN = 64, CONNECTIONS_MAX = 20000, DESCRIPTORS_OWN = 512 };

/* Each connection is a descriptor: as many as the machine lets us have, but for those that the store, fetching and Chromium need. Whoever
 * takes all connections must not keep us from reading the archive. */
static unsigned connections_allowed(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files))
        return CONNECTIONS_MIN;
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files) || getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur < DESCRIPTORS_OWN + CONNECTIONS_MIN)
        return CONNECTIONS_MIN;
    return (unsigned)MIN(files.rlim_cur - DESCRIPTORS_OWN, (rlim_t)CONNECTIONS_MAX);
}

/* Four groups of letters that nobody mistakes for others. */
static void make_code(char code[SERVER_CODE_MAX])
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    size_t n = 0;

    for (unsigned i = 0; i < 16; i++) {
        if (i && i % 4 == 0)
            code[n++] = '-';
        code[n++] = letters[randombytes_uniform(sizeof letters - 1)];
    }
    code[n] = '\0';
}

/* The store is made and brought up to date here, once. */
static int prepare_store(struct server *s, struct err *e)
{
    AUTO(arena) a = { 0 };
    AUTO(store) store = { 0 };
    struct caller machine = { .who = { .role = ROLE_ADMIN }, .store = &store, .arena = &a, .now = clock_now_ms() };
    bool begun;
    int failed;

    if ((failed = archive_open(&store, s->stores.path.ptr, &(struct store_options){ .create = true }, e))
        || (failed = accounts_begun(&machine, &begun, e)) || (failed = accounts_sweep(&machine, e))
        || (failed = care_paused(&machine, &s->paused, e)))
        return failed;
    if (!begun)
        make_code(s->first_code);
    return 0;
}

int server_open(struct server *s, const struct server_options *options, struct err *e)
{
    int failed;

    *s = (struct server){ .options = options,
                          .app = { .server = s, .fd = -1 },
                          .pages = { .server = s, .fd = -1, .is_pages = true },
                          .started_at = clock_now_ms() };
    unsigned connections = connections_allowed();
    s->pages.connections = connections / 4;
    s->app.connections = connections - s->pages.connections;
    stores_open(&s->stores, settings_text(options->settings, SETTING_STORE));
    cache_open(&s->cache);
    attempts_open(&s->attempts);
    live_open(&s->live, &s->http);
    undos_open(&s->undos);
    tasks_open(&s->tasks);
    deadlines_open(&s->deadlines);
    outlooks_open(&s->outlooks, s);
    counts_open(&s->counts);
    sessions_open(&s->sessions);
    if (sodium_init() < 0)
        return err_set(e, E_SYSTEM, "libsodium cannot start");
    randombytes_buf(s->key, sizeof s->key);
    if ((failed = microhttpd_load(&s->http, e)) || (failed = prepare_store(s, e)) || (failed = crew_open(&s->crew, e))
        || (failed = deadlines_start(&s->deadlines, e)) || (failed = door_open(&s->app, options->listen, e))
        || (failed = door_open(&s->pages, options->listen_pages, e)) || (failed = scheduler_start(&s->scheduler, s, e))
        || (failed = door_start(&s->pages, e)))
        return failed;
    return door_start(&s->app, e);
}

void server_close(struct server *s)
{
    live_stop(&s->live);
    tasks_stop(&s->tasks);
    if (s->crew.n_threads)
        crew_close(&s->crew);
    door_stop(&s->app);
    door_stop(&s->pages);
    deadlines_stop(&s->deadlines);
    scheduler_stop(&s->scheduler);
    sessions_drop(&s->sessions);
    counts_drop(&s->counts);
    undos_drop(&s->undos);
    outlooks_drop(&s->outlooks);
    deadlines_drop(&s->deadlines);
    tasks_drop(&s->tasks);
    live_drop(&s->live);
    attempts_drop(&s->attempts);
    cache_drop(&s->cache);
    stores_drop(&s->stores);
    sodium_memzero(s->key, sizeof s->key);
    arena_drop(&s->arena);
}
