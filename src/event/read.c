/* In: the syntax tree of a file. Out: its statements.
 *
 * Each rule of the grammar that says something has a few lines here or in read_expr.c and read_time.c. Faults found here are of
 * meaning: a clause twice, a number out of its range, a day that no calendar has. A statement with such a fault is left out as one
 * that cannot be read is. Cost: O(tokens). */
#include "event/read_impl.h"

/* Versions that COMPARE, CUMULATIVE and CHANGEHISTORY count: more than any page has. */
enum { VERSIONS_MAX = 1000000 };

uint32_t syntax_find(const struct statement_reader *r, uint32_t at, enum grammar_rule rule)
{
    uint32_t i = syntax_at(r, at)->child;
    while (i && syntax_at(r, i)->rule != rule)
        i = syntax_at(r, i)->next;
    return i;
}

bool syntax_is(const struct statement_reader *r, uint32_t at, const char *word)
{
    return syntax_at(r, at)->rule == GRAMMAR_RULES && str_eq_nocase(syntax_at(r, at)->token.text, str_of(word));
}

struct str syntax_text(const struct statement_reader *r, uint32_t at)
{
    const struct lexeme *token = &syntax_at(r, at)->token;
    return token->terminal == TERMINAL_TEXT ? lexeme_text(r->arena, token) : token->text;
}

uint32_t syntax_number(const struct statement_reader *r, uint32_t at, uint32_t min, uint32_t max)
{
    const struct lexeme *token = &syntax_at(r, at)->token;
    uint64_t n;
    if (str_number(token->text, max, &n) && n >= min)
        return (uint32_t)n;
    fault_add(r->faults, token->at, "expected a whole number from %u to %u, found %.*s", min, max,
              STR_ARG(str_sub(token->text, 0, 60)));
    return min;
}

/* The only number among the parts. */
static uint32_t number_in(const struct statement_reader *r, uint32_t at)
{
    for (uint32_t i = syntax_at(r, at)->child; i; i = syntax_at(r, i)->next)
        if (syntax_at(r, i)->token.terminal == TERMINAL_NUMBER)
            return syntax_number(r, i, 1, VERSIONS_MAX);
    return 0;
}

/* The number among the parts of the first that one of them is, of words that end with NULL. */
static unsigned word_in(const struct statement_reader *r, uint32_t at, const char *const *words)
{
    for (uint32_t i = syntax_at(r, at)->child; i; i = syntax_at(r, i)->next)
        for (unsigned k = 0; words[k]; k++)
            if (syntax_is(r, i, words[k]))
                return k;
    return 0;
}

static void read_fetch(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    uint32_t span = syntax_find(r, at, RULE_span);
    s->fetch_ms = span ? read_span(r, span) : 0;
}

static void read_from(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    s->from = read_time(r, syntax_find(r, at, RULE_time));
}

static void read_to(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    s->to = read_time(r, syntax_find(r, at, RULE_time));
}

/* An address or a number, with the + of a fax number before it. */
static struct str read_details(const struct statement_reader *r, uint32_t at)
{
    uint32_t first = syntax_at(r, at)->child, second = syntax_at(r, first)->next;
    struct str text = syntax_text(r, first);
    return second ? arena_printf(r->arena, "%.*s%.*s", STR_ARG(text), STR_ARG(syntax_text(r, second))) : text;
}

static void read_by(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    VEC(struct sentinel_way) ways = { 0 };
    for (uint32_t i = syntax_at(r, at)->child; i; i = syntax_at(r, i)->next) {
        if (syntax_at(r, i)->rule != RULE_way)
            continue;
        struct str word = syntax_text(r, i);
        uint32_t details = syntax_find(r, i, RULE_details);
        char *kind = NEW_ARRAY(r->arena, char, word.len + 1);
        for (size_t k = 0; k < word.len; k++)
            kind[k] = byte_lower(word.ptr[k]);
        *VEC_ADD(r->arena, &ways) =
            (struct sentinel_way){ { kind, word.len }, details ? read_details(r, details) : STR(""), syntax_at(r, i)->token.at };
    }
    s->way = ways.item;
    s->n_ways = ways.n;
}

static void read_notify(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    uint32_t by = syntax_find(r, at, RULE_by), often = syntax_find(r, at, RULE_often);
    uint32_t span = often ? syntax_find(r, often, RULE_span) : 0;
    if (by && s->given & GIVEN_BY)
        fault_add(r->faults, syntax_at(r, by)->token.at, "BY stands twice");
    if (by) {
        s->given |= GIVEN_BY;
        read_by(r, by, s);
    }
    if (span) {
        s->notify = NOTIFY_EVERY;
        s->notify_ms = read_span(r, span);
    } else
        s->notify = often && syntax_find(r, often, RULE_best) ? NOTIFY_BEST : NOTIFY_IMMEDIATE;
}

static void read_compare(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    static const char *const words[] = { "PAIRWISE", "EVERY", "MOVING", "NEXT", "FIXED", NULL };
    s->compare = (enum compare_kind)word_in(r, at, words);
    s->compare_n = number_in(r, at);
}

static void read_cumulative(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    s->cumulative = number_in(r, at);
}

static void read_history(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    s->history = number_in(r, at);
}

static void read_presentation(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    static const char *const words[] = { "", "ONLY", "MERGED", "SIDE", NULL };
    s->presentation = (enum presentation)word_in(r, at, words);
}

static void read_when(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    uint32_t number = syntax_at(r, at)->child;
    while (syntax_at(r, number)->next)
        number = syntax_at(r, number)->next;
    struct str rest = syntax_at(r, number)->token.text, whole = str_cut(&rest, '.');
    uint64_t ones, parts = 0;
    char digits[7] = "000000";
    memcpy(digits, rest.ptr, MIN(rest.len, (size_t)6));
    bool good = str_number(whole, 1, &ones) && rest.len <= 6 && str_number((struct str){ digits, 6 }, 999999, &parts);
    if (!good || ones * 1000000 + parts > 1000000)
        fault_add(r->faults, syntax_at(r, number)->token.at, "expected an importance from 0 to 1 with at most 6 digits, found %.*s",
                  STR_ARG(str_sub(syntax_at(r, number)->token.text, 0, 60)));
    else
        s->importance_ppm = (uint32_t)(ones * 1000000 + parts);
}

static void read_context(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    static const char *const words[] = { "RECENT", "CHRONICLE", "CONTINUOUS", "CUMULATIVE", NULL };
    s->context = (enum event_context)word_in(r, at, words);
}

static void read_using(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    s->target = read_expr(r, syntax_find(r, at, RULE_target));
}

static void read_monitor(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    s->changes = read_expr(r, syntax_find(r, at, RULE_changes));
}

/* The parts of a sentinel: one row each. */
static const struct {
    unsigned rule;
    enum given given;
    const char *name;
    void (*read)(const struct statement_reader *, uint32_t, struct sentinel *);
} parts[] = {
    { RULE_using, GIVEN_USING, "USING", read_using },
    { RULE_monitor, GIVEN_MONITOR, "MONITOR", read_monitor },
    { RULE_fetch, GIVEN_FETCH, "FETCH", read_fetch },
    { RULE_from, GIVEN_FROM, "FROM", read_from },
    { RULE_to, GIVEN_TO, "TO", read_to },
    { RULE_notify, GIVEN_NOTIFY, "NOTIFY", read_notify },
    { RULE_by, GIVEN_BY, "BY", read_by },
    { RULE_compare, GIVEN_COMPARE, "COMPARE", read_compare },
    { RULE_cumulative, GIVEN_CUMULATIVE, "CUMULATIVE", read_cumulative },
    { RULE_history, GIVEN_HISTORY, "CHANGEHISTORY", read_history },
    { RULE_presentation, GIVEN_PRESENTATION, "PRESENTATION", read_presentation },
    { RULE_when, GIVEN_WHEN, "WHEN", read_when },
    { RULE_context, GIVEN_CONTEXT, "CONTEXT", read_context },
};

static void read_sentinel_part(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    const struct syntax *part = syntax_at(r, at);
    if (part->rule == RULE_clause || part->rule == RULE_part) {
        read_sentinel_part(r, part->child, s);
        return;
    }
    for (unsigned i = 0; i < ARRAY_LEN(parts); i++) {
        if (part->rule != parts[i].rule)
            continue;
        if (s->given & parts[i].given)
            fault_add(r->faults, part->token.at, "%s stands twice", parts[i].name);
        s->given |= parts[i].given;
        parts[i].read(r, at, s);
    }
}

static void check_sentinel(const struct statement_reader *r, const struct sentinel *s)
{
    if (s->given & GIVEN_FROM && s->from.kind == TIME_DURING && s->given & GIVEN_TO)
        fault_add(r->faults, s->to.at, "FROM DURING says when it ends too; leave out TO");
    if (s->given & GIVEN_FROM && s->from.kind == TIME_DURING && s->from.plus_ms)
        fault_add(r->faults, s->from.at, "DURING is a stretch of time: nothing can be added to it");
    if (s->given & GIVEN_TO && s->to.kind == TIME_DURING)
        fault_add(r->faults, s->to.at, "TO takes a moment: write END(%.*s)", STR_ARG(s->to.name));
}

/* The rule that makes or changes a sentinel: its name and its parts. */
static void read_sentinel(const struct statement_reader *r, uint32_t at, struct sentinel *s)
{
    for (uint32_t i = syntax_at(r, at)->child; i; i = syntax_at(r, i)->next) {
        if (syntax_at(r, i)->token.terminal == TERMINAL_NAME && s->name.len == 0) {
            s->name = syntax_at(r, i)->token.text;
            s->at = syntax_at(r, i)->token.at;
        } else if (syntax_at(r, i)->rule != GRAMMAR_RULES)
            read_sentinel_part(r, i, s);
    }
    check_sentinel(r, s);
}

static void read_set(const struct statement_reader *r, uint32_t at, struct statement *out)
{
    VEC(struct str) addresses = { 0 };
    for (uint32_t i = syntax_at(r, at)->child; i; i = syntax_at(r, i)->next)
        if (syntax_at(r, i)->rule == RULE_address)
            *VEC_ADD(r->arena, &addresses) = read_address(r, i);
    out->address = addresses.item;
    out->n_addresses = addresses.n;
}

/* The word behind the statement's own, and the name behind that: DROP SET news. */
static bool names_set(const struct statement_reader *r, uint32_t at, struct str *name)
{
    uint32_t word = syntax_at(r, syntax_at(r, at)->child)->next;
    if (!word || !syntax_is(r, word, "SET"))
        return false;
    *name = syntax_at(r, syntax_at(r, word)->next)->token.text;
    return true;
}

static void read_statement(const struct statement_reader *r, uint32_t at, struct statement *out)
{
    uint32_t body = syntax_at(r, at)->child, inner = syntax_find(r, body, RULE_new_sentinel);
    out->at = syntax_at(r, at)->token.at;
    switch (syntax_at(r, body)->rule) {
    case RULE_create:
        out->kind = inner ? STATEMENT_CREATE : STATEMENT_CREATE_SET;
        if (inner) {
            read_sentinel(r, inner, &out->sentinel);
            return;
        }
        inner = syntax_find(r, body, RULE_new_set);
        out->set = syntax_at(r, syntax_at(r, syntax_at(r, inner)->child)->next)->token.text;
        read_set(r, inner, out);
        return;
    case RULE_drop:
        out->kind = names_set(r, body, &out->set) ? STATEMENT_DROP_SET : STATEMENT_DROP;
        break;
    case RULE_enable:
        out->kind = STATEMENT_ENABLE;
        break;
    case RULE_disable:
        out->kind = STATEMENT_DISABLE;
        break;
    case RULE_explain:
        out->kind = STATEMENT_EXPLAIN;
        break;
    default:
        out->kind = STATEMENT_ALTER;
        break;
    }
    if (out->kind != STATEMENT_DROP_SET)
        read_sentinel(r, body, &out->sentinel);
}

int sentinel_read(struct arena *a, const struct grammar *g, struct str text, struct sentinel_file *out, struct fault_list *faults,
                  struct err *e)
{
    struct syntax_tree tree;
    VEC(struct statement) statements = { 0 };
    int failed = parser_read(a, g, text, &tree, faults, e);
    if (failed)
        return failed;
    struct statement_reader r = { a, &tree, faults };
    for (uint32_t i = tree.item[0].child; i; i = tree.item[i].next) {
        struct statement s = { 0 };
        uint32_t n = faults->list.n;
        read_statement(&r, i, &s);
        if (faults->list.n == n && n < FAULTS_MAX)
            *VEC_ADD(a, &statements) = s;
    }
    faults_sort(faults); /* those of meaning come after all of the parser's */
    *out = (struct sentinel_file){ statements.item, statements.n };
    return 0;
}
