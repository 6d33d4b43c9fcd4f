/* In: pieces with the traces of their lines. Out: those that reach beyond a noisy middle, narrowed.
 *
 *     old   Phone 01234 5678 ,  page made in  0.23 s       the middle is 0.23, by the trace
 *     new   Phone 01234 9999 ,  page made in  0.31 s       9999 lies beside it; "page made in" is parted from that, and of the middle
 *
 *  1. The middle must be noise: two answers of one moment differed in it, or several visits found it different, and at least a quarter of
 *     all, which is what makes a habit of figures (judge/habit.h).
 *  2. The words of the two lines are compared. In the new one the middle lies between the same words; where those changed,
 *     as many words from those that stay.
 *  3. Figures that change directly beside it are of it: once in a month the month changes with the day.
 *  4. A word must stay between it and what changed beside it, else nobody knows where the one ends and the other begins: "yesterday" that
 *     was "9 hours ago".
 *  5. A part between marks ("·") or in an element of its own, that came or went as a whole while words of each other part stay, is none of
 *     the noise, wherever the middle lies.
 *  6. Where only figures ever changed in the middle, a few words that come or go in it are not of it either. */
#include "judge/middle.h"

#include "base/hash.h"
#include "judge/piece_side.h"
#include "judge/spelling.h"
#include "judge/traces.h"
#include "judge/words.h"

enum { LINE_WORDS = 80, PARTS = 12 };

/* One page of a line: its words, and the middle that changes on most visits. */
struct line_side {
    const struct page *page;
    const uint32_t *change;
    struct sentence line, middle;
    uint32_t partner[LINE_WORDS]; /* by word of the line: the word of the other page that it is; NONE */
    uint8_t *shape;               /* by word of the page, for those of the line */
};

static uint32_t partner_of(const struct line_side *s, uint32_t word)
{
    return s->partner[word - s->line.word];
}

static bool is_changed(const struct line_side *s, uint32_t word)
{
    return partner_of(s, word) == NONE && s->change[word] != NONE;
}

/* Which words of the two lines are the same, in order, and as many as can be. A comparison of pages takes "15 May | read 640 times" for one
 * change, where only the figures are others. */
static void align(struct line_side *old, struct line_side *new)
{
    uint8_t best[LINE_WORDS + 1][LINE_WORDS + 1] = { { 0 } }; /* of the words from each pair on */
    const uint32_t *a = old->page->symbol + old->line.word, *b = new->page->symbol + new->line.word;
    uint32_t n = old->line.end - old->line.word, m = new->line.end - new->line.word;
    memset(old->partner, 0xff, sizeof old->partner);
    memset(new->partner, 0xff, sizeof new->partner);
    for (uint32_t i = n; i-- > 0;)
        for (uint32_t k = m; k-- > 0;)
            best[i][k] = a[i] == b[k] ? (uint8_t)(1 + best[i + 1][k + 1]) : MAX(best[i + 1][k], best[i][k + 1]);
    for (uint32_t i = 0, k = 0; i < n && k < m;) {
        if (a[i] == b[k]) {
            old->partner[i] = new->line.word + k;
            new->partner[k++] = old->line.word + i++;
        } else if (best[i + 1][k] >= best[i][k + 1])
            i++;
        else
            k++;
    }
}

/* Sentence `was` of the old page, which is `is` on the new one. False: they are too long. */
static bool open_line(const struct delta *d, uint32_t was, uint32_t is, struct line_side *old, struct line_side *new)
{
    old->page = d->old, old->change = d->old_change, old->line = d->old->sentence[was];
    new->page = d->new, new->change = d->new_change, new->line = d->new->sentence[is];
    if (old->line.end - old->line.word > LINE_WORDS || new->line.end - new->line.word > LINE_WORDS)
        return false;
    align(old, new);
    return true;
}

static bool is_noise(const struct past_trace *t, const struct past *past)
{
    enum { SEVERAL = 4 };
    return t->changed + t->probed >= SEVERAL && (t->probed || 4u * t->changed >= past->visits);
}

/* Where the middle begins in the new line: behind the words before it, of which some may be others now, or `left` the line. */
static uint32_t middle_begin(const struct line_side *old, const struct sentence *new, bool left)
{
    uint32_t w = old->middle.word;
    while (w > old->line.word && partner_of(old, w - 1) == NONE)
        w--;
    uint32_t from = w > old->line.word ? partner_of(old, w - 1) + 1 : new->word;
    return left ? from : from + (old->middle.word - w);
}

static uint32_t middle_end(const struct line_side *old, const struct sentence *new, bool left)
{
    uint32_t w = old->middle.end;
    while (w < old->line.end && partner_of(old, w) == NONE)
        w++;
    uint32_t to = w < old->line.end ? partner_of(old, w) : new->end;
    return left ? to : to - (w - old->middle.end);
}

/* `left`: a part of the line has. False: the line has become another, and it cannot be said what was its middle. */
static bool find_middles(const struct past_trace *t, struct line_side *old, struct line_side *new, bool left)
{
    uint32_t n = old->line.end - old->line.word;
    if ((uint32_t)t->lead + t->tail > n)
        return false;
    old->middle = (struct sentence){ .word = old->line.word + t->lead, .end = old->line.end - t->tail };
    struct sentence middle = { .word = middle_begin(old, &new->line, left), .end = middle_end(old, &new->line, left) };
    new->middle = middle;
    return new->line.word <= middle.word &&middle.word <= middle.end &&middle.end <= new->line.end;
}

static bool is_other_figure(const struct line_side *s, uint32_t word)
{
    return is_changed(s, word) && s->shape[word] != SHAPE_LETTERS && s->shape[word] != SHAPE_MARK;
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

static bool is_content(const struct delta *d, const struct line_side *s, uint32_t word)
{
    return is_changed(s, word) && piece_counts(d, s->change[word]);
}

/* Words of the range that came or went; marks are none. */
static uint32_t count_changed(const struct delta *d, const struct line_side *s, struct sentence range)
{
    uint32_t n = 0;
    for (uint32_t w = range.word; w < range.end; w++)
        n += is_content(d, s, w) && s->shape[w] != SHAPE_MARK;
    return n;
}

/* The same by shape, of a range that is read by itself: "10 days" is a period, though "10 days - 19 people look at it" may be counts. */
static void count_shapes(const struct delta *d, const struct dates *dates, struct line_side *s, struct sentence range, uint32_t *n)
{
    memset(n, 0, WORD_SHAPES * sizeof *n);
    shapes_find(dates, s->shape, &range);
    for (uint32_t w = range.word; w < range.end; w++)
        n[s->shape[w]] += is_content(d, s, w);
}

static uint32_t count_kept(const struct line_side *s, struct sentence range)
{
    uint32_t n = 0;
    for (uint32_t w = range.word; w < range.end; w++)
        n += !is_changed(s, w) && s->shape[w] == SHAPE_LETTERS;
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
    while (range.word < range.end && !is_changed(s, range.word))
        range.word++;
    while (range.word < range.end && !is_changed(s, range.end - 1))
        range.end--;
    return range;
}

/* The part of a line before its middle, or the one behind it. */
static struct sentence rest_of(const struct line_side *s, bool behind)
{
    return behind ? (struct sentence){ .word = s->middle.end, .end = s->line.end }
                  : (struct sentence){ .word = s->line.word, .end = s->middle.word };
}

static bool is_mark(const struct line_side *s, uint32_t word)
{
    return s->shape[word] == SHAPE_MARK || judge_is_mark(page_word(s->page, word)); /* one inside a date is of its shape */
}

/* Whether a mark stands there, or another element begins. */
static bool is_parted(const struct line_side *s, uint32_t word)
{
    return is_mark(s, word) || s->page->word[word].node != s->page->word[word - 1].node;
}

/* Where the words that went stood, in the new line; NONE: nobody knows. */
static uint32_t gap_of(const struct line_side *old, struct sentence gone)
{
    uint32_t before = gone.word > old->line.word ? partner_of(old, gone.word - 1) : NONE;
    return gone.word < gone.end && before != NONE ? before + 1 : NONE;
}

/* Without what is parted from the words of it that changed, or from `gap`, where none did: in "until 31 December (43 days left)" the
 * bracket is of the middle. */
static struct sentence without_label(const struct line_side *s, struct sentence rest, bool behind, uint32_t gap)
{
    struct sentence changed = changed_in(s, rest);
    if (changed.word == changed.end)
        changed.word = changed.end = gap;
    if (changed.word < rest.word || changed.word >= rest.end)
        return rest;
    uint32_t from = changed.word, to = changed.end;
    while (to < rest.end && !is_parted(s, to))
        to++;
    while (from > rest.word
           && (!is_parted(s, from) || str_eq(page_word(s->page, from), STR(":")))) /* before it stands what is said of */
        from--;
    if (behind)
        rest.word = from + (from < changed.word && is_mark(s, from));
    else
        rest.end = to;
    return rest;
}

/* Whether no word stays between the middle and what changed beside it. */
static bool touches(const struct line_side *s, bool behind)
{
    struct sentence rest = rest_of(s, behind), changed = changed_in(s, rest);
    return changed.word < changed.end && (behind ? changed.word == rest.word : changed.end == rest.end);
}

/* Makes the piece one of a part of its line, at a place and of names of its own: what the rest of the line is, it is not. */
static void name_part(struct judge_piece *p, const struct judge_places *places, struct sentence part)
{
    const struct page *page = places->page;
    p->place = place_of(places, MIN(part.word, page->n_words - 1));
    p->from = part.word;
    p->to = part.end;
    p->place_key = p->zone_key = p->path_key = p->shelf_key = hash_mix(p->place_key, NAME_REST);
    p->stem_key = p->spot_key = 0;
    p->stem = 0;
    p->by_letters = false;
}

/* Makes the piece one of the words `is` of its line, where those of `was` stood; its counts are right. */
static void cut(const struct judge_pieces *pieces, const struct line_side *old, const struct line_side *new, struct sentence was,
                struct sentence is, struct judge_piece *p)
{
    struct sentence gone = changed_in(old, was);
    name_part(p, &pieces->new, is);
    p->kept = count_kept(new, is);
    p->old_word = gone.word < gone.end ? gone.word : 0;
    p->old_end = gone.word < gone.end ? gone.end : 0;
    p->text_key = name_of_words(new, is, p->path_key);
    p->gone_key = p->old_end ? name_of_words(old, was, p->path_key) : 0;
}

/* Whether nothing changed but a code that a build gives. */
static bool is_other_code(const struct line_side *old, struct sentence was, const struct line_side *new, struct sentence is)
{
    was = changed_in(old, was);
    is = changed_in(new, is);
    if (was.end - was.word != 1 || is.end - is.word != 1)
        return false;
    struct str a = page_word(old->page, was.word), b = page_word(new->page, is.word);
    return a.len == b.len && shape_is_hex(a) && shape_is_hex(b);
}

static void narrow(const struct delta *d, const struct judge_pieces *pieces, struct line_side *old, struct line_side *new,
                   struct judge_piece *p)
{
    uint32_t changed[2];
    for (int behind = 0; behind <= 1; behind++)
        changed[behind] = count_changed(d, new, rest_of(new, behind)) + count_changed(d, old, rest_of(old, behind));
    bool behind = changed[1] > changed[0];
    struct sentence was = without_label(old, rest_of(old, behind), behind, NONE),
                    is = without_label(new, rest_of(new, behind), behind, gap_of(old, changed_in(old, was)));
    if (changed[behind] == 0 || is.word == is.end || touches(new, behind) || touches(old, behind)
        || is_other_code(old, was, new, is))
        return;
    count_shapes(d, &pieces->new.dates, new, is, p->came);
    count_shapes(d, &pieces->old.dates, old, was, p->went);
    p->kind = PIECE_CHANGED;
    p->swapped = false;
    cut(pieces, old, new, was, is, p);
}

/* ---- Words among figures ---- */

/* From the first word of letters that changed to the last; empty: none did. */
static struct sentence words_in(const struct line_side *s)
{
    struct sentence out = s->line;
    while (out.word < out.end && !(is_changed(s, out.word) && s->shape[out.word] == SHAPE_LETTERS))
        out.word++;
    while (out.word < out.end && !(is_changed(s, out.end - 1) && s->shape[out.end - 1] == SHAPE_LETTERS))
        out.end--;
    return out;
}

/* With what stays around it, up to marks and figures that changed. */
static struct sentence widened(const struct line_side *s, struct sentence part)
{
    while (part.word > s->line.word && !is_mark(s, part.word - 1) && !is_other_figure(s, part.word - 1))
        part.word--;
    while (part.end < s->line.end && !is_mark(s, part.end) && !is_other_figure(s, part.end))
        part.end++;
    return part;
}

/* Whether they are more than what goes with another number: "1 guest is", "2 guests are". One word that is quite another is. */
static bool says_more(const struct line_side *old, struct sentence was, const struct line_side *new, struct sentence is)
{
    enum { WORDS = 3 };
    uint32_t gone = was.end - was.word, came = is.end - is.word;
    if (gone == 1 && came == 1)
        return !spelling_is_near(page_word(old->page, was.word), page_word(new->page, is.word));
    return MAX(gone, came) >= WORDS;
}

/* A few words came or went in a line of which only figures ever changed: not what the line always does, though it stands between those. */
static void narrow_to_words(const struct judge_pieces *pieces, struct line_side *old, struct line_side *new, struct judge_piece *p)
{
    struct sentence was = words_in(old), is = words_in(new);
    uint32_t gap = gap_of(old, was);
    if (!says_more(old, was, new, is) || (is.word == is.end && gap == NONE))
        return;
    if (is.word == is.end)
        is = (struct sentence){ .word = gap, .end = gap };
    uint32_t came = p->came[SHAPE_LETTERS], went = p->went[SHAPE_LETTERS];
    memset(p->came, 0, sizeof p->came);
    memset(p->went, 0, sizeof p->went);
    p->came[SHAPE_LETTERS] = came;
    p->went[SHAPE_LETTERS] = went;
    cut(pieces, old, new, was, widened(new, is), p);
}

/* ---- Parts of a line ---- */

/* What stands between marks such as "·", or in elements of its own: "8 °C, fog · No boats at night". */
struct line_parts {
    struct sentence item[PARTS];
    uint32_t n, n_unlike;  /* unlike: no word of it stays */
    uint32_t n_worded, at; /* those with letters; the last of them */
};

static bool is_border(const struct line_side *s, uint32_t word)
{
    struct str text = page_word(s->page, word);
    return shape_parts(text) || (str_eq(text, STR("-")) && s->page->word[word].flags & WORD_SPACE);
}

static bool begins_element(const struct line_side *s, uint32_t word)
{
    const struct dom *d = &s->page->dom;
    uint32_t here = s->page->word[word].node, before = word > s->line.word ? s->page->word[word - 1].node : here;
    return d->node[here].parent != d->node[before].parent;
}

static void add_part(const struct delta *d, const struct line_side *s, struct sentence part, struct line_parts *out)
{
    uint32_t letters = 0, kept = 0, words = 0;
    for (uint32_t w = part.word; w < part.end; w++) {
        bool mark = is_mark(s, w);
        letters += s->shape[w] == SHAPE_LETTERS;
        words += !mark;
        kept += !mark && partner_of(s, w) != NONE;
    }
    if (!words || out->n == PARTS)
        return;
    bool unlike = 5 * kept < words && count_changed(d, s, part), worded = unlike && letters;
    out->item[out->n] = part;
    out->at = worded ? out->n : out->at;
    out->n++;
    out->n_unlike += unlike;
    out->n_worded += worded;
}

static struct line_parts parts_of(const struct delta *d, const struct line_side *s)
{
    struct line_parts out = { .n = 0 };
    struct sentence part = { .word = s->line.word, .end = s->line.word };
    for (uint32_t w = s->line.word; w < s->line.end; w++) {
        bool border = is_border(s, w);
        if (border || begins_element(s, w)) {
            add_part(d, s, part, &out);
            part.word = w + border;
        }
        part.end = w + 1;
    }
    add_part(d, s, part, &out);
    return out;
}

static bool is_worth_a_part(const struct line_side *s, struct sentence part)
{
    enum { PART_WORDS = 3 };
    uint32_t letters = 0;
    for (uint32_t w = part.word; w < part.end; w++)
        letters += s->shape[w] == SHAPE_LETTERS;
    return letters >= PART_WORDS;
}

/* Makes the piece a part of the old line that went. */
static void take_gone(const struct delta *d, const struct judge_pieces *pieces, uint32_t line, struct line_side *old,
                      struct sentence gone, struct judge_piece *p)
{
    count_shapes(d, &pieces->old.dates, old, gone, p->went);
    memset(p->came, 0, sizeof p->came);
    p->kind = PIECE_REMOVED;
    p->old = true;
    p->sentence = line;
    p->swapped = false;
    p->beyond = true;
    name_part(p, &pieces->old, gone);
    p->kept = 0;
    p->old_word = p->old_end = 0;
    p->text_key = name_of_words(old, gone, p->path_key);
    p->gone_key = p->text_key;
}

/* One part more came to the line, or went from it, and of each other part some words stay, or all of it is figures: that one is none of the
 * noise. */
static bool narrow_to_part(const struct delta *d, const struct judge_pieces *pieces, uint32_t line, struct line_side *old,
                           struct line_side *new, struct judge_piece *p)
{
    struct line_parts was = parts_of(d, old), is = parts_of(d, new);
    bool came = is.n == was.n + 1 && is.n_worded == 1 && was.n_worded == 0 && is_worth_a_part(new, is.item[is.at]),
         went = was.n == is.n + 1 && was.n_worded == 1 && is.n_worded == 0 && is_worth_a_part(old, was.item[was.at]);
    if (!came && !went)
        return false;
    if (went) {
        take_gone(d, pieces, line, old, was.item[was.at], p);
        return true;
    }
    struct sentence here = is.item[is.at], nothing = { .word = old->line.word, .end = old->line.word };
    count_shapes(d, &pieces->new.dates, new, here, p->came);
    count_shapes(d, &pieces->old.dates, old, nothing, p->went);
    p->kind = PIECE_CHANGED;
    p->swapped = false;
    p->beyond = true;
    cut(pieces, old, new, nothing, here, p);
    return true;
}

static bool has_only_figures(const struct past_trace *t, const struct judge_piece *p)
{
    return !p->beyond && t->words + t->words_probed == 0 && p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS];
}

void middle_narrow(struct arena *a, const struct delta *d, const struct past *past, struct judge_pieces *pieces)
{
    uint8_t *shape[2] = { NULL, NULL };
    uint32_t last = 0;
    for (uint32_t i = 0; i < pieces->n; i++) {
        struct judge_piece *p = &pieces->item[i];
        const struct past_trace *t = trace_of_line(past, p);
        if (!t || !is_noise(t, past))
            continue;
        struct line_side old, new;
        uint32_t line = trace_line_before(d, p, &last);
        if (!open_line(d, line, p->sentence, &old, &new))
            continue;
        old.shape = shape[0] = shape[0] ? shape[0] : NEW_ARRAY_RAW(a, uint8_t, d->old->n_words + 1);
        new.shape = shape[1] = shape[1] ? shape[1] : NEW_ARRAY_RAW(a, uint8_t, d->new->n_words + 1);
        shapes_find(&pieces->old.dates, old.shape, &old.line);
        shapes_find(&pieces->new.dates, new.shape, &new.line);
        if (narrow_to_part(d, pieces, line, &old, &new, p) || !(p->beyond || (p->kind == PIECE_CHANGED && has_only_figures(t, p)))
            || !find_middles(t, &old, &new, false))
            continue;
        widen_middle(&old);
        widen_middle(&new);
        if (p->beyond)
            narrow(d, pieces, &old, &new, p);
        else
            narrow_to_words(pieces, &old, &new, p);
    }
}

bool middle_keep(struct past_trace *t, const struct delta *d, const struct judge_piece *p, uint32_t was, uint32_t is)
{
    struct line_side old, new;
    if (!open_line(d, was, is, &old, &new) || !find_middles(t, &old, &new, p->old))
        return false;
    if (!p->old && p->to == new.line.end && p->from > new.middle.word) /* a part that came is none of it */
        new.middle.end = p->from;
    else if (!p->old && p->from == new.line.word && p->to < new.middle.end)
        new.middle.word = MAX(new.middle.word, p->to);
    t->lead = (uint8_t)MIN(new.middle.word - new.line.word, (uint32_t)UINT8_MAX);
    t->tail = (uint8_t)MIN(new.line.end - new.middle.end, (uint32_t)UINT8_MAX);
    return true;
}
