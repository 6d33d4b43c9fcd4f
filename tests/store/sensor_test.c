/* Sitemaps, feeds and hubs that are asked on weft's own account: how many a host may have, who gets one that is due, what is kept. */
#include "store/sensor.h"

#include "store/websub.h"
#include "tests/store/rows.h"

static void offer(struct rows *x, const char *url, const char *host, int64_t ask_at, uint32_t most)
{
    struct store_sensor s = { .url = str_of(url), .host = str_of(host), .ask_at = ask_at, .facts = STR("{}") };
    rows_must(x, store_sensor_offer(&x->store, &s, most, &x->e));
}

static bool is_there(struct rows *x, const char *url, struct store_sensor *out)
{
    return store_sensor_get(&x->arena, &x->store, str_of(url), out, &x->e) == 0;
}

static void test_offers(struct rows *x)
{
    struct store_sensor s;
    int64_t at;
    ok(store_sensor_next(&x->store, &at, &x->e) == 0 && at == NEVER, "at first nothing is asked");
    offer(x, "http://a/1", "a", 50, 2);
    ok(is_there(x, "http://a/1", &s) && str_eq(s.host, STR("a")) && s.ask_at == 50 && str_eq(s.facts, STR("{}")) && s.seen.len == 0,
       "an offer is kept");
    offer(x, "http://a/1", "a", 99, 2);
    ok(is_there(x, "http://a/1", &s) && s.ask_at == 50, "the same once more changes nothing");
    offer(x, "http://a/2", "a", 40, 2);
    offer(x, "http://a/3", "a", 30, 2);
    ok(is_there(x, "http://a/2", &s) && !is_there(x, "http://a/3", &s), "a host has so many and no more");
    offer(x, "http://b/1", "b", NEVER, 2);
    ok(is_there(x, "http://b/1", &s) && s.ask_at == NEVER, "another host has its own");
    ok(store_sensor_next(&x->store, &at, &x->e) == 0 && at == 40, "the first that is due is known");
}

static void test_due(struct rows *x)
{
    struct store_sensors list;
    bool taken;
    ok(store_sensor_due(&x->arena, &x->store, 39, 9, &list, &x->e) == 0 && list.n == 0, "before its moment nothing is due");
    ok(store_sensor_due(&x->arena, &x->store, 50, 9, &list, &x->e) == 0 && list.n == 2 && list.item[0].ask_at == 40,
       "then the longest due comes first");
    ok(store_sensor_due(&x->arena, &x->store, 50, 1, &list, &x->e) == 0 && list.n == 1, "and at most so many");
    struct store_sensor first = list.item[0];
    ok(store_sensor_take(&x->store, &first, 80, &taken, &x->e) == 0 && taken, "one process takes it");
    ok(store_sensor_take(&x->store, &first, 90, &taken, &x->e) == 0 && !taken, "another, who read it as it was, does not");
    ok(store_sensor_list(&x->arena, &x->store, &list, &x->e) == 0 && list.n == 3, "all are listed");
}

static void test_put(struct rows *x)
{
    struct store_sensor s = { .url = STR("http://a/1"),
                              .host = STR("other"),
                              .ask_at = 60,
                              .facts = STR("[1]"),
                              .seen = STR("x\xff") },
                        got;
    rows_must(x, store_sensor_put(&x->store, &s, &x->e));
    ok(is_there(x, "http://a/1", &got) && got.ask_at == 60 && str_eq(got.facts, STR("[1]")) && str_eq(got.seen, STR("x\xff")),
       "what was learnt is kept");
    eq_str(got.host, STR("a"), "but for the host, which stays");
    rows_must(x, store_sensor_remove(&x->store, s.url, &x->e));
    ok(!is_there(x, "http://a/1", &got), "one that is not wanted goes");
}

static void test_pages(struct rows *x)
{
    int64_t pages[9];
    uint32_t n;
    int64_t second = rows_page(x, "http://a/2", "a", 200);
    rows_page(x, "http://a/3", "a", NEVER);
    ok(store_sensor_pages(&x->store, STR("a"), 9, pages, &n, &x->e) == 0 && n == 2 && pages[0] + pages[1] == x->page + second,
       "pages of the host that are planned");
    ok(store_sensor_pages(&x->store, STR("a"), 1, pages, &n, &x->e) == 0 && n == 1, "some of them");
    ok(store_sensor_pages(&x->store, STR("none"), 9, pages, &n, &x->e) == 0 && n == 0, "another host has none");
}

/* ---- Hubs ---- */

static void test_hubs(struct rows *x)
{
    struct store_websub w = { .page = x->page, .hub = STR("http://hub/"), .topic = STR("http://a/1") }, got;
    struct store_websubs list;
    eq_int(store_websub_get(&x->arena, &x->store, x->page, &got, &x->e), E_ABSENT, "a page names no hub at first");
    rows_must(x, store_websub_offer(&x->store, &w, 10, &x->e));
    ok(store_websub_get(&x->arena, &x->store, x->page, &got, &x->e) == 0 && str_eq(got.hub, w.hub) && str_eq(got.topic, w.topic)
           && got.ask_at == 10 && got.until == NEVER,
       "a hub that it names is asked at once");
    w.ask_at = 500, w.until = 900;
    rows_must(x, store_websub_plan(&x->store, &w, &x->e));
    rows_must(x, store_websub_offer(&x->store, &w, 20, &x->e));
    ok(store_websub_get(&x->arena, &x->store, x->page, &got, &x->e) == 0 && got.ask_at == 500 && got.until == 900,
       "the same once more changes nothing");
    ok(store_websub_due(&x->arena, &x->store, 499, 9, &list, &x->e) == 0 && list.n == 0, "until it is to be asked again");
    ok(store_websub_due(&x->arena, &x->store, 500, 9, &list, &x->e) == 0 && list.n == 1 && list.item[0].page == x->page,
       "then it is due");
    w.topic = STR("http://a/feed");
    rows_must(x, store_websub_offer(&x->store, &w, 30, &x->e));
    ok(store_websub_get(&x->arena, &x->store, x->page, &got, &x->e) == 0 && got.ask_at == 30 && str_eq(got.topic, w.topic),
       "another topic is asked for at once");
    w.page = x->other;
    rows_must(x, store_websub_offer(&x->store, &w, 30, &x->e));
    ok(store_websub_due(&x->arena, &x->store, 30, 1, &list, &x->e) == 0 && list.n == 1, "at most so many are asked at a time");
    rows_must(x, store_page_remove(&x->store, x->page, &x->e));
    eq_int(store_websub_get(&x->arena, &x->store, x->page, &got, &x->e), E_ABSENT, "a hub goes with its page");
}

int main(void)
{
    AUTO(rows) x;
    rows_open(&x);
    test_offers(&x);
    test_due(&x);
    test_put(&x);
    test_pages(&x);
    test_hubs(&x);
    return tap_done();
}
