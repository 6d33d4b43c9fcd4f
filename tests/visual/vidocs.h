/* Vi-XML documents that look like pages, and what two deltas have in common: for tests of Vi-DIFF. */
#ifndef TESTS_COMPARE_VIDOCS_H
#define TESTS_COMPARE_VIDOCS_H

#include "base/limits.h"
#include "visual/videlta.h"
#include "tests/base/random.h"

/* A page of some sections with leaves below them; about `n_leaves`, each with up to `richness` links, some images and a text. Names are
 * mostly their own; some ("more", "") are everywhere. */
struct vixml *random_document(struct arena *a, struct random *r, unsigned n_leaves, unsigned richness);

struct agreement {
    uint32_t content_true, content_found, content_both;
    uint32_t structure_true, structure_found, structure_both;
};

/* Adds the operations of two deltas that are nobody's part: how many each has, and how many are the same in both. */
void agree(const struct videlta *truth, const struct videlta *found, struct agreement *sum);

/* Equal for the same operation on content, on blocks. */
uint64_t change_key(const struct vi_change *c);
uint64_t structure_key(const struct vi_structure *s);

struct str delta_text(struct arena *a, const struct videlta *d);

#endif
