/* In: a text and the grammar. Out: the tree of its statements, and what is wrong with it.
 *
 * One token decides which way a form goes. Everything that was asked of that token and did not fit is remembered until the next one is
 * taken: this is what was expected, however deep the place where it fails. A word that is nearly one of those is taken for it and the
 * statement read again; else reading goes on with the next clause. So one look finds the other mistakes of the statement too.
 * Invariants: a statement is in the tree whole or not at all; a fault's place is that of the token that fits nothing. */
#include "event/parser.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/suggest.h"
#include "base/utf8.h"

/* Expected words that a sentence lists. */
enum { LISTED_MAX = 18 };
/* ... and bytes of what was found instead. */
enum { FOUND_BYTES = 60 };

/* The word that begins at `at` is read as another. */
struct correction {
    const char *at;
    unsigned terminal;
};

struct parser {
    struct arena *arena;
    const struct grammar *grammar;
    struct lexer lexer;
    struct lexeme token;
    struct terminal_set want;     /* asked of the token so far, */
    uint8_t asked[TERMINALS_MAX]; /* ... and in which order */
    unsigned n_asked;
    unsigned meant; /* what the token that failed was to be; TERMINAL_NONE: nobody knows */
    VEC(struct correction) corrected;
    VEC(struct syntax) tree;
    unsigned depth;
    struct fault_list *faults;
};

void fault_add(struct fault_list *f, struct text_place at, const char *format, ...)
{
    char text[1024];
    va_list args;
    if (f->list.n == FAULTS_MAX)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const struct fault *last = f->list.n ? &f->list.item[f->list.n - 1] : NULL;
    if (last && last->at.line == at.line && last->at.column == at.column && str_eq(last->text, str_of(text)))
        return; /* DURING looks for one sentinel twice */
    *VEC_ADD(f->arena, &f->list) = (struct fault){ .at = at, .text = arena_str(f->arena, str_of(text)) };
}

void faults_sort(struct fault_list *f)
{
    for (uint32_t i = 1; i < f->list.n; i++) {
        struct fault moved = f->list.item[i];
        uint32_t k = i;
        for (; k > 0; k--) {
            const struct text_place *before = &f->list.item[k - 1].at;
            if (before->line < moved.at.line || (before->line == moved.at.line && before->column <= moved.at.column))
                break;
            f->list.item[k] = f->list.item[k - 1];
        }
        f->list.item[k] = moved;
    }
}

static void set_token(struct parser *p, const struct lexeme *token)
{
    p->token = *token;
    p->want = (struct terminal_set){ 0 };
    p->n_asked = 0;
    for (uint32_t i = 0; i < p->corrected.n; i++)
        if (p->corrected.item[i].at == token->text.ptr) {
            p->token.terminal = p->corrected.item[i].terminal;
            p->token.fits = (struct terminal_set){ 0 };
            terminal_set_add(&p->token.fits, p->token.terminal);
        }
}

static void advance(struct parser *p)
{
    struct lexeme token;
    lexer_next(&p->lexer, &token);
    set_token(p, &token);
}

/* Whether this is another form of a word asked for before: DAYS behind DAY, MIN behind MINUTE say nothing new. */
static bool is_longer_form(const struct parser *p, unsigned number)
{
    struct str name = p->grammar->terminal[p->asked[number]];
    for (unsigned i = 0; i < number; i++)
        if (p->asked[i] >= TERMINAL_KINDS && p->asked[number] >= TERMINAL_KINDS
            && (str_starts(name, p->grammar->terminal[p->asked[i]]) || str_starts(p->grammar->terminal[p->asked[i]], name)))
            return true;
    return false;
}

/* "a, b or c"; of many the first ones. */
static void add_wanted(const struct parser *p, struct buf *out)
{
    unsigned n = 0, listed = 0;
    for (unsigned i = 0; i < p->n_asked; i++)
        n += !is_longer_form(p, i);
    for (unsigned i = 0; i < p->n_asked && listed < LISTED_MAX; i++) {
        if (is_longer_form(p, i))
            continue;
        listed++;
        if (listed > 1)
            buf_add(out, listed == n ? STR(" or ") : STR(", "));
        grammar_add_terminal(p->grammar, p->asked[i], out);
    }
    if (n > listed)
        buf_addf(out, " or one of %u more", n - listed);
}

static bool is_letter(char c)
{
    return byte_lower(c) >= 'a' && byte_lower(c) <= 'z';
}

/* The word asked for that is most like the one found. A word of the language was meant as it stands; one letter is like every word. */
static struct str nearest(const struct parser *p)
{
    if (p->token.terminal >= TERMINAL_KINDS || p->token.text.len < 2)
        return STR("");
    struct str found = str_sub(p->token.text, 0, 64);
    char *given = NEW_ARRAY(p->arena, char, found.len + 1);
    struct suggest s = { .given = given };
    for (size_t i = 0; i < found.len; i++)
        given[i] = found.ptr[i] >= 'a' && found.ptr[i] <= 'z' ? (char)(found.ptr[i] - 'a' + 'A') : found.ptr[i];
    for (unsigned i = 0; i < p->n_asked && is_letter(given[0]); i++)
        if (is_letter(p->grammar->terminal[p->asked[i]].ptr[0]) && p->asked[i] >= TERMINAL_KINDS)
            suggest_offer(&s, arena_str(p->arena, p->grammar->terminal[p->asked[i]]).ptr);
    return str_of(s.best);
}

/* Names that are words of the language are the mistake that the list alone does not explain. */
static bool is_taken_name(const struct parser *p)
{
    return terminal_set_has(&p->want, TERMINAL_NAME) && terminal_set_has(&p->token.fits, TERMINAL_WORD)
           && !terminal_set_has(&p->token.fits, TERMINAL_NAME);
}

static void add_found(const struct parser *p, struct buf *out)
{
    buf_add(out, STR(", found "));
    if (p->token.terminal < TERMINAL_KINDS && p->token.terminal != TERMINAL_END)
        buf_add(out, utf8_head(p->token.text, FOUND_BYTES));
    else
        grammar_add_terminal(p->grammar, p->token.terminal, out);
}

/* Words that people try, where the language has another: `found` in the place of `wanted`. */
static const struct {
    const char *found, *wanted, *cure;
} cures[] = {
    { "AT", "EVERY", "write EVERY day, counted from FROM 2026-11-02 08:00; or give the channel a digest, which comes at eight" },
    { "HOURLY", "EVERY", "write EVERY hour" },
    { "DAILY", "EVERY", "write EVERY day" },
    { "WEEKLY", "EVERY", "write EVERY week" },
    { "MONTH", "DAY", "months have no fixed length: write 4 weeks" },
    { "MONTHS", "DAY", "months have no fixed length: write 4 weeks" },
    { "NTFY", "PUSH", "write PUSH" },
    { "WATCH", "MONITOR", "write MONITOR" },
};

/* What to write instead; NULL: nothing is known. */
static const char *cure_of(const struct parser *p)
{
    if (p->token.terminal == TERMINAL_TEXT && terminal_set_has(&p->want, TERMINAL_PATTERN))
        return "a pattern stands between slashes, without quotes: /EUR [0-9]+/";
    for (size_t i = 0; i < ARRAY_LEN(cures); i++)
        if (str_eq_nocase(p->token.text, str_of(cures[i].found))
            && terminal_set_has(&p->want, grammar_find(p->grammar, str_of(cures[i].wanted))))
            return cures[i].cure;
    return NULL;
}

static void say_expected(struct parser *p)
{
    AUTO(buf) text = BUF(4096);
    struct terminal_set *want = NEW(p->faults->arena, struct terminal_set);
    *want = p->want;
    buf_add(&text, STR("expected "));
    add_wanted(p, &text);
    add_found(p, &text);
    const char *cure = cure_of(p);
    struct str near = cure ? STR("") : nearest(p);
    if (cure)
        buf_addf(&text, "; %s", cure);
    else if (near.len)
        buf_addf(&text, "; did you mean %.*s?", STR_ARG(near));
    else if (is_taken_name(p))
        buf_add(&text, STR(", which is a word of the language and cannot be a name"));
    if (p->faults->list.n == FAULTS_MAX)
        return;
    fault_add(p->faults, p->token.at, "%.*s", STR_ARG(buf_str(&text)));
    p->faults->list.item[p->faults->list.n - 1].nearest = near;
    p->faults->list.item[p->faults->list.n - 1].want = want;
    p->meant = near.len ? grammar_find(p->grammar, near) : TERMINAL_NONE;
}

static bool fail(struct parser *p)
{
    bool is_lone_slash = p->token.terminal == TERMINAL_PATTERN && !terminal_set_has(&p->want, TERMINAL_PATTERN);
    if (p->token.wrong && !is_lone_slash)
        fault_add(p->faults, p->token.at, "%s", p->token.wrong);
    else
        say_expected(p);
    return false;
}

/* Whether the token is one that the form may begin with. */
static bool begins(struct parser *p, const struct form *f)
{
    bool fits = terminal_sets_meet(&f->first, &p->token.fits);
    for (unsigned i = 0; !fits && i < p->grammar->n_terminals; i++) {
        if (!terminal_set_has(&f->first, i) || terminal_set_has(&p->want, i))
            continue;
        terminal_set_add(&p->want, i);
        p->asked[p->n_asked++] = (uint8_t)i;
    }
    return fits;
}

static bool begins_rule(struct parser *p, enum grammar_rule rule)
{
    return begins(p, &p->grammar->form[p->grammar->rule[rule].body]);
}

/* The number of a new part of the tree, behind `last` of the parent's parts. */
static uint32_t add_part(struct parser *p, uint32_t parent, uint32_t *last, unsigned rule)
{
    uint32_t at = p->tree.n;
    *VEC_ADD(p->arena, &p->tree) = (struct syntax){ .rule = (uint16_t)rule, .token = p->token };
    if (*last)
        p->tree.item[*last].next = at;
    else
        p->tree.item[parent].child = at;
    *last = at;
    return at;
}

static bool read_form(struct parser *p, const struct form *f, uint32_t parent, uint32_t *last);

static bool read_children(struct parser *p, const struct form *f, uint32_t parent, uint32_t *last)
{
    for (uint16_t c = f->child; c != NO_FORM; c = p->grammar->form[c].next)
        if (!read_form(p, &p->grammar->form[c], parent, last))
            return false;
    return true;
}

static bool read_rule(struct parser *p, unsigned rule, uint32_t parent, uint32_t *last)
{
    uint32_t own_last = 0, at;
    if (p->depth == SYNTAX_DEPTH_MAX || arena_over(p->arena)) {
        fault_add(p->faults, p->token.at, "this is nested too deep; write it with fewer parentheses");
        return false;
    }
    p->depth++;
    at = add_part(p, parent, last, rule);
    bool good = read_form(p, &p->grammar->form[p->grammar->rule[rule].body], at, &own_last);
    p->depth--;
    return good;
}

static bool read_choice(struct parser *p, const struct form *f, uint32_t parent, uint32_t *last)
{
    for (uint16_t c = f->child; c != NO_FORM; c = p->grammar->form[c].next) {
        const struct form *way = &p->grammar->form[c];
        if (begins(p, way) || (way->may_be_empty && way->next == NO_FORM))
            return read_children(p, way, parent, last);
    }
    return fail(p);
}

static bool read_form(struct parser *p, const struct form *f, uint32_t parent, uint32_t *last)
{
    switch (f->kind) {
    case FORM_TERMINAL:
        if (!begins(p, f))
            return fail(p);
        add_part(p, parent, last, GRAMMAR_RULES);
        p->tree.item[*last].token.terminal = f->what; /* as which it is read: a name may be a word of the language too */
        advance(p);
        return true;
    case FORM_RULE:
        return read_rule(p, f->what, parent, last);
    case FORM_CHOICE:
        return read_choice(p, f, parent, last);
    case FORM_OPTION:
        return !begins(p, f) || read_children(p, f, parent, last);
    case FORM_MANY:
        while (begins(p, f))
            if (!read_children(p, f, parent, last))
                return false;
        return true;
    default:
        return read_children(p, f, parent, last);
    }
}

/* The token that failed is what it was to be. */
static void correct(struct parser *p)
{
    struct lexeme token = p->token;
    *VEC_ADD(p->arena, &p->corrected) = (struct correction){ token.text.ptr, p->meant };
    set_token(p, &token);
    p->meant = TERMINAL_NONE;
}

/* A clause of a statement that has failed, and that something follows which may. False: it is said what is wrong. */
static bool read_clause(struct parser *p, uint32_t *last)
{
    p->meant = TERMINAL_NONE;
    if (!read_rule(p, RULE_part, 0, last))
        return false;
    bool is_end = p->token.terminal == TERMINAL_END || p->token.terminal == grammar_find(p->grammar, STR(";"));
    return is_end || begins_rule(p, RULE_part) || begins_rule(p, RULE_statement) || fail(p);
}

/* Behind the next semicolon, or to the next word that a statement begins with, behind the one at `from`. Clauses on the way are read
 * for their mistakes. */
static void recover(struct parser *p, const char *from, uint32_t *last)
{
    unsigned semicolon = grammar_find(p->grammar, STR(";"));
    bool is_comment = p->token.wrong && p->token.terminal == TERMINAL_END;
    const char *failed = p->token.text.ptr;
    bool has_begun = failed != from;
    while (p->token.terminal != TERMINAL_END) {
        bool is_end = p->token.terminal == semicolon;
        if (!is_end && p->token.text.ptr != from && begins_rule(p, RULE_statement))
            return;
        if (has_begun && p->token.text.ptr != failed && begins_rule(p, RULE_part)) {
            failed = read_clause(p, last) ? NULL : p->token.text.ptr;
            if (failed && p->meant != TERMINAL_NONE) {
                correct(p);
                failed = NULL;
            }
            continue;
        }
        advance(p);
        if (is_end)
            return;
    }
    if (is_comment)
        advance(p); /* the lexer stands at the end now */
}

/* One statement and the semicolon behind it, where there is one. */
static bool read_statement(struct parser *p, uint32_t *last)
{
    p->meant = TERMINAL_NONE;
    if (!read_rule(p, RULE_statement, 0, last))
        return false;
    if (p->token.terminal == grammar_find(p->grammar, STR(";")))
        advance(p);
    else if ((p->token.terminal != TERMINAL_END || p->token.wrong) && !begins_rule(p, RULE_statement))
        return fail(p); /* it goes on with what a statement cannot have */
    return true;
}

/* A statement for the tree, or its mistakes. */
static void read_or_tell(struct parser *p, uint32_t *last)
{
    const struct lexer lexer = p->lexer;
    const struct lexeme token = p->token;
    uint32_t n = p->tree.n, before = *last;
    bool is_whole = read_statement(p, last);
    if (is_whole)
        return;
    while (!is_whole && p->meant != TERMINAL_NONE) {
        correct(p);
        p->lexer = lexer;
        set_token(p, &token);
        is_whole = read_statement(p, last);
    }
    if (!is_whole)
        recover(p, token.text.ptr, last);
    p->tree.n = n;
    *last = before;
    *(before ? &p->tree.item[before].next : &p->tree.item[0].child) = 0;
}

int parser_read(struct arena *a, const struct grammar *g, struct str text, struct syntax_tree *out, struct fault_list *faults,
                struct err *e)
{
    struct parser p = { .arena = a, .grammar = g, .faults = faults };
    uint32_t last = 0;
    if (text.len > SENTINEL_FILE_MAX)
        return err_set(e, E_LIMIT, "over %d MB: a file of sentinels is shorter", SENTINEL_FILE_MAX >> 20);
    faults->arena = a;
    faults->grammar = g;
    lexer_open(&p.lexer, g, text);
    advance(&p);
    VEC_ADD(a, &p.tree)->rule = RULE_file;
    bool is_page = str_starts(p.token.text, STR("<"));
    if (is_page)
        fault_add(faults, p.token.at,
                  "this is a page, not a file of sentinels, which begins with a statement such as CREATE SENTINEL");
    while (!is_page && (p.token.terminal != TERMINAL_END || p.token.wrong))
        read_or_tell(&p, &last);
    *out = (struct syntax_tree){ p.tree.item, p.tree.n };
    return 0;
}
