/* Who may sign in, and the tickets by which somebody is known again: found by hash and kind, until they run out or are ended. */
#include "store/account.h"

#include "tests/store/rows.h"

static void test_accounts(struct rows *x)
{
    struct store *s = &x->store;
    struct store_account a = { .user = { .id = x->bob }, .password = STR("hash-1"), .role = 2, .changed_at = 10 }, got;
    struct store_accounts list;
    eq_int(store_account_find(&x->arena, s, STR("bob"), &got, &x->e), E_ABSENT, "a user without an account may not sign in");
    rows_must(x, store_account_put(s, &a, &x->e));
    ok(store_account_find(&x->arena, s, STR("bob"), &got, &x->e) == 0 && got.user.id == x->bob && str_eq(got.user.name, STR("bob")),
       "one with it is found by name");
    ok(str_eq(got.password, STR("hash-1")) && got.role == 2 && got.changed_at == 10, "with all that it says");
    a.password = STR("hash-2"), a.role = 3, a.changed_at = 20;
    rows_must(x, store_account_put(s, &a, &x->e));
    ok(store_account_get(&x->arena, s, x->bob, &got, &x->e) == 0 && str_eq(got.password, STR("hash-2")) && got.role == 3
           && got.changed_at == 20,
       "put again it is replaced");
    eq_int(store_account_get(&x->arena, s, x->ann, &got, &x->e), E_ABSENT, "nobody else has one");
    a.user.id = x->ann;
    rows_must(x, store_account_put(s, &a, &x->e));
    ok(store_account_list(&x->arena, s, &list, &x->e) == 0 && list.n == 2 && list.item[0].user.id == x->ann
           && list.item[1].user.id == x->bob,
       "they are listed in the order of users");
}

static void test_tickets(struct rows *x)
{
    struct store *s = &x->store;
    struct store_ticket t = { .hash = "0123",
                              .kind = STORE_TICKET_SESSION,
                              .user = x->ann,
                              .name = STR("Firefox"),
                              .about = STR("a"),
                              .made_at = 5,
                              .used_at = 5,
                              .until = 50 };
    struct store_tickets list;
    int64_t first, second;
    rows_must(x, store_ticket_add(s, &t, &first, &x->e));
    struct store_ticket got = { .hash = "0123", .kind = STORE_TICKET_SESSION };
    ok(store_ticket_find(&x->arena, s, 49, &got, &x->e) == 0 && got.id == first && got.user == x->ann,
       "a ticket is found by its hash, until its time is over");
    ok(str_eq(got.name, STR("Firefox")) && str_eq(got.about, STR("a")) && got.made_at == 5 && got.used_at == 5 && got.until == 50,
       "with all that it says");
    eq_int(store_ticket_find(&x->arena, s, 50, &got, &x->e), E_ABSENT, "then it is not");
    got.kind = STORE_TICKET_TOKEN;
    eq_int(store_ticket_find(&x->arena, s, 10, &got, &x->e), E_ABSENT, "nor as another kind");
    struct store_ticket other = { .hash = "0124", .kind = STORE_TICKET_SESSION };
    eq_int(store_ticket_find(&x->arena, s, 10, &other, &x->e), E_ABSENT, "nor by another hash");
    rows_must(x, store_ticket_use(s, first, 40, 90, &x->e));
    got = (struct store_ticket){ .hash = "0123", .kind = STORE_TICKET_SESSION };
    ok(store_ticket_find(&x->arena, s, 89, &got, &x->e) == 0 && got.used_at == 40 && got.until == 90,
       "one that is used lasts longer");
    memcpy(t.hash, "4567", 4);
    t.made_at = 6;
    rows_must(x, store_ticket_add(s, &t, &second, &x->e));
    ok(store_ticket_list(&x->arena, s, x->ann, STORE_TICKET_SESSION, &list, &x->e) == 0 && list.n == 2 && list.item[0].id == second,
       "the newest is listed first");
    ok(store_ticket_list(&x->arena, s, x->ann, STORE_TICKET_FEED, &list, &x->e) == 0 && list.n == 0, "of one kind");
    ok(store_ticket_list(&x->arena, s, x->bob, STORE_TICKET_SESSION, &list, &x->e) == 0 && list.n == 0, "and one user");
    eq_int(store_ticket_remove(s, x->bob, STORE_TICKET_SESSION, first, &x->e), E_ABSENT, "nobody ends another's");
    eq_int(store_ticket_remove(s, x->ann, STORE_TICKET_TOKEN, first, &x->e), E_ABSENT, "or as another kind");
    eq_int(store_ticket_remove(s, x->ann, STORE_TICKET_SESSION, first, &x->e), 0, "their owner does");
    eq_int(store_ticket_remove(s, x->ann, STORE_TICKET_SESSION, first, &x->e), E_ABSENT, "once");
    ok(store_ticket_list(&x->arena, s, x->ann, STORE_TICKET_SESSION, &list, &x->e) == 0 && list.n == 1, "the other stays");
}

static void test_many(struct rows *x)
{
    struct store *s = &x->store;
    struct store_tickets list;
    int64_t id;
    for (int i = 0; i < 4; i++) {
        struct store_ticket t = {
            .kind = i == 3 ? STORE_TICKET_FEED : STORE_TICKET_TOKEN, .user = x->bob, .made_at = i, .until = i == 1 ? NEVER : 10 + i
        };
        memset(t.hash, 'a' + i, sizeof t.hash);
        rows_must(x, store_ticket_add(s, &t, &id, &x->e));
    }
    rows_must(x, store_ticket_sweep(s, 11, &x->e));
    ok(store_ticket_list(&x->arena, s, x->bob, STORE_TICKET_TOKEN, &list, &x->e) == 0 && list.n == 2,
       "what ran out is swept; what does not run out stays");
    eq_int(store_ticket_remove(s, x->bob, STORE_TICKET_TOKEN, 0, &x->e), 0, "all of a kind can be ended");
    ok(store_ticket_list(&x->arena, s, x->bob, STORE_TICKET_TOKEN, &list, &x->e) == 0 && list.n == 0, "and are gone");
    ok(store_ticket_list(&x->arena, s, x->bob, STORE_TICKET_FEED, &list, &x->e) == 0 && list.n == 1, "but not of another");
    rows_must(x, store_user_remove(s, x->bob, &x->e));
    struct store_account got;
    ok(store_ticket_list(&x->arena, s, x->bob, STORE_TICKET_FEED, &list, &x->e) == 0 && list.n == 0, "tickets go with their user");
    eq_int(store_account_find(&x->arena, s, STR("bob"), &got, &x->e), E_ABSENT, "as does the account");
}

int main(void)
{
    AUTO(rows) x;
    rows_open(&x);
    test_accounts(&x);
    test_tickets(&x);
    test_many(&x);
    return tap_done();
}
