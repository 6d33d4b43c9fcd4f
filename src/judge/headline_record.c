/* In: a piece. Out: the row, item or card it belongs to.
 *
 * A card is an element that is not marked as an item but has another of its kind beside it (place_names_like): with parts of its own; an
 * article is one by its tag. The outermost one of which all words came or went is the record: a part of it says less. */
#include "judge/headline_record.h"

#include "base/limits.h"
#include "base/vec.h"
#include "judge/headline_quote.h"
#include "judge/place_names.h"

bool came_or_went(const struct judge_piece *piece)
{
    uint32_t went = 0;
    for (unsigned i = 0; i < SHAPE_MARK && piece->kind == PIECE_ADDED; i++)
        went += piece->went[i];
    return piece->kind == PIECE_REMOVED || (piece->kind == PIECE_ADDED && went == 0);
}

uint32_t record_around(const struct page *p, uint32_t word)
{
    static const uint32_t records[] = { TAG_TR, TAG_LI }, items[] = { TAG_LI };
    uint32_t item = p->kind == KIND_JSON ? node_around(p, word, items, 1) : NONE;
    return item != NONE ? item : node_around(p, word, records, ARRAY_LEN(records));
}

/* One of the pages, and what became of its words. */
struct record_page {
    const struct page *page;
    const uint32_t *partner, *change;
    const struct delta *delta;
    bool moved; /* the piece is one that moved, and so did its record */
};

static struct record_page record_page(const struct delta *d, const struct judge_piece *piece)
{
    bool old = piece->old;
    return (struct record_page){ .page = old ? d->old : d->new,
                                 .partner = old ? d->old_to_new : d->new_to_old,
                                 .change = old ? d->old_change : d->new_change,
                                 .delta = d,
                                 .moved = piece->kind == PIECE_MOVED };
}

/* Whether the word stays, though it may look otherwise, with a space of no width less, or stand elsewhere. */
static bool stays(const struct record_page *r, uint32_t w)
{
    if (r->partner[w] != NONE || r->change[w] == NONE)
        return true;
    const struct change *c = &r->delta->change[r->change[w]];
    return (c->kind == CHANGE_UPDATE && c->class != CLASS_CONTENT) || (c->kind == CHANGE_MOVE && !r->moved);
}

/* Whether none of the words is on the other page. */
static bool is_whole(const struct record_page *r, uint32_t word, uint32_t end)
{
    for (uint32_t w = word; w < end; w++)
        if (stays(r, w) && !(r->page->word[w].flags & WORD_ATOM))
            return false;
    return true;
}

static bool is_alike(const struct page *p, uint32_t x, uint32_t y)
{
    const struct node *node = p->dom.node;
    if (node[y].kind != NODE_ELEMENT || node[x].tag != node[y].tag)
        return false;
    if (node[x].tag == TAG_ARTICLE)
        return true;
    bool short_one = p->first_word[node[y].end] - p->first_word[y] <= CARD_WORDS;
    return place_names_like(&p->dom, x, y, short_one);
}

/* Looks at the two elements after it and at the first ones of what holds it: in a row of cards one of them is a card. */
static bool has_twin(const struct page *p, uint32_t card)
{
    enum { LOOKS = 4 };
    const struct node *node = p->dom.node;
    uint32_t parent = node[card].parent, n = node[card].end;
    for (unsigned i = 0; i < LOOKS && n < node[parent].end; i++, n = node[n].end)
        if (is_alike(p, card, n))
            return true;
    n = parent + 1;
    for (unsigned i = 0; i < LOOKS && n < card; i++, n = node[n].end)
        if (is_alike(p, card, n))
            return true;
    return false;
}

static bool is_card(const struct page *p, uint32_t n)
{
    uint32_t tag = p->dom.node[n].tag;
    bool box = tag == TAG_DIV || tag == TAG_ARTICLE || tag == TAG_SECTION || tag == TAG_A;
    return box && (p->flags[n] & NODE_HAS_BLOCK) && has_twin(p, n);
}

static uint32_t card_around(const struct record_page *r, const struct sentence *s)
{
    const struct page *p = r->page;
    uint32_t card = NONE, from = s->word, to = s->end;
    for (uint32_t n = p->word[s->word].node; n && n != p->body; n = p->dom.node[n].parent) {
        uint32_t word = p->first_word[n], end = p->first_word[p->dom.node[n].end];
        if (p->dom.node[n].kind != NODE_ELEMENT)
            continue;
        if (end - word > CARD_WORDS || !is_whole(r, word, from) || !is_whole(r, to, end))
            break;
        from = MIN(word, from);
        to = MAX(end, to);
        if (is_card(p, n))
            card = n;
    }
    return card;
}

bool opens_card(const struct delta *d, const struct judge_piece *piece)
{
    enum { SHORT_WORDS = 12 };
    const struct record_page r = record_page(d, piece);
    const struct page *p = r.page;
    if (piece->sentence == NONE || p->kind != KIND_MARKUP)
        return false;
    const struct sentence *s = &p->sentence[piece->sentence];
    if (s->end - s->word > SHORT_WORDS || (s->end < p->n_words && !(p->word[s->end].flags & WORD_BREAK)))
        return false;
    for (uint32_t n = p->word[s->word].node; n && n != p->body && p->first_word[n] == s->word; n = p->dom.node[n].parent) {
        uint32_t end = p->first_word[p->dom.node[n].end];
        if (end - s->word > CARD_WORDS && is_card(p, n))
            return is_whole(&r, s->word, end);
    }
    return false;
}

/* By word: how many before it stay. */
static const uint32_t *count_staying(struct record_memory *memory, const struct judge_piece *piece, const struct record_page *r)
{
    uint32_t **count = &memory->staying[2 * piece->old + r->moved], n = r->page->n_words;
    uint32_t *found = *count;
    if (found)
        return found;
    found = *count = NEW_ARRAY_RAW(memory->arena, uint32_t, n + 1);
    found[0] = 0;
    for (uint32_t w = 0; w < n; w++)
        found[w + 1] = found[w] + !is_whole(r, w, w + 1);
    return found;
}

uint32_t whole_record(struct record_memory *memory, const struct judge_piece *piece)
{
    const struct record_page r = record_page(memory->delta, piece);
    const struct page *p = r.page;
    const struct sentence *s = &p->sentence[piece->sentence];
    if (!is_whole(&r, s->word, s->end))
        return NONE;
    uint32_t card = p->kind == KIND_MARKUP ? card_around(&r, s) : NONE, node = record_around(p, s->word);
    if (card != NONE || node == NONE)
        return card;
    uint32_t from = p->first_word[node], to = p->first_word[p->dom.node[node].end];
    if (to - from <= CARD_WORDS)
        return is_whole(&r, from, to) ? node : NONE;
    const uint32_t *staying = count_staying(memory, piece, &r); /* each piece of a long one asks again */
    return staying[to] == staying[from] ? node : NONE;
}

/* Whether an element has words of letters, and all in it is bold. */
static bool is_bold_name(const struct page *p, uint32_t n)
{
    static const uint32_t tags[] = { TAG_B, TAG_STRONG };
    uint32_t end = p->first_word[p->dom.node[n].end];
    for (uint32_t w = p->first_word[n], bold; w < end; w = p->first_word[p->dom.node[bold].end])
        if ((bold = node_around(p, w, tags, ARRAY_LEN(tags))) == NONE)
            return false;
    return letters_of(p, p->first_word[n], end) > 0;
}

/* Whether a row is the first of its table, and not the only one. */
static bool is_first_row(const struct page *p, uint32_t row)
{
    uint32_t table = list_of(p, row), first = table + 1, next = p->dom.node[row].end;
    while (first < row && p->dom.node[first].tag != TAG_TR)
        first++;
    return first == row && next < p->dom.node[table].end;
}

bool is_heads(const struct page *p, uint32_t record)
{
    if (p->dom.node[record].tag != TAG_TR)
        return false;
    bool marked = true, bold = is_first_row(p, record);
    for (uint32_t n = record + 1; n < p->dom.node[record].end && (marked || bold); n = p->dom.node[n].end)
        if (p->dom.node[n].kind == NODE_ELEMENT) {
            marked &= p->dom.node[n].tag == TAG_TH;
            bold = bold && (p->dom.node[n].tag == TAG_TH || is_bold_name(p, n));
        }
    return marked || bold;
}

uint32_t list_of(const struct page *p, uint32_t record)
{
    uint32_t n = p->dom.node[record].parent;
    while (p->dom.node[record].tag == TAG_TR && p->dom.node[n].tag != TAG_TABLE && p->dom.node[n].parent)
        n = p->dom.node[n].parent;
    return n;
}

uint32_t card_around_word(const struct page *p, uint32_t word)
{
    for (uint32_t n = p->word[word].node; n && n != p->body; n = p->dom.node[n].parent) {
        uint32_t tag = p->dom.node[n].tag;
        if (p->dom.node[n].kind != NODE_ELEMENT)
            continue;
        if (p->first_word[p->dom.node[n].end] - p->first_word[n] > CARD_WORDS)
            return NONE;
        if (tag == TAG_LI || tag == TAG_ARTICLE || is_card(p, n))
            return n;
    }
    return NONE;
}

bool is_heading(const struct page *p, uint32_t word)
{
    static const uint32_t tags[] = { TAG_H1, TAG_H2, TAG_H3, TAG_H4, TAG_H5, TAG_H6 };
    return node_around(p, word, tags, ARRAY_LEN(tags)) != NONE;
}

bool is_definition(const struct page *p, uint32_t word)
{
    static const uint32_t tags[] = { TAG_DD };
    return node_around(p, word, tags, 1) != NONE;
}
