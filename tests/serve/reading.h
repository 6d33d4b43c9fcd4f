/* A page of weft as lines that a person can read: what stands on it, where its links lead, what its forms would send.
 *
 *     # Pages                                      a heading
 *     [Add pages](/add) [*Side](...)               links and where they lead; * is where one is
 *     <form POST /pages/remove>                    a form, with all its fields below it
 *     {tag = red} {Stop watching}                  a field that is not seen, a button
 *     q: {x} every: {1d|*2d} paused: [ ]           what can be typed, chosen (* is chosen) and ticked
 *     - item        cell | cell                    items and rows
 *     ! words       * words                        what is wrong, and what else is to be known
 *
 * The frame of all pages is left out, and so are the token of forms, drawings and what is hidden. Pictures show by what they say for
 * people who do not see them. */
#ifndef TESTS_SERVE_READING_H
#define TESTS_SERVE_READING_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "parse/parse.h"

struct reading {
    struct dom dom;
    struct symbols symbols;
    struct buf *out;
    bool is_spaced; /* a blank is due before the next word */
    bool is_raw;    /* inside <pre>: lines stay */
};

static inline struct str reading_attr(const struct reading *r, uint32_t node, const char *name)
{
    struct str value;
    return dom_attr(&r->dom, node, str_of(name), &value) ? value : STR("");
}

static inline bool reading_has(const struct reading *r, uint32_t node, const char *name)
{
    struct str value;
    return dom_attr(&r->dom, node, str_of(name), &value);
}

static inline void reading_line(struct reading *r)
{
    if (r->out->len && r->out->ptr[r->out->len - 1] != '\n')
        buf_add_char(r->out, '\n');
    r->is_spaced = false;
}

static inline void reading_word(struct reading *r, struct str word)
{
    if (r->is_spaced && r->out->len && r->out->ptr[r->out->len - 1] != '\n')
        buf_add_char(r->out, ' ');
    r->is_spaced = false;
    buf_add(r->out, word);
}

static inline void reading_text(struct reading *r, struct str text)
{
    for (size_t i = 0; i < text.len;) {
        size_t end = i;
        if (r->is_raw && text.ptr[i] == '\n') {
            reading_line(r);
            i++;
            continue;
        }
        while (end < text.len && !byte_is_space(text.ptr[end]))
            end++;
        if (end > i)
            reading_word(r, str_sub(text, i, end));
        else
            r->is_spaced = true;
        i = MAX(end, i + 1);
    }
}

/* A sign that stands apart from the words around it. */
__attribute__((format(printf, 2, 3))) static inline void reading_sign(struct reading *r, const char *format, ...)
{
    char text[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    r->is_spaced = true;
    reading_word(r, STR(""));
    for (const char *c = text; *c; c++)
        buf_add(r->out, *c == '\n' ? STR("\\n") : (struct str){ c, 1 });
    r->is_spaced = true;
}

static inline void reading_select(struct reading *r, uint32_t node)
{
    AUTO(buf) all = BUF(1 << 20);
    for (uint32_t i = node + 1; i < r->dom.node[node].end; i++) {
        if (r->dom.node[i].kind != NODE_ELEMENT || r->dom.node[i].tag != TAG_OPTION)
            continue;
        struct str words = i + 1 < r->dom.node[i].end ? node_text(&r->dom.node[i + 1]) : STR("");
        struct str value = reading_has(r, i, "value") ? reading_attr(r, i, "value") : words;
        buf_addf(&all, "%s%s%.*s", all.len ? "|" : "", reading_has(r, i, "selected") ? "*" : "", STR_ARG(value));
        if (!str_eq(value, words))
            buf_addf(&all, " %.*s", STR_ARG(words));
    }
    reading_sign(r, "%.*s: {%.*s}", STR_ARG(reading_attr(r, node, "name")), STR_ARG(buf_str(&all)));
}

static inline void reading_input(struct reading *r, uint32_t node)
{
    struct str type = reading_attr(r, node, "type"), name = reading_attr(r, node, "name"), value = reading_attr(r, node, "value");
    const char *tick = reading_has(r, node, "checked") ? "x" : " ";
    if (str_eq(type, STR("hidden")) && str_eq(name, STR("t")))
        return; /* another in every session */
    if (str_eq(type, STR("hidden")))
        reading_sign(r, "{%.*s = %.*s}", STR_ARG(name), STR_ARG(value));
    else if (str_eq(type, STR("checkbox")))
        reading_sign(r, "%.*s%s%.*s: [%s]", STR_ARG(name), value.len ? "=" : "", STR_ARG(value), tick);
    else if (str_eq(type, STR("radio")))
        reading_sign(r, "%.*s=%.*s: (%s)", STR_ARG(name), STR_ARG(value), tick);
    else
        reading_sign(r, "%.*s: {%.*s}%s", STR_ARG(name.len ? name : reading_attr(r, node, "id")), STR_ARG(value),
                     reading_has(r, node, "disabled") ? " (cannot be changed)" : "");
}

static inline void reading_node(struct reading *r, uint32_t node);

static inline void reading_inside(struct reading *r, uint32_t node)
{
    for (uint32_t i = node + 1; i < r->dom.node[node].end; i = r->dom.node[i].end)
        reading_node(r, i);
}

static inline void reading_form(struct reading *r, uint32_t node)
{
    struct str method = reading_attr(r, node, "method"), action = reading_attr(r, node, "action");
    reading_line(r);
    buf_addf(r->out, "<form %s %.*s>\n", str_eq(method, STR("post")) ? "POST" : "GET", STR_ARG(action));
    reading_inside(r, node);
    reading_line(r);
}

/* What leads on or sends, with where it does. */
static inline void reading_link(struct reading *r, uint32_t node)
{
    bool is_button = r->dom.node[node].tag == TAG_BUTTON;
    struct str label = reading_attr(r, node, "aria-label"), to = reading_attr(r, node, is_button ? "formaction" : "href");
    size_t before;
    reading_word(r, is_button ? STR("{") : reading_has(r, node, "aria-current") ? STR("[*") : STR("["));
    before = r->out->len;
    reading_inside(r, node);
    r->is_spaced = false;
    if (r->out->len == before)
        buf_add(r->out, label);
    if (!is_button)
        buf_addf(r->out, "](%.*s)", STR_ARG(to));
    else {
        struct str name = reading_attr(r, node, "name"), value = reading_attr(r, node, "value");
        if (name.len)
            buf_addf(r->out, ": %.*s = %.*s", STR_ARG(name), STR_ARG(value));
        if (to.len)
            buf_addf(r->out, ": POST %.*s", STR_ARG(to));
        buf_add_char(r->out, '}');
        r->is_spaced = true;
    }
}

static inline void reading_block(struct reading *r, uint32_t node)
{
    uint32_t tag = r->dom.node[node].tag;
    if (tag == TAG_TD || tag == TAG_TH) {
        if (r->out->len && r->out->ptr[r->out->len - 1] != '\n')
            reading_sign(r, "|");
        reading_inside(r, node);
        r->is_spaced = true;
        return;
    }
    reading_line(r);
    if (tag >= TAG_H1 && tag <= TAG_H6)
        buf_addf(r->out, "%.*s ", (int)(tag - TAG_H1 + 1), "######");
    if (tag == TAG_LI)
        buf_add(r->out, STR("- "));
    if (reading_has(r, node, "role") && tag == TAG_P && r->dom.node[node].end > node + 1)
        buf_add(r->out, str_eq(reading_attr(r, node, "role"), STR("alert")) ? STR("! ") : STR("* "));
    r->is_raw = tag == TAG_PRE;
    reading_inside(r, node);
    r->is_raw = false;
    if (tag != TAG_LI || r->out->ptr[r->out->len - 1] != ' ')
        reading_line(r);
}

static inline bool reading_is_left_out(const struct reading *r, uint32_t node)
{
    uint32_t tag = r->dom.node[node].tag;
    struct str class = reading_attr(r, node, "class");
    return tag_is(tag, TAG_HIDDEN) || reading_has(r, node, "hidden") || (tag == TAG_SVG && !reading_has(r, node, "aria-label"))
           || (tag == TAG_SPAN && str_eq(reading_attr(r, node, "aria-hidden"), STR("true")))
           || (tag == TAG_HEADER && (str_eq(class, STR("side")) || str_eq(class, STR("pub-top"))))
           || (tag == TAG_A && str_eq(class, STR("skip")));
}

static inline void reading_element(struct reading *r, uint32_t node)
{
    uint32_t tag = r->dom.node[node].tag;
    if (tag == TAG_INPUT)
        reading_input(r, node);
    else if (reading_is_left_out(r, node))
        return;
    else if (tag == TAG_TEXTAREA)
        reading_sign(r, "%.*s: {%.*s}", STR_ARG(reading_attr(r, node, "name")),
                     STR_ARG(r->dom.node[node].end > node + 1 ? node_text(&r->dom.node[node + 1]) : STR("")));
    else if (tag == TAG_SELECT)
        reading_select(r, node);
    else if (tag == TAG_FORM)
        reading_form(r, node);
    else if (tag == TAG_A || tag == TAG_BUTTON)
        reading_link(r, node);
    else if (tag == TAG_SVG || tag == TAG_IMG)
        reading_sign(r, "(picture: %.*s)", STR_ARG(reading_attr(r, node, tag == TAG_SVG ? "aria-label" : "alt")));
    else if (tag == TAG_IFRAME)
        reading_sign(r, "(frame: %.*s)", STR_ARG(reading_attr(r, node, "title")));
    else if (tag == TAG_BR)
        reading_line(r);
    else if (tag_is(tag, TAG_BLOCK))
        reading_block(r, node);
    else {
        reading_inside(r, node);
    }
    uint32_t next = r->dom.node[node].end;
    r->is_spaced |= next < r->dom.n && r->dom.node[next].kind == NODE_ELEMENT; /* what a style parts, not a blank */
}

static inline void reading_node(struct reading *r, uint32_t node)
{
    if (r->dom.node[node].kind == NODE_TEXT)
        reading_text(r, node_text(&r->dom.node[node]));
    else if (r->dom.node[node].kind == NODE_ELEMENT)
        reading_element(r, node);
}

/* The lines of a page, in the arena. */
static inline struct str reading_of(struct arena *a, struct str html)
{
    AUTO(buf) out = BUF(1 << 24);
    struct reading r = { .out = &out };
    struct parse_source source = { .bytes = html, .content_type = STR("text/html; charset=utf-8") };
    struct err e;
    symbols_open(&r.symbols, a);
    if (parse_page(a, &r.symbols, &source, &r.dom, &e))
        abort();
    reading_inside(&r, 0);
    reading_line(&r);
    return arena_str(a, buf_str(&out));
}

#endif
