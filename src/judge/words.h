/* The words of one version as one row, with what each weighs: what weft's own importance is counted in.
 *
 * A row holds the words that a reader sees, in the order of the page, and between them a token for each link's address and each picture.
 * A word's weight says where it stands (1: in what the page is about; near 0: in a menu), its factor what is known beside the page: rules
 * of the user, history. A unit is a run of words that a reader takes in at a glance, and that is never a small change: a heading, the lead
 * link; judge/units.h finds others in lines that changed. A Vi-XML document without its page has a row too: texts, then links, then
 * pictures, each in the order of the blocks, so that a block cut in two is still the same row. */
#ifndef JUDGE_WORDS_H
#define JUDGE_WORDS_H

#include "judge/anchors.h"
#include "judge/places.h"
#include "segment/block.h"
#include "visual/videlta.h"

/* Those up to the lead are known of every page (words.c), the others where a line changed (units.c). */
enum judge_unit_kind {
    UNIT_NONE,
    UNIT_MAIN_HEADING,
    UNIT_HEADING,
    UNIT_LEAD,
    UNIT_PRICE,
    UNIT_STATE,
    UNIT_VERSION,
    UNIT_EVENT,
    UNIT_NAME,    /* an identifier: "CVE-2026-4711" */
    UNIT_CONTACT, /* a telephone number, a mail or web address that is written out */
    UNIT_TURN,    /* words that turn the meaning of a line: "not" */
    UNIT_AMOUNT,  /* other numbers */
    UNIT_VALUE,   /* a cell of few words */
    UNIT_SENTENCE,
    UNITS,
};

struct judge_unit {
    enum judge_unit_kind kind;
    float weight; /* the largest of its words' */
};

struct judge_word {
    uint32_t symbol; /* equal for equal words, on both sides */
    uint32_t line;   /* number of the line that it stands in: nothing breaks between its words */
    uint32_t block;  /* of the Vi-XML document */
    uint32_t unit;   /* of unit[]; 0: none */
    uint32_t node;   /* of the page; NONE: there is none */
    uint32_t word;   /* of the page; NONE: an address or a picture */
    uint8_t kind;    /* enum vi_kind: the words of a link are its */
    bool thing;      /* an address or a picture, not a word */
    bool mark;       /* punctuation */
    bool space;      /* something stands between it and the word before */
    struct str text; /* as the page has it; of a thing its address */
    uint32_t name;   /* of a picture: a hash of its description */
    uint32_t why;    /* which reasons of the row made its factor, a bit each */
    float weight, factor;
    float share; /* of a word that it is: less than 1 in scripts without spaces, where each character is one */
};

/* How much of a word a character is, in a script without spaces; 1: it is a word. */
float judge_word_share(struct str word);

/* Words without a letter or a digit are punctuation. */
static inline bool judge_is_mark(struct str word)
{
    static const uint64_t wordy[4] = { UINT64_C(0x03ff) << 48, UINT64_C(0x07fffffe07fffffe), UINT64_MAX,
                                       UINT64_MAX }; /* by first byte */
    unsigned char c = word.len ? (unsigned char)word.ptr[0] : ' ';
    return !(wordy[c >> 6] >> (c & 63) & 1);
}

/* Whether a word of a page is one of its row: a reader sees it. What can be chosen in a form is one word, however many it has. */
static inline bool judge_is_seen(const struct page *p, uint32_t word)
{
    const struct word *w = &p->word[word];
    return !(w->flags & WORD_HIDDEN) && (!(w->flags & WORD_ATOM) || p->dom.node[w->node].tag == TAG_OPTION);
}

static inline uint32_t judge_symbol(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 32);
}

#define JUDGE_WEIGHT_FRAME \
    0.12f /* the most that a word weighs around the content: in a side column; less in menus, header and footer */

enum { JUDGE_REASONS = 31 }; /* the last stands for all that follow */

/* A thing to know that changed without a word: an order that can no longer be placed, another document behind the same words. */
struct judge_fact {
    uint32_t node; /* of the new page; NONE: it is gone */
    double weight; /* that of a word where it stands */
    bool shown;    /* a picture: what it shows may be said in words beside it, too */
};

struct judge_words {
    const struct page *page;   /* NULL: the row of a document */
    const struct dates *dates; /* of the page */
    struct judge_word *item;
    uint32_t n;
    struct anchor_line *line; /* its lines */
    uint32_t *line_word;      /* where each begins; [n_lines] is n */
    uint32_t n_lines;
    bool anchored;           /* which lines stay is known; most of them are left out */
    double all;              /* what all words weigh, those that were left out too */
    struct judge_unit *unit; /* unit[0] is none */
    uint32_t n_units;
    const struct judge_fact *fact; /* of the new row */
    uint32_t n_facts;
    const bool *within;               /* by node: facts elsewhere do not count; NULL: all count */
    struct str reason[JUDGE_REASONS]; /* what factors come from, in words: "rule '.date'"; the same numbers on both sides */
    uint32_t n_reasons;
};

/* The rows of two pages that were not cut: all their words stand in block 0. Lines that stay are left out, but for those right before one
 * that does not. O(nodes + words). */
void judge_words_of_changes(struct arena *a, const struct judge_places *old, const struct judge_places *new,
                            struct judge_words *was, struct judge_words *is);
/* The row of a page that was cut into blocks; `document` was built from them. O(nodes + words). */
int judge_words_of_page(struct arena *a, const struct blocks *b, const struct vixml *document, struct judge_words *out,
                        struct err *e) MUST_CHECK;
/* The row of a document alone: blocks weigh as much as their importance, and nothing is known of headings. */
void judge_words_of_document(struct arena *a, const struct vixml *document, struct judge_words *out);

/* Nodes of a page that a rule of the user chooses, and what they weigh. */
struct judge_rule {
    const uint32_t *node;
    uint32_t n;
    double factor;
    struct str why; /* "rule '.date'" */
};

/* The reasons of the mask, joined by "; ". */
struct str judge_words_why(struct arena *a, const struct judge_words *w, uint32_t mask);

/* Lets all words inside the rule's nodes weigh so much more or less; `dom` is of the row's page. O(nodes + words). */
void judge_words_scale(struct arena *a, struct judge_words *w, const struct dom *dom, const struct judge_rule *rule);
/* Lets words, links and pictures weigh nothing that stand in none of the nodes, which are marked by number. `chosen`: what stands in them
 * is what the page is about, wherever that is. O(words). */
void judge_words_narrow(struct judge_words *w, const bool *node, bool chosen);
/* Lets each word weigh `factor[word of the page]` times as much: its history. */
void judge_words_remember(struct judge_words *w, const float *factor);

#endif
