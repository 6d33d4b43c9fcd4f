/* In: a piece of a change. Out: names that outlast an edit, and the tidying up of markup. */
#include "judge/piece_part.h"

#include "base/hash.h"
#include "base/search.h"
#include "judge/headline_record.h"
#include "judge/piece_side.h"
#include "judge/place_names.h"
#include "judge/shapes.h"

/* Of the words of letters; 0: there are none. */
static uint64_t hash_letters(const struct page *p, uint32_t word, uint32_t end)
{
    uint64_t hash = 0;
    for (uint32_t w = word; w < end; w++)
        if (!(p->word[w].flags & WORD_ATOM) && shape_is_letters(page_word(p, w)))
            hash = hash_mix(hash + 1, symbols_hash(p->dom.symbols, p->symbol[w]));
    return hash;
}

/* The last one with words: "2026" below "Future events" is a part of those. Lessons are kept by it, so it stays as it is: one in a box that
 * the word is not in counts here, as it does not in sections.h. */
static uint64_t heading_above(const struct page *p, uint32_t word)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < p->n_headings; i++) {
        uint32_t node = p->heading[i].node, end = p->first_word[p->dom.node[node].end];
        if (end > word)
            break;
        uint64_t words = hash_letters(p, p->first_word[node], end);
        hash = words ? words : hash;
    }
    return hash;
}

/* Where no heading stands above: the first words in the element from which one begins, if they stand before the word; else in the next one
 * around that, which is another place. Tables that are drawn for their looks have many cells with the same names around them. */
static uint64_t opening_of(const struct page *p, uint32_t from, uint32_t word)
{
    uint32_t last = 0, own = sentence_near(p, word, &last), levels = 0;
    for (uint32_t n = from; n && n != p->body; n = p->dom.node[n].parent) {
        if (p->dom.node[n].kind != NODE_ELEMENT || p->first_word[n] >= p->n_words)
            continue;
        uint64_t words = 0;
        for (uint32_t i = sentence_near(p, p->first_word[n], &last); i < own && !words; i++)
            words = hash_letters(p, p->sentence[i].word, p->sentence[i].end);
        if (words)
            return hash_mix(words, levels);
        levels += !place_names_wraps(p, n);
    }
    return 0;
}

/* ---- Parts ---- */

static const struct page *page_of(const struct delta *d, const struct judge_piece *piece)
{
    return piece->old ? d->old : d->new;
}

/* p->n_words: it has none. */
static uint32_t word_of(const struct delta *d, const struct judge_piece *piece)
{
    const struct page *p = page_of(d, piece);
    const struct change *c = &d->change[piece->change];
    uint32_t word = piece->sentence != NONE ? p->sentence[piece->sentence].word : piece->old ? c->old_word : c->new_word;
    return MIN(word, p->n_words);
}

static uint64_t section_key(const struct page *p, uint32_t word)
{
    uint64_t heading = heading_above(p, word);
    uint32_t node = p->word[word].node;
    return hash_mix(hash_mix(place_names_part(p, node), heading ? heading : opening_of(p, node, word)), NAME_PART);
}

/* Of items of one kind below one heading: an item that stands alone, and boxes of other kinds beside it, are told apart by that. */
static uint64_t list_key(const struct page *p, uint32_t item)
{
    uint32_t list = list_of(p, item), word = p->first_word[list], tag = p->dom.node[item].tag;
    uint64_t kind = tag == TAG_LI || tag == TAG_TR ? tag : place_names_kind(p, item), heading = heading_above(p, word);
    uint64_t above = heading ? heading : opening_of(p, p->dom.node[list].parent, word);
    return hash_mix(hash_mix(hash_mix(place_names_part(p, list), above), kind), NAME_PART_LIST);
}

static bool has_heading(const struct page *p, uint32_t node)
{
    uint32_t first = SEARCH_FIRST(p->heading, p->n_headings, node, node + 1);
    return first < p->n_headings && p->heading[first].node < p->dom.node[node].end;
}

/* Tables without heads of columns may be drawn for their looks. */
static bool is_data(const struct page *p, uint32_t row)
{
    uint32_t table = list_of(p, row), n = table + 1;
    while (n < p->dom.node[table].end && !(p->dom.node[n].kind == NODE_ELEMENT && p->dom.node[n].tag == TAG_TR))
        n++;
    return n < p->dom.node[table].end && is_heads(p, n);
}

/* In data each value has a name of its own, and a feed is nothing but one list. */
static bool has_lists(const struct page *p)
{
    return p->kind == KIND_MARKUP && !p->dom.xml;
}

/* The item of a list that is meant; NONE: there is none. */
static uint32_t item_of(const struct delta *d, const struct judge_piece *piece)
{
    const struct page *p = page_of(d, piece);
    uint32_t word = word_of(d, piece), item = piece->sentence != NONE ? whole_record(d, piece) : NONE;
    if (item == NONE) {
        item = card_around_word(p, word);
        item = item != NONE && has_heading(p, item) ? NONE : item;
    }
    if (item == NONE || p->first_word[p->dom.node[item].end] - p->first_word[item] > CARD_WORDS)
        return NONE;
    return p->dom.node[item].tag == TAG_TR && !is_data(p, item) ? NONE : item;
}

uint64_t piece_part_key(const struct delta *d, const struct judge_piece *piece)
{
    const struct page *p = page_of(d, piece);
    uint32_t word = word_of(d, piece);
    if (word == p->n_words)
        return piece->place_key;
    uint32_t item = has_lists(p) ? item_of(d, piece) : NONE;
    return item != NONE ? list_key(p, item) : section_key(p, word);
}

/* The word of the old page that stood where the piece of the new one stands; n_words of that page: none did. A class may say how a thing
 * stands ("outofstock"), so that the part had another name there. */
static uint32_t old_word_of(const struct delta *d, const struct judge_piece *piece)
{
    const struct change *c = &d->change[piece->change];
    if (piece->old)
        return d->old->n_words;
    if (piece->old_end > piece->old_word)
        return piece->old_word;
    return piece->sentence == NONE && c->old_end > c->old_word ? c->old_word : d->old->n_words;
}

uint32_t piece_part_keys(const struct delta *d, const struct judge_piece *piece, uint64_t out[PIECE_PARTS])
{
    const struct page *p = page_of(d, piece);
    uint32_t word = word_of(d, piece), was = old_word_of(d, piece), n = 0;
    if (word == p->n_words)
        return 0;
    out[n++] = section_key(p, word);
    if (was < d->old->n_words)
        out[n++] = section_key(d->old, was);
    for (uint32_t i = p->word[word].node; has_lists(p) && n < PIECE_PARTS && i && i != p->body; i = p->dom.node[i].parent) {
        uint32_t tag = p->dom.node[i].tag;
        bool item = tag == TAG_LI || tag == TAG_TR || tag == TAG_ARTICLE || tag == TAG_SECTION || tag == TAG_DIV || tag == TAG_A;
        if (p->dom.node[i].kind == NODE_ELEMENT && item && !place_names_wraps(p, i))
            out[n++] = list_key(p, i);
    }
    return n;
}

/* ---- Lines ---- */

static bool is_once(const struct page *p, const struct sentence *at)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_sentences && n < 2; i++)
        n += p->sentence[i].hash == at->hash;
    return n == 1;
}

uint64_t piece_line_key(const struct delta *d, const struct judge_piece *piece)
{
    const struct page *p = d->new;
    bool edited = piece->kind == PIECE_CHANGED && !piece->old && piece->came[SHAPE_LETTERS] + piece->went[SHAPE_LETTERS];
    if (!edited || piece->sentence == NONE)
        return 0;
    const struct sentence *at = &p->sentence[piece->sentence], *before = at;
    uint64_t words = 0;
    while (!words && before > p->sentence) { /* the end of a line is none */
        before--;
        words = hash_letters(p, before->word, before->end);
    }
    if (!words || !is_once(p, before))
        return 0;
    return hash_mix(hash_mix(place_names_part(p, p->word[at->word].node), words), NAME_LINE);
}

uint64_t piece_like_key(const struct delta *d, const struct judge_piece *piece)
{
    enum { LIKE_WORDS = 2 };
    const struct page *p = page_of(d, piece);
    const uint32_t *words = piece->old ? piece->went : piece->came;
    bool whole = piece->kind == PIECE_ADDED || piece->kind == PIECE_REMOVED;
    if (!whole || piece->sentence == NONE || words[SHAPE_LETTERS] < LIKE_WORDS || words[SHAPE_NUMBER] + words[SHAPE_TIME] == 0)
        return 0;
    const struct sentence *at = &p->sentence[piece->sentence];
    return hash_mix(hash_mix(place_names_part(p, p->word[at->word].node), hash_letters(p, at->word, at->end)), NAME_LIKE);
}
