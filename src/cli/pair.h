/* Two pages' bytes in, the difference as it is to be shown and its counts out: what diff does for a pair, alone or in folders. */
#ifndef CLI_PAIR_H
#define CLI_PAIR_H

#include "base/buf.h"
#include "base/json.h"
#include "compare/delta.h"
#include "show/show.h"

struct page_pair {
    struct str old, new;                            /* bytes; empty for a page that is not there */
    struct str old_base, new_base;                  /* addresses; empty: unknown */
    struct str old_type, new_type;                  /* content types of HTTP answers; empty: unknown */
    struct str old_file, new_file;                  /* names of files, which tell what they are; empty: unknown */
    void (*look)(void *ctx, const struct delta *d); /* is shown the delta while it lives; NULL: nobody asks */
    void *ctx;
    int (*narrow)(void *ctx, struct arena *a, struct delta *d, struct err *e); /* leaves what counts of it; NULL: all does */
    void *narrow_ctx;
};

struct counts {
    bool identical; /* byte for byte: then nobody looked inside, and the words are not counted */
    uint32_t words_old, words_new, words_deleted, words_inserted, words_moved;
    uint32_t kind[CHANGE_KINDS]; /* changes of content, by enum change_kind */
    uint32_t class[CHANGE_CLASSES];
    struct str left_out[2]; /* of the old and the new page, by a limit; empty: nothing */
};

/* `out` may be NULL: then the counts are all that is asked. Identical bytes are parsed only where a page or a patch must be made of
 * them. *counts is written on success. */
int pair_show(struct arena *a, const struct page_pair *p, const struct show_options *show, struct buf *out, struct counts *counts,
              struct err *e) MUST_CHECK;

/* The same of a comparison that was made already; the words of *counts are its own. */
int pair_show_delta(struct arena *a, const struct delta *d, const struct show_options *show, struct buf *out, struct counts *counts,
                    struct err *e) MUST_CHECK;

/* All changes together, of every class: 0 where nothing differs. */
uint64_t counts_changes(const struct counts *c);
/* Two lines for a person: words, and changes of content by kind, with how many there are of look; `all`: and of machinery. */
void counts_text(const struct counts *c, bool all, struct buf *out);
/* The fields of an object that is already open, named as in the JSON of a delta. */
void counts_json(const struct counts *c, struct json *j);

#endif
