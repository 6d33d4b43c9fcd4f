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

/* Atoms that came: which of them a reader is told of. */
static void test_atoms(void)
{
    static const struct {
        const char *name, *atom;
        unsigned content, look;
    } cases[] = {
        { "a picture", "<img src=a.png alt=Cat>", 1, 0 },
        { "a picture of one pixel is there for who counts visitors", "<img src=a.png width=1 height=1>", 0, 0 },
        { "one of no size, too", "<img src=a.png width=0 height=0>", 0, 0 },
        { "a thin line is a picture", "<img src=a.png width=1 height=90>", 1, 0 },
        { "a frame", "<iframe src=/a></iframe>", 1, 0 },
        { "a hidden frame", "<iframe src=/a hidden></iframe>", 0, 0 },
        { "a frame of one pixel", "<iframe src=/a width=1 height=1></iframe>", 0, 0 },
        { "a line break", "<br>", 0, 1 },
        { "a place where a word may break", "<wbr>", 0, 1 },
        { "a drawing without words", "<svg><path d='M0 0'/></svg>", 0, 1 },
        { "a drawing with words", "<svg><text>Sale</text></svg>", 1, 0 },
        { "a drawing with a label", "<svg aria-label=Sale></svg>", 1, 0 },
        { "a field", "<input name=q>", 1, 0 },
        { "a field that nobody sees", "<input type=hidden name=q>", 0, 0 },
        { "a film", "<video src=a.mp4></video>", 1, 0 },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        struct str new = arena_printf(&a, "<p>Some words of a long sentence %s stay here for all of us to read", cases[i].atom);
        eq_counts("<p>Some words of a long sentence stay here for all of us to read", new.ptr, cases[i].content, cases[i].look,
                  cases[i].name);
        eq_counts(new.ptr, "<p>Some words of a long sentence stay here for all of us to read", cases[i].content, cases[i].look,
                  cases[i].name);
    }
}

/* Another address of something that a reader does not see is not news. */
static void test_addresses(void)
{
    eq_counts("<p>x <img src=/n?1 width=1 height=1>", "<p>x <img src=/n?2 width=1 height=1>", 0, 0, "a pixel that counts visitors");
    eq_counts("<p>x <img src=/a.png width=90 height=90>", "<p>x <img src=/b.png width=90 height=90>", 1, 0, "a picture");
    eq_counts("<p>x <img src=/a.png width=1 height=1>", "<p>x <img src=/b.png width=90 height=90>", 1, 0, "one that is seen now");
}

/* Signs that print otherwise and say the same. */
static void test_signs(void)
{
    static const struct {
        const char *name, *was, *now;
        unsigned content, look;
    } cases[] = {
        { "a soft hyphen", "Donau\u00addampf", "Donaudampf", 0, 1 },
        { "a joiner without width", "no\u2060where", "nowhere", 0, 1 },
        { "single quotes", "it's", "it\u2019s", 0, 1 },
        { "low quotes", "'x'", "\u201ax\u2018", 0, 1 },
        { "double quotes", "\"x\"", "\u201ex\u201c", 0, 1 },
        { "French quotes", "\"x\"", "\u00abx\u00bb", 0, 2 },
        { "a hyphen that does not break", "e-mail", "e\u2011mail", 0, 1 },
        { "a long dash", "red - blue", "red \u2014 blue", 0, 1 },
        { "three points", "wait...", "wait\u2026", 0, 1 },
        { "two points are not three", "wait..", "wait\u2026", 1, 0 },
        { "quotes that went are two changes", "\"x\"", "x", 2, 0 },
        { "another letter is a change", "caf\u00e9", "cafe", 1, 0 },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        struct str old = arena_printf(&a, "<p>Some words of a long sentence %s stay here for all of us to read", cases[i].was),
                   new = arena_printf(&a, "<p>Some words of a long sentence %s stay here for all of us to read", cases[i].now);
        eq_counts(old.ptr, new.ptr, cases[i].content, cases[i].look, cases[i].name);
    }
    eq_counts("<p>Type <kbd>'</kbd> x", "<p>Type <kbd>\u2019</kbd> x", 1, 0, "in what is typed each sign counts");
    eq_counts("<p>Says <samp>'</samp> x", "<p>Says <samp>\u2019</samp> x", 1, 0, "and in what a program says");
    eq_counts("<p>Old <tt>'</tt> x", "<p>Old <tt>\u2019</tt> x", 1, 0, "and in the type of a typewriter");
    eq_counts("<p>Say <b>'</b> x", "<p>Say <b>\u2019</b> x", 0, 1, "but not in bold");
}

/* Numbers that count the rows are a matter of look where a row was put in or taken out. */
static void test_ranks(void)
{
    eq_counts("<table>" ROW("1", "Ann Ash") ROW("2", "Ben Birch") ROW("3", "Cid Cedar") "</table>",
              "<table>" ROW("1", "Ben Birch") ROW("2", "Cid Cedar") "</table>", 1, 2, "ranks behind a row that went");
    eq_counts("<table>" ROW("1", "Ann Ash") ROW("2", "Ben Birch") ROW("3", "Cid Cedar") "</table>",
              "<table>" ROW("1", "Ann Ash") ROW("2", "Ben Birch") ROW("3", "Cid Cedar") ROW("4", "Dan Dogwood") "</table>", 1, 0,
              "a row at the end shifts none");
}

#define NEWS(name) "<div class=card><h3>" name "</h3><p>What happened to " name "</div>"
#define ADVERT "<p class=ad>Advertisement</p>"

/* What a list puts between its things again and again says nothing, wherever it stands. */
static void test_dividers(void)
{
    static const char cards[] = "<div>" NEWS("ash") ADVERT NEWS("elm") NEWS("fir") ADVERT NEWS("oak") NEWS("yew") "</div>";

    eq_counts(cards, "<div>" NEWS("ash") ADVERT NEWS("elm") NEWS("fir") ADVERT NEWS("oak") ADVERT NEWS("yew") "</div>", 0, 1,
              "one more of them came");
    eq_counts(cards, "<div>" NEWS("ash") ADVERT NEWS("elm") NEWS("fir") NEWS("oak") NEWS("yew") "</div>", 0, 1, "one went");
    eq_counts(cards,
              "<div>" NEWS("ash") ADVERT NEWS("elm") NEWS("fir")
                  ADVERT NEWS("oak") "<p class=ad>Something new</p>" NEWS("yew") "</div>",
              1, 0, "one with other words is news");
    eq_counts("<div>" NEWS("ash") NEWS("elm") NEWS("fir") NEWS("oak") "</div>",
              "<div>" NEWS("ash") ADVERT NEWS("elm") NEWS("fir") NEWS("oak") "</div>", 1, 0, "the first of them is, too");
}

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
    test_atoms();
    test_addresses();
    test_signs();
    test_ranks();
    test_dividers();
    return tap_done();
}
