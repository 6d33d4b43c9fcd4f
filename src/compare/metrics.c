/* The six metrics; see metrics.h. IED's phases are in ied.c. */
#include "compare/metrics.h"

#include <math.h>

#include "base/map.h"

static double within(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* The idf of a word: log of the pages over the pages that have it, smoothed by one page that has every word, so that no weight is 0. */
static double weight_of(const struct symbols *symbols, uint32_t word, uint32_t in_pair, const struct corpus *corpus)
{
    double pages = corpus ? corpus->n_pages : 2;
    double with = corpus ? corpus->pages_with(corpus, symbols_hash(symbols, word)) : in_pair;

    return log((1 + pages) / (1 + with)) + 1;
}

static uint32_t *count_words(struct arena *scratch, struct text text, uint32_t n_symbols)
{
    uint32_t *count = NEW_ARRAY(scratch, uint32_t, n_symbols + 1);

    for (uint32_t i = 0; i < text.n; i++)
        count[text.symbol[i]]++;
    return count;
}

/* COS and WD: both see the texts as bags of words. */
static void compare_bags(const struct symbols *symbols, struct text old, struct text new, const struct corpus *corpus, struct metrics *m)
{
    AUTO(arena) scratch = { 0 };
    const uint32_t *a = count_words(&scratch, old, symbols->n), *b = count_words(&scratch, new, symbols->n);
    double product = 0, old_square = 0, new_square = 0;
    uint64_t common = 0;

    for (uint32_t w = 0; w < symbols->n; w++) {
        if (!a[w] && !b[w])
            continue;
        double weight = weight_of(symbols, w, (a[w] > 0) + (b[w] > 0), corpus);
        product += weight * a[w] * weight * b[w];
        old_square += weight * a[w] * weight * a[w];
        new_square += weight * b[w] * weight * b[w];
        common += MIN(a[w], b[w]);
    }
    bool same = common == old.n && common == new.n; /* no rounding may make equal bags differ */
    m->wd = old.n + new.n ? 1 - 2.0 * (double)common / ((double)old.n + new.n) : 0;
    m->cos = same ? 0 : old.n && new.n ? within(1 - product / (sqrt(old_square) * sqrt(new_square))) : 1;
    m->from_corpus = corpus != NULL;
}

/* The shingles of both texts by their hashes; how many there are, and how many are in both. */
struct shingles {
    struct map set; /* value: bit 1 for the old text, 2 for the new one */
    uint64_t all, both;
};

static void add_shingles(struct shingles *s, const struct symbols *symbols, struct text text, uint32_t k, uint32_t bit)
{
    for (uint32_t i = 0; i < text.n; i++) {
        uint64_t hash = k;
        for (uint32_t j = 0, at = i; j < k; j++, at = at + 1 == text.n ? 0 : at + 1)
            hash = hash_mix(hash, symbols_hash(symbols, text.symbol[at]));
        uint32_t *texts = map_slot(&s->set, hash, 0);
        s->all += *texts == 0;
        s->both += *texts + bit == 3;
        *texts |= bit;
    }
}

static double compare_shingles(const struct symbols *symbols, struct text old, struct text new, uint32_t k)
{
    AUTO(arena) scratch = { 0 };
    struct shingles s = { 0 };

    map_open(&s.set, &scratch, old.n + new.n);
    add_shingles(&s, symbols, old, k, 1);
    add_shingles(&s, symbols, new, k, 2);
    return s.all ? 1 - (double)s.both / (double)s.all : 0;
}

void metrics_of_texts(const struct symbols *symbols, struct text old, struct text new, bool same_bytes, const struct metrics_options *o,
                      struct metrics *out)
{
    struct metrics m = { .bw = !same_bytes, .words_old = old.n, .words_new = new.n };
    struct operations *op = &m.operations;
    double words = (double)old.n + new.n;

    compare_bags(symbols, old, new, o->corpus, &m);
    m.sh = compare_shingles(symbols, old, new, o->shingle);
    m.exact = metrics_operations(old, new, symbols->n, o, op, &m.lcs);
    m.ed = words > 0 ? (words - 2.0 * m.lcs) / words : 0;
    m.extended_edit_distance = (double)op->add + op->drop + op->replace + o->copy_cost * ((double)op->copy + op->shrink)
                               + o->move_cost * op->move;
    m.ied = words > 0 ? within(m.extended_edit_distance / MAX(old.n, new.n)) : 0;
    *out = m;
}

struct text metrics_words(struct arena *a, const struct page *p)
{
    uint32_t *symbol = NEW_ARRAY_RAW(a, uint32_t, p->n_words + 1), n = 0;

    for (uint32_t w = 0; w < p->n_words; w++)
        if (!(p->word[w].flags & (WORD_ATOM | WORD_HIDDEN)))
            symbol[n++] = p->symbol[w];
    return (struct text){ symbol, n };
}

void metrics_of_pages(const struct page *old, const struct page *new, const struct metrics_options *o, struct metrics *out)
{
    AUTO(arena) scratch = { 0 };

    metrics_of_texts(old->dom.symbols, metrics_words(&scratch, old), metrics_words(&scratch, new), str_eq(old->bytes, new->bytes), o, out);
}
