/* What a visit teaches of a page: validators, moments, counts, addresses, and how often it changes. */
#include "tests/flow/archive.h"

static const char *text_of(struct archive *x, unsigned n)
{
    return arena_printf(
               &x->arena,
               "<title>Shop</title><h1>Prices of tea</h1><p>We sell green tea, black tea and white tea, each in bags of one hundred "
               "grams, and we send them to you within two days of your order.<p>The oak table is %u euro.",
               n)
        .ptr;
}

struct visit {
    struct archive x;
    int64_t page;
};

static void visit_drop(struct visit *v)
{
    archive_drop(&v->x);
}

static void visit_open(struct visit *v)
{
    archive_open(&v->x);
    v->page = archive_watch(&v->x, "http://h/", v->x.user, "{}");
}

static struct subject after(struct visit *v, struct response r)
{
    return archive_check(&v->x, v->page, r).subject;
}

static void test_validators(void)
{
    AUTO(visit) v = { .page = 0 };
    visit_open(&v);
    struct response r = archive_page(&v.x, text_of(&v.x, 340));
    r.etag = STR("e1"), r.last_modified = STR("Mon");
    struct subject s = after(&v, r);
    ok(str_eq(s.page.etag, STR("e1")) && str_eq(s.page.last_modified, STR("Mon")), "what the server calls the answer is kept");
    ok(s.page.checked_at == v.x.now && s.state.changed_at == v.x.now && s.state.known_hash == r.body_hash,
       "with its moment and its bytes");
    struct response same = { .state = FETCH_NOT_MODIFIED, .status = 304, .unchanged = true, .fetched_at_ms = v.x.now += 1000 };
    s = after(&v, same);
    ok(str_eq(s.page.etag, STR("e1")) && s.page.checked_at == v.x.now && s.state.changed_at == v.x.now - 1000,
       "an answer that nothing changed keeps it");
    same.etag = STR("e2");
    same.fetched_at_ms = v.x.now += 1000;
    s = after(&v, same);
    ok(str_eq(s.page.etag, STR("e2")) && str_eq(s.page.last_modified, STR("Mon")), "but for what it names anew");
    s = after(&v, archive_page(&v.x, text_of(&v.x, 360)));
    ok(s.page.etag.len == 0 && s.page.last_modified.len == 0, "a new page without a name has none");
}

static void test_errors(void)
{
    AUTO(visit) v = { .page = 0 };
    visit_open(&v);
    after(&v, archive_page(&v.x, text_of(&v.x, 340)));
    int64_t checked = v.x.now;
    struct subject s = after(&v, archive_failure(&v.x, FETCH_TIMEOUT, "too slow"));
    ok(s.page.errors == 1 && s.page.checked_at == checked && s.state.tried_at == v.x.now,
       "a try that failed is counted, and is no visit");
    s = after(&v, archive_failure(&v.x, FETCH_TIMEOUT, "too slow"));
    ok(s.page.errors == 2 && str_eq(s.state.message, STR("too slow")), "each of them, with its words");
    s = after(&v, archive_page(&v.x, text_of(&v.x, 340)));
    ok(s.page.errors == 0 && str_eq(s.state.message, STR("it answers again, as it was before the failures")), "until one does not");
}

static void test_addresses(void)
{
    AUTO(visit) v = { .page = 0 };
    visit_open(&v);
    struct response r = archive_page(&v.x, text_of(&v.x, 340));
    r.n_redirects = 1, r.final_url = STR("http://h/there");
    struct subject s = after(&v, r);
    ok(str_eq(s.state.final_url, STR("http://h/there")) && s.state.moved_to.len == 0, "where a redirect led is kept");
    r = archive_page(&v.x, text_of(&v.x, 341));
    r.n_redirects = 1, r.final_url = r.moved_to = STR("http://h/new");
    struct check c = archive_check(&v.x, v.page, r);
    ok(str_eq(c.subject.state.moved_to, STR("http://h/new")) && str_eq(c.moved_to, STR("http://h/new")),
       "where it led for good is told");
    s = after(&v, archive_page(&v.x, text_of(&v.x, 342)));
    ok(s.state.final_url.len == 0, "an answer at its own address leads nowhere");
    r = archive_page(&v.x, text_of(&v.x, 343));
    r.age_ms = 5000;
    s = after(&v, r);
    eq_int(s.state.proxy_at, v.x.now - 5000, "a copy of a proxy is as old as it says");
    s = after(&v, archive_page(&v.x, text_of(&v.x, 344)));
    eq_int(s.state.proxy_at, NEVER, "another is new");
    r = archive_page(&v.x, text_of(&v.x, 345));
    r.lied = true;
    s = after(&v, r);
    ok(s.state.distrusted, "a server that lied is not believed");
    s = after(&v, archive_page(&v.x, text_of(&v.x, 346)));
    ok(s.state.distrusted, "from then on");
}

/* Checks, and how many of them brought a version; old ones fade. */
static void test_counts(void)
{
    AUTO(visit) v = { .page = 0 };
    visit_open(&v);
    struct subject s = after(&v, archive_page(&v.x, text_of(&v.x, 0)));
    ok(s.state.checks == 0 && s.state.changes == 0, "the first version is not a change");
    s = after(&v, archive_page(&v.x, text_of(&v.x, 0)));
    ok(s.state.checks == 1 && s.state.changes == 0, "a visit without one is counted");
    s = after(&v, archive_page(&v.x, text_of(&v.x, 1)));
    ok(s.state.checks == 2 && s.state.changes == 1, "one with one likewise");
    for (unsigned i = 2; i < 32; i++)
        s = after(&v, archive_page(&v.x, text_of(&v.x, 1)));
    ok(s.state.checks == 32 && s.state.changes == 1, "up to 32 of them");
    s = after(&v, archive_page(&v.x, text_of(&v.x, 2)));
    ok(s.state.checks == 17 && s.state.changes == 1, "then both are halved: what was long ago counts less");
}

static void test_memory(void)
{
    AUTO(visit) v = { .page = 0 };
    visit_open(&v);
    struct response r = archive_page(&v.x, text_of(&v.x, 340));
    struct subject s = after(&v, r);
    ok(s.memory.visits == 1 && s.memory.bytes == (float)r.body.len, "the size of an answer is remembered");
    r = archive_page(&v.x, arena_printf(&v.x.arena, "%s<!--%01000d-->", text_of(&v.x, 340), 0).ptr);
    float before = s.memory.bytes;
    s = after(&v, r);
    ok(s.memory.visits == 2 && s.memory.bytes > before && s.memory.bytes < (float)r.body.len,
       "as a mean in which the last ones count most");
    r = archive_page(&v.x, text_of(&v.x, 341));
    r.head = STR("Cache-Control: max-age=86400\r\n");
    s = after(&v, r);
    ok(s.memory.expiry.fresh_days > 0.99F && s.memory.expiry.fresh_days < 1.01F, "as is how long the server says that it holds");
    s = after(&v, archive_page(&v.x, text_of(&v.x, 342)));
    ok(s.memory.expiry.fresh_days <= 0, "until it says otherwise");
}

/* A change that matters makes the next one likelier; a visit without one does not. */
static void test_rate(void)
{
    AUTO(visit) still = { .page = 0 }, busy = { .page = 0 };
    struct rate_prior prior = rate_prior_start();
    visit_open(&still);
    visit_open(&busy);
    struct subject a = { 0 }, b = { 0 };
    for (unsigned day = 0; day < 12; day++) {
        still.x.now += DURATION_DAY_MS, busy.x.now += DURATION_DAY_MS;
        a = after(&still, archive_page(&still.x, text_of(&still.x, 340)));
        b = after(&busy, archive_page(&busy.x, text_of(&busy.x, 340 + 20 * day)));
    }
    ok(rate_mean(&b.memory.forecast.rate, &prior) > 2 * rate_mean(&a.memory.forecast.rate, &prior),
       "a page that changes is expected to change again");
    ok(a.memory.importance <= 0 && b.memory.importance > 0, "and what mattered is added up");
    ok(b.memory.forecast.byte_changes > a.memory.forecast.byte_changes, "as is that anything changed at all");
}

int main(void)
{
    test_validators();
    test_errors();
    test_addresses();
    test_counts();
    test_memory();
    test_rate();
    return tap_done();
}
