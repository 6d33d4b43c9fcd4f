/* Errors: the sentence, where it happened, and what does not fit or should not reach a terminal. */
#include <errno.h>

#include "base/err.h"
#include "base/utf8.h"
#include "tests/tap.h"

static void test_text(void)
{
    struct err e = { 0 };
    eq_int(err_set(&e, E_FORMAT, "%s at %d", "bad byte", 7), E_FORMAT, "err_set returns the code");
    eq_int(e.code, E_FORMAT, "and sets it");
    eq_str(str_of(e.text), STR("bad byte at 7"), "and the text");
    eq_int(err_in(&e, "page %d", 2), E_FORMAT, "err_in returns the code");
    eq_int(err_in(&e, "%s", "job"), E_FORMAT, "also the second time");
    eq_str(str_of(e.text), STR("job: page 2: bad byte at 7"), "each place stands in front");
    err_set(&e, E_LIMIT, "%s, twice", e.text);
    eq_str(str_of(e.text), STR("job: page 2: bad byte at 7, twice"), "the old text may be part of the new");
    errno = ENOENT;
    eq_int(err_system(&e, "%s", "a.html"), E_SYSTEM, "err_system returns its code");
    eq_str(str_of(e.text), STR("a.html: No such file or directory"), "and has the words of errno");
}

static void test_without(void)
{
    eq_int(err_set(NULL, E_LIMIT, "x"), E_LIMIT, "without an err the code counts");
    eq_int(err_system(NULL, "x"), E_SYSTEM, "also of err_system");
    eq_int(err_in(NULL, "x"), E_SYSTEM, "err_in without an err is still a failure");
    struct err e = { 0 };
    eq_int(err_in(&e, "x"), E_SYSTEM, "and so it is without a code");
}

static void test_edges(void)
{
    struct err e = { 0 };
    char longer[2000];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    err_set(&e, E_USAGE, "%.511s", longer);
    ok(strlen(e.text) == 511 && e.text[510] == 'x', "511 bytes fit");
    err_set(&e, E_USAGE, "%.512s", longer);
    ok(strlen(e.text) == 511 && strcmp(e.text + 508, "...") == 0, "512 do not, and end in dots");
    err_in(&e, "%s", longer);
    ok(strlen(e.text) <= 511 && strcmp(e.text + strlen(e.text) - 3, "...") == 0, "a long place is cut, too");
    for (int shift = 0; shift < 4; shift++) {
        memset(longer, 'x', 4);
        for (size_t i = (size_t)shift; i + 4 < sizeof longer; i += 4)
            memcpy(longer + i, "\xf0\x9f\x98\x80", 4);
        err_set(&e, E_USAGE, "%s", longer);
        ok(utf8_valid(str_of(e.text)) && strlen(e.text) > 500, "no character is cut in two, %d bytes in", shift);
    }
    err_set(&e, E_USAGE, "a\n\x1b[31m\x7f\t\xc3\xa9");
    eq_str(str_of(e.text), STR("a??[31m??\xc3\xa9"), "controls are shown as ?");
    err_set(&e, E_USAGE, "%s", "");
    eq_str(str_of(e.text), STR(""), "an empty text is one");
}

int main(void)
{
    test_text();
    test_without();
    test_edges();
    return tap_done();
}
