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

/* Every field, with what is written of it alone. */
static void test_fields(struct arena *a)
{
    struct str missing[] = { STR("#price"), STR("main") };
    const struct {
        struct page_state state;
        const char *want;
    } rows[] = {
        { { .outcome = STR("changed") }, "\"outcome\":\"changed\"" },
        { { .answer = STR("not modified") }, "\"answer\":\"not modified\"" },
        { { .status = 503 }, "\"status\":503" },
        { { .message = STR("2 words added") }, "\"message\":\"2 words added\"" },
        { { .title = STR("Harbour \"north\"") }, "\"title\":\"Harbour \\\"north\\\"\"" },
        { { .missing = { missing, 2 } }, "\"missing\":[\"#price\",\"main\"]" },
        { { .final_url = STR("http://h/2") }, "\"final_url\":\"http://h/2\"" },
        { { .moved_to = STR("http://n/") }, "\"moved_to\":\"http://n/\"" },
        { { .suspect = STR("a login page") }, "\"suspect\":\"a login page\"" },
        { { .rule = STR("checked") }, "\"rule\":\"checked\"" },
        { { .known_hash = 0xab }, "\"known_hash\":\"00000000000000ab\"" },
        { { .followed = 0xcd }, "\"followed\":\"00000000000000cd\"" },
        { { .checks = 4, .changes = 3 }, "\"checks\":4,\"changes\":3" },
        { { .past = STR("p") }, "\"past\":\"p\"" },
        { { .robots_overridden = true, .owed = true, .distrusted = true },
          "\"robots_overridden\":true,\"owed\":true,\"distrusted\":true" },
        { { .real = 7 }, "\"real\":7" },
        { { .leads_to = STR("http://h/3"), .hops = 2 }, "\"leads_to\":\"http://h/3\",\"hops\":2" },
        { { .blocked = STR("a check for robots") }, "\"blocked\":\"a check for robots\"" },
        { { .cookies = STR("session=1") }, "" }, /* sealed apart, and never written */
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct page_state s = rows[i].state, none = page_state_none(), back;
        struct err e;
        s.tried_at = s.changed_at = s.proxy_at = s.retry_at = s.robots_at = s.pushed_at = s.suspect_at = none.tried_at;
        struct str text = page_state_write(a, &s);
        eq_str(text, arena_printf(a, "{%s}", rows[i].want), "what is known is written, and nothing else");
        ok(page_state_read(a, text, &back, &e) == 0, "it is read");
        eq_str(page_state_write(a, &back), text, "and written as the same");
    }
}

static void test_moments(struct arena *a)
{
    struct page_state s = page_state_none(), back;
    struct err e;
    int64_t *const moments[] = { &s.tried_at, &s.changed_at, &s.proxy_at, &s.retry_at, &s.robots_at, &s.pushed_at, &s.suspect_at };
    for (size_t i = 0; i < ARRAY_LEN(moments); i++)
        *moments[i] = (int64_t)i + 1;
    ok(page_state_read(a, page_state_write(a, &s), &back, &e) == 0 && back.tried_at == 1 && back.changed_at == 2
           && back.proxy_at == 3 && back.retry_at == 4 && back.robots_at == 5 && back.pushed_at == 6 && back.suspect_at == 7,
       "each moment is its own");
    ok(page_state_read(a, STR("{\"cookies\":\"a=b\"}"), &back, &e) == 0 && str_eq(back.cookies, STR("a=b")),
       "cookies that an earlier weft kept here are found");
}

static void test_words(struct arena *a)
{
    struct page_state s;
    struct host_facts f;
    struct err e;
    eq_int(page_state_read(a, STR("{\"hops\":\"many\"}"), &s, &e), E_FORMAT, "a state that cannot be read");
    eq_str(str_of(e.text), STR("state of a page: \"hops\" is not what it should be"), "says what it is, and where");
    eq_int(host_facts_read(a, STR("http://h:80"), STR("{\"robots\":\"*\"}"), &f, &e), E_FORMAT, "facts likewise");
    eq_str(str_of(e.text), STR("facts about http://h:80: \"robots\" is not what it should be"), "of which host");
    ok(host_facts_read(a, STR("http://h:80"), STR("{\"robots_state\":99}"), &f, &e) == 0 && f.robots_state == ROBOTS_UNREACHABLE,
       "a state that an older weft does not know is the most careful one");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_page(&a);
    test_host(&a);
    test_fields(&a);
    test_moments(&a);
    test_words(&a);
    return tap_done();
}
