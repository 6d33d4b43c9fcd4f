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

static bool has_phrase(const struct phrase_text *t, struct str phrase, unsigned border)
{
    return may_have(t->pairs, phrase) && str_has_phrase(t->text, phrase, border & PHRASE_BEGINS, border & PHRASE_ENDS);
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
        if (has_phrase(t, phrase[i].text, border))
            return true;
    return false;
}

bool phrases_found(struct str text, const struct phrase *phrase, size_t n, unsigned border)
{
    struct phrase_text t;
    phrases_read(text, &t);
    return phrases_in(&t, phrase, n, border);
}

/* Where its letters begin: "# " with which many begin is in each text that has a number. */
static size_t lead_of(struct str phrase)
{
    size_t i = 0;
    while (i + 2 < phrase.len && (phrase.ptr[i] == '#' || phrase.ptr[i] == ' '))
        i++;
    return i;
}

/* The number of three bytes, ASCII letters without case. */
static inline uint32_t triple_of(const char *at)
{
    return (str_pair(at[0], at[1]) * 31u + ((unsigned char)at[2] | 0x20u)) % PHRASE_TRIPLES;
}

void phrases_index(struct arena *a, const struct phrase_list *list, uint32_t n, struct phrase_index *out)
{
    size_t all = 0;
    for (uint32_t i = 0; i < n; i++)
        all += list[i].n;
    out->list = list;
    out->entry = NEW_ARRAY_RAW(a, struct phrase_entry, all + 1);
    for (uint32_t i = 0, entry = 0; i < n; i++)
        for (size_t k = 0; k < list[i].n; k++) {
            struct str phrase = list[i].item[k].text;
            size_t lead = lead_of(phrase);
            uint16_t *first = lead + 2 < phrase.len ? &out->first[triple_of(phrase.ptr + lead)] : &out->brief;
            out->entry[entry++] = (struct phrase_entry){ phrase, *first, (uint8_t)i, (uint8_t)lead };
            *first = (uint16_t)entry;
        }
}

/* Whether the phrase stands at `at`, with these borders. */
static bool stands_at(struct str text, size_t at, struct str phrase, unsigned border)
{
    return str_starts_nocase(str_sub(text, at, text.len), phrase) && !((border & PHRASE_BEGINS) && str_is_inside_word(text, at))
           && !((border & PHRASE_ENDS) && str_is_inside_word(text, at + phrase.len));
}

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Whether the text has the phrase's fourth letter, too; most that begin alike differ there. */
static bool goes_on(struct str text, size_t at, struct str phrase, size_t lead)
{
    return lead + 3 >= phrase.len || (at + 3 < text.len && (text.ptr[at + 3] | 0x20) == (phrase.ptr[lead + 3] | 0x20));
}

/* Adds the lists that have a phrase with its letters at `at`, of those from `i` on. */
static uint32_t lists_at(struct str text, const struct phrase_index *index, size_t at, uint16_t i, uint32_t found)
{
    bool inside = at && is_letter(text.ptr[at - 1]) && is_letter(text.ptr[at]);
    for (const struct phrase_entry *e; i; i = e->next) {
        e = &index->entry[i - 1];
        unsigned border = index->list[e->list].border;
        bool open = !(found >> e->list & 1) && e->lead <= at && !(inside && (border & PHRASE_BEGINS))
                    && goes_on(text, at, e->text, e->lead);
        found |= open && stands_at(text, at - e->lead, e->text, border) ? 1u << e->list : 0;
    }
    return found;
}

uint32_t phrases_among(struct str text, const struct phrase_index *index)
{
    uint32_t found = 0;
    for (uint16_t i = index->brief; i; i = index->entry[i - 1].next) {
        const struct phrase_entry *e = &index->entry[i - 1];
        unsigned border = index->list[e->list].border;
        found |= str_has_phrase(text, e->text, border & PHRASE_BEGINS, border & PHRASE_ENDS) ? 1u << e->list : 0;
    }
    for (size_t at = 0; at + 2 < text.len; at++) {
        uint16_t first = index->first[triple_of(text.ptr + at)];
        if (first) /* at most there is none */
            found = lists_at(text, index, at, first, found);
    }
    return found;
}

void phrases_open(struct arena *a, const struct phrase *phrase, size_t n, struct phrase_starts *out)
{
    out->item = phrase;
    out->n = n;
    out->next = NEW_ARRAY_RAW(a, uint16_t, n + 1);
    for (size_t i = n; i-- > 0;) {
        uint16_t *first = &out->first[phrase[i].start];
        out->next[i] = *first;
        *first = (uint16_t)(i + 1);
        out->byte[(unsigned char)*phrase[i].text.ptr] = true;
    }
}

bool phrases_begin(struct str text, const struct phrase_starts *list)
{
    for (uint16_t i = text.len > 1 ? list->first[str_pair(text.ptr[0], text.ptr[1])] : 0; i; i = list->next[i - 1])
        if (str_starts_nocase(text, list->item[i - 1].text))
            return true;
    return false;
}

bool phrases_go_on(struct str word, struct str next)
{
    return word.len && next.len && is_letter(word.ptr[word.len - 1]) && is_letter(next.ptr[0]);
}

/* Whether a phrase and the text, the end of a word, agree as far as both go, and the word ends where a word of the phrase does. */
static bool agrees(struct str phrase, struct str text)
{
    return str_starts_nocase(phrase, str_sub(text, 0, phrase.len)) && !phrases_go_on(text, str_sub(phrase, text.len, phrase.len));
}

/* `text`: of at least two bytes. */
static bool agrees_with_one(struct str text, const struct phrase_starts *list)
{
    for (uint16_t i = list->first[str_pair(text.ptr[0], text.ptr[1])]; i; i = list->next[i - 1])
        if (agrees(list->item[i - 1].text, text))
            return true;
    return false;
}

bool phrases_may_begin(struct str word, const struct phrase_starts *list)
{
    if (word.len > 1)
        return agrees_with_one(word, list);
    return word.len ? list->byte[(unsigned char)byte_lower(word.ptr[0])] : list->n > 0;
}

bool phrases_may_begin_in(struct str word, const struct phrase_starts *list, unsigned border)
{
    for (size_t at = 0; at + 1 < word.len; at++) {
        if (!list->first[str_pair(word.ptr[at], word.ptr[at + 1])]) /* as at most */
            continue;
        bool inside = at && is_letter(word.ptr[at - 1]) && is_letter(word.ptr[at]);
        if (!((border & PHRASE_BEGINS) && inside) && agrees_with_one(str_sub(word, at, word.len), list))
            return true;
    }
    return false;
}
