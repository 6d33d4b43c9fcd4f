/* In: two sentences. Out: whether they have the same words, each as often, with marks between them that part the items of a list. */
#include "judge/line_order.h"

enum { LINE_WORDS = 60, SEPARATORS = 2 };

static uint32_t count_symbol(const struct page *p, const struct sentence *s, uint32_t symbol)
{
    uint32_t n = 0;
    for (uint32_t w = s->word; w < s->end; w++)
        n += p->symbol[w] == symbol;
    return n;
}

static bool is_separator(struct str word)
{
    static const struct str marks[] = { STR_INIT(","), STR_INIT("|"), STR_INIT("/"),  STR_INIT(";"),
                                        STR_INIT("·"), STR_INIT("•"), STR_INIT("、"), STR_INIT("，") };
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        if (str_eq(word, marks[i]))
            return true;
    return false;
}

bool line_is_shuffled(const struct page *old, const struct sentence *was, const struct page *new, const struct sentence *now)
{
    uint32_t separators = 0;
    if (was->end - was->word != now->end - now->word || now->end - now->word > LINE_WORDS)
        return false;
    for (uint32_t w = now->word; w < now->end; w++) {
        if (count_symbol(new, now, new->symbol[w]) != count_symbol(old, was, new->symbol[w]))
            return false;
        separators += is_separator(page_word(new, w));
    }
    return separators >= SEPARATORS;
}
