/* Sentinels as they stand in the store, read into one world: of one user, or of everybody.
 *
 * Names belong to users, changes of pages to nobody: in the world of everybody each name has its user's number before it ("7:prices"), so
 * that two users may call theirs the same and share every computation all the same. */
#ifndef ARCHIVE_SENTINEL_WORLD_H
#define ARCHIVE_SENTINEL_WORLD_H

#include "event/detection.h"
#include "store/sentinel.h"

struct sentinel_world {
    struct arena *arena;
    struct grammar grammar;
    struct fault_list faults;
    struct store_sentinels rows;
    struct sentinel_file file; /* the statements of the rows */
    struct world world;
    const struct store_sentinel **row; /* of world.item */
};

/* The rows of the user, 0 for everybody's, as statements. */
int sentinel_world_read(struct arena *a, struct store *s, int64_t user, struct sentinel_world *out, struct err *e) MUST_CHECK;
/* Their sentinels with all times; w->faults says where they do not fit together. Statements may have been added to w->file before. */
void sentinel_world_build(struct sentinel_world *w, int64_t now);

/* Pages that the sentinel stands on, as numbers of graph->page, each once; in the arena. */
uint32_t *sentinel_world_pages(struct arena *a, const struct detection *graph, uint32_t node, uint32_t *n);

#endif
