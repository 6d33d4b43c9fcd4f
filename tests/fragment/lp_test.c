/* Two versions of a page: what stayed, moved, changed; and that a higher threshold finds more and smaller fragments. */
#include "fragment/lp.h"

#include "tests/fragment/site.h"
#include "tests/generate.h"
#include "tests/tap.h"

static struct af tree_of(struct arena *a, struct str html)
{
    struct shingle_options o = LP_SHINGLE;
    struct page *p = NEW(a, struct page);
    struct af t;
    struct err e;
    *p = read_page(a, html);
    if (af_build(a, p, &t, &e) || af_shingle(a, &t, &o, 0, &e))
        abort();
    return t;
}

static struct lp compare(struct arena *a, struct str old, struct str new, double child_change)
{
    struct lp_options o = LP_DEFAULT;
    struct af *x = NEW(a, struct af), *y = NEW(a, struct af);
    struct lp lp;
    o.child_change = child_change;
    *x = tree_of(a, old);
    *y = tree_of(a, new);
    lp_compare(a, x, y, &o, &lp);
    return lp;
}

#define A "<p>The first box has a text that is quite long</p>"
#define B "<p>Another box tells of weather, wind and rain</p>"
#define C "<p>The third one is about sports and its people</p>"
#define D "<p>Completely fresh words appear here at last</p>"

static void test_status(void)
{
    AUTO(arena) a = { 0 };
    uint32_t n, *f;
    struct lp lp = compare(&a, STR("<div>" A B C "</div>" D), STR("<div>" A B C "</div>" D), 0.5);
    f = lp_fragments(&a, &lp, 30, &n);
    ok(n == 0 && lp.status[0] == LP_UNCHANGED && !lp.drastic, "an equal page has no fragments");
    lp = compare(&a, STR("<div>" A B C "</div>" D), STR("<div>" A C B "</div>" D), 0.5);
    f = lp_fragments(&a, &lp, 30, &n);
    ok(n == 2 && lp.status[f[0]] == LP_POSITION && lp.status[f[1]] == LP_POSITION, "two boxes changed places: %u", n);
    lp = compare(&a, STR("<div>" A B C "</div><p>rest of the page, which stays"),
                 STR("<div>" A D C "</div><p>rest of the page, which stays"), 0.5);
    f = lp_fragments(&a, &lp, 30, &n);
    ok(n == 1 && lp.status[f[0]] == LP_VALUE && str_starts(af_value(lp.new, f[0]), STR("Completely")), "one box was replaced");
    lp = compare(&a, STR("<div>" A B C "</div><p>rest of the page, which stays<p>in full<p>and for good<p>with some more"),
                 STR("<div>" A D C "</div><p>rest of the page, which stays<p>in full<p>and for good<p>with some more"), 0.3);
    f = lp_fragments(&a, &lp, 30, &n);
    ok(n == 1 && f[0] != 0 && lp.new->node[f[0]].n_children == 3, "a third of the children is enough with a threshold of 0.3");
    lp = compare(&a, STR("<div>" A B C "</div>" D), STR("<div>" A C "</div>" D), 0.3);
    f = lp_fragments(&a, &lp, 30, &n);
    ok(n >= 1 && lp.status[f[0]] == LP_VALUE && lp.new->node[f[0]].n_children == 2,
       "a child that is gone is a change of its parent");
    lp = compare(&a, STR("<div>" A B "</div>"), STR("<table><tr><td>" C "<td>" D "</table>"), 0.5);
    ok(lp.drastic, "nothing in common is drastic");
    lp = compare(&a, STR(""), STR(A), 0.5);
    ok(lp.new->n > 0 && lp.status[0] == LP_VALUE &&lp.match[0] == NONE, "from nothing");
    lp = compare(&a, STR(A), STR(""), 0.5);
    ok(lp_fragments(&a, &lp, 1, &n) == NULL && n == 0, "to nothing");
}

/* Laws on pages and their edits: matches are one to one, equal trees are unchanged, what is flagged is not below what is flagged. */
static void test_laws(void)
{
    struct random r = { 11 };
    for (unsigned turn = 0; turn < 40; turn++) {
        AUTO(arena) a = { 0 };
        struct sketch *old = random_page(&a, &r, 300);
        struct str before = sketch_html(&a, old),
                   after = sketch_html(&a, mutate_page(&a, &r, old, random_below(&r, 12), EDIT_TEXT));
        struct lp lp = compare(&a, before, after, 0.5);
        bool good = true;
        for (uint32_t i = 0; i < lp.new->n; i++)
            good &= lp.match[i] == NONE || lp.from[lp.match[i]] == i;
        for (uint32_t i = 0; i < lp.old->n; i++)
            good &= lp.from[i] == NONE || lp.match[lp.from[i]] == i;
        if (!ok(good, "pair %u: matches are one to one", turn))
            return;
        uint32_t n, *f = lp_fragments(&a, &lp, 1, &n), end = 0;
        for (uint32_t i = 0; i < n; i++) {
            good &= f[i] >= end;
            end = lp.status[f[i]] == LP_VALUE ? lp.new->node[f[i]].end : end;
        }
        ok(good, "no fragment lies in one that changed in value");
        struct lp same = compare(&a, after, after, 0.5);
        lp_fragments(&a, &same, 1, &n);
        ok(n == 0, "a page does not differ from itself");
    }
}

/* What counts as changed with a higher threshold does so with a lower one, so that every fragment lies in one of those, or is one. */
static void test_threshold(void)
{
    static const double threshold[] = { 0.1, 0.3, 0.5, 0.7, 1 };
    struct random r = { 23 };
    uint32_t n, count[ARRAY_LEN(threshold)] = { 0 };

    for (unsigned turn = 0; turn < 30; turn++) {
        AUTO(arena) a = { 0 };
        struct sketch *old = random_page(&a, &r, 300);
        struct str before = sketch_html(&a, old);
        struct str after = sketch_html(&a, mutate_page(&a, &r, old, 1 + random_below(&r, 20), EDIT_ANY));
        struct lp lower = { 0 };
        for (unsigned i = 0; i < ARRAY_LEN(threshold); i++) {
            struct lp lp = compare(&a, before, after, threshold[i]);
            bool good = true;
            for (uint32_t k = 0; k < lp.new->n; k++)
                good &= lp.status[k] != LP_VALUE || i == 0 || lower.status[k] == LP_VALUE;
            if (!ok(good, "pair %u, threshold %.1f: changed below it too", turn, threshold[i]))
                return;
            lower = lp;
            lp_fragments(&a, &lp, 1, &n);
            count[i] += n;
        }
    }
    for (unsigned i = 1; i < ARRAY_LEN(threshold); i++)
        ok(count[i] >= count[i - 1], "threshold %.1f: %u fragments in all", threshold[i], count[i]);
}

/* The paper's table 1: the higher ChildChangeThreshold, the more fragments, and the smaller. */
static void test_monotone(void)
{
    static const double threshold[] = { 0.1, 0.3, 0.5, 0.7, 0.9, 1 };
    struct random r = { 400 };
    AUTO(arena) a = { 0 };
    AUTO(buf) old = BUF(1 << 20);
    AUTO(buf) new = BUF(1 << 20);
    uint32_t before = 0, n;
    double size = 1e9;

    for (unsigned box = 0; box < 40; box++) { /* boxes of ten, of which 1, 2, 3 ... change */
        for (unsigned k = 0; k < 10; k++) {
            AUTO(buf) text = BUF(1 << 16);
            add_words(&text, &r, 12);
            buf_addf(&old, "%s<p>%.*s</p>%s", k ? "" : "<div>", STR_ARG(buf_str(&text)), k < 9 ? "" : "</div>");
            if (k < box % 10)
                add_words((buf_clear(&text), &text), &r, 12);
            buf_addf(&new, "%s<p>%.*s</p>%s", k ? "" : "<div>", STR_ARG(buf_str(&text)), k < 9 ? "" : "</div>");
        }
    }
    for (unsigned i = 0; i < ARRAY_LEN(threshold); i++) {
        struct lp lp = compare(&a, buf_str(&old), buf_str(&new), threshold[i]);
        uint32_t *f = lp_fragments(&a, &lp, 30, &n);
        double sum = 0;
        for (uint32_t k = 0; k < n; k++)
            sum += af_bytes(lp.new, f[k]);
        ok(n >= before && sum / n <= size, "threshold %.1f: %u fragments of %.0f bytes", threshold[i], n, sum / n);
        before = n;
        size = sum / n;
    }
    ok(before > 60, "many at the end");
}

/* "/html/body/p[1] value": the parts of the new page that are not as they were, with what they were matched with. */
static struct str changed(struct arena *a, const char *old, const char *new, double child_change, uint32_t min_bytes)
{
    static const char *const name[] = { [LP_UNCHANGED] = "unchanged", [LP_POSITION] = "position", [LP_VALUE] = "value" };
    AUTO(buf) out = BUF(1 << 16);
    struct lp lp = compare(a, str_of(old), str_of(new), child_change);
    uint32_t n, *f = lp_fragments(a, &lp, min_bytes, &n);

    for (uint32_t i = 0; i < n; i++) {
        const struct af_node *node = &lp.new->node[f[i]];
        struct str path = dom_path(a, &lp.new->page->dom, node->node);
        buf_addf(&out, "%s%.*s %s%s", out.len ? "; " : "", STR_ARG(path), name[lp.status[f[i]]],
                 lp.match[f[i]] == NONE ? ", new" : "");
    }
    buf_add(&out, !lp.drastic ? STR("") : out.len ? STR("; drastic") : STR("drastic"));
    return arena_str(a, buf_str(&out));
}

#define REST \
    "<p>what stands below and stays as it is</p><p>and more of what stays below it all</p><p>and the very last of all lines here</p>"
#define ITEM(words) "<li>" words " with some more words behind</li>"

static const struct {
    const char *name, *old, *new;
    double child_change;
    uint32_t min_bytes;
    const char *want;
} versions[] = {
    { "the same page", A B REST, A B REST, 0.5, 30, "" },
    { "a word in a box", A B REST, "<p>The first box has a text that is very long</p>" B REST, 0.5, 30, "/html/body/p[1] value" },
    { "a box that is another", A B REST, D B REST, 0.5, 30, "/html/body/p[1] value, new" },
    { "a box more", A B REST, A B C REST, 0.5, 30,
      "/html/body/p[3] value, new; /html/body/p[4] position; /html/body/p[5] position; /html/body/p[6] position" },
    { "a box less", A B C REST, A C REST, 0.5, 30,
      "/html/body/p[2] position; /html/body/p[3] position; /html/body/p[4] position; /html/body/p[5] position" },
    { "two boxes that changed places", A B REST, B A REST, 0.5, 30, "/html/body/p[1] position; /html/body/p[2] position" },
    { "a box that went to the end", A B C REST, B C REST A, 0.5, 30,
      "/html/body/p[1] position; /html/body/p[2] position; /html/body/p[3] position; /html/body/p[4] position; /html/body/p[5] position; /html/body/p[6] position" },
    { "half of a list is another", "<ul>" ITEM("one bird") ITEM("two fish") ITEM("three cats") ITEM("four dogs") "</ul>" REST,
      "<ul>" ITEM("one bird") ITEM("two fish") ITEM("nine snakes") ITEM("ten spiders") "</ul>" REST, 0.5, 30,
      "/html/body/ul value" },
    { "a quarter of it is not enough", "<ul>" ITEM("one bird") ITEM("two fish") ITEM("three cats") ITEM("four dogs") "</ul>" REST,
      "<ul>" ITEM("one bird") ITEM("two fish") ITEM("three cats") ITEM("ten spiders") "</ul>" REST, 0.5, 30,
      "/html/body/ul/li[4] value" },
    { "unless one asks for less", "<ul>" ITEM("one bird") ITEM("two fish") ITEM("three cats") ITEM("four dogs") "</ul>" REST,
      "<ul>" ITEM("one bird") ITEM("two fish") ITEM("three cats") ITEM("ten spiders") "</ul>" REST, 0.25, 30,
      "/html/body/ul value; drastic" },
    { "an item on top of a list", "<ul>" ITEM("one bird") ITEM("two fish") "</ul>" REST,
      "<ul>" ITEM("new bear") ITEM("one bird") ITEM("two fish") "</ul>" REST, 0.9, 10, "/html/body/ul value" },
    { "a small part is none", "<p>12 visitors</p>" A REST, "<p>13 visitors</p>" A REST, 0.5, 30, "" },
    { "unless small ones count", "<p>12 visitors</p>" A REST, "<p>13 visitors</p>" A REST, 0.5, 1, "/html/body/p[1] value" },
    { "a box in another box", "<div>" A B "</div><section>" C "</section>" REST, "<div>" B "</div><section>" A C "</section>" REST,
      0.9, 30, "/html/body/div position; /html/body/section/p[1] position; /html/body/section/p[2] value, new" },
    { "a wrapper more", A B REST, "<div>" A B "</div>" REST, 0.5, 30, "drastic" },
    { "nothing that was there", A B, C D, 0.5, 30, "/html/body/p[1] value, new; /html/body/p[2] value, new; drastic" },
};

static void test_versions(void)
{
    for (size_t i = 0; i < ARRAY_LEN(versions); i++) {
        AUTO(arena) a = { 0 };
        eq_str(changed(&a, versions[i].old, versions[i].new, versions[i].child_change, versions[i].min_bytes),
               str_of(versions[i].want), versions[i].name);
    }
}

int main(void)
{
    test_status();
    test_laws();
    test_threshold();
    test_monotone();
    test_versions();
    return tap_done();
}
