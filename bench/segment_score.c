/* How well blocks meet those that people marked: segment_score [--json] FILE...
 *
 * In: pages whose elements carry data-block="1" or "2" where a person saw a block (Kreuzer et al., ICWE 2015). The marks are read here
 * alone; the segmentation does not know them.
 * With --json the blocks of FILE are read from FILE.json in the folder we run in, as `weft segment --pdoc 10` has written them: NAME is
 * then the page's, its slashes as underscores. Else they are cut here, by the estimate.
 * Out: one line for each page: NAME, then for each PDoC from 0 (one block) to 10 the scores at the top level (blocks marked 1) and at the
 * deepest (the innermost mark), and how many leaves there are.
 * The score is BCubed's F over characters (Amigo et al.): for leaves i and marked blocks j with n_ij characters in common,
 * P = sum n_ij^2 / a_i / all, R = sum n_ij^2 / b_j / all. Characters that are in no marked block are no part of it. */
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/io.h"
#include "base/json_read.h"
#include "base/limits.h"
#include "base/map.h"
#include "page/paths.h"
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

/* Blocks of any origin, cut as finely as can be: coarser ones are the same tree, ended earlier. */
struct tree {
    uint32_t *parent, n;
    unsigned *doc;
    uint32_t *leaf; /* by node: its leaf, or NONE */
};

static void tree_of_page(struct arena *a, const struct page *page, struct tree *out, struct err *e)
{
    struct layout layout;
    struct blocks blocks;

    if (layout_estimate(a, page, &layout, e) || segment_page(a, page, &layout, PDOC_MAX, &blocks, e))
        fail(e);
    out->n = blocks.n;
    out->parent = NEW_ARRAY(a, uint32_t, blocks.n);
    out->doc = NEW_ARRAY(a, unsigned, blocks.n);
    for (uint32_t i = 0; i < blocks.n; i++) {
        out->parent[i] = blocks.block[i].parent;
        out->doc[i] = blocks.block[i].doc;
    }
    for (uint32_t i = 0; i < page->dom.n; i++)
        out->leaf[i] = block_of_node(&blocks, i);
}

static void own_nodes(const struct page *page, const struct map *paths, const struct json_value *nodes, uint32_t block,
                      struct tree *out)
{
    for (uint32_t k = 0; nodes && k < nodes->n; k++) {
        uint32_t *node = map_find(paths, hash_str(nodes->item[k].str));
        for (uint32_t i = node ? *node : NONE; node && i < page->dom.node[*node].end; i++)
            out->leaf[i] = block;
    }
}

static void tree_of_json(struct arena *a, const struct page *page, const char *path, struct tree *out, struct err *e)
{
    struct json_value root;
    struct str text, ref;
    struct paths all;
    struct map paths, refs;

    if (io_read(a, path, LIMIT_PAGE_BYTES, &text, e) || json_read(a, text, &root, e))
        fail(e);
    paths_open(&all, a, &page->dom);
    map_open(&paths, a, page->dom.n);
    for (uint32_t i = 0; i < page->dom.n; i++) {
        AUTO(buf) at = BUF(KIB(64));
        paths_add(&all, i, &at);
        map_slot(&paths, hash_str(buf_str(&at)), i);
    }
    const struct json_value *blocks = json_get(&root, STR("blocks"));
    out->n = blocks->n;
    out->parent = NEW_ARRAY(a, uint32_t, blocks->n);
    out->doc = NEW_ARRAY(a, unsigned, blocks->n);
    map_open(&refs, a, blocks->n);
    for (uint32_t i = 0; i < page->dom.n; i++)
        out->leaf[i] = NONE;
    for (uint32_t i = 0; i < blocks->n; i++) {
        uint64_t doc = 1;
        if (json_text(json_get(&blocks->item[i], STR("ref")), &ref))
            map_slot(&refs, hash_str(ref), i);
        if (json_text(json_get(&blocks->item[i], STR("parent")), &ref) && map_find(&refs, hash_str(ref)))
            out->parent[i] = *map_find(&refs, hash_str(ref));
        (void)json_whole(json_get(&blocks->item[i], STR("doc")), PDOC_MAX, &doc);
        out->doc[i] = (unsigned)doc;
        own_nodes(page, &paths, json_get(&blocks->item[i], STR("nodes")), i, out);
    }
}

static void score_tree(struct arena *a, const struct page *page, const struct tree *t)
{
    uint32_t *top = truth(a, page, false), *deep = truth(a, page, true), *leaf = NEW_ARRAY(a, uint32_t, page->dom.n);
    uint32_t *whole = NEW_ARRAY(a, uint32_t, t->n); /* by block: the one that stays whole and holds it */

    for (unsigned pdoc = 0; pdoc <= PDOC_MAX; pdoc++) {
        bool *used = NEW_ARRAY(a, bool, t->n);
        uint32_t n = 0;

        for (uint32_t i = 1; i < t->n; i++)
            whole[i] = t->doc[whole[t->parent[i]]] > pdoc ? whole[t->parent[i]] : i;
        for (uint32_t i = 0; i < page->dom.n; i++) {
            leaf[i] = t->leaf[i] == NONE ? NONE : whole[t->leaf[i]];
            if (leaf[i] != NONE && !used[leaf[i]]) {
                used[leaf[i]] = true;
                n++;
            }
        }
        printf(" %.4f/%.4f/%u", bcubed(page, top, leaf), bcubed(page, deep, leaf), n);
    }
}

static void score_page(const char *path, bool json)
{
    AUTO(arena) a = { 0 };
    struct parse_source source = { 0 };
    struct symbols symbols;
    struct tree tree;
    struct page page;
    struct err e = { 0 };
    struct str name = arena_str(&a, str_of(path));

    symbols_open(&symbols, &a);
    if (io_read(&a, path, LIMIT_PAGE_BYTES, &source.bytes, &e) || page_read(&a, &symbols, &source, STR(""), &page, &e))
        fail(&e);
    tree.leaf = NEW_ARRAY(&a, uint32_t, page.dom.n);
    for (char *at = (char *)name.ptr; *at; at++)
        *at = *at == '/' ? '_' : *at;
    if (json)
        tree_of_json(&a, &page, arena_printf(&a, "%s.json", name.ptr).ptr, &tree, &e);
    else
        tree_of_page(&a, &page, &tree, &e);
    printf("%s", path);
    score_tree(&a, &page, &tree);
    putchar('\n');
}

int main(int argc, char **argv)
{
    bool json = argc > 1 && str_eq(str_of(argv[1]), STR("--json"));

    for (int i = 1 + json; i < argc; i++)
        score_page(argv[i], json);
    return 0;
}
