/* In: a heading and a word behind it. Out: whether they belong together: by the elements that hold the word and not the heading. */
#include "judge/sections.h"

#include "base/search.h"
#include "segment/roles.h"

/* Whether the id or a class of an element says that it is for this. */
static bool is_named(const struct page *p, uint32_t node, enum role role)
{
    static const struct str attributes[] = { STR_INIT("id"), STR_INIT("class") };
    struct str value;
    for (size_t i = 0; i < ARRAY_LEN(attributes); i++)
        if (dom_attr(&p->dom, node, attributes[i], &value) && (roles_of_name(value) & role))
            return true;
    return false;
}

static bool is_footer(const struct page *p, uint32_t node)
{
    struct str value;
    return p->dom.node[node].kind == NODE_ELEMENT
           && (p->dom.node[node].tag == TAG_FOOTER
               || (dom_attr(&p->dom, node, STR("role"), &value) && str_eq(value, STR("contentinfo")))
               || is_named(p, node, ROLE_FOOTER));
}

/* What holds most of the page has all of its sections in it. */
static bool is_page(const struct page *p, uint32_t node)
{
    return node == 0 || node == p->body || 2 * (p->first_word[p->dom.node[node].end] - p->first_word[node]) > p->n_words;
}

bool section_reaches(const struct page *p, uint32_t heading, uint32_t word)
{
    uint32_t from = word < p->n_words ? p->word[word].node : 0, around = from;
    while (around && !(heading >= around && heading < p->dom.node[around].end))
        around = p->dom.node[around].parent;
    for (uint32_t n = from; n != around && is_page(p, around); n = p->dom.node[n].parent)
        if (is_footer(p, n))
            return false;
    return true;
}

/* The child of `around` that holds the node. */
static uint32_t child_with(const struct page *p, uint32_t around, uint32_t node)
{
    while (node && p->dom.node[node].parent != around)
        node = p->dom.node[node].parent;
    return node;
}

/* Two elements of one class. */
static bool are_alike(const struct page *p, uint32_t a, uint32_t b)
{
    struct str one, other;
    return p->dom.node[a].tag == p->dom.node[b].tag && dom_attr(&p->dom, a, STR("class"), &one)
           && dom_attr(&p->dom, b, STR("class"), &other) && one.len && str_eq(one, other);
}

/* Whether the element is a box around a heading of the first level and nothing else: the title of what comes behind it. */
static bool is_title_box(const struct page *p, uint32_t node, uint32_t heading)
{
    return p->dom.node[heading].tag == TAG_H1 && p->dom.node[node].tag == TAG_ARTICLE
           && p->first_word[node] == p->first_word[heading]
           && p->first_word[p->dom.node[node].end] == p->first_word[p->dom.node[heading].end];
}

bool section_are_items(const struct page *p, uint32_t word, uint32_t other)
{
    uint32_t around = p->word[other].node;
    while (around && !(p->word[word].node >= around && p->word[word].node < p->dom.node[around].end))
        around = p->dom.node[around].parent;
    uint32_t a = child_with(p, around, p->word[word].node), b = child_with(p, around, p->word[other].node);
    return a != b && are_alike(p, a, b);
}

/* Whether the word stands in a menu below `around`. */
static bool is_in_menu(const struct page *p, uint32_t around, uint32_t word)
{
    uint32_t n = p->word[word].node;
    while (n != around && p->dom.node[n].tag != TAG_NAV)
        n = p->dom.node[n].parent;
    return n != around;
}

/* Whether the heading stands in something that the word is not in, and names it. A menu is named by no heading in another box. */
static bool is_of_another(const struct page *p, uint32_t heading, uint32_t word)
{
    static const uint32_t tags[] = { TAG_ARTICLE, TAG_LI, TAG_TD, TAG_TH, TAG_DD, TAG_FIGURE, TAG_ASIDE, TAG_NAV };
    uint32_t around = p->word[word].node;
    while (around && !(heading >= around && heading < p->dom.node[around].end))
        around = p->dom.node[around].parent;
    for (uint32_t n = p->dom.node[heading].parent; n && n != around; n = p->dom.node[n].parent)
        for (size_t i = 0; i < ARRAY_LEN(tags); i++)
            if (p->dom.node[n].tag == tags[i] && !is_title_box(p, n, heading))
                return true;
    uint32_t its = child_with(p, around, heading), own = child_with(p, around, p->word[word].node);
    if (its != heading && its != own && (are_alike(p, its, own) || is_in_menu(p, around, word)))
        return true;
    for (uint32_t n = p->dom.node[heading].parent; n && n != around; n = p->dom.node[n].parent)
        if (p->dom.node[n].kind == NODE_ELEMENT && is_named(p, n, ROLE_ASIDE)) /* a side column beside the word */
            return true;
    return false;
}

uint32_t section_heading(const struct page *p, uint32_t word, uint32_t n)
{
    uint32_t behind = word < p->n_words ? SEARCH_FIRST(p->heading, p->n_headings, node, p->word[word].node + 1) : 0;
    uint32_t i = MIN(n, behind), last = i > SECTION_LOOKS ? i - SECTION_LOOKS : 0;
    while (i-- > last) {
        uint32_t node = p->heading[i].node;
        if (p->first_word[p->dom.node[node].end] > word || is_of_another(p, node, word)) /* it is not above itself */
            continue;
        return section_reaches(p, node, word) ? i : NONE;
    }
    return NONE;
}

/* The words of the heading above a word. */
static struct str heading_text(const struct page *p, uint32_t word, struct buf *out)
{
    uint32_t heading = section_heading(p, word, p->n_headings), node = heading == NONE ? 0 : p->heading[heading].node;
    if (heading != NONE)
        page_words_line(p, p->first_word[node], p->first_word[p->dom.node[node].end], out);
    return buf_str(out);
}

bool section_is_same(const struct page *p, uint32_t word, const struct page *other, uint32_t there)
{
    enum { HEADING_BYTES = 1024 };
    AUTO(buf) own = BUF(HEADING_BYTES);
    AUTO(buf) its = BUF(HEADING_BYTES);
    return str_eq(heading_text(p, word, &own), heading_text(other, there, &its));
}
