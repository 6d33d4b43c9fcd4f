/* In: a heading and a word behind it. Out: whether they belong together: by the elements that hold the word and not the heading. */
#include "judge/sections.h"

#include "segment/roles.h"

static bool is_footer(const struct page *p, uint32_t node)
{
    static const struct str attributes[] = { STR_INIT("id"), STR_INIT("class") };
    struct str value;
    if (p->dom.node[node].kind != NODE_ELEMENT)
        return false;
    if (p->dom.node[node].tag == TAG_FOOTER || (dom_attr(&p->dom, node, STR("role"), &value) && str_eq(value, STR("contentinfo"))))
        return true;
    for (size_t i = 0; i < ARRAY_LEN(attributes); i++)
        if (dom_attr(&p->dom, node, attributes[i], &value) && (roles_of_name(value) & ROLE_FOOTER))
            return true;
    return false;
}

/* What holds most of the page has all of its sections in it. */
static bool is_page(const struct page *p, uint32_t node)
{
    return node == 0 || node == p->body || 2 * (p->first_word[p->dom.node[node].end] - p->first_word[node]) > p->n_words;
}

bool section_reaches(const struct page *p, uint32_t heading, uint32_t word)
{
    bool footer = false;
    uint32_t n = word < p->n_words ? p->word[word].node : 0;
    for (; n && !(heading >= n && heading < p->dom.node[n].end); n = p->dom.node[n].parent)
        footer |= is_footer(p, n);
    return !footer || !is_page(p, n);
}
