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
    return tap_done();
}
