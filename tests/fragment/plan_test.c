/* What pays to be cut: a ticker, a list as a whole, a frame that holds little else; and how long each piece lives. */
#include "fragment/plan.h"

#include "tests/fragment/site.h"
#include "tests/tap.h"

enum { VISITS = 30 };

typedef void version_fn(struct buf *out, unsigned v);

static void add_text(struct buf *out, unsigned seed, unsigned words)
{
    struct random r = { seed + 1 };
    random_next(&r);
    add_words(out, &r, words);
}

/* Plans a page of VISITS versions an hour apart; *newest is its last version. */
static struct plan plan_of(struct arena *a, version_fn *version, struct str *newest)
{
    AUTO(history) h = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct plan plan;
    struct err e;

    history_open(&h, a, &o);
    plan_open(&plan, a);
    for (unsigned v = 0; v < VISITS; v++) {
        AUTO(buf) b = BUF(1 << 20);
        version(&b, v);
        if (buf_take(&b, a, newest, NULL))
            abort();
        struct page p = read_page(a, *newest);
        if (history_add(&h, &p, v * 3600.0, &e))
            abort();
        plan_add(&plan, &h, &p, v * 3600.0);
    }
    plan_end(&plan);
    plan_choose(&plan);
    return plan;
}

/* The one part that is cut and begins so; NULL: there is none, or another around it. */
static const struct plan_part *cut_at(const struct plan *plan, struct str page, const char *begin)
{
    for (uint32_t i = 1; i < plan->part.n; i++)
        if (plan->part.item[i].cut && str_starts(str_sub(page, plan->part.item[i].from, page.len), str_of(begin)))
            return &plan->part.item[i];
    return NULL;
}

static uint32_t count_cuts(const struct plan *plan)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < plan->part.n; i++)
        n += plan->part.item[i].cut;
    return n;
}

static struct lifetime life_of(const struct plan *plan, const struct plan_part *part)
{
    struct lifetime_seen seen;
    plan_lifetime(plan, part ? (uint32_t)(part - plan->part.item) : 0, &seen);
    return lifetime_of(&seen);
}

static void ticker_page(struct buf *out, unsigned v)
{
    buf_add(out, STR("<html><body><h1>"));
    add_text(out, 1, 8);
    buf_addf(out, "</h1><p class=\"ticker\">Tick %u</p><div>", v);
    add_text(out, 2, 200);
    buf_add(out, STR("</div><section><h2>News</h2><ul>"));
    for (unsigned i = 0; i < 6; i++) {
        buf_add(out, STR("<li>"));
        add_text(out, 100 + v / 5 - i, 12);
        buf_add(out, STR("</li>"));
    }
    buf_add(out, STR("</ul></section></body></html>"));
}

static void test_ticker(void)
{
    AUTO(arena) a = { 0 };
    struct str page = STR("");
    struct plan plan = plan_of(&a, ticker_page, &page);
    const struct plan_part *ticker = cut_at(&plan, page, "<p class"), *news = cut_at(&plan, page, "<section>"),
                           *list = cut_at(&plan, page, "<ul>");

    ok(ticker != NULL, "a ticker of 30 bytes is cut out");
    ok(!news != !list, "the list of news is cut as a whole, or its frame is");
    eq_int(count_cuts(&plan), 2, "its items are not: they change their places");
    struct lifetime template = life_of(&plan, NULL), tick = life_of(&plan, ticker), item = life_of(&plan, news ? news : list);
    ok(tick.high_s < 3600, "the ticker lives under an hour");
    ok(item.low_s > 3600 && item.high_s < 20 * 3600, "news for some hours: %.1f to %.1f", item.low_s / 3600, item.high_s / 3600);
    ok(template.low_s > 10 * 3600, "what is left for long: %.1f hours at least", template.low_s / 3600);
    ok(plan_part_at(&plan, ticker ? ticker->node : 0) != NONE && plan_part_at(&plan, 1) == NONE, "parts are found by their node");
    for (uint32_t i = 1; i < plan.part.n; i++)
        plan.part.item[i].cut = false;
    ok(life_of(&plan, NULL).high_s < 3600, "the whole page lives as short as its ticker");
}

/* Markup that changes counts: an attribute, a comment, the head. */
static void key_page(struct buf *out, unsigned v)
{
    buf_addf(out, "<html><head><meta name=\"key\" content=\"%u\"></head><body><p>", v);
    add_text(out, 1, 100);
    buf_addf(out, "</p><div data-key=\"%u\">", v / 10);
    add_text(out, 2, 100);
    buf_add(out, STR("</div></body></html>"));
}

static void test_bytes(void)
{
    AUTO(arena) a = { 0 };
    struct str page = STR("");
    struct plan plan = plan_of(&a, key_page, &page);
    eq_int(count_cuts(&plan), 2, "where the head changes at every visit it pays to cut out what stays");
    ok(life_of(&plan, NULL).high_s < 3600, "the template lives short");
    const struct plan_part *box = NULL;
    for (uint32_t i = 1; i < plan.part.n; i++)
        if (page.ptr[plan.part.item[i].from + 1] == 'd')
            box = &plan.part.item[i];
    if (ok(box != NULL, "the box is a part"))
        ok(life_of(&plan, box).low_s > 3600 && life_of(&plan, box).high_s < 100 * 3600, "whose attribute is its own");
}

/* A box that changed at every visit is gone: what was around it changed as often. */
static void gone_page(struct buf *out, unsigned v)
{
    buf_add(out, STR("<html><body><p>"));
    add_text(out, 1, 100);
    buf_add(out, STR("</p><div>"));
    add_text(out, 2, 40);
    if (v < VISITS - 2)
        buf_addf(out, "<p>For a while there were %u visitors on this page</p>", v * 17);
    buf_add(out, STR("<p>The end</p></div></body></html>"));
}

static void test_gone(void)
{
    AUTO(arena) a = { 0 };
    struct str page = STR("");
    struct plan plan = plan_of(&a, gone_page, &page);
    const struct plan_part *box = cut_at(&plan, page, "<div>");
    ok(box && life_of(&plan, box).high_s < 3 * 3600, "a box is known to be restless by what was in it");
    ok(life_of(&plan, NULL).low_s > 10 * 3600, "the page without it is not");
}

static void still_page(struct buf *out, unsigned v)
{
    (void)v;
    ticker_page(out, 0);
}

static void test_still(void)
{
    AUTO(arena) a = { 0 };
    struct str page = STR("");
    struct plan plan = plan_of(&a, still_page, &page);
    eq_int(count_cuts(&plan), 0, "a page that never changes is not cut");
    ok(plan.part.n > 5 && plan.part.item[0].to == page.len, "though it has parts");
    plan.part.item[2].cut = true;
    plan_choose(&plan);
    ok(count_cuts(&plan) == 1 && plan.part.item[2].cut, "a cut that was asked for stays");
    plan_same(&plan, VISITS * 36000.0);
    ok(life_of(&plan, NULL).low_s > 100 * 3600, "a visit that saw nothing new counts");
}

int main(void)
{
    test_ticker();
    test_bytes();
    test_gone();
    test_still();
    return tap_done();
}
