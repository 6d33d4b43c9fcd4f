/* A page as weft divided it, for whoever chooses what to watch: its blocks, by what selectors each can be named, and which part of it is
 * what the page is about. */
#ifndef ARCHIVE_PAGE_BLOCKS_H
#define ARCHIVE_PAGE_BLOCKS_H

#include "archive/caller.h"
#include "flow/watch.h"
#include "segment/block.h"

enum { PAGE_BLOCKS_MAX = 120 }; /* more nobody chooses from */

struct page_block {
    struct box box;
    uint8_t level; /* of importance, 1 to 4 */
    uint32_t n_words, n_links;
    struct str name;              /* its first words; empty: it has none that are seen */
    struct record_list selectors; /* an id, a class or an element that is there once, else a path */
    bool main;                    /* a part of what the page is about */
    struct str watched, ignored;  /* the first expression of the watch that chooses it, or what it stands in; empty: none */
};

struct page_blocks {
    struct page_block *item; /* in the order of the document */
    uint32_t n, n_left;      /* the second: behind the first PAGE_BLOCKS_MAX */
    double width, height;
    uint32_t n_words;
    struct str main;      /* the selector of what the page is about; empty: nothing stands out */
    struct str main_name; /* its first words */
    uint32_t main_words;
};

/* Of one version, in the caller's arena, as a watch sees it (NULL: no watch). E_ABSENT: no such page for the caller; E_FORMAT: it cannot be
 * divided. O(nodes), and a cut into blocks. */
int page_blocks_read(const struct caller *c, int64_t page, int64_t number, const struct watch *w, struct page_blocks *out,
                     struct err *e) MUST_CHECK;

#endif
