/* In: a delta and its changes. Out: headings, the words around. Costs stand in location.h; headings by binary search. */
#include "show/location.h"

#include "base/limits.h"
#include "base/search.h"
#include "base/utf8.h"

enum {
    HEADING_WORDS = 40,   /* more of a heading tells nobody where he is */
    FILE_NAME_BYTES = 32, /* of an address that is told in place of words; the end of a longer one says nothing */
};

static bool is_tag(const struct page *p, uint32_t node, uint32_t tag)
{
    return node != NONE && p->dom.node[node].tag == tag;
}

bool location_owns_words(const struct delta *d, const struct change *c)
{
    uint32_t k = (uint32_t)(c - d->change);

    if (c->kind == CHANGE_MOVE)
        return true; /* its first word may be another's: one that changed inside what moved */
    return (c->old_word < c->old_end && d->old_change[c->old_word] == k)
           || (c->new_word < c->new_end && d->new_change[c->new_word] == k);
}

enum about location_about(const struct delta *d, const struct change *c)
{
    if (c->kind == CHANGE_UPDATE && c->old_word == c->old_end && c->new_word == c->new_end)
        return ABOUT_TITLE;
    /* One atom in the place of another, with the same attributes: what is inside it changed, as with an option of a list. */
    if (c->kind <= CHANGE_MOVE || (!c->note.len && location_owns_words(d, c)))
        return ABOUT_WORDS;
    if (c->kind == CHANGE_ATTRIBUTE && (is_tag(d->old, c->old_node, TAG_META) || is_tag(d->new, c->new_node, TAG_META)))
        return ABOUT_DESCRIPTION;
    return ABOUT_MARKUP;
}

uint32_t location_element(const struct page *p, uint32_t word, uint32_t end)
{
    if (p->n_words == 0)
        return p->body;
    bool empty = word >= end;
    uint32_t first = empty ? (word ? word - 1 : 0) : word, last = empty ? MIN(word, p->n_words - 1) : end - 1;
    uint32_t i = p->word[first].node;
    if (p->dom.node[i].kind != NODE_ELEMENT || first != last)
        i = p->dom.node[i].parent;
    while (p->dom.node[i].end <= p->word[last].node)
        i = p->dom.node[i].parent;
    return i;
}

uint32_t location_heading_before(const struct page *p, uint32_t limit)
{
    uint32_t low = 0, high = p->n_headings;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->first_word[p->heading[middle].node] < limit)
            low = middle + 1;
        else
            high = middle;
    }
    while (low > 0) { /* one without words tells nobody where he is */
        uint32_t node = p->heading[--low].node;
        if (p->first_word[node] < p->first_word[p->dom.node[node].end])
            return low;
    }
    return NONE;
}

/* The child of `above` that a node stands in. */
static uint32_t child_around(const struct page *p, uint32_t above, uint32_t node)
{
    while (p->dom.node[node].parent != above)
        node = p->dom.node[node].parent;
    return node;
}

static struct str class_of_node(const struct page *p, uint32_t node)
{
    struct str class = STR("");

    dom_attr(&p->dom, node, STR("class"), &class);
    return class;
}

static uint32_t words_in(const struct page *p, uint32_t node)
{
    return p->first_word[p->dom.node[node].end] - p->first_word[node];
}

static struct str first_name(struct str class)
{
    size_t n = 0;

    class = str_trim(class);
    while (n < class.len && (unsigned char)class.ptr[n] > ' ')
        n++;
    return str_sub(class, 0, n);
}

/* The level of the first heading in an element; 0 where there is none. */
static uint32_t level_in(const struct page *p, uint32_t node)
{
    uint32_t i = SEARCH_FIRST(p->heading, p->n_headings, node, node);

    return i < p->n_headings && p->heading[i].node < p->dom.node[node].end ? p->heading[i].level : 0;
}

/* Whether an element looks like another one, if that is one: the same tag, the same class in the first place, the same level of heading. */
static bool looks_like(const struct page *p, uint32_t node, uint32_t other, uint32_t end)
{
    while (other < end && p->dom.node[other].kind != NODE_ELEMENT)
        other = p->dom.node[other].end;
    return other < end && other != node && p->dom.node[other].tag == p->dom.node[node].tag
           && str_eq(first_name(class_of_node(p, other)), first_name(class_of_node(p, node)))
           && level_in(p, other) == level_in(p, node);
}

/* The element before another one in the same parent, by the words before it; its first child where there is none. */
static uint32_t sibling_before(const struct page *p, uint32_t node)
{
    uint32_t parent = p->dom.node[node].parent, word = p->first_word[node];

    return word > p->first_word[parent] ? child_around(p, parent, p->word[word - 1].node) : parent + 1;
}

/* Whether an element is one card of several: it has a class, and looks like the element behind it, the one before it or the first beside
 * it. */
static bool is_card(const struct page *p, uint32_t node)
{
    uint32_t parent = p->dom.node[node].parent, end = p->dom.node[parent].end;

    return p->dom.node[node].tag == TAG_DIV && class_of_node(p, node).len
           && (looks_like(p, node, p->dom.node[node].end, end) || looks_like(p, node, parent + 1, end)
               || looks_like(p, node, sibling_before(p, node), end));
}

bool location_is_card(const struct page *p, uint32_t node)
{
    enum tag tag = p->dom.node[node].tag;

    if (p->dom.node[node].kind != NODE_ELEMENT)
        return false;
    return tag == TAG_LI || tag == TAG_ARTICLE || tag == TAG_DETAILS || tag == TAG_FIGURE || is_card(p, node);
}

/* Whether an element below `above` is a piece of its own, which holds the heading and more than it: an article, an item, a cell, a
 * card. HTML says that a heading is about the section it stands in, and these are sections or smaller. */
static bool is_in_piece(const struct page *p, uint32_t title, uint32_t above)
{
    static const uint32_t pieces[] = { TAG_ARTICLE, TAG_LI, TAG_TD, TAG_DD, TAG_FIGURE };

    for (uint32_t i = p->dom.node[title].parent; i != above; i = p->dom.node[i].parent) {
        if (words_in(p, i) == words_in(p, title))
            continue;
        for (size_t k = 0; k < ARRAY_LEN(pieces); k++)
            if (p->dom.node[i].tag == pieces[k])
                return true;
        if (is_card(p, i))
            return true;
    }
    return false;
}

/* Whether a heading is the title of another thing: of a card, say, beside the one that the node is in. */
static bool is_neighbours(const struct page *p, uint32_t heading, uint32_t node)
{
    uint32_t title = p->heading[heading].node, above = title;

    while (p->dom.node[above].end <= node || above > node)
        above = p->dom.node[above].parent;
    if (above == node || above == title)
        return false;
    uint32_t theirs = child_around(p, above, title), own = child_around(p, above, node);
    if (is_in_piece(p, title, above))
        return true;
    return theirs != own && p->dom.node[theirs].tag == p->dom.node[own].tag && p->dom.node[own].kind == NODE_ELEMENT
           && words_in(p, theirs) > words_in(p, title) && str_eq(class_of_node(p, theirs), class_of_node(p, own));
}

uint32_t location_heading_over(const struct page *p, uint32_t heading, uint32_t word)
{
    uint32_t node = word < p->n_words ? p->word[word].node : NONE;

    while (heading != NONE && node != NONE && is_neighbours(p, heading, node)) {
        uint32_t level = p->heading[heading].level;
        while (heading != NONE && p->heading[heading].level >= level)
            heading = heading ? heading - 1 : NONE;
    }
    return heading;
}

/* The heading that something which came or went as a whole stands under: not its own, nor one of its level. */
static uint32_t heading_above(const struct page *p, uint32_t word)
{
    uint32_t heading = location_heading_before(p, word), own = location_heading_before(p, word + 1);

    for (uint32_t level = own == heading ? 7 : p->heading[own].level; heading != NONE && p->heading[heading].level >= level;)
        heading = heading ? heading - 1 : NONE;
    return location_heading_over(p, heading, word);
}

/* The number of the heading that a node is, or NONE. */
static uint32_t heading_of(const struct page *p, uint32_t node)
{
    uint32_t i = SEARCH_FIRST(p->heading, p->n_headings, node, node);
    return i < p->n_headings && p->heading[i].node == node ? i : NONE;
}

bool location_starts_block(const struct page *p, uint32_t w)
{
    return context_starts_block(p, w);
}

uint32_t location_heading(const struct delta *d, const struct change *c)
{
    /* What is only in the old page stands before the new word at its place; they share a heading where one block holds both. */
    bool before = c->new_word == c->new_end && location_starts_block(d->old, c->old_end);

    if (before && c->old_word < c->old_end && location_starts_block(d->old, c->old_word)) {
        uint32_t was = heading_above(d->old, c->old_word), node = was == NONE ? NONE : d->old_node[d->old->heading[was].node];
        uint32_t now = node == NONE ? NONE : heading_of(d->new, node);
        if (was == NONE || now != NONE)
            return now;
    }
    if (c->kind == CHANGE_INSERT && location_starts_block(d->new, c->new_word))
        return heading_above(d->new, c->new_word);
    return location_heading_over(d->new, location_heading_before(d->new, before ? c->new_word : c->new_word + 1), c->new_word);
}

/* Whether two headings are the same one: in words, or with a word changed in it. */
static bool same_heading(const struct delta *d, uint32_t old, uint32_t new)
{
    uint32_t x = d->old->heading[old].node, y = d->new->heading[new].node;
    uint32_t first = d->old->first_word[x], n = d->old->first_word[d->old->dom.node[x].end] - first;
    uint32_t other = d->new->first_word[y], m = d->new->first_word[d->new->dom.node[y].end] - other;

    return d->old_node[x] == y || (n == m && !memcmp(d->old->symbol + first, d->new->symbol + other, n * sizeof(uint32_t)));
}

uint32_t location_heading_left(const struct delta *d, const struct change *c)
{
    uint32_t was = location_heading_over(d->old, location_heading_before(d->old, c->old_word + 1), c->old_word);
    uint32_t now = location_heading_over(d->new, location_heading_before(d->new, c->new_word + 1), c->new_word);

    if (was != NONE && now != NONE && same_heading(d, was, now)) {
        if (d->old->first_word[d->old->heading[was].node] < c->old_word)
            return NONE;
        was = heading_above(d->old, c->old_word); /* the heading moved along: what stood above it? */
        now = heading_above(d->new, c->new_word);
        if (was != NONE && now != NONE && same_heading(d, was, now))
            return NONE;
    }
    return was;
}

uint32_t location_heading_start(const struct page *p, uint32_t node)
{
    uint32_t word = p->first_word[node], end = p->first_word[p->dom.node[node].end];

    while (word + 1 < end && p->word[word].flags & WORD_ATOM)
        word++;
    return word;
}

struct str location_heading_text(struct arena *a, const struct page *p, uint32_t heading)
{
    AUTO(buf) b = BUF(MIB(1));
    uint32_t node = p->heading[heading].node, end = p->first_word[p->dom.node[node].end], word = location_heading_start(p, node);
    struct str out = STR("");

    uint32_t shown = page_cut(p, MIN(end, word + HEADING_WORDS), end);

    page_words_text(p, word, shown, &b);
    buf_add(&b, shown < end ? STR(" …") : STR(""));
    for (size_t i = 0; i < b.len; i++)
        if (b.ptr[i] == '\n')
            b.ptr[i] = ' ';
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

/* The last part of an address, which is what people know a picture by. */
static struct str file_name(struct str address)
{
    size_t from = address.len;

    while (from > 0 && address.ptr[from - 1] != '/')
        from--;
    return from < address.len ? str_sub(address, from, address.len) : address;
}

bool location_is_divider(const struct page *p, uint32_t w)
{
    uint32_t tag = p->dom.node[p->word[w].node].tag;

    return p->word[w].flags & WORD_ATOM && (tag == TAG_BR || tag == TAG_HR);
}

void location_atom_text(const struct page *p, uint32_t word, struct buf *out)
{
    uint32_t node = p->word[word].node, tag = p->dom.node[node].tag;
    struct str name = tag_name(p->dom.symbols, tag), address;
    size_t before = out->len;

    if (location_is_divider(p, word)) {
        buf_add(out, tag == TAG_BR ? STR("[line break]") : STR("[rule]"));
        return;
    }
    page_words_text(p, word, word + 1, out);
    if (out->over || out->len - before > name.len + 2 || !dom_attr(&p->dom, node, STR("src"), &address) || !address.len)
        return;
    out->len = before;
    buf_add_char(out, '[');
    buf_add(out, name);
    buf_add_char(out, ' ');
    address = file_name(address);
    buf_add(out, utf8_head(address, FILE_NAME_BYTES));
    buf_add(out, address.len > FILE_NAME_BYTES ? STR("…]") : STR("]"));
}

/* The cell of a table around a word, or NONE. */
static uint32_t cell_around(const struct page *p, uint32_t w)
{
    for (uint32_t i = p->word[w].node; i; i = p->dom.node[i].parent)
        if (p->dom.node[i].tag == TAG_TD || p->dom.node[i].tag == TAG_TH)
            return i;
    return NONE;
}

bool location_starts_cell(const struct page *p, uint32_t w)
{
    uint32_t cell = location_starts_block(p, w) && w < p->n_words ? cell_around(p, w) : NONE;

    if (cell == NONE || p->first_word[cell] != w)
        return false;
    return p->first_word[p->dom.node[cell].parent] < w;
}

bool location_starts_row(const struct page *p, uint32_t w)
{
    bool may = p->kind == KIND_MARKUP && w < p->n_words && location_starts_block(p, w); /* the fields of JSON stand in one line */
    uint32_t cell = may ? cell_around(p, w) : NONE;
    uint32_t row = cell == NONE ? NONE : p->dom.node[cell].parent;

    return cell != NONE && p->first_word[row] == w && p->dom.node[row].tag == TAG_TR
           && p->first_word[p->dom.node[cell].end] < p->first_word[p->dom.node[row].end];
}

/* The control around a word, or NONE: a field, a button, a label, a bar. */
static uint32_t control_around(const struct page *p, uint32_t w)
{
    static const uint32_t controls[] = { TAG_BUTTON, TAG_LABEL, TAG_INPUT, TAG_TEXTAREA, TAG_SELECT, TAG_METER, TAG_PROGRESS };
    uint32_t i = p->word[w].node;

    for (; i > p->body; i = p->dom.node[i].parent)
        for (size_t k = 0; k < ARRAY_LEN(controls); k++)
            if (p->dom.node[i].tag == controls[k])
                return i;
    return NONE;
}

bool location_has_gap(const struct page *p, uint32_t w)
{
    if (w == 0 || w >= p->n_words || p->word[w].flags & WORD_SPACE)
        return w < p->n_words && p->word[w].flags & WORD_SPACE;
    return p->word[w].node != p->word[w - 1].node && control_around(p, w) != control_around(p, w - 1);
}

void location_left_out(const struct delta *d, struct buf *out)
{
    const struct page *page[2] = { d->old, d->new };

    for (int i = 0; i < 2; i++) {
        if (!page[i]->dom.truncated.len)
            continue;
        buf_addf(out, "<p>Left out of the %s page: ", i ? "new" : "old");
        buf_add_escaped(out, page[i]->dom.truncated);
        buf_add(out, STR(".</p>"));
    }
}
