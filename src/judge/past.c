/* In: what visits saw. Out: counts by place and text, as bytes and back. O(places + texts) for a call: both are short rows. */
#include "judge/past.h"

#include "base/base64.h"

enum {
    FORMAT = 2,
    HEAD_BYTES = 8,
    PLACE_BYTES = 8,
    TEXT_BYTES = 5,
    TIMES_MAX = 255,
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

void past_write(const struct past *p, struct buf *out)
{
    AUTO(buf) b = BUF(PAST_BYTES);
    put_number(&b, FORMAT, 1);
    put_number(&b, p->visits, 1);
    put_number(&b, p->clock, 2);
    put_number(&b, p->n_places, 1);
    put_number(&b, p->probes, 1);
    put_number(&b, p->n_texts, 2);
    for (uint32_t i = 0; i < p->n_places; i++) {
        put_number(&b, p->place[i].key, 4);
        put_number(&b, p->place[i].changed, 1);
        put_number(&b, p->place[i].probed | (uint32_t)p->place[i].returned << 4, 1);
        put_number(&b, p->place[i].last, 2);
    }
    for (uint32_t i = 0; i < p->n_texts; i++) {
        put_number(&b, p->text[i].hash, 4);
        put_number(&b, p->text[i].times, 1);
    }
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
    if (format != FORMAT || n_places > PAST_PLACES || n_texts > PAST_TEXTS
        || b.len != HEAD_BYTES + (size_t)n_places * PLACE_BYTES + (size_t)n_texts * TEXT_BYTES)
        return;
    p->visits = visits;
    p->clock = clock;
    p->probes = probes;
    p->n_places = n_places;
    p->n_texts = n_texts;
    for (uint32_t i = 0; i < n_places; i++) {
        p->place[i].key = get_number(&at, 4);
        p->place[i].changed = (uint8_t)get_number(&at, 1);
        uint32_t both = get_number(&at, 1);
        p->place[i].probed = both & PROBED_MAX;
        p->place[i].returned = (uint8_t)(both >> 4);
        p->place[i].last = (uint16_t)get_number(&at, 2);
    }
    for (uint32_t i = 0; i < n_texts; i++) {
        p->text[i].hash = get_number(&at, 4);
        p->text[i].times = (uint8_t)get_number(&at, 1);
    }
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
    uint32_t i = 0;
    while (i < p->n_places && p->place[i].key != key)
        i++;
    return i;
}

const struct past_place *past_find(const struct past *p, uint64_t key)
{
    uint32_t i = place_at(p, short_hash(key));
    return i < p->n_places ? &p->place[i] : NULL;
}

/* How much is lost when it is forgotten. */
static uint32_t worth_of(const struct past *p, const struct past_place *place)
{
    if (p->clock - place->last > PAST_VISITS / 2)
        return 0;
    return MIN((uint32_t)place->changed, (uint32_t)SAYS_MUCH) + (place->probed ? SAYS_MUCH : 0);
}

/* Room for one more: the place that says least is forgotten, and of such places the one that has been quiet for longest. A page that brings
 * more than fits, all of it new, does not drive out what is known of its adverts. */
static uint32_t free_place(struct past *p)
{
    uint32_t least = 0, least_worth = UINT32_MAX;
    if (p->n_places < PAST_PLACES)
        return p->n_places++;
    for (uint32_t i = 0; i < p->n_places; i++) {
        const struct past_place *place = &p->place[i];
        uint32_t worth = worth_of(p, place);
        if (worth < least_worth || (worth == least_worth && place->last < p->place[least].last))
            least = i, least_worth = worth;
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
}

/* ---- Texts ---- */

static uint32_t times_of(const struct past *p, uint32_t hash)
{
    for (uint32_t i = p->n_texts; i-- > 0;)
        if (p->text[i].hash == hash)
            return p->text[i].times;
    return 0;
}

uint32_t past_times(const struct past *p, uint64_t hash)
{
    return times_of(p, short_hash(hash));
}

static void add_text(struct past *p, struct past_text text)
{
    if (text.times && !times_of(p, text.hash) && p->n_texts < PAST_TEXTS)
        p->text[p->n_texts++] = text;
}

void past_keep_text(struct past *p, const struct past *from, uint64_t hash)
{
    add_text(p, (struct past_text){ short_hash(hash), (uint8_t)past_times(from, hash) });
}

/* Of two numbers of visits the higher one: it makes a place look calmer, and shows more. */
void past_join(struct past *p, const struct past *later)
{
    p->visits = MAX(p->visits, later->visits);
    p->probes = MAX(p->probes, later->probes);
    for (uint32_t i = 0; i < later->n_places; i++)
        add_place(p, &later->place[i]);
    for (uint32_t i = 0; i < later->n_texts; i++)
        add_text(p, later->text[i]);
}

void past_gone(struct past *p, uint64_t hash)
{
    struct past_text gone = { short_hash(hash), 1 };
    uint32_t i = 0;
    while (i < p->n_texts && p->text[i].hash != gone.hash)
        i++;
    if (i < p->n_texts)
        gone.times = (uint8_t)MIN(p->text[i].times + 1, TIMES_MAX);
    else if (p->n_texts < PAST_TEXTS)
        p->n_texts++;
    else
        i = 0;
    memmove(p->text + i, p->text + i + 1, (p->n_texts - 1 - MIN(i, p->n_texts - 1)) * sizeof *p->text);
    p->text[p->n_texts - 1] = gone;
}
