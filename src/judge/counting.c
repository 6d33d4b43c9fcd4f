/* In: a piece, and what visits have taught. Out: whether it is a counter that no word names.
 *
 *  1. All that changed in a cell of a row with a label is a whole number, which rose. It did so on each visit, and never fell. What goes up
 *     by one is the number of an issue, or of a day.
 *  2. Its table has no other number of that kind, and nothing else in it changed: the next issue has a date, and figures that people
 *     collect come in several rows, not all of which change each day.
 *  3. The table is a small part of the page, beside an article. Of a page that is a table its figures are what it is watched for.
 * Cost: O(pieces) for a piece that is such a number and changed before, and the words of its cell. */
#include "judge/counting.h"

#include "base/hash.h"
#include "judge/name_kinds.h"

enum { VISITS = 4, SHARE = 5, STEP = 2, DIGITS_MOST = 15 };

uint64_t counting_fell_key(const struct judge_piece *p)
{
    return hash_mix(p->place_key, NAME_FELL);
}

/* The whole number of a word: "12 304" is two of them, "1,204" one. False: it has a part behind a point, or a letter. */
static bool add_digits(struct str word, uint64_t *number, uint32_t *digits)
{
    enum { GROUP = 3 };
    size_t behind = 0;
    bool parted = false;
    for (size_t i = 0; i < word.len; i++) {
        bool mark = i && strchr(".,'", word.ptr[i]);
        if (!mark && !byte_is_digit(word.ptr[i]))
            return false;
        if (mark && parted && behind != GROUP)
            return false;
        parted |= mark;
        behind = mark ? 0 : behind + 1;
        *number = mark ? *number : *number * 10 + (uint64_t)(word.ptr[i] - '0');
        *digits += !mark;
    }
    return word.len && (!parted || behind == GROUP) && *digits <= DIGITS_MOST;
}

static bool read_number(const struct page *p, uint32_t word, uint32_t end, uint64_t *number)
{
    uint32_t digits = 0;
    *number = 0;
    for (uint32_t w = word; w < end; w++)
        if (!add_digits(page_word(p, w), number, &digits))
            return false;
    return digits > 0;
}

/* The cell that a number is all of, in a row of a table of HTML; NONE. */
static uint32_t cell_of(const struct page *page, const struct judge_piece *p)
{
    static const uint32_t cells[] = { TAG_TD };
    const struct sentence *s = p->old || p->sentence == NONE ? NULL : &page->sentence[p->sentence];
    bool figure = p->came[SHAPE_NUMBER] && p->went[SHAPE_NUMBER]
                  && p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] + p->kept + p->came[SHAPE_PRICE] + p->came[SHAPE_TIME] == 0;
    if (!s || !figure || !p->cell || page->kind != KIND_MARKUP)
        return NONE;
    uint32_t cell = page_around(page, page->word[s->word].node, cells, 1);
    return cell != NONE && page->first_word[cell] == s->word && page->first_word[page->dom.node[cell].end] == s->end ? cell : NONE;
}

static bool has_risen(const struct judge_pieces *pieces, const struct judge_piece *p, uint64_t least)
{
    const struct page *old = pieces->old.page, *new = pieces->new.page;
    struct sentence was = old->sentence[SEARCH_FIRST(old->sentence, old->n_sentences, end, p->old_word + 1)];
    uint64_t before, now;
    return read_number(old, was.word, was.end, &before)
           && read_number(new, new->sentence[p->sentence].word, new->sentence[p->sentence].end, &now) && now >= before + least;
}

void counting_learn(struct past *past, const struct judge_pieces *pieces)
{
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (cell_of(pieces->new.page, p) != NONE && !has_risen(pieces, p, 1))
            past_place(past, counting_fell_key(p), false);
    }
}

static uint32_t table_of(const struct page *page, uint32_t node)
{
    static const uint32_t tables[] = { TAG_TABLE };
    return page_around(page, node, tables, 1);
}

/* Whether another cell of the table is nothing but a whole number. */
static bool has_other_number(const struct page *page, uint32_t table, uint32_t cell)
{
    const struct node *node = page->dom.node;
    uint64_t number;
    for (uint32_t n = table + 1; n < node[table].end; n++)
        if (n != cell && node[n].kind == NODE_ELEMENT && node[n].tag == TAG_TD
            && read_number(page, page->first_word[n], page->first_word[node[n].end], &number))
            return true;
    return false;
}

/* Whether another piece came to, or changed in, the table, or went from the one that it was. */
static bool is_alone_in(const struct judge_pieces *pieces, const struct judge_piece *p, uint32_t table)
{
    const struct page *new = pieces->new.page;
    uint32_t from = new->first_word[table], end = new->first_word[new->dom.node[table].end];
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *other = &pieces->item[i];
        if (other == p || other->old || other->sentence == NONE || other->kind == PIECE_MOVED)
            continue;
        uint32_t word = new->sentence[other->sentence].word;
        if (word >= from && word < end)
            return false;
    }
    return true;
}

bool counting_goes_on(const struct evidence_context *c, const struct judge_piece *p, uint32_t changed)
{
    const struct page *page = c->pieces->new.page;
    uint32_t cell = c->data || changed < VISITS || changed + 1 < c->past->visits ? NONE : cell_of(page, p);
    uint32_t table = cell == NONE ? NONE : table_of(page, cell);
    if (table == NONE || past_find(c->past, counting_fell_key(p)))
        return false;
    uint32_t words = page->first_word[page->dom.node[table].end] - page->first_word[table];
    return words * SHARE <= page->n_words && has_risen(c->pieces, p, STEP) && is_alone_in(c->pieces, p, table)
           && !has_other_number(page, table, cell);
}
