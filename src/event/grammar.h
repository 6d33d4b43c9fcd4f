/* The grammar of the sentinel language as a table: grammar.def read into a form that a parser can walk.
 *
 *     grammar_open(&a, &g);                       once; then shared and read-only
 *     g.rule[RULE_create].body                    the root of its form in g.form[]
 *     g.form[i].first                             the terminals it may begin with: one token decides (LL(1))
 *
 * A terminal is a token of the lexer (name, text, number ...), a word of the language or a sign. A token fits several: `links` is a
 * word of the language, a plain word, and a name where one is wanted; a reserved word is not a name. Cost: O(table), 0.1 ms. */
#ifndef EVENT_GRAMMAR_H
#define EVENT_GRAMMAR_H

#include "base/buf.h"

enum grammar_rule {
#define RULE(name, form, meaning) RULE_##name,
#include "event/grammar.def"
#undef RULE
    GRAMMAR_RULES
};

/* Terminals that are not words of the language; words and signs follow in the order in which the table names them. */
enum terminal {
    TERMINAL_NAME,     /* a word that is not reserved */
    TERMINAL_WORD,     /* any word */
    TERMINAL_TEXT,     /* "..." or '...' */
    TERMINAL_BARE,     /* http://..., anna@example.org */
    TERMINAL_NUMBER,   /* 12, 0.5 */
    TERMINAL_CALENDAR, /* 2026-11-02, 11/2/2026 */
    TERMINAL_CLOCK,    /* 10:30 */
    TERMINAL_PATTERN,  /* /.../i */
    TERMINAL_END,      /* of the file */
    TERMINAL_NONE,     /* no token at all */
    TERMINAL_KINDS
};
enum { TERMINALS_MAX = 192, FORMS_MAX = 1024, NO_FORM = UINT16_MAX };

struct terminal_set {
    uint64_t bit[TERMINALS_MAX / 64];
};

static inline void terminal_set_add(struct terminal_set *s, unsigned terminal)
{
    s->bit[terminal / 64] |= UINT64_C(1) << terminal % 64;
}

static inline bool terminal_set_has(const struct terminal_set *s, unsigned terminal)
{
    return s->bit[terminal / 64] >> terminal % 64 & 1;
}

static inline void terminal_set_join(struct terminal_set *s, const struct terminal_set *other)
{
    for (unsigned i = 0; i < ARRAY_LEN(s->bit); i++)
        s->bit[i] |= other->bit[i];
}

static inline bool terminal_sets_meet(const struct terminal_set *a, const struct terminal_set *b)
{
    for (unsigned i = 0; i < ARRAY_LEN(a->bit); i++)
        if (a->bit[i] & b->bit[i])
            return true;
    return false;
}

enum form_kind { FORM_TERMINAL, FORM_RULE, FORM_ROW, FORM_CHOICE, FORM_OPTION, FORM_MANY };

struct form {
    uint8_t kind; /* enum form_kind */
    bool may_be_empty;
    uint16_t what;        /* the terminal or rule */
    uint16_t child, next; /* NO_FORM: none */
    struct terminal_set first;
};

struct grammar {
    struct grammar_row {
        const char *name, *form, *meaning;
        uint16_t body;
    } rule[GRAMMAR_RULES];
    struct form *form;
    unsigned n_forms;
    struct str terminal[TERMINALS_MAX]; /* its name: "MONITOR", ">=", "number" */
    unsigned n_terminals;
    struct terminal_set reserved; /* words that cannot be names */
};

void grammar_open(struct arena *a, struct grammar *out);

/* The word of the language that `word` is, in any case; TERMINAL_NONE where it is none. Signs likewise, by their bytes. */
unsigned grammar_find(const struct grammar *g, struct str word);
/* What an error calls a terminal: "MONITOR", "\";\"", "a name". */
void grammar_add_terminal(const struct grammar *g, unsigned terminal, struct buf *out);

/* The grammar page in Markdown, out of the table. */
void grammar_write(const struct grammar *g, struct buf *out);

/* NULL where one token of lookahead is enough everywhere; else the name of a rule where it is not. */
const char *grammar_check(const struct grammar *g);

#endif
