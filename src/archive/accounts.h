/* Passwords, and how somebody is known again: signing in, sessions, tokens, shared links.
 *
 * A password is kept as argon2id makes it, a session or token as its hash. Who is not known yet asks as nobody: a caller with user 0 and
 * ROLE_READER. */
#ifndef ARCHIVE_ACCOUNTS_H
#define ARCHIVE_ACCOUNTS_H

#include "archive/attempts.h"
#include "archive/caller.h"
#include "store/account.h"

enum {
    ACCOUNT_PASSWORD_MIN = 12,  /* characters: guessing offline must cost more than the archive is worth */
    ACCOUNT_PASSWORD_MAX = 256, /* bytes: hashing is paid by them */
    ACCOUNT_NAME_MAX = 64,      /* bytes */
    ACCOUNT_SESSION_DAYS = 30   /* without a visit */
};

/* Whether anybody may sign in yet. */
int accounts_begun(const struct caller *c, bool *out, struct err *e) MUST_CHECK;
/* Removes sessions and tokens that have run out. */
int accounts_sweep(const struct caller *c, struct err *e) MUST_CHECK;
/* Gives a user a password, and a role that is not above the caller's own; the user is added where there is none of that name. An
 * administrator's business, but for one's own password. Whoever was signed in as that user is signed out. E_USAGE: too short, or not a
 * name. Takes a tenth of a second and 64 MB. */
struct account_given {
    struct str name, password;
    enum caller_role role;
    bool keeps_role; /* who may sign in already stays what they are */
};
int accounts_put(const struct caller *c, const struct account_given *given, struct err *e) MUST_CHECK;
/* The role alone: the password stays, and so does who is signed in. An administrator's business, and not of their own: somebody must be
 * left to do it. E_ABSENT: nobody of that name may sign in. */
int accounts_set_role(const struct caller *c, struct str name, enum caller_role role, struct err *e) MUST_CHECK;
/* The caller's own: the old one must be right. */
int accounts_change_password(const struct caller *c, struct str old, struct str new, struct err *e) MUST_CHECK;
/* Everybody who may sign in, for an administrator; for anybody else themselves. The passwords are empty. */
int accounts_list(const struct caller *c, struct store_accounts *out, struct err *e) MUST_CHECK;

/* Who a user is, for whoever has proof that they ask in that user's name. E_ABSENT: they may not sign in (any more). */
int accounts_principal(const struct caller *c, int64_t user, struct principal *out, struct err *e) MUST_CHECK;

struct sign_in {
    struct str name, password;
    struct str address; /* on the network, for counting */
    struct str agent;   /* the browser, for the list of sessions */
};
/* E_DENIED: name or password is wrong, or there were too many tries; the words say which, and how many are left. *session: the secret that
 * the browser keeps. */
int accounts_sign_in(const struct caller *c, struct attempts *attempts, const struct sign_in *given, struct str *session,
                     struct err *e) MUST_CHECK;

/* ---- Tickets ---- */

/* A new secret for the caller, in their arena: reads kind, name, about and until. */
int tickets_make(const struct caller *c, const struct store_ticket *wanted, struct str *secret, struct err *e) MUST_CHECK;
/* Whose it is, and what it opens. E_ABSENT: it does not exist, or has expired. A session that is used lasts longer. */
struct ticket_holder {
    struct principal who;
    struct store_ticket ticket;
};
int tickets_find(const struct caller *c, enum store_ticket_kind kind, struct str secret, struct ticket_holder *out, struct err *e)
    MUST_CHECK;
/* The caller's own. */
int tickets_list(const struct caller *c, enum store_ticket_kind kind, struct store_tickets *out, struct err *e) MUST_CHECK;
int tickets_end(const struct caller *c, enum store_ticket_kind kind, int64_t id, struct err *e) MUST_CHECK;

/* What the forms of a session carry, so that no other site can send them: made from the session's secret. */
struct str tickets_form_token(struct arena *a, struct str secret);
/* In a time that tells nothing. */
bool tickets_equal(struct str a, struct str b);

#endif
