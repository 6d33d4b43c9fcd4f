/* Colour by the rules of NO_COLOR and CLICOLOR_FORCE, text that a terminal cannot obey. What needs a terminal is in term_test.py. */
#include "cli/term.h"

#include <stdlib.h>
#include <unistd.h>

#include "tests/tap.h"

static void is_safe(const char *given, const char *want, const char *what)
{
    AUTO(buf) out = BUF(1024);

    term_add_safe(&out, str_of(given));
    eq_str(buf_str(&out), str_of(want), what);
}

static void test_color(int fd)
{
    unsetenv("NO_COLOR");
    unsetenv("CLICOLOR_FORCE");
    ok(!term_color(fd, TERM_AUTO), "no colour into a pipe");
    ok(term_color(fd, TERM_ALWAYS), "but where it is asked for");
    setenv("CLICOLOR_FORCE", "1", 1);
    ok(term_color(fd, TERM_AUTO), "or CLICOLOR_FORCE says so");
    ok(!term_color(fd, TERM_NEVER), "which an option overrides");
    setenv("NO_COLOR", "1", 1);
    ok(!term_color(fd, TERM_AUTO), "and NO_COLOR too");
    ok(term_color(fd, TERM_ALWAYS), "but not an option");
    setenv("NO_COLOR", "", 1);
    ok(term_color(fd, TERM_AUTO), "an empty NO_COLOR counts for nothing");
    setenv("CLICOLOR_FORCE", "0", 1);
    ok(!term_color(fd, TERM_AUTO), "nor does CLICOLOR_FORCE=0");
}

static void test_progress(int read_end, int write_end)
{
    {
        AUTO(progress) p;
        progress_open(&p, write_end, 2);
        progress_step(&p, STR("one"));
        progress_step(&p, STR("two"));
        progress_erase(&p);
        eq_int(p.n, 2, "steps are counted");
    }
    close(write_end);
    char c;
    eq_int(read(read_end, &c, 1), 0, "a pipe gets no progress bar");
}

int main(void)
{
    int ends[2];

    if (pipe(ends))
        return 1;
    ok(!term_is(ends[1]), "a pipe is no terminal");
    unsetenv("COLUMNS");
    eq_int(term_width(ends[1]), 80, "and has 80 columns");
    setenv("COLUMNS", "60", 1);
    eq_int(term_width(ends[1]), 60, "or what COLUMNS says");
    setenv("COLUMNS", "1", 1);
    eq_int(term_width(ends[1]), 20, "within reason");
    setenv("COLUMNS", "many", 1);
    eq_int(term_width(ends[1]), 80, "where that is a number");
    test_color(ends[1]);
    is_safe("plain", "plain", "plain text stays");
    is_safe("na\xc3\xafve \xe6\x97\xa5", "na\xc3\xafve \xe6\x97\xa5", "so do other scripts");
    is_safe("\033[31m\n\r\t\x7f", "?[31m????", "controls go");
    is_safe("\xc2\x9b"
            "2J",
            "?2J", "C1 controls go");
    is_safe("exe.\xe2\x80\xae"
            "fdp \xe2\x81\xa7",
            "exe.?fdp ?", "what turns text around goes");
    is_safe("\x9b"
            "2J\xff",
            "?2J?", "bytes that are no UTF-8 go");
    test_progress(ends[0], ends[1]);
    return tap_done();
}
