/* In: a piece with its words counted by shape. Out: which of them are codes, by what is a code beside them.
 *
 *  1. A word in the place of a code is one that could be a code and is as long: "aacd432" for "9f9b721".
 *  2. Scrambled words of a path are codes where another part of it is: "/tmp/RkQwVz/file1a69". */
#include "judge/piece_codes.h"

#include "judge/shapes.h"

/* A bit for the length of a word in bytes; the last stands for all that are longer. */
static uint64_t length_bit(const struct piece_side *s, uint32_t word)
{
    return UINT64_C(1) << MIN(page_word(s->page, word).len, 63u);
}

/* A code by its form, or what might be a number with a letter behind it: "378892e". */
static bool is_code(const struct piece_side *s, uint32_t word)
{
    struct str text = page_word(s->page, word);
    return s->shape[word] == SHAPE_TOKEN
           || (s->shape[word] == SHAPE_NUMBER && shape_is_hex(text) && !byte_is_digit(text.ptr[text.len - 1]));
}

static bool may_be_code(const struct piece_side *s, uint32_t word)
{
    return is_code(s, word)
           || ((s->shape[word] == SHAPE_LETTERS || s->shape[word] == SHAPE_NUMBER) && shape_is_hex(page_word(s->page, word)));
}

/* The lengths of the words [from, end) that came or went and are codes, or may be. */
static uint64_t lengths_of(const struct piece_side *s, uint32_t from, uint32_t end,
                           bool (*which)(const struct piece_side *, uint32_t))
{
    uint64_t out = 0;
    for (uint32_t w = from; w < end; w++)
        out |= s->partner[w] == NONE && which(s, w) ? length_bit(s, w) : 0;
    return out;
}

/* Takes words of these lengths, [from, end) of a side, for codes. */
static void make_codes(const struct delta *d, const struct piece_side *s, uint32_t from, uint32_t end, uint64_t lengths,
                       uint32_t *count)
{
    for (uint32_t w = from; lengths && w < end; w++)
        if ((lengths & length_bit(s, w)) && s->shape[w] != SHAPE_TOKEN && piece_is_other(d, s, w) && may_be_code(s, w)
            && count[s->shape[w]]) {
            count[s->shape[w]]--;
            count[s->shape[w] = SHAPE_TOKEN]++;
        }
}

/* Whether words that hang together are a path with a code in it: "/tmp/RkQwVz/file1a69". */
static bool is_path(const struct piece_side *s, uint32_t word, uint32_t end)
{
    bool slash = false, code = false;
    for (uint32_t w = word; w < end && !(slash && code); w++) {
        slash |= str_eq(page_word(s->page, w), STR("/"));
        code |= s->shape[w] == SHAPE_TOKEN && s->partner[w] == NONE;
    }
    return slash && code;
}

/* "RkQwVz": a capital behind a small letter or a digit. */
static bool is_scrambled(struct str word)
{
    for (size_t i = 1; i < word.len; i++)
        if (word.ptr[i] >= 'A' && word.ptr[i] <= 'Z' && !(word.ptr[i - 1] >= 'A' && word.ptr[i - 1] <= 'Z'))
            return true;
    return false;
}

/* Scrambled words of a path of which another part is a code are codes. */
static void find_path_codes(const struct delta *d, const struct piece_side *s, const struct sentence *at, uint32_t *count)
{
    for (uint32_t from = at->word, end; from < at->end && count[SHAPE_LETTERS]; from = end) {
        end = shape_run_end(s->page, at, from);
        bool path = is_path(s, from, end);
        for (uint32_t w = from; path && w < end && count[SHAPE_LETTERS]; w++)
            if (piece_is_other(d, s, w) && s->shape[w] == SHAPE_LETTERS && is_scrambled(page_word(s->page, w))) {
                count[SHAPE_LETTERS]--;
                count[s->shape[w] = SHAPE_TOKEN]++;
            }
    }
}

/* "aacd432" in the place of "9f9b721" is a code as well, though by itself it might be a name, and so is "8957475" in that of "378892e". */
void piece_codes_find(const struct piece_pair *pair, struct judge_piece *p)
{
    const struct delta *d = pair->delta;
    const struct piece_side *old = pair->old, *new = pair->new;
    bool figures = p->came[SHAPE_NUMBER] && p->went[SHAPE_NUMBER];
    if (p->old || !p->old_end || (p->came[SHAPE_TOKEN] + p->went[SHAPE_TOKEN] == 0 && !figures))
        return;
    const struct sentence *s = &new->page->sentence[p->sentence], *was = &old->page->sentence[piece_sentence(old, p->old_word)];
    find_path_codes(d, new, s, p->came);
    find_path_codes(d, old, was, p->went);
    uint64_t codes = lengths_of(new, s->word, s->end, is_code) | lengths_of(old, p->old_word, p->old_end, is_code);
    if (codes)
        codes &= lengths_of(new, s->word, s->end, may_be_code) & lengths_of(old, p->old_word, p->old_end, may_be_code);
    make_codes(d, new, s->word, s->end, codes, p->came);
    make_codes(d, old, p->old_word, p->old_end, codes, p->went);
}
