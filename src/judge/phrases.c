/* In: a text and a list of phrases. Out: whether the text has one of them. A set of the text's pairs of bytes rules out nearly all. */
#include "judge/phrases.h"

enum { PAIRS = 1024 }; /* numbers that str_pair() gives */

static void add_pairs(struct str text, bool pairs[static PAIRS])
{
    char before = text.len ? byte_lower(text.ptr[0]) : 0;
    for (size_t i = 1; i < text.len; i++) {
        char c = byte_lower(text.ptr[i]);
        pairs[str_pair(before, c)] = true;
        before = c;
    }
}

/* False: the phrase does not stand in the text. */
static bool may_have(const bool pairs[static PAIRS], struct str phrase)
{
    for (size_t i = 1; i < phrase.len; i++)
        if (!pairs[str_pair(phrase.ptr[i - 1], phrase.ptr[i])])
            return false;
    return true;
}

bool phrases_found(struct str text, const struct phrase *phrase, size_t n, unsigned border)
{
    bool pairs[PAIRS] = { false };
    add_pairs(text, pairs);
    for (size_t i = 0; i < n; i++)
        if (pairs[phrase[i].start] && may_have(pairs, phrase[i].text)
            && str_has_phrase(text, phrase[i].text, border & PHRASE_BEGINS, border & PHRASE_ENDS))
            return true;
    return false;
}

bool phrases_begin(struct str text, const struct phrase *phrase, size_t n)
{
    uint32_t start = text.len > 1 ? str_pair(text.ptr[0], text.ptr[1]) : PAIRS;
    for (size_t i = 0; i < n; i++)
        if (phrase[i].start == start && str_starts_nocase(text, phrase[i].text))
            return true;
    return false;
}
