/* What a change of words is to a reader.
 *
 * In: the changes of words. Out: their classes. Not content are: line breaks, rules and drawings; pictures that are the same on another
 * host; the same text in other markup; what a list puts between its records again and again; and numbers that only count on.
 * Cost: O(words of the changes), and for each of few candidates its siblings up to a limit. */
#include "base/limits.h"
#include "base/search.h"
#include "compare/classes.h"
#include "compare/steps.h"
#include "compare/values.h"
#include "page/hashes.h"

enum {
    ITEMS_MAX = 1000,     /* children of an element that are counted */
    COUNTER_STEPS = 3,    /* siblings passed over to find the one with the next number */
    NUMBER_BYTES = 6,     /* of a number that counts */
    SAME_TEXT_WORDS = 64, /* of a change that may be the same text cut into other words */
};

static bool has_letters_below(const struct page *p, uint32_t node)
{
    for (uint32_t i = node; i < p->dom.node[node].end; i++)
        if (p->dom.node[i].kind == NODE_TEXT && str_trim(node_text(&p->dom.node[i])).len)
            return true;
    return false;
}

static bool has_side(const struct page *p, uint32_t node, struct str name)
{
    struct str value;

    return dom_attr(&p->dom, node, name, &value) && (number_alike(value, STR("0")) || number_alike(value, STR("1")));
}

static bool has_words(const struct page *p, uint32_t node)
{
    return p->first_word[node] < p->first_word[p->dom.node[node].end];
}

/* A frame or picture of one pixel is there for who counts visitors. */
static bool is_pixel(const struct page *p, uint32_t node)
{
    return has_side(p, node, STR("width")) && has_side(p, node, STR("height"));
}

static unsigned class_of_atom(const struct page *p, uint32_t node)
{
    struct str label;

    switch (p->dom.node[node].tag) {
    case TAG_BR:
    case TAG_HR:
    case TAG_WBR:
        return CLASS_LOOK;
    case TAG_SVG:
    case TAG_CANVAS:
        return has_letters_below(p, node) || dom_attr(&p->dom, node, STR("aria-label"), &label) ? CLASS_CONTENT : CLASS_LOOK;
    case TAG_INPUT:
        return is_hidden_field(p, node) ? CLASS_MACHINERY : CLASS_CONTENT;
    case TAG_IMG:
    case TAG_IFRAME:
    case TAG_OBJECT:
        return is_pixel(p, node) || (p->flags[node] & NODE_HIDDEN && p->dom.node[node].tag == TAG_IFRAME) ? CLASS_MACHINERY
                                                                                                          : CLASS_CONTENT;
    default:
        return CLASS_CONTENT;
    }
}

unsigned class_of_words(const struct page *p, uint32_t word, uint32_t end)
{
    unsigned class = CLASS_SAME;

    for (uint32_t w = word; w < end && class != CLASS_CONTENT; w++)
        class = p->word[w].flags & WORD_ATOM ? MIN(class, class_of_atom(p, p->word[w].node)) : (unsigned)CLASS_CONTENT;
    return class;
}

/* ---- The same text ---- */

/* Signs that print otherwise and say the same: what a word processor makes of quotes, dashes and points, and what has no width. */
static const struct sign {
    struct str printed, plain;
} signs[] = {
    { STR_INIT("\u00ad"), STR_INIT("") },   { STR_INIT("\u200b"), STR_INIT("") },    { STR_INIT("\u2060"), STR_INIT("") },
    { STR_INIT("\u2018"), STR_INIT("'") },  { STR_INIT("\u2019"), STR_INIT("'") },   { STR_INIT("\u201a"), STR_INIT("'") },
    { STR_INIT("\u201c"), STR_INIT("\"") }, { STR_INIT("\u201d"), STR_INIT("\"") },  { STR_INIT("\u201e"), STR_INIT("\"") },
    { STR_INIT("\u00ab"), STR_INIT("\"") }, { STR_INIT("\u00bb"), STR_INIT("\"") },  { STR_INIT("\u2010"), STR_INIT("-") },
    { STR_INIT("\u2011"), STR_INIT("-") },  { STR_INIT("\u2013"), STR_INIT("-") },   { STR_INIT("\u2014"), STR_INIT("-") },
    { STR_INIT("\u2212"), STR_INIT("-") },  { STR_INIT("\u2026"), STR_INIT("...") },
};

static const struct sign *sign_at(struct str text)
{
    if ((unsigned char)text.ptr[0] < 0xc0)
        return NULL;
    for (size_t i = 0; i < ARRAY_LEN(signs); i++)
        if (str_starts(text, signs[i].printed))
            return &signs[i];
    return NULL;
}

/* Whether each sign counts for itself: in program text. */
static bool is_code(const struct page *p, uint32_t node)
{
    if (p->flags[node] & NODE_KEEPS)
        return true;
    for (; node; node = p->dom.node[node].parent) {
        uint32_t tag = p->dom.node[node].tag;
        if (tag == TAG_CODE || tag == TAG_KBD || tag == TAG_SAMP || tag == TAG_TT)
            return true;
    }
    return false;
}

static void add_word(const struct page *p, uint32_t w, struct buf *out)
{
    struct str text = page_word(p, w);
    bool code = is_code(p, p->word[w].node);

    for (size_t k = 0; k < text.len;) {
        const struct sign *sign = sign_at(str_sub(text, k, text.len));

        if (sign && (!code || !sign->plain.len)) {
            buf_add(out, sign->plain);
            k += sign->printed.len;
        } else {
            buf_add_char(out, text.ptr[k++]);
        }
    }
}

/* The words as they are read; how one mark follows another is the business of the markup around them. A line break is a blank. False
 * where anything stands among them that is not words. */
static bool add_text(const struct page *p, uint32_t word, uint32_t end, struct buf *out)
{
    bool blank = false;

    for (uint32_t w = word; w < end; w++) {
        blank |= (p->word[w].flags & WORD_SPACE) != 0;
        if (p->word[w].flags & WORD_ATOM) {
            if (class_of_atom(p, p->word[w].node) != CLASS_LOOK)
                return false;
            blank = true;
            continue;
        }
        if (blank && out->len)
            buf_add_char(out, ' ');
        blank = false;
        add_word(p, w, out);
    }
    return true;
}

/* Whether HTML reads the attributes of two subtrees alike, element by element. */
static bool has_same_attributes(const struct delta *d, uint32_t old, uint32_t new)
{
    const struct node *was = d->old->dom.node, *is = d->new->dom.node;
    uint32_t n = was[old].end - old;

    if (is[new].end - new != n)
        return false;
    for (uint32_t k = 0; k < n; k++) {
        if (was[old + k].kind != is[new + k].kind || was[old + k].tag != is[new + k].tag
            || was[old + k].depth - was[old].depth != is[new + k].depth - is[new].depth)
            return false;
        if (was[old + k].kind == NODE_ELEMENT && class_of_attributes(d, old + k, new + k) != CLASS_SAME)
            return false;
    }
    return true;
}

/* The element of an atom that shows a picture: itself, or the img in a picture; NONE where it shows none. */
static uint32_t shown_picture(const struct page *p, uint32_t node)
{
    uint32_t end = p->dom.node[node].tag == TAG_PICTURE ? p->dom.node[node].end : node + 1;

    while (node < end && p->dom.node[node].tag != TAG_IMG)
        node++;
    return node < end ? node : NONE;
}

/* Whether a picture stands for the same one in another element. */
static bool is_same_picture(const struct delta *d, uint32_t old, uint32_t new)
{
    uint32_t x = shown_picture(d->old, old), y = shown_picture(d->new, new);

    return x != NONE && y != NONE && class_of_attributes(d, x, y) != CLASS_CONTENT;
}

/* Whether an atom stands for another one that says the same: in an object its markup is not read, in the others a keyword or a number may
 * be written in another way. */
static bool is_same_atom(const struct delta *d, const struct change *c)
{
    const struct word *was = &d->old->word[c->old_word], *is = &d->new->word[c->new_word];
    uint32_t tag = d->old->dom.node[was->node].tag;

    if (c->old_end - c->old_word != 1 || c->new_end - c->new_word != 1 || !(was->flags & is->flags & WORD_ATOM))
        return false;
    if (tag != d->new->dom.node[is->node].tag)
        return is_same_picture(d, was->node, is->node);
    return hashes_text_of(d->old, was->node) == hashes_text_of(d->new, is->node)
           && (tag == TAG_OBJECT || has_same_attributes(d, was->node, is->node));
}

/* Whether the words of a change read alike: two brackets in one element are one word, in two elements they are two; quotes are straight or
 * curly. What came or went reads like nothing if nobody sees it. */
static bool says_same(const struct delta *d, const struct change *c)
{
    AUTO(buf) old = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(buf) new = BUF(LIMIT_OUTPUT_BYTES);

    if (c->kind > CHANGE_UPDATE || c->old_end - c->old_word > SAME_TEXT_WORDS || c->new_end - c->new_word > SAME_TEXT_WORDS)
        return false;
    if (c->kind == CHANGE_UPDATE && is_same_atom(d, c))
        return true;
    return add_text(d->old, c->old_word, c->old_end, &old) && add_text(d->new, c->new_word, c->new_end, &new)
           && str_eq(buf_str(&old), buf_str(&new));
}

/* ---- Numbers that only count on ---- */

static bool is_number(const struct page *p, uint32_t w, uint64_t *out)
{
    return !(p->word[w].flags & WORD_ATOM) && page_word(p, w).len <= NUMBER_BYTES && str_number(page_word(p, w), UINT32_MAX, out);
}

/* The number that an element opens with. */
static bool opens_with_number(const struct page *p, uint32_t node, uint64_t *out)
{
    return p->dom.node[node].kind == NODE_ELEMENT && has_words(p, node) && is_number(p, p->first_word[node], out);
}

/* The number that one of the siblings right behind `node` opens with; 0 where none does. */
static uint64_t number_behind(const struct page *p, uint32_t node)
{
    uint32_t end = p->dom.node[p->dom.node[node].parent].end, steps = 0;
    uint64_t number;

    for (uint32_t k = p->dom.node[node].end; k < end && steps < COUNTER_STEPS; k = p->dom.node[k].end) {
        if (p->dom.node[k].kind != NODE_ELEMENT || p->dom.node[k].tag != p->dom.node[node].tag)
            continue;
        if (opens_with_number(p, k, &number))
            return number;
        steps++;
    }
    return 0;
}

/* The number that the last sibling before `node` opens with, of those that open with one; 0 where none does. */
static uint64_t number_before(const struct page *p, uint32_t node)
{
    uint32_t parent = p->dom.node[node].parent, seen = 0;
    uint64_t number, last = 0;

    for (uint32_t k = parent + 1; k < node && seen < ITEMS_MAX; k = p->dom.node[k].end, seen++)
        if (p->dom.node[k].tag == p->dom.node[node].tag && opens_with_number(p, k, &number))
            last = number;
    return last;
}

/* Whether an element that opens with n is one of those that are counted. The last has none behind it. */
static bool is_counted(const struct page *p, uint32_t node, uint64_t n)
{
    uint64_t behind = number_behind(p, node);

    return behind ? behind == n + 1 : n > 1 && number_before(p, node) + 1 == n;
}

/* Whether a word is the number of a row or card, one more than that of the one before, or one less than that of the next. */
static bool is_counter(const struct page *p, uint32_t w)
{
    uint32_t node = p->word[w].node;
    uint64_t n;

    if (!is_number(p, w, &n))
        return false;
    for (; node && p->first_word[node] == w; node = p->dom.node[node].parent)
        if (p->dom.node[node].kind == NODE_ELEMENT && is_counted(p, node, n))
            return true;
    return false;
}

/* Whether all that a change did is to number a thing by its new place: the ranks below a row that was put in. */
static bool only_counts_on(const struct delta *d, const struct change *c)
{
    return c->kind == CHANGE_UPDATE && c->old_end - c->old_word == 1 && c->new_end - c->new_word == 1
           && is_counter(d->old, c->old_word) && is_counter(d->new, c->new_word);
}

static unsigned class_of_text_change(const struct delta *d, const struct change *c)
{
    unsigned old = class_of_words(d->old, c->old_word, c->old_end), new = class_of_words(d->new, c->new_word, c->new_end);
    if (c->kind != CHANGE_ATTRIBUTE)
        return MIN(old, new);
    if (c->old_node == NONE || c->new_node == NONE) /* one picture in the place of another */
        return c->class;
    unsigned own = class_of_attributes(d, c->old_node, c->new_node);
    return own == CLASS_CONTENT ? MIN(old, new) : own; /* another address of a pixel that counts visitors is not news */
}

/* ---- What stands between records ---- */

static bool is_container(const struct records *r, uint32_t node)
{
    uint32_t i = SEARCH_FIRST(r->container, r->n_containers, node, node);
    return i < r->n_containers && r->container[i].node == node;
}

/* How many children of an element have this content, of the first ITEMS_MAX. */
static uint32_t count_alike(const struct page *p, uint32_t parent, uint64_t content)
{
    uint32_t n = 0, seen = 0;

    for (uint32_t k = parent + 1; k < p->dom.node[parent].end && seen < ITEMS_MAX; k = p->dom.node[k].end, seen++)
        n += p->content[k] == content;
    return n;
}

/* Whether most of its siblings look otherwise, by tag and class. */
static bool is_minor(const struct page *p, uint32_t node)
{
    uint32_t parent = p->dom.node[node].parent, n = 0, same = 0;
    struct str class = STR(""), other;

    dom_attr(&p->dom, node, STR("class"), &class);
    for (uint32_t k = parent + 1; k < p->dom.node[parent].end && n < ITEMS_MAX; k = p->dom.node[k].end) {
        if (p->dom.node[k].kind != NODE_ELEMENT || !has_words(p, k))
            continue;
        other = STR("");
        dom_attr(&p->dom, k, STR("class"), &other);
        same += p->dom.node[k].tag == p->dom.node[node].tag && str_eq(class, other);
        n++;
    }
    return 2 * same < n;
}

/* Whether words that came or went are one of the things that a list puts between its records again and again, word for word: an
 * advertisement behind every third. That there is one more or less of them, or that it stands elsewhere, says nothing new. */
static bool is_divider(const struct compare *c, const struct change *change)
{
    const struct delta *d = c->delta;
    bool came = change->kind == CHANGE_INSERT;
    const struct page *p = came ? d->new : d->old;
    const struct records *records = came ? &c->new_records : &c->old_records;
    uint32_t word = came ? change->new_word : change->old_word, end = came ? change->new_end : change->old_end;

    if (change->kind > CHANGE_DELETE)
        return false;
    uint32_t node = p->word[word].node;
    while (node && !is_container(records, p->dom.node[node].parent))
        node = p->dom.node[node].parent;
    if (!node || p->first_word[node] != word || p->first_word[p->dom.node[node].end] != end)
        return false;
    uint32_t parent = p->dom.node[node].parent, other = (came ? d->new_node : d->old_node)[parent];
    return other != NONE && p->dom.node[node].kind == NODE_ELEMENT && count_alike(p, parent, p->content[node]) > 1
           && count_alike(came ? d->old : d->new, other, p->content[node]) > 0 && is_minor(p, node);
}

void compare_classes(struct compare *c)
{
    struct delta *d = c->delta;

    for (uint32_t k = 0; k < d->n_changes; k++) {
        struct change *change = &d->change[k];
        bool owns = (change->old_word < change->old_end && d->old_change[change->old_word] == k)
                    || (change->new_word < change->new_end && d->new_change[change->new_word] == k);
        unsigned class = owns ? class_of_text_change(d, change) : (unsigned)CLASS_SAME;

        if (class == CLASS_CONTENT && (is_divider(c, change) || says_same(d, change) || only_counts_on(d, change)))
            class = CLASS_LOOK;
        if (class < CHANGE_CLASSES)
            change->class = (enum change_class) class;
    }
}
