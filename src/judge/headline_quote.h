/* Words of a page as a headline quotes them. Private to judge/headline*. Pure. */
#ifndef JUDGE_HEADLINE_QUOTE_H
#define JUDGE_HEADLINE_QUOTE_H

#include "page/page.h"

enum { QUOTE_LEAD_CHARS = 30 }; /* before the first word that changed, where the beginning is left out */

struct quote {
    const struct page *page;
    uint32_t word, end; /* what is quoted */
    uint32_t changed,
        unchanged;    /* first and past the last of the words in it that a reader must see; NONE: none more than others */
    const bool *held; /* by word: it is held back, and not said; NULL: none is */
    bool parted;      /* what stands in parts of its own has a comma between: a row, a card */
};

/* A range of words in which nothing matters more than the rest. */
struct quote quote_plain(const struct page *p, uint32_t word, uint32_t end);
/* Writes at most `most` characters, on one line, without pictures, bullets and lines that are drawn; where all of it is too long, the words
 * that changed are inside. Returns how many of the characters written reach past the first of them. O(bytes). */
size_t quote_write(const struct quote *q, size_t most, struct buf *out);

/* Whether it names its value by itself: "Positive: 47". */
bool quote_is_labelled(const struct quote *q);

/* Whether a word is one sign of a long row of the same: a line drawn with stars. It is not said. */
bool quote_is_drawn(const struct page *p, uint32_t w);

size_t chars_of(struct str s);
/* The first n characters, cut before a word where one begins not far back. */
struct str chars_head(struct str s, size_t n);
/* Adds it, or what of it fits into n characters with "…" behind. */
void chars_add(struct buf *out, struct str s, size_t n);
/* "now (was was)" in about n characters: what two long texts have in common at their beginning or end is cut before what differs. */
void chars_pair(struct buf *out, struct str now, struct str was, size_t n);
bool words_seen(const struct page *p, uint32_t word, uint32_t end);
/* How many words of letters a reader sees there. */
uint32_t letters_of(const struct page *p, uint32_t word, uint32_t end);
/* How many characters the words take on one line; a large number where there are too many to quote. */
size_t chars_between(const struct page *p, uint32_t word, uint32_t end);
/* Whether that is at most `chars`. Long texts are not read to their end. */
bool fits_between(const struct page *p, uint32_t word, uint32_t end, size_t chars);
/* The nearest element of one of the tags around a word; NONE. */
uint32_t node_around(const struct page *p, uint32_t word, const uint32_t *tag, size_t n_tags);

#endif
