/* Files of rules as in Table 1 of the AIDE paper: one rule a line, a Perl pattern for addresses and a value; the first that matches wins.
 *
 *     # Comments start with a sharp sign.
 *     Default                  2d
 *     file:.*                  0
 *     http://www.yahoo.com/    7d
 *
 * "Default" says what holds for all that no pattern matches, wherever it stands. A pattern has no blanks (write \s); the value is the rest
 * of the line, up to " #". As the paper prints it, a pattern that ends in "-" goes on in the next line, if that has no value of its own.
 * Thresholds and priorities are both such files. */
#ifndef TRACK_RULES_H
#define TRACK_RULES_H

#include "base/arena.h"
#include "track/pattern.h"

enum {
    RULES_BYTES_MAX = 1 << 20, /* some ten thousand rules */
    RULES_MAX = 10000          /* each is tried for every address that none before it matches */
};

struct rule {
    struct str pattern, value;
    uint32_t line;
    struct pattern compiled;
};

struct rules {
    struct str name; /* of the file, for messages */
    struct rule *item;
    uint32_t n;
    struct rule fallback; /* "Default"; line 0: there is none */
};

/* Errors are "NAME:LINE: what is wrong". `name` and `text` must live as long as the rules. */
int rules_read(struct arena *a, struct str name, struct str text, struct rules *out, struct err *e) MUST_CHECK;
void rules_drop(struct rules *r);

/* The first rule whose pattern is found in the address, else the fallback, else NULL in *out. O(rules). */
int rules_find(const struct rules *r, struct str url, const struct rule **out, struct err *e) MUST_CHECK;

/* "NAME:LINE: " in front of the words of `e`; returns its code. */
int rules_err(const struct rules *r, const struct rule *rule, struct err *e);

#endif
