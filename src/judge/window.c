/* In: two pages, and the pieces of their change. Out: which of them fell off the end of a list that moved on.
 *
 *  1. In a feed: whatever stood behind all that stays or moved.
 *  2. Elsewhere a list shows that it moves by its days. Lines that are a day and nothing else are read in order on both pages; those that
 *     both begin or end with are of other parts of the page. If of the rest days came first, days went last, and some stay between, all
 *     that stood below the days that went has gone with them. What the days that came say and others said already has moved to them: "No
 *     incidents reported". */
#include "judge/window.h"

#include "base/vec.h"

enum { STAY_LEAST = 3 }; /* days that stay: fewer may be dates of something else */

static bool stays(const struct piece_side *s, uint32_t sentence)
{
    for (uint32_t w = s->page->sentence[sentence].word; w < s->page->sentence[sentence].end; w++)
        if (s->partner[w] != NONE)
            return true;
    return false;
}

/* ---- Feeds ---- */

/* The first sentence behind all that stays. */
static uint32_t end_of_feed(const struct piece_side *old, const struct judge_piece *pieces, uint32_t n)
{
    uint32_t end = old->page->n_sentences;
    while (end && !stays(old, end - 1))
        end--;
    for (uint32_t i = 0; i < n; i++)
        if (pieces[i].kind == PIECE_MOVED && pieces[i].old)
            end = MAX(end, pieces[i].sentence + 1);
    return end;
}

/* ---- Days ---- */

struct window_days {
    const struct piece_side *side;
    uint32_t *item; /* sentences */
    uint32_t n, room;
};

static void read_days(struct arena *a, const struct piece_side *s, struct window_days *out)
{
    *out = (struct window_days){ .side = s };
    for (uint32_t i = 0; i < s->page->n_sentences; i++)
        if (piece_is_day(s, i))
            *VEC_ADD(a, out) = i;
}

static bool is_same(const struct window_days *a, uint32_t i, const struct window_days *b, uint32_t k)
{
    return piece_text(a->side, a->item[i]) == piece_text(b->side, b->item[k]);
}

/* Whether the old days from `first` on stand on the new page from `at` to the end, some of them. */
static bool goes_on(const struct window_days *old, uint32_t first, const struct window_days *new, uint32_t at)
{
    uint32_t n = new->n - at;
    if (n < STAY_LEAST || first + n >= old->n)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!is_same(old, first + i, new, at + i))
            return false;
    return true;
}

/* Which days came and went, by their numbers. */
struct window_step {
    uint32_t first;     /* of the new ones, the first that came */
    uint32_t came;      /* how many came */
    uint32_t gone, end; /* of the old ones, those that went */
};

static bool find_step(const struct window_days *old, const struct window_days *new, struct window_step *out)
{
    struct window_days was = *old, is = *new;
    uint32_t first = 0;
    while (first < was.n && first < is.n && is_same(&was, first, &is, first))
        first++;
    while (was.n > first && is.n > first && is_same(&was, was.n - 1, &is, is.n - 1)) {
        was.n--;
        is.n--;
    }
    for (uint32_t at = first + 1; at < is.n; at++)
        if (goes_on(&was, first, &is, at)) {
            *out = (struct window_step){ first, at - first, first + is.n - at, was.n };
            return true;
        }
    return false;
}

/* Days are headings of what stands below them. */
static void move_days(struct arena *a, const struct piece_side *old, const struct piece_side *new, struct judge_piece *pieces,
                      uint32_t n)
{
    struct window_days was, is;
    struct window_step step;
    read_days(a, old, &was);
    if (was.n <= STAY_LEAST)
        return;
    read_days(a, new, &is);
    if (!find_step(&was, &is, &step))
        return;
    uint32_t gone = was.item[step.gone], end = was.item[step.end - 1] + 1;
    uint32_t came = is.item[step.first], stay = is.item[step.first + step.came + 1]; /* the latest day was told as "today" */
    while (end < old->page->n_sentences && !stays(old, end))
        end++;
    for (uint32_t i = 0; i < n; i++) {
        struct judge_piece *p = &pieces[i];
        p->end |= p->old && p->sentence >= gone && p->sentence < end;
        if (p->kind == PIECE_ADDED && p->known && p->sentence >= came && p->sentence < stay)
            p->kind = PIECE_MOVED;
    }
}

void window_find(struct arena *a, const struct piece_side *old, const struct piece_side *new, struct judge_piece *pieces,
                 uint32_t n)
{
    bool gone = false;
    for (uint32_t i = 0; i < n; i++)
        gone |= pieces[i].old;
    if (!gone)
        return;
    if (!old->page->dom.xml) {
        move_days(a, old, new, pieces, n);
        return;
    }
    uint32_t end = end_of_feed(old, pieces, n);
    for (uint32_t i = 0; i < n; i++)
        pieces[i].end = pieces[i].old && pieces[i].sentence >= end;
}
