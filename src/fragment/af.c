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

/* Names that lie apart by spaces. Those with digits in them (post-123, col-3) often are one item's own, or count it. */
static uint64_t names_hash(struct str names, uint64_t hash)
{
    while (names.len) {
        struct str name = str_trim(str_cut(&names, ' '));
        bool digits = false;
        for (size_t i = 0; i < name.len; i++)
            digits |= name.ptr[i] >= '0' && name.ptr[i] <= '9';
        if (name.len && !digits)
            hash = hash_mix(hash, hash_str(name));
    }
    return hash;
}

static uint64_t kind_of(const struct page *p, uint32_t node)
{
    uint64_t hash = p->dom.node[node].tag;
    struct str names;

    if (dom_attr(&p->dom, node, STR("id"), &names))
        hash = hash_mix(names_hash(names, hash), 1);
    return dom_attr(&p->dom, node, STR("class"), &names) ? names_hash(names, hash) : hash;
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
    add_node(b, node, from, to)->kind = kind_of(b->content.page, node);
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

/* Hashes that nodes hand to their parents, one behind the other: those of a node's children lie on top when it is its turn. A small node
 * hands on the hashes of all its windows, unsorted; a large one its sample. */
struct hish {
    const struct af *tree;
    const struct shingle_options *options;
    struct arena *scratch, *arena;
    uint64_t *stack;
    size_t n_stack, room_stack;
    uint32_t *n_handed; /* by node: numbers it has on the stack */
    uint64_t *least;    /* the sample of the node in question */
    size_t room_least;
    uint64_t *kept;
    size_t n_kept, room_kept;
    uint64_t n_hashes;
};

enum { STACK_LARGE = 1 << 20 }; /* numbers: where so many wait, small nodes hand on no more than a sample */

static uint64_t *room_for(struct arena *a, uint64_t **item, size_t *room, size_t n)
{
    if (n > *room) {
        size_t grown = MAX(n, *room * 2 + 4096);
        *item = arena_grow(a, *item, *room, grown, sizeof **item);
        *room = grown;
    }
    return *item;
}

/* The windows that begin in [from, to), on top of the stack. */
static void add_windows(struct hish *h, uint32_t from, uint32_t to)
{
    if (from >= to)
        return;
    room_for(h->scratch, &h->stack, &h->room_stack, h->n_stack + (to - from));
    shingle_hashes(h->options, h->tree->text.ptr + from, to - from, h->stack + h->n_stack);
    h->n_stack += to - from;
    h->n_hashes += to - from;
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
}

/* Where the numbers of the node's children begin. */
static size_t first_number(const struct hish *h, uint32_t i)
{
    size_t first = h->n_stack;
    for (uint32_t child = i + 1; child < h->tree->node[i].end; child = h->tree->node[child].end)
        first -= h->n_handed[child];
    return first;
}

static void keep(struct hish *h, struct af_node *n, uint32_t wanted)
{
    room_for(h->arena, &h->kept, &h->room_kept, h->n_kept + wanted);
    memcpy(h->kept + h->n_kept, h->least, wanted * sizeof *h->least);
    n->shingle = (uint32_t)h->n_kept;
    n->n_shingles = wanted;
    h->n_kept += wanted;
}

/* The sample of a node that has at least one window, from what its children handed on and its own windows; and what it hands on itself. */
static void take_sample(struct hish *h, uint32_t i, struct af_node *n, bool wanted)
{
    const struct shingle_options *o = h->options;
    size_t first = first_number(h, i);
    uint32_t bytes = n->to - n->from, own = wanted ? shingle_sample(o, bytes) : 0;

    add_overlaps(h, i);
    uint32_t all = (uint32_t)(h->n_stack - first);
    bool large = all > (first < STACK_LARGE ? 2 * o->sample_max : o->sample_max);
    struct shingle_wish wish = { .windows = shingle_cost(o, bytes), .want = large ? o->sample_max : own };
    room_for(h->scratch, &h->least, &h->room_least, all + 1);
    uint32_t k = wish.want ? shingle_least(o, h->stack + first, all, &wish, h->least) : 0;
    if (large) {
        memcpy(h->stack + first, h->least, k * sizeof *h->least);
        h->n_stack = first + k;
    }
    h->n_handed[i] = (uint32_t)(h->n_stack - first);
    if (wanted)
        keep(h, n, MIN(k, own));
}

/* A text shorter than a window: its own hash, which is no part of what stands around it. */
static void take_short(struct hish *h, uint32_t i, struct af_node *n, bool wanted)
{
    h->n_stack = first_number(h, i);
    h->n_handed[i] = 0;
    room_for(h->scratch, &h->least, &h->room_least, 1);
    h->least[0] = shingle_hash(h->options, h->tree->text.ptr + n->from, n->to - n->from);
    h->n_hashes++;
    if (wanted)
        keep(h, n, 1);
}

int af_shingle(struct arena *a, struct af *t, const struct shingle_options *o, uint32_t min_bytes, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct hish h = {
        .tree = t, .options = o, .scratch = &scratch, .arena = a, .n_handed = NEW_ARRAY_RAW(&scratch, uint32_t, t->n)
    };
    uint64_t direct = 0;

    for (uint32_t i = t->n; i-- > 0;) {
        struct af_node *n = &t->node[i];
        uint32_t bytes = n->to - n->from;
        if (bytes >= o->window)
            take_sample(&h, i, n, bytes >= min_bytes);
        else
            take_short(&h, i, n, bytes >= min_bytes);
        direct += n->stands_for * shingle_cost(o, bytes);
        if (arena_over(a) || arena_over(&scratch) || h.n_kept > UINT32_MAX)
            return err_set(e, E_LIMIT, "the page has more fragments than memory allows");
    }
    t->shingle = h.kept;
    t->n_hashes = h.n_hashes;
    t->n_hashes_direct = direct;
    return 0;
}

uint32_t af_node_end(const struct af *t, uint32_t i)
{
    const struct node *node = t->page->dom.node;

    if (!t->node[i].run)
        return node[t->node[i].node].end;
    uint32_t end = node[t->node[t->node[i].parent].node].end;
    return i + 1 < t->n ? MIN(end, t->node[i + 1].node) : end;
}
