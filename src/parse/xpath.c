/* In: an XPath expression and a flat tree. Out: the nodes, number, text or truth it gives.
 *
 * libxml2 evaluates over its own tree, so one is made of the flat tree for each question, node by node in document order; each of its
 * nodes carries the number of ours.
 *  1. Nothing of it is read from outside: no document function, no variables, no namespaces.
 *  2. The steps of an evaluation are counted by libxml2 and end at LIMIT_XPATH_STEPS.
 *  3. libxml2's own walks (freeing, texts) do not recurse on depth; the depth of the flat tree ends at LIMIT_DEPTH besides.
 * Cost: O(nodes) for the tree. */
#include "parse/xpath.h"

#include <dlfcn.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <stdlib.h>

#include "base/limits.h"

#define XPATH_CALLS(CALL) \
    CALL(xmlNewDoc) \
    CALL(xmlFreeDoc) \
    CALL(xmlNewDocRawNode) \
    CALL(xmlNewDocTextLen) \
    CALL(xmlNewDocComment) \
    CALL(xmlDocSetRootElement) \
    CALL(xmlSetStructuredErrorFunc) \
    CALL(xmlSetGenericErrorFunc) \
    CALL(xmlXPathNewContext) \
    CALL(xmlXPathFreeContext) \
    CALL(xmlXPathCtxtCompile) \
    CALL(xmlXPathFreeCompExpr) \
    CALL(xmlXPathCompiledEval) \
    CALL(xmlXPathOrderDocElems) \
    CALL(xmlXPathFreeObject) \
    CALL(xmlNewNsProp) \
    CALL(xmlAddID)

struct xpath_calls {
    void *library;
    void **free_slot; /* xmlFree is a variable of the library */
#define CALL(name) __typeof__(&name) name;
    XPATH_CALLS(CALL)
#undef CALL
};

/* One question: everything of libxml2 that must go at its end. */
struct question {
    const struct xpath_calls *calls;
    xmlDoc *doc;
    xmlXPathContext *context;
    xmlXPathObject *answer;
};

static void question_drop(struct question *q)
{
    if (q->answer)
        q->calls->xmlXPathFreeObject(q->answer);
    if (q->context)
        q->calls->xmlXPathFreeContext(q->context);
    if (q->doc)
        q->calls->xmlFreeDoc(q->doc);
}

static bool calls_load(struct xpath_calls *c)
{
    static const char *const names[] = { "libxml2.so.2", "libxml2.so.16" };
    for (size_t i = 0; i < ARRAY_LEN(names) && !c->library; i++)
        c->library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!c->library)
        return false;
#define CALL(name) \
    *(void **)&c->name = dlsym(c->library, #name); \
    if (!c->name) \
        return false;
    XPATH_CALLS(CALL)
#undef CALL
    c->free_slot = dlsym(c->library, "xmlFree");
    return c->free_slot != NULL;
}

/* The words of libxml2's first error, kept for ours. */
static void keep_error(void *to, xmlErrorPtr error)
{
    struct err *e = to;
    if (e && !e->code && error && error->message)
        err_set(e, E_USAGE, "%s", error->message);
}

/* Some errors are printed besides. */
static void say_nothing(void *to UNUSED, const char *format UNUSED, ...)
{
}

static struct str first_words(const struct err *e)
{
    return str_trim(str_of(e->code ? e->text : "no reason given"));
}

/* What libxml2 says in words of its own, for people. */
static struct str plain_words(struct str words)
{
    static const struct {
        const char *word;
        struct str plain;
    } rows[] = {
        { "function", STR_INIT("XPath 1.0 does not have that function") },
        { "variable", STR_INIT("it has a variable, and no variables are set here") },
        { "namespace", STR_INIT("names are written without a prefix, as in //p") },
        { "literal", STR_INIT("a quotation mark is not closed") },
        { "Invalid", STR_INIT("something is missing in it, or it is not XPath 1.0") },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (str_find(words, str_of(rows[i].word), 0) != SIZE_MAX)
            return rows[i].plain;
    /* libxml2 ends its words with a line end, which err_set shows as "?". */
    return str_ends(words, STR("?")) ? str_trim(str_sub(words, 0, words.len - 1)) : words;
}

static int unreadable(struct str expression, struct err *e, const struct err *why)
{
    struct str words = plain_words(first_words(why));

    return err_set(e, E_USAGE, "the XPath '%.*s' cannot be used: %.*s", STR_ARG(expression), STR_ARG(words));
}

int xpath_open(struct xpath *x, struct str expression, struct err *e)
{
    AUTO(arena) room = { 0 };
    struct err why = { 0 };
    struct xpath_calls *calls = heap_grow(NULL, sizeof *calls);

    *calls = (struct xpath_calls){ 0 };
    x->calls = calls;
    x->expression = expression;
    if (expression.len > LIMIT_EXPRESSION_BYTES)
        return err_set(e, E_LIMIT, "the XPath is longer than %zu bytes", LIMIT_EXPRESSION_BYTES);
    if (!calls_load(calls))
        return err_set(e, E_SYSTEM, "XPath needs libxml2, which cannot be loaded: %s", dlerror());
    AUTO(question) q = { .calls = calls, .context = calls->xmlXPathNewContext(NULL) };
    if (!q.context)
        return err_set(e, E_SYSTEM, "libxml2 cannot start: out of memory");
    calls->xmlSetGenericErrorFunc(NULL, say_nothing); /* both of this thread */
    calls->xmlSetStructuredErrorFunc(&why, keep_error);
    x->compiled = calls->xmlXPathCtxtCompile(q.context, (const xmlChar *)arena_str(&room, expression).ptr);
    calls->xmlSetStructuredErrorFunc(NULL, keep_error);
    return x->compiled ? 0 : unreadable(expression, e, &why);
}

void xpath_drop(struct xpath *x)
{
    if (x->compiled)
        x->calls->xmlXPathFreeCompExpr(x->compiled);
    if (x->calls && x->calls->library)
        dlclose(x->calls->library);
    heap_free(x->calls);
    *x = (struct xpath){ 0 };
}

static void *mark(uint32_t number)
{
    return (void *)((uintptr_t)number + 1); /* NULL: a node that is not ours */
}

static void add_child(xmlNode *parent, xmlNode *child)
{
    child->parent = parent;
    child->prev = parent->last;
    if (parent->last)
        parent->last->next = child;
    else
        parent->children = child;
    parent->last = child;
}

/* Values go in raw: what libxml2's own call would take for references is text here. */
static bool add_attributes(const struct question *q, struct arena *room, const struct dom *d, uint32_t i, xmlNode *to)
{
    for (uint32_t n = d->node[i].attr; n < d->node[i].attr + d->node[i].n_attr; n++) {
        const struct attr *attr = &d->attr[n];
        struct str name = arena_str(room, symbols_str(d->symbols, attr->name));
        struct str value = arena_str(room, attr_value(attr));
        xmlAttr *made = q->calls->xmlNewNsProp(to, NULL, (const xmlChar *)name.ptr, (const xmlChar *)value.ptr);
        if (!made)
            return false;
        made->_private = mark(n);
        if (str_eq(name, STR("id")))
            q->calls->xmlAddID(NULL, q->doc, (const xmlChar *)value.ptr, made); /* for id(); the first of equal ones counts */
    }
    return true;
}

static xmlNode *make_node(const struct question *q, struct arena *room, const struct dom *d, uint32_t i)
{
    const struct node *node = &d->node[i];
    if (node->kind == NODE_TEXT)
        return q->calls->xmlNewDocTextLen(q->doc, (const xmlChar *)node->text, (int)node->len);
    if (node->kind == NODE_COMMENT)
        return q->calls->xmlNewDocComment(q->doc, (const xmlChar *)arena_str(room, node_text(node)).ptr);
    struct str name = arena_str(room, tag_name(d->symbols, node->tag));
    xmlNode *made = q->calls->xmlNewDocRawNode(q->doc, NULL, (const xmlChar *)name.ptr, NULL);
    return made && add_attributes(q, room, d, i, made) ? made : NULL;
}

static int make_tree(struct question *q, const struct dom *d, struct err *e)
{
    AUTO(arena) room = { .budget_bytes = LIMIT_SELECT_MEMORY };
    xmlNode **at = NEW_ARRAY(&room, xmlNode *, d->n);

    q->doc = q->calls->xmlNewDoc((const xmlChar *)"1.0");
    for (uint32_t i = 0; i < d->n && q->doc; i++) {
        at[i] = make_node(q, &room, d, i);
        if (!at[i])
            return err_set(e, E_SYSTEM, "libxml2 is out of memory");
        at[i]->_private = mark(i);
        if (i == 0)
            q->calls->xmlDocSetRootElement(q->doc, at[0]);
        else
            add_child(at[d->node[i].parent], at[i]);
        if (arena_over(&room))
            return arena_room(&room, 1, e);
    }
    return q->doc ? 0 : err_set(e, E_SYSTEM, "libxml2 is out of memory");
}

/* The order of our numbers is that of the document. */
static int by_number(const void *left, const void *right)
{
    const struct xpath_place *l = left, *r = right;
    return l->node != r->node ? (l->node > r->node) - (l->node < r->node)
                              : (l->attr + 1 > r->attr + 1) - (l->attr + 1 < r->attr + 1);
}

static void take_nodes(const struct question *q, struct arena *a, struct xpath_value *out)
{
    xmlNodeSet *set = q->answer->nodesetval;
    *out = (struct xpath_value){ .kind = XPATH_GIVES_NODES };
    if (!set || set->nodeNr <= 0)
        return;
    out->place = NEW_ARRAY(a, struct xpath_place, (size_t)set->nodeNr);
    for (int i = 0; i < set->nodeNr; i++) {
        const xmlNode *node = set->nodeTab[i];
        bool attribute = node->type == XML_ATTRIBUTE_NODE;
        const void *parent = attribute && node->parent ? node->parent->_private : node->_private;
        if (node->type == XML_NAMESPACE_DECL || node->type == XML_DOCUMENT_NODE || !parent || !node->_private)
            continue;
        out->place[out->n++] = (struct xpath_place){
            .node = (uint32_t)((uintptr_t)parent - 1),
            .attr = attribute ? (uint32_t)((uintptr_t)node->_private - 1) : UINT32_MAX,
        };
    }
    if (out->n)
        qsort(out->place, out->n, sizeof *out->place, by_number);
}

static void take_answer(const struct question *q, struct arena *a, struct xpath_value *out)
{
    const xmlXPathObject *answer = q->answer;
    if (answer->type == XPATH_NODESET) {
        take_nodes(q, a, out);
    } else if (answer->type == XPATH_BOOLEAN) {
        *out = (struct xpath_value){ .kind = XPATH_GIVES_TRUTH, .truth = answer->boolval };
    } else if (answer->type == XPATH_NUMBER) {
        *out = (struct xpath_value){ .kind = XPATH_GIVES_NUMBER, .number = answer->floatval };
    } else {
        *out = (struct xpath_value){ .kind = XPATH_GIVES_TEXT, .text = arena_str(a, str_of((const char *)answer->stringval)) };
    }
}

int xpath_eval(const struct xpath *x, struct arena *a, const struct dom *d, struct xpath_value *out, struct err *e)
{
    AUTO(question) q = { .calls = x->calls };
    struct err why = { 0 };
    int failed = make_tree(&q, d, e);
    if (failed)
        return failed;
    q.context = q.calls->xmlXPathNewContext(q.doc);
    if (!q.context)
        return err_set(e, E_SYSTEM, "libxml2 is out of memory");
    q.calls->xmlXPathOrderDocElems(q.doc); /* else each comparison of two places walks along the siblings */
    q.context->node = (xmlNode *)q.doc;
    q.context->opLimit = LIMIT_XPATH_STEPS;
    q.calls->xmlSetGenericErrorFunc(NULL, say_nothing);
    q.calls->xmlSetStructuredErrorFunc(&why, keep_error);
    q.answer = q.calls->xmlXPathCompiledEval(x->compiled, q.context);
    q.calls->xmlSetStructuredErrorFunc(NULL, keep_error);
    if (!q.answer && q.context->opCount >= LIMIT_XPATH_STEPS)
        return err_set(e, E_LIMIT,
                       "the XPath takes more than %lu steps on this page; ask for less, without // where it can be left out",
                       LIMIT_XPATH_STEPS);
    if (!q.answer)
        return unreadable(x->expression, e, &why);
    take_answer(&q, a, out);
    return 0;
}
