/* How well blocks meet those that people marked: segment_score FILE...
 *
 * In: pages whose elements carry data-block="1" or "2" where a person saw a block (Kreuzer et al., ICWE 2015). The marks are read here
 * alone; the segmentation does not know them.
 * Out: one line for each page: NAME, then for each PDoC from 1 to 10 the scores at the top level (blocks marked 1) and at the deepest
 * (the innermost mark), and how many leaves there are.
 * The score is BCubed's F over characters (Amigo et al.): for leaves i and marked blocks j with n_ij characters in common,
 * P = sum n_ij^2 / a_i / all, R = sum n_ij^2 / b_j / all. Characters that are in no marked block are no part of it. */
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/map.h"
#include "segment/block.h"

enum { PDOC_MAX = 10 };

static _Noreturn void fail(const struct err *e)
{
    fprintf(stderr, "segment_score: %s\n", e->text);
    exit(2);
}

/* By node: the element that marks the block it is in, or NONE. */
static uint32_t *truth(struct arena *a, const struct page *p, bool deepest)
{
    uint32_t *mark = NEW_ARRAY(a, uint32_t, p->dom.n);

    for (uint32_t i = 0; i < p->dom.n; i++) {
        struct str value;
        mark[i] = i ? mark[p->dom.node[i].parent] : NONE;
        if (p->dom.node[i].kind == NODE_ELEMENT && dom_attr(&p->dom, i, STR("data-block"), &value)
            && (deepest || str_eq(value, STR("1"))))
            mark[i] = i;
    }
    return mark;
}

static double chars_of(const struct page *p, uint32_t node)
{
    double chars = 0;

    for (uint32_t w = p->first_word[node]; w < p->first_word[node + 1]; w++)
        chars += p->word[w].flags & (WORD_HIDDEN | WORD_ATOM) ? 0 : p->word[w].len;
    return chars;
}

static double bcubed(const struct page *p, const uint32_t *mark, const uint32_t *leaf)
{
    AUTO(arena) a = { 0 };
    double *in_leaf = NEW_ARRAY(&a, double, p->dom.n + 1), *in_mark = NEW_ARRAY(&a, double, p->dom.n);
    double *both = NEW_ARRAY(&a, double, p->dom.n), all = 0, precision = 0, recall = 0;
    uint32_t *pair_leaf = NEW_ARRAY(&a, uint32_t, p->dom.n), *pair_mark = NEW_ARRAY(&a, uint32_t, p->dom.n), n = 0;
    struct map pairs;

    map_open(&pairs, &a, 64);
    for (uint32_t i = 0; i < p->dom.n; i++) {
        double chars = p->dom.node[i].kind == NODE_TEXT && mark[i] != NONE ? chars_of(p, i) : 0;
        uint32_t own = leaf[i] == NONE ? p->dom.n : leaf[i], *at;

        if (chars <= 0)
            continue;
        at = map_slot(&pairs, (uint64_t)own << 32 | mark[i], n);
        if (*at == n) {
            pair_leaf[n] = own;
            pair_mark[n++] = mark[i];
        }
        both[*at] += chars;
        in_leaf[own] += chars;
        in_mark[mark[i]] += chars;
        all += chars;
    }
    for (uint32_t k = 0; k < n; k++) {
        precision += both[k] * both[k] / in_leaf[pair_leaf[k]];
        recall += both[k] * both[k] / in_mark[pair_mark[k]];
    }
    return all > 0 ? 2 * precision * recall / (precision + recall) / all : -1;
}

static void score_page(const char *path)
{
    AUTO(arena) a = { 0 };
    struct parse_source source = { 0 };
    struct symbols symbols;
    struct layout layout;
    struct page page;
    struct err e = { 0 };

    symbols_open(&symbols, &a);
    if (io_read(&a, path, LIMIT_PAGE_BYTES, &source.bytes, &e) || page_read(&a, &symbols, &source, STR(""), &page, &e)
        || layout_estimate(&a, &page, &layout, &e))
        fail(&e);
    uint32_t *top = truth(&a, &page, false), *deep = truth(&a, &page, true), *leaf = NEW_ARRAY(&a, uint32_t, page.dom.n);
    printf("%s", path);
    for (unsigned pdoc = 0; pdoc <= PDOC_MAX; pdoc++) {
        struct blocks blocks;
        uint32_t n = 0;

        if (segment_page(&a, &page, &layout, pdoc, &blocks, &e))
            fail(&e);
        for (uint32_t i = 0; i < page.dom.n; i++)
            leaf[i] = block_of_node(&blocks, i);
        for (uint32_t i = 0; i < blocks.n; i++)
            n += block_is_leaf(&blocks, i);
        printf(" %.4f/%.4f/%u", bcubed(&page, top, leaf), bcubed(&page, deep, leaf), n);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        score_page(argv[i]);
    return 0;
}
