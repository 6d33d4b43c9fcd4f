/* A text of sentinels that is being written: what is wrong with it beside those that are there, the graph it would make, and which words
 * could stand at a place in it. Nothing is saved. */
#ifndef ARCHIVE_SENTINEL_SKETCH_H
#define ARCHIVE_SENTINEL_SKETCH_H

#include "archive/caller.h"
#include "archive/sentinel_world.h"

struct sentinel_sketch {
    struct sentinel_world *world; /* of the caller, with the text; its grammar is that of the faults */
    struct fault_list faults;     /* with lines and columns of the text */
    struct sentinel_file file;    /* statements of the text that could be read */
    struct str name;              /* of the last sentinel that it makes; empty: it makes none */
    struct detection graph;       /* of all the caller's sentinels; without nodes where there are faults */
};

/* `replaces` names the sentinel that the text will stand for; empty: a new one. In the caller's arena. O(the caller's sentinels). */
int sentinel_sketch(const struct caller *c, struct str replaces, struct str text, struct sentinel_sketch *out, struct err *e)
    MUST_CHECK;

struct sentinel_word {
    struct str text;
    const char *kind; /* "word", "name", "page", "channel" */
};

struct sentinel_words {
    struct sentinel_word *item; /* words of the language first */
    uint32_t n;
    size_t typed; /* bytes before the place that the word replaces */
};

/* What may stand at the place, as the parser says, beginning with the letters typed there. */
int sentinel_complete(const struct caller *c, struct str text, size_t at, struct sentinel_words *out, struct err *e) MUST_CHECK;

#endif
