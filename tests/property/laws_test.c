/* The laws of tests/laws.h on generated pairs: small pages with a few edits of each kind, larger ones with many, pages with nothing in
 * common, pages with accidents in their bytes. A pair that breaks a law is told by its seed: LAWS_SEED=N runs it alone and prints it. */
#include <stdlib.h>

#include "tests/example.h"
#include "tests/generate.h"
#include "tests/laws.h"
#include "tests/order.h"
#include "tests/tap.h"

enum { ORDER_LETTERS = 60 }; /* of sentences that are known again in a record that came or went */

/* One way to make pairs. */
struct family {
    const char *name;
    unsigned pairs, words, edits, kinds, accidents;
    bool unrelated; /* the new page is another page */
    bool counted;   /* counts for the share of marked words */
};

static const struct family families[] = {
    { "one word", 300, 120, 1, EDIT_WORD, 0, false, true },      { "words", 300, 200, 6, EDIT_WORD, 0, false, true },
    { "sentences", 300, 200, 4, EDIT_SENTENCE, 0, false, true }, { "blocks", 300, 200, 3, EDIT_BLOCK, 0, false, true },
    { "items", 300, 200, 3, EDIT_ITEM, 0, false, true },         { "rows", 300, 200, 3, EDIT_ROW, 0, false, true },
    { "sections", 200, 300, 2, EDIT_SECTION, 0, false, true },   { "attributes", 200, 150, 3, EDIT_ATTRIBUTE, 0, false, false },
    { "formats", 300, 150, 3, EDIT_FORMAT, 0, false, false },    { "source", 200, 150, 2, EDIT_SOURCE, 0, false, false },
    { "anything", 500, 250, 8, EDIT_ANY, 0, false, true },       { "much", 150, 250, 60, EDIT_ANY, 0, false, false },
    { "large", 20, 6000, 80, EDIT_ANY, 0, false, true },         { "unrelated", 200, 120, 0, 0, 0, true, false },
    { "accidents", 600, 80, 3, EDIT_ANY, 6, false, false },
};

struct pages {
    struct str old, new;
};

static struct pages make_pair(struct arena *a, const struct family *f, uint64_t seed)
{
    struct random r = { .state = seed * 0x9e3779b97f4a7c15u + 1 };
    const struct sketch *old = random_page(a, &r, f->words);
    const struct sketch *new = f->unrelated ? random_page(a, &r, f->words) : mutate_page(a, &r, old, f->edits, f->kinds);
    struct pages p = { sketch_html(a, old), sketch_html(a, new) };

    if (f->accidents) {
        p.old = mangle_bytes(a, &r, p.old, random_below(&r, f->accidents));
        p.new = mangle_bytes(a, &r, p.new, random_below(&r, f->accidents));
    }
    return p;
}

static void print_pair(const struct pages *p)
{
    printf("# old:\n%.*s\n# new:\n%.*s\n", STR_ARG(p->old), STR_ARG(p->new));
}

/* Some of the changes, and words of some of the elements alone. */
static const char *try_choice(struct arena *a, const struct delta *d)
{
    struct random r = { .state = d->n_changes * 0x9e3779b97f4a7c15u + d->new->n_words };
    bool *change = NEW_ARRAY(a, bool, d->n_changes + 1), *old = NEW_ARRAY(a, bool, d->old->dom.n);
    bool *new = NEW_ARRAY(a, bool, d->new->dom.n);

    for (uint32_t i = 0; i < d->n_changes; i++)
        change[i] = random_below(&r, 2);
    for (uint32_t i = 0; i < d->old->dom.n; i++)
        old[i] = random_below(&r, 4);
    for (uint32_t i = 0; i < d->new->dom.n; i++)
        new[i] = random_below(&r, 4);
    return laws_check_choice(a, d, &(struct delta_choice){ change, old, new });
}

/* NULL, or the law that is broken. */
static const char *try_pair(struct arena *a, const struct family *f, const struct pages *p, struct laws_marked *sum)
{
    struct example x = { .arena = { 0 } };
    struct err e = { 0 };

    symbols_open(&x.symbols, a);
    struct parse_source old = { .bytes = p->old }, new = { .bytes = p->new };
    if (page_read(a, &x.symbols, &old, STR(""), &x.old, &e) || page_read(a, &x.symbols, &new, STR(""), &x.new, &e)
        || compare_pages(a, &x.old, &x.new, &x.delta, &e))
        return arena_printf(a, "%s", e.text).ptr;
    const char *broken = laws_check(a, &x.delta);
    if (!broken && f->kinds == EDIT_SOURCE && x.delta.n_changes)
        broken = "S: a page written in another way shows a change";
    if (!broken)
        broken = order_check(a, &x.delta, ORDER_LETTERS);
    if (!broken && str_eq(p->old, p->new) && x.delta.n_changes)
        broken = "S: the same page twice shows a change";
    if (!broken && x.new.n_words % 4 == 0) /* of some pairs: it takes as long as all other laws */
        broken = try_choice(a, &x.delta);
    struct laws_marked words = laws_marked(&x.delta);
    sum->marked += words.marked, sum->least += words.least;
    return broken;
}

static void test_family(const struct family *f, uint64_t first, uint64_t only, struct laws_marked *all)
{
    struct laws_marked sum = { 0 };
    unsigned failed = 0, pairs = only ? f->pairs : ROUNDS(f->pairs);

    for (uint64_t seed = first; seed < first + pairs; seed++) {
        AUTO(arena) a = { 0 };

        if (only && seed != only)
            continue;
        struct pages p = make_pair(&a, f, seed);
        const char *broken = try_pair(&a, f, &p, &sum);
        if (only)
            print_pair(&p);
        if (broken && ++failed <= 5)
            printf("# seed %llu: %s\n", (unsigned long long)seed, broken);
    }
    ok(!failed, "%u pairs, %s: the laws hold", pairs, f->name);
    if (!f->counted || !sum.least)
        return;
    printf("# %s: %.4f of the least number of words are marked\n", f->name, (double)sum.marked / (double)sum.least);
    all->marked += sum.marked, all->least += sum.least;
}

int main(void)
{
    const char *seed = getenv("LAWS_SEED");
    struct laws_marked all = { 0 };
    uint64_t only = 0, first = 1;

    if (seed)
        str_number(str_of(seed), UINT64_MAX, &only);
    for (size_t k = 0; k < ARRAY_LEN(families); k++) {
        test_family(&families[k], first, only, &all);
        first += families[k].pairs;
    }
    if (!only)
        ok(all.marked <= all.least * 1.05, "at most 1.05 of the least number of words are marked: %.4f",
           (double)all.marked / (double)all.least);
    return tap_done();
}
