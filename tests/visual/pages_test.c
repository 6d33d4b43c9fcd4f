/* The simulator over pages as they are: what was done to their blocks is found again, and the delta leads both ways. Pages written for
 * this test, then real ones where there are any. */
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "segment/block.h"
#include "tests/property/series.h"
#include "tests/tap.h"
#include "tests/visual/vidocs.h"
#include "visual/simulate.h"
#include "visual/vidiff.h"

enum { SEEDS = 3, OWN_SEEDS = 20 };

struct score {
    struct agreement agreement;
    uint32_t n, applied, reversed;
};

static bool leads_to(const struct vixml *from, const struct videlta *d, const struct vixml *to)
{
    AUTO(arena) a = { 0 };
    struct vixml made;
    struct err e = { 0 };
    return videlta_apply(&a, from, d, &made, &e) == 0 && vixml_state(&made) == vixml_state(to);
}

static void try_page(struct str html, uint64_t seeds, struct score *score)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct layout layout;
    struct blocks blocks;
    struct vixml old;
    struct err e = { 0 };
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = html }, STR(""), &page, &e)
        || layout_estimate(&a, &page, &layout, &e) || segment_page(&a, &page, &layout, BLOCK_PDOC, &blocks, &e)
        || vixml_build(&a, &blocks, STR("1"), &old, &e))
        return;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        struct vixml new;
        struct videlta truth, found, inverse;
        simulate(&a, &old, &(struct simulate_options){ 0.1, 0.1, 0.1, 0.1, 0.1, seed }, &new, &truth);
        vidiff(&a, &old, &new, &(struct vidiff_options){ VI_SAME_NAME }, &found);
        agree(&truth, &found, &score->agreement);
        videlta_invert(&a, &found, &inverse);
        score->applied += leads_to(&old, &found, &new);
        score->reversed += leads_to(&new, &inverse, &old);
        score->n++;
    }
}

static void judge(const char *what, const struct score *s, double content)
{
    const struct agreement *g = &s->agreement;
    printf("# %s: content precision %.4f recall %.4f of %u; structure precision %.4f recall %.4f of %u\n", what,
           (double)g->content_both / g->content_found, (double)g->content_both / g->content_true, g->content_true,
           (double)g->structure_both / g->structure_found, (double)g->structure_both / g->structure_true, g->structure_true);
    ok(s->n && s->applied == s->n && s->reversed == s->n, "%s: %u deltas lead there and back", what, s->n);
    ok(g->structure_both >= 0.95 * g->structure_found && g->structure_both >= 0.95 * g->structure_true, "%s: structure", what);
    ok(g->content_both >= content * g->content_found && g->content_both >= content * g->content_true, "%s: content", what);
}

/* Sections of cards that all look alike, a menu and a footer. */
static struct str own_page(struct arena *a, unsigned kind)
{
    static const char *const word[] = { "river",   "bridge",  "market", "school", "garden",
                                        "harbour", "council", "winter", "music",  "bread" };
    AUTO(buf) b = BUF(MIB(1));
    struct str out = STR("");
    buf_add(&b, STR("<title>Town</title><header><h1>Town news</h1></header><nav><ul>"));
    for (unsigned i = 0; i < 8; i++)
        buf_addf(&b, "<li><a href='/m%u'>%s menu %u</a></li>", i, word[i], i);
    buf_add(&b, STR("</ul></nav><main>"));
    for (unsigned i = 0; i < 12 + 6 * kind; i++) {
        const char *one = word[i % 10], *two = word[(i * 3 + kind) % 10], *three = word[(i * 7 + 2) % 10];
        buf_addf(&b, "<section><h2>The %s and the %s %u</h2>", one, two, i);
        for (unsigned k = 0; k < 1 + (i + kind) % 3; k++)
            buf_addf(
                &b,
                "<p>On day %u the %s of the %s was told that %s number %u costs %u more than before, and nobody near the %s said a word "
                "about it. <a href='/s%u-%u'>More of story %u-%u</a></p>",
                i * 31 + k, one, two, three, k * 17 + i, i * i + k, one, i, k, i, k);
        if (i % 4 == kind % 4)
            buf_addf(&b, "<ul><li><a href='/a%u'>first of %u</a></li><li><a href='/b%u'>second of %u</a></li></ul>", i, i, i, i);
        buf_add(&b, STR("</section>"));
    }
    buf_add(&b, STR("</main><footer><p>Printed by the town, with all rights.</p><a href='/imprint'>Imprint</a></footer>"));
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static void try_file(const char *path, struct score *score)
{
    AUTO(arena) a = { 0 };
    struct str bytes;
    struct err e;
    if (io_read(&a, path, LIMIT_PAGE_BYTES, &bytes, &e) == 0)
        try_page(bytes, SEEDS, score);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct score own = { 0 }, real = { 0 };
    for (unsigned kind = 0; kind < 4; kind++)
        try_page(own_page(&a, kind), OWN_SEEDS, &own);
    judge("pages of ours", &own, 0.99);
    struct str folder = find_corpus(&a), *series;
    uint32_t n = folder.len ? list_folder(&a, folder.ptr, &series) : 0;
    for (uint32_t i = 0; i < n; i += STEP) {
        struct str *page;
        uint32_t n_pages = is_folder(series[i].ptr) ? list_folder(&a, series[i].ptr, &page) : 0;
        if (n_pages && str_ends(page[0], STR(".html")))
            try_file(page[0].ptr, &real);
    }
    if (n)
        judge("real pages", &real, 0.99);
    else
        skip("given data: there are no page histories beside this checkout, and WEFT_CORPUS names none");
    return tap_done();
}
