/* Passwords by argon2id, secrets of 32 random bytes as letters. The store has hashes of both, so nothing in it lets anybody in. */
#include "archive/accounts.h"

#include <sodium.h>

#include "base/duration.h"
#include "base/limits.h"
#include "base/utf8.h"

/* A password that nobody has: what is verified for a name that nobody has, so that both take the same time. */
static const char nobodys[] = "$argon2id$v=19$m=65536,t=2,p=1$ulhcxHcBGAsPNLY5ZP9aLA$6ph8cqzZVRPKjcRGQjSEz/P9aFcvoXxRwYZw1Q/jm0E";

static int start(struct err *e)
{
    return sodium_init() < 0 ? err_set(e, E_SYSTEM, "libsodium cannot start") : 0;
}

/* ---- Passwords ---- */

static size_t characters(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.len; i++)
        n += (s.ptr[i] & 0xc0) != 0x80;
    return n;
}

static int check_password(struct str password, struct err *e)
{
    if (characters(password) < ACCOUNT_PASSWORD_MIN)
        return err_set(e, E_USAGE, "The password is too short: use at least %d characters. Four random words are good.",
                       ACCOUNT_PASSWORD_MIN);
    if (password.len > ACCOUNT_PASSWORD_MAX)
        return err_set(e, E_USAGE, "The password is too long: use at most %d bytes.", ACCOUNT_PASSWORD_MAX);
    return 0;
}

/* Letters, digits and a few signs: a name stands in addresses, feeds and logs. "collection:" is for collections. */
static int check_name(struct str name, struct err *e)
{
    bool fine = name.len > 0 && name.len <= ACCOUNT_NAME_MAX;

    for (size_t i = 0; i < name.len && fine; i++) {
        char c = name.ptr[i];
        fine = (byte_lower(c) >= 'a' && byte_lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.'
               || (c & 0x80);
    }
    return fine ? 0 : err_set(e, E_USAGE, "Choose a name of 1 to %d letters, digits, and . - _", ACCOUNT_NAME_MAX);
}

static int hash_password(struct arena *a, struct str password, struct str *out, struct err *e)
{
    char hash[crypto_pwhash_STRBYTES];

    if (crypto_pwhash_str(hash, password.ptr, password.len, crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE))
        return err_set(e, E_SYSTEM, "not enough memory to hash a password");
    *out = arena_str(a, str_of(hash));
    return 0;
}

static bool is_right(struct arena *a, struct str hash, struct str password)
{
    return crypto_pwhash_str_verify(arena_str(a, hash).ptr, password.ptr, password.len) == 0;
}

int accounts_begun(const struct caller *c, bool *out, struct err *e)
{
    struct store_accounts all;
    int failed = store_account_list(c->arena, c->store, &all, e);

    if (!failed)
        *out = all.n > 0;
    return failed;
}

int accounts_sweep(const struct caller *c, struct err *e)
{
    int failed = caller_must_administer(c, "remove sessions", e);

    return failed ? failed : store_ticket_sweep(c->store, c->now, e);
}

static int put(const struct caller *c, int64_t user, struct str password, enum caller_role role, struct err *e)
{
    struct store_account account = { .user = { .id = user }, .role = role, .changed_at = c->now };
    int failed;

    if ((failed = start(e)) || (failed = check_password(password, e))
        || (failed = hash_password(c->arena, password, &account.password, e))
        || (failed = store_account_put(c->store, &account, e)))
        return failed;
    return store_ticket_remove(c->store, user, STORE_TICKET_SESSION, 0, e);
}

int accounts_put(const struct caller *c, const struct account_given *given, struct err *e)
{
    struct store_account before;
    enum caller_role role = given->role;
    int64_t user;
    int failed;

    if ((failed = caller_must_administer(c, "set a password", e)) || (failed = check_name(given->name, e))
        || (failed = check_password(given->password, e)) || (failed = store_user_add(c->store, given->name, c->now, &user, e)))
        return failed;
    if (given->keeps_role && store_account_get(c->arena, c->store, user, &before, e) == 0)
        role = (enum caller_role)before.role;
    return put(c, user, given->password, role, e);
}

int accounts_set_role(const struct caller *c, struct str name, enum caller_role role, struct err *e)
{
    struct store_account account;
    int failed;

    if ((failed = caller_must_administer(c, "set a role", e))
        || (failed = store_account_find(c->arena, c->store, name, &account, e)))
        return failed;
    if (account.user.id == c->who.user && role != ROLE_ADMIN)
        return err_set(e, E_USAGE, "You cannot take your own rights away; another administrator can.");
    account.role = role;
    return store_account_put(c->store, &account, e);
}

int accounts_change_password(const struct caller *c, struct str old, struct str new, struct err *e)
{
    struct store_account account;
    int failed;

    if ((failed = start(e)) || (failed = store_account_get(c->arena, c->store, c->who.user, &account, e)))
        return failed;
    if (!is_right(c->arena, account.password, old))
        return err_set(e, E_DENIED, "The old password is wrong.");
    return put(c, c->who.user, new, (enum caller_role)account.role, e);
}

int accounts_list(const struct caller *c, struct store_accounts *out, struct err *e)
{
    struct store_accounts all, mine = { 0 };
    int failed = store_account_list(c->arena, c->store, &all, e);

    if (failed)
        return failed;
    mine.item = all.item;
    for (uint32_t i = 0; i < all.n; i++) {
        if (c->who.role != ROLE_ADMIN && all.item[i].user.id != c->who.user)
            continue;
        mine.item[mine.n] = all.item[i];
        mine.item[mine.n++].password = STR("");
    }
    *out = mine;
    return 0;
}

int accounts_principal(const struct caller *c, int64_t user, struct principal *out, struct err *e)
{
    struct store_account account;
    int failed = caller_must_administer(c, "act for another user", e);

    if (!failed && (failed = store_account_get(c->arena, c->store, user, &account, e)) == 0)
        *out = (struct principal){ account.user.id, account.user.name, (enum caller_role)account.role };
    return failed;
}

/* ---- Signing in ---- */

static int too_many(int64_t wait_ms, struct err *e)
{
    AUTO(buf) words = BUF(KIB(1));

    duration_add_words(&words, MAX(wait_ms, DURATION_SECOND_MS));
    return err_set(e, E_DENIED, "Too many tries. Try again in %.*s.", STR_ARG(buf_str(&words)));
}

static int wrong(struct attempts *t, const uint64_t key[2], int64_t now, struct err *e)
{
    uint32_t left = attempts_failed(t, key[0], ATTEMPTS_NAME, now);
    uint32_t left_here = attempts_failed(t, key[1], ATTEMPTS_ADDRESS, now);

    left = MIN(left, left_here);
    if (left == 0)
        return err_set(e, E_DENIED, "Name or password is wrong. Try again in a minute.");
    return err_set(e, E_DENIED, "Name or password is wrong. %u %s left, then a pause of a minute.", left,
                   left == 1 ? "try" : "tries");
}

static int begin_session(const struct caller *c, const struct store_account *account, struct str agent, struct str *session,
                         struct err *e)
{
    struct caller as = *c;
    struct store_ticket ticket = { .kind = STORE_TICKET_SESSION,
                                   .name = str_sub(agent, 0, 200),
                                   .until = c->now + ACCOUNT_SESSION_DAYS * DURATION_DAY_MS };

    as.who = (struct principal){ account->user.id, account->user.name, (enum caller_role)account->role };
    return tickets_make(&as, &ticket, session, e);
}

int accounts_sign_in(const struct caller *c, struct attempts *attempts, const struct sign_in *given, struct str *session,
                     struct err *e)
{
    const uint64_t key[2] = { attempts_key("name", given->name), attempts_key("address", given->address) };
    int64_t wait[2] = { attempts_wait(attempts, key[0], c->now), attempts_wait(attempts, key[1], c->now) };
    struct store_account account = { .password = str_of(nobodys) };
    int failed = start(e);

    if (failed)
        return failed;
    if (wait[0] || wait[1])
        return too_many(MAX(wait[0], wait[1]), e);
    failed = store_account_find(c->arena, c->store, given->name, &account, e);
    if (failed && failed != E_ABSENT)
        return failed;
    bool right = given->password.len <= ACCOUNT_PASSWORD_MAX && is_right(c->arena, account.password, given->password);
    if (failed || !right)
        return wrong(attempts, key, c->now, e);
    attempts_forget(attempts, key[0]);
    return begin_session(c, &account, given->agent, session, e);
}

/* ---- Tickets ---- */

static void hash_secret(struct str secret, unsigned char out[STORE_TICKET_BYTES])
{
    crypto_generichash(out, STORE_TICKET_BYTES, (const unsigned char *)secret.ptr, secret.len, NULL, 0);
}

int tickets_make(const struct caller *c, const struct store_ticket *wanted, struct str *secret, struct err *e)
{
    enum { LETTERS = 64 };
    unsigned char bytes[STORE_TICKET_BYTES];
    char letters[LETTERS];
    struct store_ticket ticket = *wanted;
    int64_t id;
    int failed = start(e);

    if (failed)
        return failed;
    if (!c->who.user)
        return err_set(e, E_DENIED, "only somebody who signed in may do that");
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(letters, sizeof letters, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    struct str made = arena_str(c->arena, str_of(letters));
    hash_secret(made, ticket.hash);
    ticket.user = c->who.user;
    ticket.made_at = c->now;
    if ((failed = store_ticket_add(c->store, &ticket, &id, e)) == 0)
        *secret = made;
    return failed;
}

/* Who uses it often need not write as often; that it was used at all is written at once. */
static int touch(const struct caller *c, const struct store_ticket *t, struct err *e)
{
    int64_t until = t->kind == STORE_TICKET_SESSION ? c->now + ACCOUNT_SESSION_DAYS * DURATION_DAY_MS : t->until;
    bool fresh = t->used_at > t->made_at || t->kind == STORE_TICKET_SESSION;

    return fresh && c->now - t->used_at < 10 * DURATION_MINUTE_MS
               ? 0
               : store_ticket_use(c->store, t->id, MAX(c->now, t->made_at + 1), until, e);
}

int tickets_find(const struct caller *c, enum store_ticket_kind kind, struct str secret, struct ticket_holder *out, struct err *e)
{
    struct ticket_holder found = { .ticket.kind = kind };
    struct store_account account;
    int failed = start(e);

    if (failed)
        return failed;
    hash_secret(secret, found.ticket.hash);
    if ((failed = store_ticket_find(c->arena, c->store, c->now, &found.ticket, e))
        || (failed = store_account_get(c->arena, c->store, found.ticket.user, &account, e)))
        return failed;
    found.who = (struct principal){ account.user.id, account.user.name, (enum caller_role)account.role };
    if (kind == STORE_TICKET_FEED || kind == STORE_TICKET_SHARE)
        found.who.role = ROLE_READER;
    if ((failed = touch(c, &found.ticket, e)) == 0)
        *out = found;
    return failed;
}

int tickets_list(const struct caller *c, enum store_ticket_kind kind, struct store_tickets *out, struct err *e)
{
    return store_ticket_list(c->arena, c->store, c->who.user, kind, out, e);
}

int tickets_end(const struct caller *c, enum store_ticket_kind kind, int64_t id, struct err *e)
{
    if (id <= 0)
        return err_set(e, E_ABSENT, "it does not exist");
    return store_ticket_remove(c->store, c->who.user, kind, id, e);
}

struct str tickets_form_token(struct arena *a, struct str secret)
{
    unsigned char bytes[16];
    char letters[2 * sizeof bytes + 1];

    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)"form", 4, (const unsigned char *)secret.ptr,
                       MIN(secret.len, (size_t)crypto_generichash_KEYBYTES_MAX));
    sodium_bin2hex(letters, sizeof letters, bytes, sizeof bytes);
    return arena_str(a, str_of(letters));
}

bool tickets_equal(struct str a, struct str b)
{
    return a.len == b.len && sodium_memcmp(a.ptr, b.ptr, a.len) == 0;
}
