/* Words of a command line: the copy is whole, and what others see has no secret in it. */
#include "cli/hide.h"

#include "tests/tap.h"

int main(void)
{
    AUTO(arena) a = { 0 };
    char given[][40] = { "weft",         "add",   "https://u:pw1@h/p?a@b", "--login", "anna:pw2",
                         "--bearer=pw3", "--via", "http://u:pw4@p",        "--title", "--login" };
    static const char *const seen[] = {
        "weft", "add", "https://*****@h/p?a@b", "--login", "***", "--bearer=***", "--via", "***", "--title", "--login"
    };
    char before[ARRAY_LEN(given)][40], *word[ARRAY_LEN(given) + 1] = { 0 };

    memcpy(before, given, sizeof given);
    for (size_t i = 0; i < ARRAY_LEN(given); i++)
        word[i] = given[i];
    char **copy = hide_secrets(&a, ARRAY_LEN(given), word);
    for (size_t i = 0; i < ARRAY_LEN(given); i++) {
        eq_str(str_of(copy[i]), str_of(before[i]), "the copy is whole");
        eq_str(str_of(given[i]), str_of(seen[i]), "what is seen");
    }
    char bearer[40] = { 0 };
    memcpy(bearer, given[4], sizeof given[4]);
    ok(memchr(bearer, 'p', sizeof bearer) == NULL, "nothing is left behind the end");
    return tap_done();
}
