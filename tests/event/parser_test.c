/* Where the parser stops, what it says, and how it goes on; the golden cases have every rule. */
#include "event/parser.h"

#include "tests/tap.h"

static struct grammar g;

static uint32_t read(struct arena *a, struct str text, struct fault_list *faults, struct syntax_tree *tree)
{
    struct err e;
    uint32_t n = 0;
    *faults = (struct fault_list){ 0 };
    if (!ok(parser_read(a, &g, text, tree, faults, &e) == 0, "it is read"))
        return 0;
    for (uint32_t i = tree->item[0].child; i; i = tree->item[i].next)
        n++;
    return n;
}

static void test_deep(struct arena *a)
{
    AUTO(buf) text = BUF(1 << 20);
    struct fault_list faults;
    struct syntax_tree tree;
    buf_add(&text, STR("create sentinel a on \"x\" monitor "));
    for (unsigned i = 0; i < 50; i++)
        buf_add_char(&text, '(');
    buf_add(&text, STR("links"));
    for (unsigned i = 0; i < 50; i++)
        buf_add_char(&text, ')');
    eq_int(read(a, buf_str(&text), &faults, &tree), 1, "50 parentheses are read");
    buf_clear(&text);
    buf_add(&text, STR("create sentinel a on \"x\" monitor "));
    for (unsigned i = 0; i < 100000; i++)
        buf_add_char(&text, '(');
    eq_int(read(a, buf_str(&text), &faults, &tree), 0, "100,000 are not");
    ok(faults.list.n == 1 && str_find(faults.list.item[0].text, STR("nested too deep"), 0) != SIZE_MAX, "and that is said once");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) many = BUF(1 << 20);
    struct fault_list faults;
    struct syntax_tree tree;
    grammar_open(&a, &g);
    eq_int(read(&a, STR(""), &faults, &tree), 0, "nothing has no statements");
    eq_int(faults.list.n, 0, "and no fault");
    eq_int(read(&a, STR("drop sentinel a drop sentinel b; drop sentinel c"), &faults, &tree), 3, "semicolons may be left out");
    eq_int(read(&a, STR("drop sentinel a; drp sentinel b; drop sentinel c"), &faults, &tree), 2, "a wrong statement is left out");
    eq_int(faults.list.n, 1, "one fault");
    eq_str(faults.list.item[0].nearest, STR("DROP"), "with the nearest word");
    ok(faults.list.item[0].at.line == 1 && faults.list.item[0].at.column == 18, "and its place");
    ok(terminal_set_has(faults.list.item[0].want, grammar_find(&g, STR("ALTER"))), "and all that could have stood there");
    eq_int(read(&a, STR("drop sentinel drop sentinel c"), &faults, &tree), 1,
           "the next statement begins in the middle of a wrong one");
    for (unsigned i = 0; i < 1000; i++)
        buf_add(&many, STR("drp;\n"));
    read(&a, buf_str(&many), &faults, &tree);
    eq_int(faults.list.n, FAULTS_MAX, "of a thousand faults the first are told");
    test_deep(&a);
    return tap_done();
}
