/* Changes of words that are none to a reader. */
#include "tests/example.h"
#include "tests/tap.h"

static void eq_counts(const char *old, const char *new, unsigned content, unsigned look, const char *what)
{
    AUTO(example) x = { 0 };

    example_open(&x, old, new);
    ok(x.delta.n_class[CLASS_CONTENT] == content && x.delta.n_class[CLASS_LOOK] == look, "%s: %u of content, %u of look", what,
       x.delta.n_class[CLASS_CONTENT], x.delta.n_class[CLASS_LOOK]);
}

#define ROW(rank, name) "<tr><td>" rank "<td>" name

int main(void)
{
    eq_counts("<p>Cards (all of <sup>(B)</sup>) here", "<p>Cards (all of <sup>(B))</sup> here", 0, 1,
              "the same brackets in another element");
    eq_counts("<p>There are 5\u200b of them", "<p>There are 5 of them", 0, 1, "a blank that nobody sees");
    eq_counts("<table><tr><td>\u200bAdams<br><td>5</table>", "<table><tr><td>Adams<td>6</table>", 1, 1, "nor beside a line break");
    eq_counts("<p>It's \"fine\" - really... yes, 5-6 pm", "<p>It\u2019s \u201cfine\u201d \u2013 really\u2026 yes, 5\u20136 pm", 0,
              3, "quotes, dashes and points as a printer sets them");
    eq_counts("<p>Balance 500", "<p>Balance \u2212500", 1, 0, "a minus that came");
    eq_counts("<p>Give it <code>-h</code> now", "<p>Give it <code>\u2013h</code> now", 1, 0, "a dash in program text");
    eq_counts("<pre>say \"x\"</pre>", "<pre>say \u201cx\u201d</pre>", 1, 0, "quotes in preformatted text");
    eq_counts("<p>x <object data=a><b>words</b></object>", "<p>x <object data=a><i>words</i></object>", 0, 1,
              "other markup inside an object");
    eq_counts("<p>x <object data=a><b>words</b></object>", "<p>x <object data=a><b>texts</b></object>", 1, 0,
              "other words inside an object");
    eq_counts("<table>" ROW("1", "Ann Ash") ROW("2", "Ben Birch") ROW("3", "Cid Cedar") "</table>",
              "<table>" ROW("1", "Dan Dogwood") ROW("2", "Ann Ash") ROW("3", "Ben Birch") ROW("4", "Cid Cedar") "</table>", 1, 3,
              "ranks below a row that was put in");
    eq_counts("<table>" ROW("10", "Ann Ash") ROW("25", "Ben Birch") ROW("31", "Cid Cedar") "</table>",
              "<table>" ROW("12", "Ann Ash") ROW("25", "Ben Birch") ROW("31", "Cid Cedar") "</table>", 1, 0,
              "a number that counts nothing");
    return tap_done();
}
