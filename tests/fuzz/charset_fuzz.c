/* Any bytes: a character set is found, they become valid UTF-8, and as HTML or XML they give a whole tree.
 *
 * The first byte says what the server said; the rest are the page. */
#include <stdlib.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "parse/charset.h"
#include "parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_tree(const struct dom *d)
{
    must(dom_check(d) == NULL);
    must(d->encoding && d->encoding_source);
    for (uint32_t i = 0; i < d->n; i++)
        must(d->node[i].kind == NODE_ELEMENT || utf8_valid(node_text(&d->node[i])));
    for (uint32_t i = 0; i < d->n_attr; i++)
        must(utf8_valid(attr_value(&d->attr[i])));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const type[] = { "",
                                        "text/html",
                                        "text/html; charset=utf-8",
                                        "application/xml",
                                        "text/html; charset=shift_jis",
                                        "text/html; charset=gb18030",
                                        "text/html; charset=\"iso-2022-jp\"",
                                        "image/svg+xml; charset=utf-16le" };
    AUTO(arena) a = { .budget_bytes = MIB(256) };
    struct symbols symbols;
    struct dom d;
    struct err e = { 0 };
    if (size == 0)
        return 0;
    struct parse_source source = {
        .bytes = { (const char *)data + 1, size - 1 },
        .content_type = str_of(type[data[0] % ARRAY_LEN(type)]),
    };
    struct charset charset = charset_of(source.bytes, source.content_type);
    struct str text;
    must(charset_name(str_of(charset.name)) && strcmp(charset_name(str_of(charset.name)), charset.name) == 0);
    must(charset_decode(&a, source.bytes, charset, &text, &e) == 0);
    must(utf8_valid(text));
    symbols_open(&symbols, &a);
    if (parse_page(&a, &symbols, &source, &d, &e) == 0)
        check_tree(&d);
    else
        must(e.code == E_LIMIT);
    return 0;
}
