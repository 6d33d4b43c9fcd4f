/* Lines that say how something stands. */
#include "judge/states.h"

#include "base/auto.h"

#include "tests/tap.h"

static struct state_lists *lists(struct arena *a)
{
    struct symbols *symbols = NEW(a, struct symbols);
    symbols_open(symbols, a);
    return states_open(a, symbols);
}

static bool runs(struct state_lists *l, struct str text)
{
    bool found = running_named(NULL, text);
    ok(running_named(l, text) == found, "the same with an index: %.*s", STR_ARG(text));
    return found;
}

static void test_days(void)
{
    AUTO(arena) a = { 0 };
    struct state_lists *l = lists(&a);
    ok(days_among(l, STR("Today")) && days_among(l, STR("Aujourd’hui")) && days_among(l, STR("明日"))
           && !days_among(l, STR("Open today")) && !days_among(l, STR("")),
       "a line that names a day from today is nothing else");
    ok(days_among(l, STR("avant-hier")) && days_among(l, STR("Last week")) && days_among(l, STR("前天"))
           && !days_among(l, STR("on Sunday")),
       "and not only one beside it");
    ok(runs(l, STR("Order within 5 hrs 57 mins")) && runs(l, STR("6 min read")) && runs(l, STR("mancano 4 giorni"))
           && runs(l, STR("jäljellä 3 päivää")) && runs(l, STR("acum 3 ore")) && runs(l, STR("还剩3天"))
           && !runs(l, STR("Sale ends 3 May")),
       "what is left until then, and how long it takes to read");
}

/* "#" stands for the number, as judge/shapes.c writes it. */
static void test_counters(void)
{
    static const char *const counted[] = {
        "read # times",
        "lu # fois",
        "#× gebucht",
        "# mal angesehen",
        "condiviso # volte",
        "pobrano # razy",
        "descargado # veces",
        "keer gedeeld #",
        "läst # gånger",
        "luettu # kertaa",
        "citit de # ori",
        "Прочитано # раз",
        "已售 #",
        "人が役に立った #",
        "명이 공감 #",
        "عدد المشاهدات #",
        "# people have this on a wish list",
        "# persone interessate",
        "bought # times in the last week",
        "Posts: #",
        "Beiträge: #",
        "Yes (#) No",
        "newest member",
        "# requests left",
        "# inscrits et # invités",
        "0 hidden and # guests",
        "Affichages : #",
        "# affichages",
        "Abrufe: #",
        "Lượt xem: #",
        "Прегледи: #",
        "צפיות: #",
        "Cart (#)",
        "Warenkorb (#)",
        "Корзина (#)",
        "# items in your cart",
        "XID: #",
        "Ray ID: #",
    };
    static const char *const data[] = {
        "# cases",
        "Cartons (#)",
        "Shopping bag: # kg",
        "Grid: #",
        "# seats",
        "# places left for members of parliament",
        "Download # of the program",
        "# votes for the mayor",
        "Company posts # million",
        "# Folgen",
        "# star hotel",
        "# deaths in past week",
        "registered # cases",
        "# registered cases",
        "# registrierte Fälle",
        "# Plätze gebucht",
        "зареєстрованих випадків #",
    };
    AUTO(arena) a = { 0 };
    struct state_lists *index = lists(&a);
    for (size_t i = 0; i < ARRAY_LEN(counted); i++)
        ok(counters_named(NULL, str_of(counted[i])) && counters_named(index, str_of(counted[i])), "a counter: %s", counted[i]);
    for (size_t i = 0; i < ARRAY_LEN(data); i++)
        ok(!counters_named(NULL, str_of(data[i])) && !counters_named(index, str_of(data[i])), "what a page may be about: %s",
           data[i]);
    ok(counters_named(NULL, STR("3 users online")) && counters_named(NULL, STR("Seitenaufrufe: 45120"))
           && !counters_named(NULL, STR("1,374 cases")),
       "counters");
    ok(counters_named(NULL, STR("Page generated in 0.3 seconds")) && counters_named(NULL, STR("12 mensen bekijken dit nu"))
           && !counters_named(NULL, STR("Goal: 5,000 signatures")),
       "what a machine counts, and what somebody set");
}

static void test_states(void)
{
    ok(copyrights_named(STR("© 2026 The mill")) && copyrights_named(STR("The mill, COPYRIGHT 2026"))
           && !copyrights_named(STR("The mill")) && stamps_named(NULL, STR("© 2026")),
       "whose it is, which is a stamp as well");
    ok(states_named(NULL, STR("Out of stock")) && states_named(NULL, STR("Mail: OUTAGE since noon")), "in any letters");
    ok(states_named(NULL, STR("Derzeit ausverkauft")) && states_named(NULL, STR("売り切れ")), "in other languages");
    ok(states_named(NULL, STR("Add to cart")) && states_named(NULL, STR("In den Warenkorb"))
           && !states_named(NULL, STR("Read more")),
       "what can be bought");
    ok(states_are_alike(NULL, STR("Add to basket"), STR("Add to bag"))
           && !states_are_alike(NULL, STR("Add to bag"), STR("Sold out")),
       "what can be bought can be bought in any words");
    ok(!states_are_alike(NULL, STR("Add to bag"), STR("Add to bag (sold out)")), "unless another state stands beside it");
    ok(today_named(NULL, STR("Today is Monday, 3 May: sun")) && running_named(NULL, STR("Heute ist Montag"))
           && !today_named(NULL, STR("Open today")),
       "the day of the visit");
    ok(states_run(NULL, STR("Das Rathaus ist jetzt geöffnet")) && states_run(NULL, STR("開館中です"))
           && !states_run(NULL, STR("Closed for good")),
       "doors that open by the clock");
    ok(states_named(NULL, STR("The lift is not working")) && !states_named(NULL, STR("Talks on networking"))
           && !states_named(NULL, STR("It was disclosed in May")) && states_named(NULL, STR("Unavailable")),
       "where a word begins, if it stands in others too");
    ok(!states_named(NULL, STR("A table of solid oak")) && !states_named(NULL, STR("")), "other lines name none");
}

static void test_events(void)
{
    ok(events_named(NULL, STR("Deadline: 3 May 2026")) && events_named(NULL, STR("Termin: 3. Mai"))
           && events_named(NULL, STR("締切 5月3日")),
       "events");
    ok(!events_named(NULL, STR("Updated on 3 May 2026")) && !events_named(NULL, STR("It was prevented on 3 May")),
       "other dates are about the page");
    ok(events_named(NULL, STR("Собрание будет 3 мая")) && !events_named(NULL, STR("Он не забудет 3 мая"))
           && events_named(NULL, STR("Sera fermé le 3 mai")) && !events_named(NULL, STR("Serata del 3 maggio")),
       "words that others begin with, as whole words");
    ok(!events_named(NULL, STR("The concert begins in 3 hours")), "what counts down is not a date");
    ok(stamps_named(NULL, STR("consultato il 3 maggio")) && stamps_named(NULL, STR("generiert: 3.5.2031")),
       "when a page was read or made");
    ok(stamps_named(NULL, STR("Last modified on 3 May")) && stamps_named(NULL, STR("最終更新日"))
           && !stamps_named(NULL, STR("Open until 3 May")),
       "when something was written");
}

static void test_runs(struct state_lists *l)
{
    ok(runs(l, STR("3日前 いいね6件")) && runs(l, STR("5시간 전")) && runs(l, STR("3天前发布"))
           && !runs(l, STR("5日前までに申し込む")) && !runs(l, STR("3일 전까지")),
       "also in scripts without spaces, where a term is none");
    ok(runs(l, STR("3 hours ago")) && runs(l, STR("vor 2 Tagen")) && !runs(l, STR("within 14 days")),
       "times that run by themselves");
    ok(runs(l, STR("It is now 14:35.")) && runs(l, STR("Es ist jetzt 9.05 Uhr")) && !runs(l, STR("It is now 60 euro"))
           && !runs(l, STR("It is now")),
       "a clock, and no other figure, behind what says that it is now");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_days();
    test_states();
    test_events();
    test_runs(lists(&a));
    test_counters();
    return tap_done();
}
