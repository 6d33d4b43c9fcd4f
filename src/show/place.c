/* In: words of a page. Out: where they stand. Headings by binary search, the rest along the ancestors. See place.h. */
#include "show/place.h"

#include "base/limits.h"
#include "page/plain.h"
#include "show/passage.h"
#include "show/location.h"

enum {
    LEVELS = 3,         /* of headings, and of keys, that are told: the innermost */
    TITLE_WORDS = 16,   /* of each */
    SCREEN_WORDS = 100, /* a shorter page is seen at once: it has no middle and no end to look for */
};

/* The number of the last of sorted things that is not greater; 0 where all are. */
static uint32_t last_at_most(const uint32_t *item, uint32_t n, uint32_t limit)
{
    uint32_t low = 0, high = n;

    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        *(item[middle] <= limit ? &low : &high) = middle;
    }
    return low;
}

static uint32_t first_of(const struct page *p, uint32_t tag)
{
    uint32_t i = p->body;

    while (i < p->dom.n && p->dom.node[i].tag != tag)
        i++;
    return i;
}

/* Lines of text are the children of its pre, rows those of the body of its table. */
static void find_lines(struct places *p, struct arena *a)
{
    const struct page *page = p->page;
    uint32_t parent = first_of(page, page->kind == KIND_TEXT ? TAG_PRE : TAG_TBODY);

    if (parent == page->dom.n)
        return;
    p->line = NEW_ARRAY_RAW(a, uint32_t, page->dom.n - parent);
    for (uint32_t i = parent + 1; i < page->dom.node[parent].end; i = page->dom.node[i].end)
        p->line[p->n_lines++] = i;
}

static bool is_marked_up(const struct page *p)
{
    return p->kind == KIND_MARKUP || p->kind == KIND_FEED;
}

void places_open(struct places *p, struct arena *a, const struct page *page)
{
    uint32_t last[7]; /* by level: the open heading, or NONE */

    *p = (struct places){ .page = page, .outer = NEW_ARRAY_RAW(a, uint32_t, page->n_headings + 1) };
    if (page->kind == KIND_TEXT || page->kind == KIND_TABLE)
        find_lines(p, a);
    if (is_marked_up(page))
        cards_open(&p->cards, a, page);
    memset(last, 0xff, sizeof last);
    for (uint32_t h = 0; h < page->n_headings; h++) {
        uint32_t level = MIN(page->heading[h].level, 6u), above = level;

        while (above > 0 && last[above - 1] == NONE)
            above--;
        p->outer[h] = above ? last[above - 1] : NONE;
        p->n_top += level == 1;
        last[level] = h;
        for (uint32_t below = level + 1; below < ARRAY_LEN(last); below++)
            last[below] = NONE;
    }
}

static uint32_t words_end(const struct page *p, uint32_t node)
{
    return p->first_word[p->dom.node[node].end];
}

static const struct {
    uint32_t tag;
    const char *role, *name;
} parts[] = {
    { TAG_NAV, "navigation", "Navigation" },
    { TAG_FOOTER, "contentinfo", "Foot of the page" },
    { TAG_ASIDE, "complementary", "Side of the page" },
    { TAG_HEADER, "banner", "Head of the page" },
    { TAG_NONE, "search", "Search" },
};

static const char *part_name(const struct page *p, uint32_t node)
{
    struct str role = STR("");

    if (p->dom.node[node].kind != NODE_ELEMENT)
        return NULL;
    dom_attr(&p->dom, node, STR("role"), &role);
    for (size_t i = 0; i < ARRAY_LEN(parts); i++)
        if ((p->dom.node[node].tag == parts[i].tag && parts[i].tag) || str_eq_nocase(role, str_of(parts[i].role)))
            return parts[i].name;
    return NULL;
}

/* The part of the page around a node that the heading is not in: then the heading is not about it. */
static uint32_t part_around(const struct page *p, uint32_t node, uint32_t heading)
{
    uint32_t title = heading == NONE ? NONE : p->heading[heading].node;

    for (uint32_t i = node; i; i = p->dom.node[i].parent)
        if (part_name(p, i))
            return title != NONE && title > i && title < p->dom.node[i].end ? NONE : i;
    return NONE;
}

/* The number, from 1, of the line or row that a word stands in. */
static uint32_t line_of(const struct places *p, uint32_t word)
{
    return p->n_lines ? last_at_most(p->line, p->n_lines, p->page->word[MIN(word, p->page->n_words - 1)].node) + 1 : 0;
}

/* The outermost element that says the same: a thing that came is not told to stand inside itself. The only member of an object does not
 * stand for the object, whose key would not be told then. */
static uint32_t widest(const struct page *p, uint32_t node, uint32_t word, uint32_t end)
{
    uint32_t top = node, up = p->dom.node[node].parent;

    for (; up && p->first_word[up] == word && words_end(p, up) == end; up = p->dom.node[top].parent)
        top = up;
    return p->dom.node[node].tag == TAG_TR && p->dom.node[top].tag == TAG_TD ? node : top;
}

/* What has no heading over it stands at the top where no heading stands before it, else where the count of words says. */
static uint32_t region_of(const struct page *p, const struct place *place, uint32_t word)
{
    if (place->heading != NONE || place->part != NONE || place->line || place->card.word < place->card.end)
        return 0;
    if (p->n_headings && p->first_word[p->heading[0].node] > word)
        return 0;
    return p->n_words < SCREEN_WORDS || word < p->n_words / 4 ? 0 : word >= p->n_words - p->n_words / 4 ? 2 : 1;
}

/* What the table around words is called by its caption, unless they are part of that. */
static void find_caption(const struct page *p, uint32_t node, uint32_t word, struct card_name *out)
{
    while (node && p->dom.node[node].tag != TAG_TABLE)
        node = p->dom.node[node].parent;
    for (uint32_t i = node + 1; node && i < p->dom.node[node].end; i = p->dom.node[i].end)
        if (p->dom.node[i].tag == TAG_CAPTION && words_end(p, i) <= word)
            *out = (struct card_name){ p->first_word[i], words_end(p, i) };
}

static void find_card(const struct places *p, uint32_t node, uint32_t word, uint32_t end, struct place *place)
{
    if (!card_name(&p->cards, word, end, &place->card))
        find_caption(p->page, node, word, &place->card);
}

struct place place_find(const struct places *p, uint32_t word, uint32_t end)
{
    const struct page *page = p->page;
    struct place place = { .heading = NONE, .part = NONE, .element = NONE };
    uint32_t node = location_element(page, word, end);

    if (page->kind == KIND_JSON) {
        place.element = widest(page, node, word, end);
        return place;
    }
    if ((page->kind == KIND_TEXT || page->kind == KIND_TABLE) && page->n_words) {
        place.line = line_of(p, word);
        place.to = line_of(p, end > word ? end - 1 : word);
    }
    place.heading = location_heading_before(page, word + (word < end));
    if (place.heading != NONE && word < end && page->first_word[page->heading[place.heading].node] == word)
        place.heading = p->outer[place.heading];
    place.heading = location_heading_over(page, place.heading, word);
    place.part = is_marked_up(page) ? part_around(page, node, place.heading) : NONE;
    if (place.part != NONE)
        place.heading = NONE;
    else if (is_marked_up(page))
        find_card(p, node, word, end, &place);
    place.region = region_of(page, &place, word);
    return place;
}

/* The innermost element of the new page that stands for one around words of the old page. */
static uint32_t partner_around(const struct delta *d, uint32_t word, uint32_t end)
{
    uint32_t node = location_element(d->old, word, end);

    while (node && d->old_node[node] == NONE)
        node = d->old->dom.node[node].parent;
    return node ? d->old_node[node] : d->new->body;
}

struct place place_of_change(const struct places *p, const struct delta *d, const struct change *c)
{
    uint32_t box = is_marked_up(p->page) && c->kind != CHANGE_MOVE ? passage_box_of(d, c) : NONE;

    if (box != NONE)
        return place_find(p, p->page->first_word[box], words_end(p->page, box));
    if (c->kind != CHANGE_DELETE || !is_marked_up(p->page))
        return place_find(p, c->new_word, c->new_end);
    uint32_t around = partner_around(d, c->old_word, c->old_end);
    uint32_t heading = location_heading(d, c), part = part_around(p->page, around, heading);
    struct place place = { .heading = part == NONE ? heading : NONE, .part = part, .element = NONE };

    if (part == NONE)
        find_card(p, around, p->page->first_word[around], words_end(p->page, around), &place);
    place.region = region_of(p->page, &place, c->new_word);
    return place;
}

bool place_differs(const struct place *before, const struct place *now)
{
    if (now->line)
        return now->heading != before->heading || now->line > before->to + 1 || now->line < before->line;
    return now->heading != before->heading || now->part != before->part || now->element != before->element
           || now->card.word != before->card.word || now->card.end != before->card.end || now->region != before->region;
}

/* ---- In words ---- */

static void add_range(const struct page *p, uint32_t word, uint32_t end, struct buf *out)
{
    uint32_t shown = page_cut(p, MIN(end, word + TITLE_WORDS), end);

    page_words_line(p, word, shown, out);
    if (shown < end)
        buf_add(out, STR(" …"));
}

static void add_words(const struct page *p, uint32_t node, struct buf *out)
{
    add_range(p, p->first_word[node], words_end(p, node), out);
}

static void add_heading(const struct page *p, uint32_t heading, struct buf *out)
{
    uint32_t node = p->heading[heading].node;

    add_range(p, location_heading_start(p, node), words_end(p, node), out);
}

static void add_step(struct buf *out)
{
    if (out->len)
        buf_add(out, STR(" › "));
}

/* The heading above another one, which is not that of a card before it. */
static uint32_t heading_over(const struct places *p, uint32_t heading)
{
    return location_heading_over(p->page, p->outer[heading], p->page->first_word[p->page->heading[heading].node]);
}

static uint32_t words_in_heading(const struct page *p, uint32_t heading)
{
    uint32_t node = p->heading[heading].node;

    return words_end(p, node) - p->first_word[node];
}

/* The only heading of the first level is the name of the page: under another heading it tells nothing. */
static void add_headings(const struct places *p, uint32_t heading, struct buf *out)
{
    uint32_t path[LEVELS], n = 0;

    for (; heading != NONE && n < LEVELS; heading = heading_over(p, heading)) {
        if (n && p->n_top == 1 && p->page->heading[heading].level == 1)
            break;
        if (!words_in_heading(p->page, heading))
            continue;
        path[n++] = heading;
    }
    while (n > 0) {
        add_step(out);
        add_heading(p->page, path[--n], out);
    }
}

/* The number of an item in its list, from 1. */
static uint32_t item_number(const struct page *p, uint32_t item)
{
    uint32_t low = 0, high = p->n_lists;

    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        *(p->list[middle].node <= p->dom.node[item].parent ? &low : &high) = middle;
    }
    const struct list *list = &p->list[low];
    return last_at_most(p->item + list->item, list->item_end - list->item, item) + 1;
}

/* What a thing of JSON is called: by its first member, where that is one that names it; else by its number. */
static void add_item(const struct page *p, uint32_t item, struct buf *out)
{
    uint32_t table = item + 1;

    if (table < p->dom.node[item].end && p->dom.node[table].tag == TAG_TABLE) {
        uint32_t key = table + 3, value = p->dom.node[key].end; /* table, tbody, tr, th */
        if (plain_names_thing(node_text(&p->dom.node[key + 1])) && !(p->flags[value] & NODE_HAS_BLOCK)) {
            add_words(p, value, out);
            return;
        }
    }
    buf_addf(out, "item %u", item_number(p, item));
}

/* The keys and items around a value; the innermost key stands beside the value itself. */
static void add_keys(const struct page *p, uint32_t element, struct buf *out)
{
    uint32_t path[LEVELS], n = 0;
    bool own = true;

    for (uint32_t i = element; i && n < LEVELS; i = p->dom.node[i].parent) {
        uint32_t tag = p->dom.node[i].tag;
        bool key = tag == TAG_TR && !own;
        own &= tag != TAG_TR && tag != TAG_TBODY && tag != TAG_UL;
        if (key || (tag == TAG_LI && i != element))
            path[n++] = i;
    }
    while (n > 0) {
        uint32_t node = path[--n];
        add_step(out);
        if (p->dom.node[node].tag == TAG_TR)
            add_words(p, node + 1, out);
        else
            add_item(p, node, out);
    }
}

struct str place_nowhere(const struct page *p, const struct place *place)
{
    static const struct str regions[] = { STR_INIT("Top of the page"), STR_INIT("Middle of the page"),
                                          STR_INIT("End of the page") };

    return p->kind == KIND_JSON ? STR("Top level") : regions[place->region];
}

void place_add(const struct places *p, const struct place *place, struct buf *out)
{
    const struct page *page = p->page;

    if (place->element != NONE)
        add_keys(page, place->element, out);
    if (place->heading != NONE)
        add_headings(p, place->heading, out);
    if (place->part != NONE)
        buf_add(out, str_of(part_name(page, place->part)));
    if (place->card.word < place->card.end) {
        add_step(out);
        add_range(page, place->card.word, place->card.end, out);
    }
    if (place->line) {
        buf_add(out, out->len ? STR(", ") : STR(""));
        buf_addf(out, "%s %u", page->kind == KIND_TEXT ? "line" : "row", place->line);
    }
}
