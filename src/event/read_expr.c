/* In: syntax of targets and changes. Out: expressions.
 *
 * Targets and changes have rules of their own and the same operators, so one walk serves both. Rules with one part give that part:
 * parentheses that say nothing are gone. NOT is right only where something else happens: beside others of an AND, between two of a SEQ.
 * Recursion is as deep as the syntax, which the parser bounds. O(tokens). */
#include "event/read_impl.h"

/* How many of ANY: more parts than this nobody writes. */
enum { COUNT_MAX = 10000 };

#define NOT_ALONE "NOT needs something that happens: write ANY CHANGE AND NOT x, or a SEQ NOT x SEQ b"

static struct expr *read_rule(const struct statement_reader *r, uint32_t at);

static struct expr *new_expr(const struct statement_reader *r, enum expr_kind kind, uint32_t at)
{
    struct expr *x = NEW(r->arena, struct expr);
    x->kind = kind;
    x->at = syntax_at(r, at)->token.at;
    return x;
}

/* The parts of `at` that are targets or changes, read; how many is in x->n_parts. */
static void read_parts(const struct statement_reader *r, uint32_t at, struct expr *x)
{
    VEC(struct expr *) parts = { 0 };
    for (uint32_t i = syntax_at(r, at)->child; i; i = syntax_at(r, i)->next)
        if (syntax_at(r, i)->rule != GRAMMAR_RULES && syntax_at(r, i)->rule != RULE_span)
            *VEC_ADD(r->arena, &parts) = read_rule(r, i);
    x->part = parts.item;
    x->n_parts = parts.n;
}

static struct expr *read_several(const struct statement_reader *r, uint32_t at, enum expr_kind kind)
{
    struct expr *x = new_expr(r, kind, at);
    read_parts(r, at, x);
    return x->n_parts == 1 ? x->part[0] : x;
}

static struct expr *read_window(const struct statement_reader *r, uint32_t at)
{
    struct expr *x = read_rule(r, syntax_at(r, at)->child);
    uint32_t span = syntax_find(r, at, RULE_span);
    int64_t ms = span ? read_span(r, span) : 0;
    if (ms && (x->within_ms == 0 || ms < x->within_ms))
        x->within_ms = ms;
    return x;
}

/* [NOT] unit */
static struct expr *read_part(const struct statement_reader *r, uint32_t at)
{
    uint32_t first = syntax_at(r, at)->child, second = syntax_at(r, first)->next;
    struct expr *x;
    if (!second)
        return read_rule(r, first);
    x = new_expr(r, EXPR_NOT, at);
    x->part = NEW_ARRAY(r->arena, struct expr *, 1);
    x->part[0] = read_rule(r, second);
    x->n_parts = 1;
    return x;
}

static struct expr *read_any(const struct statement_reader *r, uint32_t at)
{
    struct expr *x = new_expr(r, EXPR_ANY, at);
    uint32_t count = syntax_at(r, syntax_at(r, syntax_at(r, at)->child)->next)->next; /* ANY ( count */
    bool has_named = false;
    if (!count) { /* ANY CHANGE */
        x->kind = EXPR_TYPE;
        return x;
    }
    read_parts(r, at, x);
    x->count = syntax_number(r, count, 1, COUNT_MAX);
    for (uint32_t i = 0; i < x->n_parts; i++)
        has_named |= x->part[i]->kind == EXPR_NAMED; /* which may be a set of many */
    if (!has_named && x->count > x->n_parts)
        fault_add(r->faults, syntax_at(r, count)->token.at, "ANY asks for %u, and there %s only %u", x->count,
                  x->n_parts == 1 ? "is" : "are", x->n_parts);
    return x;
}

static struct expr *read_plus(const struct statement_reader *r, uint32_t at)
{
    struct expr *x = new_expr(r, EXPR_PLUS, at);
    read_parts(r, at, x);
    x->ms = read_span(r, syntax_find(r, at, RULE_span));
    return x;
}

/* An address without its beginning is one of the web, as browsers have it: shop.example/teas. */
struct str read_address(const struct statement_reader *r, uint32_t at)
{
    struct str text = str_trim(syntax_text(r, at)), rest = text, host = str_cut(&rest, '/');
    if (text.len == 0)
        fault_add(r->faults, syntax_at(r, at)->token.at, "an address is missing between the quotes");
    bool is_host = str_find(host, STR("."), 0) != SIZE_MAX && str_find(host, STR(":"), 0) == SIZE_MAX;
    return is_host ? arena_printf(r->arena, "https://%.*s", STR_ARG(text)) : text;
}

static struct expr *read_unit(const struct statement_reader *r, uint32_t at)
{
    uint32_t first = syntax_at(r, at)->child;
    struct expr *x;
    if (syntax_is(r, first, "("))
        return read_rule(r, syntax_at(r, first)->next);
    if (syntax_at(r, first)->rule != RULE_address && syntax_at(r, first)->rule != GRAMMAR_RULES)
        return read_rule(r, first);
    x = new_expr(r, syntax_at(r, first)->rule == RULE_address ? EXPR_PAGE : EXPR_NAMED, first);
    x->name = syntax_text(r, first);
    if (x->kind == EXPR_PAGE)
        x->name = read_address(r, first);
    return x;
}

static void read_keywords(const struct statement_reader *r, uint32_t at, struct change_type *out)
{
    VEC(struct str) words = { 0 };
    for (uint32_t i = syntax_at(r, at)->child; i; i = syntax_at(r, i)->next) {
        if (syntax_at(r, i)->rule != RULE_keyword)
            continue;
        struct str word = str_trim(syntax_text(r, i));
        if (word.len == 0)
            fault_add(r->faults, syntax_at(r, i)->token.at, "a keyword is missing between the quotes");
        *VEC_ADD(r->arena, &words) = word;
    }
    out->keyword = words.item;
    out->n_keywords = words.n;
}

static void read_place(const struct statement_reader *r, uint32_t at, struct change_type *out)
{
    uint32_t place = syntax_find(r, at, RULE_place), token = syntax_at(r, place)->child;
    if (syntax_at(r, token)->token.terminal == TERMINAL_NUMBER)
        out->number = syntax_number(r, token, 1, 1000000);
    else
        out->text = syntax_text(r, token);
}

/* Between the slashes, where \/ is a slash; behind them flags. */
static void read_pattern(const struct statement_reader *r, uint32_t at, struct change_type *out)
{
    struct str text = syntax_at(r, at)->token.text;
    char *copy = NEW_ARRAY(r->arena, char, text.len + 1);
    size_t n = 0, i = 1;
    for (; text.ptr[i] != '/'; i++) {
        if (text.ptr[i] == '\\') {
            if (text.ptr[i + 1] != '/')
                copy[n++] = '\\';
            i++;
        }
        copy[n++] = text.ptr[i];
    }
    out->text = (struct str){ copy, n };
    out->flags = str_sub(text, i + 1, text.len);
    for (size_t k = 0; k < out->flags.len; k++)
        if (!strchr("imsx", out->flags.ptr[k]) || memchr(out->flags.ptr, out->flags.ptr[k], k))
            fault_add(r->faults, syntax_at(r, at)->token.at, "behind a pattern stand i, m, s or x, each once");
}

/* The one text token of a rule, or its pattern. */
static uint32_t last_token(const struct statement_reader *r, uint32_t at, unsigned terminal)
{
    uint32_t i = syntax_at(r, at)->child;
    while (i && syntax_at(r, i)->token.terminal != terminal)
        i = syntax_at(r, i)->next;
    return i;
}

static void read_text(const struct statement_reader *r, uint32_t at, struct change_type *out)
{
    uint32_t token = last_token(r, at, TERMINAL_TEXT);
    out->text = str_trim(syntax_text(r, token));
    if (out->text.len == 0)
        fault_add(r->faults, syntax_at(r, token)->token.at, "nothing stands between the quotes");
}

static struct expr *read_type(const struct statement_reader *r, uint32_t at)
{
    static const struct {
        unsigned rule;
        enum type_kind kind;
    } kinds[] = { { RULE_keywords, TYPE_KEYWORDS }, { RULE_phrase, TYPE_PHRASE }, { RULE_table, TYPE_TABLE },
                  { RULE_list, TYPE_LIST },         { RULE_regex, TYPE_REGEX },   { RULE_element, TYPE_ELEMENT },
                  { RULE_path, TYPE_PATH } };
    struct expr *x = new_expr(r, EXPR_TYPE, at);
    uint32_t last = syntax_at(r, at)->child;
    while (syntax_at(r, last)->next)
        last = syntax_at(r, last)->next; /* behind ALL */
    for (unsigned i = 0; i < ARRAY_LEN(kinds); i++)
        if (syntax_at(r, last)->rule == kinds[i].rule)
            x->type.kind = kinds[i].kind;
    if (syntax_is(r, last, "LINKS"))
        x->type.kind = TYPE_LINKS;
    else if (syntax_is(r, last, "IMAGES"))
        x->type.kind = TYPE_IMAGES;
    else if (syntax_is(r, last, "WORDS"))
        x->type.kind = TYPE_WORDS;
    else if (x->type.kind == TYPE_KEYWORDS)
        read_keywords(r, last, &x->type);
    else if (x->type.kind == TYPE_TABLE || x->type.kind == TYPE_LIST)
        read_place(r, last, &x->type);
    else if (x->type.kind == TYPE_REGEX)
        read_pattern(r, last_token(r, last, TERMINAL_PATTERN), &x->type);
    else if (x->type.kind != TYPE_ANY)
        read_text(r, last, &x->type);
    return x;
}

static struct expr *read_rule(const struct statement_reader *r, uint32_t at)
{
    switch (syntax_at(r, at)->rule) {
    case RULE_target:
    case RULE_changes:
        return read_several(r, at, EXPR_OR);
    case RULE_target_window:
    case RULE_change_window:
        return read_window(r, at);
    case RULE_target_sequence:
    case RULE_change_sequence:
        return read_several(r, at, EXPR_SEQ);
    case RULE_target_both:
    case RULE_change_both:
        return read_several(r, at, EXPR_AND);
    case RULE_target_part:
    case RULE_change_part:
        return read_part(r, at);
    case RULE_target_unit:
    case RULE_change_unit:
        return read_unit(r, at);
    case RULE_target_any:
    case RULE_change_any:
        return read_any(r, at);
    case RULE_target_plus:
    case RULE_change_plus:
        return read_plus(r, at);
    default:
        return read_type(r, at);
    }
}

/* NOT where nothing else happens. */
static void check_nots(const struct statement_reader *r, const struct expr *x)
{
    uint32_t n_nots = 0;
    for (uint32_t i = 0; i < x->n_parts; i++) {
        const struct expr *part = x->part[i];
        bool is_end = x->kind == EXPR_SEQ && (i == 0 || i + 1 == x->n_parts);
        bool is_right = x->kind == EXPR_AND || (x->kind == EXPR_SEQ && !is_end);
        n_nots += part->kind == EXPR_NOT;
        if (part->kind == EXPR_NOT && !is_right)
            fault_add(r->faults, part->at, NOT_ALONE);
        check_nots(r, part);
    }
    if (x->kind == EXPR_AND && n_nots == x->n_parts)
        fault_add(r->faults, x->at, NOT_ALONE);
}

struct expr *read_expr(const struct statement_reader *r, uint32_t at)
{
    struct expr *x = read_rule(r, at);
    if (x->kind == EXPR_NOT)
        fault_add(r->faults, x->at, NOT_ALONE);
    check_nots(r, x);
    return x;
}
