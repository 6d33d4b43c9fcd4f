/* A decision in words: every rule has its sentence, with its spans filled in. */
#include "track/decide.h"

#include "base/duration.h"
#include "tests/tap.h"
#include "track/thresholds.h"

#define M DURATION_MINUTE_MS
#define H DURATION_HOUR_MS
#define D DURATION_DAY_MS
#define NOW (INT64_C(20000) * D)

static void says(struct track_facts f, const char *want)
{
    AUTO(buf) out = BUF(1000);
    struct decision d = decide(&f);
    decision_words(&d, &f, &out);
    eq_str(buf_str(&out), str_of(want), "the words");
}

static void test_skips(void)
{
    struct track_facts none = track_facts_none(NOW, 2 * D), f = none;
    f.visited_at = NOW - 3 * H;
    says(f, "not now: you saw it 3 hours ago, and it is checked every 2 days; next in 1 day 21 hours");
    f.modified_at = f.known_at = NOW - H;
    says(f, "not now: you saw it 3 hours ago, and it is checked every 2 days; next in 6 days 23 hours, "
            "a week after its last change was found, which you have not seen yet");
    f = none;
    f.modified_at = f.known_at = NOW - H;
    says(
        f,
        "not now: it changed 1 hour ago and you have not seen that yet; it is checked again a week after that was found; next in 6 days 23 hours");
    f = none;
    f.checked_at = NOW - 90 * 1000;
    says(f, "not now: it was checked 1 minute 30 seconds ago, and it is checked every 2 days; next in 2 days");
    f.tried_at = NOW - 1000;
    f.errors = 1;
    says(f, "not now: the last try, 1 second ago, failed; next in 2 days, as it is checked every 2 days");
    f = track_facts_none(NOW, H);
    f.checked_at = NOW - 1000;
    says(f, "not now: it was checked 1 second ago, and it is checked every hour; next in 1 hour");
    f.checked_at = NOW - H + 9 * M + 1500;
    says(f, "not now: it was checked 50 minutes 58 seconds ago, and it is checked every hour; next in 9 minutes 2 seconds");
    f.threshold_ms = 90 * M;
    says(f, "not now: it was checked 50 minutes 58 seconds ago, and it is checked every 1 hour 30 minutes; next in 39 minutes");
    f = none;
    f.proxy_at = NOW - D;
    says(f, "not now: a proxy's copy of 1 day ago is known, and it is checked every 2 days; next in 1 day");
    f = none;
    f.robots_at = NOW - H;
    f.robots_ms = D;
    says(f, "not now: robots.txt, read 1 hour ago, forbids it; next in 23 hours");
    f = none;
    f.host_ready_at = NOW + M;
    says(f, "not now: its host is given a pause (it asked for one when another page was fetched, or host-requests-a-day"
            " allows no more); next in 1 minute");
    f.host_said = STR("a.test: robots.txt could not be read (503)");
    says(f, "not now: a.test: robots.txt could not be read (503); next in 1 minute");
    f = none;
    f.tried_at = NOW - M;
    f.errors = 2;
    says(f, "not now: the last try, 1 minute ago, failed (2 times in a row); next in 9 minutes");
    f = none;
    f.threshold_ms = NEVER;
    says(f, "not checked: its threshold is \"never\"; 'weft check URL' looks nevertheless");
}

static void test_checks(void)
{
    struct track_facts none = track_facts_none(NOW, 0), f = none;
    says(f, "check: it was never checked");
    f.asked = true;
    says(f, "check: you asked for it");
    f = none;
    f.checked_at = NOW - D;
    says(f, "check: it was checked 1 day ago, and it is checked in every run");
    f.tried_at = NOW - 500;
    f.errors = 1;
    says(f, "check: the last try, less than a second ago, failed, and the pause after that is over");
    f = track_facts_none(NOW, D);
    f.checked_at = f.tried_at = NOW - H;
    f.suspect = true;
    says(f, "check: the last answer, 1 hour ago, was suspect");
    f = track_facts_none(NOW, D);
    f.checked_at = f.known_at = NOW - 8 * D;
    f.modified_at = NOW - 9 * D;
    says(f, "check: it changed 9 days ago and you have not seen that, but this was learnt more than a week ago");
}

/* A decision that was stored long ago may not fit the facts of today; the words must still be a sentence. */
static void test_any(void)
{
    bool whole = true;
    for (unsigned i = 0; i <= TRACK_RULES; i++) {
        AUTO(buf) out = BUF(1000);
        struct track_facts f = track_facts_none(NOW, NEVER);
        struct decision d = { .check = i >= TRACK_SKIPS, .rule = (uint8_t)i, .last_rule = (uint8_t)i, .next_at = NOW };
        f.host_ready_at = NOW;
        decision_words(&d, &f, &out);
        whole = whole && out.len > 20 && str_find(buf_str(&out), STR("{"), 0) == SIZE_MAX;
    }
    ok(whole, "every rule makes a sentence of any facts");
}

int main(void)
{
    test_skips();
    test_checks();
    test_any();
    return tap_done();
}
