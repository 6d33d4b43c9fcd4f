/* Times and memory of the stages: stages OLD NEW [SECONDS]
 *
 * Out: lines "NAME VALUE". Each stage works on both pages; its figure is the CPU time in microseconds of its fastest run, since
 * noise only ever adds. The stages take turns, so that a machine that slows down slows all of them. Every run is a process of its
 * own that has used no memory yet, as in the program: an allocator warm for one and cold for another would decide the ratio.
 *   lexbor   bare parse of both pages, as in parse_only       compare  compare_pages() on the two models
 *   parse    parse_page(): the flat tree                      show     show_delta(), the merged page
 *   page     page_read(): parse and model                     hash     XXH3 over both files
 *   same     pair_show() for the counts of two equal files
 * and in bytes for each byte of HTML:
 *   model_bytes     what page_read() takes of its arena for both pages, and the HTML itself, which the model points into
 *   resident_bytes  what the process grew by, with all that allocators keep
 * Cost: SECONDS of CPU (default 2). */
#include <lexbor/html/html.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/io.h"
#include "base/limits.h"
#include "bench/measure.h"
#include "cli/pair.h"
#include "page/page.h"

enum stage { LEXBOR, PARSE, PAGE, COMPARE, SHOW, HASH, SAME, STAGES };
static const char *const names[] = { "lexbor", "parse", "page", "compare", "show", "hash", "same" };

struct bench {
    struct str html[2];
    struct str copy; /* the bytes of html[0] at another place */
    double best[STAGES];
    double model_bytes, resident_bytes;
    uint64_t sum; /* of results that nobody else reads: without a reader there would be nothing to compute */
};

static _Noreturn void fail(const struct err *e)
{
    fprintf(stderr, "stages: %s\n", e->text);
    exit(2);
}

static void note(struct bench *b, enum stage stage, double since)
{
    double us = cpu_us() - since;
    if (b->best[stage] == 0 || us < b->best[stage])
        b->best[stage] = us;
}

static void run_lexbor(struct bench *b)
{
    double since = cpu_us();
    for (int i = 0; i < 2; i++) {
        lxb_html_document_t *document = lxb_html_document_create();
        if (!document || lxb_html_document_parse(document, (const lxb_char_t *)b->html[i].ptr, b->html[i].len) != LXB_STATUS_OK)
            fail(&(struct err){ .text = "lexbor failed" });
        lxb_html_document_destroy(document);
    }
    note(b, LEXBOR, since);
}

static void run_parse(struct bench *b)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct symbols symbols;
    struct dom dom;
    struct err e;
    double since = cpu_us();
    symbols_open(&symbols, &a);
    for (int i = 0; i < 2; i++) {
        if (parse_page(&a, &symbols, &(struct parse_source){ .bytes = b->html[i] }, &dom, &e))
            fail(&e);
    }
    note(b, PARSE, since);
}

static void read_pages(struct bench *b, struct arena *a, struct symbols *symbols, struct page *page)
{
    struct err e;
    symbols_open(symbols, a);
    for (int i = 0; i < 2; i++) {
        if (page_read(a, symbols, &(struct parse_source){ .bytes = b->html[i] }, STR(""), &page[i], &e))
            fail(&e);
    }
}

static void run_rest(struct bench *b)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct symbols symbols;
    struct page page[2];
    struct delta delta;
    struct err e;
    double since = cpu_us();
    read_pages(b, &a, &symbols, page);
    note(b, PAGE, since);
    b->model_bytes = (double)(a.used_bytes + b->html[0].len + b->html[1].len);
    since = cpu_us();
    if (compare_pages(&a, &page[0], &page[1], &delta, &e))
        fail(&e);
    note(b, COMPARE, since);
    since = cpu_us();
    if (show_delta(&a, &delta, &(struct show_options){ .format = SHOW_MERGED }, &out, &e) || buf_check(&out, &e))
        fail(&e);
    note(b, SHOW, since);
    b->sum += out.len;
}

/* The last two are over in microseconds: each process looks several times, or it would see but its own first steps. */
enum { LOOKS = 16 };

static void run_hash(struct bench *b)
{
    for (int look = 0; look < LOOKS; look++) {
        double since = cpu_us();
        b->sum += hash_str(b->html[0]) ^ hash_str(b->html[1]);
        note(b, HASH, since);
    }
}

static void look_same(struct bench *b)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct page_pair pair = { .old = b->html[0], .new = b->copy };
    struct counts counts;
    struct err e;
    double since = cpu_us();
    if (pair_show(&a, &pair, &(struct show_options){ .format = SHOW_TEXT }, NULL, &counts, &e))
        fail(&e);
    note(b, SAME, since);
    b->sum += counts_changes(&counts);
}

static void run_same(struct bench *b)
{
    for (int look = 0; look < LOOKS; look++)
        look_same(b);
}

static double resident(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%*u %lu", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* What the parser took is given back to the system first, as far as it goes. */
static void measure_resident(struct bench *b)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct symbols symbols;
    struct page page[2];
    double before = resident();
    read_pages(b, &a, &symbols, page);
    malloc_trim(0);
    b->resident_bytes = resident() - before + (double)(b->html[0].len + b->html[1].len);
}

/* In a process of its own; *b is shared with it. */
static void apart(struct bench *b, void (*run)(struct bench *))
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        run(b);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status)
        fail(&(struct err){ .text = "a run failed" });
}

static double children_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    const struct timeval *user = &usage.ru_utime, *system = &usage.ru_stime;
    return (double)(user->tv_sec + system->tv_sec) + (double)(user->tv_usec + system->tv_usec) / 1e6;
}

static void measure(struct bench *b, double seconds)
{
    enum { TURNS = 5 };
    static void (*const runs[])(struct bench *) = { run_lexbor, run_parse, run_rest, run_hash, run_same };
    apart(b, measure_resident);
    for (unsigned turn = 0; turn < TURNS || children_seconds() < seconds; turn++) {
        for (size_t i = 0; i < ARRAY_LEN(runs); i++)
            apart(b, runs[i]);
    }
}

int main(int argc, char **argv)
{
    AUTO(arena) a = { 0 };
    struct err e;
    struct bench *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b == MAP_FAILED || argc < 3)
        fail(&(struct err){ .text = "give two files" });
    for (int i = 0; i < 2; i++) {
        if (io_read(&a, argv[1 + i], LIMIT_PAGE_BYTES, &b->html[i], &e))
            fail(&e);
    }
    b->copy = arena_str(&a, b->html[0]);
    measure(b, argc > 3 ? strtod(argv[3], NULL) : 2);
    for (int i = 0; i < STAGES; i++)
        printf("%s %.1f\n", names[i], b->best[i]);
    double html_bytes = (double)(b->html[0].len + b->html[1].len);
    printf("model_bytes %.2f\nresident_bytes %.2f\n", b->model_bytes / html_bytes, b->resident_bytes / html_bytes);
    return 0;
}
