/* In: the pieces of a change to terms, a policy, an agreement. Out: which of them are of the site around the text.
 *
 * Whoever watches terms reads the text. Where it was found and is long, what comes and goes as a whole outside its element is the site's
 * own: its offers, its search, its stories. Nothing is concluded of a line that was edited: a page with such a title may show a rate there. */
#include "judge/beside_text.h"

#include "base/auto.h"
#include "judge/leads.h"
#include "judge/legal.h"
#include "judge/states.h"
#include "segment/content.h"

enum {
    TEXT_WORDS = 300, /* a list of texts with a few words about each has less */
    STAMP_WORDS = 5,  /* beside the day that a text was written; "will not be published on Friday, 3 July" has more */
};

static bool is_long_text(const struct judge_places *places)
{
    const struct content *c = places_content(places);
    uint32_t words = 0;
    for (uint32_t i = 0; i < c->n && words < TEXT_WORDS; i++)
        words += c->unit[i].main ? c->unit[i].end - c->unit[i].word : 0;
    return c->root != NONE && words >= TEXT_WORDS && legal_is_text(places->page);
}

/* It names such a text, is one, or a chapter of this one, or says since when. */
static bool is_of_texts(const struct page *page, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    const struct sentence *s = &page->sentence[p->sentence];
    page_words_line(page, s->word, s->end, &text);
    const uint32_t *words = p->old ? p->went : p->came;
    bool stamp = words[SHAPE_LETTERS] == 0 || (words[SHAPE_LETTERS] <= STAMP_WORDS && stamps_named(buf_str(&text)));
    return text.over || (words[SHAPE_TIME] && stamp) || legal_named(buf_str(&text)) || leads_to_file(page, p->sentence)
           || leads_further_down(page, p->sentence);
}

static bool is_outside(const struct judge_places *places, uint32_t sentence)
{
    const struct page *page = places->page;
    uint32_t root = places_content(places)->root, node = page->word[page->sentence[sentence].word].node;
    return node < root || node >= page->dom.node[root].end;
}

static void find_in(const struct judge_places *places, struct judge_pieces *pieces, bool old)
{
    enum { UNKNOWN, NO, YES } found = UNKNOWN;
    for (uint32_t i = 0; i < pieces->n && found != NO; i++) {
        struct judge_piece *p = &pieces->item[i];
        if ((p->kind != PIECE_ADDED && p->kind != PIECE_REMOVED) || p->old != old || p->place != PLACE_OTHER)
            continue;
        found = found != UNKNOWN ? found : is_long_text(places) ? YES : NO;
        if (found == YES && is_outside(places, p->sentence) && !is_of_texts(places->page, p))
            p->place = PLACE_EXTRA;
    }
}

void beside_text_find(struct judge_pieces *pieces)
{
    find_in(&pieces->old, pieces, true);
    find_in(&pieces->new, pieces, false);
}
