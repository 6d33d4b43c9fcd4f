/* In: a page that was fetched, and the version before it. Out: whether the page is still there.
 *
 *  1. Most of it is there where more than half of its words stand in sentences that both have, or where more than half of the words of its
 *     other sentences come again: a list of prices has other figures in every line, and is the list.
 *  2. A line that says "Loading" or "Please log in" may stand in the place of the page, or beside it. What belongs to it is the largest
 *     element around it that is no longer than a notice, or the section that it heads. Where half as much is new outside of it as has
 *     gone, the page has a new text, and the line stands beside it. That is believed where the page keeps its name: walls have names of
 *     their own.
 *  3. Of a first answer nothing is known but itself: what stands below a text is beside it. */
#include "judge/suspect_kept.h"

#include "base/hash.h"
#include "base/map.h"
#include "judge/pieces.h"
#include "judge/suspect_form.h"

enum {
    NOTICE_WORDS = 40,  /* a box that could not be filled, with its heading */
    TEXT_WORDS = 20,    /* that are a text and not the rest of a message */
    ARTICLE_WORDS = 80, /* more than error pages say */
};

/* The old page's words that stand in sentences with which both pages begin, or end. */
static uint32_t words_around(const struct page *old, const struct page *new)
{
    uint32_t most = MIN(old->n_sentences, new->n_sentences), first = 0, last = 0;
    const struct sentence *o = old->sentence + old->n_sentences, *n = new->sentence + new->n_sentences;
    while (first < most && old->sentence[first].hash == new->sentence[first].hash)
        first++;
    while (last < most - first && o[-1 - (ptrdiff_t)last].hash == n[-1 - (ptrdiff_t)last].hash)
        last++;
    return (first ? old->sentence[first - 1].end : 0) + (last ? old->n_words - (o - last)->word : 0);
}

static bool is_key(const struct page *p, const struct sentence *s)
{
    const struct node *node = p->dom.node;
    return node[node[p->word[s->word].node].parent].tag == TAG_TH;
}

/* In JSON the keys are the frame: an answer that has them all is the page, whatever its values say. */
static bool keeps_keys(const struct page *old, const struct page *new)
{
    AUTO(arena) a = { 0 };
    struct map seen;
    uint32_t all = 0, kept = 0;
    map_open(&seen, &a, new->n_sentences);
    for (uint32_t i = 0; i < new->n_sentences; i++)
        if (is_key(new, &new->sentence[i]))
            map_slot(&seen, new->sentence[i].hash, 1);
    for (uint32_t i = 0; i < old->n_sentences; i++) {
        bool key = is_key(old, &old->sentence[i]);
        all += key;
        kept += key && map_find(&seen, old->sentence[i].hash);
    }
    return all && kept * 4 >= all * 3;
}

static void note_sentences(struct map *seen, struct arena *a, const struct page *p)
{
    map_open(seen, a, p->n_sentences);
    for (uint32_t i = 0; i < p->n_sentences; i++)
        map_slot(seen, p->sentence[i].hash, 1);
}

/* How often each word of letters stands in the sentences of `p` that the other page has not. Returns how many there are. */
static uint32_t add_words_to(struct map *times, const struct page *p, const struct map *other)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_sentences; i++)
        for (uint32_t w = p->sentence[i].word; !map_find(other, p->sentence[i].hash) && w < p->sentence[i].end; w++)
            if (shape_is_letters(page_word(p, w))) {
                (*map_slot(times, hash_str(page_word(p, w)), 0))++;
                n++;
            }
    return n;
}

static uint32_t take_words_from(struct map *times, const struct page *p, const struct map *other)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_sentences; i++)
        for (uint32_t w = p->sentence[i].word; !map_find(other, p->sentence[i].hash) && w < p->sentence[i].end; w++) {
            uint32_t *left = map_find(times, hash_str(page_word(p, w)));
            n += left && *left;
            if (left && *left)
                --*left;
        }
    return n;
}

/* Whether the sentences that went away came back with other figures: more than half of their words, each as often as it stands there. */
static bool comes_again(const struct page *old, const struct page *new, const struct map *seen)
{
    AUTO(arena) a = { 0 };
    struct map before, times;
    note_sentences(&before, &a, old);
    map_open(&times, &a, old->n_words);
    uint32_t gone = add_words_to(&times, old, seen);
    return gone && take_words_from(&times, new, &before) * 2 > gone;
}

/* Whether more than half of the old page's words stand in sentences that the new one has too, and so do those of its main part: a frame
 * around another content may be most of a page. */
bool suspect_keeps(const struct page *old, const struct page *new)
{
    AUTO(arena) a = { 0 };
    struct map seen;
    uint32_t main = suspect_main(old), from = main == NONE ? 0 : old->first_word[main];
    uint32_t end = main == NONE ? old->n_words : old->first_word[old->dom.node[main].end];
    uint64_t all = 0, kept = 0, of_main = 0;
    if ((uint64_t)(old->n_words - words_around(old, new)) * 2 < end - from) /* as after most changes */
        return true;
    if (old->kind == KIND_JSON && new->kind == KIND_JSON && keeps_keys(old, new))
        return true;
    note_sentences(&seen, &a, new);
    for (uint32_t i = 0; i < old->n_sentences; i++) {
        const struct sentence *s = &old->sentence[i];
        uint32_t words = map_find(&seen, s->hash) ? s->end - s->word : 0;
        all += s->end - s->word;
        kept += words;
        of_main += s->word >= from && s->end <= end ? words : 0;
    }
    return (kept * 2 > all && of_main * 2 > end - from) || comes_again(old, new, &seen);
}

/* ---- Beside the page ---- */

struct range {
    uint32_t word, end;
};

static uint32_t words_in(const struct page *p, uint32_t node)
{
    return suspect_count_words(p, p->first_word[node], p->first_word[p->dom.node[node].end]);
}

/* The largest element around `node` that is no longer than a notice; `node` itself where it is longer. */
static uint32_t notice_around(const struct page *p, uint32_t node)
{
    const struct node *n = p->dom.node;
    while (node && n[node].parent != node && words_in(p, n[node].parent) <= NOTICE_WORDS)
        node = n[node].parent;
    return node;
}

/* The heading that has the element in it, or is it; n_headings: none. */
static uint32_t heading_of(const struct page *p, uint32_t node)
{
    uint32_t i = 0;
    while (i < p->n_headings && !(p->heading[i].node <= node && node < p->dom.node[p->heading[i].node].end))
        i++;
    return i;
}

/* To the next heading that is not below it. */
static uint32_t section_end(const struct page *p, uint32_t heading)
{
    for (uint32_t i = heading + 1; i < p->n_headings; i++)
        if (p->heading[i].level <= p->heading[heading].level)
            return p->first_word[p->heading[i].node];
    return p->n_words;
}

/* What belongs to a line that says so: its box, or all that it heads. */
static struct range message_at(const struct page *p, uint32_t node)
{
    uint32_t box = notice_around(p, node), heading = heading_of(p, node);
    struct range r = { p->first_word[box], p->first_word[p->dom.node[box].end] };
    if (heading == p->n_headings || (p->heading[heading].level > 1 && p->heading[heading].node > box))
        return r;
    return (struct range){ MIN(r.word, p->first_word[p->heading[heading].node]), MAX(r.end, section_end(p, heading)) };
}

static bool says(const struct page *p, const struct sentence *s, struct str text)
{
    AUTO(buf) line = BUF(1 << 14);
    page_words_line(p, s->word, s->end, &line);
    return str_find_nocase(buf_str(&line), text, 0) != SIZE_MAX;
}

/* The first sentence that says it; n_sentences: none does, as where only the title does. */
static uint32_t sentence_with(const struct page *p, struct str text)
{
    uint32_t i = 0;
    while (i < p->n_sentences && !says(p, &p->sentence[i], text))
        i++;
    return i;
}

/* The words of sentences that the other page has not, outside of a range of them and of lines that say the same. */
static uint32_t count_other(const struct page *p, const struct page *other, struct range but, struct str text)
{
    AUTO(arena) a = { 0 };
    struct map seen;
    uint32_t n = 0;
    note_sentences(&seen, &a, other);
    for (uint32_t i = 0; i < p->n_sentences; i++) {
        const struct sentence *s = &p->sentence[i];
        if ((s->word < but.word || s->word >= but.end) && !map_find(&seen, s->hash) && !(text.len && says(p, s, text)))
            n += suspect_count_words(p, s->word, s->end);
    }
    return n;
}

/* At least half of the words of the old name are in the new one, which does not say it. */
static bool keeps_name(struct str old, struct str new, struct str text)
{
    size_t all = 0, kept = 0;
    if (!old.len || (text.len && str_find_nocase(new, text, 0) != SIZE_MAX))
        return !old.len && !new.len;
    while (old.len) {
        struct str word = str_cut(&old, ' ');
        all += word.len;
        kept += word.len && str_find_nocase(new, word, 0) != SIZE_MAX ? word.len : 0;
    }
    return kept * 2 >= all;
}

static uint32_t words_outside_links(const struct page *p, uint32_t end)
{
    uint32_t n = suspect_count_words(p, 0, end);
    for (uint32_t i = 0; i < p->n_links && p->first_word[p->link[i].node] < end; i++)
        n -= MIN(n, words_in(p, p->link[i].node));
    return n;
}

/* Where the sign stands; false: only in the title. */
static bool find_sign(const struct page *p, const struct suspect_sign *sign, uint32_t *node, uint32_t *word)
{
    uint32_t said = sign->node == NONE ? sentence_with(p, sign->text) : 0;
    if (sign->node == NONE && said == p->n_sentences)
        return false;
    *word = sign->node == NONE ? p->sentence[said].word : p->first_word[sign->node];
    *node = sign->node == NONE ? p->word[*word].node : sign->node;
    return true;
}

bool suspect_is_beside(const struct page *page, const struct page *old, const struct suspect_sign *sign)
{
    const struct range none = { 0, 0 };
    uint32_t node, word;
    if (!find_sign(page, sign, &node, &word))
        return false;
    if (!old)
        return words_outside_links(page, word) >= TEXT_WORDS;
    uint32_t gone = count_other(old, page, none, STR(""));
    if (sign->article && count_other(page, old, none, STR("")) >= MAX((uint32_t)ARTICLE_WORDS, gone))
        return true;
    uint32_t come = count_other(page, old, message_at(page, node), sign->node == NONE ? sign->text : STR(""));
    return keeps_name(page_short_title(old), page_short_title(page), sign->text) && come >= TEXT_WORDS && come * 2 >= gone;
}
