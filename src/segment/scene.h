/* What VIPS asks about a node, gathered once: the layout as the dividing rules see it. Private to segment/. */
#ifndef SEGMENT_SCENE_H
#define SEGMENT_SCENE_H

#include "segment/layout.h"

enum scene_flag {
    SCENE_VALID = 1 << 0, /* something of it is seen */
    SCENE_ATOM = 1 << 1,  /* text, picture, control: seen itself */
    SCENE_TEXT = 1 << 2,  /* text, or an inline element of nothing but text (VIPS: virtual text node) */
    SCENE_LINE = 1 << 3,  /* starts a line of its own */
    SCENE_RULE = 1 << 4,  /* hr */
    SCENE_FONTS = 1 << 5, /* has more than one font */
    /* of its valid children */
    SCENE_ALL_TEXT = 1 << 6,
    SCENE_HAS_TEXT = 1 << 7,
    SCENE_HAS_LINE = 1 << 8,
    SCENE_HAS_RULE = 1 << 9,
    SCENE_HAS_COLOR = 1 << 10, /* one stands on another colour than the node */
    SCENE_ROW = 1 << 11,       /* two of them are columns: they stand side by side, with text of several lines in each */
};

struct scene_node {
    struct box box; /* of what is seen: boxes of the children, its own only where that can be seen */
    float area_sum; /* of the valid children's boxes */
    float area_max;
    uint32_t background; /* what it stands on */
    uint32_t font;       /* most of its text: size in quarters of a pixel << 16 | weight */
    uint32_t font_chars; /* by how much that font outweighs the others */
    uint32_t n_children; /* valid ones */
    uint16_t flags;      /* enum scene_flag */
};

struct scene {
    const struct page *page;
    const struct layout *layout;
    struct scene_node *node;
    const uint32_t *part; /* by node: the part of the page it is in (roles_parts) */
};

/* O(nodes). */
int scene_build(struct arena *a, const struct page *page, const struct layout *layout, struct scene *out, struct err *e) MUST_CHECK;

/* By node: a hash of all that the rules and the gaps read of it and of what is below it, but for where it stands. Equal hashes, equal
 * cuts. O(nodes). */
uint64_t *scene_hashes(struct arena *a, const struct scene *s);
/* Where a box stands from another, as a number. */
uint64_t scene_place(struct box from, struct box to);

static inline bool scene_is(const struct scene *s, uint32_t node, unsigned flags)
{
    return s->node[node].flags & flags;
}

/* The innermost element that holds both. O(depth). */
uint32_t scene_common(const struct scene *s, uint32_t a, uint32_t b);

static inline float box_area(struct box b)
{
    return b.w * b.h;
}

static inline float scene_font_size(uint32_t font)
{
    return (float)(font >> 16) / 4;
}

/* The smallest box around both; a box of no size does not count. */
struct box box_join(struct box a, struct box b);

#endif
