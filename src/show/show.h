/* A delta as a page, as text or as data: the one entry for every format. */
#ifndef SHOW_SHOW_H
#define SHOW_SHOW_H

#include "base/buf.h"
#include "compare/delta.h"

enum show_format { SHOW_MERGED, SHOW_SIDE, SHOW_CHANGES, SHOW_NEW, SHOW_REVERSED, SHOW_TEXT, SHOW_JSON, SHOW_PATCH };

struct outlines;

struct show_options {
    enum show_format format;
    bool all;                        /* SHOW_TEXT, SHOW_CHANGES: look and machinery too, not content alone */
    bool color;                      /* SHOW_TEXT: colours for a terminal instead of brackets */
    unsigned width;                  /* SHOW_TEXT: columns; 0: lines are not broken */
    bool bare;                       /* SHOW_MERGED and its like: the page alone, without weft's frame around it */
    bool untitled;                   /* the frame without names and dates on top: whoever shows it has said them */
    struct str old_name, new_name;   /* what the pages are called, for people */
    struct str old_at, new_at;       /* when they were like this, for people; empty: unknown, or the name says it */
    struct str note;                 /* what a reader must know of the comparison, on top of the frame; may be empty */
    const struct outlines *outlines; /* SHOW_MERGED: blocks to outline on the new page; NULL: none */
    struct str back, back_name;      /* the address of a page to go back to, and what it is called; empty: none */
};

/* Adds the whole document to *out, whose ceiling bounds it: buf_check() tells. Same delta and options, same bytes. On failure *out may
 * have a part of it. */
int show_delta(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

#endif
