/* In: bytes, their type and name. Out: a page. Cost: that of page_read() or less. */
#include "page/body.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "page/build.h"
#include "page/feed.h"
#include "page/plain.h"
#include "parse/charset.h"

enum page_kind body_kind(const struct body *body)
{
    return page_kind_find(&(struct kind_facts){ body->bytes, body->content_type, body->name.len ? body->name : body->url });
}

int body_refuse(const struct body *body, struct err *e)
{
    struct kind_format format = page_kind_format(body->bytes);

    return err_set(e, E_FORMAT, "this is %s%s%.*s%s, and weft reads pages and text only%s%s", format.name,
                   body->content_type.len ? " (" : "", STR_ARG(body->content_type), body->content_type.len ? ")" : "",
                   *format.cure ? ". " : "", format.cure);
}

/* A <meta> in a text is part of the text: it says nothing about its character set. */
static struct charset charset_of_text(const struct body *body)
{
    struct charset charset = charset_of(body->bytes, body->content_type);

    if (strcmp(charset.source, "meta") == 0 && utf8_valid(body->bytes))
        return (struct charset){ .name = "UTF-8", .source = "detected", .valid = true };
    return charset;
}

/* HTML has no NUL in its text, and what is shown is HTML. */
static struct str without_nul(struct arena *a, struct str text)
{
    AUTO(buf) b = BUF(LIMIT_PAGE_BYTES * 3);
    struct str out = text;

    if (text.len == 0 || !memchr(text.ptr, '\0', text.len))
        return text;
    while (text.len) {
        struct str part = str_cut(&text, '\0');
        buf_add(&b, part);
        if (part.ptr + part.len < out.ptr + out.len)
            buf_add(&b, STR("\xef\xbf\xbd"));
    }
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static int read_plain(struct arena *a, struct symbols *symbols, const struct body *body, struct page *p, struct err *e)
{
    struct charset charset = charset_of_text(body);
    struct str text;
    int bad = charset_decode(a, body->bytes, charset, &text, e);

    if (bad)
        return bad;
    struct plain_source source = { without_nul(a, text), body->name.len ? body->name : body->url };
    struct dom_builder b = { .arena = a, .symbols = symbols };
    if (p->kind == KIND_JSON && (bad = plain_json(&b, &source, e)) == E_LIMIT)
        return bad;
    if (bad) {
        p->kind = KIND_TEXT; /* comments, a comma too many, half a file: people still want to see what changed */
        b = (struct dom_builder){ .arena = a, .symbols = symbols };
    }
    if (p->kind == KIND_TABLE)
        plain_table(&b, &source);
    else if (p->kind == KIND_TEXT)
        plain_lines(&b, &source);
    p->dom = (struct dom){ .doctype = STR("html"), .encoding = charset.name, .encoding_source = charset.source };
    if (p->kind == KIND_TEXT)
        p->dom.run = source.text;
    return dom_finish(&b, &p->dom, e);
}

/* A control character that no text has; that of the sets with shifts is one of text. */
static bool is_binary_byte(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\f' && byte != '\r' && byte != 0x1b;
}

static bool has_binary(struct str bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if (is_binary_byte(bytes.ptr[i]))
            return true;
    return false;
}

/* A page without what is no text behind its last tag: a part that a server sent compressed, room that it filled with NULs. Of random bytes
 * one in nine is such a character, so a few at the end tell; a page of a wide character set has them from its beginning. */
static struct str without_binary_tail(struct str bytes)
{
    enum { LEAST = 4, SHARE = 32, TEXT_BYTES = 64, WORDS_BYTES = 8, END_BYTES = 512 };
    size_t first = 0, n = 0;

    if (!has_binary(str_sub(bytes, bytes.len - MIN(bytes.len, (size_t)END_BYTES), bytes.len)))
        return bytes;
    while (first < bytes.len && !is_binary_byte(bytes.ptr[first]))
        first++;
    if (first < TEXT_BYTES || first == bytes.len)
        return bytes;
    for (size_t i = first; i < bytes.len; i++)
        n += is_binary_byte(bytes.ptr[i]);
    if (n < LEAST || n * SHARE < bytes.len - first)
        return bytes;
    size_t end = first;
    while (end > 0 && bytes.ptr[end - 1] != '>' && bytes.ptr[end - 1] != '\n')
        end--;
    bool words = first - end >= WORDS_BYTES && utf8_valid(str_sub(bytes, end, first)); /* a page that breaks off in a line */
    return str_sub(bytes, 0, words ? first : end);
}

static int read_markup(struct arena *a, struct symbols *symbols, const struct parse_source *given, struct str url, struct page *out,
                       struct err *e)
{
    struct parse_source text = *given, *source = &text;
    text.bytes = without_binary_tail(given->bytes);
    struct page p = { .bytes = source->bytes, .address = url, .kind = KIND_MARKUP };
    struct dom dom;
    int bad = parse_page(a, symbols, source, &dom, e);

    if (bad)
        return bad;
    p.dom = dom;
    if (feed_is(&dom)) {
        p.kind = KIND_FEED;
        if ((bad = feed_read(a, &dom, &p.dom, e)))
            return bad;
    }
    if ((bad = page_build(a, &p, e)))
        return bad;
    *out = p;
    return 0;
}

/* A file has no type: a feed without an XML declaration is one by its name, as it would be by what a server says. */
static struct str type_of(const struct body *body)
{
    static const struct str endings[] = { STR_INIT(".rss"), STR_INIT(".atom"), STR_INIT(".xml"), STR_INIT(".rdf") };
    for (size_t i = 0; i < ARRAY_LEN(endings) && body->content_type.len == 0; i++)
        if (str_ends(body->name, endings[i]))
            return STR("application/xml");
    return body->content_type;
}

int body_read_as(struct arena *a, struct symbols *symbols, const struct body *body, enum page_kind kind, struct page *out,
                 struct err *e)
{
    struct parse_source source = { .bytes = body->bytes, .content_type = type_of(body) };
    struct page p = { .bytes = body->bytes, .address = body->url, .kind = kind };
    int bad;

    if (kind == KIND_BINARY)
        return body_refuse(body, e);
    if (kind == KIND_MARKUP || kind == KIND_FEED)
        return read_markup(a, symbols, &source, body->url, out, e);
    if (body->bytes.len > LIMIT_PAGE_BYTES)
        return err_set(e, E_LIMIT, "the file has %zu bytes, more than the %zu MB that weft reads", body->bytes.len,
                       LIMIT_PAGE_BYTES >> 20);
    if ((bad = read_plain(a, symbols, body, &p, e)) || (bad = page_build(a, &p, e)))
        return bad;
    *out = p;
    return 0;
}

int body_read(struct arena *a, struct symbols *symbols, const struct body *body, struct page *out, bool *readable, struct err *e)
{
    enum page_kind kind = body_kind(body);

    *readable = kind != KIND_BINARY;
    return *readable ? body_read_as(a, symbols, body, kind, out, e) : 0;
}

static bool is_anonymous(const struct body *b)
{
    return b->content_type.len == 0 && b->name.len == 0 && b->url.len == 0;
}

int body_read_pair(struct arena *a, struct symbols *symbols, const struct body pair[2], struct page out[2], struct err *e)
{
    enum page_kind kind[2] = { body_kind(&pair[0]), body_kind(&pair[1]) };
    int bad;

    for (int i = 0; i < 2; i++)
        if (kind[i] != KIND_BINARY && (pair[i].bytes.len == 0 || (is_anonymous(&pair[i]) && !is_anonymous(&pair[!i]))))
            kind[i] = kind[!i];
    for (int i = 0; i < 2; i++)
        if ((bad = body_read_as(a, symbols, &pair[i], kind[i], &out[i], e)))
            return err_in(e, "%.*s", STR_ARG(pair[i].name.len ? pair[i].name : pair[i].url));
    for (int i = 0; i < 2; i++)
        if (out[i].kind == KIND_TEXT && out[!i].kind == KIND_JSON)
            return body_read_as(a, symbols, &pair[!i], KIND_TEXT, &out[!i], e);
    return 0;
}
