/* The six metrics; see metrics.h. The phases of IED are in ied.c.
 *
 * In: two texts as symbols. Out: struct metrics.
 * The way: words are counted once for COS, WD and IED; one LCS serves ED, IED and SH, since a shingle inside a kept run is in both texts
 * and need not be looked up. Shingles are compared by a rolling hash of 62 bits (Karp, Rabin 1987): 100,000 different ones are
 * taken for one another with a chance of 10^-9.
 * Cost: O(m + n + symbols) beside the LCS. */
#include "compare/metrics.h"

#include <math.h>

#include "base/utf8.h"
#include "base/vec.h"

static double within(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* A word's weight from how many pages have it. */
static double weight_of(double pages, double with)
{
    return log((1 + pages) / (1 + with)) + 1;
}

struct vectors {
    double product, square[2];
};

static void add_word(struct vectors *v, const struct tally *t, double weight)
{
    double old = weight * t->count[0], new = weight * t->count[1];

    v->product += old * new;
    v->square[0] += old * old;
    v->square[1] += new *new;
}

static struct vectors pair_vectors(const struct text_pair *pair)
{
    const double in_one = weight_of(2, 1), in_both = weight_of(2, 2);
    struct vectors v = { 0 };

    for (uint32_t w = 0; w < pair->n_symbols; w++) {
        const struct tally *t = &pair->tally[w];
        if (t->count[0] | t->count[1])
            add_word(&v, t, t->count[0] && t->count[1] ? in_both : in_one);
    }
    return v;
}

static struct vectors corpus_vectors(const struct text_pair *pair, const struct symbols *symbols, const struct corpus *corpus)
{
    struct vectors v = { 0 };

    for (uint32_t w = 0; w < pair->n_symbols; w++) {
        const struct tally *t = &pair->tally[w];
        if (!(t->count[0] | t->count[1]))
            continue;
        uint32_t with = corpus->pages_with(corpus, symbols_hash(symbols, w));
        add_word(&v, t, weight_of(corpus->n_pages, MIN(with, corpus->n_pages)));
    }
    return v;
}

/* COS; no rounding may make equal bags of words differ. */
static double compare_vectors(const struct vectors *v, bool same)
{
    if (same)
        return 0;
    if (v->square[0] == 0 || v->square[1] == 0)
        return 1;
    return within(1 - v->product / (sqrt(v->square[0]) * sqrt(v->square[1])));
}

/* Words that both have, each as often as both have it. */
static uint64_t common_words(const struct text_pair *pair)
{
    uint64_t common = 0;

    for (uint32_t w = 0; w < pair->n_symbols; w++)
        common += MIN(pair->tally[w].count[0], pair->tally[w].count[1]);
    return common;
}

/* The set of shingles by their hashes, open addressing; the two lowest bits of a place say who has it, 0: nobody. */
struct shingles {
    uint64_t *place;
    uint64_t mask;
    int shift;
    uint64_t all, both;
};

enum { HAS_OLD = 1, HAS_NEW = 2, HAS_BOTH = 3 };

static void shingles_open(struct shingles *s, struct arena *a, uint64_t n)
{
    int log = 4;

    while ((2ull << log) < 3 * n)
        log++;
    *s = (struct shingles){ .mask = (1ull << log) - 1, .shift = 64 - log };
    s->place = NEW_ARRAY(a, uint64_t, (size_t)1 << log);
}

static inline void shingles_add(struct shingles *s, uint64_t hash, unsigned who)
{
    uint64_t key = hash & ~3ull, at = hash >> s->shift;

    while ((s->place[at] & 3) && (s->place[at] & ~3ull) != key)
        at = (at + 1) & s->mask;
    unsigned had = s->place[at] & 3, has = had | who;
    s->all += had == 0;
    s->both += had != HAS_BOTH && has == HAS_BOTH;
    s->place[at] = key | has;
}

/* One bit of a symbol reaches all of its hash (the finalizer of MurmurHash3, Appleby). */
static inline uint64_t scatter(uint32_t symbol)
{
    uint64_t x = symbol + 0x9e3779b97f4a7c15u;

    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
    return x ^ (x >> 33);
}

#define ROLL 0xd6e8feb86659fd93u /* odd, with bits all over */

/* A window of k words that wraps at the end: the sum of scatter(word i) x ROLL^(k-1-i). */
struct window {
    const struct text *text;
    uint32_t first, next; /* word that leaves, word that comes */
    uint64_t hash;
    uint64_t top; /* ROLL^(k-1) */
};

static void window_open(struct window *w, const struct text *text, uint32_t k)
{
    *w = (struct window){ .text = text, .top = 1 };
    for (uint32_t i = 0; i < k; i++) {
        w->hash = w->hash * ROLL + scatter(text->symbol[w->next]);
        w->next = w->next + 1 == text->n ? 0 : w->next + 1;
        w->top *= i ? ROLL : 1;
    }
}

static inline void window_step(struct window *w)
{
    const uint32_t *symbol = w->text->symbol;

    w->hash = (w->hash - scatter(symbol[w->first++]) * w->top) * ROLL + scatter(symbol[w->next]);
    w->next = w->next + 1 == w->text->n ? 0 : w->next + 1;
}

/* All shingles of one side. Those inside a kept run are in both texts: the old side enters them so, the new side leaves them out. */
static void add_shingles(struct shingles *s, const struct text *text, const struct runs *kept, bool old, uint32_t k)
{
    const struct run *run = kept->item, *end = run + kept->n;
    struct window w;

    if (text->n == 0)
        return;
    window_open(&w, text, k);
    for (uint32_t i = 0; i < text->n; i++, window_step(&w)) {
        while (run < end && (old ? run->a : run->b) + run->n < i + (uint64_t)k)
            run++;
        bool inside = run < end && (old ? run->a : run->b) <= i;
        if (old)
            shingles_add(s, w.hash, inside ? HAS_BOTH : HAS_OLD);
        else if (!inside)
            shingles_add(s, w.hash, HAS_NEW);
    }
}

/* At most how many there are. */
static uint64_t shingles_most(const struct text text[2], const struct runs *kept, uint32_t k)
{
    uint64_t n = (uint64_t)text[0].n + text[1].n;

    for (uint32_t r = 0; r < kept->n; r++)
        n -= kept->item[r].n < k ? 0 : kept->item[r].n - k + 1;
    return n;
}

static double compare_shingles(const struct text text[2], const struct runs *kept, uint32_t k)
{
    AUTO(arena) scratch = { 0 };
    struct shingles s;

    shingles_open(&s, &scratch, shingles_most(text, kept, k));
    add_shingles(&s, &text[0], kept, true, k);
    add_shingles(&s, &text[1], kept, false, k);
    return s.all ? 1 - (double)s.both / (double)s.all : 0;
}

static bool same_words(const struct text text[2])
{
    return text[0].n == text[1].n && (text[0].n == 0 || memcmp(text[0].symbol, text[1].symbol, text[0].n * sizeof(uint32_t)) == 0);
}

/* All but BW, of texts that differ. */
static void compare_texts(const struct symbols *symbols, const struct text text[2], const struct metrics_options *o,
                          struct metrics *m)
{
    AUTO(arena) scratch = { 0 };
    struct tally *tally = ied_tally(&scratch, text[0], text[1], symbols->n);
    struct text_pair pair = { { text[0], text[1] }, tally, symbols->n };
    uint64_t words = (uint64_t)text[0].n + text[1].n, common = common_words(&pair);
    struct vectors v = o->corpus ? corpus_vectors(&pair, symbols, o->corpus) : pair_vectors(&pair);
    struct runs kept;

    m->cos = compare_vectors(&v, 2 * common == words);
    m->wd = (double)(words - 2 * common) / (double)words;
    sequence_match(&scratch, text[0].symbol, text[0].n, text[1].symbol, text[1].n, &kept);
    m->lcs = kept.common;
    m->exact = kept.exact;
    m->ed = (double)(words - 2 * (uint64_t)kept.common) / (double)words;
    m->sh = compare_shingles(text, &kept, o->shingle);
    ied_operations(&pair, &kept, o->cost, &m->operations);
    m->extended_edit_distance = ied_distance(&m->operations, o->cost);
    m->ied = within(m->extended_edit_distance / MAX(text[0].n, text[1].n));
}

void metrics_of_texts(const struct symbols *symbols, const struct text text[2], bool same_bytes, const struct metrics_options *o,
                      struct metrics *out)
{
    *out = (struct metrics){
        .bw = !same_bytes,
        .words_old = text[0].n,
        .words_new = text[1].n,
        .lcs = text[0].n,
        .exact = true,
        .from_corpus = o->corpus != NULL,
    };
    if (!same_words(text))
        compare_texts(symbols, text, o, out);
}

/* The visible words of a page, without atoms. */
static struct text words_of_page(struct arena *a, const struct page *p)
{
    uint32_t *symbol = NEW_ARRAY_RAW(a, uint32_t, (size_t)p->n_words + 1), n = 0;

    for (uint32_t w = 0; w < p->n_words; w++) {
        symbol[n] = p->symbol[w];
        n += !(p->word[w].flags & (WORD_ATOM | WORD_HIDDEN));
    }
    return (struct text){ symbol, n };
}

struct text metrics_split(struct arena *a, struct symbols *symbols, struct str text)
{
    VEC(uint32_t) words = { 0 };
    const char *at = text.ptr, *end = text.ptr + text.len, *start = at;

    while (at < end) {
        uint32_t character;
        unsigned len = utf8_next(at, end, &character);
        bool space = char_class(character) == CHAR_SPACE;
        if (space && start < at)
            *VEC_ADD(a, &words) = symbols_add(symbols, str_span(start, at));
        at += len;
        if (space)
            start = at;
    }
    if (start < end)
        *VEC_ADD(a, &words) = symbols_add(symbols, str_span(start, end));
    return (struct text){ words.item, words.n };
}

/* The characters of a page that are no markup, piece by piece. */
struct reader {
    const struct page *page;
    uint32_t node;   /* the next one to look at */
    struct str rest; /* of the one at hand */
};

static bool reader_more(struct reader *r)
{
    const struct dom *dom = &r->page->dom;

    for (; r->rest.len == 0 && r->node < dom->n; r->node++)
        if (dom->node[r->node].kind == NODE_TEXT && !(r->page->flags[r->node] & NODE_HIDDEN))
            r->rest = node_text(&dom->node[r->node]);
    return r->rest.len > 0;
}

static bool same_text(const struct page *old, const struct page *new)
{
    struct reader a = { .page = old }, b = { .page = new };

    if (str_eq(old->bytes, new->bytes))
        return true;
    for (;;) {
        bool more_a = reader_more(&a), more_b = reader_more(&b);
        if (!more_a || !more_b)
            return more_a == more_b;
        size_t len = MIN(a.rest.len, b.rest.len);
        if (memcmp(a.rest.ptr, b.rest.ptr, len) != 0)
            return false;
        a.rest = str_sub(a.rest, len, a.rest.len);
        b.rest = str_sub(b.rest, len, b.rest.len);
    }
}

void metrics_of_pages(const struct page *old, const struct page *new, const struct metrics_options *o, struct metrics *out)
{
    AUTO(arena) scratch = { 0 };
    struct text text[2] = { words_of_page(&scratch, old), words_of_page(&scratch, new) };

    metrics_of_texts(old->dom.symbols, text, same_text(old, new), o, out);
}
