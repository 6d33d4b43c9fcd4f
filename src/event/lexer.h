/* The bytes of a sentinel file as tokens, one at a time.
 *
 * A token knows its place, its bytes as written, and every terminal of the grammar that it fits. Comments and white space lie between
 * tokens. What cannot be a token (an open quote, a stray byte) fits nothing and says why in `wrong`. O(bytes). */
#ifndef EVENT_LEXER_H
#define EVENT_LEXER_H

#include "event/grammar.h"

/* Where something stands in a file: both from 1; columns count characters. */
struct text_place {
    uint32_t line, column;
};

struct lexeme {
    struct str text;          /* as written */
    struct text_place at;     /* where it begins */
    struct terminal_set fits; /* empty: no token */
    unsigned terminal;        /* the most particular terminal that it fits */
    const char *wrong;        /* why it is none; NULL: it is one */
};

struct lexer {
    const struct grammar *grammar;
    const char *from, *end;
    struct text_place at;
};

void lexer_open(struct lexer *l, const struct grammar *g, struct str text);
/* The next one; TERMINAL_END at the end of the text, again and again. */
void lexer_next(struct lexer *l, struct lexeme *out);

/* What stands between the quotes, each doubled quote in it once. */
struct str lexeme_text(struct arena *a, const struct lexeme *t);

#endif
