/* States of pages and facts about hosts: kept as text, the same when read again. */
#include "flow/state.h"
#include "tests/tap.h"

static void test_page(struct arena *a)
{
    struct page_state s, back;
    struct err e;
    ok(page_state_read(a, STR(""), &s, &e) == 0 && s.tried_at == NEVER && s.outcome.len == 0, "at first nothing is known");
    eq_str(page_state_write(a, &s), STR("{}"), "and nothing is kept");
    s.outcome = STR("changed");
    s.known_hash = UINT64_MAX;
    s.tried_at = 5;
    s.robots_overridden = true;
    ok(page_state_read(a, page_state_write(a, &s), &back, &e) == 0, "there and back");
    ok(str_eq(back.outcome, s.outcome) && back.known_hash == UINT64_MAX && back.tried_at == 5 && back.changed_at == NEVER
           && back.robots_overridden,
       "nothing is lost");
    ok(page_state_read(a, STR("{\"status\":\"x\"}"), &back, &e) == E_FORMAT, "what cannot be read is told");
}

static void test_host(struct arena *a)
{
    struct host_facts facts = { .origin = STR("http://h:80"),
                                .robots_at_ms = 11,
                                .robots = STR("allow \xff\0 bytes"),
                                .robots_state = ROBOTS_READ,
                                .robots_status = 200,
                                .pause_until_ms = 12,
                                .pause_ms = 13,
                                .distrust_at_ms = 14,
                                .n_doubts = 1 };
    struct host_facts back;
    struct err e;
    struct str text = host_facts_write(a, &facts);
    ok(host_facts_read(a, facts.origin, text, &back, &e) == 0, "there and back");
    eq_str(back.robots, facts.robots, "rules byte for byte");
    ok(back.robots_at_ms == 11 && back.robots_state == ROBOTS_READ && back.robots_status == 200 && back.pause_until_ms == 12
           && back.pause_ms == 13 && back.distrust_at_ms == 14 && back.n_doubts == 1 && str_eq(back.origin, facts.origin),
       "all the rest");
    ok(host_facts_read(a, facts.origin, STR("{\"robots\":\"*\"}"), &back, &e) == E_FORMAT, "what is no base64 is told");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_page(&a);
    test_host(&a);
    return tap_done();
}
