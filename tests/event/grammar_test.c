/* The table of the language: it can be read with one token of lookahead, and every rule of it is used by a golden case. */
#include "event/parser.h"

#include "base/io.h"
#include "base/limits.h"
#include "tests/tap.h"

static const char *const topics[] = { "statements", "paper", "targets", "changes", "types", "times", "telling", "references" };

static void mark_rules(struct arena *a, const struct grammar *g, const char *topic, bool seen[GRAMMAR_RULES])
{
    struct str text;
    struct syntax_tree tree;
    struct fault_list faults = { 0 };
    struct err e;
    struct str path = arena_printf(a, "tests/golden/sentinel/%s/good.sentinel", topic);
    if (!ok(io_read(a, path.ptr, MIB(1), &text, &e) == 0 && parser_read(a, g, text, &tree, &faults, &e) == 0, "%s is read",
            path.ptr))
        return;
    eq_int(faults.list.n, 0, "without a fault");
    for (uint32_t i = 0; i < tree.n; i++)
        if (tree.item[i].rule < GRAMMAR_RULES)
            seen[tree.item[i].rule] = true;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) page = BUF(MIB(1));
    struct grammar g;
    bool seen[GRAMMAR_RULES] = { false };
    grammar_open(&a, &g);
    ok(grammar_check(&g) == NULL, "one token of lookahead is enough (%s)", grammar_check(&g) ? grammar_check(&g) : "everywhere");
    for (unsigned i = 0; i < ARRAY_LEN(topics); i++)
        mark_rules(&a, &g, topics[i], seen);
    for (unsigned i = 0; i < GRAMMAR_RULES; i++)
        ok(seen[i] || i == RULE_reserved, "a golden case has the rule %s", g.rule[i].name);
    eq_int(grammar_find(&g, STR("Monitor")), grammar_find(&g, STR("MONITOR")), "words of the language have no case");
    eq_int(grammar_find(&g, STR("monitors")), TERMINAL_NONE, "others are none");
    grammar_write(&g, &page);
    for (unsigned i = 0; i < GRAMMAR_RULES; i++)
        ok(str_find(buf_str(&page), str_of(g.rule[i].form), 0) != SIZE_MAX, "the page has %s", g.rule[i].name);
    return tap_done();
}
