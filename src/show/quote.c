/* In: a range of words. Out: escaped text, with nothing but spans and line breaks of ours between the words. O(words). */
#include "show/quote.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "show/location.h"

enum { ATOM_BYTES = 160 }; /* of a description or address; more is no help to find the thing */

/* The text of an atom is its description, a line break is a sign. */
static void add_word(struct buf *out, const struct page *p, uint32_t w)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    char room[PLAIN_WORD_ROOM];

    if (!(p->word[w].flags & WORD_ATOM)) {
        buf_add_escaped(out, page_plain_word(p, w, room));
    } else if (p->dom.node[p->word[w].node].tag == TAG_BR) {
        buf_add(out, STR("↵"));
    } else {
        location_atom_text(p, w, &text);
        struct str shown = text.len > ATOM_BYTES ? utf8_head(buf_str(&text), ATOM_BYTES) : buf_str(&text);
        buf_add_escaped(out, shown);
        buf_add(out, shown.len < text.len ? STR("…]") : STR(""));
    }
}

void quote_separator(struct buf *out, const struct page *p, uint32_t w)
{
    if (location_starts_cell(p, w))
        buf_add(out, STR("<span data-weft=\"ui\" class=\"dim\"> | </span>"));
    else if (w < p->n_words && p->word[w].flags & WORD_BREAK)
        buf_add(out, STR("<br data-weft=\"ui\">"));
    else if (location_has_gap(p, w))
        buf_add_char(out, ' ');
}

/* Dividers are told only where there is nothing else to tell: the lines of a quote, or its dots, say as much. */
static bool is_left_out(const struct page *p, uint32_t word, uint32_t end, uint32_t w)
{
    if (!location_is_divider(p, w))
        return false;
    while (word < end && location_is_divider(p, word))
        word++;
    return word < end;
}

void quote_words(struct buf *out, const struct page *p, uint32_t word, uint32_t end)
{
    size_t start = out->len;

    for (uint32_t w = word; w < end; w++) {
        if (is_left_out(p, word, end, w))
            continue;
        if (out->len > start)
            quote_separator(out, p, w);
        add_word(out, p, w);
    }
}

void quote_gap(struct buf *out, const struct page *p, uint32_t w)
{
    if (location_starts_cell(p, w))
        buf_add(out, STR(" | "));
    else if (w < p->n_words && p->word[w].flags & WORD_BREAK)
        buf_add(out, STR(" · "));
    else if (location_has_gap(p, w))
        buf_add_char(out, ' ');
}

void quote_line(struct buf *out, const struct page *p, uint32_t word, uint32_t end, uint32_t n)
{
    uint32_t stop = end - word > n ? page_cut(p, word + n, end) : end;
    size_t start = out->len;

    for (uint32_t w = word; w < stop; w++) {
        if (is_left_out(p, word, end, w))
            continue;
        if (out->len > start)
            quote_gap(out, p, w);
        add_word(out, p, w);
    }
    if (stop < end)
        buf_add(out, STR(" …"));
}
