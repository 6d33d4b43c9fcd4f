/* In: a statement. Out: its text in the one form that weft writes: words of the language in capitals, a clause a line.
 *
 * Law: what is written reads as the same statement, and is written the same again. Parentheses stand only where the grammar needs
 * them; texts stand in quotes, and a quote in them is doubled. O(bytes). */
#include "event/sentinel.h"

/* How tightly an expression holds together: what is looser than its place needs parentheses. */
enum tightness { LEVEL_OR, LEVEL_WINDOW, LEVEL_SEQ, LEVEL_AND, LEVEL_NOT, LEVEL_UNIT };

static const char *const type_names[TYPES] = {
    [TYPE_ANY] = "any change",    [TYPE_LINKS] = "links",     [TYPE_IMAGES] = "images", [TYPE_WORDS] = "words",
    [TYPE_KEYWORDS] = "keywords", [TYPE_PHRASE] = "phrase",   [TYPE_TABLE] = "table",   [TYPE_LIST] = "list",
    [TYPE_REGEX] = "regex",       [TYPE_ELEMENT] = "element", [TYPE_PATH] = "path",
};

const char *type_name(enum type_kind kind)
{
    return type_names[kind];
}

const char *context_name(enum event_context context)
{
    static const char *const names[] = { "RECENT", "CHRONICLE", "CONTINUOUS", "CUMULATIVE", "UNRESTRICTED" };
    return names[context];
}

const char *compare_name(enum compare_kind kind)
{
    static const char *const names[] = { "PAIRWISE", "EVERY", "MOVING", "NEXT", "FIXED" };
    return names[kind];
}

/* A quote that the text does not have, where there is one. */
static void add_quoted(struct buf *out, struct str text)
{
    char quote = memchr(text.ptr, '"', text.len) && !memchr(text.ptr, '\'', text.len) ? '\'' : '"';
    buf_add_char(out, quote);
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == quote)
            buf_add_char(out, quote);
        buf_add_char(out, text.ptr[i]);
    }
    buf_add_char(out, quote);
}

static void add_pattern(struct buf *out, const struct change_type *t)
{
    buf_add_char(out, '/');
    for (size_t i = 0; i < t->text.len; i++) {
        if (t->text.ptr[i] == '\\' && i + 1 < t->text.len)
            buf_add_char(out, t->text.ptr[i++]);
        else if (t->text.ptr[i] == '/')
            buf_add_char(out, '\\');
        buf_add_char(out, t->text.ptr[i]);
    }
    buf_add_char(out, '/');
    buf_add(out, t->flags);
}

void type_print(const struct change_type *t, struct buf *out)
{
    buf_add(out, str_of(type_names[t->kind]));
    if (t->kind == TYPE_KEYWORDS) {
        for (uint32_t i = 0; i < t->n_keywords; i++) {
            buf_add(out, i ? STR(", ") : STR("("));
            add_quoted(out, t->keyword[i]);
        }
        buf_add_char(out, ')');
    } else if (t->kind == TYPE_REGEX) {
        buf_add_char(out, ' ');
        add_pattern(out, t);
    } else if (t->number)
        buf_addf(out, " %u", t->number);
    else if (t->kind >= TYPE_PHRASE) {
        buf_add_char(out, ' ');
        add_quoted(out, t->text);
    }
}

static enum tightness level_of(const struct expr *x)
{
    static const enum tightness levels[] = { [EXPR_TYPE] = LEVEL_UNIT, [EXPR_PAGE] = LEVEL_UNIT, [EXPR_NAMED] = LEVEL_UNIT,
                                             [EXPR_AND] = LEVEL_AND,   [EXPR_OR] = LEVEL_OR,     [EXPR_SEQ] = LEVEL_SEQ,
                                             [EXPR_NOT] = LEVEL_NOT,   [EXPR_ANY] = LEVEL_UNIT,  [EXPR_PLUS] = LEVEL_UNIT };
    return x->within_ms ? LEVEL_WINDOW : levels[x->kind];
}

static void add_expr(struct buf *out, const struct expr *x, enum tightness least);

/* The parts with the operator between them; each must hold together more tightly than the operator does. */
static void add_parts(struct buf *out, const struct expr *x, const char *between, enum tightness least)
{
    for (uint32_t i = 0; i < x->n_parts; i++) {
        if (i)
            buf_add(out, str_of(between));
        add_expr(out, x->part[i], least);
    }
}

static void add_kind(struct buf *out, const struct expr *x)
{
    switch (x->kind) {
    case EXPR_TYPE:
        type_print(&x->type, out);
        break;
    case EXPR_PAGE:
        add_quoted(out, x->name);
        break;
    case EXPR_NAMED:
        buf_add(out, x->name);
        break;
    case EXPR_AND:
        add_parts(out, x, " AND ", LEVEL_NOT);
        break;
    case EXPR_OR:
        add_parts(out, x, " OR ", LEVEL_WINDOW);
        break;
    case EXPR_SEQ:
        add_parts(out, x, " SEQ ", LEVEL_AND);
        break;
    case EXPR_NOT:
        buf_add(out, STR("NOT "));
        add_expr(out, x->part[0], LEVEL_UNIT);
        break;
    case EXPR_ANY:
        buf_addf(out, "ANY(%u, ", x->count);
        add_parts(out, x, ", ", LEVEL_OR);
        buf_add_char(out, ')');
        break;
    case EXPR_PLUS:
        buf_add(out, STR("PLUS("));
        add_expr(out, x->part[0], LEVEL_OR);
        buf_add(out, STR(", "));
        span_print(x->ms, out);
        buf_add_char(out, ')');
        break;
    }
}

static void add_expr(struct buf *out, const struct expr *x, enum tightness least)
{
    bool is_loose = level_of(x) < least, is_or_within = x->within_ms && x->kind == EXPR_OR;
    if (is_loose)
        buf_add_char(out, '(');
    if (is_or_within)
        buf_add_char(out, '(');
    add_kind(out, x);
    if (is_or_within)
        buf_add_char(out, ')');
    if (x->within_ms) {
        buf_add(out, STR(" WITHIN "));
        span_print(x->within_ms, out);
    }
    if (is_loose)
        buf_add_char(out, ')');
}

void expr_print(const struct expr *x, struct buf *out)
{
    add_expr(out, x, LEVEL_OR);
}

static void add_time(struct buf *out, const char *clause, const struct time_point *t)
{
    static const char *const words[] = { [TIME_NOW] = "NOW", [TIME_START] = "START", [TIME_END] = "END", [TIME_DURING] = "DURING" };
    buf_addf(out, "\n  %s ", clause);
    if (t->kind == TIME_DATE)
        buf_addf(out, "%04u-%02u-%02u", t->year, t->month, t->day);
    else
        buf_add(out, str_of(words[t->kind]));
    if (t->has_clock)
        buf_addf(out, " %02u:%02u", t->hour, t->minute);
    if (t->has_second)
        buf_addf(out, ":%02u", t->second);
    if (t->utc)
        buf_add(out, STR(" UTC"));
    if (t->name.len)
        buf_addf(out, "(%.*s)", STR_ARG(t->name));
    if (t->plus_ms) {
        buf_add(out, STR(" + "));
        span_print(t->plus_ms, out);
    }
}

static void add_often(struct buf *out, const char *clause, enum notify_kind kind, int64_t ms)
{
    buf_addf(out, "\n  %s ", clause);
    if (kind == NOTIFY_EVERY) {
        buf_add(out, STR("EVERY "));
        span_print(ms, out);
    } else
        buf_add(out, kind == NOTIFY_BEST ? STR("BEST EFFORT") : STR("IMMEDIATE"));
}

static void add_ways(struct buf *out, const struct sentinel *s)
{
    for (uint32_t i = 0; i < s->n_ways; i++) {
        buf_addf(out, "%s%.*s", i ? ", " : "\n  BY ", STR_ARG(s->way[i].kind));
        if (s->way[i].details.len == 0 && str_eq(s->way[i].kind, STR("interactive")))
            continue;
        buf_add_char(out, ' ');
        add_quoted(out, s->way[i].details);
    }
}

static void add_importance(struct buf *out, uint32_t ppm)
{
    unsigned digits = 6;
    buf_add(out, STR("\n  WHEN IMPORTANCE >= "));
    buf_addf(out, "%u", ppm / 1000000);
    for (ppm %= 1000000; digits > 0 && ppm && ppm % 10 == 0; digits--)
        ppm /= 10;
    if (ppm)
        buf_addf(out, ".%0*u", (int)digits, ppm);
}

static void add_clauses(struct buf *out, const struct sentinel *s)
{
    static const char *const shown[] = { "", "ONLY CHANGES", "MERGED", "SIDE BY SIDE" };
    if (s->given & GIVEN_FETCH)
        add_often(out, "FETCH", s->fetch_ms ? NOTIFY_EVERY : NOTIFY_BEST, s->fetch_ms);
    if (s->given & GIVEN_FROM)
        add_time(out, "FROM", &s->from);
    if (s->given & GIVEN_TO)
        add_time(out, "TO", &s->to);
    if (s->given & GIVEN_NOTIFY)
        add_often(out, "NOTIFY", s->notify, s->notify_ms);
    if (s->given & GIVEN_BY)
        add_ways(out, s);
    if (s->given & GIVEN_COMPARE)
        buf_addf(out, "\n  COMPARE %s", compare_name(s->compare));
    if (s->given & GIVEN_COMPARE && s->compare != COMPARE_PAIRWISE)
        buf_addf(out, " %u", s->compare_n);
    if (s->given & GIVEN_CUMULATIVE)
        buf_addf(out, "\n  CUMULATIVE %u", s->cumulative);
    if (s->given & GIVEN_HISTORY)
        buf_addf(out, "\n  CHANGEHISTORY %u", s->history);
    if (s->given & GIVEN_PRESENTATION)
        buf_addf(out, "\n  PRESENTATION %s", shown[s->presentation]);
    if (s->given & GIVEN_WHEN)
        add_importance(out, s->importance_ppm);
    if (s->given & GIVEN_CONTEXT)
        buf_addf(out, "\n  CONTEXT %s", context_name(s->context));
}

static void add_sentinel(struct buf *out, const struct sentinel *s)
{
    buf_add(out, s->name);
    if (s->target) {
        buf_add(out, STR("\n  USING "));
        expr_print(s->target, out);
    }
    if (s->changes) {
        buf_add(out, STR("\n  MONITOR "));
        expr_print(s->changes, out);
    }
    add_clauses(out, s);
}

void sentinel_print(const struct statement *s, struct buf *out)
{
    static const char *const verbs[] = { "CREATE SENTINEL ", "CREATE SET ",      "ALTER SENTINEL ",   "DROP SENTINEL ",
                                         "DROP SET ",        "ENABLE SENTINEL ", "DISABLE SENTINEL ", "EXPLAIN SENTINEL " };
    buf_add(out, str_of(verbs[s->kind]));
    if (s->kind == STATEMENT_CREATE_SET || s->kind == STATEMENT_DROP_SET)
        buf_add(out, s->set);
    else
        add_sentinel(out, &s->sentinel);
    for (uint32_t i = 0; i < s->n_addresses; i++) {
        buf_add(out, i ? STR(",\n  ") : STR(" AS\n  "));
        add_quoted(out, s->address[i]);
    }
    buf_add(out, STR(";\n"));
}
