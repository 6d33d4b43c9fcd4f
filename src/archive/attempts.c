/* A table of sets with eight places each: a key belongs to one set, and a full set forgets whoever failed longest ago. So an attacker with
 * many names can make room among their own, but needs no memory of ours. */
#include "archive/attempts.h"

#include "base/auto.h"
#include "base/duration.h"
#include "base/hash.h"

enum { SET = 8, FORGET_MS = 24 * 3600 * 1000, PAUSES_MAX = 6 };

void attempts_open(struct attempts *t)
{
    *t = (struct attempts){ 0 };
    pthread_mutex_init(&t->lock, NULL);
}

void attempts_drop(struct attempts *t)
{
    pthread_mutex_destroy(&t->lock);
}

uint64_t attempts_key(const char *kind, struct str what)
{
    return hash_mix(hash_str(str_of(kind)), hash_str(what)) | 1;
}

/* The key's place, or the one in its set to be used for it. */
static struct attempt *place_of(struct attempts *t, uint64_t key)
{
    struct attempt *set = &t->place[key / 2 % (ATTEMPTS_PLACES / SET) * SET], *oldest = set;

    for (int i = 0; i < SET; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].at < oldest->at)
            oldest = &set[i];
    }
    return oldest;
}

int64_t attempts_wait(struct attempts *t, uint64_t key, int64_t now)
{
    pthread_mutex_lock(&t->lock);
    const struct attempt *x = place_of(t, key);
    int64_t wait = x->key == key && x->until > now ? x->until - now : 0;
    pthread_mutex_unlock(&t->lock);
    return wait;
}

uint32_t attempts_failed(struct attempts *t, uint64_t key, uint32_t allowed, int64_t now)
{
    uint32_t left;

    pthread_mutex_lock(&t->lock);
    struct attempt *x = place_of(t, key);
    if (x->key != key || now - x->at > FORGET_MS)
        *x = (struct attempt){ .key = key };
    x->at = now;
    x->failed++;
    left = allowed - MIN(x->failed, allowed);
    if (left == 0) {
        x->until = now + ((int64_t)ATTEMPTS_PAUSE_MS << MIN(x->pauses, (uint32_t)PAUSES_MAX));
        x->pauses++;
        x->failed = 0;
    }
    pthread_mutex_unlock(&t->lock);
    return left;
}

void attempts_forget(struct attempts *t, uint64_t key)
{
    pthread_mutex_lock(&t->lock);
    struct attempt *x = place_of(t, key);
    if (x->key == key)
        *x = (struct attempt){ 0 };
    pthread_mutex_unlock(&t->lock);
}
