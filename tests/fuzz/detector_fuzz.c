/* Any bytes as the state of a detector: they are refused, or read as a state that is written as the same and that events can go through. */
#include <stdlib.h>

#include "event/detector.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static const char text[] =
    "create sentinel a on \"x\" monitor links and images and words within 1 day context continuous;"
    "create sentinel b on \"x\" monitor links seq not images seq words context chronicle;"
    "create sentinel c on \"x\" monitor plus(links and not images, 2 hours) or any(2, links, images, words) context cumulative;"
    "create sentinel d on \"x\" monitor links seq images";

static void build(struct arena *a, struct world *world, struct detection *graph)
{
    struct grammar g;
    struct sentinel_file file;
    struct fault_list faults = { 0 };
    struct err e;
    grammar_open(a, &g);
    must(sentinel_read(a, &g, str_of(text), &file, &faults, &e) == 0);
    world_build(a, &file, world, &faults);
    world_times(world, &faults);
    must(faults.list.n == 0 && detection_build(a, world, graph, &e) == 0);
}

/* Written, read and written again it is the same. */
static void check_state(const struct detector *d)
{
    AUTO(buf) first = BUF((size_t)64 << 20);
    AUTO(buf) second = BUF((size_t)64 << 20);
    AUTO(detector) again = { 0 };
    struct err e;
    detector_write(d, &first);
    detector_open(&again, d->graph);
    must(detector_read(&again, buf_str(&first), &e) == 0);
    detector_write(&again, &second);
    must(str_eq(buf_str(&first), buf_str(&second)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = (size_t)256 << 20 };
    AUTO(detector) d = { 0 };
    struct world world;
    struct detection graph;
    struct err e;
    build(&a, &world, &graph);
    detector_open(&d, &graph);
    if (detector_read(&d, (struct str){ (const char *)data, size }, &e))
        return 0;
    check_state(&d);
    int64_t at = MAX(d.at, INT64_C(0));
    for (uint32_t i = 0; i < 3 * graph.n && at < DETECT_MOMENT_MAX; i++, at++) {
        struct primitive p = { i % graph.n, i, at, at, 0 };
        if (graph.node[p.node].kind == DETECT_CHANGE)
            must(detector_step(&d, at, &p, 1, &e) == 0);
    }
    check_state(&d);
    return 0;
}
