/* The merged page as a document: doctype, head, body; alone, or in weft's frame.
 *
 * In: the delta. Out: HTML that stands alone, under a policy that lets nothing of the page run. The doctype is the new page's, so that a
 * browser lays it out in the same mode. O(output). */
#include "show/merge.h"

#include "base/limits.h"
#include "show/frame.h"
#include "show/policy.h"
#include "show/tree.h"
#include "show/web.h"
#include "show/write.h"

/* A prefix for our ids that no id of the page starts with. */
static struct str free_prefix(struct arena *a, const struct page *p)
{
    uint32_t id = symbols_find(p->dom.symbols, STR("id"));
    struct str prefix = STR("weft-");

    for (uint32_t k = 0; id && k < p->dom.n_attr; k++) {
        if (p->dom.attr[k].name != id || !str_starts(attr_value(&p->dom.attr[k]), prefix))
            continue;
        prefix = arena_printf(a, "%.*s-", STR_ARG(prefix));
        k = UINT32_MAX; /* and look again from the first */
    }
    return prefix;
}

static void add_head(struct writer *w, const struct page *p, struct str style)
{
    struct buf *b = w->out;

    if (p->dom.doctype.len && str_find(p->dom.doctype, STR("<"), 0) == SIZE_MAX) {
        buf_add(b, STR("<!DOCTYPE "));
        buf_add(b, p->dom.doctype);
        buf_add(b, STR(">\n"));
    }
    buf_add(b, STR("<html"));
    if (p->dom.node[0].tag == TAG_HTML)
        write_attributes(w, p, 0, false, STR(""));
    buf_add(b, STR("><head><meta charset=\"utf-8\" data-weft=\"ui\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY
                   "'none'\" data-weft=\"ui\">\n<meta name=\"viewport\" content=\"width=device-width\" data-weft=\"ui\">"
                   "<meta name=\"referrer\" content=\"no-referrer\" data-weft=\"ui\">\n"));
    if (w->framed)
        buf_add(b, STR("<base target=\"_blank\" data-weft=\"ui\">"));
    buf_add(b, STR("<title>"));
    buf_add_escaped(b, p->title);
    buf_add(b, STR("</title>\n"));
    if (style.len) { /* before the page's: its layer is the first, which no other beats */
        buf_add(b, STR("<style data-weft=\"ui\">"));
        buf_add(b, style);
        buf_add(b, STR("</style>"));
    }
    write_styles(w, p);
    buf_add(b, STR("</head>\n"));
}

static void build_tree(struct tree *t, bool with_old)
{
    tree_grow(t);
    if (with_old)
        tree_place_old(t);
    tree_mark(t);
}

static void write_page(struct writer *w, struct str style)
{
    const struct page *p = w->tree->delta->new;

    w->prefix = free_prefix(w->arena, p);
    w->stack = (struct stack){ .arena = w->arena, .quirks = p->dom.quirks };
    add_head(w, p, style);
    write_body(w);
    buf_add(w->out, STR("</html>\n"));
}

struct listing_target *merge_targets(struct writer *w, const char *frame)
{
    AUTO(buf) id = BUF(MIB(1));
    const struct tree *t = w->tree;
    struct listing_target *target = NEW_ARRAY(w->arena, struct listing_target, t->delta->n_changes + (size_t)1);
    struct buf *page = w->out;

    w->out = &id;
    w->prefix = free_prefix(w->arena, t->delta->new);
    for (uint32_t s = 0; s < t->stop.n; s++) {
        const struct out *o = &t->out.item[t->stop.item[s]];

        buf_clear(&id);
        write_id(w, o);
        target[o->change] = (struct listing_target){ arena_printf(w->arena, "about:srcdoc#%.*s", STR_ARG(buf_str(&id))), frame };
    }
    w->out = page;
    return target;
}

static struct str style_of(struct arena *a, const struct show_options *o)
{
    return o->outlines ? arena_printf(a, "%.*s%.*s", STR_ARG(web_merged_css), STR_ARG(web_outline_css)) : web_merged_css;
}

int show_merged(struct arena *a, const struct delta *given, const struct show_options *o, struct buf *out, struct err *e)
{
    struct delta d = *given;
    struct tree t = { .arena = a, .delta = &d };
    struct writer w = { .arena = a, .tree = &t, .out = out, .framed = !o->bare, .outlines = o->outlines };

    if (o->format == SHOW_REVERSED)
        delta_reverse(a, given, &d);
    build_tree(&t, o->format != SHOW_NEW);
    if (o->bare) {
        write_page(&w, style_of(a, o));
        return buf_check(out, e);
    }
    struct frame f = { a, &d, o, merge_targets(&w, "weft-page"), out };
    frame_open(&f);
    size_t start = frame_open_page(&f, "weft-page", "The page with its changes marked");
    write_page(&w, style_of(a, o));
    frame_close_page(&f, start);
    frame_close(&f);
    return buf_check(out, e);
}

void merge_open_side(struct arena *a, const struct delta *given, bool old_side, struct merge_side *out)
{
    *out = (struct merge_side){ .delta = *given };
    if (old_side)
        delta_reverse(a, given, &out->delta);
    out->tree = (struct tree){ .arena = a, .delta = &out->delta };
    out->writer = (struct writer){ .arena = a, .tree = &out->tree, .beside = true, .framed = true, .as_old = old_side };
    build_tree(&out->tree, false);
}

void merge_write_side(struct merge_side *side, struct buf *out)
{
    side->writer.out = out;
    write_page(&side->writer, web_merged_css);
}

int show_clean(struct arena *a, const struct page *p, struct buf *out, struct err *e)
{
    struct delta d;
    struct tree t = { .arena = a, .delta = &d };
    struct writer w = { .arena = a, .tree = &t, .out = out };
    int failed = compare_pages(a, p, p, &d, e);

    if (failed)
        return failed;
    build_tree(&t, false);
    write_page(&w, STR(""));
    return buf_check(out, e);
}
