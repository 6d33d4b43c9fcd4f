/* Words of a page on the lines of the text view: what stands between them, and what of them is left out. */
#include "base/limits.h"
#include "base/utf8.h"
#include "show/location.h"
#include "show/text_view.h"

enum {
    LINE_WORDS = 12,  /* a block with so many words stands on a line of its own */
    WORD_BYTES = 300, /* of a word */
};

/* Between two ideographs a line may end, though no space stands there. */
static bool may_break(struct str word)
{
    uint32_t first;

    if (word.len == 0)
        return false;
    utf8_next(word.ptr, word.ptr + word.len, &first);
    return char_class(first) == CHAR_IDEOGRAPH || char_class(first) == CHAR_KATAKANA;
}

static void add_atom(struct text_view *v, const struct page *p, uint32_t w)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);

    location_atom_text(p, w, &text);
    wrap_words(&v->wrap, buf_str(&text));
}

/* A word that is no word (base64, one line of a million letters) is cut short. */
static void add_word(struct text_view *v, struct str word)
{
    struct str head = word.len > WORD_BYTES ? utf8_head(word, WORD_BYTES) : word;

    wrap_add(&v->wrap, head);
    if (head.len < word.len)
        wrap_add(&v->wrap, arena_printf(v->scratch, "…(%zu bytes)", word.len));
}

/* Whether the block that ends before word w, or the one that starts there, is long enough for a line of its own. */
static bool is_long_block(const struct page *p, uint32_t w)
{
    uint32_t before = 1, after = 1;

    while (before < LINE_WORDS && w > before && !location_starts_block(p, w - before))
        before++;
    while (after < LINE_WORDS && !location_starts_block(p, w + after))
        after++;
    return before >= LINE_WORDS || after >= LINE_WORDS || p->kind == KIND_TEXT;
}

/* Whether a part of the page with a heading of its own starts at word w; the title of a small card names the card alone. */
static bool starts_part(const struct page *p, uint32_t w)
{
    bool heading = false;

    for (uint32_t i = p->word[w].node; i > p->body; i = p->dom.node[i].parent) {
        uint32_t tag = p->dom.node[i].tag;
        if (p->first_word[i] == w && tag >= TAG_H1 && tag <= TAG_H6 && p->dom.node[i].kind == NODE_ELEMENT)
            heading = true;
        if (location_is_card(p, i))
            return false;
    }
    return heading;
}

void text_sign(struct text_view *v, struct str sign)
{
    wrap_space(&v->wrap);
    wrap_add(&v->wrap, sign);
    wrap_space(&v->wrap);
}

/* What stands before word w, between it and another word of the passage. */
void text_separator(struct text_view *v, const struct page *p, uint32_t w)
{
    struct wrap *wrap = &v->wrap;

    if (!(p->word[w].flags & WORD_BREAK)) {
        if (location_has_gap(p, w))
            wrap_space(wrap);
        else if (may_break(page_word(p, w)))
            wrap_break(wrap);
        return;
    }
    if (location_starts_row(p, w) || (!location_starts_cell(p, w) && (is_long_block(p, w) || starts_part(p, w))))
        wrap_newline(wrap);
    else
        text_sign(v, location_starts_cell(p, w) ? STR("|") : STR("·"));
}

void text_run(struct text_view *v, const struct page *p, uint32_t word, uint32_t end)
{
    char room[PLAIN_WORD_ROOM];

    for (uint32_t w = word; w < end; w++) {
        if (w > word && location_is_divider(p, w))
            continue;
        if (w > word)
            text_separator(v, p, w);
        if (p->word[w].flags & WORD_ATOM)
            add_atom(v, p, w);
        else
            add_word(v, page_plain_word(p, w, room));
    }
}

void text_note(struct text_view *v, struct str note)
{
    wrap_set(&v->wrap, WRAP_NOTE);
    wrap_words(&v->wrap, note);
    wrap_set(&v->wrap, WRAP_PLAIN);
}

void text_dots(struct text_view *v)
{
    wrap_space(&v->wrap);
    text_note(v, STR("…"));
    wrap_space(&v->wrap);
}
