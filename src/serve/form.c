/* Queries, forms and cookies, from bytes to fields. O(bytes). */
#include "serve/form.h"

#include "base/vec.h"

struct str form_decode(struct arena *a, struct str coded, bool plus)
{
    char *out = NEW_ARRAY(a, char, coded.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < coded.len; i++) {
        char c = coded.ptr[i];
        int byte = c == '%' ? str_hex_byte(coded, i + 1) : -1;
        out[n++] = byte >= 0 ? (char)byte : plus && c == '+' ? ' ' : c;
        i += byte >= 0 ? 2 : 0;
    }
    return (struct str){ out, n };
}

static int too_many(struct err *e)
{
    return err_set(e, E_LIMIT, "the request has more than %d fields", FORM_FIELDS_MAX);
}

int form_read(struct arena *a, struct str coded, struct http_form *out, struct err *e)
{
    VEC(struct form_field) list = { 0 };

    while (coded.len) {
        struct str value = str_cut(&coded, '&'), name = str_cut(&value, '=');
        if (name.len == 0)
            continue;
        if (list.n == FORM_FIELDS_MAX)
            return too_many(e);
        *VEC_ADD(a, &list) = (struct form_field){ form_decode(a, name, true), form_decode(a, value, true) };
    }
    *out = (struct http_form){ list.item, list.n };
    return 0;
}

/* The value of NAME="..." in a header of a part; empty where there is none. */
static struct str quoted(struct str header, struct str before)
{
    size_t at = str_find_nocase(header, before, 0);

    if (at == SIZE_MAX)
        return STR("");
    struct str rest = str_sub(header, at + before.len, header.len);
    return str_cut(&rest, '"');
}

int form_read_multipart(struct arena *a, struct str type, struct str body, struct http_form *out, struct err *e)
{
    VEC(struct form_field) list = { 0 };
    size_t at = str_find_nocase(type, STR("boundary="), 0);
    struct str boundary = str_sub(type, MIN(at, type.len - 9) + 9, type.len);

    boundary = str_cut(&boundary, ';');
    if (at == SIZE_MAX || boundary.len == 0 || boundary.len > 80)
        return err_set(e, E_FORMAT, "the form has no boundary");
    struct str line = arena_printf(a, "\r\n--%.*s", STR_ARG(boundary));
    body = str_starts(body, str_sub(line, 2, line.len)) ? str_sub(body, line.len - 2, body.len) : STR("");
    while (str_starts(body, STR("\r\n"))) {
        size_t head = str_find(body, STR("\r\n\r\n"), 0), end = str_find(body, line, head == SIZE_MAX ? 0 : head + 2);
        if (head == SIZE_MAX || end == SIZE_MAX || end < head + 4)
            return err_set(e, E_FORMAT, "the form is cut off");
        if (list.n == FORM_FIELDS_MAX)
            return too_many(e);
        *VEC_ADD(a, &list) = (struct form_field){ quoted(str_sub(body, 0, head), STR(" name=\"")), str_sub(body, head + 4, end) };
        body = str_sub(body, end + line.len, body.len);
    }
    *out = (struct http_form){ list.item, list.n };
    return 0;
}

static const struct form_field *find(const struct http_form *f, const char *name)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (str_eq(f->item[i].name, str_of(name)))
            return &f->item[i];
    return NULL;
}

struct str form_value(const struct http_form *f, const char *name)
{
    const struct form_field *field = find(f, name);

    return field ? field->value : STR("");
}

bool form_has(const struct http_form *f, const char *name)
{
    return find(f, name) != NULL;
}

int64_t form_number(const struct http_form *f, const char *name)
{
    uint64_t n = 0;

    return str_number(form_value(f, name), INT64_MAX, &n) ? (int64_t)n : 0;
}

struct record_list form_list(struct arena *a, struct str text, char separator)
{
    VEC(struct str) list = { 0 };

    while (text.len) {
        struct str one = str_trim(str_cut(&text, separator));
        if (one.len)
            *VEC_ADD(a, &list) = one;
    }
    return (struct record_list){ list.item, list.n };
}

struct str cookie_value(struct str header, const char *name)
{
    while (header.len) {
        struct str value = str_cut(&header, ';'), key = str_cut(&value, '=');
        if (str_eq(str_trim(key), str_of(name)))
            return str_trim(value);
    }
    return STR("");
}
