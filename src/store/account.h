/* Who may sign in, and the secrets by which somebody is known again: sessions, tokens, links.
 *
 * A ticket is a random secret that belongs to a user; the store has its hash alone, so that a copy of the store opens nothing. Passwords
 * come hashed from archive/accounts.h. Both go with their user. The rules of store/store.h hold. */
#ifndef STORE_ACCOUNT_H
#define STORE_ACCOUNT_H

#include "store/store.h"

struct store_account {
    struct store_user user;
    struct str password; /* hashed, as libsodium writes it */
    int64_t role;        /* enum caller_role: the owner's business */
    int64_t changed_at;
};

struct store_accounts {
    struct store_account *item; /* in the order of users */
    uint32_t n;
};

/* Adds the account of a user or replaces it: reads user.id and all but the user's name. */
int store_account_put(struct store *s, const struct store_account *account, struct err *e) MUST_CHECK;
/* E_ABSENT: nobody of that name may sign in. */
int store_account_find(struct arena *a, struct store *s, struct str name, struct store_account *out, struct err *e) MUST_CHECK;
int store_account_get(struct arena *a, struct store *s, int64_t user, struct store_account *out, struct err *e) MUST_CHECK;
int store_account_list(struct arena *a, struct store *s, struct store_accounts *out, struct err *e) MUST_CHECK;

enum { STORE_TICKET_BYTES = 32 };

enum store_ticket_kind {
    STORE_TICKET_SESSION = 1, /* a browser that signed in */
    STORE_TICKET_TOKEN = 2,   /* a program that uses the API */
    STORE_TICKET_FEED = 3,    /* an address of a feed: reads news and nothing else */
    STORE_TICKET_SHARE = 4,   /* a link that shows one thing to whoever has it */
};

struct store_ticket {
    int64_t id;
    unsigned char hash[STORE_TICKET_BYTES];
    enum store_ticket_kind kind;
    int64_t user;
    struct str name;  /* for people; may be empty */
    struct str about; /* what it opens: the owner's business; may be empty */
    int64_t made_at, used_at;
    int64_t until; /* NEVER: it does not run out */
};

struct store_tickets {
    struct store_ticket *item; /* the newest first */
    uint32_t n;
};

int store_ticket_add(struct store *s, const struct store_ticket *ticket, int64_t *id, struct err *e) MUST_CHECK;
/* Reads hash and kind. E_ABSENT: there is none, or it ran out before `now`. O(log tickets). */
int store_ticket_find(struct arena *a, struct store *s, int64_t now, struct store_ticket *ticket, struct err *e) MUST_CHECK;
int store_ticket_list(struct arena *a, struct store *s, int64_t user, enum store_ticket_kind kind, struct store_tickets *out,
                      struct err *e) MUST_CHECK;
/* It was used, and lasts until then. */
int store_ticket_use(struct store *s, int64_t id, int64_t at, int64_t until, struct err *e) MUST_CHECK;
/* One of the user's; E_ABSENT: they have none of that number. 0 as `id`: all of that kind. */
int store_ticket_remove(struct store *s, int64_t user, enum store_ticket_kind kind, int64_t id, struct err *e) MUST_CHECK;
/* Those that ran out before `now`. */
int store_ticket_sweep(struct store *s, int64_t now, struct err *e) MUST_CHECK;

#endif
