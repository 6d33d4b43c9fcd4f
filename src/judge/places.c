/* In: a page. Out: the place of any of its words.
 *
 *  1. The main content is what segment/content.h finds; where it finds none (a list of links, a table), all that has no other place is.
 *  2. Around it a word has the place of the nearest element that says by its name what it is for: a notice or an advert inside a header is
 *     a notice or an advert. Then the part of the page it stands in counts.
 *  3. A short line that is all link is an item of a menu, whatever it stands in. */
#include "judge/places.h"

#include "segment/content.h"
#include "segment/roles.h"

enum { MENU_CHARS = 30 };

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

int places_find(struct arena *a, const struct page *page, struct judge_places *out, struct err *e)
{
    struct judge_places found = {
        .page = page, .part = roles_parts(a, page), .content = NEW(a, struct content), .roles = NEW(a, struct roles)
    };
    int code = content_find(a, page, found.content, e);
    if (code)
        return code;
    roles_open(found.roles, page);
    found.unit = NEW_ARRAY_RAW(a, uint32_t, page->n_words + 1);
    memset(found.unit, 0xff, (page->n_words + 1) * sizeof *found.unit);
    for (uint32_t i = 0; i < found.content->n; i++)
        for (uint32_t w = found.content->unit[i].word; w < found.content->unit[i].end; w++)
            found.unit[w] = i;
    *out = found;
    return 0;
}

/* What holds half of the page is the page, whatever it is called. */
static bool is_most(const struct page *p, uint32_t node)
{
    return (p->first_word[p->dom.node[node].end] - p->first_word[node]) * 2 > p->n_words;
}

/* What the elements around the word say; nearest first. PLACES: nothing. */
static enum judge_place by_names(const struct judge_places *p, uint32_t node)
{
    const struct dom *d = &p->page->dom;
    for (uint32_t n = d->node[node].parent; n != p->page->body && n && !is_most(p->page, n); n = d->node[n].parent) {
        unsigned roles = roles_of(p->roles, p->page, n);
        if (roles & ROLE_UNSEEN)
            return PLACE_NOTICE;
        if (roles & (ROLE_AD | ROLE_RELATED | ROLE_SHARE | ROLE_COMMENT))
            return PLACE_EXTRA;
    }
    return PLACES;
}

static enum judge_place by_part(const struct judge_places *p, uint32_t part)
{
    unsigned roles = roles_of(p->roles, p->page, part);
    uint32_t tag = p->page->dom.node[part].tag;
    if ((roles & ROLE_NAV) || tag == TAG_NAV)
        return PLACE_MENU;
    if ((roles & ROLE_FOOTER) || tag == TAG_FOOTER)
        return PLACE_FOOTER;
    if ((roles & ROLE_HEADER) || tag == TAG_HEADER)
        return PLACE_HEADER;
    return PLACE_ASIDE;
}

static bool is_menu_item(const struct content_unit *u)
{
    return u->chars <= MENU_CHARS && u->link_chars > 0.8f * u->chars;
}

enum judge_place place_of(const struct judge_places *p, uint32_t word)
{
    uint32_t node = p->page->word[word].node;
    const struct content_unit *u = p->unit[word] == NONE ? NULL : &p->content->unit[p->unit[word]];
    if (p->page->kind != KIND_MARKUP || (u && u->main))
        return PLACE_MAIN;
    enum judge_place place = by_names(p, node);
    if (place < PLACES)
        return place;
    if (p->part[node])
        return by_part(p, p->part[node]);
    if (p->content->root == NONE)
        return PLACE_MAIN;
    return u && is_menu_item(u) ? PLACE_MENU : PLACE_OTHER;
}
