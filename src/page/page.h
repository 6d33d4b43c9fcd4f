/* The page model: one parse, many views. Every stage after this one reads these arrays and nothing else of a page.
 *
 *     dom.node[]   the flat tree, document order
 *     symbol[]     the words as integers; word[] says where each stands. The words of node i are [first_word[i], first_word[end])
 *     sentence[]   ranges of words that no sentence-breaking markup and no full stop cuts (AIDE, section 5.1)
 *     content[]    one hash per subtree: tags, attributes, words. structure[]: tags alone
 *     link[] image[] table[] row[] cell[] list[] item[] heading[]   small records that point at nodes
 *
 * A word is a run of letters and digits, one ideograph, or one punctuation mark. An atom (img, input, br, svg ...) is a word too: it
 * is read as one thing, matched as one thing and never marked inside. Hidden content (script, style, template, comments, head) has
 * no words; content hidden by `hidden` or `display:none` has words that carry WORD_HIDDEN.
 *
 * Everything lies in the arena given to page_read and is read-only afterwards. Pages to be compared share one symbol table. */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include "base/buf.h"
#include "page/kind.h"
#include "parse/dom.h"
#include "parse/parse.h"

#define NONE UINT32_MAX

enum word_flag {
    WORD_ATOM = 1 << 0,
    WORD_SPACE = 1 << 1,  /* white space between it and the word before, on one line */
    WORD_LEAD = 1 << 2,   /* ... which stands in its own text node, right before it */
    WORD_TRAIL = 1 << 3,  /* white space right after it in its own text node */
    WORD_BREAK = 1 << 4,  /* a sentence-breaking tag, or a line end in pre, between it and the word before */
    WORD_HIDDEN = 1 << 5, /* not shown */
};

struct word {
    uint32_t node;      /* its text node; of an atom the element */
    uint32_t at;        /* bytes from the start of the node's text; 0 for atoms */
    uint32_t len : 24;  /* 0 for atoms */
    uint32_t flags : 8; /* enum word_flag */
};

struct sentence {
    uint32_t word, end; /* range of words */
    uint64_t hash;      /* of the words' own hashes, in order */
};

struct link {
    uint32_t node;
    struct str url; /* absolute where a base is known */
};

struct image {
    uint32_t node;
    struct str url, alt;
};

struct table {
    uint32_t node;
    uint32_t row, row_end; /* of row[] */
};

struct row {
    uint32_t node;
    uint32_t cell, cell_end; /* of cell[] */
};

struct cell {
    uint32_t node;
    bool header;
};

struct list {
    uint32_t node;
    uint32_t item, item_end; /* of item[]: node numbers of li, dt, dd */
    bool ordered;
};

struct heading {
    uint32_t node;
    uint32_t level;
};

struct page {
    struct dom dom;
    enum page_kind kind; /* what it was read as; never KIND_BINARY */
    struct str bytes;    /* as they came in */
    struct str address;  /* where it came from, as the caller said; empty: unknown */
    struct str base;     /* what relative addresses stand on: the address, changed by <base>; empty: unknown */
    struct str title, description, language;
    uint32_t body; /* node of body (or of the root, where there is none) */

    uint32_t *symbol; /* n_words */
    struct word *word;
    uint32_t n_words;
    uint32_t *first_word; /* dom.n + 1 */
    uint64_t *content, *structure;
    uint8_t *flags; /* enum node_flag, per node */

    struct sentence *sentence;
    uint32_t n_sentences;

    struct link *link;
    struct image *image;
    struct table *table;
    struct row *row;
    struct cell *cell;
    struct list *list;
    uint32_t *item;
    struct heading *heading;
    uint32_t n_links, n_images, n_tables, n_rows, n_cells, n_lists, n_items, n_headings;
};

enum node_flag {
    NODE_HIDDEN = 1 << 0,    /* by its tag, `hidden` or display:none, its own or an ancestor's */
    NODE_HAS_BLOCK = 1 << 1, /* a block element is below it */
    NODE_SPACE = 1 << 2,     /* a text of white space alone that a reader sees: it stands between two inline things */
    NODE_KEEPS = 1 << 3, /* its white space is shown as it is: in pre and textarea, and by `white-space:pre` of a style attribute */
};

/* Classes of a node: those of its tag in HTML; an element of another XML vocabulary is a block. 0 for text. */
static inline unsigned node_classes(const struct node *n)
{
    if (n->kind != NODE_ELEMENT)
        return 0;
    if (n->space == SPACE_HTML || n->tag == TAG_SVG || n->tag == TAG_MATH)
        return tag_classes(n->tag);
    return n->space == SPACE_OTHER ? TAG_BLOCK | TAG_BREAK : 0;
}

/* Parses HTML or XML and builds; body_read() is for bytes of any kind. `base` is the page's address, if known; a <base> of the page is
 * resolved against it. */
int page_read(struct arena *a, struct symbols *symbols, const struct parse_source *source, struct str base, struct page *out,
              struct err *e) MUST_CHECK;

/* The first link, the first image at or after the node; n_links, n_images where there is none. O(log n). */
uint32_t page_first_link(const struct page *p, uint32_t node);
uint32_t page_first_image(const struct page *p, uint32_t node);

/* The nearest element of one of the tags that the node is, or stands in; NONE. O(depth). */
uint32_t page_around(const struct page *p, uint32_t node, const uint32_t *tag, size_t n_tags);

/* The first 4 KiB of the title, more than any has that was written for readers: for questions that are asked of every line, or of every
 * word of another title. */
struct str page_short_title(const struct page *p);

/* The words of a range with single spaces and line ends between them, as a reader would copy them; no more than the buffer takes. */
void page_words_text(const struct page *p, uint32_t word, uint32_t end, struct buf *out);
/* The same on one line. */
void page_words_line(const struct page *p, uint32_t word, uint32_t end, struct buf *out);
/* The white space before a word where it is shown as it is (NODE_KEEPS), as a hash; blanks at the ends of lines, which nobody sees, do not
 * count. 0 elsewhere. O(nodes between the word and the one before it). */
uint64_t page_gap(const struct page *p, uint32_t word);
/* Where a text that is cut at word w may be cut for a reader: at the first word from w on that does not touch the one before it, in scripts
 * without spaces at any; `end` at the latest. A run that is longer than any word or number is cut at w. */
uint32_t page_cut(const struct page *p, uint32_t w, uint32_t end);
/* What the symbol of an atom begins with. No word does: it keeps atoms apart from words of the same bytes. */
#define PAGE_ATOM_MARK '\1'
/* What an atom says: the description of a picture, else the name of the element; nothing for a line break. */
struct str page_atom(const struct page *p, uint32_t word);
/* One word's bytes; of an atom page_atom(). */
static inline struct str page_word(const struct page *p, uint32_t word)
{
    const struct word *w = &p->word[word];
    return w->flags & WORD_ATOM ? page_atom(p, word) : (struct str){ p->dom.node[w->node].text + w->at, w->len };
}
/* One word as plain text can say it: digits that are raised or lowered stay so (5⁹⁹, m², CO₂), since "599" is another price. */
enum { PLAIN_WORD_ROOM = 24 };
struct str page_plain_word(const struct page *p, uint32_t word, char room[static PLAIN_WORD_ROOM]);

/* The visible text of the page, a line per block. */
void page_text(const struct page *p, struct buf *out);
/* The whole model as JSON: what `weft page --json` prints. */
void page_json(const struct page *p, struct buf *out);

#endif
