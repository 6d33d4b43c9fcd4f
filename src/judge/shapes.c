/* In: a sentence. Out: the shape of each of its words.
 *
 *  1. What a program wrote for programs ("$Id: ...$", an address that stands alone) is one code.
 *  2. Dates, times and prices are found by judge/dates.h.
 *  3. What hangs on a code is a part of it.
 *  4. A number beside words of counters.def is a counter. Where it stands alone, those words are its label: the line before it, in JSON the
 *     name of its member, and in a table the head of its column. */
#include "judge/shapes.h"

#include "base/search.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "page/generated.h"
#include "judge/columns.h"
#include "judge/members.h"
#include "judge/phrases.h"
#include "judge/states.h"

enum {
    TOKEN_BYTES = 6,
    CODE_BYTES = 10,
    LABEL_WORDS = 4,
    REACH_WORDS = 64, /* around a number, marks with them: "12 / 12 / 12" goes on as long as it likes */
};

bool shape_is_foreign(struct str word)
{
    uint32_t character;
    if (utf8_next(word.ptr, word.ptr + word.len, &character) == 0)
        return false;
    enum char_class class = char_class(character);
    return class == CHAR_LETTER || class == CHAR_KATAKANA || class == CHAR_IDEOGRAPH;
}

struct str shape_trim_unseen(struct str word)
{
    static const struct str unseen[] = { STR_INIT("\u200b"), STR_INIT("\ufeff") };
    for (size_t i = 0; i < ARRAY_LEN(unseen); i++) {
        while (str_starts(word, unseen[i]))
            word = str_sub(word, unseen[i].len, word.len);
        while (str_ends(word, unseen[i]))
            word.len -= unseen[i].len;
    }
    return word;
}

bool shape_is_joined(const struct page *p, uint32_t word)
{
    return word && !(p->word[word].flags & (WORD_SPACE | WORD_BREAK | WORD_ATOM))
           && phrases_go_on(page_word(p, word - 1), page_word(p, word));
}

uint32_t shape_run_end(const struct page *p, const struct sentence *s, uint32_t w)
{
    do
        w++;
    while (w < s->end && !(p->word[w].flags & (WORD_SPACE | WORD_BREAK)));
    return w;
}

static bool is_number(struct str word)
{
    return word.len && word.ptr[0] >= '0' && word.ptr[0] <= '9';
}

/* Signs that stand for a word: arrows up and down, circles and squares, stars, ticks and crosses, weather, warnings, and pictures. Arrows
 * that only lead on, and ornaments in the place of brackets, are marks. */
static bool is_picture(uint32_t c)
{
    static const struct {
        uint32_t from, to;
    } rows[] = { { 0x2191, 0x2191 }, { 0x2193, 0x2193 }, { 0x2196, 0x2199 }, { 0x25a0, 0x25bc }, { 0x25bd, 0x25ff },
                 { 0x2600, 0x26ff }, { 0x2700, 0x2767 }, { 0x2b1b, 0x2b1c }, { 0x2b50, 0x2b55 }, { 0x1f300, 0x1faff } };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (c >= rows[i].from && c <= rows[i].to)
            return true;
    return false;
}

/* "-500" is not "500"; in "7-9" and "A - 3" the same mark is something else. */
static bool is_minus(const struct page *p, uint32_t w)
{
    struct str word = page_word(p, w);
    bool alone = w == 0 || (p->word[w].flags & WORD_SPACE) || p->word[w - 1].node != p->word[w].node;
    bool joined = w + 1 < p->n_words && !(p->word[w + 1].flags & WORD_SPACE) && is_number(page_word(p, w + 1));
    return (str_eq(word, STR("-")) || str_eq(word, STR("\xe2\x88\x92"))) && alone && joined;
}

static bool is_sign(struct str word)
{
    uint32_t character;
    return word.len && utf8_next(word.ptr, word.ptr + word.len, &character) && is_picture(character);
}

static enum word_shape shape_of_word(struct str word)
{
    word = shape_visible(word);
    if (word.len >= TOKEN_BYTES && generated(word))
        return SHAPE_TOKEN;
    if (is_number(word))
        return SHAPE_NUMBER;
    if (shape_is_letters(word))
        return SHAPE_LETTERS;
    return is_sign(word) ? SHAPE_SIGN : SHAPE_MARK;
}

/* Whether a part of the word, which has a shape by itself, is a code. Digits alone may be a telephone number where they are not many. */
static bool has_code(struct str word, enum word_shape shape)
{
    uint64_t number;
    if (shape == SHAPE_LETTERS && !memchr(word.ptr, '.', word.len)) /* as most words: it is not generated */
        return false;
    while (word.len) {
        struct str part = str_cut(&word, '.');
        if (part.len >= TOKEN_BYTES && generated(part) && (part.len >= CODE_BYTES || !str_number(part, UINT64_MAX, &number)))
            return true;
    }
    return false;
}

enum { KNOWN_SHAPE = 15, KNOWN_CODE = 16, KNOWN_QUESTION = 32 };

/* 1 + the shape of the word by itself, KNOWN_CODE where a part of it is a code, and KNOWN_QUESTION where it is that mark. That is of the
 * word, not of where it stands, and found once for all places of both pages. */
static unsigned find_facts(const struct dates *d, uint32_t w)
{
    bool atom = d->page->word[w].flags & WORD_ATOM;
    struct str word = page_word(d->page, w);
    bool choice = atom && d->page->dom.node[d->page->word[w].node].tag == TAG_OPTION; /* of a form: a colour, a size */
    enum word_shape shape = !atom ? shape_of_word(word) : choice ? SHAPE_LETTERS : SHAPE_MARK;
    unsigned found = (1u + shape) | (has_code(word, shape) ? KNOWN_CODE : 0u);
    found |= shape == SHAPE_MARK && str_eq(word, STR("?")) ? KNOWN_QUESTION : 0u;
    if (!atom)
        d->shape[d->page->symbol[w]] = (uint8_t)found;
    return found;
}

static inline unsigned facts_of(const struct dates *d, uint32_t w)
{
    unsigned known = d->shape[d->page->symbol[w]];
    return known && !(d->page->word[w].flags & WORD_ATOM) ? known : find_facts(d, w);
}

static enum word_shape shape_of(const struct dates *d, uint32_t w)
{
    enum word_shape found = (enum word_shape)((facts_of(d, w) & KNOWN_SHAPE) - 1);
    bool atom = d->page->word[w].flags & WORD_ATOM;
    return found == SHAPE_MARK && !atom && is_minus(d->page, w) ? SHAPE_SIGN : found;
}

static bool is_in_listing(const struct page *p, uint32_t node)
{
    static const uint32_t tags[] = { TAG_PRE, TAG_CODE };
    return page_around(p, node, tags, ARRAY_LEN(tags)) != NONE;
}

/* "{{ name }}", "{% if %}", "{"columns":[]}": what a template or a script left behind. In a listing it is an example. */
static bool is_left_over(const struct page *p, const struct sentence *s)
{
    if (p->kind != KIND_MARKUP || s->end - s->word < 3)
        return false;
    struct str first = page_word(p, s->word), second = page_word(p, s->word + 1), last = page_word(p, s->end - 1);
    bool opens = str_eq(first, STR("{{")) || (str_eq(first, STR("{")) && (str_eq(second, STR("%")) || str_eq(second, STR("\""))));
    return opens && str_ends(last, STR("}")) && !is_in_listing(p, p->word[s->word].node);
}

/* "$90M: the new bridge" is a price with what it is for, and "$name: the name of the boat" an example. */
bool shape_is_kept(const struct page *p, uint32_t word, uint32_t end)
{
    return word + 3 < end && str_eq(page_word(p, word), STR("$")) && shape_is_letters(page_word(p, word + 1))
           && str_eq(page_word(p, word + 2), STR(":")) && str_eq(page_word(p, end - 1), STR("$"));
}

/* What a program wrote for programs, also "index.html,v 1.133" by itself, and an address that stands alone. */
static bool is_machine_text(const struct dates *d, const struct sentence *s)
{
    const struct page *p = d->page;
    if (is_left_over(p, s))
        return true;
    struct str third = s->word + 2 < s->end ? page_word(p, s->word + 2) : STR("");
    if (shape_is_kept(p, s->word, s->end))
        return true;
    for (uint32_t w = s->word; w + 2 < s->end; w++)
        if (p->symbol[w] == d->comma && !((p->word[w].flags | p->word[w + 1].flags) & (WORD_ATOM | WORD_SPACE))
            && str_eq(page_word(p, w + 1), STR("v")) && is_number(page_word(p, w + 2)))
            return true;
    bool scheme = s->word + 4 < s->end && str_eq(page_word(p, s->word + 1), STR(":")) && str_eq(third, STR("/"))
                  && str_eq(page_word(p, s->word + 3), STR("/"));
    for (uint32_t w = s->word + 1; scheme && w < s->end; w++)
        scheme = !(p->word[w].flags & WORD_SPACE);
    return scheme;
}

/* ---- Codes ---- */

/* The question mark of an address, "/a1.png?v=435"; `end`: it has none. */
static uint32_t query_of(const struct dates *d, uint32_t w, uint32_t end)
{
    bool address = false;
    for (; w < end && !(address && (facts_of(d, w) & KNOWN_QUESTION)); w++)
        address |= str_eq(page_word(d->page, w), STR("/"));
    return w;
}

/* "b416934d-c476-4061-aefd-737e91f8e034": groups of hexadecimal digits, of which one may have letters alone. */
static bool is_hexadecimal(const struct page *p, uint32_t word, uint32_t end)
{
    enum { DIGITS_LEAST = 16 };
    size_t digits = 0;
    for (uint32_t w = word; w < end; w++) {
        struct str group = page_word(p, w);
        for (size_t i = 0; i < group.len; i++)
            if (!strchr("0123456789abcdefABCDEF-", group.ptr[i]))
                return false;
        digits += group.len;
    }
    return digits >= DIGITS_LEAST;
}

static void mark_codes(const struct page *p, uint8_t *shape, uint32_t word, uint32_t end)
{
    bool all = is_hexadecimal(p, word, end);
    for (uint32_t w = word; w < end; w++)
        if (str_has_digit(page_word(p, w)) || (all && shape[w] == SHAPE_LETTERS))
            shape[w] = SHAPE_TOKEN;
}

/* "18.cdb01302.1783816643.17dadec5": what hangs on a code without a space and has a digit is a part of it. In an address what stands behind
 * its question mark is one, however it looks, and says nothing of what stands before it. */
static void spread_codes(const struct dates *d, uint8_t *shape, const struct sentence *s)
{
    for (uint32_t w = s->word, end; w < s->end; w = end) {
        end = shape_run_end(d->page, s, w);
        uint32_t query = query_of(d, w, end);
        bool code = false;
        for (uint32_t i = w; i < query; i++)
            code |= (facts_of(d, i) & KNOWN_CODE) != 0;
        mark_codes(d->page, shape, code ? w : query, end);
    }
}

/* ---- Counters ---- */

/* How far the words around a number that say what it counts have been read. */
struct counter_words {
    uint32_t letters;
    bool parted; /* by a mark: in "3 days - 17 people" the days count no people */
};

/* Whether they reach over a word, too: "44 of 58 people" and "18 out of 20 found this helpful" count people twice. */
static bool reach_over(struct counter_words *c, const struct page *p, const uint8_t *shape, uint32_t w)
{
    enum { OF_WORDS = 2 };
    bool number = shape[w] == SHAPE_NUMBER || shape[w] == SHAPE_COUNT;
    if (shape[w] != SHAPE_LETTERS && shape[w] != SHAPE_MARK && !(number && c->letters <= OF_WORDS && !c->parted))
        return false;
    c->letters += shape[w] == SHAPE_LETTERS;
    c->parted |= shape[w] == SHAPE_MARK && !str_eq(page_word(p, w), STR("/"));
    return true;
}

/* A button is a box of its own: its words do not go on in those behind it, though nothing but a style parts them. */
static bool is_other_button(const struct page *p, uint32_t w)
{
    static const uint32_t tags[] = { TAG_BUTTON };
    return shape_is_joined(p, w) && p->word[w].node != p->word[w - 1].node
           && page_around(p, p->word[w].node, tags, 1) != page_around(p, p->word[w - 1].node, tags, 1);
}

/* "101 ms" as a line or a cell of its own: how long a machine took just now. In a sentence somebody chose it. */
static bool is_measured(const struct page *p, const struct sentence *s, uint32_t w)
{
    struct str word = page_word(p, w);
    bool joined = str_ends(word, STR("ms"));
    uint32_t end = w + (joined ? 1u : 2u);
    if (!joined && (end > s->end || !str_eq(page_word(p, w + 1), STR("ms"))))
        return false;
    return (w == s->word || str_eq(page_word(p, w - 1), STR("|"))) && (end == s->end || str_eq(page_word(p, end), STR("|")));
}

/* Numbers in a row: most are one, and the spaces that part its digits, "12 304". */
struct number_words {
    uint32_t word, end;
};

/* The words from `from` to `to` as a line, with "#" for the number: "read # times", "#x gelesen". */
static void add_around(const struct page *p, uint32_t from, struct number_words n, uint32_t to, struct buf *out)
{
    struct str last = page_word(p, n.end - 1);
    size_t digits = 0;
    while (digits < last.len && strchr("0123456789.,'", last.ptr[digits]))
        digits++;
    page_words_line(p, from, n.word, out);
    if (n.word > from && (p->word[n.word].flags & (WORD_SPACE | WORD_BREAK)))
        buf_add_char(out, ' ');
    buf_add_char(out, '#');
    buf_add(out, str_sub(last, digits, last.len));
    if (n.end < to && (p->word[n.end].flags & WORD_SPACE))
        buf_add_char(out, ' ');
    page_words_line(p, n.end, to, out);
}

/* Whether it is all that a cell holds, below the name of a counter, or with that it is one: "148 times" below "Read", 148 below "Posts". */
static bool is_counted_above(const struct dates *d, const struct sentence *s, struct number_words number)
{
    static const struct str joints[] = { STR_INIT(" "), STR_INIT(": ") };
    AUTO(buf) head = BUF(256);
    if (!columns_head_line(d->page, s, &head))
        return false;
    bool counts = !head.over && counters_named(d->lists, buf_str(&head));
    for (size_t i = 0; i < ARRAY_LEN(joints) && !counts; i++) {
        AUTO(buf) line = BUF(512);
        buf_addf(&line, "%.*s%.*s", STR_ARG(buf_str(&head)), STR_ARG(joints[i]));
        add_around(d->page, s->word, number, s->end, &line);
        counts = !line.over && counters_named(d->lists, buf_str(&line));
    }
    return counts;
}

/* Where a number stands alone: the first word of its label, a short sentence before it. `s` may be a copy, or a part of a sentence, which
 * has a label where it begins one. */
static uint32_t label_of(const struct page *p, const struct sentence *s)
{
    uint32_t i = SEARCH_FIRST(p->sentence, p->n_sentences, word, s->word);
    bool begins = i > 0 && i < p->n_sentences && p->sentence[i].word == s->word;
    return begins && s->word - p->sentence[i - 1].word <= LABEL_WORDS ? p->sentence[i - 1].word : s->word;
}

/* Whether the words around say that the numbers count something. */
static bool is_counted(const struct dates *d, const uint8_t *shape, const struct sentence *s, struct number_words number)
{
    AUTO(buf) text = BUF(1024);
    const struct page *p = d->page;
    uint32_t from = number.word, to = number.end;
    struct counter_words before = { 0 }, behind = { 0 };
    while (from > s->word && number.word - from < REACH_WORDS && before.letters < LABEL_WORDS
           && reach_over(&before, p, shape, from - 1))
        from--;
    while (to < s->end && to - number.end < REACH_WORDS && behind.letters <= LABEL_WORDS && !is_other_button(p, to)
           && reach_over(&behind, p, shape, to))
        to++;
    bool alone = before.letters + behind.letters == 0, with_unit = before.letters == 0 && behind.letters == 1;
    if ((alone || with_unit) && is_counted_above(d, s, number))
        return true;
    add_around(p, alone ? MIN(from, label_of(p, s)) : from, number, to, &text);
    return !text.over && counters_named(d->lists, buf_str(&text));
}

/* What stands around them is the same for all numbers of a row, and looked at once. */
static void find_counters(const struct dates *d, uint8_t *shape, const struct sentence *s)
{
    struct number_words row = { s->word, s->word };
    for (uint32_t w = s->word; w < s->end; w = MAX(row.end, w + 1)) {
        row = (struct number_words){ w, w };
        while (row.end < s->end && shape[row.end] == SHAPE_NUMBER)
            row.end++;
        bool counted = row.end > w && is_counted(d, shape, s, row);
        for (uint32_t i = w; i < row.end; i++)
            if (counted || is_measured(d->page, s, i) || member_counts_at(d->page, i))
                shape[i] = SHAPE_COUNT;
    }
}

void shapes_find(const struct dates *dates, uint8_t *shape, const struct sentence *sentence)
{
    if (is_machine_text(dates, sentence)) {
        memset(shape + sentence->word, SHAPE_TOKEN, sentence->end - sentence->word);
        return;
    }
    bool code = false, number = false;
    for (uint32_t w = sentence->word, end; w < sentence->end; w = end) {
        struct dates_run run = { 0 };
        if (dates_may_begin(dates, w))
            run = dates_find(dates, w, sentence->end);
        if (run.n)
            memset(shape + w, run.price ? SHAPE_PRICE : SHAPE_TIME, run.n);
        else
            shape[w] = (uint8_t)shape_of(dates, w);
        number |= shape[w] == SHAPE_NUMBER;
        for (end = w + MAX(run.n, 1u); w < end; w++)
            code |= (facts_of(dates, w) & (KNOWN_CODE | KNOWN_QUESTION)) != 0;
    }
    if (code)
        spread_codes(dates, shape, sentence);
    if (number)
        find_counters(dates, shape, sentence);
}

bool shape_parts(struct str word)
{
    static const struct str marks[] = { STR_INIT(";"), STR_INIT("|"), STR_INIT("·"), STR_INIT("•"),  STR_INIT("–"),
                                        STR_INIT("—"), STR_INIT("("), STR_INIT(")"), STR_INIT("；"), STR_INIT("／") };
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        if (str_eq(word, marks[i]))
            return true;
    return false;
}

bool shape_ends_sentence(struct str text)
{
    static const struct str marks[] = { STR_INIT("."), STR_INIT("!"), STR_INIT("。"), STR_INIT("！"), STR_INIT("।") };
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        if (str_ends(text, marks[i]))
            return true;
    return false;
}

bool shape_is_hex(struct str word)
{
    enum { HEX_BYTES = 6 };
    for (size_t i = 0; i < word.len; i++)
        if (!((word.ptr[i] >= '0' && word.ptr[i] <= '9') || (word.ptr[i] >= 'a' && word.ptr[i] <= 'f')))
            return false;
    return word.len >= HEX_BYTES;
}

uint64_t shapes_letters(const struct page *p, const struct sentence *s)
{
    enum { WORDS = 2 };
    uint64_t hash = 0;
    uint32_t n = 0;
    for (uint32_t w = s->word; w < s->end; w++)
        if (shape_is_letters(page_word(p, w))) {
            hash = hash_mix(hash, p->symbol[w]);
            n++;
        }
    return n < WORDS ? 0 : hash;
}
