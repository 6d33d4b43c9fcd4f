/* In: a piece, and the two sides it was found in. Out: the piece without the words that say what others said there.
 *
 *  1. As many words of letters came as went, and each is the one it was but for capitals: they stay, and what changed are the figures.
 *  2. As many numbers, or words of dates, came as went, and each is worth what the one it was is: they stay.
 *  3. Words that are parted otherwise, or set in other signs, are the same text: "12kg" and "12 kg", "1200" and "1 200", “it” and "it". Not
 *     so in program text.
 *  4. As many words came as went, and each has a slip of the pen that the other has not: they count, as words spelled differently.
 * Cost: O(words of the sentence). */
#include "judge/piece_same.h"

#include "base/utf8.h"
#include "judge/spelling.h"

enum { SAME_BYTES = 4096, GROUP = 3 /* digits that a blank parts from those before them */ };

/* The next word of letters among those of a change. */
static uint32_t next_letters(const struct piece_pair *f, const struct piece_side *s, uint32_t w, uint32_t end)
{
    while (w < end && (s->shape[w] != SHAPE_LETTERS || !piece_counts(f->delta, s->change[w])))
        w++;
    return w;
}

/* Capitals are a matter of taste. What a choice of a form says is not in its word, but in what tells it from others. */
static bool is_same_word(const struct piece_pair *f, uint32_t new, uint32_t old)
{
    if ((f->new->page->word[new].flags | f->old->page->word[old].flags) & WORD_ATOM)
        return f->new->page->symbol[new] == f->old->page->symbol[old];
    return f->new->page->symbol[new] == f->old->page->symbol[old]
           || str_eq_nocase(page_word(f->new->page, new), page_word(f->old->page, old));
}

/* "44 of 58" became "45 of 60": the word between the figures stays, though the comparison took all three for one change. So does "Fees"
 * that was "FEES". */
static void keep_equals(const struct piece_pair *f, struct judge_piece *p)
{
    uint32_t n = p->came[SHAPE_LETTERS];
    if ((p->kind != PIECE_CHANGED && p->kind != PIECE_ADDED) || n == 0 || n != p->went[SHAPE_LETTERS])
        return;
    const struct sentence *s = &f->new->page->sentence[p->sentence];
    uint32_t new = s->word, old = p->old_word;
    bool capitals = false;
    for (uint32_t i = 0; i < n; i++, new ++, old++) {
        new = next_letters(f, f->new, new, s->end);
        old = next_letters(f, f->old, old, p->old_end);
        if (new == s->end || old == p->old_end || !is_same_word(f, new, old))
            return;
        capitals |= f->new->page->symbol[new] != f->old->page->symbol[old];
    }
    p->capitals = capitals;
    p->kind = PIECE_CHANGED;
    p->came[SHAPE_LETTERS] = p->went[SHAPE_LETTERS] = 0;
    p->kept += n;
}

/* The next number among the words of a change; `time`: the next word of a date or time. */
static uint32_t next_figure(const struct piece_pair *f, const struct piece_side *s, bool time, uint32_t w, uint32_t end)
{
    while (w < end
           && (!piece_counts(f->delta, s->change[w])
               || (time ? s->shape[w] != SHAPE_TIME : s->shape[w] != SHAPE_NUMBER && s->shape[w] != SHAPE_PRICE)))
        w++;
    return w;
}

static bool is_zeros(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != '0')
            return false;
    return true;
}

/* "98.5" that is "98.500" now is worth the same, and so is a price of "98" that is "98.00". One more zero alone may name another version
 * where it is not a price: "2.1" and "2.10". */
static bool is_same_amount(struct str a, struct str b, bool price)
{
    struct str less = a.len < b.len ? a : b, more = a.len < b.len ? b : a;
    struct str rest = str_starts(more, less) ? str_sub(more, less.len, more.len) : STR("");
    if (memchr(less.ptr, '.', less.len) || (price && memchr(less.ptr, ',', less.len)))
        return rest.len >= (price ? 1u : 2u) && is_zeros(rest);
    return price && (rest.len == 2 || rest.len == 3) && strchr(".,", rest.ptr[0]) && is_zeros(str_sub(rest, 1, rest.len));
}

/* "2031/06/07" is the day that "2031/6/7" was. */
static bool is_same_time(struct str a, struct str b)
{
    size_t i = 0, k = 0;
    for (; i < a.len && k < b.len; i++, k++) {
        bool begins = i == 0 || !(a.ptr[i - 1] >= '0' && a.ptr[i - 1] <= '9');
        i += begins && a.ptr[i] == '0' && i + 1 < a.len;
        k += begins && b.ptr[k] == '0' && k + 1 < b.len;
        if (a.ptr[i] != b.ptr[k])
            return false;
    }
    return i == a.len && k == b.len;
}

/* Whether each of the n numbers of a piece, or words of its dates, says the same as the one it was. */
static bool are_same(const struct piece_pair *f, const struct judge_piece *p, uint32_t n, bool time)
{
    const struct sentence *s = &f->new->page->sentence[p->sentence];
    uint32_t new = s->word, old = p->old_word;
    for (uint32_t i = 0; i < n; i++, new ++, old++) {
        new = next_figure(f, f->new, time, new, s->end);
        old = next_figure(f, f->old, time, old, p->old_end);
        if (new == s->end || old == p->old_end)
            return false;
        struct str is = page_word(f->new->page, new), was = page_word(f->old->page, old);
        if (!str_eq(is, was) && (time ? !is_same_time(is, was) : !is_same_amount(is, was, f->new->shape[new] == SHAPE_PRICE)))
            return false;
    }
    return true;
}

static void keep_amounts(const struct piece_pair *f, struct judge_piece *p)
{
    uint32_t n = p->came[SHAPE_NUMBER] + p->came[SHAPE_PRICE];
    if (p->kind != PIECE_CHANGED || n == 0 || n != p->went[SHAPE_NUMBER] + p->went[SHAPE_PRICE] || !are_same(f, p, n, false))
        return;
    p->came[SHAPE_NUMBER] = p->went[SHAPE_NUMBER] = p->came[SHAPE_PRICE] = p->went[SHAPE_PRICE] = 0;
    p->kept += n;
}

/* Dates that are written with a zero more or less. */
static void keep_times(const struct piece_pair *f, struct judge_piece *p)
{
    uint32_t n = p->came[SHAPE_TIME];
    if (p->old || !p->old_end || p->kind == PIECE_MOVED || n == 0 || n != p->went[SHAPE_TIME] || !are_same(f, p, n, true))
        return;
    p->kind = PIECE_CHANGED;
    p->came[SHAPE_TIME] = p->went[SHAPE_TIME] = 0;
}

static void add_folded(struct str word, struct buf *out)
{
    static const char *const ligatures[] = { "ff", "fi", "fl", "ffi", "ffl", "st", "st" }; /* from U+FB00 on */
    uint32_t c;
    char bytes[4] = { 0 };

    for (const char *at = word.ptr, *end = at + word.len; at < end;) {
        at += utf8_next(at, end, &c);
        uint32_t is = spelling_fold(c);
        if (is >= 0xfb00 && is - 0xfb00 < ARRAY_LEN(ligatures))
            buf_add(out, str_of(ligatures[is - 0xfb00]));
        else if (is)
            buf_add(out, (struct str){ bytes, utf8_put(bytes, is) });
    }
}

static uint32_t digits_of(struct str word)
{
    uint32_t n = 0;
    while (n < word.len && byte_is_digit(word.ptr[n]))
        n++;
    return n == word.len ? n : 0;
}

/* The words among [from, end) that changed, as they read without blanks: those stay that part two numbers, and one stands for what did not
 * change. False: there is program text. */
static bool add_changed(const struct piece_pair *f, const struct piece_side *s, uint32_t from, uint32_t end, struct buf *out)
{
    const struct page *p = s->page;
    bool kept = false;

    for (uint32_t w = from; w < end; w++) {
        struct str word = page_word(p, w);
        if (p->flags[p->word[w].node] & NODE_KEEPS || p->word[w].flags & WORD_ATOM)
            return false;
        if (!piece_counts(f->delta, s->change[w])) {
            kept |= s->shape[w] != SHAPE_MARK;
            continue;
        }
        bool number = out->len && byte_is_digit(out->ptr[out->len - 1]) && digits_of(word) && digits_of(word) != GROUP;
        if ((kept && out->len) || number)
            buf_add_char(out, ' ');
        kept = false;
        add_folded(word, out);
    }
    return !out->over;
}

static void keep_parted(const struct piece_pair *f, struct judge_piece *p)
{
    AUTO(buf) now = BUF(SAME_BYTES);
    AUTO(buf) was = BUF(SAME_BYTES);
    if (p->old || !p->old_end || (p->kind != PIECE_CHANGED && p->kind != PIECE_ADDED))
        return;
    const struct sentence *s = &f->new->page->sentence[p->sentence];
    if (!add_changed(f, f->new, s->word, s->end, &now) || !add_changed(f, f->old, p->old_word, p->old_end, &was) || !now.len
        || !str_eq(buf_str(&now), buf_str(&was)))
        return;
    p->kind = PIECE_CHANGED;
    p->parted = true;
    p->kept += p->came[SHAPE_LETTERS];
    memset(p->came, 0, sizeof p->came);
    memset(p->went, 0, sizeof p->went);
}

/* Each word that came stands for one that is the same but for a slip of the pen. */
static bool is_respelled(const struct piece_pair *f, const struct judge_piece *p)
{
    enum { WORDS = 4 }; /* more of them are a text that was edited */
    uint32_t n = p->came[SHAPE_LETTERS], all = 0;
    for (unsigned i = 0; i < WORD_SHAPES; i++)
        all += i == SHAPE_MARK ? 0 : p->came[i] + p->went[i];
    if (p->kind != PIECE_CHANGED || p->old || n == 0 || n > WORDS || all != 2 * n || n != p->went[SHAPE_LETTERS])
        return false;
    const struct sentence *s = &f->new->page->sentence[p->sentence];
    uint32_t new = s->word, old = p->old_word;
    for (uint32_t i = 0; i < n; i++, new ++, old++) {
        new = next_letters(f, f->new, new, s->end);
        old = next_letters(f, f->old, old, p->old_end);
        if (new == s->end || old == p->old_end || !spelling_is_slip(page_word(f->old->page, old), page_word(f->new->page, new)))
            return false;
    }
    return true;
}

void piece_same_keep(const struct piece_pair *pair, struct judge_piece *p)
{
    keep_equals(pair, p);
    keep_amounts(pair, p);
    keep_times(pair, p);
    keep_parted(pair, p);
    p->respelled = is_respelled(pair, p);
}

/* The next word of letters of a line, from either end: the one before `*w` where it is read backwards. False: there is none. */
static bool next_word(const struct piece_side *s, const struct sentence *line, bool backwards, uint32_t *w)
{
    while (backwards ? *w > line->word : *w < line->end) {
        uint32_t at = backwards ? --*w : (*w)++;
        if (s->shape[at] == SHAPE_LETTERS) {
            *w = at + !backwards;
            return true;
        }
    }
    return false;
}

/* How many words of letters both lines begin with, or end in. */
static uint32_t count_common(const struct piece_pair *f, const struct sentence *old, const struct sentence *new, bool backwards)
{
    uint32_t n = 0, a = backwards ? old->end : old->word, b = backwards ? new->end : new->word;
    while (next_word(f->old, old, backwards, &a) && next_word(f->new, new, backwards, &b)
           && f->old->page->symbol[a - !backwards] == f->new->page->symbol[b - !backwards])
        n++;
    return n;
}

bool piece_extends(const struct piece_pair *f, const struct judge_piece *came, const struct judge_piece *gone)
{
    enum { MORE_WORDS = 3 };
    const struct sentence *old = &f->old->page->sentence[gone->sentence], *new = &f->new->page->sentence[came->sentence];
    uint32_t n = gone->went[SHAPE_LETTERS];
    return n > 0 && came->came[SHAPE_LETTERS] >= n + MORE_WORDS
           && count_common(f, old, new, false) + count_common(f, old, new, true) >= n;
}
