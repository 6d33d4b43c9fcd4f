/* The phases of the extended edit distance.
 *
 * In: two texts A and B and the common subsequence that is kept (phase 1); what it leaves over are A' and B'.
 * Out: how often each operation is used.
 *
 *  2. Words that A' and B' both have moved, each as often as both have it, the first ones first. Where b > 2a, a word that stands more
 *     than once in A and more than once in B is left to phase 3.
 *  3. A word of B' that stands more than once in B may be a copy, a word of A' that stands more than once in A may be shrunk. Of a
 *     word that the other text does not have at all, the first one is none: in Example 1, of the two w6 the first is added and the second
 *     is a copy of it. Words that may be copied and shrunk are both, the first ones first. Where one that may be a copy and one that may
 *     be shrunk have the same index, they are so if a < 0.5, else they are one replacement. All others that may be are.
 *  4. What is left in A' and B' at the same index was replaced; the rest was dropped and added.
 *
 * Where a = 0.5 or b = 2a the paper leaves the choice open and the cost is the same: a replacement, and moves.
 * Invariants: 1. each word of A' and of B' meets one fate; 2. both lists are in order of their index, so one merge finds equal ones.
 * Cost: O(m + n + symbols) to tally, O(|A'| + |B'| + symbols) for the phases. */
#include "compare/ied.h"

enum { OLD_SIDE, NEW_SIDE };

/* What may become of a word of A' or B'. */
enum fate { FATE_NONE, FATE_MOVED, FATE_BOTH /* copied and shrunk */, FATE_MAYBE /* copied or shrunk */ };

struct rest_word {
    uint32_t at; /* its index in the text */
    uint32_t fate;
};

/* A' or B'. */
struct rest {
    struct rest_word *item;
    uint32_t n;
};

/* A word's part in both: how many meet a fate that takes the first ones first, and how many have met it. */
struct part {
    uint32_t left[2];
    uint32_t moved; /* on each side */
    uint32_t both;  /* on each side */
    uint32_t passed[2];
};

struct phases {
    const struct text_pair *pair;
    struct part *part; /* by symbol */
    struct rest rest[2];
};

struct tally *ied_tally(struct arena *a, struct text old, struct text new, uint32_t n_symbols)
{
    struct tally *tally = NEW_ARRAY(a, struct tally, (size_t)n_symbols + 1);

    for (uint32_t i = 0; i < old.n; i++)
        tally[old.symbol[i]].count[OLD_SIDE]++;
    for (uint32_t i = 0; i < new.n; i++)
        tally[new.symbol[i]].count[NEW_SIDE]++;
    return tally;
}

static void add_rest(struct phases *p, unsigned side, uint32_t from, uint32_t to)
{
    struct rest *rest = &p->rest[side];

    for (uint32_t i = from; i < to; i++) {
        rest->item[rest->n++] = (struct rest_word){ .at = i };
        p->part[p->pair->text[side].symbol[i]].left[side]++;
    }
}

/* A' and B': what lies between the runs. */
static void open_phases(struct phases *p, struct arena *scratch, const struct text_pair *pair, const struct runs *kept)
{
    uint32_t at[2] = { 0, 0 };

    *p = (struct phases){ .pair = pair, .part = NEW_ARRAY(scratch, struct part, (size_t)pair->n_symbols + 1) };
    for (unsigned side = 0; side < 2; side++)
        p->rest[side].item = NEW_ARRAY_RAW(scratch, struct rest_word, (size_t)pair->text[side].n - kept->common + 1);
    for (uint32_t r = 0; r < kept->n; r++) {
        const struct run *run = &kept->item[r];
        add_rest(p, OLD_SIDE, at[OLD_SIDE], run->a);
        add_rest(p, NEW_SIDE, at[NEW_SIDE], run->b);
        at[OLD_SIDE] = run->a + run->n;
        at[NEW_SIDE] = run->b + run->n;
    }
    add_rest(p, OLD_SIDE, at[OLD_SIDE], pair->text[OLD_SIDE].n);
    add_rest(p, NEW_SIDE, at[NEW_SIDE], pair->text[NEW_SIDE].n);
}

static uint32_t symbol_of(const struct phases *p, unsigned side, const struct rest_word *word)
{
    return p->pair->text[side].symbol[word->at];
}

/* Of `left` words on a side, those that phase 3 looks at. */
static uint32_t candidates(const struct tally *t, unsigned side, uint32_t left)
{
    bool only_here = t->count[!side] == 0;

    return left == 0 || t->count[side] < 2 ? 0 : left - only_here;
}

/* How many of each word move, and how many are copied and shrunk: only what both sides have left over, so one side names them all. */
static void share_out(struct phases *p, bool spare_repeated)
{
    for (uint32_t i = 0; i < p->rest[OLD_SIDE].n; i++) {
        uint32_t symbol = symbol_of(p, OLD_SIDE, &p->rest[OLD_SIDE].item[i]);
        const struct tally *t = &p->pair->tally[symbol];
        struct part *part = &p->part[symbol];
        uint32_t common = MIN(part->left[OLD_SIDE], part->left[NEW_SIDE]);

        if (spare_repeated && t->count[OLD_SIDE] > 1 && t->count[NEW_SIDE] > 1)
            part->both = common;
        else
            part->moved = common;
    }
}

/* The fate of each word of one side, as far as it does not depend on its index. */
static void settle(struct phases *p, unsigned side)
{
    for (uint32_t i = 0; i < p->rest[side].n; i++) {
        struct rest_word *word = &p->rest[side].item[i];
        uint32_t symbol = symbol_of(p, side, word);
        struct part *part = &p->part[symbol];
        uint32_t rank = part->passed[side]++, left = part->left[side] - part->moved;

        if (rank < part->moved)
            word->fate = FATE_MOVED;
        else if (rank < part->moved + part->both)
            word->fate = FATE_BOTH;
        else if (part->left[side] - rank <= candidates(&p->pair->tally[symbol], side, left))
            word->fate = FATE_MAYBE;
    }
}

static void count_old(const struct rest_word *word, struct operations *out)
{
    out->move += word->fate == FATE_MOVED; /* counted here only */
    out->shrink += word->fate == FATE_BOTH || word->fate == FATE_MAYBE;
    out->drop += word->fate == FATE_NONE;
}

static void count_new(const struct rest_word *word, struct operations *out)
{
    out->copy += word->fate == FATE_BOTH || word->fate == FATE_MAYBE;
    out->add += word->fate == FATE_NONE;
}

/* Two words at the same index. */
static bool is_replaced(const struct rest_word *old, const struct rest_word *new, struct costs cost)
{
    if (old->fate != new->fate)
        return false;
    return old->fate == FATE_NONE || (old->fate == FATE_MAYBE && !(cost.copy < 0.5));
}

/* The rest of phase 3, and phase 4. */
static void count_fates(const struct phases *p, struct costs cost, struct operations *out)
{
    const struct rest_word *old = p->rest[OLD_SIDE].item, *old_end = old + p->rest[OLD_SIDE].n;
    const struct rest_word *new = p->rest[NEW_SIDE].item, *new_end = new + p->rest[NEW_SIDE].n;

    while (old < old_end || new < new_end) {
        bool from_old = old < old_end && (new == new_end || old->at <= new->at);
        bool from_new = new < new_end && (old == old_end || new->at <= old->at);
        if (from_old && from_new && is_replaced(old, new, cost)) {
            out->replace++;
        } else {
            if (from_old)
                count_old(old, out);
            if (from_new)
                count_new(new, out);
        }
        old += from_old;
        new += from_new;
    }
}

void ied_operations(const struct text_pair *pair, const struct runs *kept, struct costs cost, struct operations *out)
{
    AUTO(arena) scratch = { 0 };
    struct phases p;

    *out = (struct operations){ 0 };
    if (kept->common == pair->text[OLD_SIDE].n && kept->common == pair->text[NEW_SIDE].n)
        return;
    open_phases(&p, &scratch, pair, kept);
    share_out(&p, cost.move > 2 * cost.copy);
    settle(&p, OLD_SIDE);
    settle(&p, NEW_SIDE);
    count_fates(&p, cost, out);
}
