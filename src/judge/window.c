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

struct window_day {
    uint32_t sentence;
    uint64_t text; /* what it says there */
};

struct window_days {
    struct window_day *item;
    uint32_t n, room;
};

static void read_days(struct arena *a, const struct piece_side *s, struct window_days *out)
{
    *out = (struct window_days){ .n = 0 };
    for (uint32_t i = 0; i < s->page->n_sentences; i++)
        if (piece_is_day(s, i))
            *VEC_ADD(a, out) = (struct window_day){ i, piece_text(s, i) };
}

/* How many old days from `first` on, but for the last, stand behind it at the end of the new ones: the most that do. Found as Knuth, Morris
 * and Pratt find a word in a text (SIAM J. Comput. 6, 1977): days may all be the same. */
static uint32_t count_stay(struct arena *a, const struct window_days *old, const struct window_days *new, uint32_t first)
{
    const struct window_day *day = old->item + first;
    uint32_t n = old->n > first ? old->n - first - 1 : 0, stay = 0;
    uint32_t *again = NEW_ARRAY(a, uint32_t, n + 2); /* by days: how many of them both begin and end them */
    for (uint32_t i = 1, k = 0; i < n; again[++i] = k) {
        while (k && day[i].text != day[k].text)
            k = again[k];
        k += day[i].text == day[k].text;
    }
    for (uint32_t at = first + 1; at < new->n &&n; at++) {
        while (stay && (stay == n || new->item[at].text != day[stay].text))
            stay = again[stay];
        stay += new->item[at].text == day[stay].text;
    }
    return stay;
}

/* Which days came and went, by their numbers. */
struct window_step {
    uint32_t first;     /* of the new ones, the first that came */
    uint32_t came;      /* how many came */
    uint32_t gone, end; /* of the old ones, those that went */
};

static bool find_step(struct arena *a, const struct window_days *old, const struct window_days *new, struct window_step *out)
{
    struct window_days was = *old, is = *new;
    uint32_t first = 0;
    while (first < was.n && first < is.n && was.item[first].text == is.item[first].text)
        first++;
    while (was.n > first && is.n > first && was.item[was.n - 1].text == is.item[is.n - 1].text) {
        was.n--;
        is.n--;
    }
    uint32_t stay = count_stay(a, &was, &is, first);
    if (stay < STAY_LEAST)
        return false;
    *out = (struct window_step){ first, is.n - stay - first, first + stay, was.n };
    return true;
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
    if (!find_step(a, &was, &is, &step))
        return;
    uint32_t gone = was.item[step.gone].sentence, end = was.item[step.end - 1].sentence + 1;
    uint32_t came = is.item[step.first].sentence,
             stay = is.item[step.first + step.came + 1].sentence; /* the latest day was told as "today" */
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
