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
    enum judge_place got = sides_place(sides_open(&a, &symbols), &page, page.n_sentences - 1);
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
    AUTO(arena) a = { 0 };
    struct phrase_index shelves = { 0 };
    sides_shelves(&a, &shelves);
    html("<p>Good evening, Anna", PLACE_NOTICE);
    html("<p>こんばんは", PLACE_NOTICE);
    html("<p>Loading…", PLACE_NOTICE);
    html("<p>Wird geladen …", PLACE_NOTICE);
    html("<p>コメントを読み込んでいます…", PLACE_NOTICE);
    html("<p>Loading bay closed until May.", PLACES);
    html("<p>Hello is the first word that the programs of this book print on the screen", PLACES);
    html("<p>Annons: Tyst tangentbord för öppna kontor.", PLACE_EXTRA);
    html("<p>Advertisement: Two umbrellas for one.", PLACE_EXTRA);
    html("<p>Related posts: The mill, The lock.", PLACE_EXTRA);
    html("<p>関連記事：水車の話、水門の話", PLACE_EXTRA);
    html("<p>Related posts of the harbour were given to Ann.", PLACES);
    html("<p>Advertisements for the council are on the board.", PLACES);
    html("<p>Subscribe to our letters and hear of the ferry first.", PLACE_NOTICE);
    html("<p>Bitte lesen Sie das.<p>Laden Sie unsere App.", PLACE_NOTICE);
    html("<p>You may subscribe to our letters at any time.", PLACES);
    html("<p>無料アプリをダウンロードして使う。", PLACE_NOTICE);
    html("<p>Harbour: 12 °C, light rain", PLACE_EXTRA);
    html("<title>Weather of the coast</title><p>Harbour: 12 °C, light rain", PLACES);
    html("<p>Bake it at 180 °C for an hour", PLACES);
    html("<p>Luft i Vasa: 0 °C, dimma, vind 6 m/s", PLACE_EXTRA);
    html("<p>Air in the old town of Hull just now: 0 °C, dense fog, wind 6 m/s", PLACE_EXTRA);
    html("<p>Bake the tart of plums at 180 °C until the juices of it run clear", PLACES);
    html("<p>Gdańsk: 3 °C, mżawka", PLACE_EXTRA);
    html("<p>Oulu: -3 °C, puolipilvistä", PLACE_EXTRA);
    html("<p>Київ: 3 °C, хмарно", PLACE_EXTRA);
    html("<p>Добридень", PLACE_NOTICE);
    html("<p>Bine ați revenit, Ana", PLACE_NOTICE);
    html("<p>Jó éjszakát", PLACE_NOTICE);
    html("<p>Καλό βράδυ", PLACE_NOTICE);
    html("<p>Følg os på nettet", PLACE_NOTICE);
    html("<p>Seuraa meitä verkossa", PLACE_NOTICE);
    html("<p>The rate of interest is 3 in a hundred", PLACES);
    json("{\"boats\": 3, \"väder\": {\"text\": \"mulet\"}}", PLACE_EXTRA);
    json("{\"boats\": 3, \"tipp_des_tages\": \"Bring an umbrella\"}", PLACE_EXTRA);
    json("{\"boats\": 3, \"related_posts\": [\"Ferry\"]}", PLACE_EXTRA);
    json("{\"boats\": 3, \"temperature\": 12}", PLACES);
    json("{\"boats\": 3, \"trending\": [\"Ferry\"]}", PLACE_EXTRA);
    json("{\"boats\": 3, \"meta\": {\"promo\": {\"text\": \"Buy two umbrellas\"}}}", PLACE_EXTRA);
    json("{\"boats\": 3, \"request_id\": \"9f31\"}", PLACE_EXTRA);
    json("{\"boats\": 3, \"requestCount\": 12}", PLACE_EXTRA);
    json("{\"boats\": 3, \"limits\": {\"requests_per_hour\": 12}}", PLACES);
    json("{\"boats\": 3, \"maxRequests\": 12}", PLACES);
    json("{\"boats\": 3, \"note\": \"Quote of the day: all is well\"}", PLACE_EXTRA);
    json("{\"boats\": 3, \"note\": \"Soup of the day: fish\"}", PLACES);
    html("<p>Motto of the day: small steps go far", PLACE_EXTRA);
    html("<title>The quote of the day</title><p>Quote of the day: all is well", PLACES);
    json("{\"boats\": 3, \"server\": \"The kitchen is closed today\"}", PLACES);
    json("{\"request\": {\"boats\": 3}}", PLACES);
    ok(sides_shelf(&shelves, STR("You may also like")) && sides_shelf(&shelves, STR("Das könnte Sie auch interessieren"))
           && sides_shelf(&shelves, STR("人気ランキング")),
       "headings above what was picked for a reader");
    ok(sides_shelf(&shelves, STR("Others packed these too")) && sides_shelf(&shelves, STR("Wussten Sie schon?"))
           && sides_shelf(&shelves, STR("Le saviez-vous ?")) && sides_shelf(&shelves, STR("Sabías que"))
           && sides_shelf(&shelves, STR("Czy wiesz, że")) && sides_shelf(&shelves, STR("Dagens citat"))
           && sides_shelf(&shelves, STR("Päivän vinkki")) && sides_shelf(&shelves, STR("Знаете ли вы"))
           && sides_shelf(&shelves, STR("你知道吗")) && sides_shelf(&shelves, STR("오늘의 명언"))
           && sides_shelf(&shelves, STR("هل تعلم")) && sides_shelf(&shelves, STR("Similar threads")),
       "in all languages");
    ok(!sides_shelf(&shelves, STR("Read more about the ferry")) && !sides_shelf(&shelves, STR("Recommendations of the council"))
           && !sides_shelf(&shelves, STR("Promotion of the guild")) && !sides_shelf(&shelves, STR("Related law")),
       "words of the content");
    ok(sides_advert(STR("Sponsored")) && sides_advert(STR("Contenido patrocinado")) && !sides_advert(STR("Sponsored by the town")),
       "what heads an advert");
    ok(!sides_shelf(&shelves, STR("Releases")) && !sides_shelf(&shelves, STR("Soup of the day")), "other headings");
    return tap_done();
}
