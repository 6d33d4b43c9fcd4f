/* The layout source `cached` on real page histories: for every two versions that follow each other, the blocks from memory are those of a
 * fresh segmentation, whether the structure is equal or not. One point for each series, and one for what it saved. */
#include "base/io.h"
#include "base/limits.h"
#include "tests/property/series.h"
#include "tests/segment/same.h"
#include "tests/tap.h"

static struct {
    unsigned pairs, equal, filled, in_part;
} count;

static const struct page *load(struct arena *a, struct symbols *symbols, const char *path)
{
    struct parse_source source = { .bytes = { 0 } };
    struct page *p = NEW(a, struct page);

    return io_read(a, path, LIMIT_PAGE_BYTES, &source.bytes, NULL) || page_read(a, symbols, &source, STR(""), p, NULL) ? NULL : p;
}

static const char *check_pair(struct arena *a, const char *old_path, const char *new_path)
{
    struct symbols symbols;
    struct segment_result again = { .n_cut = 0 };
    const struct page *old, *new;
    const char *broken;
    bool filled = false;

    symbols_open(&symbols, a);
    if (!(old = load(a, &symbols, old_path)) || !(new = load(a, &symbols, new_path)))
        return "it cannot be read";
    broken = check_memory(a, old, new, &filled, &again);
    count.pairs++;
    count.equal += old->structure[0] == new->structure[0];
    count.filled += filled;
    count.in_part += !filled && again.n_reused > 0;
    return broken;
}

int main(void)
{
    if (check_corpus(check_pair))
        ok(count.filled * 4 > count.equal * 3,
           "of %u pairs %u have one structure; %u were filled without a layout, %u cut again in part", count.pairs, count.equal,
           count.filled, count.in_part);
    return tap_done();
}
