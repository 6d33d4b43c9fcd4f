/* In: blocks and items of a document. Out: its IDs, and the calls that every reader of a document needs.
 *
 * IDs are built from below, one pass backwards over the preorder: a parent's number is smaller than its children's. Links and images
 * are added up, so that their order does not count; blocks are mixed in order. O(bytes). */
#include "visual/vixml.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/utf8.h"

/* What kind of thing a number of the ID stands for, so that a link is never taken for an image or a text. */
enum seed { SEED_LINK = 1, SEED_IMAGE, SEED_TEXT, SEED_BLOCK, SEED_STATE };

uint64_t vixml_item_id(bool image, struct str name, struct str address)
{
    return hash_mix(hash_mix(image ? SEED_IMAGE : SEED_LINK, hash_str(name)), hash_str(address));
}

uint64_t vixml_text_id(struct str text)
{
    return text.len ? hash_mix(SEED_TEXT, hash_str(text)) : 0;
}

struct str vixml_ref(struct arena *a, struct str parent_ref, uint32_t number)
{
    return parent_ref.len ? arena_printf(a, "%.*s.%u", STR_ARG(parent_ref), number) : arena_printf(a, "%u", number);
}

/* Whether `ref` is `parent`, a point and the number, without making that text. */
static bool is_positional(struct str ref, struct str parent, uint32_t number)
{
    uint64_t read;
    if (parent.len) {
        if (!str_starts(ref, parent) || ref.len <= parent.len || ref.ptr[parent.len] != '.')
            return false;
        ref = str_sub(ref, parent.len + 1, ref.len);
    }
    return ref.len && ref.ptr[0] != '0' && str_number(ref, UINT32_MAX, &read) && read == number;
}

static uint64_t sum_of(const struct vixml_item *item, uint32_t from, uint32_t to)
{
    uint64_t sum = 0;
    for (uint32_t i = from; i < to; i++)
        sum += hash_mix(item[i].id, SEED_BLOCK);
    return sum;
}

static uint64_t face_state(const struct vixml_face *f)
{
    uint64_t state = hash_mix((uint64_t)(uint32_t)f->x << 32 | (uint32_t)f->y, (uint64_t)(uint32_t)f->w << 32 | (uint32_t)f->h);
    return hash_mix(state, (uint64_t)f->doc << 32 | f->ppm);
}

static void seal_block(struct vixml *x, uint32_t i)
{
    struct vixml_block *b = &x->block[i];
    uint64_t below = b->id, state_below = b->state; /* what the children have put here */

    for (uint32_t k = b->link; k < b->item_end; k++)
        x->item[k].id = vixml_item_id(k >= b->image, x->item[k].name, x->item[k].address);
    b->links_id = sum_of(x->item, b->link, b->image);
    b->images_id = sum_of(x->item, b->image, b->item_end);
    b->text_id = vixml_text_id(b->text);
    b->id = hash_mix(hash_mix(hash_mix(b->links_id, b->images_id), b->text_id), below);
    uint64_t order = hash_mix(b->image - b->link, b->text_id);
    for (uint32_t k = b->link; k < b->item_end; k++)
        order = hash_mix(order, x->item[k].id);
    b->order = order;
    b->state = hash_mix(hash_mix(hash_mix(order, face_state(&b->face)), hash_str(b->ref)), state_below);
    if (i > 0) {
        struct vixml_block *parent = &x->block[b->parent];
        parent->id = hash_mix(parent->id, b->id);
        parent->state = hash_mix(parent->state, b->state);
    }
}

void vixml_seal(struct arena *a, struct vixml *x)
{
    uint32_t *n_children = NEW_ARRAY(a, uint32_t, x->n);

    for (uint32_t i = 0; i < x->n; i++)
        x->block[i].id = x->block[i].state = 0;
    for (uint32_t i = x->n; i-- > 0;)
        seal_block(x, i);
    x->positional = true;
    for (uint32_t i = 1; i < x->n; i++) {
        uint32_t parent = x->block[i].parent;
        x->positional &= is_positional(x->block[i].ref, x->block[parent].ref, ++n_children[parent]);
    }
}

uint64_t vixml_state(const struct vixml *x)
{
    uint64_t state = hash_mix(SEED_STATE, x->block[0].state);
    const struct str about[] = { x->url, x->title, x->version, x->layout };
    for (size_t i = 0; i < ARRAY_LEN(about); i++)
        state = hash_mix(state, hash_str(about[i]));
    return state;
}

void vixml_refs(const struct vixml *x, struct arena *a, struct map *out)
{
    map_open(out, a, x->n);
    for (uint32_t i = 0; i < x->n; i++)
        map_slot(out, hash_str(x->block[i].ref), i);
}

uint32_t vixml_find(const struct vixml *x, const struct map *refs, struct str ref)
{
    const uint32_t *found = map_find(refs, hash_str(ref));
    return found && str_eq(x->block[*found].ref, ref) ? *found : VIXML_NONE;
}

static const char *check_block(const struct vixml *x, uint32_t i, uint32_t *item)
{
    const struct vixml_block *b = &x->block[i], *parent = &x->block[b->parent];
    if (i > 0 && (b->parent >= i || b->end <= i || b->end > parent->end || i >= parent->end))
        return "a block lies outside its parent";
    if (i > 0 && b->ref.len == 0)
        return "a block has no Ref";
    if (b->link != *item || b->image < b->link || b->item_end < b->image || b->item_end > x->n_items)
        return "items are not in the order of their blocks";
    *item = b->item_end;
    return NULL;
}

const char *vixml_check(const struct vixml *x)
{
    AUTO(arena) a = { 0 };
    uint32_t item = 0, *depth = NEW_ARRAY(&a, uint32_t, x->n + 1);
    struct map refs;

    if (x->n == 0 || x->block[0].end != x->n)
        return "the document does not hold all blocks";
    map_open(&refs, &a, x->n);
    for (uint32_t i = 0; i < x->n; i++) {
        const char *wrong = check_block(x, i, &item);
        if (wrong)
            return wrong;
        depth[i] = i ? depth[x->block[i].parent] + 1 : 0;
        if (depth[i] > LIMIT_BLOCK_DEPTH)
            return "blocks lie too deep in each other";
        if (*map_slot(&refs, hash_str(x->block[i].ref), i) != i)
            return "two blocks have the same Ref";
    }
    return item == x->n_items ? NULL : "an item belongs to no block";
}

static bool is_writable(uint32_t c)
{
    return c >= 0x20 && c != 0xfffe && c != 0xffff;
}

/* Bytes that need no second look: no control, no blank after a blank, nothing that could be U+FFFE. */
static bool is_clean(struct str text)
{
    char before = ' ';
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c < 0x20 || c == 0xef || (c == ' ' && before == ' '))
            return false;
        before = (char)c;
    }
    return text.len == 0 || before != ' ';
}

struct str vixml_clean(struct arena *a, struct str text)
{
    char *to;
    size_t n = 0;
    uint32_t c;

    text = utf8_head(text, LIMIT_BLOCK_TEXT);
    if (is_clean(text))
        return text;
    to = NEW_ARRAY(a, char, 3 * text.len + 1); /* one byte becomes three at most */
    for (const char *at = text.ptr, *end = text.ptr + text.len; at < end;) {
        at += utf8_next(at, end, &c);
        if (c < 0x80 && byte_is_space((char)c)) {
            if (n && to[n - 1] != ' ')
                to[n++] = ' ';
        } else {
            n += utf8_put(to + n, is_writable(c) ? c : 0xfffd);
        }
    }
    while (n && to[n - 1] == ' ')
        n--;
    return (struct str){ to, n };
}
