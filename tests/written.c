/* In: HTML that weft wrote. Out: whether it is read as it was meant. See written.h. */
#include "tests/written.h"

#include "base/buf.h"
#include "base/limits.h"
#include "parse/dom_build.h"
#include "parse/parse.h"

struct reading {
    struct arena *arena;
    struct str html;
    size_t at;
    struct dom_builder tree;
    uint32_t open[4 * LIMIT_DEPTH]; /* tags; the parent's space is that of its node */
    uint32_t n_open;
    struct buf text;
    const char *wrong;
};

static void fail(struct reading *r, const char *what)
{
    if (!r->wrong)
        r->wrong = arena_printf(r->arena, "%s at byte %zu: %.*s", what, r->at, STR_ARG(str_sub(r->html, r->at, r->at + 80))).ptr;
}

static struct str decode(struct reading *r, struct str text)
{
    static const struct {
        struct str name, is;
    } references[] = { { STR_INIT("&amp;"), STR_INIT("&") },  { STR_INIT("&lt;"), STR_INIT("<") },
                       { STR_INIT("&gt;"), STR_INIT(">") },   { STR_INIT("&quot;"), STR_INIT("\"") },
                       { STR_INIT("&#13;"), STR_INIT("\r") }, { STR_INIT("&nbsp;"), STR_INIT("\xc2\xa0") } };
    AUTO(buf) out = BUF(LIMIT_PAGE_BYTES);
    struct str plain = STR("");

    for (size_t at = 0; at < text.len;) {
        size_t k = 0;
        while (k < ARRAY_LEN(references) && !str_starts(str_sub(text, at, text.len), references[k].name))
            k++;
        if (k < ARRAY_LEN(references)) {
            buf_add(&out, references[k].is);
            at += references[k].name.len;
            continue;
        }
        if (text.ptr[at] == '&')
            fail(r, "an ampersand that is not escaped");
        buf_add_char(&out, text.ptr[at++]);
    }
    if (buf_take(&out, r->arena, &plain, NULL))
        fail(r, "too long");
    return plain;
}

static void flush(struct reading *r)
{
    if (r->text.len && r->tree.nodes.n)
        dom_text(&r->tree, arena_str(r->arena, buf_str(&r->text)));
    buf_clear(&r->text);
}

static enum node_space space_of(const struct reading *r, struct str name)
{
    enum node_space around = r->n_open ? r->tree.nodes.item[r->tree.open].space : SPACE_HTML;

    if (around != SPACE_HTML)
        return around;
    return str_eq(name, STR("svg")) ? SPACE_SVG : str_eq(name, STR("math")) ? SPACE_MATH : SPACE_HTML;
}

static struct str take_until(struct reading *r, const char *stops)
{
    size_t from = r->at;

    while (r->at < r->html.len && !strchr(stops, r->html.ptr[r->at]))
        r->at++;
    return str_sub(r->html, from, r->at);
}

static void take_attributes(struct reading *r)
{
    while (r->at < r->html.len && r->html.ptr[r->at] == ' ') {
        r->at++;
        struct str name = take_until(r, "= >");
        if (!str_starts(str_sub(r->html, r->at, r->html.len), STR("=\""))) {
            fail(r, "an attribute without a quoted value");
            return;
        }
        r->at += 2;
        struct str value = take_until(r, "\"");
        if (memchr(value.ptr, '<', value.len))
            fail(r, "a tag in a value");
        dom_attribute(&r->tree, name, decode(r, value));
        r->at++;
    }
    if (r->at >= r->html.len || r->html.ptr[r->at++] != '>')
        fail(r, "a start tag without end");
}

static void take_start(struct reading *r)
{
    struct str name = take_until(r, " >");
    enum node_space space = space_of(r, name);
    uint32_t tag = tag_number(r->tree.symbols, name);

    flush(r);
    if (r->tree.nodes.n && !r->n_open)
        fail(r, "a second root");
    dom_open(&r->tree, tag, space);
    take_attributes(r);
    if (space == SPACE_HTML && tag_is(tag, TAG_VOID)) {
        dom_close(&r->tree);
        return;
    }
    r->open[r->n_open++] = tag;
    if (r->n_open == ARRAY_LEN(r->open))
        fail(r, "too deep");
    if ((tag == TAG_PRE || tag == TAG_TEXTAREA) && r->at < r->html.len && r->html.ptr[r->at] == '\n')
        r->at++; /* a parser drops it */
    if (tag == TAG_STYLE && space == SPACE_HTML) {
        buf_add(&r->text, take_until(r, "<"));
        flush(r);
    }
}

static void take_end(struct reading *r)
{
    r->at++;
    struct str name = take_until(r, ">");

    r->at++;
    if (str_eq(name, STR("body")) || str_eq(name, STR("html")))
        return; /* what comes behind still goes into the body */
    flush(r);
    if (!r->n_open || r->open[--r->n_open] != tag_number(r->tree.symbols, name))
        fail(r, "an end tag of another element");
    else
        dom_close(&r->tree);
}

static void take_markup(struct reading *r)
{
    struct str rest = str_sub(r->html, r->at, r->html.len);

    if (str_starts(rest, STR("<!DOCTYPE "))) {
        take_until(r, ">");
        r->at++;
    } else if (str_starts(rest, STR("<!---->"))) {
        flush(r);
        dom_comment(&r->tree, STR(""));
        r->at += sizeof "<!---->" - 1;
    } else if (str_starts(rest, STR("</"))) {
        r->at++;
        take_end(r);
    } else {
        r->at++;
        take_start(r);
    }
}

/* The tree that the tags say. */
static void read_tags(struct reading *r, struct dom *out)
{
    struct err e = { 0 };

    while (r->at < r->html.len && !r->wrong) {
        if (r->html.ptr[r->at] == '<')
            take_markup(r);
        else
            buf_add(&r->text, decode(r, take_until(r, "<")));
    }
    flush(r);
    while (r->n_open && !r->wrong) {
        uint32_t tag = r->open[--r->n_open];
        dom_close(&r->tree);
        if (tag != TAG_BODY && tag != TAG_HTML)
            fail(r, "an element without end");
    }
    if (!r->wrong && dom_finish(&r->tree, out, &e))
        r->wrong = "the page is over a limit";
}

static bool same_attributes(const struct dom *x, const struct dom *y, uint32_t i)
{
    if (x->node[i].n_attr != y->node[i].n_attr)
        return false;
    for (uint32_t k = 0; k < x->node[i].n_attr; k++) {
        const struct attr *v = &x->attr[x->node[i].attr + k], *w = &y->attr[y->node[i].attr + k];
        if (v->name != w->name || !str_eq(attr_value(v), attr_value(w)))
            return false;
    }
    return true;
}

static bool same_node(const struct dom *x, const struct dom *y, uint32_t i)
{
    const struct node *v = &x->node[i], *w = &y->node[i];

    if (v->kind != w->kind || v->parent != w->parent || v->end != w->end)
        return false;
    if (v->kind != NODE_ELEMENT)
        return str_eq(node_text(v), node_text(w));
    return v->tag == w->tag && v->space == w->space && same_attributes(x, y, i);
}

static struct str describe(struct arena *a, const struct dom *d, uint32_t i)
{
    if (i >= d->n)
        return STR("nothing");
    const struct node *n = &d->node[i];
    struct str what = n->kind == NODE_ELEMENT ? tag_name(d->symbols, n->tag) : str_sub(node_text(n), 0, 60);

    return arena_printf(a, "%s \"%.*s\" at %.*s",
                        n->kind == NODE_ELEMENT ? "element"
                        : n->kind == NODE_TEXT  ? "text"
                                                : "comment",
                        STR_ARG(what), STR_ARG(dom_path(a, d, i)));
}

const char *written_check(struct arena *a, struct str html)
{
    struct reading *r = NEW(a, struct reading);
    struct symbols *symbols = NEW(a, struct symbols);
    struct parse_source source = { .bytes = html, .content_type = STR_INIT("text/html; charset=utf-8") };
    struct dom meant = { 0 }, read = { 0 };
    struct err e = { 0 };

    symbols_open(symbols, a);
    r->arena = a, r->html = html, r->text = (struct buf)BUF(LIMIT_PAGE_BYTES);
    r->tree = (struct dom_builder){ .arena = a, .symbols = symbols };
    read_tags(r, &meant);
    buf_drop(&r->text);
    if (r->wrong)
        return r->wrong;
    if (parse_page(a, symbols, &source, &read, &e))
        return arena_printf(a, "%s", e.text).ptr;
    for (uint32_t i = 0; i < meant.n || i < read.n; i++)
        if (i >= meant.n || i >= read.n || !same_node(&meant, &read, i))
            return arena_printf(a, "written as %.*s, read as %.*s", STR_ARG(describe(a, &meant, i)), STR_ARG(describe(a, &read, i)))
                .ptr;
    return written_check_again(a, html);
}
