/* In: two pages, and the pieces of their change. Out: which of them fell off the end of a list that moved on.
 *
 *  1. In a feed: whatever stood behind all that stays or moved.
 *  2. Elsewhere a list shows that it moves by its days. Lines that are a day or begin with one, in elements of the same kinds, are read in
 *     order on both pages; those that both begin or end with are of other parts of the page. If of the rest days came first, days went
 *     last, and some stay between, all that stood below the days that went has gone with them, and what stood in the same entries. What the
 *     days that came say and others said already has moved to them: "No incidents reported".
 *  3. The entries of the days that came are the latest: news, however often such a list brings some. */
#include "judge/window.h"

#include <stdlib.h>

#include "base/search.h"
#include "base/vec.h"
#include "judge/stretches.h"

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
    uint64_t kinds; /* of the elements around it: days of one list have the same */
    uint64_t text;  /* what it says there */
};

struct window_days {
    struct window_day *item;
    uint32_t n, room;
};

static uint32_t node_of(const struct piece_side *s, uint32_t sentence)
{
    return s->page->word[s->page->sentence[sentence].word].node;
}

/* Whether the line is a day, or begins with one: "2026-05-04 The pier was swept". */
static bool begins_with_day(const struct piece_side *s, uint32_t sentence)
{
    const struct sentence *at = &s->page->sentence[sentence];
    if (at->word == at->end || !dates_may_begin(s->dates, at->word))
        return false;
    struct dates_run run = dates_find(s->dates, at->word, at->end);
    return run.n && !run.price;
}

static int by_kinds(const void *left, const void *right)
{
    const struct window_day *l = left, *r = right;
    if (l->kinds != r->kinds)
        return l->kinds < r->kinds ? -1 : 1;
    return l->sentence < r->sentence ? -1 : l->sentence > r->sentence;
}

/* List by list, each in the order of the page. */
static void read_days(struct arena *a, const struct piece_side *s, struct window_days *out)
{
    *out = (struct window_days){ .n = 0 };
    for (uint32_t i = 0; i < s->page->n_sentences; i++)
        if (begins_with_day(s, i))
            *VEC_ADD(a, out) =
                (struct window_day){ i, place_names_kinds(s->page, s->page->dom.node[node_of(s, i)].parent), piece_text(s, i) };
    if (out->n)
        qsort(out->item, out->n, sizeof *out->item, by_kinds);
}

/* The days of one list: those of the same kinds as the day at *at, which is moved behind them. */
static struct window_days days_at(const struct window_days *all, uint32_t *at)
{
    struct window_days out = { all->item + *at, 0, 0 };
    while (*at < all->n && all->item[*at].kinds == out.item->kinds)
        ++*at, out.n++;
    return out;
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

/* A list of days on one page, and by sentence in how many stretches (judge/stretches.h) it stands. */
struct window_list {
    const struct piece_side *side;
    struct window_days days;
    uint32_t *entry; /* of the entries of days that came or went */
    uint32_t *below; /* of the old page: of what stood below days that went; of the new one: below those that came */
};

/* The element that is the entry of a day: it holds no other of the list. */
static uint32_t entry_of(const struct window_list *l, uint32_t day)
{
    const struct page *p = l->side->page;
    const struct window_day *at = l->days.item + day;
    uint32_t own = node_of(l->side, at->sentence), entry = own;
    uint32_t before = day ? node_of(l->side, at[-1].sentence) : 0;
    uint32_t behind = day + 1 < l->days.n ? node_of(l->side, at[1].sentence) : (uint32_t)p->dom.n;
    for (uint32_t n = own; n && n != p->body && n > before && p->dom.node[n].end <= behind; n = p->dom.node[n].parent)
        entry = n;
    return entry;
}

/* Whether another day of the list stands in the same text: a log in one `pre`. */
static bool shares_text(const struct window_list *l, uint32_t day)
{
    const struct window_day *at = l->days.item + day;
    uint32_t own = node_of(l->side, at->sentence);
    return (day && node_of(l->side, at[-1].sentence) == own) || (day + 1 < l->days.n && node_of(l->side, at[1].sentence) == own);
}

/* There its entry goes up to the next day. */
static void note_stretch(const struct window_list *l, uint32_t day)
{
    uint32_t at = l->days.item[day].sentence, own = node_of(l->side, at), end = at,
             next = day + 1 < l->days.n ? l->days.item[day + 1].sentence : l->side->page->n_sentences;
    while (end < next && node_of(l->side, end) == own)
        end++;
    stretch_note(l->entry, at, end);
}

/* What stands in the entries of some days. */
static void note_entries(const struct window_list *l, uint32_t day, uint32_t end)
{
    const struct page *p = l->side->page;
    for (; day < end; day++) {
        if (shares_text(l, day)) {
            note_stretch(l, day);
            continue;
        }
        uint32_t entry = entry_of(l, day);
        stretch_note(l->entry, SEARCH_FIRST(p->sentence, p->n_sentences, word, p->first_word[entry]),
                     SEARCH_FIRST(p->sentence, p->n_sentences, word, p->first_word[p->dom.node[entry].end]));
    }
}

/* By sentence: the first one from it on of which words stay. */
static const uint32_t *find_staying(struct arena *a, const struct piece_side *s)
{
    uint32_t n = s->page->n_sentences, *out = NEW_ARRAY_RAW(a, uint32_t, n + 1);
    out[n] = n;
    for (uint32_t i = n; i-- > 0;)
        out[i] = stays(s, i) ? i : out[i + 1];
    return out;
}

/* Days are headings of what stands below them. `staying`: of the old page. */
static void note_list(const struct window_list *was, const struct window_list *is, const struct window_step *step,
                      const uint32_t *staying)
{
    uint32_t came = is->days.item[step->first].sentence,
             stay = is->days.item[step->first + step->came + 1].sentence; /* the latest day was told as "today" */
    stretch_note(was->below, was->days.item[step->gone].sentence, staying[was->days.item[step->end - 1].sentence + 1]);
    stretch_note(is->below, came, stay);
    note_entries(was, step->gone, step->end);
    note_entries(is, step->first, step->first + step->came);
}

static struct window_list open_list(struct arena *a, const struct piece_side *side)
{
    uint32_t n = side->page->n_sentences + 1;
    return (struct window_list){ .side = side, .entry = NEW_ARRAY(a, uint32_t, n), .below = NEW_ARRAY(a, uint32_t, n) };
}

static void move_pieces(const struct window_list *was, const struct window_list *is, struct judge_piece *pieces, uint32_t n)
{
    const struct window_list *list[] = { was, is };
    for (unsigned i = 0; i < ARRAY_LEN(list); i++) {
        stretches_close(list[i]->entry, list[i]->side->page->n_sentences);
        stretches_close(list[i]->below, list[i]->side->page->n_sentences);
    }
    for (uint32_t i = 0; i < n; i++) {
        struct judge_piece *p = &pieces[i];
        p->end |= p->old && p->sentence != NONE && was->below[p->sentence];
        p->end |= p->kind == PIECE_REMOVED && was->entry[p->sentence];
        if (p->kind == PIECE_ADDED && p->known && is->below[p->sentence])
            p->kind = PIECE_MOVED;
        p->latest = p->kind == PIECE_ADDED && is->entry[p->sentence];
    }
}

/* Whether a line with a day is another one now, or gone. Where none is, no list of days moved on. */
static bool day_went(const struct piece_side *old)
{
    uint32_t i = 0;
    while (i < old->changed.n && !begins_with_day(old, old->changed.item[i]))
        i++;
    return i < old->changed.n;
}

static void move_days(struct arena *a, const struct piece_side *old, const struct piece_side *new, struct judge_piece *pieces,
                      uint32_t n)
{
    struct window_days was, is;
    struct window_step step;
    const uint32_t *staying = NULL;
    if (!day_went(old))
        return;
    read_days(a, old, &was);
    if (was.n <= STAY_LEAST)
        return;
    read_days(a, new, &is);
    struct window_list before = open_list(a, old), now = open_list(a, new);
    for (uint32_t i = 0, k = 0; i < was.n && k < is.n;) {
        uint64_t kinds = MIN(was.item[i].kinds, is.item[k].kinds);
        bool both = was.item[i].kinds == is.item[k].kinds;
        if (was.item[i].kinds == kinds)
            before.days = days_at(&was, &i);
        if (is.item[k].kinds == kinds)
            now.days = days_at(&is, &k);
        if (!both || before.days.n <= STAY_LEAST || !find_step(a, &before.days, &now.days, &step))
            continue;
        staying = staying ? staying : find_staying(a, old);
        note_list(&before, &now, &step, staying);
    }
    if (staying)
        move_pieces(&before, &now, pieces, n);
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
