/* The pages of a site as templates and fragments for a cache: what weft fragments esi finds, names and writes. */
#ifndef CLI_FRAGMENTS_EDGE_H
#define CLI_FRAGMENTS_EDGE_H

#include "cli/fragments_site.h"
#include "fragment/esi.h"

/* A part of a page that is cut out. */
struct edge_part {
    struct esi_cut cut;
    uint64_t content; /* hash of its bytes */
    struct str path;  /* where it stands */
    bool planned;     /* it lives shorter than what is around it; else it is cut because pages share it */
};

struct edge_page {
    struct edge_part *part; /* in the order of the bytes, outer ones first */
    uint32_t n;
    uint32_t max_age_s, whole_age_s; /* of the template, and of the page where nothing can be cut */
    struct str file;                 /* name of the template */
    uint32_t bytes, template_bytes, n_cuts;
};

struct edge {
    struct site site;
    struct edge_page *page; /* by page of the site */
    struct esi esi;
    uint32_t max_age_s; /* where nothing is known */
    uint32_t share;     /* pages that make a part shared */
};

/* Finds the parts of all pages. */
int edge_find(struct edge *x, struct err *e) MUST_CHECK;

/* What an earlier run wrote into a folder, by its esi.json: names that are to be kept, and files that may go. */
struct edge_before {
    struct map template_of;         /* by page: its template, in name[] */
    struct map by_content, by_path; /* by page, and content or path: the file, in file[] */
    VEC(struct str) name;
    VEC(uint64_t) file;
    VEC(struct str) written; /* all files, below the folder */
};

/* An empty one where there is none, or nothing that weft wrote. */
void edge_before_read(struct arena *a, const char *folder, struct edge_before *out);
/* Gives every part and template its name: the one it had, where it had one. */
void edge_name(struct edge *x, const struct edge_before *before);

/* Writes everything, and removes what the earlier run wrote and this one did not. At each moment all files that a template in the folder
 * includes are there. */
int edge_write(struct edge *x, const char *folder, const struct edge_before *before, struct err *e) MUST_CHECK;

#endif
