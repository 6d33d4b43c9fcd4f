/* What a reader takes for one word though it is cut into several: a date, a time, a version, an address.
 *
 * In: kept words of a segment. Out: fewer kept words: a token of which a part changed is old and new as a whole, so that
 * "2024-06-06 became 2022-06-28" is not told as two numbers around "-06-".
 *
 * A token has no white space in it and lies in one text. It is an address where "://" stands in it; else words and numbers joined by
 * one of - . + _ / @, with a digit or @ among them: "and/or" is two words, "v1.2.3-rc1" is one. Chinese and Japanese
 * dates are joined by their signs for year, month, day. A comma does not join: in "12,13,14" each number is a thing by itself.
 * Cost: O(words of the tokens at the borders of differences). */
#include "compare/steps.h"

enum { TOKEN_WORDS = 64 }; /* looked at on either side; longer ones are cut there */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Letters, digits, and all of what is not ASCII but general punctuation. */
static bool is_wordy(struct str word)
{
    unsigned char c = (unsigned char)*word.ptr;

    return is_digit(*word.ptr) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c >= 0xc3;
}

/* Whether no white space, tag or atom lies between word w and the one before. */
static bool is_glued(const struct page *p, uint32_t w)
{
    return w > 0 && w < p->n_words && p->word[w].node == p->word[w - 1].node
           && !(p->word[w].flags & (WORD_SPACE | WORD_BREAK | WORD_ATOM))
           && p->word[w].at == p->word[w - 1].at + p->word[w - 1].len;
}

static bool is_mark(const struct page *p, uint32_t w, const char *marks)
{
    struct str word = page_word(p, w);

    return word.len == 1 && strchr(marks, *word.ptr);
}

static bool is_date_sign(struct str word)
{
    return str_eq(word, STR("\u5e74")) || str_eq(word, STR("\u6708")) || str_eq(word, STR("\u65e5"));
}

/* Whether word w joins the words before and behind it. */
static bool is_joiner(const struct page *p, uint32_t w)
{
    if (!is_glued(p, w) || !is_glued(p, w + 1))
        return false;
    struct str before = page_word(p, w - 1), behind = page_word(p, w + 1);
    return is_mark(p, w, "-.+_/@") && is_wordy(before) && is_wordy(behind);
}

/* Whether word w goes on where the one before it ended. */
static bool goes_on(const struct page *p, uint32_t w)
{
    if (!is_glued(p, w))
        return false;
    struct str word = page_word(p, w), before = page_word(p, w - 1);
    if (is_date_sign(word))
        return is_digit(before.ptr[before.len - 1]);
    if (is_date_sign(before))
        return is_digit(*word.ptr);
    return is_joiner(p, w) || is_joiner(p, w - 1);
}

/* Whether there is a digit among some words, or the sign of a mail address. */
static bool has_digit(const struct page *p, uint32_t from, uint32_t to)
{
    for (uint32_t w = from; w < to; w++)
        if (is_digit(*page_word(p, w).ptr) || is_digit(page_word(p, w).ptr[page_word(p, w).len - 1]) || is_mark(p, w, "@"))
            return true;
    return false;
}

/* Words [from, to) around the border before w, as far as `same` holds. */
struct token {
    uint32_t from, to;
};

static struct token token_around(const struct page *p, uint32_t w, bool (*same)(const struct page *, uint32_t))
{
    struct token t = { w, w }; /* from the word before w on, up to the one behind its last */

    while (w - t.from < TOKEN_WORDS && same(p, t.from))
        t.from--;
    while (t.to - w < TOKEN_WORDS && same(p, t.to))
        t.to++;
    return (struct token){ t.from, t.to };
}

/* Where an address in a run of glued words starts and ends; empty where there is none. Brackets and the marks that end a sentence are not
 * part of it. */
static struct token address_in(const struct page *p, struct token t)
{
    uint32_t w = t.from + 1;

    while (w + 1 < t.to && !(is_mark(p, w, ":") && str_eq(page_word(p, w + 1), STR("//"))))
        w++;
    if (w + 1 >= t.to)
        return (struct token){ 0, 0 };
    while (t.to > w && is_mark(p, t.to - 1, ".,;:!?)]}>\"'"))
        t.to--;
    return (struct token){ w - 1, t.to };
}

/* Whether word w and the one before it are parts of one token. */
static bool is_in_token(const struct page *p, uint32_t w)
{
    if (!is_glued(p, w))
        return false;
    struct token address = address_in(p, token_around(p, w, is_glued));
    if (address.from < w && w < address.to)
        return true;
    struct token t = goes_on(p, w) ? token_around(p, w, goes_on) : (struct token){ 0, 0 };
    return t.from < t.to && has_digit(p, t.from, t.to);
}

static bool is_torn(const struct delta *d, uint32_t a, uint32_t b)
{
    return is_in_token(d->old, a) || is_in_token(d->new, b);
}

/* Gives up the kept words around a hole that are parts of the same tokens, up to the holes beside it. */
static void widen(struct delta *d, const struct segment *s, struct hole *h)
{
    while (h->a > s->a && h->b > s->b && d->old_to_new[h->a - 1] == h->b - 1 && is_torn(d, h->a, h->b))
        give_up(d, --h->a, 1), h->b--;
    while (h->a_end < s->a_end && h->b_end < s->b_end && d->old_to_new[h->a_end] == h->b_end && is_torn(d, h->a_end, h->b_end))
        give_up(d, h->a_end, 1), h->a_end++, h->b_end++;
}

void give_up_torn_tokens(struct compare *c, const struct segment *s)
{
    struct hole h;

    for (uint32_t a = s->a, b = s->b; next_hole(c->delta, s, a, b, &h); a = h.a_end, b = h.b_end)
        if (is_plain(c, s, &h))
            widen(c->delta, s, &h);
}
