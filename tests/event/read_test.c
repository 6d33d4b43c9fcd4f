/* Statements as they are read: every field once, and the law that what is printed reads as the same. */
#include "event/sentinel.h"

#include "base/duration.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static struct grammar g;

/* The only statement of a text. */
static const struct statement *one(struct arena *a, const char *text)
{
    static const struct statement none;
    struct sentinel_file file;
    struct fault_list faults = { 0 };
    struct err e;
    if (sentinel_read(a, &g, str_of(text), &file, &faults, &e) || faults.list.n || file.n != 1) {
        ok(false, "%s: %s", text, faults.list.n ? faults.list.item[0].text.ptr : "no statement");
        return &none;
    }
    return &file.item[0];
}

static void test_paper(struct arena *a)
{
    const struct statement *s =
        one(a, "Create Sentinel sen_1 ON \"http://www.gallery.com\" MONITOR links AND images FROM Feb 2, 2002 "
               "TO Mar 2, 2002 NOTIFY every day BY email jill@aol.com");
    const struct sentinel *n = &s->sentinel;
    eq_str(n->name, STR("sen_1"), "the paper's example has its name");
    ok(n->target->kind == EXPR_PAGE && str_eq(n->target->name, STR("http://www.gallery.com")), "its page");
    ok(n->changes->kind == EXPR_AND && n->changes->n_parts == 2 && n->changes->part[1]->type.kind == TYPE_IMAGES, "its changes");
    ok(n->from.year == 2002 && n->from.month == 2 && n->from.day == 2 && n->to.month == 3, "its dates");
    ok(n->notify == NOTIFY_EVERY && n->notify_ms == DURATION_DAY_MS, "its interval");
    ok(n->n_ways == 1 && str_eq(n->way[0].kind, STR("email")) && str_eq(n->way[0].details, STR("jill@aol.com")), "its way");
}

static void test_fields(struct arena *a)
{
    const struct sentinel *s =
        &one(a, "create sentinel s on x monitor any(2, links, images, words) within 3 hours fetch 2 days "
                "from start(t) + 1 day to end(t) notify best effort by pda x, fax 1 compare moving 4 cumulative 5 "
                "changehistory 6 presentation merged when importance >= 0.25 context continuous")
             ->sentinel;
    ok(s->given == (1u << 13) - 1, "everything is given");
    ok(s->target->kind == EXPR_NAMED && str_eq(s->target->name, STR("x")), "a name as a target");
    ok(s->changes->kind == EXPR_ANY && s->changes->count == 2 && s->changes->n_parts == 3, "ANY");
    eq_int(s->changes->within_ms, 3 * DURATION_HOUR_MS, "a window");
    eq_int(s->fetch_ms, 2 * DURATION_DAY_MS, "FETCH");
    ok(s->from.kind == TIME_START && str_eq(s->from.name, STR("t")) && s->from.plus_ms == DURATION_DAY_MS, "FROM");
    ok(s->to.kind == TIME_END && s->notify == NOTIFY_BEST && s->n_ways == 2, "TO, NOTIFY, BY");
    ok(s->compare == COMPARE_MOVING && s->compare_n == 4 && s->cumulative == 5 && s->history == 6, "the numbers");
    ok(s->presentation == PRESENT_MERGED && s->importance_ppm == 250000 && s->context == CONTEXT_CONTINUOUS, "the rest");
    ok(one(a, "create sentinel s on x notify by email a")->sentinel.given == (GIVEN_USING | GIVEN_NOTIFY | GIVEN_BY),
       "what is not given is not");
}

static struct str printed(struct arena *a, const struct sentinel_file *file)
{
    AUTO(buf) out = BUF(1 << 22);
    struct str taken;
    for (uint32_t i = 0; i < file->n; i++)
        sentinel_print(&file->item[i], &out);
    return buf_take(&out, a, &taken, NULL) ? STR("?") : taken;
}

static const char *const types[] = { "any change",
                                     "links",
                                     "images",
                                     "words",
                                     "keywords(a, \"b c\")",
                                     "phrase 'it''s \"x\"'",
                                     "table 2",
                                     "list \"x\"",
                                     "regex /a\\/\\\\/i",
                                     "element \"p\"",
                                     "path 'a/b'" };

/* A random expression; what NOT may not do is not written. */
static void add_changes(struct buf *out, struct random *r, unsigned depth)
{
    static const char *const operators[] = { " and ", " or ", " seq ", " and not ", " seq not links seq " };
    unsigned kind = depth ? random_below(r, 6) : 0;
    if (kind < 2)
        buf_add(out, str_of(types[random_below(r, ARRAY_LEN(types))]));
    else if (kind == 2) {
        buf_add(out, STR("plus("));
        add_changes(out, r, depth - 1);
        buf_addf(out, ", %u minutes)", 1 + random_below(r, 100));
    } else if (kind == 3) {
        buf_add(out, STR("any(1, "));
        add_changes(out, r, depth - 1);
        buf_add(out, STR(", "));
        add_changes(out, r, depth - 1);
        buf_add_char(out, ')');
    } else {
        buf_add_char(out, '(');
        add_changes(out, r, depth - 1);
        buf_add(out, str_of(operators[random_below(r, ARRAY_LEN(operators))]));
        add_changes(out, r, depth - 1);
        buf_add(out, random_below(r, 3) ? STR(")") : STR(" within 2 hours)"));
    }
}

static void test_law(void)
{
    unsigned n_same = 0, n_read = 0;
    for (unsigned seed = 1; seed <= 2000; seed++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) text = BUF(1 << 20);
        struct random r = { .state = seed };
        struct sentinel_file file, again;
        struct fault_list faults = { 0 };
        struct err e;
        buf_add(&text, STR("create sentinel s on \"x\" monitor "));
        add_changes(&text, &r, 5);
        if (sentinel_read(&a, &g, buf_str(&text), &file, &faults, &e) || faults.list.n)
            continue; /* NOT with its operator in a NOT, say */
        n_read++;
        struct str first = printed(&a, &file);
        if (sentinel_read(&a, &g, first, &again, &faults, &e) == 0 && faults.list.n == 0 && str_eq(first, printed(&a, &again)))
            n_same++;
    }
    ok(n_read > 1500, "most random expressions are right (%u of 2000)", n_read);
    eq_int(n_same, n_read, "what is printed reads and prints as the same");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    grammar_open(&a, &g);
    test_paper(&a);
    test_fields(&a);
    test_law();
    return tap_done();
}
