/* Lines that are edited and followed from version to version: what changes in them again and again is no news, what else changes is. */
#include "judge/traces.h"
#include "judge/piece_side.h"
#include "tests/judge/course.h"
#include "tests/judge/judged.h"

#define STORY "<p>The ferry crosses the bay at noon on all days of the week, and goats travel for an egg.</p>"
#define LINE(text) "<main><h1>The ferry</h1>" STORY "<p>" text "</p><p>The last boat is back before dusk.</p></main>"

/* How many of the visits after the first few are told. */
static unsigned told_late(const char *const *line, size_t n, unsigned from, struct str *last)
{
    AUTO(arena) a = { 0 };
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < n; i++) {
        struct str headline = STR("");
        bool now = visit(&c, arena_printf(&a, LINE("%s"), line[i]).ptr, &headline);
        told += i >= from && now;
        static char kept[256];
        snprintf(kept, sizeof kept, "%.*s", STR_ARG(headline));
        *last = str_of(kept);
    }
    arena_drop(&c.kept);
    return told;
}

/* Now the sky changes, now the wind, now both: other words stay each time. */
static void test_middle(void)
{
    static const char *const sky[] = {
        "On deck fog and swell 6 by the north pier",  "On deck fog and swell 4 by the north pier",
        "On deck rain and swell 4 by the north pier", "On deck rain and swell 5 by the north pier",
        "On deck calm and swell 2 by the north pier", "On deck haze and swell 7 by the north pier",
        "On deck haze and swell 3 by the north pier", "On deck mist and swell 8 by the north pier",
        "On deck dew and swell 9 by the north pier",  "On deck frost and swell 4 by the north pier",
        "On deck hail and swell 2 by the north pier",
    };
    static const char *const moved[] = {
        "Boats leave from the north pier, bought 20 times", "Boats leave from the north pier, bought 24 times",
        "Boats leave from the north pier, bought 31 times", "Boats leave from the north pier, bought 33 times",
        "Boats leave from the north pier, bought 38 times", "Boats leave from the south quay, bought 40 times",
    };
    struct str last;
    eq_int(told_late(sky, ARRAY_LEN(sky), 8, &last), 0, "a line of which other words change each time");
    ok(told_late(moved, ARRAY_LEN(moved), 5, &last) == 1 && str_find(last, STR("south quay"), 0) != SIZE_MAX,
       "words before what always changes are news: %.*s", STR_ARG(last));
}

/* Each visit has another guest; what stands beside that leaves the line, and nothing else ever does. */
static void test_part_that_left(void)
{
    static const char *const line[] = {
        "newest guest: Ada11 · No boats may land at night",
        "newest guest: Bob18 · No boats may land at night",
        "newest guest: Cid23 · No boats may land at night",
        "newest guest: Dan31 · No boats may land at night",
        "newest guest: Eve47 · No boats may land at night",
        "newest guest: Fay52 · No boats may land at night",
        "newest guest: Gus60 · No boats may land at night",
        "newest guest: Hal64",
        "newest guest: Ida68",
    };
    AUTO(arena) a = { 0 };
    struct course c = { 0 };
    struct past past = { 0 };
    unsigned before = 0, told = 0;
    for (unsigned i = 0; i < ARRAY_LEN(line); i++) {
        bool now = visit(&c, arena_printf(&a, LINE("%s"), line[i]).ptr, NULL);
        past_read(&past, c.past);
        told += i == 7 && now;
        ok(i < 1 || past.n_traces == 1, "visit %u: the line is followed", i);
        ok(past.n_traces == 0 || past.trace[0].changed >= before, "and what is known of it not forgotten: %u",
           past.trace[0].changed);
        before = past.trace[0].changed;
    }
    ok(told == 1 && past.trace[0].tail == 0, "a part that left it is told, and is no part of it any more");
    arena_drop(&c.kept);
}

/* ---- Where they stand ---- */

static void follow(struct arena *a, struct past *past, const char *old, const char *new, bool probe, struct judged **out)
{
    struct judged *j = judged(a, old, new);
    traces_find(&j->delta, past, &j->pieces);
    traces_keep(&j->delta, &j->pieces, probe, past);
    past->page = piece_page(probe ? &j->old : &j->new);
    *out = j;
}

static void test_follow(struct arena *a)
{
    struct past *past = NEW(a, struct past);
    struct judged *j;
    follow(a, past, LINE("There are 12 carts and a dog on the pier"), LINE("There are 15 carts and a dog on the pier"), false, &j);
    ok(past->n_traces == 1 && past->trace[0].at == 2 && past->trace[0].changed == 1 && past->trace[0].words == 0,
       "a line of which a figure changed");
    ok(past->trace[0].lead == 2 && past->trace[0].tail == 7, "with the words that stay: %u, %u", past->trace[0].lead,
       past->trace[0].tail);
    follow(a, past, LINE("There are 15 carts and a dog on the pier"),
           "<p>Somebody wrote this before all others.</p>" LINE("There are 15 carts and a dog on the pier"), false, &j);
    ok(past->n_traces == 1 && past->trace[0].at == 3 && past->trace[0].changed == 1, "it is found where it stands now");
    follow(a, past, "<p>Somebody wrote this before all others.</p>" LINE("There are 15 carts and a dog on the pier"),
           LINE("There are 15 carts and a cat on the pier"), false, &j);
    ok(past->trace[0].changed == 1 && past->trace[0].words == 1 && past->trace[0].tail == 3,
       "what changes beyond what changed before makes it wider, and what was counted says less");
    follow(a, past, LINE("There are 15 carts and a cat on the pier"), LINE("There are 15 carts and a hen on the pier"), true, &j);
    ok(past->trace[0].at == 2 && past->trace[0].probed == 1 && past->trace[0].words_probed == 1,
       "after a probe it stands where it stood");
    const struct judge_piece *p = piece_of(j, PIECE_CHANGED);
    ok(p && trace_of(past, p), "the piece knows it");
    follow(a, past, LINE("There are 15 carts and a cat on the pier"), "<main><h1>The ferry</h1>" STORY "</main>", false, &j);
    eq_int(past->n_traces, 0, "a line that is gone is forgotten");
}

/* However much is edited, what is kept has its bounds. */
static void test_bounds(struct arena *a)
{
    struct past *past = NEW(a, struct past);
    AUTO(buf) last = BUF(65536);
    unsigned bad = 0;
    for (unsigned i = 0; i < 12; i++) {
        AUTO(buf) page = BUF(65536), bytes = BUF(PAST_BYTES);
        for (unsigned k = 0; k < 90; k++)
            buf_addf(&page, "<p>House number %c%c of the long street has %u windows.</p>", 'a' + k / 26, 'a' + k % 26,
                     k % 3 ? k : k + i);
        if (last.len) {
            struct judged *j;
            follow(a, past, arena_str(a, buf_str(&last)).ptr, arena_str(a, buf_str(&page)).ptr, false, &j);
        }
        last.len = 0;
        buf_add(&last, buf_str(&page));
        past_write(past, &bytes);
        struct past *read = NEW(a, struct past);
        past_read(read, buf_str(&bytes));
        bad += bytes.over || past->n_traces > PAST_TRACES || read->n_traces != past->n_traces
               || memcmp(read->trace, past->trace, past->n_traces * sizeof *past->trace) != 0;
    }
    eq_int(bad, 0, "kept within bounds, and read again as it was");
    ok(past->trace[0].changed >= 10, "lines that change often are not driven out");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_middle();
    test_part_that_left();
    test_follow(&a);
    test_bounds(&a);
    return tap_done();
}
