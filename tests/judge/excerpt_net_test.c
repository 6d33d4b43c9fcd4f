/* Several steps, and what is left of them. */
#include "judge/excerpt_net.h"

#include "tests/tap.h"

#define X(old_words, new_words) \
    { \
        .kind = CHANGE_UPDATE, .before = STR("It is"), .old = STR(old_words), .new = STR(new_words) \
    }

static void net_of(struct excerpts *step, uint32_t n)
{
    AUTO(arena) a = { 0 };
    excerpts_net(&a, step, n);
}

static void test_undone(void)
{
    struct excerpt one[] = { X("up", "down"), X("blue", "red") }, two[] = { X("down", "up") };
    struct excerpts step[] = { { one, 2 }, { two, 1 } };
    net_of(step, 2);
    ok(step[1].n == 0, "what went back is gone from the step that did it");
    ok(step[0].n == 1 && str_eq(step[0].item[0].new, STR("red")), "and from the one that it undid, which keeps the rest");
}

static void test_chain(void)
{
    struct excerpt one[] = { X("1", "2") }, two[] = { X("2", "3") }, three[] = { X("3", "4") };
    struct excerpts step[] = { { one, 1 }, { two, 1 }, { three, 1 } };
    net_of(step, 3);
    ok(step[0].n == 0 && step[1].n == 0 && step[2].n == 1, "of three steps one is left");
    ok(str_eq(three[0].old, STR("1")) && str_eq(three[0].new, STR("4")), "from the first words to the last");
}

static void test_come_and_gone(void)
{
    struct excerpt one[] = { X("", "A sale."), X("An offer.", "") }, two[] = { X("A sale.", ""), X("", "An offer.") };
    struct excerpts step[] = { { one, 2 }, { two, 2 } };
    one[0].kind = two[1].kind = CHANGE_INSERT;
    one[1].kind = two[0].kind = CHANGE_DELETE;
    net_of(step, 2);
    ok(step[0].n == 0 && step[1].n == 0, "what came and went, and what went and came, is nothing");
    struct excerpt new[] = { X("", "A sale.") }, other[] = { X("A sale.", "A big sale.") };
    struct excerpts grown[] = { { new, 1 }, { other, 1 } };
    net_of(grown, 2);
    ok(grown[1].n == 1 && grown[1].item[0].kind == CHANGE_INSERT, "what came and was changed has come");
}

static void test_other_places(void)
{
    struct excerpt one[] = { X("1", "2") }, two[] = { X("2", "1") }, moved[] = { X("2", "1") };
    struct excerpts step[] = { { one, 1 }, { two, 1 }, { moved, 1 } };
    two[0].where = STR("Prices");
    moved[0].kind = CHANGE_MOVE;
    net_of(step, 3);
    ok(step[0].n == 1 && step[1].n == 1 && step[2].n == 1, "the same words elsewhere, or moved, are not theirs");
    net_of(NULL, 0);
}

int main(void)
{
    test_undone();
    test_chain();
    test_come_and_gone();
    test_other_places();
    return tap_done();
}
