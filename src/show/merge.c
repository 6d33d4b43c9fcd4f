/* The merged page as a document: doctype, head, banner, body, map of the changes, keys.
 *
 * In: the delta. Out: HTML that stands alone: one file with weft's style and script inside, under a policy that lets nothing else run.
 * The doctype is the new page's, so that a browser lays it out in the same mode. O(output). */
#include "show/merge.h"

#include "base/limits.h"
#include "show/policy.h"
#include "show/spot.h"
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

static void add_count(struct buf *b, uint32_t n, const char *one, const char *many)
{
    if (n)
        buf_addf(b, "<span>%u %s</span> ", n, n == 1 ? one : many);
}

static void add_title_change(struct buf *b, const struct delta *d)
{
    if (str_eq(d->old->title, d->new->title))
        return;
    buf_add(b, STR("<p>Title: <s>"));
    buf_add_escaped(b, d->old->title);
    buf_add(b, STR("</s> <b>"));
    buf_add_escaped(b, d->new->title);
    buf_add(b, STR("</b></p>"));
}

static void add_first_link(struct writer *w, struct buf *b)
{
    const struct tree *t = w->tree;
    struct buf *page = w->out;

    if (!t->stop.n)
        return;
    w->out = b;
    buf_add(b, STR(" <a href=\"#"));
    write_id(w, &t->out.item[t->stop.item[0]]);
    buf_add(b, STR("\">Here is the first.</a> <kbd>n</kbd> next, <kbd>p</kbd> previous."));
    w->out = page;
}

/* What AIDE's banner said, with counts by kind. */
static void add_banner(struct writer *w, struct buf *b, const struct show_options *o)
{
    const struct delta *d = w->tree->delta;

    buf_add(b, STR("<div data-weft=\"ui\" class=\"weft-banner\" role=\"status\"><div><p><b>weft</b> "));
    if (d->n_changes == 0)
        buf_add(b, STR("The pages do not differ."));
    else
        buf_addf(b, "%u %s on this page.", d->n_changes, d->n_changes == 1 ? "difference" : "differences");
    add_first_link(w, b);
    buf_add(b, STR("</p>"));
    if (d->n_changes) {
        buf_add(b, STR("<p class=\"weft-counts\">"));
        add_count(b, d->n_inserts, "inserted", "inserted");
        add_count(b, d->n_deletes, "deleted", "deleted");
        add_count(b, d->n_updates, "changed", "changed");
        add_count(b, d->n_moves, "moved", "moved");
        add_count(b, d->n_attributes, "link or picture", "links or pictures");
        add_count(b, d->n_formats, "in format", "in format");
        add_count(b, d->n_hidden_elements, "script or style", "scripts or styles");
        buf_add(b, STR("</p>"));
    }
    if (o->outlines) {
        buf_add(b, STR("<p>"));
        buf_add_escaped(b, o->outlines->summary);
        buf_add(b, STR("</p>"));
    }
    if (o->format == SHOW_REVERSED)
        buf_add(b, STR("<p>Old and new are exchanged: this is the old page, the new text is struck out.</p>"));
    if (d->mostly_different)
        buf_add(b, STR("<p>The two pages have little in common; the marks show two passages more often than one change.</p>"));
    if (!d->exact)
        buf_add(b, STR("<p>The pages are very large: some matches may have been missed.</p>"));
    spot_left_out(d, b);
    add_title_change(b, d);
    buf_add(b, STR("</div></div>"));
}

/* The map at the side: a tick for each difference, at its share of the page's words; the script moves it to its share of the
 * page's height. */
static void add_map(struct writer *w, struct buf *b)
{
    const struct tree *t = w->tree;
    struct buf *page = w->out;
    double words = t->delta->new->n_words + 1.0;

    w->out = b;
    buf_add(b, STR("<nav data-weft=\"ui\" class=\"weft-map\" aria-label=\"Where the differences are\">"));
    for (uint32_t s = 0; s < t->stop.n; s++) {
        const struct out *o = &t->out.item[t->stop.item[s]];
        const struct change *change = &t->delta->change[o->change];
        const char *kind = change->kind == CHANGE_MOVE ? "move" : change->kind >= CHANGE_FORMAT ? "change" : o->old ? "old" : "new";

        buf_addf(b, "<a class=\"weft-%s\" style=\"top:%.2f%%\" href=\"#", kind, 100.0 * change->new_word / words);
        write_id(w, o);
        buf_add(b, STR("\"></a>"));
    }
    buf_add(b, STR("</nav>"));
    w->out = page;
}

static void add_head(struct writer *w, const struct page *p, struct str script_policy, struct str style)
{
    struct buf *b = w->out;

    if (p->dom.doctype.len) {
        buf_add(b, STR("<!DOCTYPE "));
        buf_add(b, p->dom.doctype);
        buf_add(b, STR(">\n"));
    }
    buf_add(b, STR("<html"));
    if (p->dom.node[0].tag == TAG_HTML)
        write_attributes(w, p, 0, false);
    buf_add(b, STR("><head><meta charset=\"utf-8\" data-weft=\"ui\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY));
    buf_add(b, script_policy);
    buf_add(b, STR("\" data-weft=\"ui\">\n<meta name=\"viewport\" content=\"width=device-width\" data-weft=\"ui\">"
                   "<meta name=\"referrer\" content=\"no-referrer\" data-weft=\"ui\">\n<title>"));
    buf_add_escaped(b, p->title);
    buf_add(b, STR("</title>\n"));
    write_styles(w, p);
    if (style.len) {
        buf_add(b, STR("<style data-weft=\"ui\">"));
        buf_add(b, style);
        buf_add(b, STR("</style>"));
    }
    buf_add(b, STR("</head>\n"));
}

static void build_tree(struct tree *t, bool with_old)
{
    tree_grow(t);
    if (with_old)
        tree_place_old(t);
    tree_mark(t);
}

static struct str style_of(struct arena *a, const struct show_options *o)
{
    return o->outlines ? arena_printf(a, "%.*s%.*s", STR_ARG(web_merged_css), STR_ARG(web_outline_css)) : web_merged_css;
}

int show_merged(struct arena *a, const struct delta *given, const struct show_options *o, struct buf *out, struct err *e)
{
    AUTO(buf) banner = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(buf) after = BUF(LIMIT_OUTPUT_BYTES);
    struct delta d = *given;
    struct tree t = { .arena = a, .delta = &d };
    struct writer w = { .arena = a, .tree = &t, .out = out, .outlines = o->outlines };

    if (o->format == SHOW_REVERSED)
        delta_reverse(a, given, &d);
    build_tree(&t, o->format != SHOW_NEW);
    w.prefix = free_prefix(a, d.new);
    add_banner(&w, &banner, o);
    if (t.stop.n)
        add_map(&w, &after);
    buf_add(&after, STR("<script data-weft=\"ui\">"));
    buf_add(&after, web_merged_js);
    buf_add(&after, STR("</script>"));
    add_head(&w, d.new, web_merged_js_policy, style_of(a, o));
    write_body(&w, buf_str(&banner), buf_str(&after));
    buf_add(out, STR("</html>\n"));
    return buf_check(out, e);
}

int show_frame(struct arena *a, const struct delta *given, bool old_side, struct buf *out, struct err *e)
{
    struct delta d = *given;
    struct tree t = { .arena = a, .delta = &d };
    struct writer w = { .arena = a, .tree = &t, .out = out, .frame = true, .as_old = old_side };

    if (old_side)
        delta_reverse(a, given, &d);
    build_tree(&t, false);
    w.prefix = free_prefix(a, d.new);
    add_head(&w, d.new, STR("'none'"), web_merged_css);
    write_body(&w, STR(""), STR(""));
    buf_add(out, STR("</html>\n"));
    return buf_check(out, e);
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
    w.prefix = free_prefix(a, p);
    add_head(&w, p, STR("'none'"), STR(""));
    write_body(&w, STR(""), STR(""));
    buf_add(out, STR("</html>\n"));
    return buf_check(out, e);
}
