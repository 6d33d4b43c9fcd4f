/* Why a change is held back: true for what happened to it, and known again by its words. */
#include "judge/reasons.h"

#include "tests/judge/judged.h"

#define SHOP(menu, body) \
    "<title>Shop</title><nav>" menu "</nav><main><h1>Our shop</h1><p>Bread is baked here every day.</p>" body "</main>"

static void gives(const char *old, const char *new, enum noise_kind noise, const char *want)
{
    AUTO(arena) a = { 0 };
    struct judged *j = judged(&a, old, new);
    if (!ok(j->pieces.n > 0, "something changed: %s", want))
        return;
    struct str words = noise_reason(&j->delta, &j->pieces.item[0], noise);
    eq_str(words, str_of(want), "the reason");
    eq_int(noise_named(words), noise, "is known by its words");
}

int main(void)
{
    gives(SHOP("Home", ""), SHOP("Home", "<p>We bake cakes as well."), NOISE_NONE, "too little to announce");
    gives(SHOP("Home", ""), SHOP("Home", "<p>We bake cakes as well."), NOISE_SEEN, "it was there before");
    gives(SHOP("Home", "<p>We bake cakes as well."), SHOP("Home", ""), NOISE_SEEN, "it has come and gone before");
    gives(SHOP("Home", "<p>We bake cakes as well."), SHOP("Home", "<p>We bake pies as well."), NOISE_SEEN,
          "it said the same before");
    gives(SHOP("Home", ""), SHOP("Home<p>Jobs in the bakery", ""), NOISE_PLACE, "it stands outside the content");
    gives(SHOP("Home<p>Jobs in the bakery", ""), SHOP("Home", ""), NOISE_PLACE, "it stood outside the content");
    gives(SHOP("", ""), SHOP("", "<p>17"), NOISE_SHAPE, "it is only a number");
    gives(SHOP("", "<p>17"), SHOP("", ""), NOISE_SHAPE, "it is only a number");
    gives(SHOP("", "<p>Oven number 4 is warm"), SHOP("", "<p>Oven number 5 is warm"), NOISE_SHAPE, "only a number in it changed");
    gives(SHOP("", "<p>Written on 3 May 2026"), SHOP("", "<p>Written on 4 May 2026"), NOISE_SHAPE,
          "only a date or a time in it changed");
    gives(SHOP("", "<p>Ticket 18.cdb01302.1783816643 today"), SHOP("", "<p>Ticket 18.c4b01302.1783773440 today"), NOISE_SHAPE,
          "only a code in it changed");
    gives(SHOP("", "<form><input type=submit value=Order></form>"), SHOP("", ""), NOISE_SHAPE, "it is a button or a field");
    gives(SHOP("", ""), SHOP("", "<iframe src=//maps.example/bakery></iframe>"), NOISE_SHAPE,
          "it is a page shown inside this one, not words");
    gives(SHOP("", ""), SHOP("", "<p><img src=a.png alt=Bread>"), NOISE_SHAPE, "it is a picture, not words");
    gives(SHOP("", "<p>See <a href=/a>our prices</a> here"), SHOP("", "<p>See <a href=/b>our prices</a> here"), NOISE_MARKUP,
          "only the link changed");
    gives(SHOP("", "<img src=a.png alt=Bread>"), SHOP("", "<img src=a.png alt=Cake>"), NOISE_MARKUP, "most readers do not see it");
    gives(SHOP("", "<p title=Bread>Fresh"), SHOP("", "<p title=Cake>Fresh"), NOISE_MARKUP, "a label, not part of the text");
    gives(SHOP("", "<p>© 2025 The bakery"), SHOP("", "<p>© 2026 The bakery"), NOISE_COUNT, "the year of a copyright");
    gives(SHOP("", "<p>Counted before 11:59 pm on 12 May 2026"), SHOP("", "<p>Counted before 11:59 pm on 25 May 2026"), NOISE_COUNT,
          "only a date and a time in it changed");
    gives(SHOP("", "<p>3 people read this"), SHOP("", "<p>4 people read this"), NOISE_COUNT,
          "a counter, or a time that runs by itself");
    gives(SHOP("", "<p>Bread of 500g"), SHOP("", "<p>Bread of 500 g"), NOISE_CASE, "only spaces or signs changed, not the words");
    gives(SHOP("", "<p>Fresh Bread"), SHOP("", "<p>Fresh bread"), NOISE_CASE, "only capital letters changed");
    eq_int(noise_named(STR("this part changes on most visits")), NOISE_CHURN, "words of an earlier version are known");
    eq_int(noise_named(STR("a date, a number or a code")), NOISE_SHAPE, "words of an earlier version are known");
    eq_int(noise_named(STR("no words changed there")), NOISE_MARKUP, "and these");
    eq_int(noise_named(STR("the moon was full")), NOISES, "others are not");
    unsigned ranks = 0;
    for (unsigned i = 0; i < NOISES; i++)
        ranks |= 1u << noise_rank((enum noise_kind)i);
    eq_int(ranks, (1u << NOISES) - 1, "each kind has a rank of its own");
    ok(noise_is_constant(NOISE_CHURN) && noise_is_constant(NOISE_PROBED) && !noise_is_constant(NOISE_SEEN),
       "what is different on most visits");
    return tap_done();
}
