/* The output tree as HTML.
 *
 * Every byte of a page goes through buf_add_escaped or is the content of a style element, every start tag has its end tag, and
 * elements that HTML does not let nest (a, form, button) are written once: so the output is balanced and escaped by construction.
 * No recursion: the tree is walked along its links, subtrees along the flat node array. O(bytes written). */
#include "show/write.h"

#include "base/limits.h"
#include "parse/url.h"
#include "show/clean.h"
#include "show/label.h"
#include "show/nesting.h"
#include "show/style.h"

/* Where a comment or script was left out, an empty comment keeps the texts before and after it two texts, as they are in the page. */
#define SEAM STR("<!---->")

enum { WAS_WORDS = 40 }; /* of what stood in a moved thing before */

/* Elements that must not stand inside their like; the count of open ones. */
static unsigned *nest_count(struct writer *w, uint32_t tag)
{
    return tag == TAG_A ? &w->links : tag == TAG_FORM ? &w->forms : tag == TAG_BUTTON ? &w->buttons : NULL;
}

static void write_srcset(struct writer *w, struct str base, struct str value)
{
    for (bool first = true; value.len; first = false) {
        struct str candidate = str_trim(str_cut(&value, ',')), address = str_cut(&candidate, ' ');

        if (!address.len)
            continue;
        if (!first)
            buf_add(w->out, STR(", "));
        buf_add_escaped(w->out, url_resolve(w->arena, base, address));
        if (candidate.len) {
            buf_add_char(w->out, ' ');
            buf_add_escaped(w->out, candidate);
        }
    }
}

static void write_value(struct writer *w, const struct page *p, struct str name, struct str value)
{
    bool resolve = p->address.len && clean_is_address(name) && value.len && value.ptr[0] != '#';

    if (str_eq(name, STR("style")))
        clean_css(w->out, value, buf_add_escaped);
    else if (!resolve)
        buf_add_escaped(w->out, value);
    else if (str_eq(name, STR("srcset")))
        write_srcset(w, p->base, value);
    else
        buf_add_escaped(w->out, url_resolve(w->arena, p->base, value));
}

/* A style attribute: the page's declarations, if it has any and they have an end, and behind them weft's own, which so have the last
 * word. The semicolon stands behind an empty style too: with nothing before weft's part the page would have no such attribute. */
static void write_style(struct writer *w, const struct attr *own)
{
    buf_add(w->out, STR(" style=\""));
    if (own && clean_css_ends(attr_value(own))) {
        clean_css(w->out, attr_value(own), buf_add_escaped);
        buf_add_char(w->out, ';');
    }
    buf_add(w->out, STR(STYLE_OWN));
    buf_add(w->out, w->own_style);
    buf_add_char(w->out, '"');
    w->own_style = STR("");
}

void write_attributes(struct writer *w, const struct page *p, uint32_t node, bool old)
{
    const struct node *n = &p->dom.node[node];

    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &p->dom.attr[n->attr + k];
        struct str name = symbols_str(p->dom.symbols, attr->name);

        if (!clean_attribute(p, node, attr, old || (w->beside && n->tag == TAG_A && str_eq(name, STR("href")))))
            continue;
        if (w->own_style.len && str_eq(name, STR("style"))) {
            write_style(w, attr);
            continue;
        }
        buf_add_char(w->out, ' ');
        buf_add(w->out, name);
        buf_add(w->out, STR("=\""));
        write_value(w, p, name, attr_value(attr));
        buf_add_char(w->out, '"');
    }
    if (w->own_style.len)
        write_style(w, NULL);
}

static bool has_own_id(const struct tree *t, const struct out *o, struct str *id)
{
    if (o->old || (o->kind != OUT_ELEMENT && o->kind != OUT_SUBTREE))
        return false;
    return dom_attr(&t->delta->new->dom, o->node, STR("id"), id) && id->len;
}

void write_id(struct writer *w, const struct out *o)
{
    struct str id;

    if (has_own_id(w->tree, o, &id)) {
        buf_add_escaped(w->out, id);
        return;
    }
    buf_add(w->out, w->prefix);
    buf_add_number(w->out, o->id);
}

static void write_chain(struct writer *w, const char *name, uint32_t stop)
{
    if (stop >= w->tree->stop.n)
        return;
    buf_addf(w->out, " data-weft-%s=\"", name);
    write_id(w, &w->tree->out.item[w->tree->stop.item[stop]]);
    buf_add_char(w->out, '"');
}

/* What is said of the changes shown on one element, between two pieces of ours. */
static void write_notes(struct writer *w, const struct out *o, struct str before, struct str after)
{
    const struct delta *d = w->tree->delta;
    bool listed = o->kind != OUT_MARK && !o->old && w->tree->first_change[o->node];
    uint32_t k = listed ? w->tree->first_change[o->node] : o->change == NONE ? 0 : o->change + 1;

    if (!k || !d->change[k - 1].note.len)
        return;
    buf_add(w->out, before);
    for (bool first = true; k; k = listed ? w->tree->next_change[k - 1] : 0, first = false) {
        if (!first)
            buf_add(w->out, STR("; "));
        buf_add_escaped(w->out, d->change[k - 1].note);
    }
    buf_add(w->out, after);
}

static void write_mark_attributes(struct writer *w, const struct out *o, const char *state)
{
    struct str id;

    buf_addf(w->out, " data-weft=\"%s\"", state);
    if (!has_own_id(w->tree, o, &id)) {
        buf_add(w->out, STR(" id=\""));
        write_id(w, o);
        buf_add_char(w->out, '"');
    }
    if (out_class(w->tree, o) != CLASS_CONTENT)
        buf_addf(w->out, " data-weft-class=\"%s\"", class_name(out_class(w->tree, o)));
    if (o->change == NONE)
        return;
    buf_addf(w->out, " data-weft-change=\"%u\"", o->change + 1);
    if (o->stop != NONE) {
        if (w->tree->stop.item[o->stop] == o - w->tree->out.item)
            buf_addf(w->out, " data-weft-stop=\"%u\"", o->stop + 1);
        write_chain(w, "prev", o->stop ? o->stop - 1 : UINT32_MAX);
        write_chain(w, "next", o->stop + 1);
    }
    write_notes(w, o, STR(" data-weft-note=\""), STR("\""));
}

static const char *state_name(const struct writer *w, enum out_state state)
{
    static const char *const name[] = { "", "insert", "delete", "move", "change" };

    if (w->as_old && (state == STATE_INSERT || state == STATE_DELETE))
        state = state == STATE_INSERT ? STATE_DELETE : STATE_INSERT;
    return name[state];
}

/* An item right inside these is read back as one, whatever lists are open around them: a parser looks no further up for an item to end. */
static bool takes_any_item(uint32_t tag)
{
    return only_part(tag) == PART_LI || only_part(tag) == PART_DT || tag == TAG_BODY || tag == TAG_TD || tag == TAG_BLOCKQUOTE;
}

/* The tag of what an element stands in, past bold and the like, which a parser does not count; `o` as for written_name(). */
static uint32_t container_tag(const struct writer *w, const struct page *p, uint32_t node, const struct out *o)
{
    while (!o) {
        node = p->dom.node[node].parent;
        if (!tag_is(p->dom.node[node].tag, TAG_FORMAT))
            return p->dom.node[node].tag;
        o = node == w->root->node ? w->root : NULL;
    }
    while (o->parent != NONE && tag_is(out_tag(w->tree, o->parent), TAG_FORMAT))
        o = &w->tree->out.item[o->parent];
    return o->parent == NONE ? TAG_BODY : out_tag(w->tree, o->parent);
}

/* The name an element is written with; `o` is its node in the tree, NULL below the root of a subtree. Elements of other XML vocabularies
 * become div; so does what could not be read back where an old part comes to stand: an item without a list, and a p with a table inside,
 * which only a page in quirks mode may have. After plaintext nothing could be written any more: it becomes pre. */
static struct str written_name(const struct writer *w, const struct page *p, uint32_t node, const struct out *o)
{
    const struct delta *d = w->tree->delta;
    const struct node *n = &p->dom.node[node];
    bool quirk = n->tag == TAG_P && p->flags[node] & NODE_HAS_BLOCK && p->dom.quirks && !d->new->dom.quirks;
    bool stray = is_stray_item(p, node) && !takes_any_item(container_tag(w, p, node, o));

    if (n->space == SPACE_OTHER || (p == d->old && (quirk || stray)))
        return STR("div");
    return n->tag == TAG_PLAINTEXT && n->space == SPACE_HTML ? STR("pre") : tag_name(p->dom.symbols, n->tag);
}

/* Whether the start and end tags of an element are written: not for what may not nest in itself. */
static bool opens(struct writer *w, uint32_t tag, bool old)
{
    unsigned *open = nest_count(w, tag);

    return !open || !*open || !old;
}

/* In a frame: the number that an element and its partner share, for those that a line starts with. */
static void write_sync(struct writer *w, const struct page *p, uint32_t node)
{
    const struct delta *d = w->tree->delta;

    if (node_classes(&p->dom.node[node]) & TAG_BLOCK && d->new_node[node] != NONE)
        buf_addf(w->out, " data-weft-sync=\"%u\"", w->as_old ? node : d->new_node[node]);
}

static void write_start(struct writer *w, const struct page *p, uint32_t node, const struct out *mark, bool old)
{
    const struct node *n = &p->dom.node[node];
    unsigned *open = nest_count(w, n->tag);

    buf_add_char(w->out, '<');
    buf_add(w->out, written_name(w, p, node, mark));
    if (n->space == SPACE_OTHER) {
        buf_add(w->out, STR(" class=\"weft-xml\" data-xml=\""));
        buf_add_escaped(w->out, tag_name(p->dom.symbols, n->tag));
        buf_add_char(w->out, '"');
    } else {
        if (mark && mark->state != STATE_NONE)
            w->own_style = style_state(w->tree, mark, mark->old != w->as_old);
        write_attributes(w, p, node, old);
    }
    if (w->beside)
        write_sync(w, p, node);
    if (mark && mark->state != STATE_NONE)
        write_mark_attributes(w, mark, state_name(w, mark->state));
    outline_write(w->outlines, p, node, w->out);
    buf_add_char(w->out, '>');
    if (open)
        ++*open;
    /* The parser drops one line end at the start of these; a second one must stay. */
    bool drops_line = n->tag == TAG_PRE || n->tag == TAG_LISTING || n->tag == TAG_TEXTAREA || n->tag == TAG_PLAINTEXT;
    if (drops_line && node + 1 < n->end && n[1].kind == NODE_TEXT && n[1].len && n[1].text[0] == '\n')
        buf_add_char(w->out, '\n');
}

static void write_end(struct writer *w, const struct page *p, uint32_t node, const struct out *o)
{
    const struct node *n = &p->dom.node[node];
    unsigned *open = nest_count(w, n->tag);

    if (open)
        --*open;
    if (n->space == SPACE_HTML && tag_is(n->tag, TAG_VOID))
        return;
    buf_add(w->out, STR("</"));
    buf_add(w->out, written_name(w, p, node, o));
    buf_add_char(w->out, '>');
}

/* What a plug-in holds for those who cannot see it: here nobody can. Its words, and where its links lead; its markup may not stand in a
 * note. */
static void write_fallback(struct writer *w, const struct page *p, uint32_t node)
{
    for (uint32_t k = node + 1; k < p->dom.node[node].end; k++) {
        struct str address = STR("");
        struct str text = p->dom.node[k].kind == NODE_TEXT ? str_trim(node_text(&p->dom.node[k])) : STR("");

        if (!text.len || node_classes(&p->dom.node[p->dom.node[k].parent]) & TAG_HIDDEN)
            continue;
        buf_add_char(w->out, ' ');
        buf_add_escaped(w->out, text);
        if (p->dom.node[p->dom.node[k].parent].tag != TAG_A || !dom_attr(&p->dom, p->dom.node[k].parent, STR("href"), &address))
            continue;
        buf_add(w->out, STR(" ("));
        buf_add_escaped(w->out, url_resolve(w->arena, p->base, address));
        buf_add_char(w->out, ')');
    }
}

/* A note in the place of a frame or plug-in; it says itself whether it came or went. */
static void write_note(struct writer *w, const struct page *p, uint32_t node, const struct out *o)
{
    const char *class = !o || o->change == NONE ? "" : o->old != w->as_old ? " weft-gone" : " weft-came";
    struct str address = STR("");

    if (!dom_attr(&p->dom, node, STR("src"), &address))
        dom_attr(&p->dom, node, STR("data"), &address);
    buf_addf(w->out, "<span data-weft=\"ui\" class=\"weft-note%s\">[", class);
    buf_add(w->out, tag_name(p->dom.symbols, p->dom.node[node].tag));
    if (address.len) {
        buf_add_char(w->out, ' ');
        buf_add_escaped(w->out, url_resolve(w->arena, p->base, address));
    }
    buf_add_char(w->out, ']');
    if (p->dom.node[node].tag == TAG_OBJECT || p->dom.node[node].tag == TAG_APPLET)
        write_fallback(w, p, node);
    buf_add(w->out, STR("</span>"));
}

/* Elements whose content is characters, whatever a parser put there: a reader would take a tag for text. */
static bool holds_characters(const struct node *n)
{
    return n->kind == NODE_ELEMENT && n->space == SPACE_HTML
           && (n->tag == TAG_STYLE || n->tag == TAG_XMP || n->tag == TAG_TEXTAREA);
}

/* The texts below such an element. In style and xmp they are written raw, up to what would end the element, which those of an XML page may
 * hold; a space keeps two of them from making such an end together. */
static void write_characters(struct writer *w, const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];
    struct str stop = n->tag == TAG_STYLE ? STR("</style") : STR("</xmp");
    bool first = true;

    for (uint32_t k = node + 1; k < n->end; k++) {
        struct str text = node_text(&p->dom.node[k]);

        if (p->dom.node[k].kind != NODE_TEXT)
            continue;
        if (n->tag == TAG_TEXTAREA) {
            buf_add_escaped(w->out, text);
            continue;
        }
        if (!first)
            buf_add_char(w->out, ' ');
        text = str_sub(text, 0, str_find_nocase(text, stop, 0));
        if (n->tag == TAG_STYLE)
            clean_css(w->out, text, buf_add);
        else
            buf_add(w->out, text);
        first = false;
    }
}

/* Writes one element's start, or what stands for it; returns the node to go on with. `opened` says whether an end tag is due. */
static uint32_t enter(struct writer *w, const struct page *p, uint32_t i, const struct out *mark, bool *opened)
{
    const struct node *n = &p->dom.node[i];
    bool old = p == w->tree->delta->old && p != w->tree->delta->new;

    *opened = false;
    switch (clean_element(p, i)) {
    case CLEAN_DROP:
        buf_add(w->out, SEAM);
        return n->end;
    case CLEAN_NOTE:
        write_note(w, p, i, mark);
        return n->end;
    case CLEAN_KEEP:
        break;
    }
    if (n->tag == TAG_HTML || n->tag == TAG_FRAMESET)
        return i + 1;
    if (n->tag == TAG_HEAD)
        return n->end;
    *opened = opens(w, n->tag, old) && !(mark && mark->bare);
    if (*opened)
        write_start(w, p, i, mark, old);
    else
        buf_add(w->out, SEAM);
    return i + 1;
}

/* An element of a subtree whose end has not come yet, and whether its tags are written. */
struct open_element {
    uint32_t node;
    bool opened;
};

static void close_element(struct writer *w, const struct out *root, const struct open_element *open)
{
    if (open->opened)
        write_end(w, out_page(w->tree, root), open->node, open->node == root->node ? root : NULL);
    else
        buf_add(w->out, SEAM);
}

static void write_subtree(struct writer *w, const struct out *o)
{
    const struct page *p = out_page(w->tree, o);
    struct open_element open[LIMIT_DEPTH + 2];
    uint32_t n_open = 0, end = p->dom.node[o->node].end;

    w->root = o;
    for (uint32_t i = o->node, next; i < end; i = next) {
        const struct node *n = &p->dom.node[i];
        bool opened = false;

        while (n_open && p->dom.node[open[n_open - 1].node].end <= i)
            close_element(w, o, &open[--n_open]);
        next = i + 1;
        if (n->kind == NODE_TEXT)
            buf_add_escaped(w->out, node_text(n));
        else if (n->kind == NODE_COMMENT)
            buf_add(w->out, SEAM);
        else
            next = enter(w, p, i, i == o->node ? o : NULL, &opened);
        if (opened || (n->kind == NODE_ELEMENT && next < n->end))
            open[n_open++] = (struct open_element){ i, opened };
        if (opened && holds_characters(n)) {
            write_characters(w, p, i);
            next = n->end;
        }
    }
    while (n_open)
        close_element(w, o, &open[--n_open]);
}

/* Where something was before, or where a link leads now: words of ours that start from nothing, so that they fit any line. */
static void write_label(struct writer *w, const struct out *o)
{
    AUTO(buf) text = BUF(KIB(64));
    const struct delta *d = w->tree->delta;
    const struct change *change = &d->change[o->change];
    struct label_values values;
    bool move = change->kind == CHANGE_MOVE;
    const char *what = move ? "moved: " : "link: ";

    if (move)
        label_move(w->arena, d, change, w->as_old ? "is now" : "was", &text);
    else if (tree_shows_anew(w->tree, o->change))
        buf_add(&text, change->note), what = "";
    else if (!w->as_old && label_values(d, change, &values))
        label_link(&values, &text);
    if (!text.len)
        return;
    buf_addf(
        w->out,
        "<span data-weft=\"ui\" class=\"weft-label\" style=\"all:initial!important;font:600 11px/1.5 system-ui,sans-serif!important;"
        "padding:0 6px!important;margin-left:.4em!important;border-radius:3px!important;background:%s!important;color:%s!important;"
        "overflow-wrap:anywhere!important\">%s",
        move ? "#efe7fb" : "#fcefcd", move ? "#54309b" : "#684400", what);
    buf_add_escaped(w->out, buf_str(&text));
    buf_add(w->out, STR("</span>"));
}

/* The words that stood in a moved thing before: they are marked at the old place, where nobody would look for them. */
static void write_was(struct writer *w, const struct out *o)
{
    AUTO(buf) text = BUF(KIB(64));
    const struct change *c = &w->tree->delta->change[o->change];

    if (w->beside || w->as_old)
        return;
    page_words_line(w->tree->delta->old, c->old_word, MIN(c->old_end, c->old_word + WAS_WORDS), &text);
    if (c->old_end > c->old_word + WAS_WORDS)
        buf_add(&text, STR(" …"));
    buf_addf(w->out, "<span data-weft=\"ui\" style=\"%.*s\">", STR_ARG(style_removed));
    buf_add_escaped(w->out, buf_str(&text));
    buf_add(w->out, STR("</span><span data-weft=\"ui\" style=\"all:unset!important\"> </span>"));
}

/* The kind that a mark shows: an attribute change that owns words is an update of what stands there. */
static const char *mark_kind(const struct writer *w, const struct out *o)
{
    enum change_kind kind = w->tree->delta->change[o->change].kind;

    if (w->tree->apart[o->change])
        kind = o->old ? CHANGE_DELETE : CHANGE_INSERT;
    if (w->as_old && kind <= CHANGE_DELETE)
        kind = kind == CHANGE_INSERT ? CHANGE_DELETE : CHANGE_INSERT;
    return change_name(kind >= CHANGE_FORMAT ? CHANGE_UPDATE : kind);
}

/* Writes a node's start; true where its children are to be written and its end is due. */
static bool start_out(struct writer *w, struct out *o)
{
    const struct tree *t = w->tree;

    switch ((enum out_kind)o->kind) {
    case OUT_ELEMENT:
        enter(w, out_page(t, o), o->node, o, &o->opened);
        return true;
    case OUT_SUBTREE:
        write_subtree(w, o);
        return false;
    case OUT_TEXT:
        buf_add_escaped(w->out, (struct str){ out_page(t, o)->dom.node[o->node].text + o->at, o->len });
        return false;
    case OUT_MARK:
        buf_add(w->out, o->old != w->as_old ? STR("<del") : STR("<ins"));
        write_mark_attributes(w, o, mark_kind(w, o));
        buf_addf(w->out, " style=\"%.*s\">", STR_ARG(style_mark(t, o, o->old != w->as_old)));
        return true;
    case OUT_PLAIN:
        buf_add_char(w->out, '<');
        buf_add(w->out, tag_name(NULL, o->node));
        if (o->state != STATE_NONE) {
            write_mark_attributes(w, o, state_name(w, o->state));
            w->own_style = style_state(t, o, o->old != w->as_old);
            write_style(w, NULL);
        }
        buf_add_char(w->out, '>');
        return true;
    case OUT_SPACE:
        buf_add_char(w->out, ' ');
        return false;
    case OUT_SEAM:
        buf_add(w->out, SEAM);
        return false;
    case OUT_GAP:
        buf_add(w->out, STR("<span data-weft=\"ui\" style=\"all:unset!important\"> </span>"));
        return false;
    case OUT_LABEL:
        write_label(w, o);
        return false;
    case OUT_WAS:
        write_was(w, o);
        return false;
    }
    return false;
}

static void end_out(struct writer *w, const struct out *o)
{
    if (o->kind == OUT_ELEMENT && !o->opened)
        buf_add(w->out, SEAM);
    else if (o->kind == OUT_MARK)
        buf_add(w->out, o->old != w->as_old ? STR("</del>") : STR("</ins>"));
    else if (o->kind == OUT_PLAIN)
        buf_addf(w->out, "</%.*s>", STR_ARG(tag_name(NULL, o->node)));
    else
        write_end(w, out_page(w->tree, o), o->node, o);
}

void write_body(struct writer *w)
{
    const struct tree *t = w->tree;
    uint32_t node = 0;

    for (;;) {
        struct out *o = &t->out.item[node];
        bool descend = start_out(w, o);

        if (descend && o->first != NONE) {
            node = o->first;
            continue;
        }
        if (descend && node != 0)
            end_out(w, o);
        while (node != 0 && t->out.item[node].next == NONE) {
            node = t->out.item[node].parent;
            if (node != 0)
                end_out(w, &t->out.item[node]);
        }
        if (node == 0)
            break;
        node = t->out.item[node].next;
    }
    buf_add(w->out, STR("</body>"));
}

void write_styles(struct writer *w, const struct page *p)
{
    for (uint32_t i = 0, next; i < p->dom.n && i < p->body; i = next) {
        const struct node *n = &p->dom.node[i];
        bool sheet = n->kind == NODE_ELEMENT && n->space == SPACE_HTML && (n->tag == TAG_STYLE || n->tag == TAG_LINK);

        next = n->tag == TAG_HEAD || i == 0 ? i + 1 : n->end;
        if (!sheet || clean_element(p, i) != CLEAN_KEEP)
            continue;
        struct out o = { .node = i, .kind = OUT_SUBTREE };
        write_subtree(w, &o);
        buf_add_char(w->out, '\n');
    }
}
