/* In: a text and a list of phrases. Out: whether the text has one of them. A set of the text's pairs of bytes rules out nearly all. */
#include "judge/phrases.h"

void phrases_read(struct str text, struct phrase_text *out)
{
    bool *pairs = out->pairs;
    out->text = text;
    memset(pairs, false, sizeof out->pairs);
    for (size_t i = 1; i < text.len; i++)
        pairs[str_pair(text.ptr[i - 1], text.ptr[i])] = true;
}

/* False: the phrase does not stand in the text. */
static bool may_have(const bool pairs[static PHRASE_PAIRS], struct str phrase)
{
    for (size_t i = 1; i < phrase.len; i++)
        if (!pairs[str_pair(phrase.ptr[i - 1], phrase.ptr[i])])
            return false;
    return true;
}

/* The first phrase from i on that may stand in a text with these pairs; n: none. Nearly all are passed over, four at a time. */
static inline size_t next_phrase(const bool pairs[static PHRASE_PAIRS], const struct phrase *p, size_t i, size_t n)
{
    while (i + 4 <= n && !(pairs[p[i].start] | pairs[p[i + 1].start] | pairs[p[i + 2].start] | pairs[p[i + 3].start]))
        i += 4;
    while (i < n && !pairs[p[i].start])
        i++;
    return i;
}

bool phrases_in(const struct phrase_text *t, const struct phrase *phrase, size_t n, unsigned border)
{
    for (size_t i = next_phrase(t->pairs, phrase, 0, n); i < n; i = next_phrase(t->pairs, phrase, i + 1, n))
        if (may_have(t->pairs, phrase[i].text)
            && str_has_phrase(t->text, phrase[i].text, border & PHRASE_BEGINS, border & PHRASE_ENDS))
            return true;
    return false;
}

bool phrases_found(struct str text, const struct phrase *phrase, size_t n, unsigned border)
{
    struct phrase_text t;
    phrases_read(text, &t);
    return phrases_in(&t, phrase, n, border);
}

struct phrase_starts phrases_open(const struct phrase *phrase, size_t n)
{
    struct phrase_starts out = { .item = phrase, .n = n };
    for (size_t i = 0; i < n; i++)
        out.pairs.bits[phrase[i].start >> 6] |= UINT64_C(1) << (phrase[i].start & 63);
    return out;
}

bool phrases_begin(struct str text, const struct phrase_starts *list)
{
    uint32_t start = text.len > 1 ? str_pair(text.ptr[0], text.ptr[1]) : PHRASE_PAIRS;
    if (text.len < 2 || !str_has_pair(&list->pairs, start))
        return false;
    for (size_t i = 0; i < list->n; i++)
        if (list->item[i].start == start && str_starts_nocase(text, list->item[i].text))
            return true;
    return false;
}
