/* In: the bytes of a sentinel file. Out: lexemes.
 *
 * The first byte says what a token is; only a word needs a second look, since an address may stand without quotes: what goes on with .
 * : / or @ right behind the word, or has an @ before the next blank, is one. Bytes above ASCII belong to words.
 * Cost: O(bytes). */
#include "event/lexer.h"

void lexer_open(struct lexer *l, const struct grammar *g, struct str text)
{
    *l = (struct lexer){ g, text.ptr, text.ptr + text.len, { 1, 1 } };
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word_start(char c)
{
    return (byte_lower(c) >= 'a' && byte_lower(c) <= 'z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_word_part(char c)
{
    return is_word_start(c) || is_digit(c);
}

/* What ends an address that stands without quotes. */
static bool is_delimiter(char c)
{
    return byte_is_space(c) || (c && strchr(",;()\"'", c));
}

/* The byte `n` behind; 0 past the end. */
static char ahead(const struct lexer *l, size_t n)
{
    return (size_t)(l->end - l->from) > n ? l->from[n] : 0;
}

static void pass(struct lexer *l, size_t n)
{
    for (const char *to = l->from + n; l->from < to; l->from++) {
        bool continues = ((unsigned char)*l->from & 0xc0) == 0x80;
        l->at.column += !continues;
        if (*l->from == '\n')
            l->at = (struct text_place){ l->at.line + 1, 1 };
    }
}

static size_t to_line_end(const struct lexer *l)
{
    const char *at = l->from;
    while (at < l->end && *at != '\n')
        at++;
    return (size_t)(at - l->from);
}

/* White space and comments. False: a comment has no end; the lexer stands at its beginning. */
static bool pass_between(struct lexer *l)
{
    for (;;) {
        if (l->from < l->end && byte_is_space(*l->from))
            pass(l, 1);
        else if (ahead(l, 0) == '#' || (ahead(l, 0) == '-' && ahead(l, 1) == '-'))
            pass(l, to_line_end(l));
        else if (ahead(l, 0) == '/' && ahead(l, 1) == '*') {
            size_t close = str_find(str_span(l->from, l->end), STR("*/"), 2);
            if (close == SIZE_MAX)
                return false;
            pass(l, close + 2);
        } else
            return true;
    }
}

/* What was found: so many bytes, which are a token of this kind. */
struct lexer_find {
    size_t n;
    unsigned terminal;
    const char *wrong;
};

static size_t bare_length(const struct lexer *l)
{
    size_t n = 0;
    while (l->from + n < l->end && !is_delimiter(l->from[n]))
        n++;
    return n;
}

static struct lexer_find find_word(const struct lexer *l)
{
    size_t n = 0, bare = bare_length(l);
    while (is_word_part(ahead(l, n)) || (ahead(l, n) == '-' && is_word_part(ahead(l, n + 1))))
        n++;
    bool is_comment = ahead(l, n) == '/' && ahead(l, n + 1) == '*';
    bool goes_on = ahead(l, n) && strchr(".:/@", ahead(l, n)) && bare > n + 1 && !is_comment;
    if (goes_on || memchr(l->from, '@', bare))
        return (struct lexer_find){ bare, TERMINAL_BARE, NULL };
    return (struct lexer_find){ n, TERMINAL_WORD, NULL };
}

static struct lexer_find find_number(const struct lexer *l)
{
    size_t n = 0, whole;
    while (is_digit(ahead(l, n)))
        n++;
    whole = n;
    if (ahead(l, n) == ':' && is_digit(ahead(l, n + 1))) {
        while (is_digit(ahead(l, n)) || ahead(l, n) == ':')
            n++;
        return (struct lexer_find){ n, TERMINAL_CLOCK, NULL };
    }
    if ((ahead(l, n) == '-' || ahead(l, n) == '/') && is_digit(ahead(l, n + 1))) {
        while (ahead(l, n) && (is_digit(ahead(l, n)) || strchr("-/", ahead(l, n))))
            n++;
        /* 2026-11-02T10:30: the clock is a part of it, and so is the Z that says UTC. */
        if (byte_lower(ahead(l, n)) == 't' && is_digit(ahead(l, n + 1)))
            for (n++; is_digit(ahead(l, n)) || ahead(l, n) == ':' || byte_lower(ahead(l, n)) == 'z';)
                n++;
        return (struct lexer_find){ n, TERMINAL_CALENDAR, NULL };
    }
    if (ahead(l, n) == '.' && is_digit(ahead(l, n + 1)))
        for (n = whole + 1; is_digit(ahead(l, n));)
            n++;
    return (struct lexer_find){ n, TERMINAL_NUMBER, NULL };
}

static struct lexer_find find_text(const struct lexer *l)
{
    size_t line = to_line_end(l), n = 1;
    for (; n < line; n++) {
        if (l->from[n] != l->from[0])
            continue;
        if (ahead(l, n + 1) != l->from[0])
            return (struct lexer_find){ n + 1, TERMINAL_TEXT, NULL };
        n++; /* a doubled quote */
    }
    return (struct lexer_find){ line, TERMINAL_TEXT, "the text that begins here has no closing quote on its line" };
}

static struct lexer_find find_pattern(const struct lexer *l)
{
    size_t line = to_line_end(l), n = 1;
    while (n < line && l->from[n] != '/')
        n += l->from[n] == '\\' ? 2 : 1;
    if (n >= line)
        return (struct lexer_find){ line, TERMINAL_PATTERN, "the pattern that begins here has no closing / on its line" };
    for (n++; ahead(l, n) >= 'a' && ahead(l, n) <= 'z';)
        n++;
    return (struct lexer_find){ n, TERMINAL_PATTERN, NULL };
}

static struct lexer_find find_sign(const struct lexer *l)
{
    size_t n = ahead(l, 0) == '>' && ahead(l, 1) == '=' ? 2 : 1;
    unsigned terminal = grammar_find(l->grammar, (struct str){ l->from, n });
    const char *fault =
        strchr("<>=", ahead(l, 0)) ? "importance is compared with >= alone" : "this sign means nothing in the language";
    return (struct lexer_find){ n, terminal, terminal == TERMINAL_NONE ? fault : NULL };
}

static struct lexer_find find(const struct lexer *l)
{
    char c = *l->from;
    if (is_word_start(c))
        return find_word(l);
    if (is_digit(c))
        return find_number(l);
    if (c == '"' || c == '\'')
        return find_text(l);
    return c == '/' ? find_pattern(l) : find_sign(l);
}

static void set_fits(const struct grammar *g, struct lexeme *t)
{
    unsigned keyword = t->terminal == TERMINAL_WORD ? grammar_find(g, t->text) : TERMINAL_NONE;
    terminal_set_add(&t->fits, t->terminal);
    if (t->terminal != TERMINAL_WORD)
        return;
    t->terminal = keyword == TERMINAL_NONE ? TERMINAL_NAME : keyword;
    terminal_set_add(&t->fits, t->terminal);
    if (!terminal_set_has(&g->reserved, keyword))
        terminal_set_add(&t->fits, TERMINAL_NAME);
}

void lexer_next(struct lexer *l, struct lexeme *out)
{
    bool closed = pass_between(l);
    struct lexer_find found = { 0, TERMINAL_END, NULL };
    if (!closed)
        found = (struct lexer_find){ (size_t)(l->end - l->from), TERMINAL_END, "the comment that begins here has no end" };
    else if (l->from < l->end)
        found = find(l);
    *out = (struct lexeme){ .text = { l->from, found.n }, .at = l->at, .terminal = found.terminal, .wrong = found.wrong };
    if (!found.wrong)
        set_fits(l->grammar, out);
    pass(l, found.n);
}

struct str lexeme_text(struct arena *a, const struct lexeme *t)
{
    struct str inner = str_sub(t->text, 1, t->text.len - 1);
    char quote = t->text.ptr[0], *copy = NEW_ARRAY(a, char, inner.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < inner.len; i++) {
        copy[n++] = inner.ptr[i];
        i += inner.ptr[i] == quote;
    }
    return (struct str){ copy, n };
}
