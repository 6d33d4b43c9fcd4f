/* A place for each user by their number; two that share a place take turns. */
#include "serve/counts.h"

void counts_open(struct counts_cache *c)
{
    *c = (struct counts_cache){ 0 };
    pthread_mutex_init(&c->lock, NULL);
}

void counts_drop(struct counts_cache *c)
{
    pthread_mutex_destroy(&c->lock);
}

int counts_read(struct counts_cache *c, const struct caller *caller, const struct report *known, struct news_counts *out,
                struct err *e)
{
    struct counts_entry *x = &c->item[(uint64_t)caller->who.user % COUNTS_USERS], found;
    int failed;

    pthread_mutex_lock(&c->lock);
    found = *x;
    pthread_mutex_unlock(&c->lock);
    if (found.user == caller->who.user && caller->now - found.at < COUNTS_MS && caller->now >= found.at) {
        *out = found.n;
        return 0;
    }
    if ((failed = news_count(caller, known, &found.n, e)))
        return failed;
    pthread_mutex_lock(&c->lock);
    *x = (struct counts_entry){ caller->who.user, caller->now, found.n };
    pthread_mutex_unlock(&c->lock);
    *out = found.n;
    return 0;
}

void counts_forget(struct counts_cache *c, int64_t user)
{
    struct counts_entry *x = &c->item[(uint64_t)user % COUNTS_USERS];

    pthread_mutex_lock(&c->lock);
    if (x->user == user)
        x->at = 0;
    pthread_mutex_unlock(&c->lock);
}
