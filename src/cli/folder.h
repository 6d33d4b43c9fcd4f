/* Two folders of pages, paired by the path below them, and what became of each pair. */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include "base/map.h"
#include "base/vec.h"
#include "cli/diff.h"
#include "cli/pair.h"

enum folder_state { PAGE_SAME, PAGE_CHANGED, PAGE_ADDED, PAGE_REMOVED, PAGE_TROUBLE };
enum { PAGE_STATES = PAGE_TROUBLE + 1 };

struct folder_page {
    struct str path; /* below both folders */
    bool in_old, in_new;
    enum folder_state state;
    struct counts counts;
    struct str trouble; /* why there are no counts */
    struct str file;    /* its difference, below the output folder; empty: none was written */
    VEC(uint32_t) seen; /* its changes of content, as numbers in the folder's list */
};

/* A change of content and on how many pages it was met. What is on several pages is a change of their template: it is shown once. */
struct folder_change {
    struct str html; /* its words, with del and ins; empty while only one page has it */
    uint32_t pages;
    uint32_t last; /* the page that has it last */
};

struct folder {
    const struct diff_job *job;
    struct folder_page *page; /* in the order of their paths */
    uint32_t n;
    uint32_t n_by_state[PAGE_STATES];
    uint32_t n_skipped; /* files that are not pages */
    VEC(struct folder_change) changes;
    struct map by_hash; /* of a change's words: its number in the list */
};

/* The two sides of one page, and what they are called. */
struct folder_sides {
    struct page_pair pair;
    struct str old_name, new_name;
};

/* Where the pages come from: files below two folders, or the archive. */
struct folder_reader {
    int (*read)(void *ctx, struct arena *a, const struct folder_page *p, struct folder_sides *out, struct err *e);
    void *ctx;
};

/* Compares every page of the list and writes what the job asks for; returns an exit status or a negative E_*. */
int folder_compare(struct arena *a, struct folder *pages, const struct folder_reader *reader, struct err *e) MUST_CHECK;

/* Notes the changes of one page. O(changes). */
void folder_note(struct arena *a, struct folder *f, struct folder_page *p, const struct delta *d);
/* Whether a change is on a tenth of the pages that changed, and on three at least. */
bool folder_is_shared(const struct folder *f, const struct folder_change *c);
/* How many changes of content a page has that are not. O(changes). */
uint32_t folder_own(const struct folder *f, const struct folder_page *p);

const char *folder_state_name(enum folder_state state);

/* Every page that lies below job->old or job->new, paired and sorted; none yet compared. A folder inside that cannot be read is an
 * entry of its own with state PAGE_TROUBLE. `skip` (may be NULL) is left out: the folder the results go to. */
int folder_list(struct arena *a, const struct diff_job *job, const char *skip, struct folder *out, struct err *e) MUST_CHECK;

/* The paths of all pages below one folder, the folder's own name in front, sorted by bytes. E_USAGE where there is none. */
int folder_pages(struct arena *a, const char *root, struct str **path, uint32_t *n, struct err *e) MUST_CHECK;

/* The same, and where there is no page the JSON and texts: versions of whatever can be watched, without notes that lie beside them. */
int folder_versions(struct arena *a, const char *root, struct str **path, uint32_t *n, struct err *e) MUST_CHECK;

/* "12 pages: 3 changed, 1 added, 8 same" */
void folder_summary(const struct folder *f, struct buf *out);
/* In words, how many files were left out because they are not pages; nothing where there are none. */
void folder_skipped(const struct folder *f, struct buf *out);
/* index.html: every page with its state and counts of content, and a link to its difference; what changed most comes first. */
void folder_index(const struct folder *f, struct buf *out);
/* The same for a terminal. */
void folder_table(const struct folder *f, struct buf *out);

/* A path as it must stand in an address: all but unreserved characters and slashes escaped (RFC 3986, section 2.3). */
void folder_add_url_path(struct buf *out, struct str path);

#endif
