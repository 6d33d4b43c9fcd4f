/* What the simulator did to real pages, found again by Vi-DIFF: vidiff_pages SEED FILE.html...
 *
 * For each page and three seeds from SEED on: 10 % of each operation on content and on blocks. One line for each page:
 *
 *     FILE  content: true found both  structure: true found both  applied reversed of
 *
 * With VIDIFF_PAGES_SHOW set every operation that only one side has is printed too. */
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "segment/block.h"
#include "tests/visual/vidocs.h"
#include "visual/simulate.h"
#include "visual/vidiff.h"

enum { SEEDS = 3 };

static int document_of(struct arena *a, const char *path, struct vixml *out, struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct page *page = NEW(a, struct page);
    struct layout layout;
    struct blocks blocks;
    struct parse_source source = { 0 };
    symbols_open(symbols, a);
    if (io_read(a, path, LIMIT_PAGE_BYTES, &source.bytes, e) || page_read(a, symbols, &source, STR(""), page, e)
        || layout_estimate(a, page, &layout, e) || segment_page(a, page, &layout, BLOCK_PDOC, &blocks, e)
        || vixml_build(a, &blocks, STR("1"), out, e))
        return e->code;
    return 0;
}

static bool leads_to(const struct vixml *from, const struct videlta *d, const struct vixml *to)
{
    AUTO(arena) a = { 0 };
    struct vixml made;
    struct err e = { 0 };
    return videlta_apply(&a, from, d, &made, &e) == 0 && vixml_state(&made) == vixml_state(to);
}

static void show(const char *side, const struct vi_structure *s)
{
    printf("# %s %s %.*s > %.*s", side, vi_structure_name[s->op], STR_ARG(s->from), STR_ARG(s->to));
    for (uint32_t i = 0; i < s->n_parts; i++)
        printf(" [%.*s]", STR_ARG(s->part[i]));
    printf("\n");
}

static bool has(const struct videlta *d, const struct vi_structure *wanted)
{
    for (uint32_t i = 0; i < d->n_structure; i++)
        if (d->structure[i].cause == VIXML_NONE && structure_key(&d->structure[i]) == structure_key(wanted))
            return true;
    return false;
}

static void show_change(const char *side, const struct vi_change *c)
{
    printf("# %s %s %s %.*s > %.*s: '%.60s' <%.60s> > '%.60s' <%.60s>\n", side, vi_op_name[c->op], vi_kind_name[c->kind],
           STR_ARG(c->from), STR_ARG(c->to), c->old.name.len ? c->old.name.ptr : "", c->old.address.len ? c->old.address.ptr : "",
           c->new.name.len ? c->new.name.ptr : "", c->new.address.len ? c->new.address.ptr : "");
}

static bool has_change(const struct videlta *d, const struct vi_change *wanted)
{
    for (uint32_t i = 0; i < d->n_changes; i++)
        if (d->change[i].cause == VIXML_NONE && change_key(&d->change[i]) == change_key(wanted))
            return true;
    return false;
}

static void show_missing(const char *side, const struct videlta *from, const struct videlta *in)
{
    for (uint32_t i = 0; i < from->n_structure; i++)
        if (from->structure[i].cause == VIXML_NONE && !has(in, &from->structure[i]))
            show(side, &from->structure[i]);
    for (uint32_t i = 0; i < from->n_changes; i++)
        if (from->change[i].cause == VIXML_NONE && !has_change(in, &from->change[i]))
            show_change(side, &from->change[i]);
}

static int try_page(const char *path, uint64_t first, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct vixml old;
    struct agreement g = { 0 };
    uint32_t applied = 0, reversed = 0;
    if (document_of(&a, path, &old, e))
        return e->code;
    for (uint64_t seed = first; seed < first + SEEDS; seed++) {
        struct vixml new;
        struct videlta truth, found, inverse;
        simulate(&a, &old, &(struct simulate_options){ 0.1, 0.1, 0.1, 0.1, 0.1, seed }, &new, &truth);
        vidiff(&a, &old, &new, &(struct vidiff_options){ VI_SAME_NAME }, &found);
        agree(&truth, &found, &g);
        applied += leads_to(&old, &found, &new);
        videlta_invert(&a, &found, &inverse);
        reversed += leads_to(&new, &inverse, &old);
        if (getenv("VIDIFF_PAGES_SHOW")) {
            printf("# %s seed %llu, %u blocks\n", path, (unsigned long long)seed, old.n);
            show_missing("false", &found, &truth);
            show_missing("missed", &truth, &found);
        }
    }
    printf("%s %u %u %u %u %u %u %u %u %u\n", path, g.content_true, g.content_found, g.content_both, g.structure_true,
           g.structure_found, g.structure_both, applied, reversed, SEEDS);
    return 0;
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    for (int i = 2; i < argc; i++) {
        struct err e = { 0 };
        if (try_page(argv[i], seed, &e))
            fprintf(stderr, "%s: %s\n", argv[i], e.text);
    }
    return 0;
}
