/* Sessions that are kept for a moment: found by their whole secret, gone after a second, forgotten when anything changes. */
#include "serve/sessions.h"

#include "tests/tap.h"

int main(void)
{
    static struct sessions s;
    struct arena a = { 0 };
    struct caller c = { .arena = &a, .now = 5000 };
    struct signed_in found, ann = { .who = { 7, STR("ann"), ROLE_ADMIN }, .plain = true };
    struct str secret = STR("0123456789abcdef"), other = STR("0123456789abcdeX");

    sessions_open(&s);
    ok(!sessions_find(&s, &c, secret, &found) && found.generation, "nobody is known at first");
    ann.generation = found.generation;
    sessions_put(&s, &c, secret, &ann);
    ok(sessions_find(&s, &c, secret, &found) && found.who.user == 7 && found.who.role == ROLE_ADMIN && found.plain,
       "who was asked about a moment ago is");
    eq_str(found.who.name, STR("ann"), "by name");
    ok(!sessions_find(&s, &c, other, &found) && !sessions_find(&s, &c, str_sub(secret, 0, 8), &found)
           && !sessions_find(&s, &c, STR(""), &found),
       "no other secret, and no part of it, finds them");
    c.now += SESSIONS_MS;
    ok(!sessions_find(&s, &c, secret, &found), "after a second the store is asked again");
    sessions_put(&s, &c, secret, &ann);
    sessions_forget(&s);
    ok(!sessions_find(&s, &c, secret, &found), "a change makes all of them be forgotten");
    sessions_put(&s, &c, secret, &ann);
    ok(!sessions_find(&s, &c, secret, &found), "what was read before the change is not kept after it");
    char text[SESSION_SECRET_MAX + 2] = { 0 };
    memset(text, 'x', sizeof text - 1);
    ann.generation = found.generation;
    sessions_put(&s, &c, str_of(text), &ann);
    ok(!sessions_find(&s, &c, str_of(text), &found), "a secret that is too long is not kept");
    sessions_drop(&s);
    arena_drop(&a);
    return tap_done();
}
