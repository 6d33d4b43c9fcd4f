/* In: an element of a page. Out: what a reader calls it. A label may be around a field or name it by its id; fields without one are
 * called by aria-label, placeholder or title, else by the text that follows (the usual place beside a box to tick) or stands before. */
#include "show/field.h"

#include "base/limits.h"
#include "base/utf8.h"

enum { FIELD_BYTES = 80 }; /* of a name; more is a text and not a name */

/* The text of a node and of all below it but choices, on one line. */
static void add_text(const struct page *p, uint32_t node, struct buf *out)
{
    for (uint32_t i = node; i < p->dom.node[node].end && out->len < FIELD_BYTES; i++) {
        if (i != node && p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == TAG_SELECT) {
            i = p->dom.node[i].end - 1;
            continue;
        }
        struct str text = p->dom.node[i].kind == NODE_TEXT ? str_trim(node_text(&p->dom.node[i])) : STR("");
        if (text.len)
            buf_addf(out, "%s%.*s", out->len ? " " : "", STR_ARG(text));
    }
}

/* The label that names an element by its id, or NONE. */
static uint32_t label_for(const struct page *p, uint32_t node)
{
    struct str id, other;

    if (!dom_attr(&p->dom, node, STR("id"), &id) || !id.len)
        return NONE;
    for (uint32_t i = 1; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == TAG_LABEL && dom_attr(&p->dom, i, STR("for"), &other)
            && str_eq(id, other))
            return i;
    return NONE;
}

static uint32_t label_around(const struct page *p, uint32_t node)
{
    while (node && p->dom.node[node].tag != TAG_LABEL)
        node = p->dom.node[node].parent;
    return node ? node : NONE;
}

/* The text right behind an element, or right before it. */
static void add_beside(const struct page *p, uint32_t node, struct buf *out)
{
    uint32_t next = p->dom.node[node].end;

    if (next < p->dom.n && p->dom.node[next].parent == p->dom.node[node].parent && p->dom.node[next].kind == NODE_TEXT)
        add_text(p, next, out);
    if (!out->len && node && p->dom.node[node - 1].kind == NODE_TEXT)
        add_text(p, node - 1, out);
}

static void add_name(const struct page *p, uint32_t node, struct buf *out)
{
    static const char *const own[] = { "aria-label", "placeholder", "title" };
    uint32_t label = label_around(p, node);
    struct str value;

    if (label == NONE)
        label = label_for(p, node);
    if (label != NONE)
        add_text(p, label, out);
    for (size_t k = 0; k < ARRAY_LEN(own) && !out->len; k++)
        if (dom_attr(&p->dom, node, str_of(own[k]), &value))
            buf_add(out, str_trim(value));
    if (!out->len)
        add_beside(p, node, out);
    if (!out->len && dom_attr(&p->dom, node, STR("name"), &value))
        buf_add(out, str_trim(value));
}

static void add_quoted(const char *what, const struct buf *name, struct buf *out)
{
    struct str text = buf_str(name);

    if (text.len)
        buf_addf(out, "%s \"%.*s\"", what, STR_ARG(text));
}

static void add_choice(const struct page *p, uint32_t node, struct buf *out)
{
    AUTO(buf) choice = BUF(KIB(64));
    AUTO(buf) name = BUF(KIB(64));
    uint32_t select = p->dom.node[node].parent;

    add_text(p, node, &choice);
    add_quoted("choice", &choice, out);
    while (select && p->dom.node[select].tag != TAG_SELECT)
        select = p->dom.node[select].parent;
    if (select)
        add_name(p, select, &name);
    if (choice.len)
        add_quoted(" of", &name, out);
}

/* The key whose value a node is in. */
static void add_key(const struct page *p, uint32_t node, struct buf *out)
{
    while (node && p->dom.node[node].tag != TAG_TR)
        node = p->dom.node[node].parent;
    if (node)
        add_text(p, node + 1, out);
}

/* An element of XML that holds no words, by what it says of itself: stop "Westhaven". */
static void add_element(const struct page *p, uint32_t node, struct buf *out)
{
    static const struct str names[] = { STR_INIT("name"), STR_INIT("title"), STR_INIT("label"), STR_INIT("key"), STR_INIT("id") };
    struct str value = STR("");

    if (p->first_word[node] < p->first_word[p->dom.node[node].end])
        return;
    for (size_t k = 0; k < ARRAY_LEN(names) && !value.len; k++)
        if (dom_attr(&p->dom, node, names[k], &value))
            value = str_trim(value);
    if (value.len)
        buf_addf(out, "%.*s \"%.*s\"", STR_ARG(tag_name(p->dom.symbols, p->dom.node[node].tag)),
                 STR_ARG(utf8_head(value, FIELD_BYTES)));
}

void field_add(const struct page *p, uint32_t node, struct buf *out)
{
    AUTO(buf) name = BUF(KIB(64));

    if (node == NONE || p->dom.node[node].kind != NODE_ELEMENT)
        return;
    uint32_t tag = p->dom.node[node].tag;
    if (p->kind == KIND_JSON) {
        add_key(p, node, out);
    } else if (tag == TAG_OPTION) {
        add_choice(p, node, out);
    } else if (tag == TAG_INPUT || tag == TAG_SELECT || tag == TAG_TEXTAREA) {
        add_name(p, node, &name);
        add_quoted("field", &name, out);
    } else if (p->dom.xml) {
        add_element(p, node, out);
    }
}

void field_note(const struct delta *d, const struct change *c, struct buf *out)
{
    AUTO(buf) name = BUF(KIB(64));

    field_add(d->new, c->new_node, &name);
    buf_add_escaped(out, buf_str(&name));
    if (name.len)
        buf_add(out, STR(": "));
    buf_add_escaped(out, c->note);
}
