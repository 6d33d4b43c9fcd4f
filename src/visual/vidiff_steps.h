/* The steps of Vi-DIFF, in their order; each adds to one match. For vidiff.c. */
#ifndef VISUAL_VIDIFF_STEPS_H
#define VISUAL_VIDIFF_STEPS_H

#include "visual/vidiff.h"

struct vi_step {
    struct arena *arena;
    const struct vixml *old, *new;
    struct vi_match *match;
    enum vi_same same;
    uint8_t *old_same, *new_same; /* per block: matched with a block of the same content, so nobody looks inside */
    uint8_t *old_part, *new_part; /* per block: came of a split, went into a merge */
};

static inline void vi_match_blocks(struct vi_step *s, uint32_t o, uint32_t n)
{
    s->match->block_to[o] = n;
    s->match->block_from[n] = o;
}

static inline void vi_match_items(struct vi_step *s, uint32_t o, uint32_t n)
{
    s->match->item_to[o] = n;
    s->match->item_from[n] = o;
}

static inline bool vi_old_free(const struct vi_step *s, uint32_t o)
{
    return s->match->block_to[o] == VIXML_NONE;
}

static inline bool vi_new_free(const struct vi_step *s, uint32_t n)
{
    return s->match->block_from[n] == VIXML_NONE;
}

/* Blocks of equal IDs, and blocks at the same place that have most of their items, or their text, in common. */
void vi_blocks_by_id(struct vi_step *s);
void vi_blocks_by_place(struct vi_step *s);
/* Blocks at the same place with exactly the same sides, whatever is in them. */
void vi_blocks_by_face(struct vi_step *s);
/* Blocks that are left, by what they have in common; then those that were split or merged. */
void vi_blocks_by_likeness(struct vi_step *s);
void vi_find_parts(struct vi_step *s);
/* Blocks without content, by their children; then what is left at the same place with the same shape. */
void vi_blocks_around(struct vi_step *s);

/* Links and images of blocks that differ; then texts. */
void vi_match_all_items(struct vi_step *s);
void vi_match_texts(struct vi_step *s);

/* Bytes of whole words that both texts begin and end with. */
size_t vi_text_common(struct str a, struct str b);
/* Words of `old` that `new` does not have, as a share of the words of `old`: the distance of section 5.2. */
double vi_text_distance(struct arena *a, struct str old, struct str new);

#endif
