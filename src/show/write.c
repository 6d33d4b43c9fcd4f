/* The output tree as HTML.
 *
 * Every byte of a page goes through buf_add_escaped or clean_css, which leaves no '<': all tags are ours. Every start tag stands where a
 * parser makes of it what is meant (stack.h) and has its end tag: so the page is read back as it was written, and nothing in it changes
 * its meaning on the way. No recursion: the tree is walked along its links, subtrees along the flat node array. O(bytes written). */
#include "show/write.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "parse/url.h"
#include "show/clean.h"
#include "show/label.h"
#include "show/style.h"

/* Where a comment or script was left out, an empty comment keeps the texts before and after it two texts, as they are in the page. */
#define SEAM STR("<!---->")

enum {
    WAS_WORDS = 40,   /* of what stood in a moved thing before */
    NOTE_BYTES = 120, /* of the address of a frame: a line; the rest is for programs */
};

static bool has_own_id(const struct tree *t, const struct out *o, struct str *id)
{
    if (o->old || (o->kind != OUT_ELEMENT && o->kind != OUT_SUBTREE))
        return false;
    return t->delta->new->dom.node[o->node].space != SPACE_OTHER &&dom_attr(&t->delta->new->dom, o->node, STR("id"), id) && id->len;
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

/* In a frame: the number that an element and its partner share, for those that a line starts with. */
static void write_sync(struct writer *w, const struct page *p, uint32_t node)
{
    const struct delta *d = w->tree->delta;

    if (node_classes(&p->dom.node[node]) & TAG_BLOCK && d->new_node[node] != NONE)
        buf_addf(w->out, " data-weft-sync=\"%u\"", w->as_old ? node : d->new_node[node]);
}

/* A field that no one sees may stand where a table takes its parts alone. */
static bool is_hidden_field(const struct page *p, uint32_t node)
{
    struct str type;

    return p->dom.node[node].tag == TAG_INPUT && dom_attr(&p->dom, node, STR("type"), &type) && str_eq_nocase(type, STR("hidden"));
}

/* How a page's element is to be written. */
static struct write_how how_to_write(const struct writer *w, const struct page *p, uint32_t node, const struct out *mark)
{
    const struct node *n = &p->dom.node[node];
    struct write_how how = { .old = p == w->tree->delta->old && p != w->tree->delta->new,
                             .in_table = stack_is_table(&w->stack) && is_hidden_field(p, node) };

    if (mark && mark->state != STATE_NONE)
        how.style = style_state(w->tree, mark, mark->old != w->as_old);
    else if (n->tag == TAG_NOEMBED && n->space == SPACE_HTML)
        how.style = STR("display:none!important"); /* as browsers have it */
    return how;
}

/* The parser drops one line end at the start of these; a second one must stay. */
static void write_line_end(struct writer *w, const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];
    struct str name = w->stack.level.item[w->stack.level.n - 1].name;

    if (!str_eq(name, STR("pre")) && !str_eq(name, STR("textarea")))
        return;
    if (node + 1 < n->end && n[1].kind == NODE_TEXT && n[1].len && n[1].text[0] == '\n')
        buf_add_char(w->out, '\n');
}

/* The start tag, as far as it may be written. */
static enum written write_start(struct writer *w, const struct page *p, uint32_t node, const struct out *mark)
{
    const struct node *n = &p->dom.node[node];
    struct write_how how = how_to_write(w, p, node, mark);

    if (n->tag == TAG_FORM && n->space == SPACE_HTML && stack_is_table(&w->stack))
        return WRITTEN_NOT; /* a parser leaves it there without content */
    enum written written = write_element(w, p, node, how);
    if (written == WRITTEN_NOT)
        return written;
    if (w->beside)
        write_sync(w, p, node);
    if (mark && mark->state != STATE_NONE)
        write_mark_attributes(w, mark, state_name(w, mark->state));
    outline_write(w->outlines, p, node, w->out);
    buf_add_char(w->out, '>');
    if (written == WRITTEN_OPEN)
        write_line_end(w, p, node);
    return written;
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

    write_room(w, TAG_SPAN);
    if (!stack_takes(&w->stack, TAG_SPAN, SPACE_HTML))
        return;
    if (!dom_attr(&p->dom, node, STR("src"), &address))
        dom_attr(&p->dom, node, STR("data"), &address);
    buf_addf(w->out, "<span data-weft=\"ui\" class=\"weft-note%s\">[", class);
    buf_add(w->out, tag_name(p->dom.symbols, p->dom.node[node].tag));
    if (address.len) {
        struct str whole = url_resolve(w->arena, p->base, address), shown = utf8_head(whole, NOTE_BYTES);
        buf_add_char(w->out, ' ');
        buf_add_escaped(w->out, shown);
        buf_add(w->out, shown.len < whole.len ? STR("…") : STR(""));
    }
    buf_add_char(w->out, ']');
    if (p->dom.node[node].tag == TAG_OBJECT || p->dom.node[node].tag == TAG_APPLET)
        write_fallback(w, p, node);
    buf_add(w->out, STR("</span>"));
}

/* The texts of an element that holds text alone, whatever a parser put there; those of two elements are kept apart. */
static void write_characters(struct writer *w, const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];
    AUTO(buf) css = BUF(LIMIT_PAGE_BYTES);
    struct str between = n->space == SPACE_HTML ? STR(" ") : SEAM;
    bool first = true;

    for (uint32_t k = node + 1; k < n->end; k++) {
        const struct node *inner = &p->dom.node[k];
        if (inner->kind == NODE_ELEMENT && (clean_element(p, k) >= CLEAN_NOTE || node_classes(inner) & TAG_HIDDEN))
            k = inner->end - 1;
        if (inner->kind != NODE_TEXT)
            continue;
        if (n->tag == TAG_STYLE) {
            buf_add(&css, first ? STR("") : STR(" "));
            clean_css(w->arena, p->address.len ? p->base : STR(""), node_text(inner), &css);
        } else {
            buf_add(w->out, first ? STR("") : between);
            buf_add_escaped(w->out, node_text(inner));
        }
        first = false;
    }
    if (n->space == SPACE_HTML)
        buf_add(w->out, buf_str(&css));
    else
        buf_add_escaped(w->out, buf_str(&css));
}

/* Writes one element's start, or what stands for it; returns the node to go on with. */
static uint32_t enter(struct writer *w, const struct page *p, uint32_t i, const struct out *mark, enum written *written)
{
    const struct node *n = &p->dom.node[i];
    enum clean clean = clean_element(p, i);

    *written = WRITTEN_NOT;
    if (clean == CLEAN_NOTE)
        write_note(w, p, i, mark);
    else if (clean == CLEAN_DROP)
        buf_add(w->out, SEAM);
    if (clean == CLEAN_NOTE || clean == CLEAN_DROP)
        return n->end;
    if (!(mark && mark->bare))
        *written = write_start(w, p, i, mark);
    if (*written == WRITTEN_NOT)
        buf_add(w->out, SEAM);
    if (clean != CLEAN_TEXT || (*written == WRITTEN_NOT && n->space != SPACE_HTML))
        return i + 1;
    if (*written == WRITTEN_OPEN)
        write_characters(w, p, i);
    return n->end;
}

/* An element of a subtree whose end has not come yet, and what was written of it. */
struct open_element {
    uint32_t node;
    enum written written;
};

static void close_element(struct writer *w, enum written written)
{
    if (written == WRITTEN_OPEN)
        write_close(w);
    else if (written == WRITTEN_NOT)
        buf_add(w->out, SEAM);
}

/* Text of a page. Where it would leave a table, a cell is made for it. */
static void write_text(struct writer *w, struct str text)
{
    if (stack_is_table(&w->stack) && str_trim(text).len) {
        write_room(w, TAG_NONE);
        if (stack_is_table(&w->stack))
            return;
    }
    buf_add_escaped(w->out, text);
}

static void write_subtree(struct writer *w, const struct out *o)
{
    const struct page *p = out_page(w->tree, o);
    struct open_element open[LIMIT_DEPTH + 2];
    uint32_t n_open = 0, end = p->dom.node[o->node].end;

    for (uint32_t i = o->node, next; i < end; i = next) {
        const struct node *n = &p->dom.node[i];
        enum written written = WRITTEN_NOT;

        while (n_open && p->dom.node[open[n_open - 1].node].end <= i)
            close_element(w, open[--n_open].written);
        next = i + 1;
        if (n->kind == NODE_TEXT)
            write_text(w, node_text(n));
        else if (n->kind == NODE_COMMENT)
            buf_add(w->out, SEAM);
        else
            next = enter(w, p, i, i == o->node ? o : NULL, &written);
        if (n->kind == NODE_ELEMENT && (written == WRITTEN_OPEN || next < n->end))
            open[n_open++] = (struct open_element){ i, written };
    }
    while (n_open)
        close_element(w, open[--n_open].written);
}

/* Where something was before, or where a link leads now: words of ours that start from nothing, so that they fit any line. */
static void write_label(struct writer *w, const struct out *o)
{
    AUTO(buf) text = BUF(KIB(64));
    const struct delta *d = w->tree->delta;
    const struct change *change = &d->change[o->change];
    struct label_values values;
    bool move = change->kind == CHANGE_MOVE;
    bool left = w->tree->out.item[o->node].old; /* the place that it moved away from */
    const char *what = move ? "moved: " : "link: ";

    if (left && (w->as_old || w->beside))
        return; /* it is not on this page */
    if (left)
        label_left(d, change, &text);
    else if (move)
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

/* An element of ours around text: a mark, or a part of a list or table that HTML wants there. */
static enum written start_own(struct writer *w, const struct out *o)
{
    bool mark = o->kind == OUT_MARK;
    uint32_t tag = !mark ? o->node : o->old != w->as_old ? (uint32_t)TAG_DEL : (uint32_t)TAG_INS;

    write_room(w, tag);
    if (!stack_takes(&w->stack, tag, SPACE_HTML))
        tag = TAG_SPAN;
    if (!stack_takes(&w->stack, tag, SPACE_HTML))
        return WRITTEN_NOT;
    write_own(w, tag);
    if (mark) {
        write_mark_attributes(w, o, mark_kind(w, o));
        buf_addf(w->out, " style=\"%.*s\"", STR_ARG(style_mark(w->tree, o, o->old != w->as_old)));
    } else if (o->state != STATE_NONE) {
        write_mark_attributes(w, o, state_name(w, o->state));
        write_own_style(w, (struct str){ 0 }, style_state(w->tree, o, o->old != w->as_old));
    }
    buf_add_char(w->out, '>');
    return WRITTEN_OPEN;
}

/* Writes a node's start; true where its children are to be written and its end is due. */
static bool start_out(struct writer *w, struct out *o)
{
    const struct tree *t = w->tree;
    enum written written = WRITTEN_NOT;

    switch ((enum out_kind)o->kind) {
    case OUT_ELEMENT:
        enter(w, out_page(t, o), o->node, o, &written);
        o->written = (uint8_t)written;
        return true;
    case OUT_SUBTREE:
        write_subtree(w, o);
        return false;
    case OUT_TEXT:
        write_text(w, (struct str){ out_page(t, o)->dom.node[o->node].text + o->at, o->len });
        return false;
    case OUT_MARK:
    case OUT_PLAIN:
        o->written = (uint8_t)start_own(w, o);
        return true;
    case OUT_SPACE:
        buf_add_char(w->out, ' ');
        return false;
    case OUT_SEAM:
        buf_add(w->out, SEAM);
        return false;
    case OUT_GAP:
        write_room(w, TAG_SPAN);
        if (stack_takes(&w->stack, TAG_SPAN, SPACE_HTML))
            buf_add(w->out, STR("<span data-weft=\"ui\" style=\"all:unset!important\"> </span>"));
        return false;
    case OUT_LABEL:
        write_room(w, TAG_SPAN);
        if (stack_takes(&w->stack, TAG_SPAN, SPACE_HTML))
            write_label(w, o);
        return false;
    case OUT_WAS:
        write_room(w, TAG_SPAN);
        if (stack_takes(&w->stack, TAG_SPAN, SPACE_HTML))
            write_was(w, o);
        return false;
    }
    return false;
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
            close_element(w, o->written);
        while (node != 0 && t->out.item[node].next == NONE) {
            node = t->out.item[node].parent;
            if (node != 0)
                close_element(w, t->out.item[node].written);
        }
        if (node == 0)
            break;
        node = t->out.item[node].next;
    }
    while (w->stack.level.n)
        write_end(w);
}

void write_styles(struct writer *w, const struct page *p)
{
    for (uint32_t i = 0, next; i < p->dom.n && i < p->body; i = next) {
        const struct node *n = &p->dom.node[i];
        bool sheet = n->kind == NODE_ELEMENT && n->space == SPACE_HTML && (n->tag == TAG_STYLE || n->tag == TAG_LINK);

        next = n->tag == TAG_HEAD || i == 0 ? i + 1 : n->end;
        if (!sheet)
            continue;
        struct out o = { .node = i, .kind = OUT_SUBTREE };
        write_subtree(w, &o);
        buf_add_char(w->out, '\n');
    }
}
