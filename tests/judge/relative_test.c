/* The same day in other words. */
#include "judge/relative.h"

#include "tests/judge/judged.h"

static bool retold(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    const struct judged *j = judged(&a, old, new);
    const struct judge_piece *p = piece_of(j, PIECE_CHANGED);
    return p && relative_retold(&j->delta, p);
}

static void test_languages(void)
{
    static const struct {
        const char *old, *new;
    } row[] = {
        { "<p>Nach der Debatte haben die Fraktionen gestern vertagt",
          "<p>Nach der Debatte haben die Fraktionen am Sonntag vertagt" },
        { "<p>Nach der Debatte haben die Fraktionen am Sonntag vertagt",
          "<p>Nach der Debatte haben die Fraktionen in der vergangenen Woche vertagt" },
        { "<p>The council met yesterday in the old hall", "<p>The council met last week in the old hall" },
        { "<p>The ferry was repaired an hour ago by Ann", "<p>The ferry was repaired 2 hours ago by Ann" },
        { "<p>The council will meet tomorrow in the old hall", "<p>The council will meet today in the old hall" },
        { "<p>The council will meet on Friday in the old hall", "<p>The council will meet today in the old hall" },
        { "<p>Le conseil a voté hier le budget de la ville", "<p>Le conseil a voté la semaine dernière le budget de la ville" },
        { "<p>Il consiglio ha votato ieri il bilancio della città", "<p>Il consiglio ha votato lunedì il bilancio della città" },
        { "<p>El consejo aprobó ayer el plan del puerto", "<p>El consejo aprobó anteayer el plan del puerto" },
        { "<p>Rada miasta przyjęła wczoraj plan portu", "<p>Rada miasta przyjęła w zeszłym tygodniu plan portu" },
        { "<p>Rådet beslutade igår om hamnen och bron", "<p>Rådet beslutade förra veckan om hamnen och bron" },
        { "<p>Совет города принял вчера план порта", "<p>Совет города принял на прошлой неделе план порта" },
        { "<p>市議会は昨日、港の計画を決めた", "<p>市議会は先週、港の計画を決めた" },
        { "<p>市议会昨天通过了港口的计划", "<p>市议会上周通过了港口的计划" },
        { "<p>Today is Monday, the old hall is closed", "<p>Today is Tuesday, the old hall is open" },
        { "<p>Willkommen! Heute ist Montag, das Museum ist geschlossen",
          "<p>Willkommen! Heute ist Dienstag, das Museum ist geöffnet" },
        { "<p>Vandaag is maandag, het museum is gesloten", "<p>Vandaag is dinsdag, het museum is geopend" },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(retold(row[i].old, row[i].new), "%s", row[i].new);
}

static void test_others(void)
{
    static const struct {
        const char *old, *new, *why;
    } row[] = {
        { "<p>The council will meet on Friday in the old hall", "<p>The council will meet on Monday in the old hall", "put off" },
        { "<p>The council will meet tomorrow in the old hall", "<p>The council will meet on Monday in the old hall",
          "from tomorrow" },
        { "<p>The council will meet today in the old hall", "<p>The council will meet tomorrow in the old hall", "by a day" },
        { "<p>The council met yesterday in the old hall", "<p>The council met yesterday in the new mill", "another word" },
        { "<p>The council met yesterday in the old hall", "<p>The council met never in the old hall", "not a day" },
        { "<p>The pool in the old hall is closed", "<p>The pool in the old hall is closed today", "nothing said when" },
        { "<p>The council met in the old hall with guests", "<p>The council met at the old hall with guests", "small words" },
        { "<p>Today is Monday, the council meets on Thursday", "<p>Today is Monday, the council meets on Friday", "put off" },
        { "<p>Today is Monday, the old hall is open", "<p>Today is Tuesday, the new mill is open", "another word" },
        { "<p>The old hall is closed for the winter", "<p>The old hall is open for the winter", "not of today" },
        { "<table><tr><th>Town<th>New cases in the last 24 hours<tr><td>Hull<td>7</table>",
          "<table><tr><th>Town<th>New cases in the last week<tr><td>Hull<td>7</table>", "the head of a column" },
        { "<p>It rained for 3 days in the old town", "<p>It rained for 9 days in the old town", "an amount" },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(!retold(row[i].old, row[i].new), "%s: %s", row[i].why, row[i].new);
}

int main(void)
{
    test_languages();
    test_others();
    return tap_done();
}
