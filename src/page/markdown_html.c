/* In: a text in Markdown. Out: the tags of HTML in it, and which of it is style.
 *
 *  1. A tag ends in the text, and has the name of an element of HTML. Quotes may hold ">".
 *  2. What is hidden is text of a template: it is never markup again, whatever it holds. */
#include "page/markdown_html.h"

#include "parse/tag.h"

enum { TAG_BYTES = 8192, NAME_BYTES = 16, STYLE_BYTES = 1 << 18 }; /* longer ones are data, not written by people */

static bool is_name(char c)
{
    return (byte_lower(c) >= 'a' && byte_lower(c) <= 'z') || (c >= '0' && c <= '9');
}

/* The number of a name in any letters; TAG_NONE: HTML has no such element. */
static uint32_t tag_of(struct dom_builder *b, struct str name)
{
    char low[NAME_BYTES];
    if (name.len == 0 || name.len > sizeof low)
        return TAG_NONE;
    for (size_t i = 0; i < name.len; i++)
        low[i] = byte_lower(name.ptr[i]);
    uint32_t tag = tag_number(b->symbols, (struct str){ low, name.len });
    return tag < TAG_KNOWN ? tag : TAG_NONE;
}

/* Past the ">" that ends the tag; 0: nothing does. */
static size_t find_end(struct str text, size_t at)
{
    char quote = 0;
    for (size_t i = at; i < text.len && i - at < TAG_BYTES; i++) {
        char c = text.ptr[i];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '>')
            return i + 1;
        else if (c == '"' || c == '\'')
            quote = c;
    }
    return 0;
}

static bool find_comment(struct str text, size_t at, struct markdown_html *out)
{
    size_t end = str_find(text, STR("-->"), at);
    *out = (struct markdown_html){ .tag = TAG_NONE, .end = end + 3 };
    return end != SIZE_MAX;
}

bool markdown_html_find(struct dom_builder *b, struct str text, size_t at, struct markdown_html *out)
{
    if (str_starts(str_sub(text, at, text.len), STR("<!--")))
        return find_comment(text, at, out);
    bool closes = at + 1 < text.len && text.ptr[at + 1] == '/';
    size_t from = at + 1 + closes, n = from;
    while (n < text.len && n - from <= NAME_BYTES && is_name(text.ptr[n]))
        n++;
    if (n == text.len || !(byte_is_space(text.ptr[n]) || text.ptr[n] == '>' || text.ptr[n] == '/'))
        return false;
    uint32_t tag = tag_of(b, str_sub(text, from, n));
    size_t end = tag == TAG_NONE ? 0 : find_end(text, n);
    *out = (struct markdown_html){ tag, closes, end ? str_sub(text, n, end - 1) : STR(""), end };
    return end > 0;
}

bool markdown_html_attribute(const struct markdown_html *h, struct str name, struct str *out)
{
    for (struct str rest = h->attributes; rest.len;) {
        struct str key = str_trim(str_cut(&rest, '='));
        size_t last = key.len;
        while (last > 0 && !byte_is_space(key.ptr[last - 1]))
            last--;
        rest = str_trim(rest);
        bool quoted = rest.len && (rest.ptr[0] == '"' || rest.ptr[0] == '\'');
        char until = quoted ? rest.ptr[0] : ' ';
        rest = str_sub(rest, quoted, rest.len);
        struct str value = str_cut(&rest, until);
        if (str_eq_nocase(str_sub(key, last, key.len), name)) {
            *out = value;
            return true;
        }
    }
    return false;
}

void markdown_html_hide(struct dom_builder *b, struct str text, bool breaks)
{
    if (breaks)
        dom_open(b, TAG_DIV, SPACE_HTML);
    dom_open(b, TAG_TEMPLATE, SPACE_HTML);
    if (text.len)
        dom_text(b, text);
    dom_close(b);
    if (breaks)
        dom_close(b);
}

bool markdown_is_style(struct str line)
{
    line = str_trim(line);
    if (line.len < 4 || !strchr(".#@*", line.ptr[0]) || line.ptr[line.len - 1] != '}')
        return false;
    size_t open = str_find(line, STR("{"), 0);
    bool selects = line.ptr[0] == '*' || is_name(line.ptr[1]) || strchr("-_", line.ptr[1]);
    return selects && open != SIZE_MAX && (open + 2 == line.len || memchr(line.ptr + open, ':', line.len - open));
}

size_t markdown_style(struct str text)
{
    static const struct {
        struct str open, close;
    } rows[] = { { STR_INIT("<style"), STR_INIT("</style>") }, { STR_INIT("<script"), STR_INIT("</script>") } };
    struct str head = str_sub(text, 0, MIN(text.len, (size_t)STYLE_BYTES));
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (!str_starts_nocase(head, rows[i].open) || rows[i].open.len == head.len || is_name(head.ptr[rows[i].open.len]))
            continue;
        size_t end = str_find_nocase(head, rows[i].close, 0);
        if (end == SIZE_MAX)
            return 0;
        const char *line = memchr(head.ptr + end, '\n', head.len - end);
        return line ? (size_t)(line - head.ptr) + 1 : head.len;
    }
    return 0;
}
