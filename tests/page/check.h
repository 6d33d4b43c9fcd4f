/* page_check: whether a page model keeps the invariants that the headers promise. A plain, slow twin of the code, for tests and
 * fuzzing. O(nodes x depth + bytes). */
#ifndef TESTS_PAGE_CHECK_H
#define TESTS_PAGE_CHECK_H

#include "base/utf8.h"
#include "page/page.h"

/* White space alone lies in [at, end) of a text. */
static inline bool check_is_space(struct str text, size_t at, size_t end)
{
    while (at < end) {
        uint32_t character;

        at += utf8_next(text.ptr + at, text.ptr + end, &character);
        if (char_class(character) != CHAR_SPACE)
            return false;
    }
    return true;
}

static inline bool check_has_space(struct str text)
{
    for (size_t at = 0; at < text.len;) {
        uint32_t character;

        at += utf8_next(text.ptr + at, text.ptr + text.len, &character);
        if (char_class(character) == CHAR_SPACE)
            return true;
    }
    return false;
}

/* A text that is read: its words and the white space between them are all of it. */
static inline const char *check_text(const struct page *p, uint32_t i)
{
    struct str text = node_text(&p->dom.node[i]);
    size_t at = 0;

    for (uint32_t w = p->first_word[i]; w < p->first_word[i + 1]; w++) {
        const struct word *word = &p->word[w];
        struct str bytes = page_word(p, w);

        if (word->node != i || word->flags & WORD_ATOM)
            return "the words of a text stand in it";
        if (word->at < at || word->len == 0 || word->at + word->len > text.len)
            return "words follow each other inside their text";
        if (!check_is_space(text, at, word->at))
            return "what stands between words is white space";
        if (check_has_space(bytes))
            return "words have no white space";
        if (!str_eq(symbols_str(p->dom.symbols, p->symbol[w]), bytes))
            return "a word's symbol has its bytes";
        if (!(word->flags & WORD_HIDDEN) != !(p->flags[i] & NODE_HIDDEN))
            return "a word is hidden where its text is";
        at = word->at + word->len;
    }
    return check_is_space(text, at, text.len) ? NULL : "every character that is no white space lies in a word";
}

/* Texts are covered by words; atoms are one word; what is hidden by its tag has none. */
static inline const char *check_words(const struct page *p)
{
    uint32_t skip = 0;

    if (p->first_word[p->dom.n] != p->n_words)
        return "first_word ends with all words";
    for (uint32_t i = 0; i < p->dom.n; i++) {
        const struct node *n = &p->dom.node[i];
        unsigned classes = node_classes(n);
        const char *wrong = NULL;

        if (p->first_word[i] > p->first_word[i + 1])
            return "first_word never goes down";
        if (i < skip) {
            if (p->first_word[i] != p->first_word[i + 1])
                return "inside an atom or a hidden element are no words";
        } else if (n->kind == NODE_TEXT) {
            wrong = check_text(p, i);
        } else if (classes & (TAG_ATOM | TAG_HIDDEN)) {
            uint32_t w = p->first_word[i], words = p->first_word[n->end] - w;

            skip = n->end;
            if (words != (classes & TAG_ATOM ? 1 : 0))
                return "an atom is one word, a hidden element none";
            if (words && (p->word[w].node != i || !(p->word[w].flags & WORD_ATOM) || p->word[w].len))
                return "an atom's word is its element";
        } else if (p->first_word[i] != p->first_word[i + 1] && n->end == i + 1) {
            return "an element without children has no words";
        }
        if (wrong)
            return wrong;
    }
    return NULL;
}

static inline const char *check_sentences(const struct page *p)
{
    uint32_t word = 0;

    for (uint32_t s = 0; s < p->n_sentences; s++) {
        const struct sentence *sentence = &p->sentence[s];

        if (sentence->word != word || sentence->end <= word || sentence->end > p->n_words)
            return "sentences cover the words in order, none is empty";
        for (uint32_t w = word + 1; w < sentence->end; w++) {
            if (p->word[w].flags & WORD_BREAK)
                return "no break lies inside a sentence";
        }
        word = sentence->end;
    }
    return word == p->n_words ? NULL : "sentences cover all words";
}

static inline bool check_is_tag(const struct page *p, uint32_t i, uint32_t parent)
{
    return i < p->dom.n && p->dom.node[i].kind == NODE_ELEMENT && i > parent && i < p->dom.node[parent].end;
}

static inline const char *check_tables(const struct page *p)
{
    uint32_t row = 0, cell = 0;

    for (uint32_t t = 0; t < p->n_tables; t++) {
        if (p->table[t].row != row || p->table[t].row_end < row || p->table[t].row_end > p->n_rows)
            return "each row belongs to one table";
        for (; row < p->table[t].row_end; row++) {
            if (p->row[row].cell != cell || p->row[row].cell_end < cell || p->row[row].cell_end > p->n_cells)
                return "each cell belongs to one row";
            if (!check_is_tag(p, p->row[row].node, p->table[t].node))
                return "rows lie in their table";
            for (; cell < p->row[row].cell_end; cell++) {
                if (p->dom.node[p->cell[cell].node].parent != p->row[row].node)
                    return "cells are children of their row";
            }
        }
    }
    return row == p->n_rows && cell == p->n_cells ? NULL : "all rows and cells belong to a table";
}

static inline const char *check_lists(const struct page *p)
{
    uint32_t item = 0;

    for (uint32_t l = 0; l < p->n_lists; l++) {
        if (p->list[l].item != item || p->list[l].item_end < item || p->list[l].item_end > p->n_items)
            return "each item belongs to one list";
        for (; item < p->list[l].item_end; item++) {
            if (!check_is_tag(p, p->item[item], p->list[l].node))
                return "items lie in their list";
        }
    }
    return item == p->n_items ? NULL : "all items belong to a list";
}

/* NULL where all holds, else the first thing that does not. */
static inline const char *page_check(const struct page *p)
{
    const char *wrong = dom_check(&p->dom);

    if (wrong || (wrong = check_words(p)) || (wrong = check_sentences(p)) || (wrong = check_tables(p)) || (wrong = check_lists(p)))
        return wrong;
    for (uint32_t i = 1; i < p->dom.n; i++) {
        if (p->flags[p->dom.node[i].parent] & NODE_HIDDEN && !(p->flags[i] & NODE_HIDDEN))
            return "what lies in something hidden is hidden";
    }
    return p->body < p->dom.n ? NULL : "the body is a node";
}

#endif
