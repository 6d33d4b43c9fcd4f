/* Lists of many kinds with known edits: a comparison finds just these. RECORDS_SEED=N makes one pair of one kind and prints what is
 * found; RECORDS_KIND=N says which kind. */
#include <stdlib.h>

#include "tests/example.h"
#include "tests/laws.h"
#include "tests/order.h"
#include "tests/record_pages.h"
#include "tests/tap.h"

enum {
    PAIRS_OF_A_KIND = ROUNDS(25),
    ORDER_LETTERS = 60, /* of sentences that are known again in a record that came or went */
};

struct score {
    unsigned pages, right, changes, edits;
};

/* What is counted of a comparison: what a reader is told. */
static unsigned count_changes(const struct delta *d)
{
    return d->n_inserts + d->n_deletes + d->n_updates + d->n_moves + d->n_attributes + d->n_formats;
}

static bool is_right(const struct delta *d, const struct record_pair *p)
{
    return d->n_inserts == p->inserted && d->n_deletes == p->dropped && d->n_moves == p->moved && d->n_updates == p->edited
           && count_changes(d) == p->inserted + p->dropped + p->moved + p->edited;
}

static const char *try_pair(unsigned kind, uint64_t seed, bool print, struct score *score)
{
    AUTO(example) x = { 0 };
    struct random r = { .state = (seed + 1) * 0x9e3779b97f4a7c15u + kind };
    struct record_pair p = record_pair_make(&x.arena, &r, kind);
    static char told[200];

    example_open(&x, arena_printf(&x.arena, "%.*s", STR_ARG(p.old)).ptr, arena_printf(&x.arena, "%.*s", STR_ARG(p.new)).ptr);
    const char *broken = laws_check(&x.arena, &x.delta);
    if (!broken)
        broken = order_check(&x.arena, &x.delta, ORDER_LETTERS);
    score->pages++;
    score->right += is_right(&x.delta, &p);
    score->changes += count_changes(&x.delta);
    score->edits += p.inserted + p.dropped + p.moved + p.edited;
    if (print)
        printf("# old:\n%.*s\n# new:\n%.*s\n# made: %u inserted, %u dropped, %u moved, %u edited\n# found:\n%.*s\n", STR_ARG(p.old),
               STR_ARG(p.new), p.inserted, p.dropped, p.moved, p.edited, STR_ARG(example_changes(&x)));
    else if (getenv("RECORDS_WRONG") && !is_right(&x.delta, &p))
        printf("# wrong: kind %u seed %llu\n", kind, (unsigned long long)seed);
    if (broken)
        snprintf(told, sizeof told, "%s", broken);
    return broken ? told : NULL;
}

static void add_score(struct score *sum, const struct score *s)
{
    sum->pages += s->pages, sum->right += s->right, sum->changes += s->changes, sum->edits += s->edits;
}

static void print_score(const char *name, const struct score *s)
{
    printf("# %-16s %5u edits %5u changes %.3f   %3u of %3u pages just so (%.0f %%)\n", name, s->edits, s->changes,
           (double)s->changes / s->edits, s->right, s->pages, 100.0 * s->right / s->pages);
}

static void test_kind(unsigned kind, struct score *all)
{
    struct score score = { 0 };
    unsigned failed = 0;

    for (uint64_t seed = 1; seed <= PAIRS_OF_A_KIND; seed++) {
        const char *broken = try_pair(kind, seed, false, &score);
        if (broken && ++failed <= 3)
            printf("# kind %u seed %llu: %s\n", kind, (unsigned long long)seed, broken);
    }
    ok(!failed, "%s: the laws hold", record_kind_name(kind));
    print_score(record_kind_name(kind), &score);
    add_score(all, &score);
}

int main(void)
{
    const char *only = getenv("RECORDS_SEED"), *one_kind = getenv("RECORDS_KIND");
    struct score all = { 0 };
    uint64_t seed = 0, kind = 0;

    if (only && str_number(str_of(only), UINT64_MAX, &seed) && (!one_kind || str_number(str_of(one_kind), 1000, &kind))) {
        const char *broken = try_pair((unsigned)kind, seed, true, &all);
        ok(!broken, "the laws hold%s%s", broken ? ": not: " : "", broken ? broken : "");
        return tap_done();
    }
    for (unsigned k = 0; k < record_kinds(); k++)
        test_kind(k, &all);
    print_score("all", &all);
    if (SANITIZED)
        return tap_done(); /* how good it is, more pairs say */
    ok(all.changes <= all.edits * 1.05, "at most 1.05 changes for an edit: %.3f", (double)all.changes / all.edits);
    ok(all.right >= all.pages * 0.95, "just the edits on at least 95 %% of the pages: %.1f %%", 100.0 * all.right / all.pages);
    return tap_done();
}
