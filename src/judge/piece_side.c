/* In: a sentence of one page of a change. Out: the names of its place.
 *
 *  1. A place is named by what stays beside what changed: the words of the sentence, else the sentence before. So "3 users online" is one
 *     place whatever the number, on a page of any kind. Several words of its own and the kinds of the elements around it are enough; else
 *     the ids and classes of those count too, without numbers.
 *  2. A list has a name for all its items, and so has the gap between two sentences that stay, where no elements part what is in it. */
#include "judge/piece_side.h"

#include "base/hash.h"
#include "base/search.h"
#include "judge/shapes.h"
#include "judge/states.h"

enum { SAME_WORDS = 60, LABEL_WORDS = 4, OWN_WORDS = 3, LONG_WORDS = 5 };

void piece_side_open(struct arena *a, const struct page *p, const struct piece_side *other, struct piece_side *out)
{
    out->page = p;
    out->other = other;
    out->last = NEW(a, uint32_t);
    out->cell = NEW(a, struct piece_cell);
    out->before = NEW_ARRAY(a, struct piece_before, p->n_sentences + 1);
    out->runs = NEW_ARRAY(a, uint8_t, p->n_sentences + 1);
    out->shape = NEW_ARRAY(a, uint8_t, p->n_words + 1);
    out->times = NEW_ARRAY_RAW(a, uint32_t, p->n_sentences + 1);
    map_open(&out->seen, a, 64);
}

uint32_t piece_page(const struct page *p)
{
    uint64_t hash = p->n_sentences;
    for (uint32_t i = 0; i < p->n_sentences; i++)
        hash = hash_mix(hash, p->sentence[i].hash);
    return (uint32_t)(hash ^ hash >> 32);
}

uint32_t sentence_near(const struct page *p, uint32_t word, uint32_t *last)
{
    const struct sentence *all = p->sentence;
    uint32_t i = *last;
    if (i + 1 < p->n_sentences && word >= all[i].end && word < all[i + 1].end)
        return ++*last;
    if (word < all[i].word || word >= all[i].end)
        *last = SEARCH_FIRST(all, p->n_sentences, end, word + 1);
    return *last;
}

uint32_t piece_sentence(const struct piece_side *s, uint32_t word)
{
    return sentence_near(s->page, word, s->last);
}

/* ---- Cells ---- */

uint32_t piece_cell_around(const struct page *p, uint32_t node)
{
    static const uint32_t tags[] = { TAG_TD, TAG_TH };
    return page_around(p, node, tags, ARRAY_LEN(tags));
}

/* Many sentences of one cell are asked for where it is a drawing. */
bool piece_is_data(const struct piece_side *s, uint32_t node)
{
    const struct node *all = s->page->dom.node;
    uint32_t cell = piece_cell_around(s->page, node), n = 0;
    if (cell == NONE || cell == s->cell->node)
        return cell != NONE && s->cell->data;
    for (uint32_t i = all[cell].parent + 1; i < all[all[cell].parent].end && n < 2; i = all[i].end)
        n += all[i].kind == NODE_ELEMENT;
    *s->cell = (struct piece_cell){ cell, n > 1 };
    for (uint32_t i = cell + 1; i < all[cell].end && s->cell->data; i++)
        s->cell->data = !(all[i].kind == NODE_ELEMENT && (all[i].tag == TAG_TABLE || all[i].tag == TAG_P || all[i].tag == TAG_DIV));
    return s->cell->data;
}

/* ---- Names of places ---- */

uint64_t piece_path(const struct piece_side *s, uint32_t node)
{
    return place_names_at(&s->paths, node);
}

/* As hash_str() of its bytes. */
static uint64_t word_hash(const struct page *p, uint32_t w)
{
    return p->word[w].flags & WORD_ATOM ? hash_str(page_word(p, w)) : symbols_hash(p->dom.symbols, p->symbol[w]);
}

/* Whether one of the other page's words is this one. */
static bool has_symbol(const struct piece_side *s, uint32_t w, const struct sentence *before)
{
    for (uint32_t i = before->word; i < before->end; i++)
        if (s->other->page->symbol[i] == s->page->symbol[w])
            return true;
    return false;
}

/* Whether all its words of letters stood in the sentence that it was, so that only figures and codes are different. */
static bool is_only_figures(const struct piece_side *s, const struct sentence *sentence, const struct sentence *before)
{
    if (!before || before->end - before->word > SAME_WORDS)
        return false;
    for (uint32_t w = sentence->word; w < sentence->end; w++)
        if (s->shape[w] == SHAPE_LETTERS && s->partner[w] == NONE && !has_symbol(s, w, before))
            return false;
    return true;
}

/* A name that words of a sentence give it. */
struct piece_words {
    uint64_t hash; /* 0: none */
    uint32_t n;    /* words */
};

static void add_word(const struct piece_side *s, uint32_t w, struct piece_words *out)
{
    out->n++;
    out->hash = hash_mix(out->hash + 1, word_hash(s->page, w));
}

/* The words before the colon of "Read also: ...", with something behind it. */
static struct piece_words label_of(const struct piece_side *s, const struct sentence *at)
{
    struct piece_words out = { 0 };
    const struct page *p = s->page;
    uint32_t w = at->word;
    for (; w < at->end && out.n <= LABEL_WORDS && shape_is_letters(page_word(p, w)) && !(p->word[w].flags & WORD_ATOM); w++)
        add_word(s, w, &out);
    bool colon = w + 1 < at->end && (str_eq(page_word(p, w), STR(":")) || str_eq(page_word(p, w), STR("：")));
    return colon && out.n <= LABEL_WORDS && (p->word[w + 1].flags & (WORD_SPACE | WORD_BREAK)) ? out : (struct piece_words){ 0 };
}

/* The words of letters of the sentence that stay; none: fewer than half of them. Two adverts have a word in common by chance. Where only
 * figures are different all of them stay, whichever the comparison has paired: which of "0.3 seconds by" it pairs with "0.2 seconds by" is
 * another on each visit, and the place would have many names. Else a label says what the line is, whatever stays behind it. `before`: the
 * sentence of the other page that it was; NULL: none. */
static struct piece_words kept_context(const struct piece_side *s, const struct sentence *sentence, const struct sentence *before)
{
    struct piece_words out = { 0 }, label = { 0 };
    uint32_t all = 0;
    bool figures = is_only_figures(s, sentence, before);
    if (!figures && (label = label_of(s, sentence)).n)
        return label;
    for (uint32_t w = sentence->word; w < sentence->end; w++) {
        if (s->shape[w] != SHAPE_LETTERS)
            continue;
        all++;
        if (s->partner[w] != NONE || figures)
            add_word(s, w, &out);
    }
    return 2 * out.n >= all ? out : (struct piece_words){ 0 };
}

/* The end of a line is no sentence, nor is a picture: in "Ada<br>Baker<br>" the name is what "Baker" stands by. */
static bool has_words(const struct page *p, const struct sentence *at)
{
    for (uint32_t w = at->word; w < at->end; w++)
        if (!(p->word[w].flags & WORD_ATOM))
            return true;
    return false;
}

/* The words of letters of a sentence, where all of them stay, in one sentence; 0: they do not. Its numbers may change: counters stand
 * beside other noise. */
static uint64_t context_of(const struct piece_side *s, const struct sentence *before)
{
    uint64_t hash = 0;
    uint32_t there = NONE;
    for (uint32_t w = before->word; w < before->end; w++) {
        if (!shape_is_letters(page_word(s->page, w)))
            continue;
        uint32_t partner = s->partner[w] == NONE ? NONE : piece_sentence(s->other, s->partner[w]);
        if (partner == NONE || (there != NONE && partner != there))
            return 0;
        there = partner;
        hash = hash_mix(hash + 1, word_hash(s->page, w));
    }
    return hash;
}

/* The same of the sentence before. Many ask for it where much came together. */
static uint64_t context_before(const struct piece_side *s, uint32_t sentence)
{
    struct piece_before *all = s->before;
    uint32_t first = sentence;
    while (!all[first].context_known && first && !has_words(s->page, &s->page->sentence[first - 1]))
        first--;
    if (!all[first].context_known && first)
        all[first].context = context_of(s, &s->page->sentence[first - 1]);
    for (uint32_t i = first; i <= sentence; i++) {
        all[i].context = all[first].context;
        all[i].context_known = true;
    }
    return all[sentence].context;
}

/* Of what has nothing beside it that stays. */
uint64_t piece_path_alone(const struct piece_side *s, uint32_t sentence)
{
    return hash_mix(piece_path(s, s->page->word[s->page->sentence[sentence].word].node), NAME_PATH);
}

/* Whether the sentence before stands in the same element. */
static bool is_with_last(const struct page *p, uint32_t sentence)
{
    const struct node *node = p->dom.node;
    return sentence
           && node[p->word[p->sentence[sentence].word].node].parent == node[p->word[p->sentence[sentence - 1].word].node].parent;
}

/* Sentences that came together in one element are at one place: what stays before the first of them. */
static uint64_t context_together(const struct piece_side *s, uint32_t sentence)
{
    struct piece_before *all = s->before;
    uint32_t first = sentence;
    while (!all[first].together_known && !context_before(s, first) && is_with_last(s->page, first))
        first--;
    if (!all[first].together_known)
        all[first].together = context_before(s, first);
    for (uint32_t i = first; i <= sentence; i++) {
        all[i].together = all[first].together;
        all[i].together_known = true;
    }
    return all[sentence].together;
}

bool piece_is_keyed(const struct page *p, uint32_t sentence)
{
    uint32_t value = p->dom.node[p->word[p->sentence[sentence].word].node].parent;
    return p->kind == KIND_JSON && p->dom.node[p->dom.node[value].parent].tag == TAG_TD && !is_with_last(p, sentence);
}

static uint64_t keyed_place(uint64_t path)
{
    return hash_mix(path, NAME_KEYED);
}

/* By words of its own and the kinds of the elements around it: their names may be others after each build, or on each visit. */
static uint64_t own_place(const struct piece_side *s, const struct sentence *at, const struct piece_words *words)
{
    uint32_t around = s->page->dom.node[s->page->word[at->word].node].parent;
    return hash_mix(hash_mix(place_names_kinds(s->page, around), words->hash), NAME_OWN);
}

uint64_t piece_place(const struct piece_side *s, uint32_t sentence, const struct sentence *before)
{
    const struct sentence *at = &s->page->sentence[sentence];
    uint64_t path = piece_path(s, s->page->word[at->word].node), context;
    struct piece_words words = kept_context(s, at, before);
    if (!words.n && piece_is_keyed(s->page, sentence))
        return keyed_place(path);
    if (words.n >= OWN_WORDS && !piece_is_gap(s->page))
        return own_place(s, at, &words);
    if (words.n)
        return hash_mix(path, words.hash);
    context = context_together(s, sentence);
    return hash_mix(path, context ? hash_mix(context, NAME_BEHIND)
                                  : NAME_PATH); /* what comes behind a line is not at the line's own place */
}

uint64_t piece_stem(const struct piece_side *s, uint32_t sentence, uint32_t *n)
{
    const struct sentence *at = &s->page->sentence[sentence];
    struct piece_words words = { 0 };
    uint32_t node = s->page->word[at->word].node;
    for (uint32_t w = at->word; w < at->end; w++) {
        if (s->shape[w] == SHAPE_MARK)
            continue;
        if (s->shape[w] != SHAPE_LETTERS || s->partner[w] == NONE)
            break;
        add_word(s, w, &words);
    }
    *n = words.n;
    if (words.n >= OWN_WORDS && !piece_is_gap(s->page))
        return hash_mix(hash_mix(place_names_kinds(s->page, s->page->dom.node[node].parent), words.hash), NAME_STEM);
    uint64_t context = words.n && !piece_is_keyed(s->page, sentence) ? context_before(s, sentence) : 0;
    return context ? hash_mix(hash_mix(hash_mix(piece_path(s, node), context), words.hash), NAME_SHORT_STEM) : 0;
}

/* Whether the element has several parts of one name and no others: a list in XML that nobody has a name for. */
static bool has_equal_parts(const struct dom *d, uint32_t node)
{
    uint32_t n = 0, tag = 0;
    for (uint32_t i = node + 1; i < d->node[node].end; i = d->node[i].end) {
        if (d->node[i].kind != NODE_ELEMENT)
            continue;
        if (n++ && d->node[i].tag != tag)
            return false;
        tag = d->node[i].tag;
    }
    return n > 1;
}

/* The list around the node; NONE. Tables and lists of terms are no such lists: each of their values has a label of its own, also inside a
 * list, as in JSON. */
static uint32_t list_around(const struct page *p, uint32_t node)
{
    const struct dom *d = &p->dom;
    for (uint32_t n = node; n && n != p->body; n = d->node[n].parent) {
        const struct node *at = &d->node[n];
        if (at->kind == NODE_ELEMENT && at->space != SPACE_OTHER && (at->tag == TAG_TD || at->tag == TAG_DD))
            return NONE;
        if (at->kind == NODE_ELEMENT && (at->space == SPACE_OTHER ? has_equal_parts(d, n) : at->tag == TAG_UL || at->tag == TAG_OL))
            return n;
    }
    return NONE;
}

/* The last sentence before it that stays; 0: none of the BACK before it does. */
static uint64_t stay_before(const struct piece_side *s, uint32_t sentence)
{
    enum { BACK = 8 };
    uint64_t context = 0;
    for (uint32_t i = 0; i < BACK && sentence > i && !context; i++)
        context = context_before(s, sentence - i);
    return context;
}

bool piece_is_day(const struct piece_side *s, uint32_t sentence)
{
    const struct sentence *at = &s->page->sentence[sentence];
    if (at->word == at->end || !dates_may_begin(s->dates, at->word))
        return false;
    struct dates_run run = dates_find(s->dates, at->word, at->end);
    return run.n && !run.price && at->word + run.n == at->end;
}

/* No elements part what stands between two sentences that stay. */
bool piece_is_gap(const struct page *p)
{
    return p->kind != KIND_MARKUP || p->dom.xml;
}

/* A list has one name for all its items: where it stands, and the last sentence before it that stays. So has a gap between two sentences
 * that stay, where no elements part what stands in it: in texts and feeds. */
uint64_t piece_zone(const struct piece_side *s, uint32_t sentence, uint64_t place)
{
    const struct page *p = s->page;
    uint32_t node = p->word[p->sentence[sentence].word].node, list = list_around(p, node);
    if (piece_is_keyed(p, sentence))
        return keyed_place(piece_path(s, node));
    if (p->kind == KIND_TEXT && label_of(s, &p->sentence[sentence]).n) /* what comes beside it has not its name */
        return place;
    if (list == NONE && piece_is_gap(p))
        return hash_mix(hash_mix(piece_path(s, node), stay_before(s, sentence)), NAME_GAP);
    if (list == NONE)
        return place;
    uint32_t first = SEARCH_FIRST(p->sentence, p->n_sentences, word, p->first_word[list]);
    return hash_mix(hash_mix(piece_path(s, list), stay_before(s, first)), NAME_LIST);
}

/* Whether a sentence has so many words that it is known by them, wherever it stands. */
static bool is_long(const struct page *p, const struct sentence *at)
{
    uint32_t n = 0;
    for (uint32_t w = at->word; w < at->end && n < LONG_WORDS; w++)
        n += shape_is_letters(page_word(p, w)) && !(p->word[w].flags & WORD_ATOM);
    return n == LONG_WORDS;
}

/* A value of JSON is one of its key: 35 milliseconds are not a price of 35 that comes back. */
uint64_t piece_text(const struct piece_side *s, uint32_t sentence)
{
    const struct page *p = s->page;
    const struct sentence *at = &p->sentence[sentence];
    if (p->kind != KIND_JSON && is_long(p, at))
        return hash_mix(at->hash, NAME_LONG);
    uint32_t node = p->word[at->word].node, before = sentence ? p->word[at[-1].word].node : 0;
    bool value = p->kind == KIND_JSON && p->dom.node[p->dom.node[before].parent].tag == TAG_TH;
    return hash_mix(piece_path(s, node), value ? hash_mix(at->hash, at[-1].hash) : at->hash);
}

uint64_t piece_letters(const struct piece_side *s, uint32_t sentence)
{
    const struct page *p = s->page;
    const struct sentence *at = &p->sentence[sentence];
    struct piece_words words = { 0 };
    for (uint32_t w = at->word; w < at->end; w++)
        if (s->shape[w] == SHAPE_LETTERS)
            add_word(s, w, &words);
    uint64_t where = words.n >= LONG_WORDS ? 0 : place_names_kinds(p, p->dom.node[p->word[at->word].node].parent);
    return hash_mix(hash_mix(words.hash, where), NAME_LETTERS);
}

bool piece_runs(const struct piece_side *s, uint32_t sentence)
{
    enum { RUNS = 1, STANDS };
    const struct sentence *at = &s->page->sentence[sentence];
    if (!memchr(s->shape + at->word, SHAPE_TIME, at->end - at->word))
        return false;
    if (!s->runs[sentence]) {
        AUTO(buf) text = BUF(1024);
        page_words_line(s->page, at->word, at->end, &text);
        s->runs[sentence] = !text.over && running_named(s->dates->lists, buf_str(&text)) ? RUNS : STANDS;
    }
    return s->runs[sentence] == RUNS;
}

/* "Closed, opens at 9:00": doors that open by the clock. */
static bool is_of_doors(const struct piece_side *s, uint32_t sentence)
{
    enum { DOOR_WORDS = 12 };
    AUTO(buf) text = BUF(512);
    const struct sentence *at = &s->page->sentence[sentence];
    if (at->end - at->word > DOOR_WORDS || !states_may_stand(s->dates->lists, s->page, at->word, at->end))
        return false;
    page_words_line(s->page, at->word, at->end, &text);
    return !text.over && states_run(s->dates->lists, buf_str(&text));
}

uint64_t piece_says(const struct piece_side *s, uint32_t sentence)
{
    const struct sentence *at = &s->page->sentence[sentence];
    bool letters = s->page->kind != KIND_JSON && memchr(s->shape + at->word, SHAPE_LETTERS, at->end - at->word);
    return letters && (piece_runs(s, sentence) || is_of_doors(s, sentence)) ? piece_letters(s, sentence) : piece_text(s, sentence);
}
