/* The one entry: every format gives something, the same each time, and a ceiling is told. */
#include "show/show.h"

#include "tests/show/pair.h"
#include "tests/tap.h"

static int show(struct arena *a, int format, struct buf *out, struct err *e)
{
    struct pair_of_pages *p = pair_read(a, STR("<h1>A</h1><p>One two three."), STR("<h1>A</h1><p>One four three."), e);
    struct show_options o = { .format = (enum show_format)format, .old_name = STR("a"), .new_name = STR("b") };

    return p ? show_delta(a, &p->delta, &o, out, e) : E_SYSTEM;
}

int main(void)
{
    for (int format = SHOW_MERGED; format <= SHOW_PATCH; format++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) first = BUF(MIB(1));
        AUTO(buf) second = BUF(MIB(1));
        AUTO(buf) small = BUF(40);
        struct err e = { 0 };

        ok(show(&a, format, &first, &e) == 0 && first.len > 0, "format %d is written", format);
        ok(show(&a, format, &second, &e) == 0 && str_eq(buf_str(&first), buf_str(&second)), "and again, with the same bytes");
        eq_int(show(&a, format, &small, &e), E_LIMIT, "a ceiling that is too low is told");
    }
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(100);
    struct err e = { 0 };
    eq_int(show(&a, 99, &out, &e), E_USAGE, "a format that does not exist");
    return tap_done();
}
