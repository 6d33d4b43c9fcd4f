/* What keeps its order has neither moved nor come and gone, whatever the records say.
 *
 * In: segments, owners and moves as the records have them. Out: anchors; records that hold one are compared as text.
 *
 * A sentence that stands once on each page tells where it is. Pairs of them inside one segment are what the records agree with. The others
 * are anchors if they keep their order among those, and among each other: the border that parts them is wrong. A record that came or went
 * may share a line with another one by chance, so that there the line must be long, or a good part of the record.
 * Cost: O(units); of the pages that have such pairs O(units log units). */
#include "compare/record_match.h"

enum {
    ANCHOR_LETTERS = 20,   /* of a sentence that is known again */
    RECORD_LETTERS = 60,   /* ... inside a record that came or went */
    RECORD_SHARE = 2,      /* ... unless such sentences are at least one in so many of its words */
    LONE_UNITS = 16,       /* units of a record beside an anchor that are looked at */
    CROSSED_SEGMENTS = 64, /* paired records between two places of one that moved that are looked at */
};

struct order {
    struct matcher *m;
    uint32_t *old_segment, *new_segment; /* by unit */
    pair_list base, pairs;               /* of units: inside one segment, and not */
    uint32_t *old_shared, *new_shared;   /* by record: words of `pairs` in it, if it came or went */
};

/* By unit of a page: its segment. */
static uint32_t *list_segments(const struct compare *c, bool is_old)
{
    const struct units *units = is_old ? &c->old : &c->new;
    uint32_t *list = NEW_ARRAY_RAW(c->scratch, uint32_t, units->n + 1), k = 0;

    for (uint32_t i = 0; i < units->n; i++) {
        while (k + 1 < c->segments.n && units->item[i].word >= (is_old ? c->segments.item[k].a_end : c->segments.item[k].b_end))
            k++;
        list[i] = k;
    }
    return list;
}

static bool has_same_words(const struct compare *c, const struct unit *u, const struct unit *v)
{
    return u->end - u->word == v->end - v->word
           && !memcmp(c->delta->old->symbol + u->word, c->delta->new->symbol + v->word, (u->end - u->word) * sizeof(uint32_t));
}

static void list_pairs(struct order *o)
{
    const struct matcher *m = o->m;
    const struct compare *c = m->c;

    for (uint32_t i = 0; i < c->old.n; i++) {
        const struct unit *u = &c->old.item[i];
        uint32_t j = m->new_unit[u->id];

        if (j == NONE || j == MANY || m->old_unit[u->id] == MANY || unit_letters(c->delta->old, u) < ANCHOR_LETTERS)
            continue;
        const struct unit *v = &c->new.item[j];
        bool agrees =
            c->old_owner[u->word] == OWNER_PLACE && c->new_owner[v->word] == OWNER_PLACE && o->old_segment[i] == o->new_segment[j];
        if (agrees)
            *VEC_ADD(c->scratch, &o->base) = (struct pair){ i, j, u->end - u->word };
        else if (has_same_words(c, u, v))
            *VEC_ADD(c->scratch, &o->pairs) = (struct pair){ i, j, u->end - u->word };
    }
}

/* Whether records that stay and are alike lie between the two places of a pair: then it is out of order, though they share no sentence. */
static bool is_crossed(const struct order *o, const struct pair *p)
{
    const struct compare *c = o->m->c;
    uint32_t s = o->old_segment[p->a], t = o->new_segment[p->b], from = MIN(s, t) + 1, to = MAX(s, t);

    for (uint32_t k = from; k < MIN(to, from + CROSSED_SEGMENTS); k++) {
        const struct segment *between = &c->segments.item[k];
        if (between->a < between->a_end && between->b < between->b_end
            && similar_words(c, between->a, between->a_end, between->b, between->b_end))
            return true;
    }
    return false;
}

/* Leaves those pairs that keep their order among the chain of those that the records agree with. */
static void drop_crossed(struct order *o)
{
    uint32_t n = 0, k = 0;

    o->base.n = sequence_chain(o->m->c->scratch, o->base.item, o->base.n);
    for (uint32_t i = 0; i < o->pairs.n; i++) {
        struct pair p = o->pairs.item[i];

        while (k < o->base.n && o->base.item[k].a < p.a)
            k++;
        if ((k == 0 || o->base.item[k - 1].b < p.b) && (k == o->base.n || o->base.item[k].b > p.b) && !is_crossed(o, &p))
            o->pairs.item[n++] = p;
    }
    o->pairs.n = n;
}

/* The record that came or went and holds a word, or NONE. */
static uint32_t lone_record(uint32_t owner)
{
    return owner & OWNER_LONE ? owner & ~OWNER_LONE : NONE;
}

static bool is_good_part(const struct record *r, uint32_t words)
{
    return words * RECORD_SHARE >= r->word_end - r->word;
}

/* A heading, a term that is explained, or all that is bold there: what names a record. */
static bool is_title(const struct page *p, const struct unit *u)
{
    for (uint32_t node = p->word[u->word].node; node != NONE && node > 0; node = p->dom.node[node].parent) {
        uint32_t tag = p->dom.node[node].kind == NODE_ELEMENT ? p->dom.node[node].tag : 0;
        if ((tag >= TAG_H1 && tag <= TAG_H6) || tag == TAG_DT)
            return true;
        if (tag == TAG_B || tag == TAG_STRONG)
            return p->first_word[node] == u->word && p->first_word[p->dom.node[node].end] == u->end;
    }
    return false;
}

/* Whether a pair is known again in records that came and went: what it says together with those beside it is long, or a title. */
static bool is_telling(const struct order *o, uint32_t k, uint32_t letters)
{
    const struct compare *c = o->m->c;
    const struct unit *u = &c->old.item[o->pairs.item[k].a], *v = &c->new.item[o->pairs.item[k].b];
    uint32_t r = lone_record(c->old_owner[u->word]), s = lone_record(c->new_owner[v->word]);

    return (r == NONE && s == NONE) || letters >= RECORD_LETTERS || (is_title(c->delta->old, u) && is_title(c->delta->new, v))
           || (r != NONE && is_good_part(&c->old_records.record[r], o->old_shared[r]))
           || (s != NONE && is_good_part(&c->new_records.record[s], o->new_shared[s]));
}

static void count_shared_words(struct order *o)
{
    const struct compare *c = o->m->c;

    o->old_shared = NEW_ARRAY(c->scratch, uint32_t, c->old_records.n + 1);
    o->new_shared = NEW_ARRAY(c->scratch, uint32_t, c->new_records.n + 1);
    for (uint32_t k = 0; k < o->pairs.n; k++) {
        struct pair p = o->pairs.item[k];
        uint32_t r = lone_record(c->old_owner[c->old.item[p.a].word]), s = lone_record(c->new_owner[c->new.item[p.b].word]);
        if (r != NONE)
            o->old_shared[r] += p.weight;
        if (s != NONE)
            o->new_shared[s] += p.weight;
    }
}

/* Letters of the pair k and of those that stand right beside it on both pages; `end` gets the first one that does not. */
static uint32_t letters_beside(const struct order *o, uint32_t k, uint32_t *end)
{
    const struct pair *pair = o->pairs.item;
    uint32_t letters = 0;

    for (*end = k; *end < o->pairs.n && pair[*end].a - pair[k].a == *end - k && pair[*end].b - pair[k].b == *end - k; ++*end)
        letters += unit_letters(o->m->c->delta->old, &o->m->c->old.item[pair[*end].a]);
    return letters;
}

static void drop_accidents(struct order *o)
{
    uint32_t n = 0;

    count_shared_words(o);
    for (uint32_t k = 0, end; k < o->pairs.n; k = end) {
        uint32_t letters = letters_beside(o, k, &end);
        for (uint32_t i = k; i < end; i++)
            if (is_telling(o, i, letters))
                o->pairs.item[n++] = o->pairs.item[i];
    }
    o->pairs.n = n;
}

/* Makes the record that has a word, in whatever way, text of the page. `old_record` of a move that is given up becomes NONE. */
static void release(struct compare *c, bool is_old, uint32_t word)
{
    uint32_t owner = (is_old ? c->old_owner : c->new_owner)[word];

    if (owner == OWNER_PLACE)
        return;
    if (owner & OWNER_LONE) {
        uint32_t r = lone_record(owner);
        if (is_old)
            set_owner(c->old_owner, &c->old_records.record[r], OWNER_PLACE);
        else
            set_owner(c->new_owner, &c->new_records.record[r], OWNER_PLACE);
        return;
    }
    struct record_move *move = &c->moves.item[owner - 1];
    set_owner(c->old_owner, &c->old_records.record[move->old_record], OWNER_PLACE);
    set_owner(c->new_owner, &c->new_records.record[move->new_record], OWNER_PLACE);
    move->old_record = NONE;
}

/* Takes the moves that were given up from the list. */
static void drop_moves(struct compare *c)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < c->moves.n; k++) {
        struct record_move move = c->moves.item[k];
        if (move.old_record == NONE)
            continue;
        c->moves.item[n++] = move;
        set_owner(c->old_owner, &c->old_records.record[move.old_record], n);
        set_owner(c->new_owner, &c->new_records.record[move.new_record], n);
    }
    c->moves.n = n;
}

/* Whether units [i, i + n) of a page are text, or all of records that came or went. */
static bool is_loose(const struct compare *c, bool is_old, uint32_t i, uint32_t n)
{
    const struct unit *unit = (is_old ? &c->old : &c->new)->item;
    const struct record *record = (is_old ? &c->old_records : &c->new_records)->record;
    const uint32_t *owner = is_old ? c->old_owner : c->new_owner;

    for (uint32_t k = i; k < i + n; k++) {
        uint32_t r = lone_record(owner[unit[k].word]);
        if (r == NONE ? owner[unit[k].word] != OWNER_PLACE
                      : record[r].word < unit[i].word || record[r].word_end > unit[i + n - 1].end)
            return false;
    }
    return true;
}

/* How many units right before (step -1) or from (step 1) old unit i and new unit j on are equal, no record being cut: 0 if none. */
static uint32_t count_equal(const struct compare *c, uint32_t i, uint32_t j, uint32_t most, int step)
{
    for (uint32_t n = 1; n <= MIN(most, LONE_UNITS); n++) {
        uint32_t a = step < 0 ? i - n : i + n - 1, b = step < 0 ? j - n : j + n - 1;

        if (c->old.item[a].id != c->new.item[b].id || !has_same_words(c, &c->old.item[a], &c->new.item[b]))
            return 0;
        if (is_loose(c, true, step < 0 ? a : i, n) && is_loose(c, false, step < 0 ? b : j, n))
            return n;
    }
    return 0;
}

static void set_anchor(struct compare *c, uint32_t i, uint32_t j)
{
    release(c, true, c->old.item[i].word);
    release(c, false, c->new.item[j].word);
    *VEC_ADD(c->scratch, &c->anchors) = (struct pair){ i, j, 0 };
}

/* The pairs become anchors, with what stands right beside them and is equal: the picture over a title, the label over a headline, or the
 * whole of a record. */
static void set_anchors(struct compare *c, const pair_list *pairs)
{
    uint32_t a = 0, b = 0, n; /* a, b: first units that are in no anchor so far */

    for (uint32_t k = 0; k < pairs->n; k++) {
        struct pair at = pairs->item[k], end = k + 1 < pairs->n ? pairs->item[k + 1] : (struct pair){ c->old.n, c->new.n, 0 };

        if (at.a < a || at.b < b)
            continue; /* the one before reached as far */
        while ((n = count_equal(c, at.a, at.b, MIN(at.a - a, at.b - b), -1)))
            at.a -= n, at.b -= n;
        a = pairs->item[k].a + 1, b = pairs->item[k].b + 1;
        while ((n = count_equal(c, a, b, MIN(end.a - a, end.b - b), 1)))
            a += n, b += n;
        for (; at.a < a; at.a++, at.b++)
            set_anchor(c, at.a, at.b);
    }
}

void keep_order(struct matcher *m)
{
    struct compare *c = m->c;
    struct order o = { .m = m };

    if (c->segments.n == 0)
        return;
    need_units(m);
    o.old_segment = list_segments(c, true);
    o.new_segment = list_segments(c, false);
    list_pairs(&o);
    if (!o.pairs.n)
        return;
    drop_crossed(&o);
    drop_accidents(&o);
    o.pairs.n = sequence_chain(c->scratch, o.pairs.item, o.pairs.n);
    for (uint32_t k = 0; k < o.pairs.n; k++) {
        release(c, true, c->old.item[o.pairs.item[k].a].word);
        release(c, false, c->new.item[o.pairs.item[k].b].word);
    }
    drop_moves(c);
    set_anchors(c, &o.pairs);
}
