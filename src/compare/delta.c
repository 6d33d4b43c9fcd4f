/* compare_pages: the way of one comparison from top to bottom, and what holds of its result. */
#include "compare/delta.h"

#include <stdlib.h>

#include "compare/steps.h"

static const char *const kind_name[CHANGE_KINDS] = { "insert", "delete", "update", "move", "format", "attribute" };

const char *change_name(enum change_kind kind)
{
    return kind_name[kind];
}

const char *class_name(enum change_class class)
{
    static const char *const name[CHANGE_CLASSES] = { "content", "look", "machinery" };

    return name[class];
}

static uint32_t *none_array(struct arena *a, uint32_t n)
{
    uint32_t *array = NEW_ARRAY_RAW(a, uint32_t, n + 1);

    memset(array, 0xff, (n + (size_t)1) * sizeof *array);
    return array;
}

uint32_t change_add(struct compare *c, struct change change)
{
    struct delta *d = c->delta;

    if ((d->n_changes & (d->n_changes - 1)) == 0) /* at powers of two the room is used up */
        d->change = arena_grow(c->scratch, d->change, d->n_changes, d->n_changes ? d->n_changes * 2 : 1, sizeof *d->change);
    d->change[d->n_changes] = change;
    return d->n_changes++;
}

void keep_words(struct delta *d, uint32_t old_word, uint32_t new_word, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        d->old_to_new[old_word + k] = new_word + k;
        d->new_to_old[new_word + k] = old_word + k;
    }
}

static void count_change(struct delta *d, enum change_kind kind)
{
    uint32_t *const by_kind[CHANGE_KINDS] = { &d->n_inserts, &d->n_deletes, &d->n_updates,
                                              &d->n_moves,   &d->n_formats, &d->n_attributes };

    ++*by_kind[kind];
}

/* Gives the words of one side their changes' new numbers, and counts how many of content moved, and how many came or went. */
static void renumber(const struct delta *d, uint32_t *change, uint32_t n, const uint32_t *place, uint32_t count[2])
{
    for (uint32_t w = delta_next(change, 0, n); w < n; w = delta_next(change, w + 1, n)) {
        const struct change *c = &d->change[change[w] = place[change[w]]];
        count[c->kind == CHANGE_MOVE] += c->class == CLASS_CONTENT;
    }
}

/* Where the merged page shows a change: by new word, old text before new text, markup before what it holds. */
static int compare_place(const void *left, const void *right, void *changes)
{
    const struct change *a = (const struct change *)changes + *(const uint32_t *)left;
    const struct change *b = (const struct change *)changes + *(const uint32_t *)right;

    if (a->new_word != b->new_word)
        return a->new_word < b->new_word ? -1 : 1;
    if (a->old_word != b->old_word)
        return a->old_word < b->old_word ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind > b->kind ? -1 : 1; /* format and attribute of an element come before its words */
    return *(const uint32_t *)left < *(const uint32_t *)right ? -1 : 1;
}

/* Brings the changes into order, moves them to the result's arena, counts them. */
static void order_changes(struct arena *a, struct arena *scratch, struct delta *d)
{
    uint32_t *order = NEW_ARRAY_RAW(scratch, uint32_t, d->n_changes + 1);
    uint32_t *place = NEW_ARRAY_RAW(scratch, uint32_t, d->n_changes + 1);
    struct change *sorted = NEW_ARRAY_RAW(a, struct change, d->n_changes + 1);

    for (uint32_t k = 0; k < d->n_changes; k++)
        order[k] = k;
    qsort_r(order, d->n_changes, sizeof *order, compare_place, d->change);
    for (uint32_t k = 0; k < d->n_changes; k++) {
        sorted[k] = d->change[order[k]];
        place[order[k]] = k;
        d->n_class[sorted[k].class]++;
        if (sorted[k].class == CLASS_CONTENT)
            count_change(d, sorted[k].kind);
    }
    d->change = sorted;
    uint32_t gone[2] = { 0 }, came[2] = { 0 }; /* others, moved */
    renumber(d, d->old_change, d->old->n_words, place, gone);
    renumber(d, d->new_change, d->new->n_words, place, came);
    d->words_deleted += gone[0];
    d->words_inserted += came[0];
    d->words_moved += came[1];
}

static void finish(struct compare *c)
{
    struct delta *d = c->delta;

    order_changes(c->arena, c->scratch, d);
    d->words_old = d->old->n_words;
    d->words_new = d->new->n_words;
    d->mostly_different = d->words_deleted + d->words_inserted > DELTA_DIFFERENT * (d->words_old + d->words_new);
}

int compare_pages(struct arena *a, const struct page *old, const struct page *new, struct delta *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct page *twin = NEW(a, struct page);
    struct delta d = { .old = old == new ? twin : old, .new = new, .exact = true };
    struct compare c = { .arena = a, .scratch = &scratch, .delta = &d };
    int bad;

    if ((bad = arena_room(a, ((size_t)old->n_words + new->n_words) * 8 + ((size_t)old->dom.n + new->dom.n) * 4, e)))
        return bad;
    *twin = *old; /* a page against itself: the sides are told apart by their address */
    d.old_to_new = none_array(a, old->n_words);
    d.new_to_old = none_array(a, new->n_words);
    d.old_change = none_array(a, old->n_words);
    d.new_change = none_array(a, new->n_words);
    d.old_node = none_array(a, old->dom.n);
    d.new_node = none_array(a, new->dom.n);

    compare_units(&c);
    compare_records(&c);
    compare_align(&c);
    compare_words(&c);
    compare_moves(&c);
    compare_texts(&c);
    compare_elements(&c);
    compare_markup(&c);
    compare_moved_links(&c);
    compare_strikes(&c);
    compare_classes(&c);
    finish(&c);
    *out = d;
    return arena_room(a, 0, e);
}

static enum change_kind reverse_kind(enum change_kind kind)
{
    return kind == CHANGE_INSERT ? CHANGE_DELETE : kind == CHANGE_DELETE ? CHANGE_INSERT : kind;
}

void delta_reverse(struct arena *a, const struct delta *d, struct delta *out)
{
    struct delta r = *d;

    r.old = d->new, r.new = d->old;
    r.old_to_new = d->new_to_old, r.new_to_old = d->old_to_new;
    r.old_change = d->new_change, r.new_change = d->old_change;
    r.old_node = d->new_node, r.new_node = d->old_node;
    r.n_inserts = d->n_deletes, r.n_deletes = d->n_inserts;
    r.words_old = d->words_new, r.words_new = d->words_old;
    r.words_deleted = d->words_inserted, r.words_inserted = d->words_deleted;
    r.change = NEW_ARRAY_RAW(a, struct change, d->n_changes + 1);
    for (uint32_t k = 0; k < d->n_changes; k++) {
        const struct change *from = &d->change[k];
        r.change[k] = *from;
        r.change[k].kind = reverse_kind(from->kind);
        r.change[k].old_word = from->new_word, r.change[k].old_end = from->new_end;
        r.change[k].new_word = from->old_word, r.change[k].new_end = from->old_end;
        r.change[k].old_node = from->new_node, r.change[k].new_node = from->old_node;
    }
    *out = r;
}

static void count_nothing(struct delta *d)
{
    memset(d->n_class, 0, sizeof d->n_class);
    d->n_inserts = d->n_deletes = d->n_updates = d->n_moves = d->n_formats = d->n_attributes = 0;
    d->words_deleted = d->words_inserted = d->words_moved = 0;
}

/* The words of one side by their changes' new numbers; NONE for those that are not looked at. */
static uint32_t *choose_words(struct arena *a, const struct delta *d, bool old, const bool *node, const uint32_t *place)
{
    const struct page *p = old ? d->old : d->new;
    const uint32_t *change = old ? d->old_change : d->new_change;
    uint32_t *out = NEW_ARRAY_RAW(a, uint32_t, p->n_words + 1);

    memcpy(out, change, p->n_words * sizeof *out);
    for (uint32_t w = delta_next(change, 0, p->n_words); w < p->n_words; w = delta_next(change, w + 1, p->n_words))
        out[w] = node && d->change[change[w]].kind <= CHANGE_UPDATE && !node[p->word[w].node] ? NONE : place[change[w]];
    return out;
}

/* Narrows [*from, *to) to the words of change k that are looked at; an empty range where none is. `node` NULL: all are. */
static void cut_range(const struct page *p, const uint32_t *change, const bool *node, uint32_t k, uint32_t *from, uint32_t *to)
{
    while (*from < *to && (change[*from] != k || (node && !node[p->word[*from].node])))
        ++*from;
    while (*from < *to && (change[*to - 1] != k || (node && !node[p->word[*to - 1].node])))
        --*to;
}

/* Of a change of text, what is looked at. One that is looked at for its element alone stays as it is. */
static struct change cut_change(const struct delta *d, const struct delta_choice *choice, uint32_t k)
{
    struct change cut = d->change[k];

    if (cut.kind > CHANGE_UPDATE)
        return cut;
    cut_range(d->old, d->old_change, choice->old_node, k, &cut.old_word, &cut.old_end);
    cut_range(d->new, d->new_change, choice->new_node, k, &cut.new_word, &cut.new_end);
    bool has_old = cut.old_word < cut.old_end, has_new = cut.new_word < cut.new_end;
    if (!has_old && !has_new)
        return d->change[k];
    cut.kind = has_old && has_new ? CHANGE_UPDATE : has_old ? CHANGE_DELETE : CHANGE_INSERT;
    if (!has_new)
        cut.new_word = cut.new_end = d->change[k].new_word;
    return cut;
}

struct change *delta_chosen(struct arena *a, const struct delta *d, const struct delta_choice *choice, uint32_t *n)
{
    struct change *cut = NEW_ARRAY_RAW(a, struct change, d->n_changes + 1),
                  *out = NEW_ARRAY_RAW(a, struct change, d->n_changes + 1);
    uint32_t *order = NEW_ARRAY_RAW(a, uint32_t, d->n_changes + 1);

    *n = 0;
    for (uint32_t k = 0; k < d->n_changes; k++)
        if (choice->change[k]) {
            cut[*n] = cut_change(d, choice, k);
            order[*n] = *n;
            ++*n;
        }
    qsort_r(order, *n, sizeof *order, compare_place, cut); /* what was cut may begin later */
    for (uint32_t i = 0; i < *n; i++)
        out[i] = cut[order[i]];
    return out;
}

void delta_choose(struct arena *a, const struct delta *d, const struct delta_choice *choice, struct delta *out)
{
    struct delta r = *d;
    uint32_t *place = NEW_ARRAY_RAW(a, uint32_t, d->n_changes + 1);

    count_nothing(&r);
    r.change = NEW_ARRAY_RAW(a, struct change, d->n_changes + 1);
    r.n_changes = 0;
    for (uint32_t k = 0; k < d->n_changes; k++) {
        place[k] = choice->change[k] ? r.n_changes : NONE;
        if (choice->change[k])
            r.change[r.n_changes++] = cut_change(d, choice, k);
    }
    r.old_change = choose_words(a, d, true, choice->old_node, place);
    r.new_change = choose_words(a, d, false, choice->new_node, place);
    order_changes(a, a, &r); /* what was cut may begin later */
    *out = r;
}

void delta_add(struct arena *a, struct delta *d, const struct change *more, uint32_t n)
{
    struct change *all = NEW_ARRAY_RAW(a, struct change, d->n_changes + n + 1);

    memcpy(all, d->change, d->n_changes * sizeof *all);
    memcpy(all + d->n_changes, more, n * sizeof *all);
    d->change = all;
    d->n_changes += n;
    count_nothing(d);
    order_changes(a, a, d);
}

static const char *check_words(const struct delta *d)
{
    uint32_t last = 0;

    for (uint32_t w = 0; w < d->old->n_words; w++) {
        uint32_t partner = d->old_to_new[w];

        if ((partner == NONE) == (d->old_change[w] == NONE))
            return "an old word is kept or in one change";
        if (partner == NONE)
            continue;
        if (partner < last || partner >= d->new->n_words || d->new_to_old[partner] != w)
            return "kept words increase on both sides and point at each other";
        if (d->old->symbol[w] != d->new->symbol[partner])
            return "kept words are equal";
        last = partner + 1;
    }
    for (uint32_t w = 0; w < d->new->n_words; w++)
        if ((d->new_to_old[w] == NONE) == (d->new_change[w] == NONE))
            return "a new word is kept or in one change";
    return NULL;
}

/* Every changed word lies inside the range of its change. */
static const char *check_changes(const struct delta *d)
{
    for (uint32_t w = 0; w < d->old->n_words; w++) {
        uint32_t k = d->old_change[w];
        if (k != NONE && (k >= d->n_changes || w < d->change[k].old_word || w >= d->change[k].old_end))
            return "an old word lies in the range of its change";
    }
    for (uint32_t w = 0; w < d->new->n_words; w++) {
        uint32_t k = d->new_change[w];
        if (k != NONE && (k >= d->n_changes || w < d->change[k].new_word || w >= d->change[k].new_end))
            return "a new word lies in the range of its change";
    }
    for (uint32_t k = 1; k < d->n_changes; k++)
        if (d->change[k].new_word < d->change[k - 1].new_word)
            return "changes stand in the order of the merged page";
    return NULL;
}

static bool is_inside(const struct page *p, uint32_t node, uint32_t ancestor)
{
    return node > ancestor && node < p->dom.node[ancestor].end;
}

static const char *check_nodes(const struct delta *d)
{
    for (uint32_t y = 0; y < d->new->dom.n; y++) {
        uint32_t x = d->new_node[y];

        if (x == NONE)
            continue;
        if (d->old_node[x] != y)
            return "paired elements point at each other";
        if (y && d->old->dom.node[x].tag != d->new->dom.node[y].tag)
            return "paired elements have the same tag";
        for (uint32_t up = y; up != 0;) {
            up = d->new->dom.node[up].parent;
            if (d->new_node[up] == NONE)
                continue;
            if (!is_inside(d->old, x, d->new_node[up]))
                return "the partner of an ancestor is an ancestor of the partner";
            break;
        }
    }
    return NULL;
}

const char *delta_check(const struct delta *d)
{
    const char *broken = check_words(d);

    if (!broken)
        broken = check_changes(d);
    return broken ? broken : check_nodes(d);
}
