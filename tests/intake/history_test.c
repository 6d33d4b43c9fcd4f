/* When a page was last visited: Firefox, Chromium, both together, and a browser that runs. */
#include "intake/history.h"

#include "base/io.h"
#include "tests/intake/databases.h"

static void is_visited(const struct browser_history *h, const char *url, int64_t at, unsigned visits)
{
    const struct history_page *p = history_find(h, str_of(url));
    ok(p ? p->visited_at == at && p->visits == visits : at == 0, "%s: %lld, %u visits", url, p ? (long long)p->visited_at : 0,
       p ? p->visits : 0);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(folder) f = folder_new();
    struct browser_history h = { 0 }, none = { 0 };
    struct err e = { 0 };
    const char *firefox = folder_path(&a, &f, "places.sqlite"), *chromium = folder_path(&a, &f, "History"),
               *other = folder_path(&a, &f, "other");
    sqlite3 *one =
        database(firefox, FIREFOX_SCHEMA
                 "PRAGMA journal_mode = WAL; PRAGMA locking_mode = EXCLUSIVE;"
                 "INSERT INTO moz_places (url, visit_count, last_visit_date) VALUES ('http://a.org/', 3, 1456433741000000),"
                 "('http://a.org/#part', 1, 1456433742000000),('http://b.org/?utm_source=x', 1, 1456433743000000),"
                 "('http://never.org/', 0, NULL),('about:blank', 9, 1456433741000000),('place:x', 1, 1)");
    sqlite3 *two = database(
        chromium, CHROMIUM_SCHEMA
        "BEGIN EXCLUSIVE; INSERT INTO urls (url, visit_count, last_visit_time) VALUES ('http://A.org:80/', 2, 13100907399000000),"
        "('https://c.org/x', 1, 13100907341000000),('chrome://newtab/', 1, 13100907341000000),('http://zero.org/', 0, 0); COMMIT; BEGIN EXCLUSIVE");
    is_visited(&h, "http://a.org/", 0, 0);
    ok(history_load(&a, firefox, &h, &e) == 0 && h.n == 2, "Firefox, which is running: %s", e.text);
    eq_str(str_of(h.browser), STR("Firefox"), "told by its tables");
    is_visited(&h, "http://a.org/", INT64_C(1456433742000), 4);
    is_visited(&h, "http://A.org/#other", INT64_C(1456433742000), 4);
    is_visited(&h, "http://b.org/", INT64_C(1456433743000), 1);
    is_visited(&h, "http://never.org/", 0, 0);
    is_visited(&h, "http://c.org/x", 0, 0);
    ok(history_load(&a, chromium, &h, &e) == 0 && h.n == 3, "and Chromium: %s", e.text);
    is_visited(&h, "http://a.org/", INT64_C(1456433799000), 6);
    is_visited(&h, "https://c.org/x", INT64_C(1456433741000), 1);
    is_visited(&h, "http://zero.org/", 0, 0);
    sqlite3_close(one);
    sqlite3_close(two);
    sqlite3_close(database(other, "CREATE TABLE t(x)"));
    ok(history_load(&a, other, &none, &e) == E_FORMAT && strstr(e.text, "no history"), "%s", e.text);
    ok(history_load(&a, "/no/such/file", &none, &e) == E_SYSTEM, "%s", e.text);
    ok(io_write(other, STR("words"), &e) == 0 && history_load(&a, other, &none, &e) == E_FORMAT, "%s", e.text);
    return tap_done();
}
