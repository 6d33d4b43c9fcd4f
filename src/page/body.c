/* In: bytes and their type. Out: a page. Cost: that of page_read(). */
#include "page/body.h"

#include "base/limits.h"
#include "base/utf8.h"

static bool has(struct str type, const char *part)
{
    return str_find_nocase(type, str_of(part), 0) != SIZE_MAX;
}

bool body_is_page(struct str type)
{
    return type.len == 0 || has(type, "html") || has(type, "xml");
}

static bool is_text(struct str type)
{
    return str_starts_nocase(type, STR("text/")) || has(type, "json") || has(type, "javascript") || has(type, "yaml");
}

/* Text as a page: every line stays a line. */
static int read_text(struct arena *a, struct symbols *symbols, const struct body *body, struct page *out, struct err *e)
{
    AUTO(buf) b = BUF(LIMIT_PAGE_BYTES);
    struct str html;
    buf_add(&b, STR("<!DOCTYPE html><meta charset=utf-8><pre>\n"));
    buf_add_escaped(&b, body->bytes);
    buf_add(&b, STR("</pre>"));
    int code = buf_take(&b, a, &html, e);
    return code ? code : page_read(a, symbols, &(struct parse_source){ .bytes = html, .no_xml = true }, body->url, out, e);
}

int body_read(struct arena *a, struct symbols *symbols, const struct body *body, struct page *out, bool *readable, struct err *e)
{
    *readable = true;
    if (body_is_page(body->content_type)) {
        struct parse_source source = { .bytes = body->bytes, .content_type = body->content_type };
        return page_read(a, symbols, &source, body->url, out, e);
    }
    if (is_text(body->content_type) && utf8_valid(body->bytes))
        return read_text(a, symbols, body, out, e);
    *readable = false;
    return 0;
}
