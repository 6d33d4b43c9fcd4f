/* What visits teach: places that change, texts that come and go, kept in a few bytes. */
#include "judge/past.h"

#include "tests/tap.h"

static struct past *again(struct arena *a, const struct past *p)
{
    AUTO(buf) bytes = BUF(PAST_BYTES);
    struct past *out = NEW(a, struct past);
    past_write(p, &bytes);
    past_read(out, buf_str(&bytes));
    return out;
}

static void test_places(struct arena *a)
{
    struct past *p = NEW(a, struct past);
    past_read(p, STR(""));
    ok(!past_find(p, 7), "nothing is known at first");
    for (unsigned i = 0; i < 5; i++) {
        past_visit(p);
        past_place(p, 7, false);
        past_place(p, 7, false);
    }
    ok(past_find(p, 7)->changed == 5 && p->visits == 5, "a place counts once a visit");
    p = again(a, p);
    ok(past_find(p, 7)->changed == 5 && p->visits == 5, "it is kept");
    past_place(p, 8, true);
    ok(past_find(p, 8)->probed == 1 && past_find(p, 8)->changed == 0, "a probe counts apart");
    for (unsigned i = 0; i < PAST_VISITS; i++)
        past_visit(p);
    ok(p->visits < PAST_VISITS && past_find(p, 7)->changed < 5, "old visits fade");
    for (uint64_t i = 0; i < 2 * PAST_PLACES; i++)
        past_place(p, 1000 + i, false);
    ok(p->n_places == PAST_PLACES && !past_find(p, 7), "what was quiet for longest is forgotten");
    past_place(p, 9, true);
    for (uint64_t i = 0; i < 2 * PAST_PLACES; i++)
        past_place(p, 5000 + i, false);
    ok(past_find(p, 9) != NULL, "not what a probe found, where a visit brings more than there is room for");
}

static void test_texts(struct arena *a)
{
    struct past *p = NEW(a, struct past);
    ok(!past_was_there(p, 1), "a text that was never there");
    past_gone(p, 1);
    past_gone(p, 2);
    past_gone(p, 1);
    eq_int(p->n_texts, 2, "one that went twice is kept once");
    p = again(a, p);
    ok(past_was_there(p, 1) && past_was_there(p, 2) && !past_was_there(p, 3), "texts are kept");
    for (uint64_t i = 0; i < PAST_TEXTS - 1; i++)
        past_gone(p, 100 + i);
    ok(past_was_there(p, 1) && !past_was_there(p, 2), "what went last is kept for longest");
    for (uint64_t i = 0; i < PAST_TEXTS; i++)
        past_gone(p, 100 + i);
    ok(!past_was_there(p, 1) && past_was_there(p, 100 + PAST_TEXTS - 1), "the oldest are forgotten");
}

static void test_spots(struct arena *a)
{
    struct past *p = NEW(a, struct past), *other = NEW(a, struct past);
    p->spot[0] = (struct past_spot){ .path = 0xfedcba98, .id = 0xabcdef, .at = 65535, .more = 255, .most = 127, .empty = false };
    p->spot[1] = (struct past_spot){ .path = 1, .id = 2, .at = 3, .most = 4, .empty = true };
    p->n_spots = 2;
    p->page = 0x12345678;
    p = again(a, p);
    ok(p->n_spots == 2 && p->page == 0x12345678, "spots are kept with the page that they are of");
    ok(p->spot[0].path == 0xfedcba98 && p->spot[0].id == 0xabcdef && p->spot[0].at == 65535 && p->spot[0].more == 255
           && p->spot[0].most == 127 && !p->spot[0].empty,
       "with all that is known of one");
    ok(p->spot[1].most == 4 && p->spot[1].empty, "also of one at which nothing stands");
    ok(past_spot_key(&p->spot[0]) != past_spot_key(&p->spot[1]), "each is a place of its own");
    past_place(p, past_spot_key(&p->spot[0]), true);
    past_keep_spot(other, p, past_spot_key(&p->spot[1]), 78);
    ok(!past_find(other, 78) && other->n_spots == 0, "one of which nothing is known is not kept");
    past_join(other, p);
    eq_int(other->n_spots, 0, "spots of one page are not those of another");
    past_keep_spot(other, p, past_spot_key(&p->spot[0]), 77);
    ok(past_find(other, 77)->probed == 1 && other->n_spots == 2, "one that is known is so under two names");
    past_drop_borrowed(other);
    ok(!past_find(other, 77) && past_find(other, past_spot_key(&p->spot[0])), "in one step it is known by itself, not by its name");
}

static void test_bytes(struct arena *a)
{
    AUTO(buf) bytes = BUF(PAST_BYTES);
    struct past *p = NEW(a, struct past);
    for (uint64_t i = 0; i < 2000; i++) {
        past_visit(p);
        past_place(p, i * 77, false);
        past_gone(p, i * 99);
        p->spot[i % PAST_SPOTS] = (struct past_spot){ .path = (uint32_t)i, .most = 1 };
    }
    p->n_spots = PAST_SPOTS;
    past_write(p, &bytes);
    ok(!bytes.over && bytes.len <= PAST_BYTES, "all of it takes %zu bytes", bytes.len);
    past_read(p, str_sub(buf_str(&bytes), 0, 40));
    eq_int(p->visits, 0, "half of it teaches nothing");
    past_read(p, STR("!!"));
    eq_int(p->n_places, 0, "nor do other bytes");
    past_read(p, past_same(a, past_same(a, STR(""))));
    eq_int(p->visits, 2, "a visit that brought the same counts");
}

/* What is kept of a part of it, and of several parts together. */
static void test_parts(struct arena *a)
{
    struct past *all = NEW(a, struct past), *part = NEW(a, struct past), *later = NEW(a, struct past);
    for (int i = 0; i < 3; i++) {
        past_visit(all);
        past_place(all, 10, false);
        past_gone(all, 20);
    }
    past_place(all, 11, true);
    past_keep_place(part, all, 10);
    past_keep_place(part, all, 10);
    past_keep_place(part, all, 12);
    past_keep_text(part, all, 20);
    past_keep_text(part, all, 21);
    ok(part->n_places == 1 && part->n_texts == 1, "what is known is kept once, what is not is not");
    ok(past_find(part, 10)->changed == 3 && past_was_there(part, 20) && !past_find(part, 11), "as it was known");
    later->visits = 9;
    past_place(later, 10, false);
    past_place(later, 13, false);
    past_gone(later, 22);
    past_join(part, later);
    ok(past_find(part, 10)->changed == 1 && past_find(part, 13) && past_was_there(part, 22), "of both the later knowledge holds");
    eq_int(part->visits, 9, "of the visits the higher number");
    part->clock = 3;
    later->clock = 8;
    past_join(part, later);
    eq_int(part->clock, 8, "and the later moment, from which it is told how long ago a place changed");
}

/* A visit counts as one of returns where half of what came had been there. */
static void test_returns(struct arena *a)
{
    struct past *p = NEW(a, struct past);
    for (unsigned i = 0; i < 3; i++) {
        past_came(p, 7, true);
        past_came(p, 7, false);
        past_count_returns(p);
    }
    eq_int(past_find(p, 7)->returned, 3, "half of it: three visits");
    past_came(p, 7, true);
    past_came(p, 7, false);
    past_came(p, 7, false);
    past_count_returns(p);
    eq_int(past_find(p, 7)->returned, 3, "one of three: not a visit");
}

static void test_calm(void)
{
    const struct past past = { .visits = 8 };
    ok(past_is_calm(&past, NULL, 8), "where nothing ever changed");
    ok(past_is_calm(&past, &(struct past_place){ .changed = 2 }, 4)
           && !past_is_calm(&past, &(struct past_place){ .changed = 2 }, 8),
       "two visits of eight are a quarter");
    ok(!past_is_calm(&past, &(struct past_place){ .probed = 1 }, 4), "two answers of one moment differed");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_parts(&a);
    test_places(&a);
    test_texts(&a);
    test_spots(&a);
    test_bytes(&a);
    test_returns(&a);
    test_calm();
    return tap_done();
}
