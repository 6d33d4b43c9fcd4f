/* The nearest known name: few edits, or a beginning; else none. */
#include "base/suggest.h"

#include "tests/tap.h"

static const char *nearest(const char *given)
{
    static const char *const names[] = { "format", "output", "base", "json", "stat", "color", "help", "merged" };
    struct suggest s = { .given = given };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        suggest_offer(&s, names[i]);
    return s.best ? s.best : "";
}

int main(void)
{
    static const struct {
        const char *given, *want, *what;
    } rows[] = {
        { "fromat", "format", "two neighbours exchanged" },
        { "formt", "format", "a letter missing" },
        { "fformat", "format", "a letter too many" },
        { "colour", "color", "another spelling" },
        { "out", "output", "a beginning" },
        { "jsno", "json", "a short name" },
        { "xyz", "", "nothing near" },
        { "", "", "nothing at all" },
        { "m", "merged", "one letter is a beginning too" },
        { "base", "base", "the name itself" },
        { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "", "longer than any name" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        eq_str(str_of(nearest(rows[i].given)), str_of(rows[i].want), rows[i].what);
    return tap_done();
}
