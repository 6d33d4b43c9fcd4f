/* Damage of every kind: it is found and told, what is good stays good, and what comes back is mended. */
#include "store/blob.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

enum { VERSIONS = 12 };

struct told {
    unsigned n;
    char last[256];
};

static void say(void *context, const char *words)
{
    struct told *t = context;
    t->n++;
    snprintf(t->last, sizeof t->last, "%s", words);
}

static void run(struct store *s, const char *sql)
{
    struct err e;
    if (query_run(s, sql, NO_VALUES, &e))
        printf("# %s\n", e.text);
}

static struct store_report look(struct store *s, bool repair, struct told *told)
{
    struct store_report report = { .say = say, .context = told };
    struct err e;
    if (store_verify(s, repair, &report, &e))
        printf("# %s\n", e.text);
    return report;
}

static bool add(struct store *s, int64_t page, unsigned edit, bool *is_new)
{
    AUTO(arena) a = { 0 };
    struct store_version v = { .page = page, .fetched_at = edit, .server_at = NEVER };
    return store_version_add(s, &v, page_body(&a, 1, edit), is_new, NULL) == 0;
}

static unsigned readable(struct store *s, int64_t page)
{
    unsigned n = 0;
    for (unsigned i = 1; i <= VERSIONS; i++) {
        AUTO(arena) a = { 0 };
        struct str body;
        n += store_version_body(&a, s, page, i, &body, NULL) == 0 && str_eq(body, page_body(&a, 1, i));
    }
    return n;
}

static int64_t fill(struct store *s)
{
    int64_t page = 0;
    bool is_new;
    if (store_page_add(s, &(struct store_page){ .url = STR("http://x/"), .next_check_at = NEVER }, &page, NULL))
        return 0;
    for (unsigned i = 1; i <= VERSIONS; i++)
        if (!add(s, page, i, &is_new))
            return 0;
    return page;
}

static void test_broken_chain(struct store *s, int64_t page)
{
    struct told told = { 0 };
    /* one byte in the frame of version 8: it and all that build on it are gone, the newer ones are not */
    run(s,
        "UPDATE blob SET frame = substr(frame, 1, length(frame) - 2) || x'0000' WHERE id = (SELECT blob FROM version WHERE number = 8)");
    eq_int(readable(s, page), 4, "versions behind the damage cannot be read, the others can");
    struct store_report report = look(s, false, &told);
    ok(report.faults == 8 && report.lost == 8 && report.mended == 0 && told.n >= 8, "the look finds them");
    ok(strstr(told.last, "lost") != NULL, "and says so: %s", told.last);
    report = look(s, true, &told);
    ok(report.mended == 8 && report.lost == 8, "repair marks them");
    report = look(s, false, &told);
    ok(report.faults == 0 && report.lost == 8, "then nothing is wrong but what is lost");
    eq_int(readable(s, page), 4, "what was good is good");
    AUTO(arena) a = { 0 };
    struct store_version v;
    struct err e;
    struct str body;
    ok(store_version_get(&a, s, page, 3, &v, &e) == 0 && v.lost && v.fetched_at == 3, "a lost version still says what it was");
    ok(store_version_body(&a, s, page, 3, &body, &e) == E_FORMAT && strstr(e.text, "version 3 is lost"),
       "and its body fails with words");
}

static void test_mending(struct store *s, int64_t page)
{
    struct told told = { 0 };
    bool is_new;
    ok(add(s, page, 8, &is_new) && is_new, "the lost bytes come again");
    eq_int(readable(s, page), VERSIONS, "and with them all that builds on them");
    struct store_report report = look(s, true, &told);
    ok(report.faults == 7 && report.mended == 7 && report.lost == 0, "repair takes the marks away");
    report = look(s, false, &told);
    ok(report.faults == 0 && report.lost == 0, "all is whole");
}

static bool is_forgotten(struct store *s)
{
    int64_t n = 0;
    struct err e;
    return query_count(s, "SELECT count(*) FROM page WHERE etag IS NULL AND state IS NULL", NO_VALUES, &n, &e) == 0 && n == 1;
}

static void test_newest(struct store *s, int64_t page)
{
    struct told told = { 0 };
    bool is_new;
    run(s, "UPDATE blob SET frame = x'0102' WHERE id = (SELECT blob FROM version ORDER BY number DESC LIMIT 1)");
    run(s, "UPDATE page SET etag = 'x', state = '{}'");
    ok(look(s, true, &told).lost > 0, "the newest is damaged");
    ok(is_forgotten(s), "so the page is to be fetched whole again");
    ok(add(s, page, 8, &is_new) && !is_new, "the same bytes come: no new version");
    ok(look(s, true, &told).lost == 0, "but the old one is mended");
    ok(add(s, page, 99, &is_new) && is_new && look(s, false, &told).faults == 0, "and life goes on");
}

static void test_counts(struct store *s)
{
    struct told told = { 0 };
    run(s, "UPDATE blob SET refs = refs + 3 WHERE id = 2");
    run(s, "UPDATE blob SET heads = 1 WHERE id = 1");
    run(s, "UPDATE blob SET height = 0 WHERE id IN (SELECT base FROM blob)");
    run(s, "INSERT INTO watch(person, page, added_at) VALUES(77, 78, 1)");
    run(s, "INSERT INTO seen(person, page, number, kept) VALUES(77, 78, 1, 0)");
    struct store_report report = look(s, true, &told);
    ok(report.faults >= 5 && report.mended == report.faults, "wrong counts and orphans are found and mended (%llu)",
       (unsigned long long)report.faults);
    eq_int(look(s, false, &told).faults, 0, "all of them");
}

static void test_circle(struct store *s)
{
    struct told told = { 0 };
    run(s, "UPDATE blob SET base = 2 WHERE id = 3");
    run(s, "UPDATE blob SET base = 3 WHERE id = 2");
    struct store_report report = look(s, true, &told);
    ok(report.lost > 0, "a circle of bases ends");
    run(s, "DELETE FROM blob WHERE id = 5");
    ok(look(s, true, &told).faults > 0, "a body that is not there is found");
}

int main(void)
{
    AUTO(folder) f = folder_new();
    AUTO(arena) a = { 0 };
    AUTO(store) s = { 0 };
    struct err e;
    ok(store_open(&s, folder_path(&a, &f, "s"), &(struct store_options){ .create = true }, &e) == 0, "a store");
    int64_t page = fill(&s);
    eq_int(readable(&s, page), VERSIONS, "its versions");
    test_broken_chain(&s, page);
    test_mending(&s, page);
    test_newest(&s, page);
    test_counts(&s);
    test_circle(&s);
    return tap_done();
}
