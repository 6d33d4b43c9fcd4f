/* A new version of a page: references, events, trouble with one type, moments of telling. */
#include "event/observe.h"

#include "base/duration.h"
#include "tests/event/graphs.h"
#include "tests/example.h"

static const char *const versions[] = { "<p>one</p>", "<p>one two</p>", "<p>one two three</p>", "<p>one two three</p>" };

/* The events of version `n`, as "words against 1". */
static struct str events(struct arena *a, const char *text, uint32_t n)
{
    AUTO(graph_text) g = { 0 };
    AUTO(example) x = { 0 };
    AUTO(buf) out = BUF(4096);
    struct page page[4];
    const struct page *version[4];
    const int64_t at[] = { 0, 1000, 2000, 3000 };
    struct observed observed;
    struct err e;
    struct str taken;
    symbols_open(&x.symbols, &x.arena);
    for (unsigned i = 0; i < 4; i++) {
        example_read(&x, str_of(versions[i]), STR(""), &page[i]);
        version[i] = &page[i];
    }
    graph_text_open(&g, text);
    struct observation in = { .graph = &g.graph, .version = version, .at = at, .n = n, .first_event = 7 };
    if (observe(&x.arena, &in, &observed, &e))
        return STR("error");
    for (uint32_t i = 0; i < observed.n; i++) {
        buf_add(&out, i ? STR("; ") : STR(""));
        detect_node_print(&g.graph, observed.item[i].primitive.node, &out);
        buf_addf(&out, " %u", observed.item[i].reference + 1);
        if (observed.primitive[i].event != 7 + i || observed.primitive[i].end != at[n - 1])
            return STR("a wrong event");
    }
    if (observed.trouble.len)
        buf_add(&out, STR(" and trouble"));
    return buf_take(&out, a, &taken, NULL) ? STR("?") : taken;
}

#define WORDS(how) "create sentinel a on \"x\" monitor words " how

static void test_references(struct arena *a)
{
    eq_str(events(a, WORDS(""), 1), STR(""), "the first version has no events");
    eq_str(events(a, WORDS(""), 2), STR("words 1"), "the second against the first");
    eq_str(events(a, WORDS(""), 4), STR(""), "nothing changed");
    eq_str(events(a, WORDS("compare fixed 1"), 4), STR("words COMPARE FIXED 1 1"), "since the first version it did");
    eq_str(events(a, WORDS("compare every 2"), 2), STR(""), "only every second version");
    eq_str(events(a, WORDS("compare every 2"), 3), STR("words COMPARE EVERY 2 1"), "this one");
    eq_str(events(a, WORDS("compare moving 2"), 4), STR("words COMPARE MOVING 2 2"), "two versions before");
    eq_str(events(a, WORDS("compare every 2 from 1970-01-01 00:00:01 utc"), 4), STR("words COMPARE EVERY 2 2"),
           "counted from what stood when the sentinel began");
    eq_str(events(a, "create sentinel a on \"x\" monitor links or images", 3), STR(""), "no links, no images");
    eq_str(events(a, "create sentinel a on \"x\" monitor words or keywords(three)", 3), STR("words 2; keywords(\"three\") 2"),
           "two types");
}

static void test_moments(void)
{
    struct world_sentinel w = { .from_at = 1000, .s = { .notify = NOTIFY_EVERY, .notify_ms = 100 } };
    eq_int(notify_at(&w, 1000), 1100, "the first interval ends after its length");
    eq_int(notify_at(&w, 1001), 1100, "all of it is told then");
    eq_int(notify_at(&w, 1100), 1100, "its end belongs to it");
    eq_int(notify_at(&w, 1101), 1200, "the next");
    w.s.notify = NOTIFY_IMMEDIATE;
    eq_int(notify_at(&w, 1101), 1101, "at once");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_references(&a);
    test_moments();
    return tap_done();
}
