/* Fragments that pages share: small sites by hand, planted ones, and both ways against each other. */
#include "fragment/shared.h"

#include "tests/fragment/site.h"
#include "tests/generate.h"
#include "tests/tap.h"

static const struct shared_options usual = { .share = 2, .match = 0.9 };

static struct shared find(struct arena *a, const struct str *html, uint32_t n, const struct shared_options *o, uint32_t min_bytes)
{
    struct shingle_options shingle = SHINGLE_DEFAULT;
    struct pool *pool = NEW(a, struct pool);
    struct shared s;
    struct err e;

    pool_open(pool, a, &shingle, min_bytes, o->match >= 1);
    for (uint32_t i = 0; i < n; i++) {
        AUTO(arena) own = { 0 };
        struct page p = read_page(&own, html[i]);
        if (pool_add(pool, &p, &e))
            abort();
    }
    if (shared_find(a, pool, o, &s, &e))
        abort();
    return s;
}

static struct str path_of(struct arena *a, const struct shared *s, uint32_t fragment, uint32_t k)
{
    AUTO(buf) path = BUF(10000);
    struct str out = STR("");
    pool_path(s->pool, s->node[s->fragment[fragment].node + k], &path);
    if (buf_take(&path, a, &out, NULL))
        abort();
    return out;
}

#define MENU "<ul><li>Home page of the site<li>News of the whole day<li>Weather in the north</ul>"
#define FOOT "<div>Copyright by the owners of all this, all rights reserved</div>"

static void test_small(void)
{
    AUTO(arena) a = { 0 };
    static const struct str html[] = {
        STR_INIT("<body>" MENU "<p>First page with words of its own, about apples and pears</p>" FOOT),
        STR_INIT("<body><div>" MENU "</div><p>Second page, quite another text on the way of the stars</p>" FOOT),
        STR_INIT("<body><section>" MENU FOOT "</section><p>A third that tells about nothing in particular at all</p>"),
    };
    struct shared s = find(&a, html, 3, &usual, 30);
    if (!ok(s.n == 2, "two fragments: %u", s.n))
        return;
    eq_int(s.fragment[0].n_pages, 3, "the menu is on all");
    eq_int(s.fragment[0].bytes, 64, "its text");
    eq_str(path_of(&a, &s, 0, 0), STR("/html/body/ul"), "where it stands on the first page");
    eq_str(path_of(&a, &s, 0, 1), STR("/html/body/div[1]"), "the wrapper on the second");
    eq_str(path_of(&a, &s, 0, 2), STR("/html/body/section/ul"), "on the third");
    eq_int(s.fragment[1].n_pages, 3, "the foot too");
    ok(s.fragment[0].exact && s.fragment[0].parent == s.fragment[0].parent_end, "equal, and in no other fragment");
    struct shared_options many = usual;
    many.share = 4;
    eq_int(find(&a, html, 3, &many, 30).n, 0, "no four pages share anything");
    eq_int(find(&a, html, 3, &usual, 65).n, 0, "nothing is so large");
    eq_int(find(&a, html, 1, &usual, 30).n, 0, "one page shares nothing");
    eq_int(find(&a, html, 0, &usual, 30).n, 0, "no page, no fragment");
}

static void test_nested(void)
{
    AUTO(arena) a = { 0 };
    static const struct str html[] = {
        STR_INIT("<body><div>" MENU FOOT "</div><p>One text that stands alone here</p>"),
        STR_INIT("<body><div>" MENU FOOT "</div><p>Two texts, or a second one</p>"),
        STR_INIT("<body>" MENU "<p>Three, and the last of them that has no foot"),
    };
    struct shared s = find(&a, html, 3, &usual, 30);
    if (!ok(s.n == 2, "the box of two pages, and the menu in it, which a third page has: %u", s.n))
        return;
    eq_int(s.fragment[0].n_pages, 2, "the box");
    eq_int(s.fragment[1].n_pages, 3, "the menu");
    ok(s.fragment[1].parent_end - s.fragment[1].parent == 1 && s.parent[s.fragment[1].parent] == 0, "whose parent is the box");
    uint64_t pages, once;
    shared_storage(&s, &pages, &once);
    ok(once < pages && pages == 153 + 148 + 109 && once == pages - 121 - 64, "each once: %llu of %llu bytes",
       (unsigned long long)once, (unsigned long long)pages);
}

static bool same(struct arena *a, const struct shared *x, const struct shared *y)
{
    bool equal = x->n == y->n && x->n_nodes == y->n_nodes && x->n_parents == y->n_parents;
    (void)a;
    for (uint32_t i = 0; equal && i < x->n; i++)
        equal = memcmp(&x->fragment[i], &y->fragment[i], sizeof x->fragment[i]) == 0;
    return equal && (x->n_nodes == 0 || memcmp(x->node, y->node, x->n_nodes * sizeof *x->node) == 0)
           && (x->n_parents == 0 || memcmp(x->parent, y->parent, x->n_parents * sizeof *x->parent) == 0);
}

/* The index gives what the paper's way gives, on pages that are edits of each other. */
static void test_ways(void)
{
    static const double match[] = { 1, 0.95, 0.9, 0.7, 0.5, 0.3 };
    struct random r = { 77 };
    uint32_t found = 0;

    for (unsigned turn = 0; turn < 36; turn++) {
        AUTO(arena) a = { 0 };
        enum { PAGES = 8 };
        struct str html[PAGES];
        struct sketch *first = random_page(&a, &r, 400);
        for (unsigned i = 0; i < PAGES; i++)
            html[i] = sketch_html(&a, mutate_page(&a, &r, first, random_below(&r, 60), EDIT_ANY));
        struct shared_options o = { .share = 2 + turn % 3, .match = match[turn % ARRAY_LEN(match)] };
        struct shared index = find(&a, html, PAGES, &o, 30);
        o.way = SHARED_PAPER;
        struct shared paper = find(&a, html, PAGES, &o, 30);
        found += paper.n;
        if (!ok(same(&a, &index, &paper), "match %.2f, site %u: %u fragments, %u by the index", o.match, turn, paper.n, index.n))
            return;
        ok(index.n_comparisons <= paper.n_comparisons || paper.n_comparisons == 0, "with fewer comparisons");
    }
    ok(found > 100, "%u fragments in all", found);
}

/* A site of boxes of paragraphs: a higher match finds more and smaller fragments (the paper's section 6.1). */
static void test_monotone(void)
{
    AUTO(arena) a = { 0 };
    enum { PAGES = 12, BOXES = 6 };
    static const double match[] = { 0.5, 0.8, 1 };
    static const unsigned change[BOXES] = { 0, 0, 20, 20, 3, 3 }; /* paragraphs kept: 20, 20, 19, 19, 13, 13 */
    struct str html[PAGES];
    struct random r = { 31 };
    uint32_t n = 0, largest = UINT32_MAX;

    for (unsigned i = 0; i < PAGES; i++) {
        AUTO(buf) b = BUF(1 << 20);
        for (unsigned k = 0; k < BOXES; k++)
            add_box(&b, &(struct planted){ .seed = k + 1, .n = 20, .words = 12, .change = change[k] }, "box", &r);
        buf_add(&b, STR("<p>"));
        add_words(&b, &r, 4000);
        if (buf_take(&b, &a, &html[i], NULL))
            abort();
    }
    for (unsigned i = 0; i < ARRAY_LEN(match); i++) {
        struct shared s = find(&a, html, PAGES, &(struct shared_options){ .share = 2, .match = match[i] }, 30);
        ok(s.n >= n && s.n && s.fragment[0].bytes <= largest, "match %.1f: %u fragments, the largest of %u bytes", match[i], s.n,
           s.n ? s.fragment[0].bytes : 0);
        n = s.n;
        largest = s.n ? s.fragment[0].bytes : 0;
    }
    ok(n > BOXES, "at the end there are the parts of the boxes");
}

/* Boxes of some 350 bytes of which a tenth is new in every copy: samples must be large enough to know nearly all copies again. */
static void test_small_boxes(void)
{
    AUTO(arena) a = { 0 };
    enum { PAGES = 20, KINDS = 30 };
    struct str html[PAGES];
    struct random r = { 9 };
    uint32_t right = 0;

    for (unsigned i = 0; i < PAGES; i++) {
        AUTO(buf) b = BUF(1 << 20);
        for (unsigned k = 0; k < KINDS; k++)
            add_box(&b, &(struct planted){ .seed = k + 1, .n = 10, .words = 5, .change = 10 }, "box", &r);
        buf_add(&b, STR("<p>"));
        add_words(&b, &r, 4000);
        if (buf_take(&b, &a, &html[i], NULL))
            abort();
    }
    struct shared s = find(&a, html, PAGES, &(struct shared_options){ .share = 2, .match = 0.8 }, 200);
    for (uint32_t i = 0; i < s.n; i++)
        right += s.fragment[i].n_pages > PAGES / 2 ? s.fragment[i].node_end - s.fragment[i].node : 0;
    ok(right >= 0.95 * KINDS * PAGES && right <= KINDS * PAGES, "small boxes, 90 %% alike: %u of %u places", right, KINDS * PAGES);
}

#define PART(words) "<p>This part of a box tells at some length about " words " and about nothing else at all</p>"
#define OWN(words) "<p>Here begins the text of the page itself, which has to do with " words " alone</p>"
#define FIX(number, release) \
    "<p>Fix " number " of release " release \
    ": a packet of odd length could stop the machine; all users of the net are asked to install it</p>"

/* Where a box differs, its parts are shared instead: more and smaller fragments with a higher match. A leaf that differs has no parts:
 * fewer. */
static void test_parts(void)
{
    AUTO(arena) a = { 0 };
    static const struct str boxes[] = {
        STR_INIT("<body><div>" PART("apples") PART("boats") PART("clouds") PART("dogs") "</div>" OWN("green fields")),
        STR_INIT("<body><div>" PART("apples") PART("boats") PART("clouds") PART("elephants") "</div>" OWN("old houses")),
    };
    static const struct str leaves[] = {
        STR_INIT("<body>" FIX("5", "37") OWN("green fields")),
        STR_INIT("<body>" FIX("18", "38") OWN("old houses")),
    };
    struct shared_options low = { .share = 2, .match = 0.7 }, high = { .share = 2, .match = 1 };
    struct shared s = find(&a, boxes, 2, &low, 30);
    ok(s.n == 1 && !s.fragment[0].exact && s.fragment[0].bytes > 200, "a box of which a quarter differs: one fragment, %u", s.n);
    s = find(&a, boxes, 2, &high, 30);
    ok(s.n == 3 && s.fragment[0].exact && s.fragment[0].bytes < 100, "three equal parts of it: %u", s.n);
    s = find(&a, leaves, 2, &low, 30);
    ok(s.n == 1 && !s.fragment[0].exact, "a leaf that differs a little: one fragment, %u", s.n);
    eq_int(find(&a, leaves, 2, &high, 30).n, 0, "which has no parts");
}

/* A part and what lies in it may be alike: only what is listed says whether copies are equal. */
static void test_equal(void)
{
    AUTO(arena) a = { 0 };
#define NOTE \
    "<div><p>All that stands in this box is the same on both of the pages, word for word, from the first letter to the last, and " \
    "nobody has changed a thing in it for as long as anyone here can remember</p>now</div>"
    static const struct str pages[] = {
        STR_INIT("<body>" NOTE "<p>Green fields lie before us, and behind them the river that never sleeps</p>"),
        STR_INIT("<body>" NOTE "<p>Old houses were pulled down last year; nobody knows what will be built</p>"),
    };
    struct shared s = find(&a, pages, 2, &(struct shared_options){ .share = 2, .match = 0.9 }, 30);
    ok(s.n == 1 && s.fragment[0].exact && s.fragment[0].n_pages == 2, "equal parts are equal, though a part of them is like them");
}

/* Tiny parts, one of them a piece of the other: the index must not miss what comparing all finds. */
static void test_tiny(void)
{
    struct random r = { 21 };
    unsigned differ = 0;

    for (unsigned turn = 0; turn < 40; turn++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) whole = BUF(1 << 12);
        AUTO(buf) piece = BUF(1 << 12);
        for (unsigned i = 0; i < 12; i++) {
            char word[14] = { 0 };
            for (unsigned k = 0; k < 13; k++)
                word[k] = (char)('a' + random_below(&r, 26));
            buf_addf(&whole, "<p>%s</p>", word);
            buf_addf(&piece, "<p>%.10s</p>", word + 1);
        }
        struct str pages[] = { buf_str(&whole), buf_str(&piece) };
        struct shared_options o = { .share = 2, .match = 0.75 };
        struct shared index = find(&a, pages, 2, &o, 10);
        o.way = SHARED_PAPER;
        struct shared paper = find(&a, pages, 2, &o, 10);
        differ += index.n != paper.n || index.n_nodes != paper.n_nodes;
    }
    eq_int(differ, 0, "tiny parts: both ways find the same");
}

static void test_copies(void)
{
    AUTO(arena) a = { 0 };
    enum { PAGES = 500 };
    struct str html[PAGES];
    for (unsigned i = 0; i < PAGES; i++)
        html[i] = STR("<body>" MENU "<p>First page with words of its own, about apples and pears</p>" FOOT);
    struct shared s = find(&a, html, PAGES, &usual, 30);
    ok(s.n == 1 && s.fragment[0].n_pages == PAGES, "copies of a page are one fragment, the page");
}

/* "64 bytes on 3 pages: /html/body/ul; ...": what the pages of a small site share. */
static struct str listed(struct arena *a, const struct shared *s)
{
    AUTO(buf) out = BUF(1 << 16);

    for (uint32_t i = 0; i < s->n; i++) {
        const struct shared_fragment *f = &s->fragment[i];
        buf_addf(&out, "%s%u bytes on %u pages%s:", out.len ? "; " : "", f->bytes, f->n_pages, f->exact ? "" : ", alike");
        for (uint32_t k = 0; k < f->node_end - f->node; k++)
            buf_addf(&out, " %.*s", STR_ARG(path_of(a, s, i, k)));
        for (uint32_t k = f->parent; k < f->parent_end; k++)
            buf_addf(&out, " (in %u)", s->parent[k] + 1);
    }
    return arena_str(a, buf_str(&out));
}

#define BOX \
    "<aside><p>The bridge at Low Mill is closed until the end of May.</p><p>New members meet on the first Monday.</p></aside>"
#define BOX_LIKE \
    "<aside><p>The bridge at Low Mill is closed until the end of June.</p><p>New members meet on the first Monday.</p></aside>"

static const struct {
    const char *name, *one, *two, *three;
    double match;
    uint32_t share, min_bytes;
    const char *want;
} sites[] = {
    { "a menu", MENU "<p>apples and pears of this year</p>", MENU "<p>wind and rain over the hills</p>",
      "<p>nothing that others have", 1, 2, 30, "64 bytes on 2 pages: /html/body/ul /html/body/ul" },
    { "a menu and a foot", MENU "<p>apples and pears</p>" FOOT, MENU "<p>wind and rain</p>" FOOT, MENU "<p>last of all</p>" FOOT, 1,
      2, 30,
      "64 bytes on 3 pages: /html/body/ul /html/body/ul /html/body/ul; 56 bytes on 3 pages: /html/body/div /html/body/div /html/body/div" },
    { "a box in a box that a third page has alone", "<div>" MENU BOX "</div><p>apples</p>", "<div>" MENU BOX "</div><p>wind</p>",
      MENU "<p>sea</p>", 1, 2, 30,
      "157 bytes on 2 pages: /html/body/div /html/body/div; 64 bytes on 3 pages: /html/body/div/ul /html/body/div/ul /html/body/ul (in 1)" },
    { "twice on one page", MENU "<p>apples and pears</p>" MENU, MENU "<p>wind and rain</p>", "<p>sea", 1, 2, 30,
      "64 bytes on 2 pages: /html/body/ul[1] /html/body/ul[2] /html/body/ul" },
    { "twice on one page alone is not shared", MENU "<p>apples and pears</p>" MENU, "<p>wind and rain</p>", "<p>sea", 1, 2, 30,
      "" },
    { "nearly the same",
      BOX
      "<p>apples and pears of this year, picked by hand and sold on every market of the upper valley until the first snow falls</p>",
      BOX_LIKE
      "<p>wind and rain over the hills, then dry and cold for some days, with fog along both rivers in the early morning hours</p>",
      "<p>sea", 0.6, 2, 30, "93 bytes on 2 pages, alike: /html/body/aside /html/body/aside" },
    { "which is not the same", BOX "<p>apples and pears</p>", BOX_LIKE "<p>wind and rain</p>", "<p>sea", 1, 2, 30,
      "37 bytes on 2 pages: /html/body/aside/p[2] /html/body/aside/p[2]" },
    { "on all three", MENU BOX "<p>apples</p>", MENU BOX "<p>wind</p>", MENU "<p>sea</p>", 1, 3, 30,
      "64 bytes on 3 pages: /html/body/ul /html/body/ul /html/body/ul" },
    { "only what is large", MENU BOX "<p>apples</p>", MENU BOX "<p>wind</p>", MENU "<p>sea</p>", 1, 2, 80,
      "92 bytes on 2 pages: /html/body/aside /html/body/aside" },
    { "the whole page", "<p>one page that stands under two names", "<p>one page that stands under two names", "<p>sea", 1, 2, 30,
      "36 bytes on 2 pages: /html/body /html/body" },
    { "pages without words", "<p></p>", "<p></p>", "<p></p>", 1, 2, 30, "" },
    { "in other markup", "<ul><li>Home page of the site<li>News of the whole day</ul><p>a b c",
      "<div><p>Home page of the site<p>News of the whole day</div><p>d e f", "<p>sea", 1, 2, 30,
      "43 bytes on 2 pages: /html/body/ul /html/body/div" },
};

static void test_sites(void)
{
    for (size_t i = 0; i < ARRAY_LEN(sites); i++) {
        AUTO(arena) a = { 0 };
        struct str html[] = { str_of(sites[i].one), str_of(sites[i].two), str_of(sites[i].three) };
        struct shared_options o = { .share = sites[i].share, .match = sites[i].match };
        struct shared by_index = find(&a, html, 3, &o, sites[i].min_bytes);
        struct str want = listed(&a, &by_index);

        eq_str(want, str_of(sites[i].want), sites[i].name);
        o.way = SHARED_PAPER;
        struct shared by_paper = find(&a, html, 3, &o, sites[i].min_bytes);
        eq_str(listed(&a, &by_paper), want, "the paper's way finds the same");
    }
}

int main(void)
{
    test_small();
    test_nested();
    test_ways();
    test_monotone();
    test_small_boxes();
    test_parts();
    test_copies();
    test_equal();
    test_tiny();
    test_sites();
    return tap_done();
}
