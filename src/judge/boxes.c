/* In: an element of a page. Out: what it says of itself, by its names, its links, its fields and its first line.
 * Cost: O(what is in the element), but for its names: O(bytes of them). */
#include "judge/boxes.h"

#include "base/auto.h"
#include "base/search.h"
#include "judge/leads.h"
#include "segment/roles.h"

bool box_has_link(const struct page *p, uint32_t node)
{
    uint32_t first = SEARCH_FIRST(p->link, p->n_links, node, node);
    return first < p->n_links && p->link[first].node < p->dom.node[node].end;
}

bool box_leads_to_story(const struct page *p, uint32_t node)
{
    uint32_t i = SEARCH_FIRST(p->link, p->n_links, node, node), end = p->dom.node[node].end;
    while (i < p->n_links && p->link[i].node < end && !leads_to_another(p, &p->link[i]))
        i++;
    return i < p->n_links && p->link[i].node < end;
}

static bool is_field(uint32_t tag)
{
    return tag == TAG_INPUT || tag == TAG_SELECT || tag == TAG_TEXTAREA;
}

bool box_has_field(const struct page *p, uint32_t node)
{
    bool found = false;
    for (uint32_t n = node; n < p->dom.node[node].end && !found; n++)
        found = p->dom.node[n].kind == NODE_ELEMENT && (is_field(p->dom.node[n].tag) || p->dom.node[n].tag == TAG_BUTTON);
    return found;
}

bool box_leads_nowhere(const struct page *p, uint32_t node)
{
    uint32_t buttons = 0, end = p->dom.node[node].end;
    for (uint32_t i = SEARCH_FIRST(p->link, p->n_links, node, node); i < p->n_links && p->link[i].node < end; i++) {
        if (leads_to_another(p, &p->link[i]))
            return false;
        buttons++;
    }
    for (uint32_t n = node; n < end && buttons <= 1; n++) {
        uint32_t tag = p->dom.node[n].kind == NODE_ELEMENT ? p->dom.node[n].tag : TAG_NONE;
        if (is_field(tag))
            return false;
        buttons += tag == TAG_BUTTON;
    }
    return buttons <= 1;
}

bool box_holds_name(const struct page *p, uint32_t node)
{
    uint32_t i = SEARCH_FIRST(p->heading, p->n_headings, node, node);
    for (; i < p->n_headings && p->heading[i].node < p->dom.node[node].end; i++) {
        AUTO(buf) text = BUF(1024);
        uint32_t heading = p->heading[i].node;
        if (p->dom.node[heading].tag != TAG_H1)
            continue;
        page_words_line(p, p->first_word[heading], p->first_word[p->dom.node[heading].end], &text);
        struct str name = str_trim(buf_str(&text));
        if (!text.over && name.len && str_find_nocase(p->title, name, 0) != SIZE_MAX)
            return true;
    }
    return false;
}

/* Where the first line of an element ends, or what has an element of its own at its begin. */
static uint32_t label_end(const struct page *p, uint32_t node, const struct sentence *line)
{
    uint32_t text = p->word[line->word].node, end = line->word;
    if (p->dom.node[text].parent == node)
        return line->end;
    while (end < line->end && p->word[end].node == text)
        end++;
    return end;
}

struct str box_label(const struct page *page, uint32_t node, uint32_t most, uint32_t label, struct buf *text)
{
    uint32_t word = page->first_word[node], end = page->first_word[page->dom.node[node].end];
    if (end - word < 2 || end - word > most)
        return STR("");
    uint32_t at = SEARCH_FIRST(page->sentence, page->n_sentences, word, word);
    if (at == page->n_sentences || page->sentence[at].word != word)
        return STR("");
    uint32_t behind = label_end(page, node, &page->sentence[at]);
    if (behind - word > label || behind >= end)
        return STR("");
    page_words_line(page, word, behind, text);
    return text->over ? STR("") : str_trim(buf_str(text));
}

/* Whether the page's title or its first heading has the word. */
static bool is_about(const struct page *p, struct str word)
{
    AUTO(buf) heading = BUF(1024);
    if (p->n_headings)
        page_words_line(p, p->first_word[p->heading[0].node], p->first_word[p->dom.node[p->heading[0].node].end], &heading);
    return str_find_nocase(page_short_title(p), word, 0) != SIZE_MAX || str_find_nocase(buf_str(&heading), word, 0) != SIZE_MAX;
}

/* Whether a word of the name that makes an element an advert is what the page is about: "sponsor" on a page of sponsors. */
static bool is_named_as_page(const struct page *p, struct str name)
{
    enum { WORD_BYTES = 4 };
    for (size_t from = 0, to; from < name.len; from = to + 1) {
        for (to = from; to < name.len && byte_lower(name.ptr[to]) >= 'a' && byte_lower(name.ptr[to]) <= 'z';)
            to++;
        struct str word = str_sub(name, from, to);
        if (word.len >= WORD_BYTES && (roles_of_name(word) & ROLE_AD) && is_about(p, word))
            return true;
    }
    return false;
}

bool box_is_subject(const struct page *p, uint32_t node)
{
    static const struct str attributes[] = { STR_INIT("id"), STR_INIT("class") };
    for (size_t i = 0; i < ARRAY_LEN(attributes); i++) {
        struct str list;
        for (bool any = dom_attr(&p->dom, node, attributes[i], &list); any && list.len;)
            if (is_named_as_page(p, str_cut(&list, ' ')))
                return true;
    }
    return false;
}

bool box_is_by_position(const struct page *p, uint32_t part)
{
    static const struct str attributes[] = { STR_INIT("id"), STR_INIT("class"), STR_INIT("role") };
    unsigned roles = 0;
    bool named = false;
    for (size_t i = 0; i < ARRAY_LEN(attributes) && p->dom.node[part].tag == TAG_DIV; i++) {
        struct str value;
        if (!dom_attr(&p->dom, part, attributes[i], &value))
            continue;
        while (value.len) {
            struct str name = str_cut(&value, ' ');
            bool position = str_eq_nocase(name, STR("top")) || str_eq_nocase(name, STR("bottom"))
                            || (str_eq_nocase(name, STR("banner")) && !box_has_link(p, part));
            named |= position;
            roles |= position ? 0 : roles_of_name(name);
        }
    }
    return named && !(roles & (ROLE_HEADER | ROLE_FOOTER | ROLE_NAV | ROLE_ASIDE));
}

/* Whether each word of a name stands in a text: "sharing-your-data" in "Sharing your data". */
static bool repeats(struct str text, struct str name)
{
    bool any = false;
    for (size_t from = 0, to; from < name.len; from = to + 1) {
        for (to = from; to < name.len && byte_lower(name.ptr[to]) >= 'a' && byte_lower(name.ptr[to]) <= 'z';)
            to++;
        if (to > from && str_find_nocase(text, str_sub(name, from, to), 0) == SIZE_MAX)
            return false;
        any |= to > from;
    }
    return any;
}

bool box_is_anchor(const struct page *p, uint32_t node)
{
    AUTO(buf) text = BUF(1024);
    struct str id;
    uint32_t i = SEARCH_FIRST(p->heading, p->n_headings, node, node), heading = i < p->n_headings ? p->heading[i].node : NONE;
    if (!dom_attr(&p->dom, node, STR("id"), &id) || heading >= p->dom.node[node].end
        || p->first_word[heading] != p->first_word[node])
        return false;
    page_words_line(p, p->first_word[heading], p->first_word[p->dom.node[heading].end], &text);
    return !text.over && (heading == node || repeats(buf_str(&text), id)) && !box_has_field(p, node);
}
