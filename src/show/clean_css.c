/* Style sheets and declarations that may be written again.
 *
 * In: CSS of a page, however broken. Out: the same CSS, less what could act or deceive, by one pass over its tokens:
 *  1. There is no '<' in it: "\3c " in strings and names, the sides of (width < 1px) exchanged, else a space. So nothing in it ends a style
 *     element or begins a tag, whichever way it is read.
 *  2. Every url() and @import has an address that was made absolute and judged; "about:invalid" stands for one that may not be loaded.
 *  3. Names that weft's own parts have cannot be chosen by it; what old browsers ran (expression, behavior, -moz-binding) has another name.
 * Escapes are read as a browser does before a name or an address is judged. O(bytes). */
#include "base/limits.h"
#include "base/utf8.h"
#include "parse/url.h"
#include "show/clean.h"

/* A condition longer than this is not turned round. */
enum { CONDITION_MAX = 256 };

struct scan {
    struct arena *arena;
    struct str base, css;
    size_t at;
    struct buf *out;
    bool import; /* the next string is the address of a style sheet */
};

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'
           || (unsigned char)c >= 0x80;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : byte_lower(c) >= 'a' && byte_lower(c) <= 'f' ? byte_lower(c) - 'a' + 10 : -1;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r' || c == '\f';
}

/* Reads the escape whose backslash is at `at`: the character to *out, unless that is NULL. Returns what follows it. */
static size_t read_escape(struct str css, size_t at, struct buf *out)
{
    uint32_t code = 0;
    size_t from = ++at;

    while (at < css.len && at < from + 6 && hex_digit(css.ptr[at]) >= 0)
        code = code * 16 + (uint32_t)hex_digit(css.ptr[at++]);
    if (at > from) {
        char bytes[4];
        size_t n = utf8_put(bytes, code && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? code : 0xfffd);
        if (out)
            buf_add_bytes(out, bytes, n);
        return at < css.len && byte_is_space(css.ptr[at]) ? at + 1 : at;
    }
    if (at < css.len && out && !is_line_end(css.ptr[at]))
        buf_add_char(out, css.ptr[at]);
    return at < css.len ? at + 1 : at;
}

/* The position behind a string or comment that starts at `at`, SIZE_MAX where it has no end; `at` itself where none starts. */
static size_t skip_quoted(struct str css, size_t at)
{
    char c = css.ptr[at];

    if (c == '/' && at + 1 < css.len && css.ptr[at + 1] == '*') {
        size_t end = str_find(css, STR("*/"), at + 2);
        return end == SIZE_MAX ? end : end + 2;
    }
    if (c != '"' && c != '\'')
        return at;
    while (++at < css.len && css.ptr[at] != c && !is_line_end(css.ptr[at]))
        at += css.ptr[at] == '\\';
    return at < css.len ? at + 1 : SIZE_MAX;
}

/* Text with another in the place of every '<'. */
static void add_without_tags(struct buf *out, struct str text, struct str instead)
{
    while (text.len) {
        struct str plain = str_cut(&text, '<');
        buf_add(out, plain);
        if (text.ptr > plain.ptr + plain.len)
            buf_add(out, instead);
    }
}

/* The value of a quoted string, or of what stands in url() without quotes. */
static struct str decode(struct scan *s, struct str text)
{
    AUTO(buf) plain = BUF(LIMIT_PAGE_BYTES);
    struct str value = STR("");

    if (!memchr(text.ptr, '\\', text.len))
        return text;
    for (size_t at = 0; at < text.len;) {
        if (text.ptr[at] == '\\')
            at = read_escape(text, at, &plain);
        else
            buf_add_char(&plain, text.ptr[at++]);
    }
    return buf_take(&plain, s->arena, &value, NULL) ? STR("") : value;
}

/* An address in quotes that nothing in it can end. */
static void add_address(struct scan *s, struct str given)
{
    struct str address = str_trim(given);

    if (s->base.len && address.len && address.ptr[0] != '#')
        address = url_resolve(s->arena, s->base, address);
    if (!clean_address(address, CLEAN_FETCH))
        address = STR("about:invalid");
    buf_add_char(s->out, '"');
    for (size_t k = 0; k < address.len; k++) {
        char c = address.ptr[k];
        if (c == '"' || c == '\\' || c == '<' || (unsigned char)c < ' ')
            buf_addf(s->out, "\\%x ", (unsigned char)c);
        else
            buf_add_char(s->out, c);
    }
    buf_add_char(s->out, '"');
}

static void pass_quoted(struct scan *s)
{
    size_t end = skip_quoted(s->css, s->at);
    struct str text = str_sub(s->css, s->at, end);
    bool comment = text.ptr[0] == '/';

    s->at = end == SIZE_MAX ? s->css.len : end;
    if (comment) {
        add_without_tags(s->out, text, STR(" "));
        buf_add(s->out, end == SIZE_MAX ? STR("*/") : STR(""));
    } else if (s->import) {
        add_address(s, decode(s, str_sub(text, 1, text.len - (end != SIZE_MAX))));
        s->import = false;
    } else {
        add_without_tags(s->out, text, STR("\\3c "));
        buf_add(s->out, end == SIZE_MAX ? str_sub(text, 0, 1) : STR(""));
    }
}

/* What stands in url( ), which begins at s->at. */
static void pass_url(struct scan *s)
{
    while (s->at < s->css.len && byte_is_space(s->css.ptr[s->at]))
        s->at++;
    bool quoted = s->at < s->css.len && (s->css.ptr[s->at] == '"' || s->css.ptr[s->at] == '\'');
    if (quoted) {
        s->import = true;
        pass_quoted(s);
        return;
    }
    size_t end = s->at;
    while (end < s->css.len && s->css.ptr[end] != ')')
        end += 1 + (s->css.ptr[end] == '\\');
    add_address(s, decode(s, str_sub(s->css, s->at, end)));
    s->at = end < s->css.len ? end : s->css.len;
    s->import = false;
}

/* Whether a name is one that CSS of a page may not use. */
static bool is_reserved(struct str name)
{
    static const struct str acting[] = { STR_INIT("expression"), STR_INIT("behavior"), STR_INIT("-moz-binding") };

    for (size_t k = 0; k < ARRAY_LEN(acting); k++)
        if (str_eq_nocase(name, acting[k]))
            return true;
    return str_starts_nocase(name, STR("data-weft")) || str_starts_nocase(name, STR("weft-"))
           || str_starts_nocase(name, STR("--weft"));
}

/* A name: of a selector, a property, a function, a rule. */
static void pass_name(struct scan *s)
{
    size_t from = s->at;
    bool escaped = false;

    while (s->at < s->css.len && (is_name_byte(s->css.ptr[s->at]) || s->css.ptr[s->at] == '\\')) {
        bool escape = s->css.ptr[s->at] == '\\';
        escaped |= escape;
        s->at = escape ? read_escape(s->css, s->at, NULL) : s->at + 1;
    }
    struct str text = str_sub(s->css, from, s->at), name = escaped ? decode(s, text) : text;
    if (is_reserved(name))
        buf_add(s->out, STR("x-"));
    add_without_tags(s->out, text, STR("3c "));
    if (from && s->css.ptr[from - 1] == '@')
        s->import = str_eq_nocase(name, STR("import"));
    if (str_eq_nocase(name, STR("url")) && s->at < s->css.len && s->css.ptr[s->at] == '(') {
        buf_add_char(s->out, '(');
        s->at++;
        pass_url(s);
    }
}

static void pass_tokens(struct scan *s);

/* (1px < width <= 9px) as (9px >= width > 1px); false where there is no such condition at s->at. */
static bool pass_condition(struct scan *s)
{
    struct str rest = str_sub(s->css, s->at + 1, s->at + CONDITION_MAX), parts[3];
    bool equal[3] = { false };
    size_t n = 0, end = 0, from = 0;

    for (; end < rest.len && rest.ptr[end] != ')'; end++) {
        char c = rest.ptr[end];
        if (c == '(' || c == '"' || c == '\'' || c == '\\' || c == '/' || c == '{' || c == '>' || (c == '<' && n == 2))
            return false;
        if (c != '<')
            continue;
        parts[n] = str_sub(rest, from, end);
        equal[n] = end + 1 < rest.len && rest.ptr[end + 1] == '=';
        from = end + 1 + equal[n++];
    }
    if (end >= rest.len || !n || from > end)
        return false;
    parts[n] = str_sub(rest, from, end);
    buf_add_char(s->out, '(');
    for (size_t k = n + 1; k-- > 0;) {
        struct scan part = { s->arena, s->base, str_trim(parts[k]), 0, s->out, false };
        pass_tokens(&part);
        if (k)
            buf_add(s->out, equal[k - 1] ? STR(" >= ") : STR(" > "));
    }
    buf_add_char(s->out, ')');
    s->at += end + 2;
    return true;
}

static void pass_tokens(struct scan *s)
{
    while (s->at < s->css.len) {
        char c = s->css.ptr[s->at];

        if (skip_quoted(s->css, s->at) != s->at) {
            pass_quoted(s);
        } else if (is_name_byte(c) || c == '\\') {
            pass_name(s);
        } else if (c != '(' || !pass_condition(s)) {
            if (c == ';' || c == '{' || c == '}')
                s->import = false;
            buf_add_char(s->out, c == '<' ? ' ' : c);
            s->at++;
        }
    }
}

void clean_css(struct arena *a, struct str base, struct str css, struct buf *out)
{
    struct scan s = { a, base, css, 0, out, false };

    pass_tokens(&s);
}

bool clean_css_ends(struct str css)
{
    unsigned open = 0;

    for (size_t at = 0; at < css.len;) {
        size_t next = skip_quoted(css, at);
        if (next == SIZE_MAX)
            return false;
        if (next > at) {
            at = next;
            continue;
        }
        char c = css.ptr[at++];
        if (c == '\\' && at++ >= css.len)
            return false;
        open += c == '(' || c == '[' || c == '{';
        if ((c == ')' || c == ']' || c == '}') && !open--)
            return false;
    }
    return open == 0;
}
