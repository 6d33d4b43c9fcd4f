/* A place for each secret by its hash; two that share a place take turns. Secrets are compared in constant time. */
#include "serve/sessions.h"

#include <sodium.h>

#include "base/hash.h"

void sessions_open(struct sessions *s)
{
    *s = (struct sessions){ .generation = 1 };
    pthread_mutex_init(&s->lock, NULL);
}

void sessions_drop(struct sessions *s)
{
    sodium_memzero(s->item, sizeof s->item);
    pthread_mutex_destroy(&s->lock);
}

static struct session_entry *place_of(struct sessions *s, struct str secret)
{
    return &s->item[hash_str(secret) % SESSIONS_KEPT];
}

bool sessions_find(struct sessions *s, const struct caller *c, struct str secret, struct signed_in *out)
{
    struct session_entry *x = place_of(s, secret);

    *out = (struct signed_in){ 0 };
    pthread_mutex_lock(&s->lock);
    bool found = x->at && c->now >= x->at && c->now - x->at < SESSIONS_MS && x->session.generation == s->generation
                 && x->secret_len == secret.len && sodium_memcmp(x->secret, secret.ptr, secret.len) == 0;
    if (found) {
        *out = x->session;
        out->who.name = arena_str(c->arena, (struct str){ x->name, x->session.who.name.len });
    }
    out->generation = s->generation;
    pthread_mutex_unlock(&s->lock);
    return found;
}

void sessions_put(struct sessions *s, const struct caller *c, struct str secret, const struct signed_in *in)
{
    struct session_entry *x = place_of(s, secret);

    if (secret.len == 0 || secret.len > SESSION_SECRET_MAX || in->who.name.len > SESSION_NAME_MAX)
        return;
    pthread_mutex_lock(&s->lock);
    if (in->generation == s->generation) {
        *x = (struct session_entry){ .session = *in, .at = c->now, .secret_len = secret.len };
        memcpy(x->secret, secret.ptr, secret.len);
        memcpy(x->name, in->who.name.ptr, in->who.name.len);
        x->session.who.name.ptr = x->name;
    }
    pthread_mutex_unlock(&s->lock);
}

void sessions_forget(struct sessions *s)
{
    pthread_mutex_lock(&s->lock);
    s->generation++;
    pthread_mutex_unlock(&s->lock);
}
