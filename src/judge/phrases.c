/* In: a text and a list of phrases. Out: whether the text has one of them. A set of the text's pairs of bytes rules out nearly all. */
#include "judge/phrases.h"

bool phrases_found(struct str text, const struct phrase *phrase, size_t n, unsigned border)
{
    struct str_pairs pairs = { 0 };
    str_pairs_add(&pairs, text);
    for (size_t i = 0; i < n; i++)
        if (str_has_pair(&pairs, phrase[i].start) && str_may_have(&pairs, phrase[i].text)
            && str_has_phrase(text, phrase[i].text, border & PHRASE_BEGINS, border & PHRASE_ENDS))
            return true;
    return false;
}
