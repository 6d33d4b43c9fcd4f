/* In: a Perl pattern and a subject. Out: whether it is found.
 *
 * PCRE2 compiles to machine code where the machine has a compiler for it, else it interprets; both count their steps against the same
 * limit, so that a pattern such as (a+)+$ cannot stop weft. Patterns and subjects are UTF-8 where they are valid, else bytes: PCRE2 is told
 * to match what is not UTF-8 too (PCRE2_MATCH_INVALID_UTF).
 * Cost: O(PATTERN_STEPS_MAX) at worst, O(subject) for patterns as people write them. */
#include "track/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* Nested groups that are compiled: PCRE2's own default is 250, and addresses need two or three. */
enum { NESTING_MAX = 50 };
/* Memory of one match, in KiB. */
enum { HEAP_MAX_KIB = 20000 };

static int say_wrong(int code, size_t at, struct str text, struct err *e)
{
    PCRE2_UCHAR words[160];
    pcre2_get_error_message(code, words, sizeof words);
    return err_set(e, E_FORMAT, "\"%.*s\" is not a Perl pattern: %s, at character %zu", STR_ARG(str_sub(text, 0, 200)),
                   (const char *)words, at + 1);
}

static pcre2_code *compile(struct str text, int *code, size_t *at)
{
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    pcre2_code *compiled;
    if (context)
        pcre2_set_parens_nest_limit(context, NESTING_MAX);
    compiled = pcre2_compile((PCRE2_SPTR)(text.len ? text.ptr : ""), text.len,
                             PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C, code, at, context);
    pcre2_compile_context_free(context);
    return compiled;
}

int pattern_open(struct pattern *p, struct str text, struct err *e)
{
    size_t at = 0;
    int code = 0;
    *p = (struct pattern){ 0 };
    if (text.len > PATTERN_BYTES_MAX)
        return err_set(e, E_FORMAT, "the pattern is longer than %d bytes", PATTERN_BYTES_MAX);
    p->code = compile(text, &code, &at);
    if (!p->code)
        return say_wrong(code, at, text, e);
    /* Without machine code it is interpreted: slower, with the same answer. */
    pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE);
    p->match = pcre2_match_data_create_from_pattern(p->code, NULL);
    p->limits = pcre2_match_context_create(NULL);
    if (!p->match || !p->limits) {
        pattern_drop(p);
        return err_set(e, E_SYSTEM, "no memory for a pattern");
    }
    pcre2_set_match_limit(p->limits, PATTERN_STEPS_MAX);
    pcre2_set_heap_limit(p->limits, HEAP_MAX_KIB);
    return 0;
}

void pattern_drop(struct pattern *p)
{
    pcre2_match_context_free(p->limits);
    pcre2_match_data_free(p->match);
    pcre2_code_free(p->code);
    *p = (struct pattern){ 0 };
}

int pattern_next(const struct pattern *p, struct str subject, size_t from, struct pattern_span *out, bool *found, struct err *e)
{
    int code = pcre2_match(p->code, (PCRE2_SPTR)(subject.len ? subject.ptr : ""), subject.len, from, 0, p->match, p->limits);
    if (code < 0 && code != PCRE2_ERROR_NOMATCH) {
        PCRE2_UCHAR words[160];
        pcre2_get_error_message(code, words, sizeof words);
        return err_set(e, E_LIMIT,
                       "the pattern takes too much work for \"%.*s\" (%s); write it without repetitions inside repetitions",
                       STR_ARG(str_sub(subject, 0, 200)), (const char *)words);
    }
    *found = code >= 0;
    if (*found) {
        const size_t *place = pcre2_get_ovector_pointer(p->match);
        *out = (struct pattern_span){ MIN(place[0], place[1]), place[1] }; /* \K in a lookahead may put the start behind the end */
    }
    return 0;
}

int pattern_find(const struct pattern *p, struct str subject, bool *found, struct err *e)
{
    struct pattern_span span;
    return pattern_next(p, subject, 0, &span, found, e);
}
