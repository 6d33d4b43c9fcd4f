/* A map of 64-bit keys: two arrays side by side, linear probing, at most two thirds full.
 *
 * Keys may be small numbers or hashes of any quality: the place comes from a folded 128-bit product, in which each bit of the key
 * reaches each bit of the place. */
#include "base/map.h"
#include "base/hash.h"

static uint32_t place_of(const struct map *m, uint64_t key)
{
    uint128 product = (uint128)key * 0x9e3779b97f4a7c15u;
    return (uint32_t)((uint64_t)product ^ (uint64_t)(product >> 64)) & (m->room - 1);
}

/* Where the key stands, or the free place where it belongs. */
static uint32_t probe(const struct map *m, uint64_t key)
{
    uint32_t i = place_of(m, key);
    while (m->key[i] != key && m->key[i] != MAP_NO_KEY)
        i = (i + 1) & (m->room - 1);
    return i;
}

static void make_room(struct map *m, uint32_t room)
{
    struct map old = *m;
    m->room = room;
    m->key = NEW_ARRAY_RAW(m->arena, uint64_t, room);
    m->value = NEW_ARRAY_RAW(m->arena, uint32_t, room);
    memset(m->key, 0xff, room * sizeof *m->key); /* MAP_NO_KEY */
    for (uint32_t i = 0; i < old.room; i++) {
        if (old.key[i] == MAP_NO_KEY)
            continue;
        uint32_t to = probe(m, old.key[i]);
        m->key[to] = old.key[i];
        m->value[to] = old.value[i];
    }
}

void map_open(struct map *m, struct arena *a, uint32_t n)
{
    uint64_t room = 16;
    *m = (struct map){ .arena = a };
    while (room < UINT32_MAX / 2 && room * 2 < (uint64_t)n * 3)
        room *= 2;
    if (n)
        make_room(m, (uint32_t)room);
}

uint32_t *map_find(const struct map *m, uint64_t key)
{
    if (!m->room)
        return NULL;
    key -= key == MAP_NO_KEY;
    uint32_t i = probe(m, key);
    return m->key[i] == key ? &m->value[i] : NULL;
}

uint32_t *map_slot(struct map *m, uint64_t key, uint32_t fresh)
{
    key -= key == MAP_NO_KEY; /* a hash may come out so; two hashes as one is what every hash risks */
    if ((uint64_t)(m->n + 1) * 3 > (uint64_t)m->room * 2)
        make_room(m, m->room ? m->room * 2 : 16);
    uint32_t i = probe(m, key);
    if (m->key[i] == MAP_NO_KEY) {
        m->key[i] = key;
        m->value[i] = fresh;
        m->n++;
    }
    return &m->value[i];
}
