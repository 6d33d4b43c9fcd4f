/* Words that stayed and are struck out now, or are no longer: a price that was, an event that is cancelled. For a reader that is content.
 *
 * In: kept words. Out: changes that own no words, one for each run of words inside one struck-out element. O(nodes + words) where a page
 * strikes out anything, else O(nodes). */
#include "compare/steps.h"

/* The outermost elements of a page that strike out what they hold, in order. */
struct strikes {
    VEC(uint32_t) nodes;
    uint32_t at; /* the first that does not end before the word that was asked for last */
};

bool strikes_out(uint32_t tag)
{
    return tag == TAG_DEL || tag == TAG_S || tag == TAG_STRIKE;
}

static void find_strikes(struct arena *scratch, const struct page *p, struct strikes *s)
{
    for (uint32_t i = 0, next; i < p->dom.n; i = next) {
        const struct node *n = &p->dom.node[i];
        bool found = n->kind == NODE_ELEMENT && n->space == SPACE_HTML && strikes_out(n->tag);

        next = found ? n->end : i + 1;
        if (found)
            *VEC_ADD(scratch, &s->nodes) = i;
    }
}

/* The element that strikes a word out, or NONE. Words are asked for in their order. */
static uint32_t strike_around(const struct page *p, struct strikes *s, uint32_t word)
{
    uint32_t node = p->word[word].node;

    while (s->at < s->nodes.n && p->dom.node[s->nodes.item[s->at]].end <= node)
        s->at++;
    return s->at < s->nodes.n && s->nodes.item[s->at] < node ? s->nodes.item[s->at] : NONE;
}

/* The new element that stands for an old one, or for the nearest around it. */
static uint32_t place_of(const struct delta *d, uint32_t old_node)
{
    while (d->old_node[old_node] == NONE)
        old_node = d->old->dom.node[old_node].parent;
    return d->old_node[old_node];
}

/* A word that is struck out on one side only: a change, or more of the one before. */
static void add_strike(struct compare *c, const struct change *word)
{
    struct delta *d = c->delta;
    struct change *last = d->n_changes ? &d->change[d->n_changes - 1] : NULL;

    if (last && last->tells == word->tells && last->old_end == word->old_word && last->new_end == word->new_word
        && last->old_node == word->old_node && last->new_node == word->new_node)
        last->old_end++, last->new_end++;
    else
        change_add(c, *word);
}

void compare_strikes(struct compare *c)
{
    const struct delta *d = c->delta;
    struct strikes old = { 0 }, new = { 0 };

    find_strikes(c->scratch, d->old, &old);
    find_strikes(c->scratch, d->new, &new);
    for (uint32_t w = 0; w < d->new->n_words &&old.nodes.n + new.nodes.n; w++) {
        uint32_t v = d->new_to_old[w];
        if (v == NONE)
            continue;
        uint32_t x = strike_around(d->old, &old, v), y = strike_around(d->new, &new, w);
        if ((x == NONE) == (y == NONE))
            continue;
        add_strike(c, &(struct change){ .kind = CHANGE_FORMAT,
                                        .class = CLASS_CONTENT,
                                        .old_word = v,
                                        .old_end = v + 1,
                                        .new_word = w,
                                        .new_end = w + 1,
                                        .old_node = x,
                                        .new_node = y == NONE ? place_of(d, x) : y,
                                        .note = y == NONE ? STR("no longer struck out") : STR("struck out"),
                                        .tells = y == NONE ? TELLS_UNSTRUCK : TELLS_STRUCK,
                                        .hidden = (d->new->word[w].flags &WORD_HIDDEN) != 0 });
    }
}
