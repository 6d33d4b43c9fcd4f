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
                | ROLE_UNSEEN | ROLE_SEARCH | ROLE_META | ROLE_CONSENT))

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

/* A block element, or the root. All elements around a block are such blocks too. */
struct content_block {
    uint32_t node;
    uint32_t parent; /* the block around it, by number; of the root: 0 */
    float text;      /* characters below it that are not lists of links */
    float sum;       /* gains below it */
    unsigned around; /* what stands around, of its own and its ancestors' roles */
};

struct finder {
    struct arena *arena;
    const struct page *page;
    VEC(struct content_unit) unit;
    VEC(struct content_block) block; /* in document order */
    uint32_t *block_of;              /* by element: the block that it is, or stands in */
    uint32_t *begun;                 /* of struct content */
    struct roles *roles;
    bool lists; /* links and cells are content as prose is */
};

static bool is_block(const struct page *p, uint32_t node)
{
    return (p->flags[node] & NODE_HAS_BLOCK) || (node_classes(&p->dom.node[node]) & TAG_BLOCK);
}

static void add_block(struct finder *f, uint32_t node, uint32_t parent)
{
    f->block_of[node] = f->block.n;
    *VEC_ADD(f->arena, &f->block) = (struct content_block){ .node = node, .parent = parent };
}

/* Adds the words of a text to the unit. */
static void add_words(const struct page *p, uint32_t text, bool link, struct content_unit *unit)
{
    const struct word *end = &p->word[p->first_word[text + 1]];
    uint32_t chars = 0;

    for (const struct word *w = &p->word[p->first_word[text]]; w < end; w++)
        chars += w->len + ((w->flags & (WORD_SPACE | WORD_BREAK)) != 0);
    unit->end = p->first_word[text + 1];
    unit->chars += (float)chars;
    unit->link_chars += link ? (float)chars : 0;
}

/* Whether words of the text are seen: it is hidden as a whole. */
static bool has_seen_words(const struct page *p, uint32_t text)
{
    return p->first_word[text] < p->first_word[text + 1] && !(p->flags[text] & NODE_HIDDEN);
}

/* Adds a text to the unit before it, or to a new one where a border lies between. */
static void add_text(struct finder *f, uint32_t text, bool border, bool link)
{
    uint32_t block = f->block.item[f->block_of[f->page->dom.node[text].parent]].node;

    if (border || f->unit.item[f->unit.n - 1].node != block)
        *VEC_ADD(f->arena, &f->unit) = (struct content_unit){ .node = block, .word = f->page->first_word[text] };
    add_words(f->page, text, link, &f->unit.item[f->unit.n - 1]);
}

/* A unit ends where a block begins or ends: where a text stands in another block, or a block that is seen lies between. */
static void find_units(struct finder *f)
{
    const struct page *p = f->page;
    const struct node *node = p->dom.node;
    uint32_t n = p->dom.n, body = p->body, body_end = node[body].end;
    uint32_t *block_of = f->block_of = NEW_ARRAY_RAW(f->arena, uint32_t, n), link_end = 0; /* up to here all is in a link */
    uint32_t *begun = f->begun = NEW_ARRAY_RAW(f->arena, uint32_t, n + 1);
    bool border = true; /* a block began since the last words */

    f->unit.room = f->block.room = n / 4 + 1; /* as on most pages: growing copies */
    f->unit.item = NEW_ARRAY(f->arena, struct content_unit, f->unit.room);
    f->block.item = NEW_ARRAY(f->arena, struct content_block, f->block.room);
    add_block(f, 0, 0);
    begun[0] = 0;
    for (uint32_t i = 1; i < n; i++) {
        begun[i] = f->unit.n;
        if (node[i].kind == NODE_TEXT) {
            if (i <= body || i >= body_end || !has_seen_words(p, i))
                continue;
            add_text(f, i, border, i < link_end);
            border = false;
        } else if (node[i].kind == NODE_ELEMENT) {
            block_of[i] = block_of[node[i].parent];
            if (i >= link_end && (node[i].tag == TAG_A || node[i].tag == TAG_BUTTON))
                link_end = node[i].end;
            if (!is_block(p, i))
                continue;
            add_block(f, i, block_of[i]);
            border |= !(p->flags[i] & NODE_HIDDEN);
        }
    }
    begun[n] = f->unit.n;
}

static const struct content_chars *sum_units(struct arena *a, const struct content_unit *unit, uint32_t n)
{
    struct content_chars *before = NEW_ARRAY_RAW(a, struct content_chars, n + 1), all = { 0 };

    for (uint32_t i = 0; i < n; i++) {
        before[i] = all;
        all.all += (uint64_t)unit[i].chars;
        all.links += (uint64_t)unit[i].link_chars;
    }
    before[n] = all;
    return before;
}

static float link_share(const struct content_unit *u)
{
    return u->chars > 0 ? u->link_chars / u->chars : 0;
}

static struct content_block *block_at(const struct finder *f, const struct content_unit *u)
{
    return &f->block.item[f->block_of[u->node]];
}

static void sum_text(struct finder *f)
{
    for (uint32_t i = 0; i < f->unit.n; i++) {
        if (link_share(&f->unit.item[i]) < LINKS_MAX)
            block_at(f, &f->unit.item[i])->text += f->unit.item[i].chars;
    }
    for (uint32_t i = f->block.n; i-- > 1;)
        f->block.item[f->block.item[i].parent].text += f->block.item[i].text;
}

static void find_around(struct finder *f)
{
    for (uint32_t i = 1; i < f->block.n; i++) {
        struct content_block *b = &f->block.item[i];
        uint32_t tag = f->page->dom.node[b->node].tag;
        unsigned own = roles_of(f->roles, b->node) | (tag == TAG_FIGURE || tag == TAG_FIGCAPTION ? ROLE_META : 0u);

        b->around = f->block.item[b->parent].around;
        if ((own & (ROLE_MAIN | ROLE_BODY | AROUND)) == (ROLE_MAIN | ROLE_BODY))
            b->around = 0; /* articleBody: nobody could say it more clearly */
        else if (b->text < WRAPPER * f->block.item[0].text || (own & ROLE_CONSENT))
            b->around |= own & AROUND;
    }
}

static float gain_of(const struct finder *f, const struct content_unit *u)
{
    uint32_t tag = f->page->dom.node[u->node].tag;
    float links = link_share(u);

    if (block_at(f, u)->around)
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

/* The block that holds the main content, by number; NONE. */
static uint32_t find_root(struct finder *f)
{
    struct content_block *b = f->block.item;
    const struct node *node = f->page->dom.node;
    uint32_t best = NONE;

    for (uint32_t i = 0; i < f->block.n; i++)
        b[i].sum = 0;
    for (uint32_t i = 0; i < f->unit.n; i++) {
        f->unit.item[i].gain = gain_of(f, &f->unit.item[i]);
        block_at(f, &f->unit.item[i])->sum += f->unit.item[i].gain;
    }
    for (uint32_t i = f->block.n; i-- > 1;)
        b[b[i].parent].sum += b[i].sum;
    for (uint32_t i = 0; i < f->block.n; i++) {
        if (b[i].sum > 0 && (best == NONE || b[i].sum > b[best].sum * (b[i].node < node[b[best].node].end ? TIGHT : 1)))
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

int content_check(const struct page *page, struct err *e)
{
    if (page->dom.n <= LIMIT_SEGMENT_NODES)
        return 0;
    return err_set(e, E_LIMIT, "the page has %u nodes; weft looks for the content of pages of at most %u", page->dom.n,
                   LIMIT_SEGMENT_NODES);
}

static int find(struct finder *in, struct content *out, struct err *e)
{
    struct finder f = *in;
    const struct page *page = f.page;
    int code = content_check(page, e);

    if (code)
        return code;
    find_units(&f);
    sum_text(&f);
    find_around(&f);
    uint32_t root = find_root(&f);
    if (root == NONE || f.block.item[root].sum < TOO_LITTLE * f.block.item[0].text) {
        for (uint32_t i = 0; i < f.block.n; i++)
            f.block.item[i].around &= ROLE_CONSENT;
        root = find_root(&f);
    }
    *out = (struct content){ .page = page, .root = root == NONE ? NONE : f.block.item[root].node };
    out->unit = f.unit.item;
    out->n = f.unit.n;
    out->begun = f.begun;
    out->before = sum_units(f.arena, f.unit.item, f.unit.n);
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
        seen += block_at(f, &c->unit[i])->around ? 0 : c->unit[i].chars;
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

struct content_chars content_chars(const struct content *c, uint32_t node)
{
    if (!c->n)
        return (struct content_chars){ 0 };
    uint32_t first = c->begun[node], end = c->begun[c->page->dom.node[node].end];
    first -= first && c->unit[first - 1].end > c->page->first_word[node];
    if (first >= end)
        return (struct content_chars){ 0 };
    return (struct content_chars){ c->before[end].all - c->before[first].all, c->before[end].links - c->before[first].links };
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
