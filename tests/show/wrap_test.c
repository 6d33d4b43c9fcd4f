/* Lines for a terminal: where they end, what colours cost, and what never reaches a terminal. */
#include "show/wrap.h"

#include "base/limits.h"
#include "tests/tap.h"

struct sheet {
    struct buf out;
    struct wrap wrap;
};

static void sheet_drop(struct sheet *s)
{
    buf_drop(&s->out);
    wrap_drop(&s->wrap);
}

static void sheet_open(struct sheet *s, unsigned width, bool color)
{
    *s = (struct sheet){ .out = BUF(MIB(1)), .wrap = { .width = width, .color = color, .chunk = BUF(MIB(1)) } };
    s->wrap.out = &s->out;
}

static void test_lines(void)
{
    AUTO(sheet) s;

    sheet_open(&s, 20, false);
    wrap_line(&s.wrap, STR("  ~ "), 6);
    wrap_words(&s.wrap, STR("one two three four five six"));
    wrap_end(&s.wrap);
    eq_str(buf_str(&s.out), STR("  ~ one two three\n      four five six\n"),
           "lines end between words, later ones stand further in");
    buf_clear(&s.out);
    wrap_line(&s.wrap, STR(""), 2);
    wrap_words(&s.wrap, STR("a-very-long-word-that-fits-nowhere b"));
    wrap_end(&s.wrap);
    eq_str(buf_str(&s.out), STR("a-very-long-word-that-fits-nowhere\n  b\n"), "a long word is not broken");
    buf_clear(&s.out);
    s.wrap.width = 0;
    wrap_line(&s.wrap, STR("> "), 2);
    wrap_words(&s.wrap, STR("  one two three\tfour\n\nfive six seven eight  "));
    wrap_end(&s.wrap);
    eq_str(buf_str(&s.out), STR("> one two three four five six seven eight\n"), "without a width there is one line");
}

static void test_newline(void)
{
    AUTO(sheet) s;

    sheet_open(&s, 0, false);
    wrap_line(&s.wrap, STR("+ "), 2);
    wrap_set(&s.wrap, WRAP_NEW);
    wrap_words(&s.wrap, STR("one"));
    wrap_newline(&s.wrap);
    wrap_words(&s.wrap, STR("two"));
    wrap_end(&s.wrap);
    eq_str(buf_str(&s.out), STR("+ {+one+}\n  {+two+}\n"), "a line ends where it must, and its brackets with it");
}

static void test_brackets(void)
{
    AUTO(sheet) s;

    sheet_open(&s, 0, false);
    wrap_line(&s.wrap, STR(""), 0);
    wrap_words(&s.wrap, STR("at"));
    wrap_space(&s.wrap);
    wrap_set(&s.wrap, WRAP_OLD);
    wrap_words(&s.wrap, STR("10 or so"));
    wrap_set(&s.wrap, WRAP_NEW);
    wrap_words(&s.wrap, STR("12"));
    wrap_set(&s.wrap, WRAP_PLAIN);
    wrap_add(&s.wrap, STR("."));
    wrap_end(&s.wrap);
    eq_str(buf_str(&s.out), STR("at [-10 or so-]{+12+}.\n"), "marks as wdiff sets them");
}

static void test_colors(void)
{
    AUTO(sheet) s;

    sheet_open(&s, 12, true);
    wrap_line(&s.wrap, STR(""), 2);
    wrap_words(&s.wrap, STR("abc"));
    wrap_space(&s.wrap);
    wrap_set(&s.wrap, WRAP_OLD);
    wrap_words(&s.wrap, STR("defgh ijklm"));
    wrap_set(&s.wrap, WRAP_PLAIN);
    wrap_end(&s.wrap);
    eq_str(buf_str(&s.out), STR("abc \033[31mdefgh\033[0m\n  \033[31mijklm\033[0m\n"),
           "a style ends with its line and goes on in the next");
}

static void test_safety(void)
{
    AUTO(sheet) s;

    sheet_open(&s, 0, false);
    wrap_line(&s.wrap, STR(""), 0);
    wrap_words(&s.wrap, STR("a\033[2Jb \007 \xc2\x9b"
                            "31m \xff \xe2\x80\xae"
                            "evil \x7f"));
    wrap_end(&s.wrap);
    eq_str(buf_str(&s.out), STR("a?[2Jb ? ?31m ? ?evil ?\n"), "nothing commands the terminal");
}

static void test_columns(void)
{
    AUTO(sheet) s;

    sheet_open(&s, 8, false);
    wrap_line(&s.wrap, STR(""), 0);
    for (int i = 0; i < 6; i++) {
        wrap_add(&s.wrap, STR("\xe4\xb8\xad"));
        wrap_break(&s.wrap);
    }
    wrap_end(&s.wrap);
    eq_str(buf_str(&s.out), STR("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\n\xe4\xb8\xad\xe4\xb8\xad\n"),
           "an ideograph takes two columns");
    buf_clear(&s.out);
    wrap_line(&s.wrap, STR(""), 0);
    wrap_words(&s.wrap, STR("e\xcc\x81"
                            "e\xcc\x81"
                            "e\xcc\x81 abcd x"));
    wrap_end(&s.wrap);
    eq_str(buf_str(&s.out),
           STR("e\xcc\x81"
               "e\xcc\x81"
               "e\xcc\x81 abcd\nx\n"),
           "a combining mark takes none");
}

int main(void)
{
    test_lines();
    test_newline();
    test_brackets();
    test_colors();
    test_safety();
    test_columns();
    return tap_done();
}
