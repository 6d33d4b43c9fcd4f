/* The changes for a terminal: every kind of change, context, headings, summary; and that lines stay inside the width. */
#include "show/text.h"

#include "base/utf8.h"
#include "tests/generate.h"
#include "tests/show/pair.h"
#include "tests/tap.h"

#define HEAD "--- old.html\n+++ new.html\n"

static struct str shown(struct arena *a, struct str old, struct str new)
{
    return pair_show(a, show_text, (struct show_options){ .width = 0 }, old, new);
}

/* The lines between the names and the summary. */
static struct str lines(struct arena *a, struct str old, struct str new)
{
    struct str all = shown(a, old, new);
    size_t end = all.len ? all.len - 1 : 0;

    while (end > 0 && all.ptr[end - 1] != '\n')
        end--;
    return str_starts(all, STR(HEAD)) ? str_sub(all, sizeof HEAD - 1, end) : STR("(no head)");
}

static void test_kinds(void)
{
    AUTO(arena) a = { 0 };

    eq_str(shown(&a, STR("<p>Prices start at 10 euro."), STR("<p>Prices start at 12 euro.")),
           STR(HEAD "/html/body/p\n  ~ Prices start at [-10-]{+12+} euro.\n"
                    "1 change: 1 update. Words: 1 of 6 deleted, 1 of 6 inserted (17 %), 0 moved.\n"),
           "an update, under the path of its element, and the summary");
    eq_str(shown(&a, STR("<p>red"), STR("<p>blue")),
           STR(HEAD
               "/html/body/p\n  ~ [-red-]{+blue+}\n"
               "1 change: 1 update. Words: 1 of 1 deleted, 1 of 1 inserted (100 %), 0 moved. The pages have little in common.\n"),
           "all of it");
    eq_str(lines(&a, STR("<h2>Shop</h2><p>Prices start at 10 euro."), STR("<h2>Shop</h2><p>Prices now start at 10 euro.")),
           STR("Shop\n  + Prices {+now+} start at 10 euro.\n"), "an insert, under its heading");
    eq_str(lines(&a, STR("<h2>Shop</h2><p>Prices now start at 10 euro."), STR("<h2>Shop</h2><p>Prices start at 10 euro.")),
           STR("Shop\n  - Prices [-now-] start at 10 euro.\n"), "a delete");
    eq_str(lines(&a, STR("<h2>S</h2><p>See http://a.org/b?c=d&e=1"), STR("<h2>S</h2><p>See http://a.org/b?c=d&e=2")),
           STR("S\n  ~ … b?c=d&e=[-1-]{+2+}\n"), "the start of an address before its end");
    eq_str(lines(&a, STR("<h2>S</h2><p>It was red, and blue"), STR("<h2>S</h2><p>It was red and blue")),
           STR("S\n  - It was red[-,-] and blue\n"), "no space is made where there is none");
    eq_str(lines(&a, STR("<h2>S</h2><p>See <b>this</b> one"), STR("<h2>S</h2><p>See this one")), STR("S\n  * b removed: this\n"),
           "a format change");
    eq_str(lines(&a, STR("<title>Old one</title><p>x"), STR("<title>New one</title><p>x")),
           STR("  ~ title: [-Old one-]{+New one+}\n"), "the title");
    eq_str(lines(&a, STR("<h2>S</h2><p>a b c</p><p>Gone with the wind.</p><h2>T</h2><p>d"),
                 STR("<h2>S</h2><p>a b c</p><h2>T</h2><p>d")),
           STR("S\n  - [-Gone with the wind.-]\n"), "a paragraph deleted before a heading stands under the one before");
    eq_str(lines(&a, STR("<h2>S</h2><table><tr><td>1<td>red<td>x<tr><td>2<td>blue<td>y</table>"),
                 STR("<h2>S</h2><table><tr><td>1<td>red<td>x<tr><td>2<td>blue<td>z</table>")),
           STR("S\n  ~ 2 | blue | [-y-]{+z+}\n"), "a cell is shown with its row");
    eq_str(lines(&a, STR("<h2>S</h2><p>One two.</p>"), STR("<h2>S</h2><p>One two.</p><p>Three<br>four.</p><hr>")),
           STR("S\n  + {+Three ¶ [line break] ¶ four. ¶ [rule]+}\n"), "blocks, line breaks and rules have signs");
    eq_str(shown(&a, STR("<p>x"), STR("<p>x")), STR(""), "equal pages give nothing");
    eq_str(shown(&a, STR("<p>x y"), STR("<p>x\n\ny</p>")), STR(""), "nor does white space");
}

static void test_move(void)
{
    AUTO(arena) a = { 0 };
    struct str got = lines(&a,
                           STR("<h2>First</h2><p>The moved sentence has quite some words in it.</p><p>Stays here for ever.</p>"
                               "<h2>Second</h2><p>Something that stays, too, and is long enough to anchor.</p>"),
                           STR("<h2>First</h2><p>Stays here for ever.</p>"
                               "<h2>Second</h2><p>Something that stays, too, and is long enough to anchor.</p>"
                               "<p>The moved sentence has quite some words in it.</p>"));

    eq_str(got, STR("Second\n  > [moved here from \"First\"] The moved sentence has quite some words in it.\n"),
           "a move says where from");
}

static void test_context(void)
{
    AUTO(arena) a = { 0 };

    eq_str(lines(&a, STR("<h2>S</h2><p>a1 a2 a3 a4 a5 a6 a7 a8 a9 old b1 b2 b3 b4 b5 b6 b7 b8 b9"),
                 STR("<h2>S</h2><p>a1 a2 a3 a4 a5 a6 a7 a8 a9 new b1 b2 b3 b4 b5 b6 b7 b8 b9")),
           STR("S\n  ~ … a2 a3 a4 a5 a6 a7 a8 a9 [-old-]{+new+} b1 b2 b3 b4 b5 b6 b7 b8 …\n"), "eight words on each side");
    struct str evil = shown(&a, STR("<h2>S\033[2J</h2><p>x"), STR("<h2>S\033[2J</h2><p>x \033]0;owned\007"));
    ok(evil.len && !memchr(evil.ptr, 033, evil.len) && !memchr(evil.ptr, 7, evil.len), "no control character comes through");
    AUTO(buf) b = BUF(MIB(1));
    for (unsigned i = 0; i < 500; i++)
        buf_addf(&b, "w%u ", i);
    struct str got = lines(&a, STR("<h2>S</h2><p>x</p>"), arena_printf(&a, "<h2>S</h2><p>x</p><p>%.*s</p>", STR_ARG(buf_str(&b))));
    ok(str_find(got, STR(" w79 … (380 words) … w460 "), 0) != SIZE_MAX, "of a long passage the start and the end");
}

static unsigned columns(struct str line)
{
    unsigned n = 0;

    for (const char *at = line.ptr, *end = at + line.len; at < end;) {
        uint32_t character;
        at += utf8_next(at, end, &character);
        n += char_class(character) != CHAR_MARK;
    }
    return n;
}

static void test_width(void)
{
    struct random r = { 40 };
    unsigned too_long = 0, escapes = 0, open = 0, invalid = 0;

    for (unsigned i = 0; i < 300; i++) {
        AUTO(arena) a = { 0 };
        struct sketch *page = random_page(&a, &r, 60);
        struct str old = sketch_html(&a, page), new = sketch_html(&a, mutate_page(&a, &r, page, 8, EDIT_ANY));
        struct str plain = pair_show(&a, show_text, (struct show_options){ .width = 60 }, old, new);
        struct str color = pair_show(&a, show_text, (struct show_options){ .width = 60, .color = true }, old, new);
        escapes += plain.len && memchr(plain.ptr, 033, plain.len) != NULL;
        invalid += !utf8_valid(plain) || !utf8_valid(color);
        while (plain.len) {
            struct str line = str_cut(&plain, '\n');
            /* A single word may be longer than the line; the longest of the generator has under 20 columns and its brackets. */
            too_long += columns(line) > 60 && str_find(str_trim(line), STR(" "), 30) != SIZE_MAX;
        }
        while (color.len) {
            struct str line = str_cut(&color, '\n');
            size_t last = SIZE_MAX;
            for (size_t at = str_find(line, STR("\033["), 0); at != SIZE_MAX; at = str_find(line, STR("\033["), at + 1))
                last = at;
            open += last != SIZE_MAX && !str_starts(str_sub(line, last, line.len), STR("\033[0m"));
        }
    }
    eq_int(too_long, 0, "no line is longer than the terminal is wide");
    eq_int(escapes, 0, "without colours there are no escapes");
    eq_int(open, 0, "every line ends in plain text");
    eq_int(invalid, 0, "all of it is UTF-8");
}

int main(void)
{
    test_kinds();
    test_move();
    test_context();
    test_width();
    return tap_done();
}
