/* In: a page. Out: its AF tree.
 *
 * One walk over the words makes the text, one over the nodes the tree. Words are numbered without those that show nothing (br, hr).
 * Invariants: 1. ranges of siblings do not overlap and rise; a child's range is smaller than its parent's; 2. value is a polynomial over
 * the words (Rabin 1981), modulo 2^61 - 1, so that any range of words has it in O(1).
 * Cost: O(nodes + words). */
#include "fragment/af.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/vec.h"

#define PRIME ((UINT64_C(1) << 61) - 1)
#define BASE UINT64_C(0x1a2f7c4be5d0963b)

/* What the walk over the nodes needs to know of the words; all of it is thrown away afterwards. */
struct content {
    const struct page *page;
    uint32_t *real;        /* by word of the page: how many words that show something stand before it; n_words + 1 */
    uint32_t *start, *end; /* by such word: its bytes in the text */
    uint64_t *hash;        /* ... its own, without regard to the space before it */
    bool *space;           /* ... a space stands before it */
    uint64_t *prefix;      /* ... polynomial of all before; n + 1 */
    uint64_t *power;       /* ... of BASE; n + 1 */
    uint32_t n;
};

static uint64_t multiply(uint64_t a, uint64_t b)
{
    uint128 product = (uint128)a * b;
    uint64_t sum = (uint64_t)(product & PRIME) + (uint64_t)(product >> 61);
    return sum >= PRIME ? sum - PRIME : sum;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    uint64_t sum = a + b;
    return sum >= PRIME ? sum - PRIME : sum;
}

static uint64_t minus(uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + PRIME - b;
}

static bool shows_nothing(const struct page *p, const struct word *w)
{
    uint32_t tag = p->dom.node[w->node].tag;
    return w->flags & WORD_ATOM && (tag == TAG_BR || tag == TAG_HR);
}

static void open_content(struct content *c, struct arena *a, const struct page *p)
{
    size_t n = p->n_words;
    *c = (struct content){
        .page = p,
        .real = NEW_ARRAY_RAW(a, uint32_t, n + 1),
        .start = NEW_ARRAY_RAW(a, uint32_t, n),
        .end = NEW_ARRAY_RAW(a, uint32_t, n),
        .hash = NEW_ARRAY_RAW(a, uint64_t, n),
        .space = NEW_ARRAY_RAW(a, bool, n),
        .prefix = NEW_ARRAY_RAW(a, uint64_t, n + 1),
        .power = NEW_ARRAY_RAW(a, uint64_t, n + 1),
    };
}

static void add_word(struct content *c, struct buf *text, uint32_t word, bool space)
{
    const struct page *p = c->page;
    uint64_t hash = symbols_hash(p->dom.symbols, p->symbol[word]);

    if (space)
        buf_add_char(text, ' ');
    c->start[c->n] = (uint32_t)text->len;
    if (p->word[word].flags & WORD_ATOM)
        buf_add_bytes(text, (const char *)&hash, sizeof hash);
    else
        buf_add(text, page_word(p, word));
    c->end[c->n] = (uint32_t)text->len;
    c->hash[c->n] = hash % PRIME;
    c->space[c->n] = space;
    c->n++;
}

static void read_words(struct content *c, struct buf *text)
{
    const struct page *p = c->page;
    bool space = false;

    for (uint32_t w = 0; w < p->n_words; w++) {
        c->real[w] = c->n;
        space |= (p->word[w].flags & (WORD_SPACE | WORD_BREAK)) != 0;
        if (shows_nothing(p, &p->word[w])) {
            space = true;
            continue;
        }
        add_word(c, text, w, space && c->n);
        space = false;
    }
    c->real[p->n_words] = c->n;
    c->prefix[0] = 0;
    c->power[0] = 1;
    for (uint32_t i = 0; i < c->n; i++) {
        c->prefix[i + 1] = plus(multiply(c->prefix[i], BASE), plus(c->hash[i], c->space[i]));
        c->power[i + 1] = multiply(c->power[i], BASE);
    }
}

/* Of the words [from, to): the space before the first is not theirs. */
static uint64_t value_of(const struct content *c, uint32_t from, uint32_t to)
{
    uint32_t n = to - from;
    uint64_t sum = minus(c->prefix[to], multiply(c->prefix[from], c->power[n]));
    if (c->space[from])
        sum = minus(sum, c->power[n - 1]);
    return hash_mix(sum, n);
}

/* A node that is being built; its children's words up to `covered` have nodes of their own. */
struct open {
    uint32_t at;          /* in the tree */
    uint32_t node_end;    /* of the page's node */
    uint32_t to, covered; /* words */
    uint32_t n_children;
};

struct builder {
    struct arena *arena;
    struct content content;
    VEC(struct af_node) node;
    struct open open[LIMIT_DEPTH + 2];
    uint32_t depth;
};

static bool is_node(const struct page *p, uint32_t i)
{
    const struct node *n = &p->dom.node[i];
    if (n->kind != NODE_ELEMENT)
        return false;
    return node_classes(n) & TAG_BLOCK || p->flags[i] & NODE_HAS_BLOCK || n->tag >= TAG_KNOWN;
}

static struct af_node *add_node(struct builder *b, uint32_t node, uint32_t from, uint32_t to)
{
    const struct content *c = &b->content;
    struct open *up = b->depth ? &b->open[b->depth - 1] : NULL;
    uint32_t parent = up ? up->at : 0, place = up ? up->n_children++ : 0;
    uint64_t parent_id = up ? b->node.item[parent].id : 0;
    struct af_node *added = VEC_ADD(b->arena, &b->node);

    *added = (struct af_node){
        .node = node,
        .parent = parent,
        .end = b->node.n,
        .from = c->start[from],
        .to = c->end[to - 1],
        .place = place,
        .stands_for = 1,
        .id = hash_mix(parent_id, place + 1),
        .value = value_of(c, from, to),
    };
    return added;
}

/* The highest node of the page below the open one that holds nothing but words of the run. */
static uint32_t run_node(const struct builder *b, uint32_t from, uint32_t to)
{
    const struct page *p = b->content.page;
    const struct dom *d = &p->dom;
    uint32_t word = 0, low = 0, high = p->n_words, top = b->node.item[b->open[b->depth - 1].at].node;

    while (low < high) { /* the last word of the page with this number is the one that shows something */
        word = low + (high - low) / 2;
        if (b->content.real[word + 1] > from)
            high = word;
        else
            low = word + 1;
    }
    uint32_t i = p->word[low].node;
    for (uint32_t up = d->node[i].parent; up > top; up = d->node[up].parent) {
        if (b->content.real[p->first_word[up]] < from || b->content.real[p->first_word[d->node[up].end]] > to)
            break;
        i = up;
    }
    return i;
}

/* Text of the open node that no child has, up to word `to`. */
static void add_run(struct builder *b, uint32_t to)
{
    struct open *o = &b->open[b->depth - 1];

    if (o->covered < to)
        add_node(b, run_node(b, o->covered, to), o->covered, to)->run = true;
    o->covered = to;
}

static void close_one(struct builder *b)
{
    struct open *o = &b->open[b->depth - 1];

    if (o->n_children)
        add_run(b, o->to);
    b->node.item[o->at].end = b->node.n;
    b->node.item[o->at].n_children = o->n_children;
    b->node.item[o->at].stands_for += o->n_children == 0;
    b->depth--;
    if (b->depth)
        b->open[b->depth - 1].covered = o->to;
}

static void open_one(struct builder *b, uint32_t node, uint32_t from, uint32_t to)
{
    const struct node *n = &b->content.page->dom.node[node];

    if (b->depth)
        add_run(b, from);
    uint32_t at = b->node.n;
    add_node(b, node, from, to);
    b->open[b->depth++] = (struct open){ .at = at, .node_end = n->end, .to = to, .covered = from };
}

static void walk(struct builder *b)
{
    const struct page *p = b->content.page;
    const struct content *c = &b->content;
    uint32_t i = p->body, end = p->dom.node[p->body].end;

    while (i < end) {
        while (b->depth && i >= b->open[b->depth - 1].node_end)
            close_one(b);
        uint32_t from = c->real[p->first_word[i]], to = c->real[p->first_word[p->dom.node[i].end]];
        if (from == to) {
            i = p->dom.node[i].end;
            continue;
        }
        struct af_node *up = b->depth ? &b->node.item[b->open[b->depth - 1].at] : NULL;
        bool same = up && c->start[from] == up->from && c->end[to - 1] == up->to;
        if ((is_node(p, i) && !same) || !up)
            open_one(b, i, from, to);
        else if (is_node(p, i))
            up->stands_for++;
        i++;
    }
    while (b->depth)
        close_one(b);
}

int af_build(struct arena *a, const struct page *p, struct af *out, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    AUTO(buf) text = BUF(UINT32_MAX);
    struct builder b = { .arena = a };
    struct af tree = { .page = p };
    int code = arena_room(a, (size_t)p->n_words * 40, e);

    if (code)
        return code;
    open_content(&b.content, &scratch, p);
    read_words(&b.content, &text);
    if ((code = buf_take(&text, a, &tree.text, e)))
        return code;
    walk(&b);
    tree.node = b.node.item;
    tree.n = b.node.n;
    *out = tree;
    return 0;
}

/* ---- Shingles ---- */

/* Samples of nodes whose parent's turn has not come, one behind the other: those of a node's children lie on top when it is its turn. */
struct hish {
    const struct af *tree;
    const struct shingle_options *options;
    VEC(uint64_t) stack;
    VEC(uint64_t) kept;
    uint32_t *n_sample; /* by node: numbers it has on the stack */
    struct smallest sample;
    uint64_t *windows; /* hashes of the node in question that are still to be sorted in */
    uint32_t n_windows;
    uint64_t n_hashes;
};

enum { WINDOWS_AT_ONCE = 4096 };

/* Sorting some hundreds at once is faster than finding a place for each. */
static void sort_windows(struct hish *h)
{
    smallest_merge(&h->sample, h->windows, shingle_sort(h->windows, h->n_windows));
    h->n_windows = 0;
}

static void add_window(struct hish *h, uint64_t hash)
{
    bool full = h->sample.n == h->sample.room;

    if (full && hash >= h->sample.item[h->sample.n - 1])
        return;
    h->windows[h->n_windows++] = hash;
    if (h->n_windows == WINDOWS_AT_ONCE || (!full && h->n_windows == 4 * h->sample.room))
        sort_windows(h);
}

/* The windows that begin in [from, to). */
static void add_windows(struct hish *h, uint32_t from, uint32_t to)
{
    const struct shingle_options *o = h->options;
    const char *text = h->tree->text.ptr;

    for (uint32_t at = from; at < to; at++)
        add_window(h, shingle_hash(o, text + at, o->window));
    h->n_hashes += to > from ? to - from : 0;
}

/* Windows of node i that none of its children holds: those that reach over the edges of children, and those between them. */
static void add_overlaps(struct hish *h, uint32_t i)
{
    const struct af_node *n = &h->tree->node[i];
    uint32_t w = h->options->window, last = n->to - w + 1, at = n->from;

    for (uint32_t child = i + 1; child < n->end; child = h->tree->node[child].end) {
        const struct af_node *c = &h->tree->node[child];
        if (c->to - c->from < w)
            continue;
        add_windows(h, at, c->from);
        at = c->to - w + 1;
    }
    add_windows(h, at, last);
    sort_windows(h);
}

/* Takes the children's samples off the stack and into the node's. */
static void take_children(struct hish *h, uint32_t i)
{
    const struct af_node *n = &h->tree->node[i];
    for (uint32_t child = i + 1; child < n->end; child = h->tree->node[child].end) {
        uint32_t k = h->n_sample[child];
        h->stack.n -= k;
        if (h->tree->node[child].to - h->tree->node[child].from >= h->options->window)
            smallest_merge(&h->sample, h->stack.item + h->stack.n, k);
    }
}

static void push(struct arena *a, struct hish *h, uint32_t i)
{
    for (uint32_t k = 0; k < h->sample.n; k++)
        *VEC_ADD(a, &h->stack) = h->sample.item[k];
    h->n_sample[i] = h->sample.n;
}

static void keep(struct arena *a, struct hish *h, struct af_node *n)
{
    uint32_t wanted = MIN(h->sample.n, shingle_sample(h->options, n->to - n->from));
    n->shingle = h->kept.n;
    n->n_shingles = wanted;
    for (uint32_t k = 0; k < wanted; k++)
        *VEC_ADD(a, &h->kept) = h->sample.item[k];
}

int af_shingle(struct arena *a, struct af *t, const struct shingle_options *o, uint32_t min_bytes, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct hish h = { .tree = t, .options = o, .n_sample = NEW_ARRAY_RAW(&scratch, uint32_t, t->n) };
    uint64_t direct = 0;

    h.sample = (struct smallest){ .item = NEW_ARRAY_RAW(&scratch, uint64_t, o->sample_max + 1), .room = o->sample_max };
    h.windows = NEW_ARRAY_RAW(&scratch, uint64_t, MAX(WINDOWS_AT_ONCE, 4 * (size_t)o->sample_max) + 1);
    for (uint32_t i = t->n; i-- > 0;) {
        struct af_node *n = &t->node[i];
        uint32_t bytes = n->to - n->from;
        h.sample.n = 0;
        take_children(&h, i);
        if (bytes >= o->window) {
            add_overlaps(&h, i);
        } else {
            smallest_add(&h.sample, shingle_hash(o, t->text.ptr + n->from, bytes));
            h.n_hashes++;
        }
        push(&scratch, &h, i);
        if (bytes >= min_bytes)
            keep(a, &h, n);
        direct += n->stands_for * shingle_cost(o, bytes);
        if (arena_over(a) || arena_over(&scratch))
            return err_set(e, E_LIMIT, "the page has more fragments than memory allows");
    }
    t->shingle = h.kept.item;
    t->n_hashes = h.n_hashes;
    t->n_hashes_direct = direct;
    return 0;
}

uint32_t af_of(const struct af *t, uint32_t node)
{
    const struct dom *d = &t->page->dom;
    uint32_t low = 0, high = t->n;

    while (low < high) { /* the last node that stands at or before it */
        uint32_t middle = (low + high) / 2;
        if (t->node[middle].node <= node)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NONE;
    uint32_t i = low - 1;
    if (t->node[i].run && node < d->node[t->node[t->node[i].parent].node].end)
        return i; /* a run goes on to the next node, which stands behind */
    while (i && node >= d->node[t->node[i].node].end)
        i = t->node[i].parent;
    return node < d->node[t->node[i].node].end ? i : NONE;
}
