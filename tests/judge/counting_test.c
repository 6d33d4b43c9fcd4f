/* Counters that no word names. */
#include "judge/counting.h"

#include "tests/judge/course.h"

#define STORY \
    "<p>The old lighthouse stands on a rock of basalt at the western end of the island, and its light was seen from both bays for more than " \
    "a hundred years. It was built after a ship with a load of sulphur was lost there, and the masons could work in summer alone, since " \
    "the wind left them no other time of the year. The last keeper left the tower when the lamp was made to run by itself.</p>"

/* The cells of a row that each visit finds different: how many visits after the fifth are told. */
static unsigned told_of(const char *const *row, unsigned visits, const char *story)
{
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < visits; i++) {
        AUTO(buf) b = BUF(1 << 14);
        buf_addf(&b,
                 "<main><h1>The lighthouse</h1><table><tr><th>Height</th><td>28 metres</td></tr><tr><th>Vrijj ta kkarta</th>%s</tr>"
                 "</table>%s</main>",
                 row[i], story);
        buf_add_char(&b, '\0');
        told += visit(&c, b.ptr, NULL) && i > 4;
    }
    arena_drop(&c.kept);
    return told;
}

int main(void)
{
    static const char *const rises[] = { "<td>9321",  "<td>9344",   "<td>9,502",  "<td>9,677",
                                         "<td>9,690", "<td>10,012", "<td>10,113", "<td>10 204" };
    static const char *const ones[] = { "<td>51", "<td>52", "<td>53", "<td>54", "<td>55", "<td>56", "<td>57", "<td>58" };
    static const char *const moves[] = {
        "<td>921", "<td>944", "<td>902", "<td>977", "<td>978", "<td>1012", "<td>1013", "<td>1204"
    };
    static const char *const parts[] = { "<td>1.2", "<td>1.3", "<td>1.5", "<td>1.6", "<td>1.7", "<td>1.8", "<td>1.9", "<td>2.1" };
    static const char *const issues[] = { "<td>21<td>May",     "<td>22<td>June",     "<td>23<td>July",    "<td>24<td>August",
                                          "<td>25<td>October", "<td>26<td>November", "<td>27<td>January", "<td>28<td>March" };
#define ILL "</tr><tr><th>Ill</th><td>204"
    static const char *const cases[] = { "<td>9321" ILL, "<td>9344" ILL, "<td>9502" ILL,  "<td>9677" ILL,
                                         "<td>9690" ILL, "<td>9712" ILL, "<td>10013" ILL, "<td>10204" ILL };
    ok(told_of(cases, ARRAY_LEN(cases), STORY STORY) == 3, "with another number beside it, it is data");
    ok(told_of(rises, ARRAY_LEN(rises), STORY STORY) == 0, "a whole number that only rises beside an article is a counter");
    ok(told_of(rises, ARRAY_LEN(rises), "<p>The light is on.") == 3, "where the table is the page it is what people watch");
    ok(told_of(ones, ARRAY_LEN(ones), STORY STORY) == 3, "so it is where it goes up by one");
    ok(told_of(moves, ARRAY_LEN(moves), STORY STORY) == 3, "one that fell once is not");
    ok(told_of(parts, ARRAY_LEN(parts), STORY STORY) == 3, "nor is one with parts");
    ok(told_of(issues, ARRAY_LEN(issues), STORY STORY) == 3, "nor where something else changes with it");
    return tap_done();
}
