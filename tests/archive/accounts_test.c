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

/* ---- Names, passwords, tries and roles, in their words ---- */

static void refusals(struct world *w)
{
    static const char name[] = "Choose a name of 1 to 64 letters, digits, and . - _";
    static const char brief[] = "The password is too short: use at least 12 characters. Four random words are good.";
    static const char endless[] = "The password is too long: use at most 256 bytes.";
    static char letters[300];
    memset(letters, 'x', sizeof letters);
    const struct {
        struct str name, password;
        const char *words;
    } rows[] = {
        { STR(""), RIGHT, name },
        { STR("two words"), RIGHT, name },
        { STR("collection:a"), RIGHT, name },
        { STR("a/b"), RIGHT, name },
        { (struct str){ letters, 65 }, RIGHT, name },
        { STR("dora"), STR(""), brief },
        { STR("dora"), STR("elevenchars"), brief },
        { STR("dora"), STR("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc"), brief }, /* twelve bytes, six letters */
        { STR("dora"), (struct str){ letters, 257 }, endless },
    };
    struct store_user user;

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct account_given given = { rows[i].name, rows[i].password, ROLE_USER, false };
        eq_int(accounts_put(&w->admin, &given, &w->e), E_USAGE, rows[i].words);
        eq_str(str_of(w->e.text), str_of(rows[i].words), "in these words");
    }
    eq_int(store_user_find(&w->arena, &w->store, STR("dora"), &user, &w->e), E_ABSENT, "and nobody was added");
}

/* Five tries for a name, then a pause of a minute, then of two. */
static void tries(struct world *w)
{
    static const char *const words[] = {
        "Name or password is wrong. 4 tries left, then a pause of a minute.",
        "Name or password is wrong. 3 tries left, then a pause of a minute.",
        "Name or password is wrong. 2 tries left, then a pause of a minute.",
        "Name or password is wrong. 1 try left, then a pause of a minute.",
        "Name or password is wrong. Try again in a minute.",
        "Too many tries. Try again in 1 minute.",
    };
    struct str session;

    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        eq_int(sign_in(w, STR("eve"), STR("a wrong password"), &session), E_DENIED, words[i]);
        eq_str(str_of(w->e.text), str_of(words[i]), "in these words");
    }
    w->nobody.now += 59 * DURATION_SECOND_MS;
    ok(sign_in(w, STR("eve"), STR("a wrong password"), &session) == E_DENIED && strstr(w->e.text, "in 1 second."), "%s", w->e.text);
    w->nobody.now += 2 * DURATION_SECOND_MS;
    for (int i = 0; i < 5; i++)
        eq_int(sign_in(w, STR("eve"), STR("a wrong password"), &session), E_DENIED, "after the pause there are five tries again");
    ok(sign_in(w, STR("eve"), STR("a wrong password"), &session) == E_DENIED && strstr(w->e.text, "in 2 minutes."), "%s",
       w->e.text);
}

static struct str listed(struct world *w, const struct caller *c)
{
    static const char *const roles[] = { [ROLE_READER] = "reader", [ROLE_USER] = "user", [ROLE_ADMIN] = "administrator" };
    AUTO(buf) out = BUF(1000);
    struct store_accounts list;
    must(w, accounts_list(c, &list, &w->e));
    for (uint32_t i = 0; i < list.n; i++)
        buf_addf(&out, "%s%.*s: %s%s", i ? ", " : "", STR_ARG(list.item[i].user.name), roles[list.item[i].role],
                 list.item[i].password.len ? " (with a password)" : "");
    return arena_str(&w->arena, buf_str(&out));
}

/* An account of a role; its password is a text that opens nothing, since hashing one takes a tenth of a second. */
static struct caller account(struct world *w, const char *name, enum caller_role role)
{
    struct caller c = w->nobody;
    struct store_account row = { .password = STR("$argon2id$none"), .role = role };
    must(w, store_user_add(&w->store, str_of(name), 1, &row.user.id, &w->e));
    must(w, store_account_put(&w->store, &row, &w->e));
    c.who = (struct principal){ row.user.id, str_of(name), role };
    return c;
}

static void roles(struct world *w)
{
    struct caller finn = account(w, "finn", ROLE_USER), gwen = account(w, "gwen", ROLE_ADMIN);
    struct principal who;

    eq_str(listed(w, &gwen), STR("anna: user, finn: user, gwen: administrator"), "an administrator sees all accounts");
    eq_str(listed(w, &finn), STR("finn: user"), "anybody else their own");
    eq_str(listed(w, &w->nobody), STR(""), "nobody sees none");
    must(w, accounts_set_role(&gwen, STR("finn"), ROLE_READER, &w->e));
    eq_str(listed(w, &finn), STR("finn: reader"), "a role is set");
    eq_int(accounts_set_role(&gwen, STR("gwen"), ROLE_USER, &w->e), E_USAGE, "not one's own");
    eq_str(str_of(w->e.text), STR("You cannot take your own rights away; another administrator can."), "and why");
    must(w, accounts_set_role(&gwen, STR("gwen"), ROLE_ADMIN, &w->e));
    eq_int(accounts_set_role(&gwen, STR("hugo"), ROLE_USER, &w->e), E_ABSENT, "nobody is called hugo");
    eq_int(accounts_set_role(&finn, STR("gwen"), ROLE_USER, &w->e), E_DENIED, "and only administrators do that");
    must(w, accounts_principal(&gwen, finn.who.user, &who, &w->e));
    ok(who.user == finn.who.user && who.role == ROLE_READER && str_eq(who.name, STR("finn")),
       "who acts in finn's name is a reader");
    eq_int(accounts_principal(&finn, gwen.who.user, &who, &w->e), E_DENIED, "nobody takes another's place by themselves");
    eq_str(str_of(w->e.text), STR("only an administrator may act for another user"), "as is said");
    eq_int(accounts_principal(&gwen, 9999, &who, &w->e), E_ABSENT, "nor the place of nobody");
    eq_int(accounts_change_password(&finn, STR("x"), STR("another long one"), &w->e), E_DENIED, "the old password must be right");
    eq_str(str_of(w->e.text), STR("The old password is wrong."), "and that is said");
}

/* A ticket is good for its kind, until its end, and of its holder. */
static void tickets(struct world *w)
{
    static const struct {
        enum store_ticket_kind kind;
        int64_t days; /* 0: for ever */
        enum caller_role role;
        int64_t dead_after_days; /* unused; 0: never */
    } rows[] = {
        { STORE_TICKET_SESSION, ACCOUNT_SESSION_DAYS, ROLE_USER, 31 },
        { STORE_TICKET_TOKEN, 0, ROLE_USER, 0 },
        { STORE_TICKET_FEED, 0, ROLE_READER, 0 },
        { STORE_TICKET_SHARE, 7, ROLE_READER, 8 },
    };
    struct caller iris = account(w, "iris", ROLE_USER);

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct store_ticket wanted = { .kind = rows[i].kind,
                                       .until = rows[i].days ? iris.now + rows[i].days * DURATION_DAY_MS : NEVER };
        struct ticket_holder holder;
        struct caller later = w->nobody;
        struct str secret;
        must(w, tickets_make(&iris, &wanted, &secret, &w->e));
        for (size_t k = 0; k < ARRAY_LEN(rows); k++)
            eq_int(tickets_find(&w->nobody, rows[k].kind, secret, &holder, &w->e), k == i ? 0 : E_ABSENT,
                   "it is good for its kind alone");
        must(w, tickets_find(&w->nobody, rows[i].kind, secret, &holder, &w->e));
        ok(holder.who.user == iris.who.user && holder.who.role == rows[i].role, "its holder acts as iris, in a role");
        later.now += (rows[i].dead_after_days ? rows[i].dead_after_days : 4000) * DURATION_DAY_MS;
        eq_int(tickets_find(&later, rows[i].kind, secret, &holder, &w->e), rows[i].dead_after_days ? E_ABSENT : 0, "until its end");
    }
    eq_int(tickets_end(&iris, STORE_TICKET_TOKEN, -1, &w->e), E_ABSENT, "what has no number is not there");
    eq_str(str_of(w->e.text), STR("it does not exist"), "as is said");
    eq_int(accounts_sweep(&iris, &w->e), E_DENIED, "only an administrator sweeps");
    must(w, accounts_sweep(&w->admin, &w->e));
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
    refusals(&w);
    roles(&w);
    tickets(&w);
    tries(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    attempts_drop(&attempts);
    return tap_done();
}
