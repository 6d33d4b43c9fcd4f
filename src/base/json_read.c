/* JSON text to a tree, without recursion: open arrays and objects stand on a small stack, their items on a growing one.
 *
 *     pending   [ 1 2 "a" | "k": true ]        values read whose container is still open
 *     open           ^         ^               where each open container's first item lies in it
 *
 * When a container ends, its items move from `pending` into the arena in one piece, and the container itself is pending then.
 * Invariants:
 *  1. `at` never passes `end`; every branch that goes on has moved it, so the loop ends.
 *  2. The values above open[depth - 1].first are the items of the innermost container, in order.
 * Cost: O(bytes). */
#include "base/json_read.h"

#include "base/utf8.h"
#include "base/vec.h"

struct container {
    uint32_t first; /* of its items in pending */
    bool object;
};

struct reader {
    struct arena *arena, *scratch;
    const char *start, *at, *end;
    VEC(struct json_value) pending;
    struct container open[JSON_READ_DEPTH];
    unsigned depth;
    struct err *err;
};

/* Says what is wrong, and where: lines and columns count from 1, columns in bytes. */
static int bad_at(struct reader *r, const char *where, const char *what)
{
    size_t line = 1;
    const char *line_start = r->start;

    for (const char *c = r->start; c < where; c++) {
        if (*c != '\n')
            continue;
        line++;
        line_start = c + 1;
    }
    return err_set(r->err, E_FORMAT, "not JSON: line %zu, column %zu: %s", line, (size_t)(where - line_start) + 1, what);
}

static int bad(struct reader *r, const char *what)
{
    return bad_at(r, r->at, what);
}

static void skip_space(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t' || *r->at == '\r'))
        r->at++;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = byte_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits behind "\u"; `at` stands on the first. */
static int read_unit(struct reader *r, uint32_t *out)
{
    uint32_t unit = 0;

    for (int i = 0; i < 4; i++) {
        int digit = r->at < r->end ? hex_digit(*r->at) : -1;
        if (digit < 0)
            return bad(r, "\\u needs four hexadecimal digits");
        unit = unit * 16 + (uint32_t)digit;
        r->at++;
    }
    *out = unit;
    return 0;
}

/* One character written as \uXXXX, or as two of them where it lies above U+FFFF. */
static int read_unicode(struct reader *r, char **to)
{
    uint32_t character = 0, low = 0;
    int failed = read_unit(r, &character);

    if (failed)
        return failed;
    if (character >= 0xd800 && character < 0xe000) {
        if (character >= 0xdc00 || r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u')
            return bad(r, "half of a surrogate pair");
        r->at += 2;
        if ((failed = read_unit(r, &low)))
            return failed;
        if (low < 0xdc00 || low >= 0xe000)
            return bad(r, "half of a surrogate pair");
        character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
    }
    *to += utf8_put(*to, character);
    return 0;
}

/* `at` stands behind the backslash. */
static int read_escape(struct reader *r, char **to)
{
    static const char letter[] = "bfnrt\"\\/", meaning[] = "\b\f\n\r\t\"\\/";
    const char *found = r->at < r->end && *r->at ? strchr(letter, *r->at) : NULL;

    if (found) {
        *(*to)++ = meaning[found - letter];
        r->at++;
        return 0;
    }
    if (r->at == r->end || *r->at != 'u')
        return bad(r, "no such escape");
    r->at++;
    return read_unicode(r, to);
}

/* The closing quote of the string whose inside starts at `at`; *escaped where there is a backslash before it. */
static const char *string_end(const struct reader *r, bool *escaped)
{
    const char *c = r->at;

    *escaped = false;
    while (c < r->end && *c != '"') {
        if (*c == '\\') {
            *escaped = true;
            c++;
        }
        c += c < r->end;
    }
    return c;
}

/* Inside a string every byte but the escapes stands for itself; control characters must be escaped. */
static int check_plain(struct reader *r, const char *stop)
{
    for (const char *c = r->at; c < stop; c++)
        if ((unsigned char)*c < 0x20)
            return bad_at(r, c, "a control character in a string");
    if (!utf8_valid(str_span(r->at, stop)))
        return bad(r, "a string that is not UTF-8");
    return 0;
}

static int read_string(struct reader *r, struct str *out)
{
    bool escaped;
    const char *stop;
    int failed;

    r->at++;
    stop = string_end(r, &escaped);
    if (stop == r->end)
        return bad(r, "a string without end");
    if ((failed = check_plain(r, stop)))
        return failed;
    *out = str_span(r->at, stop);
    if (escaped) {
        /* Every escape is longer than what it stands for. */
        char *text = arena_array_raw(r->arena, out->len, 1), *to = text;
        while (r->at < stop) {
            if (*r->at != '\\') {
                *to++ = *r->at++;
                continue;
            }
            r->at++;
            if ((failed = read_escape(r, &to)))
                return failed;
        }
        *out = str_span(text, to);
    }
    r->at = stop + 1;
    return 0;
}

static bool skip_digits(struct reader *r)
{
    const char *from = r->at;

    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return r->at > from;
}

static int read_number(struct reader *r, struct str *out)
{
    const char *from = r->at;

    r->at += *r->at == '-';
    if (r->at < r->end && *r->at == '0')
        r->at++;
    else if (!skip_digits(r))
        return bad(r, "a number needs digits");
    if (r->at < r->end && *r->at == '.') {
        r->at++;
        if (!skip_digits(r))
            return bad(r, "a number needs digits behind its point");
    }
    if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
        r->at++;
        r->at += r->at < r->end && (*r->at == '+' || *r->at == '-');
        if (!skip_digits(r))
            return bad(r, "a number needs digits in its exponent");
    }
    *out = str_span(from, r->at);
    return 0;
}

static int read_literal(struct reader *r, struct json_value *v)
{
    static const struct {
        struct str word;
        uint8_t kind;
        bool truth;
    } literals[] = {
        { STR_INIT("true"), JSON_BOOL, true },
        { STR_INIT("false"), JSON_BOOL, false },
        { STR_INIT("null"), JSON_NULL, false },
    };

    for (size_t i = 0; i < ARRAY_LEN(literals); i++) {
        if (!str_starts(str_span(r->at, r->end), literals[i].word))
            continue;
        v->kind = literals[i].kind;
        v->truth = literals[i].truth;
        r->at += literals[i].word.len;
        return 0;
    }
    return bad(r, r->at == r->end ? "the text ends too early" : "no value starts like this");
}

/* A key and its colon, where the innermost container is an object. */
static int read_key(struct reader *r, struct str *key)
{
    int failed;

    if (!r->depth || !r->open[r->depth - 1].object)
        return 0;
    if (r->at == r->end || *r->at != '"')
        return bad(r, "a key in quotes is due");
    if ((failed = read_string(r, key)))
        return failed;
    skip_space(r);
    if (r->at == r->end || *r->at != ':')
        return bad(r, "a colon is due");
    r->at++;
    skip_space(r);
    return 0;
}

/* Takes the items of the innermost container from `pending`; the container is the last value there then. */
static void close_container(struct reader *r)
{
    const struct container *c = &r->open[--r->depth];
    uint32_t n = r->pending.n - c->first;
    struct json_value *v = &r->pending.item[c->first - 1];

    v->n = n;
    v->item = NEW_ARRAY_RAW(r->arena, struct json_value, n);
    if (n)
        memcpy(v->item, v + 1, n * sizeof *v);
    r->pending.n = c->first;
    r->at++;
}

static bool at_end_of_container(const struct reader *r)
{
    return r->depth && r->at < r->end && *r->at == (r->open[r->depth - 1].object ? '}' : ']');
}

/* Adds one value. *opened where it is a container, which is then the innermost one and may end at once. */
static int read_value(struct reader *r, bool *opened)
{
    struct json_value v = { .kind = JSON_NULL };
    int failed = read_key(r, &v.key);
    char c = r->at < r->end ? *r->at : '\0';

    *opened = c == '{' || c == '[';
    if (failed)
        return failed;
    if (*opened) {
        if (r->depth == JSON_READ_DEPTH)
            return bad(r, "nested too deep");
        v.kind = c == '{' ? JSON_OBJECT : JSON_ARRAY;
        r->at++;
    } else if (c == '"') {
        v.kind = JSON_STR;
        failed = read_string(r, &v.str);
    } else if (c == '-' || (c >= '0' && c <= '9')) {
        v.kind = JSON_NUMBER;
        failed = read_number(r, &v.str);
    } else {
        failed = read_literal(r, &v);
    }
    *VEC_ADD(r->scratch, &r->pending) = v;
    if (*opened)
        r->open[r->depth++] = (struct container){ r->pending.n, c == '{' };
    return failed;
}

/* Behind a value: ends of containers, then a comma or the end of the text. */
static int read_between(struct reader *r)
{
    skip_space(r);
    while (at_end_of_container(r)) {
        close_container(r);
        skip_space(r);
    }
    if (!r->depth)
        return r->at == r->end ? 0 : bad(r, "something stands behind the value");
    if (r->at == r->end)
        return bad(r, "the text ends too early");
    if (*r->at != ',')
        return bad(r, r->open[r->depth - 1].object ? "a comma or } is due" : "a comma or ] is due");
    r->at++;
    skip_space(r);
    return 0;
}

static int read_all(struct reader *r)
{
    int failed;

    skip_space(r);
    do {
        bool opened;

        if (arena_over(r->arena) || arena_over(r->scratch))
            return arena_room(r->arena, SIZE_MAX / 2, r->err);
        if ((failed = read_value(r, &opened)))
            return failed;
        skip_space(r);
        if (opened && !at_end_of_container(r))
            continue;
        if ((failed = read_between(r)))
            return failed;
    } while (r->depth);
    return 0;
}

int json_read(struct arena *a, struct str text, struct json_value *out, struct err *e)
{
    ARENA_SPACE(space, 1024);
    AUTO(arena) scratch = ARENA_IN(space);
    const char *start = text.len ? text.ptr : "";
    struct reader r = { .arena = a, .scratch = &scratch, .start = start, .at = start, .end = start + text.len, .err = e };
    scratch.budget_bytes = a->budget_bytes;
    int failed = read_all(&r);

    if (failed)
        return failed;
    *out = r.pending.item[0];
    return 0;
}

const struct json_value *json_get(const struct json_value *object, struct str key)
{
    if (!object || object->kind != JSON_OBJECT)
        return NULL;
    for (uint32_t i = 0; i < object->n; i++)
        if (str_eq(object->item[i].key, key))
            return &object->item[i];
    return NULL;
}

bool json_text(const struct json_value *v, struct str *out)
{
    if (!v || v->kind != JSON_STR)
        return false;
    *out = v->str;
    return true;
}

bool json_whole(const struct json_value *v, uint64_t max, uint64_t *out)
{
    return v && v->kind == JSON_NUMBER && str_number(v->str, max, out);
}
