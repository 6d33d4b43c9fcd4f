/* The output tree: what did not change is one node, however large; the lists hold together. */
#include "show/tree.h"

#include "tests/example.h"
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

int main(void)
{
    test_size();
    test_wrap();
    return tap_done();
}
