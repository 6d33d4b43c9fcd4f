/* The passes of page_build, in the order they run. Each fills its own arrays of `p` and reads those before it. */
#ifndef PAGE_BUILD_H
#define PAGE_BUILD_H

#include "page/page.h"

/* All passes over a tree that was just read: p->dom, bytes, address and kind are set. */
int page_build(struct arena *a, struct page *p, struct err *e) MUST_CHECK;

/* flags[]: what is hidden, what has a block inside. */
void build_flags(struct arena *a, struct page *p);
/* Elements of the tree, in order. */
struct folds {
    const uint32_t *node;
    uint32_t n;
};
/* Hidden elements that a click unfolds; flags[] are set. */
struct folds build_folds(struct arena *a, const struct page *p);
/* content[] and structure[], words left out: what atoms are compared by. Then, after words, content[] with them. */
void build_hashes(struct arena *a, struct page *p);
/* symbol[], word[], first_word[]. */
int build_words(struct arena *a, struct page *p, struct err *e) MUST_CHECK;
/* sentence[]. */
void build_sentences(struct arena *a, struct page *p);
/* link[] image[] table[] row[] cell[] list[] item[] heading[], title, description, language, base. */
void build_objects(struct arena *a, struct page *p, struct str base);

#endif
