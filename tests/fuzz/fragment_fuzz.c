/* Bytes as pages of a site that is cut into fragments: ranges of the source nest as elements do, templates put together again are the
 * pages, shingles are those computed directly, and both ways of finding what pages share agree.
 *
 * The first byte says which elements are cut and how alike fragments must be; pages are parted by 0xff. */
#include <stdio.h>

#include "base/hash.h"
#include "fragment/esi.h"
#include "fragment/source.h"
#include "tests/fragment/site.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PAGES = 6 };

static _Noreturn void fail(const char *words)
{
    fprintf(stderr, "fragment_fuzz: %s\n", words);
    abort();
}

static void check_ranges(const struct page *p, const struct source_range *range)
{
    const struct node *node = p->dom.node;

    for (uint32_t i = 0; i < p->dom.n; i++) {
        if (range[i].to == 0)
            continue;
        if (node[i].kind != NODE_ELEMENT || range[i].from >= range[i].to || range[i].to > p->bytes.len
            || p->bytes.ptr[range[i].from] != '<')
            fail("a range that is none");
        for (uint32_t up = i; up;) { /* the nearest above it that has one */
            up = node[up].parent;
            if (range[up].to == 0)
                continue;
            if (range[up].from >= range[i].from || range[up].to < range[i].to)
                fail("an element that lies outside the one around it");
            break;
        }
        uint32_t next = node[i].end;
        if (next < p->dom.n && range[next].to && range[next].from < range[i].to)
            fail("an element that begins in the one before it");
    }
}

/* Every element that has a range, or some of them. */
static struct esi_cut *cuts_of(struct arena *a, const struct page *p, const struct source_range *range, unsigned every, uint32_t *n)
{
    VEC(struct esi_cut) list = { 0 };

    for (uint32_t i = 0; i < p->dom.n; i++) {
        if (range[i].to && i % every == 0)
            *VEC_ADD(a, &list) =
                (struct esi_cut){ range[i].from, range[i].to, hash_str(str_sub(p->bytes, range[i].from, range[i].to)), 60 };
    }
    *n = list.n;
    return list.item;
}

static void check_template(const struct esi *x, const struct esi_template *template, struct str page)
{
    AUTO(buf) again = BUF(1 << 24);

    if (template->n_cuts == 0 && !str_eq(template->bytes, page))
        fail("a page without a cut is another");
    if (template->n_cuts && (!esi_assemble(x, template->bytes, 1, &again) || !str_eq(buf_str(&again), page)))
        fail("what is put together is not the page");
}

static void check_shingles(struct arena *a, const struct page *p)
{
    struct shingle_options o = SHINGLE_DEFAULT;
    uint64_t direct[SHINGLE_SAMPLE_MAX];
    struct af t;
    struct err e;

    if (af_build(a, p, &t, &e) || af_shingle(a, &t, &o, 0, &e))
        fail(e.text);
    for (uint32_t i = 0; i < t.n; i++) {
        uint32_t n = shingle_direct(&o, af_value(&t, i), direct);
        struct shingles got = af_shingles(&t, i);
        if (got.n != n || memcmp(got.item, direct, n * sizeof *direct) != 0)
            fail("other shingles than computed directly");
    }
}

static void check_shared(struct arena *a, const struct pool *pool, double match)
{
    struct shared_options o = { .share = 2, .match = match };
    struct shared index, paper;
    struct err e;

    if (shared_find(a, pool, &o, &index, &e))
        fail(e.text);
    o.way = SHARED_PAPER;
    if (shared_find(a, pool, &o, &paper, &e))
        fail(e.text);
    if (index.n != paper.n || index.n_nodes != paper.n_nodes
        || (index.n_nodes && memcmp(index.node, paper.node, index.n_nodes * sizeof *index.node) != 0))
        fail("the index finds other fragments than the paper's way");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { 0 };
    unsigned how = size ? data[0] : 0, n = 0;
    struct str rest = { (const char *)data + (size > 0), size - (size > 0) }, page[PAGES];
    struct esi_template template[PAGES];
    struct shingle_options shingle = SHINGLE_DEFAULT;
    double match = (how >> 4) % 8 ? 0.3 + 0.09 * ((how >> 4) % 8) : 1;
    struct pool pool;
    struct esi x;
    struct err e;

    esi_open(&x, &a, STR("/f/"));
    pool_open(&pool, &a, &shingle, 10, match >= 1);
    for (bool more = true; more && n < PAGES; n++) {
        const char *mark = memchr(rest.ptr, 0xff, rest.len);
        uint32_t n_cuts;
        more = mark != NULL;
        page[n] = more ? str_span(rest.ptr, mark) : rest;
        rest = more ? str_span(mark + 1, rest.ptr + rest.len) : rest;
        struct page p = read_page(&a, page[n]);
        struct source_range *range = source_ranges(&a, &p);
        check_ranges(&p, range);
        struct esi_cut *cut = cuts_of(&a, &p, range, 1 + how % 4, &n_cuts);
        if (esi_page(&x, page[n], cut, n_cuts, &template[n], &e) || pool_add(&pool, &p, &e))
            fail(e.text);
        check_shingles(&a, &p);
    }
    for (unsigned i = 0; i < n; i++) /* also after others have used their files */
        check_template(&x, &template[i], page[i]);
    check_shared(&a, &pool, match);
    return 0;
}
