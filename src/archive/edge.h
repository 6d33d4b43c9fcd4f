/* The pages of a site as templates and fragments for a cache that puts them together (edge side includes): which parts are cut out, how
 * each is called, and the files.
 *
 *     struct edge x = { .of = { ... }, .arena = a, .max_age_s = EDGE_MAX_AGE, .share = SHARED_PAGES_MIN };
 *     if (edge_find(&x, e)) return e->code;
 *     edge_name(&x, &before);
 *     esi_open(&x.esi, a, STR(EDGE_PREFIX));
 *     then edge_templates(), edge_fragments() and edge_list(), in this order */
#ifndef ARCHIVE_EDGE_H
#define ARCHIVE_EDGE_H

#include "archive/site_pages.h"
#include "fragment/esi.h"
#include "fragment/shared.h"

enum { EDGE_MAX_AGE = 3600 }; /* seconds that a cache may keep what no history tells more of */
#define EDGE_PREFIX "/fragments/"

/* What is cut. */
struct edge_pages {
    const struct caller *caller;  /* who reads them */
    const struct site_item *item; /* item i is page i of the pool */
    const struct pool *pool;
    const struct shared *shared;
    /* Called before each step, of which there are 3 for a page; false: it is to stop. */
    bool (*step)(void *context, struct str name);
    void *context; /* of the step */
};

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
    struct edge_pages of;
    struct arena *arena;
    struct edge_page *page; /* by page of the pool */
    struct esi esi;
    uint32_t max_age_s; /* where nothing is known */
    uint32_t share;     /* pages that make a part shared */
};

/* Finds the parts of all pages. */
int edge_find(struct edge *x, struct err *e) MUST_CHECK;

/* What an earlier run wrote, by its esi.json: names that are to be kept, and files that may go. */
struct edge_before {
    struct map template_of;         /* by page: its template, in name[] */
    struct map by_content, by_path; /* by page, and content or path: the file, in file[] */
    VEC(struct str) name;
    VEC(uint64_t) file;
    VEC(struct str) written; /* all files, below the folder */
};

/* An empty one where the list is not one that weft wrote. */
void edge_before_read(struct arena *a, struct str list, struct edge_before *out);
/* Gives every part and template its name: the one it had, where it had one. */
void edge_name(struct edge *x, const struct edge_before *before);

/* Takes one file: `folder` is "pages/", "fragments/" or "". */
struct edge_sink {
    int (*put)(void *context, const char *folder, struct str name, struct str bytes, struct err *e);
    void *context;
};

/* The template of each page; what they include is in x->esi then. */
int edge_templates(struct edge *x, const struct edge_sink *to, struct err *e) MUST_CHECK;
int edge_fragments(const struct edge *x, const struct edge_sink *to, struct err *e) MUST_CHECK;
/* esi.json: every file with the seconds that a cache may keep it. */
int edge_list(const struct edge *x, const struct edge_sink *to, struct err *e) MUST_CHECK;

/* All of the caller's pages on the host, as one tar file without a name that the caller closes; it stands at its beginning. `stop` is
 * asked again and again: once it says yes all ends with E_USAGE. E_ABSENT: they watch none there that was fetched. */
struct export_stop;
int edge_tar(const struct caller *c, struct str host, const struct export_stop *stop, int *fd, struct err *e) MUST_CHECK;

#endif
