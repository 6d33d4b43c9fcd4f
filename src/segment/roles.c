/* In: an element. Out: a set of roles.
 *
 * A name is cut into words at everything that is no letter and where a capital follows a small letter: "site-footer", "leftColumn",
 * "col-md-4". A tag that has a role by the standard brings it along. Cost: O(bytes of the names), a binary search a word. */
#include "segment/roles.h"

enum { ROLE_WORD_MAX = 16 };

#define HEAD_SHARE 0.5f /* of the page's nodes: a header begins before */
#define FOOT_SHARE 0.7f /* a footer ends after */

struct role_row {
    const char *word;
    unsigned roles;
};

static const struct role_row rows[] = {
#define ROLE(word, roles) { word, roles },
#include "segment/roles.def"
#undef ROLE
};

struct tag_role {
    uint32_t tag;
    unsigned roles;
};

static const struct tag_role tag_roles[] = {
    { TAG_HEADER, ROLE_HEADER }, { TAG_FOOTER, ROLE_FOOTER }, { TAG_NAV, ROLE_NAV },       { TAG_MAIN, ROLE_MAIN },
    { TAG_ARTICLE, ROLE_MAIN },  { TAG_ASIDE, ROLE_ASIDE },   { TAG_SEARCH, ROLE_SEARCH },
};

static int compare_word(const char *word, size_t len, const char *row)
{
    int order = word[0] - row[0]; /* letters: most words are told apart by the first */

    if (order == 0)
        order = strncmp(word, row, len);
    return order ? order : row[len] ? -1 : 0;
}

/* Words that others are built on: headerbox, footerlinks, sidebarleft. */
static const struct role_row starts[] = {
    { "header", ROLE_HEADER },  { "footer", ROLE_FOOTER },   { "sidebar", ROLE_ASIDE },
    { "navigation", ROLE_NAV }, { "comment", ROLE_COMMENT }, { "menu", ROLE_NAV },
};

static unsigned find_start(const char *word, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
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

unsigned roles_of_name(struct str name)
{
    char word[ROLE_WORD_MAX];
    unsigned roles = 0;
    size_t len = 0;

    for (size_t i = 0; i <= name.len; i++) {
        char c = i < name.len ? name.ptr[i] : ' ';
        bool letter = is_small(c) || is_capital(c);

        if (len && (!letter || (is_capital(c) && is_small(name.ptr[i - 1])))) {
            if (len <= ROLE_WORD_MAX)
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

void roles_open(struct roles *r, const struct page *p)
{
    const struct symbols *s = p->dom.symbols;

    *r = (struct roles){
        .id = symbols_find(s, STR("id")),
        .class = symbols_find(s, STR("class")),
        .role = symbols_find(s, STR("role")),
        .itemprop = symbols_find(s, STR("itemprop")),
        .aria_hidden = symbols_find(s, STR("aria-hidden")),
    };
}

unsigned roles_of(const struct roles *r, const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];
    unsigned roles = 0;

    if (n->kind != NODE_ELEMENT || n->tag == TAG_BODY || n->tag == TAG_HTML)
        return 0;
    for (size_t i = 0; i < ARRAY_LEN(tag_roles); i++) {
        if (n->tag == tag_roles[i].tag)
            roles |= tag_roles[i].roles;
    }
    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &p->dom.attr[n->attr + k];
        if (attr->name && (attr->name == r->id || attr->name == r->class || attr->name == r->role || attr->name == r->itemprop))
            roles |= roles_of_name(attr_value(attr));
    }
    return roles;
}

uint32_t *roles_parts(struct arena *a, const struct page *p)
{
    const struct dom *d = &p->dom;
    uint32_t *part = NEW_ARRAY(a, uint32_t, d->n), end = 0; /* up to here all is one part, or the main content */
    struct roles names;

    roles_open(&names, p);
    for (uint32_t i = 1; i < d->n; i++) {
        const struct node *n = &d->node[i];
        unsigned roles;

        part[i] = part[n->parent];
        if (i < end || n->kind != NODE_ELEMENT || !((node_classes(n) & TAG_BLOCK) || (p->flags[i] & NODE_HAS_BLOCK))
            || (p->flags[i] & NODE_HIDDEN))
            continue;
        roles = roles_of(&names, p, i);
        if ((float)i > (float)d->n * HEAD_SHARE)
            roles &= ~(unsigned)ROLE_HEADER;
        if ((float)n->end < (float)d->n * FOOT_SHARE)
            roles &= ~(unsigned)ROLE_FOOTER;
        if (!(roles & (ROLE_HEADER | ROLE_FOOTER | ROLE_NAV | ROLE_ASIDE | ROLE_MAIN)))
            continue;
        end = n->end;
        if (roles & (ROLE_HEADER | ROLE_FOOTER | ROLE_NAV | ROLE_ASIDE))
            part[i] = i;
    }
    return part;
}
