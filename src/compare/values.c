/* In: two values of one attribute. Out: whether a browser makes the same of both. Lists are short, so that each is looked for in the other:
 * O(names squared), up to NAMES_MAX of them; beyond that only equal bytes are equal. */
#include "compare/values.h"

#include "base/arena.h"

enum {
    NAMES_MAX = 256,  /* names in one value; generated class lists have dozens */
    STYLE_MAX = 8192, /* bytes of a style attribute that is taken apart */
};

static struct str next_word(struct str *rest)
{
    size_t from = 0, to;

    while (from < rest->len && byte_is_space(rest->ptr[from]))
        from++;
    for (to = from; to < rest->len && !byte_is_space(rest->ptr[to]);)
        to++;
    struct str word = str_sub(*rest, from, to);
    *rest = str_sub(*rest, to, rest->len);
    return word;
}

struct str names_cut(struct str *list)
{
    return next_word(list);
}

bool text_alike(struct str was, struct str now)
{
    struct str x, y;

    do {
        x = next_word(&was), y = next_word(&now);
        if (!str_eq(x, y))
            return false;
    } while (x.len);
    return true;
}

bool word_alike(struct str was, struct str now)
{
    return str_eq_nocase(str_trim(was), str_trim(now));
}

static struct str bare_number(struct str value)
{
    value = str_trim(value);
    if (value.len > 2 && str_eq_nocase(str_sub(value, value.len - 2, value.len), STR("px")))
        value = str_trim(str_sub(value, 0, value.len - 2));
    if (value.len && value.ptr[0] == '+')
        value = str_sub(value, 1, value.len);
    while (value.len > 1 && value.ptr[0] == '0' && value.ptr[1] >= '0' && value.ptr[1] <= '9')
        value = str_sub(value, 1, value.len);
    return value;
}

bool number_alike(struct str was, struct str now)
{
    return str_eq_nocase(bare_number(was), bare_number(now));
}

bool names_have(struct str list, struct str name)
{
    struct str other;

    while ((other = next_word(&list)).len)
        if (str_eq(other, name))
            return true;
    return false;
}

/* Whether every name of one is in the other. */
static bool holds_all(struct str list, struct str other)
{
    struct str name;

    for (unsigned n = 0; (name = next_word(&list)).len; n++)
        if (n == NAMES_MAX || !names_have(other, name))
            return false;
    return true;
}

bool names_alike(struct str was, struct str now)
{
    return str_eq(was, now) || (holds_all(was, now) && holds_all(now, was));
}

/* ---- CSS ---- */

/* Up to the next semicolon that stands in no quotes and no brackets: url(data:image/png;base64,...) has one inside. */
static struct str next_declaration(struct str *rest)
{
    size_t at = 0, depth = 0;
    char quote = 0;

    for (; at < rest->len; at++) {
        char c = rest->ptr[at];
        if (quote) {
            quote = c == quote ? 0 : quote;
            continue;
        }
        if (c == '"' || c == '\'')
            quote = c;
        depth += c == '(';
        depth -= c == ')' && depth;
        if (c == ';' && !depth)
            break;
    }
    struct str found = str_sub(*rest, 0, at);
    *rest = str_sub(*rest, MIN(at + 1, rest->len), rest->len);
    return found;
}

/* A word, a text in quotes, or a sign that needs no gaps around it. */
static struct str next_token(struct str *rest)
{
    const char *signs = ",:!()", *quotes = "\"'";
    size_t from = 0, to;

    while (from < rest->len && byte_is_space(rest->ptr[from]))
        from++;
    to = MIN(from + 1, rest->len);
    if (from < rest->len && strchr(quotes, rest->ptr[from])) {
        while (to < rest->len && rest->ptr[to] != rest->ptr[from])
            to++;
        to = MIN(to + 1, rest->len);
    } else if (from < rest->len && !strchr(signs, rest->ptr[from])) {
        while (to < rest->len && !byte_is_space(rest->ptr[to]) && !strchr(signs, rest->ptr[to]) && !strchr(quotes, rest->ptr[to]))
            to++;
    }
    struct str token = str_sub(*rest, from, to);
    *rest = str_sub(*rest, to, rest->len);
    return token;
}

/* In quotes and in addresses case counts. */
static bool token_alike(struct str was, struct str now, bool in_url)
{
    bool exact = in_url || (was.len && (was.ptr[0] == '"' || was.ptr[0] == '\'' || str_find(was, STR("/"), 0) != SIZE_MAX));

    return exact ? str_eq(was, now) : str_eq_nocase(was, now);
}

static bool declaration_alike(struct str was, struct str now)
{
    struct str x = STR(""), y;
    bool url = false; /* between "url" and its closing bracket */

    do {
        url = (url || str_eq_nocase(x, STR("url"))) && !str_eq(x, STR(")"));
        x = next_token(&was), y = next_token(&now);
        if (!token_alike(x, y, url))
            return false;
    } while (x.len);
    return true;
}

/* The last value of a property, with what stands behind it. */
static struct str last_value(struct str style, struct str property)
{
    struct str value = STR("");

    while (style.len) {
        struct str found = next_declaration(&style), name = str_cut(&found, ':');
        if (str_eq_nocase(str_trim(name), property))
            value = str_trim(found);
    }
    return value;
}

struct str style_value(struct str style, struct str property)
{
    struct str value = last_value(style, property);

    return str_trim(str_cut(&value, '!'));
}

static bool declares_all(struct str style, struct str other)
{
    for (struct str rest = style, name; rest.len;) {
        struct str found = next_declaration(&rest);

        name = str_trim(str_cut(&found, ':'));
        if (name.len && !declaration_alike(last_value(style, name), last_value(other, name)))
            return false;
    }
    return true;
}

bool style_alike(struct str was, struct str now)
{
    if (was.len > STYLE_MAX || now.len > STYLE_MAX)
        return str_eq(was, now);
    return declares_all(was, now) && declares_all(now, was);
}
