/* Stretches that are followed from version to version: adverts side by side, in elements without names, between texts that stay. */
#include "judge/spots.h"
#include "tests/judge/course.h"
#include "tests/judge/judged.h"

#define STORY \
    "<div><p>The council has decided on the new bridge after a debate of six hours, and work begins in the spring of next year.</p></div>"
#define BRIDGE \
    "<div><p>It will be the third bridge of the town, wide enough for two carts and a row of people on each side.</p></div>"

static const char *const adverts[] = {
    "Sleep on the beds of Norland and wake up new",  "Boots by Carrow are made to last for years",
    "Our oysters come from the bay every morning",   "Will your roof hold this winter, ask Tiler",
    "Learn the lute in ten minutes of each evening", "A letter for your aunt is written in an hour",
    "Rent a cart for a day and bring it back clean", "Fine cheese that is sent to your own door",
};
enum { ADVERTS = sizeof adverts / sizeof *adverts };

/* Some number of a row that looks like dice and is always the same. */
static unsigned dice(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return *state >> 16;
}

/* A story with adverts in elements without names. `class`: of the element around all of it. `more`: behind the adverts, in an element of
 * the same kind. */
static struct str page_with(struct arena *a, unsigned *state, const char *class, const char *more)
{
    const char *one = adverts[dice(state) % ADVERTS], *two = adverts[dice(state) % ADVERTS];
    return arena_printf(
        a, "<body class='%s'><h1>The harbour</h1><div class='%s'>" STORY "<div><p>%s</p></div><div><p>%s</p></div>%s" BRIDGE, class,
        class, one, two, more);
}

/* How many of so many visits are told, two answers of the first two moments being compared. */
static unsigned told_of(unsigned visits, const char *(*class_at)(struct arena *, unsigned))
{
    AUTO(arena) a = { 0 };
    struct course c = { 0 };
    unsigned told = 0, state = 7;
    for (unsigned i = 0; i < visits; i++) {
        const char *class = class_at(&a, i);
        bool said = visit(&c, page_with(&a, &state, class, "").ptr, NULL);
        told += i >= 2 && said;
        if (i < 2)
            probe(&c, page_with(&a, &state, class, "").ptr);
    }
    arena_drop(&c.kept);
    return told;
}

static const char *no_class(struct arena *a, unsigned visit)
{
    (void)a;
    (void)visit;
    return "";
}

/* Another after every third visit, and of letters alone. */
static const char *built_class(struct arena *a, unsigned visit)
{
    return arena_printf(a, "box%c%c", (char)('a' + visit / 3), (char)('z' - visit / 3)).ptr;
}

static void test_adverts(void)
{
    unsigned told = told_of(30, no_class), renamed = told_of(30, built_class);
    ok(told <= 1, "adverts side by side in elements without names are noise: %u told", told);
    ok(renamed <= 1, "also where each build gives the element around them another name: %u told", renamed);
}

/* Something of the page itself comes or goes beside the adverts, in an element like theirs. */
static void test_beside(void)
{
    static const struct {
        const char *says, *named, *text;
    } news[] = {
        { "a paragraph that comes beside them is told", "closed on Sunday",
          "<div><p>The bridge will be closed on Sunday from noon until the evening.</p></div>" },
        { "and so is the next one", "ferry",
          "<div><p>The bridge will be closed on Sunday from noon until the evening.</p></div>"
          "<div><p>Carts of more than two tons must take the ferry from now on.</p></div>" },
        { "and that it is gone", "ferry", "<div><p>The bridge will be closed on Sunday from noon until the evening.</p></div>" },
    };
    AUTO(arena) a = { 0 };
    struct course c = { 0 };
    unsigned state = 3;
    struct str headline;
    for (unsigned i = 0; i < 8; i++) {
        visit(&c, page_with(&a, &state, "", "").ptr, NULL);
        if (i < 2)
            probe(&c, page_with(&a, &state, "", "").ptr);
    }
    for (unsigned i = 0; i < ARRAY_LEN(news); i++) {
        bool told = visit(&c, page_with(&a, &state, "", news[i].text).ptr, &headline);
        ok(told && str_find(headline, str_of(news[i].named), 0) != SIZE_MAX, "%s: %.*s", news[i].says, STR_ARG(headline));
    }
    arena_drop(&c.kept);
}

/* A list that grows at its top, with an advert behind its second entry that looks like an entry. */
static void test_list(void)
{
    static const char *const story[] = {
        "The mill stands still for want of wind",      "A seal was seen below the old bridge",
        "The ferry sails an hour later from June",     "Bakers win the right to sell on Sunday",
        "Nine boats were lost in the storm of Monday", "The school has a roof again after ten years",
        "A letter from 1684 was found in the wall",    "The mayor will not stand for office again",
        "Salt costs twice as much as last winter",     "The new organ is heard on Easter morning",
    };
    enum { STORIES = sizeof story / sizeof *story, SHOWN = 4 };
    AUTO(arena) a = { 0 };
    struct course c = { 0 };
    unsigned state = 5, told = 0, named = 0;
    for (unsigned i = SHOWN; i <= STORIES; i++) {
        for (unsigned again = 0; again < 3; again++) { /* each story stays for three visits, the advert for none */
            AUTO(buf) b = BUF(65536);
            struct str headline = STR("");
            buf_addf(&b, "<body><h1>The harbour</h1>" STORY);
            for (unsigned k = 0; k < SHOWN; k++)
                buf_addf(&b, "<div><p>%s</p></div>%s", story[i - 1 - k],
                         k == 1 ? arena_printf(&a, "<div><p>%s</p></div>", adverts[dice(&state) % ADVERTS]).ptr : "");
            buf_addf(&b, BRIDGE "%c", 0);
            bool said = visit(&c, b.ptr, &headline);
            told += again == 0 && i > SHOWN && said;
            named += again == 0 && i > SHOWN && said && str_find(headline, str_of(story[i - 1]), 0) != SIZE_MAX;
            if (again == 0 && i == SHOWN)
                probe(&c, arena_printf(&a, "%s", b.ptr).ptr);
        }
    }
    eq_int(told, STORIES - SHOWN, "each story that comes to the top of a list is told");
    eq_int(named, told, "and named");
    arena_drop(&c.kept);
}

/* ---- Where they lie ---- */

#define A "<p>The first of the texts that stay here.</p>"
#define B "<p>The second of the texts that stay here.</p>"
#define C "<p>The third of the texts that stay here.</p>"
#define BOX(text) "<div><i>" text "</i></div>"

/* Follows the spots of `past` over one change. */
static void follow(struct arena *a, struct past *past, const char *old, const char *new, bool second_answer, struct judged **out)
{
    struct judged *j = judged(a, old, new);
    struct spots spots;
    spots_find(a, &j->delta, past, second_answer, &j->pieces, &spots);
    evidence_learn(past, &j->pieces, second_answer);
    spots_keep(&spots, past);
    *out = j;
}

static void test_follow(struct arena *a)
{
    struct past *past = NEW(a, struct past);
    struct judged *j;
    follow(a, past, A BOX("one two three four") B C, A BOX("five six seven eight") B C, false, &j);
    ok(past->n_spots == 1 && past->spot[0].at == 1 && past->spot[0].more == 0 && past->spot[0].most == 1 && !past->spot[0].empty,
       "a text that gave way to another has a spot");
    uint64_t key = past_spot_key(&past->spot[0]);
    eq_int(past_find(past, key)->changed, 1, "that changed once");
    follow(a, past, A BOX("five six seven eight") B C, C A BOX("nine ten eleven twelve") B, false, &j);
    ok(past->n_spots >= 1 && past_find(past, key)->changed == 2, "it is known again where other text moved");
    follow(a, past, C A BOX("nine ten eleven twelve") B, C A B, false, &j);
    ok(past->n_spots && past->spot[0].empty, "where nothing stands any more it is kept");
    follow(a, past, C A B, C A BOX("five six seven eight") B, false, &j);
    ok(j->pieces.n == 1 && j->pieces.item[0].spot_key == key && past_find(past, key)->changed == 3,
       "what comes there later comes to it; that it comes teaches nothing");
    follow(a, past, C A BOX("one two three four") B, C A BOX("five six seven eight") B, false, &j);
    ok(j->pieces.item[0].spot_key != key, "nothing is known of another page");
}

static void test_growth(struct arena *a)
{
    struct past *past = NEW(a, struct past);
    struct judged *j;
    follow(a, past, A B C, A "<p>A text that comes to a list of others.</p>" B C, false, &j);
    eq_int(past->n_spots, 0, "where a text comes and none goes is no spot");
    follow(a, past, A BOX("one two three four") B C, A BOX("five six seven eight") B C, true, &j);
    ok(past->n_spots == 1 && past->spot[0].at == 1 && past->spot[0].most == 1, "after a probe it lies in the page as it was");
    follow(a, past, A BOX("one two three four") B C, A BOX("nine ten eleven twelve") BOX("and much more is there") B C, false, &j);
    bool unknown = true;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        unknown &= j->pieces.item[i].spot_key == 0;
    ok(j->pieces.n && unknown, "where more stands than ever did nothing is known of it");
    eq_int(past->spot[0].most, 1, "nor does it count as usual then");
}

/* Pages of random parts: spots lie on the page, and what is kept is never too much. */
static void test_bounds(struct arena *a)
{
    struct past *past = NEW(a, struct past);
    unsigned state = 1, bad = 0;
    struct str before = STR("<p>Nothing.</p>");
    for (unsigned i = 0; i < 60; i++) {
        AUTO(buf) page = BUF(65536), bytes = BUF(PAST_BYTES);
        struct judged *j;
        unsigned parts = dice(&state) % 90;
        for (unsigned k = 0; k < parts; k++)
            buf_addf(&page, dice(&state) % 3 ? "<p>Part %u of the page stays as it is.</p>" : "<div><b>%u %s</b></div>", k,
                     adverts[dice(&state) % ADVERTS]);
        struct str now = arena_str(a, buf_str(&page));
        follow(a, past, arena_printf(a, "%.*s", STR_ARG(before)).ptr, arena_printf(a, "%.*s", STR_ARG(now)).ptr, false, &j);
        for (uint32_t k = 0; k < past->n_spots; k++)
            bad += (uint32_t)past->spot[k].at + past->spot[k].more > j->new.n_sentences || past->spot[k].most == 0;
        past_write(past, &bytes);
        bad += bytes.over || past->n_spots > PAST_SPOTS;
        before = now;
    }
    eq_int(bad, 0, "spots lie on the page");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_adverts();
    test_beside();
    test_list();
    test_follow(&a);
    test_growth(&a);
    test_bounds(&a);
    return tap_done();
}
