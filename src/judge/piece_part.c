/* In: a piece of a change. Out: names that outlast an edit, and the tidying up of markup. */
#include "judge/piece_part.h"

#include "base/hash.h"
#include "judge/piece_side.h"
#include "judge/place_names.h"
#include "judge/shapes.h"

enum { OF_PART = 1, OF_LINE = 9, OF_LIKE = 10 };

/* Of the words of letters; 0: there are none. */
static uint64_t hash_letters(const struct page *p, uint32_t word, uint32_t end)
{
    uint64_t hash = 0;
    for (uint32_t w = word; w < end; w++)
        if (!(p->word[w].flags & WORD_ATOM) && shape_is_letters(page_word(p, w)))
            hash = hash_mix(hash + 1, symbols_hash(p->dom.symbols, p->symbol[w]));
    return hash;
}

/* The last one with words: "2026" below "Future events" is a part of those. */
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

/* Where no heading stands above: the first words in the element around it, if they stand before it; else in the next one around that, which
 * is another place. Tables that are drawn for their looks have many cells with the same names around them. */
static uint64_t opening_of(const struct page *p, uint32_t word)
{
    uint32_t last = 0, own = sentence_near(p, word, &last), levels = 0;
    for (uint32_t n = p->word[word].node; n && n != p->body; n = p->dom.node[n].parent) {
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

uint64_t piece_part_key(const struct delta *d, const struct judge_piece *piece)
{
    const struct page *p = piece->old ? d->old : d->new;
    const struct change *c = &d->change[piece->change];
    uint32_t word = piece->sentence != NONE ? p->sentence[piece->sentence].word : piece->old ? c->old_word : c->new_word;
    if (word >= p->n_words)
        return piece->place_key;
    uint64_t heading = heading_above(p, word);
    return hash_mix(hash_mix(place_names_part(p, p->word[word].node), heading ? heading : opening_of(p, word)), OF_PART);
}

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
    return hash_mix(hash_mix(place_names_part(p, p->word[at->word].node), words), OF_LINE);
}

uint64_t piece_like_key(const struct delta *d, const struct judge_piece *piece)
{
    enum { LIKE_WORDS = 2 };
    const struct page *p = piece->old ? d->old : d->new;
    const uint32_t *words = piece->old ? piece->went : piece->came;
    bool whole = piece->kind == PIECE_ADDED || piece->kind == PIECE_REMOVED;
    if (!whole || piece->sentence == NONE || words[SHAPE_LETTERS] < LIKE_WORDS || words[SHAPE_NUMBER] + words[SHAPE_TIME] == 0)
        return 0;
    const struct sentence *at = &p->sentence[piece->sentence];
    return hash_mix(hash_mix(place_names_part(p, p->word[at->word].node), hash_letters(p, at->word, at->end)), OF_LIKE);
}
