/* Checks of unchanged pages through a fetcher: fetch_checks FIRST-PORT PORTS WATCHES PATH
 *
 * Every watch is a page of its own on 127.0.0.1, spread over the ports, with the validators of a first visit. Settings are those of the
 * program but for the gap, which would only be waited for. Prints how many answers were "not modified", CPU of the checks in seconds, and
 * the most memory the process ever had. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "fetch/fetch.h"

struct count {
    unsigned n, same;
};

static double cpu(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static void take(void *ctx, const struct response *r)
{
    struct count *c = ctx;
    c->n++;
    c->same += r->unchanged;
}

static int fail(const struct err *e)
{
    fprintf(stderr, "fetch_checks: %s\n", e->text);
    return 1;
}

int main(int n_args, char **args)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct fetch_options o = { .clock = fetch_clock_system(),
                               .allow_address = STR("127.0.0.1"),
                               .verify_percent = FETCH_VERIFY_PERCENT };
    struct fetcher *f;
    struct response first;
    struct count count = { 0 };
    if (n_args != 5)
        return 2;
    unsigned port = (unsigned)strtoul(args[1], NULL, 10), n_ports = (unsigned)strtoul(args[2], NULL, 10),
             n = (unsigned)strtoul(args[3], NULL, 10);
    if (fetcher_open(&o, &f, &e))
        return fail(&e);
    struct request q = { .url = arena_printf(&a, "http://127.0.0.1:%u%s", port, args[4]) };
    if (fetch_get(&a, f, &q, &first, &e))
        return fail(&e);
    double before = cpu();
    for (unsigned i = 0; i < n; i++) {
        char url[200];
        snprintf(url, sizeof url, "http://127.0.0.1:%u%s?%u", port + i % n_ports, args[4], i);
        struct request check = {
            .url = str_of(url), .etag = first.etag, .last_modified = first.last_modified, .known_hash = first.body_hash
        };
        if (fetch_start(f, &check, take, &count, &e))
            return fail(&e);
    }
    if (fetch_run(f, &e))
        return fail(&e);
    double spent = cpu() - before;
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    printf("%u %u %.6f %ld\n", count.n, count.same, spent, u.ru_maxrss);
    fetcher_close(f);
    return 0;
}
