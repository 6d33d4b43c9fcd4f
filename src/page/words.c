/* The text of a page as words.
 *
 * In: the flat tree with its flags. Out: symbol[], word[], first_word[]. Where a word ends is cut.c's affair; here the tree is walked,
 * atoms become words, and what stands between words is noted.
 *
 * Invariants:
 *  1. Every character that is not white space lies in exactly one word or atom, unless its element is hidden by its tag.
 *  2. Words stand in document order; those of node i are [first_word[i], first_word[node[i].end)).
 *  3. What stands between two words of one text node is white space or nothing.
 *
 * A page has more words than anything else, so two short cuts: sixteen characters are classed at once, which finds the end of most
 * words, and words of at most eight bytes are looked up among those seen lately before the table of symbols is asked.
 * Cost: O(bytes of text + nodes). */
#include <endian.h>

#include "base/lanes.h"
#include "base/limits.h"
#include "page/build.h"
#include "page/cut.h"
#include "page/hashes.h"

enum {
    ATOM_KEY_MAX = 1 << 12, /* bytes of an attribute that tell one atom from another; longer ones count by hash */
    BYTES_PER_WORD = 5,     /* of visible text, white space included: real pages have 5 to 8, few less */
    RECENT_BITS = 11,       /* of the number of words remembered; more do not pay, even on long pages */
};

struct cutter {
    struct arena *arena;
    struct page *page;
    uint32_t room;
    bool space;          /* white space since the last word */
    bool line;           /* a break since the last word */
    uint32_t *break_end; /* ends of the open sentence-breaking elements, innermost last */
    uint32_t n_breaks;
    uint32_t *last_child; /* by depth: the shown child visited last, or NONE */
    const char *wide_end; /* up to here LANES bytes can be read at once; NULL: nowhere */
    struct recent {
        uint64_t key; /* 0 where free */
        uint32_t symbol;
    } recent[1 << RECENT_BITS];
    uint32_t text; /* the text node before, while no tag came since; else NONE */
};

static void grow_words(struct cutter *c)
{
    struct page *p = c->page;
    uint32_t room = c->room + c->room / 2;

    p->symbol = arena_grow(c->arena, p->symbol, p->n_words, room, sizeof *p->symbol);
    p->word = arena_grow(c->arena, p->word, p->n_words, room, sizeof *p->word);
    c->room = room;
}

static inline void add_word(struct cutter *c, uint32_t symbol, struct word word)
{
    struct page *p = c->page;

    if (p->n_words == c->room)
        grow_words(c);
    p->symbol[p->n_words] = symbol;
    p->word[p->n_words++] = word;
}

/* What stands between the last word and the next, as the flag of the next one. */
static inline unsigned take_gap(struct cutter *c)
{
    unsigned gap = c->line ? WORD_BREAK : c->space ? WORD_SPACE : 0;

    c->space = c->line = false;
    return gap;
}

/* How many of the first lanes are letters or digits of ASCII. */
static inline unsigned count_wordy(lanes v)
{
    lanes wordy = (lanes)(((v | 0x20) - 'a' < 26) | (v - '0' < 10) | (v == '_'));

    return (unsigned)__builtin_ctz(~lanes_mask(wordy));
}

/* The end of the word at `at`. Most words are ASCII letters with a blank behind. */
static inline const char *word_end(const struct cutter *c, const char *at, const char *end)
{
    if (at <= c->wide_end) {
        unsigned n = count_wordy(lanes_load(at));
        const char *stop = end - at < n ? end : at + n;

        if (n && n < LANES && (stop == end || *stop == ' '))
            return stop;
    }
    return cut_word(at, end);
}

/* Short words are their own key: those seen lately are found without a hash. A NUL at the end would be no part of the key. */
static inline uint32_t word_symbol(struct cutter *c, const char *at, const char *end)
{
    struct str word = str_span(at, end);
    uint64_t key;

    if (word.len > sizeof key || at > c->wide_end || end[-1] == '\0')
        return symbols_add(c->page->dom.symbols, word);
    memcpy(&key, at, sizeof key);
    key = le64toh(key) & UINT64_MAX >> (64 - 8 * word.len);
    struct recent *r = &c->recent[key * 0x9e3779b97f4a7c15u >> (64 - RECENT_BITS)];
    if (r->key != key)
        *r = (struct recent){ key, symbols_add(c->page->dom.symbols, word) };
    return r->symbol;
}

/* Comments and what is hidden by its tag lie between two texts without parting them. */
static bool is_unseen(const struct node *n)
{
    return n->kind == NODE_COMMENT || (node_classes(n) & TAG_HIDDEN);
}

/* Whether white space at the start (or end) of a text node touches a block's border, where it is not shown. */
static bool at_block_start(const struct cutter *c, const struct node *n)
{
    const struct node *all = c->page->dom.node;
    uint32_t before = c->last_child[n->depth];

    return (node_classes(before == NONE ? &all[n->parent] : &all[before]) & TAG_BREAK) != 0;
}

static bool at_block_end(const struct cutter *c, uint32_t i)
{
    const struct node *all = c->page->dom.node;
    uint32_t parent = all[i].parent, next = i + 1;

    while (next < all[parent].end && is_unseen(&all[next]))
        next = all[next].end;
    return (node_classes(next < all[parent].end ? &all[next] : &all[parent]) & TAG_BREAK) != 0;
}

/* One blank is what mostly stands between words. */
static inline const char *space_end(const char *at, const char *end)
{
    if (at < end && *at == ' ')
        at++;
    return at < end && (*at <= ' ' || (unsigned char)*at >= 0x7f) ? cut_space(at, end) : at;
}

static bool has_line(const char *from, const char *to)
{
    return to > from && memchr(from, '\n', (size_t)(to - from));
}

/* Two text nodes with but a comment or a script between them are one text: white space at either side of the seam counts for both
 * words. */
static unsigned join_space(struct cutter *c, uint32_t before, unsigned lead)
{
    struct page *p = c->page;
    struct word *last = p->n_words ? &p->word[p->n_words - 1] : NULL;

    if (!last || last->node != before)
        return lead;
    if (lead)
        last->flags |= WORD_TRAIL;
    return last->flags & WORD_TRAIL ? WORD_LEAD : 0;
}

/* Cuts a text into words from `at` on, where its first word starts; `flags` are that word's. */
static void cut_words(struct cutter *c, uint32_t i, const char *at, unsigned flags)
{
    const struct node *n = &c->page->dom.node[i];
    const char *text = n->text, *end = text + n->len;
    const unsigned hidden = flags & WORD_HIDDEN;
    bool pre = c->page->flags[i] & NODE_KEEPS, spaced;

    do {
        const char *stop = word_end(c, at, end), *next = space_end(stop, end);

        spaced = next > stop;
        add_word(c, word_symbol(c, at, stop),
                 (struct word){ i, (uint32_t)(at - text), (uint32_t)(stop - at), flags | (spaced ? WORD_TRAIL : 0) });
        flags = hidden | (spaced ? WORD_LEAD | WORD_SPACE : 0);
        if (pre && has_line(stop, next))
            flags = hidden | WORD_LEAD | WORD_BREAK;
        at = next;
    } while (at < end);
    c->space = spaced;
    c->line = (flags & WORD_BREAK) != 0;
    if (spaced && at_block_end(c, i))
        c->page->word[c->page->n_words - 1].flags &= ~(unsigned)WORD_TRAIL;
}

static void cut_text(struct cutter *c, uint32_t i)
{
    const struct node *n = &c->page->dom.node[i];
    const char *end = n->text + n->len, *at = space_end(n->text, end);
    unsigned hidden = c->page->flags[i] & NODE_HIDDEN ? WORD_HIDDEN : 0;
    unsigned lead = at > n->text && !at_block_start(c, n) ? WORD_LEAD : 0;
    bool alone = c->text == NONE || c->page->dom.node[c->text].parent != n->parent;

    if (!alone && (at < end || !at_block_end(c, i)))
        lead = join_space(c, c->text, lead);
    else if (alone && at == end && lead && !at_block_end(c, i))
        c->page->flags[i] |= NODE_SPACE;
    c->text = i;
    c->space |= at > n->text;
    c->line |= (c->page->flags[i] & NODE_KEEPS) && has_line(n->text, at);
    if (at < end)
        cut_words(c, i, at, hidden | lead | take_gap(c));
}

/* What tells one atom from another: the address for what is loaded, the text for options, all of it for the rest. Attributes that
 * are left out here are compared later, as attributes of a matched element. */
static struct str atom_key_attr(uint32_t tag)
{
    switch (tag) {
    case TAG_IMG:
    case TAG_IFRAME:
    case TAG_EMBED:
    case TAG_FRAME:
        return STR("src");
    case TAG_OBJECT:
        return STR("data");
    case TAG_INPUT:
        return STR("type");
    default:
        return STR("");
    }
}

static uint32_t atom_symbol(struct cutter *c, uint32_t i)
{
    struct page *p = c->page;
    const struct node *n = &p->dom.node[i];
    struct str name = tag_name(p->dom.symbols, n->tag), key = atom_key_attr(n->tag), value = STR("");
    char bytes[ATOM_KEY_MAX + 64];
    size_t len = 0;
    uint64_t hash;

    bytes[len++] = PAGE_ATOM_MARK;
    memcpy(bytes + len, name.ptr, MIN(name.len, 48));
    len += MIN(name.len, 48);
    bytes[len++] = ' ';
    if (n->tag == TAG_OBJECT && n->end > i + 1) {
        key = STR(""); /* what stands inside is what most readers get */
        hash = hashes_of_subtree(p, i);
    } else if (key.len) {
        dom_attr(&p->dom, i, key, &value);
        value = str_trim(value); /* as HTML reads addresses and keywords */
        hash = hash_str(value);
    } else if (n->tag == TAG_OPTION || n->tag == TAG_TEXTAREA) {
        hash = hashes_text_of(p, i);
    } else if (n->tag == TAG_PICTURE) {
        hash = hashes_below(p, i);
    } else {
        hash = hashes_of_subtree(p, i);
    }
    if (n->tag != TAG_BR && n->tag != TAG_HR) {
        if (key.len && value.len <= ATOM_KEY_MAX) {
            for (size_t k = 0; k < value.len; k++)
                bytes[len++] = n->tag == TAG_INPUT ? byte_lower(value.ptr[k]) : value.ptr[k];
        } else {
            memcpy(bytes + len, &hash, sizeof hash);
            len += sizeof hash;
        }
    }
    return symbols_add(p->dom.symbols, (struct str){ bytes, len });
}

/* Ends of sentence-breaking elements passed before node i. */
static void close_breaks(struct cutter *c, uint32_t i)
{
    while (c->n_breaks && c->break_end[c->n_breaks - 1] <= i) {
        c->n_breaks--;
        c->line = true;
    }
}

/* Visits one element; returns the node to go on with: its first child, or what follows it. */
static uint32_t enter_element(struct cutter *c, uint32_t i)
{
    struct page *p = c->page;
    const struct node *n = &p->dom.node[i];
    unsigned classes = node_classes(n);

    if (classes & TAG_BREAK)
        c->line = true;
    if (classes & TAG_ATOM) {
        bool line_after = (classes & TAG_BREAK) != 0;
        unsigned hidden = p->flags[i] & NODE_HIDDEN ? WORD_HIDDEN : 0;

        add_word(c, atom_symbol(c, i), (struct word){ .node = i, .flags = WORD_ATOM | hidden | take_gap(c) });
        c->line = line_after;
        c->text = NONE;
        return n->end;
    }
    if (classes & TAG_HIDDEN)
        return n->end;
    c->text = NONE;
    if (classes & TAG_BREAK)
        c->break_end[c->n_breaks++] = n->end;
    c->last_child[n->depth + 1] = NONE;
    return i + 1;
}

/* About how many words there will be: room for much more would be memory for nothing, growing would be a copy. */
static uint32_t guess_words(const struct page *p)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < p->dom.n; i++) {
        if (p->dom.node[i].kind == NODE_TEXT && !(p->flags[i] & NODE_HIDDEN))
            bytes += p->dom.node[i].len;
    }
    return (uint32_t)(bytes / BYTES_PER_WORD) + 16;
}

int build_words(struct arena *a, struct page *p, struct err *e)
{
    struct cutter c = { .arena = a, .page = p, .line = true, .text = NONE, .room = guess_words(p) };
    int bad = arena_room(a, c.room * (sizeof *p->symbol + sizeof *p->word) + p->dom.n * sizeof *p->first_word, e);

    if (bad)
        return bad;
    p->symbol = NEW_ARRAY_RAW(a, uint32_t, c.room);
    p->word = NEW_ARRAY_RAW(a, struct word, c.room);
    c.wide_end = p->dom.run.len >= LANES ? p->dom.run.ptr + p->dom.run.len - LANES : NULL;
    c.break_end = NEW_ARRAY(a, uint32_t, LIMIT_DEPTH + 2);
    c.last_child = NEW_ARRAY(a, uint32_t, LIMIT_DEPTH + 3);
    c.last_child[0] = c.last_child[1] = NONE;
    p->first_word = NEW_ARRAY_RAW(a, uint32_t, p->dom.n + 1);
    for (uint32_t i = 0, next; i < p->dom.n; i = next) {
        const struct node *n = &p->dom.node[i];

        close_breaks(&c, i);
        next = n->end;
        uint32_t before = p->n_words;
        p->first_word[i] = before;
        if (n->kind == NODE_TEXT)
            cut_text(&c, i);
        else if (n->kind == NODE_ELEMENT)
            next = enter_element(&c, i);
        for (uint32_t inside = i + 1; inside < next; inside++) /* below an atom or hidden element: no words of their own */
            p->first_word[inside] = p->n_words;
        if (!is_unseen(n))
            c.last_child[n->depth] = i;
        if (arena_over(a))
            return arena_room(a, 1, e);
    }
    p->first_word[p->dom.n] = p->n_words;
    return 0;
}
