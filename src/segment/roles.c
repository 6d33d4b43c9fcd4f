/* In: an element. Out: a set of roles.
 *
 * A name is cut into words at everything that is no letter and where a capital follows a small letter: "site-footer", "leftColumn",
 * "col-md-4". A tag that has a role by the standard brings it along. Cost: O(bytes of the names), a binary search a word. */
#include "segment/roles.h"

#include "base/hash.h"
#include "page/generated.h"

enum { ROLE_WORD_MAX = 16, START_MIN = 4 /* bytes of "menu" */, ASIDES = 8 };

#define HEAD_SHARE 0.5f /* of the page's nodes: a header begins before */
#define FOOT_SHARE 0.7f /* a footer ends after */
#define PAGE_SHARE 0.6f /* of the words outside links: what holds as much is not a part beside others (content.c: WRAPPER) */

struct role_row {
    const char *word;
    unsigned roles;
};

static const struct role_row rows[] = {
#define ROLE(word, roles) { word, roles },
#include "segment/roles.def"
#undef ROLE
};

static unsigned roles_of_tag(uint32_t tag)
{
    switch (tag) {
    case TAG_HEADER:
        return ROLE_HEADER;
    case TAG_FOOTER:
        return ROLE_FOOTER;
    case TAG_NAV:
        return ROLE_NAV;
    case TAG_MAIN:
    case TAG_ARTICLE:
        return ROLE_MAIN;
    case TAG_ASIDE:
        return ROLE_ASIDE;
    case TAG_SEARCH:
        return ROLE_SEARCH;
    default:
        return 0;
    }
}

static int compare_word(const char *word, size_t len, const char *row)
{
    size_t i = 0;
    while (i < len && word[i] == row[i]) /* most words are told apart by the first letters */
        i++;
    return i < len ? word[i] - row[i] : row[len] ? -1 : 0;
}

/* Words that others are built on: headerbox, footerlinks, sidebarleft. */
static const struct role_row starts[] = {
    { "header", ROLE_HEADER },  { "footer", ROLE_FOOTER },   { "sidebar", ROLE_ASIDE },
    { "navigation", ROLE_NAV }, { "comment", ROLE_COMMENT }, { "menu", ROLE_NAV },
};

static unsigned find_start(const char *word, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(starts) && len > START_MIN; i++) {
        size_t n = word[0] == starts[i].word[0] ? strlen(starts[i].word) : len;
        if (len > n && memcmp(word, starts[i].word, n) == 0)
            return starts[i].roles;
    }
    return 0;
}

static unsigned find_word(const char *word, size_t len)
{
    size_t low = 0, high = ARRAY_LEN(rows);

    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare_word(word, len, rows[middle].word);

        if (order == 0)
            return rows[middle].roles;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return find_start(word, len);
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Of a run of letters and digits: each word of it, up to a digit or a capital. One of two letters only where the run begins with it: "SR"
 * in "fySR" is chance. */
static unsigned roles_of_run(struct str run)
{
    enum { SHORT = 2 };
    char word[ROLE_WORD_MAX];
    unsigned roles = 0;
    size_t len = 0;

    for (size_t i = 0; i <= run.len; i++) {
        char c = i < run.len ? run.ptr[i] : ' ';
        bool letter = is_small(c) || is_capital(c);

        if (len && (!letter || (is_capital(c) && is_small(run.ptr[i - 1])))) {
            if (len <= ROLE_WORD_MAX && (len > SHORT || i == len))
                roles |= find_word(word, len);
            len = 0;
        }
        if (letter) {
            if (len < ROLE_WORD_MAX)
                word[len] = byte_lower(c);
            len++;
        }
    }
    return roles;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_in_run(char c)
{
    return is_small(c) || is_capital(c) || is_digit(c);
}

/* "ad" in a hash is no advert: "9ad5e" goes to and fro between letters and digits, and so does none of "3col", "col2" and "ad2a". */
static bool is_code(struct str run)
{
    unsigned turns = is_digit(run.ptr[0]);
    for (size_t i = 1; i < run.len; i++)
        turns += is_digit(run.ptr[i]) != is_digit(run.ptr[i - 1]);
    return turns > 2 || generated(run);
}

unsigned roles_of_name(struct str name)
{
    unsigned roles = 0;
    for (size_t from = 0, to; from < name.len; from = to + 1) {
        for (to = from; to < name.len && is_in_run(name.ptr[to]);)
            to++;
        struct str run = str_sub(name, from, to);
        unsigned found = roles_of_run(run);
        if (found && !is_code(run)) /* most say nothing */
            roles |= found;
    }
    return roles;
}

void roles_open(struct roles *r, struct arena *a, const struct page *p, const struct roles *like)
{
    const struct symbols *s = p->dom.symbols;

    *r = (struct roles){
        .page = p,
        .id = symbols_find(s, STR("id")),
        .class = symbols_find(s, STR("class")),
        .role = symbols_find(s, STR("role")),
        .itemprop = symbols_find(s, STR("itemprop")),
        .known = NEW_ARRAY(a, uint32_t, p->dom.n + 1),
        .part = NEW_ARRAY(a, uint32_t, p->dom.n + 1),
        .prose = NONE,
        .asides = NONE,
        .main = NONE,
        .names = like ? like->names : NEW(a, struct map),
    };
    if (!like)
        map_open(r->names, a, 0);
}

/* Names of boxes that say more than their words do. */
static const struct role_row boxes[] = { { "fb-page", ROLE_PROGRAM }, { "twitter-timeline", ROLE_PROGRAM } };

static unsigned roles_of_box(struct str name)
{
    unsigned roles = 0;
    for (size_t i = 0; i < ARRAY_LEN(boxes); i++)
        roles |= str_eq(name, str_of(boxes[i].word)) ? boxes[i].roles : 0;
    return roles;
}

static unsigned roles_of_one(struct roles *r, struct str name)
{
    uint32_t *known = map_slot(r->names, hash_str(name), 0);
    if (!*known)
        *known = roles_of_name(name) | roles_of_box(name) | ROLE_KNOWN;
    return *known;
}

/* Of a list of names. Most lists are those of other elements, and most names of a new one stand in others, too. */
static unsigned roles_of_value(struct roles *r, struct str names)
{
    uint64_t hash = hash_str(names);
    unsigned roles = *map_slot(r->names, hash, 0);
    if (roles)
        return roles;
    while (names.len)
        roles |= roles_of_one(r, str_cut(&names, ' '));
    return *map_slot(r->names, hash, 0) = roles | ROLE_KNOWN;
}

#define PARTS ((unsigned)(ROLE_HEADER | ROLE_FOOTER | ROLE_NAV | ROLE_ASIDE))

static unsigned read_roles(struct roles *r, const struct node *n)
{
    unsigned roles = roles_of_tag(n->tag);

    if (n->kind != NODE_ELEMENT || n->tag == TAG_BODY || n->tag == TAG_HTML)
        return 0;
    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &r->page->dom.attr[n->attr + k];
        if (attr->name && (attr->name == r->id || attr->name == r->class || attr->name == r->role || attr->name == r->itemprop))
            roles |= roles_of_value(r, attr_value(attr));
    }
    return n->tag == TAG_MAIN ? roles & ~PARTS : roles; /* <main class="with-banner"> */
}

unsigned roles_read(struct roles *r, uint32_t node)
{
    r->known[node] = read_roles(r, &r->page->dom.node[node]) | ROLE_KNOWN;
    return r->known[node];
}

static uint32_t words_in(const struct page *p, uint32_t node)
{
    return p->first_word[p->dom.node[node].end] - p->first_word[node];
}

/* Its words that stand in no link. */
static uint32_t prose_in(const struct page *p, uint32_t node)
{
    uint32_t n = words_in(p, node);
    for (uint32_t i = 0; i < p->n_links; i++)
        if (p->link[i].node >= node && p->link[i].node < p->dom.node[node].end)
            n -= MIN(n, words_in(p, p->link[i].node));
    return n;
}

/* What holds most of what there is to read holds the page, whatever its name: <div class="with-sidebar">. Long menus are links. `all`:
 * words of the page that stand in no link; NONE: not counted yet. */
static bool holds_page(const struct page *p, uint32_t node, uint32_t *all)
{
    if (*all == NONE)
        *all = prose_in(p, p->body);
    float most = PAGE_SHARE * (float)*all;
    return (float)words_in(p, node) > most && (float)prose_in(p, node) > most;
}

/* Whether a child of `parent` other than `node` has the class. */
static bool has_child_named(const struct dom *d, uint32_t parent, uint32_t node, struct str class)
{
    struct str other;
    for (uint32_t i = parent + 1; i < d->node[parent].end; i = d->node[i].end)
        if (i != node && d->node[i].kind == NODE_ELEMENT && dom_attr(d, i, STR("class"), &other) && str_eq(class, other))
            return true;
    return false;
}

/* A page has one header. One of several of the same name side by side heads a section: <div class="module-header">. So does a cell that has
 * others of its name above or below it: <td class="row-header">. */
static bool is_one_of_many(const struct dom *d, uint32_t node)
{
    struct str class;
    uint32_t parent = d->node[node].parent, table = d->node[parent].parent;
    if (!dom_attr(d, node, STR("class"), &class))
        return false;
    bool found = has_child_named(d, parent, node, class);
    if (d->node[parent].tag != TAG_TR)
        return found;
    for (uint32_t i = table + 1; i < d->node[table].end && !found; i = d->node[i].end)
        found = i != parent && has_child_named(d, i, node, class);
    return found;
}

/* Asides in the text of a page. A page has a few side columns: where there are more, they are notes between its paragraphs. */
static bool are_notes(struct roles *r)
{
    const struct dom *d = &r->page->dom;
    if (r->asides == NONE) {
        r->asides = 0;
        for (uint32_t i = 1; i < d->n; i++)
            r->asides += d->node[i].kind == NODE_ELEMENT && d->node[i].tag == TAG_ASIDE;
    }
    return r->asides > ASIDES;
}

/* <div class="page-content"> around <main> holds more than the main content: its header, its menus, its footer. Nor is it one of them. */
static bool holds_main(struct roles *r, uint32_t node)
{
    const struct dom *d = &r->page->dom;
    for (uint32_t i = 1; i < d->n && r->main == NONE; i++)
        if (d->node[i].kind == NODE_ELEMENT && d->node[i].tag == TAG_MAIN && !(r->page->flags[i] & NODE_HIDDEN))
            r->main = i;
    r->main = r->main == NONE ? 0 : r->main;
    return r->main > node && r->main < d->node[node].end;
}

/* The roles by which an element is one of the parts, or the main content; 0: it is neither. */
static unsigned roles_as_part(struct roles *r, uint32_t node)
{
    const struct page *p = r->page;
    const struct node *n = &p->dom.node[node];
    unsigned roles = roles_of(r, node) & (PARTS | ROLE_MAIN);
    if (!roles || (p->flags[node] & NODE_HIDDEN) || !((node_classes(n) & TAG_BLOCK) || (p->flags[node] & NODE_HAS_BLOCK)))
        return 0;
    if ((roles & ROLE_HEADER) && ((float)node > (float)p->dom.n * HEAD_SHARE || is_one_of_many(&p->dom, node)))
        roles &= ~(unsigned)ROLE_HEADER;
    if ((float)n->end < (float)p->dom.n * FOOT_SHARE)
        roles &= ~(unsigned)ROLE_FOOTER;
    if (roles && holds_main(r, node)) /* "page-navbar" around <main> is no menu */
        return 0;
    if ((roles & ROLE_ASIDE) && n->tag == TAG_ASIDE && are_notes(r))
        roles &= ~(unsigned)ROLE_ASIDE;
    return roles && !(roles & ROLE_MAIN) && holds_page(p, node, &r->prose) ? 0 : roles;
}

uint32_t *roles_parts(struct arena *a, struct roles *r)
{
    const struct dom *d = &r->page->dom;
    uint32_t *part = NEW_ARRAY(a, uint32_t, d->n), end = 0; /* up to here all is one part, or the main content */

    for (uint32_t i = 1; i < d->n; i++) {
        part[i] = part[d->node[i].parent];
        unsigned roles = i < end || d->node[i].kind != NODE_ELEMENT ? 0 : roles_as_part(r, i);
        if (!roles)
            continue;
        end = d->node[i].end;
        part[i] = roles & PARTS ? i : part[i];
    }
    return part;
}

enum {
    PART_OPEN = 1,
    PART_IN = 2
}; /* of struct roles: nothing around it is a part; PART_IN + the part, or + 0 in the main content */

uint32_t roles_part_of(struct roles *r, uint32_t node)
{
    const struct node *all = r->page->dom.node;
    uint32_t from = all[node].kind == NODE_ELEMENT ? node : all[node].parent, n = from, top = NONE, part = PART_OPEN;

    for (; n && !r->part[n]; n = all[n].parent) { /* the outermost one counts */
        unsigned roles = roles_as_part(r, n);
        if (roles) {
            part = PART_IN + (roles & PARTS ? n : 0);
            top = n;
        }
    }
    if (n && r->part[n] != PART_OPEN) {
        part = r->part[n];
        top = NONE;
    }
    uint32_t found = part;
    for (uint32_t k = from; k != n; k = all[k].parent) {
        r->part[k] = part;
        part = k == top ? PART_OPEN : part;
    }
    return found == PART_OPEN ? 0 : found - PART_IN;
}
