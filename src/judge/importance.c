/* In: the words of two versions, and what became of each. Out: how much it matters, and each block's share in it.
 *
 *  1. What changed counts twice over: as a share of all words, and as an amount. The share makes a page that was replaced matter whatever
 *     its size; the amount makes a new story matter on a page of thousands of words. How many words are an amount grows with the root of
 *     the page: three new sentences are more on a page of ten than in a manual of ten thousand.
 *
 *         importance = 1 - (1 - changed / all) / (1 + changed / (AMOUNT sqrt(all / ALL)) + units)
 *
 *  2. Both are sums over words, each by its weight and factor, so nothing is ever taken away by another change, and words that did not
 *     change do not matter, whatever stands around them.
 *  3. A unit (heading, lead link, price, state, version, date of an event, amount, "not", a sentence) adds its own amount once, however
 *     few of its words changed: what kind of thing changed counts, not its share of the page. Each further one of a kind adds less: ten
 *     new headings are a page put in order, not ten pieces of news.
 *  4. A change with an entry of a list that came or went as a whole (judge/entries.h) has at least so much of an amount, however short the
 *     entry is. It is not added to what its words say: where they say more, they are enough.
 *  5. What only moved counts a fraction, and adds no unit.
 *  6. A fact that changed without a word (judge_fact) is a state that became another; a picture that the page is about is an entry.
 *  7. Shares add up to the whole. Cost: O(words + blocks log blocks). */
#include "judge/importance.h"

#include <math.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/vec.h"
#include "judge/changed.h"
#include "judge/entries.h"
#include "judge/units.h"

#define AMOUNT 200.0 /* words of main content, gone or new: a long paragraph replaced by another is as likely as not to matter */
#define ALL 1000.0   /* words of the main content, before and now, where it is */

#define ALIKE \
    0.01 /* of a link that leads to the same page by another token, of other capitals: hardly a change, and yet it differs */
#define NEAR 0.25 /* of a word in another form: a reader takes in the same */

#define FACT 0.15 /* one thing to know, however few words say it: a price, a date, a number, an entry of a list that came or went */

static const double unit_amount[] = {
    [UNIT_NONE] = 0,     [UNIT_MAIN_HEADING] = 0.2, [UNIT_HEADING] = 0.03, [UNIT_LEAD] = FACT,     [UNIT_PRICE] = FACT,
    [UNIT_STATE] = FACT, [UNIT_VERSION] = 0.4,      [UNIT_EVENT] = FACT,   [UNIT_NAME] = FACT,     [UNIT_CONTACT] = FACT,
    [UNIT_TURN] = FACT,  [UNIT_AMOUNT] = FACT,      [UNIT_VALUE] = FACT,   [UNIT_SENTENCE] = 0.05,
};

#define LINES_MOST \
    0.5 /* that amounts, turns and sentences add, and entries have at least: many of them are a table or a text that was rewritten, which its words say */

/* One block of the new version, or of the old one that is gone. */
struct block_sum {
    double all, changed, amount; /* weights of its words; of those that changed; what they add, units counted */
    uint32_t words[2], words_changed[2], marks[2], moved[2], alike[2], links[2], images[2]; /* of the new version, of the old */
    uint32_t facts;
    uint8_t best_unit;
    uint32_t why; /* reasons for the factors of words that changed */
};

struct importance_total {
    struct arena *arena;
    const struct importance_pair *in;
    struct block_sum *row; /* per new block, then per old block; NULL: no blocks are asked for */
    double all, changed, amount;
    VEC(double) counted; /* of each unit of one side: what it has added */
    double amount_words; /* words that are an amount of 1 */
    double kind[UNITS];  /* of each kind of unit: what all of them would add, each by itself */
    uint32_t n_facts;    /* that count */
    double lines;        /* what amounts, turns and sentences have added */
};

double importance_of_history(uint32_t changed, uint32_t visits)
{
    changed = MIN(changed, visits);
    return (double)(visits - changed + 1) / (visits + 1); /* as if it had been seen once more, unchanged */
}

static struct block_sum *row_of(struct importance_total *s, bool old, uint32_t block)
{
    uint32_t n = old ? s->in->delta->block_to[block] : block;
    return &s->row[n != VIXML_NONE ? n : s->in->new->n + block];
}

static double weight_of(const struct importance_total *s, bool old, enum judge_fate fate, const struct judge_word *w)
{
    enum vi_op op = fate == FATE_MOVED ? VI_MOVE : old ? VI_DELETE : VI_INSERT;
    double amount = s->in->weights->op[op][w->kind] * (double)w->weight * (double)w->factor * (double)w->share;
    return fate == FATE_STAYS ? 0 : fate == FATE_ALIKE ? amount * ALIKE : fate == FATE_NEAR ? amount * NEAR : amount;
}

static void count_word(struct block_sum *r, bool old, enum judge_fate fate, const struct judge_word *w)
{
    r->words[old] += !w->thing && !w->mark;
    if (fate == FATE_STAYS)
        return;
    r->why |= w->factor != 1 ? w->why : 0;
    if (fate == FATE_ALIKE && w->thing)
        r->alike[old]++;
    else if (fate == FATE_MOVED)
        r->moved[old]++;
    else if (w->mark)
        r->marks[old]++;
    else if (!w->thing)
        r->words_changed[old]++;
    else if (w->kind == VI_IMAGE)
        r->images[old]++;
    else
        r->links[old]++;
}

/* A word that became another is one that changed. */
static uint32_t larger(const uint32_t count[2])
{
    return MAX(count[0], count[1]);
}

/* What units of a kind add together: one that became another as much as both of its sides, more of them with the logarithm. It depends on
 * their sum alone, so never on their order, and rises with it. */
static double of_kind(enum judge_unit_kind kind, double sum)
{
    double one = 2 * unit_amount[kind];
    return one * log1p((M_E - 1) * sum / one);
}

/* What the word adds by the unit it is part of: each unit counts once, however many of its words changed. */
static double own_amount(struct importance_total *s, const struct judge_unit *u, const struct judge_word *w, double *counted)
{
    double own_part = u->weight > 0 ? MIN((double)w->weight / (double)u->weight, 1.0) : 0; /* a date or a comma is less */
    double floor = unit_amount[u->kind] * (double)u->weight * own_part * MIN((double)w->factor, 1.0);
    double own = MAX(floor - *counted, 0.0);
    *counted += own;
    double before = s->kind[u->kind];
    s->kind[u->kind] += own;
    if (u->kind < UNIT_TURN)
        return of_kind(u->kind, before + own) - of_kind(u->kind, before);
    own = MIN(own, LINES_MOST - s->lines);
    s->lines += own;
    return own;
}

/* The word in its block. */
static void add_to_block(struct block_sum *r, bool old, enum judge_fate fate, const struct judge_word *w)
{
    count_word(r, old, fate, w);
    r->all += (double)w->weight * (double)w->share;
}

static void add_word(struct importance_total *s, bool old, enum judge_fate fate, const struct judge_word *w, double own)
{
    struct block_sum *r = s->row ? row_of(s, old, w->block) : NULL;
    if (r)
        add_to_block(r, old, fate, w);
    if (fate == FATE_STAYS)
        return;
    double changed = weight_of(s, old, fate, w), amount = changed / s->amount_words + own;
    s->changed += changed;
    s->amount += amount;
    if (r) {
        r->changed += changed;
        r->amount += amount;
    }
}

/* Which of two units a reader is told of: what adds more, then what says more of the change. */
static bool is_better(enum judge_unit_kind a, enum judge_unit_kind b)
{
    double more = unit_amount[a] - unit_amount[b];
    return more > 0 || (more >= 0 && a < b);
}

static void add_changed_line(struct importance_total *s, bool old, struct units_finder *f, uint32_t first, uint32_t end)
{
    f->full = s->lines >= LINES_MOST;
    const struct judge_word *line = units_of_line(f, first, end);
    for (; s->counted.n < f->unit.n;)
        *VEC_ADD(s->arena, &s->counted) = 0;
    for (uint32_t i = 0; i < end - first; i++) {
        const struct judge_word *w = &line[i];
        s->all +=
            (double)w->share * ((double)w->weight - (double)f->words->item[first + i].weight); /* a date is less where it changed */
        if (f->fate[first + i] == FATE_STAYS && !s->row)
            continue;
        const struct judge_unit *u = &f->unit.item[w->unit];
        bool counts = w->unit && f->fate[first + i] == FATE_CHANGED;
        double own = counts ? own_amount(s, u, w, &s->counted.item[w->unit]) : 0;
        bool date = w->weight < f->words->item[first + i].weight; /* weighs little: no amount */
        struct block_sum *r = s->row && counts && !date ? row_of(s, old, w->block) : NULL;
        if (r && is_better(u->kind, (enum judge_unit_kind)r->best_unit))
            r->best_unit = (uint8_t)u->kind;
        add_word(s, old, f->fate[first + i], w, own);
    }
}

/* The entries of one side: what they weigh together. */
static double weigh_entries(struct importance_total *s, const struct judge_words *words, const uint8_t *fate)
{
    struct judge_entries entries;
    double sum = 0;
    entries_find(s->arena, words, fate, &entries);
    for (uint32_t i = 0; i < entries.n; i++)
        sum += FACT * (double)entries.item[i].weight * (double)entries.item[i].factor;
    return sum;
}

static void add_side(struct importance_total *s, bool old, const struct judge_words *words, const uint8_t *fate)
{
    struct units_finder f;
    units_open(&f, s->arena, words, fate);
    s->counted.n = 0;
    for (uint32_t i = 0; i < words->n_lines; i++) {
        uint32_t first = words->line_word[i], end = words->line_word[i + 1];
        bool changed = false, differs = s->row != NULL;
        for (uint32_t k = first; k < end; k++) {
            changed |= fate_is_seen(fate[k]);
            differs |= fate[k] != FATE_STAYS;
        }
        if (changed)
            add_changed_line(s, old, &f, first, end);
        for (uint32_t k = first; differs && !changed && k < end; k++)
            add_word(s, old, fate[k], &words->item[k], 0);
    }
}

/* "the main heading: 6 of 40 words changed, 2 links changed" */
static struct str words_of(const struct importance_total *s, const struct block_sum *r)
{
    static const char *const unit[] = { "",
                                        "the main heading: ",
                                        "a heading: ",
                                        "the lead link: ",
                                        "a price: ",
                                        "a state: ",
                                        "a version: ",
                                        "the date of an event: ",
                                        "an identifier: ",
                                        "an address or a telephone number: ",
                                        "a word that turns the meaning: ",
                                        "an amount: ",
                                        "a value: ",
                                        "a sentence: " };
    AUTO(buf) b = BUF(KIB(4));
    struct str out = STR(""), why = judge_words_why(s->arena, s->in->new_words, r->why);
    uint32_t words = larger(r->words_changed);
    const struct {
        uint32_t n;
        const char *one, *many;
    } part[] = {
        { larger(r->links), "link changed", "links changed" },
        { larger(r->images), "picture changed", "pictures changed" },
        { larger(r->moved), "word moved", "words moved" },
        { larger(r->alike), "address written differently", "addresses written differently" },
        { r->facts, "change without words", "changes without words" },
        { words ? 0 : larger(r->marks), "punctuation mark changed", "punctuation marks changed" },
    };
    buf_add(&b, str_of(unit[r->best_unit]));
    size_t head = b.len;
    if (words)
        buf_addf(&b, "%u of %u words changed", words, larger(r->words));
    for (size_t i = 0; i < ARRAY_LEN(part); i++)
        if (part[i].n)
            buf_addf(&b, "%s%u %s", b.len > head ? ", " : "", part[i].n, part[i].n == 1 ? part[i].one : part[i].many);
    if (why.len)
        buf_addf(&b, "; weighed by %.*s", STR_ARG(why));
    return buf_take(&b, s->arena, &out, NULL) ? STR("") : out;
}

static int by_share(const void *left, const void *right)
{
    const struct importance_share *l = left, *r = right;
    if (l->share != r->share)
        return l->share > r->share ? -1 : 1;
    struct str a = l->ref.len ? l->ref : l->from, b = r->ref.len ? r->ref : r->from;
    return str_cmp(a, b);
}

static void add_shares(struct importance_total *s, struct importance *out)
{
    const struct vixml *old = s->in->old, *new = s->in->new;
    struct str *from = NEW_ARRAY(s->arena, struct str, old->n + new->n);
    double parts = 0;
    for (uint32_t o = 0; o < old->n; o++) {
        uint32_t n = s->in->delta->block_to[o];
        from[n != VIXML_NONE ? n : new->n + o] = old->block[o].ref;
    }
    out->block = NEW_ARRAY(s->arena, struct importance_share, old->n + new->n);
    for (uint32_t i = 0; i < old->n + new->n; i++) {
        out->n_blocks += s->row[i].all > 0;
        parts += s->row[i].amount + s->row[i].changed / MAX(s->all, 1e-9);
    }
    for (uint32_t i = 0; i < old->n + new->n; i++) {
        const struct block_sum *r = &s->row[i];
        struct importance_share share = { .weight = s->all > 0 ? r->all / s->all : 0, .deleted = i >= new->n, .factor = 1 };
        if (!larger(r->words_changed) && !larger(r->marks) && !larger(r->links) && !larger(r->images) && !larger(r->moved)
            && !larger(r->alike) && !r->facts)
            continue;
        share.ref = share.deleted ? STR("") : new->block[i].ref;
        share.from = from[i];
        share.amount = r->all > 0 ? MIN(r->changed / r->all, 1.0) : 0;
        share.share = parts > 0 ? out->value * (r->amount + r->changed / MAX(s->all, 1e-9)) / parts : 0;
        share.why = words_of(s, r);
        out->block[out->n++] = share;
    }
    if (out->n > 1)
        qsort(out->block, out->n, sizeof *out->block, by_share);
}

/* By node of the page: the number of the first word that stands in it, or behind it; NONE: none does. */
static const uint32_t *find_words(struct arena *a, const struct judge_words *w)
{
    uint32_t n = w->page->dom.n, *out = NEW_ARRAY_RAW(a, uint32_t, n + 1);
    memset(out, 0xff, (n + 1) * sizeof *out); /* NONE */
    for (uint32_t i = w->n; i-- > 0;)
        if (w->item[i].node != NONE)
            out[w->item[i].node] = i;
    for (uint32_t k = n; k-- > 0;)
        out[k] = out[k] != NONE ? out[k] : out[k + 1];
    return out;
}

/* The block that the node lies in; NONE: it has no words. */
static uint32_t block_of(const struct judge_words *w, const uint32_t *word_of, uint32_t node)
{
    uint32_t word = node != NONE ? word_of[node] : NONE;
    return word != NONE && w->item[word].node < w->page->dom.node[node].end ? w->item[word].block : NONE;
}

static bool is_within(const struct judge_words *w, const struct judge_fact *fact)
{
    return !w->within || (fact->node != NONE && w->within[fact->node]);
}

static void add_facts(struct importance_total *s)
{
    const struct judge_words *w = s->in->new_words;
    const uint32_t *word_of = s->row && w->page && w->n_facts ? find_words(s->arena, w) : NULL;
    for (uint32_t i = 0; i < w->n_facts; i++) {
        const struct judge_fact *fact = &w->fact[i];
        if (fact->shown || !is_within(w, fact))
            continue;
        double before = s->kind[UNIT_STATE], own = 2 * unit_amount[UNIT_STATE] * fact->weight;
        double amount = of_kind(UNIT_STATE, before + own) - of_kind(UNIT_STATE, before);
        uint32_t block = word_of ? block_of(w, word_of, fact->node) : NONE;
        s->kind[UNIT_STATE] += own;
        s->amount += amount;
        s->n_facts++;
        if (block != NONE) {
            struct block_sum *r = row_of(s, false, block);
            r->facts++;
            r->amount += amount;
        }
    }
}

/* The pictures that the page is about: each is an entry. */
static double weigh_pictures(const struct judge_words *w)
{
    double sum = 0;
    for (uint32_t i = 0; i < w->n_facts; i++)
        sum += w->fact[i].shown && is_within(w, &w->fact[i]) ? FACT * w->fact[i].weight : 0;
    return sum;
}

/* Raises the amount to the least that entries have, more of them with the logarithm. Where words say more, nobody asks. */
static void raise_for_entries(struct importance_total *s, const struct judge_changed *changed)
{
    if (s->amount >= LINES_MOST)
        return;
    double sum = weigh_entries(s, s->in->old_words, changed->old) + weigh_entries(s, s->in->new_words, changed->new)
                 + weigh_pictures(s->in->new_words);
    double least = 2 * FACT * log1p(sum / (2 * FACT));
    s->amount = MAX(s->amount, MIN(least, LINES_MOST));
}

/* All but the blocks' shares. */
static double sum_up(struct importance_total *s)
{
    const struct judge_words *old = s->in->old_words, *new = s->in->new_words;
    struct judge_changed changed;
    judge_changed_find(s->arena, old, new, &changed);
    s->all = old->all + new->all;
    s->amount_words = AMOUNT * sqrt(MAX(s->all, 1.0) / ALL);
    add_side(s, true, old, changed.old);
    add_side(s, false, new, changed.new);
    add_facts(s);
    raise_for_entries(s, &changed);
    double share = s->all > 0 ? MIN(s->changed / s->all, 1.0) : 0;
    return changed.any || s->n_facts ? 1 - (1 - share) / (1 + s->amount) : 0;
}

double importance_value(struct arena *a, const struct judge_words *old, const struct judge_words *new)
{
    struct importance_pair pair = { .old_words = old, .new_words = new, .weights = &importance_weights };
    struct importance_total s = { .arena = a, .in = &pair };
    return sum_up(&s);
}

void importance_of(struct arena *a, const struct importance_pair *in, struct importance *out)
{
    struct importance_total s = { .arena = a, .in = in };
    *out = (struct importance){ 0 };
    s.row = NEW_ARRAY(a, struct block_sum, in->old->n + in->new->n);
    out->value = sum_up(&s);
    add_shares(&s, out);
}
