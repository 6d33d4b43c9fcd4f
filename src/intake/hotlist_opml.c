/* In: an OPML file, as feed readers and outliners export it. Out: entries with folders and tags.
 *
 * An <outline> with an address is an entry, one without is a folder. Of a feed the feed's own address (xmlUrl) is what was subscribed to,
 * and is what is watched; a link has "url", a page without a feed "htmlUrl". A file that is not well-formed is read as HTML is, where names
 * lose their capitals and outlines nest wrongly, so folders are the outlines around that have no address; feeds that even so are hidden (by
 * a quote inside of quotes, say) are found by looking for xmlUrl="..." alone. */
#include "base/buf.h"
#include "fetch/header.h"
#include "parse/parse.h"
#include "intake/hotlist_impl.h"

/* Attributes that are carried over, or mean nothing to weft; others are told as lost. */
static const struct str known[] = {
    STR_INIT("text"),        STR_INIT("title"),     STR_INIT("type"),         STR_INIT("xmlurl"),   STR_INIT("htmlurl"),
    STR_INIT("url"),         STR_INIT("category"),  STR_INIT("created"),      STR_INIT("language"), STR_INIT("version"),
    STR_INIT("description"), STR_INIT("iscomment"), STR_INIT("isbreakpoint"),
};

static struct str attr(const struct dom *d, uint32_t node, struct str name)
{
    const struct node *n = &d->node[node];
    for (uint32_t i = n->attr; i < n->attr + n->n_attr; i++)
        if (str_eq_nocase(symbols_str(d->symbols, d->attr[i].name), name))
            return str_trim(attr_value(&d->attr[i]));
    return STR("");
}

static struct str first_of(struct str a, struct str b)
{
    return a.len ? a : b;
}

static struct str address(const struct dom *d, uint32_t node)
{
    return first_of(first_of(attr(d, node, STR("xmlUrl")), attr(d, node, STR("url"))), attr(d, node, STR("htmlUrl")));
}

static struct str name_of(const struct dom *d, uint32_t node)
{
    return first_of(attr(d, node, STR("title")), attr(d, node, STR("text")));
}

static bool is_outline(const struct dom *d, uint32_t node)
{
    return d->node[node].kind == NODE_ELEMENT && str_eq_nocase(tag_name(d->symbols, d->node[node].tag), STR("outline"));
}

/* From the outermost outline down. */
static struct str folder_of(struct arena *a, const struct dom *d, uint32_t node)
{
    enum { DEPTH_MAX = 64 };
    uint32_t above[DEPTH_MAX], n = 0;
    struct str path = STR("");
    for (uint32_t up = d->node[node].parent; up && n < DEPTH_MAX; up = d->node[up].parent)
        if (is_outline(d, up) && !address(d, up).len)
            above[n++] = up;
    while (n)
        path = hotlist_folder(a, path, name_of(d, above[--n]));
    return path;
}

static void tell_lost(struct hotlist_reader *r, const struct dom *d, uint32_t node, struct str url)
{
    const struct node *n = &d->node[node];
    for (uint32_t i = n->attr; i < n->attr + n->n_attr; i++) {
        struct str name = symbols_str(d->symbols, d->attr[i].name);
        size_t k = 0;
        while (k < ARRAY_LEN(known) && !str_eq_nocase(name, known[k]))
            k++;
        if (k == ARRAY_LEN(known) && name.len && name.ptr[0] != '_')
            hotlist_lose(r, url, "\"%.*s\" of the feed reader is left out", STR_ARG(str_sub(name, 0, 60)));
    }
}

static int take_outline(struct hotlist_reader *r, const struct dom *d, uint32_t node, struct err *e)
{
    struct hotlist_entry entry = hotlist_entry_new(address(d, node));
    uint32_t before = r->entries.n;
    if (!entry.url.len)
        return 0;
    entry.title = name_of(d, node);
    entry.note = attr(d, node, STR("description"));
    entry.folder = folder_of(r->arena, d, node);
    header_date(attr(d, node, STR("created")), &entry.added_at);
    hotlist_add_tags(r->arena, &entry.tags, attr(d, node, STR("category")), ',');
    int code = hotlist_add(r, &entry, e);
    if (r->entries.n > before)
        tell_lost(r, d, node, entry.url);
    return code;
}

/* "&amp;" is what addresses have. */
static struct str without_amp(struct arena *a, struct str s)
{
    AUTO(buf) out = BUF(1 << 16);
    struct str made;
    for (size_t at; (at = str_find(s, STR("&amp;"), 0)) != SIZE_MAX; s = str_sub(s, at + 5, s.len))
        buf_add(&out, str_sub(s, 0, at + 1));
    buf_add(&out, s);
    return buf_take(&out, a, &made, NULL) ? STR("") : made;
}

static int take_hidden(struct hotlist_reader *r, struct str bytes, struct err *e)
{
    const struct str name = STR("xmlUrl=\"");
    int code = 0;
    for (size_t at = 0; !code && (at = str_find_nocase(bytes, name, at)) != SIZE_MAX;) {
        struct str rest = str_sub(bytes, at += name.len, bytes.len);
        struct hotlist_entry entry = hotlist_entry_new(without_amp(r->arena, str_cut(&rest, '"')));
        uint32_t before = r->entries.n;
        if (str_starts_nocase(entry.url, STR("http")))
            code = hotlist_add(r, &entry, e);
        if (r->entries.n > before)
            hotlist_lose(r, entry.url, "the file is not well-formed here; title and folder are left out");
    }
    return code;
}

int hotlist_read_opml(struct hotlist_reader *r, struct str bytes, struct err *e)
{
    struct symbols symbols;
    struct dom d;
    symbols_open(&symbols, r->arena);
    int code = parse_page(r->arena, &symbols, &(struct parse_source){ .bytes = bytes, .content_type = STR("text/xml") }, &d, e);
    for (uint32_t i = 0; !code && i < d.n; i++)
        if (is_outline(&d, i))
            code = take_outline(r, &d, i, e);
    return code || d.xml ? code : take_hidden(r, bytes, e);
}
