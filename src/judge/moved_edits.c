/* In: a delta. Out: partners of words, those of edited lines in records that moved among them.
 *
 *  1. A line is edited where a change of its own lies inside the move.
 *  2. The words of a move are the same ones in the same order on both pages: the first is the first's partner. */
#include "judge/moved_edits.h"

#include "base/search.h"

struct finder {
    const struct delta *d;
    bool *old_edited, *new_edited; /* by sentence */
    uint32_t *old_to_new, *new_to_old;
};

static bool is_edit(const struct change *c)
{
    return c->in_move && c->kind != CHANGE_MOVE && (c->old_word < c->old_end || c->new_word < c->new_end);
}

static bool has_edits(const struct delta *d)
{
    for (uint32_t i = 0; i < d->n_changes; i++)
        if (is_edit(&d->change[i]))
            return true;
    return false;
}

static uint32_t sentence_of(const struct page *p, uint32_t word)
{
    return (uint32_t)SEARCH_FIRST(p->sentence, p->n_sentences, end, word + 1);
}

static void mark(const struct page *p, bool *edited, uint32_t word, uint32_t end)
{
    for (uint32_t i = word < end ? sentence_of(p, word) : p->n_sentences; i < p->n_sentences && p->sentence[i].word < end; i++)
        edited[i] = true;
}

/* The next word of a move from w on. */
static uint32_t next_of(const uint32_t *change, uint32_t move, uint32_t w, uint32_t end)
{
    while (w < end && change[w] != move)
        w++;
    return w;
}

static void pair_move(const struct finder *f, uint32_t move)
{
    const struct delta *d = f->d;
    const struct change *c = &d->change[move];
    uint32_t o = next_of(d->old_change, move, c->old_word, c->old_end), n = next_of(d->new_change, move, c->new_word, c->new_end);
    while (o < c->old_end && n < c->new_end && d->old->symbol[o] == d->new->symbol[n]) {
        if (f->old_edited[sentence_of(d->old, o)] || f->new_edited[sentence_of(d->new, n)]) {
            f->old_to_new[o] = n;
            f->new_to_old[n] = o;
        }
        o = next_of(d->old_change, move, o + 1, c->old_end);
        n = next_of(d->new_change, move, n + 1, c->new_end);
    }
}

static uint32_t *copy(struct arena *a, const uint32_t *partner, uint32_t n)
{
    uint32_t *out = NEW_ARRAY_RAW(a, uint32_t, n + 1);
    memcpy(out, partner, n * sizeof *out);
    return out;
}

struct moved_partners moved_partners_of(struct arena *a, const struct delta *d)
{
    if (!has_edits(d))
        return (struct moved_partners){ d->old_to_new, d->new_to_old };
    struct finder f = { .d = d,
                        .old_edited = NEW_ARRAY(a, bool, d->old->n_sentences + 1),
                        .new_edited = NEW_ARRAY(a, bool, d->new->n_sentences + 1),
                        .old_to_new = copy(a, d->old_to_new, d->old->n_words),
                        .new_to_old = copy(a, d->new_to_old, d->new->n_words) };
    for (uint32_t i = 0; i < d->n_changes; i++)
        if (is_edit(&d->change[i])) {
            mark(d->old, f.old_edited, d->change[i].old_word, d->change[i].old_end);
            mark(d->new, f.new_edited, d->change[i].new_word, d->change[i].new_end);
        }
    for (uint32_t i = 0; i < d->n_changes; i++)
        if (d->change[i].kind == CHANGE_MOVE)
            pair_move(&f, i);
    return (struct moved_partners){ f.old_to_new, f.new_to_old };
}
