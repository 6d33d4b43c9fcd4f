/* In: a text in Markdown. Out: which of its lines are headings, links as links, and where the rows for programs end.
 *
 *  1. Only what a reader of the published page would not see is left out: the marks of links and their addresses. All else stays as it is
 *     written: people watch the file itself, too.
 *  2. A link may hold a picture, and that is all a link may hold: no recursion beyond it.
 *  3. What is not closed in its line is no link. */
#include "page/markdown.h"

enum { MATTER_ROWS = 200, MATTER_BYTES = 65536, LINK_BYTES = 4096, LINKS = 1000 }; /* of a line; more is not written by people */

/* ---- What is Markdown ---- */

static bool is_named(struct str name, const struct str *ends, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_ends(name, ends[i]))
            return true;
    return false;
}

/* Whether a name says nothing of what is in the file: "notes.txt", "https://example.org/raw/7". */
static bool is_any_text(struct str name)
{
    static const struct str ends[] = { STR_INIT(".txt"), STR_INIT(".text") };
    size_t from = name.len;
    while (from > 0 && name.ptr[from - 1] != '/')
        from--;
    return is_named(name, ends, ARRAY_LEN(ends)) || !memchr(name.ptr + from, '.', name.len - from);
}

bool markdown_is(const struct plain_source *source)
{
    static const struct str ends[] = { STR_INIT(".md"), STR_INIT(".markdown"), STR_INIT(".mkd") };
    struct str name = source->name;
    if (!name.len || is_named(name, ends, ARRAY_LEN(ends)))
        return name.len > 0;
    return is_any_text(name) && str_find(source->text, STR("](http"), 0) != SIZE_MAX;
}

uint32_t markdown_tag(struct str line)
{
    unsigned level = 0;

    while (level < line.len && line.ptr[level] == '#')
        level++;
    bool heading = level >= 1 && level <= 6 && level < line.len && line.ptr[level] == ' ';
    return heading ? TAG_H1 + level - 1 : TAG_DIV;
}

/* ---- Links ---- */

struct markdown_link {
    struct str name, address;
    size_t end; /* past it, in the line */
};

/* Where what opens at `at` is closed; SIZE_MAX: it is not. */
static size_t find_close(struct str line, size_t at, char open, char close)
{
    size_t depth = 0;
    for (size_t i = at; i < line.len && i - at < LINK_BYTES; i++) {
        if (line.ptr[i] == '\\')
            i++;
        else if (line.ptr[i] == open)
            depth++;
        else if (line.ptr[i] == close && --depth == 0)
            return i;
    }
    return SIZE_MAX;
}

/* The link whose name opens at `at`. Behind the address a title may stand, in quotes. */
static bool find_link(struct str line, size_t at, struct markdown_link *out)
{
    size_t close = find_close(line, at, '[', ']');
    if (close == SIZE_MAX || close + 1 >= line.len || line.ptr[close + 1] != '(')
        return false;
    size_t end = find_close(line, close + 1, '(', ')');
    if (end == SIZE_MAX)
        return false;
    struct str address = str_sub(line, close + 2, end);
    address = str_cut(&address, ' ');
    if (address.len > 1 && address.ptr[0] == '<' && address.ptr[address.len - 1] == '>')
        address = str_sub(address, 1, address.len - 1);
    *out = (struct markdown_link){ str_sub(line, at + 1, close), address, end + 1 };
    return true;
}

static void add_text(struct dom_builder *b, struct str text)
{
    if (text.len)
        dom_text(b, text);
}

static void add_picture(struct dom_builder *b, const struct markdown_link *link)
{
    dom_open(b, TAG_IMG, SPACE_HTML);
    dom_attribute(b, STR("src"), link->address);
    dom_attribute(b, STR("alt"), link->name);
    dom_close(b);
}

/* The name of a link: text and pictures. */
static void add_name(struct dom_builder *b, struct str name)
{
    struct markdown_link link;
    size_t from = 0;
    for (size_t at = 0; at + 1 < name.len; at++)
        if (name.ptr[at] == '!' && name.ptr[at + 1] == '[' && find_link(name, at + 1, &link)) {
            add_text(b, str_sub(name, from, at));
            add_picture(b, &link);
            from = link.end;
            at = from - 1;
        }
    add_text(b, str_sub(name, from, name.len));
}

static void add_link(struct dom_builder *b, const struct markdown_link *link)
{
    dom_open(b, TAG_A, SPACE_HTML);
    dom_attribute(b, STR("href"), link->address);
    add_name(b, link->name);
    dom_close(b);
}

/* Past what is quoted as code at `at`, whose marks are closed by as many. */
static size_t skip_code(struct str line, size_t at)
{
    size_t n = 0;
    while (at + n < line.len && line.ptr[at + n] == '`')
        n++;
    size_t close = str_find(line, str_sub(line, at, at + n), at + n);
    return close == SIZE_MAX ? at + n : close + n;
}

void markdown_text(struct dom_builder *b, struct str line)
{
    struct markdown_link link;
    size_t from = 0, at = 0, tries = 0;
    while (at < line.len && !dom_is_full(b)) {
        char c = line.ptr[at];
        bool picture = c == '!' && at + 1 < line.len && line.ptr[at + 1] == '[';
        if (c == '`') {
            at = skip_code(line, at);
        } else if ((picture || c == '[') && tries < LINKS && ++tries && find_link(line, at + picture, &link)) {
            add_text(b, str_sub(line, from, at));
            (picture ? add_picture : add_link)(b, &link);
            from = at = link.end;
        } else {
            at += c == '\\' ? 2 : 1;
        }
    }
    add_text(b, str_sub(line, from, line.len));
}

/* ---- Rows for programs ---- */

/* "key: value", an item, what belongs to the row before, a comment, or nothing. */
static bool is_row(struct str line)
{
    size_t colon = str_find(line, STR(":"), 0), space = str_find(line, STR(" "), 0);
    if (!line.len || strchr(" \t-#", line.ptr[0]))
        return true;
    return colon != SIZE_MAX && colon > 0 && colon < space;
}

static struct str row_at(struct str text, size_t at)
{
    const char *end = at < text.len ? memchr(text.ptr + at, '\n', text.len - at) : NULL;
    struct str row = str_sub(text, at, end ? (size_t)(end - text.ptr) : text.len);
    return row.len && row.ptr[row.len - 1] == '\r' ? str_sub(row, 0, row.len - 1) : row;
}

static size_t next_row(struct str text, size_t at)
{
    const char *end = at < text.len ? memchr(text.ptr + at, '\n', text.len - at) : NULL;
    return end ? (size_t)(end - text.ptr) + 1 : text.len;
}

size_t markdown_matter(const struct plain_source *source)
{
    static const struct str yaml[] = { STR_INIT(".yaml"), STR_INIT(".yml") };
    struct str text = str_sub(source->text, 0, MIN(source->text.len, (size_t)MATTER_BYTES));
    if (is_named(source->name, yaml, ARRAY_LEN(yaml)) || !str_eq(row_at(text, 0), STR("---")))
        return 0;
    size_t at = next_row(text, 0);
    bool keys = false;
    for (unsigned rows = 0; at < text.len && rows < MATTER_ROWS; rows++) {
        struct str row = row_at(text, at);
        at = next_row(text, at);
        if (str_eq(row, STR("---")))
            return keys ? at : 0;
        if (!is_row(row))
            return 0;
        keys |= row.len > 0 && memchr(row.ptr, ':', row.len) != NULL;
    }
    return 0;
}

bool markdown_is_read(struct str row)
{
    static const struct str keys[] = { STR_INIT("title"),    STR_INIT("subtitle"), STR_INIT("description"), STR_INIT("summary"),
                                       STR_INIT("abstract"), STR_INIT("author"),   STR_INIT("authors"),     STR_INIT("date"),
                                       STR_INIT("status"),   STR_INIT("version"),  STR_INIT("name"),        STR_INIT("headline") };
    struct str key = str_trim(str_cut(&row, ':'));
    for (size_t i = 0; i < ARRAY_LEN(keys); i++)
        if (str_eq_nocase(key, keys[i]))
            return true;
    return false;
}

struct str markdown_row(struct arena *a, struct str row)
{
    struct str value = row, key = str_cut(&value, ':');
    struct str left = str_trim(value);
    if (!str_starts(left, STR("!!")))
        return row;
    str_cut(&left, ' ');
    left = str_trim(left);
    bool quoted = left.len > 1 && strchr("'\"", left.ptr[0]) && left.ptr[left.len - 1] == left.ptr[0];
    left = quoted ? str_sub(left, 1, left.len - 1) : left;
    return arena_printf(a, "%.*s: %.*s", STR_ARG(key), STR_ARG(left));
}
