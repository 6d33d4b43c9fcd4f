/* Passwords, signing in, sessions and tokens: what lets somebody in, and what does not. */
#include "archive/accounts.h"

#include <stdlib.h>

#include "archive/users.h"
#include "base/duration.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

#define RIGHT STR("four random words here")

static struct attempts attempts;

struct world {
    struct arena arena;
    struct store store;
    struct caller admin, nobody;
    struct err e;
};

static void must(struct world *w, int code)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", w->e.text);
    exit(1);
}

static int sign_in(struct world *w, struct str name, struct str password, struct str *session)
{
    struct sign_in in = { name, password, STR("127.0.0.1"), STR("a test") };

    return accounts_sign_in(&w->nobody, &attempts, &in, session, &w->e);
}

static void passwords(struct world *w)
{
    struct account_given given = { STR("anna"), STR("too short"), ROLE_USER, false };
    struct store_account row;
    struct caller mallory = w->nobody;
    bool begun = true;

    must(w, accounts_begun(&w->admin, &begun, &w->e));
    ok(!begun, "a new archive has no accounts");
    ok(accounts_put(&w->admin, &given, &w->e) == E_USAGE, "a short password is refused: %s", w->e.text);
    given.password = RIGHT;
    given.name = STR("a b/<script>");
    ok(accounts_put(&w->admin, &given, &w->e) == E_USAGE, "so is a strange name");
    given.name = STR("anna");
    mallory.who.role = ROLE_USER;
    ok(accounts_put(&mallory, &given, &w->e) == E_DENIED, "only an administrator gives passwords");
    must(w, accounts_put(&w->admin, &given, &w->e));
    must(w, accounts_begun(&w->admin, &begun, &w->e));
    ok(begun, "now there is one");
    must(w, store_account_find(&w->arena, &w->store, STR("anna"), &row, &w->e));
    ok(str_starts(row.password, STR("$argon2id$")) && str_find(row.password, RIGHT, 0) == SIZE_MAX, "the store has its hash alone");
}

static void sessions(struct world *w)
{
    struct str session = STR(""), other;
    struct ticket_holder holder;
    struct caller later = w->nobody;

    ok(sign_in(w, STR("anna"), STR("something else here"), &session) == E_DENIED, "a wrong password: %s", w->e.text);
    char words[512];
    snprintf(words, sizeof words, "%s", w->e.text);
    ok(sign_in(w, STR("nobody-there"), RIGHT, &session) == E_DENIED && strcmp(words, w->e.text) == 0,
       "a name that is not there is answered alike");
    must(w, sign_in(w, STR("anna"), RIGHT, &session));
    ok(session.len >= 40, "the right one gives a session");
    must(w, tickets_find(&w->nobody, STORE_TICKET_SESSION, session, &holder, &w->e));
    eq_str(holder.who.name, STR("anna"), "it is anna's");
    ok(holder.who.role == ROLE_USER, "in her role");
    ok(tickets_find(&w->nobody, STORE_TICKET_TOKEN, session, &holder, &w->e) == E_ABSENT, "a session is not a token");
    ok(tickets_find(&w->nobody, STORE_TICKET_SESSION, STR(""), &holder, &w->e) == E_ABSENT, "nothing is not a session");
    later.now += 20 * DURATION_DAY_MS;
    must(w, tickets_find(&later, STORE_TICKET_SESSION, session, &holder, &w->e));
    later.now += 20 * DURATION_DAY_MS;
    ok(tickets_find(&later, STORE_TICKET_SESSION, session, &holder, &w->e) == 0, "a session that is used lasts: %s", w->e.text);
    later.now += 31 * DURATION_DAY_MS;
    ok(tickets_find(&later, STORE_TICKET_SESSION, session, &holder, &w->e) == E_ABSENT, "one that is not ends after 30 days");
    must(w, sign_in(w, STR("anna"), RIGHT, &other));
    struct caller anna = w->nobody;
    must(w, tickets_find(&w->nobody, STORE_TICKET_SESSION, other, &holder, &w->e));
    anna.who = holder.who;
    ok(accounts_change_password(&anna, STR("not the old one"), STR("another long one"), &w->e) == E_DENIED,
       "the old password is asked for");
    must(w, accounts_change_password(&anna, RIGHT, STR("another long one"), &w->e));
    ok(tickets_find(&w->nobody, STORE_TICKET_SESSION, other, &holder, &w->e) == E_ABSENT, "a new password ends all sessions");
    ok(sign_in(w, STR("anna"), RIGHT, &other) == E_DENIED && sign_in(w, STR("anna"), STR("another long one"), &other) == 0,
       "the new one counts");
}

static void tokens(struct world *w)
{
    struct caller anna = w->nobody, bob = w->nobody;
    struct store_account row;
    struct store_tickets list;
    struct ticket_holder holder;
    struct str secret;

    must(w, accounts_put(&w->admin, &(struct account_given){ STR("bob"), RIGHT, ROLE_USER, false }, &w->e));
    must(w, store_account_find(&w->arena, &w->store, STR("anna"), &row, &w->e));
    anna.who = (struct principal){ row.user.id, row.user.name, ROLE_USER };
    must(w, store_account_find(&w->arena, &w->store, STR("bob"), &row, &w->e));
    bob.who = (struct principal){ row.user.id, row.user.name, ROLE_USER };
    must(w, tickets_make(&anna, &(struct store_ticket){ .kind = STORE_TICKET_FEED, .until = NEVER }, &secret, &w->e));
    must(w, tickets_find(&w->nobody, STORE_TICKET_FEED, secret, &holder, &w->e));
    ok(holder.who.user == anna.who.user && holder.who.role == ROLE_READER,
       "whoever has a feed's address reads, and changes nothing");
    ok(tickets_end(&bob, STORE_TICKET_FEED, holder.ticket.id, &w->e) == E_ABSENT, "bob cannot end what is anna's");
    must(w, tickets_list(&bob, STORE_TICKET_FEED, &list, &w->e));
    ok(list.n == 0, "nor see it");
    ok(tickets_make(&w->nobody, &(struct store_ticket){ .kind = STORE_TICKET_TOKEN }, &secret, &w->e) == E_DENIED,
       "nobody gets no token");
    must(w, tickets_end(&anna, STORE_TICKET_FEED, holder.ticket.id, &w->e));
    must(w, users_remove(&w->admin, STR("bob"), &w->e));
    ok(store_account_find(&w->arena, &w->store, STR("bob"), &row, &w->e) == E_ABSENT, "an account goes with its user");
    struct str one = tickets_form_token(&w->arena, STR("s1")), two = tickets_form_token(&w->arena, STR("s2"));
    ok(one.len == 32 && !tickets_equal(one, two) && tickets_equal(one, tickets_form_token(&w->arena, STR("s1"))),
       "forms carry a token of their session");
    ok(!tickets_equal(STR(""), one) && !tickets_equal(STR("abc"), one), "nothing, or a part, is not it");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };

    attempts_open(&attempts);
    must(&w, store_open(&w.store, folder_path(&w.arena, &folder, "w.db"), &(struct store_options){ .create = true }, &w.e));
    w.nobody = (struct caller){
        .who = { .name = STR("nobody"), .role = ROLE_READER }, .store = &w.store, .arena = &w.arena, .now = 1000000
    };
    w.admin = w.nobody;
    w.admin.who = (struct principal){ 0, STR("root"), ROLE_ADMIN };
    passwords(&w);
    sessions(&w);
    tokens(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    attempts_drop(&attempts);
    return tap_done();
}
