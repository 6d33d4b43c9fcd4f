/* Who has which session, kept for a moment: a page with its style, script and frame asks several times within a second. For all threads.
 *
 * Whatever changes anything here makes all of them be forgotten: signing out, another role or password count at once. What other processes
 * change counts within SESSIONS_MS. */
#ifndef SERVE_SESSIONS_H
#define SERVE_SESSIONS_H

#include <pthread.h>

#include "archive/caller.h"

enum { SESSIONS_KEPT = 256, SESSIONS_MS = 1000, SESSION_SECRET_MAX = 80, SESSION_NAME_MAX = 64 };

struct signed_in {
    struct principal who;
    bool plain;          /* they have no settings of their own */
    uint64_t generation; /* of the table, when it was asked */
};

struct sessions {
    pthread_mutex_t lock;
    uint64_t generation; /* grows when all is forgotten */
    struct session_entry {
        struct signed_in session; /* the name lies in `name` */
        int64_t at;               /* 0: nobody */
        size_t secret_len;
        char secret[SESSION_SECRET_MAX], name[SESSION_NAME_MAX];
    } item[SESSIONS_KEPT];
};

void sessions_open(struct sessions *s);
void sessions_drop(struct sessions *s);

/* Whose secret it is; the name lies in the arena. False: it is not known here, and the store must be asked; the generation is set. */
bool sessions_find(struct sessions *s, const struct caller *c, struct str secret, struct signed_in *out);
/* What the store said, unless all was forgotten since sessions_find(). */
void sessions_put(struct sessions *s, const struct caller *c, struct str secret, const struct signed_in *x);
void sessions_forget(struct sessions *s);

#endif
