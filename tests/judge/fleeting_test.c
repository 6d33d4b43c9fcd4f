/* What another answer of the same moment says of a change: what only one of the two has is not told. */
#include "judge/fleeting.h"
#include "tests/judge/course.h"
#include "tests/judge/judged.h"

#define STORY "<p>The council has decided on the new bridge after a debate of six hours, and work begins in the spring.</p>"
#define PAGE(class, advert, more) \
    "<h1>The harbour</h1><main><div class=" class \
        ">" STORY "<div><p>" advert "</p></div>" more \
        "<p>It will be the third bridge of the town, wide enough for two carts.</p></div></main>"
#define BEDS "Sleep on the beds of Norland and wake up new"
#define BOOTS "Boots by Carrow are made to last for years"
#define OYSTERS "Our oysters come from the bay every morning"
#define NEWS "<p>The bridge will be closed on Sunday from noon until the evening.</p>"

/* Whether people are told of the second page, where a second answer of its moment is the third. */
static bool tells(const char *type, const char *old, const char *new, const char *second, struct str *headline)
{
    static struct course c; /* the headline outlives the call */
    arena_drop(&c.kept);
    c = (struct course){ .type = type };
    visit(&c, old, NULL);
    AUTO(arena) a = { 0 };
    struct interest all = { 0 };
    struct verdict v = { 0 };
    struct err e = { 0 };
    struct body other = body_of(&c, second);
    struct verdict_facts facts = {
        .new = body_of(&c, new), .second = &other, .old = &c.last, .interest = &all, .n_interests = 1, .past = c.past
    };
    if (verdict_make(&a, &facts, &v, &e))
        ok(false, "%s", e.text);
    *headline = arena_str(&c.kept, v.whole.headline.text);
    return v.any;
}

#define CARTS(n, price) "<main>" STORY "<p>" n " carts on the bridge, price " price " euro"
#define DATA(state, tip) "{\"bridge\": \"" state "\", \"tip\": \"" tip "\"}"
#define TEXT(advert) "The bridge is open.\n\n" advert "\n"
#define TITLE(title) "<title>" title "</title>" STORY
#define WALL "<title>Just a moment...</title><body><h1>Checking your browser</h1><p>Please complete the captcha.</p></body>"

static const struct fleeting_case {
    const char *what, *type, *old, *new, *second;
    const char *has, *lacks; /* of the headline; has NULL: nobody is told */
} cases[] = {
    { "an advert that is another on each load, though its place has no name that stays", NULL, PAGE("a", BEDS, ""),
      PAGE("b", BOOTS, ""), PAGE("c", OYSTERS, ""), NULL, NULL },
    { "a text that both answers have", NULL, PAGE("a", BEDS, ""), PAGE("b", BOOTS, ""), PAGE("c", BOOTS, ""), "Boots", NULL },
    { "news beside the advert", NULL, PAGE("a", BEDS, ""), PAGE("b", BOOTS, NEWS), PAGE("c", OYSTERS, NEWS), "closed on Sunday",
      "Boots" },
    { "what is gone from beside it", NULL, PAGE("a", BEDS, NEWS), PAGE("b", BOOTS, ""), PAGE("c", OYSTERS, ""), "closed on Sunday",
      "Boots" },
    { "what the other answer still has is not gone", NULL, PAGE("a", BEDS, NEWS), PAGE("b", BEDS, ""), PAGE("c", BEDS, NEWS), NULL,
      NULL },
    { "a price that is another on each load", NULL, CARTS("2", "12"), CARTS("9", "15"), CARTS("4", "19"), NULL, NULL },
    { "one that stays beside a counter", NULL, CARTS("2", "12"), CARTS("9", "15"), CARTS("4", "15"), "15", NULL },
    { "a tip in JSON", "application/json", DATA("open", BEDS), DATA("open", BOOTS), DATA("open", OYSTERS), NULL, NULL },
    { "a state beside it", "application/json", DATA("open", BEDS), DATA("closed", BOOTS), DATA("closed", OYSTERS), "closed",
      "Boots" },
    { "an advert in plain text", "text/plain", TEXT(BEDS), TEXT(BOOTS), TEXT(OYSTERS), NULL, NULL },
    { "a name that is new in a list that is shuffled", "text/plain",
      "The network carries messages for all.\n\nRelays:\n\n* Bergen: up, checked 4 seconds ago\n* Porto: up, checked 9 seconds ago\n",
      "The network carries messages for all.\n\nRelays:\n\n* Porto: up, checked 31 seconds ago\n* Gdansk: up, checked 3 seconds ago\n* Bergen: up, checked 17 seconds ago\n",
      "The network carries messages for all.\n\nRelays:\n\n* Gdansk: up, checked 12 seconds ago\n* Bergen: up, checked 28 seconds ago\n* Porto: up, checked 45 seconds ago\n",
      "Gdansk", NULL },
    { "a title", NULL, TITLE("The bridge of terms 1"), TITLE("The bridge of terms 2"), TITLE("The bridge of terms 3"), NULL, NULL },
    { "a wall in the place of the second answer says nothing of the first", NULL, PAGE("a", BEDS, ""), PAGE("a", BEDS, NEWS), WALL,
      "closed on Sunday", NULL },
};

static void test_told(void)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct fleeting_case *c = &cases[i];
        struct str headline;
        bool told = tells(c->type, c->old, c->new, c->second, &headline);
        bool right = !c->has ? !told : told && str_find(headline, str_of(c->has), 0) != SIZE_MAX;
        right &= !c->lacks || str_find(headline, str_of(c->lacks), 0) == SIZE_MAX;
        ok(right, "%s: %.*s", c->what, told ? (int)headline.len : 0, headline.ptr);
    }
}

/* What was found is the same for a look at the change later. */
static void test_recall(struct arena *a)
{
    struct judged *j = judged(a, PAGE("a", BEDS, ""), PAGE("b", BOOTS, NEWS));
    struct past *known = NEW(a, struct past);
    uint32_t n = 0, again = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        n += j->pieces.item[i].fleeting = j->pieces.item[i].came[SHAPE_LETTERS] == 9;
    fleeting_keep(&j->pieces, known);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        j->pieces.item[i].fleeting = false;
    fleeting_recall(known, &j->pieces);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        again += j->pieces.item[i].fleeting && j->pieces.item[i].came[SHAPE_LETTERS] == 9;
    ok(n && n == again, "kept, and known again: %u, %u", n, again);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_told();
    test_recall(&a);
    return tap_done();
}
