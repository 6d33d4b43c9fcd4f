/* Programs run for their output: what comes back, what is told when they fail, and that nothing of theirs is left. */
#include "intake/source_run.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "tests/tap.h"

static int run(struct arena *a, const char *const *args, size_t max, struct str *out, struct err *e)
{
    const char *env[] = { "PATH=/usr/bin:/bin", "ONLY=this", NULL };
    *e = (struct err){ 0 };
    return source_run(a, &(struct source_run){ args, env, max }, out, e);
}

#define RUN(max, ...) run(&a, (const char *const[]){ __VA_ARGS__, NULL }, (max), &out, &e)

int main(void)
{
    AUTO(arena) a = { 0 };
    struct str out = { "", 0 };
    struct err e;
    ok(RUN(100, "printf", "%s|", "a b", "$HOME", "", "--") == 0, "runs: %s", e.text);
    eq_str(out, STR("a b|$HOME||--|"), "arguments go through as they are");
    ok(RUN(1000, "env") == 0, "an environment");
    eq_str(out, STR("PATH=/usr/bin:/bin\nONLY=this\n"), "and no other");
    ok(RUN(1000, "cat") == 0 && out.len == 0, "standard input is empty");
    ok(RUN(1000, "no-such-program-anywhere") == E_SYSTEM && strstr(e.text, "not installed"), "%s", e.text);
    ok(RUN(1000, "sh", "-c", "echo first >&2; echo second >&2; exit 3") == E_SYSTEM && strcmp(e.text, "sh: first") == 0, "%s",
       e.text);
    ok(RUN(1000, "sh", "-c", "exit 3") == E_SYSTEM && strstr(e.text, "status 3"), "%s", e.text);
    ok(RUN(1000, "sh", "-c", "kill -9 $$") == E_SYSTEM && strstr(e.text, "137"), "%s", e.text);
    ok(RUN(1000, "yes") == E_LIMIT, "an endless output ends: %s", e.text);
    ok(RUN((size_t)1 << 20, "sh", "-c", "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2") == 0
           && out.len == 300000,
       "both pipes are read: %s", e.text);
    ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "no child is left");
    return tap_done();
}
