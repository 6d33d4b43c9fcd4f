/* Sentences, as section 5.1 of the paper has them: at most one sentence of the language, cut at sentence-breaking markup.
 *
 * In: words. Out: sentence[]. A sentence ends where a break lies (WORD_BREAK: p, li, h1, hr, br, td ..., a line of pre), and after a
 * full stop, question or exclamation mark, with the closing quotes and brackets that follow it, where white space and then a
 * capital, a letter of a script without capitals, a digit, an ideograph or a mark come. The ideographic full stop needs no white
 * space. A point behind a number that opens the sentence ("4.1. The fee", "17. Bonus"), or behind a capital and at most one letter
 * ("St. Mary", "J. Smith"), or behind one of several letters ("z. B."), or behind an abbreviation of abbreviations.def ("incl. VAT",
 * "no. 12"), or in German between a day and its month ("30. November") or behind an ordinal ("zur 31. Sitzung"), or inside a day in
 * numbers ("21. 9. 2026"), ends none, nor do the points that lead from a thing to its price ("Roots ........ 40"). Other abbreviations
 * are not known: "Rev. Smith" is two sentences, which the paper allows ("may be a fragment").
 * Invariant: the sentences cover all words, in order, and none is empty. O(words). */
#include "base/utf8.h"
#include "base/vec.h"
#include "page/build.h"

enum stop { STOP_NONE, STOP_SPACED, STOP_WIDE };
enum {
    ABBREVIATION_LETTERS = 2, /* St., Dr., Nr., J. */
    DAY_DIGITS = 2,
    NUMBER_WORDS = 3,  /* of the number of a clause: 4, 4.1, 4 . 1 */
    LEADER_POINTS = 4, /* more than an ellipsis has */
    ELLIPSIS = 0x2026,
};

static inline enum stop stop_of(uint32_t character)
{
    if (character > '?' && character < 0x80)
        return STOP_NONE; /* most words are ASCII letters */
    switch (character) {
    case '.':
    case '!':
    case '?':
    case ELLIPSIS:
    case 0x0589: /* full stops and question marks of Armenian, Arabic, Urdu, Devanagari, Ethiopic, Khmer */
    case 0x061f:
    case 0x06d4:
    case 0x0964:
    case 0x0965:
    case 0x1362:
    case 0x1367:
    case 0x17d4:
        return STOP_SPACED;
    case 0x3002: /* ideographic full stop, full-width marks */
    case 0xff01:
    case 0xff1f:
    case 0xff61:
        return STOP_WIDE;
    default:
        return STOP_NONE;
    }
}

static bool is_closing(uint32_t character)
{
    return character == ')' || character == ']' || character == '"' || character == '\'' || character == 0x2019
           || character == 0x201d || character == 0xbb || character == 0x300d || character == 0x300f || character == 0xff09;
}

/* Letters of scripts without capitals (Hebrew, Arabic, those of India, Georgian, Hangul ...) may start a sentence; small ones may not. */
static bool has_no_case(uint32_t character)
{
    return (character >= 0x590 && character < 0x10a0) || (character >= 0x10d0 && character < 0x13a0)
           || (character >= 0xac00 && character < 0xd7b0);
}

static bool may_open(uint32_t character)
{
    switch (char_class(character)) {
    case CHAR_LETTER:
        return char_is_upper(character) || has_no_case(character);
    case CHAR_SPACE:
    case CHAR_MARK:
        return false;
    default:
        return true;
    }
}

static inline uint32_t first_character(const struct page *p, uint32_t w)
{
    const struct word *word = &p->word[w];
    uint32_t character = 0;

    if (word->flags & WORD_ATOM)
        return 0;
    utf8_next(p->dom.node[word->node].text + word->at, p->dom.node[word->node].text + word->at + word->len, &character);
    return character;
}

static bool is_number(const struct page *p, uint32_t w)
{
    struct str text = page_word(p, w);

    return !(p->word[w].flags & WORD_ATOM) && text.ptr[0] >= '0' && text.ptr[0] <= '9';
}

static size_t count_letters(struct str word)
{
    size_t n = 0;

    for (size_t i = 0; i < word.len; i++)
        n += ((unsigned char)word.ptr[i] & 0xc0) != 0x80; /* every byte of UTF-8 but those that go on */
    return n;
}

/* The months that begin with a capital behind the point of a day: in German. Other languages write them small. */
static bool is_month(struct str word)
{
    static const struct str months[] = {
        STR_INIT("Januar"),  STR_INIT("Jänner"),   STR_INIT("Februar"),  STR_INIT("März"),   STR_INIT("April"),
        STR_INIT("Mai"),     STR_INIT("Juni"),     STR_INIT("Juli"),     STR_INIT("August"), STR_INIT("September"),
        STR_INIT("Oktober"), STR_INIT("November"), STR_INIT("Dezember"),
    };
    for (size_t i = 0; i < ARRAY_LEN(months); i++)
        if (str_eq(word, months[i]))
            return true;
    return false;
}

/* Words behind which a number with a point is an ordinal, in German: "zur 31. Sitzung". */
static bool leads_to_ordinal(struct str word)
{
    static const struct str words[] = { STR_INIT("der"), STR_INIT("den"), STR_INIT("dem"), STR_INIT("das"), STR_INIT("des"),
                                        STR_INIT("zur"), STR_INIT("zum"), STR_INIT("vom"), STR_INIT("beim") };
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (str_eq_nocase(word, words[i]))
            return true;
    return false;
}

/* Whether `word` is an abbreviation before what begins with `next`. */
static bool is_abbreviation(struct str word, uint32_t next)
{
    static const struct {
        struct str word;
        bool before_number;
    } rows[] = {
#define ALWAYS(text) { STR_INIT(text), false },
#define NUMBER(text) { STR_INIT(text), true },
#include "page/abbreviations.def"
#undef ALWAYS
#undef NUMBER
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (str_eq_nocase(word, rows[i].word))
            return !rows[i].before_number || char_class(next) != CHAR_LETTER;
    return false;
}

/* Whether word w is one letter of ASCII with a point right behind it. */
static bool is_letter_and_point(const struct page *p, uint32_t w)
{
    struct str letter = page_word(p, w);

    return w + 1 < p->n_words && letter.len == 1 && byte_lower(letter.ptr[0]) >= 'a' && byte_lower(letter.ptr[0]) <= 'z'
           && first_character(p, w + 1) == '.' && !(p->word[w + 1].flags & (WORD_SPACE | WORD_BREAK));
}

static bool is_number_of(const struct page *p, uint32_t w, uint32_t digits_least, uint32_t digits_most)
{
    return is_number(p, w) && p->word[w].len >= digits_least && p->word[w].len <= digits_most;
}

/* Whether a day begins at word w that is written in numbers: "21. 9. 2026". */
static bool is_day_in_numbers(const struct page *p, uint32_t w)
{
    enum { WORDS = 5, YEAR_DIGITS = 4 };
    return w + WORDS <= p->n_words && is_number_of(p, w, 1, DAY_DIGITS) && first_character(p, w + 1) == '.'
           && is_number_of(p, w + 2, 1, DAY_DIGITS) && first_character(p, w + 3) == '.'
           && is_number_of(p, w + 4, YEAR_DIGITS, YEAR_DIGITS);
}

/* Whether the point at word w is that of a day or of another ordinal. */
static bool is_ordinal(const struct page *p, uint32_t from, uint32_t w)
{
    if (!is_number(p, w - 1) || p->word[w - 1].len > DAY_DIGITS)
        return false;
    return is_month(page_word(p, w + 1)) || (w > from + 1 && leads_to_ordinal(page_word(p, w - 2))) || is_day_in_numbers(p, w - 1)
           || (w > from + 2 && is_day_in_numbers(p, w - 3));
}

/* Whether the point at word w, in the sentence that starts at `from`, is part of the number of a clause, of an abbreviation or of a day. */
static bool is_inner_point(const struct page *p, uint32_t from, uint32_t w)
{
    struct str before = w > from ? page_word(p, w - 1) : STR("");

    if (!before.len || p->word[w - 1].flags & WORD_ATOM || p->word[w].flags & WORD_SPACE || w + 1 == p->n_words
        || !(p->word[w + 1].flags & WORD_SPACE))
        return false;
    if (char_is_upper(first_character(p, w - 1)) && count_letters(before) <= ABBREVIATION_LETTERS)
        return true;
    if (is_letter_and_point(p, w - 1) && (is_letter_and_point(p, w + 1) || (w > from + 2 && is_letter_and_point(p, w - 3))))
        return true; /* z. B., i. d. R. */
    if (is_abbreviation(before, first_character(p, w + 1)))
        return true;
    if (is_ordinal(p, from, w))
        return true;
    while (p->word[from].flags & WORD_ATOM) /* a drawing before it does not make it less of a number */
        from++;
    return w - from <= NUMBER_WORDS && is_number(p, from) && is_number(p, w - 1);
}

static bool is_same_word(const struct page *p, uint32_t w, uint32_t other)
{
    return other < p->n_words && p->symbol[other] == p->symbol[w];
}

/* Whether the points of word w lead the eye along a line: more of them than an ellipsis has, or several that stand by themselves. */
static bool is_leader(const struct page *p, uint32_t w)
{
    if (!(p->word[w].flags & WORD_SPACE))
        return p->word[w].len >= LEADER_POINTS;
    return p->word[w].len > 1 || is_same_word(p, w, w + 1) || is_same_word(p, w, w - 1);
}

/* Whether a new sentence starts with word w; `stop` is what the words before it left. */
static inline bool starts_sentence(const struct word *word, uint32_t character, enum stop stop)
{
    if (word->flags & WORD_BREAK)
        return true;
    if (stop == STOP_WIDE)
        return !is_closing(character);
    return stop == STOP_SPACED && (word->flags & WORD_SPACE) && may_open(character);
}

/* The end of the sentence that starts with word w. */
static uint32_t sentence_end(const struct page *p, uint32_t w, uint64_t *hash)
{
    uint32_t from = w, character = first_character(p, w);
    enum stop stop = stop_of(character);
    uint64_t sum = 1;

    for (;;) {
        sum = hash_mix(sum, symbols_hash(p->dom.symbols, p->symbol[w]));
        if (++w == p->n_words)
            break;
        character = first_character(p, w);
        if (starts_sentence(&p->word[w], character, stop))
            break;
        if (stop == STOP_NONE || !is_closing(character))
            stop = stop_of(character);
        if ((character == '.' && is_inner_point(p, from, w)) || ((character == '.' || character == ELLIPSIS) && is_leader(p, w)))
            stop = STOP_NONE;
    }
    *hash = sum;
    return w;
}

void build_sentences(struct arena *a, struct page *p)
{
    VEC(struct sentence) sentences = { 0 };

    for (uint32_t w = 0, end; w < p->n_words; w = end) {
        uint64_t hash;

        end = sentence_end(p, w, &hash);
        *VEC_ADD(a, &sentences) = (struct sentence){ .word = w, .end = end, .hash = hash };
    }
    p->sentence = sentences.item;
    p->n_sentences = sentences.n;
}
