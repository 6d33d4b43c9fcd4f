/* In: the pieces of a change, and which texts went before. Out: those that came back as a part of something new.
 *
 * A row is more than a name. That a street was listed before says nothing of the next time it is: with a day that was not there, all of the
 * row is new. Days that run by themselves ("3 hours ago") make none of it new.
 *
 * Nor is a long table that comes as a whole half new and half known: what went is remembered only so far (judge/past.h), and the heads
 * of its columns are those of other tables. If a part of it was never there, as far as anybody knows, all of it is new. */
#include "judge/returns.h"

#include "judge/headline_record.h"
#include "judge/states.h"

enum { BLOCK = 50 }; /* sentences: more than a row, a card or a box of adverts has */

/* A day or a time of its own that came. */
static bool brings_day(const struct delta *d, const struct past *past, const struct judge_piece *p)
{
    AUTO(buf) line = BUF(1024);
    if ((p->kind != PIECE_ADDED && p->kind != PIECE_CHANGED) || p->sentence == NONE || !p->came[SHAPE_TIME]
        || past_was_there(past, p->text_key))
        return false;
    page_words_line(d->new, d->new->sentence[p->sentence].word, d->new->sentence[p->sentence].end, &line);
    return !line.over && !running_named(NULL, buf_str(&line));
}

/* What the day is said of: a row, item or card that is new, or the card around a day that is another now. */
static uint32_t record_of_day(struct record_memory *memory, const struct judge_piece *p)
{
    const struct page *page = memory->delta->new;
    return p->kind == PIECE_ADDED ? whole_record(memory, p) : card_around_word(page, page->sentence[p->sentence].word);
}

static void mark(const struct delta *d, uint32_t record, uint32_t sentence, bool *renewed)
{
    const struct page *p = d->new;
    uint32_t word = p->first_word[record], end = p->first_word[p->dom.node[record].end];
    while (sentence > 0 && p->sentence[sentence - 1].word >= word)
        sentence--;
    for (; sentence < p->n_sentences && p->sentence[sentence].word < end; sentence++)
        renewed[sentence] = true;
}

/* What came in one change. */
struct block {
    uint32_t came, unknown; /* pieces with words; those of them that were never there */
};

/* By change of the delta; NULL: none is long. */
static const struct block *find_blocks(const struct past *past, const struct delta *d, const struct judge_pieces *pieces)
{
    struct block *block = NULL;
    for (uint32_t i = 0; pieces->n >= BLOCK && i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (p->kind != PIECE_ADDED || p->sentence == NONE || !p->came[SHAPE_LETTERS])
            continue;
        block = block ? block : NEW_ARRAY(pieces->new.arena, struct block, d->n_changes + 1);
        block[p->change].came++;
        block[p->change].unknown += !past_was_there(past, p->text_key);
    }
    return block;
}

static bool is_new_block(const struct block *block, const struct judge_piece *p)
{
    enum { SHARE = 8 };
    const struct block *b = block && p->kind == PIECE_ADDED && p->sentence != NONE ? &block[p->change] : NULL;
    return b && b->came >= BLOCK && b->unknown * SHARE >= b->came;
}

const bool *returns_renewed(const struct delta *d, const struct past *past, const struct judge_pieces *pieces)
{
    struct record_memory memory = { .arena = pieces->new.arena, .delta = d };
    bool *renewed = NULL;
    const struct block *block = past->n_texts ? find_blocks(past, d, pieces) : NULL;
    for (uint32_t i = 0; past->n_texts && i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        bool whole = is_new_block(block, p);
        if (!whole && (!brings_day(d, past, p) || (renewed && renewed[p->sentence])))
            continue;
        uint32_t record = whole ? NONE : record_of_day(&memory, p);
        if (!whole && record == NONE)
            continue;
        renewed = renewed ? renewed : NEW_ARRAY(pieces->new.arena, bool, d->new->n_sentences + 1);
        renewed[p->sentence] |= whole;
        if (record != NONE)
            mark(d, record, p->sentence, renewed);
    }
    return renewed;
}
