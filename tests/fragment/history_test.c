/* A page over time: parts with planted lifetimes are found, classed and timed. */
#include "fragment/history.h"

#include <math.h>

#include "tests/fragment/site.h"
#include "tests/tap.h"

static const struct history_fragment *at(const struct history_result *r, const char *path)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (str_eq(r->item[i].path, str_of(path)))
            return &r->item[i];
    return NULL;
}

/* Version `v`: a frame that stays, a ticker that is new each time, a list with a new item on top every third version, a box that is new
 * every eighth, and a footer. */
static struct str version(struct arena *a, unsigned v)
{
    AUTO(buf) b = BUF(1 << 20);
    struct str out;
    struct random r;

    buf_add(&b, STR("<body><div>"));
    r = (struct random){ 5 };
    for (unsigned i = 0; i < 6; i++) {
        buf_add(&b, STR("<p>"));
        add_words(&b, &r, 30);
    }
    buf_add(&b, STR("</div><div>"));
    r = (struct random){ 1000 + v };
    random_next(&r);
    add_words(&b, &r, 20);
    buf_add(&b, STR("</div><ul>"));
    for (unsigned i = 0; i < 8; i++) {
        r = (struct random){ 5000 + v / 3 + 8 - i };
        random_next(&r);
        buf_add(&b, STR("<li>"));
        add_words(&b, &r, 10);
    }
    buf_add(&b, STR("</ul><div>"));
    r = (struct random){ 9000 + v / 8 };
    random_next(&r);
    add_words(&b, &r, 25);
    buf_add(&b, STR("</div><address>"));
    r = (struct random){ 6 };
    add_words(&b, &r, 30);
    if (buf_take(&b, a, &out, NULL))
        abort();
    return out;
}

static struct history_result read_all(struct arena *a, unsigned n, double every_s)
{
    AUTO(history) h = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct history_result result;
    struct err e;

    history_open(&h, a, &o);
    for (unsigned v = 0; v < n; v++) {
        AUTO(arena) own = { 0 };
        struct page p = read_page(&own, version(&own, v));
        if (history_add(&h, &p, v * every_s, &e))
            abort();
    }
    history_end(&h, &result);
    return result;
}

/* The page was visited again and again after its last change. */
static void test_same(void)
{
    AUTO(arena) a = { 0 };
    AUTO(history) h = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct history_result r;
    struct err e;

    history_open(&h, &a, &o);
    history_same(&h, 5);
    struct page p = read_page(&a, STR("<body><p>One text that stays</p><div><p>And another one</p><p>with two parts</p></div>"));
    if (history_add(&h, &p, 100, &e))
        abort();
    history_same(&h, 100 + 86400);
    history_same(&h, 100 + 10 * 86400);
    history_end(&h, &r);
    eq_int(r.n_versions, 1, "a visit is no version");
    eq_int(r.n_parts, 5, "body, p, div and the two in it");
    uint32_t div = r.part[2].node;
    const struct history_part *part = history_part_at(&r, div);
    ok(part == &r.part[2] && !part->leaf && r.part[3].leaf, "a part is found by its node");
    ok(history_part_at(&r, div + 1) == &r.part[3] && history_part_at(&r, p.dom.n) == NULL, "others, and none");
    eq_int(part->seen->n_quiet, 2, "two quiet visits");
    struct lifetime l = lifetime_of(part->seen);
    ok(l.low_s > 86400 && l.middle_s > 10 * 86400, "and it lives long");
}

static void test_planted(void)
{
    AUTO(arena) a = { 0 };
    struct history_result r = read_all(&a, 64, 3600);
    const struct history_fragment *ticker = at(&r, "/html/body/div[2]"), *box = at(&r, "/html/body/div[3]"),
                                  *top = at(&r, "/html/body/ul/li[1]"), *second = at(&r, "/html/body/ul/li[2]"),
                                  *list = at(&r, "/html/body/ul");

    eq_int(r.n_versions, 64, "versions");
    if (ok(ticker != NULL, "the ticker is a fragment"))
        ok(ticker->class == CLASS_CHURN && ticker->status == LP_VALUE && ticker->lifetime.high_s < 3600,
           "churn, under an hour: %.0f s", ticker->lifetime.high_s);
    if (ok(box != NULL, "the box is one"))
        ok(box->class == CLASS_SCROLL && box->lifetime.low_s < 8 * 3600 && box->lifetime.high_s > 8 * 3600,
           "scroll, about 8 hours: %.1f to %.1f", box->lifetime.low_s / 3600, box->lifetime.high_s / 3600);
    if (ok(list || (top && second), "the list or the items of it are"))
        ok((list ? list : top)->class == CLASS_SCROLL && (list ? list : second)->lifetime.middle_s > 3600, "scroll");
    ok(!at(&r, "/html/body/div[1]") && !at(&r, "/html/body/address"), "what stays is none");
    ok(!at(&r, "/html/body"), "neither is the page");
    ok(ticker && r.n_churn == 1 && r.churn[0].node == ticker->node && r.churn[0].end == ticker->end, "the ticker alone churns");
    for (uint32_t i = 1; i < r.n; i++)
        ok(r.item[i].node > r.item[i - 1].node && r.item[i].end > r.item[i].node, "in document order");
}

static void add_story(struct buf *b, unsigned number)
{
    buf_addf(b, "<div><p>Story %u", number);
    for (unsigned k = 0; k < 12; k++)
        buf_addf(b, " word%u", number * 100 + k);
    buf_add(b, STR("</p></div>"));
}

/* An advert below a list that grows is the advert still. */
static void test_below_list(void)
{
    AUTO(arena) a = { 0 };
    AUTO(history) h = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct history_result r;
    struct err e;

    history_open(&h, &a, &o);
    for (unsigned v = 0; v < 9; v++) {
        AUTO(buf) b = BUF(1 << 14);
        for (unsigned story = 5 + v / 3; story > 0; story--)
            add_story(&b, story);
        add_story(&b, 60 + v); /* nothing in common with the one before */
        add_story(&b, 99);
        struct page p = read_page(&a, buf_str(&b));
        if (history_add(&h, &p, v, &e))
            abort();
    }
    history_end(&h, &r);
    const struct history_fragment *advert = at(&r, "/html/body/div[8]");
    ok(advert && advert->class == CLASS_CHURN && advert->n_visits == 8, "an advert below a list that grows churns");
}

/* Adds a page to a history; the page is thrown away. */
static void add_version(struct history *h, struct str html, double at_s)
{
    AUTO(arena) own = { 0 };
    struct page p = read_page(&own, html);
    struct err e;
    if (history_add(h, &p, at_s, &e))
        abort();
}

/* A list of ten, a new item on top at every third visit: ten slots, and an item lives for thirty visits. */
static void test_list(void)
{
    AUTO(arena) a = { 0 };
    AUTO(history) h = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct history_result r;

    history_open(&h, &a, &o);
    for (unsigned v = 0; v < 120; v++) {
        AUTO(buf) b = BUF(1 << 14);
        buf_add(&b, STR("<h1>All the news of the day in one list</h1><section>"));
        for (unsigned i = 0; i < 10; i++)
            add_story(&b, 100 + v / 3 - i);
        add_version(&h, buf_str(&b), v * 3600.0);
    }
    history_end(&h, &r);
    double middle = 0;
    uint32_t items = 0;
    for (uint32_t i = 0; i < r.n; i++) {
        if (str_find(r.item[i].path, STR("/section/div["), 0) == SIZE_MAX)
            continue;
        items++;
        middle += r.item[i].lifetime.middle_s / 3600;
        ok(r.item[i].class == CLASS_SCROLL, "an item scrolls");
    }
    ok(items == 10 && r.n_there == r.n, "forty items came, and there are ten slots: %u", items);
    ok(middle / items > 20 && middle / items < 45, "an item lives for thirty hours: %.1f", middle / items);
}

/* A line that is new at every visit, and at the last one a message of the same kind before it: the message must not pass for the line. */
static void test_message(void)
{
    AUTO(arena) a = { 0 };
    AUTO(history) h = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct history_result r;

    history_open(&h, &a, &o);
    for (unsigned v = 0; v < 8; v++) {
        AUTO(buf) b = BUF(1 << 14);
        buf_addf(&b, "<p>A paragraph that stays</p>%s<p>%s</p>", v == 7 ? "<p>Breaking news: something happened just now</p>" : "",
                 v % 2 ? "This line flips over and back" : "And this is how it looks in between");
        add_version(&h, buf_str(&b), v);
    }
    history_end(&h, &r);
    eq_int(r.n_churn, 0, "what may be new does not churn");
}

#define BOXES \
    "<div id=lead>%s</div><div class=box>A box that stays as it is for all of the versions</div>" \
    "<div class=box>Another box that never changes, however long one waits</div>"

static const char *const leads[] = { "The first headline that was ever shown here", "Something quite different happened after that",
                                     "Nobody had thought it possible, but rain came" };

/* One version is an error page; then the page is back. */
static void test_back(void)
{
    AUTO(arena) a = { 0 };
    AUTO(history) h = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct history_result r;

    history_open(&h, &a, &o);
    for (unsigned v = 0; v < 8; v++) {
        AUTO(buf) b = BUF(1 << 14);
        buf_addf(&b, BOXES, leads[v % 3]);
        add_version(&h, v == 4 ? STR("<table><tr><td>Service unavailable, please come back later</table>") : buf_str(&b), v);
    }
    uint32_t slots = h.slot.n;
    history_end(&h, &r);
    const struct history_fragment *lead = at(&r, "/html/body/div[1]");
    ok(lead && lead->first == 0 && lead->n_visits == 7 && lead->n_changed == 7, "the headline is the slot it was before");
    ok(lead && isnan(lead->gone_s), "and is there");
    ok(slots <= 5, "no part began anew: %u slots", slots);
    const struct history_part *box = history_part_at(&r, r.part[2].node);
    ok(box && box->seen->n_quiet == 5, "a box that stays lived on before and after");
}

/* A page gets a new design: what it had is listed, with when it went. */
static void test_redesign(void)
{
    AUTO(arena) a = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct history_result r[2];

    for (unsigned run = 0; run < 2; run++) {
        AUTO(history) h = { 0 };
        history_open(&h, &a, &o);
        for (unsigned v = 0; v < (run ? 9 : 6); v++) {
            AUTO(buf) b = BUF(1 << 14);
            if (v < 6)
                buf_addf(&b, BOXES, leads[v % 3]);
            else
                buf_addf(&b, "<main><h1>A new design for a new year</h1><ul><li>%s<li>and more</ul></main><nav>Home</nav>",
                         leads[v % 3]);
            add_version(&h, buf_str(&b), 100.0 * v);
        }
        history_end(&h, &r[run]);
    }
    ok(r[0].n == 1 && r[0].n_there == 1, "before it one part changes");
    ok(r[1].n > r[1].n_there && r[1].n > r[0].n, "after it there are more: %u, of which %u are there", r[1].n, r[1].n_there);
    const struct history_fragment *lead = at(&r[1], "/html/body/div[1]");
    ok(lead && lead->node == NONE && lead->last == 5 && lead->gone_s == 600, "the headline went with the old design");
    ok(lead && lead->first == 0 && lead->first_s == 0, "and had been there from the beginning");
}

static void test_edges(void)
{
    AUTO(arena) a = { 0 };
    struct history_result r = read_all(&a, 0, 1);
    ok(r.n == 0 && r.n_versions == 0, "no version");
    r = read_all(&a, 1, 1);
    ok(r.n == 0 && r.n_versions == 1, "one version");
    r = read_all(&a, 2, 60);
    ok(r.n == 1 && r.item[0].class != CLASS_CHURN, "two versions cannot tell churn");
    AUTO(history) h = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct err e;
    history_open(&h, &a, &o);
    static const struct str html[] = { STR_INIT("<p>some words here"), STR_INIT(""), STR_INIT("<table><tr><td>quite other words"),
                                       STR_INIT("<script>x</script>"), STR_INIT("<p>some words here") };
    bool good = true;
    for (unsigned i = 0; i < ARRAY_LEN(html); i++) {
        AUTO(arena) own = { 0 };
        struct page p = read_page(&own, html[i]);
        good &= history_add(&h, &p, i, &e) == 0;
    }
    history_end(&h, &r);
    ok(good && r.n_versions == 5, "pages that come and go whole");
}

int main(void)
{
    test_planted();
    test_same();
    test_below_list();
    test_list();
    test_message();
    test_back();
    test_redesign();
    test_edges();
    return tap_done();
}
