/* Errors as one sentence. The text is made aside first, so that its arguments may lie in the old text; what comes from outside
 * (file names, headers) cannot send control characters to a terminal through it; what is too long ends in "...". */
#define _GNU_SOURCE 1
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/utf8.h"

enum { TEXT_BYTES = sizeof(((struct err *)0)->text) };

static void put_text(struct err *e, const char *text, int written)
{
    size_t n = strlen(text);
    if (written >= TEXT_BYTES) {
        n = utf8_head(str_of(text), TEXT_BYTES - 4).len;
        memcpy(e->text + n, "...", 4);
    } else {
        e->text[n] = '\0';
    }
    for (size_t i = 0; i < n; i++)
        e->text[i] = (unsigned char)text[i] < 0x20 || text[i] == 0x7f ? '?' : text[i];
}

int err_set(struct err *e, int code, const char *format, ...)
{
    char text[TEXT_BYTES];
    va_list args;
    if (!e)
        return code;
    va_start(args, format);
    int written = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put_text(e, written < 0 ? "" : text, written);
    e->code = code;
    return code;
}

int err_system(struct err *e, const char *format, ...)
{
    int number = errno;
    char where[TEXT_BYTES], words[128];
    va_list args;
    if (!e)
        return E_SYSTEM;
    va_start(args, format);
    vsnprintf(where, sizeof where, format, args);
    va_end(args);
    return err_set(e, E_SYSTEM, "%s: %s", where, strerror_r(number, words, sizeof words));
}

int err_in(struct err *e, const char *format, ...)
{
    char where[TEXT_BYTES];
    va_list args;
    if (!e)
        return E_SYSTEM;
    va_start(args, format);
    vsnprintf(where, sizeof where, format, args);
    va_end(args);
    return err_set(e, e->code ? e->code : E_SYSTEM, "%s: %s", where, e->text);
}
