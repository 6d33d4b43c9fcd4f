/* The JSON writer: a stack of closing brackets and one question, "does a comma come first?".
 *
 * Invariant: after each call the buf holds a prefix of a valid document. Misuse (an end too many, a key outside an object, nesting
 * past JSON_DEPTH_MAX) is a bug of ours and aborts. Text without special characters is added in whole runs. */
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/lanes.h"
#include "base/utf8.h"

void json_open(struct json *j, struct buf *out, unsigned indent)
{
    *j = (struct json){ .out = out, .indent = indent };
}

void json_open_at(struct json *j, struct buf *out, unsigned indent, unsigned depth)
{
    if (depth > JSON_DEPTH_MAX)
        abort();
    *j = (struct json){ .out = out, .indent = indent, .depth = depth, .after_key = true };
}

static void new_line(struct json *j)
{
    if (!j->indent)
        return;
    buf_add_char(j->out, '\n');
    for (unsigned i = 0; i < j->depth * j->indent; i++)
        buf_add_char(j->out, ' ');
}

/* What stands before a key, or a value that has none. */
static void item(struct json *j)
{
    if (j->filled[j->depth])
        buf_add_char(j->out, ',');
    if (j->depth)
        new_line(j);
    j->filled[j->depth] = true;
}

static void value(struct json *j)
{
    if (j->after_key)
        j->after_key = false;
    else if (j->depth ? j->close[j->depth - 1] == '}' : j->filled[0])
        abort(); /* a value without a key, or a second document */
    else
        item(j);
}

static void begin(struct json *j, char open, char close)
{
    value(j);
    if (j->depth == JSON_DEPTH_MAX)
        abort();
    buf_add_char(j->out, open);
    j->close[j->depth++] = close;
    j->filled[j->depth] = false;
}

void json_object(struct json *j)
{
    begin(j, '{', '}');
}

void json_array(struct json *j)
{
    begin(j, '[', ']');
}

void json_end(struct json *j)
{
    if (!j->depth || j->after_key)
        abort();
    bool filled = j->filled[j->depth--];
    if (filled)
        new_line(j);
    buf_add_char(j->out, j->close[j->depth]);
}

static bool is_plain(char c)
{
    return (unsigned char)(c - 0x20) < 0x7f - 0x20 && c != '"' && c != '\\';
}

/* The end of the run of bytes that stand for themselves: ASCII but controls, quote and backslash, and UTF-8 but what a terminal obeys. */
static const char *plain_end(const char *at, const char *end)
{
    for (;;) {
        while (end - at >= LANES) {
            lanes v = lanes_load(at);
            if (lanes_any((lanes)((v < 0x20) | (v == '"') | (v == '\\') | (v >= 0x7f))))
                break;
            at += LANES;
        }
        while (at < end && is_plain(*at))
            at++;
        if (at == end || (unsigned char)*at < 0x80)
            return at;
        do {
            uint32_t character;
            unsigned bytes = utf8_next(at, end, &character);
            if (bytes == 1 || char_is_unsafe(character))
                return at;
            at += bytes;
        } while (at < end && (unsigned char)*at >= 0x80);
    }
}

/* One character that does not stand for itself; returns its bytes. */
static unsigned add_special(struct buf *out, const char *at, const char *end)
{
    static const char brief[] = "\b\f\n\r\t\"\\", letter[] = "bfnrt\"\\";
    uint32_t c;
    unsigned bytes = utf8_next(at, end, &c);
    const char *found = c && c < 0x80 ? strchr(brief, (int)c) : NULL;
    if (found) {
        buf_add_char(out, '\\');
        buf_add_char(out, letter[found - brief]);
    } else if (char_is_unsafe(c)) {
        buf_addf(out, "\\u%04x", (unsigned)c);
    } else {
        buf_add(out, STR("\xef\xbf\xbd")); /* U+FFFD */
    }
    return bytes;
}

static void add_quoted(struct buf *out, struct str s)
{
    const char *at = s.ptr, *end = s.len ? s.ptr + s.len : s.ptr;
    buf_add_char(out, '"');
    while (at < end) {
        const char *stop = plain_end(at, end);
        buf_add_bytes(out, at, (size_t)(stop - at));
        if (stop < end)
            stop += add_special(out, stop, end);
        at = stop;
    }
    buf_add_char(out, '"');
}

void json_key(struct json *j, const char *name)
{
    if (!j->depth || j->close[j->depth - 1] != '}' || j->after_key)
        abort();
    item(j);
    size_t n = 0;
    while (is_plain(name[n])) /* lists have some ten thousand keys, nearly all of them words of ours */
        n++;
    if (name[n] == '\0') {
        buf_add_char(j->out, '"');
        buf_add_bytes(j->out, name, n);
        buf_add_char(j->out, '"');
    } else
        add_quoted(j->out, str_of(name));
    buf_add_char(j->out, ':');
    if (j->indent)
        buf_add_char(j->out, ' ');
    j->after_key = true;
}

void json_str(struct json *j, struct str s)
{
    value(j);
    add_quoted(j->out, s);
}

void json_number(struct json *j, int64_t n)
{
    value(j);
    if (n < 0)
        buf_add_char(j->out, '-');
    buf_add_number(j->out, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

void json_real_digits(struct json *j, double x, unsigned digits)
{
    value(j);
    if (isfinite(x))
        buf_addf(j->out, "%.*g", (int)digits, x);
    else
        buf_add(j->out, STR("null"));
}

void json_real(struct json *j, double x)
{
    json_real_digits(j, x, 6);
}

void json_bool(struct json *j, bool is_true)
{
    value(j);
    buf_add(j->out, is_true ? STR("true") : STR("false"));
}

void json_raw(struct json *j, struct str text)
{
    value(j);
    buf_add(j->out, text);
}

void json_null(struct json *j)
{
    value(j);
    buf_add(j->out, STR("null"));
}

void json_field_str(struct json *j, const char *name, struct str s)
{
    json_key(j, name);
    json_str(j, s);
}

void json_field_number(struct json *j, const char *name, int64_t n)
{
    json_key(j, name);
    json_number(j, n);
}

void json_field_real(struct json *j, const char *name, double x)
{
    json_key(j, name);
    json_real(j, x);
}

void json_field_bool(struct json *j, const char *name, bool is_true)
{
    json_key(j, name);
    json_bool(j, is_true);
}
