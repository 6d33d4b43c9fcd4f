/* In: the tree of a feed. Out: one for readers. One walk; each text that holds HTML is parsed on its own, so that none can close what it
 * did not open. O(bytes). */
#include "page/feed.h"

#include "base/buf.h"
#include "base/limits.h"
#include "page/inner_html.h"

enum { SIBLINGS_MAX = 64 }; /* that are looked at for the link of an entry */

struct feed {
    struct arena *arena;
    const struct dom *from;
    struct dom_builder to;
    struct inner_html html;
};

/* The name without its prefix: "dc:creator" to "creator". */
static struct str local_name(const struct dom *d, uint32_t node)
{
    struct str name = d->node[node].kind == NODE_ELEMENT ? tag_name(d->symbols, d->node[node].tag) : STR("");
    const char *colon = name.len ? memchr(name.ptr, ':', name.len) : NULL;

    return colon ? str_span(colon + 1, name.ptr + name.len) : name;
}

static bool is_one_of(struct str name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq_nocase(name, str_of(names[i])))
            return true;
    return false;
}

bool feed_is(const struct dom *d)
{
    static const char *const roots[] = { "rss", "feed", "RDF" };

    return d->xml && d->n && d->node[0].space == SPACE_OTHER && is_one_of(local_name(d, 0), roots, ARRAY_LEN(roots));
}

/* What changes without any news, or names things for programs. */
static bool is_for_programs(struct str name)
{
    static const char *const names[] = { "lastBuildDate", "ttl",      "generator", "guid",       "id",           "docs",
                                         "language",      "cloud",    "comments",  "commentRss", "updatePeriod", "updateFrequency",
                                         "updateBase",    "origLink", "skipHours", "skipDays",   "webMaster",    "total" };

    return is_one_of(name, names, ARRAY_LEN(names));
}

static bool holds_html(struct str name)
{
    static const char *const names[] = { "description", "encoded", "summary", "content", "subtitle" };

    return is_one_of(name, names, ARRAY_LEN(names));
}

/* The one text of an element; empty where it holds something else. */
static struct str text_of(const struct dom *d, uint32_t node)
{
    return d->node[node].end == node + 2 && d->node[node + 1].kind == NODE_TEXT ? node_text(&d->node[node + 1]) : STR("");
}

/* All texts below an element in one: of a title that Atom calls XHTML. */
static struct str whole_text(struct arena *a, const struct dom *d, uint32_t node)
{
    AUTO(buf) b = BUF(LIMIT_PAGE_BYTES);
    struct str text = STR("");

    for (uint32_t i = node + 1; i < d->node[node].end; i++)
        if (d->node[i].kind == NODE_TEXT)
            buf_add(&b, node_text(&d->node[i]));
    return buf_take(&b, a, &text, NULL) ? STR("") : text;
}

static bool link_of(const struct dom *d, uint32_t node, struct str *out)
{
    struct str rel = STR("");

    if (!str_eq(local_name(d, node), STR("link")))
        return false;
    if (dom_attr(d, node, STR("href"), out))
        return !dom_attr(d, node, STR("rel"), &rel) || str_eq(rel, STR("alternate"));
    *out = str_trim(text_of(d, node));
    return out->len > 0;
}

/* Where an entry leads: the link beside its title. */
static bool find_link(const struct dom *d, uint32_t title, struct str *out)
{
    uint32_t entry = d->node[title].parent, seen = 0;

    for (uint32_t i = entry + 1; i < d->node[entry].end && seen++ < SIBLINGS_MAX; i = d->node[i].end)
        if (link_of(d, i, out))
            return true;
    return false;
}

static void add_title(struct feed *f, uint32_t node, struct str text, bool is_html)
{
    struct str parent = local_name(f->from, f->from->node[node].parent), link;
    bool entry = str_eq(parent, STR("item")) || str_eq(parent, STR("entry"));

    dom_open(&f->to, entry ? TAG_H2 : TAG_H1, SPACE_HTML);
    bool linked = entry && find_link(f->from, node, &link);
    if (linked) {
        dom_open(&f->to, TAG_A, SPACE_HTML);
        dom_attribute(&f->to, STR("href"), link);
    }
    if (is_html)
        inner_html_add(&f->html, str_trim(text));
    else
        dom_text(&f->to, str_trim(text));
    if (linked)
        dom_close(&f->to);
    dom_close(&f->to);
}

/* What only programs read: no words, but its change is known. */
static void add_unread(struct feed *f, struct str text)
{
    dom_open(&f->to, TAG_SPAN, SPACE_HTML);
    dom_attribute(&f->to, STR("data-text"), text);
    dom_close(&f->to);
}

/* An element whose inside is written anew; false where it is to be copied as it is. */
static bool add_inside(struct feed *f, uint32_t node)
{
    struct str name = local_name(f->from, node), text = text_of(f->from, node), link;

    if (!text.len && str_eq(name, STR("title"))) {
        text = whole_text(f->arena, f->from, node);
        add_title(f, node, text, false);
        return true;
    }
    if (!text.len)
        return false;
    if (is_for_programs(name) || link_of(f->from, node, &link))
        add_unread(f, text);
    else if (str_eq(name, STR("title")))
        add_title(f, node, text, true);
    else if (holds_html(name))
        inner_html_add(&f->html, text);
    else
        return false;
    return true;
}

int feed_read(struct arena *a, const struct dom *from, struct dom *out, struct err *e)
{
    struct feed f = { .arena = a, .from = from, .to = { .arena = a, .symbols = from->symbols }, .html = { .to = &f.to } };

    for (uint32_t i = 0, next; i < from->n && !dom_is_full(&f.to); i = next) {
        const struct node *n = &from->node[i];

        next = i + 1;
        while (f.to.depth > n->depth)
            dom_close(&f.to);
        if (n->kind == NODE_TEXT) {
            dom_text(&f.to, node_text(n));
        } else if (n->kind == NODE_COMMENT) {
            dom_comment(&f.to, node_text(n));
        } else {
            dom_open_copy(&f.to, from, i);
            next = add_inside(&f, i) ? n->end : next;
        }
    }
    while (f.to.depth)
        dom_close(&f.to);
    *out = *from;
    return dom_finish(&f.to, out, e);
}
