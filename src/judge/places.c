/* In: a page. Out: the place of any of its words.
 *
 *  1. The main content is what segment/content.h finds; where it finds none (a list of links, a table), all that has no other place is.
 *  2. Around it a word has the place of the nearest element that says by its name what it is for: a notice or an advert inside a header is
 *     a notice or an advert. Then the part of the page it stands in counts.
 *  3. A page has a few windows in front of it. Where many more elements are named so, each with a heading of its own, they are the page's
 *     own items ("link-overlay" is a common name for a story that is all link).
 *     What holds the page's own heading, is a long text with nothing to press, or leads nowhere and tells something in a sentence, is none.
 *  4. What asks about cookies is a notice, whatever it is named and wherever it stands.
 *  5. So is a little text behind the foot of the page that has something to press: nothing that a page says stands there.
 *  6. A short line that is all link, or all but a number in brackets behind it, is an item of a menu, whatever it stands in; headings and
 *     cells of a table are not, nor is what stands below a heading of the main content: lists of members, shops, tutorials.
 *  7. What is named "related" or "recommended" is so where it is links. A chapter may be named so, too.
 *  8. "top" and "bottom" say where a thing stands, not what it is: a front page has its lead story at the top. What is longer there than an
 *     item of a menu has the place of what stands beside it. So has a "banner" that leads nowhere: it is a message.
 *  9. Breadcrumbs and the weather of the hour, by the names of their boxes and by what is in them, are no content, also inside of it; nor
 *     is what a program of another site shows: its posts, its form for a better translation. Nor are
 *     links below "You may also like".
 * 10. Beside terms or an imprint the cards that lead to stories of the site are no content; those that lead to a file are. Chapters of such
 *     a text, and elements whose id repeats their heading, are named by what they treat.
 * 11. What stands below a heading such as "You may also like" was picked for a reader, whatever it stands in; not the entries of a log
 *     below "Hot topics". */
#include "judge/places.h"

#include "base/hash.h"
#include "base/search.h"
#include "judge/boxes.h"
#include "judge/consent.h"
#include "judge/leads.h"
#include "judge/legal.h"
#include "judge/shapes.h"
#include "judge/sides.h"
#include "segment/content.h"
#include "segment/roles.h"

enum { MENU_CHARS = 30, WINDOWS = 8, PICKED_WORDS = 16, DAILY_WORDS = 60, CARDS = 24, PRODUCT_WORDS = 16 };

static const char *const names[PLACES] = {
    [PLACE_MAIN] = "the main content", [PLACE_OTHER] = "beside the main content",
    [PLACE_ASIDE] = "a side column",   [PLACE_HEADER] = "the header",
    [PLACE_FOOTER] = "the footer",     [PLACE_MENU] = "a menu",
    [PLACE_EXTRA] = "an extra part",   [PLACE_NOTICE] = "a notice",
};

const char *place_name(enum judge_place place)
{
    return (unsigned)place < PLACES ? names[place] : "?";
}

/* Whether a heading stands above things that were picked for a reader. */
enum shelf_known { SHELF_UNKNOWN, SHELF_NONE, SHELF_PICKED, SHELF_DAILY };

enum notice_known { NOTICE_UNKNOWN, NOTICE_NO, NOTICE_YES };

enum advert_known { ADVERT_UNKNOWN, ADVERT_NONE, ADVERT_MAY };

/* Shared by versions of a page. */
struct places_shelves {
    struct map known;             /* by words of a heading or label: enum shelf_known */
    struct phrase_index *phrases; /* NULL: none was read yet */
    uint8_t *advert;              /* by symbol: enum advert_known, whether the label of an advert may begin with the word */
};

struct places_known {
    bool found;
    struct content content;
    uint32_t question;        /* the element that asks about cookies; NONE */
    uint32_t behind;          /* the first node of a window that stands behind the foot of the page; NONE */
    uint8_t *shelf;           /* by heading: enum shelf_known */
    uint8_t *picks;           /* likewise: what may_pick() found; 0: it was not asked for */
    uint8_t *named;           /* by node that was asked for: 1 + what it and the elements around it say, or 1 + PLACES */
    uint8_t *boxed;           /* likewise, of what they say wherever they stand */
    uint32_t heading;         /* the last that was asked for: texts are asked for in the order of the page */
    uint32_t holder;          /* the element that holds the main content; 0: not asked for yet */
    enum notice_known notice; /* whether the page is terms, a policy, an imprint */
    bool counted;             /* words is known */
    uint32_t words;           /* in the content or at a place of which nothing is known */
    uint32_t n_windows;       /* elements named as windows in front of the page that have a heading; NONE: not counted yet */
};

/* Where what stands behind the foot of the page begins, if that is a little text with something to press; NONE. */
static uint32_t find_behind(const struct judge_places *p)
{
    enum { BEHIND_WORDS = 80 };
    const struct page *page = p->page;
    const struct dom *d = &page->dom;
    uint32_t n = d->n;
    while (n-- > page->body + 1 && page->first_word[n] + BEHIND_WORDS >= page->n_words) {
        uint32_t end = d->node[n].end;
        if (d->node[n].kind != NODE_ELEMENT || !(roles_of(p->roles, n) & ROLE_FOOTER)
            || page->first_word[end] == page->first_word[n])
            continue;
        bool some = page->first_word[end] < page->n_words && 2 * page->first_word[end] > page->n_words; /* the rest is the page */
        return some && consent_has_button(page, end, d->n) ? end : NONE;
    }
    return NONE;
}

static void find_known(const struct judge_places *p)
{
    struct places_known *k = p->known;
    struct err past; /* places_find() has looked */
    *k = (struct places_known){ .found = true, .n_windows = NONE };
    k->question = consent_find(p->page, false);
    k->behind = find_behind(p);
    k->shelf = NEW_ARRAY(p->arena, uint8_t, p->page->n_headings + 1);
    k->picks = NEW_ARRAY(p->arena, uint8_t, p->page->n_headings + 1);
    k->named = NEW_ARRAY(p->arena, uint8_t, p->page->dom.n + 1);
    k->boxed = NEW_ARRAY(p->arena, uint8_t, p->page->dom.n + 1);
    if (content_find_by(p->arena, p->roles, &k->content, &past))
        k->content = (struct content){ .page = p->page, .root = NONE };
}

static struct places_known *known_of(const struct judge_places *p)
{
    if (!p->known->found)
        find_known(p);
    return p->known;
}

/* Whether the page is terms, a policy, an imprint: a text that nobody reads for news. */
static bool is_notice(const struct judge_places *p)
{
    struct places_known *k = known_of(p);
    if (k->notice == NOTICE_UNKNOWN)
        k->notice = legal_is_notice(p->page) ? NOTICE_YES : NOTICE_NO;
    return k->notice == NOTICE_YES;
}

/* ---- Windows in front of the page ---- */

/* The outermost element around the node that is named a window; NONE. */
static uint32_t window_around(const struct judge_places *p, uint32_t node)
{
    const struct dom *d = &p->page->dom;
    uint32_t found = NONE;
    for (uint32_t n = node; n && n != p->page->body; n = d->node[n].parent)
        found = roles_of(p->roles, n) & ROLE_UNSEEN ? n : found;
    return found;
}

/* Those that have a heading. Headings stand in the order of the page, so those of one window follow each other. */
static uint32_t count_windows(const struct judge_places *p)
{
    uint32_t n = 0, last = NONE;
    for (uint32_t i = 0; i < p->page->n_headings; i++) {
        uint32_t window = window_around(p, p->page->heading[i].node);
        n += window != NONE && window != last;
        last = window != NONE ? window : last;
    }
    return n;
}

static bool has_heading(const struct page *p, uint32_t node)
{
    uint32_t first = SEARCH_FIRST(p->heading, p->n_headings, node, node);
    return first < p->n_headings && p->heading[first].node < p->dom.node[node].end;
}

/* Whether a window only tells something, in a sentence: "The pool is closed until 9 May." Those that sell, ask or answer lead somewhere. */
static bool is_message(const struct judge_places *p, uint32_t node)
{
    enum { SENTENCE_WORDS = 5, MESSAGE_BYTES = 1 << 14 };
    const struct page *page = p->page;
    uint32_t window = window_around(p, node), word, end;
    AUTO(buf) text = BUF(MESSAGE_BYTES);
    if (window == NONE || !(roles_of(p->roles, node) & ROLE_WINDOW) || !box_leads_nowhere(page, window))
        return false;
    word = page->first_word[window];
    end = page->first_word[page->dom.node[window].end];
    page_words_line(page, word, end, &text);
    bool sentence = false;
    for (uint32_t i = SEARCH_FIRST(page->sentence, page->n_sentences, word, word); i < page->n_sentences && !sentence; i++) {
        AUTO(buf) line = BUF(MESSAGE_BYTES);
        const struct sentence *s = &page->sentence[i];
        if (s->word >= end)
            break;
        page_words_line(page, s->word, s->end, &line);
        sentence = s->end - s->word > SENTENCE_WORDS && shape_ends_sentence(str_trim(buf_str(&line)));
    }
    return sentence && !text.over && !consent_names(buf_str(&text));
}

/* Whether it is a long text with nothing to press: a reader could not leave such a window. */
static bool is_long_text(const struct page *p, uint32_t node)
{
    enum { TEXT_WORDS = 80 };
    return p->first_word[p->dom.node[node].end] - p->first_word[node] >= TEXT_WORDS && !box_has_field(p, node);
}

/* They are counted for the first that is met: most pages have none where something changes. */
static bool is_window(const struct judge_places *p, uint32_t node)
{
    struct places_known *k = known_of(p);
    if (k->n_windows == NONE)
        k->n_windows = count_windows(p);
    return (k->n_windows <= WINDOWS || !has_heading(p->page, node)) && !box_holds_name(p->page, node) && !is_message(p, node)
           && !is_long_text(p->page, node);
}

/* ---- Places ---- */

int places_find(struct arena *a, const struct page *page, const struct judge_places *like, struct judge_places *out, struct err *e)
{
    struct judge_places found = { .arena = a, .page = page, .roles = NEW(a, struct roles), .known = NEW(a, struct places_known) };
    int code = content_check(page, e);
    if (code)
        return code;
    found.shelves = like ? like->shelves : NEW(a, struct places_shelves);
    if (!like) {
        map_open(&found.shelves->known, a, 0);
        found.shelves->advert = NEW_ARRAY(a, uint8_t, page->dom.symbols->n + 1);
    }
    roles_open(found.roles, a, page, like ? like->roles : NULL);
    dates_open(&found.dates, a, page, like ? &like->dates : NULL);
    *out = found;
    return 0;
}

/* What holds half of the page is the page, whatever it is called. */
static bool is_most(const struct page *p, uint32_t node)
{
    return (p->first_word[p->dom.node[node].end] - p->first_word[node]) * 2 > p->n_words;
}

static bool asks(const struct page *p, uint32_t question, uint32_t node)
{
    return question != NONE && node >= question && node < p->dom.node[question].end && !is_most(p, question);
}

/* Whether most of the element's text is links, as related stories are. A chapter on recommended tools is named so too. */
static bool is_links(const struct content *c, uint32_t node)
{
    struct content_chars chars = content_chars(c, node);
    return 2 * chars.links >= chars.all;
}

/* Whether what is named an advert leads nowhere and says a lot: figures that a site calls "ads". Adverts have links, or a few words. */
static bool is_text(const struct judge_places *p, uint32_t node)
{
    enum { TEXT_WORDS = 40 };
    const struct page *page = p->page;
    const struct dom *d = &page->dom;
    for (uint32_t n = node; n && n != page->body; n = d->node[n].parent)
        if (roles_of(p->roles, n) & ROLE_AD)
            node = n;
    return page->first_word[d->node[node].end] - page->first_word[node] >= TEXT_WORDS && !box_has_link(page, node);
}

/* ---- Things picked for a reader ---- */

/* The last heading before the node, or the one that it stands in, by number; NONE. `last`: the one that was asked for before. */
static uint32_t heading_above(const struct page *page, uint32_t *last, uint32_t node)
{
    uint32_t n = page->n_headings;
    if (*last < n && page->heading[*last].node <= node && (*last + 1 == n || page->heading[*last + 1].node > node))
        return *last;
    uint32_t behind = SEARCH_FIRST(page->heading, n, node, node + 1);
    return behind ? *last = behind - 1 : NONE;
}

/* Many have the same words: "New", "More". */
static enum shelf_known shelf_named(const struct judge_places *p, struct str heading)
{
    struct places_shelves *s = p->shelves;
    uint32_t *known = map_slot(&s->known, hash_str(heading), SHELF_UNKNOWN);
    if (!s->phrases) {
        s->phrases = NEW(p->arena, struct phrase_index);
        sides_shelves(p->arena, s->phrases);
    }
    if (*known == SHELF_UNKNOWN)
        *known = !sides_shelf(s->phrases, heading) ? SHELF_NONE : sides_daily(heading) ? SHELF_DAILY : SHELF_PICKED;
    return (enum shelf_known) * known;
}

static enum shelf_known read_shelf(const struct judge_places *p, uint32_t node)
{
    AUTO(buf) text = BUF(256);
    const struct page *page = p->page;
    uint32_t word = page->first_word[node], end = page->first_word[page->dom.node[node].end];
    if (end - word > PICKED_WORDS || page->dom.node[node].tag == TAG_H1) /* that of the page is above all of it */
        return SHELF_NONE;
    page_words_line(page, word, end, &text);
    return text.len && !text.over ? shelf_named(p, buf_str(&text)) : SHELF_NONE;
}

static enum shelf_known shelf_of(const struct judge_places *p, uint32_t heading)
{
    uint8_t *known = &known_of(p)->shelf[heading];
    if (*known == SHELF_UNKNOWN)
        *known = (uint8_t)read_shelf(p, p->page->heading[heading].node);
    return (enum shelf_known) * known;
}

/* A line that is no link and begins with a day is an entry of a log: "2031-01-10 The timetable is final". */
static bool begins_with_day(const struct judge_places *p, const struct content_unit *u)
{
    struct dates_run run = { 0 };
    if (dates_may_begin(&p->dates, u->word))
        run = dates_find(&p->dates, u->word, u->end);
    return run.n && !run.price && u->word + run.n < u->end;
}

/* The heading above the card that a heading stands in: the last one before it of a higher level; NONE. */
static uint32_t heading_above_card(const struct page *page, uint32_t number)
{
    uint32_t level = page->dom.node[page->heading[number].node].tag;
    for (uint32_t i = number; i > 0 && number - i < CARDS; i--)
        if (page->dom.node[page->heading[i - 1].node].tag < level)
            return i - 1;
    return NONE;
}

/* The first element behind a heading and not behind the node; what is behind the heading, if none is. */
static uint32_t element_behind(const struct dom *d, uint32_t heading, uint32_t node)
{
    uint32_t row = d->node[heading].end;
    while (row < node && d->node[row].kind != NODE_ELEMENT)
        row = d->node[row].end;
    return row;
}

/* The element in the box that holds the node; 0: it stands elsewhere. */
static uint32_t child_around(const struct dom *d, uint32_t box, uint32_t node)
{
    while (node && d->node[node].parent != box)
        node = d->node[node].parent;
    return node;
}

/* Whether the node stands in the element right behind a heading, and all of that is what the heading speaks of: a row of links, each
 * perhaps with its price; a card behind others; or the few words of the day. */
static bool is_right_below(const struct judge_places *p, uint32_t number, enum shelf_known shelf, uint32_t node)
{
    const struct page *page = p->page;
    const struct dom *d = &page->dom;
    uint32_t heading = page->heading[number].node, box = d->node[heading].parent, first = element_behind(d, heading, node);
    uint32_t row = shelf == SHELF_DAILY ? first : child_around(d, box, node);
    if (row > node || node >= d->node[row].end || d->node[row].parent != box || d->node[row].tag != d->node[first].tag)
        return false;
    uint32_t words = page->first_word[d->node[row].end] - page->first_word[row];
    bool card = words <= PRODUCT_WORDS && box_has_link(page, row); /* its picture is the link */
    return shelf == SHELF_DAILY ? words <= DAILY_WORDS : card || is_links(places_content(p), row);
}

/* Whether the node stands in a paragraph without links behind the row or list below a heading: a text of its own in the same box. */
static bool is_behind_row(const struct judge_places *p, uint32_t number, uint32_t node)
{
    const struct page *page = p->page;
    const struct dom *d = &page->dom;
    uint32_t heading = page->heading[number].node, box = d->node[heading].parent, row = element_behind(d, heading, node),
             top = child_around(d, box, node);
    return row < top && d->node[top].tag == TAG_P && d->node[row].tag != TAG_P && box_has_link(page, row)
           && !box_has_link(page, top);
}

/* Whether the node stands in a card that is a link with a few words beside it, such as a price. */
static bool is_in_card(const struct judge_places *p, uint32_t box, uint32_t node)
{
    enum { DEPTH = 4 };
    const struct page *page = p->page;
    const struct dom *d = &page->dom;
    for (uint32_t n = d->node[node].parent, up = 0; n > box && up < DEPTH; n = d->node[n].parent, up++)
        if (box_has_link(page, n))
            return page->first_word[d->node[n].end] - page->first_word[n] <= PRODUCT_WORDS && is_links(places_content(p), n);
    return false;
}

/* Whether it stands below "You may also like": in the element around that heading, and where that is most of the page, or the page a legal
 * text with a chapter on "Advertising", in a link or right below. */
static bool is_below_shelf(const struct judge_places *p, uint32_t number, uint32_t node, const struct content_unit *u)
{
    const struct page *page = p->page;
    const struct dom *d = &page->dom;
    enum shelf_known shelf = shelf_of(p, number);
    if (shelf == SHELF_NONE)
        return false;
    uint32_t box = d->node[page->heading[number].node].parent;
    bool linked = u && u->link_chars > 0.8f * u->chars, most = box == page->body || is_most(page, box) || is_notice(p);
    if (node >= d->node[box].end || (most && !linked && !is_right_below(p, number, shelf, node) && !is_in_card(p, box, node)))
        return false;
    return !(u && !linked && (begins_with_day(p, u) || is_behind_row(p, number, node)));
}

/* Whether something below a heading may be picked for a reader: by that, or by the one above its card. Asked for every word below it. */
static bool may_pick(const struct judge_places *p, uint32_t number)
{
    enum { ASKED = 1, PICKS = 2 };
    uint8_t *known = &known_of(p)->picks[number];
    if (!*known) {
        uint32_t above = heading_above_card(p->page, number);
        bool picks = shelf_of(p, number) != SHELF_NONE || (above != NONE && shelf_of(p, above) == SHELF_PICKED);
        *known = ASKED | (picks ? PICKS : 0);
    }
    return *known & PICKS;
}

static bool is_picked(const struct judge_places *p, uint32_t word, const struct content_unit *u)
{
    const struct page *page = p->page;
    uint32_t node = page->word[word].node, number = heading_above(page, &known_of(p)->heading, node);
    if (number == NONE || !may_pick(p, number))
        return false;
    uint32_t above = heading_above_card(page, number);
    return is_below_shelf(p, number, node, u)
           || (above != NONE && shelf_of(p, above) == SHELF_PICKED && is_right_below(p, above, SHELF_PICKED, node));
}

/* False: no label of an advert begins with the word, as with most. */
static bool may_advertise(const struct judge_places *p, uint32_t word)
{
    uint8_t *known = &p->shelves->advert[p->page->symbol[word]];
    if (p->page->word[word].flags & (WORD_ATOM | WORD_HIDDEN))
        return true;
    if (*known == ADVERT_UNKNOWN)
        *known = sides_may_advertise(page_word(p->page, word)) ? ADVERT_MAY : ADVERT_NONE;
    return *known == ADVERT_MAY;
}

/* Whether an element of a few lines begins with "Sponsored", "Anzeige": laws ask for such labels. A row of a table begins with what it is
 * about, and a legal text has chapters on advertising. */
static bool is_labelled(const struct judge_places *p, uint32_t node)
{
    enum { ADVERT_WORDS = 60, LABEL_WORDS = 3 };
    AUTO(buf) text = BUF(128);
    const struct page *page = p->page;
    uint32_t word = page->first_word[node], end = page->first_word[page->dom.node[node].end];
    if (word == end || page->dom.node[node].tag == TAG_TR || !may_advertise(p, word))
        return false;
    return sides_advert(box_label(page, node, ADVERT_WORDS, LABEL_WORDS, &text)) && !is_notice(p);
}

/* Whether it is links below a line such as "You may also like", which need not be a heading: a box between two paragraphs of a text. */
static bool is_box_of_picks(const struct judge_places *p, uint32_t node)
{
    enum { BOX_WORDS = 120, LABEL_WORDS = 5 };
    AUTO(buf) text = BUF(128);
    const struct page *page = p->page;
    if (page->first_word[page->dom.node[node].end] - page->first_word[node] > BOX_WORDS || !is_links(places_content(p), node))
        return false;
    struct str label = box_label(page, node, BOX_WORDS, LABEL_WORDS, &text);
    return label.len && !str_ends(label, STR(".")) && shelf_named(p, label) != SHELF_NONE;
}

/* Whether an element has its roles by an id that repeats its heading, and is text: a chapter that is called "Cookies" or "Sharing". What
 * readers wrote and what is related have such headings, too, but not in a legal text. */
static bool is_chapter(const struct judge_places *p, uint32_t node, unsigned roles)
{
    struct str class = STR("");
    if (!box_is_anchor(p->page, node) || is_links(places_content(p), node))
        return false;
    dom_attr(&p->page->dom, node, STR("class"), &class);
    return (!(roles & (ROLE_COMMENT | ROLE_RELATED)) || is_notice(p)) && !(roles_of_name(class) & roles);
}

/* What one element says by its name, or by a label in it; PLACES: nothing. */
static enum judge_place by_name(const struct judge_places *p, uint32_t node)
{
    unsigned roles = roles_of(p->roles, node);
    if (is_labelled(p, node))
        return PLACE_EXTRA;
    roles &= ROLE_CONSENT | ROLE_UNSEEN | ROLE_AD | ROLE_SHARE | ROLE_COMMENT | ROLE_RELATED;
    if (!roles) /* as of most */
        return PLACES;
    if (roles & ROLE_CONSENT)
        return PLACE_NOTICE;
    if (is_most(p->page, node) || is_chapter(p, node, roles))
        return PLACES;
    if ((roles & ROLE_UNSEEN) && is_window(p, node))
        return PLACE_NOTICE;
    bool extra = (roles & (ROLE_SHARE | ROLE_COMMENT)) || ((roles & ROLE_AD) && !is_text(p, node) && !box_is_subject(p->page, node))
                 || ((roles & ROLE_RELATED) && is_links(places_content(p), node));
    return extra ? PLACE_EXTRA : PLACES;
}

/* What one element says that never is the content, wherever it stands: breadcrumbs are links, the weather has degrees, and what a program
 * of another site shows is its own. */
static enum judge_place by_box(const struct judge_places *p, uint32_t node)
{
    const struct page *page = p->page;
    unsigned roles = roles_of(p->roles, node);
    if (is_most(page, node))
        return PLACES;
    if (is_box_of_picks(p, node))
        return PLACE_EXTRA;
    if (!(roles & (ROLE_TRAIL | ROLE_WEATHER | ROLE_PROGRAM)))
        return PLACES;
    if (roles & ROLE_PROGRAM)
        return PLACE_EXTRA;
    if ((roles & ROLE_TRAIL) && is_links(places_content(p), node))
        return PLACE_MENU;
    bool weather =
        (roles & ROLE_WEATHER) && sides_shows_weather(page, page->first_word[node], page->first_word[page->dom.node[node].end]);
    return weather ? PLACE_EXTRA : PLACES;
}

/* What `ask` says of the elements around the word; nearest first. PLACES: nothing. Each element is asked once: `known`. */
static enum judge_place by_elements(const struct judge_places *p, uint32_t node, uint8_t *known,
                                    enum judge_place (*ask)(const struct judge_places *p, uint32_t node))
{
    const struct dom *d = &p->page->dom;
    enum judge_place place = PLACES;
    uint32_t from = d->node[node].parent, n = from;
    for (; place == PLACES && n != p->page->body && n && !known[n]; n = d->node[n].parent)
        place = ask(p, n);
    if (place == PLACES && n != p->page->body && n)
        place = (enum judge_place)(known[n] - 1);
    for (uint32_t k = from; k != n; k = d->node[k].parent)
        known[k] = (uint8_t)(1 + place);
    return place;
}

static enum judge_place by_part(const struct judge_places *p, uint32_t part)
{
    unsigned roles = roles_of(p->roles, part);
    uint32_t tag = p->page->dom.node[part].tag;
    if ((roles & ROLE_NAV) || tag == TAG_NAV)
        return PLACE_MENU;
    if ((roles & ROLE_FOOTER) || tag == TAG_FOOTER)
        return PLACE_FOOTER;
    if ((roles & ROLE_HEADER) || tag == TAG_HEADER)
        return PLACE_HEADER;
    return PLACE_ASIDE;
}

/* A heading or a cell says what stands below it or beside it, also where it is a link. */
static bool is_title(const struct page *p, uint32_t node)
{
    static const uint32_t tags[] = { TAG_H1, TAG_H2, TAG_H3, TAG_H4, TAG_H5, TAG_H6, TAG_TD, TAG_TH };
    return page_around(p, node, tags, ARRAY_LEN(tags)) != NONE;
}

/* What holds the root and the heading beside it, where headings of that level or below follow in it: what stands below those belongs to it
 * as well. */
static uint32_t around_chapters(const struct page *p, uint32_t root)
{
    const struct dom *d = &p->dom;
    uint32_t i = SEARCH_FIRST(p->heading, p->n_headings, node, root), box = d->node[root].parent;
    if (i == 0 || (i < p->n_headings && p->heading[i].node < d->node[root].end) || d->node[p->heading[i - 1].node].parent != box)
        return root;
    for (uint32_t k = i; k < p->n_headings && p->heading[k].node < d->node[box].end; k++)
        if (d->node[p->heading[k].node].parent == box && d->node[p->heading[k].node].tag >= d->node[p->heading[i - 1].node].tag)
            return box;
    return root;
}

/* The element that holds the main content; the body, where that is a small part of the page: a list of sponsors below a few words. */
static uint32_t find_holder(const struct judge_places *p)
{
    enum { SMALL = 5 };
    const struct content *c = places_content(p);
    uint32_t main = 0, all = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t words = c->unit[i].end - c->unit[i].word;
        main += c->unit[i].main ? words : 0;
        all += words;
    }
    return c->root == NONE || SMALL * main < all ? p->page->body : around_chapters(p->page, c->root);
}

bool place_is_headed(const struct judge_places *p, uint32_t node)
{
    const struct dom *d = &p->page->dom;
    struct places_known *k = known_of(p);
    uint32_t i = SEARCH_FIRST(p->page->heading, p->page->n_headings, node, node);
    uint32_t root = k->holder = k->holder ? k->holder : find_holder(p);
    return node > root && node < d->node[root].end && i > 0 && p->page->heading[i - 1].node > root;
}

/* Characters of the "(12)" that a line ends with: how many entries a category has; 0: it ends otherwise. */
static float count_chars(const struct page *p, const struct content_unit *u)
{
    if (u->end < u->word + 4 || !str_eq(page_word(p, u->end - 1), STR(")")) || !str_eq(page_word(p, u->end - 3), STR("(")))
        return 0;
    struct str number = page_word(p, u->end - 2);
    return number.ptr[0] >= '0' && number.ptr[0] <= '9' ? (float)number.len + 2 : 0;
}

/* Whether a list around the node has half of all words of the page: then it is what the page is for, and no menu. */
static bool is_in_list_of_page(const struct page *p, uint32_t node)
{
    const struct dom *d = &p->dom;
    for (uint32_t n = node; n && n != p->body; n = d->node[n].parent) {
        uint32_t tag = d->node[n].kind == NODE_ELEMENT ? d->node[n].tag : TAG_NONE;
        if ((tag == TAG_UL || tag == TAG_OL || tag == TAG_DL)
            && 2 * (p->first_word[d->node[n].end] - p->first_word[n]) >= p->n_words)
            return true;
    }
    return false;
}

static bool is_menu_item(const struct judge_places *p, uint32_t node, const struct content_unit *u)
{
    float chars = u->chars - (u->link_chars ? count_chars(p->page, u) : 0);
    return chars <= MENU_CHARS && u->link_chars > 0.8f * chars && !is_title(p->page, node) && !place_is_headed(p, node)
           && !is_in_list_of_page(p->page, node);
}

/* The unit of the content that the word is part of; NULL: none. */
static const struct content_unit *unit_of(const struct content *c, uint32_t word)
{
    uint32_t i = SEARCH_FIRST(c->unit, c->n, end, word + 1);
    return i < c->n && c->unit[i].word <= word ? &c->unit[i] : NULL;
}

/* Rows for programs before a text in Markdown. */
static bool is_matter(const struct page *p, uint32_t node)
{
    uint32_t line = p->dom.node[node].parent;
    return p->dom.node[p->dom.node[line].parent].tag == TAG_HEADER;
}

/* Whether the links of a header are in a menu inside it. */
static bool is_in_menu(const struct judge_places *p, uint32_t part, uint32_t node, const struct content_unit *u)
{
    const struct dom *d = &p->page->dom;
    if (!u || u->link_chars <= 0.8f * u->chars)
        return false;
    for (uint32_t n = d->node[node].parent; n > part; n = d->node[n].parent)
        if (d->node[n].tag == TAG_NAV || (roles_of(p->roles, n) & ROLE_NAV))
            return true;
    return false;
}

/* Whether an element is links, and one of them is around lines: the title of a box of cards leads nowhere itself. */
static bool holds_cards(const struct judge_places *p, uint32_t node)
{
    const struct page *page = p->page;
    bool card = false;
    uint32_t i = SEARCH_FIRST(page->link, page->n_links, node, node);
    for (; i < page->n_links && page->link[i].node < page->dom.node[node].end && !card; i++)
        card = (page->flags[page->link[i].node] & NODE_HAS_BLOCK) && leads_to_another(page, &page->link[i]);
    return card && is_links(places_content(p), node);
}

/* Whether it stands in a card of a few words that leads to another page: a link around lines, or an article with a link. */
static bool is_in_story(const struct judge_places *p, uint32_t node)
{
    enum { CARD_WORDS = 120 };
    const struct page *page = p->page;
    const struct dom *d = &page->dom;
    for (uint32_t n = d->node[node].parent; n && n != page->body; n = d->node[n].parent) {
        uint32_t tag = d->node[n].tag;
        if (page->first_word[d->node[n].end] - page->first_word[n] > CARD_WORDS)
            return false;
        bool card = (tag == TAG_A && (page->flags[n] & NODE_HAS_BLOCK)) || tag == TAG_ARTICLE;
        if ((card && box_leads_to_story(page, n)) || holds_cards(p, n))
            return true;
    }
    return false;
}

/* `u`: the unit that the word is part of, or NULL. */
static enum judge_place place_in_markup(const struct judge_places *p, uint32_t word, const struct content_unit *u)
{
    const struct places_known *k = known_of(p);
    uint32_t node = p->page->word[word].node;
    if (is_picked(p, word, u))
        return PLACE_EXTRA;
    enum judge_place place = by_elements(p, node, k->boxed, by_box);
    if (place == PLACES && u && u->main)
        return PLACE_MAIN;
    place = place == PLACES ? by_elements(p, node, k->named, by_name) : place;
    if (place < PLACES)
        return place;
    uint32_t part = roles_part_of(p->roles, node);
    if (part && !(u && (u->chars > MENU_CHARS || !u->link_chars) && box_is_by_position(p->page, part)))
        return is_in_menu(p, part, node, u) ? PLACE_MENU : by_part(p, part);
    if (k->content.root == NONE)
        return PLACE_MAIN;
    if (u && is_menu_item(p, node, u))
        return PLACE_MENU;
    return is_notice(p) && is_in_story(p, node) ? PLACE_EXTRA : PLACE_OTHER;
}

/* `u`: the unit that the word is part of, or NULL. */
static enum judge_place find_place(const struct judge_places *p, uint32_t word, const struct content_unit *u)
{
    const struct places_known *k = known_of(p);
    uint32_t node = p->page->word[word].node;
    if (asks(p->page, k->question, node) || node >= k->behind)
        return PLACE_NOTICE;
    if (p->page->kind == KIND_TEXT && is_matter(p->page, node))
        return PLACE_HEADER;
    return p->page->kind == KIND_MARKUP ? place_in_markup(p, word, u) : PLACE_MAIN;
}

enum judge_place place_of(const struct judge_places *p, uint32_t word)
{
    return find_place(p, word, unit_of(&known_of(p)->content, word));
}

const struct content *places_content(const struct judge_places *p)
{
    return &known_of(p)->content;
}

uint32_t places_question(const struct judge_places *p)
{
    return known_of(p)->question;
}

uint32_t places_words(const struct judge_places *p)
{
    struct places_known *k = known_of(p);
    for (uint32_t i = 0; i < k->content.n && !k->counted; i++) {
        const struct content_unit *u = &k->content.unit[i];
        if (find_place(p, u->word, u) <= PLACE_OTHER)
            k->words += u->end - u->word;
    }
    k->counted = true;
    return k->words;
}

enum judge_place place_of_unit(const struct judge_places *p, const struct content_unit *unit)
{
    return find_place(p, unit->word, unit);
}
