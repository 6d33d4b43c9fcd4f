/* In: text. Out: a tree of lines, or of rows and cells. One pass each, O(bytes). */
#include "page/plain.h"

#include "page/markdown.h"
#include "page/markdown_html.h"

/* Long lines wrap, since a reader on a phone cannot scroll sideways, and empty lines keep their height. */
static const struct str lines_style = STR_INIT("pre{white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4;font-family:monospace}"
                                               "pre>*{min-height:1.2em;margin:0;font-size:inherit}");
static const struct str table_style = STR_INIT("table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.15em .5em;"
                                               "text-align:left;vertical-align:top;white-space:pre-wrap}");

void plain_open(struct dom_builder *b, struct str style)
{
    dom_open(b, TAG_HTML, SPACE_HTML);
    dom_open(b, TAG_HEAD, SPACE_HTML);
    plain_element(b, TAG_STYLE, style);
    dom_close(b);
    dom_open(b, TAG_BODY, SPACE_HTML);
}

void plain_element(struct dom_builder *b, uint32_t tag, struct str text)
{
    dom_open(b, tag, SPACE_HTML);
    dom_text(b, text);
    dom_close(b);
}

/* ---- Lines ---- */

/* The next line without its end, which is LF, CR LF or CR. */
static struct str next_line(struct str *rest)
{
    size_t n = 0;

    while (n < rest->len && rest->ptr[n] != '\n' && rest->ptr[n] != '\r')
        n++;
    struct str line = str_sub(*rest, 0, n);
    bool pair = n + 1 < rest->len && rest->ptr[n] == '\r' && rest->ptr[n + 1] == '\n';
    *rest = str_sub(*rest, n + (pair ? 2 : 1), rest->len);
    return line;
}

static bool is_fence(struct str line)
{
    return str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
}

/* Rows for programs stand in a header: they are not what the text is about. */
static void add_matter(struct dom_builder *b, struct str rest)
{
    bool inside = false;
    while (rest.len && !dom_is_full(b)) {
        struct str line = next_line(&rest);
        bool read = markdown_is_read(line);
        if (inside && read)
            dom_close(b);
        else if (!inside && !read)
            dom_open(b, TAG_HEADER, SPACE_HTML);
        inside = !read;
        plain_element(b, TAG_DIV, markdown_row(b->arena, line));
    }
    if (inside)
        dom_close(b);
}

/* As many lines that nobody sees as the style or script before `rest` has. */
static void add_style(struct dom_builder *b, struct str style)
{
    while (style.len && !dom_is_full(b))
        markdown_html_hide(b, next_line(&style), true);
}

/* A paragraph in Markdown: one block where its lines are wrapped, else one for each. Empty lines keep the count of lines right. */
static void add_paragraph(struct dom_builder *b, const struct markdown_paragraph *p)
{
    struct str rest = p->text;
    if (p->wrapped) {
        markdown_block(b, TAG_DIV, rest);
        next_line(&rest);
    }
    while (rest.len && !dom_is_full(b)) {
        struct str line = next_line(&rest);
        if (p->wrapped)
            plain_element(b, TAG_DIV, STR(""));
        else if (markdown_is_style(line))
            markdown_html_hide(b, line, true);
        else
            markdown_block(b, markdown_tag(line), line);
    }
}

static void add_markdown(struct dom_builder *b, struct str rest)
{
    bool code = false;
    while (rest.len && !dom_is_full(b)) {
        struct str now = rest, line = next_line(&rest);
        size_t style = code ? 0 : markdown_style(now);
        code ^= is_fence(line); /* a comment of a shell in a block of code is no heading */
        if (style) {
            add_style(b, str_sub(now, 0, style));
            rest = str_sub(now, style, now.len);
        } else if (code || is_fence(line)) {
            plain_element(b, TAG_DIV, line);
        } else {
            struct markdown_paragraph p = markdown_paragraph(now);
            add_paragraph(b, &p);
            rest = str_sub(now, p.text.len, now.len);
        }
    }
}

void plain_lines(struct dom_builder *b, const struct plain_source *source)
{
    struct str matter = markdown_matter(source), rest = source->text;
    size_t before = (size_t)(matter.ptr - rest.ptr);

    plain_open(b, lines_style);
    dom_open(b, TAG_PRE, SPACE_HTML);
    for (struct str first = str_sub(rest, 0, before); first.len && !dom_is_full(b);)
        plain_element(b, TAG_DIV, next_line(&first));
    add_matter(b, matter);
    rest = str_sub(rest, before + matter.len, rest.len);
    bool markdown = markdown_is(source);
    if (markdown)
        add_markdown(b, rest);
    while (rest.len && !markdown && !dom_is_full(b))
        plain_element(b, TAG_DIV, next_line(&rest));
    dom_close(b);
    dom_close(b);
    dom_close(b);
}

/* ---- Tables ---- */

struct table_reader {
    struct str rest;
    char separator;
};

/* The separator that the first line has most of, outside of quotes; of several a tab, which no text has by chance. */
static char find_separator(struct str text)
{
    static const char candidates[] = { '\t', ',', ';', '|' };
    unsigned count[sizeof candidates] = { 0 }, best = 0;
    bool quoted = false;

    for (size_t at = 0; at < text.len && (quoted || (text.ptr[at] != '\n' && text.ptr[at] != '\r')); at++) {
        quoted ^= text.ptr[at] == '"';
        for (unsigned k = 0; !quoted && k < sizeof candidates; k++)
            count[k] += text.ptr[at] == candidates[k];
    }
    for (unsigned k = 1; k < sizeof candidates; k++)
        if (count[k] > count[best])
            best = k;
    return candidates[best];
}

/* What stands between quotes, `from` past the first one; *end is past the last. Two quotes in it are one. */
static struct str quoted_text(struct arena *a, struct str text, size_t from, size_t *end)
{
    size_t at = from, doubled = 0;

    while (at < text.len && (text.ptr[at] != '"' || (at + 1 < text.len && text.ptr[at + 1] == '"'))) {
        bool twice = text.ptr[at] == '"';
        doubled += twice;
        at += twice ? 2 : 1;
    }
    *end = at < text.len ? at + 1 : at;
    if (!doubled)
        return str_sub(text, from, at);
    char *copy = NEW_ARRAY_RAW(a, char, at - from);
    size_t n = 0;
    for (size_t k = from; k < at; k++) {
        copy[n++] = text.ptr[k];
        k += text.ptr[k] == '"';
    }
    return (struct str){ copy, n };
}

/* The next field; *last where its row ends with it. */
static struct str next_field(struct arena *a, struct table_reader *r, bool *last)
{
    struct str text = r->rest, field;
    size_t end = 0;

    if (text.len && text.ptr[0] == '"')
        field = quoted_text(a, text, 1, &end);
    size_t from = end;
    while (end < text.len && text.ptr[end] != r->separator && text.ptr[end] != '\n' && text.ptr[end] != '\r')
        end++;
    if (from == 0)
        field = str_sub(text, 0, end); /* what stands behind a closing quote is lost, as in other readers */
    *last = end == text.len || text.ptr[end] != r->separator;
    r->rest = str_sub(text, end, text.len);
    if (*last)
        next_line(&r->rest);
    else
        r->rest = str_sub(r->rest, 1, r->rest.len);
    return field;
}

/* Whether the first row names the columns: every cell has a name, and none is a number. */
static bool has_header(struct arena *a, struct table_reader r)
{
    for (bool last = false; !last;) {
        struct str field = str_trim(next_field(a, &r, &last));

        if (field.len == 0 || (field.ptr[0] >= '0' && field.ptr[0] <= '9') || field.ptr[0] == '-')
            return false;
    }
    return r.rest.len > 0;
}

void plain_table(struct dom_builder *b, const struct plain_source *source)
{
    struct table_reader r = { .rest = source->text, .separator = find_separator(source->text) };
    uint32_t tag = has_header(b->arena, r) ? TAG_TH : TAG_TD;

    plain_open(b, table_style);
    dom_open(b, TAG_TABLE, SPACE_HTML);
    dom_open(b, TAG_TBODY, SPACE_HTML);
    while (r.rest.len && !dom_is_full(b)) {
        dom_open(b, TAG_TR, SPACE_HTML);
        for (bool last = false; !last && !dom_is_full(b);)
            plain_element(b, tag, next_field(b->arena, &r, &last));
        dom_close(b);
        tag = TAG_TD;
    }
    dom_close(b);
    dom_close(b);
    dom_close(b);
    dom_close(b);
}
