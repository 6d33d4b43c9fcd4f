/* A sentinel file as a tree of the rules that its words are read by.
 *
 * The parser knows nothing of sentinels: it walks the table (grammar.h). So what it expects at each word, and what the nearest right
 * word is, follow from the table too. After a mistake it goes on, so that one look tells of all of them. Pure,
 * O(bytes). */
#ifndef EVENT_PARSER_H
#define EVENT_PARSER_H

#include "base/vec.h"
#include "event/lexer.h"

/* A file that people write has some kilobytes; this is as much as a machine might write for 10,000 sentinels. */
enum { SENTINEL_FILE_MAX = 8 << 20 };
/* Rules inside each other: parentheses 60 deep. */
enum { SYNTAX_DEPTH_MAX = 512 };
/* Mistakes that are told of one file; more say nothing new. */
enum { FAULTS_MAX = 20 };

/* What is wrong, in a sentence, and where. */
struct fault {
    struct text_place at;
    struct str text;                 /* "expected MONITOR, found \"MONITR\"" */
    struct str nearest;              /* the right word that is most like the one found; empty: none is */
    const struct terminal_set *want; /* what could have stood there; NULL: the fault is of another kind */
};

struct fault_list {
    VEC(struct fault) list;
    struct arena *arena;
    const struct grammar *grammar;
};

/* In the order of the text; those of one place stay as they are. */
void faults_sort(struct fault_list *f);
/* Adds one; past FAULTS_MAX it is left out. */
void fault_add(struct fault_list *f, struct text_place at, const char *format, ...) PRINTF(3, 4);

/* A rule with its parts, or a token. */
struct syntax {
    uint16_t rule;        /* enum grammar_rule; GRAMMAR_RULES: a token */
    uint32_t child, next; /* numbers in the tree; 0: none (0 is the file itself) */
    struct lexeme token;  /* of a rule, its first one */
};

struct syntax_tree {
    struct syntax *item;
    uint32_t n;
};

/* Statements with a mistake in them are not in the tree; `faults` tells of them. E_LIMIT: the file is too long. */
int parser_read(struct arena *a, const struct grammar *g, struct str text, struct syntax_tree *out, struct fault_list *faults,
                struct err *e) MUST_CHECK;

#endif
