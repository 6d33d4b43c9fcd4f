/* In: the pieces of a change, and the page's past. Out: what this visit teaches for the next, and what of the past is kept with the change
 * so that it can be judged again.
 *
 *  1. Each place that changed is counted once for the visit, by all of its names.
 *  2. A text that went away is remembered; one that comes back marks its place as one that shows a few of many in turn.
 * Cost: O(pieces); of a probe O(words). */
#include "judge/evidence.h"

#include "base/map.h"
#include "judge/counting.h"
#include "judge/fleeting.h"
#include "judge/traces.h"

struct str evidence_known(struct arena *a, const struct past *past, const struct judge_pieces *pieces)
{
    AUTO(buf) out = BUF(PAST_BYTES);
    struct past *known = NEW(a, struct past);
    known->clock = past->clock; /* how long ago a place changed is told by it */
    for (uint32_t i = 0; i < pieces->n; i++) {
        past_keep_place(known, past, pieces->item[i].place_key);
        past_keep_place(known, past, pieces->item[i].zone_key);
        past_keep_place(known, past, pieces->item[i].path_key);
        past_keep_place(known, past, pieces->item[i].stem_key);
        past_keep_place(known, past, pieces->item[i].shelf_key);
        past_keep_place(known, past, counting_fell_key(&pieces->item[i]));
        past_keep_text(known, past, pieces->item[i].text_key);
    }
    for (uint32_t i = 0; i < pieces->n; i++)
        if (pieces->item[i].spot_key)
            past_keep_spot(known, past, pieces->item[i].spot_key, pieces->item[i].place_key);
    for (uint32_t i = 0; i < pieces->n; i++)
        if (trace_of(past, &pieces->item[i]))
            past_keep_trace(known, past, trace_of(past, &pieces->item[i]), pieces->item[i].place_key);
        else if (pieces->item[i].to)
            past_keep_trace(known, past, trace_of_line(past, &pieces->item[i]), 0);
    fleeting_keep(pieces, known);
    known->visits = past->visits;
    known->probes = past->probes;
    past_write(known, &out);
    uint32_t n = known->n_places + known->n_texts + known->visits + known->probes; /* visits without a change say something, too */
    return n && !out.over ? arena_str(a, buf_str(&out)) : STR("");
}

enum { RETURN_WORDS = 4 }; /* "Yes" and "Other" come back wherever there are kinds of things */

/* What is asked while a visit or a probe teaches. */
struct learner {
    const struct judge_pieces *pieces;
    bool probe;
    struct map said[2]; /* in a probe: what the sentences of the new and the old page say but for their figures */
};

static void find_said(struct arena *a, struct learner *l)
{
    const struct page *page[] = { l->pieces->new.page, l->pieces->old.page };
    for (int old = 0; old < 2; old++) {
        map_open(&l->said[old], a, page[old]->n_sentences);
        for (uint32_t i = 0; i < page[old]->n_sentences; i++)
            *map_slot(&l->said[old], shapes_letters(page[old], &page[old]->sentence[i]), 0) = 1;
    }
}

/* Whether a line that came says with other figures what a line of the other page says, or one that went what one says now: where a list is
 * shuffled, either may be taken for another line. */
static bool says_again(const struct learner *l, const struct judge_piece *p)
{
    const struct page *page = (p->old ? &l->pieces->old : &l->pieces->new)->page;
    uint64_t letters = p->sentence == NONE ? 0 : shapes_letters(page, &page->sentence[p->sentence]);
    return letters && map_find(&l->said[!p->old], letters);
}

/* Whether another text stands there, and not only another figure or code in it: then a list shows a few of many. */
static bool brings_text(const struct learner *l, const struct judge_piece *p)
{
    uint32_t figures = p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] + p->came[SHAPE_TIME] + p->went[SHAPE_TIME]
                       + p->came[SHAPE_COUNT] + p->went[SHAPE_COUNT];
    if (p->kind == PIECE_CHANGED)
        return p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] > 0;
    return !(l->probe && figures && says_again(l, p));
}

/* Whether something else stands on the shelf. A time that ran on, as in each line of a list, is not. */
static bool teaches_shelf(const struct learner *l, const struct judge_piece *p)
{
    bool ran_on = p->kind == PIECE_CHANGED && p->beside_others && p->came[SHAPE_TIME] + p->went[SHAPE_TIME]
                  && p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] == 0;
    return p->shelf && (brings_text(l, p) || (!l->probe && !ran_on));
}

/* A text that came where none went may be the next entry of a list. */
static bool teaches_spot(const struct judge_piece *p, bool probe)
{
    return p->spot_key && (probe || p->gone_key);
}

/* Where only figures change, the words of the line are a name that stays. */
static bool teaches_stem(const struct judge_piece *p, const struct past *past)
{
    return p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] || past_find(past, p->stem_key);
}

/* Which places show again what went from the page before. */
static void learn_returns(struct past *past, const struct judge_pieces *pieces, bool probe)
{
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (p->kind == PIECE_MOVED || p->kind == PIECE_REMOVED || p->came[SHAPE_LETTERS] < RETURN_WORDS)
            continue;
        bool returned = !p->repeated && past_was_there(past, p->text_key);
        past_came(past, p->place_key, returned);
        if (p->zone_key != p->place_key)
            past_came(past, p->zone_key, returned);
        if (teaches_spot(p, probe))
            past_came(past, p->spot_key, returned);
    }
    past_count_returns(past);
}

void evidence_learn(struct past *past, const struct judge_pieces *pieces, bool probe)
{
    AUTO(arena) a = { 0 };
    struct learner l = { .pieces = pieces, .probe = probe };
    if (probe && pieces->n)
        find_said(&a, &l);
    if (probe)
        past->probes = MIN(past->probes + 1, 255u);
    else
        past_visit(past);
    learn_returns(past, pieces, probe);
    if (!probe)
        counting_learn(past, pieces);
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (p->kind == PIECE_MOVED && (p->old || !p->regrouped))
            continue;
        past_place(past, p->place_key, probe);
        if (piece_only_counts(p) || p->regrouped) /* its other names are those of what stands beside it, too */
            continue;
        if (p->zone_key == p->place_key || brings_text(&l, p))
            past_place(past, p->zone_key, probe);
        if (teaches_shelf(&l, p))
            past_place(past, p->shelf_key, probe);
        if (teaches_spot(p, probe))
            past_place(past, p->spot_key, probe);
        if (p->stem_key && (probe || teaches_stem(p, past)))
            past_place(past, p->stem_key, probe);
        if (p->gone_key && !p->still_said)
            past_gone(past, p->gone_key);
    }
}
