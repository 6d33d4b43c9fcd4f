/* The six metrics: the paper's examples, its criteria (Figs. 7 and 8), laws on random texts, and plain twins. */
#include "compare/metrics.h"

#include <math.h>

#include "bench/criteria_make.h"
#include "tests/tap.h"

enum { PAIRS = 4000, TWIN_WORDS = 60 };

struct words {
    uint32_t n, word[2 * TWIN_WORDS];
};

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-12;
}

/* A table whose symbol i is a word for each i from 1 to n. */
static void number_symbols(struct symbols *s, struct arena *a, uint32_t n)
{
    symbols_open(s, a);
    for (uint32_t i = s->n; i <= n; i++)
        symbols_add(s, arena_printf(a, "w%u", i));
}

static struct metrics measure_split(const char *old, const char *new, const struct metrics_options *o)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct metrics m;

    symbols_open(&symbols, &a);
    struct text text[2] = { metrics_split(&a, &symbols, str_of(old)), metrics_split(&a, &symbols, str_of(new)) };
    metrics_of_texts(&symbols, text, str_eq(str_of(old), str_of(new)), o, &m);
    return m;
}

static void test_examples(void)
{
    struct metrics_options o = METRICS_DEFAULT;
    struct metrics m = measure_split("w1 w2 w3 w4", "w1 w2 w3 w4 w2 w3", &o);

    ok(near(m.wd, 0.2) && near(m.ed, 0.2), "section 2: two words copied, WD and ED are 0.2");
    m = measure_split("w1 w2 w3 w4", "w1 w2 w3 w4 w5 w6", &o);
    ok(near(m.wd, 0.2) && near(m.ed, 0.2), "section 2: two words added, WD and ED are 0.2");
    o.shingle = 3;
    m = measure_split("w1 w2 w3 w4 w5", "w1 w2 w3 w6 w5", &o);
    ok(near(m.sh, 0.75), "section 2: one word replaced, 3-shingling is 0.75");
    m = measure_split("w1 w2 w3 w4 w5", "w2 w3 w1 w4 w5", &o);
    ok(near(m.sh, 1), "section 2: one word moved, 3-shingling is 1");
    o.cost = (struct costs){ .copy = 0.4, .move = 0.9 };
    m = measure_split("w1 w2 w2 w2 w3 w3 w4 w5 w2", "w3 w1 w4 w2 w3 w5 w5 w6 w6 w7", &o);
    ok(near(m.extended_edit_distance, 5.7) && near(m.ied, 0.57), "Example 1: distance 5.7, IED 0.57");
    ok(m.lcs == 4 && m.words_old == 9 && m.words_new == 10 && m.exact && !m.from_corpus, "and what stands beside it");
}

static bool all_are(const struct metrics *m, double value)
{
    return m->bw == value && m->cos == value && m->wd == value && m->ed == value && m->sh == value && m->ied == value;
}

static void test_edges(void)
{
    struct metrics_options o = METRICS_DEFAULT;
    struct metrics m = measure_split("", "", &o);

    ok(all_are(&m, 0) && m.exact, "two empty texts are equal");
    m = measure_split("a b", "", &o);
    ok(all_are(&m, 1) && m.operations.drop == 2, "all gone");
    m = measure_split("", "a b", &o);
    ok(all_are(&m, 1) && m.operations.add == 2, "all new");
    m = measure_split("a b", "c d", &o);
    ok(all_are(&m, 1) && m.operations.replace == 2, "all replaced");
    m = measure_split("a b c", "a b c", &o);
    ok(all_are(&m, 0) && m.lcs == 3, "nothing changed");
    m = measure_split("a b c", "a  b c", &o);
    ok(m.bw == 1 && m.ied == 0, "BW sees a blank more, IED does not");
    m = measure_split("a b c", "a a a", &o);
    ok(m.extended_edit_distance == 3.5 && m.ied == 1,
       "IED is at most 1, where the phases count more than the longer text has words");
    o.shingle = 7;
    m = measure_split("a b c", "b c a", &o);
    ok(m.sh == 0, "shingles longer than the text wrap: a rotation has the same ones");
    m = measure_split("a b a b", "a b", &o);
    ok(m.sh == 0, "and so has a repetition");
    o.shingle = 1;
    m = measure_split("a b c", "c b a d", &o);
    ok(near(m.sh, 0.25), "shingles of one word are the words");
    m = measure_split("\xef\xbb\xbf"
                      "one\ttwo\r\nthree\xc2\xa0"
                      "four\xe2\x80\x83",
                      "one two three four", &o);
    ok(m.words_old == 4 && m.ied == 0, "white space of all kinds cuts words");
}

/* Texts of numbers against the criterion; what each figure must show is counted by the caller. */
struct figure {
    struct arena arena;
    struct symbols symbols;
    struct criteria_pair *pair;
};

static struct metrics measure_change(struct figure *f, enum criteria_kind kind, uint32_t n, uint32_t x)
{
    struct metrics_options o = METRICS_DEFAULT;
    struct metrics m;

    criteria_make(kind, n, x, f->pair);
    struct text text[2] = { { f->pair->old, f->pair->n_old }, { f->pair->new, f->pair->n_new } };
    metrics_of_texts(&f->symbols, text, x == 0, &o, &m);
    return m;
}

/* The operation that a kind of change is. */
static uint32_t count_kind(const struct operations *o, enum criteria_kind kind)
{
    const uint32_t count[CRITERIA_KINDS] = { o->add, o->copy, o->drop, o->shrink, o->replace, o->move };

    return count[kind];
}

struct verdict {
    double worst;               /* distance of IED from the criterion */
    bool counted, order, blind; /* x operations of that kind; ED = WD but under move; COS = WD = 0 under move */
};

static void judge(struct verdict *v, const struct metrics *m, enum criteria_kind kind, uint32_t n, uint32_t x)
{
    bool move = kind == CRITERIA_MOVE;

    v->worst = fmax(v->worst, fabs(m->ied - criteria_value(kind, n, x)));
    v->counted &= count_kind(&m->operations, kind) == x;
    v->order &= x == 0 || (m->ed != m->wd) == move;
    v->blind &= !move || (m->cos == 0 && m->wd == 0);
}

static void tell(const struct verdict *v, enum criteria_kind kind, const char *figure)
{
    const char *name = criteria_names[kind];

    ok(v->worst < 0.01, "%s, %s: IED is the criterion (%g off)", figure, name, v->worst);
    ok(v->counted, "%s, %s: all changed words are counted so", figure, name);
    ok(v->order, "%s, %s: ED and WD %s", figure, name, kind == CRITERIA_MOVE ? "differ" : "are the same");
    ok(v->blind, "%s, %s: COS and WD do not see order", figure, name);
}

static void test_criteria(void)
{
    struct figure f = { .arena = { 0 } };

    f.pair = NEW(&f.arena, struct criteria_pair);
    number_symbols(&f.symbols, &f.arena, 2 * CRITERIA_WORDS_MAX);
    for (enum criteria_kind kind = 0; kind < CRITERIA_KINDS; kind++) {
        struct verdict v = { 0, true, true, true };
        for (uint32_t x = 0; x <= criteria_most(kind, 1000); x += x % 50 ? 23 : 27) {
            struct metrics m = measure_change(&f, kind, 1000, x);
            judge(&v, &m, kind, 1000, x);
        }
        struct metrics last = measure_change(&f, kind, 1000, criteria_most(kind, 1000));
        judge(&v, &last, kind, 1000, criteria_most(kind, 1000));
        tell(&v, kind, "Fig. 7");
    }
    for (enum criteria_kind kind = 0; kind < CRITERIA_KINDS; kind++) {
        struct verdict v = { 0, true, true, true };
        double before = 1, first = 0;
        bool falls = true;
        for (uint32_t n = 4; n <= CRITERIA_WORDS_MAX; n *= 2) {
            struct metrics m = measure_change(&f, kind, n, n / 4);
            judge(&v, &m, kind, n, n / 4);
            falls &= m.sh <= before;
            before = m.sh;
            first = n == 4 ? m.sh : first;
        }
        tell(&v, kind, "Fig. 8");
        ok(falls && first > before + 0.2, "Fig. 8, %s: 10SH grows more sensitive as pages shrink (%g to %g)", criteria_names[kind],
           before, first);
    }
    arena_drop(&f.arena);
}

static uint32_t times(const struct words *text, uint32_t word)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < text->n; i++)
        n += text->word[i] == word;
    return n;
}

/* Equations 1 to 4, each straight from its definition. */
static double plain_cos(const struct words *old, const struct words *new, uint32_t alphabet)
{
    double product = 0, a = 0, b = 0;

    for (uint32_t w = 1; w <= alphabet; w++) {
        double pages = (times(old, w) > 0) + (times(new, w) > 0), weight = log(3 / (1 + pages)) + 1;
        product += weight * times(old, w) * weight * times(new, w);
        a += pow(weight * times(old, w), 2);
        b += pow(weight * times(new, w), 2);
    }
    return a + b == 0 ? 0 : a == 0 || b == 0 ? 1 : 1 - product / (sqrt(a) * sqrt(b));
}

static double plain_wd(const struct words *old, const struct words *new, uint32_t alphabet)
{
    uint32_t common = 0;

    for (uint32_t w = 1; w <= alphabet; w++)
        common += MIN(times(old, w), times(new, w));
    return old->n + new->n ? 1 - 2.0 * common / (old->n + new->n) : 0;
}

static uint32_t plain_length(const struct words *old, const struct words *new)
{
    static uint32_t table[2 * TWIN_WORDS + 1][2 * TWIN_WORDS + 1];

    for (uint32_t i = 1; i <= old->n; i++)
        for (uint32_t j = 1; j <= new->n; j++) {
            uint32_t skip = MAX(table[i - 1][j], table[i][j - 1]);
            table[i][j] = old->word[i - 1] == new->word[j - 1] ? table[i - 1][j - 1] + 1 : skip;
        }
    return table[old->n][new->n];
}

static bool same_shingle(const struct words *a, uint32_t i, const struct words *b, uint32_t j, uint32_t k)
{
    for (uint32_t s = 0; s < k; s++)
        if (a->word[(i + s) % a->n] != b->word[(j + s) % b->n])
            return false;
    return true;
}

/* Whether `text` has, before place `end`, the shingle that stands at i in `from`. */
static bool has_shingle(const struct words *text, uint32_t end, const struct words *from, uint32_t i, uint32_t k)
{
    for (uint32_t j = 0; j < end; j++)
        if (same_shingle(text, j, from, i, k))
            return true;
    return false;
}

static double plain_sh(const struct words *old, const struct words *new, uint32_t k)
{
    uint32_t n_old = 0, n_new = 0, both = 0;

    for (uint32_t i = 0; i < old->n; i++) {
        if (has_shingle(old, i, old, i, k))
            continue;
        n_old++;
        both += has_shingle(new, new->n, old, i, k);
    }
    for (uint32_t i = 0; i < new->n; i++)
        n_new += !has_shingle(new, i, new, i, k);
    return n_old + n_new ? 1 - (double)both / (n_old + n_new - both) : 0;
}

static void make_pair(struct random *r, struct words *old, struct words *new, uint32_t alphabet)
{
    old->n = random_below(r, TWIN_WORDS);
    new->n = 0;
    for (uint32_t i = 0; i < old->n; i++)
        old->word[i] = 1 + random_below(r, alphabet);
    uint32_t rate = 1 + random_below(r, 20), from = old->n ? random_below(r, old->n) : 0;
    for (uint32_t i = 0; i < old->n; i++) {
        uint32_t what = random_below(r, rate), at = rate % 2 ? i : (i + from) % old->n;
        if (what != 0)
            new->word[new->n++] = old->word[at];
        if (what <= 1)
            new->word[new->n++] = 1 + random_below(r, alphabet);
    }
}

static bool in_range(const struct metrics *m)
{
    const double value[] = { m->bw, m->cos, m->wd, m->ed, m->sh, m->ied };

    for (size_t i = 0; i < ARRAY_LEN(value); i++)
        if (!(value[i] >= 0 && value[i] <= 1))
            return false;
    return true;
}

static bool symmetric(const struct metrics *m, const struct metrics *back)
{
    return m->bw == back->bw && near(m->cos, back->cos) && m->wd == back->wd && m->ed == back->ed && m->sh == back->sh
           && m->lcs == back->lcs;
}

static void test_twins(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct random r = { 99 };
    struct words old, new;
    uint32_t n_range = 0, n_symmetric = 0, n_cos = 0, n_wd = 0, n_ed = 0, n_sh = 0;

    number_symbols(&symbols, &a, TWIN_WORDS);
    for (uint32_t i = 0; i < PAIRS; i++) {
        struct metrics_options o = METRICS_DEFAULT;
        struct metrics m, back;
        uint32_t alphabet = 1 + random_below(&r, TWIN_WORDS);
        o.shingle = 1 + random_below(&r, i % 4 ? 6 : 90);
        make_pair(&r, &old, &new, alphabet);
        struct text text[2] = { { old.word, old.n }, { new.word, new.n } }, swapped[2] = { text[1], text[0] };
        metrics_of_texts(&symbols, text, false, &o, &m);
        metrics_of_texts(&symbols, swapped, false, &o, &back);
        double words = old.n + new.n;
        n_range += in_range(&m) && in_range(&back);
        n_symmetric += symmetric(&m, &back);
        n_cos += fabs(m.cos - plain_cos(&old, &new, alphabet)) < 1e-9;
        n_wd += near(m.wd, plain_wd(&old, &new, alphabet));
        n_ed += near(m.ed, words > 0 ? 1 - 2 * plain_length(&old, &new) / words : 0);
        n_sh += near(m.sh, plain_sh(&old, &new, o.shingle));
    }
    eq_int(n_range, PAIRS, "all values lie between 0 and 1");
    eq_int(n_symmetric, PAIRS, "BW, COS, WD, ED and SH are symmetric");
    eq_int(n_cos, PAIRS, "COS is that of the plain twin");
    eq_int(n_wd, PAIRS, "WD too");
    eq_int(n_ed, PAIRS, "ED too");
    eq_int(n_sh, PAIRS, "SH too, wherever shingles wrap");
}

/* An archive of 10 pages: "the" is in all of them, other words are in none. */
static uint32_t pages_with(const struct corpus *c, uint64_t word)
{
    return word == hash_str(STR("the")) ? c->n_pages + 5 : 0;
}

static void test_corpus(void)
{
    struct corpus corpus = { .n_pages = 10, .pages_with = pages_with };
    struct metrics_options o = METRICS_DEFAULT;
    double rare = log(11) + 1;

    o.corpus = &corpus;
    struct metrics m = measure_split("the cat", "the dog", &o);
    ok(m.from_corpus && near(m.cos, 1 - 1 / (1 + rare * rare)), "COS takes an archive's frequencies, and says so");
    o.corpus = NULL;
    m = measure_split("the cat", "the dog", &o);
    ok(!m.from_corpus && near(m.cos, 1 - 1 / (1 + pow(log(1.5) + 1, 2))), "else those of the two texts");
}

static struct metrics measure_pages(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    struct metrics_options o = METRICS_DEFAULT;
    struct symbols symbols;
    struct page page[2];
    struct metrics m = { 0 };
    struct err e;

    symbols_open(&symbols, &a);
    for (unsigned i = 0; i < 2; i++) {
        struct parse_source source = { .bytes = str_of(i ? new : old) };
        if (page_read(&a, &symbols, &source, STR(""), &page[i], &e))
            return m;
    }
    metrics_of_pages(&page[0], &page[1], &o, &m);
    return m;
}

static void test_pages(void)
{
    struct metrics m = measure_pages("<p class=x>One <b>two</b> three.<script>a()</script><!-- c -->",
                                     "<p>One two <i>three</i>.<script>b()</script>");

    ok(all_are(&m, 0) && m.words_old == 4, "markup, scripts and comments are left out");
    m = measure_pages("<p>One two.<img src=a.png>", "<p>One two.<img src=b.png><br>");
    ok(all_are(&m, 0), "pictures are no words");
    m = measure_pages("<p>One two.", "<p>One  two.");
    ok(m.bw == 1 && m.wd == 0 && m.ied == 0, "a blank more is seen by BW alone");
    m = measure_pages("<p>One two.", "<p>One two.<p>Three.");
    ok(m.bw == 1 && m.operations.add == 1 && m.operations.copy == 1, "more text behind is seen by BW too");
    m = measure_pages("<p>One two.<p hidden>secret", "<p>One two.<p hidden>other");
    ok(all_are(&m, 0), "what is hidden is left out");
    m = measure_pages("<p>One two three four", "<p>One two four three");
    ok(m.bw == 1 && m.wd == 0 && m.cos == 0 && m.ed == 0.25 && m.operations.move == 1, "a moved word");
    m = measure_pages("", "");
    ok(all_are(&m, 0), "two empty pages are equal");
    m = measure_pages("<p>One", "");
    ok(all_are(&m, 1), "a page that is emptied");
}

int main(void)
{
    test_examples();
    test_edges();
    test_criteria();
    test_twins();
    test_corpus();
    test_pages();
    return tap_done();
}
