/* What stands beside the content by what it says. */
#include "judge/sides.h"

#include "page/body.h"
#include "tests/tap.h"

/* The place of the last sentence of the page. */
static void stands(const char *type, const char *text, enum judge_place want)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct err e = { 0 };
    symbols_open(&symbols, &a);
    bool readable;
    struct body body = { .bytes = str_of(text), .content_type = str_of(type), .url = STR("http://h/") };
    if (body_read(&a, &symbols, &body, &page, &readable, &e))
        ok(false, "%s", e.text);
    const struct sides_phrases sides = sides_open(&a, &symbols);
    enum judge_place got = sides_place(&sides, &page, page.n_sentences - 1);
    ok(got == want, "%s: %s", text, place_name(got));
}

static void html(const char *text, enum judge_place want)
{
    stands("text/html", text, want);
}

static void json(const char *text, enum judge_place want)
{
    stands("application/json", text, want);
}

int main(void)
{
    html("<p>Good evening, Anna", PLACE_NOTICE);
    html("<p>こんばんは", PLACE_NOTICE);
    html("<p>Hello is the first word that the programs of this book print on the screen", PLACES);
    html("<p>Subscribe to our letters and hear of the ferry first.", PLACE_NOTICE);
    html("<p>Bitte lesen Sie das.<p>Laden Sie unsere App.", PLACE_NOTICE);
    html("<p>You may subscribe to our letters at any time.", PLACES);
    html("<p>無料アプリをダウンロードして使う。", PLACE_NOTICE);
    html("<p>Harbour: 12 °C, light rain", PLACE_EXTRA);
    html("<title>Weather of the coast</title><p>Harbour: 12 °C, light rain", PLACES);
    html("<p>Bake it at 180 °C for an hour", PLACES);
    json("{\"boats\": 3, \"trending\": [\"Ferry\"]}", PLACE_EXTRA);
    json("{\"boats\": 3, \"meta\": {\"promo\": {\"text\": \"Buy two umbrellas\"}}}", PLACE_EXTRA);
    json("{\"boats\": 3, \"request_id\": \"9f31\"}", PLACE_EXTRA);
    json("{\"boats\": 3, \"requestCount\": 12}", PLACE_EXTRA);
    json("{\"boats\": 3, \"server\": \"The kitchen is closed today\"}", PLACES);
    json("{\"request\": {\"boats\": 3}}", PLACES);
    ok(sides_shelf(STR("You may also like")) && sides_shelf(STR("Das könnte Sie auch interessieren"))
           && sides_shelf(STR("人気ランキング")),
       "headings above what was picked for a reader");
    ok(!sides_shelf(STR("Releases")) && !sides_shelf(STR("Soup of the day")), "other headings");
    return tap_done();
}
