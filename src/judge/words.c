/* In: a page cut into blocks, or a document. Out: its words with what each weighs, and the units among them.
 *
 *  1. A word weighs by its place: 1 in the main content; less by the level of its block elsewhere; little in the parts that every page of a
 *     site has. A menu weighs least: it leads away from the page, and changes on all pages of a site at once.
 *  2. Punctuation and words of a date or a time weigh a fraction: "2 hours ago" says nothing that the clock does not.
 *  3. The main heading is the one that the title of the page repeats, else the first of the highest level; a heading of the first level
 *     that has at most one beside it is one too, since authors put it there to say what the page is.
 * Cost: O(nodes + words). */
#include "judge/words.h"

#include <math.h>

#include "base/hash.h"
#include "base/vec.h"
#include "judge/shapes.h"
#include "judge/states.h"
#include "judge/versions.h"
#include "segment/content.h"
#include "segment/roles.h"

/* By place. The order matters, the numbers only roughly: see docs/design/vidiff.md. */
#define WEIGHT_FOOTER 0.06f
#define WEIGHT_HEADER 0.05f
#define WEIGHT_MENU 0.02f
#define WEIGHT_ASIDE 0.12f
#define WEIGHT_MARK 0.1f /* a comma beside a word */
#define WEIGHT_DATE 0.1f
static const float level_weight[5] = { 0.2f, 0.1f, 0.15f, 0.3f, 0.6f }; /* outside of the main content, by level of the block */

enum { MENU_CHARS = 30, LEAD_WORDS = 4, FIRST_HEADINGS = 2, EVENT_WORDS = 2 };

struct words_builder {
    struct arena *arena;
    const struct page *page;
    const struct blocks *blocks;
    struct judge_words *out;
    VEC(struct judge_word) words;
    VEC(struct judge_unit) units;
    uint32_t *document_block; /* per leaf */
    float *weight;            /* per word of the page */
    uint32_t *heading;        /* per node: the unit of the heading it is in, 0: none */
    uint32_t *link;           /* per node: the link it is in + 1, 0: none */
};

/* ---- Weights by place ---- */

static float weight_of_part(const struct page *p, const struct roles *roles, uint32_t part)
{
    unsigned role = part ? roles_of(roles, p, part) : 0;
    unsigned tag = part ? p->dom.node[part].tag : 0;
    if (!part)
        return 1;
    if ((role & ROLE_NAV) || tag == TAG_NAV)
        return WEIGHT_MENU;
    if ((role & ROLE_FOOTER) || tag == TAG_FOOTER)
        return WEIGHT_FOOTER;
    if ((role & ROLE_HEADER) || tag == TAG_HEADER)
        return WEIGHT_HEADER;
    return WEIGHT_ASIDE;
}

static bool is_menu_item(const struct content_unit *u)
{
    return u->chars <= MENU_CHARS && u->link_chars > 0.8f * u->chars;
}

/* Words of navigation inside a footer or header are a menu all the same. */
static float weight_of_unit(const struct words_builder *b, const struct roles *roles, const uint32_t *parts,
                            const struct content_unit *u)
{
    const struct page *p = b->page;
    uint32_t node = p->word[u->word].node, leaf = block_of_node(b->blocks, node);
    if (p->kind != KIND_MARKUP || u->main)
        return 1;
    float place = weight_of_part(p, roles, parts[node]);
    if (is_menu_item(u))
        return fminf(place, WEIGHT_MENU);
    return fminf(place, level_weight[leaf == NONE ? 0 : MIN(b->blocks->block[leaf].level, 4u)]);
}

static int set_weights(struct words_builder *b, struct err *e)
{
    const struct page *p = b->page;
    struct content content;
    struct roles roles;
    uint32_t *parts = roles_parts(b->arena, p);
    int failed = content_find(b->arena, p, &content, e);
    if (failed)
        return failed;
    roles_open(&roles, p);
    b->weight = NEW_ARRAY(b->arena, float, p->n_words + 1);
    for (uint32_t w = 0; w < p->n_words; w++)
        b->weight[w] = level_weight[0];
    for (uint32_t i = 0; i < content.n; i++) {
        float weight = weight_of_unit(b, &roles, parts, &content.unit[i]);
        for (uint32_t w = content.unit[i].word; w < content.unit[i].end; w++)
            b->weight[w] = weight;
    }
    return 0;
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
        if (words >= LEAD_WORDS && b->weight[from] > WEIGHT_ASIDE && !(p->flags[node] & NODE_HIDDEN))
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
    uint32_t leaf = block_of_thing(b->blocks, node);
    /* in a link around several blocks the words of the first are its name, the others are text (visual/vixml_build.c) */
    bool linked = b->link[node] && block_of_thing(b->blocks, b->page->link[b->link[node] - 1].node) == leaf;
    return (struct judge_word){
        .line = line,
        .block = leaf == NONE ? 0 : b->document_block[leaf],
        .unit = b->heading[node],
        .node = node,
        .word = NONE,
        .factor = 1,
        .kind = linked ? VI_LINK : VI_TEXT,
    };
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

/* Whether a date in such a line is that of an event: it names one, or says something, and not when it was written or how long ago. Headings
 * have the dates of what stands below them. */
static bool speaks_of_event(const struct words_builder *b, uint32_t i, uint32_t end, struct str text)
{
    uint32_t letters = 0;
    for (uint32_t k = i; k < end; k++)
        letters += !b->words.item[k].thing && shape_is_letters(b->words.item[k].text);
    bool heading = b->words.item[i].unit != 0;
    return events_named(text) || (!heading && letters >= EVENT_WORDS && !stamps_named(text) && !running_named(text));
}

/* Whether the words of a line are those of an event; where they are few, together with the line before. */
static bool is_event(const struct words_builder *b, uint32_t i, uint32_t end)
{
    enum { EVENT_LINE = 40, LABEL_WORDS = 8 };
    AUTO(buf) text = BUF(1024);
    const struct judge_word *w = b->words.item;
    uint32_t from = i;
    while (from && i - from <= LABEL_WORDS && w[from - 1].line + 1 == w[i].line)
        from--;
    from = i - from > LABEL_WORDS ? i : from;
    for (uint32_t k = from; k < end && end - i <= EVENT_LINE; k++) {
        buf_add(&text, w[k].space ? STR(" ") : STR(""));
        buf_add(&text, w[k].thing ? STR("") : w[k].text);
    }
    return !text.over && speaks_of_event(b, i, end, buf_str(&text));
}

/* A short line that says how something stands, such as "Out of stock", is a unit. */
static void mark_state(struct words_builder *b, uint32_t i, uint32_t end)
{
    enum { STATE_WORDS = 8 };
    AUTO(buf) text = BUF(256);
    struct judge_word *w = b->words.item;
    float weight = 0;
    if (end - i > STATE_WORDS)
        return;
    for (uint32_t k = i; k < end; k++) {
        if (w[k].unit)
            return;
        buf_add(&text, w[k].space ? STR(" ") : STR(""));
        buf_add(&text, w[k].text);
        weight = fmaxf(weight, w[k].weight);
    }
    if (text.over || !states_named(buf_str(&text)))
        return;
    uint32_t unit = add_unit(b, UNIT_STATE, weight);
    for (uint32_t k = i; k < end; k++)
        b->words.item[k].unit = unit;
}

static bool names_versions(const struct words_builder *b, uint32_t i, uint32_t end)
{
    AUTO(buf) line = BUF(1024);
    for (uint32_t k = i; k < end; k++)
        buf_addf(&line, "%s%.*s", b->words.item[k].space ? " " : "", STR_ARG(b->words.item[k].text));
    return versions_named(buf_str(&line));
}

/* The number in "The current version is 2.4.0" is a unit. */
static void mark_version(struct words_builder *b, struct judge_word *w, uint32_t i, uint32_t end)
{
    if (!w->unit && versions_is(w->text, true) && (versions_is(w->text, false) || names_versions(b, i, end)))
        w->unit = add_unit(b, UNIT_VERSION, w->weight);
}

/* Dates weigh less, prices, states and versions are units. All are looked for in one line at a time. */
static void mark_shapes(struct words_builder *b)
{
    struct dates dates;
    dates_open(&dates, b->arena, b->page);
    for (uint32_t i = 0, end; i < b->words.n; i = end) {
        struct judge_word *w = b->words.item;
        uint32_t stop = 0;
        for (end = i; end < b->words.n && w[end].line == w[i].line; end++)
            stop = w[end].word == NONE ? stop : w[end].word + 1;
        mark_state(b, i, end);
        for (uint32_t k = i; k < end; k++) {
            if (w[k].word == NONE)
                continue;
            struct dates_run run = dates_find(&dates, w[k].word, stop);
            if (!run.n) {
                mark_version(b, &w[k], i, end);
                continue;
            }
            bool own = run.price || is_event(b, i, end);
            uint32_t unit = own && !w[k].unit ? add_unit(b, run.price ? UNIT_PRICE : UNIT_EVENT, w[k].weight) : 0;
            for (uint32_t last = w[k].word + run.n; k < end && (w[k].word == NONE || w[k].word < last); k++) {
                if (own)
                    w[k].unit = w[k].unit ? w[k].unit : unit;
                else if (b->units.item[w[k].unit].kind != UNIT_MAIN_HEADING)
                    w[k].weight = fmaxf(w[k].weight * WEIGHT_DATE, fminf(w[k].weight, WEIGHT_MENU));
            }
            k--;
        }
    }
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

int judge_words_of_page(struct arena *a, const struct blocks *blocks, const struct vixml *document, struct judge_words *out,
                        struct err *e)
{
    const struct page *p = blocks->page;
    struct words_builder b = { .arena = a, .page = p, .blocks = blocks, .out = out };
    b.heading = NEW_ARRAY(a, uint32_t, p->dom.n);
    b.link = NEW_ARRAY(a, uint32_t, p->dom.n);
    number_leaves(&b, document);
    int failed = set_weights(&b, e);
    if (failed)
        return failed;
    add_unit(&b, UNIT_NONE, 0);
    mark_links(&b);
    if (p->n_words)
        find_headings(&b);
    uint32_t lead = p->n_words ? find_lead(&b) : NONE;
    if (lead != NONE) {
        uint32_t node = p->link[lead].node, unit = add_unit(&b, UNIT_LEAD, b.weight[p->first_word[node]]);
        for (uint32_t k = node; k < p->dom.node[node].end; k++)
            b.heading[k] = b.heading[k] ? b.heading[k] : unit;
    }
    add_words(&b);
    mark_shapes(&b);
    *out = (struct judge_words){ .item = b.words.item, .n = b.words.n, .unit = b.units.item, .n_units = b.units.n };
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
