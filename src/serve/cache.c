/* Chains by key, and a clock that counts uses. Throwing out looks at all entries: some hundred, and only when there is no room. */
#include "serve/cache.h"

#include "base/arena.h"

void cache_open(struct cache *c)
{
    *c = (struct cache){ 0 };
    pthread_mutex_init(&c->lock, NULL);
}

static void release(struct cached *x)
{
    if (--x->holders)
        return;
    heap_free((char *)x->bytes.ptr);
    heap_free(x);
}

static void take_out(struct cache *c, struct cached **at)
{
    struct cached *x = *at;

    *at = x->next;
    c->bytes -= x->bytes.len;
    release(x);
}

void cache_drop(struct cache *c)
{
    for (size_t i = 0; i < CACHE_PLACES; i++)
        while (c->place[i])
            take_out(c, &c->place[i]);
    pthread_mutex_destroy(&c->lock);
}

static struct cached **find(struct cache *c, uint64_t key)
{
    struct cached **at = &c->place[key % CACHE_PLACES];

    while (*at && (*at)->key != key)
        at = &(*at)->next;
    return at;
}

struct cached *cache_find(struct cache *c, uint64_t key)
{
    pthread_mutex_lock(&c->lock);
    struct cached *x = *find(c, key);
    if (x) {
        x->holders++;
        x->used = ++c->clock;
    }
    c->hits += x != NULL;
    c->misses += x == NULL;
    pthread_mutex_unlock(&c->lock);
    return x;
}

static void make_room(struct cache *c, size_t bytes)
{
    while (c->bytes && c->bytes + bytes > CACHE_MAX_BYTES) {
        struct cached **oldest = NULL;
        for (size_t i = 0; i < CACHE_PLACES; i++)
            for (struct cached **at = &c->place[i]; *at; at = &(*at)->next)
                if (!oldest || (*at)->used < (*oldest)->used)
                    oldest = at;
        if (!oldest)
            return;
        take_out(c, oldest);
    }
}

struct cached *cache_put(struct cache *c, uint64_t key, struct str bytes)
{
    struct cached *x = heap_grow(NULL, sizeof *x);
    char *copy = heap_grow(NULL, bytes.len + 1);

    memcpy(copy, bytes.ptr, bytes.len);
    *x = (struct cached){ .key = key, .bytes = { copy, bytes.len }, .holders = 1 };
    pthread_mutex_lock(&c->lock);
    struct cached **at = find(c, key);
    if (*at)
        take_out(c, at);
    make_room(c, bytes.len);
    if (bytes.len <= CACHE_MAX_BYTES / 4) {
        x->holders++;
        x->used = ++c->clock;
        x->next = c->place[key % CACHE_PLACES];
        c->place[key % CACHE_PLACES] = x;
        c->bytes += bytes.len;
    }
    pthread_mutex_unlock(&c->lock);
    return x;
}

void cache_give(struct cache *c, struct cached *x)
{
    pthread_mutex_lock(&c->lock);
    release(x);
    pthread_mutex_unlock(&c->lock);
}
