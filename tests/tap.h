/* The Test Anything Protocol for one test program: a line for each point, the plan last.
 *
 *     int main(void)
 *     {
 *         ok(1 + 1 == 2, "sums of %d numbers", 2);
 *         eq_str(str_trim(STR(" a ")), STR("a"), "blanks at both ends go");
 *         return tap_done();
 *     }
 *
 * Points are statements, counted in order. A point that fails tells where it stands and what it got. Exit status 1 when any failed.
 * Include it in the test's own .c file only: its counters belong to that program. */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/str.h"

/* A build with sanitizers is some three times slower: loops over generated cases make fewer rounds there. */
#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#else
enum { SANITIZED = 0 };
#endif
#define ROUNDS(n) (SANITIZED ? ((n) + 3) / 4 : (n))

static struct {
    unsigned n, n_failed;
} tap;

__attribute__((format(printf, 4, 5), unused)) static bool tap_point(bool good, const char *file, int line, const char *format, ...)
{
    char what[4096];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    for (char *c = what; *c; c++)
        *c = *c == '\n' ? ' ' : *c; /* a point is one line */
    printf("%sok %u - %s\n", good ? "" : "not ", ++tap.n, what);
    if (!good) {
        tap.n_failed++;
        printf("# failed at %s:%d\n", file, line);
    }
    fflush(stdout); /* a crash later must not take the points before it along */
    return good;
}

/* A point's text stands on one line of TAP, whatever bytes it has. */
__attribute__((unused)) static void tap_show(const char *label, struct str s)
{
    size_t i;

    printf("# %s (%zu bytes): \"", label, s.len);
    for (i = 0; i < s.len && i < 2000; i++) {
        unsigned char c = (unsigned char)s.ptr[i];

        if (c == '\n')
            printf("\\n");
        else if (c < 0x20 || c == 0x7f || c == '\\' || c == '"')
            printf("\\x%02x", c);
        else
            putchar(c);
    }
    printf(i < s.len ? "...\"\n" : "\"\n");
}

__attribute__((unused)) static bool tap_int(int64_t got, int64_t want, const char *file, int line, const char *what)
{
    if (tap_point(got == want, file, line, "%s", what))
        return true;
    printf("# got %" PRId64 ", want %" PRId64 "\n", got, want);
    return false;
}

__attribute__((unused)) static bool tap_str(struct str got, struct str want, const char *file, int line, const char *what)
{
    if (tap_point(str_eq(got, want), file, line, "%s", what))
        return true;
    tap_show("got ", got);
    tap_show("want", want);
    return false;
}

/* Each gives true where the point holds, so that what depends on it can be left out. */
#define ok(condition, ...) tap_point((condition), __FILE__, __LINE__, __VA_ARGS__)
#define eq_int(got, want, what) tap_int((int64_t)(got), (int64_t)(want), __FILE__, __LINE__, (what))
#define eq_str(got, want, what) tap_str((got), (want), __FILE__, __LINE__, (what))

/* A point that could not be tried here, and why. */
__attribute__((unused)) static void skip(const char *why)
{
    printf("ok %u # SKIP %s\n", ++tap.n, why);
}

__attribute__((unused)) static int tap_done(void)
{
    printf("1..%u\n", tap.n);
    return tap.n_failed > 0;
}

#endif
