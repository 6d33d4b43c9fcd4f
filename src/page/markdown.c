/* In: a text in Markdown. Out: which of its lines are headings, links as links, and where the rows for programs end.
 *
 *  1. Only what a reader of the published page would not see is left out: the marks of links and their addresses. All else stays as it is
 *     written: people watch the file itself, too.
 *  2. A link may hold a picture, and that is all a link may hold: no recursion beyond it.
 *  3. What is not closed in its line is no link, except where lines are wrapped: then its paragraph is one line. */
#include "page/markdown.h"

#include "page/markdown_html.h"

/* Of a line or a paragraph; more is not written by people. */
enum { MATTER_ROWS = 200, MATTER_FROM = 4, MATTER_BYTES = 65536, LINK_BYTES = 4096, LINKS = 1000, WRAPPED_BYTES = 65536 };
/* So many links with nothing between them are a list. */
enum { LINK_ROW = 3 };

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

/* A picture as HTML writes it, or a tag that only says how something looks. */
static void add_html(struct dom_builder *b, const struct markdown_html *h, struct str source)
{
    struct markdown_link picture = { 0 };
    if (h->tag != TAG_IMG) {
        markdown_html_hide(b, source, tag_is(h->tag, TAG_BREAK));
        return;
    }
    markdown_html_attribute(h, STR("src"), &picture.address);
    markdown_html_attribute(h, STR("alt"), &picture.name);
    add_picture(b, &picture);
}

/* The name of a link: text and pictures. */
static void add_name(struct dom_builder *b, struct str name)
{
    struct markdown_link link;
    struct markdown_html html;
    size_t from = 0, at = 0;
    while (at + 1 < name.len) {
        bool picture = name.ptr[at] == '!' && name.ptr[at + 1] == '[' && find_link(name, at + 1, &link);
        bool tag = name.ptr[at] == '<' && markdown_html_find(b, name, at, &html);
        if (!picture && !tag) {
            at++;
            continue;
        }
        add_text(b, str_sub(name, from, at));
        if (picture)
            add_picture(b, &link);
        else
            add_html(b, &html, str_sub(name, at, html.end));
        from = at = picture ? link.end : html.end;
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

static void add_unlinked(struct dom_builder *b, const struct markdown_link *link)
{
    dom_open(b, TAG_SPAN, SPACE_HTML);
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

/* What of a line has been put into the tree. */
struct line_reader {
    struct str line;
    size_t from, at; /* where the text not yet added begins, and where we are */
    size_t tries;    /* how many links were looked for */
    bool linked;     /* inside "<a href=...>" */
};

static void add_before(struct dom_builder *b, struct line_reader *r, size_t end)
{
    add_text(b, str_sub(r->line, r->from, r->at));
    r->from = r->at = end;
}

/* "<a href=...>" that is closed in the line begins a link; every other tag stands for itself. */
static void take_html(struct dom_builder *b, struct line_reader *r, const struct markdown_html *h)
{
    struct str source = str_sub(r->line, r->at, h->end), address;
    bool opens = h->tag == TAG_A && !h->closes && !r->linked && markdown_html_attribute(h, STR("href"), &address)
                 && str_find_nocase(r->line, STR("</a>"), h->end) != SIZE_MAX;
    add_before(b, r, h->end);
    if (opens) {
        dom_open(b, TAG_A, SPACE_HTML);
        dom_attribute(b, STR("href"), address);
        r->linked = true;
    } else if (h->tag == TAG_A && h->closes && r->linked) {
        dom_close(b);
        r->linked = false;
    } else {
        add_html(b, h, source);
    }
}

static bool take_link(struct dom_builder *b, struct line_reader *r)
{
    struct markdown_link link;
    bool picture = r->line.ptr[r->at] == '!';
    if (r->tries++ >= LINKS || !find_link(r->line, r->at + picture, &link))
        return false;
    add_before(b, r, link.end);
    if (picture)
        add_picture(b, &link);
    else if (r->linked) /* a link holds no other */
        add_unlinked(b, &link);
    else
        add_link(b, &link);
    return true;
}

void markdown_text(struct dom_builder *b, struct str line)
{
    struct line_reader r = { .line = line };
    struct markdown_html html;
    while (r.at < line.len && !dom_is_full(b)) {
        char c = line.ptr[r.at];
        bool opens = c == '[' || (c == '!' && r.at + 1 < line.len && line.ptr[r.at + 1] == '[');
        if (c == '`')
            r.at = skip_code(line, r.at);
        else if (c == '<' && r.tries++ < LINKS && markdown_html_find(b, line, r.at, &html))
            take_html(b, &r, &html);
        else if (!opens || !take_link(b, &r))
            r.at += c == '\\' ? 2 : 1;
    }
    add_text(b, str_sub(line, r.from, line.len));
    if (r.linked)
        dom_close(b);
}

/* ---- Wrapped lines ---- */

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

/* Whether a line begins something of its own: a heading, an item, a quotation, a row of a table, code. */
static bool begins_block(struct str line)
{
    line = str_trim(line);
    size_t digits = 0;
    while (digits < line.len && line.ptr[digits] >= '0' && line.ptr[digits] <= '9')
        digits++;
    bool numbered = digits && digits + 1 < line.len && strchr(".)", line.ptr[digits]) && line.ptr[digits + 1] == ' ';
    bool item = line.len > 1 && strchr("*+-", line.ptr[0]) && line.ptr[1] == ' ';
    return line.len == 0 || numbered || item || strchr("#>|", line.ptr[0]) || str_starts(line, STR("```"))
           || str_starts(line, STR("~~~")) || str_starts_nocase(line, STR("<style")) || str_starts_nocase(line, STR("<script"));
}

/* Whether a link goes on behind an end of a line. */
static bool has_wrapped_link(struct str text)
{
    struct markdown_link link;
    size_t at = 0;
    for (size_t tries = 0; at < text.len && tries < LINKS;) {
        char c = text.ptr[at];
        if (c == '`') {
            at = skip_code(text, at);
        } else if (c == '[' && ++tries && find_link(text, at, &link)) {
            if (memchr(text.ptr + at, '\n', link.end - at))
                return true;
            at = link.end;
        } else {
            at += c == '\\' ? 2 : 1;
        }
    }
    return false;
}

struct markdown_paragraph markdown_paragraph(struct str text)
{
    struct str head = str_sub(text, 0, MIN(text.len, (size_t)WRAPPED_BYTES));
    bool alone = markdown_tag(head) != TAG_DIV || str_trim(row_at(head, 0)).len == 0;
    size_t first = next_row(text, 0), at = first;
    while (!alone && at < head.len && !begins_block(row_at(head, at)))
        at = next_row(head, at);
    return (struct markdown_paragraph){ str_sub(text, 0, at), at > first && has_wrapped_link(str_sub(text, 0, at)) };
}

/* Without ends of lines: in an address nothing stands for them, elsewhere a space. */
static struct str unwrap(struct arena *a, struct str text)
{
    char *copy = NEW_ARRAY_RAW(a, char, text.len + 1);
    size_t n = 0;
    bool address = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        address = c == '(' ? address || (i && text.ptr[i - 1] == ']') : address && c != ')';
        if (c == '\r' || (c == '\n' && address))
            continue;
        copy[n++] = c == '\n' ? ' ' : c;
    }
    return str_trim((struct str){ copy, n });
}

/* How many links a line is made of; 0: there is something between them. */
static size_t count_links(struct str line)
{
    struct markdown_link link;
    size_t n = 0;
    for (size_t at = 0; at < line.len && n <= LINKS;) {
        if (byte_is_space(line.ptr[at])) {
            at++;
            continue;
        }
        if (line.ptr[at] != '[' || !find_link(line, at, &link))
            return 0;
        at = link.end;
        n++;
    }
    return n;
}

void markdown_block(struct dom_builder *b, uint32_t tag, struct str text)
{
    struct markdown_link link;
    if (memchr(text.ptr, '\n', text.len))
        text = unwrap(b->arena, text);
    bool list = tag == TAG_DIV && count_links(text) >= LINK_ROW;
    dom_open(b, list ? TAG_UL : tag, SPACE_HTML);
    if (!list)
        markdown_text(b, text);
    for (size_t at = 0; list && at < text.len; at++) {
        if (byte_is_space(text.ptr[at]) || !find_link(text, at, &link))
            continue;
        dom_open(b, TAG_LI, SPACE_HTML);
        add_link(b, &link);
        dom_close(b);
        at = link.end - 1;
    }
    dom_close(b);
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

static bool has_key(struct str row, const struct str *keys, size_t n)
{
    struct str key = str_trim(str_cut(&row, ':'));
    for (size_t i = 0; i < n; i++)
        if (str_eq_nocase(key, keys[i]))
            return true;
    return false;
}

/* Past the rows whose first line "---" begins at `at`; 0: they are not such rows. Where text stands before them one must be of a name that
 * only programs use: a heading may be underlined with the same line, and another follow. */
static size_t matter_end(struct str text, size_t at)
{
    static const struct str sure[] = { STR_INIT("layout"),   STR_INIT("slug"), STR_INIT("permalink"),
                                       STR_INIT("template"), STR_INIT("tags"), STR_INIT("categories") };
    bool keys = false, known = at == 0;
    at = next_row(text, at);
    for (unsigned rows = 0; at < text.len && rows < MATTER_ROWS; rows++) {
        struct str row = row_at(text, at);
        at = next_row(text, at);
        if (str_eq(row, STR("---")))
            return keys && known ? at : 0;
        if (!is_row(row))
            return 0;
        keys |= row.len > 0 && memchr(row.ptr, ':', row.len) != NULL;
        known |= has_key(row, sure, ARRAY_LEN(sure));
    }
    return 0;
}

struct str markdown_matter(const struct plain_source *source)
{
    static const struct str yaml[] = { STR_INIT(".yaml"), STR_INIT(".yml") };
    struct str text = str_sub(source->text, 0, MIN(source->text.len, (size_t)MATTER_BYTES));
    bool named = is_named(source->name, yaml, ARRAY_LEN(yaml));
    size_t at = 0;
    for (unsigned row = 0; !named && row < MATTER_FROM && at < text.len; row++) {
        size_t end = str_eq(row_at(text, at), STR("---")) ? matter_end(text, at) : 0;
        if (end)
            return str_sub(text, at, end);
        at = next_row(text, at);
    }
    return str_sub(text, 0, 0);
}

bool markdown_is_read(struct str row)
{
    static const struct str keys[] = { STR_INIT("title"),    STR_INIT("subtitle"), STR_INIT("description"), STR_INIT("summary"),
                                       STR_INIT("abstract"), STR_INIT("author"),   STR_INIT("authors"),     STR_INIT("date"),
                                       STR_INIT("status"),   STR_INIT("version"),  STR_INIT("name"),        STR_INIT("headline") };
    return has_key(row, keys, ARRAY_LEN(keys));
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
