/* In: pieces with the traces of their lines. Out: those that reach beyond a noisy middle, narrowed.
 *
 *     old   Phone 01234 5678 ,  page made in  0.23 s       the middle is 0.23, by the trace
 *     new   Phone 01234 9999 ,  page made in  0.31 s       9999 lies beside it; "page made in" is parted from that, and of the middle
 *
 *  1. The middle must be noise: two answers of one moment differed in it, or several visits found it different, and at least half of all.
 *  2. In the new line it lies between the same words; where those changed, as many words from those that stay.
 *  3. Figures that change directly beside it are of it: once in a month the month changes with the day.
 *  4. A word must stay between it and what changed beside it, else nobody knows where the one ends and the other begins: "yesterday" that
 *     was "9 hours ago". */
#include "judge/middle.h"

#include "base/hash.h"
#include "judge/piece_side.h"
#include "judge/traces.h"
#include "judge/words.h"

/* One page of a line: its words, and the middle that changes on most visits. */
struct line_side {
    const struct page *page;
    const uint32_t *change, *partner;
    struct sentence line, middle;
    uint8_t *shape; /* by word of the page, for those of the line */
};

static struct line_side old_side(const struct delta *d, uint32_t line)
{
    return (struct line_side){ .page = d->old, .change = d->old_change, .partner = d->old_to_new, .line = d->old->sentence[line] };
}

static struct line_side new_side(const struct delta *d, const struct judge_piece *p)
{
    return (struct line_side){
        .page = d->new, .change = d->new_change, .partner = d->new_to_old, .line = d->new->sentence[p->sentence]
    };
}

static bool is_noise(const struct past_trace *t, const struct past *past)
{
    enum { SEVERAL = 4 };
    return t->changed + t->probed >= SEVERAL && (t->probed || 2u * t->changed >= past->visits);
}

/* Where the middle begins in the new line: behind the words before it, of which some may be others now. */
static uint32_t middle_begin(const struct line_side *old, const struct sentence *new)
{
    uint32_t w = old->middle.word;
    while (w > old->line.word && old->partner[w - 1] == NONE)
        w--;
    uint32_t from = w > old->line.word ? old->partner[w - 1] + 1 : new->word;
    return from + (old->middle.word - w);
}

static uint32_t middle_end(const struct line_side *old, const struct sentence *new)
{
    uint32_t w = old->middle.end;
    while (w < old->line.end && old->partner[w] == NONE)
        w++;
    uint32_t to = w < old->line.end ? old->partner[w] : new->end;
    return to - (w - old->middle.end);
}

/* False: the line has become another, and it cannot be said what was its middle. */
static bool find_middles(const struct past_trace *t, struct line_side *old, struct line_side *new)
{
    uint32_t n = old->line.end - old->line.word;
    if ((uint32_t)t->lead + t->tail > n)
        return false;
    old->middle = (struct sentence){ .word = old->line.word + t->lead, .end = old->line.end - t->tail };
    new->middle = (struct sentence){ .word = middle_begin(old, &new->line), .end = middle_end(old, &new->line) };
    return new->line.word <= new->middle.word &&new->middle.word <= new->middle.end &&new->middle.end <= new->line.end;
}

static bool is_other_figure(const struct line_side *s, uint32_t word)
{
    return s->change[word] != NONE && s->shape[word] != SHAPE_LETTERS && s->shape[word] != SHAPE_MARK;
}

static bool is_clock(const struct line_side *s, uint32_t word)
{
    struct str text = page_word(s->page, word);
    return text.len && memchr(text.ptr, ':', text.len);
}

/* What parts two words of a date or time: a comma, or "at" before the time of day. */
static bool is_in_date(const struct line_side *s, uint32_t word)
{
    bool between =
        word > s->line.word && word + 1 < s->line.end && s->shape[word - 1] == SHAPE_TIME && s->shape[word + 1] == SHAPE_TIME;
    return between && (str_eq(page_word(s->page, word), STR(",")) || is_clock(s, word - 1) || is_clock(s, word + 1));
}

/* Takes figures that changed beside the middle into it: the month changes with the day once in a while. */
static void widen_middle(struct line_side *s)
{
    while (s->middle.word > s->line.word && (is_other_figure(s, s->middle.word - 1) || is_in_date(s, s->middle.word - 1)))
        s->middle.word--;
    while (s->middle.end < s->line.end && (is_other_figure(s, s->middle.end) || is_in_date(s, s->middle.end)))
        s->middle.end++;
}

static bool is_content(const struct delta *d, uint32_t change)
{
    return change != NONE && d->change[change].class == CLASS_CONTENT && !d->change[change].hidden;
}

/* Words of the range that came or went; marks are none. */
static uint32_t count_changed(const struct delta *d, const struct line_side *s, struct sentence range)
{
    uint32_t n = 0;
    for (uint32_t w = range.word; w < range.end; w++)
        n += is_content(d, s->change[w]) && s->shape[w] != SHAPE_MARK;
    return n;
}

/* The same by shape, of a range that is read by itself: "10 days" is a period, though "10 days - 19 people look at it" may be counts. */
static void count_shapes(const struct delta *d, const struct dates *dates, struct line_side *s, struct sentence range, uint32_t *n)
{
    memset(n, 0, WORD_SHAPES * sizeof *n);
    shapes_find(dates, s->shape, &range);
    for (uint32_t w = range.word; w < range.end; w++)
        n[s->shape[w]] += is_content(d, s->change[w]);
}

static uint32_t count_kept(const struct line_side *s, struct sentence range)
{
    uint32_t n = 0;
    for (uint32_t w = range.word; w < range.end; w++)
        n += s->partner[w] != NONE && s->shape[w] == SHAPE_LETTERS;
    return n;
}

static uint64_t name_of_words(const struct line_side *s, struct sentence range, uint64_t place)
{
    uint64_t hash = place;
    for (uint32_t w = range.word; w < range.end; w++)
        hash = hash_mix(hash, hash_str(page_word(s->page, w)));
    return hash;
}

/* The words of the range that changed, from the first to the last. */
static struct sentence changed_in(const struct line_side *s, struct sentence range)
{
    while (range.word < range.end && s->change[range.word] == NONE)
        range.word++;
    while (range.word < range.end && s->change[range.end - 1] == NONE)
        range.end--;
    return range;
}

/* The part of a line before its middle, or the one behind it. */
static struct sentence rest_of(const struct line_side *s, bool behind)
{
    return behind ? (struct sentence){ .word = s->middle.end, .end = s->line.end }
                  : (struct sentence){ .word = s->line.word, .end = s->middle.word };
}

/* Whether a mark stands there, or another element begins. */
static bool is_parted(const struct line_side *s, uint32_t word)
{
    return judge_is_mark(page_word(s->page, word)) || s->page->word[word].node != s->page->word[word - 1].node;
}

/* Without what is parted from the words of it that changed: in "until 31 December (43 days left)" the bracket is of the middle. */
static struct sentence without_label(const struct line_side *s, struct sentence rest, bool behind)
{
    struct sentence changed = changed_in(s, rest);
    uint32_t from = changed.word, to = changed.end;
    while (!behind && to < rest.end && !is_parted(s, to))
        to++;
    while (behind && from > rest.word && !is_parted(s, from))
        from--;
    from += from < changed.word && judge_is_mark(page_word(s->page, from));
    if (changed.word < changed.end && behind)
        rest.word = from;
    else if (changed.word < changed.end)
        rest.end = to;
    return rest;
}

/* Whether no word stays between the middle and what changed beside it. */
static bool touches(const struct line_side *s, bool behind)
{
    struct sentence rest = rest_of(s, behind), changed = changed_in(s, rest);
    return changed.word < changed.end && (behind ? changed.word == rest.word : changed.end == rest.end);
}

static void narrow(const struct delta *d, const struct judge_pieces *pieces, struct line_side *old, struct line_side *new,
                   struct judge_piece *p)
{
    uint32_t changed[2];
    for (int behind = 0; behind <= 1; behind++)
        changed[behind] = count_changed(d, new, rest_of(new, behind)) + count_changed(d, old, rest_of(old, behind));
    bool behind = changed[1] > changed[0];
    struct sentence is = without_label(new, rest_of(new, behind), behind), was = without_label(old, rest_of(old, behind), behind),
                    gone = changed_in(old, was);
    if (changed[behind] == 0 || is.word == is.end || touches(new, behind) || touches(old, behind))
        return;
    count_shapes(d, &pieces->new.dates, new, is, p->came);
    count_shapes(d, &pieces->old.dates, old, was, p->went);
    p->kept = count_kept(new, is);
    p->from = is.word;
    p->to = is.end;
    p->old_word = gone.word < gone.end ? gone.word : 0;
    p->old_end = gone.word < gone.end ? gone.end : 0;
    p->place_key = p->zone_key = p->path_key = p->shelf_key = hash_mix(p->place_key, NAME_REST);
    p->text_key = name_of_words(new, is, p->path_key);
    p->gone_key = p->old_end ? name_of_words(old, was, p->path_key) : 0;
    p->stem_key = p->spot_key = 0;
    p->stem = 0;
}

void middle_narrow(struct arena *a, const struct delta *d, const struct past *past, struct judge_pieces *pieces)
{
    uint8_t *shape[2] = { NULL, NULL };
    uint32_t last = 0;
    for (uint32_t i = 0; i < pieces->n; i++) {
        struct judge_piece *p = &pieces->item[i];
        const struct past_trace *t = p->beyond && p->kind == PIECE_CHANGED ? trace_of_line(past, p) : NULL;
        if (!t || !is_noise(t, past))
            continue;
        struct line_side old = old_side(d, trace_line_before(d, p, &last)), new = new_side(d, p);
        if (!find_middles(t, &old, &new))
            continue;
        old.shape = shape[0] = shape[0] ? shape[0] : NEW_ARRAY_RAW(a, uint8_t, d->old->n_words + 1);
        new.shape = shape[1] = shape[1] ? shape[1] : NEW_ARRAY_RAW(a, uint8_t, d->new->n_words + 1);
        shapes_find(&pieces->old.dates, old.shape, &old.line);
        shapes_find(&pieces->new.dates, new.shape, &new.line);
        widen_middle(&old);
        widen_middle(&new);
        narrow(d, pieces, &old, &new, p);
    }
}

void middle_keep(struct past_trace *t, const struct delta *d, const struct judge_piece *p, uint32_t line)
{
    struct line_side old = old_side(d, line), new = new_side(d, p);
    if (find_middles(t, &old, &new)) {
        t->lead = (uint8_t)MIN(new.middle.word - new.line.word, (uint32_t)UINT8_MAX);
        t->tail = (uint8_t)MIN(new.line.end - new.middle.end, (uint32_t)UINT8_MAX);
    }
}
