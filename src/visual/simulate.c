/* In: a document, shares and a seed. Out: another version of it, and what was done.
 *
 * The document is taken apart into blocks that know where their things came from, changed, and put together again; what came from
 * where is the match that a perfect comparison would find, and the true delta is made of it as of any other. First the blocks are
 * changed, then contents; content only where the block is neither gone nor split nor merged. */
#include "visual/simulate.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/vec.h"

enum { SPLIT_ITEMS = 4, SPLIT_WORDS = 12, UPDATE_WORDS = 4 };

struct part {
    uint32_t from; /* item of the old document, VIXML_NONE: new */
    bool image;
    bool leaving; /* its block */
    struct vixml_item item;
};

typedef VEC(struct part) part_list;
typedef VEC(uint32_t) number_list;

struct piece {
    uint32_t from; /* block of the old document */
    uint32_t parent;
    bool gone, locked; /* locked: a structure operation was made with it */
    number_list children;
    part_list parts; /* links before images */
    struct str text, ref;
    uint32_t text_from; /* block of the old document that had the text, VIXML_NONE: none had */
    struct vixml_face face;
};

struct simulation {
    struct arena *arena;
    const struct vixml *old;
    const struct simulate_options *options;
    VEC(struct piece) pieces;
    VEC(struct vi_parts) groups; /* of pieces, until they have numbers */
    uint64_t state;
    uint32_t n_fresh;
    struct map names;    /* how many links, images have a name */
    struct map contents; /* how many blocks have all of their content in common */
};

static uint32_t draw(struct simulation *s, uint32_t below)
{
    s->state = hash_mix(s->state + 1, 0x5eed);
    return below ? (uint32_t)((s->state >> 32) * below >> 32) : 0;
}

static uint32_t share_of(double share, uint32_t n)
{
    uint32_t k = (uint32_t)(share * n + 0.5);
    return share > 0 && n ? MAX(k, 1u) : 0;
}

static struct str fresh(struct simulation *s, const char *what)
{
    return arena_printf(s->arena, "%s %llx-%u", what, (unsigned long long)s->options->seed, ++s->n_fresh);
}

static uint64_t name_key(const struct vixml_item *item, bool image)
{
    return hash_mix(hash_str(item->name), image);
}

static uint64_t content_key(const struct vixml_block *b)
{
    return hash_mix(hash_mix(b->links_id, b->images_id), b->text_id);
}

static void take_apart(struct simulation *s)
{
    map_open(&s->names, s->arena, s->old->n_items);
    map_open(&s->contents, s->arena, s->old->n);
    for (uint32_t i = 0; i < s->old->n; i++) {
        const struct vixml_block *b = &s->old->block[i];
        struct piece piece = { .from = i, .parent = b->parent, .text = b->text, .ref = b->ref, .text_from = i, .face = b->face };
        for (uint32_t k = b->link; k < b->item_end; k++) {
            *VEC_ADD(s->arena, &piece.parts) = (struct part){ .from = k, .image = k >= b->image, .item = s->old->item[k] };
            ++*map_slot(&s->names, name_key(&s->old->item[k], k >= b->image), 0);
        }
        ++*map_slot(&s->contents, content_key(b), 0);
        *VEC_ADD(s->arena, &s->pieces) = piece;
        if (i > 0)
            *VEC_ADD(s->arena, &s->pieces.item[b->parent].children) = i;
    }
}

static bool is_leaf(const struct simulation *s, uint32_t i)
{
    const struct piece *p = &s->pieces.item[i];
    return i > 0 && !p->gone && p->children.n == 0;
}

static bool is_open_leaf(const struct simulation *s, uint32_t i)
{
    return is_leaf(s, i) && !s->pieces.item[i].locked;
}

static uint32_t count_words(struct str text)
{
    uint32_t n = text.len > 0;
    for (size_t i = 0; i < text.len; i++)
        n += text.ptr[i] == ' ';
    return n;
}

/* Enough in it to be known again, and no other block that has the same. */
static bool is_rich(const struct simulation *s, uint32_t i, uint32_t items, uint32_t words)
{
    const struct vixml_block *b = &s->old->block[s->pieces.item[i].from];
    if (*map_find(&s->contents, content_key(b)) > 1)
        return false;
    return s->pieces.item[i].parts.n >= items || count_words(s->pieces.item[i].text) >= words;
}

/* Leaves for which `fits` holds, in random order. */
static number_list draw_leaves(struct simulation *s, bool (*fits)(const struct simulation *, uint32_t))
{
    number_list all = { 0 };
    for (uint32_t i = 1; i < s->pieces.n; i++)
        if (fits(s, i))
            *VEC_ADD(s->arena, &all) = i;
    for (uint32_t i = all.n; i-- > 1;) {
        uint32_t k = draw(s, i + 1), other = all.item[k];
        all.item[k] = all.item[i];
        all.item[i] = other;
    }
    return all;
}

static uint32_t place_in(const struct simulation *s, uint32_t parent, uint32_t child)
{
    const number_list *list = &s->pieces.item[parent].children;
    uint32_t at = 0;
    while (at < list->n && list->item[at] != child)
        at++;
    return at;
}

static void put_child(struct simulation *s, uint32_t parent, uint32_t child, uint32_t at)
{
    number_list *list = &s->pieces.item[parent].children;
    (void)VEC_ADD(s->arena, list);
    memmove(&list->item[at + 1], &list->item[at], (list->n - 1 - at) * sizeof *list->item);
    list->item[at] = child;
    s->pieces.item[child].parent = parent;
}

static void take_child(struct simulation *s, uint32_t child)
{
    number_list *list = &s->pieces.item[s->pieces.item[child].parent].children;
    uint32_t at = place_in(s, s->pieces.item[child].parent, child);
    memmove(&list->item[at], &list->item[at + 1], (list->n - 1 - at) * sizeof *list->item);
    list->n--;
}

static uint32_t new_piece(struct simulation *s, struct vixml_face face)
{
    uint32_t at = s->pieces.n;
    struct str ref = fresh(s, "new");
    *VEC_ADD(s->arena, &s->pieces) =
        (struct piece){ .from = VIXML_NONE, .locked = true, .ref = ref, .text_from = VIXML_NONE, .face = face };
    return at;
}

/* Somewhere among those of its kind. */
static void put_part(struct simulation *s, uint32_t block, const struct part *part)
{
    part_list *list = &s->pieces.item[block].parts;
    uint32_t n_links = 0;
    while (n_links < list->n && !list->item[n_links].image)
        n_links++;
    uint32_t at = part->image ? n_links + draw(s, list->n - n_links + 1) : draw(s, n_links + 1);
    (void)VEC_ADD(s->arena, list);
    memmove(&list->item[at + 1], &list->item[at], (list->n - 1 - at) * sizeof *list->item);
    list->item[at] = *part;
}

static void add_fresh_part(struct simulation *s, uint32_t block, bool image)
{
    struct part part = { .from = VIXML_NONE, .image = image, .item.name = fresh(s, image ? "picture" : "link") };
    part.item.address = arena_printf(s->arena, "http://simulated.test/%llx/%u", (unsigned long long)s->options->seed, s->n_fresh);
    put_part(s, block, &part);
}

static struct str fresh_words(struct simulation *s, uint32_t n)
{
    AUTO(buf) b = BUF(KIB(64));
    struct str text = STR("");
    for (uint32_t i = 0; i < n; i++)
        buf_addf(&b, "%sword%llx", i ? " " : "", (unsigned long long)(hash_mix(s->options->seed, ++s->n_fresh) & 0xffffff));
    return buf_take(&b, s->arena, &text, NULL) ? STR("") : text;
}

static void insert_blocks(struct simulation *s, uint32_t n)
{
    number_list leaves = draw_leaves(s, is_open_leaf);
    for (uint32_t i = 0; i < n && i < leaves.n; i++) {
        uint32_t parent = s->pieces.item[leaves.item[i]].parent, at = place_in(s, parent, leaves.item[i]) + draw(s, 2);
        struct vixml_face face = s->pieces.item[leaves.item[i]].face;
        face.h = face.h * 2 + 40; /* not the shape of what stood there */
        uint32_t made = new_piece(s, face);
        s->pieces.item[made].text = fresh_words(s, 8 + draw(s, 12));
        for (uint32_t k = 2 + draw(s, 3); k > 0; k--)
            add_fresh_part(s, made, false);
        add_fresh_part(s, made, true);
        put_child(s, parent, made, at);
    }
}

static bool can_go(const struct simulation *s, uint32_t i)
{
    return is_open_leaf(s, i) && is_rich(s, i, 1, 2) && s->pieces.item[s->pieces.item[i].parent].children.n > 1;
}

static void delete_blocks(struct simulation *s, uint32_t n)
{
    number_list leaves = draw_leaves(s, can_go);
    for (uint32_t i = 0; i < leaves.n && n > 0; i++) {
        if (!can_go(s, leaves.item[i])) /* the last one of its parent by now */
            continue;
        take_child(s, leaves.item[i]);
        s->pieces.item[leaves.item[i]].gone = true;
        n--;
    }
}

/* To another parent, so that nobody can say that its neighbours were moved instead. */
static void move_blocks(struct simulation *s, uint32_t n)
{
    number_list leaves = draw_leaves(s, can_go);
    for (uint32_t i = 0; i < leaves.n && n > 0; i++) {
        uint32_t from = s->pieces.item[leaves.item[i]].parent, to = s->pieces.item[leaves.item[draw(s, leaves.n)]].parent;
        if (to == from || !can_go(s, leaves.item[i]))
            continue;
        take_child(s, leaves.item[i]);
        put_child(s, to, leaves.item[i], draw(s, s->pieces.item[to].children.n + 1));
        s->pieces.item[leaves.item[i]].locked = true;
        n--;
    }
}

static void add_group(struct simulation *s, bool merge, uint32_t whole, uint32_t first, uint32_t second)
{
    uint32_t *part = NEW_ARRAY(s->arena, uint32_t, 2);
    part[0] = first;
    part[1] = second;
    *VEC_ADD(s->arena, &s->groups) = (struct vi_parts){ .merge = merge, .whole = whole, .part = part, .n_parts = 2 };
}

static bool can_split(const struct simulation *s, uint32_t i)
{
    return is_open_leaf(s, i) && (s->pieces.item[i].parts.n >= SPLIT_ITEMS || count_words(s->pieces.item[i].text) >= SPLIT_WORDS);
}

/* The second half of every list goes into a new block behind. */
static void split_block(struct simulation *s, uint32_t i)
{
    uint32_t made = new_piece(s, s->pieces.item[i].face), words = count_words(s->pieces.item[i].text) / 2, n_links = 0;
    struct piece *from = &s->pieces.item[i], *to = &s->pieces.item[made];
    part_list all = from->parts;
    from->parts = (part_list){ 0 };
    for (uint32_t k = 0; k < all.n; k++)
        n_links += !all.item[k].image;
    for (uint32_t k = 0; k < all.n; k++) {
        uint32_t n = all.item[k].image ? all.n - n_links : n_links, number = all.item[k].image ? k - n_links : k;
        *VEC_ADD(s->arena, 2 * number < n ? &from->parts : &to->parts) = all.item[k];
    }
    struct str rest = from->text;
    for (uint32_t k = 0; k < words; k++)
        str_cut(&rest, ' ');
    if (words) {
        to->text = rest;
        from->text = str_sub(from->text, 0, from->text.len - rest.len - 1);
    }
    from->locked = true;
    put_child(s, from->parent, made, place_in(s, from->parent, i) + 1);
    add_group(s, false, s->pieces.item[i].from, i, made);
}

static void split_blocks(struct simulation *s, uint32_t n)
{
    number_list leaves = draw_leaves(s, can_split);
    for (uint32_t i = 0; i < leaves.n && n > 0; i++, n--)
        split_block(s, leaves.item[i]);
}

/* The leaf behind it, which goes into it; 0: there is none. */
static uint32_t second_half(const struct simulation *s, uint32_t i)
{
    const number_list *list = &s->pieces.item[s->pieces.item[i].parent].children;
    uint32_t at = place_in(s, s->pieces.item[i].parent, i);
    uint32_t next = at + 1 < list->n ? list->item[at + 1] : 0;
    return next && is_open_leaf(s, next) && is_rich(s, next, 2, 4) ? next : 0;
}

static bool can_merge(const struct simulation *s, uint32_t i)
{
    return is_open_leaf(s, i) && is_rich(s, i, 2, 4) && second_half(s, i);
}

/* Links of both, then images of both. */
static part_list joined(struct simulation *s, const part_list *first, const part_list *second)
{
    part_list all = { 0 };
    for (unsigned turn = 0; turn < 4; turn++) {
        const part_list *list = turn % 2 ? second : first;
        for (uint32_t k = 0; k < list->n; k++)
            if (list->item[k].image == (turn > 1))
                *VEC_ADD(s->arena, &all) = list->item[k];
    }
    return all;
}

static void merge_blocks(struct simulation *s, uint32_t n)
{
    number_list leaves = draw_leaves(s, can_merge);
    for (uint32_t i = 0; i < leaves.n && n > 0; i++) {
        if (!can_merge(s, leaves.item[i]))
            continue;
        uint32_t other = second_half(s, leaves.item[i]);
        struct piece *to = &s->pieces.item[leaves.item[i]], *from = &s->pieces.item[other];
        to->parts = joined(s, &to->parts, &from->parts);
        if (to->text.len && from->text.len)
            to->text = arena_printf(s->arena, "%.*s %.*s", STR_ARG(to->text), STR_ARG(from->text));
        else
            to->text = to->text.len ? to->text : from->text;
        to->text_from = s->old->block[to->from].text.len ? to->from : from->from;
        to->locked = from->gone = true;
        take_child(s, other);
        add_group(s, true, leaves.item[i], to->from, from->from);
        n--;
    }
}

/* Places of things of one kind that are the only ones of their name, in blocks that content may change in, in random order. */
struct place {
    uint32_t piece, part;
};
typedef VEC(struct place) place_list;

static place_list draw_parts(struct simulation *s, bool image)
{
    place_list all = { 0 };
    for (uint32_t i = 0; i < s->pieces.n; i++) {
        const struct piece *p = &s->pieces.item[i];
        for (uint32_t k = 0; !p->gone && !p->locked && k < p->parts.n; k++) {
            const struct part *part = &p->parts.item[k];
            const uint32_t *count = map_find(&s->names, name_key(&part->item, part->image));
            if (part->image == image && part->item.name.len && count && *count == 1)
                *VEC_ADD(s->arena, &all) = (struct place){ i, k };
        }
    }
    for (uint32_t i = all.n; i-- > 1;) {
        uint32_t k = draw(s, i + 1);
        struct place other = all.item[k];
        all.item[k] = all.item[i];
        all.item[i] = other;
    }
    return all;
}

static struct part *part_at(struct simulation *s, struct place at)
{
    return &s->pieces.item[at.piece].parts.item[at.part];
}

/* Another leaf than the one it is in. */
static uint32_t other_leaf(struct simulation *s, const number_list *leaves, uint32_t than)
{
    uint32_t at = draw(s, leaves->n);
    return leaves->item[at] != than ? leaves->item[at] : leaves->item[(at + 1) % leaves->n];
}

static void drop_leaving(struct simulation *s)
{
    for (uint32_t i = 0; i < s->pieces.n; i++) {
        part_list *list = &s->pieces.item[i].parts;
        uint32_t kept = 0;
        for (uint32_t k = 0; k < list->n; k++)
            if (!list->item[k].leaving)
                list->item[kept++] = list->item[k];
        list->n = kept;
    }
}

static uint32_t count_items(const struct vixml *x, bool image)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n; i++)
        n += image ? x->block[i].item_end - x->block[i].image : x->block[i].image - x->block[i].link;
    return n;
}

static void change_items(struct simulation *s, bool image)
{
    const struct simulate_options *o = s->options;
    uint32_t total = count_items(s->old, image), at = 0;
    place_list all = draw_parts(s, image);
    number_list leaves = draw_leaves(s, is_open_leaf), target = { 0 };
    part_list moving = { 0 };

    for (uint32_t k = share_of(o->update, total); k > 0 && at < all.n; k--, at++) {
        struct part *part = part_at(s, all.item[at]);
        part->item.address =
            arena_printf(s->arena, "%.*s?v=%llx-%u", STR_ARG(part->item.address), (unsigned long long)o->seed, ++s->n_fresh);
    }
    for (uint32_t k = share_of(o->delete, total); k > 0 && at < all.n; k--, at++)
        part_at(s, all.item[at])->leaving = true;
    for (uint32_t k = share_of(o->move, total); k > 0 && at < all.n && leaves.n > 1; k--, at++) {
        *VEC_ADD(s->arena, &moving) = *part_at(s, all.item[at]);
        *VEC_ADD(s->arena, &target) = other_leaf(s, &leaves, all.item[at].piece);
        part_at(s, all.item[at])->leaving = true;
    }
    drop_leaving(s);
    for (uint32_t i = 0; i < moving.n; i++)
        put_part(s, target.item[i], &moving.item[i]);
    for (uint32_t k = share_of(o->insert, total); k > 0 && leaves.n; k--)
        add_fresh_part(s, leaves.item[draw(s, leaves.n)], image);
}

static bool can_update_text(const struct simulation *s, uint32_t i)
{
    return is_open_leaf(s, i) && count_words(s->pieces.item[i].text) >= UPDATE_WORDS;
}

/* Up to a third of the words become others. */
static struct str update_words(struct simulation *s, struct str text)
{
    AUTO(buf) b = BUF(LIMIT_BLOCK_TEXT * 4);
    uint32_t total = count_words(text), n = 1 + draw(s, total / 3), start = draw(s, total - n + 1);
    struct str out = text;
    for (uint32_t i = 0; text.len; i++) {
        struct str word = str_cut(&text, ' ');
        if (i)
            buf_add_char(&b, ' ');
        buf_add(&b, i >= start && i < start + n ? fresh_words(s, 1) : word);
    }
    if (buf_take(&b, s->arena, &out, NULL))
        return out; /* too long to be one: as it was */
    return out;
}

static void change_texts(struct simulation *s)
{
    uint32_t total = 0;
    number_list leaves = draw_leaves(s, can_update_text);
    for (uint32_t i = 0; i < s->old->n; i++)
        total += s->old->block[i].text.len > 0;
    for (uint32_t i = 0, n = share_of(s->options->update, total); i < leaves.n && i < n; i++) {
        struct piece *p = &s->pieces.item[leaves.item[i]];
        struct str updated = update_words(s, p->text);
        p = &s->pieces.item[leaves.item[i]];
        p->text = updated;
    }
}

/* Puts the pieces together; number[] is each piece's block. */
static void put_together(struct simulation *s, struct vixml *new, uint32_t *number)
{
    VEC(struct vixml_block) blocks = { 0 };
    VEC(struct vixml_item) items = { 0 };
    number_list stack = { 0 };
    uint32_t *n_children = NEW_ARRAY(s->arena, uint32_t, s->pieces.n + 1);

    *VEC_ADD(s->arena, &stack) = 0;
    while (stack.n) {
        uint32_t i = stack.item[--stack.n], at = blocks.n;
        const struct piece *p = &s->pieces.item[i];
        struct vixml_block b = {
            .parent = i ? number[p->parent] : 0, .end = at + 1, .ref = p->ref, .text = p->text, .face = p->face
        };
        if (i > 0 && s->old->positional)
            b.ref = vixml_ref(s->arena, blocks.item[b.parent].ref, ++n_children[b.parent]);
        b.link = items.n;
        for (uint32_t k = 0; k < p->parts.n; k++) {
            if (!p->parts.item[k].image)
                b.image = items.n + 1;
            *VEC_ADD(s->arena, &items) = p->parts.item[k].item;
        }
        b.image = MAX(b.image, b.link);
        b.item_end = items.n;
        number[i] = at;
        *VEC_ADD(s->arena, &blocks) = b;
        for (uint32_t k = p->children.n; k-- > 0;)
            *VEC_ADD(s->arena, &stack) = p->children.item[k];
    }
    for (uint32_t i = blocks.n; i-- > 1;) {
        struct vixml_block *parent = &blocks.item[blocks.item[i].parent];
        parent->end = MAX(parent->end, blocks.item[i].end);
    }
    *new = (struct vixml){
        .url = s->old->url,
        .title = s->old->title,
        .version = arena_printf(s->arena, "%.*s+%llx", STR_ARG(s->old->version), (unsigned long long)s->options->seed),
        .layout = s->old->layout,
        .block = blocks.item,
        .n = blocks.n,
        .item = items.item,
        .n_items = items.n,
    };
    vixml_seal(s->arena, new);
}

static void match_truth(struct simulation *s, const struct vixml *new, const uint32_t *number, struct vi_match *m)
{
    for (uint32_t i = 0; i < s->pieces.n; i++) {
        const struct piece *p = &s->pieces.item[i];
        uint32_t n = number[i];
        if (p->gone)
            continue;
        if (p->from != VIXML_NONE) {
            m->block_to[p->from] = n;
            m->block_from[n] = p->from;
        }
        if (p->text.len && p->text_from != VIXML_NONE && s->old->block[p->text_from].text.len) {
            m->text_to[p->text_from] = n;
            m->text_from[n] = p->text_from;
        }
        for (uint32_t k = 0; k < p->parts.n; k++) {
            uint32_t from = p->parts.item[k].from, to = new->block[n].link + k;
            m->item_from[to] = from;
            if (from != VIXML_NONE)
                m->item_to[from] = to;
        }
    }
    for (uint32_t i = 0; i < s->groups.n; i++) {
        struct vi_parts *g = &s->groups.item[i];
        if (g->merge)
            g->whole = number[g->whole];
        for (uint32_t k = 0; !g->merge && k < g->n_parts; k++)
            g->part[k] = number[g->part[k]];
    }
    m->parts = s->groups.item;
    m->n_parts = s->groups.n;
}

void simulate(struct arena *a, const struct vixml *old, const struct simulate_options *options, struct vixml *new,
              struct videlta *truth)
{
    struct simulation s = { .arena = a, .old = old, .options = options, .state = hash_mix(options->seed, 1) };
    uint32_t n_leaves = 0;

    take_apart(&s);
    for (uint32_t i = 1; i < s.pieces.n; i++)
        n_leaves += is_leaf(&s, i);
    uint32_t n = share_of(options->blocks, n_leaves);
    split_blocks(&s, n);
    merge_blocks(&s, n);
    delete_blocks(&s, n);
    move_blocks(&s, n);
    insert_blocks(&s, n);
    change_items(&s, false);
    change_items(&s, true);
    change_texts(&s);
    uint32_t *number = NEW_ARRAY(a, uint32_t, s.pieces.n);
    put_together(&s, new, number);
    struct vi_match *match = vi_match_new(a, old, new);
    match_truth(&s, new, number, match);
    videlta_make(a, old, new, match, truth);
}
