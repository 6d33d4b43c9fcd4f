/* Lines of styled words for a terminal: no word is broken, and nothing in a page can command the terminal. */
#ifndef SHOW_WRAP_H
#define SHOW_WRAP_H

#include "base/buf.h"

enum wrap_style { WRAP_PLAIN, WRAP_OLD, WRAP_NEW, WRAP_MOVED, WRAP_NOTE, WRAP_PLACE, WRAP_HEAD };

struct wrap {
    struct buf *out;
    unsigned width;  /* columns; 0: lines are not broken */
    unsigned indent; /* of the lines that follow the first */
    bool color;
    struct buf chunk; /* what must stand on one line: a word and what touches it */
    unsigned column, chunk_columns;
    bool started;                       /* something stands on this line behind its start or indent */
    bool space_due;                     /* between that and the chunk */
    enum wrap_style style, chunk_style; /* now, and where the chunk starts */
};

/* AUTO(wrap) w = { .out = ..., .width = ..., .chunk = BUF(...) }; */
void wrap_drop(struct wrap *w);

/* A line begins: `start` stands at its very left, later lines of it are moved in by `indent` columns. */
void wrap_line(struct wrap *w, struct str start, unsigned indent);
/* Text without white space joins what stands before it; control characters, and those that change the direction, come out as "?". */
void wrap_add(struct wrap *w, struct str text);
/* Text with white space: cut into words there. */
void wrap_words(struct wrap *w, struct str text);
/* A space, or the end of a line in its place. */
void wrap_space(struct wrap *w);
/* The line ends here, and what follows goes on on the next, moved in. */
void wrap_newline(struct wrap *w);
/* Here a line may end without a space. */
void wrap_break(struct wrap *w);
/* What follows is old, new ...: a colour, or brackets as wdiff sets them: [-old-] {+new+}. */
void wrap_set(struct wrap *w, enum wrap_style style);
/* The line ends. */
void wrap_end(struct wrap *w);

#endif
