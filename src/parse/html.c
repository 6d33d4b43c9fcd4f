/* In: valid UTF-8 text of an HTML page. Out: nodes, attributes, doctype and mode of a struct dom.
 *
 * lexbor reads the page as a browser with scripting does (so <noscript> holds text), then its tree of pointers is walked twice: once
 * to count, once to copy into arrays of exactly that size; then lexbor's memory goes.
 *  1. No recursion: the walk goes up by parent pointers, and from a template's content to the template.
 *  2. All text and all values lie in one run of memory, in document order, so neighbouring texts merge by growing the first.
 *  3. An element at LIMIT_DEPTH or deeper is left out and its children take its place; scripts and the like go with their content.
 * Cost: O(nodes + bytes). */
#include "parse/html.h"

#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>

#include "base/limits.h"
#include "parse/guard.h"

enum { NAME_SLOTS = 256 };

/* One walk over lexbor's tree. `to` is NULL while counting. */
struct walk {
    struct dom *to;
    uint32_t n, n_attr;
    size_t bytes;
    char *at;        /* where the next byte of text goes */
    uint32_t open;   /* the node that children are added to */
    uint32_t depth;  /* of those children */
    uint32_t flat;   /* elements around here that are left out for their depth */
    uint64_t n_flat; /* all that are */
    bool after_text; /* the node before is a text with the same parent */
    struct {
        const lxb_dom_attr_data_t *data;
        uint32_t symbol;
    } name[NAME_SLOTS];
};

/* lexbor's number to ours; the numbers of names without a row are 0. */
static const uint8_t tag_of[LXB_TAG__LAST_ENTRY] = {
#define TAG(NAME, name, classes) [LXB_TAG_##NAME] = TAG_##NAME,
#include "parse/tag.def"
#undef TAG
};
_Static_assert(TAG_KNOWN <= UINT8_MAX, "tag_of holds bytes");

static uint32_t element_tag(struct walk *w, const lxb_dom_element_t *element)
{
    uintptr_t id = element->node.local_name;
    if (id < LXB_TAG__LAST_ENTRY && tag_of[id])
        return tag_of[id];
    size_t len;
    const lxb_char_t *name = lxb_dom_element_qualified_name(element, &len);
    return tag_number(w->to->symbols, (struct str){ (const char *)name, len });
}

static enum node_space element_space(const lxb_dom_node_t *node)
{
    return node->ns == LXB_NS_HTML   ? SPACE_HTML
           : node->ns == LXB_NS_SVG  ? SPACE_SVG
           : node->ns == LXB_NS_MATH ? SPACE_MATH
                                     : SPACE_OTHER;
}

/* The symbol of a name; lexbor keeps one record per name, so its address is a key. */
static uint32_t attr_symbol(struct walk *w, const lxb_dom_attr_t *attr)
{
    lxb_dom_attr_id_t id = attr->qualified_name ? attr->qualified_name : attr->node.local_name;
    const lxb_dom_attr_data_t *data = lxb_dom_attr_data_by_id(attr->node.owner_document->attrs, id);
    unsigned slot = (unsigned)((uintptr_t)data >> 4) % NAME_SLOTS;
    if (w->name[slot].data != data) {
        struct str name = { (const char *)lexbor_hash_entry_str(&data->entry), data->entry.length };
        w->name[slot].data = data;
        w->name[slot].symbol = symbols_add(w->to->symbols, name);
    }
    return w->name[slot].symbol;
}

static const char *put(struct walk *w, const lxb_char_t *bytes, size_t n)
{
    char *at = w->at;
    if (n)
        memcpy(at, bytes, n);
    w->at += n;
    return at;
}

static void add_attrs(struct walk *w, struct node *node, const lxb_dom_element_t *element)
{
    struct dom *d = w->to;
    node->attr = w->n_attr;
    for (const lxb_dom_attr_t *attr = element->first_attr; attr; attr = attr->next) {
        size_t len = attr->value ? attr->value->length : 0;
        d->attr[w->n_attr++] = (struct attr){
            .name = attr_symbol(w, attr),
            .len = (uint32_t)len,
            .value = put(w, len ? attr->value->data : NULL, len),
        };
    }
    node->n_attr = w->n_attr - node->attr;
}

static void count_attrs(struct walk *w, const lxb_dom_element_t *element)
{
    for (const lxb_dom_attr_t *attr = element->first_attr; attr; attr = attr->next) {
        w->n_attr++;
        w->bytes += attr->value ? attr->value->length : 0;
    }
}

static struct node *add_node(struct walk *w, enum node_kind kind)
{
    struct node *node = &w->to->node[w->n++];
    node->parent = w->open;
    node->end = w->n;
    node->depth = (uint16_t)w->depth;
    node->kind = kind;
    return node;
}

/* Text and comments. */
static void take_data(struct walk *w, const lxb_dom_node_t *from)
{
    const lexbor_str_t *data = &((const lxb_dom_character_data_t *)from)->data;
    enum node_kind kind = from->type == LXB_DOM_NODE_TYPE_COMMENT ? NODE_COMMENT : NODE_TEXT;
    if (data->length == 0 && kind == NODE_TEXT)
        return;
    w->bytes += data->length;
    if (kind == NODE_TEXT && w->after_text) {
        if (w->to) {
            put(w, data->data, data->length);
            w->to->node[w->n - 1].len += (uint32_t)data->length;
        }
        return;
    }
    w->after_text = kind == NODE_TEXT;
    if (!w->to) {
        w->n++;
        return;
    }
    struct node *node = add_node(w, kind);
    node->text = put(w, data->data, data->length);
    node->len = (uint32_t)data->length;
}

/* Adds the element, or notes that it is left out for its depth. */
static void enter(struct walk *w, const lxb_dom_node_t *from)
{
    const lxb_dom_element_t *element = (const lxb_dom_element_t *)from;
    if (w->depth == LIMIT_DEPTH) {
        w->flat++;
        w->n_flat++;
        return;
    }
    w->after_text = false;
    if (w->to) {
        struct node *node = add_node(w, NODE_ELEMENT);
        node->tag = element_tag(w, element);
        node->space = element_space(from);
        add_attrs(w, node, element);
        w->open = w->n - 1;
    } else {
        w->n++;
        count_attrs(w, element);
    }
    w->depth++;
}

static void leave(struct walk *w)
{
    if (w->flat) {
        w->flat--;
        return;
    }
    w->after_text = false;
    w->depth--;
    if (w->to) {
        struct node *node = &w->to->node[w->open];
        node->end = w->n;
        w->open = node->parent;
    }
}

/* What an element's children hang from: itself, or the fragment that a template keeps them in. */
static const lxb_dom_node_t *children_of(const lxb_dom_node_t *node)
{
    if (node->local_name == LXB_TAG_TEMPLATE && node->ns == LXB_NS_HTML)
        return &((const lxb_html_template_element_t *)node)->content->node;
    return node;
}

static const lxb_dom_node_t *parent_of(const lxb_dom_node_t *node)
{
    const lxb_dom_node_t *parent = node->parent;
    if (parent && parent->type == LXB_DOM_NODE_TYPE_DOCUMENT_FRAGMENT)
        return &((const lxb_dom_document_fragment_t *)parent)->host->node;
    return parent;
}

/* A script whose element is left out takes its content along: it is not for readers. */
static bool goes_along(const struct walk *w, const lxb_dom_node_t *node)
{
    uintptr_t id = node->local_name;
    return w->flat && id < LXB_TAG__LAST_ENTRY && tag_is(tag_of[id], TAG_HIDDEN);
}

static void walk_tree(struct walk *w, const lxb_dom_node_t *root)
{
    const lxb_dom_node_t *node = root;
    for (;;) {
        if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
            enter(w, node);
            const lxb_dom_node_t *child = goes_along(w, node) ? NULL : children_of(node)->first_child;
            if (child) {
                node = child;
                continue;
            }
            leave(w);
        } else if (node->type == LXB_DOM_NODE_TYPE_TEXT || node->type == LXB_DOM_NODE_TYPE_COMMENT) {
            take_data(w, node);
        }
        while (node != root && !node->next) {
            node = parent_of(node);
            leave(w);
        }
        if (node == root)
            return;
        node = node->next;
    }
}

/* Both walks. */
static int copy_tree(struct arena *a, const lxb_dom_node_t *root, struct dom *out, struct err *e)
{
    struct walk count = { 0 }, copy = { .to = out };
    walk_tree(&count, root);
    if (count.n > LIMIT_NODES)
        return err_set(e, E_LIMIT, "the page has %u nodes, more than the %u that weft reads", count.n, LIMIT_NODES);
    int code = arena_room(a, count.n * sizeof *out->node + count.n_attr * sizeof *out->attr + count.bytes, e);
    if (code)
        return code;
    out->n = count.n;
    out->n_attr = count.n_attr;
    out->node = NEW_ARRAY(a, struct node, count.n);
    out->attr = NEW_ARRAY_RAW(a, struct attr, count.n_attr);
    copy.at = NEW_ARRAY_RAW(a, char, count.bytes);
    out->run = (struct str){ copy.at, count.bytes };
    walk_tree(&copy, root);
    return 0;
}

static struct str quoted(struct arena *a, const lexbor_str_t *id)
{
    struct str s = { (const char *)id->data, id->length };
    const char *quote = memchr(s.ptr, '"', s.len) ? "'" : "\"";
    return arena_printf(a, " %s%.*s%s", quote, STR_ARG(s), quote);
}

/* The doctype that brings back the same mode: none where it was broken in a way that cannot be written again. */
static struct str doctype_of(struct arena *a, const lxb_dom_document_t *document, bool broken)
{
    const lxb_dom_document_type_t *type = document->doctype;
    struct str none = { "", 0 };
    if (!type || broken)
        return none;
    struct str public = type->public_id.length ? quoted(a, &type->public_id) : none;
    struct str system = type->system_id.length ? quoted(a, &type->system_id) : none;
    const char *word = public.len ? " PUBLIC" : system.len ? " SYSTEM" : "";
    size_t len;
    const lxb_char_t *name = lxb_dom_document_type_name(type, &len);
    return arena_printf(a, "%.*s%s%.*s%.*s", (int)len, (const char *)name, word, STR_ARG(public), STR_ARG(system));
}

/* The parser and its document, dropped together. */
struct session {
    lxb_html_parser_t *parser;
    lxb_html_document_t *document;
};

static void session_drop(struct session *s)
{
    lxb_html_document_destroy(s->document);
    lxb_html_parser_destroy(s->parser);
}

static int session_open(struct session *s, struct err *e)
{
    s->parser = lxb_html_parser_create();
    if (lxb_html_parser_init(s->parser) == LXB_STATUS_OK) {
        lxb_html_parser_scripting_set(s->parser, true);
        s->parser->dom_opt = LXB_DOM_DOCUMENT_OPT_WO_EVENTS; /* nobody listens */
        s->document = lxb_html_parse_chunk_begin(s->parser);
    }
    if (s->document)
        return 0;
    err_set(e, E_SYSTEM, "the HTML parser cannot start: out of memory");
    return E_SYSTEM;
}

int html_parse(struct arena *a, struct str text, struct dom *out, struct err *e)
{
    AUTO(session) s = { 0 };
    struct guard guard;
    int code = session_open(&s, e);
    if (code)
        return code;
    guard_open(&guard, s.parser, s.document);
    if ((code = guard_feed(&guard, text, e)))
        return code;
    const lxb_dom_document_t *document = &s.document->dom_document;
    if ((code = copy_tree(a, &document->element->node, out, e)))
        return code;
    out->quirks = document->compat_mode == LXB_DOM_DOCUMENT_CMODE_QUIRKS;
    out->doctype = doctype_of(a, document, guard.broken_doctype);
    out->truncated = guard_words(&guard, a);
    return 0;
}
