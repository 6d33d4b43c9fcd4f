/* In: a sentence. Out: whether what it says is said of the row or the item around it.
 *
 * A row stays where its cell and the row itself do. An item is the one on the other page that begins with the same line, its name; only
 * what says how it stands is looked at, since other words may stand anywhere. A phrase that many rows have says nothing of where a row
 * went: it is as new as the other words of its row. */
#include "judge/piece_owner.h"

#include "base/search.h"
#include "judge/entries.h"
#include "judge/states.h"

enum { STATE_WORDS = 12 }; /* marks with them */

bool piece_is_in_old_cell(const struct delta *d, const struct piece_side *s, uint32_t sentence)
{
    const struct page *p = s->page;
    uint32_t cell = p->word[p->sentence[sentence].word].node;

    while (cell && p->dom.node[cell].tag != TAG_TD && p->dom.node[cell].tag != TAG_DD)
        cell = p->dom.node[cell].parent;
    return p->kind == KIND_MARKUP && cell && d->new_node[cell] != NONE && d->new_node[p->dom.node[cell].parent] != NONE
           && (p->dom.node[cell].tag == TAG_DD || piece_is_data(s, cell));
}

/* A cheap look: most sentences are none. */
static bool may_be_state(const struct piece_side *s, const struct sentence *at)
{
    return at->end - at->word <= STATE_WORDS && states_may_stand(s->dates->lists, s->page, at->word, at->end);
}

static bool is_state(const struct piece_side *s, const struct sentence *at)
{
    AUTO(buf) text = BUF(256);
    page_words_line(s->page, at->word, at->end, &text);
    return !text.over && states_named(s->dates->lists, buf_str(&text));
}

/* The same sentence of the other page: it stays, or it is there once and stands elsewhere; NONE. */
static uint32_t same_sentence(const struct piece_side *s, uint32_t sentence)
{
    const struct sentence *at = &s->page->sentence[sentence];
    const struct page *q = s->other->page;
    const uint32_t *found = map_find(&s->other->seen, at->hash);
    uint32_t partner = s->partner[at->word];
    uint32_t there = partner == NONE ? NONE : SEARCH_FIRST(q->sentence, q->n_sentences, end, partner + 1);
    if (there < q->n_sentences && q->sentence[there].hash == at->hash)
        return there;
    return found && s->other->times[*found] == 1 ? *found : NONE;
}

bool piece_is_state_of_item(const struct piece_side *s, uint32_t sentence)
{
    const struct page *p = s->page, *q = s->other->page;
    const struct sentence *at = &p->sentence[sentence];
    if (!may_be_state(s, at))
        return false;
    uint32_t item = p->kind == KIND_MARKUP ? entry_around(p, p->word[at->word].node) : NONE;
    uint32_t name = item == NONE ? sentence : SEARCH_FIRST(p->sentence, p->n_sentences, word, p->first_word[item]);
    uint32_t there = name < sentence && is_state(s, at) ? same_sentence(s, name) : NONE;
    uint32_t was = there == NONE ? NONE : entry_around(q, q->word[q->sentence[there].word].node);
    if (was == NONE)
        return false;
    uint32_t end = q->first_word[q->dom.node[was].end];
    for (uint32_t i = there; i < q->n_sentences && q->sentence[i].word < end; i++)
        if (q->sentence[i].hash == at->hash)
            return false;
    return true;
}

/* Whether no word of the sentence is on the other page. */
static bool is_other(const struct piece_side *s, const struct sentence *at)
{
    uint32_t w = at->word;
    while (w < at->end && (s->partner[w] == NONE || (s->page->word[w].flags & WORD_ATOM)))
        w++;
    return w == at->end;
}

/* How often a sentence is on its page. */
static uint32_t times_of(const struct piece_side *s, uint64_t hash)
{
    const uint32_t *last = map_find(&s->seen, hash);
    return last ? s->times[*last] : 0;
}

bool piece_is_of_other_row(const struct piece_side *s, uint32_t sentence)
{
    enum { ROW_WORDS = 60, PHRASE = 2 };
    static const uint32_t tags[] = { TAG_TR, TAG_LI };
    const struct page *p = s->page;
    const struct dom *d = &p->dom;
    uint32_t row = p->kind == KIND_MARKUP ? page_around(p, p->word[p->sentence[sentence].word].node, tags, ARRAY_LEN(tags)) : NONE;
    if (row == NONE || times_of(s, p->sentence[sentence].hash) < PHRASE
        || p->first_word[d->node[row].end] - p->first_word[row] > ROW_WORDS)
        return false;
    uint32_t i = SEARCH_FIRST(p->sentence, p->n_sentences, end, p->first_word[row] + 1);
    bool unknown = false, whole = true;
    for (; whole && i < p->n_sentences && p->sentence[i].word < p->first_word[d->node[row].end]; i++) {
        const struct sentence *at = &p->sentence[i];
        bool known = times_of(s->other, at->hash) > 0;
        whole = is_other(s, at) && (!known || times_of(s, at->hash) >= PHRASE);
        unknown |= !known;
    }
    return whole && unknown;
}
