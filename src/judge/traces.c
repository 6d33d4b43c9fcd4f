/* In: a delta with its pieces, and the lines of the old page that have changed before. Out: the same of the new page.
 *
 *  1. A line that has other words now is the one it was; so is one that took its place. One that did not change stands where words of it
 *     stay.
 *  2. What changes is the middle of a line, between the words that stayed each time. A change that reaches beyond it is none that was seen
 *     before: in "In stock, bought 20 times" other words at the beginning are news. The middle is wider then, and what was counted says
 *     less. Where the middle is known as noise, only what lies beyond it is news (judge/middle.h), and it stays as wide as it was.
 *  3. Visits are counted apart at which words of letters changed.
 *  4. A line of which no word stays, and which nothing took the place of, is gone. One that a part of it has left is still there.
 * Cost: O(pieces + traces). */
#include "judge/traces.h"

#include "judge/middle.h"
#include "judge/piece_side.h"

enum { AT_MAX = UINT16_MAX, COUNT_MAX = UINT8_MAX, PROBED_MAX = 15, PROBED_WORTH = 4 };

uint32_t trace_line_before(const struct delta *d, const struct judge_piece *p, uint32_t *last)
{
    if (p->old || p->sentence == NONE || (p->kind != PIECE_CHANGED && p->kind != PIECE_ADDED))
        return NONE;
    if (p->old_end)
        return sentence_near(d->old, p->old_word, last);
    const struct sentence *s = &d->new->sentence[p->sentence];
    for (uint32_t w = s->word; w < s->end; w++)
        if (d->new_to_old[w] != NONE)
            return sentence_near(d->old, d->new_to_old[w], last);
    return NONE;
}

/* The words at the begin of a line and at its end that stay. */
struct frame {
    uint8_t lead, tail;
};

static struct frame frame_on(const struct sentence *s, const uint32_t *change)
{
    uint32_t lead = 0, tail = 0, n = s->end - s->word;
    while (lead < n && change[s->word + lead] == NONE)
        lead++;
    while (tail < n - lead && change[s->end - 1 - tail] == NONE)
        tail++;
    return (struct frame){ (uint8_t)MIN(lead, (uint32_t)COUNT_MAX), (uint8_t)MIN(tail, (uint32_t)COUNT_MAX) };
}

/* `line`: what it was. A word that only went leaves no gap in the new line. */
static struct frame frame_of(const struct delta *d, const struct judge_piece *p, uint32_t line)
{
    struct frame was = frame_on(&d->old->sentence[line], d->old_change),
                 is = frame_on(&d->new->sentence[p->sentence], d->new_change);
    return (struct frame){ MIN(was.lead, is.lead), MIN(was.tail, is.tail) };
}

static bool is_within(struct frame f, const struct past_trace *t)
{
    return f.lead >= t->lead && f.tail >= t->tail;
}

/* The number of the trace that stands at a sentence; NONE: none does. */
static uint32_t trace_at(const struct past *past, uint32_t sentence)
{
    for (uint32_t i = 0; i < past->n_traces; i++)
        if (past->trace[i].at == sentence)
            return i;
    return NONE;
}

void traces_find(const struct delta *d, const struct past *past, struct judge_pieces *pieces)
{
    uint32_t last = 0;
    if (past->n_traces == 0 || past->page != piece_page(d->old))
        return;
    for (uint32_t i = 0; i < pieces->n; i++) {
        struct judge_piece *p = &pieces->item[i];
        uint32_t line = trace_line_before(d, p, &last), at = line == NONE ? NONE : trace_at(past, line);
        p->trace = at == NONE ? 0 : at + 1;
        p->beyond = p->trace && !is_within(frame_of(d, p, line), &past->trace[at]);
    }
}

const struct past_trace *trace_of_line(const struct past *past, const struct judge_piece *p)
{
    return p->trace && p->trace <= past->n_traces ? &past->trace[p->trace - 1] : NULL;
}

const struct past_trace *trace_of(const struct past *past, const struct judge_piece *p)
{
    return p->beyond ? NULL : trace_of_line(past, p);
}

/* ---- What is kept ---- */

static void widen(struct past_trace *t, struct frame f)
{
    bool first = t->changed + t->probed == 0;
    if (!first && !is_within(f, t)) {
        t->changed /= 2;
        t->words /= 2;
    }
    t->lead = first ? f.lead : MIN(t->lead, f.lead);
    t->tail = first ? f.tail : MIN(t->tail, f.tail);
}

/* The words of a part that left a line were never of its middle. */
static void count(struct past_trace *t, const struct judge_piece *p, bool probe)
{
    bool words = !p->old && p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS];
    if (probe) {
        t->probed = (uint8_t)MIN(t->probed + 1, PROBED_MAX);
        t->words_probed = (uint8_t)MIN(t->words_probed + words, PROBED_MAX);
    } else {
        t->changed = (uint8_t)MIN(t->changed + 1, COUNT_MAX);
        t->words = (uint8_t)MIN(t->words + words, COUNT_MAX);
    }
}

static uint32_t worth_of(const struct past_trace *t)
{
    return t->changed + (t->probed ? PROBED_WORTH : 0u);
}

/* Where all room is taken, in the place of the one that says least, the oldest of those. */
static void add(struct past *past, struct past_trace trace)
{
    uint32_t least = 0;
    if (past->n_traces < PAST_TRACES) {
        past->trace[past->n_traces++] = trace;
        return;
    }
    for (uint32_t i = 1; i < past->n_traces; i++)
        least = worth_of(&past->trace[i]) < worth_of(&past->trace[least]) ? i : least;
    if (worth_of(&trace) < worth_of(&past->trace[least]))
        return;
    memmove(past->trace + least, past->trace + least + 1, (past->n_traces - 1 - least) * sizeof *past->trace);
    past->trace[past->n_traces - 1] = trace;
}

/* Where a line of the old page stands that did not change; NONE: it does not stand any more. */
static uint32_t line_now(const struct delta *d, uint32_t line, uint32_t *last)
{
    if (line >= d->old->n_sentences)
        return NONE;
    const struct sentence *s = &d->old->sentence[line];
    for (uint32_t w = s->word; w < s->end; w++)
        if (d->old_to_new[w] != NONE)
            return sentence_near(d->new, d->old_to_new[w], last);
    return NONE;
}

/* Moves those that did not change along, and drops what is gone; what has changed is added again. */
static void move(const struct delta *d, const bool *changed, struct past *past)
{
    uint32_t n = 0, last = 0;
    for (uint32_t i = 0; i < past->n_traces; i++) {
        uint32_t at = changed[i] ? NONE : line_now(d, past->trace[i].at, &last);
        if (at >= AT_MAX)
            continue;
        past->trace[n] = past->trace[i];
        past->trace[n++].at = (uint16_t)at;
    }
    past->n_traces = n;
}

void traces_keep(const struct delta *d, const struct judge_pieces *pieces, bool probe, struct past *past)
{
    struct past_trace before[PAST_TRACES];
    bool changed[PAST_TRACES] = { false };
    uint32_t last = 0, now = 0;
    memcpy(before, past->trace, sizeof before);
    past->n_traces = past->page == piece_page(d->old) ? past->n_traces : 0;
    for (uint32_t i = 0; i < pieces->n; i++)
        if (pieces->item[i].trace)
            changed[pieces->item[i].trace - 1] = true;
    if (!probe)
        move(d, changed, past);
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        bool left = p->old && p->trace && !probe; /* a part of a line that stays */
        uint32_t line = left ? p->sentence : trace_line_before(d, p, &last);
        uint32_t is = left ? line_now(d, line, &now) : p->sentence, at = probe ? line : is;
        if (line == NONE || at >= AT_MAX)
            continue;
        struct past_trace trace = p->trace ? before[p->trace - 1] : (struct past_trace){ 0 };
        trace.at = (uint16_t)at;
        if (p->to && !middle_keep(&trace, d, p, line, is) && left)
            continue;
        if (!p->to)
            widen(&trace, frame_of(d, p, line));
        count(&trace, p, probe);
        if (probe && p->trace)
            past->trace[p->trace - 1] = trace;
        else
            add(past, trace);
    }
}
