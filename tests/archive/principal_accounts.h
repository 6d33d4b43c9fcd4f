/* Calls about accounts, sessions, tokens and the plan of all visits, as a stranger makes them: rows of principal_test.c. */
#ifndef TESTS_ARCHIVE_PRINCIPAL_ACCOUNTS_H
#define TESTS_ARCHIVE_PRINCIPAL_ACCOUNTS_H

#include "archive/accounts.h"
#include "tests/archive/principal.h"

/* Whether anybody may sign in is what every visitor of the server sees. */
CALL(accounts_begun)
{
    bool begun;
    return accounts_begun(c, &begun, &w->e);
}

CALL(accounts_put)
{
    struct account_given given = { STR("ann"), STR("a password of mallory"), ROLE_USER, false };
    return accounts_put(c, &given, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(accounts_change_password)
{
    return accounts_change_password(c, STR("a password of mallory"), STR("a password of mallory"), &w->e)
               ? 0
               : (keep(w, STR("secret-place")), 0);
}

CALL(accounts_list)
{
    struct store_accounts list = { 0 };
    int code = accounts_list(c, &list, &w->e);
    return code ? code : list.n ? (keep(w, STR("secret-place")), 0) : 0;
}

CALL(accounts_principal)
{
    struct principal who;
    return accounts_principal(c, w->ann, &who, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(accounts_sign_in)
{
    static struct attempts attempts;
    struct sign_in in = { STR("ann"), STR("a password of mallory"), STR("::1"), STR("") };
    struct str session;
    attempts_open(&attempts);
    return accounts_sign_in(c, &attempts, &in, &session, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(tickets_make)
{
    struct str secret;
    return tickets_make(c, &(struct store_ticket){ .kind = STORE_TICKET_TOKEN, .user = w->ann, .until = NEVER }, &secret, &w->e);
}

CALL(tickets_find)
{
    struct ticket_holder holder;
    return tickets_find(c, STORE_TICKET_SESSION, STR("guessed"), &holder, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(tickets_list)
{
    struct store_tickets list = { 0 };
    int code = tickets_list(c, STORE_TICKET_FEED, &list, &w->e);
    return code ? code : list.n ? (keep(w, STR("secret-place")), 0) : 0;
}

CALL(tickets_end)
{
    return tickets_end(c, STORE_TICKET_FEED, w->ticket, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

#endif
