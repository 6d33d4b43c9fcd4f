/* Hosts of what is watched: counted for those who watch, with what robots.txt asks for and pauses; and when a page is visited next. */
#include "archive/hosts.h"

#include "archive/page_forecast.h"
#include "flow/state.h"
#include "tests/archive/world.h"

static int64_t add(struct archive_world *w, const struct caller *c, const char *url, const char *host, int64_t errors)
{
    struct store_page page = { .url = str_of(url), .canonical = str_of(url), .host = str_of(host), .added_at = 1 };
    must(w, store_page_add(&w->store, &page, &page.id, &w->e));
    page.errors = errors;
    page.checked_at = 5;
    page.next_check_at = c->now + 2 * 3600000 + 1;
    must(w, store_page_schedule(&w->store, &page, &w->e));
    world_watch(w, c, page.id, "{}");
    return page.id;
}

static struct str described(struct archive_world *w, const struct caller *c, bool all)
{
    struct host_rows rows;
    AUTO(buf) out = BUF(4096);

    if (hosts_list(c, all, &rows, &w->e))
        return STR("refused");
    for (uint32_t i = 0; i < rows.n; i++)
        buf_addf(&out, "%.*s %s %llu/%llu %lld%s;", STR_ARG(rows.item[i].name), host_state_words(rows.item[i].state),
                 (unsigned long long)rows.item[i].failing, (unsigned long long)rows.item[i].pages, (long long)rows.item[i].gap_ms,
                 rows.item[i].gap_from_robots ? " asked" : "");
    buf_addf(&out, " %llu in hour 3", (unsigned long long)rows.hours[2]);
    return arena_str(&w->arena, buf_str(&out));
}

int main(void)
{
    struct archive_world w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER), bob = world_caller(&w, "bob", ROLE_USER);
    struct caller admin = bob;
    admin.who.role = ROLE_ADMIN;
    int64_t page = add(&w, &ann, "http://a/1", "a", 0);
    add(&w, &ann, "http://a/2", "a", 2);
    add(&w, &ann, "http://down/", "down", 1);
    add(&w, &ann, "https://slow/", "slow", 0);
    add(&w, &bob, "http://busy/", "busy", 0);
    struct host_facts slow = { .origin = STR("https://slow:443"), .robots = STR("w 90000\n"), .robots_state = ROBOTS_READ };
    struct host_facts busy = { .origin = STR("http://busy:80"), .pause_until_ms = ann.now + 5000 };
    must(&w, store_host_put(&w.store, &(struct store_host){ slow.origin, host_facts_write(&w.arena, &slow) }, &w.e));
    must(&w, store_host_put(&w.store, &(struct store_host){ busy.origin, host_facts_write(&w.arena, &busy) }, &w.e));

    eq_str(described(&w, &ann, false),
           STR("down does not answer 1/1 1000;a some pages fail 1/2 1000;slow well 0/1 90000 asked; 4 in hour 3"),
           "a user sees the hosts of their pages, what is wrong first");
    eq_str(described(&w, &bob, false), STR("busy asked for a pause 0/1 1000; 1 in hour 3"), "each their own");
    eq_str(described(&w, &bob, true), STR("refused"), "all of them are an administrator's");
    ok(str_find(described(&w, &admin, true), STR("5 in hour 3"), 0) != SIZE_MAX, "who sees all");

    struct page_forecast f;
    ok(page_forecast_read(&ann, page, &f, &w.e) == 0 && f.next_at == ann.now + 2 * 3600000 + 1 && f.best_effort,
       "when a page is visited next");
    ok(page_forecast_read(&bob, page, &f, &w.e) == E_ABSENT, "for who watches it");
    world_watch(&w, &ann, page, "{\"every\":\"3h\"}");
    ok(page_forecast_read(&ann, page, &f, &w.e) == 0 && !f.best_effort && f.interval_ms == 3 * 3600000, "an interval is a promise");
    archive_world_drop(&w);
    return tap_done();
}
