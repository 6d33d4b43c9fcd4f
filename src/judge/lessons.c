/* In: acts of a person on versions of a page. Out: what such a change is to them. A key is 16 hexadecimal digits. */
#include "judge/lessons.h"

#include "base/buf.h"
#include "base/limits.h"
#include "judge/piece_part.h"

void lessons_open(struct lessons *l, struct arena *a)
{
    *l = (struct lessons){ 0 };
    map_open(&l->kind, a, LESSON_KEYS);
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

void lessons_add(struct lessons *l, enum lesson_kind kind, struct str keys)
{
    uint64_t key;
    for (; keys.len >= KEY_CHARS && read_key(keys, &key); keys = str_sub(keys, KEY_CHARS, keys.len)) {
        *map_slot(&l->kind, key, kind) = kind;
        l->parts |= kind == LESSON_PART;
    }
}

uint32_t lessons_count(struct str keys)
{
    return (uint32_t)(keys.len / KEY_CHARS);
}

/* ---- Asking ---- */

static enum lesson_kind kind_at(const struct lessons *l, uint64_t key)
{
    const uint32_t *kind = map_find(&l->kind, key);
    return kind ? (enum lesson_kind) * kind : LESSON_NONE;
}

enum lesson_kind lessons_ask(const struct lessons *l, const struct delta *d, const struct judge_piece *p)
{
    if (!l || l->kind.n == 0)
        return LESSON_NONE;
    enum lesson_kind own = kind_at(l, p->place_key);
    if (own == LESSON_NONE)
        own = kind_at(l, lessons_key(d, p));
    if (own != LESSON_NONE || !l->parts)
        return own;
    return kind_at(l, piece_part_key(d, p));
}

/* ---- Teaching ---- */

/* Something that a reader could mean: not what only stands elsewhere. */
static bool is_meant(const struct judge_piece *p)
{
    return p->kind != PIECE_MOVED;
}

static bool is_content(const struct judge_piece *p)
{
    return is_meant(p) && p->sentence != NONE && (p->place == PLACE_MAIN || p->place == PLACE_OTHER);
}

void lessons_write(struct lessons *written, uint64_t key, enum lesson_kind kind, struct buf *out)
{
    if (kind_at(written, key) == LESSON_NONE)
        buf_addf(out, "%016llx", (unsigned long long)key);
    *map_slot(&written->kind, key, kind) = kind;
}

uint64_t lessons_key(const struct delta *d, const struct judge_piece *p)
{
    uint64_t line = piece_line_key(d, p), like = line ? 0 : piece_like_key(d, p);
    return line ? line : like ? like : p->place_key;
}

struct str lessons_keys(struct arena *a, const struct delta *d, const struct judge_pieces *pieces, enum lesson_kind kind)
{
    AUTO(buf) out = BUF(LESSON_KEYS * KEY_CHARS + 1);
    bool content = false;
    for (uint32_t i = 0; i < pieces->n; i++)
        content |= is_content(&pieces->item[i]);
    struct lessons written;
    lessons_open(&written, a);
    for (uint32_t i = 0; i < pieces->n && written.kind.n < LESSON_KEYS; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (!is_meant(p) || (kind == LESSON_TOLD && content && !is_content(p)))
            continue;
        uint64_t key = kind == LESSON_PART ? piece_part_key(d, p) : lessons_key(d, p);
        lessons_write(&written, key, kind, &out);
    }
    return arena_str(a, buf_str(&out));
}
