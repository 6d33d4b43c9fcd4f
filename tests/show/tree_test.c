/* The output tree: what did not change is one node, however large; the lists hold together. */
#include "show/tree.h"

#include "tests/generate.h"
#include "tests/show/body.h"
#include "tests/tap.h"

static void check_lists(const struct tree *t)
{
    bool good = true;

    for (uint32_t k = 0; k < t->out.n; k++) {
        const struct out *o = &t->out.item[k];
        uint32_t last = NONE;
        for (uint32_t c = o->first; c != NONE; c = t->out.item[c].next) {
            good &= t->out.item[c].parent == k && t->out.item[c].prev == last;
            last = c;
        }
        good &= o->last == last;
    }
    ok(good, "parents, first, last, previous and next agree");
}

static void test_size(void)
{
    AUTO(example) x = { 0 };
    AUTO(buf) page = BUF(MIB(1));
    for (unsigned k = 0; k < 1000; k++)
        buf_addf(&page, "<div><p>paragraph %u of many <b>bold</b> words</div>", k);
    struct str same = buf_str(&page);
    struct str old = arena_printf(&x.arena, "%.*s<p>ends one way", STR_ARG(same)),
               new = arena_printf(&x.arena, "%.*s<p>ends another way", STR_ARG(same));
    example_open(&x, old.ptr, new.ptr);
    struct tree t = { .arena = &x.arena, .delta = &x.delta };

    tree_grow(&t);
    tree_place_old(&t);
    tree_mark(&t);
    check_lists(&t);
    ok(t.out.n < 1100, "a thousand unchanged divisions are a thousand nodes and no more (%u)", t.out.n);
    eq_int(t.stop.n, 1, "one difference, one stop");
}

static void test_wrap(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>a", "<p>a");
    struct tree t = { .arena = &x.arena, .delta = &x.delta };
    uint32_t node[5];

    for (uint32_t k = 0; k < 5; k++)
        node[k] = tree_add(&t, (struct out){ .kind = OUT_PLAIN, .node = TAG_P, .change = NONE });
    tree_append(&t, node[0], node[1]);
    tree_append(&t, node[0], node[3]);
    tree_before(&t, node[3], node[2]);
    check_lists(&t);
    tree_wrap(&t, node[4], node[2], node[3]);
    check_lists(&t);
    eq_int(t.out.item[node[2]].parent, node[4], "wrapped");
    eq_int(t.out.item[node[0]].last, node[4], "the wrapper is last");
}

/* Slices of text, and the white space between what stayed and what did not. */
static const struct merged_case slices[] = {
    { "a word in the middle", "<p>one two three", "<p>one new three",
      "<p>one <del data-weft=\"update\">two</del><ins data-weft=\"update\">new</ins> three</p>" },
    { "the first word", "<p>one two", "<p>new two",
      "<p><del data-weft=\"update\">one</del><ins data-weft=\"update\">new</ins> two</p>" },
    { "the last word", "<p>one two", "<p>one new",
      "<p>one <del data-weft=\"update\">two</del><ins data-weft=\"update\">new</ins></p>" },
    { "two changes of one text", "<p>a b c d e", "<p>a x c y e",
      "<p>a <del data-weft=\"update\">b</del><ins data-weft=\"update\">x</ins> c <del data-weft=\"update\">d</del><ins data-weft=\"update\">y</ins> e</p>" },
    { "a word that came takes no space from its neighbours", "<p>a c", "<p>a b c", "<p>a <ins data-weft=\"insert\">b</ins> c</p>" },
    { "a word that went takes the space before it along", "<p>a b c", "<p>a c", "<p>a<del data-weft=\"delete\"> b</del> c</p>" },
    { "at the start that behind it", "<p>a b c", "<p>b c", "<p><del data-weft=\"delete\">a </del>b c</p>" },
    { "a word for which a comma came", "<p>one and two", "<p>one, two",
      "<p>one<del data-weft=\"update\"> and</del><ins data-weft=\"update\">,</ins> two</p>" },
    { "white space between two changes stands outside of both", "<p>a b c d", "<p>a <b>x</b> y d",
      "<p>a <del data-weft=\"update\">b c</del><ins data-weft=\"update\"><b>x</b> y</ins> d</p>" },
    { "text around a comment", "<p>one <!-- note --> two three", "<p>one <!-- note --> new three",
      "<p>one <del data-weft=\"update\">two</del><!----> <ins data-weft=\"update\">new</ins> three</p>" },
    { "many blanks stay as they were written", "<p>one   two \n three", "<p>one   new \n three",
      "<p>one   <del data-weft=\"update\">two</del><ins data-weft=\"update\">new</ins> \n"
      " three</p>" },
    { "the text of a bold word", "<p>one <b>two three</b> four", "<p>one <b>two new</b> four",
      "<p>one <b>two <del data-weft=\"update\">three</del><ins data-weft=\"update\">new</ins></b> four</p>" },
    { "a bold word that went", "<p>one <b>two</b> three", "<p>one three",
      "<p>one<del data-weft=\"delete\"> <b>two</b></del> three</p>" },
    { "a bold word that came", "<p>one three", "<p>one <b>two</b> three",
      "<p>one <ins data-weft=\"insert\"><b>two</b></ins> three</p>" },
    { "a link that came between words", "<p>one three", "<p>one <a href=/x>two</a> three",
      "<p>one <ins data-weft=\"insert\"><a href=\"/x\">two</a></ins> three</p>" },
    { "a picture that came", "<p>one three", "<p>one <img src=a.png> three",
      "<p>one <ins data-weft=\"insert\"><img src=\"a.png\"></ins> three</p>" },
    { "a picture that went", "<p>one <img src=a.png> three", "<p>one three",
      "<p>one<del data-weft=\"delete\"> <img src=\"a.png\"></del> three</p>" },
    { "what scripts and styles hold is never written", "<p>one<script>a()</script> two", "<p>one<script>b()</script> new",
      "<p>one<del data-weft=\"update\"> two</del><!----> <ins data-weft=\"update\">new</ins></p>" },
};

static const struct merged_case wholes[] = {
    { "nothing changed", "<div><p>one <b>two</b></div>", "<div><p>one <b>two</b></div>", "<div><p>one <b>two</b></p></div>" },
    { "a paragraph that came into a list of others", "<div><p>one one</p><p>two two</p></div>",
      "<div><p>one one</p><p>new new</p><p>two two</p></div>",
      "<div><p>one one</p><p data-weft=\"insert\"><ins data-weft=\"insert\">new new</ins></p><p>two two</p></div>" },
    { "a section that came with all that is in it", "<p>one", "<p>one<section><h2>New</h2><p>text <i>of it</i></section>",
      "<p>one</p><section data-weft=\"insert\"><h2><ins data-weft=\"insert\">New</ins></h2><p><ins data-weft=\"insert\">text <i>of it</i></ins></p></section>" },
    { "a section that went with all that was in it", "<p>one<section><h2>Old</h2><p>text <i>of it</i></section>", "<p>one",
      "<p>one</p><section data-weft=\"delete\"><h2><del data-weft=\"delete\">Old</del></h2><p><del data-weft=\"delete\">text <i>of it</i></del></p></section>" },
    { "an empty element that came", "<p>one", "<p>one<div class=x></div>",
      "<p>one</p><div class=\"x\" data-weft=\"insert\" data-weft-class=\"look\" data-weft-note=\"div added\"></div>" },
    { "a page that was empty", "", "<p>one", "<p data-weft=\"insert\"><ins data-weft=\"insert\">one</ins></p>" },
    { "a page that is empty now", "<p>one", "", "<p data-weft=\"delete\"><del data-weft=\"delete\">one</del></p>" },
};

/* Lists against their plain twin, an array of children: whatever is put before, behind or around others, both tell the same order. */
static bool same_order(const struct tree *t, uint32_t parent, const uint32_t *want, uint32_t n)
{
    uint32_t k = 0;

    for (uint32_t c = t->out.item[parent].first; c != NONE; c = t->out.item[c].next, k++)
        if (k >= n || want[k] != c || t->out.item[c].parent != parent)
            return false;
    return k == n && t->out.item[parent].last == (n ? want[n - 1] : NONE);
}

static void insert_at(uint32_t *list, uint32_t *n, uint32_t at, uint32_t node)
{
    memmove(list + at + 1, list + at, (*n - at) * sizeof *list);
    list[at] = node;
    ++*n;
}

static void test_order(void)
{
    enum { NODES = 40, TREES = 100 };
    struct random r = { 11 };
    unsigned broken = 0;

    for (unsigned i = 0; i < TREES; i++) {
        AUTO(example) x = { 0 };
        example_open(&x, "<p>a", "<p>a");
        struct tree t = { .arena = &x.arena, .delta = &x.delta };
        uint32_t list[NODES], n = 0, root = tree_add(&t, (struct out){ .kind = OUT_PLAIN, .node = TAG_DIV, .change = NONE });

        while (n < NODES) {
            uint32_t node = tree_add(&t, (struct out){ .kind = OUT_PLAIN, .node = TAG_P, .change = NONE });
            uint32_t at = n ? random_below(&r, n) : 0, how = n ? random_below(&r, 3) : 0;
            if (how == 0)
                tree_append(&t, root, node), insert_at(list, &n, n, node);
            else if (how == 1)
                tree_before(&t, list[at], node), insert_at(list, &n, at, node);
            else
                tree_after(&t, list[at], node), insert_at(list, &n, at + 1, node);
        }
        broken += !same_order(&t, root, list, n);
        uint32_t from = random_below(&r, n), to = from + random_below(&r, n - from);
        uint32_t mark = tree_add(&t, (struct out){ .kind = OUT_MARK, .change = NONE });
        tree_wrap(&t, mark, list[from], list[to]);
        broken += !same_order(&t, mark, list + from, to - from + 1);
        list[from] = mark;
        memmove(list + from + 1, list + to + 1, (n - to - 1) * sizeof *list);
        broken += !same_order(&t, root, list, n - (to - from));
    }
    eq_int(broken, 0, "children stand in the order they were put in, also around a mark");
}

/* An item outside of a list counts as a division. */
static void test_stray_items(void)
{
    static const struct {
        const char *name, *html;
        uint32_t tag;
        bool stray;
    } cases[] = {
        { "an item of a list", "<ul><li>a</ul>", TAG_LI, false },
        { "of a numbered list", "<ol><li>a</ol>", TAG_LI, false },
        { "of a menu", "<menu><li>a</menu>", TAG_LI, false },
        { "of a directory", "<dir><li>a</dir>", TAG_LI, false },
        { "in a division", "<div><li>a</div>", TAG_LI, true },
        { "in a list of terms", "<dl><li>a</dl>", TAG_LI, true },
        { "a term", "<dl><dt>a</dl>", TAG_DT, false },
        { "a meaning", "<dl><dd>a</dl>", TAG_DD, false },
        { "a term in a list", "<ul><dt>a</ul>", TAG_DT, true },
        { "a meaning in a division", "<div><dd>a</div>", TAG_DD, true },
        { "a paragraph is no item", "<div><p>a</div>", TAG_P, false },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        uint32_t node = 1;

        example_pages(&x, cases[i].html, "");
        while (x.old.dom.node[node].tag != cases[i].tag || x.old.dom.node[node].kind != NODE_ELEMENT)
            node++;
        eq_int(is_stray_item(&x.old, node), cases[i].stray, cases[i].name);
    }
}

static void test_pages(void)
{
    CHECK_MERGED(slices);
    CHECK_MERGED(wholes);
}

int main(void)
{
    test_size();
    test_wrap();
    test_order();
    test_stray_items();
    test_pages();
    return tap_done();
}
