/* In: words. Out: whether they are the same ones, spelled or set differently.
 *
 *  1. Typography is folded: curly quotation marks to straight ones, all dashes to one, three points to one sign, no soft hyphens.
 *  2. Two forms of a word begin the same and have most of their letters at both ends: "increase" is not "decrease". No digit is in them:
 *     "i386" and "i486" are two things.
 *  3. So is a word with one slip of the pen in it, in a word of some length.
 *  4. A run of words is compared by its letters alone, so that spaces and hyphens play no part. Where one side
 *     has symbols among its letters, a wrong character set put them there, and only letters of ASCII count, if they are most. */
#include "judge/spelling.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "judge/shapes.h"

enum {
    FOLDED_BYTES = 48, /* longer words keep their symbol */
    RUN_WORDS = 6,     /* a longer run is a text */
    RUN_BYTES = 96,
    NEAR_HEAD = 3,    /* letters that two forms of a word begin with */
    SLIP_LETTERS = 5, /* of the longer word: a shorter one is another word as often */
};

#define NEAR_BYTES 0.55 /* of the longer form that both have, at their ends: "space" and "spacing" */

uint32_t spelling_fold(uint32_t c)
{
    static const struct {
        uint32_t from, to, is;
    } marks[] = {
        { 0x00ab, 0x00ab, '"' },  { 0x00ad, 0x00ad, 0 },    { 0x00b4, 0x00b4, '\'' }, { 0x00bb, 0x00bb, '"' },
        { 0x00d7, 0x00d7, 'x' },  { 0x02bc, 0x02bc, '\'' }, { 0x200b, 0x200f, 0 },    { 0x2010, 0x2015, '-' },
        { 0x2018, 0x201b, '\'' }, { 0x201c, 0x201f, '"' },  { 0x2026, 0x2026, '.' },  { 0x202a, 0x202e, 0 },
        { 0x2032, 0x2032, '\'' }, { 0x2033, 0x2033, '"' },  { 0x2039, 0x203a, '\'' }, { 0x2060, 0x2060, 0 },
        { 0x2066, 0x2069, 0 },    { 0x2212, 0x2212, '-' },  { 0xfeff, 0xfeff, 0 },
    };
    if (c >= 0xff01 && c <= 0xff5e) /* as wide as an ideograph */
        return c - 0xff01 + '!';
    for (size_t i = 0; i < ARRAY_LEN(marks) && c >= marks[i].from; i++)
        if (c <= marks[i].to)
            return marks[i].is;
    return c;
}

static bool keeps_its_form(struct str word)
{
    bool plain = word.len <= FOLDED_BYTES && word.len > 0 && word.ptr[0] != '-' && word.ptr[0] != '.';
    for (size_t i = 0; plain && i < word.len; i++)
        plain = (unsigned char)word.ptr[i] < 0x80 && !(word.ptr[i] >= 'A' && word.ptr[i] <= 'Z');
    return plain || word.len > FOLDED_BYTES;
}

/* Words of a page are valid UTF-8, so nothing that is folded takes more bytes than it had. A byte that is not of a character would be read
 * as one of three: where such a word has no room it keeps its symbol. */
uint32_t spelling_symbol(const struct judge_word *w)
{
    char text[FOLDED_BYTES + 4];
    size_t len = 0;
    uint32_t c;
    if (w->thing || keeps_its_form(w->text))
        return w->symbol;
    for (const char *at = w->text.ptr, *end = at + w->text.len; at < end;) {
        at += utf8_next(at, end, &c);
        uint32_t is = spelling_fold(c);
        if (len > FOLDED_BYTES)
            return w->symbol;
        bool repeats = w->mark && len == 1 && is == (unsigned char)text[0]; /* "--" and "..." are one mark */
        if (is && !repeats && is < 0x80)
            text[len++] = byte_lower((char)is);
        else if (is && !repeats)
            len += utf8_put(text + len, is);
    }
    return len ? judge_symbol(hash_str((struct str){ text, len })) : w->symbol;
}

/* ---- Forms ---- */

static bool is_plain(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] >= '0' && word.ptr[i] <= '9')
            return false;
    return shape_is_letters(word);
}

/* What two words have in common at their begins and ends, in bytes. */
struct common {
    size_t head, tail, head_letters;
};

static bool is_within_letter(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

static struct common common_of(struct str a, struct str b)
{
    size_t least = MIN(a.len, b.len);
    struct common c = { 0 };
    while (c.head < least && a.ptr[c.head] == b.ptr[c.head])
        c.head_letters += !is_within_letter(a.ptr[c.head++]);
    while (c.tail < least - c.head && a.ptr[a.len - 1 - c.tail] == b.ptr[b.len - 1 - c.tail])
        c.tail++;
    return c;
}

static size_t letters_in(struct str text, size_t from, size_t to)
{
    size_t n = 0;
    for (size_t i = from; i < to; i++)
        n += !is_within_letter(text.ptr[i]);
    return n;
}

bool spelling_is_slip(struct str a, struct str b)
{
    struct common c = common_of(a, b);
    size_t n_a = a.len - c.head - c.tail, n_b = b.len - c.head - c.tail;
    if (!c.head_letters || MAX(letters_in(a, 0, a.len), letters_in(b, 0, b.len)) < SLIP_LETTERS || n_a + n_b == 0)
        return false;
    bool swapped =
        n_a == 2 && n_b == 2 && a.ptr[c.head] == b.ptr[c.head + 1] && a.ptr[c.head + 1] == b.ptr[c.head]; /* letters of ASCII */
    bool one = letters_in(a, c.head, a.len - c.tail) <= 1 && letters_in(b, c.head, b.len - c.tail) <= 1;
    return (swapped || one) && is_plain(a) && is_plain(b);
}

bool spelling_is_near(struct str a, struct str b)
{
    struct common c = common_of(a, b);
    bool form = c.head_letters >= NEAR_HEAD && (double)(c.head + c.tail) >= NEAR_BYTES * (double)MAX(a.len, b.len);
    return form ? is_plain(a) && is_plain(b) : spelling_is_slip(a, b);
}

/* ---- Runs ---- */

/* The letters of a run, in small ones. */
struct run_letters {
    char all[RUN_BYTES], ascii[RUN_BYTES]; /* with those beyond ASCII and without */
    size_t n_all, n_ascii;
    bool has_digit, has_symbol, over;
};

static void add_letters(struct str word, struct run_letters *out)
{
    uint32_t c;
    for (const char *at = word.ptr, *end = at + word.len; at < end && !out->over;) {
        unsigned n = utf8_next(at, end, &c);
        out->has_digit |= c >= '0' && c <= '9';
        out->has_symbol |= c >= 0x80 && char_class(c) == CHAR_SYMBOL;
        out->over = out->n_all + n > RUN_BYTES;
        uint32_t is = spelling_fold(c);
        bool mark = c >= 0x80 && is < 0x80 && !((is | 0x20) >= 'a' && (is | 0x20) <= 'z');
        if (out->over || (c < 0x80 && !shape_is_letters((struct str){ at, n })) || mark) {
            at += n;
            continue;
        }
        for (unsigned i = 0; i < n; i++)
            out->all[out->n_all++] = byte_lower(at[i]);
        if (c < 0x80)
            out->ascii[out->n_ascii++] = byte_lower((char)c);
        at += n;
    }
}

static struct run_letters letters_of(const struct judge_word *w, uint32_t n)
{
    struct run_letters out = { .over = false };
    for (uint32_t i = 0; i < n && !out.over; i++)
        if (!w[i].thing)
            add_letters(w[i].text, &out);
    return out;
}

static bool same_bytes(const char *a, size_t n_a, const char *b, size_t n_b)
{
    return n_a == n_b && memcmp(a, b, n_a) == 0;
}

/* Whether both begin with letters of ASCII that differ, as most do: they are not the same. */
static bool begin_differently(struct str a, struct str b)
{
    char l = a.len ? byte_lower(a.ptr[0]) : 0, r = b.len ? byte_lower(b.ptr[0]) : 0;
    return l != r && l >= 'a' && l <= 'z' && r >= 'a' && r <= 'z';
}

bool spelling_is_same_run(const struct judge_word *a, uint32_t n_a, const struct judge_word *b, uint32_t n_b)
{
    if (!n_a || !n_b || n_a > RUN_WORDS || n_b > RUN_WORDS || begin_differently(a[0].text, b[0].text))
        return false;
    struct run_letters l = letters_of(a, n_a), r = letters_of(b, n_b);
    if (l.over || r.over || l.has_digit || r.has_digit || !l.n_all || !r.n_all)
        return false;
    if (same_bytes(l.all, l.n_all, r.all, r.n_all))
        return true;
    bool mostly = l.n_ascii >= NEAR_HEAD && 3 * l.n_ascii >= MAX(l.n_all, r.n_all); /* a character takes up to three bytes */
    return mostly && l.has_symbol != r.has_symbol && same_bytes(l.ascii, l.n_ascii, r.ascii, r.n_ascii);
}
