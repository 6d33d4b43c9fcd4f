/* In: acts of a person on versions of a page. Out: what such a change is to them. A key is 16 hexadecimal digits. */
#include "judge/lessons.h"

#include "base/buf.h"
#include "base/limits.h"
#include "judge/evidence.h"
#include "judge/headline.h"

enum { KEY_CHARS = 16 };

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
        uint64_t key = kind == LESSON_PART ? piece_part_key(d, p) : p->place_key;
        if (kind_at(&written, key) == LESSON_NONE)
            buf_addf(&out, "%016llx", (unsigned long long)key);
        *map_slot(&written.kind, key, kind) = kind;
    }
    return arena_str(a, buf_str(&out));
}

/* ---- One change of several ---- */

struct lesson_parts lessons_parts(struct arena *a, const struct delta *d, const struct past *past,
                                  const struct judge_pieces *pieces)
{
    struct lesson_parts out = { NEW_ARRAY(a, struct lesson_part, LESSON_PARTS), 0 };
    struct evidence_context context = evidence_open(d, past);
    enum noise_kind *noise = NEW_ARRAY(a, enum noise_kind, pieces->n + 1);
    for (uint32_t i = 0; i < pieces->n; i++)
        noise[i] = evidence_of(&context, &pieces->item[i]).noise;
    for (unsigned rank = 0; rank < NOISES; rank++) {
        for (uint32_t i = 0; i < pieces->n && out.n < LESSON_PARTS; i++) {
            struct headline_piece one = { .piece = &pieces->item[i], .share = 1 };
            struct str what = noise_rank(noise[i]) == rank && is_meant(one.piece) ? headline_make(a, d, &one, 1).text : STR("");
            if (what.len == 0)
                continue;
            out.item[out.n] =
                (struct lesson_part){ .number = out.n + 1, .what = what, .why = str_of(noise_words(noise[i])), .piece = one.piece };
            out.item[out.n++].constant = noise[i] == NOISE_PROBED || noise[i] == NOISE_CHURN;
        }
    }
    return out;
}

static struct str words_in(struct arena *a, const struct page *p, uint32_t from, uint32_t to)
{
    AUTO(buf) text = BUF(KIB(16));
    if (from < to)
        excerpt_words(&text, p, from, to);
    return arena_str(a, buf_str(&text));
}

/* What of the change lies in the sentence of the piece. */
static struct excerpt excerpt_of(struct arena *a, const struct delta *d, const struct judge_piece *p)
{
    struct change c = d->change[p->change];
    if (p->sentence != NONE && p->old) {
        const struct sentence *s = &d->old->sentence[p->sentence];
        c.old_word = MAX(c.old_word, s->word), c.old_end = MIN(c.old_end, s->end);
    } else if (p->sentence != NONE) {
        const struct sentence *s = &d->new->sentence[p->sentence];
        c.new_word = MAX(c.new_word, s->word), c.new_end = MAX(c.new_word, MIN(c.new_end, s->end));
        c.old_word = p->old_word, c.old_end = p->old_end;
    }
    struct excerpt out = { .kind = c.kind,
                           .old = words_in(a, d->old, c.old_word, c.old_end),
                           .new = words_in(a, d->new, c.new_word, c.new_end) };
    if (!p->old)
        excerpt_add_context(a, d, &c, &out);
    return out;
}

struct lesson_told lessons_tell(struct arena *a, const struct delta *d, const struct lesson_part *part, uint32_t n)
{
    struct lesson_told out = { .excerpts = { NEW_ARRAY(a, struct excerpt, EXCERPTS_MAX), 0 }, .n_changes = n };
    AUTO(buf) keys = BUF(LESSON_PARTS * KEY_CHARS + 1);
    AUTO(buf) words = BUF(KIB(64));
    struct lessons written;
    lessons_open(&written, a);
    for (uint32_t i = 0; i < n; i++) {
        const struct judge_piece *p = part[i].piece;
        buf_addf(&words, "%s%.*s", i ? "; " : "", STR_ARG(part[i].what));
        if (kind_at(&written, p->place_key) == LESSON_NONE)
            buf_addf(&keys, "%016llx", (unsigned long long)p->place_key);
        *map_slot(&written.kind, p->place_key, LESSON_TOLD) = LESSON_TOLD;
        for (unsigned k = 0; k < WORD_SHAPES; k++) {
            out.words_inserted += p->came[k];
            out.words_deleted += p->went[k];
        }
        if (out.excerpts.n < EXCERPTS_MAX)
            out.excerpts.item[out.excerpts.n++] = excerpt_of(a, d, p);
    }
    out.headline = arena_str(a, buf_str(&words));
    out.keys = arena_str(a, buf_str(&keys));
    return out;
}
