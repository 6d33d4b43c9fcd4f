/* Keywords and phrases.
 *
 * In: words of the user, and the words of both pages, all in small letters. Out: how many more or fewer there are, and where; of a
 * phrase that is gone from its place, what stands there now.
 *
 * A phrase is known by the words around it (section 4.4): the delta has aligned them where they stayed, and where they moved they are
 * looked for in the new page. So a phrase that moved with its paragraph is the same, and one that was worded anew there is an update.
 * Cost: O(words) for each, O(words x context) for a phrase whose surroundings moved. */
#include "base/utf8.h"
#include "compare/context.h"
#include "event/types_impl.h"
#include "page/cut.h"

/* Words on each side that make the signature of a phrase, and how many of them must be found again where they moved. */
enum { CONTEXT_WORDS = 4, CONTEXT_FOUND = 4 };
/* Kept words are looked for so far from the phrase. */
enum { NEIGHBOUR_WORDS = 8 };

/* Where capitals and small letters take turns: the small one is the odd one, or the even one. */
static uint32_t fold_in_turns(uint32_t c)
{
    static const struct {
        uint16_t from, to;
        bool is_even;
    } turns[] = { { 0x100, 0x137, false }, { 0x139, 0x148, true }, { 0x14a, 0x177, false }, { 0x179, 0x17e, true },
                  { 0x460, 0x4bf, false }, { 0x4c1, 0x4ce, true }, { 0x4d0, 0x52f, false }, { 0x1e00, 0x1eff, false } };
    for (size_t i = 0; i < ARRAY_LEN(turns); i++)
        if (c >= turns[i].from && c <= turns[i].to)
            return turns[i].is_even ? c + (c & 1) : c | 1;
    return c;
}

/* Small letters of the scripts that have capitals: Latin, Greek, Cyrillic, Armenian. Capitals lie in runs at one distance from their small
 * letters, or in turns with them. A sigma at the end of a word is a sigma. */
static uint32_t fold_character(uint32_t c)
{
    static const struct {
        uint16_t from, to, more;
    } runs[] = { { 'A', 'Z', 32 },     { 0xc0, 0xd6, 32 },   { 0xd8, 0xde, 32 },   { 0x386, 0x386, 38 },
                 { 0x388, 0x38a, 37 }, { 0x38c, 0x38c, 64 }, { 0x38e, 0x38f, 63 }, { 0x391, 0x3ab, 32 },
                 { 0x3c2, 0x3c2, 1 },  { 0x400, 0x40f, 80 }, { 0x410, 0x42f, 32 }, { 0x531, 0x556, 48 } };
    if (c == 0x178)
        return 0xff;
    for (size_t i = 0; i < ARRAY_LEN(runs); i++)
        if (c >= runs[i].from && c <= runs[i].to)
            return c + runs[i].more;
    return fold_in_turns(c);
}

static uint64_t fold_word(struct str word)
{
    uint64_t hash = word.len ? 1 : 0;
    for (const char *at = word.ptr, *end = word.ptr + word.len; at < end;) {
        uint32_t c;
        at += utf8_next(at, end, &c);
        hash = hash_mix(hash, fold_character(c));
    }
    return hash ? hash : 1;
}

const uint64_t *type_folds(struct type_finder *f, struct type_side *side)
{
    const struct page *p = side->page;
    const struct symbols *symbols = p->dom.symbols;
    if (side->fold)
        return side->fold;
    if (!f->fold_of_symbol)
        f->fold_of_symbol = NEW_ARRAY(f->arena, uint64_t, symbols->n + 1);
    side->fold = NEW_ARRAY_RAW(f->arena, uint64_t, p->n_words + 1);
    for (uint32_t i = 0; i < p->n_words; i++) {
        uint64_t *known = &f->fold_of_symbol[p->symbol[i]];
        if (!*known)
            *known = fold_word(symbols_str(symbols, p->symbol[i]));
        /* A word that a reader does not see is none. */
        side->fold[i] = p->word[i].flags & (WORD_HIDDEN | WORD_ATOM) ? 0 : *known;
    }
    return side->fold;
}

struct type_words type_cut_words(struct arena *a, struct str text)
{
    VEC(uint64_t) folds = { 0 };
    const char *end = text.ptr + text.len;
    for (const char *at = cut_space(text.ptr, end); at < end; at = cut_space(at, end)) {
        const char *to = cut_word(at, end);
        *VEC_ADD(a, &folds) = fold_word(str_span(at, to));
        at = to;
    }
    return (struct type_words){ folds.item, folds.n };
}

/* First words of the places where the words stand one behind the other. */
struct word_places {
    uint32_t *item;
    uint32_t n;
};

static struct word_places find_places(struct arena *a, const uint64_t *fold, uint32_t n, struct type_words words)
{
    VEC(uint32_t) found = { 0 };
    for (uint32_t i = 0; words.n && i + words.n <= n; i++) {
        if (fold[i] != words.fold[0] || memcmp(fold + i, words.fold, words.n * sizeof *fold) != 0)
            continue;
        *VEC_ADD(a, &found) = i;
        i += words.n - 1;
    }
    return (struct word_places){ found.item, found.n };
}

/* Whether all words of the place are kept side by side. */
static bool is_kept(const uint32_t *partner, uint32_t at, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (partner[at + i] == NONE || partner[at + i] != partner[at] + i)
            return false;
    return true;
}

static bool has_moved(const struct delta *d, const uint32_t *change, uint32_t at)
{
    return change[at] != NONE && d->change[change[at]].kind == CHANGE_MOVE;
}

/* Of the places that are on one side, those that the other has not: `n` of them, what only moved last. */
static void choose(const struct delta *d, struct word_places all, bool is_old, uint32_t length, struct word_places *out)
{
    const uint32_t *partner = is_old ? d->old_to_new : d->new_to_old, *change = is_old ? d->old_change : d->new_change;
    uint32_t wanted = out->n;
    out->n = 0;
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < all.n && out->n < wanted; i++) {
            bool moved = has_moved(d, change, all.item[i]);
            if (moved == (round == 1) && !is_kept(partner, all.item[i], length))
                out->item[out->n++] = all.item[i];
        }
    }
}

/* What there is of some words on both sides, and the places that make the difference. */
struct word_difference {
    struct word_places old, new;
    bool is_old; /* the places are of the old page: there are fewer now */
    struct word_places extra;
};

static struct word_difference difference_of(struct type_finder *f, struct type_words words)
{
    struct word_difference x = { .old = find_places(f->arena, type_folds(f, &f->old), f->old.page->n_words, words),
                                 .new = find_places(f->arena, type_folds(f, &f->new), f->new.page->n_words, words) };
    x.is_old = x.old.n > x.new.n;
    x.extra.n = x.is_old ? x.old.n - x.new.n : x.new.n - x.old.n;
    x.extra.item = NEW_ARRAY(f->arena, uint32_t, x.extra.n + 1);
    choose(f->delta, x.is_old ? x.old : x.new, x.is_old, words.n, &x.extra);
    return x;
}

static void add_place(struct type_finder *f, type_change_list *list, bool is_old, uint32_t at, uint32_t length)
{
    struct type_part part = { NONE, at, at + length };
    type_add_part(f, list, is_old ? CHANGE_DELETE : CHANGE_INSERT, &part);
}

void type_find_keywords(struct type_finder *f, const struct change_type *t, struct type_found *out)
{
    type_change_list list = { 0 };
    for (uint32_t k = 0; k < t->n_keywords; k++) {
        struct type_words words = type_cut_words(f->arena, t->keyword[k]);
        struct word_difference x = difference_of(f, words);
        out->n_old += x.old.n;
        out->n_new += x.new.n;
        for (uint32_t i = 0; i < x.extra.n; i++)
            add_place(f, &list, x.is_old, x.extra.item[i], words.n);
    }
    out->item = list.item;
    out->n = list.n;
}

/* A range of words of the new page. */
struct phrase_place {
    uint32_t word, end;
    unsigned score; /* words of the signature that were found again */
};

/* Words [from, to) of the old page: the block that the phrase stands in, its signature. What stands in another block says nothing of it. */
struct phrase_block {
    uint32_t from, to;
};

static struct phrase_block block_of(const struct page *p, uint32_t at, uint32_t length)
{
    struct phrase_block b = { at, at + length };
    while (b.from > 0 && !context_starts_block(p, b.from))
        b.from--;
    while (!context_starts_block(p, b.to))
        b.to++;
    return b;
}

static bool is_one_block(const struct page *p, uint32_t from, uint32_t to)
{
    for (uint32_t i = from + 1; i < to; i++)
        if (context_starts_block(p, i))
            return false;
    return true;
}

/* The nearest kept words of its block before and behind the phrase, as they stand in the new page; NONE: there are none near it. */
static void find_neighbours(const struct delta *d, struct phrase_block b, uint32_t at, uint32_t length, uint32_t *left,
                            uint32_t *right)
{
    *left = *right = NONE;
    for (uint32_t i = at; i > b.from && at - i < NEIGHBOUR_WORDS && *left == NONE; i--)
        *left = d->old_to_new[i - 1];
    for (uint32_t i = at + length; i < b.to && i < at + length + NEIGHBOUR_WORDS && *right == NONE; i++)
        *right = d->old_to_new[i];
}

/* Between the neighbours in its block that the delta kept; where the phrase begins or ends the block, so does the place. False: they are
 * not there, or too far apart to be about the phrase. */
static bool find_between_kept(const struct delta *d, uint32_t at, uint32_t length, struct phrase_place *out)
{
    struct phrase_block b = block_of(d->old, at, length);
    uint32_t left, right;
    find_neighbours(d, b, at, length, &left, &right);
    if (left == NONE && right == NONE)
        return false;
    uint32_t word = left == NONE ? right : left + 1, end = right == NONE ? word : right;
    while (left == NONE && b.from == at && word > 0 && !context_starts_block(d->new, word))
        word--;
    while (right == NONE && b.to == at + length && !context_starts_block(d->new, end))
        end++;
    *out = (struct phrase_place){ word, end, 0 };
    return word <= end && end - word <= 4 * length + NEIGHBOUR_WORDS && is_one_block(d->new, word, end);
}

static unsigned matches(const uint64_t *one, const uint64_t *two, uint32_t n)
{
    unsigned found = 0;
    for (uint32_t i = 0; i < n; i++)
        found += one[i] == two[i] && one[i] != 0;
    return found;
}

/* How many words of the phrase stand in the place, in their order. */
static unsigned shared(const uint64_t *phrase, uint32_t length, const uint64_t *place, uint32_t n)
{
    unsigned found = 0;
    for (uint32_t i = 0, k = 0; i < length && k < n; i++) {
        uint32_t next = k;
        while (next < n && place[next] != phrase[i])
            next++;
        if (next == n)
            continue;
        found++;
        k = next + 1;
    }
    return found;
}

/* By the words around it, wherever they are now: the best place in the new page where most of them stand around something short. A phrase
 * with few words around it in its block must be known by words of its own too. */
static bool find_by_context(struct type_finder *f, uint32_t at, uint32_t length, struct phrase_place *out)
{
    const uint64_t *old = type_folds(f, &f->old), *new = type_folds(f, &f->new);
    struct phrase_block b = block_of(f->old.page, at, length);
    uint32_t n_new = f->new.page->n_words;
    uint32_t before = MIN(at - b.from, (uint32_t)CONTEXT_WORDS), after = MIN(b.to - at - length, (uint32_t)CONTEXT_WORDS);
    *out = (struct phrase_place){ 0 };
    for (uint32_t i = before; before && i < n_new; i++) {
        if (new[i - 1] != old[at - 1] || new[i - 1] == 0)
            continue;
        unsigned left = matches(old + at - before, new + i - before, before);
        for (uint32_t end = i; end + after <= n_new && end - i <= 2 * length + NEIGHBOUR_WORDS; end++) {
            if (end > i && context_starts_block(f->new.page, end) && after)
                break;
            unsigned right = matches(old + at + length, new + end, after);
            if (right && left + right > out->score)
                *out = (struct phrase_place){ i, end, left + right };
        }
    }
    bool is_known = 2 * shared(old + at, length, new + out->word, out->end - out->word) >= length;
    return out->score >= CONTEXT_FOUND || (is_known && out->score > 0 && out->score == before + after);
}

/* A phrase that is all of its block: what its element says now, where that is still half of the phrase. */
static bool find_in_element(struct type_finder *f, uint32_t at, uint32_t length, struct phrase_place *out)
{
    const struct page *old = f->old.page, *new = f->new.page;
    struct phrase_block b = block_of(old, at, length);
    uint32_t element = old->dom.node[old->word[at].node].parent, partner = f->delta->old_node[element];
    if (b.to - b.from != length || partner == NONE)
        return false;
    *out = (struct phrase_place){ new->first_word[partner], new->first_word[new->dom.node[partner].end], 0 };
    uint32_t n = out->end - out->word;
    return n <= 4 * length && is_one_block(new, out->word, out->end)
           && 2 * shared(type_folds(f, &f->old) + at, length, type_folds(f, &f->new) + out->word, n) >= length;
}

static void add_gone(struct type_finder *f, type_change_list *list, uint32_t at, uint32_t length)
{
    struct phrase_place r;
    bool is_moved = has_moved(f->delta, f->delta->old_change, at);
    bool found = (!is_moved && find_between_kept(f->delta, at, length, &r)) || find_by_context(f, at, length, &r)
                 || find_in_element(f, at, length, &r);
    add_place(f, list, true, at, length);
    if (!found || r.word == r.end)
        return;
    struct type_change *c = &list->item[list->n - 1];
    c->kind = CHANGE_UPDATE;
    c->new_word = r.word;
    c->new_end = r.end;
}

void type_find_phrase(struct type_finder *f, const struct change_type *t, struct type_found *out)
{
    struct type_words words = type_cut_words(f->arena, t->text);
    struct word_difference x = difference_of(f, words);
    type_change_list list = { 0 };
    for (uint32_t i = 0; i < x.extra.n; i++) {
        if (x.is_old)
            add_gone(f, &list, x.extra.item[i], words.n);
        else
            add_place(f, &list, false, x.extra.item[i], words.n);
    }
    *out = (struct type_found){ .item = list.item, .n = list.n, .n_old = x.old.n, .n_new = x.new.n };
}
