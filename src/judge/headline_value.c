/* In: pieces of a change. Out: what each is worth as a headline.
 *
 *  1. By what it is: titles and headings stand for what is below them, what is new says more than what is gone.
 *  2. By what it says: up to FULL_WORDS words count.
 *  3. By where it stands: pages begin with what matters most. */
#include "judge/headline_value.h"

#include <ctype.h>

#include "base/map.h"
#include "base/symbols.h"

/* What a piece is worth as a headline, by what it is; what it says counts up to FULL_WORDS words. */
#define VALUE_TITLE 2.0
#define VALUE_EMPTY_TITLE 0.3 /* the site's name and what it praises itself for */
#define VALUE_MAIN_HEADING 2.0
#define VALUE_HEADING 1.5
#define VALUE_ONE_WORD 0.6 /* of a heading: "Sport" says less than a story */
#define VALUE_VERSION 1.5  /* the date of a legal text names the version that is in force */
#define VALUE_REMOVED 0.4  /* what is there can be read, what is gone is only missed */
#define VALUE_NUMBER 0.7
#define VALUE_TIME 0.8
#define VALUE_COUNT 0.1
#define VALUE_BARE 0.3  /* of a heading with nothing new below it */
#define VALUE_NOTE 0.01 /* the same words lead elsewhere, or do not hold any more: said where there is little else */
#define VALUE_CODES 0.2 /* codes of countries or languages in a row */
#define VALUE_AGAIN 0.5 /* more for each further place from which the same is gone */
#define VALUE_OFTEN 2.5 /* and no more than so much: then it is worth what is new */
#define RANK_HALF 8.0   /* pages begin with what matters most: so many pieces further down it is half */

enum { FULL_WORDS = 5, TITLE_WORDS = 4, CODES = 4, CODE_BYTES = 2 };

static double words_value(const uint32_t words[WORD_SHAPES])
{
    double n = words[SHAPE_LETTERS] + VALUE_NUMBER * words[SHAPE_NUMBER] + VALUE_TIME * words[SHAPE_TIME]
               + VALUE_COUNT * words[SHAPE_COUNT] + FULL_WORDS * (words[SHAPE_PRICE] > 0 || words[SHAPE_SIGN] > 0);
    return MIN(n / FULL_WORDS, 1.0);
}

static bool has_word(const struct page *p, uint32_t symbol)
{
    for (uint32_t w = 0; w < p->n_words; w++)
        if (p->symbol[w] == symbol)
            return true;
    return false;
}

/* Whether a title says what stands on the page: half of its words can be read there. Few words, or none that spaces part, are. */
static bool title_is_read(const struct page *p)
{
    struct str title = p->title;
    uint32_t read = 0, all = 0;
    while (title.len) {
        struct str word = str_cut(&title, ' ');
        while (word.len && ispunct((unsigned char)word.ptr[word.len - 1]))
            word.len--;
        if (!shape_is_letters(word))
            continue;
        uint32_t symbol = symbols_find(p->dom.symbols, word);
        read += symbol && has_word(p, symbol);
        all++;
    }
    return all < TITLE_WORDS || 2 * read >= all;
}

/* A heading stands for all that is below it, also where only its number or date is new. */
static double heading_value(const struct judge_piece *p, double kind)
{
    uint32_t words = p->kept + p->came[SHAPE_LETTERS] + p->came[SHAPE_NUMBER] + p->came[SHAPE_TIME];
    return words > 1 ? kind : kind * VALUE_ONE_WORD;
}

static bool is_heading(const struct headline_piece *item)
{
    return item->piece->heading && !item->piece->old && item->piece->sentence != NONE;
}

/* The heading element around a word of one. */
static uint32_t heading_node(const struct page *p, uint32_t word)
{
    uint32_t n = p->word[word].node;
    while (n && (p->dom.node[n].kind != NODE_ELEMENT || p->dom.node[n].tag < TAG_H1 || p->dom.node[n].tag > TAG_H6))
        n = p->dom.node[n].parent;
    return n;
}

/* Whether nothing new stands between a heading and the next one, which is no smaller: names in a row, as in a menu. */
static bool is_bare(const struct delta *d, const struct headline_piece *item, uint32_t i, uint32_t n)
{
    if (!is_heading(&item[i]) || i + 1 >= n || !is_heading(&item[i + 1]) || item[i + 1].piece->heading > item[i].piece->heading)
        return false;
    const struct sentence *s = &d->new->sentence[item[i].piece->sentence], *next = &d->new->sentence[item[i + 1].piece->sentence];
    return next->word == s->end && heading_node(d->new, s->word) != heading_node(d->new, next->word);
}

/* What was removed at several places is one thing, and weighs more for it. The first stands for all. */
static void join_equals(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n)
{
    struct map first;
    map_open(&first, a, 64);
    for (uint32_t i = 0; i < n; i++) {
        const struct judge_piece *p = item[i].piece;
        item[i].times = 1;
        if (p->kind != PIECE_REMOVED || p->sentence == NONE)
            continue;
        uint32_t *at = map_slot(&first, d->old->sentence[p->sentence].hash, i);
        if (*at == i)
            continue;
        item[*at].times++;
        item[i].times = 0;
    }
}

/* Labels and headings are repeated by their nature. */
static double often_of(const struct headline_piece *item)
{
    bool says = item->piece->went[SHAPE_LETTERS] >= FULL_WORDS && !item->piece->heading;
    if (item->times < 2 || !says)
        return item->times ? 1 : 0;
    return MIN(1 + VALUE_AGAIN * (item->times - 1), VALUE_OFTEN);
}

/* Nothing but codes of countries or languages: "[EN] [SE] [JP]". Scripts of other letters have short words of their own. */
static bool is_codes(const struct delta *d, const struct judge_piece *p)
{
    const struct page *page = p->old ? d->old : d->new;
    uint32_t words = 0, codes = 0;
    for (uint32_t w = page->sentence[p->sentence].word; w < page->sentence[p->sentence].end; w++) {
        struct str word = page_word(page, w);
        if (!shape_is_letters(word))
            continue;
        words++;
        codes += word.len <= CODE_BYTES;
    }
    return words >= CODES && 4 * codes >= 3 * words;
}

static double value_of(const struct delta *d, const struct headline_piece *item)
{
    const struct judge_piece *p = item->piece;
    double kind = p->heading == 1 ? VALUE_MAIN_HEADING : p->heading ? VALUE_HEADING : 1;
    bool new = p->kind == PIECE_ADDED || p->kind == PIECE_CHANGED;
    if (p->kind == PIECE_TITLE)
        return title_is_read(d->new) ? VALUE_TITLE : VALUE_EMPTY_TITLE;
    if (p->sentence != NONE && is_codes(d, p))
        kind *= VALUE_CODES;
    if (item->version)
        return VALUE_VERSION;
    if (p->kind == PIECE_LINK || p->kind == PIECE_NOTE)
        return VALUE_NOTE;
    if (p->heading && new && (p->came[SHAPE_LETTERS] || (p->kept && (p->came[SHAPE_NUMBER] || p->came[SHAPE_TIME]))))
        return heading_value(p, kind);
    return kind * MAX(words_value(p->came), VALUE_REMOVED * words_value(p->went));
}

void headline_values(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n)
{
    double rank = 0;
    join_equals(a, d, item, n);
    for (uint32_t i = 0; i < n; i++) {
        item[i].value = item[i].share * value_of(d, &item[i]) * often_of(&item[i]) / (1 + rank / RANK_HALF);
        if (is_bare(d, item, i, n))
            item[i].value *= VALUE_BARE;
        rank += MIN(item[i].value, 1.0);
    }
}
