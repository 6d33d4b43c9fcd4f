/* The sentinels that statements make: one after the other applied, inheritance filled in, names found, moments known.
 *
 *     world_build(&a, &file, &world, &faults);       CREATE, ALTER, DROP, ENABLE, DISABLE in their order
 *     world_times(&world, &faults);                  FROM and TO as milliseconds, where created_at is set
 *
 * Inheritance: a sentinel that USES one other alone has everything of it that it does not say itself; with MONITOR it asks its own
 * changes of the other's pages. One that combines several without MONITOR stands on their events. What the other is later altered to,
 * the heir is too. Pure. O(statements + names), expected. */
#ifndef EVENT_WORLD_H
#define EVENT_WORLD_H

#include "base/map.h"
#include "event/sentinel.h"

struct world_sentinel {
    struct sentinel s; /* with what it inherits */
    bool disabled, dropped;
    bool explain;           /* a statement asks for its graph */
    int64_t created_at;     /* milliseconds; set by the caller before world_times() */
    int64_t from_at, to_at; /* NEVER: without end */
    uint8_t state;          /* while walking: 0 not seen, 1 on the way, 2 done */
};

struct world_set {
    struct str name;
    struct str *address;
    uint32_t n;
    bool dropped;
};

struct world {
    struct arena *arena;
    struct world_sentinel *item;
    uint32_t n;
    struct world_set *set;
    uint32_t n_sets;
    struct map sentinel_of_name, set_of_name; /* by hash: the newest of that name */
};

/* What does not fit together is in `faults`: a name that is not known or there already, a circle, a page without MONITOR, a pattern or
 * selector that cannot be read. The world is to be used only where there is none. */
void world_build(struct arena *a, const struct sentinel_file *file, struct world *out, struct fault_list *faults);
/* What can be said of a file without knowing the others that it may stand on: patterns, selectors, circles, names that stand twice. */
void world_check(struct arena *a, const struct sentinel_file *file, struct fault_list *faults);
/* Fills from_at and to_at. Times that stand on each other in a circle are a fault. */
void world_times(struct world *w, struct fault_list *faults);

/* By name; NULL: there is none. */
struct world_sentinel *world_find(const struct world *w, struct str name);
const struct world_set *world_find_set(const struct world *w, struct str name);

#endif
