/* Which lines of two rows stay. */
#include "judge/anchors.h"

#include "tests/tap.h"

enum { LINES = 16 };

/* A letter is a line: capitals have many words, the others one. */
static uint32_t read_lines(const char *text, struct anchor_line out[static LINES])
{
    uint32_t n = 0;
    for (; text[n]; n++)
        out[n] =
            (struct anchor_line){ .hash = (unsigned char)text[n], .words = text[n] <= 'Z' ? (uint32_t)(text[n] - 'A') + 5 : 1 };
    return n;
}

static void add_stays(const struct anchor_line *line, uint32_t n, char *out)
{
    for (uint32_t i = 0; i < n; i++)
        out[i] = line[i].stays ? '=' : '.';
    out[n] = 0;
}

static void stays(const char *what, const char *old, const char *new, const char *want_old, const char *want_new)
{
    AUTO(arena) a = { 0 };
    struct anchor_line was[LINES], is[LINES];
    char old_stays[LINES + 1], new_stays[LINES + 1];
    uint32_t n_old = read_lines(old, was), n_new = read_lines(new, is);
    anchors_find(&a, was, n_old, is, n_new);
    add_stays(was, n_old, old_stays);
    add_stays(is, n_new, new_stays);
    eq_str(str_of(old_stays), str_of(want_old), what);
    eq_str(str_of(new_stays), str_of(want_new), what);
}

int main(void)
{
    stays("nothing", "", "", "", "");
    stays("all of it", "AxB", "AxB", "===", "===");
    stays("nothing in common", "ABC", "DEF", "...", "...");
    stays("what begins and ends alike", "xyPzz", "xyQRzz", "==.==", "==..==");
    stays("a line that came among its like", "xxx", "xxxx", "===", "===.");
    stays("lines of some words in the middle", "pAqBr", "sAtBu", ".=.=.", ".=.=.");
    stays("with what is equal beside them", "pxAyq", "rxAys", ".===.", ".===.");
    stays("no short line in the middle", "pxq", "rxs", "...", "...");
    stays("no line that is there twice", "pAqAr", "sAtu", ".....", "....");
    stays("of lines in another order the heavier ones", "pZABq", "rABZs", ".=...", "...=.");
    return tap_done();
}
