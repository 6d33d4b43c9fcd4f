/* Fragments as pictures and pages: the dependency graph as dot, SVG and JSON, and a report that a site's owner understands. */
#ifndef SHOW_FRAGMENTS_H
#define SHOW_FRAGMENTS_H

#include "fragment/graph.h"
#include "fragment/history.h"
#include "segment/layout.h"

/* What is known of pages besides their bytes. */
struct fragments_names {
    const struct str *page;      /* by page: its name */
    const uint64_t *accesses;    /* by page: how often it was asked for; NULL: unknown */
    const struct str *excerpt;   /* by fragment: how it begins; NULL: unknown */
    const struct lifetime *life; /* by fragment; NULL, or middle_s 0: unknown */
};

/* For Graphviz. */
void fragments_dot(const struct graph *g, const struct fragments_names *names, struct buf *out);
/* {"nodes":[{"id","kind":"page|fragment","name","bytes","pages","depth","lifetime_s","low_s","high_s","accesses"}],
 *  "edges":[{"from","to","count"}]} */
void fragments_json(const struct graph *g, const struct fragments_names *names, struct buf *out);
/* The most shared fragments and what holds them, from left to right: a file without script. */
void fragments_svg(const struct graph *g, const struct fragments_names *names, struct buf *out);

/* One page, as it would look, with its fragments. */
struct fragments_picture {
    struct str name;
    const struct page *page;
    const struct layout *layout;
    const struct history_result *history; /* of this page; NULL: unknown */
    uint32_t number;                      /* of the page in the pool; NONE: it is not there */
};

struct fragments_report {
    struct str title;
    const struct shared *shared;
    const struct fragments_names *names;
    const struct fragments_picture *drawing; /* a page with its shared parts; NULL: there is no page */
    const struct fragments_picture *lives;   /* a page with its history; NULL: none is known */
};

/* A whole HTML page without script. */
void fragments_report_html(const struct fragments_report *r, struct buf *out);
/* Whether a fragment's lifetime is known. */
bool fragments_life(const struct fragments_names *names, uint32_t fragment);
/* How the nodes [node, end) of a page begin, in their own words. */
void fragments_excerpt(const struct page *p, uint32_t node, uint32_t end, struct buf *out);
/* "3.2 days" */
void fragments_span(struct buf *out, double seconds);
/* A lifetime of the part as far as its visits can tell: "under 60 minutes", "over 9 hours"; and its range. */
void fragments_life_span(struct buf *out, const struct history_fragment *f, double seconds);
void fragments_life_range(struct buf *out, const struct history_fragment *f);

#endif
