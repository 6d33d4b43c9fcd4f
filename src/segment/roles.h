/* What an element is for, by the words its author named it with: tag, role, id and class.
 *
 * Names are the one hint at a layout that HTML holds when its style sheets are elsewhere: <div id="sidebar"> stands beside something,
 * <div class="site-footer"> ends the page. The words are rows of roles.def. */
#ifndef SEGMENT_ROLES_H
#define SEGMENT_ROLES_H

#include "base/map.h"
#include "page/page.h"

enum role {
    ROLE_HEADER = 1 << 0,
    ROLE_FOOTER = 1 << 1,
    ROLE_NAV = 1 << 2,
    ROLE_MAIN = 1 << 3,    /* main, content, article, post */
    ROLE_ASIDE = 1 << 4,   /* sidebar, rail, widget */
    ROLE_COLUMN = 1 << 5,  /* col, left, right: stands beside another */
    ROLE_AD = 1 << 6,      /* ad, sponsor, promo, banner */
    ROLE_COMMENT = 1 << 7, /* what readers wrote */
    ROLE_SHARE = 1 << 8,   /* share, social, follow, subscribe */
    ROLE_RELATED = 1 << 9, /* related, more, popular, recommended */
    ROLE_META = 1 << 10,   /* byline, date, tags, breadcrumb, caption */
    ROLE_WRAP = 1 << 11,   /* wrapper, container, page: holds all */
    ROLE_UNSEEN = 1 << 12, /* sr-only, visually-hidden, modal, popup: not on the page at first sight */
    ROLE_SEARCH = 1 << 13,
    ROLE_BODY = 1 << 14,    /* article-body, entry-content, post-text: the text itself */
    ROLE_CONSENT = 1 << 15, /* a program that asks about cookies, by its own name: never the page, however long it is */
    ROLE_TRAIL = 1 << 16,   /* breadcrumbs: where on the site the page stands */
    ROLE_WEATHER = 1 << 17, /* the weather of the hour beside a page that is about something else */
    ROLE_PROGRAM = 1 << 18, /* filled by a program of another site, by the name that it asks for: posts, translations */
    ROLE_WINDOW = 1 << 19,  /* modal, popup: opens in front of the page */
    ROLE_KNOWN = 1 << 20,   /* no role: marks those that were found, where they are kept */
};

/* Of one page. What was found is kept: elements around text are asked for again and again, and many elements share their names. */
struct roles {
    const struct page *page;
    uint32_t id, class, role, itemprop; /* the names of attributes as the page's symbols */
    uint32_t *known;                    /* by node: its roles with ROLE_KNOWN; 0: not asked for */
    struct map *names;                  /* by hash of a name: likewise; other pages may share it */
    uint32_t *part;                     /* by element: what roles_part_of() found; 0: not asked for */
    uint32_t prose;                     /* words of the page that stand in no link; NONE: not counted yet */
    uint32_t asides;                    /* elements of that tag; NONE: not counted yet */
    uint32_t main;                      /* the first element of that tag; 0: there is none; NONE: not looked for yet */
};

/* `like`: of another version of the page, in the same arena; most of their names are the same. May be NULL. */
void roles_open(struct roles *r, struct arena *a, const struct page *p, const struct roles *like);
/* The roles of an element, from its own names alone, read when it is first asked for. O(bytes of its names). */
unsigned roles_read(struct roles *r, uint32_t node);
static inline unsigned roles_of(struct roles *r, uint32_t node)
{
    return (r->known[node] ? r->known[node] : roles_read(r, node)) & (ROLE_KNOWN - 1u);
}
/* The parts every page is made of, by what authors name them: by node, the outermost header, footer, navigation or sidebar it is in, or 0
 * for the rest of the page. A header stands at the top of a page and a footer at its end; others of that name belong to articles, and so
 * does whatever stands inside the main content. What holds most of the words that are not links is the page, whatever its name, and
 * headers of one name side by side, or in the rows of a table, head its sections. More than eight asides are notes in the text.
 * O(nodes + bytes of names). */
uint32_t *roles_parts(struct arena *a, struct roles *r);
/* The same of one node, for who asks of a few. O(depth), and what it finds of elements is kept. */
uint32_t roles_part_of(struct roles *r, uint32_t node);
/* The roles of the words in one name: "site-footer", "leftColumn". */
unsigned roles_of_name(struct str name);

#endif
