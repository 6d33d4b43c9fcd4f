/* In: a page, with its blocks or without, or a document. Out: its words with what each weighs, and the headings among them.
 *
 *  1. A word weighs by its place: 1 in the main content; little in the parts that every page of a site has. A menu weighs least: it leads
 *     away from the page, and changes on all pages of a site at once. Where a browser drew the page, the level of the block counts too.
 *  2. Punctuation weighs a fraction.
 *  3. The main heading is the one that the title of the page repeats, else the first of the highest level; a heading of the first level
 *     that has at most one beside it is one too, since authors put it there to say what the page is.
 * Cost: O(nodes + words). */
#include "judge/words.h"

#include <math.h>

#include "base/hash.h"
#include "base/vec.h"
#include "judge/dates.h"
#include "segment/content.h"

/* By place. The order matters, the numbers only roughly: see docs/design/vidiff.md. */
static const float place_weight[PLACES] = {
    [PLACE_MAIN] = 1,       [PLACE_OTHER] = 0.25f, [PLACE_ASIDE] = 0.12f, [PLACE_HEADER] = 0.05f,
    [PLACE_FOOTER] = 0.06f, [PLACE_MENU] = 0.02f,  [PLACE_EXTRA] = 0.1f,  [PLACE_NOTICE] = 0.05f,
};
#define WEIGHT_UNSEEN 0.2f /* words that no place is known of */
#define WEIGHT_MARK 0.1f   /* a comma beside a word */
static const float level_weight[5] = { 0.2f, 0.1f, 0.15f, 0.3f,
                                       0.6f }; /* beside the main content, by level of a block that was drawn */

enum { LEAD_WORDS = 4, FIRST_HEADINGS = 2 };

struct words_builder {
    struct arena *arena;
    const struct page *page;
    const struct judge_places *places;
    const struct blocks *blocks; /* NULL: the page was not cut */
    VEC(struct judge_word) words;
    VEC(struct judge_unit) units;
    uint32_t *document_block; /* per leaf; NULL: the page was not cut */
    float *weight;            /* per word of the page */
    uint32_t *heading;        /* per node: the unit of the heading it is in, 0: none */
    uint32_t *link;           /* per node: the link it is in + 1, 0: none */
    uint32_t *link_line;      /* per link: the line of its first word; NONE: it has had none yet */
};

/* ---- Weights by place ---- */

static float weight_of_unit(const struct words_builder *b, const struct content_unit *u)
{
    enum judge_place place = place_of(b->places, u->word);
    if (place != PLACE_OTHER || !b->blocks || b->blocks->source != LAYOUT_BROWSER)
        return place_weight[place];
    uint32_t leaf = block_of_node(b->blocks, b->page->word[u->word].node);
    return level_weight[leaf == NONE ? 0 : MIN(b->blocks->block[leaf].level, 4u)];
}

static void set_weights(struct words_builder *b)
{
    const struct page *p = b->page;
    const struct content *content = b->places->content;
    b->weight = NEW_ARRAY(b->arena, float, p->n_words + 1);
    for (uint32_t w = 0; w < p->n_words; w++)
        b->weight[w] = WEIGHT_UNSEEN;
    for (uint32_t i = 0; i < content->n; i++) {
        float weight = weight_of_unit(b, &content->unit[i]);
        for (uint32_t w = content->unit[i].word; w < content->unit[i].end; w++)
            b->weight[w] = weight;
    }
}

/* ---- Units ---- */

static uint32_t add_unit(struct words_builder *b, enum judge_unit_kind kind, float weight)
{
    *VEC_ADD(b->arena, &b->units) = (struct judge_unit){ kind, weight };
    return b->units.n - 1;
}

static bool is_letter_word(struct str word)
{
    char c = word.len ? word.ptr[0] : ' ';
    return (c & 0x80) || (c >= '0' && c <= '9') || (byte_lower(c) >= 'a' && byte_lower(c) <= 'z');
}

/* How many of the heading's words the title has. */
static double share_in_title(struct words_builder *b, uint32_t node)
{
    const struct page *p = b->page;
    struct map title;
    struct str rest = p->title;
    uint32_t all = 0, found = 0;
    map_open(&title, b->arena, 0);
    while (rest.len) {
        struct str word = str_cut(&rest, ' ');
        *map_slot(&title, hash_str(word), 1) = 1;
    }
    for (uint32_t w = p->first_word[node]; w < p->first_word[p->dom.node[node].end]; w++) {
        struct str word = page_word(p, w);
        if ((p->word[w].flags & WORD_ATOM) || !is_letter_word(word))
            continue;
        all++;
        found += map_find(&title, hash_str(word)) != NULL;
    }
    return all ? (double)found / all : 0;
}

static void find_headings(struct words_builder *b)
{
    const struct page *p = b->page;
    uint32_t main = NONE, n_first = 0;
    double best = 0;
    struct dates dates;
    dates_open(&dates, b->arena, p);
    for (uint32_t i = 0; i < p->n_headings; i++) {
        uint32_t node = p->heading[i].node, words = p->first_word[p->dom.node[node].end] - p->first_word[node];
        if ((p->flags[node] & NODE_HIDDEN) || !words)
            continue;
        double score =
            1.0 / p->heading[i].level + (p->title.len ? share_in_title(b, node) : 0) + (double)b->weight[p->first_word[node]];
        if (dates_find(&dates, p->first_word[node], p->first_word[node] + words).n)
            score -= 1; /* an entry of a list that goes by dates */
        if (score > best) {
            best = score;
            main = i;
        }
    }
    for (uint32_t i = 0; i < p->n_headings; i++)
        n_first += p->heading[i].level == 1;
    for (uint32_t i = 0; i < p->n_headings; i++) {
        uint32_t node = p->heading[i].node;
        bool is_main = i == main || (p->heading[i].level == 1 && n_first <= FIRST_HEADINGS);
        float weight = b->weight[MIN(p->first_word[node], p->n_words - 1)];
        uint32_t unit = add_unit(b, is_main ? UNIT_MAIN_HEADING : UNIT_HEADING, is_main ? 1 : weight);
        for (uint32_t k = node; k < p->dom.node[node].end; k++)
            b->heading[k] = unit;
        for (uint32_t w = p->first_word[node]; is_main && w < p->first_word[p->dom.node[node].end]; w++)
            b->weight[w] = 1;
    }
}

/* The lead: the first link of some words that is part of what the page offers, not of its frame. */
static uint32_t find_lead(struct words_builder *b)
{
    const struct page *p = b->page;
    for (uint32_t i = 0; i < p->n_links; i++) {
        uint32_t node = p->link[i].node, from = p->first_word[node], to = p->first_word[p->dom.node[node].end], words = 0;
        for (uint32_t w = from; w < to; w++)
            words += !(p->word[w].flags & (WORD_ATOM | WORD_HIDDEN)) && is_letter_word(page_word(p, w));
        if (words >= LEAD_WORDS && b->weight[from] > place_weight[PLACE_ASIDE] && !(p->flags[node] & NODE_HIDDEN))
            return i;
    }
    return NONE;
}

static void mark_links(struct words_builder *b)
{
    const struct page *p = b->page;
    for (uint32_t i = 0; i < p->n_links; i++)
        for (uint32_t k = p->link[i].node; k < p->dom.node[p->link[i].node].end; k++)
            b->link[k] = i + 1;
}

/* ---- The row ---- */

static uint32_t symbol_of(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 32);
}

static struct judge_word word_at(const struct words_builder *b, uint32_t node, uint32_t line)
{
    uint32_t leaf = b->blocks ? block_of_thing(b->blocks, node) : NONE;
    return (struct judge_word){
        .line = line,
        .block = leaf == NONE ? 0 : b->document_block[leaf],
        .unit = b->heading[node],
        .node = node,
        .word = NONE,
        .factor = 1,
        .kind = VI_TEXT,
    };
}

/* A link around several lines has the first for its name, the others are text. */
static bool names_link(const struct words_builder *b, uint32_t node, uint32_t line)
{
    return b->link[node] && b->link_line[b->link[node] - 1] == line;
}

/* Links and pictures that begin at or before the node, and after the last one asked for. */
struct pending_items {
    uint32_t link, image;
};

static void add_pending(struct words_builder *b, struct pending_items *at, uint32_t node, uint32_t line)
{
    const struct page *p = b->page;
    while (at->link < p->n_links && p->link[at->link].node <= node) {
        const struct link *l = &p->link[at->link++];
        struct judge_word word = word_at(b, l->node, line);
        word.kind = VI_LINK;
        word.thing = true;
        word.symbol = symbol_of(hash_mix(hash_str(l->url), VI_LINK + 1));
        word.text = l->url;
        word.weight = 0.5f * b->weight[MIN(p->first_word[l->node], p->n_words)];
        word.unit = 0;
        if (!(p->flags[l->node] & NODE_HIDDEN))
            *VEC_ADD(b->arena, &b->words) = word;
    }
    while (at->image < p->n_images && p->image[at->image].node <= node) {
        const struct image *i = &p->image[at->image++];
        struct judge_word word = word_at(b, i->node, line);
        word.kind = VI_IMAGE;
        word.thing = true;
        word.symbol = symbol_of(hash_mix(hash_mix(hash_str(i->url), hash_str(i->alt)), VI_IMAGE + 1));
        word.text = i->url;
        word.name = symbol_of(hash_str(i->alt));
        word.weight = b->weight[MIN(p->first_word[i->node], p->n_words)];
        word.unit = 0;
        if (!(p->flags[i->node] & NODE_HIDDEN))
            *VEC_ADD(b->arena, &b->words) = word;
    }
}

static void add_words(struct words_builder *b)
{
    const struct page *p = b->page;
    struct pending_items at = { 0 };
    struct judge_word made = { .node = NONE }; /* words of one node have most in common */
    uint32_t line = 0;
    bool space = false;
    for (uint32_t w = 0; w < p->n_words; w++) {
        const struct word *word = &p->word[w];
        line += (word->flags & WORD_BREAK) != 0;
        space |= (word->flags & (WORD_SPACE | WORD_BREAK | WORD_ATOM)) != 0;
        add_pending(b, &at, word->node, line);
        if (word->flags & (WORD_ATOM | WORD_HIDDEN))
            continue;
        struct str text = page_word(p, w);
        if (word->node != made.node)
            made = word_at(b, word->node, line);
        if (b->link[word->node] && b->link_line[b->link[word->node] - 1] == NONE)
            b->link_line[b->link[word->node] - 1] = line;
        made.kind = names_link(b, word->node, line) ? VI_LINK : VI_TEXT;
        made.line = line;
        made.symbol = symbol_of(hash_str(text));
        made.word = w;
        made.mark = !is_letter_word(text);
        made.space = space;
        made.text = text;
        made.weight = b->weight[w] * (made.mark ? WEIGHT_MARK : 1);
        space = false;
        *VEC_ADD(b->arena, &b->words) = made;
    }
    add_pending(b, &at, p->dom.n, line);
}

static void number_leaves(struct words_builder *b, const struct vixml *document)
{
    uint32_t leaf = 0;
    b->document_block = NEW_ARRAY(b->arena, uint32_t, b->blocks->n);
    for (uint32_t i = 0; i < b->blocks->n; i++) {
        if (!block_is_leaf(b->blocks, i))
            continue;
        while (++leaf < document->n && !vixml_is_leaf(document, leaf)) /* leaves have the same order in both */
            ;
        b->document_block[i] = MIN(leaf, document->n - 1);
    }
}

static void build_row(struct words_builder *b, struct judge_words *out)
{
    const struct page *p = b->page;
    b->heading = NEW_ARRAY(b->arena, uint32_t, p->dom.n);
    b->link = NEW_ARRAY(b->arena, uint32_t, p->dom.n);
    b->link_line = NEW_ARRAY_RAW(b->arena, uint32_t, p->n_links + 1);
    memset(b->link_line, 0xff, (p->n_links + 1) * sizeof *b->link_line);
    set_weights(b);
    add_unit(b, UNIT_NONE, 0);
    mark_links(b);
    if (p->n_words)
        find_headings(b);
    uint32_t lead = p->n_words ? find_lead(b) : NONE;
    if (lead != NONE) {
        uint32_t node = p->link[lead].node, unit = add_unit(b, UNIT_LEAD, b->weight[p->first_word[node]]);
        for (uint32_t k = node; k < p->dom.node[node].end; k++)
            b->heading[k] = b->heading[k] ? b->heading[k] : unit;
    }
    add_words(b);
    *out = (struct judge_words){ .page = p, .item = b->words.item, .n = b->words.n, .unit = b->units.item, .n_units = b->units.n };
}

void judge_words_of_places(struct arena *a, const struct judge_places *places, struct judge_words *out)
{
    build_row(&(struct words_builder){ .arena = a, .page = places->page, .places = places }, out);
}

int judge_words_of_page(struct arena *a, const struct blocks *blocks, const struct vixml *document, struct judge_words *out,
                        struct err *e)
{
    struct judge_places places;
    struct words_builder b = { .arena = a, .page = blocks->page, .places = &places, .blocks = blocks };
    int failed = places_find(a, blocks->page, &places, e);
    if (failed)
        return failed;
    number_leaves(&b, document);
    build_row(&b, out);
    return 0;
}

/* ---- Documents without a page ---- */

struct document_row {
    struct arena *arena;
    VEC(struct judge_word) words;
    uint32_t line;
};

static void add_text(struct document_row *r, uint32_t block, float weight, enum vi_kind kind, struct str text)
{
    r->line++;
    while (text.len) {
        struct str word = str_cut(&text, ' ');
        if (word.len)
            *VEC_ADD(r->arena, &r->words) = (struct judge_word){ .symbol = symbol_of(hash_str(word)),
                                                                 .line = r->line,
                                                                 .block = block,
                                                                 .node = NONE,
                                                                 .word = NONE,
                                                                 .kind = (uint8_t)kind,
                                                                 .mark = !is_letter_word(word),
                                                                 .space = true,
                                                                 .text = word,
                                                                 .weight = weight,
                                                                 .factor = 1 };
    }
}

static void add_item(struct document_row *r, const struct vixml *x, uint32_t block, uint32_t item, float weight)
{
    enum vi_kind kind = item < x->block[block].image ? VI_LINK : VI_IMAGE;
    const struct vixml_item *i = &x->item[item];
    if (kind == VI_LINK)
        add_text(r, block, weight, kind, i->name);
    uint64_t hash = kind == VI_LINK ? hash_str(i->address) : hash_mix(hash_str(i->address), hash_str(i->name));
    *VEC_ADD(r->arena, &r->words) = (struct judge_word){
        .symbol = symbol_of(hash_mix(hash, kind + 1)),
        .line = r->line,
        .block = block,
        .node = NONE,
        .word = NONE,
        .kind = (uint8_t)kind,
        .thing = true,
        .text = i->address,
        .name = kind == VI_IMAGE ? symbol_of(hash_str(i->name)) : 0,
        .weight = kind == VI_LINK ? weight / 2 : weight,
        .factor = 1,
    };
}

void judge_words_of_document(struct arena *a, const struct vixml *x, struct judge_words *out)
{
    struct document_row r = { .arena = a };
    float *weight = NEW_ARRAY(a, float, x->n);
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->n; i++)
        most = vixml_has_content(&x->block[i]) ? MAX(most, x->block[i].face.ppm) : most;
    for (uint32_t i = 0; i < x->n; i++) {
        weight[i] = most ? (float)x->block[i].face.ppm / (float)most : 1;
        add_text(&r, i, weight[i], VI_TEXT, x->block[i].text);
    }
    for (unsigned images = 0; images < 2; images++)
        for (uint32_t i = 0; i < x->n; i++) {
            const struct vixml_block *b = &x->block[i];
            for (uint32_t k = images ? b->image : b->link; k < (images ? b->item_end : b->image); k++) {
                r.line += images;
                add_item(&r, x, i, k, weight[i]);
            }
        }
    *out = (struct judge_words){ .item = r.words.item, .n = r.words.n, .unit = NEW_ARRAY(a, struct judge_unit, 1), .n_units = 1 };
}

/* The bit of a new reason. */
static uint32_t add_reason(struct judge_words *w, struct str why)
{
    if (w->n_reasons < JUDGE_REASONS)
        w->reason[w->n_reasons++] = why;
    return 1u << (w->n_reasons - 1);
}

struct str judge_words_why(struct arena *a, const struct judge_words *w, uint32_t mask)
{
    struct str why = STR("");
    for (uint32_t i = 0; i < w->n_reasons; i++)
        if (mask & 1u << i)
            why = why.len ? arena_printf(a, "%.*s; %.*s", STR_ARG(why), STR_ARG(w->reason[i])) : w->reason[i];
    return why;
}

void judge_words_scale(struct arena *a, struct judge_words *w, const struct dom *dom, const struct judge_rule *rule)
{
    bool *inside = NEW_ARRAY(a, bool, dom->n + 1);
    uint32_t why = add_reason(w, rule->why);
    for (uint32_t i = 0; i < rule->n; i++)
        memset(inside + rule->node[i], true, dom->node[rule->node[i]].end - rule->node[i]);
    for (uint32_t i = 0; i < w->n; i++)
        if (w->item[i].node != NONE && inside[w->item[i].node]) {
            w->item[i].factor *= (float)rule->factor;
            w->item[i].why |= why;
        }
}

void judge_words_remember(struct judge_words *w, const float *factor)
{
    uint32_t why = add_reason(w, STR("what changes on every visit"));
    for (uint32_t i = 0; i < w->n; i++)
        if (w->item[i].word != NONE && factor[w->item[i].word] < 1) {
            w->item[i].factor *= factor[w->item[i].word];
            w->item[i].why |= why;
        }
}
