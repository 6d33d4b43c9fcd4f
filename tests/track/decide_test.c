/* Every skip rule, their order, and the laws of the header on generated facts. */
#include "track/decide.h"

#include "base/duration.h"
#include "tests/base/random.h"
#include "tests/tap.h"
#include "track/thresholds.h"

#define M DURATION_MINUTE_MS
#define H DURATION_HOUR_MS
#define D DURATION_DAY_MS
#define NOW (INT64_C(20000) * D)

/* A row sets the facts that differ from "nothing is known"; spans are ago, 0: not known. */
struct row {
    const char *what;
    int64_t threshold, visited, checked, tried, modified, known, proxy, host_in, robots, run;
    unsigned errors;
    bool asked, archive, suspect, ignore_robots, error_is_check;
    enum track_rule rule, last;
    int64_t next_in; /* 0: now; -1: never */
};

static int64_t ago(int64_t span)
{
    return span ? NOW - span : NEVER;
}

static struct track_facts facts_of(const struct row *r)
{
    struct track_facts f = track_facts_none(NOW, r->threshold);
    f.visited_at = ago(r->visited);
    f.checked_at = ago(r->checked);
    f.tried_at = ago(r->tried);
    f.modified_at = ago(r->modified);
    f.known_at = ago(r->known);
    f.proxy_at = ago(r->proxy);
    f.robots_at = ago(r->robots);
    f.host_ready_at = r->host_in ? NOW + r->host_in : NEVER;
    f.robots_ms = D;
    f.run_ms = r->run;
    f.errors = r->errors;
    f.asked = r->asked;
    f.archive = r->archive;
    f.suspect = r->suspect;
    f.ignore_robots = r->ignore_robots;
    f.error_is_check = r->error_is_check;
    return f;
}

#define CHECK(r) .rule = TRACK_RULE_##r, .last = TRACK_RULE_##r
#define SKIP(r, in) .rule = TRACK_RULE_##r, .last = TRACK_RULE_##r, .next_in = (in)
#define SKIP2(r, l, in) .rule = TRACK_RULE_##r, .last = TRACK_RULE_##l, .next_in = (in)

static const struct row rows[] = {
    { "nothing is known", .threshold = 2 * D, CHECK(FIRST) },
    { "never", .threshold = NEVER, .rule = TRACK_RULE_NEVER, .last = TRACK_RULE_NEVER, .next_in = -1 },
    { "never, but asked for", .threshold = NEVER, .asked = true, CHECK(ASKED) },
    { "robots.txt forbids it", .threshold = 2 * D, .robots = H, SKIP(ROBOTS, 23 * H) },
    { "robots.txt forbids it, asked for", .threshold = 2 * D, .robots = H, .asked = true, SKIP(ROBOTS, 23 * H) },
    { "robots.txt is overridden", .threshold = 2 * D, .robots = H, .ignore_robots = true, CHECK(FIRST) },
    { "robots.txt was read long ago", .threshold = 2 * D, .robots = 2 * D, CHECK(FIRST) },
    { "the host pauses", .threshold = 2 * D, .host_in = M, SKIP(HOST, M) },
    { "the host pauses, asked for", .threshold = 2 * D, .host_in = M, .asked = true, SKIP(HOST, M) },
    { "the host's pause is over", .threshold = 2 * D, .host_in = -M, CHECK(FIRST) },
    { "an error", .threshold = 2 * D, .tried = M, .errors = 1, SKIP(ERROR, 4 * M) },
    { "an error, later", .threshold = 2 * D, .tried = 5 * M, .errors = 1, CHECK(AGAIN) },
    { "three errors", .threshold = 2 * D, .tried = M, .errors = 3, SKIP(ERROR, 19 * M) },
    { "a hundred errors", .threshold = 2 * D, .tried = M, .errors = 100, SKIP(ERROR, D - M) },
    { "many errors, short threshold", .threshold = H, .tried = M, .errors = 100, SKIP(ERROR, 59 * M) },
    { "an error counts as a check", .threshold = 2 * D, .tried = H, .errors = 1, .error_is_check = true, SKIP(ERROR, 47 * H) },
    { "an error, in every run", .threshold = 0, .tried = M, .errors = 9, CHECK(AGAIN) },
    { "an error, asked for", .threshold = 2 * D, .tried = M, .errors = 1, .asked = true, CHECK(ASKED) },
    { "visited within the threshold", .threshold = 2 * D, .visited = 3 * H, .checked = 3 * D, SKIP(VISITED, 45 * H) },
    { "visited before", .threshold = 2 * D, .visited = 2 * D, .checked = 3 * D, CHECK(DUE) },
    { "visited, and every version is wanted", .threshold = 2 * D, .visited = H, .checked = 3 * D, .archive = true,
      SKIP(VISITED, 47 * H) },
    { "visited, in every run", .threshold = 0, .visited = 1, .checked = D, CHECK(DUE) },
    { "modified and unseen", .threshold = 2 * D, .visited = 9 * D, .checked = 3 * D, .modified = 4 * D, .known = 3 * D,
      SKIP(MODIFIED, 4 * D) },
    { "modified and never visited", .threshold = 2 * D, .checked = 3 * D, .modified = 4 * D, .known = 3 * D,
      SKIP(MODIFIED, 4 * D) },
    { "modified and seen", .threshold = 2 * D, .visited = 3 * D, .checked = 3 * D, .modified = 4 * D, .known = 3 * D, CHECK(DUE) },
    { "modified, unseen, but stale", .threshold = 2 * D, .checked = 7 * D, .modified = 8 * D, .known = 7 * D, CHECK(STALE) },
    { "modified, but every version is wanted", .threshold = D, .checked = 2 * D, .modified = 2 * D, .known = 2 * D, .archive = true,
      CHECK(DUE) },
    { "visited, then modified", .threshold = 2 * D, .visited = D, .checked = 3 * H, .modified = H, .known = H,
      SKIP2(VISITED, MODIFIED, 7 * D - H) },
    { "modified, asked for", .threshold = 2 * D, .checked = H, .modified = H, .known = H, .asked = true, CHECK(ASKED) },
    { "checked within the threshold", .threshold = 2 * D, .checked = 3 * H, SKIP(CHECKED, 45 * H) },
    { "checked before", .threshold = 2 * D, .checked = 2 * D, CHECK(DUE) },
    { "checked, in every run", .threshold = 0, .checked = 1, CHECK(DUE) },
    { "checked, runs a minute apart", .threshold = 0, .run = M, .checked = 10000, SKIP(CHECKED, 50000) },
    { "checked, asked for", .threshold = 2 * D, .checked = 1, .asked = true, CHECK(ASKED) },
    { "a proxy's copy is current", .threshold = 2 * D, .checked = 3 * D, .proxy = D, .tried = H, SKIP(PROXY, D) },
    { "a proxy's copy alone", .threshold = 2 * D, .proxy = D, SKIP(PROXY, D) },
    { "a proxy's copy is old", .threshold = 2 * D, .checked = 9 * D, .proxy = 3 * D, .tried = H, CHECK(DUE) },
    { "a proxy's copy was old just now", .threshold = 2 * D, .checked = 9 * D, .proxy = 3 * D, .tried = M, SKIP(PROXY, 4 * M) },
    { "suspect", .threshold = 2 * D, .checked = M, .visited = H, .suspect = true, SKIP(CHECKED, 14 * M) },
    { "suspect, a while ago", .threshold = 2 * D, .checked = H, .tried = H, .visited = 2 * H, .suspect = true, CHECK(SUSPECT) },
    { "suspect, short threshold", .threshold = M, .checked = 30000, .suspect = true, SKIP(CHECKED, 30000) },
    { "a clock was wrong", .threshold = 2 * D, .visited = -D, .checked = -9 * D, CHECK(FIRST) },
};

static void test_rows(void)
{
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct row *r = &rows[i];
        struct track_facts f = facts_of(r);
        struct decision d = decide(&f);
        bool check = r->rule >= TRACK_SKIPS;
        int64_t next = r->next_in < 0 ? NEVER : NOW + r->next_in;
        ok(d.check == check && d.rule == r->rule && d.last_rule == r->last, "%s: %s, %s", r->what,
           track_rule_name((enum track_rule)d.rule), track_rule_name((enum track_rule)d.last_rule));
        ok(d.next_at == next, "%s: next in %lld ms", r->what, (long long)(d.next_at - NOW));
    }
}

static int64_t some_span(struct random *r)
{
    static const int64_t spans[] = { 1, 1000, M, 7 * M, H, 5 * H, D, 2 * D, 6 * D, 8 * D, 40 * D };
    return random_below(r, 3) ? spans[random_below(r, ARRAY_LEN(spans))] + (int64_t)random_below(r, 1000) : 0;
}

/* Only moments that have been: the laws speak of facts that hold. */
static struct track_facts some_facts(struct random *r)
{
    struct row row = { .threshold = random_below(r, 9) ? some_span(r) : NEVER, .run = random_below(r, 2) ? M : 0 };
    row.visited = some_span(r);
    row.checked = some_span(r);
    row.tried = some_span(r);
    row.modified = some_span(r);
    row.known = some_span(r);
    row.proxy = random_below(r, 3) ? 0 : some_span(r);
    row.robots = random_below(r, 5) ? 0 : some_span(r);
    row.host_in = random_below(r, 4) ? 0 : some_span(r);
    row.errors = random_below(r, 3) ? 0 : (unsigned)random_below(r, 12);
    row.asked = !random_below(r, 6);
    row.archive = !random_below(r, 3);
    row.suspect = !random_below(r, 6);
    row.ignore_robots = !random_below(r, 4);
    row.error_is_check = !random_below(r, 4);
    return facts_of(&row);
}

static bool check_at(struct track_facts f, int64_t at)
{
    f.now_at = at;
    return decide(&f).check;
}

static void test_laws(void)
{
    enum { N = 20000 };
    struct random r = { 1 };
    unsigned before = 0, then = 0, later = 0, longer = 0, all = 0;
    for (unsigned i = 0; i < N; i++) {
        struct track_facts f = some_facts(&r), other = f;
        struct decision d = decide(&f), o;
        int64_t next = d.next_at;
        if (!d.check)
            before += check_at(f, NOW) || (next != NEVER && (check_at(f, next - 1) || check_at(f, NOW + (next - NOW) / 2)));
        if (next != NEVER) {
            then += !check_at(f, next);
            later += !check_at(f, next + some_span(&r)) || !check_at(f, next + 400 * D);
        }
        other.threshold_ms = f.threshold_ms > INT64_MAX / 2 ? NEVER : f.threshold_ms + some_span(&r);
        o = decide(&other);
        longer += o.next_at < d.next_at;
        struct track_facts users[3] = { f, some_facts(&r), some_facts(&r) };
        uint32_t which = 9;
        o = decide_all(users, 3, &which);
        for (unsigned u = 0; u < 3; u++)
            all += decide(&users[u]).next_at < o.next_at || (decide(&users[u]).check && !o.check);
        all += which > 2 || decide(&users[which]).rule != o.rule;
    }
    eq_int(before, 0, "before next_at it is not checked");
    eq_int(then, 0, "at next_at it is");
    eq_int(later, 0, "and what is due stays due");
    eq_int(longer, 0, "a longer threshold gives no earlier check");
    eq_int(all, 0, "of several users the first to want it counts");
}

static void test_names(void)
{
    bool differ = true;
    for (unsigned i = 0; i < TRACK_RULES; i++)
        for (unsigned j = 0; j <= i; j++)
            differ = differ && track_rule_name(i) && (i == j || strcmp(track_rule_name(i), track_rule_name(j)) != 0);
    ok(differ, "every rule has a name of its own");
    eq_str(str_of(track_rule_name(TRACK_RULES)), STR("?"), "and others have none");
}

int main(void)
{
    test_rows();
    test_laws();
    test_names();
    return tap_done();
}
