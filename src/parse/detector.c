/* In: bytes that nothing names the character set of. Out: the set that makes the most of a language of them.
 *
 * UTF-8 proves itself by being valid, UTF-16 by its zeros, ISO-2022-JP by its escapes. For the rest a sample is taken of the bytes
 * beyond ASCII with a little around them, and every row of detector.def reads it and gets points:
 *   letters of the row's language by their frequency, minus points for letters of other languages, for capitals inside words, for
 *   symbols that touch letters, for what the set does not have.
 * The best row's set wins, with a little ahead for windows-1252.
 * Cost: O(bytes) to find the sample, O(rows x SAMPLE) to read it. */
#include "parse/detector.h"

#include <limits.h>
#include <uchar.h>

#include <lexbor/encoding/encoding.h>

#include "base/limits.h"
#include "base/utf8.h"

enum {
    SAMPLE = 4096,            /* bytes; 200 letters decide, the rest is for pages that mix languages */
    AROUND = 8,               /* ASCII bytes kept on both sides of others: the word, or the second byte of a pair */
    RUN_MAX = 2 * AROUND + 2, /* what one step of taking the sample adds at most */
    HIGH = 128,               /* bytes beyond ASCII */
    BROKEN_SHARE = 10,        /* at most one malformed sequence for so many good ones */
    LETTER_MAX = 0x2000,      /* past all alphabets that have a set of their own */
    UTF16_PROBE = 1024,       /* bytes that are looked at for the zeros of UTF-16 */
};

/* How the letters are used: among ASCII letters, as words of their own, or among ASCII letters and each as likely as the next. */
enum script { LATIN, SCRIPT, MIXED };

/* What a byte is to a row. */
enum kind { KIND_OTHER, KIND_ASCII, KIND_SMALL, KIND_CAPITAL, KIND_CASELESS, KIND_MARK, KIND_PUNCT, KIND_SYMBOL, KIND_BAD };

/* Points. A letter's place in its row, by quarters, stands for the logarithm of its frequency; a letter of no use in the language
 * must outweigh a frequent one. */
enum {
    POINTS_USUAL = 16, /* for windows-1252, once: most pages that say nothing are Western, so a few letters must not outvote it */
    POINTS_FOREIGN = -6,
    POINTS_MIXED = 1,
    POINTS_BAD = -20,
    POINTS_INNER_CAPITAL = -5,
    POINTS_BESIDE_ASCII = -4,
    POINTS_ALONE = -1,
    POINTS_TWICE = -1,
    POINTS_THIRD = -4,
    POINTS_LOOSE_MARK = -5,
    POINTS_PUNCT = 1,
    POINTS_INNER_PUNCT = -2,
    POINTS_SYMBOL = -1,
    POINTS_INNER_SYMBOL = -3,
    POINTS_COMMON = 8, /* per character of two bytes, as the next three */
    POINTS_RARE = -2,
    POINTS_STRANGE = -6,
    POINTS_MALFORMED = -40,
};
static const int16_t quarter_points[4] = { 4, 2, 0, -2 };

static const struct alphabet {
    const char *charset;
    enum script script;
    const char16_t *small, *capital; /* capital is NULL where there are none */
} alphabet[] = {
#define ALPHABET(charset, script, small, capital) { charset, script, small, capital },
#define WIDE(charset, common)
#include "parse/detector.def"
#undef ALPHABET
#undef WIDE
};

static const struct wide {
    const char *charset;
    const char16_t *common;
} wide[] = {
#define ALPHABET(charset, script, small, capital)
#define WIDE(charset, common) { charset, common },
#include "parse/detector.def"
#undef ALPHABET
#undef WIDE
};

struct sample {
    unsigned char byte[SAMPLE];
    size_t n;
};

/* One row made ready: what each byte beyond ASCII is. */
struct reader {
    int16_t points[HIGH];
    uint8_t kind[HIGH];
    enum script script;
};

/* A character set of one byte a character: what its bytes are to any row, and the way back from letters to bytes. */
struct set {
    struct reader reading;
    uint8_t byte_of[LETTER_MAX]; /* 0: none */
};

static const lxb_encoding_data_t *set_named(const char *name)
{
    return lxb_encoding_data_by_name((const lxb_char_t *)name, strlen(name));
}

/* Collects the runs of bytes beyond ASCII, each with what stands around it, a space before the first and between two. */
static void take_sample(struct sample *s, struct str bytes)
{
    size_t kept = 0; /* bytes before this place are in the sample or will not be */
    s->byte[s->n++] = ' ';
    for (size_t i = 0; i < bytes.len && s->n + RUN_MAX < SAMPLE; i++) {
        if (!(bytes.ptr[i] & 0x80))
            continue;
        size_t from = MAX(kept, i < AROUND ? 0 : i - AROUND);
        if (from > kept)
            s->byte[s->n++] = ' ';
        for (; from <= i; from++)
            s->byte[s->n++] = (unsigned char)bytes.ptr[from];
        kept = i + 1;
        for (size_t left = AROUND; left && kept < bytes.len && !(bytes.ptr[kept] & 0x80) && s->n < SAMPLE; left--)
            s->byte[s->n++] = (unsigned char)bytes.ptr[kept++];
        i = kept - 1;
    }
}

/* The bytes as characters, what is malformed as U+FFFD; returns how many. */
static size_t characters_of(const char *charset, const unsigned char *bytes, size_t n, lxb_codepoint_t out[SAMPLE])
{
    static const lxb_codepoint_t replacement = LXB_ENCODING_REPLACEMENT_CODEPOINT;
    const lxb_encoding_data_t *set = set_named(charset);
    lxb_encoding_decode_t state = { 0 };
    lxb_encoding_decode_init(&state, set, out, SAMPLE);
    lxb_encoding_decode_replace_set(&state, &replacement, 1);
    const lxb_char_t *at = bytes;
    set->decode(&state, &at, bytes + n);
    return lxb_encoding_decode_buf_used(&state);
}

/* Punctuation that ordinary texts use; all else that is no letter is a symbol. */
static bool is_usual(uint32_t c)
{
    static const char16_t usual[] = u"\u00a0’‘“”„–—…«»·°§©®€£¿¡،؛؟•½²№";
    for (size_t i = 0; i < ARRAY_LEN(usual) - 1; i++)
        if (usual[i] == c)
            return true;
    return false;
}

/* What a byte is to every row of its set, before the row's own letters are known. */
static void read_byte(struct reader *r, unsigned byte, uint32_t c)
{
    enum char_class class = char_class(c);
    r->points[byte] = POINTS_SYMBOL;
    r->kind[byte] = KIND_SYMBOL;
    if (c == LXB_ENCODING_REPLACEMENT_CODEPOINT || (c >= 0x80 && c < 0xa0)) {
        r->points[byte] = POINTS_BAD;
        r->kind[byte] = KIND_BAD;
    } else if (is_usual(c)) {
        r->points[byte] = POINTS_PUNCT;
        r->kind[byte] = KIND_PUNCT;
    } else if (class == CHAR_LETTER || class == CHAR_MARK || class == CHAR_IDEOGRAPH) {
        r->points[byte] = POINTS_FOREIGN;
        r->kind[byte] = char_is_upper(c) ? KIND_CAPITAL : KIND_SMALL;
    }
}

static void read_set(struct set *set, const char *charset)
{
    unsigned char high[HIGH];
    lxb_codepoint_t character[SAMPLE];
    *set = (struct set){ 0 };
    for (unsigned i = 0; i < HIGH; i++)
        high[i] = (unsigned char)(HIGH + i);
    characters_of(charset, high, HIGH, character);
    for (unsigned i = 0; i < HIGH; i++) {
        read_byte(&set->reading, i, character[i]);
        if (character[i] < LETTER_MAX)
            set->byte_of[character[i]] = (uint8_t)(HIGH + i);
    }
}

/* Marks the bytes of one alphabet; a letter that stands twice in it keeps its first, more frequent place. */
static void read_letters(struct reader *r, const struct set *set, const char16_t *letters, enum kind kind)
{
    unsigned n = 0;
    while (letters[n])
        n++;
    for (unsigned place = n; place-- > 0;) {
        uint8_t byte = set->byte_of[letters[place]];
        if (byte) {
            r->points[byte - HIGH] =
                (int16_t)(r->script == MIXED ? POINTS_MIXED : quarter_points[place * 4 / n] - (kind == KIND_CAPITAL));
            r->kind[byte - HIGH] = (uint8_t)(char_class(letters[place]) == CHAR_MARK ? KIND_MARK : kind);
        }
    }
}

static void make_reading(struct reader *r, const struct set *set, const struct alphabet *row)
{
    *r = set->reading;
    r->script = row->script;
    if (row->capital)
        read_letters(r, set, row->capital, KIND_CAPITAL);
    read_letters(r, set, row->small, row->capital ? KIND_SMALL : KIND_CASELESS);
}

static enum kind kind_at(const struct reader *r, const struct sample *s, size_t at)
{
    if (at >= s->n)
        return KIND_OTHER;
    unsigned char byte = s->byte[at];
    if (byte >= HIGH)
        return r->kind[byte - HIGH];
    char lower = byte_lower((char)byte);
    return lower >= 'a' && lower <= 'z' ? KIND_ASCII : KIND_OTHER;
}

static bool is_letter(enum kind kind)
{
    return kind >= KIND_ASCII && kind <= KIND_MARK;
}

static bool is_own(enum kind kind)
{
    return kind >= KIND_SMALL && kind <= KIND_MARK;
}

/* A letter of words that have no ASCII letters in them. */
static int script_points(const struct reader *r, const struct sample *s, size_t at)
{
    enum kind before = kind_at(r, s, at - 1), after = kind_at(r, s, at + 1);
    int points = r->points[s->byte[at] - HIGH];
    if (before == KIND_ASCII || after == KIND_ASCII)
        return MIN(points, 0) + POINTS_BESIDE_ASCII;
    if (!is_own(before) && !is_own(after))
        return MIN(points, POINTS_ALONE);
    if (s->byte[at - 1] == s->byte[at])
        return MIN(points, POINTS_TWICE);
    return points;
}

/* A letter beyond ASCII in a language that mostly uses ASCII: three in a row are a sign of another script. */
static int latin_points(const struct reader *r, const struct sample *s, size_t at)
{
    int points = r->points[s->byte[at] - HIGH];
    if (r->kind[s->byte[at] - HIGH] == KIND_CAPITAL && !is_letter(kind_at(r, s, at - 1)) && !is_letter(kind_at(r, s, at + 1)))
        return MIN(points, POINTS_ALONE);
    bool third = is_own(kind_at(r, s, at - 1)) && is_own(kind_at(r, s, at - 2));
    return third ? points + POINTS_THIRD : points;
}

static int points_at(const struct reader *r, const struct sample *s, size_t at)
{
    enum kind kind = kind_at(r, s, at), before = kind_at(r, s, at - 1), after = kind_at(r, s, at + 1);
    int points = r->points[s->byte[at] - HIGH];
    if (kind == KIND_SYMBOL && (is_letter(before) || is_letter(after)))
        return POINTS_INNER_SYMBOL;
    if (kind == KIND_PUNCT && is_own(before) && is_own(after))
        return POINTS_INNER_PUNCT;
    if (kind == KIND_MARK && !is_letter(before))
        return POINTS_LOOSE_MARK;
    if (kind == KIND_CAPITAL && before == KIND_SMALL)
        return MIN(points, 0) + POINTS_INNER_CAPITAL;
    if (kind > KIND_CASELESS) /* a mark, or no letter at all */
        return points;
    return r->script == SCRIPT ? script_points(r, s, at) : latin_points(r, s, at);
}

static long alphabet_points(const struct alphabet *row, const struct set *set, const struct sample *s)
{
    struct reader r;
    long points = 0;
    make_reading(&r, set, row);
    for (size_t i = 1; i < s->n; i++)
        if (s->byte[i] >= HIGH)
            points += points_at(&r, s, i);
    return points;
}

static int character_points(uint32_t c, const uint64_t common[1 << 10], bool japanese)
{
    if (c < HIGH)
        return 0;
    if (c == LXB_ENCODING_REPLACEMENT_CODEPOINT)
        return POINTS_MALFORMED;
    if (c >= 0x3040 && c <= 0x30ff) /* Hiragana, Katakana */
        return japanese ? POINTS_COMMON : POINTS_STRANGE;
    if ((c >= 0x3000 && c <= 0x303f) || (c >= 0xff01 && c <= 0xff5e)) /* CJK punctuation, full width ASCII */
        return 0;
    if ((c >= 0x4e00 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7a3)) /* Han, Hangul */
        return common[c >> 6] >> (c & 63) & 1 ? POINTS_COMMON : POINTS_RARE;
    return is_usual(c) ? 0 : POINTS_STRANGE;
}

static long wide_points(const struct wide *row, const struct sample *s)
{
    lxb_codepoint_t character[SAMPLE];
    uint64_t common[1 << 10] = { 0 };
    bool japanese = strcmp(row->charset, "Shift_JIS") == 0 || strcmp(row->charset, "EUC-JP") == 0;
    for (const char16_t *c = row->common; *c; c++)
        common[*c >> 6] |= UINT64_C(1) << (*c & 63);
    size_t n = characters_of(row->charset, s->byte, s->n, character);
    long points = 0;
    for (size_t i = 0; i < n; i++)
        points += character_points(character[i], common, japanese);
    return points;
}

static const char *best_set(const struct sample *s)
{
    const char *best = alphabet[0].charset;
    long most = LONG_MIN;
    struct set set = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(alphabet); i++) {
        if (i == 0 || strcmp(alphabet[i].charset, alphabet[i - 1].charset) != 0)
            read_set(&set, alphabet[i].charset);
        bool usual = strcmp(alphabet[i].charset, alphabet[0].charset) == 0;
        long points = alphabet_points(&alphabet[i], &set, s) + (usual ? POINTS_USUAL : 0);
        if (points > most) {
            most = points;
            best = alphabet[i].charset;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(wide); i++) {
        long points = wide_points(&wide[i], s);
        if (points > most) {
            most = points;
            best = wide[i].charset;
        }
    }
    return best;
}

/* Valid UTF-8 but for a few places: a cut or pasted page. */
static bool is_nearly_utf8(struct str bytes)
{
    const char *at = bytes.ptr, *end = at + bytes.len;
    size_t good = 0, broken = 0;
    while (at < end) {
        uint32_t c;
        unsigned n = utf8_next(at, end, &c);
        good += n > 1;
        broken += n == 1 && (*at & 0x80);
        at += n;
    }
    return good > broken * BROKEN_SHARE;
}

static bool is_iso_2022_jp(struct str bytes)
{
    if (!bytes.len || !memchr(bytes.ptr, '\033', bytes.len)) /* hardly any page has one */
        return false;
    size_t into = str_find(bytes, STR("\033$B"), 0);
    if (into == SIZE_MAX)
        into = str_find(bytes, STR("\033$@"), 0);
    return into != SIZE_MAX
           && (str_find(bytes, STR("\033(B"), into) != SIZE_MAX || str_find(bytes, STR("\033(J"), into) != SIZE_MAX);
}

/* A text in UTF-16 has zeros at every other byte of its ASCII, and at one side only. */
static const char *utf16_set(struct str bytes)
{
    size_t zeros[2] = { 0 }, n = MIN(bytes.len, (size_t)UTF16_PROBE);
    for (size_t i = 0; i < n; i++)
        zeros[i & 1] += bytes.ptr[i] == 0;
    if (zeros[0] + zeros[1] < n / 4 || n < 4 || (zeros[0] && zeros[1]))
        return NULL;
    return zeros[1] ? "UTF-16LE" : "UTF-16BE";
}

static size_t first_high(struct str bytes)
{
    size_t i = 0;
    uint64_t eight;
    for (; i + sizeof eight <= bytes.len; i += sizeof eight) {
        memcpy(&eight, bytes.ptr + i, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    while (i < bytes.len && !(bytes.ptr[i] & 0x80))
        i++;
    return i;
}

struct charset detector_charset(struct str bytes)
{
    const char *utf16 = utf16_set(bytes);
    if (utf16)
        return (struct charset){ .name = utf16, .source = "detected" };
    size_t start = first_high(bytes);
    if (start == bytes.len) {
        bool japanese = is_iso_2022_jp(str_sub(bytes, 0, LIMIT_SNIFF_BYTES));
        return (struct charset){ .name = japanese ? "ISO-2022-JP" : "UTF-8",
                                 .source = japanese ? "detected" : "default",
                                 .valid = !japanese };
    }
    if (utf8_valid(bytes))
        return (struct charset){ .name = "UTF-8", .source = "detected", .valid = true };
    start = start < AROUND ? 0 : start - AROUND;
    struct str near = str_sub(bytes, start, start + LIMIT_SNIFF_BYTES);
    if (is_nearly_utf8(near))
        return (struct charset){ .name = "UTF-8", .source = "detected" };
    struct sample sample = { .n = 0 };
    take_sample(&sample, near);
    return (struct charset){ .name = best_set(&sample), .source = "detected" };
}
