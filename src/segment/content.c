/* In: a page. Out: which of its runs of text are the main content.
 *
 * Every run of text (a unit) gets a gain: its length, less where it has links, and less than nothing where it is all links or stands in
 * something its author named navigation, comments, a footer and so on. The element whose units sum up to most holds the main content; of
 * the units in it those with a gain stay, and those short ones that stand between them: headings, items, cells.
 *
 *     gain of each unit  ->  sum over each element, the best one  ->  the units in it from the first paragraph to the last
 *
 * Length and share of links are the two features that Kohlschuetter et al. (WSDM 2010) found to decide; that the best sum over a tree is
 * the content is the maximum subsequence of Pasternack and Roth (WWW 2009) on elements instead of tags. The constants were settled on the
 * hand-marked articles whose scores docs/design/segment.md gives by halves.
 * Cost: O(nodes + words). No recursion. */
#include "segment/content.h"

#include "base/limits.h"
#include "base/vec.h"
#include "segment/roles.h"

/* Roles of what stands around the content. */
#define AROUND \
    ((unsigned)(ROLE_HEADER | ROLE_FOOTER | ROLE_NAV | ROLE_ASIDE | ROLE_AD | ROLE_COMMENT | ROLE_SHARE | ROLE_RELATED \
                | ROLE_UNSEEN | ROLE_SEARCH | ROLE_META))

#define LINKS_MAX 0.5f     /* a unit with a larger share of links is a list of links */
#define LINKED_TEXT 30.0f  /* characters beside its links make a paragraph of one that is mostly links */
#define SHORT 40.0f        /* characters: less is no paragraph by itself */
#define SHORT_GAIN (-5.0f) /* of such a unit; it may stand between paragraphs */
#define PARAGRAPH 1.2f     /* <p> is said to be one */
#define WRAPPER 0.6f       /* of the page's text: what holds as much is no sidebar, whatever its name */
#define TIGHT 0.97f        /* of the best sum: an element inside that has as much is the better root */
#define LITTLE 0.2f        /* of what is seen: then the page is no article */
#define LIST_CHARS 200.0f  /* seen: less is no list either */
#define TOO_LITTLE 0.1f    /* of the page's text: then the names were misread, and are left alone */

struct finder {
    struct arena *arena;
    const struct page *page;
    VEC(struct content_unit) unit;
    bool *in_link; /* by node */
    float *text;   /* by node: characters below it that are not lists of links */
    struct roles *roles;
    uint16_t *around; /* by node: what stands around, of its own and its ancestors' roles */
    float *sum;       /* by node: gains below it */
    bool lists;       /* links and cells are content as prose is */
};

static bool is_block(const struct page *p, uint32_t node)
{
    return (node_classes(&p->dom.node[node]) & TAG_BLOCK) || (p->flags[node] & NODE_HAS_BLOCK);
}

static uint32_t block_around(const struct page *p, uint32_t node)
{
    while (node && !is_block(p, node))
        node = p->dom.node[node].parent;
    return node;
}

static void find_links(struct finder *f)
{
    const struct dom *d = &f->page->dom;

    f->in_link = NEW_ARRAY(f->arena, bool, d->n);
    for (uint32_t i = 1; i < d->n; i++)
        f->in_link[i] = f->in_link[d->node[i].parent] || d->node[i].tag == TAG_A || d->node[i].tag == TAG_BUTTON;
}

/* Whether a block begins or ends between two text nodes of one block. */
static bool has_block_between(const struct page *p, uint32_t from, uint32_t to)
{
    for (uint32_t i = from + 1; i < to; i++) {
        if (p->dom.node[i].kind == NODE_ELEMENT && !(p->flags[i] & NODE_HIDDEN) && is_block(p, i))
            return true;
    }
    return false;
}

static void find_units(struct finder *f)
{
    const struct page *p = f->page;
    uint32_t node = NONE, end = p->first_word[p->dom.node[p->body].end];
    struct content_unit *unit = NULL;

    for (uint32_t w = p->first_word[p->body]; w < end; w++) {
        const struct word *word = &p->word[w];
        float chars = (float)word->len + (word->flags & (WORD_SPACE | WORD_BREAK) ? 1 : 0);

        if (word->flags & (WORD_HIDDEN | WORD_ATOM))
            continue;
        if (word->node != node) {
            uint32_t block = block_around(p, p->dom.node[word->node].parent);
            if (!unit || block != unit->node || has_block_between(p, node, word->node)) {
                unit = VEC_ADD(f->arena, &f->unit);
                *unit = (struct content_unit){ .node = block, .word = w };
            }
            node = word->node;
        }
        unit->chars += chars;
        unit->link_chars += f->in_link[node] ? chars : 0;
        unit->end = w + 1;
    }
}

static float link_share(const struct content_unit *u)
{
    return u->chars > 0 ? u->link_chars / u->chars : 0;
}

static void sum_text(struct finder *f)
{
    const struct dom *d = &f->page->dom;

    f->text = NEW_ARRAY(f->arena, float, d->n);
    for (uint32_t i = 0; i < f->unit.n; i++) {
        if (link_share(&f->unit.item[i]) < LINKS_MAX)
            f->text[f->unit.item[i].node] += f->unit.item[i].chars;
    }
    for (uint32_t i = d->n; i-- > 1;)
        f->text[d->node[i].parent] += f->text[i];
}

static void find_around(struct finder *f)
{
    const struct page *p = f->page;

    f->around = NEW_ARRAY(f->arena, uint16_t, p->dom.n);
    for (uint32_t i = 1; i < p->dom.n; i++) {
        const struct node *n = &p->dom.node[i];
        unsigned own;

        f->around[i] = f->around[n->parent];
        if (n->kind != NODE_ELEMENT || !is_block(p, i))
            continue;
        own = roles_of(f->roles, i);
        own |= (n->tag == TAG_FIGURE || n->tag == TAG_FIGCAPTION ? ROLE_META : 0u);
        if ((own & (ROLE_MAIN | ROLE_BODY | AROUND)) == (ROLE_MAIN | ROLE_BODY))
            f->around[i] = 0; /* articleBody: nobody could say it more clearly */
        else if (f->text[i] < WRAPPER * f->text[0])
            f->around[i] |= (uint16_t)(own & AROUND);
    }
}

static float gain_of(const struct finder *f, const struct content_unit *u)
{
    uint32_t tag = f->page->dom.node[u->node].tag;
    float links = link_share(u);

    if (f->around[u->node])
        return -u->chars;
    if (f->lists)
        return u->chars;
    if (links > LINKS_MAX)
        return tag == TAG_P && u->chars - u->link_chars > LINKED_TEXT ? 1 : -u->chars;
    if (tag >= TAG_H1 && tag <= TAG_H6)
        return 0;
    if (u->chars < SHORT)
        return tag == TAG_P ? u->chars / 4 : tag == TAG_TD || tag == TAG_TH ? 0 : SHORT_GAIN;
    return u->chars * (1 - links) * (tag == TAG_P ? PARAGRAPH : 1);
}

static uint32_t find_root(struct finder *f)
{
    const struct dom *d = &f->page->dom;
    uint32_t best = NONE;

    f->sum = NEW_ARRAY(f->arena, float, d->n);
    for (uint32_t i = 0; i < f->unit.n; i++) {
        f->unit.item[i].gain = gain_of(f, &f->unit.item[i]);
        f->sum[f->unit.item[i].node] += f->unit.item[i].gain;
    }
    for (uint32_t i = d->n; i-- > 1;)
        f->sum[d->node[i].parent] += f->sum[i];
    for (uint32_t i = 0; i < d->n; i++) {
        if (f->sum[i] > 0 && (best == NONE || f->sum[i] > f->sum[best] * (i < d->node[best].end ? TIGHT : 1)))
            best = i;
    }
    return best;
}

/* From the first unit with a gain to the last: what is short between them belongs to them. */
static void mark_main(const struct page *p, struct content *c)
{
    uint32_t first = NONE, last = 0;

    for (uint32_t i = 0; i < c->n; i++) {
        struct content_unit *u = &c->unit[i];
        bool inside = u->node >= c->root && u->node < p->dom.node[c->root].end;

        u->main = inside && u->gain >= SHORT_GAIN;
        if (inside && u->gain > 0) {
            first = first == NONE ? i : first;
            last = i;
        }
    }
    for (uint32_t i = 0; i < c->n; i++)
        c->unit[i].main = c->unit[i].main && first != NONE && i >= first && i <= last;
}

static int find(struct finder *in, struct content *out, struct err *e)
{
    struct finder f = *in;
    const struct page *page = f.page;

    if (page->dom.n > LIMIT_SEGMENT_NODES)
        return err_set(e, E_LIMIT, "the page has %u nodes; weft looks for the content of pages of at most %u", page->dom.n,
                       LIMIT_SEGMENT_NODES);
    find_links(&f);
    find_units(&f);
    sum_text(&f);
    find_around(&f);
    *out = (struct content){ .page = page, .root = find_root(&f) };
    if (out->root == NONE || f.sum[out->root] < TOO_LITTLE * f.text[0]) {
        memset(f.around, 0, page->dom.n * sizeof *f.around);
        out->root = find_root(&f);
    }
    out->unit = f.unit.item;
    out->n = f.unit.n;
    if (out->root != NONE)
        mark_main(page, out);
    *in = f;
    return 0;
}

int content_find_by(struct arena *a, struct roles *roles, struct content *out, struct err *e)
{
    return find(&(struct finder){ .arena = a, .page = roles->page, .roles = roles }, out, e);
}

int content_find(struct arena *a, const struct page *page, struct content *out, struct err *e)
{
    struct roles roles;

    roles_open(&roles, a, page, NULL);
    return content_find_by(a, &roles, out, e);
}

/* Whether the main content is a small part of what a reader sees beside what the author named navigation and so on. */
static bool is_little(const struct finder *f, const struct content *c)
{
    float main = 0, seen = 0;

    for (uint32_t i = 0; i < c->n; i++) {
        main += c->unit[i].main ? c->unit[i].chars : 0;
        seen += f->around[c->unit[i].node] ? 0 : c->unit[i].chars;
    }
    return seen >= LIST_CHARS && main < LITTLE * seen;
}

int content_read(struct arena *a, const struct page *page, struct content *out, struct err *e)
{
    struct roles roles;

    roles_open(&roles, a, page, NULL);
    struct finder f = { .arena = a, .page = page, .roles = &roles };
    int failed = find(&f, out, e);

    if (failed || !is_little(&f, out))
        return failed;
    struct finder lists = { .arena = a, .page = page, .roles = &roles, .lists = true };
    return find(&lists, out, e);
}

uint32_t content_row(const struct page *p, const struct content_unit *u)
{
    uint32_t tag = p->dom.node[u->node].tag, parent = p->dom.node[u->node].parent;

    return (tag == TAG_TD || tag == TAG_TH) && p->dom.node[parent].tag == TAG_TR ? parent : NONE;
}

/* The words of a unit; pictures in it are none, and a line break is one. */
static void add_unit(const struct page *p, const struct content_unit *u, struct buf *out)
{
    for (uint32_t w = u->word; w < u->end; w++) {
        if (p->word[w].flags & (WORD_ATOM | WORD_HIDDEN))
            continue;
        if (w > u->word && (p->word[w].flags & (WORD_SPACE | WORD_BREAK)))
            buf_add_char(out, p->word[w].flags & WORD_BREAK ? '\n' : ' ');
        buf_add(out, page_word(p, w));
    }
}

/* What stands between two units: a bar between cells of a row, a line's end between rows, an empty line between all others. */
static struct str between(const struct page *p, const struct content_unit *before, const struct content_unit *u)
{
    uint32_t last = before ? content_row(p, before) : NONE, row = content_row(p, u);

    if (!before)
        return STR("");
    if (row != NONE && row == last)
        return before->node == u->node ? STR(" ") : STR(" | ");
    bool one_table = row != NONE && last != NONE && p->dom.node[row].parent == p->dom.node[last].parent;
    return one_table ? STR("\n") : STR("\n\n");
}

void content_text(const struct content *c, struct buf *out)
{
    const struct content_unit *before = NULL;

    for (uint32_t i = 0; i < c->n; i++) {
        if (!c->unit[i].main)
            continue;
        buf_add(out, between(c->page, before, &c->unit[i]));
        add_unit(c->page, &c->unit[i], out);
        before = &c->unit[i];
    }
    if (before)
        buf_add_char(out, '\n');
}
