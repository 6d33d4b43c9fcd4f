/* In: the bytes of a page and what the server said of them. Out: a dom.
 *
 * The way: size, character set, XML or HTML. Each step is a file of its own. */
#include "parse/parse.h"

#include "base/limits.h"
#include "parse/charset.h"
#include "parse/html.h"
#include "parse/xml.h"

/* As XML; *done is false where it has to be read as HTML after all. */
static int read_xml(struct arena *a, const struct parse_source *source, struct dom *out, bool *done, struct err *e)
{
    struct charset charset = xml_charset(source->bytes, source->content_type);
    struct str text;
    int code = charset_decode(a, source->bytes, charset, &text, e);
    if (code || (code = xml_parse(a, text, out, done, e)))
        return code;
    out->encoding = charset.name;
    out->encoding_source = charset.source;
    return 0;
}

static int read_html(struct arena *a, const struct parse_source *source, struct dom *out, struct err *e)
{
    struct charset charset = charset_of(source->bytes, source->content_type);
    struct str text;
    int code = charset_decode(a, source->bytes, charset, &text, e);
    if (code || (code = html_parse(a, text, out, e)))
        return code;
    out->encoding = charset.name;
    out->encoding_source = charset.source;
    return 0;
}

int parse_page(struct arena *a, struct symbols *symbols, const struct parse_source *source, struct dom *out, struct err *e)
{
    struct dom d = { .symbols = symbols };
    bool done = false;
    int code = 0;
    if (source->bytes.len > LIMIT_PAGE_BYTES)
        return err_set(e, E_LIMIT, "the page has %zu bytes, more than the %zu MB that weft reads", source->bytes.len,
                       LIMIT_PAGE_BYTES >> 20);
    if (!source->no_xml && xml_wanted(source->bytes, source->content_type))
        code = read_xml(a, source, &d, &done, e);
    if (!code && !done)
        code = read_html(a, source, &d, e);
    if (!code)
        *out = d;
    return code;
}
