/* Vi-Delta: what happened between two Vi-XML documents (Vi-DIFF, section 5.1 and Figure 5), and past it: what happened to the blocks.
 *
 * change[] holds operations on links, images and texts: insert, delete, update in a block, move between blocks. structure[] holds
 * operations on blocks: insert, delete, move, split, merge. A change that only came along (the links of a deleted block, what a split
 * block handed over) names the operation that brought it as its cause, and so does a block whose surroundings were put up or taken down
 * around it; the others are the paper's.
 *
 * A delta holds all that is needed to make either document of the other: besides the operations the places and weights of blocks
 * (face[]) and the order of items where it is not that of the rule (order[]): kept items in their order, then what arrived.
 *
 * A delta stands alone: blocks are named by their refs. Its strings belong to the documents or the text it was made of. */
#ifndef VISUAL_VIDELTA_H
#define VISUAL_VIDELTA_H

#include "visual/vixml.h"

enum vi_op { VI_INSERT, VI_DELETE, VI_UPDATE, VI_MOVE, VI_OPS };
enum vi_kind { VI_LINK, VI_IMAGE, VI_TEXT, VI_KINDS };
enum vi_structure_op { VI_BLOCK_INSERT, VI_BLOCK_DELETE, VI_BLOCK_MOVE, VI_BLOCK_SPLIT, VI_BLOCK_MERGE, VI_STRUCTURE_OPS };

/* Section 5.2: which link is the same one, changed. */
enum vi_same { VI_SAME_NAME, VI_SAME_ADDRESS, VI_SAME_EITHER };

/* A link or an image; a text has its words in `name`. */
struct vi_thing {
    struct str name, address;
};

struct vi_change {
    uint8_t op, kind;
    uint32_t old_block, new_block; /* numbers in the documents; VIXML_NONE: there is none, or the delta was read from a file */
    struct str from, to;           /* their refs */
    struct str home;               /* what the block `to` was called in the old document; empty: it was not there */
    struct vi_thing old, new;      /* what is not there is empty */
    uint32_t ppm;                  /* importance of the block it is told of: the new one, the old one where that is gone */
    uint32_t cause;                /* number in structure[], VIXML_NONE: itself */
    uint32_t joined; /* number in structure[] of a split or merge: what became of the text of all its parts, read one after
                                      the other. It is told and weighed, but not applied: its parts' own changes are. VIXML_NONE: none */
};

struct vi_structure {
    uint8_t op;
    uint32_t old_block, new_block;
    struct str from, to;               /* refs; of a split the block that was, of a merge the block that is */
    struct str from_parent, to_parent; /* refs; empty: the document */
    uint32_t from_at, to_at;           /* place among the parent's blocks, from 1 on; 0: none */
    struct vixml_face face;            /* of a block inserted or deleted */
    struct str *part;                  /* split: refs of the new blocks; merge: of the old ones */
    uint32_t n_parts;
    uint32_t cause; /* a split or merge that it belongs to */
};

/* A block in both documents that stands elsewhere, weighs more or less, or has another name than its place gives it. */
struct vi_face {
    struct str from, to;
    bool pos, doc, share; /* which of the values below is another; the others are those of the block */
    struct vixml_face old, new;
};

/* The new list of a block's items, as places in the list of the rule. `back`: the old list, for the way back. */
struct vi_order {
    struct str ref;
    uint8_t kind;
    bool back;
    uint32_t *at;
    uint32_t n;
};

/* What the document says of itself. */
struct vi_about {
    struct str url, title, version, layout;
    struct vixml_face page;
    uint64_t state;
};

struct videlta {
    struct vi_about old, new;
    enum vi_same same;
    bool positional;               /* refs are places in both documents, so no name needs to be told */
    bool weighed;                  /* `importance` is known */
    double importance;             /* E of section 6 */
    struct str old_date, new_date; /* when the versions were taken, ISO 8601; empty: not known */
    int64_t old_at, new_at;        /* the same in seconds since 1970; 0: not known */
    const uint32_t *block_to;      /* per old block: the new one; NULL where the delta was read from a file */
    struct vi_change *change;
    struct vi_structure *structure;
    struct vi_face *face;
    struct vi_order *order;
    uint32_t n_changes, n_structure, n_faces, n_orders;
};

/* What became of what: the answer of vidiff, or of whoever knows better (the simulator). */
struct vi_match {
    uint32_t *block_to, *block_from; /* per block of the old, of the new document; VIXML_NONE: gone, new */
    uint32_t *item_to, *item_from;   /* per item, not filled where the blocks are the same */
    uint32_t *text_to, *text_from;   /* per block with a text: the block where that text is */
    struct vi_parts {
        bool merge;
        uint32_t whole; /* old block that was split, new block that was merged */
        uint32_t *part;
        uint32_t n_parts;
    } * parts;
    uint32_t n_parts;
};

/* The blocks have the same content, whatever its order. */
static inline bool vi_same_content(const struct vixml_block *a, const struct vixml_block *b)
{
    return a->links_id == b->links_id && a->images_id == b->images_id && a->text_id == b->text_id;
}

/* A match with nothing matched but the documents themselves. */
struct vi_match *vi_match_new(struct arena *a, const struct vixml *old, const struct vixml *new);

/* The delta of a match. O(blocks + items of blocks that differ). */
void videlta_make(struct arena *a, const struct vixml *old, const struct vixml *new, const struct vi_match *match,
                  struct videlta *out);
/* Fills order[] of a delta whose operations are complete. */
void videlta_set_orders(struct arena *a, const struct vixml *old, const struct vixml *new, const struct vi_match *match,
                        struct videlta *d);

/* The delta of the way back; shares all memory with the one given. */
void videlta_invert(struct arena *a, const struct videlta *d, struct videlta *out);

/* Operations that are not part of others. */
uint32_t videlta_count(const struct videlta *d);

void videlta_write(const struct videlta *d, struct buf *out);
/* The operations as fields of a JSON object that is open. */
struct json;
void videlta_json_fields(const struct videlta *d, struct json *j);
/* E_FORMAT: not Vi-Delta; the words say what and where. Numbers of blocks are VIXML_NONE. */
int videlta_read(struct arena *a, struct str bytes, struct videlta *out, struct err *e) MUST_CHECK;
/* Whether the bytes look like Vi-Delta. */
bool videlta_is(struct str bytes);
/* Makes the new document of the old one. E_FORMAT: the delta is not for this document, or does not fit; nothing is made then.
 * O(blocks + items + delta). */
int videlta_apply(struct arena *a, const struct vixml *old, const struct videlta *d, struct vixml *out, struct err *e) MUST_CHECK;

extern const char *const vi_op_name[VI_OPS];                  /* "insert" ... */
extern const char *const vi_kind_name[VI_KINDS];              /* "link" ... */
extern const char *const vi_structure_name[VI_STRUCTURE_OPS]; /* "insert" ... "merge" */
extern const char *const vi_same_name[];                      /* "name", "address", "either" */

#endif
