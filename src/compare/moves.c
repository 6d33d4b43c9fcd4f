/* Moves: what left its place and stands elsewhere.
 *
 * In: the alignment. Out: changes of kind move; their words belong to them.
 *
 *  1. Records that moved (records.c). What changed inside one is a change of its own within the move.
 *  2. Runs of left-over units, word for word. At least one unit of a run stands once on each page and has MOVE_LETTERS (as git's
 *     --color-moved has it), so that no "Read more" and no date is said to have moved.
 * O(units + words of moved records). */
#include "base/map.h"
#include "compare/steps.h"

enum {
    MOVE_LETTERS = 20, /* bytes of letters and digits that make a unit known again */
    RECORD_SHARE = 2,  /* what is at least one in so many words of a record that came or went may have moved */
    AMID_LETTERS = 60, /* ... where all that stands beside it came and went: a label in a card that came is no move */
};

static bool is_word(const struct page *p, uint32_t w)
{
    unsigned char first = (unsigned char)*page_word(p, w).ptr;

    return first >= 0x80 || (first >= '0' && first <= '9') || ((first | 0x20) >= 'a' && (first | 0x20) <= 'z');
}

/* A picture that stands by itself is known by its address, as a sentence is by its words. */
static bool is_picture(const struct page *p, const struct unit *u)
{
    uint32_t node = p->word[u->word].node;
    struct str address;

    if (u->end - u->word > 1 || !(p->word[u->word].flags & WORD_ATOM))
        return false;
    return p->dom.node[node].tag == TAG_PICTURE
           || (p->dom.node[node].tag == TAG_IMG && dom_attr(&p->dom, node, STR("src"), &address) && str_trim(address).len);
}

uint32_t unit_letters(const struct page *p, const struct unit *u)
{
    uint32_t letters = 0;

    if (is_picture(p, u))
        return MOVE_LETTERS;
    for (uint32_t w = u->word; w < u->end; w++)
        if (!(p->word[w].flags & WORD_ATOM) && is_word(p, w))
            letters += p->word[w].len;
    return letters;
}

static bool has_kept_word(const uint32_t *to_other, const struct unit *u)
{
    for (uint32_t w = u->word; w < u->end; w++)
        if (to_other[w] != NONE)
            return true;
    return false;
}

/* How often each id stands on a page. */
static uint32_t *count_ids(struct compare *c, const struct units *units)
{
    uint32_t *count = NEW_ARRAY(c->scratch, uint32_t, c->n_ids + 1);

    for (uint32_t i = 0; i < units->n; i++)
        count[units->item[i].id]++;
    return count;
}

/* The left-over units of one side as a sequence; tells whether there are any. */
static struct leftover left_over(struct compare *c, bool is_old, bool *any)
{
    const struct units *units = is_old ? &c->old : &c->new;
    const uint32_t *to_other = is_old ? c->delta->old_to_new : c->delta->new_to_old, *owner = is_old ? c->old_owner : c->new_owner;
    const uint32_t *change = is_old ? c->delta->old_change : c->delta->new_change; /* of what is told within a record that moved */
    uint32_t *symbol = NEW_ARRAY_RAW(c->scratch, uint32_t, units->n + 1);
    uint8_t *taken = NEW_ARRAY_RAW(c->scratch, uint8_t, units->n + 1);

    *any = false;
    for (uint32_t i = 0; i < units->n; i++) {
        const struct unit *u = &units->item[i];

        symbol[i] = u->id;
        bool here = owner[u->word] == OWNER_PLACE || (owner[u->word] & OWNER_LONE && change[u->word] == NONE);
        taken[i] = !here || u->match != NONE || has_kept_word(to_other, u);
        *any |= !taken[i];
    }
    return (struct leftover){ .symbol = symbol, .taken = taken, .n = units->n };
}

static void add_move(struct compare *c, const struct run *run)
{
    struct delta *d = c->delta;
    const struct unit *a = &c->old.item[run->a], *b = &c->new.item[run->b];
    struct change move = { .kind = CHANGE_MOVE, .old_word = a->word, .new_word = b->word, .old_node = NONE, .new_node = NONE };

    move.old_end = a[run->n - 1].end;
    move.new_end = b[run->n - 1].end;
    if (move.old_end - move.old_word != move.new_end - move.new_word
        || memcmp(d->old->symbol + move.old_word, d->new->symbol + move.new_word,
                  (move.old_end - move.old_word) * sizeof(uint32_t)))
        return; /* two hashes fell together */
    uint32_t k = change_add(c, move);
    for (uint32_t w = move.old_word; w < move.old_end; w++)
        d->old_change[w] = k;
    for (uint32_t w = move.new_word; w < move.new_end; w++)
        d->new_change[w] = k;
}

static void forget_cells_of(const struct page *p, const struct units *units, const struct record *r, uint32_t *partner)
{
    for (uint32_t i = units->of_word[r->word]; i < units->n && units->item[i].word < r->word_end; i++)
        for (uint32_t k = 0;
             units->item[i].row != NONE && k < p->row[units->item[i].row].cell_end - p->row[units->item[i].row].cell; k++)
            partner[p->row[units->item[i].row].cell + k] = NONE;
}

/* Cells are partners as elements only where their row stayed in its place. */
static void forget_cells(struct compare *c, const struct record *x, const struct record *y)
{
    forget_cells_of(c->delta->old, &c->old, x, c->old_cell);
    forget_cells_of(c->delta->new, &c->new, y, c->new_cell);
}

/* The words of a moved record that are in both places are the move's; the change stands in the same list as those inside it. */
static void own_words(struct compare *c, uint32_t owner, uint32_t change)
{
    struct delta *d = c->delta;
    const struct record_move *m = &c->moves.item[owner - 1];
    const struct record *x = &c->old_records.record[m->old_record], *y = &c->new_records.record[m->new_record];

    for (uint32_t w = x->word; w < x->word_end; w++)
        if (c->old_owner[w] == owner && d->old_to_new[w] != NONE)
            d->old_change[w] = change, d->old_to_new[w] = NONE;
    for (uint32_t w = y->word; w < y->word_end; w++)
        if (c->new_owner[w] == owner && d->new_to_old[w] != NONE)
            d->new_change[w] = change, d->new_to_old[w] = NONE;
    forget_cells(c, x, y);
}

static bool has_kept_words(const struct compare *c, uint32_t owner, const struct record *x)
{
    for (uint32_t w = x->word; w < x->word_end; w++)
        if (c->old_owner[w] == owner && c->delta->old_to_new[w] != NONE)
            return true;
    return false;
}

static void set_owner(uint32_t *owner, const struct record *r, uint32_t from, uint32_t to)
{
    for (uint32_t w = r->word; w < r->word_end; w++)
        if (owner[w] == from)
            owner[w] = to;
}

/* A record that only its address knew again, with no word of its own left: for a reader one went and another came. */
static void part_records(struct compare *c, uint32_t k)
{
    const struct record_move *m = &c->moves.item[k];

    set_owner(c->old_owner, &c->old_records.record[m->old_record], k + 1, m->old_record | OWNER_LONE);
    set_owner(c->new_owner, &c->new_records.record[m->new_record], k + 1, m->new_record | OWNER_LONE);
}

static void move_records(struct compare *c)
{
    uint32_t *change = NEW_ARRAY_RAW(c->scratch, uint32_t, c->moves.n + 1);

    for (uint32_t k = 0; k < c->moves.n; k++) {
        const struct record *x = &c->old_records.record[c->moves.item[k].old_record];
        const struct record *y = &c->new_records.record[c->moves.item[k].new_record];
        uint32_t outer = c->moves.item[k].inside;

        change[k] = NONE;
        if (!has_kept_words(c, k + 1, x)) {
            part_records(c, k);
            continue;
        }
        change[k] = change_add(c, (struct change){ .kind = CHANGE_MOVE,
                                                   .old_word = x->word,
                                                   .old_end = x->word_end,
                                                   .new_word = y->word,
                                                   .new_end = y->word_end,
                                                   .old_node = NONE,
                                                   .new_node = NONE,
                                                   .in_move = outer && change[outer - 1] != NONE });
    }
    for (uint32_t k = 0; k < c->segments.n; k++)
        if (c->segments.item[k].owner != OWNER_PLACE && change[c->segments.item[k].owner - 1] != NONE)
            compare_segment_texts(c, &c->segments.item[k]);
    for (uint32_t k = 0; k < c->moves.n; k++)
        if (change[k] != NONE)
            own_words(c, k + 1, change[k]);
}

static bool is_amid(const struct leftover *side, uint32_t from, uint32_t to)
{
    return from > 0 && !side->taken[from - 1] && to < side->n && !side->taken[to];
}

/* Whether words [from, to) are half or more of the record at word `at` that came or went, and the rest may be told by itself. */
static bool fills_record(const struct page *p, const struct record *r, uint32_t from, uint32_t to)
{
    for (uint32_t w = r->word; w < r->word_end; w++)
        if ((w < from || w >= to) && goes_with_neighbour(p, w))
            return false;
    return RECORD_SHARE * (MIN(to, r->word_end) - MAX(from, r->word)) >= r->word_end - r->word;
}

/* The same for both ends of a run of n units; where there is no such record, nothing is asked for. */
static bool fills_records(const struct compare *c, bool is_old, uint32_t i, uint32_t n)
{
    const struct page *p = is_old ? c->delta->old : c->delta->new;
    const struct unit *unit = &(is_old ? &c->old : &c->new)->item[i];
    const struct record *record = (is_old ? &c->old_records : &c->new_records)->record;
    const uint32_t *owner = is_old ? c->old_owner : c->new_owner, from = unit->word, to = unit[n - 1].end;
    uint32_t first = owner[from], last = owner[to - 1];

    return (!(first & OWNER_LONE) || fills_record(p, &record[first & ~OWNER_LONE], from, to))
           && (!(last & OWNER_LONE) || fills_record(p, &record[last & ~OWNER_LONE], from, to));
}

/* Whether a run is long enough for what stands beside it. */
static bool is_known_again(const struct compare *c, const struct leftover *old, const struct leftover *new, const struct run *run)
{
    uint32_t letters = 0;

    if (!fills_records(c, true, run->a, run->n) || !fills_records(c, false, run->b, run->n))
        return false;
    if (!is_amid(old, run->a, run->a + run->n) || !is_amid(new, run->b, run->b + run->n))
        return true;
    for (uint32_t i = run->a; i < run->a + run->n; i++)
        letters += unit_letters(c->delta->old, &c->old.item[i]);
    return letters >= AMID_LETTERS;
}

/* What was left over and stands elsewhere, word for word. */
static void move_units(struct compare *c)
{
    const struct delta *d = c->delta;
    bool any_old, any_new;
    struct leftover old = left_over(c, true, &any_old), new = left_over(c, false, &any_new);
    struct runs runs;

    if (!any_old || !any_new)
        return;
    const uint32_t *old_count = count_ids(c, &c->old), *new_count = count_ids(c, &c->new);
    uint32_t *weight = NEW_ARRAY(c->scratch, uint32_t, c->old.n + 1);
    for (uint32_t i = 0; i < c->old.n; i++) {
        bool once = old_count[old.symbol[i]] == 1 && new_count[old.symbol[i]] == 1;
        if (!old.taken[i] && once && unit_letters(d->old, &c->old.item[i]) >= MOVE_LETTERS)
            weight[i] = MOVE_LETTERS;
    }
    old.weight = weight;
    sequence_moves(c->scratch, &old, &new, MOVE_LETTERS, &runs);
    for (uint32_t r = 0; r < runs.n; r++)
        if (is_known_again(c, &old, &new, &runs.item[r]))
            add_move(c, &runs.item[r]);
}

void compare_moves(struct compare *c)
{
    move_records(c);
    number_places(c);
    move_units(c);
}
