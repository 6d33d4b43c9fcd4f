/* In: the delta. Out: entries of at most a few dozen words each: a sign, the words with old before new, and the heading above them, in the
 * order that the changes have, which is that of the page. O(changes x log headings). */
#include "show/listing.h"

#include "base/limits.h"
#include "base/search.h"
#include "show/field.h"
#include "show/label.h"
#include "show/passage.h"
#include "show/quote.h"
#include "show/location.h"

enum {
    ENTRY_WORDS = 22,  /* of old and of new text: two or three lines */
    AROUND_WORDS = 4,  /* kept, on each side */
    ADDRESS_WORDS = 8, /* of a link's own text */
};

const struct listing_sign listing_sign[LIST_KINDS] = {
    [LIST_CHANGED] = { 'u', "±", "changed", "Changed" },
    [LIST_ADDED] = { 'i', "+", "added", "Added" },
    [LIST_REMOVED] = { 'd', "−", "removed", "Removed" },
    [LIST_MOVED] = { 'm', "⇅", "moved", "Moved" },
    [LIST_LINK] = { 'l', "↗", "links", "Link" },
    [LIST_LOOK] = { 'o', "≈", "look", "Look" },
    [LIST_MACHINERY] = { 'x', "#", "machinery", "Machinery" },
};

static bool is_link(const struct page *p, uint32_t node)
{
    return node != NONE && (p->dom.node[node].tag == TAG_A || p->dom.node[node].tag == TAG_AREA);
}

/* Whether a change of markup is about a link: one that leads elsewhere, came or went. */
static bool is_of_link(const struct delta *d, const struct change *c)
{
    return (c->tells & TELLS_LINKS) || is_link(d->old, c->old_node) || is_link(d->new, c->new_node);
}

enum listing_kind listing_kind(const struct delta *d, const struct change *c)
{
    if (c->class != CLASS_CONTENT)
        return c->class == CLASS_LOOK ? LIST_LOOK : LIST_MACHINERY;
    switch (c->kind) {
    case CHANGE_INSERT:
        return LIST_ADDED;
    case CHANGE_DELETE:
        return LIST_REMOVED;
    case CHANGE_MOVE:
        return LIST_MOVED;
    default:
        return location_about(d, c) == ABOUT_MARKUP && is_of_link(d, c) ? LIST_LINK : LIST_CHANGED;
    }
}

void listing_count(const struct delta *d, uint32_t count[LIST_KINDS])
{
    memset(count, 0, LIST_KINDS * sizeof *count);
    for (uint32_t k = 0; k < d->n_changes; k++)
        count[listing_kind(d, &d->change[k])]++;
}

static void add_pair(struct listing *l, const struct change *c)
{
    const struct delta *d = l->delta;
    bool has_old = c->old_word < c->old_end, has_new = c->new_word < c->new_end;

    if (has_old) {
        buf_add(l->out, STR("<del>"));
        quote_line(l->out, d->old, c->old_word, c->old_end, ENTRY_WORDS);
        buf_add(l->out, STR("</del>"));
    }
    if (has_old && has_new)
        buf_add_char(l->out, ' ');
    if (has_new) {
        buf_add(l->out, STR("<ins>"));
        quote_line(l->out, d->new, c->new_word, c->new_end, ENTRY_WORDS);
        buf_add(l->out, STR("</ins>"));
    }
}

/* What names a row of a table or a card: its first cell or line, where that stands before word `from`. Returns its end; 0: it has no
 * name. */
static uint32_t add_box_name(struct listing *l, uint32_t box, uint32_t from)
{
    const struct page *p = l->delta->new;
    uint32_t end = box == NONE ? 0 : passage_name_end(p, box);

    if (box == NONE || end > from || end == p->first_word[box])
        return 0;
    quote_line(l->out, p, passage_name_start(p, box), end, ENTRY_WORDS);
    return end;
}

/* The same before the words of a change that is the only one in its row or card. */
static void add_own_box(struct listing *l, const struct change *c, uint32_t from)
{
    uint32_t box = l->in_group ? NONE : passage_box_of(l->delta, c);

    if (add_box_name(l, box, from))
        buf_add(l->out, l->delta->new->dom.node[box].tag == TAG_TR ? STR(" | ") : STR(" · "));
}

/* Whether words are whole sentences: they can be read by themselves. */
static bool is_whole(const struct page *p, uint32_t word, uint32_t end)
{
    uint32_t first = SEARCH_FIRST(p->sentence, p->n_sentences, word, word),
             last = SEARCH_FIRST(p->sentence, p->n_sentences, end, end);

    return first < p->n_sentences && p->sentence[first].word == word && last < p->n_sentences && p->sentence[last].end == end;
}

/* Whether the words around a change are told with it: not where it is long, and not where whole sentences came or went. */
static bool has_context(const struct delta *d, const struct change *c)
{
    if (MAX(c->old_end - c->old_word, c->new_end - c->new_word) > ENTRY_WORDS)
        return false;
    return !(c->kind == CHANGE_INSERT && is_whole(d->new, c->new_word, c->new_end))
           && !(c->kind == CHANGE_DELETE && is_whole(d->old, c->old_word, c->old_end));
}

/* What stands between a change and the word before it: a space where either page has one. */
static void add_gap_before(struct listing *l, const struct change *c)
{
    const struct delta *d = l->delta;

    if (location_starts_cell(d->new, c->new_word) || c->new_word == c->new_end)
        quote_gap(l->out, c->new_word < c->new_end ? d->new : d->old, c->new_word < c->new_end ? c->new_word : c->old_word);
    else if (location_starts_block(d->new, c->new_word) || location_has_gap(d->new, c->new_word)
             || (c->old_word < c->old_end && location_has_gap(d->old, c->old_word)))
        buf_add_char(l->out, ' ');
}

/* A change of text with the words of the new page close to it, which tell what a number is a number of. */
static void add_words(struct listing *l, const struct change *c)
{
    const struct delta *d = l->delta;
    struct context x = context_around(d, c, AROUND_WORDS);
    uint32_t from = c->new_word, to = c->new_end, box = passage_box_of(d, c);
    bool in_row = box != NONE && d->new->dom.node[box].tag == TAG_TR; /* its name is told: no need for the cells beside it */

    if (!has_context(d, c)) {
        add_own_box(l, c, from);
        add_pair(l, c);
        return;
    }
    while (from > MAX(x.from, l->name_end) && !(in_row && location_starts_cell(d->new, from)))
        from--;
    while (to < x.to && !(in_row && location_starts_cell(d->new, to)))
        to++;
    add_own_box(l, c, from);
    if (x.more_before && from == x.from && from < c->new_word)
        buf_add(l->out, STR("… "));
    quote_line(l->out, d->new, from, c->new_word, UINT32_MAX);
    if (from < c->new_word)
        add_gap_before(l, c);
    add_pair(l, c);
    if (to > c->new_end && c->kind == CHANGE_DELETE)
        quote_gap(l->out, d->old, c->old_end);
    else if (to > c->new_end)
        quote_gap(l->out, d->new, c->new_end);
    quote_line(l->out, d->new, c->new_end, to, UINT32_MAX);
    if (x.more_after && to == x.to && to > c->new_end)
        buf_add(l->out, STR(" …"));
}

static void add_text(struct listing *l, const char *tag, struct str text, bool cut)
{
    if (!text.len)
        return;
    buf_addf(l->out, "<%s>", tag);
    label_value(l->out, text, cut);
    buf_addf(l->out, "</%s>", tag);
}

static void add_texts(struct listing *l, struct label_values x)
{
    add_text(l, "del", x.old, x.cut);
    if (x.old.len && x.new.len)
        buf_add_char(l->out, ' ');
    add_text(l, "ins", x.new, x.cut);
}

static void add_move(struct listing *l, const struct change *c)
{
    AUTO(buf) label = BUF(KIB(64));

    buf_add(l->out, STR("<span class=\"mov\">"));
    quote_line(l->out, l->delta->new, c->new_word, c->new_end, ENTRY_WORDS);
    buf_add(l->out, STR("</span>"));
    if (l->again)
        return;
    buf_add_char(l->out, ' ');
    label_move(l->arena, l->delta, c, "was", &label);
    buf_add_escaped(l->out, buf_str(&label));
}

/* A link or picture: its words, then both addresses, or what else changed about it. */
static void add_link(struct listing *l, const struct change *c)
{
    const struct delta *d = l->delta;
    struct label_values values;
    bool has_values = label_values(d, c, &values);

    buf_add(l->out, STR("<span class=\"lnk\">"));
    if (has_values && values.is_picture)
        buf_add(l->out, STR("picture"));
    else if (c->new_word < c->new_end)
        quote_line(l->out, d->new, c->new_word, c->new_end, ADDRESS_WORDS);
    else
        quote_line(l->out, d->old, c->old_word, c->old_end, ADDRESS_WORDS);
    buf_add(l->out, STR("</span>"));
    if (l->again)
        return;
    buf_add_char(l->out, ' ');
    if (has_values)
        add_texts(l, values);
    else
        field_note(d, c, l->out);
}

void listing_where(struct listing *l, const struct change *c)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    enum about about = location_about(l->delta, c);

    if (about == ABOUT_TITLE || about == ABOUT_DESCRIPTION) {
        buf_addf(l->out, "%s of the page", about == ABOUT_TITLE ? "Title" : "Description");
        return;
    }
    struct place place = place_of_change(l->places, l->delta, c);
    place_add(l->places, &place, &text);
    buf_add_escaped(l->out, text.len ? buf_str(&text) : place_nowhere(l->delta->new, &place));
}

void listing_text(struct listing *l, const struct change *c)
{
    const struct delta *d = l->delta;

    switch (location_about(d, c)) {
    case ABOUT_TITLE:
        add_texts(l, (struct label_values){ .old = d->old->title, .new = d->new->title });
        return;
    case ABOUT_DESCRIPTION:
        add_texts(l, (struct label_values){ .old = d->old->description, .new = d->new->description });
        return;
    case ABOUT_MARKUP:
        add_link(l, c);
        return;
    case ABOUT_WORDS:
        break;
    }
    if (c->kind == CHANGE_MOVE)
        add_move(l, c);
    else
        add_words(l, c);
}

static void add_address(struct listing *l, uint32_t k)
{
    const struct listing_target *to = &l->target[k];

    if (!to->href.len)
        return;
    buf_add(l->out, STR(" href=\""));
    buf_add_escaped(l->out, to->href);
    buf_add_char(l->out, '"');
    if (to->frame)
        buf_addf(l->out, " target=\"%s\"", to->frame);
}

static void add_entry(struct listing *l, uint32_t k, bool last)
{
    const struct change *c = &l->delta->change[k];
    const struct listing_sign *sign = &listing_sign[listing_kind(l->delta, c)];

    buf_addf(l->out, "<a class=\"chg\" data-change=\"%u\" data-kind=\"%c\"", k + 1, sign->letter);
    add_address(l, k);
    buf_addf(
        l->out,
        "><span class=\"kind %c\" aria-hidden=\"true\">%s</span><span class=\"words\" dir=\"auto\"><span class=\"sr\" dir=\"ltr\">%s: </span>",
        sign->letter, sign->sign, sign->spoken);
    listing_text(l, c);
    buf_add(l->out, STR("</span>"));
    if (last) {
        buf_add(l->out, STR("<span class=\"where\" dir=\"auto\">"));
        listing_where(l, c);
        buf_add(l->out, c->hidden ? STR(" · hidden on the page</span>") : STR("</span>"));
    }
    buf_add(l->out, STR("</a>"));
}

/* The next change of content from k on; n_changes: none. */
static uint32_t next_listed(const struct delta *d, uint32_t k)
{
    while (k < d->n_changes && d->change[k].class != CLASS_CONTENT)
        k++;
    return k;
}

/* The row or card that changes are grouped by: one in which words changed. */
static uint32_t group_of(const struct delta *d, uint32_t k)
{
    const struct change *c = k < d->n_changes ? &d->change[k] : NULL;

    return c && c->kind != CHANGE_MOVE && !c->hidden && location_about(d, c) == ABOUT_WORDS ? passage_box_of(d, c) : NONE;
}

static void add_group_name(struct listing *l, uint32_t box, uint32_t from)
{
    size_t start = l->out->len;

    buf_add(l->out, STR("<span class=\"name\" dir=\"auto\">"));
    l->name_end = add_box_name(l, box, MAX(from, l->delta->new->first_word[box]));
    if (l->name_end)
        buf_add(l->out, STR("</span>"));
    else
        l->out->len = start;
}

/* Why changes are one item. */
enum bond { BOND_NONE, BOND_BOX, BOND_MOVE, BOND_LINK };

/* Whether the addresses of two links became others in the same way. */
static bool is_same_turn(const struct delta *d, const struct change *c, const struct change *next)
{
    struct label_values x, y;

    if (!is_of_link(d, c) || !is_of_link(d, next) || !label_values(d, c, &x) || !label_values(d, next, &y))
        return false;
    return label_is_same_turn(&x, &y);
}

static enum bond bond_of(const struct delta *d, uint32_t k, uint32_t next)
{
    if (next >= d->n_changes)
        return BOND_NONE;
    if (group_of(d, k) != NONE && group_of(d, k) == group_of(d, next))
        return BOND_BOX;
    if (passage_moved_together(d, k, next))
        return BOND_MOVE;
    bool links = location_about(d, &d->change[k]) == ABOUT_MARKUP && location_about(d, &d->change[next]) == ABOUT_MARKUP;
    return links && is_same_turn(d, &d->change[k], &d->change[next]) ? BOND_LINK : BOND_NONE;
}

/* All changes of a row or card, of things that moved together or of links that changed alike, or one change that stands alone, as one
 * item; returns how many. *k: the first, then the one behind them. */
static uint32_t add_item(struct listing *l, uint32_t *k)
{
    const struct delta *d = l->delta;
    uint32_t next = next_listed(d, *k + 1), n = 1;
    enum bond bond = bond_of(d, *k, next);

    l->in_group = bond == BOND_BOX;
    buf_add(l->out, bond ? STR("<li class=\"row\">") : STR("<li>"));
    if (bond == BOND_BOX)
        add_group_name(l, group_of(d, *k), d->change[*k].new_word);
    for (; bond && bond_of(d, *k, next) == bond; n++) {
        add_entry(l, *k, false);
        l->again = bond != BOND_BOX;
        *k = next;
        next = next_listed(d, next + 1);
    }
    add_entry(l, *k, true);
    buf_add(l->out, STR("</li>\n"));
    l->in_group = l->again = false;
    l->name_end = 0;
    *k = next;
    return n;
}

void listing_entries(struct listing *l)
{
    const struct delta *d = l->delta;
    uint32_t n = 0;

    for (uint32_t k = next_listed(d, 0); k < d->n_changes && n < LIMIT_LISTED && !l->out->over;)
        n += add_item(l, &k);
    if (n < d->n_class[CLASS_CONTENT])
        buf_addf(l->out, "<li class=\"more\">%u more changes are marked on the page and not listed here.</li>\n",
                 d->n_class[CLASS_CONTENT] - n);
}

void listing_map(struct listing *l)
{
    const struct delta *d = l->delta;
    double words = d->new->n_words + 1.0;
    uint32_t n = 0;

    for (uint32_t k = 0; k < d->n_changes && n < LIMIT_LISTED; k++) {
        const struct change *c = &d->change[k];

        if (c->class != CLASS_CONTENT || !l->target[k].href.len)
            continue;
        buf_addf(l->out, "<a class=\"tick %c\" tabindex=\"-1\" data-change=\"%u\" style=\"top:%.2f%%\"",
                 listing_sign[listing_kind(d, c)].letter, k + 1, 100.0 * c->new_word / words);
        add_address(l, k);
        buf_add(l->out, STR("></a>"));
        n++;
    }
}
