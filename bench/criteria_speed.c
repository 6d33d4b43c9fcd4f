/* Speed and memory of the metrics: criteria_speed OLD NEW [SECONDS]
 *
 * Out: lines "NAME VALUE". Times are the CPU time in microseconds of the fastest of many runs that take turns; noise only ever adds.
 *   lexbor, metrics   bare parse of both pages, and all six metrics of them
 *   plain-S, ied-S    IED of two texts of 8,192 words with half of them changed: by the textbook's table of common lengths and the walk
 *                     back through it, and by sequence_match(); the phases behind both are the same. S is how the half was changed:
 *                     replace (by new words), move (reversed), mixed (words of the same vocabulary, here and there)
 *   bytes-N           what the process grows by for each word at the most, while two texts of N words are measured
 * Cost: SECONDS (default 2), and some for the plain tables. */
#include <lexbor/html/html.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "bench/criteria_make.h"
#include "bench/measure.h"
#include "compare/metrics.h"

enum { WORDS = CRITERIA_WORDS_MAX, VOCABULARY = 2000, PLAIN_RUNS = 3, IED_RUNS = 60 };

static _Noreturn void fail(const char *words)
{
    fprintf(stderr, "criteria_speed: %s\n", words);
    exit(2);
}

static void note(double *best, double since)
{
    double us = cpu_us() - since;

    if (*best == 0 || us < *best)
        *best = us;
}

static double run_lexbor(const struct str html[2])
{
    double since = cpu_us(), best = 0;

    for (int i = 0; i < 2; i++) {
        lxb_html_document_t *document = lxb_html_document_create();
        if (!document || lxb_html_document_parse(document, (const lxb_char_t *)html[i].ptr, html[i].len) != LXB_STATUS_OK)
            fail("lexbor failed");
        lxb_html_document_destroy(document);
    }
    note(&best, since);
    return best;
}

static void bench_pages(const struct str html[2], double seconds)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct metrics_options o = METRICS_DEFAULT;
    double lexbor = 0, metrics = 0, until = cpu_us() + 1e6 * seconds;
    struct symbols symbols;
    struct page page[2];
    struct metrics m;
    struct err e;

    symbols_open(&symbols, &a);
    for (int i = 0; i < 2; i++)
        if (page_read(&a, &symbols, &(struct parse_source){ .bytes = html[i] }, STR(""), &page[i], &e))
            fail(e.text);
    while (cpu_us() < until) {
        double parse = run_lexbor(html), since = cpu_us();
        metrics_of_pages(&page[0], &page[1], &o, &m);
        note(&metrics, since);
        lexbor = lexbor == 0 ? parse : MIN(lexbor, parse);
    }
    printf("lexbor %.1f\nmetrics %.1f\n", lexbor, metrics);
}

/* Half of the words are others of the vocabulary, or gone, or have one more beside them. */
static void make_mixed(struct criteria_pair *p, uint32_t n)
{
    struct random r = { 11 };

    p->n_old = n;
    p->n_new = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t what = random_below(&r, 6);
        p->old[i] = 1 + random_below(&r, VOCABULARY);
        if (what != 0)
            p->new[p->n_new++] = what == 1 ? 1 + random_below(&r, VOCABULARY) : p->old[i];
        if (what == 2)
            p->new[p->n_new++] = 1 + random_below(&r, VOCABULARY);
    }
}

/* The textbook's way: the whole table, then the walk back, as runs of one word. */
static void plain_match(struct arena *a, const struct text text[2], struct runs *out)
{
    uint32_t m = text[0].n, n = text[1].n, length;
    size_t wide = (size_t)n + 1;
    uint16_t *table = NEW_ARRAY(a, uint16_t, (m + 1) * wide);

    for (uint32_t i = 1; i <= m; i++)
        for (uint32_t j = 1; j <= n; j++) {
            uint16_t up = table[(i - 1) * wide + j], left = table[i * wide + j - 1];
            bool equal = text[0].symbol[i - 1] == text[1].symbol[j - 1];
            table[i * wide + j] = equal ? (uint16_t)(table[(i - 1) * wide + j - 1] + 1) : MAX(up, left);
        }
    length = table[m * wide + n];
    *out = (struct runs){ NEW_ARRAY(a, struct run, length + 1), length, length, true };
    for (uint32_t i = m, j = n, k = length; k > 0;) {
        if (text[0].symbol[i - 1] == text[1].symbol[j - 1])
            out->item[--k] = (struct run){ --i, --j, 1 };
        else if (table[(i - 1) * wide + j] >= table[i * wide + j - 1])
            i--;
        else
            j--;
    }
}

static double run_ied(const struct text text[2], bool plain, uint32_t *lcs)
{
    AUTO(arena) a = { 0 };
    double since = cpu_us(), best = 0;
    struct text_pair pair = { { text[0], text[1] }, ied_tally(&a, text[0], text[1], 2 * WORDS + 1), 2 * WORDS + 1 };
    struct operations operations;
    struct runs kept;

    if (plain)
        plain_match(&a, text, &kept);
    else
        sequence_match(&a, text[0].symbol, text[0].n, text[1].symbol, text[1].n, &kept);
    ied_operations(&pair, &kept, (struct costs){ 0.75, 0.75 }, &operations);
    note(&best, since);
    *lcs = kept.common;
    return best;
}

static void bench_ied(const char *name, const struct criteria_pair *p)
{
    struct text text[2] = { { p->old, p->n_old }, { p->new, p->n_new } };
    double plain = 0, ied = 0;
    uint32_t plain_lcs, lcs;

    for (unsigned i = 0; i < IED_RUNS; i++) {
        double us = run_ied(text, false, &lcs);
        ied = i ? MIN(ied, us) : us;
        if (i >= PLAIN_RUNS)
            continue;
        us = run_ied(text, true, &plain_lcs);
        plain = i ? MIN(plain, us) : us;
        if (lcs != plain_lcs)
            fail("the two ways differ");
    }
    printf("plain-%s %.1f\nied-%s %.1f\n", name, plain, name, ied);
}

/* In a process of its own, whose largest size is then known. A twentieth of the words is changed. */
static void bench_memory(uint32_t n)
{
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        fail("fork failed");
    if (child == 0) {
        AUTO(arena) a = { 0 };
        struct metrics_options o = METRICS_DEFAULT;
        struct random r = { 5 };
        struct symbols symbols;
        struct metrics m;
        struct rusage before, after;
        uint32_t *old = NEW_ARRAY(&a, uint32_t, n), *new = NEW_ARRAY(&a, uint32_t, n);
        symbols_open(&symbols, &a);
        for (uint32_t i = symbols.n; i <= VOCABULARY; i++)
            symbols_add(&symbols, arena_printf(&a, "w%u", i));
        for (uint32_t i = 0; i < n; i++) {
            old[i] = 1 + random_below(&r, VOCABULARY);
            new[i] = random_below(&r, 20) ? old[i] : 1 + random_below(&r, VOCABULARY);
        }
        getrusage(RUSAGE_SELF, &before);
        metrics_of_texts(&symbols, (struct text[2]){ { old, n }, { new, n } }, false, &o, &m);
        getrusage(RUSAGE_SELF, &after);
        printf("bytes-%u %.1f\n", n, (double)(after.ru_maxrss - before.ru_maxrss) * 1024 / (2.0 * n));
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    AUTO(arena) a = { 0 };
    struct criteria_pair *p = NEW(&a, struct criteria_pair);
    struct str html[2];
    struct err e;

    bench_memory(1u << 15);
    bench_memory(1u << 18);
    if (argc < 3)
        fail("give two files");
    if (io_read(&a, argv[1], LIMIT_PAGE_BYTES, &html[0], &e) || io_read(&a, argv[2], LIMIT_PAGE_BYTES, &html[1], &e))
        fail(e.text);
    bench_pages(html, argc > 3 ? strtod(argv[3], NULL) : 2);
    criteria_make(CRITERIA_REPLACE, WORDS, WORDS / 2, p);
    bench_ied("replace", p);
    criteria_make(CRITERIA_MOVE, WORDS, WORDS / 2, p);
    bench_ied("move", p);
    make_mixed(p, WORDS);
    bench_ied("mixed", p);
    return 0;
}
