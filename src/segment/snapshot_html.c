/* In: a snapshot. Out: HTML that is read back as the same tree.
 *
 * HTML's own serialisation (https://html.spec.whatwg.org, 13.3), without recursion: end tags are written on the way up by parent. What a
 * reader never saw is left out: scripts, and pseudo-elements, which are no nodes of the page. Cost: O(bytes). */
#include "base/limits.h"
#include "segment/snapshot.h"

struct writer {
    struct arena *arena;
    const struct snapshot *s;
    struct buf *out;
    struct str name;   /* of the element written last, lower case */
    uint32_t last_raw; /* number of the string that `name` was made of */
};

/* HTML's elements come in capitals; those of drawings and formulas as they are. */
static struct str element_name(struct writer *w, uint32_t node)
{
    uint32_t number = w->s->node[node].name;
    if (number == w->last_raw)
        return w->name;
    struct str raw = snapshot_string(w->arena, w->s, number);
    bool foreign = false;
    for (size_t i = 0; i < raw.len; i++)
        foreign = foreign || (raw.ptr[i] >= 'a' && raw.ptr[i] <= 'z');
    w->name = raw;
    w->last_raw = number;
    if (!foreign) {
        char *lower = arena_array_raw(w->arena, raw.len + 1, 1);
        for (size_t i = 0; i < raw.len; i++)
            lower[i] = byte_lower(raw.ptr[i]);
        w->name = (struct str){ lower, raw.len };
    }
    return w->name;
}

static bool is_one_of(struct str name, const struct str *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(name, list[i]))
            return true;
    return false;
}

static bool is_void(struct str name)
{
    static const struct str list[] = { STR_INIT("area"),  STR_INIT("base"), STR_INIT("basefont"), STR_INIT("bgsound"),
                                       STR_INIT("br"),    STR_INIT("col"),  STR_INIT("embed"),    STR_INIT("frame"),
                                       STR_INIT("hr"),    STR_INIT("img"),  STR_INIT("input"),    STR_INIT("keygen"),
                                       STR_INIT("link"),  STR_INIT("meta"), STR_INIT("param"),    STR_INIT("source"),
                                       STR_INIT("track"), STR_INIT("wbr") };
    return is_one_of(name, list, ARRAY_LEN(list));
}

static bool is_raw(struct str name)
{
    static const struct str list[] = { STR_INIT("style"),   STR_INIT("script"),   STR_INIT("xmp"),       STR_INIT("iframe"),
                                       STR_INIT("noembed"), STR_INIT("noframes"), STR_INIT("plaintext"), STR_INIT("noscript") };
    return is_one_of(name, list, ARRAY_LEN(list));
}

static bool eats_line_end(struct str name)
{
    static const struct str list[] = { STR_INIT("pre"), STR_INIT("textarea"), STR_INIT("listing") };
    return is_one_of(name, list, ARRAY_LEN(list));
}

static struct str attribute(struct writer *w, uint32_t node, struct str name)
{
    const struct snapshot_node *n = &w->s->node[node];
    for (uint32_t i = 0; i < n->n_attr; i++)
        if (str_eq(snapshot_string(w->arena, w->s, w->s->attr[n->attr + 2 * i]), name))
            return snapshot_string(w->arena, w->s, w->s->attr[n->attr + 2 * i + 1]);
    return STR("");
}

/* Data blocks (JSON-LD) are content; programs have done their work. */
static bool is_program(struct writer *w, uint32_t node, struct str name)
{
    if (!str_eq(name, STR("script")))
        return false;
    struct str type = attribute(w, node, STR("type"));
    return type.len == 0 || str_find_nocase(type, STR("javascript"), 0) != SIZE_MAX
           || str_find_nocase(type, STR("module"), 0) != SIZE_MAX;
}

/* A name that would end the tag, or start another attribute, is left out: scripts can make such names, parsers cannot read them. */
static bool is_attribute_name(struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (byte_is_space(name.ptr[i]) || strchr("\"'<>/=", name.ptr[i]))
            return false;
    return name.len > 0;
}

/* What a page says of its own bytes is no longer so. */
static struct str value_now(struct writer *w, uint32_t node, struct str tag, struct str name, struct str value)
{
    if (!str_eq(tag, STR("meta")))
        return value;
    if (str_eq(name, STR("charset")))
        return STR("utf-8");
    if (str_eq(name, STR("content")) && str_eq_nocase(str_trim(attribute(w, node, STR("http-equiv"))), STR("content-type")))
        return STR("text/html; charset=utf-8");
    return value;
}

static void write_start(struct writer *w, uint32_t node, struct str name)
{
    const struct snapshot_node *n = &w->s->node[node];
    buf_add_char(w->out, '<');
    buf_add(w->out, name);
    for (uint32_t i = 0; i < n->n_attr; i++) {
        struct str key = snapshot_string(w->arena, w->s, w->s->attr[n->attr + 2 * i]);
        if (!is_attribute_name(key))
            continue;
        struct str value = snapshot_string(w->arena, w->s, w->s->attr[n->attr + 2 * i + 1]);
        buf_add_char(w->out, ' ');
        buf_add(w->out, key);
        buf_add(w->out, STR("=\""));
        buf_add_escaped(w->out, value_now(w, node, name, key, value));
        buf_add_char(w->out, '"');
    }
    buf_add_char(w->out, '>');
}

static void write_text(struct writer *w, uint32_t node)
{
    const struct snapshot_node *n = &w->s->node[node];
    struct str text = snapshot_string(w->arena, w->s, n->value), around = STR("");
    if (n->parent != NONE && w->s->node[n->parent].kind == SNAPSHOT_ELEMENT)
        around = element_name(w, n->parent);
    bool first = node == n->parent + 1;
    if (first && eats_line_end(around) && text.len && text.ptr[0] == '\n')
        buf_add_char(w->out, '\n');
    if (is_raw(around))
        buf_add(w->out, text);
    else
        buf_add_escaped(w->out, text);
}

static void write_comment(struct writer *w, struct str text)
{
    /* A comment that would end early says nothing that is worth the harm. */
    if (str_find(text, STR("--"), 0) != SIZE_MAX || str_starts(text, STR(">")) || str_starts(text, STR("->"))
        || str_ends(text, STR("-")))
        text = STR("");
    buf_add(w->out, STR("<!--"));
    buf_add(w->out, text);
    buf_add(w->out, STR("-->"));
}

static void write_doctype(struct writer *w, uint32_t node)
{
    struct str public_id = snapshot_string(w->arena, w->s, w->s->public_id),
               system_id = snapshot_string(w->arena, w->s, w->s->system_id),
               name = snapshot_string(w->arena, w->s, w->s->node[node].name);
    bool plain = !memchr(public_id.ptr, '"', public_id.len) && !memchr(system_id.ptr, '"', system_id.len);
    buf_add(w->out, STR("<!DOCTYPE "));
    buf_add(w->out, name.len ? name : STR("html"));
    if (public_id.len && plain)
        buf_addf(w->out, " PUBLIC \"%.*s\"", STR_ARG(public_id));
    else if (system_id.len && plain)
        buf_add(w->out, STR(" SYSTEM"));
    if (system_id.len && plain)
        buf_addf(w->out, " \"%.*s\"", STR_ARG(system_id));
    buf_add(w->out, STR(">\n"));
}

static void write_end(struct writer *w, uint32_t node)
{
    if (w->s->node[node].kind != SNAPSHOT_ELEMENT)
        return;
    struct str name = element_name(w, node);
    if (is_void(name))
        return;
    buf_add(w->out, STR("</"));
    buf_add(w->out, name);
    buf_add_char(w->out, '>');
}

/* False: the node is left out, with all it holds. */
static bool write_node(struct writer *w, uint32_t i)
{
    const struct snapshot_node *n = &w->s->node[i];
    switch (n->kind) {
    case SNAPSHOT_TEXT:
        write_text(w, i);
        break;
    case SNAPSHOT_COMMENT:
        write_comment(w, snapshot_string(w->arena, w->s, n->value));
        break;
    case SNAPSHOT_DOCTYPE:
        write_doctype(w, i);
        break;
    case SNAPSHOT_PSEUDO:
        return false;
    case SNAPSHOT_ELEMENT: {
        struct str name = element_name(w, i);
        if (is_program(w, i, name))
            return false;
        write_start(w, i, name);
        break;
    }
    default:
        break;
    }
    return true;
}

int snapshot_html(struct arena *a, const struct snapshot *s, struct str *out, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    AUTO(buf) b = BUF(LIMIT_PAGE_BYTES);
    struct writer w = { .arena = &scratch, .s = s, .out = &b, .last_raw = NONE };
    uint32_t open = 0; /* the deepest node whose end tag is due */
    for (uint32_t i = 1; i < s->n && !b.over;) {
        for (; open != s->node[i].parent; open = s->node[open].parent)
            write_end(&w, open);
        bool written = write_node(&w, i);
        open = written ? i : open;
        i = written ? i + 1 : s->node[i].end;
    }
    for (; open && open != NONE; open = s->node[open].parent)
        write_end(&w, open);
    return buf_take(&b, a, out, e);
}
