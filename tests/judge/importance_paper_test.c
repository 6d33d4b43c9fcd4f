/* E of section 6: the paper's own example, its limits, and what moves it. */
#include "judge/importance.h"

#include <math.h>

#include "visual/simulate.h"
#include "visual/vidiff.h"
#include "tests/visual/vidocs.h"
#include "tests/segment/documents.h"
#include "tests/tap.h"

#define LINK(name) "<link Name='" name "' Adr='/" name "'/>"
#define IMG(name) "<img Name='" name "' Src='/" name ".png'/>"

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void weigh(struct arena *a, const struct vixml *old, const struct vixml *new, struct importance_input in,
                  struct importance *out)
{
    struct videlta *d = NEW(a, struct videlta);
    vidiff(a, old, new, &(struct vidiff_options){ VI_SAME_NAME }, d);
    in.old = old;
    in.new = new;
    in.delta = d;
    in.weights = in.weights ? in.weights : &importance_weights;
    importance_paper(a, &in, out);
}

/* Figure 7: B1 0.1, B2.1 0.3, B2.2 0.4, B3 0.2. */
static const char example_old[] =
    "<Block Ref='B1' Importance='0.1'><Txts Txt='one two three four'/></Block>"
    "<Block Ref='B2' Importance='0.7'><Block Ref='B2.1' Importance='0.3'><Txts Txt='stays as it is'/></Block>"
    "<Block Ref='B2.2' Importance='0.4'><Links>" LINK("a") LINK("b") "</Links></Block></Block>"
                                                                     "<Block Ref='B3' Importance='0.2'><Imgs>" IMG("p") IMG("q")
                                                                         IMG("r") IMG("s") "</Imgs></Block>";
static const char example_new[] =
    "<Block Ref='B1' Importance='0.1'><Txts Txt='one two three five'/></Block>"
    "<Block Ref='B2' Importance='0.7'><Block Ref='B2.1' Importance='0.3'><Txts Txt='stays as it is'/></Block>"
    "<Block Ref='B2.2' Importance='0.4'><Links>" LINK("a") LINK("b") LINK("c") LINK("d") LINK("e")
        LINK("f") "</Links></Block></Block>"
                  "<Block Ref='B3' Importance='0.2'><Imgs>" IMG("p") IMG("q") "</Imgs></Block>";
static const struct importance_weights example_weights = { .op = {
                                                               { 1, 1, 1 }, { 0.8, 0.8, 0.8 }, { 1, 1, 1 }, { 0.5, 0.5, 0.5 } } };

static void test_example(void)
{
    AUTO(arena) a = { 0 };
    struct importance e;
    weigh(&a, document_of(&a, example_old), document_of(&a, example_new), (struct importance_input){ .weights = &example_weights },
          &e);
    ok(near(e.value, 0.1 + 0.4 * 4 / 6 + 0.2 * 0.8 * 2 / 4), "Example 1: %.4f", e.value);
    eq_int(e.n, 3, "three blocks have a share");
    eq_int(e.n_blocks, 4, "of four");
    eq_str(e.block[0].ref, STR("B2.2"), "the largest first");
    ok(near(e.block[0].share, 0.4 * 4 / 6), "its share: %.4f", e.block[0].share);
    eq_str(e.block[0].why, STR("4 of 6 links inserted"), "in words");
    eq_str(e.block[1].why, STR("the text updated"), "a text");
    eq_str(e.block[2].why, STR("2 of 4 images deleted"), "images");
}

static void test_factors(void)
{
    AUTO(arena) a = { 0 };
    struct importance e;
    struct importance_factor factor[] = { { .block = 4, .factor = 0.5, .why = STR("rule '.list'") },
                                          { .block = 4, .factor = 0.5, .why = STR("changed at 3 of 4 visits") },
                                          { .block = 99, .factor = 0, .why = STR("no such block") } };
    struct importance_input in = { .weights = &example_weights, .factor = factor, .n_factors = 3 };
    weigh(&a, document_of(&a, example_old), document_of(&a, example_new), in, &e);
    ok(near(e.value, (0.1 + 0.1 * 4 / 6 + 0.2 * 0.8 * 2 / 4) / 0.7), "weights are shared anew: %.4f", e.value);
    eq_str(e.block[2].why, STR("4 of 6 links inserted; weighs 0.25 times as much: rule '.list'; changed at 3 of 4 visits"),
           "in words");
}

static double value_of(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    struct importance e;
    weigh(&a, document_of(&a, old), document_of(&a, new), (struct importance_input){ .weights = &example_weights }, &e);
    return e.value;
}

#define ONE "<Block Ref='1'><Links>" LINK("a") LINK("b") "</Links><Txts Txt='some words stand here'/></Block>"
#define TWO(ref) "<Block Ref='" ref "'><Links>" LINK("c") LINK("d") "</Links><Txts Txt='and other ones there'/></Block>"
#define THREE(ref) "<Block Ref='" ref "'><Links>" LINK("e") LINK("g") "</Links><Txts Txt='third of them all is this'/></Block>"

static void test_blocks(void)
{
    ok(value_of(ONE TWO("2"), ONE TWO("2")) == 0, "nothing changed");
    ok(near(value_of(ONE, ONE TWO("2")), 0.5), "a new block is all insertion: half of the page");
    ok(near(value_of(ONE TWO("2"), ONE), 0.5 * 0.8), "a block that is gone");
    ok(near(value_of(ONE TWO("2") THREE("3"), ONE THREE("2") TWO("3")), 0.5 / 3), "a moved block is a move of all that is in it");
    ok(value_of("<Block Ref='1'><Links>" LINK("a") LINK("b") LINK("c") LINK("d") "</Links></Block>",
                "<Block Ref='1'><Links>" LINK("a") LINK("b") "</Links></Block><Block Ref='2'><Links>" LINK("c")
                    LINK("d") "</Links></Block>")
           == 0,
       "a split is nothing to a reader");
    ok(near(value_of("<Block Ref='1'><Txts Txt='a b c d'/></Block>", "<Block Ref='1'><Txts Txt='w x y z'/></Block>"), 0.9),
       "another text: deleted and inserted");
    ok(value_of("", "") == 0, "no blocks at all");
}

/* Between 0 and 1, the sum of its shares, and weights that add up to 1, whatever happens. */
static void test_laws(void)
{
    unsigned good = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        AUTO(arena) a = { 0 };
        struct random r = { .state = seed };
        struct vixml *old = random_document(&a, &r, 3 + seed % 40, 8), new;
        struct videlta truth;
        struct importance e;
        double sum = 0;
        bool in_range = true;
        simulate(&a, old, &(struct simulate_options){ 0.2, 0.2, 0.2, 0.2, seed % 2 ? 0.2 : 0, seed }, &new, &truth);
        weigh(&a, old, &new, (struct importance_input){ 0 }, &e);
        for (uint32_t i = 0; i < e.n; i++) {
            sum += e.block[i].share;
            in_range &= e.block[i].amount <= 1 && e.block[i].weight <= 1 && e.block[i].why.len;
        }
        good += e.value >= 0 && e.value <= 1 && fabs(sum - e.value) < 1e-9 && in_range && e.n > 0;
    }
    eq_int(good, 200, "E lies between 0 and 1 and is the sum of its shares");
}

int main(void)
{
    test_example();
    test_factors();
    test_blocks();
    test_laws();
    return tap_done();
}
