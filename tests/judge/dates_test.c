/* Dates, times and prices by their shape. */
#include "judge/dates.h"

#include "tests/tap.h"

/* The runs in a text: "[2 hours ago]" for a time, "<3.50 €>" for a price. */
static void gives(const char *text, const char *want)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(4096);
    struct symbols symbols;
    struct page page;
    struct dates dates;
    struct err e;
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(text) }, STR(""), &page, &e))
        ok(false, "%s", e.text);
    dates_open(&dates, &a, &page, NULL);
    for (uint32_t w = 0; w < page.n_words;) {
        struct dates_run run = dates_find(&dates, w, page.n_words);
        if (run.n) {
            buf_add(&b, run.price ? STR("<") : STR("["));
            page_words_line(&page, w, w + run.n, &b);
            buf_add(&b, run.price ? STR(">") : STR("]"));
        }
        w += MAX(run.n, 1u);
    }
    eq_str(buf_str(&b), str_of(want), text);
}

/* Every row of the table, in small letters and in capitals: the runs that a page of one word and a number has. */
static void finds_rows(void)
{
    static const struct {
        const char *class;
        const char *word;
    } rows[] = {
#define WORD(class, word) { #class, word },
#include "judge/dates.def"
#undef WORD
    };
    uint32_t missed = 0;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct symbols symbols;
        struct page page;
        struct dates dates;
        struct err e;
        struct str text = arena_printf(&a, "<p>%s 5", rows[i].word);
        symbols_open(&symbols, &a);
        if (page_read(&a, &symbols, &(struct parse_source){ .bytes = text }, STR(""), &page, &e))
            ok(false, "%s", e.text);
        dates_open(&dates, &a, &page, NULL);
        struct dates_run run = dates_find(&dates, 0, page.n_words);
        bool one = page.n_words == 2; /* some words are cut further by the page */
        missed += one && (run.n != 2 || run.price != (strcmp(rows[i].class, "MONEY") == 0));
    }
    ok(missed == 0, "all %zu words of the table are found: %u missed", ARRAY_LEN(rows), missed);
}

/* What stands beside a date or a time. */
static void test_beside(void)
{
    gives("gestern, 17:08 Uhr 104 Kommentare", "[gestern, 17:08 Uhr]");
    gives("2 hours 869 views", "[2 hours]");
    gives("2 hours 30 minutes", "[2 hours 30 minutes]");
    gives("am Freitag, dem 09.10.2026, um neun", "[Freitag, dem 09.10.2026]");
}

/* What is asked of a text: by keys, to the second, by whom it was written. */
static void test_asked(void)
{
    ok(dates_key_says(STR("end")) && dates_key_says(STR("support until")), "a key that says of what a day is");
    ok(!dates_key_says(STR("Date")) && !dates_key_says(STR("")), "one that does not");
    ok(dates_has_seconds(STR("Tue, 10 Mar 2026 07:25:00 +0900")) && dates_has_seconds(STR("at 9:05:59")), "to the second");
    ok(dates_has_odd_seconds(STR("2026-03-10 07:25:41")) && !dates_has_odd_seconds(STR("2026-03-10T07:25:00Z")), "odd ones");
    ok(!dates_has_seconds(STR("07:25")) && !dates_has_seconds(STR("1:2:30")) && !dates_has_seconds(STR(":30:12")),
       "not to the second");
    ok(dates_is_moment(STR("Printed 3 May 2031 09:37")) && dates_is_moment(STR("2031年5月3日 14時37分"))
           && dates_is_moment(STR("3/5/2031 à 9h37")) && dates_is_moment(STR("2031-05-03 14:30:12")),
       "moments that a clock wrote");
    ok(!dates_is_moment(STR("3 May 2031 09:30")) && !dates_is_moment(STR("2031-05-03 14:30:00"))
           && !dates_is_moment(STR("3 May 2031")) && !dates_is_moment(STR("the 09:37 to Hull"))
           && !dates_is_moment(STR("In 2031 12 of 137 were 1:2")),
       "those that people set, days, trains");
    ok(dates_has_clock(STR("at 9:30")) && !dates_has_clock(STR("note: 3 May")) && !dates_has_clock(STR("3:")), "times of day");
    ok(dates_is_appointment(STR("Jan. 19, 2023, 16:00 CEST")) && dates_is_appointment(STR("3 May 2031 09:30")),
       "a day and a time that people agree on");
    ok(!dates_is_appointment(STR("3 May 2031 09:37")) && !dates_is_appointment(STR("16:00"))
           && !dates_is_appointment(STR("3 May 2031")),
       "the time of a machine, or no day, or no time");
}

int main(void)
{
    finds_rows();
    test_beside();
    test_asked();
    gives("<p>9.0.1 2022-09-19", "[2022-09-19]");
    gives("<p>3.5.2024 14:00", "[3.5.2024 14:00]");
    gives("seen 2024-04-06T10:11:12Z by Ada", "[2024-04-06T10:11:12Z]");
    gives("seen 2024-04-06T10:11:12.97+02:00 by Ada", "[2024-04-06T10:11:12.97][02:00]");
    gives("model 12T34 and T10", "");
    gives("<p>12.57-1 12.56-4, 12.51-2, 12.48-2", "");
    gives("<p>03.05.24 in Bonn, 03. 05. 24 in Ulm", "[03.05.24][03. 05. 24]");
    gives("更新: 2024年4月6日 10時11分", "[2024年4月6日 10時11分]");
    gives("수정 2024년 4월 6일", "[2024년 4월 6일]");
    gives("第3章", "");
    gives("<p>posted 2 hours ago by Ann", "[2 hours ago]");
    gives("<p>am 3. Mai 2024 in Bonn", "[am 3. Mai 2024]");
    gives("<p>vom 3. Mai 2024, 1.295 Aufrufe", "[3. Mai 2024]");
    gives("<p>Mittwoch, der 9. September 2026 in Bonn", "[Mittwoch, der 9. September 2026]");
    gives("<p>onsdag den 5 november 2025 i hamnen", "[onsdag den 5 november 2025]");
    gives("<p>Woche der 10 Gebote", "");
    gives("<p>el martes, 1 de diciembre de 2026 en Soria", "[martes, 1 de diciembre de 2026]");
    gives("<p>em 5 de novembro de 2025 no porto", "[5 de novembro de 2025]");
    gives("<p>on the 5th of May 2031 in town", "[5th of May 2031]");
    gives("<p>3 of the hours and 2 de las horas", "");
    gives("<p>il 3 maggio 2024 a Roma", "[il 3 maggio 2024]");
    gives("<p>dal 12 listopada 2026 w Łodzi", "[12 listopada 2026]");
    gives("<p>с 3 мая 2024 в Туле", "[3 мая 2024]");
    gives("<p>28 Kasım 2026 günü", "[28 Kasım 2026]");
    gives("<p>la mia ora preferita", "");
    gives("<p>updated 2031-03-07T10:12:00Z by Ann", "[2031-03-07T10:12:00Z]");
    gives("<p>model 07Tb2 of 2031", "");
    gives("<p>at 12:30, or on 2024-05-03", "[12:30][2024-05-03]");
    gives("<p>call 031-555-2048 or 12-555-2031", "");
    gives("<p>from 10.22.33.109 41763.4598 78", "");
    gives("<p>it costs 3.50 € or $12", "<3.50 €><$12>");
    gives("<p>340 euro each", "<340 euro>");
    gives("<p>page 3 of 12", "");
    gives("<p>vu à 23 h 40 par Anne", "[23 h 40]");
    gives("<p>vu à 17h20 par Anne", "[17h20]");
    gives("<p>das 9h às 17h no porto", "[9h às 17h]");
    gives("<p>möte kl. 14.30 i hamnen", "[kl. 14.30]");
    gives("<p>offen bis 14.30 Uhr im Hafen", "[14.30 Uhr]");
    gives("<p>spotkanie o godz. 12 w porcie", "[godz. 12]");
    gives("<p>incontro alle ore 20.30 al porto", "[ore 20.30]");
    gives("<p>14 時 30 分から", "[14 時 30 分]");
    gives("<p>午後3時", "[午後3時]");
    gives("<p>오후 3시 회의", "[오후 3시]");
    gives("<p>we wtorek 3 marca w porcie", "[wtorek 3 marca]");
    gives("<p>v pondělí 3. března v přístavu", "[pondělí 3. března]");
    gives("<p>Čtvrtek 3. září v přístavu", "[Čtvrtek 3. září]");
    gives("<p>satama on auki maanantaina 3. tammikuuta asti", "[maanantaina 3. tammikuuta]");
    gives("<p>a kikötő 2031. március 3. után", "[2031. március 3]");
    gives("<p>το λιμάνι στις 3 Μαρτίου 2031", "[3 Μαρτίου 2031]");
    gives("<p>у понеділок 3 березня в порту", "[понеділок 3 березня]");
    gives("<p>в воскресенье, 3 мая в порту", "[воскресенье, 3 мая]");
    gives("<p>luni 3 martie 2031 în port", "[3 martie 2031]");
    gives("<p>5 Mart Çarşamba limanda", "[5 Mart Çarşamba]");
    gives("<p>120 km/h", "");
    gives("<p>model 5hp and 12hx", "");
    gives("<p>you may go", "");
    gives("<p>\xc2\xa9 2024 by us", "");
    gives("Sun, 10 Mar 2026 07:25:00 +0900", "[Sun, 10 Mar 2026 07:25:00 +0900]");
    return tap_done();
}
