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
    bool fixed; /* both documents have one shape and mostly agree, as the paper assumes: nothing was split or merged */
    uint32_t *hint_to, *hint_from; /* per block: the one that it is by far most like, and that is so of it; NULL: not looked for */
    bool *stayed;                  /* per new block with content: matched, and in the order of those that kept theirs */
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
    return s->match->block_to[o] == VIXML_NONE && !s->old_part[o];
}

static inline bool vi_new_free(const struct vi_step *s, uint32_t n)
{
    return s->match->block_from[n] == VIXML_NONE && !s->new_part[n];
}

/* Sides that differ by a fifth at most, or by what a line of text takes. */
static inline bool vi_near(int32_t a, int32_t b)
{
    int64_t difference = a > b ? (int64_t)a - b : (int64_t)b - a;
    return difference <= 16 || 5 * difference <= MAX(a, b);
}

/* As wide, as high and as far to the right: what stands above may have pushed it down. */
static inline bool vi_same_sides(const struct vixml_face *a, const struct vixml_face *b)
{
    return a->x == b->x && a->w == b->w && a->h == b->h;
}

/* Blocks with content of their own: those that are equal, in their order, then elsewhere; what lies between two that kept their order is
 * given to vi_gap; what is left after that to vi_blocks_by_likeness. */
void vi_match_contents(struct vi_step *s);

/* Blocks that nobody knows yet, between two that stand as they stood. */
struct vi_gap {
    const uint32_t *old, *new; /* their numbers, going up */
    uint32_t n_old, n_new;
};

/* What is looked for: only splits and merges; blocks that have much in common, wherever they are; in a gap blocks that have less, if it is
 * not little; at last any likeness in a gap. */
enum vi_how { VI_PARTS, VI_ANYWHERE, VI_CLEAR, VI_UNCLEAR };

/* Which block of a gap became which, and which were split or merged. */
void vi_match_gap(struct vi_step *s, const struct vi_gap *gap, enum vi_how how);
/* The gaps once more, after all that is clearer. */
void vi_match_rest(struct vi_step *s);
/* Blocks anywhere that are very much alike (moved, and changed) and those that were split or merged; or these alone. */
void vi_blocks_by_likeness(struct vi_step *s, enum vi_how how);

/* Fills hint_to and hint_from for the blocks that nobody knows yet. */
void vi_find_hints(struct vi_step *s);

/* Blocks that hold others: by what stayed in them, or by what moved with them too. */
void vi_match_holders(struct vi_step *s, bool moved);
/* What is left in the same place. */
void vi_match_places(struct vi_step *s);

/* Links and images of blocks that differ; then texts. */
void vi_match_all_items(struct vi_step *s);
void vi_match_texts(struct vi_step *s);

/* Cuts the next word off a text: what stands between blanks, and of scripts that set none each character with its marks. Empty at the
 * end. */
struct str vi_next_word(struct str *text);
/* Bytes of whole words that both texts begin and end with. */
size_t vi_text_common(struct str a, struct str b);
/* Words that only one of the texts has, as a share of the words of both: section 5.2's distance, made the same in both directions. */
double vi_text_distance(struct arena *a, struct str old, struct str new);

#endif
