/* In: a sentence. Out: whether it is of a ticker: "DAX 15,204.10 +0.71 %", or a rate of exchange: "EUR/USD 1.0845". A figure, a sign and a
 * percentage are written alike in any language, and so is a rate. A large table of them, or one that is most of its page, is what the page
 * is about. Whoever asks knows whether the figures are others on most visits: those of an office of statistics, written in the same way,
 * are not. */
#include "judge/ticker.h"

enum { BOX_WORDS = 80, PAGE_SHARE = 3, LINES_LEAST = 2, BOX_BYTES = 2048 };

/* Bytes of the sign that ends before `end`; 0: there is none. */
static size_t sign_bytes(struct str text, size_t end)
{
    static const struct str signs[] = { STR_INIT("+"), STR_INIT("-"), STR_INIT("−"), STR_INIT("±"), STR_INIT("▲"), STR_INIT("▼") };
    for (size_t i = 0; i < ARRAY_LEN(signs); i++)
        if (str_ends(str_sub(text, 0, end), signs[i]))
            return signs[i].len;
    return 0;
}

static size_t before_blanks(struct str text, size_t end)
{
    while (end && text.ptr[end - 1] == ' ')
        end--;
    return end;
}

/* Whether a number with a sign ends before the percent sign at `at`: "+0,71 %", "▼ 1.2%". */
static bool is_move(struct str text, size_t at)
{
    size_t end = before_blanks(text, at), from = end;
    while (from && (byte_is_digit(text.ptr[from - 1]) || text.ptr[from - 1] == ',' || text.ptr[from - 1] == '.'))
        from--;
    return from < end && sign_bytes(text, before_blanks(text, from));
}

/* Whether a number has as many digits behind the mark at `at` as only rates have: "1.0845". */
static bool is_rate(struct str text, size_t at)
{
    enum { DIGITS = 4 };
    size_t end = at + 1;
    while (end < text.len && byte_is_digit(text.ptr[end]))
        end++;
    return (text.ptr[at] == '.' || text.ptr[at] == ',') && at && byte_is_digit(text.ptr[at - 1]) && end - at > DIGITS;
}

static bool has_move(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((text.ptr[i] == '%' && is_move(text, i)) || is_rate(text, i))
            return true;
    return false;
}

/* Rows or items of the box that have such a figure, however many: by how much one thing rose today and this year is no ticker. */
static uint32_t count_lines(const struct page *p, uint32_t box)
{
    static const uint32_t lines[] = { TAG_TR, TAG_LI, TAG_DD };
    uint32_t n = 0, end = p->first_word[p->dom.node[box].end];
    for (uint32_t from = p->first_word[box], to; from < end; from = to) {
        AUTO(buf) text = BUF(BOX_BYTES);
        uint32_t line = page_around(p, p->word[from].node, lines, ARRAY_LEN(lines));
        to = from + 1;
        while (to < end && page_around(p, p->word[to].node, lines, ARRAY_LEN(lines)) == line)
            to++;
        page_words_line(p, from, to, &text);
        n += line != NONE && line > box && !text.over && has_move(buf_str(&text));
    }
    return n;
}

bool ticker_around(const struct page *p, uint32_t sentence)
{
    static const uint32_t boxes[] = { TAG_TABLE, TAG_UL, TAG_OL, TAG_DL };
    uint32_t box = page_around(p, p->word[p->sentence[sentence].word].node, boxes, ARRAY_LEN(boxes));
    if (box == NONE)
        return false;
    uint32_t words = p->first_word[p->dom.node[box].end] - p->first_word[box];
    return words <= BOX_WORDS && PAGE_SHARE * words <= p->n_words && count_lines(p, box) >= LINES_LEAST;
}
