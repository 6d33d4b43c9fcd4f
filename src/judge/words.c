/* In: a page, with its blocks or without. Out: its words with what each weighs, and the headings among them.
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
#include "base/utf8.h"
#include "base/vec.h"
#include "judge/dates.h"
#include "judge/page_lines.h"
#include "segment/content.h"

/* By place. The order matters, the numbers only roughly: see docs/design/vidiff.md. */
static const float place_weight[PLACES] = {
    [PLACE_MAIN] = 1,       [PLACE_OTHER] = 0.25f,  [PLACE_ASIDE] = JUDGE_WEIGHT_FRAME,
    [PLACE_HEADER] = 0.05f, [PLACE_FOOTER] = 0.06f, [PLACE_MENU] = 0.02f,
    [PLACE_EXTRA] = 0.1f,   [PLACE_NOTICE] = 0.05f,
};
#define PART_WORDS 12.0    /* a line: of a part with fewer, one other word is not half of all there is */
#define WEIGHT_UNSEEN 0.2f /* words that no place is known of */
#define WEIGHT_MARK 0.1f   /* a comma beside a word */
#define MAIN_LEAST 0.2     /* of the words that stand in the main content or nowhere in particular */
#define WEIGHT_HEADED \
    0.5f /* beside the main content, below a heading of it: a list of members, of open places, which has too few words for prose */
#define UNPLACED 0.9f    /* of what is taken for main content since hardly any was found: a footer without a name is among it */
#define WEIGHT_LINK 0.5f /* where a link leads, beside a word */
static const float level_weight[5] = { 0.2f, 0.1f, 0.15f, 0.3f,
                                       0.6f }; /* beside the main content, by level of a block that was drawn */

enum { LEAD_WORDS = 4, FIRST_HEADINGS = 2 };

struct words_builder {
    struct arena *arena;
    const struct page *page;
    const struct judge_places *places;
    const struct blocks *blocks; /* NULL: the page was not cut */
    struct page_lines lines;
    const bool *wanted;  /* by line: it is part of the row; NULL: all are */
    const bool *is_mark; /* by symbol */
    const float *share;  /* by symbol: judge_word_share() */
    struct judge_word *words;
    uint32_t n_words;
    bool all_is_main; /* what stands nowhere in particular is what the page is about */
    VEC(struct judge_unit) units;
    uint32_t *document_block; /* per leaf; NULL: the page was not cut */
    float *weight;            /* per word of the page */
    double all;               /* what its words weigh */
    uint32_t *heading;        /* per node: the unit of the heading it is in, 0: none */
    uint32_t *link;           /* per node: the link it is in + 1, 0: none */
    uint32_t *link_word;      /* per link: its first word that is seen; NONE: it was not asked for */
};

/* ---- Weights by place ---- */

/* Where the main content is a small part of a page that is else neither menu nor margin, it was not found: a list, a front page, a
 * schedule. */
static bool all_is_main(const struct content *content, const uint8_t *place)
{
    double main = 0, other = 0;
    for (uint32_t i = 0; i < content->n; i++) {
        uint32_t words = content->unit[i].end - content->unit[i].word;
        main += place[i] == PLACE_MAIN ? words : 0;
        other += place[i] == PLACE_OTHER ? words : 0;
    }
    return main < MAIN_LEAST * (main + other);
}

static float weight_of_unit(const struct words_builder *b, const struct content_unit *u, enum judge_place place)
{
    if (place == PLACE_OTHER && b->all_is_main)
        return place_weight[PLACE_MAIN] * UNPLACED;
    if (place == PLACE_OTHER && place_is_headed(b->places, b->page->word[u->word].node))
        return WEIGHT_HEADED;
    if (place != PLACE_OTHER || !b->blocks || b->blocks->source != LAYOUT_BROWSER)
        return place_weight[place];
    uint32_t leaf = block_of_node(b->blocks, b->page->word[u->word].node);
    return level_weight[leaf == NONE ? 0 : MIN(b->blocks->block[leaf].level, 4u)];
}

static float weight_of_word(float weight, bool mark)
{
    return weight * (mark ? WEIGHT_MARK : 1);
}

/* Sets the weight of the words [from, to), and adds it up. Sums of weights are exact: they may be taken in any order. */
static void weigh_words(struct words_builder *b, uint32_t from, uint32_t to, float weight)
{
    const uint32_t *symbol = b->page->symbol;
    const float *share = b->share;
    float *own = b->weight;
    double words = 0;
    uint32_t marks = 0;
    for (uint32_t w = from; w < to; w++) {
        own[w] = weight;
        if (!judge_is_seen(b->page, w))
            continue;
        marks += b->is_mark[symbol[w]];
        words += (double)share[symbol[w]];
    }
    b->all += (words - marks) * (double)weight + marks * (double)weight_of_word(weight, true);
}

static void set_weights(struct words_builder *b)
{
    const struct page *p = b->page;
    const struct content *content = places_content(b->places);
    b->weight = NEW_ARRAY_RAW(b->arena, float, p->n_words + 1);
    b->weight[p->n_words] = 0;
    uint8_t *place = NEW_ARRAY_RAW(b->arena, uint8_t, content->n + 1);
    for (uint32_t i = 0; i < content->n; i++)
        place[i] = (uint8_t)place_of_unit(b->places, &content->unit[i]);
    b->all_is_main = all_is_main(content, place);
    uint32_t w = 0;
    for (uint32_t i = 0; i < content->n; i++) {
        const struct content_unit *u = &content->unit[i];
        if (w < u->word)
            weigh_words(b, w, u->word, WEIGHT_UNSEEN);
        weigh_words(b, u->word, u->end, weight_of_unit(b, u, (enum judge_place)place[i]));
        w = u->end;
    }
    weigh_words(b, w, p->n_words, WEIGHT_UNSEEN);
}

/* The words of a main heading weigh 1, wherever it stands. */
static void raise_words(struct words_builder *b, uint32_t from, uint32_t to)
{
    for (uint32_t w = from; w < to; w++) {
        bool mark = b->is_mark[b->page->symbol[w]];
        if (judge_is_seen(b->page, w))
            b->all += (double)b->share[b->page->symbol[w]]
                      * ((double)weight_of_word(1, mark) - (double)weight_of_word(b->weight[w], mark));
        b->weight[w] = 1;
    }
}

/* ---- Units ---- */

static uint32_t add_unit(struct words_builder *b, enum judge_unit_kind kind, float weight)
{
    *VEC_ADD(b->arena, &b->units) = (struct judge_unit){ kind, weight };
    return b->units.n - 1;
}

/* By hash: the words of the title, each once. */
static struct map words_of_title(const struct words_builder *b)
{
    struct map title;
    struct str rest = b->page->n_headings ? b->page->title : STR("");
    map_open(&title, b->arena, 0);
    while (rest.len)
        map_slot(&title, hash_str(str_cut(&rest, ' ')), 1);
    return title;
}

/* How many of the heading's words the title has. */
static double share_in_title(const struct page *p, const struct map *title, uint32_t node)
{
    uint32_t all = 0, found = 0;
    for (uint32_t w = p->first_word[node]; w < p->first_word[p->dom.node[node].end]; w++) {
        struct str word = page_word(p, w);
        if ((p->word[w].flags & WORD_ATOM) || judge_is_mark(word))
            continue;
        all++;
        found += map_find(title, hash_str(word)) != NULL;
    }
    return all ? (double)found / all : 0;
}

static void find_headings(struct words_builder *b)
{
    const struct page *p = b->page;
    const struct map title = words_of_title(b);
    uint32_t main = NONE, n_first = 0;
    double best = 0;
    for (uint32_t i = 0; i < p->n_headings; i++) {
        uint32_t node = p->heading[i].node, words = p->first_word[p->dom.node[node].end] - p->first_word[node];
        if ((p->flags[node] & NODE_HIDDEN) || !words)
            continue;
        double score =
            1.0 / p->heading[i].level + (title.n ? share_in_title(p, &title, node) : 0) + (double)b->weight[p->first_word[node]];
        if (dates_find(&b->places->dates, p->first_word[node], p->first_word[node] + words).n)
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
        if (is_main)
            raise_words(b, p->first_word[node], p->first_word[p->dom.node[node].end]);
    }
}

/* The lead: the first link of some words that is part of what the page offers, not of its frame. */
static uint32_t find_lead(struct words_builder *b)
{
    const struct page *p = b->page;
    for (uint32_t i = 0; i < p->n_links; i++) {
        uint32_t node = p->link[i].node, from = p->first_word[node], to = p->first_word[p->dom.node[node].end], words = 0;
        for (uint32_t w = from; w < to; w++)
            words += !(p->word[w].flags & (WORD_ATOM | WORD_HIDDEN)) && !judge_is_mark(page_word(p, w));
        if (words >= LEAD_WORDS && b->weight[from] > JUDGE_WEIGHT_FRAME && !(p->flags[node] & NODE_HIDDEN))
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
        .share = 1,
        .kind = VI_TEXT,
    };
}

/* A link around several lines has the first for its name, the others are text. */
static bool names_link(struct words_builder *b, uint32_t node, const struct page_line *line)
{
    const struct page *p = b->page;
    if (!b->link[node])
        return false;
    uint32_t *first = &b->link_word[b->link[node] - 1], w = p->first_word[p->link[b->link[node] - 1].node];
    while (*first == NONE && (p->word[w].flags & (WORD_ATOM | WORD_HIDDEN)))
        w++;
    *first = *first == NONE ? w : *first;
    return *first >= line->word;
}

static float weight_of_link(const struct words_builder *b, const struct link *l)
{
    return WEIGHT_LINK * b->weight[MIN(b->page->first_word[l->node], b->page->n_words)];
}

static float weight_of_image(const struct words_builder *b, const struct image *i)
{
    return b->weight[MIN(b->page->first_word[i->node], b->page->n_words)];
}

/* Links and pictures that begin at or before the node, and after the last one asked for. */
struct pending_items {
    uint32_t link, image;
};

static void add_pending(struct words_builder *b, struct pending_items *at, uint32_t node, uint32_t line)
{
    const struct page *p = b->page;
    for (; at->link < p->n_links && p->link[at->link].node <= node; at->link++) {
        const struct link *l = &p->link[at->link];
        struct judge_word word = word_at(b, l->node, line);
        word.kind = VI_LINK;
        word.thing = true;
        word.symbol = judge_symbol(hash_mix(hash_str(l->url), VI_LINK + 1));
        word.text = l->url;
        word.weight = weight_of_link(b, l);
        word.unit = 0;
        if (!(p->flags[l->node] & NODE_HIDDEN))
            b->words[b->n_words++] = word;
    }
    for (; at->image < p->n_images && p->image[at->image].node <= node; at->image++) {
        const struct image *i = &p->image[at->image];
        struct judge_word word = word_at(b, i->node, line);
        word.kind = VI_IMAGE;
        word.thing = true;
        word.symbol = judge_symbol(hash_mix(hash_mix(hash_str(i->url), hash_str(i->alt)), VI_IMAGE + 1));
        word.text = i->url;
        word.name = judge_symbol(hash_str(i->alt));
        word.weight = weight_of_image(b, i);
        word.unit = 0;
        if (!(p->flags[i->node] & NODE_HIDDEN))
            b->words[b->n_words++] = word;
    }
}

static struct str text_of_choice(const struct page *p, uint32_t node)
{
    for (uint32_t n = node + 1; n < p->dom.node[node].end; n++)
        if (p->dom.node[n].kind == NODE_TEXT)
            return str_trim(node_text(&p->dom.node[n]));
    return STR("");
}

static void add_line(struct words_builder *b, uint32_t number)
{
    const struct page *p = b->page;
    const struct page_line *line = &b->lines.item[number];
    struct pending_items at = { line->link, line->image };
    struct judge_word made = { .node = NONE }; /* words of one node have most in common */
    uint32_t node = NONE;
    bool space = false;
    for (uint32_t w = line->word; w < line->end; w++) {
        const struct word *word = &p->word[w];
        space |= (word->flags & (WORD_SPACE | WORD_BREAK | WORD_ATOM)) != 0;
        if (word->node != node) /* nothing begins between two words of one */
            add_pending(b, &at, node = word->node, number);
        if (!judge_is_seen(p, w))
            continue;
        if (word->node != made.node) {
            made = word_at(b, word->node, number);
            made.kind = names_link(b, word->node, line) ? VI_LINK : VI_TEXT;
        }
        made.symbol = judge_symbol(symbols_hash(p->dom.symbols, p->symbol[w]));
        made.word = w;
        made.text = word->flags & WORD_ATOM ? text_of_choice(p, word->node) : symbols_str(p->dom.symbols, p->symbol[w]);
        made.mark = b->is_mark[p->symbol[w]];
        made.space = space;
        made.share = b->share[p->symbol[w]];
        made.weight = weight_of_word(b->weight[w], made.mark);
        space = false;
        b->words[b->n_words++] = made;
    }
    if (line->end == p->n_words)
        add_pending(b, &at, p->dom.n, number);
}

/* Of all links and pictures of the page. */
static double weight_of_things(const struct words_builder *b)
{
    const struct page *p = b->page;
    double sum = 0;
    for (uint32_t i = 0; i < p->n_links; i++)
        sum += p->flags[p->link[i].node] & NODE_HIDDEN ? 0 : (double)weight_of_link(b, &p->link[i]);
    for (uint32_t i = 0; i < p->n_images; i++)
        sum += p->flags[p->image[i].node] & NODE_HIDDEN ? 0 : (double)weight_of_image(b, &p->image[i]);
    return sum;
}

static bool is_wanted(const struct words_builder *b, uint32_t line)
{
    return !b->wanted || b->wanted[line];
}

/* Room for the lines that are wanted, and for what they hold. */
static void open_row(struct words_builder *b, struct judge_words *out)
{
    uint32_t n_lines = 0, n = 0;
    for (uint32_t i = 0; i < b->lines.n; i++) {
        const struct page_line *line = &b->lines.item[i];
        n += is_wanted(b, i) ? line[1].word - line->word + line[1].link - line->link + line[1].image - line->image : 0;
        n_lines += is_wanted(b, i);
    }
    b->words = NEW_ARRAY_RAW(b->arena, struct judge_word, n + 1);
    *out = (struct judge_words){ .page = b->page,
                                 .dates = &b->places->dates,
                                 .item = b->words,
                                 .line = NEW_ARRAY_RAW(b->arena, struct anchor_line, n_lines + 1),
                                 .line_word = NEW_ARRAY_RAW(b->arena, uint32_t, n_lines + 1),
                                 .anchored = b->wanted != NULL };
}

static void add_lines(struct words_builder *b, struct judge_words *out)
{
    open_row(b, out);
    out->all = b->all + weight_of_things(b);
    for (uint32_t i = 0; i < b->lines.n; i++) {
        if (!is_wanted(b, i))
            continue;
        out->line_word[out->n_lines] = b->n_words;
        out->line[out->n_lines++] = b->lines.anchor[i];
        add_line(b, i);
    }
    out->line_word[out->n_lines] = out->n = b->n_words;
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
    b->link_word = NEW_ARRAY_RAW(b->arena, uint32_t, p->n_links + 1);
    memset(b->link_word, 0xff, (p->n_links + 1) * sizeof *b->link_word);
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
    add_lines(b, out);
    out->unit = b->units.item;
    out->n_units = b->units.n;
}

static const bool *find_marks(struct arena *a, const struct symbols *s)
{
    bool *is_mark = NEW_ARRAY_RAW(a, bool, s->n + 1);
    for (uint32_t i = 0; i < s->n; i++)
        is_mark[i] = judge_is_mark(symbols_str(s, i)) && !(s->item[i].len && *s->item[i].ptr == PAGE_ATOM_MARK);
    return is_mark;
}

/* A word of Chinese or Japanese has about two characters, one of Thai or Khmer about five. */
float judge_word_share(struct str word)
{
    uint32_t character;
    if (word.len == 0 || (unsigned char)word.ptr[0] < 0x80 || !utf8_next(word.ptr, word.ptr + word.len, &character)
        || char_class(character) != CHAR_IDEOGRAPH)
        return 1;
    return character < 0x2000 ? 0.2f : 0.5f;
}

static const float *find_shares(struct arena *a, const struct symbols *s)
{
    float *share = NEW_ARRAY_RAW(a, float, s->n + 1);
    for (uint32_t i = 0; i < s->n; i++)
        share[i] = judge_word_share(symbols_str(s, i));
    return share;
}

/* ---- Two pages ---- */

/* By line that stays: one behind it does not. */
static void mark_before_changes(const struct page_lines *l, bool *marked)
{
    for (uint32_t i = 0, stay = 0; i < l->n; stay += l->anchor[i++].stays)
        marked[stay] |= l->anchor[i].stays && i + 1 < l->n && !l->anchor[i + 1].stays;
}

/* Lines that do not stay, and the one before them, which may say what they are about. */
static const bool *lines_wanted(struct arena *a, const struct page_lines *l, const bool *marked)
{
    bool *wanted = NEW_ARRAY(a, bool, l->n + 1);
    for (uint32_t i = 0, stay = 0; i < l->n; stay += l->anchor[i++].stays)
        wanted[i] = !l->anchor[i].stays || marked[stay];
    return wanted;
}

void judge_words_of_changes(struct arena *a, const struct judge_places *old, const struct judge_places *new,
                            struct judge_words *was, struct judge_words *is)
{
    struct words_builder before = { .arena = a, .page = old->page, .places = old };
    struct words_builder after = { .arena = a, .page = new->page, .places = new };
    before.is_mark = find_marks(a, old->page->dom.symbols);
    before.share = find_shares(a, old->page->dom.symbols);
    after.share = new->page->dom.symbols == old->page->dom.symbols ? before.share : find_shares(a, new->page->dom.symbols);
    after.is_mark = new->page->dom.symbols == old->page->dom.symbols ? before.is_mark : find_marks(a, new->page->dom.symbols);
    page_lines_find(a, old->page, &before.lines);
    page_lines_find(a, new->page, &after.lines);
    anchors_find(a, before.lines.anchor, before.lines.n, after.lines.anchor, after.lines.n);
    bool *marked = NEW_ARRAY(a, bool, before.lines.n + 1);
    mark_before_changes(&before.lines, marked);
    mark_before_changes(&after.lines, marked);
    before.wanted = lines_wanted(a, &before.lines, marked);
    after.wanted = lines_wanted(a, &after.lines, marked);
    build_row(&before, was);
    build_row(&after, is);
}

int judge_words_of_page(struct arena *a, const struct blocks *blocks, const struct vixml *document, struct judge_words *out,
                        struct err *e)
{
    struct judge_places *places = NEW(a, struct judge_places);
    struct words_builder b = { .arena = a, .page = blocks->page, .places = places, .blocks = blocks };
    int failed = places_find(a, blocks->page, NULL, places, e);
    if (failed)
        return failed;
    b.is_mark = find_marks(a, blocks->page->dom.symbols);
    b.share = find_shares(a, blocks->page->dom.symbols);
    page_lines_find(a, blocks->page, &b.lines);
    number_leaves(&b, document);
    build_row(&b, out);
    return 0;
}

/* ---- Factors ---- */

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

static float weight_of_chosen(const struct judge_word *w)
{
    return w->thing && w->kind == VI_LINK ? WEIGHT_LINK : w->mark ? WEIGHT_MARK : 1;
}

/* What a page weighs of which only the nodes are looked at, as all that it is about. */
static double weight_of_nodes(const struct page *p, const bool *node)
{
    double all = 0;
    for (uint32_t w = 0; w < p->n_words; w++)
        if (node[p->word[w].node] && judge_is_seen(p, w))
            all += judge_is_mark(page_word(p, w)) ? (double)WEIGHT_MARK : 1;
    for (uint32_t i = 0; i < p->n_links; i++)
        all += node[p->link[i].node] && !(p->flags[p->link[i].node] & NODE_HIDDEN) ? (double)WEIGHT_LINK : 0;
    for (uint32_t i = 0; i < p->n_images; i++)
        all += node[p->image[i].node] && !(p->flags[p->image[i].node] & NODE_HIDDEN);
    return all;
}

void judge_words_narrow(struct judge_words *w, const bool *node, bool chosen)
{
    for (uint32_t i = 0; i < w->n; i++) {
        struct judge_word *word = &w->item[i];
        bool inside = word->node != NONE && node[word->node];
        if (!inside)
            word->weight = word->factor = 0;
        else if (chosen) {
            word->weight = weight_of_chosen(word);
            w->unit[word->unit].weight = word->unit ? 1 : 0;
        }
    }
    w->within = node;
    if (chosen)
        w->all = fmax(weight_of_nodes(w->page, node), fmin(w->all, PART_WORDS));
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
