/* In: two documents whose blocks are matched. Out: which link, image and text became which (Figure 6, DetectChanges and
 * DetectTextChanges).
 *
 * The paper sorts both lists by name and walks along them once. The same questions are asked here in the order of their certainty, with
 * a table instead of a sort, so that two links of one name are not taken for each other:
 *  1. equal, in the same block;  2. equal, in another block: a move;
 *  3. of one name (address, either), in the same block: an update;  4. the same in another block, where the name is the only one of its
 *     kind on both sides. Blocks that came or went take no part in 4.
 *  5. A thing without a name is the same one only where it stands in the same block.
 * Texts: the same block has the same text, updated, where at most half of the words differ; a text that is gone here and new there in the
 * same words has moved. Cost: O(items of blocks that differ + bytes of texts that differ). */
#include "base/hash.h"
#include "base/map.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "visual/vidiff_steps.h"

/* What a key of an item is made of. */
enum key { KEY_ID, KEY_NAME, KEY_ADDRESS };

struct lists {
    VEC(uint32_t) old, new;             /* items that are left */
    VEC(uint32_t) old_block, new_block; /* their blocks */
    uint32_t *old_home,
        *new_home; /* per block: equal for blocks that are one, split and merged ones too; VIXML_NONE: came or went */
};

static bool is_open(const struct vi_step *s, bool old, uint32_t block)
{
    const struct vixml_block *b = &(old ? s->old : s->new)->block[block];
    return b->item_end > b->link && !(old ? s->old_same : s->new_same)[block];
}

/* A home is named by an old block; all parts of a split or a merge have the same. */
static void find_homes(struct vi_step *s, struct lists *l)
{
    const struct vi_match *m = s->match;
    l->old_home = NEW_ARRAY_RAW(s->arena, uint32_t, s->old->n);
    l->new_home = NEW_ARRAY_RAW(s->arena, uint32_t, s->new->n);
    for (uint32_t o = 0; o < s->old->n; o++)
        l->old_home[o] = m->block_to[o] == VIXML_NONE ? VIXML_NONE : o;
    memcpy(l->new_home, m->block_from, s->new->n * sizeof *l->new_home);
    for (uint32_t i = 0; i < m->n_parts; i++) {
        const struct vi_parts *p = &m->parts[i];
        uint32_t home = p->merge ? m->block_from[p->whole] : p->whole;
        for (uint32_t k = 0; k < p->n_parts; k++)
            (p->merge ? l->old_home : l->new_home)[p->part[k]] = home;
    }
}

static void gather(struct vi_step *s, struct lists *l)
{
    for (uint32_t o = 0; o < s->old->n; o++)
        for (uint32_t i = s->old->block[o].link; is_open(s, true, o) && i < s->old->block[o].item_end; i++)
            if (s->match->item_to[i] == VIXML_NONE) {
                *VEC_ADD(s->arena, &l->old) = i;
                *VEC_ADD(s->arena, &l->old_block) = o;
            }
    for (uint32_t n = 0; n < s->new->n; n++)
        for (uint32_t i = s->new->block[n].link; is_open(s, false, n) && i < s->new->block[n].item_end; i++)
            if (s->match->item_from[i] == VIXML_NONE) {
                *VEC_ADD(s->arena, &l->new) = i;
                *VEC_ADD(s->arena, &l->new_block) = n;
            }
}

static uint64_t key_of(const struct vixml *x, uint32_t item, uint32_t block, enum key key)
{
    const struct vixml_item *i = &x->item[item];
    if (key == KEY_ID)
        return i->id;
    return hash_mix(hash_str(key == KEY_NAME ? i->name : i->address), key * 2 + (item >= x->block[block].image));
}

static bool has_key(const struct vixml *x, uint32_t item, enum key key)
{
    return key == KEY_ID || (key == KEY_NAME ? x->item[item].name : x->item[item].address).len;
}

/* Pairs of the same key in the same block, the first with the first. */
static void match_in_blocks(struct vi_step *s, const struct lists *l, enum key key)
{
    struct map first;
    uint32_t *next = NEW_ARRAY(s->arena, uint32_t, l->old.n);
    map_open(&first, s->arena, l->old.n);
    for (uint32_t i = l->old.n; i-- > 0;) {
        uint32_t o = l->old_block.item[i], home = l->old_home[o];
        if (s->match->item_to[l->old.item[i]] != VIXML_NONE || home == VIXML_NONE)
            continue;
        uint32_t *slot = map_slot(&first, hash_mix(key_of(s->old, l->old.item[i], o, key), home), VIXML_NONE);
        next[i] = *slot;
        *slot = i;
    }
    for (uint32_t i = 0; i < l->new.n; i++) {
        uint32_t n = l->new_block.item[i], home = l->new_home[n];
        if (s->match->item_from[l->new.item[i]] != VIXML_NONE || home == VIXML_NONE)
            continue;
        uint32_t *slot = map_find(&first, hash_mix(key_of(s->new, l->new.item[i], n, key), home));
        if (!slot || *slot == VIXML_NONE)
            continue;
        vi_match_items(s, l->old.item[*slot], l->new.item[i]);
        *slot = next[*slot];
    }
}

/* Pairs of the same key anywhere; by name or address only where neither side has a second one. */
static void match_across(struct vi_step *s, const struct lists *l, enum key key)
{
    struct map first, count;
    uint32_t *next = NEW_ARRAY(s->arena, uint32_t, l->old.n);
    map_open(&first, s->arena, l->old.n);
    map_open(&count, s->arena, l->new.n);
    for (uint32_t i = l->old.n; i-- > 0;) {
        uint32_t item = l->old.item[i], block = l->old_block.item[i];
        if (s->match->item_to[item] != VIXML_NONE || !has_key(s->old, item, key)
            || (key != KEY_ID && l->old_home[block] == VIXML_NONE))
            continue;
        uint32_t *slot = map_slot(&first, key_of(s->old, item, block, key), VIXML_NONE);
        next[i] = *slot;
        *slot = i;
    }
    for (uint32_t i = 0; key != KEY_ID && i < l->new.n; i++)
        if (s->match->item_from[l->new.item[i]] == VIXML_NONE)
            ++*map_slot(&count, key_of(s->new, l->new.item[i], l->new_block.item[i], key), 0);
    for (uint32_t i = 0; i < l->new.n; i++) {
        uint32_t item = l->new.item[i], block = l->new_block.item[i];
        if (s->match->item_from[item] != VIXML_NONE || !has_key(s->new, item, key)
            || (key != KEY_ID && l->new_home[block] == VIXML_NONE))
            continue;
        uint64_t wanted = key_of(s->new, item, block, key);
        uint32_t *slot = map_find(&first, wanted);
        if (!slot || *slot == VIXML_NONE || (key != KEY_ID && (next[*slot] != VIXML_NONE || *map_find(&count, wanted) > 1)))
            continue;
        vi_match_items(s, l->old.item[*slot], item);
        *slot = next[*slot];
    }
}

/* What is still open, so that later questions have less to look at. */
static void drop_matched(struct vi_step *s, struct lists *l)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->old.n; i++)
        if (s->match->item_to[l->old.item[i]] == VIXML_NONE) {
            l->old.item[kept] = l->old.item[i];
            l->old_block.item[kept++] = l->old_block.item[i];
        }
    l->old.n = l->old_block.n = kept;
    kept = 0;
    for (uint32_t i = 0; i < l->new.n; i++)
        if (s->match->item_from[l->new.item[i]] == VIXML_NONE) {
            l->new.item[kept] = l->new.item[i];
            l->new_block.item[kept++] = l->new_block.item[i];
        }
    l->new.n = l->new_block.n = kept;
}

void vi_match_all_items(struct vi_step *s)
{
    struct lists l = { 0 };
    find_homes(s, &l);
    gather(s, &l);
    match_in_blocks(s, &l, KEY_ID);
    match_across(s, &l, KEY_ID);
    drop_matched(s, &l);
    for (enum key key = KEY_NAME; key <= KEY_ADDRESS; key++) {
        bool asked = s->same == VI_SAME_EITHER || (s->same == VI_SAME_NAME) == (key == KEY_NAME);
        if (!asked || !l.old.n || !l.new.n)
            continue;
        match_in_blocks(s, &l, key);
        match_across(s, &l, key);
        drop_matched(s, &l);
    }
}

struct str vi_next_word(struct str *text)
{
    const char *end = text->ptr + text->len;
    size_t from = 0, to;
    uint32_t c = 0;

    while (from < text->len && text->ptr[from] == ' ')
        from++;
    for (to = from; to < text->len && text->ptr[to] != ' ';) {
        unsigned n = utf8_next(text->ptr + to, end, &c);
        bool alone = char_class(c) == CHAR_IDEOGRAPH;
        if (alone && to > from)
            break;
        to += n;
        while (alone && (n = utf8_next(text->ptr + to, end, &c)) && char_class(c) == CHAR_MARK)
            to += n;
        if (alone)
            break;
    }
    struct str word = str_sub(*text, from, to);
    *text = str_sub(*text, to, text->len);
    return word;
}

static uint32_t count_words(struct str text)
{
    uint32_t n = 0;
    while (vi_next_word(&text).len)
        n++;
    return n;
}

/* The bytes that both begin or end with, up to a border between words. */
static size_t common_start(struct str a, struct str b)
{
    size_t n = 0, border = 0, shorter = MIN(a.len, b.len);
    for (; n < shorter && a.ptr[n] == b.ptr[n]; n++)
        border = a.ptr[n] == ' ' ? n + 1 : border;
    if (n == shorter && (a.len == n || a.ptr[n] == ' ') && (b.len == n || b.ptr[n] == ' '))
        border = n;
    return border;
}

static size_t common_end(struct str a, struct str b)
{
    size_t n = 0, border = 0, shorter = MIN(a.len, b.len);
    for (; n < shorter && a.ptr[a.len - 1 - n] == b.ptr[b.len - 1 - n]; n++)
        border = a.ptr[a.len - 1 - n] == ' ' ? n + 1 : border;
    return border;
}

size_t vi_text_common(struct str a, struct str b)
{
    size_t start = common_start(a, b);
    return start + common_end(str_sub(a, start, a.len), str_sub(b, start, b.len));
}

double vi_text_distance(struct arena *a, struct str old, struct str new)
{
    uint32_t total = count_words(old) + count_words(new), lost = 0, gained = 0;
    size_t start = common_start(old, new);
    struct map count;

    old = str_sub(old, start, old.len);
    new = str_sub(new, start, new.len);
    size_t end = common_end(old, new);
    old = str_sub(old, 0, old.len - end);
    new = str_sub(new, 0, new.len - end);
    map_open(&count, a, count_words(new));
    for (struct str word; (word = vi_next_word(&new)).len; gained++)
        ++*map_slot(&count, hash_str(word), 0);
    for (struct str word; (word = vi_next_word(&old)).len;) {
        uint32_t *left = map_find(&count, hash_str(word));
        if (left && *left) {
            --*left;
            gained--;
        } else {
            lost++;
        }
    }
    return total ? (double)(lost + gained) / total : 0;
}

static void match_text(struct vi_step *s, uint32_t o, uint32_t n)
{
    s->match->text_to[o] = n;
    s->match->text_from[n] = o;
}

/* A text that is left on one side, by its words. */
struct left_text {
    uint32_t old, new; /* the last block that has it */
    uint32_t n_old, n_new;
};

static bool is_left(const struct vi_step *s, bool old, uint32_t i)
{
    const struct vixml_block *b = &(old ? s->old : s->new)->block[i];
    return b->text.len && !(old ? s->old_same : s->new_same)[i] && (old ? s->match->text_to : s->match->text_from)[i] == VIXML_NONE;
}

/* Texts that are left, in the same words elsewhere: two words at least, that no other block has. "more" and "0 comments" are all over a
 * page, and have not moved. */
static void match_moved_texts(struct vi_step *s)
{
    struct map number;
    VEC(struct left_text) left = { 0 };
    map_open(&number, s->arena, 0);
    for (uint32_t i = 0; i < s->old->n; i++) {
        if (!is_left(s, true, i) || count_words(s->old->block[i].text) < 2)
            continue;
        uint32_t *slot = map_slot(&number, s->old->block[i].text_id, left.n);
        if (*slot == left.n)
            (void)VEC_ADD(s->arena, &left);
        left.item[*slot].old = i;
        left.item[*slot].n_old++;
    }
    for (uint32_t i = 0; left.n && i < s->new->n; i++) {
        uint32_t *slot = is_left(s, false, i) ? map_find(&number, s->new->block[i].text_id) : NULL;
        if (!slot)
            continue;
        left.item[*slot].new = i;
        left.item[*slot].n_new++;
    }
    for (uint32_t i = 0; i < left.n; i++)
        if (left.item[i].n_old == 1 && left.item[i].n_new == 1)
            match_text(s, left.item[i].old, left.item[i].new);
}

void vi_match_texts(struct vi_step *s)
{
    for (uint32_t n = 0; n < s->new->n; n++) {
        uint32_t o = s->match->block_from[n];
        if (o == VIXML_NONE || s->new_same[n])
            continue;
        struct str old = s->old->block[o].text, new = s->new->block[n].text;
        if (old.len && new.len
            && (s->old->block[o].text_id == s->new->block[n].text_id || vi_text_distance(s->arena, old, new) <= 0.5))
            match_text(s, o, n);
    }
    match_moved_texts(s);
}
