/* Elements paired through what they hold.
 *
 * In: kept words. Out: old_node and new_node.
 *
 *  1. html, head and body are each other's partners.
 *  2. For every kept word, the elements around it that have no partner yet are paired between the nearest paired ancestors, by the
 *     longest common subsequence of their tags. Since the nearest paired ancestors must be partners of each other, a pair never
 *     crosses another: invariant 3 of delta.h.
 *  3. Aligned cells, and elements whose whole text or picture was replaced by another's, are partners too.
 *  4. Elements without words (an empty div, an icon) are paired inside paired parents, when they stand between the same kept
 *     words; equal ones first.
 * Cost: O(nodes + chains), a chain being the unpaired ancestors of one text. */
#include "compare/steps.h"

enum {
    CHAIN_MAX = 64,   /* unpaired ancestors looked at; what is deeper stays unpaired */
    EMPTY_AHEAD = 64, /* elements without words in one place that are looked at for a partner: all against all would be quadratic */
};

/* The pairing so far: beside the partners, for each unpaired element the smallest and largest partner of the paired ones below it. */
struct element_pairs {
    struct compare *c;
    struct delta *d;
    struct span {
        uint32_t low, high;
    } * old, *new;
};

static void widen(const struct page *p, const uint32_t *partner, struct span *span, uint32_t node, uint32_t with)
{
    while (node != 0) {
        node = p->dom.node[node].parent;
        if (partner[node] != NONE)
            return;
        span[node].low = MIN(span[node].low, with);
        span[node].high = MAX(span[node].high, with);
    }
}

static void pair_nodes(struct element_pairs *p, uint32_t x, uint32_t y)
{
    p->d->old_node[x] = y;
    p->d->new_node[y] = x;
    widen(p->d->old, p->d->old_node, p->old, x, y);
    widen(p->d->new, p->d->new_node, p->new, y, x);
}

static bool holds(const struct page *p, uint32_t node, const struct span *span)
{
    return span->low == NONE || (span->low > node && span->high < p->dom.node[node].end);
}

/* Same element, and what is paired below one lies below the other. */
static bool may_pair(const struct element_pairs *p, uint32_t x, uint32_t y)
{
    const struct node *a = &p->d->old->dom.node[x], *b = &p->d->new->dom.node[y];

    return a->tag == b->tag && a->space == b->space && holds(p->d->old, x, &p->new[y]) && holds(p->d->new, y, &p->old[x]);
}

/* Unpaired ancestors of a node, innermost first, up to the nearest paired one, which goes to *paired. */
static uint32_t chain_of(const struct page *p, const uint32_t *partner, uint32_t node, uint32_t chain[CHAIN_MAX], uint32_t *paired)
{
    uint32_t n = 0, up = node;

    while (up != 0) {
        up = p->dom.node[up].parent;
        if (partner[up] != NONE)
            break;
        if (n < CHAIN_MAX)
            chain[n++] = up;
    }
    *paired = up;
    return n;
}

/* The longest common subsequence of two chains by tag, paired. Chains are short: the plain table. */
static void pair_chains(struct element_pairs *p, const uint32_t *x, uint32_t n, const uint32_t *y, uint32_t m)
{
    uint8_t table[CHAIN_MAX + 1][CHAIN_MAX + 1];

    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0)
                table[i][j] = 0;
            else if (may_pair(p, x[i - 1], y[j - 1]))
                table[i][j] = (uint8_t)(table[i - 1][j - 1] + 1);
            else
                table[i][j] = MAX(table[i - 1][j], table[i][j - 1]);
        }
    while (n && m) {
        if (may_pair(p, x[n - 1], y[m - 1]))
            n--, m--, pair_nodes(p, x[n], y[m]);
        else if (table[n - 1][m] >= table[n][m - 1])
            n--;
        else
            m--;
    }
}

static void pair_around(struct element_pairs *p, uint32_t x, uint32_t y)
{
    const struct delta *d = p->d;
    uint32_t old_chain[CHAIN_MAX], new_chain[CHAIN_MAX], old_paired, new_paired;
    uint32_t n = chain_of(d->old, d->old_node, x, old_chain, &old_paired);
    uint32_t m = chain_of(d->new, d->new_node, y, new_chain, &new_paired);

    if (n && m && d->new_node[new_paired] == old_paired)
        pair_chains(p, old_chain, n, new_chain, m);
}

static uint32_t nearest_paired(const struct page *p, const uint32_t *partner, uint32_t node)
{
    do
        node = p->dom.node[node].parent;
    while (partner[node] == NONE);
    return node;
}

/* Pairs two elements if the nearest paired elements around them are partners and nothing below forbids it. */
static void pair_inside(struct element_pairs *p, uint32_t x, uint32_t y)
{
    const struct delta *d = p->d;

    if (d->old_node[x] == NONE && d->new_node[y] == NONE && may_pair(p, x, y)
        && d->old_node[nearest_paired(d->old, d->old_node, x)] == nearest_paired(d->new, d->new_node, y))
        pair_nodes(p, x, y);
}

static void pair_by_words(struct element_pairs *p)
{
    const struct delta *d = p->d;
    uint32_t last_x = NONE, last_y = NONE;

    for (uint32_t w = 0; w < d->new->n_words; w++) {
        if (d->new_to_old[w] == NONE)
            continue;
        uint32_t x = d->old->word[d->new_to_old[w]].node, y = d->new->word[w].node;
        if (x == last_x && y == last_y)
            continue;
        last_x = x, last_y = y;
        pair_around(p, x, y);
        if (d->new->word[w].flags & WORD_ATOM)
            pair_inside(p, x, y);
    }
}

/* Aligned cells are partners even where no word of them is kept. */
static void pair_cells(struct element_pairs *p)
{
    const struct delta *d = p->d;

    for (uint32_t cell = 0; cell < d->old->n_cells; cell++) {
        uint32_t partner = p->c->old_cell[cell];
        if (partner != NONE)
            pair_inside(p, d->old->cell[cell].node, d->new->cell[partner].node);
    }
}

/* The outermost element without partner that holds exactly the words [word, end), or NONE. */
static uint32_t element_of(const struct page *p, const uint32_t *partner, uint32_t word, uint32_t end)
{
    uint32_t found = NONE, node = p->word[word].node;

    if (p->dom.node[node].kind == NODE_ELEMENT)
        return NONE; /* of a card with another picture and other words nothing stayed */
    for (node = p->dom.node[node].parent; node != 0 && partner[node] == NONE; node = p->dom.node[node].parent) {
        if (p->first_word[node] < word || p->first_word[p->dom.node[node].end] > end)
            break;
        if (p->first_word[node] == word && p->first_word[p->dom.node[node].end] == end)
            found = node;
    }
    return found;
}

/* An element whose whole text was replaced is still that element: <td>12</td> where <td>10</td> was. */
static void pair_filled(struct element_pairs *p, const struct change *c)
{
    const struct delta *d = p->d;
    uint32_t x = element_of(d->old, d->old_node, c->old_word, c->old_end);
    uint32_t y = element_of(d->new, d->new_node, c->new_word, c->new_end);

    if (x == NONE || y == NONE)
        return;
    pair_inside(p, x, y);
    if (d->old_node[x] == y)
        pair_around(p, d->old->word[c->old_word].node, d->new->word[c->new_word].node);
}

/* The one picture among the words, or NONE. */
static uint32_t only_picture(const struct page *p, uint32_t word, uint32_t end)
{
    uint32_t found = NONE;

    for (uint32_t w = word; w < end; w++) {
        uint32_t node = p->word[w].node;
        if (!(p->word[w].flags & WORD_ATOM) || p->dom.node[node].tag != TAG_IMG)
            continue;
        if (found != NONE)
            return NONE;
        found = node;
    }
    return found;
}

/* A picture that replaced another: the pictures stay two things, but what is around them, a link, is the same. */
static void pair_around_picture(struct element_pairs *p, const struct change *c)
{
    if (c->old_end - c->old_word > 1 && c->new_end - c->new_word > 1)
        return; /* more than the picture is other */
    uint32_t x = only_picture(p->d->old, c->old_word, c->old_end), y = only_picture(p->d->new, c->new_word, c->new_end);
    if (x != NONE && y != NONE)
        pair_around(p, x, y);
}

static void pair_updated(struct element_pairs *p)
{
    for (uint32_t k = 0; k < p->d->n_changes; k++) {
        const struct change *c = &p->d->change[k];

        if (c->kind == CHANGE_MOVE || c->old_word == c->old_end || c->new_word == c->new_end)
            continue;
        pair_filled(p, c);
        pair_around_picture(p, c);
    }
}

static bool is_empty_element(const struct page *p, uint32_t i)
{
    const struct node *n = &p->dom.node[i];

    return n->kind == NODE_ELEMENT && !(node_classes(n) & TAG_HIDDEN) && p->first_word[i] == p->first_word[n->end];
}

/* An unpaired child without words, with the place where it stands: the next kept word, as a number of the new page. */
struct empty {
    uint32_t node, place;
};

typedef VEC(struct empty) empty_list;

static void list_empties(struct element_pairs *pairing, const struct page *p, uint32_t parent, empty_list *list)
{
    const struct delta *d = pairing->d;
    const uint32_t *partner = p == d->old ? d->old_node : d->new_node;

    list->n = 0;
    for (uint32_t k = parent + 1; k < p->dom.node[parent].end; k = p->dom.node[k].end) {
        if (!is_empty_element(p, k) || partner[k] != NONE)
            continue;
        uint32_t place = (p == d->old ? pairing->c->old_place : pairing->c->new_place)[p->first_word[k]];
        *VEC_ADD(pairing->c->scratch, list) = (struct empty){ k, place };
    }
}

/* Pairs two lists in order: first equal subtrees in the same place, then equal tags in the same place. Both rules look ahead no
 * further than the same place, so that the order is kept. */
static void pair_empties(struct element_pairs *p, const empty_list *old, const empty_list *new, bool equal_only)
{
    const struct delta *d = p->d;
    uint32_t j = 0;

    for (uint32_t i = 0; i < old->n; i++) {
        const struct empty *x = &old->item[i];

        while (j < new->n &&new->item[j].place < x->place)
            j++;
        if (d->old_node[x->node] != NONE) {
            while (j < new->n &&new->item[j].node <= d->old_node[x->node])
                j++;
            continue;
        }
        for (uint32_t k = j; k < MIN(j + EMPTY_AHEAD, new->n) && new->item[k].place == x->place; k++) {
            uint32_t y = new->item[k].node;
            if (d->new_node[y] != NONE && !equal_only)
                break;
            if (d->new_node[y] != NONE || !may_pair(p, x->node, y))
                continue;
            if (equal_only && d->old->content[x->node] != d->new->content[y])
                continue;
            pair_nodes(p, x->node, y);
            j = k + 1;
            break;
        }
    }
}

static void pair_without_words(struct element_pairs *p)
{
    const struct delta *d = p->d;
    empty_list old = { 0 }, new = { 0 };

    for (uint32_t y = 0; y < d->new->dom.n; y++) {
        uint32_t x = d->new_node[y];

        if (x == NONE || d->old->content[x] == d->new->content[y])
            continue;
        list_empties(p, d->old, x, &old);
        list_empties(p, d->new, y, &new);
        if (!old.n || !new.n)
            continue;
        pair_empties(p, &old, &new, true);
        pair_empties(p, &old, &new, false);
    }
}

/* The child of the root with this tag, or NONE. */
static uint32_t child_of_root(const struct page *p, uint32_t tag)
{
    for (uint32_t k = 1; k < p->dom.node[0].end; k = p->dom.node[k].end)
        if (p->dom.node[k].kind == NODE_ELEMENT && p->dom.node[k].tag == tag)
            return k;
    return NONE;
}

static struct span *open_spans(struct arena *scratch, uint32_t n)
{
    struct span *span = NEW_ARRAY_RAW(scratch, struct span, n + 1);

    for (uint32_t i = 0; i < n; i++)
        span[i] = (struct span){ NONE, 0 };
    return span;
}

void compare_elements(struct compare *c)
{
    struct delta *d = c->delta;
    struct element_pairs p = { .c = c, .d = d };
    const uint32_t fixed[] = { TAG_HEAD, TAG_BODY };

    p.old = open_spans(c->scratch, d->old->dom.n);
    p.new = open_spans(c->scratch, d->new->dom.n);
    d->old_node[0] = d->new_node[0] = 0; /* html with html; two XML documents by their roots */
    for (size_t k = 0; k < ARRAY_LEN(fixed); k++) {
        uint32_t x = child_of_root(d->old, fixed[k]), y = child_of_root(d->new, fixed[k]);
        if (x != NONE && y != NONE)
            pair_nodes(&p, x, y);
    }
    pair_by_words(&p);
    pair_cells(&p);
    pair_updated(&p);
    pair_without_words(&p);
}
