/* Tries in vain: pauses that grow, names and addresses apart, and bounded memory. */
#include "archive/attempts.h"

#include <stdio.h>

#include "tests/tap.h"

static struct attempts t;

int main(void)
{
    uint64_t anna = attempts_key("name", STR("anna")), here = attempts_key("address", STR("anna"));
    char name[16];

    attempts_open(&t);
    ok(anna != here, "a name and an address that read the same are two things");
    for (uint32_t left = 4; left > 0; left--)
        ok(attempts_failed(&t, anna, 5, 1000) == left && attempts_wait(&t, anna, 1000) == 0, "%u tries are left", left);
    ok(attempts_failed(&t, anna, 5, 1000) == 0, "the fifth begins a pause");
    ok(attempts_wait(&t, anna, 1000) == 60000, "of a minute");
    ok(attempts_wait(&t, here, 1000) == 0, "nobody else waits");
    ok(attempts_wait(&t, anna, 61000) == 0, "then tries are taken again");
    for (int i = 0; i < 5; i++)
        attempts_failed(&t, anna, 5, 61000);
    ok(attempts_wait(&t, anna, 61000) == 120000, "the second pause is twice as long");
    for (int i = 0; i < 100; i++)
        attempts_failed(&t, anna, 1, 61000);
    ok(attempts_wait(&t, anna, 61000) == (int64_t)60000 << 6, "and a pause ends within the hour or so");
    attempts_forget(&t, anna);
    ok(attempts_wait(&t, anna, 61000) == 0, "the right password ends it");

    attempts_failed(&t, anna, 1, 70000);
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "n%d", i);
        attempts_failed(&t, attempts_key("name", str_of(name)), 5, 60000 + i % 1000);
    }
    ok(attempts_wait(&t, anna, 70001) > 0, "a hundred thousand other names do not push out who failed last");
    ok(attempts_failed(&t, anna, 5, 70000 + 25 * 3600 * 1000) == 4, "after a day it begins again");
    attempts_drop(&t);
    return tap_done();
}
