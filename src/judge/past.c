/* In: what visits saw. Out: counts by place and text, as bytes and back. O(places + texts) for a call: both are short rows. */
#include "judge/past.h"

#include "base/base64.h"
#include "base/hash.h"
#include "judge/name_kinds.h"

enum {
    FORMAT = 4,
    HEAD_BYTES = 14,
    PLACE_BYTES = 8,
    TEXT_BYTES = 4,
    SPOT_BYTES = 11,
    TRACE_BYTES = 7,
    MOST_MAX = 127,
    TIMES_MAX = 255,
    BORROWED = UINT16_MAX, /* in past_place.last: what is known of it is of the spot there */
    PROBED_MAX = 15,
    RETURNED_MAX = 15,
    SAYS_MUCH = 4
};

static uint32_t short_hash(uint64_t hash)
{
    uint32_t h = (uint32_t)(hash ^ hash >> 32);
    return h ? h : 1;
}

/* ---- Bytes ---- */

static void put_number(struct buf *b, uint32_t n, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        buf_add_char(b, (char)(n >> 8 * i));
}

static uint32_t get_number(const char **at, unsigned bytes)
{
    uint32_t n = 0;
    for (unsigned i = 0; i < bytes; i++)
        n |= (uint32_t)(unsigned char)*(*at)++ << 8 * i;
    return n;
}

static void put_spot(struct buf *b, const struct past_spot *s)
{
    put_number(b, s->path, 4);
    put_number(b, s->id, 3);
    put_number(b, s->at, 2);
    put_number(b, s->more, 1);
    put_number(b, MIN((uint32_t)s->most, (uint32_t)MOST_MAX) | (uint32_t)s->empty << 7, 1);
}

static struct past_spot get_spot(const char **at)
{
    struct past_spot s = { .path = get_number(at, 4), .id = get_number(at, 3) };
    s.at = (uint16_t)get_number(at, 2);
    s.more = (uint8_t)get_number(at, 1);
    uint32_t both = get_number(at, 1);
    s.most = both & MOST_MAX;
    s.empty = both >> 7;
    return s;
}

static void put_trace(struct buf *b, const struct past_trace *t)
{
    put_number(b, t->at, 2);
    put_number(b, t->changed, 1);
    put_number(b, t->words, 1);
    put_number(b, t->probed | (uint32_t)t->words_probed << 4, 1);
    put_number(b, t->lead, 1);
    put_number(b, t->tail, 1);
}

static struct past_trace get_trace(const char **at)
{
    struct past_trace t = { .at = (uint16_t)get_number(at, 2) };
    t.changed = (uint8_t)get_number(at, 1);
    t.words = (uint8_t)get_number(at, 1);
    uint32_t both = get_number(at, 1);
    t.probed = both & PROBED_MAX;
    t.words_probed = (uint8_t)(both >> 4);
    t.lead = (uint8_t)get_number(at, 1);
    t.tail = (uint8_t)get_number(at, 1);
    return t;
}

void past_write(const struct past *p, struct buf *out)
{
    AUTO(buf) b = BUF(PAST_BYTES);
    put_number(&b, FORMAT, 1);
    put_number(&b, p->visits, 1);
    put_number(&b, p->clock, 2);
    put_number(&b, p->n_places, 1);
    put_number(&b, p->probes, 1);
    put_number(&b, p->n_texts, 2);
    put_number(&b, p->n_spots, 1);
    put_number(&b, p->n_traces, 1);
    put_number(&b, p->page, 4);
    for (uint32_t i = 0; i < p->n_places; i++) {
        put_number(&b, p->place[i].key, 4);
        put_number(&b, p->place[i].changed, 1);
        put_number(&b, p->place[i].probed | (uint32_t)p->place[i].returned << 4, 1);
        put_number(&b, p->place[i].last, 2);
    }
    for (uint32_t i = 0; i < p->n_texts; i++)
        put_number(&b, p->text[i], TEXT_BYTES);
    for (uint32_t i = 0; i < p->n_spots; i++)
        put_spot(&b, &p->spot[i]);
    for (uint32_t i = 0; i < p->n_traces; i++)
        put_trace(&b, &p->trace[i]);
    base64_add(out, buf_str(&b));
}

void past_read(struct past *p, struct str bytes)
{
    AUTO(buf) b = BUF(PAST_BYTES);
    *p = (struct past){ 0 };
    if (!base64_read(bytes, &b) || b.len < HEAD_BYTES)
        return;
    const char *at = b.ptr;
    uint32_t format = get_number(&at, 1), visits = get_number(&at, 1), clock = get_number(&at, 2);
    uint32_t n_places = get_number(&at, 1), probes = get_number(&at, 1), n_texts = get_number(&at, 2);
    uint32_t n_spots = get_number(&at, 1), n_traces = get_number(&at, 1), page = get_number(&at, 4);
    size_t expected = HEAD_BYTES + (size_t)n_places * PLACE_BYTES + (size_t)n_texts * TEXT_BYTES + (size_t)n_spots * SPOT_BYTES
                      + (size_t)n_traces * TRACE_BYTES;
    if (format != FORMAT || n_places > PAST_PLACES || n_texts > PAST_TEXTS || n_spots > PAST_SPOTS || n_traces > PAST_TRACES
        || b.len != expected)
        return;
    p->visits = visits;
    p->clock = clock;
    p->probes = probes;
    p->n_places = n_places;
    p->n_texts = n_texts;
    p->n_spots = n_spots;
    p->n_traces = n_traces;
    p->page = page;
    for (uint32_t i = 0; i < n_places; i++) {
        p->place[i].key = get_number(&at, 4);
        p->place[i].changed = (uint8_t)get_number(&at, 1);
        uint32_t both = get_number(&at, 1);
        p->place[i].probed = both & PROBED_MAX;
        p->place[i].returned = (uint8_t)(both >> 4);
        p->place[i].last = (uint16_t)get_number(&at, 2);
    }
    for (uint32_t i = 0; i < n_texts; i++)
        p->text[i] = get_number(&at, TEXT_BYTES);
    for (uint32_t i = 0; i < n_spots; i++)
        p->spot[i] = get_spot(&at);
    for (uint32_t i = 0; i < n_traces; i++)
        p->trace[i] = get_trace(&at);
}

struct str past_same(struct arena *a, struct str bytes)
{
    AUTO(buf) out = BUF(PAST_BYTES);
    struct past p; /* for a moment: nothing of it stays in the arena of a page that has not changed */
    past_read(&p, bytes);
    past_visit(&p);
    past_write(&p, &out);
    return out.over ? bytes : arena_str(a, buf_str(&out));
}

/* ---- Places ---- */

static uint32_t place_at(const struct past *p, uint32_t key)
{
    const struct past_place *at = p->place;
    uint32_t i = 0;
    for (; i + 4 <= p->n_places; i += 4) /* most are passed over */
        if ((at[i].key == key) | (at[i + 1].key == key) | (at[i + 2].key == key) | (at[i + 3].key == key))
            break;
    while (i < p->n_places && at[i].key != key)
        i++;
    return i;
}

const struct past_place *past_find(const struct past *p, uint64_t key)
{
    uint32_t i = place_at(p, short_hash(key));
    return i < p->n_places ? &p->place[i] : NULL;
}

bool past_differs(const struct past *p)
{
    uint32_t i = 0;
    while (i < p->n_places && !p->place[i].probed)
        i++;
    return i < p->n_places;
}

uint32_t past_worth(const struct past *p, const struct past_place *place)
{
    if (!place || p->clock - place->last > PAST_VISITS / 2)
        return 0;
    return MIN((uint32_t)place->changed, (uint32_t)SAYS_MUCH) + (place->probed ? SAYS_MUCH : 0);
}

/* Room for one more: the place that says least is forgotten, and of such places the one that has been quiet for longest. A page that brings
 * more than fits, all of it new, does not drive out what is known of its adverts. */
static uint32_t free_place(struct past *p)
{
    uint32_t least = 0, least_rank = UINT32_MAX;
    if (p->n_places < PAST_PLACES)
        return p->n_places++;
    for (uint32_t i = 0; i < p->n_places; i++) {
        uint32_t rank = past_worth(p, &p->place[i]) << 16 | p->place[i].last;
        if (rank >= least_rank) /* as most */
            continue;
        least = i;
        least_rank = rank;
    }
    return least;
}

static struct past_place *place_slot(struct past *p, uint64_t key)
{
    uint32_t hash = short_hash(key), i = place_at(p, hash);
    if (i == p->n_places) {
        i = free_place(p);
        p->place[i] = (struct past_place){ .key = hash, .last = (uint16_t)p->clock };
    }
    return &p->place[i];
}

void past_place(struct past *p, uint64_t key, bool probe)
{
    struct past_place *place = place_slot(p, key);
    if (probe)
        place->probed = (uint8_t)MIN(place->probed + 1, PROBED_MAX);
    else if (place->last != p->clock || place->changed == 0) /* once a visit */
        place->changed = (uint8_t)MIN(place->changed + 1, TIMES_MAX);
    place->last = (uint16_t)p->clock;
}

static void add_place(struct past *p, const struct past_place *place)
{
    if (place_at(p, place->key) == p->n_places && p->n_places < PAST_PLACES)
        p->place[p->n_places++] = *place;
}

void past_keep_place(struct past *p, const struct past *from, uint64_t key)
{
    const struct past_place *place = past_find(from, key);
    if (place)
        add_place(p, place);
}

/* Over several versions nothing can be followed, so the name of the place on this page is known as well as what stands there. */
static void lend(struct past *p, struct past_place known, uint64_t place)
{
    known.key = short_hash(place);
    known.last = BORROWED;
    add_place(p, &known);
}

void past_keep_trace(struct past *p, const struct past *from, const struct past_trace *trace, uint64_t place)
{
    if (p->n_traces == PAST_TRACES)
        return;
    p->trace[p->n_traces++] = *trace;
    p->page = from->page;
    if (place)
        lend(p, (struct past_place){ .changed = trace->words, .probed = trace->words_probed }, place);
}

void past_keep_spot(struct past *p, const struct past *from, uint64_t key, uint64_t place)
{
    const struct past_place *spot = past_find(from, key);
    if (!spot)
        return;
    add_place(p, spot);
    lend(p, *spot, place);
    memcpy(p->spot, from->spot, sizeof p->spot);
    p->n_spots = from->n_spots;
    p->page = from->page;
}

void past_drop_borrowed(struct past *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_places; i++)
        if (p->place[i].last != BORROWED)
            p->place[n++] = p->place[i];
    p->n_places = n;
}

void past_came(struct past *p, uint64_t key, bool returned)
{
    struct past_place *place = place_slot(p, key);
    place->came_now += place->came_now < UINT16_MAX;
    place->returned_now += returned && place->returned_now < UINT16_MAX;
}

void past_count_returns(struct past *p)
{
    for (uint32_t i = 0; i < p->n_places; i++) {
        struct past_place *place = &p->place[i];
        if (place->returned_now && 2 * place->returned_now >= place->came_now)
            place->returned = (uint8_t)MIN(place->returned + 1, RETURNED_MAX);
        place->came_now = place->returned_now = 0;
    }
}

void past_visit(struct past *p)
{
    p->visits++;
    p->clock++;
    if (p->clock > UINT16_MAX) {
        p->clock = 1;
        for (uint32_t i = 0; i < p->n_places; i++)
            p->place[i].last = 0;
    }
    if (p->visits < PAST_VISITS)
        return;
    p->visits /= 2;
    for (uint32_t i = 0; i < p->n_places; i++) {
        p->place[i].changed /= 2;
        p->place[i].returned /= 2;
    }
    for (uint32_t i = 0; i < p->n_traces; i++) {
        p->trace[i].changed /= 2;
        p->trace[i].words /= 2;
    }
}

/* ---- Texts ---- */

/* Its number; n_texts: it is not there. The latest are asked for most. */
static uint32_t text_at(const struct past *p, uint32_t hash)
{
    for (uint32_t i = p->n_texts; i-- > 0;)
        if (p->text[i] == hash)
            return i;
    return p->n_texts;
}

bool past_was_there(const struct past *p, uint64_t hash)
{
    return text_at(p, short_hash(hash)) < p->n_texts;
}

static void add_text(struct past *p, uint32_t hash)
{
    if (text_at(p, hash) == p->n_texts && p->n_texts < PAST_TEXTS)
        p->text[p->n_texts++] = hash;
}

void past_keep_text(struct past *p, const struct past *from, uint64_t hash)
{
    if (past_was_there(from, hash))
        add_text(p, short_hash(hash));
}

void past_gone(struct past *p, uint64_t hash)
{
    uint32_t gone = short_hash(hash), i = text_at(p, gone);
    if (i == PAST_TEXTS)
        i = 0;
    else if (i == p->n_texts)
        p->n_texts++;
    memmove(p->text + i, p->text + i + 1, (p->n_texts - 1 - i) * sizeof *p->text);
    p->text[p->n_texts - 1] = gone;
}

/* ---- Spots ---- */

bool past_is_calm(const struct past *p, const struct past_place *place, unsigned share)
{
    return !place || (!place->probed && place->changed * share <= p->visits);
}

uint64_t past_spot_key(const struct past_spot *spot)
{
    return hash_mix(spot->id, NAME_SPOT);
}

/* ---- Several changes ---- */

/* Of two numbers of visits the higher one: it makes a place look calmer, and shows more. Spots and traces are of one page, and stay
 * behind. */
void past_join(struct past *p, const struct past *later)
{
    p->visits = MAX(p->visits, later->visits);
    p->clock = MAX(p->clock, later->clock);
    p->probes = MAX(p->probes, later->probes);
    for (uint32_t i = 0; i < later->n_places; i++) {
        uint32_t at = place_at(p, later->place[i].key);
        if (at < p->n_places)
            p->place[at] = later->place[i];
        else
            add_place(p, &later->place[i]);
    }
    for (uint32_t i = 0; i < later->n_texts; i++)
        add_text(p, later->text[i]);
}
