/* Long histories and many watches, for bench/store.
 *
 *     store_growth history STORE N   a page of 42 KB with N versions: worst and mean CPU milliseconds of reading one, bytes a version
 *     store_growth watches STORE N   N pages watched by one user: CPU microseconds to add one, to find what is due, bytes a watch */
#include "base/limits.h"
#include "bench/measure.h"
#include "store/store.h"

static uint64_t next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1du;
}

/* 42 KB of lines; each version changes three of them. */
enum { LINES = 500, CHANGED = 3 };

static struct str body_of(struct arena *a, const uint64_t line[LINES])
{
    AUTO(buf) b = BUF(MIB(1));
    struct str out;
    struct err e;
    for (unsigned i = 0; i < LINES; i++)
        buf_addf(&b, "<li class=entry><a href=\"/%llx\">Entry %llu of the list</a> <b>%llu</b></li>\n",
                 (unsigned long long)line[i] >> 8, (unsigned long long)line[i] % 100000,
                 (unsigned long long)(line[i] >> 32) % 1000000);
    must(buf_take(&b, a, &out, &e), &e);
    return out;
}

static void add_history(struct store *s, int64_t page, unsigned n)
{
    uint64_t state = 1, line[LINES];
    struct err e;
    AUTO(store_tx) tx = { 0 };
    for (unsigned i = 0; i < LINES; i++)
        line[i] = next(&state);
    must(store_begin(s, &tx, &e), &e);
    for (unsigned v = 0; v < n; v++) {
        AUTO(arena) a = { 0 };
        bool is_new;
        for (unsigned i = 0; i < CHANGED; i++)
            line[next(&state) % LINES] = next(&state);
        must(store_version_add(s, &(struct store_version){ .page = page, .fetched_at = v, .server_at = NEVER }, body_of(&a, line),
                               &is_new, &e),
             &e);
    }
    must(store_commit(&tx, &e), &e);
}

static void history(struct store *s, unsigned n)
{
    int64_t page;
    struct err e;
    struct store_swept swept;
    double worst = 0, all = 0;
    must(store_page_add(s, &(struct store_page){ .url = STR("u"), .next_check_at = NEVER }, &page, &e), &e);
    add_history(s, page, n);
    must(store_gc(s, &(struct store_policy){ .reclaim = true }, &swept, &e), &e);
    for (unsigned v = 1; v <= n; v++) {
        AUTO(arena) a = { 0 };
        struct str body;
        double best = 1e15;
        for (unsigned turn = 0; turn < 3; turn++) { /* the least of three: other work on the machine only ever adds */
            double from = cpu_us();
            must(store_version_body(&a, s, page, v, &body, &e), &e);
            double took = cpu_us() - from;
            best = MIN(best, took);
        }
        worst = MAX(worst, best);
        all += best;
    }
    printf("%.3f %.3f %.1f\n", worst / 1e3, all / 1e3 / n, (double)swept.bytes_after / n);
}

static void add_watches(struct store *s, int64_t user, unsigned from, unsigned to)
{
    struct err e;
    AUTO(store_tx) tx = { 0 };
    must(store_begin(s, &tx, &e), &e);
    for (unsigned i = from; i < to; i++) {
        char url[64], host[32];
        int64_t page;
        uint64_t state = i + 1;
        snprintf(host, sizeof host, "host%u.example", i % 5000);
        snprintf(url, sizeof url, "https://%s/page/%u.html", host, i);
        struct store_page p = { .url = str_of(url), .host = str_of(host), .next_check_at = (int64_t)(next(&state) % 86400000) };
        must(store_page_add(s, &p, &page, &e), &e);
        must(store_watch_put(s, &(struct store_watch){ .user = user, .page = page, .added_at = 0, .settings = STR("") }, &e), &e);
    }
    must(store_commit(&tx, &e), &e);
}

static void watches(struct store *s, unsigned n)
{
    enum { BATCH = 10000, LOOKS = 2000 };
    int64_t user, at;
    uint64_t bytes;
    struct err e;
    must(store_user_add(s, STR("u"), 0, &user, &e), &e);
    double from = cpu_us();
    for (unsigned i = 0; i < n; i += BATCH)
        add_watches(s, user, i, MIN(i + BATCH, n));
    double adding = cpu_us() - from;
    AUTO(store_tx) tx = { 0 }; /* one for all, so that waiting for the disk stays out of the figure */
    must(store_begin(s, &tx, &e), &e);
    from = cpu_us();
    for (unsigned i = 0; i < LOOKS; i++) {
        AUTO(arena) a = { 0 };
        struct store_pages due;
        struct store_lease lease = { STR("bench"), 86400000, 86400001, 10, 10, false };
        must(store_lease_next(s, &lease, &at, &e), &e);
        must(store_lease(&a, s, &lease, &due, &e), &e);
        due.item[0].next_check_at += 86400000; /* as a check does */
        must(store_page_schedule(s, &due.item[0], &e), &e);
    }
    double looking = cpu_us() - from;
    must(store_commit(&tx, &e), &e);
    must(store_footprint(s, &bytes, &e), &e);
    printf("%.2f %.2f %.1f\n", adding / n, looking / LOOKS, (double)bytes / n);
}

int main(int argc, char **argv)
{
    AUTO(store) s = { 0 };
    struct err e;
    uint64_t n = 0;
    if (argc != 4 || !str_number(str_of(argv[3]), 10000000, &n)) {
        fprintf(stderr, "usage: store_growth history|watches STORE N\n");
        return 2;
    }
    must(store_open(&s, argv[2], &(struct store_options){ .create = true }, &e), &e);
    if (str_eq(str_of(argv[1]), STR("history")))
        history(&s, (unsigned)n);
    else
        watches(&s, (unsigned)n);
    return 0;
}
