/* What the files that make statements of a syntax tree share. Private to event/. */
#ifndef EVENT_READ_IMPL_H
#define EVENT_READ_IMPL_H

#include "event/sentinel.h"

struct statement_reader {
    struct arena *arena;
    const struct syntax_tree *tree;
    struct fault_list *faults;
};

static inline const struct syntax *syntax_at(const struct statement_reader *r, uint32_t at)
{
    return &r->tree->item[at];
}

/* The first part of that rule among the parts of `at`; 0: none. */
uint32_t syntax_find(const struct statement_reader *r, uint32_t at, enum grammar_rule rule);
/* Whether the part is this word or sign. */
bool syntax_is(const struct statement_reader *r, uint32_t at, const char *word);
/* The words that a token stands for: what is in the quotes, else itself. Of a rule, those of its first token. */
struct str syntax_text(const struct statement_reader *r, uint32_t at);
/* A whole number of `min` to `max`; else a fault that says so, and `min`. */
uint32_t syntax_number(const struct statement_reader *r, uint32_t at, uint32_t min, uint32_t max);

/* Milliseconds of a RULE_span. */
int64_t read_span(const struct statement_reader *r, uint32_t at);
/* A RULE_time. */
struct time_point read_time(const struct statement_reader *r, uint32_t at);
/* A RULE_address, with https:// before it where it has a host alone. */
struct str read_address(const struct statement_reader *r, uint32_t at);
/* A RULE_target or RULE_changes. */
struct expr *read_expr(const struct statement_reader *r, uint32_t at);

#endif
