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

/* ---- What all names are made with ---- */

/* One of the two pages. */
struct part_side {
    const struct page *page;
    const struct part_page *known;
    const uint32_t *partner; /* by word: of the other page */
};

static void note_headings(struct arena *a, const struct page *p, struct part_page *out)
{
    uint32_t end = 0;
    uint64_t last = 0;
    out->heading_end = NEW_ARRAY_RAW(a, uint32_t, p->n_headings + 1);
    out->heading_words = NEW_ARRAY_RAW(a, uint64_t, p->n_headings + 1);
    out->heading_outer = NEW_ARRAY_RAW(a, uint32_t, p->n_headings + 1);
    for (uint32_t i = 0; i < p->n_headings; i++) {
        uint32_t node = p->heading[i].node, its = p->first_word[p->dom.node[node].end];
        uint64_t words = hash_letters(p, p->first_word[node], its);
        out->heading_end[i] = end = MAX(end, its);
        out->heading_words[i] = last = words ? words : last;
        uint32_t outer = i;
        while (outer && p->heading[outer - 1].level >= p->heading[i].level)
            outer = out->heading_outer[outer - 1];
        out->heading_outer[i] = outer;
    }
}

static uint64_t rank_of(const struct page *p, const struct part_page *known, uint32_t heading)
{
    return (uint64_t)known->heading_outer[heading] << 32 | p->heading[heading].level;
}

static void note_many(struct arena *a, const struct page *p, struct part_page *out)
{
    struct map times;
    map_open(&times, a, p->n_headings);
    out->heading_of_many = NEW_ARRAY_RAW(a, bool, p->n_headings + 1);
    for (uint32_t i = 0; i < p->n_headings; i++)
        ++*map_slot(&times, rank_of(p, out, i), 0);
    for (uint32_t i = 0; i < p->n_headings; i++)
        out->heading_of_many[i] = *map_find(&times, rank_of(p, out, i)) > 1;
}

static void note_sentences(struct arena *a, const struct page *p, struct part_page *out)
{
    out->with_letters = NEW_ARRAY_RAW(a, uint32_t, p->n_sentences + 1);
    for (uint32_t i = 0; i < p->n_sentences; i++)
        if (hash_letters(p, p->sentence[i].word, p->sentence[i].end))
            out->with_letters[out->n_letters++] = i;
}

struct piece_parts piece_parts_open(struct arena *a, const struct delta *d)
{
    struct piece_parts out = { .delta = d, .records = NEW(a, struct record_memory) };
    *out.records = (struct record_memory){ .arena = a, .delta = d };
    note_headings(a, d->old, &out.old);
    note_headings(a, d->new, &out.new);
    note_many(a, d->old, &out.old);
    note_many(a, d->new, &out.new);
    note_sentences(a, d->old, &out.old);
    note_sentences(a, d->new, &out.new);
    map_open(&out.times, a, out.new.n_letters);
    for (uint32_t i = 0; i < out.new.n_letters; i++)
        ++*map_slot(&out.times, d->new->sentence[out.new.with_letters[i]].hash, 0);
    return out;
}

/* Where the first of n numbers in order that is not below `value` stands. */
static uint32_t first_from(const uint32_t *number, uint32_t n, uint32_t value)
{
    return search_first(number, n, sizeof *number, 0, value);
}

/* The last one with words: "2026" below "Future events" is a part of those. Lessons are kept by it, so it stays as it is: one in a box that
 * the word is not in counts here, as it does not in sections.h. */
static uint64_t heading_above(const struct part_side *s, uint32_t word)
{
    uint32_t n = first_from(s->known->heading_end, s->page->n_headings, word + 1);
    return n ? s->known->heading_words[n - 1] : 0;
}

/* Where no heading stands above: the first words in the element from which one begins, if they stand before the word; else in the next one
 * around that, which is another place. Tables that are drawn for their looks have many cells with the same names around them. */
static uint64_t opening_of(const struct part_side *s, uint32_t from, uint32_t word)
{
    const struct page *p = s->page;
    uint32_t last = 0, own = sentence_near(p, word, &last), levels = 0;
    for (uint32_t n = from; n && n != p->body; n = p->dom.node[n].parent) {
        if (p->dom.node[n].kind != NODE_ELEMENT || p->first_word[n] >= p->n_words)
            continue;
        uint32_t i = first_from(s->known->with_letters, s->known->n_letters, sentence_near(p, p->first_word[n], &last));
        const struct sentence *first = i < s->known->n_letters ? &p->sentence[s->known->with_letters[i]] : NULL;
        if (first && s->known->with_letters[i] < own)
            return hash_mix(hash_letters(p, first->word, first->end), levels);
        levels += !place_names_wraps(p, n);
    }
    return 0;
}

/* ---- Parts ---- */

static struct part_side side_of(const struct piece_parts *parts, bool old)
{
    const struct delta *d = parts->delta;
    return old ? (struct part_side){ d->old, &parts->old, d->old_to_new }
               : (struct part_side){ d->new, &parts->new, d->new_to_old };
}

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

static uint64_t section_key(const struct part_side *s, uint32_t word)
{
    uint64_t heading = heading_above(s, word);
    uint32_t node = s->page->word[word].node;
    return hash_mix(hash_mix(place_names_part(s->page, node), heading ? heading : opening_of(s, node, word)), NAME_PART);
}

/* Of items of one kind below one heading: an item that stands alone, and boxes of other kinds beside it, are told apart by that. */
static uint64_t list_key(const struct part_side *s, uint32_t item)
{
    const struct page *p = s->page;
    uint32_t list = list_of(p, item), word = p->first_word[list], tag = p->dom.node[item].tag;
    uint64_t kind = tag == TAG_LI || tag == TAG_TR ? tag : place_names_kind(p, item), heading = heading_above(s, word);
    uint64_t above = heading ? heading : opening_of(s, p->dom.node[list].parent, word);
    return hash_mix(hash_mix(hash_mix(place_names_part(p, list), above), kind), NAME_PART_LIST);
}

/* 1 + the heading that the word stands in, else the one above it; 0: there is none. */
static uint32_t heading_of(const struct part_side *s, uint32_t word)
{
    const struct page *p = s->page;
    uint32_t n = first_from(s->known->heading_end, p->n_headings, word + 1);
    return n + (n < p->n_headings && p->first_word[p->heading[n].node] <= word);
}

/* Whether some of its words have none on the other page. */
static bool is_other_heading(const struct part_side *s, uint32_t heading)
{
    const struct page *p = s->page;
    uint32_t node = p->heading[heading].node, end = p->first_word[p->dom.node[node].end];
    for (uint32_t w = p->first_word[node]; w < end; w++)
        if (s->partner[w] == NONE && !(p->word[w].flags & WORD_ATOM))
            return true;
    return false;
}

/* Of all sections that are headed as this one is, whatever they are called. */
static uint64_t entries_key(const struct part_side *s, uint32_t heading)
{
    const struct page *p = s->page;
    uint32_t outer = s->known->heading_outer[heading];
    uint64_t above = outer ? s->known->heading_words[outer - 1] : 0;
    uint64_t place = hash_mix(place_names_part(p, p->heading[heading].node), p->heading[heading].level);
    return hash_mix(hash_mix(place, above), NAME_PART_ENTRY);
}

/* The section that came, went or was renamed, the largest one; 1 + its heading. 0: there is none. */
static uint32_t entry_of(const struct part_side *s, uint32_t word)
{
    uint32_t entry = 0;
    for (uint32_t i = heading_of(s, word); i && is_other_heading(s, i - 1); i = s->known->heading_outer[i - 1])
        entry = s->known->heading_of_many[i - 1] ? i : entry;
    return entry;
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
static uint32_t item_of(const struct piece_parts *parts, const struct judge_piece *piece)
{
    const struct delta *d = parts->delta;
    const struct page *p = page_of(d, piece);
    uint32_t word = word_of(d, piece), item = piece->sentence != NONE ? whole_record(parts->records, piece) : NONE;
    if (item == NONE) {
        item = card_around_word(p, word);
        item = item != NONE && has_heading(p, item) ? NONE : item;
    }
    if (item == NONE || p->first_word[p->dom.node[item].end] - p->first_word[item] > CARD_WORDS)
        return NONE;
    return p->dom.node[item].tag == TAG_TR && !is_data(p, item) ? NONE : item;
}

uint64_t piece_part_key(const struct piece_parts *parts, const struct judge_piece *piece)
{
    const struct delta *d = parts->delta;
    const struct part_side s = side_of(parts, piece->old);
    const struct page *p = s.page;
    uint32_t word = word_of(d, piece);
    if (word == p->n_words)
        return piece->place_key;
    uint32_t item = has_lists(p) ? item_of(parts, piece) : NONE, entry = item == NONE && has_lists(p) ? entry_of(&s, word) : 0;
    return item != NONE ? list_key(&s, item) : entry ? entries_key(&s, entry - 1) : section_key(&s, word);
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

uint32_t piece_part_keys(const struct piece_parts *parts, const struct judge_piece *piece, uint64_t out[PIECE_PARTS])
{
    const struct delta *d = parts->delta;
    const struct part_side s = side_of(parts, piece->old), before = side_of(parts, true);
    const struct page *p = s.page;
    uint32_t word = word_of(d, piece), was = old_word_of(d, piece), n = 0;
    if (word == p->n_words)
        return 0;
    out[n++] = section_key(&s, word);
    if (was < d->old->n_words)
        out[n++] = section_key(&before, was);
    for (uint32_t i = has_lists(p) ? heading_of(&s, word) : 0; i && n < PIECE_PARTS; i = s.known->heading_outer[i - 1])
        out[n++] = entries_key(&s, i - 1);
    for (uint32_t i = p->word[word].node; has_lists(p) && n < PIECE_PARTS && i && i != p->body; i = p->dom.node[i].parent) {
        uint32_t tag = p->dom.node[i].tag;
        bool item = tag == TAG_LI || tag == TAG_TR || tag == TAG_ARTICLE || tag == TAG_SECTION || tag == TAG_DIV || tag == TAG_A;
        if (p->dom.node[i].kind == NODE_ELEMENT && item && !place_names_wraps(p, i))
            out[n++] = list_key(&s, i);
    }
    return n;
}

/* ---- Items ---- */

/* The words that an item that stays is called by; 0: there are none, or the piece is among them. */
static uint64_t name_of_item(const struct part_side *s, uint32_t item, uint32_t word)
{
    const struct page *p = s->page;
    uint32_t first = SEARCH_FIRST(p->heading, p->n_headings, node, item), from, end, last = 0;
    if (first < p->n_headings && p->heading[first].node < p->dom.node[item].end) {
        from = p->first_word[p->heading[first].node];
        end = p->first_word[p->dom.node[p->heading[first].node].end];
    } else {
        uint32_t i = first_from(s->known->with_letters, s->known->n_letters, sentence_near(p, p->first_word[item], &last));
        if (i == s->known->n_letters)
            return 0;
        from = p->sentence[s->known->with_letters[i]].word;
        end = MIN(p->sentence[s->known->with_letters[i]].end, p->first_word[p->dom.node[item].end]);
    }
    for (uint32_t w = from; w < end; w++)
        if (s->partner[w] == NONE && !(p->word[w].flags & WORD_ATOM))
            return 0;
    return from < end && (word < from || word >= end) ? hash_letters(p, from, end) : 0;
}

/* Names of an item may say how it stands ("sold-out"), so what changed without words is known by what it is, in the list. */
static uint64_t place_in_item(const struct part_side *s, const struct delta *d, const struct judge_piece *piece, uint32_t item)
{
    const struct page *p = s->page;
    uint32_t node = piece->old ? d->change[piece->change].old_node : d->change[piece->change].new_node;
    if (piece->sentence != NONE || node == NONE)
        return piece->place_key;
    return hash_mix(place_names_part(p, list_of(p, item)), p->dom.node[node].tag);
}

uint64_t piece_item_key(const struct piece_parts *parts, const struct judge_piece *piece)
{
    const struct part_side s = side_of(parts, piece->old);
    uint32_t word = word_of(parts->delta, piece), item = NONE;
    if (word == s.page->n_words || !has_lists(s.page))
        return 0;
    item = card_around_word(s.page, word);
    if (item == NONE)
        item = record_around(s.page, word);
    uint64_t name = item != NONE ? name_of_item(&s, item, piece->sentence == NONE ? NONE : word) : 0;
    return name ? hash_mix(hash_mix(place_in_item(&s, parts->delta, piece, item), name), NAME_ITEM) : 0;
}

/* ---- Lines ---- */

uint64_t piece_line_key(const struct piece_parts *parts, const struct judge_piece *piece)
{
    const struct page *p = parts->delta->new;
    bool edited = piece->kind == PIECE_CHANGED && !piece->old && piece->came[SHAPE_LETTERS] + piece->went[SHAPE_LETTERS];
    if (!edited || piece->sentence == NONE)
        return 0;
    uint32_t i = first_from(parts->new.with_letters, parts->new.n_letters, piece->sentence);
    if (i == 0)
        return 0;
    const struct sentence *at = &p->sentence[piece->sentence],
                          *before = &p->sentence[parts->new.with_letters[i - 1]]; /* no figure */
    if (*map_find(&parts->times, before->hash) > 1)
        return 0;
    uint64_t words = hash_letters(p, before->word, before->end);
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
