/* Perl patterns (PCRE2, compiled to machine code), with a bound on the work that one match may take.
 *
 * As in Perl's `=~`, a pattern is found anywhere in the subject unless ^ or $ say otherwise. Subjects are bytes unless they are UTF-8.
 * Cost: a match takes at most PATTERN_STEPS_MAX steps, whatever the pattern; one that needs more is E_LIMIT, never "no match". */
#ifndef TRACK_PATTERN_H
#define TRACK_PATTERN_H

#include "base/err.h"
#include "base/str.h"

/* A longer one is no pattern for an address; PCRE2's compiler is quadratic in nested groups. */
enum { PATTERN_BYTES_MAX = 4096 };
/* Backtracking steps of one match; a real pattern takes some hundreds for an address, this many about 10 ms. */
enum { PATTERN_STEPS_MAX = 1000000 };

struct pattern {
    void *code, *match, *limits; /* PCRE2's */
};

/* E_FORMAT: not a pattern; the words say what is wrong and at which character. */
int pattern_open(struct pattern *p, struct str text, struct err *e) MUST_CHECK;
/* A pattern of zeros may be dropped. */
void pattern_drop(struct pattern *p);

/* Whether the pattern is found in the subject. A struct pattern belongs to one thread. */
int pattern_find(const struct pattern *p, struct str subject, bool *found, struct err *e) MUST_CHECK;

/* Bytes [start, end) of a subject. */
struct pattern_span {
    size_t start, end;
};
/* The first place at or behind byte `from` where it is found; ^ and what looks behind still see what stands before. */
int pattern_next(const struct pattern *p, struct str subject, size_t from, struct pattern_span *out, bool *found, struct err *e)
    MUST_CHECK;

#endif
