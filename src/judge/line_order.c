/* In: a sentence. Out: whether marks, links or other elements part its words as the items of a list. */
#include "judge/line_order.h"

#include "judge/shapes.h"

enum { LINE_WORDS = 60, SEPARATORS = 2, MARK_BYTES = 3 };

static bool is_separator(struct str word)
{
    static const struct str marks[] = { STR_INIT(","), STR_INIT("|"), STR_INIT("/"),  STR_INIT(";"),
                                        STR_INIT("·"), STR_INIT("•"), STR_INIT("、"), STR_INIT("，") };
    if (shape_is_letters(word))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        if (str_eq(word, marks[i]))
            return true;
    return false;
}

/* The link around the word; NONE. */
static uint32_t link_around(const struct page *p, uint32_t word)
{
    static const uint32_t tags[] = { TAG_A };
    return page_around(p, p->word[word].node, tags, 1);
}

/* Whether every word stands in an element of its own or of a few: "<b>Rome</b> <b>Oslo</b> <b>Bern</b>". */
static bool parts_words(const struct page *p, const struct sentence *s)
{
    uint32_t parts = 0, last = NONE;
    for (uint32_t w = s->word; w < s->end; w++) {
        uint32_t n = p->dom.node[p->word[w].node].parent;
        if (node_classes(&p->dom.node[n]) & TAG_BLOCK)
            return false;
        parts += n != last;
        last = n;
    }
    return parts > SEPARATORS;
}

bool line_is_list(const struct page *p, const struct sentence *s)
{
    uint32_t separators = 0, last = NONE, link = NONE, node = NONE;
    if (s->end - s->word > LINE_WORDS || s->end - s->word < SEPARATORS)
        return false;
    for (uint32_t w = s->word; w < s->end && separators < SEPARATORS; w++) {
        link = p->word[w].node == node ? link : link_around(p, w);
        node = p->word[w].node;
        separators +=
            (p->word[w].len <= MARK_BYTES && is_separator(page_word(p, w))) || (link != NONE && last != NONE && link != last);
        last = link != NONE ? link : last;
    }
    return separators >= SEPARATORS || parts_words(p, s);
}
