/* What sentinels cost: sentinels_speed OLD NEW [SECONDS]
 *
 * Out: lines "NAME VALUE". In microseconds of CPU, the fastest of many runs that take turns:
 *   parse     parse_page() of both pages               all     every change type once on the pair, what they share made anew
 *   TYPE      each type alone, with what it needs      detect  one event through a graph of 10,000 sentinels, mean of 100,000
 * The comparison is made before: it is there whether or not a sentinel asks. Cost: SECONDS of CPU for the types (default 2). */
#include "base/io.h"
#include "base/limits.h"
#include "bench/measure.h"
#include "event/detector.h"
#include "event/types.h"

static const char *const types[] = { "any change",
                                     "links",
                                     "images",
                                     "words",
                                     "keywords(the, \"of the\", zebra)",
                                     "phrase \"one of the\"",
                                     "table 1",
                                     "list 1",
                                     "regex /\\d+([.,]\\d\\d)?/",
                                     "element \"p > a\"",
                                     "path \"html/body/*/p\"" };
static const char *const names[] = { "any",   "links", "images", "words",   "keywords", "phrase",
                                     "table", "list",  "regex",  "element", "path" };
enum { KINDS = ARRAY_LEN(types), EVENTS = 100000 };

struct speed {
    struct arena arena;
    struct symbols symbols;
    struct str html[2];
    struct page page[2];
    struct delta delta;
    struct change_type type[KINDS];
    double best[KINDS + 2]; /* the types, all, parse */
};

static void note_best(double *best, double us)
{
    if (*best == 0 || us < *best)
        *best = us;
}

static void time_parse(struct speed *s)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct dom dom;
    struct err e;
    double since = cpu_us();
    symbols_open(&symbols, &a);
    for (int i = 0; i < 2; i++)
        must(parse_page(&a, &symbols, &(struct parse_source){ .bytes = s->html[i] }, &dom, &e), &e);
    note_best(&s->best[KINDS + 1], cpu_us() - since);
}

/* Types [from, to) with one finder. */
static void time_types(struct speed *s, unsigned from, unsigned to, double *best)
{
    AUTO(arena) a = { 0 };
    struct type_finder f;
    struct type_found found;
    struct err e;
    double since = cpu_us();
    type_finder_open(&f, &a, &s->delta);
    for (unsigned i = from; i < to; i++)
        must(type_find(&f, &s->type[i], &found, &e), &e);
    note_best(best, cpu_us() - since);
}

static void read_types(struct speed *s, struct grammar *g)
{
    for (unsigned i = 0; i < KINDS; i++) {
        struct str text = arena_printf(&s->arena, "create sentinel a on \"x\" monitor %s", types[i]);
        struct sentinel_file file;
        struct fault_list faults = { 0 };
        struct err e;
        must(sentinel_read(&s->arena, g, text, &file, &faults, &e), &e);
        s->type[i] = file.item[0].sentinel.changes->type;
    }
}

/* 10,000 sentinels over 1,000 pages, ten on each: half of them combine. */
static double time_detection(struct arena *a, const struct grammar *g)
{
    static const char *const changes[] = { "links", "words", "links and words", "links seq words", "any(2, links, images, words)" };
    AUTO(buf) text = BUF(MIB(64));
    AUTO(detector) d = { 0 };
    struct sentinel_file file;
    struct fault_list faults = { 0 };
    struct world world;
    struct detection graph;
    struct err e;
    for (unsigned i = 0; i < 10000; i++)
        buf_addf(&text, "create sentinel s%u on \"https://p%u.example/\" monitor %s;", i, i % 1000, changes[i / 1000 % 5]);
    must(sentinel_read(a, g, buf_str(&text), &file, &faults, &e), &e);
    world_build(a, &file, &world, &faults);
    world_times(&world, &faults);
    must(detection_build(a, &world, &graph, &e), &e);
    detector_open(&d, &graph);
    uint64_t n_told = 0;
    double since = cpu_us();
    for (uint32_t i = 0; i < EVENTS; i++) {
        const struct detect_page *page = &graph.page[i * 7919u % graph.n_pages];
        struct primitive p = { page->leaf[i % page->n_leaves], i, i, i, 0 };
        must(detector_step(&d, i, &p, 1, &e), &e);
        n_told += d.found.n;
    }
    double us = (cpu_us() - since) / EVENTS;
    printf("told %.2f\n", (double)n_told / EVENTS);
    return us;
}

int main(int argc, char **argv)
{
    static struct speed s;
    struct grammar g;
    struct err e;
    double seconds = argc > 3 ? strtod(argv[3], NULL) : 2, since = cpu_us();
    if (argc < 3)
        must(err_set(&e, E_USAGE, "two pages are wanted"), &e);
    symbols_open(&s.symbols, &s.arena);
    for (int i = 0; i < 2; i++) {
        must(io_read(&s.arena, argv[1 + i], LIMIT_PAGE_BYTES, &s.html[i], &e), &e);
        must(page_read(&s.arena, &s.symbols, &(struct parse_source){ .bytes = s.html[i] }, STR(""), &s.page[i], &e), &e);
    }
    must(compare_pages(&s.arena, &s.page[0], &s.page[1], &s.delta, &e), &e);
    grammar_open(&s.arena, &g);
    read_types(&s, &g);
    while (cpu_us() - since < seconds * 1e6) {
        time_parse(&s);
        time_types(&s, 0, KINDS, &s.best[KINDS]);
        for (unsigned i = 0; i < KINDS; i++)
            time_types(&s, i, i + 1, &s.best[i]);
    }
    for (unsigned i = 0; i < KINDS; i++)
        printf("%s %.0f\n", names[i], s.best[i]);
    printf("all %.0f\nparse %.0f\n", s.best[KINDS], s.best[KINDS + 1]);
    printf("detect %.2f\n", time_detection(&s.arena, &g));
    arena_drop(&s.arena);
    return 0;
}
