/* What was simulated is found again, and deltas make one document of the other, both ways (section 7.2): 1,000 seeds over 20 pages. */
#include "visual/simulate.h"

#include "visual/vidiff.h"
#include "tests/visual/vidocs.h"
#include "tests/segment/documents.h"
#include "tests/tap.h"

enum { PAGES = 20, SEEDS = ROUNDS(1000) };

struct laws {
    uint32_t n, applied, reversed, read_again, truth_applied, valid;
    struct agreement agreement;
};

static bool leads_to(const struct vixml *from, const struct videlta *d, const struct vixml *to)
{
    AUTO(arena) a = { 0 };
    struct vixml made;
    struct err e = { 0 };
    if (videlta_apply(&a, from, d, &made, &e)) {
        printf("# %s\n", e.text);
        return false;
    }
    return vixml_state(&made) == vixml_state(to) && str_eq(written(&a, &made), written(&a, to));
}

static void try_seed(const struct vixml *old, const struct simulate_options *options, struct laws *laws)
{
    AUTO(arena) a = { 0 };
    struct vixml new;
    struct videlta truth, found, inverse, again;
    struct err e = { 0 };

    simulate(&a, old, options, &new, &truth);
    vidiff(&a, old, &new, &(struct vidiff_options){ VI_SAME_NAME }, &found);
    laws->n++;
    laws->valid += vixml_check(&new) == NULL;
    agree(&truth, &found, &laws->agreement);
    laws->applied += leads_to(old, &found, &new);
    laws->truth_applied += leads_to(old, &truth, &new);
    videlta_invert(&a, &found, &inverse);
    laws->reversed += leads_to(&new, &inverse, old);
    struct str text = delta_text(&a, &found);
    laws->read_again += !videlta_read(&a, text, &again, &e) && str_eq(delta_text(&a, &again), text) && leads_to(old, &again, &new);
}

static void try_all(const char *what, double share, double blocks, double structure_wanted)
{
    AUTO(arena) pages = { 0 };
    struct laws laws = { 0 };
    struct random r = { .state = 42 };
    struct vixml *page[PAGES];

    for (unsigned i = 0; i < PAGES; i++)
        page[i] = random_document(&pages, &r, 6 + 5 * i, 4 + i);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct simulate_options o = { share, share, share, share, blocks, seed };
        try_seed(page[seed % PAGES], &o, &laws);
    }
    const struct agreement *g = &laws.agreement;
    eq_int(laws.valid, laws.n, "every version is a document");
    eq_int(laws.applied, laws.n, "the delta makes the new document of the old");
    eq_int(laws.reversed, laws.n, "its inverse makes the old one of the new");
    eq_int(laws.read_again, laws.n, "written and read it is the same delta");
    eq_int(laws.truth_applied, laws.n, "so does the true delta");
    printf("# %s: content precision %.4f recall %.4f of %u; structure precision %.4f recall %.4f of %u\n", what,
           (double)g->content_both / g->content_found, (double)g->content_both / g->content_true, g->content_true,
           (double)g->structure_both / MAX(g->structure_found, 1u), (double)g->structure_both / MAX(g->structure_true, 1u),
           g->structure_true);
    if (blocks == 0) {
        ok(g->content_true > 0 && g->content_both == g->content_true && g->content_found == g->content_true,
           "%s: every operation on content is found, and no other", what);
        eq_int(g->structure_found, 0, "no block is said to have changed");
        return;
    }
    ok(share == 0 || (g->content_both >= 0.99 * g->content_true && g->content_both >= 0.99 * g->content_found), "%s: content",
       what);
    ok(g->structure_both >= structure_wanted * g->structure_true && g->structure_both >= structure_wanted * g->structure_found,
       "%s: structure", what);
}

static void test_seed(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { .state = 7 };
    struct vixml *page = random_document(&a, &r, 20, 8), one, two, three;
    struct simulate_options o = { 0.1, 0.1, 0.1, 0.1, 0.1, 5 };
    struct videlta truth;

    simulate(&a, page, &o, &one, &truth);
    simulate(&a, page, &o, &two, &truth);
    o.seed = 6;
    simulate(&a, page, &o, &three, &truth);
    ok(vixml_state(&one) == vixml_state(&two), "the same seed, the same version");
    ok(vixml_state(&one) != vixml_state(&three), "another seed, another one");
    simulate(&a, page, &(struct simulate_options){ .seed = 5 }, &one, &truth);
    eq_int(videlta_count(&truth), 0, "no shares, no operations");
    simulate(&a, document_of(&a, ""), &o, &one, &truth);
    eq_int(one.n, 1, "an empty document stays one");
}

int main(void)
{
    test_seed();
    try_all("10 % of each", 0.1, 0, 0);
    try_all("10 % of each, and of blocks", 0.1, 0.1, 0.95);
    try_all("blocks alone", 0, 0.1, 0.95);
    return tap_done();
}
