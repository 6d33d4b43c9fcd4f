/* Inserts, deletes and updates: everything that is neither kept nor moved.
 *
 * In: kept words and moves. Out: one change per stretch. Between two kept words stands a hole; the old words and the new words of one
 * aligned unit or cell in it are one update; whole units that found no partner are an old and a new passage, again one update where
 * both are there. So a difference at the end of one sentence does not run together with a paragraph inserted after it. One picture,
 * field or frame in the place of another is a change of attributes. O(words). */
#include "base/map.h"
#include "compare/classes.h"
#include "compare/steps.h"

/* Consecutive words of a hole that go together: `home` is the aligned thing they belong to, a unit or cell of the new page; NONE for
 * what has no partner. */
struct piece {
    uint32_t word, end;
    uint32_t home;
};

#define HOME_CELL (UINT32_C(1) << 31)   /* added to the number of a cell, to keep cells apart from units */
#define HOME_RECORD (UINT32_C(3) << 30) /* the same for a record that is on one side only ... */
#define HOME_OLD (UINT32_C(1) << 29)    /* ... the old one */

static uint32_t cell_of(const struct page *p, const struct unit *u, uint32_t word)
{
    const struct row *row = &p->row[u->row];
    uint32_t cell = row->cell, last = MAX(row->cell_end, cell + 1) - 1;

    while (cell < last) { /* the first that ends behind the word */
        uint32_t middle = cell + (last - cell) / 2;
        if (p->first_word[p->dom.node[p->cell[middle].node].end] <= word)
            cell = middle + 1;
        else
            last = middle;
    }
    return cell;
}

static uint32_t old_home(const struct compare *c, uint32_t word)
{
    const struct unit *u = &c->old.item[c->old.of_word[word]];

    if (c->old_owner[word] & OWNER_LONE)
        return (c->old_owner[word] & ~OWNER_LONE) | HOME_RECORD | HOME_OLD;
    if (u->match == NONE || u->row == NONE)
        return u->match;
    uint32_t partner = c->old_cell[cell_of(c->delta->old, u, word)];
    return partner == NONE ? NONE : partner | HOME_CELL;
}

static uint32_t new_home(const struct compare *c, uint32_t word)
{
    uint32_t unit = c->new.of_word[word];
    const struct unit *u = &c->new.item[unit];

    if (c->new_owner[word] & OWNER_LONE)
        return (c->new_owner[word] & ~OWNER_LONE) | HOME_RECORD;
    if (u->match == NONE || u->row == NONE)
        return u->match == NONE ? NONE : unit;
    uint32_t cell = cell_of(c->delta->new, u, word);
    return c->new_cell[cell] == NONE ? NONE : cell | HOME_CELL;
}

static bool is_record(uint32_t home)
{
    return home != NONE && (home & HOME_RECORD) == HOME_RECORD;
}

typedef VEC(struct piece) piece_list;

bool goes_with_neighbour(const struct page *p, uint32_t w)
{
    uint32_t tag = p->dom.node[p->word[w].node].tag;

    return p->word[w].flags & WORD_ATOM && (tag == TAG_OPTION || tag == TAG_TEXTAREA || tag == TAG_SELECT || tag == TAG_OBJECT);
}

/* What stands on one line goes together, even where a sentence ends in it. */
static void add_piece(struct compare *c, const struct page *p, piece_list *list, uint32_t w, uint32_t home)
{
    struct piece *last = list->n ? &list->item[list->n - 1] : NULL;

    bool border = last && last->home != home && (is_record(home) || is_record(last->home));

    bool apart = border || (last && last->home != home && p->word[w].flags & WORD_BREAK);

    if (!last || last->end != w || (apart && !goes_with_neighbour(p, w) && !goes_with_neighbour(p, w - 1))) {
        *VEC_ADD(c->scratch, list) = (struct piece){ w, w + 1, home };
        return;
    }
    last->end++;
    if (last->home == NONE)
        last->home = home;
}

/* A record that moved inside the one that is compared now has segments of its own. */
static bool is_compared_here(const struct compare *c, uint32_t owner)
{
    return owner == c->owner || owner & OWNER_LONE;
}

static void cut_hole(struct compare *c, const struct change *hole, piece_list *old, piece_list *new)
{
    const struct delta *d = c->delta;

    old->n = new->n = 0;
    for (uint32_t w = hole->old_word; w < hole->old_end; w++)
        if (d->old_change[w] == NONE && is_compared_here(c, c->old_owner[w]))
            add_piece(c, d->old, old, w, old_home(c, w));
    for (uint32_t w = hole->new_word; w < hole->new_end; w++)
        if (d->new_change[w] == NONE && is_compared_here(c, c->new_owner[w]))
            add_piece(c, d->new, new, w, new_home(c, w));
}

static bool all_hidden(const struct page *p, uint32_t word, uint32_t end)
{
    while (word < end && p->word[word].flags & WORD_HIDDEN)
        word++;
    return word == end;
}

/* One atom in the place of another of its kind, a picture for a picture: what changed is its address. */
static bool is_atom_pair(const struct delta *d, uint32_t old_word, uint32_t new_word)
{
    const struct word *was = &d->old->word[old_word], *is = &d->new->word[new_word];

    return was->flags & is->flags & WORD_ATOM && d->old->dom.node[was->node].tag == d->new->dom.node[is->node].tag;
}

/* Where two atoms of one kind have other attributes: they themselves, or in a picture, film or sound what is shown or played. Gives the
 * change their elements and its note; false where something else inside them changed: an option, a drawing. */
static bool find_other_attributes(struct compare *c, uint32_t old_word, uint32_t new_word, struct change *out)
{
    uint32_t x = c->delta->old->word[old_word].node, y = c->delta->new->word[new_word].node;
    const struct node *old = &c->delta->old->dom.node[x], *new = &c->delta->new->dom.node[y];
    if (old->tag == TAG_OPTION || old->tag == TAG_TEXTAREA)
        return false; /* what tells one from another are its words */
    bool inside = old->tag == TAG_PICTURE || old->tag == TAG_VIDEO || old->tag == TAG_AUDIO || old->tag == TAG_OBJECT;
    uint32_t n = inside ? MIN(old->end - x, new->end - y) : 1;

    unsigned best = CLASS_SAME;
    uint32_t at = 0;

    for (uint32_t k = 0; k < n && old[k].tag == new[k].tag &&old[k].kind == new[k].kind; k++) {
        if (old->tag == TAG_OBJECT && old[k].kind == NODE_TEXT && !str_eq(node_text(&old[k]), node_text(&new[k])))
            return false; /* its words say more */
        unsigned class = old[k].kind == NODE_ELEMENT ? class_of_attributes(c->delta, x + k, y + k) : (unsigned)CLASS_SAME;
        if (class < best)
            best = class, at = k;
    }
    if (best == CLASS_SAME)
        return false;
    out->kind = CHANGE_ATTRIBUTE;
    out->old_node = x + at, out->new_node = y + at;
    note_attributes(c->arena, c->delta, out);
    return true;
}

static void add_text_change(struct compare *c, uint32_t old_word, uint32_t old_end, uint32_t new_word, uint32_t new_end)
{
    struct delta *d = c->delta;
    struct change change = {
        CHANGE_UPDATE, old_word, old_end, new_word, new_end, NONE, NONE, .in_move = c->owner != OWNER_PLACE, .class = CLASS_CONTENT
    };

    if (old_word == old_end)
        change.kind = CHANGE_INSERT;
    else if (new_word == new_end)
        change.kind = CHANGE_DELETE;
    if (change.kind == CHANGE_UPDATE && old_end - old_word == 1 && new_end - new_word == 1 && is_atom_pair(d, old_word, new_word))
        find_other_attributes(c, old_word, new_word, &change);
    change.hidden = all_hidden(d->old, old_word, old_end) && all_hidden(d->new, new_word, new_end);
    uint32_t k = change_add(c, change);
    for (uint32_t w = old_word; w < old_end; w++)
        d->old_change[w] = k;
    for (uint32_t w = new_word; w < new_end; w++)
        d->new_change[w] = k;
}

/* Whether a word is an atom in the place of another that has other attributes. */
static bool is_other_atom(struct compare *c, uint32_t old_word, uint32_t new_word)
{
    struct change change;

    return is_atom_pair(c->delta, old_word, new_word) && find_other_attributes(c, old_word, new_word, &change);
}

/* Words in the place of others. Of pictures, films and fields in the place of as many of their kinds each is told by itself, with what
 * became of it. */
static void add_update(struct compare *c, uint32_t old_word, uint32_t old_end, uint32_t new_word, uint32_t new_end)
{
    uint32_t n = old_end - old_word, k = 0;

    while (n > 1 && n == new_end - new_word && k < n && is_other_atom(c, old_word + k, new_word + k))
        k++;
    if (k < n || n < 2) {
        add_text_change(c, old_word, old_end, new_word, new_end);
        return;
    }
    for (k = 0; k < n; k++)
        add_text_change(c, old_word + k, old_word + k + 1, new_word + k, new_word + k + 1);
}

/* By home: 1 + the number of the last piece of the list that has it. */
static struct map last_at_home(struct compare *c, const piece_list *list)
{
    struct map last;

    map_open(&last, c->scratch, list->n);
    for (uint32_t i = 0; i < list->n; i++)
        *map_slot(&last, list->item[i].home, 0) = i + 1;
    return last;
}

/* Whether a piece from number `from` on has that home. */
static bool has_home(const struct map *last, uint32_t from, uint32_t home)
{
    const uint32_t *end = map_find(last, home);
    return end && *end > from;
}

/* Where the heading ends that a piece begins with, if more follows; else the end of the piece. */
static uint32_t heading_end(const struct page *p, const struct piece *piece)
{
    for (uint32_t node = p->word[piece->word].node; node; node = p->dom.node[node].parent) {
        uint32_t tag = p->dom.node[node].tag, end = p->first_word[p->dom.node[node].end];
        if (p->dom.node[node].kind == NODE_ELEMENT && tag >= TAG_H1 && tag <= TAG_H6)
            return p->first_word[node] == piece->word && end < piece->end ? end : piece->end;
    }
    return piece->end;
}

/* An old and a new piece. A heading that came for another is a change of its own, whatever follows it. */
static void add_pair(struct compare *c, const struct piece *p, const struct piece *q)
{
    uint32_t x = p->home == NONE ? heading_end(c->delta->old, p) : p->end,
             y = p->home == NONE ? heading_end(c->delta->new, q) : q->end;

    if (x == p->end || y == q->end) {
        add_update(c, p->word, p->end, q->word, q->end);
        return;
    }
    add_text_change(c, p->word, x, q->word, y);
    add_text_change(c, x, p->end, y, q->end);
}

/* Pairs the pieces of one hole in order: those of the same home together, else whichever comes first. */
static void pair_pieces(struct compare *c, const struct change *hole, const piece_list *old, const piece_list *new)
{
    struct map last = { 0 };
    uint32_t i = 0, j = 0;

    while (i < old->n || j < new->n) {
        const struct piece *p = i < old->n ? &old->item[i] : NULL, *q = j < new->n ? &new->item[j] : NULL;
        uint32_t old_at = p ? p->word : hole->old_end, new_at = q ? q->word : hole->new_end;

        if (p && q && p->home == q->home) {
            add_pair(c, p, q);
            i++, j++;
            continue;
        }
        if (p && q && !last.room)
            last = last_at_home(c, new);
        if (!q || (p && !has_home(&last, j, p->home))) {
            add_text_change(c, p->word, p->end, new_at, new_at);
            i++;
        } else {
            add_text_change(c, old_at, old_at, q->word, q->end);
            j++;
        }
    }
}

static bool is_in_line(const struct page *p, const uint32_t *owner, const uint32_t *change, uint32_t from, uint32_t to)
{
    for (uint32_t w = from + 1; w < to; w++)
        if (p->word[w].flags & WORD_BREAK || owner[w] != owner[from] || change[w] != NONE)
            return false;
    return change[from] == NONE;
}

/* Old and new words of one line are one change, whichever sentences of it they belong to. */
static bool is_on_one_line(const struct compare *c, const struct change *hole, uint32_t owner)
{
    const struct delta *d = c->delta;
    uint32_t v = hole->old_word, w = hole->new_word;

    return v < hole->old_end && w < hole->new_end && c->old_owner[v] == owner && c->new_owner[w] == owner
           && !((d->old->word[v].flags ^ d->new->word[w].flags) & WORD_BREAK)
           && is_in_line(d->old, c->old_owner, d->old_change, v, hole->old_end)
           && is_in_line(d->new, c->new_owner, d->new_change, w, hole->new_end);
}

void compare_segment_texts(struct compare *c, const struct segment *s)
{
    const struct delta *d = c->delta;
    piece_list old = { 0 }, new = { 0 };

    c->owner = s->owner;
    for (uint32_t a = s->a, b = s->b; a < s->a_end || b < s->b_end;) {
        if (a < s->a_end && b < s->b_end && d->old_to_new[a] == b) {
            a++, b++;
            continue;
        }
        struct change hole = { .old_word = a, .new_word = b };
        while (a < s->a_end && !is_kept_here(d, s, a))
            a++;
        b = a < s->a_end ? d->old_to_new[a] : s->b_end;
        hole.old_end = a, hole.new_end = b;
        if (is_on_one_line(c, &hole, s->owner)) {
            add_update(c, hole.old_word, hole.old_end, hole.new_word, hole.new_end);
            continue;
        }
        cut_hole(c, &hole, &old, &new);
        pair_pieces(c, &hole, &old, &new);
    }
}

void compare_texts(struct compare *c)
{
    for (uint32_t k = 0; k < c->segments.n; k++)
        if (c->segments.item[k].owner == OWNER_PLACE)
            compare_segment_texts(c, &c->segments.item[k]);
}
