/* In: the pieces of a change to terms, a policy, an agreement. Out: which of them are of the site around the text.
 *
 * Whoever watches terms reads the text. Where it was found and is long, what comes and goes outside its element is the site's own: its
 * offers, its search, its stories. Nothing is concluded of a figure: a page with such a title may show a rate there. */
#include "judge/beside_text.h"

#include "base/auto.h"
#include "judge/leads.h"
#include "judge/legal.h"
#include "judge/line_order.h"
#include "judge/versions.h"
#include "segment/content.h"

enum {
    TEXT_WORDS = 300, /* a list of texts with a few words about each has less */
    PROSE_WORDS = 12, /* of a paragraph */
    TIMES_BESIDE = 3, /* as long as the paragraphs beside it: else they may be of the text */
    STAMP_WORDS = 5, /* beside the day that a text was written, or holds from; "will not be published on Friday, 3 July" has more */
};

static bool is_outside(const struct judge_places *places, uint32_t node)
{
    uint32_t root = places_content(places)->root;
    return root != NONE && (node < root || node >= places->page->dom.node[root].end);
}

/* Whether the text was found, and all of it: outside its element stands hardly a paragraph of which nothing is known. */
static bool is_long_text(const struct judge_places *places)
{
    if (!legal_is_text(places->page))
        return false;
    const struct content *c = places_content(places);
    uint32_t words = 0, beside = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        const struct content_unit *u = &c->unit[i];
        uint32_t n = u->end - u->word;
        bool prose = n >= PROSE_WORDS && 2 * u->link_chars < u->chars;
        words += u->main ? n : 0;
        beside += !u->main && prose && is_outside(places, u->node) && place_of_unit(places, u) == PLACE_OTHER ? n : 0;
    }
    return c->root != NONE && words >= TEXT_WORDS && words > TIMES_BESIDE * beside;
}

/* Its line; of one that is edited, and is a row of links or names, what came to it. */
static void add_line(const struct delta *d, const struct page *page, const struct judge_piece *p, struct buf *out)
{
    struct sentence s = page->sentence[p->sentence];
    bool part = p->kind == PIECE_CHANGED && !p->old && line_is_list(page, &s);
    while (part && s.word < s.end && d->new_change[s.word] == NONE)
        s.word++;
    while (part && s.end > s.word && d->new_change[s.end - 1] == NONE)
        s.end--;
    page_words_line(page, s.word, s.end, out);
}

static bool is_in_table(const struct page *page, const struct judge_piece *p)
{
    static const uint32_t tags[] = { TAG_TD, TAG_TH };
    return page_around(page, page->word[page->sentence[p->sentence].word].node, tags, ARRAY_LEN(tags)) != NONE;
}

/* It names such a text that the page did not name elsewhere, is one, or a chapter of this one, says since when, or is data. */
static bool is_of_texts(const struct page *page, const struct judge_piece *p, struct str line)
{
    const uint32_t *words = p->old ? p->went : p->came;
    bool stamp = words[SHAPE_TIME] && words[SHAPE_LETTERS] <= STAMP_WORDS;
    return stamp || (!p->known && legal_named(line)) || is_in_table(page, p) || leads_to_file(page, p->sentence)
           || leads_further_down(page, p->sentence);
}

bool beside_text_has_program(const struct delta *d, const struct judge_piece *p)
{
    if (p->old)
        return false;
    for (uint32_t w = d->new->sentence[p->sentence].word; w < d->new->sentence[p->sentence].end; w++)
        if (d->new_change[w] != NONE && versions_is(page_word(d->new, w), false))
            return true;
    return false;
}

static bool is_of_site(const struct delta *d, const struct judge_places *places, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    bool whole = p->kind == PIECE_ADDED || p->kind == PIECE_REMOVED, letters = p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] > 0;
    if (!is_outside(places, places->page->word[places->page->sentence[p->sentence].word].node))
        return false;
    add_line(d, places->page, p, &text);
    return !text.over && !is_of_texts(places->page, p, buf_str(&text)) && (whole || letters || beside_text_has_program(d, p));
}

/* Where only markup changed, no main content need be found. */
static bool has_words(const struct judge_pieces *pieces)
{
    bool found = false;
    for (uint32_t i = 0; i < pieces->n && !found; i++)
        found = pieces->item[i].sentence != NONE;
    return found;
}

void beside_text_find(const struct delta *d, struct judge_pieces *pieces)
{
    enum { UNKNOWN, NO, YES } was = UNKNOWN;
    pieces->text = has_words(pieces) && is_long_text(&pieces->new);
    pieces->reordered = pieces->text;
    for (uint32_t i = 0; i < pieces->n && pieces->text; i++) {
        struct judge_piece *p = &pieces->item[i];
        pieces->reordered &= p->place != PLACE_MAIN || p->kind == PIECE_MOVED || p->sentence == NONE;
        if (p->sentence == NONE || p->place != PLACE_OTHER)
            continue;
        if (p->old && was == UNKNOWN)
            was = is_long_text(&pieces->old) ? YES : NO;
        if ((p->old && was == NO) || !is_of_site(d, p->old ? &pieces->old : &pieces->new, p))
            continue;
        p->place = PLACE_EXTRA;
        p->picture = false;
    }
}
