/* In: pieces of a change and why each is noise. Out: lines.
 *
 *  1. By how likely a person wants it after all (judge/reasons.h), then by what it is worth as a headline, then in the order of the page.
 *  2. What has the same words and reason is one line, with how often; a row, item or card that is quoted as a whole is one thing, and its
 *     reason that of the part with the most words: the day in a row is not why all of it is held back. All that moved is one thing, too.
 *  3. What is not listed is counted. Past LOOKED pieces for each line it is not looked at, and each counts. */
#include "judge/held.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/map.h"
#include "judge/headline.h"
#include "judge/headline_note.h"
#include "judge/headline_quote.h"
#include "judge/headline_record.h"
#include "judge/headline_value.h"
#include "judge/reasons.h"

enum { LOOKED = 4 };

/* A piece and where it comes in the list. */
struct held_place {
    uint32_t piece, record; /* record: as headline_piece has it */
    bool told;
    unsigned rank;
    double value;
    bool part; /* of a record that another piece of it speaks for */
};

struct held_builder {
    struct arena *arena;
    const struct held_source *query;
    struct held_changes out;
    struct map line;     /* by words and reason: 1 + its line */
    struct map unlisted; /* likewise, of those that there is no room for */
    struct map whole;    /* by record_key(): its line */
    uint32_t *record;    /* of the last piece of each line */
    uint32_t *n_stood;   /* of each line: pieces of the old page that moved */
};

static int by_place(const void *left, const void *right)
{
    const struct held_place *l = left, *r = right;
    if (l->rank != r->rank)
        return l->rank < r->rank ? -1 : 1;
    if (l->value != r->value)
        return l->value > r->value ? -1 : 1;
    if (l->part != r->part)
        return l->part ? 1 : -1;
    return l->piece < r->piece ? -1 : l->piece > r->piece;
}

static bool are_some_meant(const struct held_source *q)
{
    for (uint32_t i = 0; i < q->pieces->n; i++)
        if (!q->left_out[i])
            return true;
    return false;
}

static uint64_t record_key(uint32_t record, const struct judge_piece *p)
{
    return hash_mix(record, p->old);
}

static uint64_t copy_key(const struct delta *d, const struct judge_piece *p)
{
    return hash_mix((p->old ? d->old : d->new)->sentence[p->sentence].hash, 2 + p->old);
}

/* The row or item around a piece that may be one of several in it. */
static uint32_t row_of(const struct delta *d, const struct judge_piece *p)
{
    const struct page *page = p->old ? d->old : d->new;
    return record_around(page, page->sentence[p->sentence].word);
}

/* What people are told of: rows, items and cards that came or went, by record_key(); sentences, by copy_key(); and the rows and items
 * around them, on both pages. */
struct held_told {
    struct map record, copy, row;
};

static void find_told(struct arena *a, const struct held_source *q, const struct headline_piece *item, struct held_told *told)
{
    const struct delta *d = q->delta;
    map_open(&told->record, a, q->pieces->n);
    map_open(&told->copy, a, q->pieces->n);
    map_open(&told->row, a, q->pieces->n);
    for (uint32_t i = 0; q->told && i < q->pieces->n; i++) {
        const struct judge_piece *p = item[i].piece;
        if (!q->told[i] || p->sentence == NONE)
            continue;
        if (item[i].record != NONE)
            map_slot(&told->record, record_key(item[i].record, p), 0);
        map_slot(&told->copy, copy_key(d, p), 0);
        uint32_t row = row_of(d, p), there = row == NONE ? NONE : p->old ? d->old_node[row] : d->new_node[row];
        if (row != NONE)
            map_slot(&told->row, hash_mix(row, p->old), 0);
        if (there != NONE)
            map_slot(&told->row, hash_mix(there, !p->old), 0);
    }
}

/* Whether people read of it with what they are told: as a part of that, as another copy of it, or as what moved with its row. */
static bool is_told_with(const struct delta *d, const struct held_told *told, const struct headline_piece *item)
{
    const struct judge_piece *p = item->piece;
    if (item->record != NONE && map_find(&told->record, record_key(item->record, p)))
        return true;
    if (p->sentence == NONE || told->copy.n == 0)
        return false;
    if (map_find(&told->copy, copy_key(d, p)))
        return true;
    const struct page *page = p->old ? d->old : d->new;
    for (uint32_t n = p->kind == PIECE_MOVED ? page->word[page->sentence[p->sentence].word].node : 0; n;
         n = page->dom.node[n].parent)
        if (map_find(&told->record, record_key(n, p)) || map_find(&told->row, hash_mix(n, p->old)))
            return true;
    return false;
}

/* What programs write for programs comes last. */
static unsigned rank_of(const struct held_source *q, uint32_t i)
{
    return held_is_code(&q->pieces->item[i]) ? NOISES : noise_rank(q->noise[i]);
}

/* Whether the record is quoted as a whole, whichever of its pieces speaks for it. */
static bool is_quoted_whole(const struct delta *d, const struct headline_piece *item)
{
    const struct page *p = item->piece->old ? d->old : d->new;
    uint32_t record = item->record;
    return p->dom.node[record].tag == TAG_TR
           || fits_between(p, p->first_word[record], p->first_word[p->dom.node[record].end], HEADLINE_CHARS);
}

static uint32_t words_in(const struct judge_piece *p)
{
    return p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS];
}

/* Lets the piece with the most words speak for each record that is quoted as a whole; the others come right behind it. */
static void join_parts(struct arena *a, const struct held_source *q, const struct headline_piece *item, struct held_place *place,
                       uint32_t n)
{
    struct map speaker; /* by record: 1 + its place */
    map_open(&speaker, a, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct headline_piece *at = &item[place[i].piece];
        if (at->record == NONE || !is_quoted_whole(q->delta, at))
            continue;
        uint32_t *slot = map_slot(&speaker, record_key(at->record, at->piece), 0);
        if (!*slot || words_in(at->piece) > words_in(item[place[*slot - 1].piece].piece))
            *slot = i + 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct headline_piece *at = &item[place[i].piece];
        const uint32_t *slot = at->record == NONE ? NULL : map_find(&speaker, record_key(at->record, at->piece));
        if (!slot || *slot == i + 1)
            continue;
        struct held_place *of = &place[*slot - 1];
        of->value = MAX(of->value, place[i].value);
        place[i].part = true;
        place[i].rank = of->rank;
    }
    for (uint32_t i = 0; i < n; i++)
        if (place[i].part)
            place[i].value = place[*map_find(&speaker, record_key(place[i].record, item[place[i].piece].piece)) - 1].value;
}

/* The pieces that are meant, in the order of the list. */
static struct held_place *find_order(struct arena *a, const struct held_source *q, uint32_t *n)
{
    struct headline_piece *item = NEW_ARRAY(a, struct headline_piece, q->pieces->n + 1);
    struct held_place *place = NEW_ARRAY(a, struct held_place, q->pieces->n + 1);
    struct held_told told;
    *n = 0;
    if (!are_some_meant(q))
        return place;
    for (uint32_t i = 0; i < q->pieces->n; i++)
        item[i] = (struct headline_piece){ .piece = &q->pieces->item[i], .worth = &q->worth[i], .share = 1 };
    headline_values(a, q->delta, item, q->pieces->n);
    find_told(a, q, item, &told);
    for (uint32_t i = 0; i < q->pieces->n; i++) {
        bool is_told = (q->told && q->told[i]) || is_told_with(q->delta, &told, &item[i]);
        if (!q->left_out[i] && (q->list_told || !is_told))
            place[(*n)++] = (struct held_place){ i, item[i].record, is_told, rank_of(q, i), item[i].value, false };
    }
    join_parts(a, q, item, place, *n);
    qsort(place, *n, sizeof *place, by_place);
    return place;
}

/* A change without words, and one that a headline does not quote, is told by its note, or by the picture or thing that it is. */
static struct str words_of(struct arena *a, const struct held_source *q, const struct judge_piece *piece)
{
    const struct delta *d = q->delta;
    struct headline_piece one = { .piece = piece, .worth = &q->worth[piece - q->pieces->item], .share = 1 };
    struct str text = STR("");
    if (piece->kind != PIECE_TITLE)
        text = headline_make(a, d, q->pieces, &one, 1).text; /* what it was is said, too */
    if (text.len == 0)
        text = headline_note(a, d, &d->change[piece->change], HEADLINE_CHARS);
    if (text.len == 0)
        text = headline_picture(a, d, piece, HEADLINE_CHARS);
    return text.len ? text : headline_thing(a, d, piece, HEADLINE_CHARS);
}

static void add_piece(struct held_builder *b, struct held_change *line, const struct held_place *place)
{
    bool full = (line->n_pieces & (line->n_pieces - 1)) == 0; /* room grows by doubling */
    const struct judge_piece **grown = line->piece;
    if (full)
        grown = NEW_ARRAY(b->arena, const struct judge_piece *, MAX(line->n_pieces * 2, 1u));
    if (full && line->n_pieces)
        memcpy(grown, line->piece, line->n_pieces * sizeof(*grown));
    grown[line->n_pieces++] = &b->query->pieces->item[place->piece];
    line->piece = grown;
    line->told &= place->told;
}

/* Punctuation of a row, item or card that is quoted as a whole says nothing of its own. */
static bool is_mark_of(const struct judge_piece *p, uint32_t record)
{
    return !piece_has_words(p) && p->sentence != NONE && record != NONE;
}

/* What has no words of its own, a picture and its address, is one thing for all of the change that made it. */
static bool is_said_already(const struct held_change *line, const struct judge_piece *p)
{
    return line->n_pieces && !piece_has_words(p) && line->piece[line->n_pieces - 1]->change == p->change;
}

/* The line with these words, whatever its reason; b->out.n: none. */
static uint32_t line_of(const struct held_builder *b, struct str what)
{
    uint32_t i = 0;
    while (i < b->out.n && !str_eq(b->out.item[i].what, what))
        i++;
    return i;
}

/* How often just this changed: a piece of the old page that moved stands for no change of its own. */
static void count_one(struct held_builder *b, uint32_t at, const struct held_place *place)
{
    struct held_change *line = &b->out.item[at];
    const struct judge_piece *piece = &b->query->pieces->item[place->piece];
    bool other = (place->record == NONE || place->record != b->record[at]) && !is_said_already(line, piece);
    bool stood = piece->kind == PIECE_MOVED && piece->old; /* where it stood; where it stands counts */
    b->n_stood[at] += stood;
    line->times += other && !stood;
    b->record[at] = place->record;
    if (place->record != NONE)
        map_slot(&b->whole, record_key(place->record, piece), at);
    add_piece(b, line, place);
}

/* All that moved for one reason is one line. */
static uint64_t key_of_moved(struct str why)
{
    return hash_mix(hash_str(why), PIECE_MOVED);
}

/* It moved with others, and is counted there. */
static bool add_moved(struct held_builder *b, const struct held_place *place)
{
    const struct judge_piece *piece = &b->query->pieces->item[place->piece];
    if (piece->kind != PIECE_MOVED)
        return false;
    const uint32_t *known = map_find(&b->line, key_of_moved(noise_reason(b->query->delta, piece, b->query->noise[place->piece])));
    if (known)
        count_one(b, *known, place);
    return known;
}

/* A part goes to the line of its record; where there was no room for that, nowhere. */
static void add_part(struct held_builder *b, const struct held_place *place)
{
    const uint32_t *whole = map_find(&b->whole, record_key(place->record, &b->query->pieces->item[place->piece]));
    if (whole)
        add_piece(b, &b->out.item[*whole], place);
}

static void add_one(struct held_builder *b, const struct held_place *place)
{
    const struct held_source *q = b->query;
    const struct judge_piece *piece = &q->pieces->item[place->piece];
    enum noise_kind noise = q->noise[place->piece];
    struct str what = words_of(b->arena, q, piece), why = noise_reason(q->delta, piece, noise);
    uint64_t key = piece->kind == PIECE_MOVED ? key_of_moved(why) : hash_mix(hash_str(what), hash_str(why));
    if (what.len == 0)
        return;
    const uint32_t *known = map_find(&b->line, key);
    uint32_t said = line_of(b, what);
    bool same = said < b->out.n && place->record != NONE && place->record == b->record[said];
    if (!known && said < b->out.n && (noise == NOISE_MARKUP || same)) { /* a picture counts as a word and has an address */
        add_piece(b, &b->out.item[said], place);
        return;
    }
    uint32_t at = known ? *known : b->out.n;
    if (at == q->most) {
        b->out.n_more += ++*map_slot(&b->unlisted, key, 0) == 1;
        return;
    }
    if (!known) {
        map_slot(&b->line, key, at);
        b->record[at] = NONE;
        b->out.item[b->out.n++] = (struct held_change){ .what = what, .why = why, .noise = noise, .told = true };
    }
    count_one(b, at, place);
}

/* Past LOOKED for each line only what moved with others is looked at. */
static void add_all(struct held_builder *b, const struct held_place *place, uint32_t n)
{
    const struct judge_piece *piece = b->query->pieces->item;
    uint32_t looked = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (is_mark_of(&piece[place[i].piece], place[i].record) || add_moved(b, &place[i]))
            continue;
        if (place[i].part)
            add_part(b, &place[i]);
        else if (looked++ < b->query->most * LOOKED)
            add_one(b, &place[i]);
        else
            b->out.n_more += place[i].value > 0;
    }
}

/* "Moved: Ash; and 36 more". */
static void end_line(struct held_builder *b, uint32_t at)
{
    struct held_change *line = &b->out.item[at];
    line->times = MAX(line->times, MAX(b->n_stood[at], 1u));
    if (line->times == 1 || line->piece[0]->kind != PIECE_MOVED)
        return;
    line->what = arena_printf(b->arena, "%.*s; and %u more", STR_ARG(line->what), line->times - 1);
    line->why = line->noise == NOISE_MOVED ? STR(MOVED_REASON) : line->why;
    line->times = 1;
}

struct held_changes held_changes(struct arena *a, const struct held_source *query)
{
    struct held_builder b = { .arena = a, .query = query };
    uint32_t n;
    const struct held_place *place = find_order(a, query, &n);
    b.out.item = NEW_ARRAY(a, struct held_change, query->most + 1);
    b.record = NEW_ARRAY(a, uint32_t, query->most + 1);
    b.n_stood = NEW_ARRAY(a, uint32_t, query->most + 1);
    map_open(&b.line, a, query->most);
    map_open(&b.unlisted, a, query->most);
    map_open(&b.whole, a, query->most);
    add_all(&b, place, n);
    for (uint32_t i = 0; i < b.out.n; i++)
        end_line(&b, i);
    return b.out;
}

bool held_is_code(const struct judge_piece *p)
{
    uint32_t words = 0;
    if (p->came[SHAPE_TOKEN] + p->went[SHAPE_TOKEN] == 0) /* as most */
        return false;
    for (unsigned i = 0; i < WORD_SHAPES; i++)
        words += i == SHAPE_TOKEN || i == SHAPE_MARK ? 0 : p->came[i] + p->went[i];
    return words == 0;
}

void held_write(struct json *j, struct str what, struct str why, uint32_t times)
{
    json_object(j);
    json_field_str(j, "what", what);
    json_field_str(j, "why", why);
    if (times > 1)
        json_field_number(j, "times", times);
    json_end(j);
}
