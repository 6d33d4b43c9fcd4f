/* HiSh against the direct computation of the same shingles, for bench/fragments: fragments_hash FILE...
 *
 * For each page a line: bytes of its text, nodes of its AF tree, hashes of HiSh, hashes of every node by itself, the same for every node of
 * the paper's tree (which keeps wrappers and texts as nodes), and the nanoseconds of CPU that HiSh and the direct computation take, each
 * the least of many runs that take turns. Ends badly where the two do not give the same shingles. */
#include <math.h>

#include "base/io.h"
#include "base/limits.h"
#include "bench/measure.h"
#include "fragment/af.h"

enum { TURNS = 15 };

static const struct shingle_options options = SHINGLE_DEFAULT;

static void hish(struct af *t)
{
    AUTO(arena) own = { 0 };
    struct err e;
    must(af_shingle(&own, t, &options, 0, &e), &e);
}

/* The slow twin of tests/fragment/af_test.c. */
static uint64_t direct(const struct af *t, uint64_t *out)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < t->n; i++)
        sum += shingle_direct(&options, af_value(t, i), out);
    return sum;
}

static void check(struct arena *a, struct af *t, uint64_t *out)
{
    struct err e;
    must(af_shingle(a, t, &options, 0, &e), &e);
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t n = shingle_direct(&options, af_value(t, i), out);
        struct shingles got = af_shingles(t, i);
        must(got.n != n || memcmp(got.item, out, n * sizeof *out) != 0, &(struct err){ .text = "other shingles than directly" });
    }
}

static void measure(const char *path)
{
    AUTO(arena) a = { 0 };
    struct parse_source source = { .bytes = { 0 } };
    struct symbols symbols;
    struct page page;
    struct af tree;
    struct err e;
    uint64_t out[SHINGLE_SAMPLE_MAX], hashes = 0, sum = 0;
    double best[2] = { INFINITY, INFINITY };

    must(io_read(&a, path, LIMIT_PAGE_BYTES, &source.bytes, &e), &e);
    symbols_open(&symbols, &a);
    must(page_read(&a, &symbols, &source, STR(""), &page, &e), &e);
    must(af_build(&a, &page, &tree, &e), &e);
    check(&a, &tree, out);
    for (uint32_t i = 0; i < tree.n; i++)
        hashes += shingle_cost(&options, af_bytes(&tree, i));
    struct af copy = tree;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        double start = cpu_us();
        hish(&copy);
        double middle = cpu_us();
        sum += direct(&tree, out);
        double end = cpu_us();
        best[0] = MIN(best[0], middle - start);
        best[1] = MIN(best[1], end - middle);
    }
    must(sum == 0 && tree.n > 0, &(struct err){ .text = "no shingles at all" });
    printf("%zu %u %llu %llu %llu %.0f %.0f\n", tree.text.len, tree.n, (unsigned long long)tree.n_hashes,
           (unsigned long long)hashes, (unsigned long long)tree.n_hashes_direct, best[0] * 1e3, best[1] * 1e3);
}

int main(int argc, char **argv)
{
    must(argc < 2, &(struct err){ .text = "usage: fragments_hash FILE..." });
    for (int i = 1; i < argc; i++)
        measure(argv[i]);
    return 0;
}
