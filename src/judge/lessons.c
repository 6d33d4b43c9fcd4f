/* In: acts of a person on versions of a page. Out: what such a change is to them. A key is 16 hexadecimal digits; an act is kept as those
 * of the places, and behind a semicolon those of the sentences. */
#include "judge/lessons.h"

#include "base/hash.h"
#include "base/limits.h"

void lessons_open(struct lessons *l, struct arena *a)
{
    *l = (struct lessons){ 0 };
    map_open(&l->kind, a, LESSON_KEYS);
    map_open(&l->said, a, LESSON_KEYS);
}

/* ---- Keys ---- */

static bool read_key(struct str text, uint64_t *out)
{
    uint64_t key = 0;
    for (size_t i = 0; i < KEY_CHARS; i++) {
        char c = text.ptr[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return false;
        key = key << 4 | (unsigned)digit;
    }
    *out = key;
    return true;
}

static void add_keys(struct map *m, enum lesson_kind kind, struct str keys)
{
    uint64_t key;
    for (; keys.len >= KEY_CHARS && read_key(keys, &key); keys = str_sub(keys, KEY_CHARS, keys.len))
        *map_slot(m, key, kind) = kind;
}

void lessons_add(struct lessons *l, enum lesson_kind kind, struct str keys)
{
    struct str places = str_cut(&keys, ';');
    uint32_t before = l->kind.n;
    add_keys(&l->kind, kind, places);
    add_keys(&l->said, kind, keys);
    l->parts |= kind == LESSON_PART && l->kind.n > before;
}

uint32_t lessons_count(struct str keys)
{
    return (uint32_t)(str_cut(&keys, ';').len / KEY_CHARS);
}

/* ---- Asking ---- */

static enum lesson_kind kind_at(const struct map *m, uint64_t key)
{
    const uint32_t *kind = map_find(m, key);
    return kind ? (enum lesson_kind) * kind : LESSON_NONE;
}

/* What an act that speaks of the place of a piece is kept by: where words of a sentence were edited, the line, since other words of it stay
 * each time; where a line with figures came or went, its words; in an item that stays, the place and the item; else the place. */
static uint64_t lesson_key(const struct piece_parts *parts, const struct judge_piece *p)
{
    uint64_t line = piece_line_key(parts, p), like = line ? 0 : piece_like_key(parts->delta, p);
    uint64_t item = line || like ? 0 : piece_item_key(parts, p);
    return line ? line : like ? like : item ? item : p->place_key;
}

/* Of the sentence that came or went. */
static uint64_t sentence_key(const struct delta *d, const struct judge_piece *p)
{
    return hash_mix((p->old ? d->old : d->new)->sentence[p->sentence].hash, p->old);
}

enum lesson_kind lessons_said(const struct lessons *l, const struct delta *d, const struct judge_piece *p)
{
    return l && l->said.n && p->sentence != NONE ? kind_at(&l->said, sentence_key(d, p)) : LESSON_NONE;
}

/* Of the parts in which it stands; the name of a place is that of no part. */
static enum lesson_kind ask_parts(const struct lessons *l, const struct piece_parts *parts, const struct judge_piece *p)
{
    uint64_t key[PIECE_PARTS];
    enum lesson_kind kind = LESSON_NONE;
    for (uint32_t i = 0, n = piece_part_keys(parts, p, key); i < n && kind == LESSON_NONE; i++)
        kind = kind_at(&l->kind, key[i]);
    return kind;
}

enum lesson_kind lessons_ask(const struct lessons *l, const struct piece_parts *parts, const struct judge_piece *p)
{
    if (!l || l->kind.n == 0)
        return LESSON_NONE;
    enum lesson_kind own = kind_at(&l->kind, p->place_key);
    if (own == LESSON_NONE)
        own = kind_at(&l->kind, lesson_key(parts, p));
    if (own != LESSON_NONE || !l->parts)
        return own;
    return ask_parts(l, parts, p);
}

/* ---- Teaching ---- */

/* Something that a reader could mean: not what only stands elsewhere. */
static bool is_meant(const struct judge_piece *p)
{
    return p->kind != PIECE_MOVED;
}

static bool is_content(const struct judge_piece *p)
{
    return is_meant(p) && p->sentence != NONE && place_is_content(p->place);
}

/* Adds a key, once. */
static void write_key(struct map *written, uint64_t key, enum lesson_kind kind, struct buf *out)
{
    if (kind_at(written, key) == LESSON_NONE)
        buf_addf(out, "%016llx", (unsigned long long)key);
    *map_slot(written, key, kind) = kind;
}

void lesson_writer_open(struct lesson_writer *w, struct arena *a, const struct delta *d)
{
    *w = (struct lesson_writer){ .arena = a,
                                 .parts = piece_parts_open(a, d),
                                 .places = BUF(LESSON_KEYS * KEY_CHARS + 1),
                                 .sentences = BUF(LESSON_KEYS * KEY_CHARS + 1) };
    map_open(&w->place, a, LESSON_KEYS);
    map_open(&w->said, a, LESSON_KEYS);
}

/* What is dismissed by a few words may be said elsewhere, too: "In stock". */
static bool is_sentence(const struct judge_piece *p, enum lesson_kind kind)
{
    enum { SENTENCE_WORDS = 5 };
    return p->sentence != NONE && (kind == LESSON_TOLD || p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] >= SENTENCE_WORDS);
}

void lesson_writer_add(struct lesson_writer *w, const struct judge_piece *p, enum lesson_kind kind)
{
    if (w->place.n >= LESSON_KEYS)
        return;
    uint64_t key = kind == LESSON_PART ? piece_part_key(&w->parts, p) : lesson_key(&w->parts, p);
    write_key(&w->place, key, kind, &w->places);
    if (kind == LESSON_TOLD && key == piece_like_key(w->parts.delta, p)) /* the next entry there has other words beside its day */
        write_key(&w->place, p->place_key, kind, &w->places);
    if (is_sentence(p, kind) && w->said.n < LESSON_KEYS)
        write_key(&w->said, sentence_key(w->parts.delta, p), kind, &w->sentences);
}

struct str lesson_writer_take(struct lesson_writer *w)
{
    struct str out = arena_printf(w->arena, "%.*s%s%.*s", STR_ARG(buf_str(&w->places)), w->sentences.len ? ";" : "",
                                  STR_ARG(buf_str(&w->sentences)));
    buf_drop(&w->places);
    buf_drop(&w->sentences);
    return out;
}

struct str lessons_keys(struct arena *a, const struct delta *d, const struct judge_pieces *pieces, enum lesson_kind kind)
{
    struct lesson_writer w;
    bool content = false;
    lesson_writer_open(&w, a, d);
    for (uint32_t i = 0; i < pieces->n; i++)
        content |= is_content(&pieces->item[i]);
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (is_meant(p) && !(kind == LESSON_TOLD && content && !is_content(p)))
            lesson_writer_add(&w, p, kind);
    }
    return lesson_writer_take(&w);
}
