/* Dictionaries: a site gets one when it pays and another when it drifts; every version reads as before, and what is needed stays. */
#include "store/dictionary.h"

#include "store/blob.h"
#include "tests/base/random.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

enum { PAGES = 24 };

static void add_words(struct buf *b, struct random *r, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 3 + random_below(r, 6); k > 0; k--)
            buf_add_char(b, (char)('a' + random_below(r, 26)));
        buf_add_char(b, i % 9 == 8 ? '\n' : ' ');
    }
}

/* Page `page` in the look of `design`: a template of some kilobytes, and a text of its own. */
static struct str body_of(struct arena *a, unsigned design, unsigned page)
{
    AUTO(buf) b = BUF(1 << 20);
    struct random frame = { 77 + design }, own = { 1000 * (design + 1) + page };
    struct str out;
    random_next(&frame);
    random_next(&own);
    buf_add(&b, STR("<html><head><style>\n"));
    add_words(&b, &frame, 400);
    buf_add(&b, STR("</style></head><body>\n<ul>"));
    for (unsigned i = 0; i < 40; i++) {
        buf_add(&b, STR("<li><a href=/>"));
        add_words(&b, &frame, 4);
        buf_add(&b, STR("</a></li>\n"));
    }
    buf_add(&b, STR("</ul><p>"));
    add_words(&b, &own, 100);
    buf_add(&b, STR("</p></body></html>\n"));
    if (buf_take(&b, a, &out, NULL))
        abort();
    return out;
}

static int64_t page_of(struct store *s, const char *host, unsigned page)
{
    AUTO(arena) a = { 0 };
    int64_t id = 0;
    struct store_page row = { .url = arena_printf(&a, "http://%s/%u", host, page), .host = str_of(host), .next_check_at = NEVER };
    return store_page_add(s, &row, &id, NULL) ? 0 : id;
}

static void add(struct store *s, const char *host, unsigned design, unsigned page)
{
    AUTO(arena) a = { 0 };
    struct err e;
    bool is_new;
    struct store_version v = { .page = page_of(s, host, page), .fetched_at = design + 1, .server_at = NEVER };
    if (store_version_add(s, &v, body_of(&a, design, page), &is_new, &e)) {
        printf("# %s\n", e.text);
        abort();
    }
}

static int64_t count(struct store *s, const char *sql)
{
    int64_t n = -1;
    return query_count(s, sql, NO_VALUES, &n, NULL) ? -1 : n;
}

static bool reads(struct store *s, const char *host, unsigned design, unsigned page, int64_t number)
{
    AUTO(arena) a = { 0 };
    struct err e;
    struct str got;
    if (store_version_body(&a, s, page_of(s, host, page), number, &got, &e)) {
        printf("# %s\n", e.text);
        return false;
    }
    return str_eq(got, body_of(&a, design, page));
}

static void collect(struct store *s, const char *what)
{
    struct store_swept swept;
    struct store_report report = { 0 };
    struct err e = { .text = "" };
    bool good = store_gc(s, &(struct store_policy){ 0 }, &swept, &e) == 0 && store_verify(s, false, &report, &e) == 0;
    ok(good && report.faults == 0, "%s: the store is whole %s", what, e.text);
}

static void test_life(struct store *s)
{
    struct dictionary d;
    struct err e;
    bool good = true;

    for (unsigned i = 0; i < PAGES; i++)
        add(s, "site.org", 0, i);
    for (unsigned i = 0; i < DICTIONARY_PAGES_MIN - 1; i++)
        add(s, "small.org", 1, i);
    int64_t without = count(s, "SELECT sum(length(frame)) FROM blob");
    collect(s, "at first");
    eq_int(count(s, "SELECT count(*) FROM dictionary"), 1, "the site has a dictionary, the small one none");
    ok(count(s, "SELECT sum(length(frame)) FROM blob") + count(s, "SELECT sum(length(frame)) FROM dictionary") < without * 2 / 3,
       "and all of it takes less room");
    ok(dictionary_of_host(s, STR("site.org"), &d, &e) == 0 && d.id == 1 && d.bytes.len > 3000, "it holds the template");
    ok(dictionary_of_host(s, STR("small.org"), &d, &e) == 0 && d.id == 0 && d.bytes.len == 0, "no other host uses it");
    add(s, "site.org", 0, PAGES);
    ok(count(s, "SELECT length(frame) FROM blob ORDER BY id DESC LIMIT 1") * 10
           < count(s, "SELECT bytes FROM blob ORDER BY id DESC LIMIT 1") * 2,
       "a page that is new takes room for its own text");
    for (unsigned i = 0; i <= PAGES; i++)
        good &= reads(s, "site.org", 0, i, 1);
    ok(good, "all pages read as they were");
    collect(s, "again");
    eq_int(count(s, "SELECT count(*) FROM dictionary"), 1, "nothing drifted, nothing new");
}

static void test_drift(struct store *s)
{
    bool good = true;
    for (unsigned i = 0; i < PAGES; i++)
        add(s, "site.org", 2, i); /* another look: each is a second version */
    collect(s, "after a new design");
    ok(count(s, "SELECT max(id) FROM dictionary") > 1, "a new design gets a new dictionary");
    eq_int(count(s, "SELECT count(*) FROM dictionary WHERE id NOT IN (SELECT dictionary FROM blob WHERE dictionary IS NOT NULL)"),
           0, "those that are there are needed");
    for (unsigned i = 0; i < PAGES; i++)
        good &= reads(s, "site.org", 0, i, 1) && reads(s, "site.org", 2, i, 2);
    ok(good, "old and new versions read as they were");
}

static void test_damage(struct store *s)
{
    struct err e;
    struct store_report report = { 0 };
    struct dictionary d;
    AUTO(arena) a = { 0 };
    struct str body;
    eq_int(dictionary_get(s, 999, &d, &e), E_FORMAT, "a dictionary that is not there");
    ok(query_run(s, "UPDATE dictionary SET frame = substr(frame, 1, 20)", NO_VALUES, &e) == 0, "dictionaries are damaged");
    dictionary_forget(s);
    ok(store_version_body(&a, s, page_of(s, "site.org", 3), 2, &body, &e) == E_FORMAT && strstr(e.text, "dictionary"),
       "then the version is lost: %s", e.text);
    ok(store_verify(s, false, &report, &e) == 0 && report.lost >= PAGES, "and verifying says so");
}

int main(void)
{
    AUTO(folder) f = folder_new();
    AUTO(arena) a = { 0 };
    AUTO(store) s = { 0 };
    struct err e;
    if (!ok(store_open(&s, folder_path(&a, &f, "s"), &(struct store_options){ .create = true }, &e) == 0, "a store"))
        return tap_done();
    test_life(&s);
    test_drift(&s);
    test_damage(&s);
    return tap_done();
}
