/* The table of what is left out, and why. See clean.h. */
#include "show/clean.h"

enum clean clean_element(const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];

    switch (n->tag) {
    case TAG_SCRIPT:   /* runs, in every vocabulary */
    case TAG_NOSCRIPT: /* its content was never parsed as markup */
    case TAG_NOEMBED:
    case TAG_NOFRAMES:
    case TAG_BASE: /* would move every address of the page */
    case TAG_META: /* refresh, policies */
    case TAG_PARAM:
    case TAG_BGSOUND:
        return CLEAN_DROP;
    case TAG_IFRAME:
    case TAG_FRAME:
    case TAG_OBJECT:
    case TAG_EMBED:
    case TAG_APPLET: /* a note cannot stand inside a drawing or formula */
        return n->space == SPACE_HTML || n->space == SPACE_OTHER ? CLEAN_NOTE : CLEAN_DROP;
    case TAG_LINK: {
        struct str rel;
        bool sheet = dom_attr(&p->dom, node, STR("rel"), &rel) && str_eq_nocase(str_trim(rel), STR("stylesheet"));
        return sheet ? CLEAN_KEEP : CLEAN_DROP; /* icons, preloads, manifests, prefetches load for nothing */
    }
    default:
        return CLEAN_KEEP;
    }
}

/* A value that a browser would read as a script address: white space and controls do not stop it. */
static bool is_script_address(struct str value)
{
    static const struct str schemes[] = { { "javascript:", 11 }, { "vbscript:", 9 }, { "livescript:", 11 }, { "data:text", 9 } };

    for (size_t s = 0; s < ARRAY_LEN(schemes); s++) {
        size_t at = 0, k = 0;
        for (; at < value.len && k < schemes[s].len; at++) {
            if ((unsigned char)value.ptr[at] <= ' ')
                continue;
            if (byte_lower(value.ptr[at]) != schemes[s].ptr[k])
                break;
            k++;
        }
        if (k == schemes[s].len)
            return true;
    }
    return false;
}

bool clean_is_address(struct str name)
{
    static const struct str names[] = { { "href", 4 },   { "src", 3 },         { "poster", 6 },
                                        { "data", 4 },   { "cite", 4 },        { "background", 10 },
                                        { "srcset", 6 }, { "xlink:href", 10 }, { "longdesc", 8 } };

    for (size_t k = 0; k < ARRAY_LEN(names); k++)
        if (str_eq(name, names[k]))
            return true;
    return false;
}

/* Attributes that act by themselves: they send, load, run, take the focus or make a shadow tree. */
static bool is_active(struct str name)
{
    static const struct str names[] = { { "srcdoc", 6 },        { "action", 6 },          { "formaction", 10 }, { "ping", 4 },
                                        { "autofocus", 9 },     { "autoplay", 8 },        { "http-equiv", 10 }, { "nonce", 5 },
                                        { "integrity", 9 },     { "shadowrootmode", 14 }, { "shadowroot", 10 }, { "manifest", 8 },
                                        { "attributename", 13 } };

    for (size_t k = 0; k < ARRAY_LEN(names); k++)
        if (str_eq_nocase(name, names[k]))
            return true;
    return false;
}

/* What a quote or tag that was never closed left behind: no name in valid HTML has these. */
static bool is_broken_name(struct str name)
{
    for (size_t k = 0; k < name.len; k++)
        if (name.ptr[k] == '"' || name.ptr[k] == '\'' || name.ptr[k] == '<' || name.ptr[k] == '=')
            return true;
    return false;
}

bool clean_attribute(const struct page *p, uint32_t node, const struct attr *attr, bool old)
{
    struct str name = symbols_str(p->dom.symbols, attr->name);

    if (str_starts_nocase(name, STR("on")) || str_starts_nocase(name, STR("data-weft")) || is_active(name))
        return false;
    if (is_script_address(attr_value(attr)) || is_broken_name(name))
        return false;
    if (old && (str_eq(name, STR("id")) || str_eq(name, STR("name")) || str_eq(name, STR("for"))))
        return false;
    return !(old && str_eq(name, STR("href")) && p->dom.node[node].tag != TAG_LINK);
}

void clean_css(struct buf *out, struct str css, void (*add)(struct buf *out, struct str text))
{
    const struct str script = STR("javascript:");
    size_t at;

    while ((at = str_find_nocase(css, script, 0)) != SIZE_MAX) {
        add(out, str_sub(css, 0, at));
        buf_add(out, STR("about:"));
        css = str_sub(css, at + script.len, css.len);
    }
    add(out, css);
}

/* The position behind a string or comment that starts at `at`, SIZE_MAX where it has no end; `at` itself where none starts. */
static size_t skip_quoted(struct str css, size_t at)
{
    char c = css.ptr[at];

    if (c == '/' && at + 1 < css.len && css.ptr[at + 1] == '*') {
        size_t end = str_find(css, STR("*/"), at + 2);
        return end == SIZE_MAX ? end : end + 2;
    }
    if (c != '"' && c != '\'')
        return at;
    while (++at < css.len && css.ptr[at] != c && css.ptr[at] != '\n')
        at += css.ptr[at] == '\\';
    return at < css.len ? at + 1 : SIZE_MAX;
}

bool clean_css_ends(struct str css)
{
    unsigned open = 0;

    for (size_t at = 0; at < css.len;) {
        size_t next = skip_quoted(css, at);
        if (next == SIZE_MAX)
            return false;
        if (next > at) {
            at = next;
            continue;
        }
        char c = css.ptr[at++];
        if (c == '\\' && at++ >= css.len)
            return false;
        open += c == '(' || c == '[' || c == '{';
        if ((c == ')' || c == ']' || c == '}') && !open--)
            return false;
    }
    return open == 0;
}
