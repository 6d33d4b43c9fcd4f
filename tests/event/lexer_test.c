/* Tokens, their places and what is none. */
#include "event/lexer.h"

#include "tests/tap.h"

static struct grammar g;

/* The kinds and texts of all tokens: "NAME:a SIGN:;". */
static struct str tokens(struct arena *a, const char *text)
{
    AUTO(buf) out = BUF(1 << 16);
    struct lexer l;
    struct lexeme t;
    struct str taken;
    lexer_open(&l, &g, str_of(text));
    for (lexer_next(&l, &t); t.terminal != TERMINAL_END; lexer_next(&l, &t)) {
        const char *kind = t.wrong ? "wrong" : t.terminal >= TERMINAL_KINDS ? "=" : g.terminal[t.terminal].ptr;
        buf_addf(&out, "%s%s:%.*s", out.len ? " " : "", kind, STR_ARG(t.text));
    }
    return buf_take(&out, a, &taken, NULL) ? STR("?") : taken;
}

static const struct {
    const char *text, *want;
} cases[] = {
    { "", "" },
    { " \t\n", "" },
    { "create Sentinel a-b_1", "=:create =:Sentinel name:a-b_1" },
    { "a--b", "name:a" },
    { "a#b\nc", "name:a name:c" },
    { "a/* b\n */c", "name:a name:c" },
    { "http://x.example/a?b=1&c=2;", "bare:http://x.example/a?b=1&c=2 =:;" },
    { "anna+x@example.org,", "bare:anna+x@example.org =:," },
    { "example.org", "bare:example.org" },
    { "now+2 days", "=:now =:+ number:2 =:days" },
    { "2days", "number:2 =:days" },
    { "start(a)+1", "=:start =:( name:a =:) =:+ number:1" },
    { "importance>=0.5", "=:importance =:>= number:0.5" },
    { "2026-11-02 11/2/2026 2026-11-02T10:00Z", "calendar:2026-11-02 calendar:11/2/2026 calendar:2026-11-02T10:00Z" },
    { "10:30 10:30:05", "clock:10:30 clock:10:30:05" },
    { "\"a 'b' \"\"c\"\"\" 'd''e'", "text:\"a 'b' \"\"c\"\"\" text:'d''e'" },
    { "/a\\/b/i", "pattern:/a\\/b/i" },
    { "\xc3\xa9t\xc3\xa9", "name:\xc3\xa9t\xc3\xa9" },
    { "\"a\nb", "wrong:\"a name:b" },
    { "/a\nb", "wrong:/a name:b" },
    { "/a\\", "wrong:/a\\" },
    { "&", "wrong:&" },
};

static void test_places(void)
{
    struct lexer l;
    struct lexeme t;
    lexer_open(&l, &g, STR("a\n  \xc3\xa9 b"));
    lexer_next(&l, &t);
    ok(t.at.line == 1 && t.at.column == 1, "the first is at 1:1");
    lexer_next(&l, &t);
    ok(t.at.line == 2 && t.at.column == 3, "lines are counted");
    lexer_next(&l, &t);
    ok(t.at.line == 2 && t.at.column == 5, "columns are characters, not bytes");
    lexer_open(&l, &g, STR("a /* b"));
    lexer_next(&l, &t);
    lexer_next(&l, &t);
    ok(t.wrong && t.at.column == 3, "a comment without an end is told where it begins");
    lexer_next(&l, &t);
    ok(!t.wrong && t.terminal == TERMINAL_END, "and then it is over");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct lexer l;
    struct lexeme t;
    grammar_open(&a, &g);
    for (unsigned i = 0; i < ARRAY_LEN(cases); i++)
        eq_str(tokens(&a, cases[i].text), str_of(cases[i].want), cases[i].text);
    test_places();
    lexer_open(&l, &g, STR("'it''s' monitor links a"));
    lexer_next(&l, &t);
    eq_str(lexeme_text(&a, &t), STR("it's"), "a doubled quote is one");
    lexer_next(&l, &t);
    ok(terminal_set_has(&t.fits, TERMINAL_WORD) && !terminal_set_has(&t.fits, TERMINAL_NAME), "a reserved word is not a name");
    lexer_next(&l, &t);
    ok(terminal_set_has(&t.fits, grammar_find(&g, STR("LINKS"))) && terminal_set_has(&t.fits, TERMINAL_NAME),
       "another of the language may be");
    lexer_next(&l, &t);
    ok(terminal_set_has(&t.fits, TERMINAL_WORD) && terminal_set_has(&t.fits, TERMINAL_NAME), "another is");
    return tap_done();
}
