/* In: the first bytes of a page. Out: the label of a character set.
 *
 * The standard's algorithm, step by step, on a cursor that never passes the end. Cost: O(1024). */
#include "parse/meta.h"

#include <lexbor/encoding/encoding.h>

enum { PRESCAN_BYTES = 1024 };

struct cursor {
    const char *at, *end;
};

struct attribute {
    struct str name, value; /* as written: case does not count */
};

static bool is_letter(char c)
{
    char lower = byte_lower(c);
    return lower >= 'a' && lower <= 'z';
}

static bool looking_at(const struct cursor *c, struct str text)
{
    return str_starts_nocase(str_span(c->at, c->end), text);
}

static void skip_past(struct cursor *c, char stop)
{
    const char *found = memchr(c->at, stop, (size_t)(c->end - c->at));
    c->at = found ? found + 1 : c->end;
}

static void skip_spaces(struct cursor *c)
{
    while (c->at < c->end && byte_is_space(*c->at))
        c->at++;
}

static struct str quoted_value(struct cursor *c)
{
    const char *from = c->at + 1, *found = memchr(from, *c->at, (size_t)(c->end - from));
    c->at = found ? found + 1 : c->end;
    return found ? str_span(from, found) : (struct str){ "", 0 };
}

static struct str attribute_value(struct cursor *c)
{
    skip_spaces(c);
    if (c->at == c->end || *c->at != '=')
        return (struct str){ "", 0 };
    c->at++;
    skip_spaces(c);
    if (c->at < c->end && (*c->at == '"' || *c->at == '\''))
        return quoted_value(c);
    const char *from = c->at;
    while (c->at < c->end && !byte_is_space(*c->at) && *c->at != '>')
        c->at++;
    return str_span(from, c->at);
}

/* "Get an attribute": false at the end of the tag, which is passed. */
static bool next_attribute(struct cursor *c, struct attribute *out)
{
    while (c->at < c->end && (byte_is_space(*c->at) || *c->at == '/'))
        c->at++;
    if (c->at == c->end)
        return false;
    if (*c->at == '>') {
        c->at++;
        return false;
    }
    const char *from = c->at;
    while (c->at < c->end && !byte_is_space(*c->at) && *c->at != '/' && *c->at != '>' && (*c->at != '=' || c->at == from))
        c->at++;
    out->name = str_span(from, c->at);
    out->value = attribute_value(c);
    return true;
}

static bool is_set(struct str label)
{
    return label.len && lxb_encoding_data_by_pre_name((const lxb_char_t *)label.ptr, label.len);
}

/* The attributes of one <meta>: the label it declares, or empty. */
static struct str meta_label(struct cursor *c)
{
    struct attribute attribute;
    struct str none = { "", 0 }, charset = none, content = none;
    bool got_pragma = false, got_content = false, got_charset = false, got_equiv = false;
    while (next_attribute(c, &attribute)) {
        if (!got_equiv && str_eq_nocase(attribute.name, STR("http-equiv"))) {
            got_equiv = true;
            got_pragma = str_eq_nocase(attribute.value, STR("content-type"));
        } else if (!got_content && str_eq_nocase(attribute.name, STR("content"))) {
            got_content = true;
            content = meta_content_charset(attribute.value);
        } else if (!got_charset && str_eq_nocase(attribute.name, STR("charset"))) {
            got_charset = true;
            charset = attribute.value;
        }
    }
    if (got_charset)
        return charset;
    return got_pragma ? content : none;
}

static void skip_tag(struct cursor *c)
{
    struct attribute ignored;
    while (c->at < c->end && !byte_is_space(*c->at) && *c->at != '>')
        c->at++;
    while (next_attribute(c, &ignored)) {
    }
}

static void skip_comment(struct cursor *c)
{
    struct str rest = str_span(c->at, c->end);
    size_t end = str_find(rest, STR("-->"), 2); /* the dashes of <!-- may be those of --> */
    c->at = end == SIZE_MAX ? c->end : c->at + end + 3;
}

static bool at_meta(const struct cursor *c)
{
    return looking_at(c, STR("<meta")) && c->end - c->at > 5 && (byte_is_space(c->at[5]) || c->at[5] == '/');
}

struct str meta_charset(struct str bytes)
{
    struct cursor c = { bytes.ptr, bytes.len ? bytes.ptr + (bytes.len < PRESCAN_BYTES ? bytes.len : PRESCAN_BYTES) : bytes.ptr };
    while (c.at < c.end) {
        c.at = memchr(c.at, '<', (size_t)(c.end - c.at));
        if (!c.at || c.end - c.at < 2)
            break;
        bool closing = c.at[1] == '/';
        if (looking_at(&c, STR("<!--"))) {
            skip_comment(&c);
        } else if (at_meta(&c)) {
            c.at += 6;
            struct str label = meta_label(&c);
            if (is_set(label))
                return label;
        } else if (c.end - c.at > 2 && is_letter(c.at[closing ? 2 : 1])) {
            skip_tag(&c);
        } else if (closing || c.at[1] == '!' || c.at[1] == '?') {
            skip_past(&c, '>');
        } else {
            c.at++;
        }
    }
    return (struct str){ "", 0 };
}

struct str meta_content_charset(struct str content)
{
    for (size_t at = 0; (at = str_find_nocase(content, STR("charset"), at)) != SIZE_MAX;) {
        at += strlen("charset");
        struct cursor c = { content.ptr + at, content.ptr + content.len };
        skip_spaces(&c);
        if (c.at == c.end || *c.at != '=')
            continue;
        c.at++;
        skip_spaces(&c);
        if (c.at < c.end && (*c.at == '"' || *c.at == '\''))
            return quoted_value(&c);
        const char *from = c.at;
        while (c.at < c.end && !byte_is_space(*c.at) && *c.at != ';')
            c.at++;
        return str_span(from, c.at);
    }
    return (struct str){ "", 0 };
}
