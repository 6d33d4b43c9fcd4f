/* In: a Netscape bookmark file, as every browser exports it. Out: entries with folders, tags and dates.
 *
 * The file is HTML of a loose kind, so weft's own reader of pages takes it in: <H3> names the folder that the next <DL> opens, <A> is an
 * entry, <DD> behind it its note. Dates are seconds since 1970; some programs write milli- or microseconds, which their size tells. */
#include "base/buf.h"
#include "parse/parse.h"
#include "intake/hotlist_impl.h"

enum { DEPTH_MAX = 64, NOTE_BYTES_MAX = 4000 };

struct walk {
    struct hotlist_reader *to;
    struct dom dom;
    struct {
        uint32_t end;    /* node behind the <DL> */
        struct str path; /* of the folder around it */
    } open[DEPTH_MAX];
    uint32_t depth;
    struct str path, pending; /* where we are; the name for the next <DL> */
    bool after_entry;         /* a <DD> belongs to the last entry */
};

static struct str text_below(struct arena *a, const struct dom *d, uint32_t node, uint32_t end)
{
    AUTO(buf) out = BUF(NOTE_BYTES_MAX);
    struct str text = STR("");
    for (uint32_t i = node; i < end; i++) {
        if (d->node[i].kind != NODE_TEXT)
            continue;
        struct str piece = node_text(&d->node[i]);
        buf_add(&out, str_sub(piece, 0, out.limit_bytes - out.len));
    }
    if (buf_take(&out, a, &text, NULL))
        return STR("");
    return str_trim(text);
}

static struct str attr(const struct walk *w, uint32_t node, const char *name)
{
    struct str value = STR("");
    dom_attr(&w->dom, node, str_of(name), &value);
    return str_trim(value);
}

static int64_t moment(struct str text)
{
    uint64_t n;
    if (!str_number(text, INT64_MAX / 1000, &n) || n == 0)
        return HOTLIST_UNKNOWN;
    if (n < UINT64_C(100000000000)) /* seconds up to the year 5138 */
        return (int64_t)n * 1000;
    return (int64_t)(n < UINT64_C(100000000000000) ? n : n / 1000);
}

static int take_entry(struct walk *w, uint32_t node, struct err *e)
{
    struct arena *a = w->to->arena;
    struct hotlist_entry entry = hotlist_entry_new(attr(w, node, "href"));
    uint32_t before = w->to->entries.n;
    entry.title = text_below(a, &w->dom, node, w->dom.node[node].end);
    entry.folder = w->path;
    entry.added_at = moment(attr(w, node, "add_date"));
    entry.visited_at = moment(attr(w, node, "last_visit"));
    entry.note = attr(w, node, "description");
    hotlist_add_tags(a, &entry.tags, attr(w, node, "tags"), ',');
    int code = hotlist_add(w->to, &entry, e);
    w->after_entry = w->to->entries.n > before;
    return code;
}

static void open_list(struct walk *w, uint32_t node)
{
    if (w->depth == DEPTH_MAX)
        return;
    w->open[w->depth].end = w->dom.node[node].end;
    w->open[w->depth++].path = w->path;
    w->path = hotlist_folder(w->to->arena, w->path, w->pending);
    w->pending = STR("");
}

static void close_lists(struct walk *w, uint32_t node)
{
    while (w->depth && w->open[w->depth - 1].end <= node)
        w->path = w->open[--w->depth].path;
}

/* The note ends where the next entry or folder begins, which loose HTML puts below it. */
static void take_note(struct walk *w, uint32_t node)
{
    const struct dom *d = &w->dom;
    uint32_t end = node + 1;
    while (end < d->node[node].end && d->node[end].tag != TAG_DL && d->node[end].tag != TAG_DT && d->node[end].tag != TAG_A)
        end++;
    if (w->after_entry && w->to->entries.n)
        w->to->entries.item[w->to->entries.n - 1].note = text_below(w->to->arena, d, node, end);
    w->after_entry = false;
}

static int take_node(struct walk *w, uint32_t node, struct err *e)
{
    const struct node *n = &w->dom.node[node];
    struct str href;
    if (n->kind != NODE_ELEMENT)
        return 0;
    if (n->tag == TAG_H3) {
        w->pending = text_below(w->to->arena, &w->dom, node, n->end);
        w->after_entry = false;
    } else if (n->tag == TAG_DL) {
        open_list(w, node);
    } else if (n->tag == TAG_DD) {
        take_note(w, node);
    } else if (n->tag == TAG_A && dom_attr(&w->dom, node, STR("href"), &href)) {
        return take_entry(w, node, e);
    }
    return 0;
}

int hotlist_read_netscape(struct hotlist_reader *r, struct str bytes, struct err *e)
{
    struct walk w = { .to = r, .path = STR(""), .pending = STR("") };
    struct symbols symbols;
    symbols_open(&symbols, r->arena);
    int code = parse_page(r->arena, &symbols,
                          &(struct parse_source){ .bytes = bytes, .content_type = STR("text/html"), .no_xml = true }, &w.dom, e);
    if (!code && w.dom.truncated.len)
        hotlist_lose(r, STR("the file"), "%.*s", STR_ARG(w.dom.truncated));
    for (uint32_t i = 0; i < w.dom.n && !code; i++) {
        close_lists(&w, i);
        code = take_node(&w, i, e);
    }
    return code;
}
