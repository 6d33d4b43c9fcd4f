/* Chains: every body comes back, no way is longer than it may be, heads are whole, bodies are shared; in orders that no server would think
 * of. */
#include "base/limits.h"
#include "store/blob.h"
#include "tests/base/random.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

static int64_t page_of(struct store *s, const char *url)
{
    struct err e;
    int64_t id = 0;
    if (store_page_add(s, &(struct store_page){ .url = str_of(url), .next_check_at = NEVER }, &id, &e))
        printf("# %s\n", e.text);
    return id;
}

static bool add(struct store *s, int64_t page, int64_t at, struct str body)
{
    struct err e;
    bool is_new;
    struct store_version v = { .page = page, .fetched_at = at, .server_at = NEVER };
    if (store_version_add(s, &v, body, &is_new, &e) == 0)
        return true;
    printf("# %s\n", e.text);
    return false;
}

/* Steps from the blob to a whole one; -1 for a circle. */
static int steps_of(struct store *s, int64_t id)
{
    struct blob b;
    for (int n = 0; n < 1000; n++) {
        if (blob_get(s, id, &b, NULL))
            return -1;
        if (b.base == 0)
            return n;
        id = b.base;
    }
    return -1;
}

static int longest(struct store *s)
{
    AUTO(query) q = { 0 };
    int most = 0, got = query_one(&q, s, "SELECT id FROM blob", NO_VALUES, NULL);
    for (; got > 0; got = query_next(&q, NULL)) {
        int n = steps_of(s, query_number(&q, 0));
        most = n < 0 || most < 0 ? -1 : MAX(most, n);
    }
    return most;
}

static int64_t count(struct store *s, const char *sql)
{
    int64_t n = -1;
    return query_count(s, sql, NO_VALUES, &n, NULL) ? -1 : n;
}

static bool is_whole(struct store *s)
{
    struct err e;
    struct store_report report = { 0 };
    if (store_verify(s, false, &report, &e) == 0 && report.faults == 0 && report.lost == 0)
        return true;
    printf("# %s, %llu faults, %llu lost\n", e.text, (unsigned long long)report.faults, (unsigned long long)report.lost);
    return false;
}

/* A long history of a small page. */
static void test_long(struct store *s)
{
    enum { VERSIONS = 1000 };
    AUTO(store_tx) tx = { 0 };
    int64_t page = page_of(s, "long");
    bool good = store_begin(s, &tx, NULL) == 0;
    for (unsigned i = 1; i <= VERSIONS && good; i++) {
        AUTO(arena) a = { 0 };
        good = add(s, page, i, page_body(&a, 1, i));
    }
    ok(good && store_commit(&tx, NULL) == 0, "%d versions", VERSIONS);
    for (unsigned i = 1; i <= VERSIONS && good; i += 7) {
        AUTO(arena) a = { 0 };
        struct str body;
        good = store_version_body(&a, s, page, i, &body, NULL) == 0 && str_eq(body, page_body(&a, 1, i));
    }
    ok(good, "read back byte for byte");
    int most = longest(s);
    ok(most > 0 && most <= STORE_STEPS_MAX, "at most %d steps (%d)", STORE_STEPS_MAX, most);
    ok(count(s, "SELECT count(*) FROM blob WHERE base IS NULL") <= 2 + VERSIONS / STORE_SPAN_MAX, "nearly all of them deltas");
}

/* Large bodies have shorter chains. */
static void test_large(struct store *s)
{
    enum { VERSIONS = 12 };
    AUTO(arena) a = { 0 };
    char *big = NEW_ARRAY(&a, char, MIB(2));
    int64_t page = page_of(s, "large");
    struct random random = { 7 };
    bool good = true;
    for (size_t i = 0; i < MIB(2); i++)
        big[i] = (char)random_next(&random);
    for (unsigned i = 1; i <= VERSIONS && good; i++) {
        big[i * 1000] ^= 1;
        good = add(s, page, i, (struct str){ big, MIB(2) });
    }
    ok(good, "%d versions of 2 MB", VERSIONS);
    ok(count(s, "SELECT max(height) FROM blob WHERE bytes > 2000000") <= 6, "their ways are short");
    ok(count(s, "SELECT sum(length(frame)) FROM blob WHERE bytes > 2000000") < (int64_t)MIB(2) * 4, "and most of them are deltas");
}

/* Pages that take each other's bodies, go back and forth, and empty themselves. */
static void test_mixed(struct store *s, uint64_t seed)
{
    enum { PAGES = 5, BODIES = 40, STEPS = 600 };
    struct random random = { seed };
    unsigned last[PAGES], history[PAGES][STEPS], n[PAGES] = { 0 };
    int64_t page[PAGES];
    bool good = true;
    for (unsigned i = 0; i < PAGES; i++) {
        char url[32];
        snprintf(url, sizeof url, "mixed-%u-%u", (unsigned)seed, i);
        page[i] = page_of(s, url);
        last[i] = BODIES;
    }
    AUTO(store_tx) tx = { 0 };
    good = store_begin(s, &tx, NULL) == 0;
    for (unsigned i = 0; i < STEPS && good; i++) {
        AUTO(arena) a = { 0 };
        unsigned p = random_below(&random, PAGES), b = random_below(&random, BODIES);
        good = add(s, page[p], i, b ? page_body(&a, b % 3, b) : STR(""));
        if (b != last[p])
            history[p][n[p]++] = b;
        last[p] = b;
    }
    ok(good && store_commit(&tx, NULL) == 0, "%d changes in disorder", STEPS);
    for (unsigned p = 0; p < PAGES; p++)
        for (unsigned i = 0; i < n[p] && good; i++) {
            AUTO(arena) a = { 0 };
            struct str body, want = history[p][i] ? page_body(&a, history[p][i] % 3, history[p][i]) : STR("");
            good = store_version_body(&a, s, page[p], i + 1, &body, NULL) == 0 && str_eq(body, want);
        }
    ok(good, "all read back");
    int most = longest(s);
    ok(most >= 0 && most <= STORE_STEPS_MAX, "no circle, no way too long (%d)", most);
    eq_int(count(s, "SELECT count(*) FROM blob WHERE heads > 0 AND base IS NOT NULL"), 0, "every newest version is whole");
    ok(count(s,
             "SELECT count(*) FROM blob b JOIN version v ON v.blob = b.id JOIN page p ON p.id = v.page WHERE p.url LIKE 'mixed%'")
               > 0
           && count(s, "SELECT count(*) FROM (SELECT digest FROM blob GROUP BY digest HAVING count(*) > 1)") == 0,
       "no body is there twice");
}

int main(void)
{
    AUTO(folder) f = folder_new();
    AUTO(arena) a = { 0 };
    AUTO(store) s = { 0 };
    struct err e;
    struct store_swept swept;
    if (!ok(store_open(&s, folder_path(&a, &f, "s"), &(struct store_options){ .create = true }, &e) == 0, "a store"))
        return tap_done();
    test_long(&s);
    test_large(&s);
    for (uint64_t seed = 1; seed <= 3; seed++)
        test_mixed(&s, seed);
    ok(is_whole(&s), "the store is whole");
    ok(store_gc(&s, &(struct store_policy){ .reclaim = true }, &swept, &e) == 0 && swept.bytes_after < swept.bytes_before,
       "smaller after collection");
    ok(is_whole(&s), "and whole");
    return tap_done();
}
