/* In: a delta and a change type. Out: its changes.
 *
 * This file has what follows from the delta itself (any change, words), what the other types share, and the one place that knows which
 * type is found where. */
#include "event/types.h"

#include "base/map.h"
#include "base/utf8.h"
#include "compare/replaced.h"
#include "event/types_impl.h"

/* Bytes of one side of a change in a line for a person. */
enum { LINE_BYTES = 160 };

void type_finder_open(struct type_finder *f, struct arena *a, const struct delta *d)
{
    *f = (struct type_finder){ .arena = a, .delta = d, .old = { .page = d->old }, .new = { .page = d->new } };
}

static const uint32_t *places(struct type_finder *f, struct type_side *side, const uint32_t *partner)
{
    uint32_t n = side->page->n_words, place = 0;
    if (side->place)
        return side->place;
    side->place = NEW_ARRAY_RAW(f->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        side->place[i] = place;
        place = partner[i] == NONE ? place : partner[i] + 1;
    }
    side->place[n] = place;
    return side->place;
}

uint32_t type_place_in_new(struct type_finder *f, uint32_t old_word)
{
    return places(f, &f->old, f->delta->old_to_new)[old_word];
}

uint32_t type_place_in_old(struct type_finder *f, uint32_t new_word)
{
    return places(f, &f->new, f->delta->new_to_old)[new_word];
}

static bool counts(const struct change *c)
{
    return c->class == CLASS_CONTENT && !c->hidden;
}

/* A title, a description, a picture: told by what it was and what it is. */
static void set_replaced(const struct replaced *r, struct type_change *c)
{
    c->kind = r->old.len == 0 ? CHANGE_INSERT : r->new.len == 0 ? CHANGE_DELETE : CHANGE_UPDATE;
    c->old_text = r->old;
    c->new_text = r->new;
    c->where = r->what;
}

static void find_any(struct type_finder *f, struct type_found *out)
{
    type_change_list list = { 0 };
    const struct delta *d = f->delta;
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct change *c = &d->change[i];
        struct replaced r;
        if (!counts(c))
            continue;
        *VEC_ADD(f->arena, &list) = (struct type_change){ c->kind,     c->old_word, c->old_end, c->new_word, c->new_end,
                                                          c->old_node, c->new_node, c->note,    { 0 },       { 0 } };
        if (change_replaced(d, c, &r))
            set_replaced(&r, &list.item[list.n - 1]);
    }
    out->item = list.item;
    out->n = list.n;
}

/* Pictures and the like are words of the model, but not of a reader. */
static bool has_words(const struct page *p, uint32_t word, uint32_t end)
{
    while (word < end && p->word[word].flags & (WORD_ATOM | WORD_HIDDEN))
        word++;
    return word < end;
}

static void find_words(struct type_finder *f, struct type_found *out)
{
    type_change_list list = { 0 };
    const struct delta *d = f->delta;
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct change *c = &d->change[i];
        if (!counts(c) || c->kind > CHANGE_UPDATE)
            continue;
        if (has_words(d->old, c->old_word, c->old_end))
            *VEC_ADD(f->arena, &list) = (struct type_change){
                .kind = CHANGE_DELETE, c->old_word, c->old_end, c->new_word, c->new_word, NONE, NONE, { 0 }, { 0 }
            };
        if (has_words(d->new, c->new_word, c->new_end))
            *VEC_ADD(f->arena, &list) = (struct type_change){
                .kind = CHANGE_INSERT, c->old_end, c->old_end, c->new_word, c->new_end, NONE, NONE, { 0 }, { 0 }
            };
    }
    out->item = list.item;
    out->n = list.n;
}

struct type_part type_part_of(const struct page *p, uint32_t node)
{
    return (struct type_part){ node, p->first_word[node], p->first_word[p->dom.node[node].end] };
}

bool type_same_words(const struct type_finder *f, const struct type_part *old, const struct type_part *new)
{
    uint32_t n = old->end - old->word;
    if (n == 0 || n != new->end - new->word)
        return n == new->end - new->word;
    return memcmp(f->old.page->symbol + old->word, f->new.page->symbol + new->word, n * sizeof(uint32_t)) == 0;
}

static uint64_t part_hash(const struct page *p, const struct type_part *part)
{
    return hash_bytes(p->symbol + part->word, (part->end - part->word) * sizeof(uint32_t));
}

static void pair(struct type_pairs *pairs, uint32_t old, uint32_t new)
{
    pairs->old[old] = new;
    pairs->new[new] = old;
}

/* The partners that the delta knows: those that say the same, or all that are left. */
static void pair_by_node(struct type_finder *f, struct type_parts old, struct type_parts new, bool only_same,
                         struct type_pairs *pairs)
{
    struct map by_node;
    map_open(&by_node, f->arena, new.n);
    for (uint32_t i = 0; i < new.n; i++)
        *map_slot(&by_node, new.item[i].node, 0) = i;
    for (uint32_t i = 0; i < old.n; i++) {
        uint32_t partner = f->delta->old_node[old.item[i].node];
        const uint32_t *number = partner == NONE || pairs->old[i] != NONE ? NULL : map_find(&by_node, partner);
        if (number && pairs->new[*number] == NONE && (!only_same || type_same_words(f, &old.item[i], &new.item[*number])))
            pair(pairs, i, *number);
    }
}

static void pair_by_words(struct type_finder *f, struct type_parts old, struct type_parts new, struct type_pairs *pairs)
{
    struct map first;
    uint32_t *next = NEW_ARRAY(f->arena, uint32_t, new.n + 1);
    map_open(&first, f->arena, new.n);
    for (uint32_t i = new.n; i-- > 0;) { /* backwards, so that the first of several equal ones is found first */
        if (pairs->new[i] != NONE)
            continue;
        uint32_t *slot = map_slot(&first, part_hash(f->new.page, &new.item[i]), NONE);
        next[i] = *slot;
        *slot = i;
    }
    for (uint32_t i = 0; i < old.n; i++) {
        uint32_t *slot = pairs->old[i] == NONE ? map_find(&first, part_hash(f->old.page, &old.item[i])) : NULL;
        if (!slot || *slot == NONE || !type_same_words(f, &old.item[i], &new.item[*slot]))
            continue;
        uint32_t found = *slot;
        *slot = next[found];
        pair(pairs, i, found);
    }
}

struct type_pairs type_pair_parts(struct type_finder *f, struct type_parts old, struct type_parts new)
{
    struct type_pairs pairs = { NEW_ARRAY(f->arena, uint32_t, old.n + 1), NEW_ARRAY(f->arena, uint32_t, new.n + 1) };
    memset(pairs.old, 0xff, old.n * sizeof(uint32_t));
    memset(pairs.new, 0xff, new.n * sizeof(uint32_t));
    pair_by_node(f, old, new, true, &pairs);
    pair_by_words(f, old, new, &pairs);
    pair_by_node(f, old, new, false, &pairs);
    return pairs;
}

void type_add_part(struct type_finder *f, type_change_list *list, enum change_kind kind, const struct type_part *part)
{
    struct type_change *c = VEC_ADD(f->arena, list);
    if (kind == CHANGE_DELETE) {
        uint32_t place = type_place_in_new(f, part->word);
        *c = (struct type_change){ kind, part->word, part->end, place, place, part->node, NONE, { 0 }, { 0 }, { 0 } };
    } else {
        uint32_t place = type_place_in_old(f, part->word);
        *c = (struct type_change){ kind, place, place, part->word, part->end, NONE, part->node, { 0 }, { 0 }, { 0 } };
    }
}

int type_find(struct type_finder *f, const struct change_type *type, struct type_found *out, struct err *e)
{
    *out = (struct type_found){ 0 };
    switch (type->kind) {
    case TYPE_ANY:
        find_any(f, out);
        return 0;
    case TYPE_LINKS:
    case TYPE_IMAGES:
        type_find_objects(f, type->kind == TYPE_IMAGES, out);
        return 0;
    case TYPE_WORDS:
        find_words(f, out);
        return 0;
    case TYPE_KEYWORDS:
        type_find_keywords(f, type, out);
        return 0;
    case TYPE_PHRASE:
        type_find_phrase(f, type, out);
        return 0;
    case TYPE_TABLE:
        type_find_table(f, type, out);
        return 0;
    case TYPE_LIST:
        type_find_list(f, type, out);
        return 0;
    case TYPE_REGEX:
        return type_find_regex(f, type, out, e);
    default:
        return type_find_elements(f, type, out, e);
    }
}

int type_check(struct arena *a, const struct change_type *type, struct err *e)
{
    if (type->kind == TYPE_REGEX)
        return type_check_regex(a, type, e);
    return type->kind == TYPE_ELEMENT || type->kind == TYPE_PATH ? type_check_elements(a, type, e) : 0;
}

static void add_side(struct buf *out, const struct page *p, uint32_t word, uint32_t end, struct str text)
{
    AUTO(buf) line = BUF((size_t)1 << 20);
    if (text.len)
        buf_add(&line, text);
    else
        page_words_line(p, word, MIN(end, word + LINE_BYTES), &line);
    buf_add(out, utf8_head(str_trim(buf_str(&line)), LINE_BYTES));
    if (str_trim(buf_str(&line)).len > LINE_BYTES)
        buf_add(out, STR("\xe2\x80\xa6"));
}

void type_change_print(const struct delta *d, const struct type_change *c, struct buf *out)
{
    bool has_old = c->old_word < c->old_end || (c->old_text.len && c->kind != CHANGE_INSERT);
    bool has_new = c->new_word < c->new_end || (c->new_text.len && c->kind != CHANGE_DELETE);
    bool is_note = c->kind >= CHANGE_FORMAT && c->old_text.len; /* of any change: what the delta says of it */
    if (is_note) {
        buf_add(out, STR("change: "));
        add_side(out, d->new, c->new_word, c->new_end, STR(""));
        buf_addf(out, "%s%.*s%s", c->new_word < c->new_end ? " (" : "", STR_ARG(c->old_text), c->new_word < c->new_end ? ")" : "");
        return;
    }
    buf_addf(out, "%s: ", change_name(c->kind));
    if (c->where.len)
        buf_addf(out, "%.*s: ", STR_ARG(c->where));
    if (has_old && c->kind != CHANGE_MOVE)
        add_side(out, d->old, c->old_word, c->old_end, c->old_text);
    if (has_old && has_new && c->kind != CHANGE_MOVE)
        buf_add(out, STR(" -> "));
    if (has_new)
        add_side(out, d->new, c->new_word, c->new_end, c->new_text);
}
