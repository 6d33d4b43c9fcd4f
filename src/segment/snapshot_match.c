/* In: a snapshot and a page model. Out: which node of the snapshot each node of the page is.
 *
 * Both are trees of the same page: as a parser read its bytes, and as a browser had it after its scripts. Matching goes from the root down:
 * the children of two matched elements are two lists. What they have in common at both ends (same tag, id and class; same text) is
 * matched at once, which for a page without scripts is everything. What is left between is aligned by the best-scoring common subsequence,
 * where being of the same tag counts too, but less. Where the lists are too long for a table, the nearest equal one is taken.
 *
 *  1. Matched nodes have the same kind, elements the same tag, and their parents are matched.
 *  2. Order is kept: of two matched siblings the first is matched to the first.
 * Neighbouring texts of the snapshot are one item, as they are one node of the page.
 * Cost: O(nodes) where the trees are equal, O(a x b) for lists of a and b children that differ, at most TABLE_MAX. */
#include "base/hash.h"
#include "base/vec.h"
#include "segment/snapshot.h"

/* Cells of one table; more children than a thousand that differ in both lists are not seen. */
#define TABLE_MAX ((uint64_t)1 << 22)
/* How far the nearest equal one is looked for where there is no table. */
enum { NEAR = 64 };
/* Worth of a match: the same element or text; the same tag alone; a text that differs. */
enum { WORTH_SAME = 8, WORTH_TAG = 2, WORTH_TEXT = 1 };

struct item {
    uint32_t node; /* the first, of a run of texts */
    uint32_t kind;
    uint64_t tag;  /* hash of the name; 0 for text and comments */
    uint64_t same; /* with id and class, or the text */
};

struct items {
    struct item *item;
    uint32_t n, room;
};

struct pair {
    uint32_t snapshot, page;
};

struct matcher {
    struct arena *arena;
    const struct snapshot *s;
    const struct page *page;
    uint32_t *match;
    uint64_t *name_hash; /* of the snapshot's strings as names; 0: not asked yet */
    VEC(struct pair) open;
    struct items left, right;
    uint32_t id, class; /* symbols of the page */
};

static uint64_t hash_lower(struct str s)
{
    uint64_t hash = 1;
    for (size_t i = 0; i < s.len; i++)
        hash = hash_mix(hash, (unsigned char)byte_lower(s.ptr[i]));
    return hash | 1;
}

static uint64_t name_hash(struct matcher *m, uint32_t number)
{
    if (number == NONE)
        return 1;
    if (!m->name_hash[number])
        m->name_hash[number] = hash_lower(snapshot_string(m->arena, m->s, number));
    return m->name_hash[number];
}

static uint64_t text_hash(struct str text)
{
    return hash_str(str_trim(text));
}

static uint64_t with(uint64_t key, uint64_t which, struct str value)
{
    return hash_mix(key, hash_mix(which, hash_str(value)));
}

/* The same for both trees: id and class in this order, whatever theirs. */
static uint64_t snapshot_key(struct matcher *m, const struct snapshot_node *n)
{
    uint64_t key = name_hash(m, n->name);
    struct str id = STR(""), class = STR("");
    for (uint32_t i = 0; i < n->n_attr; i++) {
        struct str name = snapshot_string(m->arena, m->s, m->s->attr[n->attr + 2 * i]);
        if (str_eq(name, STR("id")))
            id = snapshot_string(m->arena, m->s, m->s->attr[n->attr + 2 * i + 1]);
        else if (str_eq(name, STR("class")))
            class = snapshot_string(m->arena, m->s, m->s->attr[n->attr + 2 * i + 1]);
    }
    return with(with(key, 1, id), 2, class);
}

static uint64_t page_key(struct matcher *m, uint64_t tag, const struct node *n)
{
    struct str id = STR(""), class = STR("");
    for (uint32_t i = n->attr; i < n->attr + n->n_attr; i++) {
        const struct attr *a = &m->page->dom.attr[i];
        if (a->name == m->id)
            id = attr_value(a);
        else if (a->name == m->class)
            class = attr_value(a);
    }
    return with(with(tag, 1, id), 2, class);
}

static struct item snapshot_item(struct matcher *m, uint32_t i)
{
    const struct snapshot_node *n = &m->s->node[i];
    struct item item = { .node = i, .kind = n->kind };
    if (n->kind == SNAPSHOT_ELEMENT) {
        item.tag = name_hash(m, n->name);
        item.same = snapshot_key(m, n);
    } else if (n->kind == SNAPSHOT_TEXT) {
        item.same = text_hash(snapshot_string(m->arena, m->s, n->value));
    }
    return item;
}

static void list_snapshot(struct matcher *m, uint32_t parent)
{
    bool after_text = false;
    m->left.n = 0;
    for (uint32_t i = parent + 1; i < m->s->node[parent].end; i = m->s->node[i].end) {
        uint32_t kind = m->s->node[i].kind;
        bool text = kind == SNAPSHOT_TEXT;
        if (kind == SNAPSHOT_PSEUDO || kind == SNAPSHOT_DOCTYPE || kind == SNAPSHOT_OTHER)
            continue;
        if (text && after_text) {
            m->left.item[m->left.n - 1].same = 0; /* its text is no longer known as a whole */
        } else {
            struct item item = snapshot_item(m, i);
            *VEC_ADD(m->arena, &m->left) = item;
        }
        after_text = text;
    }
}

static void list_page(struct matcher *m, uint32_t parent)
{
    const struct dom *d = &m->page->dom;
    m->right.n = 0;
    for (uint32_t i = parent + 1; i < d->node[parent].end; i = d->node[i].end) {
        const struct node *n = &d->node[i];
        struct item item = { .node = i, .kind = SNAPSHOT_COMMENT };
        if (n->kind == NODE_ELEMENT) {
            item.kind = SNAPSHOT_ELEMENT;
            item.tag = hash_lower(tag_name(d->symbols, n->tag));
            item.same = page_key(m, item.tag, n);
        } else if (n->kind == NODE_TEXT) {
            item.kind = SNAPSHOT_TEXT;
            item.same = text_hash(node_text(n));
        }
        *VEC_ADD(m->arena, &m->right) = item;
    }
}

static unsigned worth(const struct item *a, const struct item *b)
{
    if (a->kind != b->kind || a->tag != b->tag)
        return 0;
    if (a->same == b->same)
        return WORTH_SAME;
    return a->kind == SNAPSHOT_ELEMENT ? WORTH_TAG : WORTH_TEXT;
}

static void pair_up(struct matcher *m, const struct item *a, const struct item *b)
{
    m->match[b->node] = a->node;
    if (a->kind == SNAPSHOT_ELEMENT)
        *VEC_ADD(m->arena, &m->open) = (struct pair){ a->node, b->node };
}

/* The best common subsequence of left[0..n) and right[0..k), by the usual table. */
static void align_table(struct matcher *m, const struct item *left, uint32_t n, const struct item *right, uint32_t k)
{
    AUTO(arena) a = { 0 };
    size_t width = (size_t)k + 1;
    uint32_t *best = NEW_ARRAY(&a, uint32_t, ((size_t)n + 1) * width);
    for (size_t i = n; i-- > 0;)
        for (size_t j = k; j-- > 0;) {
            unsigned here = worth(&left[i], &right[j]);
            uint32_t skip = MAX(best[(i + 1) * width + j], best[i * width + j + 1]);
            best[i * width + j] = here ? MAX(skip, best[(i + 1) * width + j + 1] + here) : skip;
        }
    for (size_t i = 0, j = 0; i < n && j < k;) {
        unsigned here = worth(&left[i], &right[j]);
        if (here && best[i * width + j] == best[(i + 1) * width + j + 1] + here)
            pair_up(m, &left[i++], &right[j++]);
        else if (best[(i + 1) * width + j] >= best[i * width + j + 1])
            i++;
        else
            j++;
    }
}

static void align_near(struct matcher *m, const struct item *left, uint32_t n, const struct item *right, uint32_t k)
{
    for (uint32_t i = 0, j = 0; j < k; j++) {
        uint32_t best = n;
        unsigned most = 0;
        for (uint32_t at = i; at < n && at < i + NEAR && most < WORTH_SAME; at++) {
            unsigned here = worth(&left[at], &right[j]);
            if (here > most) {
                most = here;
                best = at;
            }
        }
        if (best == n)
            continue;
        pair_up(m, &left[best], &right[j]);
        i = best + 1;
    }
}

static void align(struct matcher *m)
{
    struct item *left = m->left.item, *right = m->right.item;
    uint32_t n = m->left.n, k = m->right.n;
    while (n && k && worth(left, right) == WORTH_SAME) {
        pair_up(m, left++, right++);
        n--;
        k--;
    }
    while (n && k && worth(&left[n - 1], &right[k - 1]) == WORTH_SAME)
        pair_up(m, &left[--n], &right[--k]);
    if (!n || !k)
        return;
    if ((uint64_t)n * k <= TABLE_MAX)
        align_table(m, left, n, right, k);
    else
        align_near(m, left, n, right, k);
}

static uint32_t root_element(const struct snapshot *s)
{
    for (uint32_t i = 1; i < s->n; i = s->node[i].end)
        if (s->node[i].kind == SNAPSHOT_ELEMENT)
            return i;
    return NONE;
}

int snapshot_match(struct arena *a, const struct snapshot *s, const struct page *page, uint32_t *match, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct matcher m = { .arena = &scratch, .s = s, .page = page, .match = match };
    uint32_t root = root_element(s);
    m.name_hash = NEW_ARRAY(&scratch, uint64_t, s->n_string);
    m.id = symbols_find(page->dom.symbols, STR("id"));
    m.class = symbols_find(page->dom.symbols, STR("class"));
    for (uint32_t i = 0; i < page->dom.n; i++)
        match[i] = NONE;
    if (root != NONE && page->dom.node[0].kind == NODE_ELEMENT) {
        match[0] = root;
        *VEC_ADD(&scratch, &m.open) = (struct pair){ root, 0 };
    }
    while (m.open.n) {
        struct pair pair = m.open.item[--m.open.n];
        list_snapshot(&m, pair.snapshot);
        list_page(&m, pair.page);
        align(&m);
        if (arena_over(&scratch))
            return arena_room(&scratch, 0, e);
    }
    return 0;
}
