/* In: the pieces of a change, and which texts went before. Out: those that came back as a part of something new.
 *
 * A row is more than a name. That a street was listed before says nothing of the next time it is: with a day that was not there, all of the
 * row is new. Days that run by themselves ("3 hours ago") make none of it new. */
#include "judge/returns.h"

#include "judge/headline_record.h"
#include "judge/states.h"

/* A day or a time of its own that came. */
static bool brings_day(const struct delta *d, const struct past *past, const struct judge_piece *p)
{
    AUTO(buf) line = BUF(1024);
    if (p->kind != PIECE_ADDED || p->sentence == NONE || !p->came[SHAPE_TIME] || past_was_there(past, p->text_key))
        return false;
    page_words_line(d->new, d->new->sentence[p->sentence].word, d->new->sentence[p->sentence].end, &line);
    return !line.over && !running_named(NULL, buf_str(&line));
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

const bool *returns_renewed(const struct delta *d, const struct past *past, const struct judge_pieces *pieces)
{
    struct record_memory memory = { .arena = pieces->new.arena, .delta = d };
    bool *renewed = NULL;
    for (uint32_t i = 0; past->n_texts && i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (!brings_day(d, past, p) || (renewed && renewed[p->sentence]))
            continue;
        uint32_t record = whole_record(&memory, p);
        if (record == NONE)
            continue;
        renewed = renewed ? renewed : NEW_ARRAY(pieces->new.arena, bool, d->new->n_sentences + 1);
        mark(d, record, p->sentence, renewed);
    }
    return renewed;
}
