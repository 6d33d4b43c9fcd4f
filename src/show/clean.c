/* The tables of what may be written, and who asks them. See clean.h. O(log rows) for a name. */
#include "show/clean.h"

#include "base/limits.h"
#include "parse/url.h"

/* Names as the tables have them: no longer one is in them. */
enum { NAME_MAX_BYTES = 32 };

enum { KEEP = CLEAN_KEEP, TEXT = CLEAN_TEXT, PRE = CLEAN_PRE, NOTE = CLEAN_NOTE, DROP = CLEAN_DROP };

/* One table of elements.def at a time. */
#define FOREIGN(space, name, what)
#define REFUSED(name)
#define ELEMENT(NAME, what) [TAG_##NAME] = what,
static const uint8_t element_row[TAG_KNOWN] = {
#include "show/elements.def"
};
#undef ELEMENT
#define ELEMENT(NAME, what)

struct foreign_row {
    struct str name;
    uint8_t space, what;
};

#undef FOREIGN
#define FOREIGN(space, name, what) { STR_INIT(name), SPACE_##space, what },
static const struct foreign_row foreign_row[] = {
#include "show/elements.def"
};
#undef FOREIGN
#define FOREIGN(space, name, what)

#undef REFUSED
#define REFUSED(name) STR_INIT(name),
static const struct str refused_row[] = {
#include "show/elements.def"
};
#undef ELEMENT
#undef FOREIGN
#undef REFUSED

struct attribute_row {
    struct str name;
    uint8_t space, kind;
    struct str on;
};

#define ATTRIBUTE(name, space, kind, on) { STR_INIT(name), SPACE_##space, ATTRIBUTE_##kind, STR_INIT(on) },
static const struct attribute_row attribute_row[] = {
#include "show/attributes.def"
};
#undef ATTRIBUTE

enum { FOLLOW = CLEAN_FOLLOW, FETCH = CLEAN_FETCH, INSIDE = 4, LOCAL = 8 };

struct scheme_row {
    struct str name;
    unsigned uses;
};

#define SCHEME(name, uses) { STR_INIT(name), uses },
static const struct scheme_row scheme_row[] = {
#include "show/schemes.def"
};
#undef SCHEME

/* Orders without case. */
static int compare_names(struct str a, struct str b)
{
    for (size_t k = 0; k < a.len && k < b.len; k++) {
        int order = (unsigned char)byte_lower(a.ptr[k]) - (unsigned char)byte_lower(b.ptr[k]);
        if (order)
            return order;
    }
    return a.len < b.len ? -1 : a.len > b.len;
}

/* The element of SVG or MathML; NULL where it may not be written. */
static const struct foreign_row *find_foreign(struct str name, enum node_space space)
{
    size_t low = 0, high = ARRAY_LEN(foreign_row);

    while (low < high) {
        const struct foreign_row *row = &foreign_row[low + (high - low) / 2];
        int order = space != row->space ? (space == SPACE_MATH ? -1 : 1) : compare_names(name, row->name);
        if (!order)
            return row;
        if (order < 0)
            high = (size_t)(row - foreign_row);
        else
            low = (size_t)(row - foreign_row) + 1;
    }
    return NULL;
}

/* A name that HTML does not know, "<token>" in a manual or "<my-card>": a page shown as new keeps the names it has, and the element does
 * nothing, for of its attributes only those stay that do nothing anywhere (decision 14). Small letters and what stands between them, so
 * that nothing in it could be taken for markup: other readers end a name at the first byte beyond ASCII, and in XML a name may be spelled
 * with capitals, which HTML would read as another one. */
static bool is_unknown_name(struct str name)
{
    for (size_t k = 0; k < name.len; k++) {
        char c = name.ptr[k];
        bool letter = c >= 'a' && c <= 'z', other = (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == ':';
        if (!letter && !(other && k))
            return false;
    }
    for (size_t k = 0; k < ARRAY_LEN(refused_row); k++)
        if (str_eq(name, refused_row[k]))
            return false;
    return name.len > 0;
}

static bool is_sheet(const struct page *p, uint32_t node)
{
    struct str rel, href;

    return dom_attr(&p->dom, node, STR("rel"), &rel) && str_eq_nocase(str_trim(rel), STR("stylesheet"))
           && dom_attr(&p->dom, node, STR("href"), &href);
}

enum clean clean_element(const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];
    struct str name = tag_name(p->dom.symbols, n->tag);

    if (n->space == SPACE_OTHER)
        return CLEAN_KEEP;
    if (n->space != SPACE_HTML) {
        const struct foreign_row *row = find_foreign(name, n->space);
        return row ? row->what : tag_is(n->tag, TAG_HIDDEN | TAG_ACTIVE) ? CLEAN_DROP : CLEAN_RENAME;
    }
    if (n->tag >= TAG_KNOWN)
        return is_unknown_name(name) ? CLEAN_KEEP : CLEAN_RENAME;
    if (n->tag == TAG_LINK && !is_sheet(p, node))
        return CLEAN_DROP; /* icons, preloads, manifests, prefetches load for nothing */
    return element_row[n->tag];
}

struct str clean_name(const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];
    struct str name = tag_name(p->dom.symbols, n->tag);

    if (n->space == SPACE_OTHER)
        return STR("div");
    if (n->space == SPACE_HTML)
        return n->tag < TAG_KNOWN && element_row[n->tag] == CLEAN_PRE ? STR("pre") : name;
    const struct foreign_row *row = find_foreign(name, n->space);
    return row ? row->name : name;
}

/* The scheme of an address in small letters, as a browser would find it: past white space and controls in front, past tabs and line ends
 * within. Empty where it has none. */
static struct str scheme_of(struct str address, char *room)
{
    size_t at = 0, len = 0;

    while (at < address.len && (unsigned char)address.ptr[at] <= ' ')
        at++;
    for (; at < address.len && len < NAME_MAX_BYTES; at++) {
        char c = byte_lower(address.ptr[at]);
        if (c == '\t' || c == '\n' || c == '\r')
            continue;
        if (c == ':')
            return len ? (struct str){ room, len } : STR("");
        bool letter = c >= 'a' && c <= 'z';
        if (!letter && !(len && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.')))
            return STR("");
        room[len++] = c;
    }
    return len == NAME_MAX_BYTES ? STR("?") : STR("");
}

/* data: with the bytes of a picture, sound or font. */
static bool is_inside(struct str address)
{
    static const struct str types[] = { STR_INIT("image/"),
                                        STR_INIT("audio/"),
                                        STR_INIT("video/"),
                                        STR_INIT("font/"),
                                        STR_INIT("application/font"),
                                        STR_INIT("application/x-font"),
                                        STR_INIT("application/octet-stream"),
                                        STR_INIT("application/vnd.ms-fontobject") };
    struct str type = str_trim(str_sub(address, str_find(address, STR(":"), 0) + 1, address.len));

    for (size_t k = 0; k < ARRAY_LEN(types); k++)
        if (str_starts_nocase(type, types[k]))
            return true;
    return false;
}

/* A file without a host: file:///path or file:/path. */
static bool is_local(struct str address)
{
    struct str rest = str_sub(address, str_find(address, STR(":"), 0) + 1, address.len);
    size_t slashes = 0;

    while (slashes < rest.len && (rest.ptr[slashes] == '/' || rest.ptr[slashes] == '\\'))
        slashes++;
    return slashes == 1 || slashes == 3;
}

bool clean_address(struct str address, enum clean_use use)
{
    char room[NAME_MAX_BYTES];
    struct str scheme = scheme_of(address, room);

    if (!scheme.len)
        return true;
    for (size_t k = 0; k < ARRAY_LEN(scheme_row); k++)
        if (str_eq(scheme, scheme_row[k].name))
            return scheme_row[k].uses & use && (!(scheme_row[k].uses & INSIDE) || is_inside(address))
                   && (!(scheme_row[k].uses & LOCAL) || is_local(address));
    return false;
}

static bool is_one_of(struct str list, struct str name)
{
    while (list.len)
        if (str_eq_nocase(str_cut(&list, ' '), name))
            return true;
    return false;
}

/* The row for an attribute of an element; NULL where there is none. */
static const struct attribute_row *find_attribute(struct str name, struct str element, enum node_space space)
{
    size_t low = 0, high = ARRAY_LEN(attribute_row);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(attribute_row[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < ARRAY_LEN(attribute_row) && !compare_names(attribute_row[low].name, name); low++) {
        const struct attribute_row *row = &attribute_row[low];
        if (row->space == space && (!row->on.len || is_one_of(row->on, element)))
            return row;
    }
    return NULL;
}

/* aria-*, data-* and _*: what any element may have, for readers' tools and for style sheets. */
static bool is_free_name(struct str name)
{
    bool free = (str_starts(name, STR("data-")) && !str_starts(name, STR("data-weft")) && name.len > 5)
                || str_starts(name, STR("aria-")) || str_starts(name, STR("_"));

    for (size_t k = 0; free && k < name.len; k++) {
        char c = name.ptr[k];
        free = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == ':';
    }
    return free;
}

/* What an element may have whose name the tables do not know: it means the same on all, and makes nothing of any of them. */
static bool is_inert(struct str name)
{
    static const struct str inert[] = { STR_INIT("class"), STR_INIT("dir"),   STR_INIT("hidden"), STR_INIT("id"),
                                        STR_INIT("lang"),  STR_INIT("style"), STR_INIT("title") };

    for (size_t k = 0; k < ARRAY_LEN(inert); k++)
        if (str_eq_nocase(name, inert[k]))
            return true;
    return is_free_name(name);
}

/* Class names without those of weft's own parts. */
static struct str clean_class(struct arena *a, struct str value)
{
    AUTO(buf) out = BUF(LIMIT_PAGE_BYTES);
    struct str kept = value;

    if (str_find_nocase(value, STR("weft-"), 0) == SIZE_MAX)
        return value;
    for (size_t at = 0, end; at < value.len; at = end) {
        bool space = byte_is_space(value.ptr[at]);
        for (end = at; end < value.len && byte_is_space(value.ptr[end]) == space;)
            end++;
        if (space || !str_starts_nocase(str_sub(value, at, end), STR("weft-")))
            buf_add(&out, str_sub(value, at, end));
    }
    return buf_take(&out, a, &kept, NULL) ? STR("") : kept;
}

static struct str absolute(struct arena *a, const struct page *p, struct str value)
{
    return p->address.len && value.len && value.ptr[0] != '#' ? url_resolve(a, p->base, value) : value;
}

/* srcset: addresses, each with its size, parted by commas, which may also stand in an address. */
static struct str clean_list(struct arena *a, const struct page *p, struct str value)
{
    AUTO(buf) out = BUF(LIMIT_PAGE_BYTES);
    struct str kept = STR("");

    for (size_t at = 0, end; at < value.len;) {
        while (at < value.len && (byte_is_space(value.ptr[at]) || value.ptr[at] == ','))
            at++;
        for (end = at; end < value.len && !byte_is_space(value.ptr[end]);)
            end++;
        struct str address = str_sub(value, at, end), size = STR("");
        while (address.len && address.ptr[address.len - 1] == ',')
            address.len--;
        if (at + address.len == end) {
            size_t comma = str_find(value, STR(","), end);
            size = str_trim(str_sub(value, end, comma));
            end = comma == SIZE_MAX ? value.len : comma + 1;
        }
        at = end;
        address = absolute(a, p, address);
        if (!address.len || !clean_address(address, CLEAN_FETCH))
            continue;
        buf_addf(&out, "%s%.*s%s%.*s", out.len ? ", " : "", STR_ARG(address), size.len ? " " : "", STR_ARG(size));
    }
    return buf_take(&out, a, &kept, NULL) ? STR("") : kept;
}

static struct str clean_style(struct arena *a, const struct page *p, struct str value)
{
    AUTO(buf) out = BUF(LIMIT_PAGE_BYTES);
    struct str kept;

    clean_css(a, p->address.len ? p->base : STR(""), value, &out);
    return buf_take(&out, a, &kept, NULL) ? STR("") : kept;
}

/* The value as it may be written; false where it may not. */
static bool clean_value(struct arena *a, const struct page *p, enum attribute_kind kind, struct str *value)
{
    switch (kind) {
    case ATTRIBUTE_CLASS:
        *value = clean_class(a, *value);
        return true;
    case ATTRIBUTE_STYLE:
        *value = clean_style(a, p, *value);
        return true;
    case ATTRIBUTE_LINK:
        *value = absolute(a, p, *value);
        return clean_address(*value, CLEAN_FOLLOW);
    case ATTRIBUTE_LOAD:
    case ATTRIBUTE_SHEET:
        *value = absolute(a, p, *value);
        return clean_address(*value, CLEAN_FETCH);
    case ATTRIBUTE_LIST:
        *value = clean_list(a, p, *value);
        return value->len > 0;
    case ATTRIBUTE_SHEET_REL:
        return str_eq_nocase(str_trim(*value), STR("stylesheet"));
    case ATTRIBUTE_PART:
        return value->len && value->ptr[0] == '#';
    default:
        return true;
    }
}

/* A value that would run, were it an address: nobody has use for it, and what reads the page next may make one of it. */
static bool is_script(struct str value)
{
    char room[NAME_MAX_BYTES];
    struct str scheme = scheme_of(value, room);

    return str_eq(scheme, STR("javascript")) || str_eq(scheme, STR("vbscript")) || str_eq(scheme, STR("livescript"));
}

bool clean_attribute(struct arena *a, const struct page *p, uint32_t node, const struct attr *attr, struct clean_attribute *out)
{
    const struct node *n = &p->dom.node[node];
    struct str name = symbols_str(p->dom.symbols, attr->name), value = attr_value(attr);
    const struct attribute_row *row = find_attribute(name, tag_name(p->dom.symbols, n->tag), n->space);
    enum attribute_kind kind = row ? row->kind : ATTRIBUTE_PLAIN;

    if (n->space == SPACE_HTML && n->tag >= TAG_KNOWN && !is_inert(name))
        return false;
    if ((!row && !is_free_name(name)) || is_script(value) || !clean_value(a, p, kind, &value))
        return false;
    *out = (struct clean_attribute){ kind, row ? row->name : name, value };
    return true;
}

bool clean_is_tied(enum attribute_kind kind)
{
    return kind == ATTRIBUTE_ID || kind == ATTRIBUTE_NAME || kind == ATTRIBUTE_TIE || kind == ATTRIBUTE_LINK;
}
