/* The delta as a whole: counts, order, reversal, pages that have nothing or nothing in common. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

static void test_reverse(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>alpha beta gamma delta", "<p>alpha gamma delta epsilon");
    struct delta r;

    delta_reverse(&x.arena, &x.delta, &r);
    eq_int(r.n_inserts, x.delta.n_deletes, "an insert is a delete");
    eq_int(r.words_deleted, x.delta.words_inserted, "words too");
    ok(r.old == x.delta.new &&r.change[0].old_word == x.delta.change[0].new_word, "old is new");
}

static void test_counts(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>alpha beta gamma delta<script>a()</script>", "<p>alpha gamma delta epsilon zeta<script>b()</script>");
    const struct delta *d = &x.delta;

    eq_int(d->n_class[CLASS_CONTENT], d->n_inserts + d->n_deletes + d->n_updates + d->n_moves + d->n_formats + d->n_attributes,
           "kinds of content add up");
    eq_int(d->n_changes, d->n_class[CLASS_CONTENT] + d->n_class[CLASS_LOOK] + d->n_class[CLASS_MACHINERY], "classes add up");
    ok(d->words_old == 4 && d->words_new == 5 && d->words_deleted == 1 && d->words_inserted == 2, "words are counted");
    eq_int(d->n_hidden_elements, 2, "a script went and one came");
    ok(d->exact && !d->mostly_different, "exact, and not mostly different");
}

int main(void)
{
    EQ_CHANGES("two empty pages", "", "", "");
    EQ_CHANGES("all new", "", "<p>hello", "insert: -> hello");
    EQ_CHANGES("all gone", "<p>hello", "", "delete: hello");
    EQ_CHANGES("nothing in common", "<p>hello there", "<h1>good bye", "update: hello there -> good bye");
    test_reverse();
    test_counts();
    return tap_done();
}
