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

static uint32_t count_moves(struct str text)
{
    uint32_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += (text.ptr[i] == '%' && is_move(text, i)) || is_rate(text, i);
    return n;
}

bool ticker_around(const struct page *p, uint32_t sentence)
{
    static const uint32_t boxes[] = { TAG_TABLE, TAG_UL, TAG_OL, TAG_DL };
    AUTO(buf) text = BUF(BOX_BYTES);
    uint32_t box = page_around(p, p->word[p->sentence[sentence].word].node, boxes, ARRAY_LEN(boxes));
    if (box == NONE)
        return false;
    uint32_t word = p->first_word[box], end = p->first_word[p->dom.node[box].end];
    if (end - word > BOX_WORDS || PAGE_SHARE * (end - word) > p->n_words)
        return false;
    page_words_line(p, word, end, &text);
    return !text.over && count_moves(buf_str(&text)) >= LINES_LEAST;
}
