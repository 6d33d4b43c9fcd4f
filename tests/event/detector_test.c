/* Events through graphs: the published vectors, every operator in every context against a plain twin, windows, timers, and state as
 * bytes. */
#include "event/detector.h"

#include "base/duration.h"
#include "tests/base/random.h"
#include "tests/event/graphs.h"
#include "tests/event/twin.h"

/* The types that stand for E1, E2 ... and how events of them are called. */
static const enum type_kind kinds[] = { TYPE_LINKS, TYPE_IMAGES, TYPE_WORDS, TYPE_ANY };

struct happening {
    unsigned type; /* 1: E1 ... */
    int64_t start, end;
};

static void add_occurrence(struct buf *out, const struct occurrence *o)
{
    buf_add(out, out->len ? STR(" (") : STR("("));
    for (uint32_t i = 0; i < o->n; i++)
        buf_addf(out, "%se%llu", i ? "," : "", (unsigned long long)o->event[i]);
    buf_addf(out, ")[%lld,%lld]", (long long)o->start, (long long)o->end);
}

/* "(e11,e21)[0,2] ...": all that one sentinel makes of the happenings; the second E1 is e12. */
static struct str detected(struct arena *a, const char *sentinel, enum event_context context, const struct happening *h, unsigned n)
{
    AUTO(graph_text) g = { 0 };
    AUTO(detector) d = { 0 };
    AUTO(buf) out = BUF(1 << 16);
    struct str text;
    struct err e;
    unsigned seen[5] = { 0 };
    graph_text_open(&g, sentinel);
    for (uint32_t i = 0; i < g.graph.n; i++)
        g.graph.node[i].context = context;
    detector_open(&d, &g.graph);
    for (unsigned i = 0; i < n; i++) {
        struct primitive p = { leaf_of(&g.graph, kinds[h[i].type - 1]), 10 * h[i].type + ++seen[h[i].type], h[i].start, h[i].end,
                               0 };
        if (detector_step(&d, h[i].end, &p, 1, &e))
            return arena_printf(a, "error: %s", e.text);
        for (uint32_t k = 0; k < d.found.n; k++)
            add_occurrence(&out, &d.found.item[k].what);
    }
    while (detector_next_at(&d) != NEVER) {
        if (detector_step(&d, detector_next_at(&d), NULL, 0, &e))
            return STR("error");
        for (uint32_t k = 0; k < d.found.n; k++)
            add_occurrence(&out, &d.found.item[k].what);
    }
    return buf_take(&out, a, &text, NULL) ? STR("?") : text;
}

#define SENTINEL(changes) "create sentinel s on \"x\" monitor " changes " from 1970-01-01 utc"

static void test_vectors(struct arena *a)
{
    static const struct happening points[] = { { 1, 0, 0 }, { 1, 1, 1 }, { 2, 2, 2 }, { 2, 3, 3 }, { 1, 4, 4 } };
    static const struct happening intervals[] = { { 2, 1, 2 }, { 1, 3, 5 },  { 3, 5, 5 },  { 1, 4, 6 },
                                                  { 1, 8, 9 }, { 2, 7, 10 }, { 2, 11, 12 } };
    static const struct happening ends[] = { { 1, 3, 5 }, { 1, 4, 6 }, { 1, 8, 12 } };
    static const struct {
        const char *changes;
        enum event_context context;
        const struct happening *happening;
        unsigned n;
        const char *want;
    } rows[] = {
        { SENTINEL("links and images"), CONTEXT_RECENT, points, 5, "(e12,e21)[1,2] (e12,e22)[1,3] (e22,e13)[3,4]" },
        { SENTINEL("links and images"), CONTEXT_CHRONICLE, points, 5, "(e11,e21)[0,2] (e12,e22)[1,3]" },
        { SENTINEL("links and images"), CONTEXT_CONTINUOUS, points, 5, "(e11,e21)[0,2] (e12,e21)[1,2] (e22,e13)[3,4]" },
        { SENTINEL("links and images"), CONTEXT_CUMULATIVE, points, 5, "(e11,e12,e21)[0,2] (e22,e13)[3,4]" },
        { SENTINEL("links seq images"), CONTEXT_RECENT, points, 5, "(e12,e21)[1,2] (e12,e22)[1,3]" },
        { SENTINEL("links seq images"), CONTEXT_CHRONICLE, points, 5, "(e11,e21)[0,2] (e12,e22)[1,3]" },
        { SENTINEL("links seq images"), CONTEXT_CONTINUOUS, points, 5, "(e11,e21)[0,2] (e12,e21)[1,2]" },
        { SENTINEL("links seq images"), CONTEXT_CUMULATIVE, points, 5, "(e11,e12,e21)[0,2]" },
        { SENTINEL("links or images"), CONTEXT_RECENT, points, 5, "(e11)[0,0] (e12)[1,1] (e21)[2,2] (e22)[3,3] (e13)[4,4]" },
        { SENTINEL("links seq images or words and words"), CONTEXT_RECENT, intervals, 7, "(e31)[5,5] (e13,e23)[8,12]" },
        { SENTINEL("links seq not words seq images"), CONTEXT_UNRESTRICTED, intervals, 7,
          "(e12,e22)[4,10] (e12,e23)[4,12] (e13,e23)[8,12]" },
        { SENTINEL("links seq not words seq images"), CONTEXT_RECENT, intervals, 7, "(e13,e23)[8,12]" },
        { SENTINEL("links seq not words seq images"), CONTEXT_CHRONICLE, intervals, 7, "(e12,e22)[4,10] (e13,e23)[8,12]" },
        { SENTINEL("plus(links, 4 seconds)"), CONTEXT_RECENT, ends, 3, "(e11)[4005,4005] (e12)[4006,4006] (e13)[4012,4012]" },
        { SENTINEL("any(2, links, images, words)"), CONTEXT_RECENT, intervals, 7,
          "(e21,e11)[1,5] (e11,e31)[3,5] (e31,e12)[4,6] (e31,e13)[5,9] (e13,e22)[7,10] (e13,e23)[8,12]" },
        { SENTINEL("links and not images"), CONTEXT_RECENT, points, 5, "(e11)[0,0] (e12)[1,1] (e13)[4,4]" },
    };
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++)
        eq_str(detected(a, rows[i].changes, rows[i].context, rows[i].happening, rows[i].n), str_of(rows[i].want),
               arena_printf(a, "%s in %s", rows[i].changes + 32, context_name(rows[i].context)).ptr);
}

static const char *const words[] = { "links", "images", "words", "any change" };

static void add_random(struct buf *out, struct random *r, unsigned depth)
{
    static const char *const operators[] = { " and ", " or ", " seq ", " and not ", " seq not words seq " };
    unsigned kind = depth ? random_below(r, 7) : 0;
    if (kind == 0) {
        buf_add(out, str_of(words[random_below(r, 4)]));
        return;
    }
    if (kind == 1)
        buf_add(out, STR("plus("));
    else if (kind == 2)
        buf_addf(out, "any(%u, %slinks, ", 1 + random_below(r, 3), random_below(r, 2) ? "(images seq words), " : "words, ");
    else
        buf_add_char(out, '(');
    add_random(out, r, depth - 1);
    if (kind == 1) {
        buf_addf(out, ", %u seconds)", 1 + random_below(r, 9));
        return;
    }
    buf_add(out, kind == 2 ? STR(", ") : str_of(operators[random_below(r, ARRAY_LEN(operators))]));
    add_random(out, r, depth - 1);
    if (random_below(r, 3) == 0 && kind != 2)
        buf_addf(out, " within %u seconds", 1 + random_below(r, 20));
    buf_add_char(out, ')');
}

enum { STEPS = 60 };

struct stream {
    struct primitive item[STEPS * 4];
    uint32_t n;
};

/* Up to four events a moment, some of them with a length. */
static void add_events(struct stream *s, struct random *r, const struct detection *g, int64_t at)
{
    for (uint32_t i = 0; i < g->n; i++) {
        if (g->node[i].kind != DETECT_CHANGE || random_below(r, 3) == 0)
            continue;
        int64_t length = random_below(r, 2) ? 0 : 1000 * random_below(r, 6);
        s->item[s->n] = (struct primitive){ i, s->n + 1, at - length, at, random_below(r, 1000000) };
        s->n++;
    }
}

/* Writes the state, reads it into a detector of its own, and goes on with that. */
static bool renew(struct detector *d)
{
    AUTO(buf) bytes = BUF(1 << 24);
    AUTO(buf) again = BUF(1 << 24);
    struct detector fresh;
    struct err e;
    detector_write(d, &bytes);
    detector_open(&fresh, d->graph);
    bool good = detector_read(&fresh, buf_str(&bytes), &e) == 0;
    if (!good)
        printf("# %s\n", e.text);
    detector_write(&fresh, &again);
    good &= str_eq(buf_str(&bytes), buf_str(&again));
    detector_drop(d);
    *d = fresh;
    return good;
}

static bool same(const struct occurrence *one, const struct occurrence *two)
{
    return one->start == two->start && one->end == two->end && one->since == two->since && one->n == two->n
           && one->importance_ppm == two->importance_ppm && memcmp(one->event, two->event, one->n * sizeof *one->event) == 0;
}

/* Whether that was found which the twin has until then, and how much that is. */
static bool is_wanted(const struct occurrence *found, uint32_t n, const struct twin_list *want, int64_t at, uint32_t *n_want)
{
    *n_want = 0;
    while (*n_want < want->n && want->item[*n_want].end <= at)
        ++*n_want;
    bool good = n == *n_want;
    for (uint32_t i = 0; good && i < n; i++)
        good = same(&found[i], &want->item[i]);
    return good;
}

/* Whether one random sentinel over one random stream gives what the twin says. */
static bool agrees(unsigned seed, unsigned *n_found)
{
    AUTO(graph_text) g = { 0 };
    AUTO(buf) text = BUF(1 << 20);
    AUTO(detector) d = { 0 };
    static struct stream s;
    struct random r = { .state = seed * 7919 + 1 };
    struct twin twin;
    struct err e;
    int64_t at = 1000000;
    buf_add(&text, STR("create sentinel s on \"x\" monitor "));
    add_random(&text, &r, 3);
    if (!graph_text_read(&g, buf_str(&text)))
        return true; /* a NOT where it may not stand */
    enum event_context context = (enum event_context)random_below(&r, 5);
    for (uint32_t i = 0; i < g.graph.n; i++)
        g.graph.node[i].context = context;
    struct {
        struct occurrence *item;
        uint32_t n, room;
    } found = { 0 };
    detector_open(&d, &g.graph);
    s.n = 0;
    unsigned steps = context == CONTEXT_UNRESTRICTED ? 4 : STEPS; /* where nothing is used up, everything pairs with everything */
    for (unsigned i = 0; i < steps; i++) {
        uint32_t from = s.n;
        at += 1000 * (1 + random_below(&r, 4));
        add_events(&s, &r, &g.graph, at);
        if (detector_step(&d, at, s.item + from, s.n - from, &e)) {
            printf("# %s\n", e.text);
            return false;
        }
        for (uint32_t k = 0; k < d.found.n; k++) {
            struct occurrence copy = d.found.item[k].what;
            copy.event = NEW_ARRAY(&g.arena, uint64_t, copy.n + 1);
            memcpy(copy.event, d.found.item[k].what.event, copy.n * sizeof *copy.event);
            *VEC_ADD(&g.arena, &found) = copy;
        }
        if (random_below(&r, 4) == 0 && !renew(&d))
            return false;
    }
    twin_run(&twin, &g.arena, &g.graph, s.item, s.n);
    for (uint32_t i = 0; i < g.graph.n; i++)
        if (twin.list[i].n > DETECT_KEPT_MAX)
            return true; /* the twin forgets nothing */
    const struct twin_list *want = &twin.list[g.graph.root[0].node];
    uint32_t n_want;
    *n_found += found.n;
    bool good = is_wanted(found.item, found.n, want, at, &n_want);
    if (!good)
        printf("# seed %u, %s: %.*s: %u of %u\n", seed, context_name(context), STR_ARG(buf_str(&text)), found.n, n_want);
    return good;
}

static void test_twin(void)
{
    unsigned n_wrong = 0, n_found = 0;
    for (unsigned seed = 1; seed <= 1000 && n_wrong < 5; seed++)
        n_wrong += !agrees(seed, &n_found);
    eq_int(n_wrong, 0,
           "1000 random sentinels over random streams detect what the twin says, with state written and read in between");
    ok(n_found > 7000, "and that is much (%u)", n_found);
}

/* ---- Several sentinels, some of which change on the way ---- */

static void add_sentinel(struct buf *out, const char *name, struct random *r)
{
    static const char *const contexts[] = { "recent", "chronicle", "continuous", "cumulative" };
    buf_addf(out, "create sentinel %s on \"x\" monitor ", name);
    add_random(out, r, 3);
    buf_addf(out, " from 1970-01-01 utc context %s;", contexts[random_below(r, 4)]);
}

/* One change of each kind that happened, where the graph has a leaf for it. */
static uint32_t take_events(const struct detection *g, const struct primitive *from, uint32_t n, struct primitive *out)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t leaf = leaf_of(g, kinds[from[i].node]);
        if (leaf == NONE)
            continue;
        out[taken] = from[i];
        out[taken++].node = leaf;
    }
    return taken;
}

struct followed {
    struct arena *arena;
    struct occurrence *item; /* what the sentinel "kept" was told */
    uint32_t n, room;
};

static bool follow(struct detector *d, const struct primitive *all, uint32_t n, int64_t at, struct followed *out)
{
    struct primitive some[4];
    struct err e;
    if (detector_step(d, at, some, take_events(d->graph, all, n, some), &e))
        return false;
    for (uint32_t k = 0; k < d->found.n; k++) {
        const struct world_sentinel *w = &d->graph->world->item[d->graph->root[d->found.item[k].root].sentinel];
        struct occurrence copy = d->found.item[k].what;
        if (!str_eq(w->s.name, STR("kept")))
            continue;
        copy.event = NEW_ARRAY(out->arena, uint64_t, copy.n + 1);
        memcpy(copy.event, d->found.item[k].what.event, copy.n * sizeof *copy.event);
        *VEC_ADD(out->arena, out) = copy;
    }
    return true;
}

/* The same sentinel among others that share its nodes; half way one of them is altered, one dropped and one made, as a restart finds
 * them. What it is told is what the twin says of it alone. */
static bool stays(unsigned seed, unsigned *n_found)
{
    AUTO(arena) a = { 0 };
    AUTO(graph_text) alone = { 0 }, one = { 0 }, two = { 0 };
    AUTO(buf) kept = BUF(1 << 20), before = BUF(1 << 20), after = BUF(1 << 20), bytes = BUF(1 << 24);
    AUTO(detector) d = { 0 }, later = { 0 };
    static struct stream s, of_alone;
    struct random r = { .state = seed * 104729 + 3 };
    struct twin twin;
    struct err e;
    struct followed found = { .arena = &a };
    int64_t at = 1000000;
    add_sentinel(&kept, "kept", &r);
    add_sentinel(&before, "altered", &r);
    add_sentinel(&before, "dropped", &r);
    buf_add(&before, buf_str(&kept));
    buf_add(&after, buf_str(&kept));
    add_sentinel(&after, "altered", &r);
    add_sentinel(&after, "made", &r);
    if (!graph_text_read(&alone, buf_str(&kept)) || !graph_text_read(&one, buf_str(&before))
        || !graph_text_read(&two, buf_str(&after)))
        return true; /* a NOT where it may not stand */
    detector_open(&d, &one.graph);
    detector_open(&later, &two.graph);
    s.n = of_alone.n = 0;
    for (unsigned i = 0; i < STEPS; i++) {
        uint32_t from = s.n;
        at += 1000 * (1 + random_below(&r, 4));
        for (uint32_t k = 0; k < ARRAY_LEN(kinds); k++)
            if (random_below(&r, 3)) {
                s.item[s.n] = (struct primitive){ k, s.n + 1, at, at, random_below(&r, 1000000) };
                s.n++;
            }
        if (i == STEPS / 2) {
            detector_write(&d, &bytes);
            if (detector_read(&later, buf_str(&bytes), &e))
                return false;
        }
        if (!follow(i < STEPS / 2 ? &d : &later, s.item + from, s.n - from, at, &found))
            return false;
    }
    of_alone.n = take_events(&alone.graph, s.item, s.n, of_alone.item);
    twin_run(&twin, &alone.arena, &alone.graph, of_alone.item, of_alone.n);
    for (uint32_t i = 0; i < alone.graph.n; i++)
        if (twin.list[i].n > DETECT_KEPT_MAX)
            return true;
    const struct twin_list *want = &twin.list[alone.graph.root[0].node];
    uint32_t n_want;
    *n_found += found.n;
    bool good = is_wanted(found.item, found.n, want, at, &n_want);
    if (!good)
        printf("# seed %u: %.*s among %.*s then %.*s: %u of %u\n", seed, STR_ARG(buf_str(&kept)), STR_ARG(buf_str(&before)),
               STR_ARG(buf_str(&after)), found.n, n_want);
    return good;
}

static void test_company(void)
{
    unsigned n_wrong = 0, n_found = 0;
    for (unsigned seed = 1; seed <= 600 && n_wrong < 3; seed++)
        n_wrong += !stays(seed, &n_found);
    eq_int(n_wrong, 0, "600 random sentinels are told the same whatever others share with them, also when those change on the way");
    ok(n_found > 4000, "and that is much (%u)", n_found);
}

static void test_bounds(void)
{
    AUTO(graph_text) g = { 0 };
    AUTO(detector) d = { 0 };
    AUTO(buf) bytes = BUF(1 << 24);
    struct err e;
    size_t most = 0;
    graph_text_open(&g, SENTINEL("links seq images") " context continuous");
    detector_open(&d, &g.graph);
    for (int64_t at = 1; at <= 30000; at++) {
        struct primitive p = { leaf_of(&g.graph, TYPE_LINKS), (uint64_t)at, at, at, 0 };
        if (detector_step(&d, at, &p, 1, &e))
            break;
        most = MAX(most, d.arena.used_bytes);
    }
    detector_write(&d, &bytes);
    ok(bytes.len < DETECT_KEPT_MAX * 20, "what waits for ever is bounded (%zu bytes)", bytes.len);
    ok(most < (size_t)8 << 20, "and so is the memory (%zu)", most);
    struct primitive early = { leaf_of(&g.graph, TYPE_LINKS), 1, 5, 5, 0 };
    eq_int(detector_step(&d, 5, &early, 1, &e), E_USAGE, "a moment before the last one is refused");
    early.node = g.graph.n;
    early.start = early.end = 40000;
    eq_int(detector_step(&d, 40000, &early, 1, &e), E_USAGE, "an event without a leaf is refused");
    eq_int(detector_step(&d, INT64_MAX, NULL, 0, &e), E_USAGE, "a moment that no clock shows is refused");
    for (size_t n = 0; n < bytes.len; n += 97) {
        AUTO(detector) other = { 0 };
        detector_open(&other, &g.graph);
        if (detector_read(&other, str_sub(buf_str(&bytes), 0, n), &e) != E_FORMAT)
            ok(false, "%zu bytes of a state are none", n);
    }
}

static void test_lifespan(void)
{
    AUTO(graph_text) g = { 0 };
    AUTO(detector) d = { 0 };
    struct err e;
    graph_text_open(&g, "create sentinel early on \"x\" monitor links and images from 1970-01-01 utc;"
                        "create sentinel late on \"x\" monitor links and images from 1970-01-01 00:00:05 utc;"
                        "create sentinel short on \"x\" monitor links and images from 1970-01-01 utc to 1970-01-01 00:00:08 utc;"
                        "create sentinel large on \"x\" monitor links and images from 1970-01-01 utc when importance >= 0.5");
    eq_int(g.graph.n, 3, "four sentinels share two changes and one AND");
    detector_open(&d, &g.graph);
    struct primitive p = { leaf_of(&g.graph, TYPE_LINKS), 1, 1000, 1000, 100000 };
    ok(detector_step(&d, 1000, &p, 1, &e) == 0 && d.found.n == 0, "one half");
    p = (struct primitive){ leaf_of(&g.graph, TYPE_IMAGES), 2, 6000, 6000, 400000 };
    ok(detector_step(&d, 6000, &p, 1, &e) == 0 && d.found.n == 2, "the other: for those who were there at the beginning");
    p = (struct primitive){ leaf_of(&g.graph, TYPE_LINKS), 3, 9000, 9000, 600000 };
    ok(detector_step(&d, 9000, &p, 1, &e) == 0 && d.found.n == 3,
       "later for those who are still there, and for whom it matters enough");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_vectors(&a);
    test_twin();
    test_company();
    test_bounds();
    test_lifespan();
    return tap_done();
}
