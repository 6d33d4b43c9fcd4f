/* In: two rows of words. Out: what became of each word.
 *
 *  0. Lines that stay where they are (judge/anchors.h) part the rows into gaps; what follows is done in each gap, but for moved lines.
 *  1. The longest common subsequence of all words says which lines belong together: those that have much of their words in it. Words alone
 *     would not do, since "the" stands everywhere; equal lines alone would not do either, since a paragraph that changed a little is no
 *     equal line, and short lines that all look alike would decide what stays.
 *  2. Words of the subsequence that stand in two such lines stay.
 *  3. Between words that stay, a word in other capitals or typography is alike (judge/spelling.h). So are an address that leads to the same
 *     page and a picture that is the same one (another token, another size), as they are in a difference of the pages
 *     (compare/addresses.h). A word in another form or spelling is near.
 *  4. Lines of some words that are equal and stand elsewhere have moved.
 *  5. Where the entries and lines that changed are the same ones as before, all of it has moved: it is another order, and nothing else. Two
 *     prices that change places are not: each stands in another row now. */
#include "judge/changed.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "compare/addresses.h"
#include "compare/sequence.h"
#include "judge/entries.h"
#include "judge/spelling.h"

enum {
    MOVED_WORDS = 3, /* a shorter line may be anywhere by chance */
    GAP_THINGS = 64, /* words between two that stay: in a longer gap nothing says which address became which */
};

#define LINE_LIKE 0.3  /* of the words of two lines: less than that is in any two texts of one language */
#define LINE_PART 0.6  /* of the shorter line: it was part of the longer one */
#define PART_WORDS 4   /* and has at least so many words that chance is ruled out */
#define MARK_SIZE 0.1f /* of a comma, beside a word */

struct changed_line {
    uint32_t first, end; /* words */
    float size;          /* of its words */
    bool stays;          /* some of it does */
};

struct changed_side {
    const struct judge_words *words;
    struct anchor_line *anchor; /* of each line */
    struct changed_line *line;
    uint32_t n;
    uint8_t *fate;
    uint32_t *symbol; /* of each word; of one that did not stay as capitals and typography leave it */
    uint32_t *at;     /* of each word: its line */
};

static float size_of(const struct judge_word *w)
{
    return w->mark ? MARK_SIZE : 1;
}

static void open_side(struct arena *a, const struct judge_words *w, struct changed_side *out)
{
    *out = (struct changed_side){ .words = w,
                                  .anchor = NEW_ARRAY_RAW(a, struct anchor_line, w->n_lines + 1),
                                  .line = NEW_ARRAY_RAW(a, struct changed_line, w->n_lines + 1),
                                  .n = w->n_lines,
                                  .fate = NEW_ARRAY_RAW(a, uint8_t, w->n + 1),
                                  .symbol = NEW_ARRAY_RAW(a, uint32_t, w->n + 1),
                                  .at = NEW_ARRAY_RAW(a, uint32_t, w->n + 1) };
    memset(out->fate, FATE_CHANGED, w->n);
    memcpy(out->anchor, w->line, w->n_lines * sizeof *w->line);
    for (uint32_t i = 0; i < w->n_lines; i++) {
        struct changed_line line = { w->line_word[i], w->line_word[i + 1], 0, false };
        for (uint32_t k = line.first; k < line.end; k++) {
            out->symbol[k] = w->item[k].symbol;
            out->at[k] = i;
            line.size += size_of(&w->item[k]);
        }
        out->line[i] = line;
    }
}

/* A part of a run that lies in one line on both sides. */
struct piece {
    uint32_t old, new, n; /* words */
};

/* The next piece of the runs; false: there is none. */
static bool next_piece(const struct changed_side *old, const struct changed_side *new, const struct runs *runs, uint32_t *run,
                       struct piece *p)
{
    uint32_t done = p->n;
    if (*run < runs->n && p->old + done >= runs->item[*run].a + runs->item[*run].n) {
        ++*run;
        done = 0;
        *p = (struct piece){ 0 };
    }
    if (*run >= runs->n)
        return false;
    const struct run *r = &runs->item[*run];
    uint32_t o = MAX(p->old + done, r->a), n = MAX(p->new + done, r->b);
    uint32_t end = MIN(r->a + r->n, old->line[old->at[o]].end);
    end = MIN(end - o, new->line[new->at[n]].end - n);
    *p = (struct piece){ o, n, end };
    return true;
}

/* Two lines, and what the subsequence has of both. */
struct line_pair {
    uint32_t old, new;
    float size;
};

struct line_pairs {
    struct line_pair *item;
    uint32_t n, room;
};

static bool belong_together(const struct changed_line *o, const struct changed_line *n, float size)
{
    float smaller = MIN(o->size, n->size);
    return 2 * size >= LINE_LIKE * (o->size + n->size) || (size >= PART_WORDS && size >= LINE_PART * smaller);
}

/* ---- Other capitals, other typography ---- */

/* Words that lie between two that stay, on both sides. */
struct between {
    uint32_t old, old_end, new, new_end;
};

static void fold(struct changed_side *s, uint32_t from, uint32_t end)
{
    for (uint32_t i = from; i < end; i++)
        s->symbol[i] = spelling_symbol(&s->words->item[i]);
}

/* Words that are the same but for capitals and typography are alike. */
static void match_alike(struct arena *a, struct changed_side *old, struct changed_side *new, const struct between *b)
{
    struct runs runs;
    uint32_t n_old = b->old_end - b->old, n_new = b->new_end - b->new;
    if (!n_old || !n_new || n_old > GAP_THINGS || n_new > GAP_THINGS)
        return;
    fold(old, b->old, b->old_end);
    fold(new, b->new, b->new_end);
    sequence_match(a, old->symbol + b->old, n_old, new->symbol + b->new, n_new, &runs);
    for (uint32_t i = 0; i < runs.n; i++) {
        memset(old->fate + b->old + runs.item[i].a, FATE_ALIKE, runs.item[i].n);
        memset(new->fate + b->new + runs.item[i].b, FATE_ALIKE, runs.item[i].n);
    }
}

/* Matches the words of the lines [first old, last old] and [first new, last new], which belong together. */
static void match_group(struct arena *a, struct changed_side *old, struct changed_side *new, const struct line_pair *first,
                        const struct line_pair *last)
{
    uint32_t o = old->line[first->old].first, n = new->line[first->new].first;
    struct runs runs;
    sequence_match(a, old->symbol + o, old->line[last->old].end - o, new->symbol + n, new->line[last->new].end - n, &runs);
    uint32_t old_end = old->line[last->old].end, new_end = new->line[last->new].end;
    struct between b = { o, old_end, n, new_end };
    for (uint32_t i = 0; i < runs.n; i++) {
        const struct run *r = &runs.item[i];
        memset(old->fate + o + r->a, FATE_STAYS, r->n);
        memset(new->fate + n + r->b, FATE_STAYS, r->n);
        match_alike(a, old, new, &(struct between){ b.old, o + r->a, b.new, n + r->b });
        b = (struct between){ o + r->a + r->n, old_end, n + r->b + r->n, new_end };
    }
    match_alike(a, old, new, &b);
    for (uint32_t i = first->old; i <= last->old; i++)
        old->line[i].stays = true;
    for (uint32_t i = first->new; i <= last->new; i++)
        new->line[i].stays = true;
}

/* Lines between two that stay, on both sides. */
struct gap {
    uint32_t old, old_end, new, new_end;
};

static uint32_t word_at(const struct changed_side *s, uint32_t line)
{
    return s->words->line_word[line];
}

/* Lines of a gap that belong together, in their order. */
static void find_pairs(struct arena *a, struct changed_side *old, struct changed_side *new, const struct gap *g,
                       struct line_pairs *out)
{
    struct runs runs;
    struct piece p = { 0 };
    uint32_t kept = 0, o = word_at(old, g->old), n = word_at(new, g->new);
    sequence_match(a, old->symbol + o, word_at(old, g->old_end) - o, new->symbol + n, word_at(new, g->new_end) - n, &runs);
    for (uint32_t i = 0; i < runs.n; i++) {
        runs.item[i].a += o;
        runs.item[i].b += n;
    }
    for (uint32_t run = 0; next_piece(old, new, &runs, &run, &p);) {
        struct line_pair pair = { old->at[p.old], new->at[p.new], 0 };
        if (!out->n || out->item[out->n - 1].old != pair.old || out->item[out->n - 1].new != pair.new)
            *VEC_ADD(a, out) = pair;
        for (uint32_t i = 0; i < p.n; i++)
            out->item[out->n - 1].size += size_of(&old->words->item[p.old + i]);
    }
    for (uint32_t i = 0; i < out->n; i++)
        if (belong_together(&old->line[out->item[i].old], &new->line[out->item[i].new], out->item[i].size))
            out->item[kept++] = out->item[i];
    out->n = kept;
}

/* Pairs that share a line (a paragraph cut in two) are matched as one. */
static void match_words(struct arena *a, struct changed_side *old, struct changed_side *new, const struct gap *g)
{
    struct line_pairs pairs = { 0 };
    find_pairs(a, old, new, g, &pairs);
    for (uint32_t i = 0, end; i < pairs.n; i = end) {
        const struct line_pair *p = pairs.item;
        for (end = i + 1; end < pairs.n && (p[end].old == p[end - 1].old || p[end].new == p[end - 1].new);)
            end++;
        match_group(a, old, new, &p[i], &p[end - 1]);
    }
}

static void set_fate(struct changed_side *s, const struct changed_line *l, enum judge_fate fate)
{
    memset(s->fate + l->first, fate, l->end - l->first);
}

static bool is_same_thing(const struct judge_word *old, const struct judge_word *new)
{
    enum address_use use = old->kind == VI_LINK ? ADDRESS_LINK : ADDRESS_PICTURE;
    return old->thing && new->thing && old->kind == new->kind
           && old->name == new->name &&class_of_address(use, old->text, new->text) != CLASS_CONTENT;
}

/* Between two words that stay, old [o, old_end) and new [n, new_end). */
static void match_things(struct changed_side *old, struct changed_side *new, struct run gap, uint32_t old_end, uint32_t new_end)
{
    for (uint32_t o = gap.a, n = gap.b; o < old_end; o++) {
        uint32_t k = n;
        while (k < new_end && !is_same_thing(&old->words->item[o], &new->words->item[k]))
            k++;
        if (!old->words->item[o].thing || k == new_end)
            continue;
        old->fate[o] = new->fate[k] = FATE_ALIKE;
        old->line[old->at[o]].stays = new->line[new->at[k]].stays = true;
        n = k + 1;
    }
}

/* A word in another form says nearly the same where it stands for the other: as many words came between two that stay as went, or the same
 * letters did. */
static void match_forms(struct changed_side *old, struct changed_side *new, struct run gap, uint32_t old_end, uint32_t new_end)
{
    const struct judge_word *o = old->words->item, *w = new->words->item;
    uint32_t n = old_end - gap.a;
    if (!n || new_end == gap.b)
        return;
    bool same = spelling_is_same_run(o + gap.a, n, w + gap.b, new_end - gap.b);
    for (uint32_t i = gap.a; same && i < old_end; i++)
        old->fate[i] = o[i].thing ? old->fate[i] : FATE_NEAR;
    for (uint32_t i = gap.b; same && i < new_end; i++)
        new->fate[i] = w[i].thing ? new->fate[i] : FATE_NEAR;
    for (uint32_t i = 0; !same && n == new_end - gap.b && i < n; i++) {
        if (!o[gap.a + i].thing && !w[gap.b + i].thing && spelling_is_near(o[gap.a + i].text, w[gap.b + i].text))
            old->fate[gap.a + i] = new->fate[gap.b + i] = FATE_NEAR;
    }
}

static bool is_kept(uint8_t fate)
{
    return fate == FATE_STAYS || fate == FATE_ALIKE;
}

static void match_all_things(struct changed_side *old, struct changed_side *new, const struct gap *g)
{
    uint32_t old_end = word_at(old, g->old_end), new_end = word_at(new, g->new_end);
    for (uint32_t o = word_at(old, g->old), n = word_at(new, g->new); o < old_end || n < new_end; o++, n++) {
        struct run between = { o, n, 0 };
        while (o < old_end && !is_kept(old->fate[o]))
            o++;
        while (n < new_end && !is_kept(new->fate[n]))
            n++;
        if (o - between.a <= GAP_THINGS && n - between.b <= GAP_THINGS)
            match_things(old, new, between, o, n);
        match_forms(old, new, between, o, n);
    }
}

/* ---- Gaps ---- */

/* Marks the line as one that stays. */
static void keep_line(struct changed_side *s, uint32_t line)
{
    s->line[line].stays = true;
    set_fate(s, &s->line[line], FATE_STAYS);
}

static uint32_t next_stay(const struct changed_side *s, uint32_t line)
{
    while (line < s->n && !s->anchor[line].stays)
        line++;
    return line;
}

static void match_gaps(struct arena *a, struct changed_side *old, struct changed_side *new)
{
    for (struct gap g = { 0 }; g.old < old->n || g.new < new->n; g.old = g.old_end + 1, g.new = g.new_end + 1) {
        g.old_end = next_stay(old, g.old);
        g.new_end = next_stay(new, g.new);
        if (g.old < g.old_end && g.new < g.new_end) {
            match_words(a, old, new, &g);
            match_all_things(old, new, &g);
        }
        if (g.old_end < old->n && g.new_end < new->n) {
            keep_line(old, g.old_end);
            keep_line(new, g.new_end);
        }
    }
}

static bool can_move(const struct changed_line *l)
{
    return !l->stays && l->end - l->first >= MOVED_WORDS;
}

static void match_moved(struct arena *a, struct changed_side *old, struct changed_side *new)
{
    struct map first;
    uint32_t *next = NEW_ARRAY_RAW(a, uint32_t, old->n + 1);
    map_open(&first, a, 0);
    for (uint32_t i = old->n; i-- > 0;) {
        if (!can_move(&old->line[i]))
            continue;
        uint32_t *slot = map_slot(&first, old->anchor[i].hash, UINT32_MAX);
        next[i] = *slot;
        *slot = i;
    }
    for (uint32_t i = 0; i < new->n; i++) {
        uint32_t *slot = can_move(&new->line[i]) ? map_find(&first, new->anchor[i].hash) : NULL;
        if (!slot || *slot == UINT32_MAX)
            continue;
        struct changed_line *o = &old->line[*slot];
        *slot = next[*slot];
        set_fate(old, o, FATE_MOVED);
        set_fate(new, &new->line[i], FATE_MOVED);
    }
}

/* The words of an entry that a reader sees, in any order. Symbols are numbered by each page's own table: their hashes are the same on
 * both. */
static uint64_t sum_of_entry(const struct page *p, uint32_t node)
{
    uint64_t sum = 0;
    for (uint32_t w = p->first_word[node]; w < p->first_word[p->dom.node[node].end]; w++)
        sum += judge_is_seen(p, w) ? hash_mix(symbols_hash(p->dom.symbols, p->symbol[w]), 7) : 0;
    return sum;
}

static uint64_t sum_of_line(const struct changed_side *s, uint32_t line)
{
    uint64_t sum = 0;
    for (uint32_t i = s->line[line].first; i < s->line[line].end; i++)
        sum += hash_mix(s->words->item[i].symbol, 7);
    return sum;
}

/* Equal where what changed is the same entries of lists and tables, and else the same lines, in any order. */
static uint64_t sum_of(struct arena *a, const struct changed_side *s)
{
    const struct page *p = s->words->page;
    struct map counted; /* nodes of entries */
    uint64_t sum = 0;
    uint32_t last = NONE; /* line */
    uint32_t node = NONE, entry = NONE;
    map_open(&counted, a, 0);
    for (uint32_t i = 0; i < s->words->n; i++) {
        if (!fate_differs(s->fate[i]))
            continue;
        if (node != s->words->item[i].node) { /* words of one text have one */
            node = s->words->item[i].node;
            entry = p && node != NONE ? entry_around(p, node) : NONE;
        }
        uint32_t *slot = entry != NONE ? map_slot(&counted, entry, 0) : NULL;
        if (slot && !*slot)
            sum += hash_mix(sum_of_entry(p, entry), 7);
        else if (!slot && s->at[i] != last)
            sum += hash_mix(sum_of_line(s, s->at[i]), 7);
        if (slot)
            *slot = 1;
        last = slot ? NONE : s->at[i];
    }
    return sum;
}

static bool same_row(const struct judge_words *old, const struct judge_words *new)
{
    bool same = old->n == new->n;
    for (uint32_t i = 0; same && i < old->n; i++)
        same = old->item[i].symbol == new->item[i].symbol;
    return same;
}

void judge_changed_find(struct arena *a, const struct judge_words *old, const struct judge_words *new, struct judge_changed *out)
{
    struct changed_side was, is;
    if (same_row(old, new)) {
        *out = (struct judge_changed){ NEW_ARRAY(a, uint8_t, old->n + 1), NEW_ARRAY(a, uint8_t, new->n + 1), false };
        return;
    }
    open_side(a, old, &was);
    open_side(a, new, &is);
    if (!old->anchored)
        anchors_find(a, was.anchor, was.n, is.anchor, is.n);
    match_gaps(a, &was, &is);
    match_moved(a, &was, &is);
    if (sum_of(a, &was) == sum_of(a, &is)) {
        for (uint32_t i = 0; i < old->n; i++)
            was.fate[i] = fate_differs(was.fate[i]) ? FATE_MOVED : was.fate[i];
        for (uint32_t i = 0; i < new->n; i++)
            is.fate[i] = fate_differs(is.fate[i]) ? FATE_MOVED : is.fate[i];
    }
    *out = (struct judge_changed){ was.fate, is.fate, true };
}
