/* A chunk is filled until a space comes; then it goes to this line if it fits, else to the next. A chunk that fits no line stands alone
 * on one and is not broken. Columns count as terminals do: ideographs and most emoji take two, combining marks none. O(bytes). */
#include "show/wrap.h"

#include "base/utf8.h"

/* ECMA-48 SGR, and what stands for it where there are no colours. */
static const struct {
    struct str color, open, close;
} styles[] = {
    [WRAP_PLAIN] = { STR_INIT(""), STR_INIT(""), STR_INIT("") },
    [WRAP_OLD] = { STR_INIT("\033[31m"), STR_INIT("[-"), STR_INIT("-]") },
    [WRAP_NEW] = { STR_INIT("\033[32m"), STR_INIT("{+"), STR_INIT("+}") },
    [WRAP_MOVED] = { STR_INIT("\033[35m"), STR_INIT(""), STR_INIT("") },
    [WRAP_NOTE] = { STR_INIT("\033[2m"), STR_INIT(""), STR_INIT("") },
    [WRAP_PLACE] = { STR_INIT("\033[36m"), STR_INIT(""), STR_INIT("") },
    [WRAP_HEAD] = { STR_INIT("\033[1m"), STR_INIT(""), STR_INIT("") },
};
static const struct str plain_again = STR_INIT("\033[0m");

/* East Asian Wide and Fullwidth (UAX 11), in the ranges that matter for text. */
static const struct range {
    uint32_t first, last;
} wide[] = {
    { 0x1100, 0x115f }, { 0x2e80, 0x303e },   { 0x3041, 0x33ff },   { 0x3400, 0x4dbf },   { 0x4e00, 0x9fff },
    { 0xa000, 0xa4cf }, { 0xac00, 0xd7a3 },   { 0xf900, 0xfaff },   { 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },
    { 0xffe0, 0xffe6 }, { 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f900, 0x1faff }, { 0x20000, 0x3fffd },
};

static unsigned columns_of(uint32_t character)
{
    if (character < 0x300)
        return 1;
    if (char_class(character) == CHAR_MARK)
        return 0;
    for (size_t i = 0; i < ARRAY_LEN(wide); i++)
        if (character >= wide[i].first && character <= wide[i].last)
            return 2;
    return 1;
}

/* Bytes that are not UTF-8 are taken for C1 by some terminals. */
static bool is_unsafe(uint32_t character)
{
    return char_is_unsafe(character) || character == 0xfffd;
}

void wrap_drop(struct wrap *w)
{
    buf_drop(&w->chunk);
}

static void add_color(struct buf *b, const struct wrap *w, enum wrap_style style)
{
    if (w->color && style != WRAP_PLAIN)
        buf_add(b, styles[style].color);
}

static void new_line(struct wrap *w)
{
    if (w->color && w->chunk_style != WRAP_PLAIN)
        buf_add(w->out, plain_again);
    buf_add_char(w->out, '\n');
    for (unsigned i = 0; i < w->indent; i++)
        buf_add_char(w->out, ' ');
    add_color(w->out, w, w->chunk_style);
    w->column = w->indent;
    w->started = w->space_due = false;
}

static void flush(struct wrap *w)
{
    if (w->chunk.len == 0)
        return;
    if (w->width && w->chunk_columns && w->started && w->column + w->space_due + w->chunk_columns > w->width) {
        new_line(w);
    } else if (w->space_due) {
        buf_add_char(w->out, ' ');
        w->column++;
    }
    buf_add(w->out, buf_str(&w->chunk));
    w->column += w->chunk_columns;
    w->started |= w->chunk_columns > 0;
    w->space_due = false;
    buf_clear(&w->chunk);
    w->chunk_columns = 0;
    w->chunk_style = w->style;
}

void wrap_line(struct wrap *w, struct str start, unsigned indent)
{
    w->indent = indent;
    w->started = w->space_due = false;
    buf_add(w->out, start);
    w->column = (unsigned)start.len;
}

void wrap_add(struct wrap *w, struct str text)
{
    const char *at = text.ptr, *end = text.len ? text.ptr + text.len : text.ptr;

    while (at < end) {
        uint32_t character;
        unsigned n = utf8_next(at, end, &character);

        if (is_unsafe(character)) {
            buf_add_char(&w->chunk, '?');
            w->chunk_columns++;
        } else {
            buf_add_bytes(&w->chunk, at, n);
            w->chunk_columns += columns_of(character);
        }
        at += n;
    }
}

void wrap_words(struct wrap *w, struct str text)
{
    struct str rest = str_trim(text);

    while (rest.len) {
        size_t n = 0;

        while (n < rest.len && !byte_is_space(rest.ptr[n]))
            n++;
        wrap_add(w, str_sub(rest, 0, n));
        rest = str_trim(str_sub(rest, n, rest.len));
        if (rest.len)
            wrap_space(w);
    }
}

void wrap_space(struct wrap *w)
{
    flush(w);
    w->space_due = w->started;
}

void wrap_break(struct wrap *w)
{
    flush(w);
}

static void add_bracket(struct wrap *w, struct str bracket)
{
    buf_add(&w->chunk, bracket);
    w->chunk_columns += (unsigned)bracket.len;
}

void wrap_set(struct wrap *w, enum wrap_style style)
{
    if (style == w->style)
        return;
    if (w->color) {
        if (w->style != WRAP_PLAIN)
            buf_add(&w->chunk, plain_again);
        add_color(&w->chunk, w, style);
    } else {
        add_bracket(w, styles[w->style].close);
        add_bracket(w, styles[style].open);
    }
    w->style = style;
}

void wrap_newline(struct wrap *w)
{
    enum wrap_style style = w->style;

    wrap_set(w, WRAP_PLAIN);
    flush(w);
    new_line(w);
    wrap_set(w, style);
}

void wrap_end(struct wrap *w)
{
    wrap_set(w, WRAP_PLAIN);
    flush(w);
    buf_add_char(w->out, '\n');
    w->chunk_style = WRAP_PLAIN;
}
