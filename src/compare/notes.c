/* Changes of markup said in words, for people. O(attributes) for each. */
#include "base/limits.h"
#include "base/utf8.h"
#include "compare/steps.h"
#include "page/hashes.h"

enum {
    NOTE_VALUE_MAX = 120, /* bytes of an attribute's value that are quoted; the JSON has all of it */
    NOTE_TAGS_MAX = 12,   /* different tags that are named; nobody reads more */
};

static void quote(struct buf *b, struct str value)
{
    struct str head = utf8_head(value, NOTE_VALUE_MAX);

    buf_add_char(b, '"');
    buf_add(b, head);
    buf_add(b, head.len < value.len ? STR("…\"") : STR("\""));
}

static const struct attr *find(const struct dom *d, uint32_t node, uint32_t name)
{
    const struct node *n = &d->node[node];

    for (uint32_t k = 0; k < n->n_attr; k++)
        if (d->attr[n->attr + k].name == name)
            return &d->attr[n->attr + k];
    return NULL;
}

static void separate(struct buf *b)
{
    if (b->len)
        buf_add(b, STR("; "));
}

/* Attributes that say what an element is about; all others say how it looks or behaves. */
static bool is_content_name(struct str name)
{
    static const struct str names[] = { STR_INIT("href"),  STR_INIT("src"),    STR_INIT("srcset"), STR_INIT("alt"),
                                        STR_INIT("title"), STR_INIT("data"),   STR_INIT("value"),  STR_INIT("placeholder"),
                                        STR_INIT("type"),  STR_INIT("poster"), STR_INIT("name"),   STR_INIT("xlink:href") };

    for (size_t k = 0; k < ARRAY_LEN(names); k++)
        if (str_eq(name, names[k]))
            return true;
    return false;
}

/* Whether an attribute of content is on one side only, or not the same on both. */
static bool has_other_content(const struct dom *d, uint32_t node, const struct dom *other, uint32_t partner)
{
    const struct node *n = &d->node[node];

    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &d->attr[n->attr + k], *theirs = find(other, partner, attr->name);
        if (is_content_name(symbols_str(d->symbols, attr->name)) && (!theirs || !str_eq(attr_value(attr), attr_value(theirs))))
            return true;
    }
    return false;
}

bool attributes_matter(const struct delta *d, uint32_t old_node, uint32_t new_node)
{
    if (!(node_classes(&d->new->dom.node[new_node]) & TAG_CONTENT))
        return false;
    return has_other_content(&d->old->dom, old_node, &d->new->dom, new_node)
           || has_other_content(&d->new->dom, new_node, &d->old->dom, old_node);
}

struct str note_attributes(struct arena *a, const struct delta *d, uint32_t old_node, uint32_t new_node)
{
    AUTO(buf) b = BUF(MIB(1));
    const struct dom *old = &d->old->dom, *new = &d->new->dom;
    const struct node *x = &old->node[old_node], *y = &new->node[new_node];
    struct str out = STR("attributes changed");

    for (uint32_t k = 0; k < y->n_attr; k++) {
        const struct attr *now = &new->attr[y->attr + k], *was = find(old, old_node, now->name);
        struct str name = symbols_str(new->symbols, now->name);

        if (attribute_is_silent(name) || (was && str_eq(attr_value(was), attr_value(now))))
            continue;
        separate(&b);
        buf_add(&b, name);
        if (was) {
            buf_add(&b, STR(" was "));
            quote(&b, attr_value(was));
        }
        if (was || attr_value(now).len) {
            buf_add(&b, was ? STR(", is now ") : STR(" added: "));
            quote(&b, attr_value(now));
        } else {
            buf_add(&b, STR(" added"));
        }
    }
    for (uint32_t k = 0; k < x->n_attr; k++) {
        const struct attr *was = &old->attr[x->attr + k];
        struct str name = symbols_str(old->symbols, was->name);

        if (attribute_is_silent(name) || find(new, new_node, was->name))
            continue;
        separate(&b);
        buf_add(&b, name);
        buf_add(&b, STR(" removed"));
        if (!attr_value(was).len)
            continue;
        buf_add(&b, STR(", was "));
        quote(&b, attr_value(was));
    }
    if (b.len == 0 || buf_take(&b, a, &out, NULL))
        return b.over ? out : STR("");
    return out;
}

/* Each tag once, in order of first appearance, up to NOTE_TAGS_MAX of them. */
static void list_tags(struct buf *b, const struct symbols *symbols, const uint32_t *tag, uint32_t n)
{
    uint32_t listed[NOTE_TAGS_MAX], n_listed = 0;

    for (uint32_t k = 0; k < n; k++) {
        uint32_t at = 0;

        while (at < n_listed && listed[at] != tag[k])
            at++;
        if (at < n_listed)
            continue;
        if (n_listed == NOTE_TAGS_MAX) {
            buf_add(b, STR(", \u2026"));
            return;
        }
        listed[n_listed++] = tag[k];
        if (at)
            buf_add(b, STR(", "));
        buf_add(b, tag_name(symbols, tag[k]));
    }
}

struct str note_tags(struct arena *a, const struct symbols *symbols, const uint32_t *old_tag, uint32_t n_old,
                     const uint32_t *new_tag, uint32_t n_new)
{
    AUTO(buf) b = BUF(MIB(1));
    struct str out = STR("markup changed");

    list_tags(&b, symbols, old_tag, n_old);
    size_t old = b.len;
    list_tags(&b, symbols, new_tag, n_new);
    struct str was = arena_str(a, str_sub(buf_str(&b), 0, old)), is = arena_str(a, str_sub(buf_str(&b), old, b.len));
    buf_clear(&b);
    if (str_eq(was, is))
        buf_addf(&b, "%.*s moved into another element", STR_ARG(is));
    else if (n_old && n_new)
        buf_addf(&b, "%.*s became %.*s", STR_ARG(was), STR_ARG(is));
    else
        buf_addf(&b, "%.*s%.*s %s", STR_ARG(was), STR_ARG(is), n_old ? "removed" : "added");
    if (buf_take(&b, a, &out, NULL))
        return STR("markup changed");
    return out;
}
