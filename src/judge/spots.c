/* In: a delta with its pieces, and the spots that were known in the old page. Out: the spots of both pages.
 *
 *  1. A sentence of which words stay is a border. One at a known spot is none, though it may be there twice in a row by chance; nor is
 *     one that has words in common with what it took the place of, and is mostly another.
 *  2. What lies between two borders at one path is one spot: what was known there, what went from there, and what came there.
 *  3. A paragraph may come or go beside the advert, in elements of the same kinds. Then more stands there than ever did: what goes is
 *     not of the spot where the last version had it beside it, and of what comes nothing is known.
 * Cost: O(sentences + pieces). */
#include "judge/spots.h"

#include "base/hash.h"
#include "base/map.h"
#include "judge/piece_side.h"

enum { OLD, NEW, AT_MAX = UINT16_MAX, MORE_MAX = UINT8_MAX, MOST_MAX = 127, ID_MASK = 0xffffff };

struct spots_finder {
    struct arena *arena;
    const struct delta *delta;
    const struct past *past;
    struct judge_pieces *pieces;
    struct spots *out;
    bool probe;
    uint32_t n_known;        /* spots of the old page */
    uint32_t at[PAST_SPOTS]; /* a sentence of each, in the old page */
    bool *loose[2];          /* by sentence: it is no border */
    uint32_t last[2];        /* sentences that sentence_of() found last */
    struct map number;       /* by gap and path: 1 + the spot */
};

/* Another text came, or went. A sentence of which most words stay is a place by its own name. */
static bool is_whole(const struct judge_piece *p)
{
    return p->sentence != NONE && (p->kind == PIECE_ADDED || p->kind == PIECE_REMOVED || piece_is_replaced(p));
}

static const struct page *page_at(const struct delta *d, int side)
{
    return side == OLD ? d->old : d->new;
}

/* The block that a sentence stands in: "Advert" in an element of its own, and the text behind it, are one. In data each element is one. */
static uint32_t block_of(const struct page *p, uint32_t sentence)
{
    uint32_t n = p->dom.node[p->word[p->sentence[sentence].word].node].parent;
    while (!p->dom.xml && n && n != p->body && !(node_classes(&p->dom.node[n]) & TAG_BLOCK))
        n = p->dom.node[n].parent;
    return n;
}

/* The kinds of the elements around a sentence. Their names do not count: each build, or each visit, may give them others. */
static uint32_t path_of(const struct page *p, uint32_t sentence)
{
    uint64_t hash = place_names_kinds(p, block_of(p, sentence));
    return (uint32_t)(hash ^ hash >> 32);
}

/* ---- Borders ---- */

/* The last of its words that stays, as the other page has it; NONE: no word stays. */
static uint32_t word_that_stays(const struct spots_finder *f, int side, uint32_t sentence)
{
    const struct sentence *s = &page_at(f->delta, side)->sentence[sentence];
    const uint32_t *partner = side == OLD ? f->delta->old_to_new : f->delta->new_to_old;
    for (uint32_t w = s->end; w-- > s->word;)
        if (partner[w] != NONE)
            return partner[w];
    return NONE;
}

static uint32_t sentence_of(struct spots_finder *f, int side, uint32_t word)
{
    return sentence_near(page_at(f->delta, side), word, &f->last[side]);
}

static void loosen(struct spots_finder *f, int side, uint32_t sentence)
{
    uint32_t word = word_that_stays(f, side, sentence);
    f->loose[side][sentence] = true;
    if (word != NONE)
        f->loose[!side][sentence_of(f, !side, word)] = true;
}

/* What changed there once was news, and stays from now on. */
static bool is_restless(const struct past *past, const struct past_spot *spot)
{
    const struct past_place *place = past_find(past, past_spot_key(spot));
    return place && (place->probed || place->changed > 1);
}

/* What stands at a known spot is loose. Where more stood there in the last version than ever did, something else was among it: that is what
 * stays now while the rest changes, and the spot is where the rest is. */
static void loosen_known(struct spots_finder *f, uint32_t number)
{
    const struct past_spot *spot = &f->past->spot[number];
    uint32_t n = 0, other = 0, last = NONE, end = MIN((uint32_t)spot->at + spot->more + 1, f->delta->old->n_sentences);
    f->at[number] = MIN((uint32_t)spot->at, f->delta->old->n_sentences);
    if (spot->empty || !is_restless(f->past, spot))
        return;
    for (uint32_t k = end; k-- > spot->at;)
        if (path_of(f->delta->old, k) == spot->path) {
            n += last == NONE || block_of(f->delta->old, last) != block_of(f->delta->old, k);
            last = k;
            other += f->loose[OLD][k];
            f->at[number] = f->loose[OLD][k] ? k : f->at[number];
        }
    for (uint32_t k = spot->at; k < end && (n <= spot->most || other == 0); k++)
        if (path_of(f->delta->old, k) == spot->path)
            loosen(f, OLD, k);
}

static void find_loose(struct spots_finder *f)
{
    for (int side = OLD; side <= NEW; side++)
        f->loose[side] = NEW_ARRAY(f->arena, bool, page_at(f->delta, side)->n_sentences + 1);
    for (uint32_t i = 0; i < f->pieces->n; i++) {
        const struct judge_piece *p = &f->pieces->item[i];
        if (!is_whole(p))
            continue;
        loosen(f, p->old ? OLD : NEW, p->sentence);
        if (!p->old && p->old_end)
            f->loose[OLD][sentence_of(f, OLD, p->old_word)] = true;
    }
    for (uint32_t i = 0; i < f->n_known; i++)
        loosen_known(f, i);
}

/* Numbers the gaps between borders, alike on both sides: kept words stand in the same order. */
static void find_gaps(struct spots_finder *f)
{
    for (int side = OLD; side <= NEW; side++) {
        const struct page *p = page_at(f->delta, side);
        uint32_t *gap = f->out->gap[side] = NEW_ARRAY_RAW(f->arena, uint32_t, p->n_sentences + 1), last = 0;
        for (uint32_t i = 0; i < p->n_sentences; i++) {
            uint32_t word = f->loose[side][i] ? NONE : word_that_stays(f, side, i);
            gap[i] = last;
            if (word != NONE)
                last = 1 + (side == OLD ? sentence_of(f, NEW, word) : i);
        }
        gap[p->n_sentences] = last;
    }
}

/* ---- Spots ---- */

static struct spot *spot_at(struct spots_finder *f, uint32_t gap, uint32_t path)
{
    uint32_t *number = map_slot(&f->number, hash_mix(gap, path), 0);
    if (!*number) {
        *VEC_ADD(f->arena, &f->out->item) = (struct spot){ .known = { .path = path }, .gap = gap };
        *number = f->out->item.n;
    }
    return &f->out->item.item[*number - 1];
}

static void add_sentences(struct spots_finder *f, int side)
{
    for (uint32_t i = 0; i < page_at(f->delta, side)->n_sentences; i++) {
        if (!f->loose[side][i])
            continue;
        struct spot *s = spot_at(f, f->out->gap[side][i], path_of(page_at(f->delta, side), i));
        bool first = s->n[side] == 0;
        s->n[side] += first || block_of(page_at(f->delta, side), s->last[side]) != block_of(page_at(f->delta, side), i);
        s->first[side] = first ? i : s->first[side];
        s->last[side] = i;
    }
}

/* Of two known spots that lie together now, the first goes on. */
static void add_known(struct spots_finder *f)
{
    for (uint32_t i = 0; i < f->n_known; i++) {
        const struct past_spot *known = &f->past->spot[i];
        struct spot *s = spot_at(f, f->out->gap[OLD][f->at[i]], known->path);
        if (s->known.most == 0)
            s->known = *known;
    }
}

/* Whether a sentence of the old page is not one of those that are known to stand there. */
static bool is_outside(const struct past_spot *known, uint32_t sentence)
{
    return known->empty || sentence < known->at || sentence > (uint32_t)known->at + known->more;
}

/* Whether a sentence that nobody has seen came to where a few texts take turns, and as many of those came as went: it is none of them. */
static bool is_one_more(const struct spots_finder *f, const struct spot *s, const struct judge_piece *p)
{
    enum { TURNS = 4, SENTENCE_WORDS = 5 };
    const struct past_place *place = past_find(f->past, past_spot_key(&s->known));
    return !p->old && p->kind == PIECE_ADDED && !s->known.empty && p->came[SHAPE_LETTERS] >= SENTENCE_WORDS && place
           && place->changed >= TURNS && 2 * place->returned >= place->changed && s->n_returned >= s->n_gone
           && !past_was_there(f->past, p->text_key);
}

/* Of each spot: texts that went, and those that came and were there before. */
static void count_turns(struct spots_finder *f)
{
    for (uint32_t i = 0; i < f->pieces->n && f->n_known; i++) {
        const struct judge_piece *p = &f->pieces->item[i];
        int side = p->old ? OLD : NEW;
        if (!is_whole(p))
            continue;
        struct spot *s = spot_at(f, f->out->gap[side][p->sentence], path_of(page_at(f->delta, side), p->sentence));
        s->n_gone += p->old || p->old_end > 0;
        s->n_returned += !p->old && past_was_there(f->past, p->text_key);
    }
}

/* Whether a piece stands beside what is known to stand there: it took the place of something else; or more stands there than ever did,
 * which in the old page is known of each sentence, in the new one of none. */
static bool is_beside(struct spots_finder *f, const struct spot *s, const struct judge_piece *p)
{
    if (s->known.most == 0)
        return false;
    if (is_one_more(f, s, p))
        return true;
    if (!p->old && p->old_end && !s->known.empty && is_outside(&s->known, sentence_of(f, OLD, p->old_word)))
        return true;
    return s->n[p->old ? OLD : NEW] > s->known.most && (!p->old || is_outside(&s->known, p->sentence));
}

static void name_pieces(struct spots_finder *f)
{
    for (uint32_t i = 0; i < f->pieces->n; i++) {
        struct judge_piece *p = &f->pieces->item[i];
        int side = p->old ? OLD : NEW;
        if (!is_whole(p))
            continue;
        struct spot *s = spot_at(f, f->out->gap[side][p->sentence], path_of(page_at(f->delta, side), p->sentence));
        if (!s->known.most)
            s->known.id = (uint32_t)hash_mix(hash_mix(f->past->clock, s->gap), s->known.path) & ID_MASK;
        s->touched = true;
        s->gave_way |= p->gone_key != 0;
        p->beside = !f->probe && is_beside(f, s, p);
        p->spot_key = p->beside ? 0 : past_spot_key(&s->known);
    }
}

static bool has_whole(const struct judge_pieces *pieces)
{
    uint32_t i = 0;
    while (i < pieces->n && !is_whole(&pieces->item[i]))
        i++;
    return i < pieces->n;
}

void spots_find(struct arena *a, const struct delta *d, const struct past *past, bool probe, struct judge_pieces *pieces,
                struct spots *out)
{
    struct spots_finder f = { .arena = a, .delta = d, .past = past, .pieces = pieces, .out = out, .probe = probe };
    *out = (struct spots){ .delta = d, .probe = probe };
    if (d->new->kind == KIND_JSON) /* a key says better what a value is than where it lies */
        return;
    f.n_known = past->n_spots && past->page == piece_page(d->old) ? past->n_spots : 0;
    if (f.n_known == 0 && !has_whole(pieces))
        return;
    map_open(&f.number, a, 64);
    find_loose(&f);
    find_gaps(&f);
    add_sentences(&f, OLD);
    add_sentences(&f, NEW);
    add_known(&f);
    count_turns(&f);
    name_pieces(&f);
}

/* ---- What is kept ---- */

/* The sentence before which an empty spot lies. */
static uint32_t gap_start(const struct spots *s, int side, uint32_t gap)
{
    uint32_t from = 0, to = page_at(s->delta, side)->n_sentences;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (s->gap[side][middle] < gap)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static struct past_spot spot_on(const struct spots *s, const struct spot *spot, int side, bool grows)
{
    struct past_spot out = spot->known;
    uint32_t at = spot->n[side] ? spot->first[side] : gap_start(s, side, spot->gap);
    out.empty = spot->n[side] == 0;
    out.at = (uint16_t)MIN(at, (uint32_t)AT_MAX);
    out.more = out.empty ? 0 : (uint8_t)MIN(spot->last[side] - at, (uint32_t)MORE_MAX);
    if (!out.most || grows)
        out.most = (uint8_t)MIN(MAX(MAX(spot->n[OLD], spot->n[NEW]), (uint32_t)out.most), (uint32_t)MOST_MAX);
    return out;
}

/* Adds one; where all room is taken, in the place of the one that says least, if that says less. */
static void keep_one(struct past *past, uint32_t *worth, struct past_spot spot, uint32_t its_worth)
{
    uint32_t least = 0;
    if (past->n_spots < PAST_SPOTS) {
        worth[past->n_spots] = its_worth;
        past->spot[past->n_spots++] = spot;
        return;
    }
    for (uint32_t i = 1; i < PAST_SPOTS; i++)
        least = worth[i] < worth[least] ? i : least;
    if (its_worth <= worth[least])
        return;
    worth[least] = its_worth;
    past->spot[least] = spot;
}

void spots_keep(const struct spots *s, struct past *past)
{
    uint32_t worth[PAST_SPOTS];
    int side = s->probe ? OLD : NEW;
    past->n_spots = 0;
    past->page = piece_page(page_at(s->delta, side));
    for (uint32_t i = 0; i < s->item.n; i++) {
        const struct spot *spot = &s->item.item[i];
        const struct past_place *place = past_find(past, past_spot_key(&spot->known));
        bool teaches = s->probe ? spot->touched : spot->gave_way;
        if ((!teaches && !spot->known.most) || page_at(s->delta, side)->n_sentences > AT_MAX)
            continue;
        bool grows = teaches && (s->probe || !place || !place->probed);
        keep_one(past, worth, spot_on(s, spot, side, grows), past_worth(past, place));
    }
}
