/* In: the rows of grammar.def. Out: forms with the terminals that each may begin with, and the page that shows them.
 *
 * A row's form is cut into words and read into a tree of forms; then `first` and `may_be_empty` grow until nothing changes, as any
 * book on parsers has it. A wrong row is a bug of ours and aborts; the tests read the whole table.
 * Cost: O(forms x rounds); few rounds, since they begin with the last row and rows mostly name later ones. */
#include "event/grammar.h"

#include <stdlib.h>

static const struct grammar_row rows[GRAMMAR_RULES] = {
#define RULE(name, form, meaning) { #name, form, meaning, NO_FORM },
#include "event/grammar.def"
#undef RULE
};

static const struct {
    const char *name, *called;
} kinds[TERMINAL_KINDS] = {
    [TERMINAL_NAME] = { "name", "a name" },
    [TERMINAL_WORD] = { "word", "a word" },
    [TERMINAL_TEXT] = { "text", "text in quotes" },
    [TERMINAL_BARE] = { "bare", "an address" },
    [TERMINAL_NUMBER] = { "number", "a number" },
    [TERMINAL_CALENDAR] = { "calendar", "a date" },
    [TERMINAL_CLOCK] = { "clock", "a time of day" },
    [TERMINAL_PATTERN] = { "pattern", "a pattern between slashes" },
    [TERMINAL_END] = { "end", "the end of the file" },
    [TERMINAL_NONE] = { "none", "nothing" },
};

/* Reading one row. */
struct row_reader {
    struct grammar *g;
    struct str rest;
};

static uint16_t add_form(struct grammar *g, enum form_kind kind, unsigned what)
{
    if (g->n_forms == FORMS_MAX)
        abort();
    g->form[g->n_forms] = (struct form){ .kind = (uint8_t)kind, .what = (uint16_t)what, .child = NO_FORM, .next = NO_FORM };
    return (uint16_t)g->n_forms++;
}

static struct str peek_word(struct row_reader *r)
{
    struct str rest = str_trim(r->rest);
    size_t n = 0;
    while (n < rest.len && rest.ptr[n] != ' ')
        n++;
    return str_sub(rest, 0, n);
}

static void pass_word(struct row_reader *r)
{
    struct str word = peek_word(r);
    r->rest = str_span(word.ptr + word.len, r->rest.ptr + r->rest.len);
}

static bool is_capital(struct str word)
{
    return word.ptr[0] >= 'A' && word.ptr[0] <= 'Z';
}

unsigned grammar_find(const struct grammar *g, struct str word)
{
    for (unsigned i = TERMINAL_KINDS; i < g->n_terminals; i++)
        if (str_eq_nocase(g->terminal[i], word))
            return i;
    return TERMINAL_NONE;
}

static uint16_t add_terminal(struct grammar *g, struct str word)
{
    unsigned terminal = grammar_find(g, word);
    if (terminal == TERMINAL_NONE) {
        if (g->n_terminals == TERMINALS_MAX)
            abort();
        terminal = g->n_terminals++;
        g->terminal[terminal] = word;
    }
    return add_form(g, FORM_TERMINAL, terminal);
}

/* A word of a form that is not a bracket: a word of the language, a sign, a token, or another rule. */
static uint16_t add_leaf(struct grammar *g, struct str word)
{
    if (word.ptr[0] == '"')
        return add_terminal(g, str_sub(word, 1, word.len - 1));
    if (is_capital(word))
        return add_terminal(g, word);
    for (unsigned i = 0; i < TERMINAL_KINDS; i++)
        if (str_eq(word, str_of(kinds[i].name)))
            return add_form(g, FORM_TERMINAL, i);
    for (unsigned i = 0; i < GRAMMAR_RULES; i++)
        if (str_eq(word, str_of(rows[i].name)))
            return add_form(g, FORM_RULE, i);
    abort();
}

static uint16_t read_choice(struct row_reader *r);

static uint16_t read_bracket(struct row_reader *r, enum form_kind kind)
{
    uint16_t inner = read_choice(r), form;
    pass_word(r); /* the closing one */
    if (kind == FORM_ROW)
        return inner;
    form = add_form(r->g, kind, 0);
    r->g->form[form].child = inner;
    return form;
}

static uint16_t read_one(struct row_reader *r)
{
    struct str word = peek_word(r);
    if (word.len == 0)
        abort();
    pass_word(r);
    switch (word.len == 1 ? word.ptr[0] : 'x') {
    case '(':
        return read_bracket(r, FORM_ROW);
    case '[':
        return read_bracket(r, FORM_OPTION);
    case '{':
        return read_bracket(r, FORM_MANY);
    default:
        return add_leaf(r->g, word);
    }
}

static bool ends_row(struct str word)
{
    return word.len == 0 || (word.len == 1 && strchr(")]}|", word.ptr[0]));
}

static uint16_t read_row(struct row_reader *r)
{
    uint16_t row = add_form(r->g, FORM_ROW, 0), last = NO_FORM;
    while (!ends_row(peek_word(r))) {
        uint16_t form = read_one(r);
        *(last == NO_FORM ? &r->g->form[row].child : &r->g->form[last].next) = form;
        last = form;
    }
    return row;
}

static uint16_t read_choice(struct row_reader *r)
{
    uint16_t choice = add_form(r->g, FORM_CHOICE, 0), last = NO_FORM;
    for (;;) {
        uint16_t row = read_row(r);
        *(last == NO_FORM ? &r->g->form[choice].child : &r->g->form[last].next) = row;
        last = row;
        if (!str_eq(peek_word(r), STR("|")))
            return choice;
        pass_word(r);
    }
}

/* What a form begins with, by what is known of its parts so far. */
static void find_first(const struct grammar *g, const struct form *f, struct form *out)
{
    const struct form *rule = f->kind == FORM_RULE ? &g->form[g->rule[f->what].body] : NULL;
    *out = *f;
    if (f->kind == FORM_TERMINAL)
        terminal_set_add(&out->first, f->what);
    if (rule) {
        out->first = rule->first;
        out->may_be_empty = rule->may_be_empty;
    }
    if (f->kind == FORM_OPTION || f->kind == FORM_MANY || f->kind == FORM_ROW)
        out->may_be_empty = true;
    for (uint16_t c = f->child; c != NO_FORM; c = g->form[c].next) {
        bool is_open = f->kind != FORM_ROW || out->may_be_empty;
        if (is_open)
            terminal_set_join(&out->first, &g->form[c].first);
        if (f->kind == FORM_ROW)
            out->may_be_empty &= g->form[c].may_be_empty;
        else
            out->may_be_empty |= g->form[c].may_be_empty;
    }
}

static void find_all_first(struct grammar *g)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = g->n_forms; i-- > 0;) { /* parts, and mostly rules, stand behind what is made of them */
            struct form next;
            find_first(g, &g->form[i], &next);
            changed |=
                memcmp(&next.first, &g->form[i].first, sizeof next.first) != 0 || next.may_be_empty != g->form[i].may_be_empty;
            g->form[i] = next;
        }
    }
}

void grammar_open(struct arena *a, struct grammar *out)
{
    *out = (struct grammar){ .form = NEW_ARRAY(a, struct form, FORMS_MAX), .n_terminals = TERMINAL_KINDS };
    for (unsigned i = 0; i < TERMINAL_KINDS; i++)
        out->terminal[i] = str_of(kinds[i].name);
    for (unsigned i = 0; i < GRAMMAR_RULES; i++) {
        struct row_reader r = { out, str_of(rows[i].form) };
        out->rule[i] = rows[i];
        out->rule[i].body = read_choice(&r);
    }
    find_all_first(out);
    out->reserved = out->form[out->rule[RULE_reserved].body].first;
}

void grammar_add_terminal(const struct grammar *g, unsigned terminal, struct buf *out)
{
    struct str name = g->terminal[terminal];
    if (terminal < TERMINAL_KINDS)
        buf_add(out, str_of(kinds[terminal].called));
    else if (is_capital(name))
        buf_add(out, name);
    else
        buf_addf(out, "\"%.*s\"", STR_ARG(name));
}

void grammar_write(const struct grammar *g, struct buf *out)
{
    for (unsigned i = 0; i < GRAMMAR_RULES; i++)
        buf_addf(out, "`%s` ::= `%s`  \n%s\n\n", g->rule[i].name, g->rule[i].form, g->rule[i].meaning);
    buf_add(
        out,
        STR("Tokens: `name` is a word of letters, digits, _ and - that is not reserved; `word` any word; `text` stands in "
            "single or double quotes, a quote in it is doubled; `bare` is an address without quotes, up to a blank, comma, semicolon "
            "or parenthesis; `number` is 12 or 0.5; `calendar` is 2026-11-02 or 11/2/2026; `clock` is 10:30 or 10:30:05; `pattern` "
            "stands between slashes, a slash in it is written \\/.\n"));
}

/* The terminals that a token which fits one of these may fit as well: a name may be any word that is not reserved. */
static struct terminal_set wide(const struct grammar *g, struct terminal_set s)
{
    bool has_name = terminal_set_has(&s, TERMINAL_NAME), has_word = terminal_set_has(&s, TERMINAL_WORD);
    for (unsigned i = TERMINAL_KINDS; i < g->n_terminals; i++)
        if (is_capital(g->terminal[i]) && (has_word || (has_name && !terminal_set_has(&g->reserved, i))))
            terminal_set_add(&s, i);
    return s;
}

/* What may follow the form inside its own rule begins with nothing that the form itself may go on with. */
static bool is_clear(const struct grammar *g, const struct form *f)
{
    struct terminal_set seen = { 0 };
    uint16_t c;
    if (f->kind == FORM_CHOICE) {
        for (c = f->child; c != NO_FORM; c = g->form[c].next) {
            struct terminal_set first = wide(g, g->form[c].first);
            if (terminal_sets_meet(&seen, &first))
                return false;
            terminal_set_join(&seen, &first);
        }
        return true;
    }
    if (f->kind != FORM_OPTION && f->kind != FORM_MANY)
        return true;
    for (c = f->next; c != NO_FORM; c = g->form[c].next) {
        struct terminal_set own = wide(g, f->first), next = wide(g, g->form[c].first);
        if (terminal_sets_meet(&own, &next))
            return false;
        if (!g->form[c].may_be_empty)
            break;
    }
    return true;
}

const char *grammar_check(const struct grammar *g)
{
    for (unsigned rule = 0; rule < GRAMMAR_RULES; rule++) {
        unsigned end = rule + 1 < GRAMMAR_RULES ? g->rule[rule + 1].body : g->n_forms;
        for (unsigned i = g->rule[rule].body; i < end; i++)
            if (!is_clear(g, &g->form[i]))
                return g->rule[rule].name;
    }
    return NULL;
}
