/* Graphs of a few sentinels given as text: what the tests of detection share. */
#ifndef TESTS_EVENT_GRAPHS_H
#define TESTS_EVENT_GRAPHS_H

#include <stdlib.h>

#include "event/detector.h"
#include "tests/tap.h"

struct graph_text {
    struct arena arena;
    struct grammar grammar;
    struct sentinel_file file;
    struct fault_list faults;
    struct world world;
    struct detection graph;
};

static inline void graph_text_drop(struct graph_text *g)
{
    arena_drop(&g->arena);
}

/* False where the text has faults; the graph is there where it has none. */
static inline bool graph_text_read(struct graph_text *g, struct str text)
{
    struct err e;
    grammar_open(&g->arena, &g->grammar);
    if (sentinel_read(&g->arena, &g->grammar, text, &g->file, &g->faults, &e))
        abort();
    world_build(&g->arena, &g->file, &g->world, &g->faults);
    if (g->faults.list.n)
        return false;
    world_times(&g->world, &g->faults);
    return g->faults.list.n == 0 && detection_build(&g->arena, &g->world, &g->graph, &e) == 0;
}

static inline void graph_text_open(struct graph_text *g, const char *text)
{
    if (!graph_text_read(g, str_of(text))) {
        printf("# %s\n", g->faults.list.n ? g->faults.list.item[0].text.ptr : "?");
        abort();
    }
}

/* The leaf of that kind of change; NONE: there is none. */
static inline uint32_t leaf_of(const struct detection *d, enum type_kind kind)
{
    for (uint32_t i = 0; i < d->n; i++)
        if (d->node[i].kind == DETECT_CHANGE && d->node[i].type.kind == kind)
            return i;
    return NONE;
}

#endif
