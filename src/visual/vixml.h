/* Vi-XML: what a page is to a reader, without the page (Vi-DIFF, sections 3.2 and 4).
 *
 * block[] is a tree in document order, as node[] of a page is: block 0 is the document, the blocks inside block i are
 * [i + 1, block[i].end). A block has links, images and one text: the words outside its links, since a link's words are its name.
 *
 *     item[]   links and images; those of block i are [link, image) and [image, item_end)
 *
 * Everything lies in one arena, is read-only once sealed, and refers to nothing outside: a document read from a file is the same as
 * one made from a page.
 *
 * Invariants (vixml_check):
 *  1. parent < i < end <= block[parent].end for every block but the first.
 *  2. refs are not empty, and no two are equal; depth <= LIMIT_BLOCK_DEPTH.
 *  3. equal IDs stand for equal content, whatever the order of links and of images; `state` also counts order, position, DoC and
 *     importance: equal states, equal documents. */
#ifndef VISUAL_VIXML_H
#define VISUAL_VIXML_H

#include "base/buf.h"
#include "base/map.h"

enum { VIXML_DOC_MAX = 11, VIXML_PPM = 1000000 };
#define VIXML_NONE UINT32_MAX

struct vixml_item {
    struct str name, address; /* an image's description and source */
    uint64_t id;
};

/* Where a block is and what it weighs. */
struct vixml_face {
    int32_t x, y, w, h; /* pixels */
    uint32_t doc;       /* degree of coherence; 0: not known */
    uint32_t ppm;       /* importance, in millionths of the page's */
};

struct vixml_block {
    uint32_t parent, end;
    uint32_t link, image, item_end; /* of item[] */
    struct str ref;
    struct str text;
    struct vixml_face face;
    uint64_t id; /* of all content in it, below it too */
    uint64_t links_id, images_id, text_id;
    uint64_t order; /* of its own content, the order counted */
    uint64_t state; /* of everything, below it too */
};

struct vixml {
    struct str url, title, version, layout; /* any may be empty */
    struct vixml_block *block;
    uint32_t n;
    struct vixml_item *item;
    uint32_t n_items;
    bool positional; /* every ref is what vixml_ref() gives */
};

/* What one block with links, images or a text holds. */
static inline bool vixml_has_content(const struct vixml_block *b)
{
    return b->item_end > b->link || b->text.len;
}

static inline bool vixml_is_leaf(const struct vixml *x, uint32_t i)
{
    return x->block[i].end == i + 1;
}

static inline bool vixml_same_face(const struct vixml_face *a, const struct vixml_face *b)
{
    return a->x == b->x && a->y == b->y && a->w == b->w && a->h == b->h && a->doc == b->doc && a->ppm == b->ppm;
}

/* IDs of one thing. */
uint64_t vixml_item_id(bool image, struct str name, struct str address);
uint64_t vixml_text_id(struct str text);

/* "2.1": the first child of the second block of the document. */
struct str vixml_ref(struct arena *a, struct str parent_ref, uint32_t number);

/* Fills IDs, states and `positional` from the rest, once block[] (parent, end, refs, contents) and item[] are there. O(bytes). */
void vixml_seal(struct arena *a, struct vixml *x);
/* The document as a whole: equal for equal documents. */
uint64_t vixml_state(const struct vixml *x);

/* From refs to numbers of blocks. */
void vixml_refs(const struct vixml *x, struct arena *a, struct map *out);
/* The number of the block of that name, VIXML_NONE where there is none. */
uint32_t vixml_find(const struct vixml *x, const struct map *refs, struct str ref);

/* NULL where the invariants hold, else the one that does not. */
const char *vixml_check(const struct vixml *x);

/* Text as XML can hold it: runs of white space one blank, none at the ends, what XML has no way to write as U+FFFD, cut at
 * LIMIT_BLOCK_TEXT. */
struct str vixml_clean(struct arena *a, struct str text);

void vixml_write(const struct vixml *x, struct buf *out);
/* Attributes for this writer and the one of deltas: ` NAME="value"`, escaped. */
void vixml_add_attr(struct buf *out, const char *name, struct str value);
void vixml_add_number(struct buf *out, const char *name, int64_t value);
void vixml_add_box(struct buf *out, const char *name, const struct vixml_face *face);
void vixml_add_share(struct buf *out, const char *name, uint32_t ppm);

/* E_FORMAT: not well-formed, or not Vi-XML; the words say what and where. E_LIMIT: too many blocks, or too deep. */
int vixml_read(struct arena *a, struct str bytes, struct vixml *out, struct err *e) MUST_CHECK;
/* Whether the bytes look like Vi-XML and not like a page. */
bool vixml_is(struct str bytes);

struct dom;
/* "10 20 300 40"; "0.25" as millionths: for this reader and the one of deltas. False where the text is neither. */
bool vixml_box(struct str text, struct vixml_face *out);
bool vixml_share(struct str text, uint32_t *ppm);

struct blocks;
/* The document of a page that has been cut into blocks. `version` is its name or date; empty: none. O(nodes + bytes). */
int vixml_build(struct arena *a, const struct blocks *b, struct str version, struct vixml *out, struct err *e) MUST_CHECK;

#endif
