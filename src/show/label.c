/* In: a change. Out: a few words. A position is told where both pages have the element in the same parent, counted among children of its
 * tag: that is what a reader counts. O(siblings). */
#include "show/label.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "show/location.h"

enum {
    LONG_ADDRESS = 30,  /* bytes; of two that are longer only what they do not have in common is told */
    ADDRESS_BYTES = 80, /* more of an address does not fit a line, and its end tells little */
    VALUE_BYTES = 160,  /* of a value in a list: three lines */
    LONG_BYTES = 40,    /* of two that are longer, the end that both have is left out */
};

/* The outermost element of `tag` (any where it is TAG_KNOWN) that has no words but [word, end), or NONE. */
static uint32_t element_of(const struct page *p, uint32_t word, uint32_t end, uint32_t tag)
{
    uint32_t found = NONE;

    for (uint32_t i = p->word[word].node; i > p->body; i = p->dom.node[i].parent) {
        if (p->first_word[i] < word || p->first_word[p->dom.node[i].end] > end)
            break;
        if (p->dom.node[i].kind == NODE_ELEMENT && (tag == TAG_KNOWN || p->dom.node[i].tag == tag))
            found = i;
    }
    return found;
}

/* A row of which every cell is a head. */
static bool is_head_row(const struct page *p, uint32_t node)
{
    uint32_t cells = 0, heads = 0;

    for (uint32_t k = node + 1; p->dom.node[node].tag == TAG_TR && k < p->dom.node[node].end; k = p->dom.node[k].end) {
        cells += p->dom.node[k].tag == TAG_TD || p->dom.node[k].tag == TAG_TH;
        heads += p->dom.node[k].tag == TAG_TH;
    }
    return heads && heads == cells;
}

static struct str class_of_node(const struct page *p, uint32_t node)
{
    struct str class = STR("");

    dom_attr(&p->dom, node, STR("class"), &class);
    return class;
}

/* Its number among the children of its parent that are of its kind, from 1: the head of a table is not counted, nor a box of another class
 * that stands before the first of its own, as the title of a list. */
static unsigned position(const struct page *p, uint32_t node)
{
    uint32_t parent = p->dom.node[node].parent;
    struct str class = class_of_node(p, node);
    unsigned n = 0;

    for (uint32_t k = parent + 1; k <= node; k = p->dom.node[k].end) {
        if (p->dom.node[k].kind != NODE_ELEMENT || p->dom.node[k].tag != p->dom.node[node].tag || is_head_row(p, k))
            continue;
        n += n > 0 || str_eq(class_of_node(p, k), class);
    }
    return n;
}

static void add_ordinal(struct buf *out, unsigned n)
{
    static const char *const end[] = { "th", "st", "nd", "rd" };
    unsigned last = n % 10;

    buf_addf(out, "%u%s", n, last <= 3 && n / 10 % 10 != 1 ? end[last] : end[0]);
}

/* "2nd, was 5th", where both pages have it among its like. Nobody counts paragraphs and headings. */
static bool add_positions(const struct delta *d, const struct change *c, const char *verb, struct buf *out)
{
    uint32_t y = element_of(d->new, c->new_word, c->new_end, TAG_KNOWN);
    uint32_t x = y == NONE ? NONE : element_of(d->old, c->old_word, c->old_end, d->new->dom.node[y].tag);

    if (x == NONE || d->old_node[d->old->dom.node[x].parent] != d->new->dom.node[y].parent
        || node_classes(&d->new->dom.node[y]) & TAG_P_ONLY)
        return false;
    unsigned was = position(d->old, x), is = position(d->new, y);
    if (was == is)
        return false;
    add_ordinal(out, is);
    buf_addf(out, ", %s ", verb);
    add_ordinal(out, was);
    return true;
}

bool label_was_below(const struct delta *d, const struct change *c)
{
    uint32_t w = c->old_word;

    while (w > 0 && d->old_to_new[w - 1] == NONE)
        w--;
    return w > 0 && d->old_to_new[w - 1] >= c->new_word;
}

void label_move(struct arena *a, const struct delta *d, const struct change *c, const char *verb, struct buf *out)
{
    if (c->old_word < c->old_end && c->new_word < c->new_end && add_positions(d, c, verb, out))
        return;
    uint32_t heading = location_heading_left(d, c);
    if (heading == NONE) {
        buf_addf(out, "%s further %s", verb, label_was_below(d, c) ? "down" : "up");
        return;
    }
    buf_addf(out, "%s under “", verb);
    buf_add(out, location_heading_text(a, d->old, heading));
    buf_add(out, STR("”"));
}

void label_left(const struct delta *d, const struct change *c, struct buf *out)
{
    buf_addf(out, "is now further %s", label_was_below(d, c) ? "up" : "down");
}

static size_t common_length(struct str x, struct str y)
{
    size_t n = 0;

    while (n < x.len && n < y.len && x.ptr[n] == y.ptr[n])
        n++;
    return n;
}

/* Scheme and host, where both addresses have the same. */
static size_t common_host(struct str x, struct str y)
{
    size_t host = str_find(x, STR("://"), 0), n = common_length(x, y);

    if (host == SIZE_MAX)
        return 0;
    size_t path = str_find(x, STR("/"), host + 3);
    return path != SIZE_MAX && path < n ? path : 0;
}

/* The end that both addresses have, from the start of one of its parts on. */
static size_t common_end(struct str x, struct str y)
{
    size_t n = 0, least = MIN(x.len, y.len);

    if (least < LONG_BYTES)
        return 0;
    while (n < least && x.ptr[x.len - 1 - n] == y.ptr[y.len - 1 - n])
        n++;
    while (n > 0 && !strchr("/?&#", x.ptr[x.len - n]))
        n--;
    return n < least ? n : 0;
}

static struct str value_of(const struct page *p, uint32_t node, struct str name)
{
    struct str value = STR("");

    if (node != NONE && p->dom.node[node].kind == NODE_ELEMENT)
        dom_attr(&p->dom, node, name, &value);
    return str_trim(value);
}

/* What two pictures show, where both say it and differ in it. */
static bool find_pictures(const struct delta *d, const struct change *c, struct label_values *out)
{
    if (c->new_node == NONE || d->new->dom.node[c->new_node].tag != TAG_IMG)
        return false;
    *out = (struct label_values){ .old = value_of(d->old, c->old_node, STR("alt")),
                                  .new = value_of(d->new, c->new_node, STR("alt")),
                                  .is_picture = true };
    return out->old.len && out->new.len && !str_eq(out->old, out->new);
}

bool label_values(const struct delta *d, const struct change *c, struct label_values *out)
{
    enum { N_ADDRESSES = 4 }; /* which stand first */
    static const struct str names[] = { STR_INIT("href"),  STR_INIT("src"),   STR_INIT("data-src"),    STR_INIT("srcset"),
                                        STR_INIT("alt"),   STR_INIT("value"), STR_INIT("placeholder"), STR_INIT("title"),
                                        STR_INIT("label"), STR_INIT("cite") };

    if (find_pictures(d, c, out))
        return true;
    for (size_t k = 0; k < ARRAY_LEN(names); k++) {
        struct str old = value_of(d->old, c->old_node, names[k]), new = value_of(d->new, c->new_node, names[k]);
        if (str_eq(old, new))
            continue;
        size_t same = k < N_ADDRESSES ? common_host(old, new) : 0, end = k < N_ADDRESSES ? common_end(old, new) : 0;
        *out = (struct label_values){ .old = str_sub(old, same, old.len - end),
                                      .new = str_sub(new, same, new.len - end),
                                      .cut = end > 0 };
        return true;
    }
    return false;
}

/* Both without the start and the end that they have in common. */
static void cut_common(struct str *old, struct str *new)
{
    size_t head = common_length(*old, *new), tail = 0, most = MIN(old->len, new->len) - head;

    while (tail < most && old->ptr[old->len - 1 - tail] == new->ptr[new->len - 1 - tail])
        tail++;
    *old = str_sub(*old, head, old->len - tail);
    *new = str_sub(*new, head, new->len - tail);
}

bool label_is_same_turn(const struct label_values *x, const struct label_values *y)
{
    struct str old = x->old, new = x->new, other_old = y->old, other_new = y->new;

    if (!old.len || !new.len || !other_old.len || !other_new.len)
        return str_eq(old, other_old) && str_eq(new, other_new);
    cut_common(&old, &new);
    cut_common(&other_old, &other_new);
    return str_eq(old, other_old) && str_eq(new, other_new);
}

static int hex_digit(char c)
{
    char lower = byte_lower(c);

    return lower >= '0' && lower <= '9' ? lower - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* The bytes that "%C3%A9" at the start of some text stands for, at most those of one character. */
static struct str read_escapes(struct str text, char bytes[4])
{
    size_t n = 0;

    for (; n < 4 && text.len >= 3 * n + 3 && text.ptr[3 * n] == '%'; n++) {
        int high = hex_digit(text.ptr[3 * n + 1]), low = hex_digit(text.ptr[3 * n + 2]);
        if (high < 0 || low < 0)
            break;
        bytes[n] = (char)(high << 4 | low);
    }
    return (struct str){ bytes, n };
}

/* An address with its letters as what they are. */
static void add_letters(struct buf *out, struct str address)
{
    while (address.len) {
        char bytes[4];
        uint32_t character = 0;
        struct str found = read_escapes(address, bytes);
        unsigned n = found.len ? utf8_next(found.ptr, found.ptr + found.len, &character) : 0;
        size_t plain = MIN(str_find(address, STR("%"), 1), address.len);

        /* Signs of ASCII mean something else when they are not escaped, and what turns text around could lie. */
        bool letter = n > 1 && char_class(character) != CHAR_SPACE && !char_is_unsafe(character);
        buf_add(out, letter ? str_sub(found, 0, n) : str_sub(address, 0, plain));
        address = str_sub(address, letter ? 3 * (size_t)n : plain, address.len);
    }
}

void label_value(struct buf *out, struct str value, bool cut)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);

    add_letters(&text, value);
    struct str shown = utf8_head(buf_str(&text), VALUE_BYTES);
    buf_add_escaped(out, shown);
    if (shown.len < text.len || cut)
        buf_add(out, STR("…"));
}

static void add_address(struct buf *out, struct str address, bool cut)
{
    if (!address.len)
        buf_add(out, STR("nothing"));
    else
        add_letters(out, utf8_head(address, ADDRESS_BYTES));
    if (address.len > ADDRESS_BYTES || cut)
        buf_add(out, STR("…"));
}

/* Bytes that two long addresses have in common at the start, whole parts of the path; a label that tells them pushes the page aside. */
static size_t common_parts(struct str old, struct str new)
{
    size_t n = 0;

    while (n < old.len && n < new.len &&old.ptr[n] == new.ptr[n])
        n++;
    while (n > 0 && old.ptr[n - 1] != '/')
        n--;
    return MIN(old.len, new.len) > LONG_ADDRESS ? n : 0;
}

static void add_end(struct buf *out, struct str address, size_t from, bool cut)
{
    buf_add(out, from > 1 ? STR("…/") : STR(""));
    add_address(out, from > 1 ? str_sub(address, from, address.len) : address, cut);
}

void label_link(const struct label_values *x, struct buf *out)
{
    size_t common = common_parts(x->old, x->new);

    if (!x->old.len) {
        buf_add(out, STR("new, "));
    } else if (!x->new.len) {
        buf_add(out, STR("was "));
        add_address(out, x->old, x->cut);
        return;
    } else {
        add_end(out, x->old, common, x->cut);
        buf_add(out, STR(" → "));
    }
    add_end(out, x->new, common, x->cut);
}
