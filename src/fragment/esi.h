/* Pages cut into templates and fragments for edge side includes (ESI 1.0), so that a cache puts together the very bytes of the page.
 *
 * A cut is a range of a page's bytes that becomes a file of its own; in its place stands <esi:include src="PREFIX0123456789abcdef.html"/>.
 * Who calls names it: by its place, so that the template stays as it is when the content of the file changes. Cuts nest. Only what every
 * ESI processor does with the page is relied on: what looks like a comment or CDATA to it is not looked into. */
#ifndef FRAGMENT_ESI_H
#define FRAGMENT_ESI_H

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

enum {
    ESI_BYTES_MIN = 200, /* of what is cut only because pages share it: an include costs some 60 bytes and a look into the cache */
    ESI_DEPTH_MAX = 4,   /* Varnish follows includes five deep */
};

struct esi_cut {
    uint32_t from, to;
    uint64_t name; /* of its file: the same for equal bytes alone */
    uint32_t max_age_s;
};

struct esi_file {
    uint64_t name;
    struct str bytes; /* a template too, where cuts lie in it */
    uint32_t n_pages; /* that include it, directly or through another file */
    uint32_t max_age_s;
    uint32_t last_page; /* for counting */
};

/* The files made so far. */
struct esi {
    struct arena *arena;
    struct str prefix; /* of their addresses */
    VEC(struct esi_file) file;
    struct map by_name;
    uint32_t n_pages;
};

struct esi_template {
    struct str bytes;
    uint32_t n_cuts; /* includes in it and in what it includes */
};

void esi_open(struct esi *x, struct arena *a, struct str prefix);

/* Whether the page can be a template at all: it begins with markup and has no ESI of its own. */
bool esi_fits(struct str page);

/* Which cuts can be made: usable[n]. `cut` as for esi_page(). */
void esi_usable(struct str page, const struct esi_cut *cut, uint32_t n, bool *usable);

/* The template of one page, into the arena, and the files it includes. `cut` is in the order of `from`, outer ones first; what overlaps or
 * lies where no processor looks is left out. The template is put together again before it is given out: where that does not give the page,
 * it is the page itself, without an include. */
int esi_page(struct esi *x, struct str page, const struct esi_cut *cut, uint32_t n, struct esi_template *out, struct err *e)
    MUST_CHECK;

/* What a processor makes of a template; false where a file is missing or the depth is passed. */
bool esi_assemble(const struct esi *x, struct str template, unsigned depth, struct buf *out);

/* "0123456789abcdef.html" */
void esi_add_name(struct buf *out, uint64_t name);
/* The name back from such a text; false: it is none. */
bool esi_read_name(struct str text, uint64_t *name);

#endif
