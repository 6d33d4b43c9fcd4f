/* In: a delta. Out: its passages, one after the other. Sentences are found by binary search; see passage.h. */
#include "show/passage.h"

#include "base/search.h"
#include "base/vec.h"
#include "show/location.h"

enum {
    ROW_WORDS = 80,   /* a row with more is text laid out by a table ... */
    CELL_WORDS = 5,   /* ... unless its cells have at most so many each: a wide table of figures ... */
    LINE_WORDS = 400, /* ... and nobody reads a wider one as a line */
    CARD_WORDS = 16,  /* a card with more is told by the sentence that changed */
};

struct range {
    uint32_t word, end;
};

static bool is_empty(struct range r)
{
    return r.word == r.end;
}

bool passage_holds(const struct passages *p, uint32_t change)
{
    const struct change *c = &p->delta->change[change];

    return (p->all || c->class == CLASS_CONTENT) && location_about(p->delta, c) == ABOUT_WORDS;
}

static struct range sentence_of(const struct page *p, uint32_t word)
{
    uint32_t low = 0, high = p->n_sentences;

    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->sentence[middle].word <= word)
            low = middle;
        else
            high = middle;
    }
    return (struct range){ p->sentence[low].word, p->sentence[low].end };
}

static struct range words_of(const struct page *p, uint32_t node)
{
    return (struct range){ p->first_word[node], p->first_word[p->dom.node[node].end] };
}

/* A row with a table inside lays out the page: what stands in its cells is no line. */
static bool holds_table(const struct page *p, uint32_t row)
{
    uint32_t k = SEARCH_FIRST(p->table, p->n_tables, node, row);

    return k < p->n_tables && p->table[k].node < p->dom.node[row].end;
}

static bool is_line(const struct page *p, uint32_t row)
{
    uint32_t words = words_of(p, row).end - words_of(p, row).word, cells = 0;

    if (p->kind == KIND_MARKUP && holds_table(p, row))
        return false;
    if (words <= ROW_WORDS || words > LINE_WORDS)
        return words <= ROW_WORDS;
    for (uint32_t i = row + 1; i < p->dom.node[row].end; i = p->dom.node[i].end)
        cells += p->dom.node[i].tag == TAG_TD || p->dom.node[i].tag == TAG_TH;
    return words <= cells * CELL_WORDS;
}

uint32_t passage_row(const struct page *p, uint32_t word)
{
    for (uint32_t i = p->word[word].node; i; i = p->dom.node[i].parent) {
        if (p->dom.node[i].tag == TAG_TABLE)
            return NONE;
        if (p->dom.node[i].tag == TAG_TR)
            return is_line(p, i) ? i : NONE;
    }
    return NONE;
}

static struct range unite(struct range a, struct range b)
{
    return (struct range){ MIN(a.word, b.word), MAX(a.end, b.end) };
}

/* The sentences of the new words; their rows where they lie in one. */
static struct range place_of_new(const struct page *p, const struct change *c)
{
    struct range words = unite(sentence_of(p, c->new_word), sentence_of(p, c->new_end - 1));
    uint32_t row = passage_row(p, c->new_word);

    if (row == NONE)
        return words;
    struct range all = words_of(p, row);
    return c->new_end <= all.end ? unite(words, all) : words;
}

/* The small card or item around some words: with all it says, it is read at one go, and a number in it is told with the title. */
static uint32_t card_around(const struct page *p, struct range words)
{
    uint32_t node = p->word[words.word].node;

    for (; node > p->body && words_of(p, node).end - words_of(p, node).word <= CARD_WORDS; node = p->dom.node[node].parent)
        if (words_of(p, node).word <= words.word && words.end <= words_of(p, node).end && location_is_card(p, node))
            return node;
    return NONE;
}

/* The row or small card around words of a page. */
static uint32_t box_around(const struct page *p, struct range words)
{
    uint32_t row = passage_row(p, words.word);

    if (row != NONE)
        return words.end <= words_of(p, row).end ? row : NONE;
    return p->kind == KIND_MARKUP ? card_around(p, words) : NONE;
}

uint32_t passage_box_of(const struct delta *d, const struct change *c)
{
    if (c->new_word < c->new_end)
        return box_around(d->new, (struct range){ c->new_word, c->new_end });
    uint32_t was = c->old_word < c->old_end ? box_around(d->old, (struct range){ c->old_word, c->old_end }) : NONE;
    return was == NONE ? NONE : d->old_node[was];
}

/* What stayed of the sentence that words were a part of; empty where nothing did. */
static struct range rest_of_sentence(const struct delta *d, const struct change *c)
{
    struct range sentence = sentence_of(d->old, c->old_word), last = sentence_of(d->old, c->old_end - 1);

    if (c->old_word > sentence.word && d->old_to_new[c->old_word - 1] != NONE)
        return sentence_of(d->new, d->old_to_new[c->old_word - 1]);
    if (c->old_end < last.end && d->old_to_new[c->old_end] != NONE)
        return sentence_of(d->new, d->old_to_new[c->old_end]);
    return (struct range){ 0, 0 };
}

/* Where words went: the sentence that they were a part of, if some of it stayed, or the row, or the small card; else the mere place. What
 * came at the end of the sentence before it is told first: then the place is there, and passages stay in order. */
static struct range place_of_old(const struct delta *d, const struct change *c)
{
    uint32_t row = passage_row(d->old, c->old_word), partner = row == NONE ? NONE : d->old_node[row];
    struct range rest = rest_of_sentence(d, c);

    if (partner != NONE && c->old_end <= words_of(d->old, row).end)
        return words_of(d->new, partner);
    if (!is_empty(rest))
        return rest.word <= c->new_word || c->in_move ? rest : (struct range){ c->new_word, c->new_word };
    uint32_t card = passage_box_of(d, c);
    struct range left = card == NONE ? (struct range){ 0, 0 } : words_of(d->new, card);
    return left.word <= c->new_word && c->new_word <= left.end && !is_empty(left) && !c->in_move
               ? left
               : (struct range){ c->new_word, c->new_word };
}

static bool has_letter(const struct page *p, uint32_t word)
{
    unsigned char first = page_word(p, word).len ? (unsigned char)page_word(p, word).ptr[0] : 0;

    return (byte_lower((char)first) >= 'a' && byte_lower((char)first) <= 'z') || first >= 0xc3;
}

uint32_t passage_name_start(const struct page *p, uint32_t box)
{
    struct range words = words_of(p, box);
    uint32_t start = words.word;

    while (start < words.end && p->word[start].flags & WORD_ATOM)
        start++;
    return start < words.end ? start : words.word;
}

uint32_t passage_name_end(const struct page *p, uint32_t box)
{
    struct range words = words_of(p, box);
    uint32_t end = passage_name_start(p, box);
    bool named = false;

    for (; end < words.end && !(named && location_starts_block(p, end)); end++)
        named |= has_letter(p, end);
    return end;
}

static struct range place_of(const struct delta *d, const struct change *c)
{
    struct range words = c->new_word < c->new_end ? place_of_new(d->new, c) : place_of_old(d, c);

    if (is_empty(words) || c->kind == CHANGE_MOVE || d->new->kind != KIND_MARKUP)
        return words;
    uint32_t card = card_around(d->new, words);
    return card == NONE ? words : words_of(d->new, card);
}

/* Whether a change belongs to the passage before it: in the same sentence, or right behind it in the same block. What moved, and what went
 * as a whole, stands alone. */
static bool continues(const struct delta *d, struct range passage, struct range next)
{
    if (is_empty(next) || is_empty(passage))
        return false;
    return next.word < passage.end || (next.word == passage.end && !location_starts_block(d->new, next.word));
}

/* Whether words went from the end of a record that moved: what follows it in its new place is another one. */
static bool ends_move(const struct delta *d, uint32_t move, uint32_t k)
{
    const struct change *m = &d->change[move], *c = &d->change[k];

    return m->kind == CHANGE_MOVE && c->in_move && c->kind == CHANGE_DELETE && c->new_word == m->new_end
           && c->old_end == m->old_end;
}

bool passage_moved_together(const struct delta *d, uint32_t move, uint32_t next)
{
    const struct change *m = &d->change[move], *c = &d->change[next];

    return m->kind == CHANGE_MOVE && c->kind == CHANGE_MOVE && m->in_move == c->in_move && c->old_word == m->old_end
           && c->new_word == m->new_end;
}

bool passage_next(struct passages *p, struct passage *out)
{
    const struct delta *d = p->delta;

    while (p->next < d->n_changes && !passage_holds(p, p->next))
        p->next++;
    if (p->next == d->n_changes)
        return false;
    struct range passage = place_of(d, &d->change[p->next]);
    bool moved = d->change[p->next].kind == CHANGE_MOVE;
    uint32_t last_move = p->next;
    out->change = p->next++;
    out->change_end = p->next;
    for (; p->next < d->n_changes; p->next++) {
        if (!passage_holds(p, p->next))
            continue;
        struct range next = place_of(d, &d->change[p->next]);
        bool inside = (next.word < passage.end && next.word >= passage.word && !is_empty(passage))
                      || ends_move(d, out->change, p->next) || passage_moved_together(d, last_move, p->next);
        if (!inside && (moved || d->change[p->next].kind == CHANGE_MOVE || !continues(d, passage, next)))
            break;
        if (d->change[p->next].kind == CHANGE_MOVE && !d->change[p->next].in_move)
            last_move = p->next;
        passage = unite(passage, next);
        out->change_end = p->next + 1;
    }
    out->word = passage.word;
    out->end = passage.end;
    return true;
}

typedef VEC(struct stretch) stretch_list;

/* New words of one change, or kept ones, are one stretch. Those of a change that is told otherwise, or not at all, just stand there. */
static void add_new_word(struct arena *a, const struct passages *p, uint32_t w, bool apart, stretch_list *list)
{
    const struct delta *d = p->delta;
    struct stretch *last = list->n ? &list->item[list->n - 1] : NULL;
    uint32_t change = d->new_change[w];

    if (change != NONE && !passage_holds(p, change))
        change = NONE;
    if (last && !apart && last->page == d->new && last->end == w && last->change == change)
        last->end++;
    else
        *VEC_ADD(a, list) = (struct stretch){ d->new, w, w + 1, change };
}

/* Of a change that moved, the old words are told by where they are now. */
static bool takes_words(const struct change *c)
{
    return c->kind != CHANGE_MOVE && c->old_word < c->old_end;
}

void passage_cut(struct arena *a, const struct passages *p, const struct passage *passage, struct stretches *out)
{
    const struct delta *d = p->delta;
    uint32_t k = passage->change;
    stretch_list list = { 0 };

    for (uint32_t w = passage->word; w <= passage->end; w++) {
        bool apart = false;

        for (; k < passage->change_end && (d->change[k].new_word <= w || w == passage->end); k++) {
            if (!passage_holds(p, k) || !takes_words(&d->change[k]))
                continue;
            *VEC_ADD(a, &list) = (struct stretch){ d->old, d->change[k].old_word, d->change[k].old_end, k };
            apart = true;
        }
        if (w < passage->end)
            add_new_word(a, p, w, apart, &list);
    }
    *out = (struct stretches){ list.item, list.n };
}
