/* In: the JSON of a snapshot. Out: its tree, boxes and strings as arrays.
 *
 * One pass over the text. Numbers go straight into columns; what nobody asks for is skipped by counting brackets; strings stay where they
 * are and are decoded when they are wanted. The JSON comes from a process that runs hostile pages: every index is checked before use.
 *
 *  1. node[i].parent < i, and the tree is in document order: node[i].parent is i - 1 or one of its ancestors.
 *  2. Numbers of strings, attributes and boxes lie inside their arrays, or are NONE.
 * Cost: O(bytes), some 300 MB a second. */
#include "segment/snapshot.h"

#include "base/lanes.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "base/vec.h"

enum { SKIP_DEPTH = 64 };

struct scan {
    const char *at, *end;
    struct arena *arena; /* of the columns: gone when they are joined */
    struct arena *keep;
    bool bad;
};

struct numbers {
    int32_t *item;
    uint32_t n, room;
};

/* The columns as they stand in the JSON, before they are joined. */
struct columns {
    struct numbers parent, type, name, value, attr, attr_end, pseudo;
    struct numbers box_node, style, style_end;
    VEC(struct box) bounds;
    int32_t url, title, public_id, system_id;
    double width, height;
    bool seen;
};

static void fail(struct scan *s)
{
    s->bad = true;
    s->at = s->end;
}

static char peek(struct scan *s)
{
    while (s->at < s->end && byte_is_space(*s->at))
        s->at++;
    return s->at < s->end ? *s->at : '\0';
}

static bool take(struct scan *s, char c)
{
    if (peek(s) != c)
        return false;
    s->at++;
    return true;
}

/* What stands between the quotes, escapes and all. */
static struct str scan_string(struct scan *s)
{
    if (!take(s, '"')) {
        fail(s);
        return STR("");
    }
    const char *from = s->at, *at = from;
    for (;;) {
        const char *quote = memchr(at, '"', (size_t)(s->end - at));
        if (!quote) {
            fail(s);
            return STR("");
        }
        const char *escape = memchr(at, '\\', (size_t)(quote - at));
        if (!escape) {
            s->at = quote + 1;
            return str_span(from, quote);
        }
        if (s->end - escape < 2) {
            fail(s);
            return STR("");
        }
        at = escape + 2;
    }
}

/* Behind the next quote or bracket: what lies between does not matter. */
static const char *next_mark(const char *at, const char *end)
{
    lanes quote = (lanes){ 0 } + '"', open = (lanes){ 0 } + '[', close = (lanes){ 0 } + ']';
    for (; end - at >= LANES; at += LANES) {
        lanes v = lanes_load(at) & (unsigned char)~0x20, plain = lanes_load(at);
        /* [ and { differ in one bit, ] and } too. */
        unsigned mask = lanes_mask((lanes)(plain == quote) | (lanes)(v == open) | (lanes)(v == close));
        if (mask)
            return at + __builtin_ctz(mask);
    }
    while (at < end && *at != '"' && *at != '[' && *at != ']' && *at != '{' && *at != '}')
        at++;
    return at;
}

static void skip_nested(struct scan *s)
{
    unsigned depth = 0;
    do {
        s->at = next_mark(s->at, s->end);
        if (s->at == s->end) {
            fail(s);
            return;
        }
        if (*s->at == '"') {
            scan_string(s);
            continue;
        }
        depth += *s->at == '[' || *s->at == '{' ? 1 : -1u;
        s->at++;
    } while (depth > 0 && depth <= SKIP_DEPTH && !s->bad);
    if (depth)
        fail(s);
}

static void skip_value(struct scan *s)
{
    char c = peek(s);
    if (c == '"')
        scan_string(s);
    else if (c == '{' || c == '[')
        skip_nested(s);
    else
        while (s->at < s->end && *s->at != ',' && *s->at != '}' && *s->at != ']')
            s->at++;
}

/* The next member of an object: its key, with its value to be read. False at the end. */
static bool next_member(struct scan *s, bool *first, struct str *key)
{
    if (s->bad || take(s, '}'))
        return false;
    if (!*first && !take(s, ',')) {
        fail(s);
        return false;
    }
    *first = false;
    *key = scan_string(s);
    if (!take(s, ':'))
        fail(s);
    return !s->bad;
}

static bool open_object(struct scan *s)
{
    if (!take(s, '{'))
        fail(s);
    return !s->bad;
}

/* Whole numbers are what nearly all of a snapshot is. */
static int32_t scan_int(struct scan *s)
{
    bool minus = peek(s) == '-';
    int64_t value = 0;
    const char *from = s->at += minus;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9' && s->at - from < 11)
        value = value * 10 + (*s->at++ - '0');
    if (s->at == from || value > INT32_MAX) {
        fail(s);
        return 0;
    }
    return minus ? -(int32_t)value : (int32_t)value;
}

static double scan_real(struct scan *s)
{
    bool minus = peek(s) == '-';
    double value = 0, unit = 1;
    int exponent = 0;
    const char *from = s->at += minus;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9')
        value = value * 10 + (*s->at++ - '0');
    if (s->at < s->end && *s->at == '.')
        for (s->at++; s->at < s->end && *s->at >= '0' && *s->at <= '9'; unit *= 10)
            value = value * 10 + (*s->at++ - '0');
    if (s->at == from) {
        fail(s);
        return 0;
    }
    if (s->at < s->end && (*s->at == 'e' || *s->at == 'E')) {
        s->at++;
        if (s->at < s->end && *s->at == '+')
            s->at++;
        exponent = scan_int(s);
    }
    value /= unit;
    for (int i = MIN(MAX(exponent, -40), 40); i; i += i > 0 ? -1 : 1)
        value = i > 0 ? value * 10 : value / 10;
    return minus ? -value : value;
}

/* Before the next item of an array; false at its end. */
static bool next_item(struct scan *s, bool *first)
{
    if (s->bad || take(s, ']'))
        return false;
    if (!*first && !take(s, ',')) {
        fail(s);
        return false;
    }
    *first = false;
    return true;
}

static bool open_array(struct scan *s)
{
    if (!take(s, '['))
        fail(s);
    return !s->bad;
}

static void add_ints(struct scan *s, struct numbers *to)
{
    bool first = true;
    if (!open_array(s))
        return;
    while (next_item(s, &first)) {
        int32_t value = scan_int(s);
        *VEC_ADD(s->arena, to) = value;
        if ((to->n & 0xffff) == 0 && arena_over(s->arena))
            fail(s);
    }
}

/* An array of arrays: all items in one row, and where each array ends. */
static void add_rows(struct scan *s, struct numbers *to, struct numbers *ends)
{
    bool first = true;
    if (!open_array(s))
        return;
    while (next_item(s, &first)) {
        add_ints(s, to);
        *VEC_ADD(s->arena, ends) = (int32_t)to->n;
    }
}

static void add_bounds(struct scan *s, struct columns *c)
{
    bool first = true;
    if (!open_array(s))
        return;
    while (next_item(s, &first)) {
        float side[4] = { 0 };
        bool one = true;
        unsigned n = 0;
        open_array(s);
        while (next_item(s, &one)) {
            float x = (float)scan_real(s);
            if (n < 4)
                side[n++] = x;
        }
        *VEC_ADD(s->arena, &c->bounds) = (struct box){ side[0], side[1], side[2], side[3] };
    }
}

/* {"index": [...], "value": [...]}: which nodes are pseudo-elements. */
static void scan_pseudo(struct scan *s, struct columns *c)
{
    bool first = true;
    struct str key;
    open_object(s);
    while (next_member(s, &first, &key))
        if (str_eq(key, STR("index")))
            add_ints(s, &c->pseudo);
        else
            skip_value(s);
}

static void scan_nodes(struct scan *s, struct columns *c)
{
    bool first = true;
    struct str key;
    open_object(s);
    while (next_member(s, &first, &key))
        if (str_eq(key, STR("parentIndex")))
            add_ints(s, &c->parent);
        else if (str_eq(key, STR("nodeType")))
            add_ints(s, &c->type);
        else if (str_eq(key, STR("nodeName")))
            add_ints(s, &c->name);
        else if (str_eq(key, STR("nodeValue")))
            add_ints(s, &c->value);
        else if (str_eq(key, STR("attributes")))
            add_rows(s, &c->attr, &c->attr_end);
        else if (str_eq(key, STR("pseudoType")))
            scan_pseudo(s, c);
        else
            skip_value(s);
}

static void scan_layout(struct scan *s, struct columns *c)
{
    bool first = true;
    struct str key;
    open_object(s);
    while (next_member(s, &first, &key))
        if (str_eq(key, STR("nodeIndex")))
            add_ints(s, &c->box_node);
        else if (str_eq(key, STR("styles")))
            add_rows(s, &c->style, &c->style_end);
        else if (str_eq(key, STR("bounds")))
            add_bounds(s, c);
        else
            skip_value(s);
}

static void scan_document(struct scan *s, struct columns *c)
{
    const struct {
        struct str key;
        int32_t *number;
    } whole[] = { { STR("documentURL"), &c->url },
                  { STR("title"), &c->title },
                  { STR("publicId"), &c->public_id },
                  { STR("systemId"), &c->system_id } };
    bool first = true;
    struct str key;
    c->seen = true;
    open_object(s);
    while (next_member(s, &first, &key)) {
        size_t i = 0;
        while (i < ARRAY_LEN(whole) && !str_eq(key, whole[i].key))
            i++;
        if (i < ARRAY_LEN(whole))
            *whole[i].number = scan_int(s);
        else if (str_eq(key, STR("nodes")))
            scan_nodes(s, c);
        else if (str_eq(key, STR("layout")))
            scan_layout(s, c);
        else if (str_eq(key, STR("contentWidth")))
            c->width = scan_real(s);
        else if (str_eq(key, STR("contentHeight")))
            c->height = scan_real(s);
        else
            skip_value(s);
    }
}

static void scan_all(struct scan *s, struct columns *c, struct snapshot *out)
{
    struct {
        struct str *item;
        uint32_t n, room;
    } strings = { 0 };
    bool first = true, one = true;
    struct str key;
    open_object(s);
    while (next_member(s, &first, &key)) {
        one = true;
        if (str_eq(key, STR("documents")) && open_array(s)) {
            while (next_item(s, &one))
                if (c->seen)
                    skip_value(s);
                else
                    scan_document(s, c);
        } else if (str_eq(key, STR("strings")) && open_array(s)) {
            while (next_item(s, &one)) {
                struct str text = scan_string(s);
                *VEC_ADD(s->keep, &strings) = text;
            }
        } else {
            skip_value(s);
        }
        if (arena_over(s->arena) || arena_over(s->keep))
            fail(s);
    }
    out->string = strings.item;
    out->n_string = strings.n;
}

static uint32_t string_number(const struct snapshot *s, int32_t number)
{
    return number >= 0 && (uint32_t)number < s->n_string ? (uint32_t)number : NONE;
}

static enum snapshot_kind kind_of(int32_t type)
{
    switch (type) {
    case 1:
        return SNAPSHOT_ELEMENT;
    case 3:
        return SNAPSHOT_TEXT;
    case 8:
        return SNAPSHOT_COMMENT;
    case 10:
        return SNAPSHOT_DOCTYPE;
    default:
        return SNAPSHOT_OTHER;
    }
}

/* Invariant 1; `end` follows from it. */
static bool join_tree(struct snapshot *s, const struct columns *c)
{
    for (uint32_t i = 0; i < s->n; i++) {
        int32_t parent = c->parent.item[i];
        if (i == 0 ? parent != -1 : parent < 0 || (uint32_t)parent >= i)
            return false;
        s->node[i].parent = i ? (uint32_t)parent : NONE;
        s->node[i].end = i + 1;
        for (uint32_t up = i ? i - 1 : 0; i && up != (uint32_t)parent; up = s->node[up].parent)
            if (up == 0)
                return false;
    }
    for (uint32_t i = s->n; i-- > 1;) {
        struct snapshot_node *up = &s->node[s->node[i].parent];
        up->end = MAX(up->end, s->node[i].end);
    }
    return true;
}

static void join_nodes(struct snapshot *s, const struct columns *c)
{
    for (uint32_t i = 0; i < s->n; i++) {
        struct snapshot_node *n = &s->node[i];
        uint32_t from = i ? (uint32_t)c->attr_end.item[i - 1] : 0;
        n->kind = kind_of(c->type.item[i]);
        n->name = string_number(s, c->name.item[i]);
        n->value = string_number(s, c->value.item[i]);
        n->attr = from;
        n->n_attr = ((uint32_t)c->attr_end.item[i] - from) / 2;
        n->box = NONE;
    }
    for (uint32_t i = 0; i < c->pseudo.n; i++) {
        int32_t node = c->pseudo.item[i];
        if (node > 0 && (uint32_t)node < s->n)
            s->node[node].kind = SNAPSHOT_PSEUDO;
    }
    for (uint32_t i = 0; i < s->n_attr; i++)
        s->attr[i] = string_number(s, c->attr.item[i]);
}

static struct box box_union(struct box a, struct box b)
{
    float x = MIN(a.x, b.x), y = MIN(a.y, b.y);
    return (struct box){ x, y, MAX(a.x + a.w, b.x + b.w) - x, MAX(a.y + a.h, b.y + b.h) - y };
}

static void join_boxes(struct snapshot *s, const struct columns *c)
{
    for (uint32_t i = 0; i < c->box_node.n; i++) {
        int32_t node = c->box_node.item[i];
        uint32_t from = i ? (uint32_t)c->style_end.item[i - 1] : 0, n = (uint32_t)c->style_end.item[i] - from;
        if (node < 0 || (uint32_t)node >= s->n)
            continue;
        /* A first letter with a style of its own makes two boxes of one node. */
        if (s->node[node].box != NONE) {
            struct box *old = &s->box[s->node[node].box].box;
            *old = box_union(*old, c->bounds.item[i]);
            continue;
        }
        struct snapshot_box *box = &s->box[s->n_box];
        s->node[node].box = s->n_box++;
        box->box = c->bounds.item[i];
        for (uint32_t k = 0; k < STYLES; k++)
            box->style[k] = k < n ? string_number(s, c->style.item[from + k]) : NONE;
    }
}

static bool columns_agree(const struct columns *c)
{
    uint32_t n = c->parent.n, n_box = c->box_node.n;
    return n && c->type.n == n && c->name.n == n && c->value.n == n && c->attr_end.n == n && c->style_end.n == n_box
           && c->bounds.n == n_box;
}

int snapshot_read(struct arena *a, struct str json, struct snapshot *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct scan scan = { .at = json.ptr, .end = json.ptr + json.len, .arena = &scratch, .keep = a };
    struct columns c = { .url = -1, .title = -1, .public_id = -1, .system_id = -1 };
    struct snapshot s = { 0 };
    int bad;

    scan_all(&scan, &c, &s);
    if ((bad = arena_room(a, 0, e)) || (bad = arena_room(&scratch, 0, e)))
        return bad;
    if (c.parent.n > LIMIT_NODES)
        return err_set(e, E_LIMIT, "the rendered page has more than %u nodes", LIMIT_NODES);
    if (scan.bad || !columns_agree(&c))
        return err_set(e, E_FORMAT, "the browser's snapshot is not what it should be");
    s.n = c.parent.n;
    s.n_attr = c.attr.n;
    if ((bad = arena_room(a, s.n * sizeof *s.node + c.box_node.n * sizeof *s.box + s.n_attr * sizeof *s.attr, e)))
        return bad;
    s.node = NEW_ARRAY_RAW(a, struct snapshot_node, s.n);
    s.box = NEW_ARRAY_RAW(a, struct snapshot_box, c.box_node.n);
    s.attr = NEW_ARRAY_RAW(a, uint32_t, s.n_attr);
    if (!join_tree(&s, &c))
        return err_set(e, E_FORMAT, "the browser's snapshot is not a tree");
    join_nodes(&s, &c);
    join_boxes(&s, &c);
    s.url = string_number(&s, c.url);
    s.title = string_number(&s, c.title);
    s.public_id = string_number(&s, c.public_id);
    s.system_id = string_number(&s, c.system_id);
    s.width = (float)c.width;
    s.height = (float)c.height;
    *out = s;
    return 0;
}

static uint32_t hex4(const char *at)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; i++) {
        char c = byte_lower(at[i]);
        unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 0;
        value = value << 4 | digit;
    }
    return value;
}

/* \uXXXX, and its second half where it needs one; a half alone is U+FFFD. */
static const char *decode_unicode(const char *at, const char *end, char **to)
{
    uint32_t c = end - at >= 4 ? hex4(at) : 0xfffd;
    at = end - at >= 4 ? at + 4 : end;
    if (c >= 0xd800 && c < 0xdc00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u') {
        uint32_t low = hex4(at + 2);
        if (low >= 0xdc00 && low < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            at += 6;
        }
    }
    *to += utf8_put(*to, c);
    return at;
}

struct str snapshot_string(struct arena *a, const struct snapshot *s, uint32_t number)
{
    struct str raw = number < s->n_string ? s->string[number] : STR("");
    const char *at = raw.ptr, *end = raw.ptr + raw.len;
    const char *escape = raw.len ? memchr(at, '\\', raw.len) : NULL;
    if (!escape)
        return raw;
    char *text = arena_array_raw(a, raw.len + 1, 1), *to = text;
    for (; escape && end - escape >= 2; escape = at < end ? memchr(at, '\\', (size_t)(end - at)) : NULL) {
        static const char from[] = "nrtbf", as[] = "\n\r\t\b\f";
        memcpy(to, at, (size_t)(escape - at));
        to += escape - at;
        at = escape + 2;
        const char *plain = escape[1] ? strchr(from, escape[1]) : NULL;
        if (escape[1] == 'u')
            at = decode_unicode(at, end, &to);
        else
            *to++ = plain ? as[plain - from] : escape[1];
    }
    memcpy(to, at, (size_t)(end - at));
    to += end - at;
    return str_span(text, to);
}
