/* Any bytes as what a browser sends: a query, a form, cookies. The first line is the content type. What comes out lies within what came in,
 * and fields that are coded again are read as the same. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "serve/form.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void code(struct buf *out, struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        buf_addf(out, "%%%02x", (unsigned char)s.ptr[i]);
}

static void read_query(struct arena *a, struct str bytes)
{
    AUTO(buf) again = BUF((size_t)64 << 20);
    struct http_form f, g;
    struct err e = { 0 };
    if (form_read(a, bytes, &f, &e)) {
        must(e.text[0]);
        return;
    }
    must(f.n <= FORM_FIELDS_MAX);
    for (uint32_t i = 0; i < f.n; i++) {
        must(f.item[i].name.len + f.item[i].value.len <= bytes.len);
        buf_add(&again, i ? STR("&") : STR(""));
        code(&again, f.item[i].name);
        buf_add_char(&again, '=');
        code(&again, f.item[i].value);
    }
    must(form_read(a, buf_str(&again), &g, &e) == 0 && g.n == f.n);
    for (uint32_t i = 0; i < f.n; i++)
        must(str_eq(f.item[i].name, g.item[i].name) && str_eq(f.item[i].value, g.item[i].value));
    must(form_number(&f, "n") >= 0);
}

static bool lies_in(struct str part, struct str whole)
{
    return part.len == 0 || memmem(whole.ptr, whole.len, part.ptr, part.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = (size_t)256 << 20 };
    struct str rest = { (const char *)data, size }, bytes = rest, type = str_cut(&rest, '\n');
    struct http_form f;
    struct err e = { 0 };

    read_query(&a, bytes);
    if (form_read_multipart(&a, type, rest, &f, &e) == 0) {
        must(f.n <= FORM_FIELDS_MAX);
        for (uint32_t i = 0; i < f.n; i++)
            must(lies_in(f.item[i].value, rest) && lies_in(f.item[i].name, rest));
    }
    must(lies_in(cookie_value(bytes, "weft"), bytes));
    must(form_decode(&a, bytes, false).len <= bytes.len);
    return 0;
}
