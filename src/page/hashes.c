/* One content hash and one structure hash per subtree.
 *
 * content[i]: tag, attributes in any order, and the words with the white space between them. Two subtrees with the same content hash
 * look the same to a reader and to a checker of markup; comments do not count.
 * structure[i]: tags alone, text left out: what a remembered segmentation is keyed by.
 *
 * Children are folded into their parent from the last node to the first, so every child is ready when its parent's turn comes and
 * no recursion is needed. Cost: O(nodes + words + bytes of attributes). */
#include "page/hashes.h"

#include "page/build.h"

enum { SALT_TEXT = 3, SALT_SPACE = 5, SALT_HIDDEN_TEXT = 7 };

bool attribute_is_silent(struct str name)
{
    return str_eq(name, STR("id")) || str_starts(name, STR("on")) || str_starts(name, STR("xmlns"))
           || str_starts(name, STR("data-weft"));
}

/* The attributes that count of an element, without regard to their order. */
static uint64_t hash_attributes(const struct dom *d, const struct node *n)
{
    uint64_t sum = 0;

    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &d->attr[n->attr + k];
        if (!attribute_is_silent(symbols_str(d->symbols, attr->name)))
            sum += hash_mix(symbols_hash(d->symbols, attr->name), hash_str(attr_value(attr)));
    }
    return sum;
}

/* By name, not by number: numbers change when an element joins the table. */
static uint64_t tag_hash(const struct dom *d, const struct node *n)
{
    return hash_str(tag_name(d->symbols, n->tag)) + n->space;
}

/* A text as far as it is shown: what keeps its white space, all of it. */
static struct str shown_text(const struct page *p, uint32_t i)
{
    struct str text = node_text(&p->dom.node[i]);

    return p->flags[i] & NODE_KEEPS ? text : str_trim(text);
}

/* Goes on with white space that is shown as it is. Blanks wait until something stands behind them: at a line's end they are not seen. */
static uint64_t add_gap(uint64_t hash, const char *from, const char *to, uint64_t *blanks)
{
    for (; from < to; from++) {
        if (*from == '\n')
            hash = hash_mix(hash, SALT_SPACE), *blanks = 0;
        else if (*from != '\r')
            *blanks = hash_mix(*blanks, (unsigned char)*from);
    }
    return hash;
}

/* The gap before a word inside one text, that starts at `from`. */
static uint64_t gap_inside(const struct page *p, uint32_t w, uint32_t from)
{
    const char *text = p->dom.node[p->word[w].node].text;
    uint64_t blanks = 0, hash = add_gap(SALT_TEXT, text + from, text + p->word[w].at, &blanks);

    return hash_mix(hash, blanks);
}

uint64_t page_gap(const struct page *p, uint32_t word)
{
    const struct word *w = &p->word[word], *before = word ? w - 1 : NULL;
    uint64_t hash = SALT_TEXT, blanks = 0;

    if (w->flags & WORD_ATOM || !(p->flags[w->node] & NODE_KEEPS))
        return 0;
    if (before && before->node == w->node)
        return gap_inside(p, word, before->at + before->len);
    for (uint32_t i = before ? before->node : 0; i <= w->node; i++) {
        const struct node *n = &p->dom.node[i];
        uint32_t from = before && i == before->node ? before->at + before->len : 0;

        if (n->kind != NODE_TEXT || (p->flags[i] & (NODE_KEEPS | NODE_HIDDEN)) != NODE_KEEPS || p->first_word[i] > word)
            continue;
        hash = add_gap(hash, n->text + from, n->text + (i == w->node ? w->at : n->len), &blanks);
    }
    return hash_mix(hash, blanks);
}

uint64_t hashes_text_of(const struct page *p, uint32_t node)
{
    uint64_t hash = SALT_TEXT;

    for (uint32_t i = node; i < p->dom.node[node].end; i++) {
        if (p->dom.node[i].kind == NODE_TEXT)
            hash = hash_mix(hash, hash_str(shown_text(p, i)));
    }
    return hash;
}

/* Nodes from `first` on to the end of `node`. */
static uint64_t hash_nodes(const struct page *p, uint32_t node, uint32_t first)
{
    uint64_t hash = SALT_TEXT;

    for (uint32_t i = first; i < p->dom.node[node].end; i++) {
        const struct node *n = &p->dom.node[i];

        if (n->kind == NODE_TEXT) {
            struct str text = str_trim(node_text(n));
            if (text.len)
                hash = hash_mix(hash, hash_str(text));
        } else if (n->kind == NODE_ELEMENT) {
            /* the depth keeps <a><b></b></a> apart from <a></a><b></b> */
            hash = hash_mix(hash + n->depth - p->dom.node[node].depth, tag_hash(&p->dom, n) + hash_attributes(&p->dom, n));
        }
    }
    return hash;
}

uint64_t hashes_of_subtree(const struct page *p, uint32_t node)
{
    return hash_nodes(p, node, node);
}

uint64_t hashes_below(const struct page *p, uint32_t node)
{
    return hash_nodes(p, node, node + 1);
}

/* A text node: its words and their spaces; without words its bytes (inside atoms and scripts), or the fact that it is a space. */
static uint64_t text_hash(const struct page *p, uint32_t i)
{
    uint64_t hash = SALT_TEXT;

    for (uint32_t w = p->first_word[i]; w < p->first_word[i + 1]; w++) {
        /* What stands before the first word is another node's affair. */
        unsigned spaces = p->word[w].flags & (WORD_LEAD | WORD_TRAIL | (w > p->first_word[i] ? WORD_BREAK : 0));
        hash = hash_mix(hash + spaces, symbols_hash(p->dom.symbols, p->symbol[w]));
        if (p->flags[i] & NODE_KEEPS)
            hash = hash_mix(hash, gap_inside(p, w, w > p->first_word[i] ? p->word[w - 1].at + p->word[w - 1].len : 0));
    }
    if (p->first_word[i] == p->first_word[i + 1]) {
        struct str text = shown_text(p, i);
        hash = text.len ? hash_mix(SALT_HIDDEN_TEXT, hash_str(text)) : 0;
    }
    return hash;
}

static void fold_element(struct page *p, uint32_t i, uint64_t tag)
{
    const struct node *n = &p->dom.node[i];

    p->content[i] = hash_mix(p->content[i] + tag, hash_attributes(&p->dom, n));
    p->structure[i] = hash_mix(p->structure[i], tag);
    if (i) {
        p->content[n->parent] = hash_mix(p->content[n->parent], p->content[i]);
        p->structure[n->parent] = hash_mix(p->structure[n->parent], p->structure[i]);
    }
}

static void fold_text(struct page *p, uint32_t i)
{
    const struct node *n = &p->dom.node[i];
    uint64_t hash = text_hash(p, i);

    if (!hash && p->flags[i] & NODE_SPACE)
        hash = SALT_SPACE;
    p->content[i] = hash;
    if (hash)
        p->content[n->parent] = hash_mix(p->content[n->parent], hash);
}

void build_hashes(struct arena *a, struct page *p)
{
    const struct dom *d = &p->dom;
    uint64_t known[TAG_KNOWN]; /* hashes of the names in the table */

    for (uint32_t tag = 0; tag < TAG_KNOWN; tag++)
        known[tag] = hash_str(tag_name(d->symbols, tag));
    p->content = NEW_ARRAY(a, uint64_t, d->n);
    p->structure = NEW_ARRAY(a, uint64_t, d->n);
    for (uint32_t i = d->n; i-- > 0;) {
        const struct node *n = &d->node[i];

        if (n->kind == NODE_TEXT)
            fold_text(p, i);
        else if (n->kind == NODE_ELEMENT)
            fold_element(p, i, n->tag < TAG_KNOWN ? known[n->tag] + n->space : tag_hash(d, n));
    }
}
