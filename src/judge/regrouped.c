/* In: pieces that moved. Out: which of them stand below another heading than before. Another order says nothing, but what a heading says
 * of its entries is said of other ones now.
 *
 *  1. The entry stands once on the old page, and both headings stay where they are, at one level: where a heading is new, the entry was
 *     only given one.
 *  2. The past knows it by its words, wherever it stands: in a list of who is there entries go to and fro.
 *  3. An entry with a day goes from "Upcoming" to "Past" by itself. */
#include "judge/regrouped.h"

#include "judge/name_kinds.h"
#include "judge/sections.h"

/* The heading above a word whose own words stay. One that came with the entry is of it, and those of its level are of other entries; NONE.
 * `level`: of the word, if it is one of a heading. */
static uint32_t staying_heading(const struct page *p, const uint32_t *partner, uint32_t word, uint32_t level)
{
    uint32_t i = section_heading(p, word, p->n_headings), below = level ? TAG_H1 + level - 1 : NONE;
    for (; i != NONE; i = section_heading(p, word, i)) {
        uint32_t node = p->heading[i].node, tag = p->dom.node[node].tag;
        if (tag < below && partner[p->first_word[node]] != NONE)
            return i;
        below = MIN(below, tag);
    }
    return NONE;
}

/* The item, the row or the heading that the word stands in; NONE. A line that is neither belongs to what stands around it. */
static uint32_t entry_around(const struct page *p, uint32_t word)
{
    static const uint32_t tags[] = { TAG_LI, TAG_TR, TAG_H1, TAG_H2, TAG_H3, TAG_H4, TAG_H5, TAG_H6 };
    return page_around(p, p->word[word].node, tags, ARRAY_LEN(tags));
}

/* Whether a day stands in an item or row, or in the card of a heading. */
static bool has_day(const struct piece_side *s, uint32_t entry)
{
    enum { ENTRY_WORDS = 256 };
    const struct page *p = s->page;
    uint32_t first = p->first_word[entry], end = MIN(p->first_word[p->dom.node[entry].end], first + ENTRY_WORDS);
    for (uint32_t w = first; w < end; w++)
        if (dates_may_begin(s->dates, w) && dates_find(s->dates, w, end).n)
            return true;
    return false;
}

static bool is_regrouped(const struct delta *d, const struct piece_side *old, const struct piece_side *new,
                         const struct judge_piece *p)
{
    const struct sentence *now = &d->new->sentence[p->sentence];
    const uint32_t *was = map_find(&old->seen, now->hash);
    uint32_t entry = entry_around(d->new, now->word);
    if (!was || old->times[*was] != 1 || entry == NONE)
        return false;
    uint32_t from = staying_heading(d->old, d->old_to_new, d->old->sentence[*was].word, p->heading),
             to = staying_heading(d->new, d->new_to_old, now->word, p->heading);
    if (from == NONE || to == NONE)
        return false;
    uint32_t left = d->old->heading[from].node, right = d->new->heading[to].node;
    return d->old_to_new[d->old->first_word[left]] != d->new->first_word[right]
           && d->old->dom.node[left].tag == d->new->dom.node[right].tag
           && !has_day(new, p->heading ? d->new->dom.node[entry].parent : entry);
}

/* Where it stood is the same news. */
static void mark_where_it_stood(struct arena *a, const struct delta *d, struct judge_piece *pieces, uint32_t n)
{
    struct map said;
    map_open(&said, a, 0);
    for (const struct judge_piece *p = pieces; p < pieces + n; p++)
        if (p->regrouped)
            map_slot(&said, d->new->sentence[p->sentence].hash, 0);
    for (struct judge_piece *p = pieces; p < pieces + n; p++)
        if (p->kind == PIECE_MOVED && p->old && p->sentence != NONE)
            p->regrouped = map_find(&said, d->old->sentence[p->sentence].hash) != NULL;
}

void regrouped_find(struct arena *a, const struct delta *d, const struct piece_side *old, const struct piece_side *new,
                    struct judge_piece *pieces, uint32_t n)
{
    bool some = false;
    if (d->new->kind != KIND_MARKUP) /* keys of data name values, and the heading in an entry of a feed is its own */
        return;
    for (struct judge_piece *p = pieces; p < pieces + n; p++) {
        p->regrouped = p->kind == PIECE_MOVED && !p->old && p->sentence != NONE && (p->place == PLACE_MAIN || p->headed)
                       && is_regrouped(d, old, new, p);
        if (p->regrouped)
            p->place_key = hash_mix(p->text_key, NAME_REGROUPED);
        some |= p->regrouped;
    }
    if (some)
        mark_where_it_stood(a, d, pieces, n);
}
