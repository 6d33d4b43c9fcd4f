/* The tree of the page that is shown: built first, written once. Private to show/.
 *
 * It holds the new page's elements, pieces of its text, clones of what the old page had in their place, and weft's own marks. A part
 * of a page that is written as it stands is one node (OUT_SUBTREE), however large it is: the tree grows with the changes.
 *
 *     body
 *      +- OUT_SUBTREE header ...            nothing changed in there
 *      +- p
 *          +- OUT_TEXT "Prices start at "
 *          +- OUT_MARK del  - OUT_TEXT "10"
 *          +- OUT_MARK ins  - OUT_TEXT "12"
 *          +- OUT_TEXT " euro."
 *
 * Nodes are numbered; 0 is the body. Children are a list with both ends known, so that a node can be put before or after another. */
#ifndef SHOW_TREE_H
#define SHOW_TREE_H

#include "base/vec.h"
#include "compare/delta.h"

enum out_kind {
    OUT_ELEMENT, /* a page's element; its children are in this tree */
    OUT_SUBTREE, /* a page's element or text node with all below it */
    OUT_TEXT,    /* a slice of a page's text node */
    OUT_MARK,    /* ins or del of ours */
    OUT_PLAIN,   /* an element of ours that HTML needs around old text: li, td ... `node` is its tag */
    OUT_SEAM,    /* a comment of the page was here */
    OUT_SPACE,   /* a space between two pieces of old text */
    OUT_GAP,     /* a space of ours between old and new text */
    OUT_WAS,     /* in what moved: the words that stood there before; `change` says which */
    OUT_LABEL,   /* words of ours behind a mark: where it was before, or where a link led; `change` says of what */
};

enum out_state { STATE_NONE, STATE_INSERT, STATE_DELETE, STATE_MOVE, STATE_CHANGE };

struct out {
    uint32_t parent, first, last, prev, next; /* NONE where there is none */
    uint32_t node;                            /* of the page, or a tag (OUT_PLAIN) */
    uint32_t at, len;                         /* OUT_TEXT: bytes of the node's text */
    uint32_t change;                          /* the change it shows, or NONE */
    uint32_t id;                              /* number of the mark in document order, from 1; 0: no mark */
    uint32_t stop;                            /* of a mark: the stop of its change, in tree.stop, or NONE */
    uint8_t kind, state;
    bool old;        /* it comes from the old page */
    bool bare;       /* an old element whose tags are left out: a link in a link, or an ins or del of the page with blocks inside */
    uint8_t written; /* while writing: enum written of its tags */
};

struct tree {
    struct arena *arena;
    const struct delta *delta;
    VEC(struct out) out;
    uint32_t *of_node;      /* by node of the new page: its out node, or NONE */
    uint32_t *of_word;      /* by word of the new page: the out node it is in */
    uint32_t *first_change; /* by node of the new page: 1 + the first format or attribute change that is shown on it, or 0 */
    uint32_t *next_change;  /* by change: 1 + the next one on the same node, or 0 */
    uint32_t *old_turns, *new_turns; /* by word: how often the change differs from that of the word before, up to here */
    uint32_t *new_kept;              /* by word of the new page, and one past the last: kept words before it */
    uint32_t *new_paired;            /* by node of the new page, and one past the last: elements with a partner before it */
    bool *apart;        /* by change: an update whose new text stands first on the page, so it is shown as removed and added */
    VEC(uint32_t) stop; /* out nodes: where each change of content starts, in document order */
};

/* A new node without a place. */
uint32_t tree_add(struct tree *t, struct out out);
/* Places: as the last child of `parent`; right before or after `sibling`; `mark` around the children from..to of one parent. */
void tree_append(struct tree *t, uint32_t parent, uint32_t node);
void tree_before(struct tree *t, uint32_t sibling, uint32_t node);
void tree_after(struct tree *t, uint32_t sibling, uint32_t node);
void tree_wrap(struct tree *t, uint32_t mark, uint32_t from, uint32_t to);

static inline const struct page *out_page(const struct tree *t, const struct out *o)
{
    return o->old ? t->delta->old : t->delta->new;
}

/* An item that stands in no list. Among old parts it counts as a div: put into another item it would end that. */
bool is_stray_item(const struct page *p, uint32_t node);
/* The next node in document order, or NONE. */
uint32_t tree_next(const struct tree *t, uint32_t node);
/* Whether a line starts or ends with it. */
bool tree_breaks_line(const struct tree *t, const struct out *o);
/* The tag of an element, or TAG_KNOWN for what is none. */
uint32_t out_tag(const struct tree *t, uint32_t node);

/* The steps, in order. */
/* The new page's body, whole where nothing changed, text cut where it did. */
void tree_grow(struct tree *t);
/* Clones of what was deleted or moved away, each at its old place between the words that were kept. */
void tree_place_old(struct tree *t);
/* ins, del and states on elements; gaps between old and new; numbers for all marks; then the labels. */
void tree_mark(struct tree *t);
void tree_label(struct tree *t);
/* The class of what a mark shows: that of its change; a new wrapper that belongs to no change of its own is a matter of look. */
enum change_class out_class(const struct tree *t, const struct out *o);

/* Whether a change is that a reader no longer sees an element, or sees it now. */
bool tree_shows_anew(const struct tree *t, uint32_t change);

/* Adds the subtree of an old or new page's node as expanded as it needs to be; returns its root. */
uint32_t tree_clone(struct tree *t, const struct page *page, uint32_t node);
/* The slice of a text node that holds words [word, end) of one change, with the white space that belongs to it. */
uint32_t tree_slice(struct tree *t, const struct page *page, uint32_t word, uint32_t end);

#endif
