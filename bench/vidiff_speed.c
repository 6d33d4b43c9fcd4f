/* Vi-DIFF of a page's Vi-XML at 10 % change of each kind: vidiff_speed FILE.html...
 *
 * For each page: its Vi-XML, a simulated new version, then how long comparing takes in memory, with reading both documents, and with
 * writing the delta; beside them parsing the page, so that the figures are ratios of one run. CPU of the fastest of many turns. */
#include "base/io.h"
#include "base/limits.h"
#include "bench/measure.h"
#include "visual/simulate.h"
#include "visual/vidiff.h"
#include "segment/block.h"

enum { TURNS = 200, SEEDS = 5 };

struct subject {
    struct str html, old_text, new_text;
    struct vixml *old, new;
};

static int prepare(struct arena *a, struct subject *s, struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct page *page = NEW(a, struct page);
    struct layout layout;
    struct blocks blocks;
    struct parse_source source = { .bytes = s->html };
    symbols_open(symbols, a);
    s->old = NEW(a, struct vixml);
    if (page_read(a, symbols, &source, STR(""), page, e) || layout_estimate(a, page, &layout, e)
        || segment_page(a, page, &layout, BLOCK_PDOC, &blocks, e) || vixml_build(a, &blocks, STR("1"), s->old, e))
        return e->code;
    return 0;
}

static struct str text_of(struct arena *a, const struct vixml *x)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    vixml_write(x, &out);
    return arena_str(a, buf_str(&out));
}

enum what { PARSE, COMPARE, READ, WRITE, WHATS };

static double once(const struct subject *s, enum what what, size_t *bytes)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct vixml old = *s->old, new = s->new;
    struct videlta d;
    struct err e = { 0 };
    double start = cpu_us();
    if (what == PARSE) {
        struct symbols symbols;
        struct dom dom;
        struct parse_source source = { .bytes = s->html };
        symbols_open(&symbols, &a);
        return parse_page(&a, &symbols, &source, &dom, &e) ? 0 : cpu_us() - start;
    }
    if (what == READ && (vixml_read(&a, s->old_text, &old, &e) || vixml_read(&a, s->new_text, &new, &e)))
        return 0;
    vidiff(&a, &old, &new, &(struct vidiff_options){ VI_SAME_NAME }, &d);
    if (what == WRITE)
        videlta_write(&d, &out);
    double took = cpu_us() - start;
    if (what == WRITE)
        *bytes = out.len;
    return took;
}

static void measure(const char *path)
{
    AUTO(arena) a = { 0 };
    struct subject s;
    struct err e = { 0 };
    struct videlta truth;
    double sum[WHATS] = { 0 };
    size_t bytes = 0, n_changes = 0;
    if (io_read(&a, path, LIMIT_PAGE_BYTES, &s.html, &e) || prepare(&a, &s, &e)) {
        printf("# %s\n", e.text);
        return;
    }
    s.old_text = text_of(&a, s.old);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        simulate(&a, s.old, &(struct simulate_options){ 0.1, 0.1, 0.1, 0.1, 0, seed }, &s.new, &truth);
        s.new_text = text_of(&a, &s.new);
        n_changes += truth.n_changes;
        for (enum what what = PARSE; what < WHATS; what++) {
            double best = 1e18;
            for (int turn = 0; turn < TURNS; turn++) {
                double took = once(&s, what, &bytes);
                best = MIN(best, took);
            }
            sum[what] += best / SEEDS;
        }
    }
    printf("%zu %zu %u %u %zu %.1f %.1f %.1f %.1f %zu\n", s.html.len, s.old_text.len, s.old->n, s.old->n_items, n_changes / SEEDS,
           sum[PARSE], sum[COMPARE], sum[READ], sum[WRITE], bytes);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        measure(argv[i]);
    return 0;
}
