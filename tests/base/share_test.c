/* Shares as people read them. */
#include "base/share.h"

#include "base/arena.h"
#include "tests/tap.h"

int main(void)
{
    static const struct {
        double share;
        const char *text;
    } row[] = { { 0, "0.00" },       { 1, "1.00" },          { 0.314, "0.31" },        { 0.005, "0.01" },
                { 0.0049, "0.005" }, { 0.000499, "0.0005" }, { 0.000001, "0.000001" }, { -1, "-1.00" } };
    AUTO(arena) a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_str(arena_printf(&a, "%.*f", share_digits(row[i].share), row[i].share), str_of(row[i].text), row[i].text);
    eq_int(share_digits_apart(0.34, 0.9), 2, "two that differ at once");
    eq_int(share_digits_apart(0.41, 0.411), 3, "as many as show the difference");
    eq_int(share_digits_apart(0.5, 0.5), SHARE_DIGITS_MOST, "no more than are kept");
    return tap_done();
}
