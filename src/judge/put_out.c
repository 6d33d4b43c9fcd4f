/* In: a change of something that is pressed, or of a card. Out: whether a reader wants to know of it.
 *
 * Programs switch buttons off and on as they go, and the same button tells of the world: an order that can no longer be placed. Not news
 * are
 *  1. what leads through something: the next page, picture, step; also where the names around it say so;
 *  2. what is off because another beside it is on now: the page, the tab, the kind that is looked at;
 *  3. what sends a form that has fields to fill in: it waits for them, or for a script. But an order is one whatever else is asked for;
 *  4. what has no words: a sign alone is one of a tool;
 *  5. what stands in a card that says so itself;
 *  6. an item of a menu; so is a line that is all link, unless it says what people do: order, book, sign up. */
#include "judge/put_out.h"

#include "base/search.h"
#include "compare/classes.h"
#include "compare/values.h"
#include "judge/phrases.h"
#include "judge/shapes.h"
#include "judge/states.h"

enum {
    LABEL_BYTES = 256,
    LABEL_WORDS = 12,
    STEP_WORDS = 4,
    LEVELS = 4,  /* around it whose names are read: a list, and what holds it */
    BESIDE = 16, /* changes of neighbours stand near each other */
};

static const struct phrase steps[] = {
#define STEP(text) PHRASE(text),
#include "judge/steps.def"
};

/* Begins of names of what is pressed to get through something. */
static const struct phrase tools[] = {
#define TOOL(text) PHRASE(text),
#include "judge/steps.def"
};

static const struct phrase acts[] = {
#define ACT(text) PHRASE(text),
#include "judge/steps.def"
};

static const struct phrase menus[] = {
#define MENU(text) PHRASE(text),
#include "judge/steps.def"
};

/* ---- What it says ---- */

static bool is_word(struct str word)
{
    return word.len && (byte_is_digit(word.ptr[0]) || shape_is_letters(word));
}

static uint32_t n_words(struct str text)
{
    uint32_t n = 0;

    for (struct str rest = text, word; (word = names_cut(&rest)).len;)
        n += is_word(word);
    return n;
}

/* The words on it; where it has none, those that stand for them. */
static void add_label(const struct page *p, uint32_t node, struct buf *out)
{
    static const struct str names[] = { STR_INIT("aria-label"), STR_INIT("value"), STR_INIT("title") };
    uint32_t word = p->first_word[node], end = p->first_word[p->dom.node[node].end];
    struct str value;

    page_words_line(p, word, MIN(end, word + LABEL_WORDS), out);
    for (size_t i = 0; i < ARRAY_LEN(names) && n_words(buf_str(out)) == 0; i++)
        if (dom_attr(&p->dom, node, names[i], &value)) {
            buf_clear(out);
            buf_add(out, str_trim(value));
        }
}

bool put_out_is_sale(const struct page *p, uint32_t node)
{
    AUTO(buf) label = BUF(LABEL_BYTES);
    add_label(p, node, &label);
    return !label.over && states_named(NULL, buf_str(&label));
}

/* ---- What it is for ---- */

static bool is_step(struct str label)
{
    return n_words(label) <= STEP_WORDS && phrases_found(label, steps, ARRAY_LEN(steps), PHRASE_BEGINS);
}

static bool is_act(struct str label)
{
    return phrases_found(label, acts, ARRAY_LEN(acts), PHRASE_BEGINS);
}

/* Whether a name of it, or of what is around it, has a word that begins so. */
static bool is_named(const struct page *p, uint32_t node, const struct phrase *word, size_t n)
{
    static const struct str names[] = { STR_INIT("class"), STR_INIT("id"), STR_INIT("rel"), STR_INIT("role") };
    struct str value;

    for (int level = 0; level < LEVELS && node && node != p->body; level++, node = p->dom.node[node].parent)
        for (size_t i = 0; i < ARRAY_LEN(names); i++)
            if (dom_attr(&p->dom, node, names[i], &value) && phrases_found(value, word, n, PHRASE_BEGINS))
                return true;
    return false;
}

/* An item of a menu leads somewhere, or opens a list of others: a site is built anew. */
static bool is_in_menu(const struct page *p, uint32_t node)
{
    for (uint32_t n = node; n && n != p->body; n = p->dom.node[n].parent) {
        uint32_t tag = p->dom.node[n].tag;
        if (tag == TAG_NAV || tag == TAG_HEADER || tag == TAG_FOOTER)
            return true;
    }
    return is_named(p, node, menus, ARRAY_LEN(menus));
}

/* A field that somebody fills in, or where they choose something. */
static bool is_to_fill(const struct page *p, uint32_t node)
{
    static const struct str others[] = { STR_INIT("hidden"), STR_INIT("submit"), STR_INIT("button"),
                                         STR_INIT("image"),  STR_INIT("reset"),  STR_INIT("number") };
    uint32_t tag = p->dom.node[node].tag;
    struct str type;

    if (tag != TAG_INPUT || !dom_attr(&p->dom, node, STR("type"), &type))
        return tag == TAG_INPUT || tag == TAG_TEXTAREA || tag == TAG_SELECT;
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (word_alike(type, others[i]))
            return false;
    return true;
}

static bool waits_for_form(const struct page *p, uint32_t node)
{
    uint32_t form = node;

    while (form && p->dom.node[form].tag != TAG_FORM)
        form = p->dom.node[form].parent;
    for (uint32_t n = form + 1; form && n < p->dom.node[form].end; n++)
        if (p->dom.node[n].kind == NODE_ELEMENT && is_to_fill(p, n))
            return true;
    return false;
}

/* Whether something of the same list is on where this is off, or off where this is on. */
static bool gives_way(const struct delta *d, uint32_t change)
{
    enum { BOTH = TELLS_PUT_OUT | TELLS_PUT_IN };
    const struct node *all = d->new->dom.node;
    uint32_t list = all[d->change[change].new_node].parent, end = MIN(change + BESIDE, d->n_changes - 1);

    for (uint32_t i = change > BESIDE ? change - BESIDE : 0; i <= end; i++) {
        const struct change *c = &d->change[i];
        if (c->new_node == NONE || ((c->tells | d->change[change].tells) & BOTH) != BOTH)
            continue;
        if (all[c->new_node].parent == list || all[all[c->new_node].parent].parent == all[list].parent)
            return true;
    }
    return false;
}

bool put_out_is_pressed(const struct delta *d, const struct change *c)
{
    return c->old_node != NONE && c->new_node != NONE
           && (becomes_put_out(d, c->old_node, c->new_node) || becomes_put_in(d, c->old_node, c->new_node));
}

/* Whether a line is nothing but this link. */
static bool is_lone_link(const struct page *p, uint32_t node)
{
    uint32_t word = p->first_word[node], end = p->first_word[p->dom.node[node].end];
    uint32_t i = SEARCH_FIRST(p->sentence, p->n_sentences, end, word + 1);
    return p->dom.node[node].tag == TAG_A && i < p->n_sentences && p->sentence[i].word == word && p->sentence[i].end == end;
}

/* A card around it says so of all that can be pressed in it. */
static bool is_said_around(const struct delta *d, uint32_t node)
{
    for (uint32_t n = d->new->dom.node[node].parent; n &&n != d->new->body; n = d->new->dom.node[n].parent)
        if (d->new_node[n] != NONE && (becomes_put_out(d, d->new_node[n], n) || becomes_put_in(d, d->new_node[n], n)))
            return true;
    return false;
}

bool put_out_matters(const struct delta *d, uint32_t change)
{
    AUTO(buf) label = BUF(1024);
    const struct change *c = &d->change[change];

    if (!put_out_is_pressed(d, c))
        return true; /* a field, a choice, words that are struck out */
    add_label(d->new, c->new_node, &label);
    if (is_said_around(d, c->new_node) || label.over || n_words(buf_str(&label)) == 0 || is_step(buf_str(&label))
        || is_named(d->new, c->new_node, tools, ARRAY_LEN(tools)))
        return false;
    if (!is_pressed(d->new, c->new_node) || states_named(NULL, buf_str(&label)))
        return true;
    if (is_lone_link(d->new, c->new_node) && !is_act(buf_str(&label)))
        return false;
    return !(waits_for_form(d->new, c->new_node) || gives_way(d, change) || is_in_menu(d->new, c->new_node));
}
