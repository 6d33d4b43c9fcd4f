/* Errors as one sentence. The text is made aside first, so that its arguments may lie in the old text; what comes from outside
 * (file names, headers) cannot send control characters to a terminal through it, nor turn the direction of its text; what is too long ends
 * in "...". */
#define _GNU_SOURCE 1
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/utf8.h"

enum { TEXT_BYTES = sizeof(((struct err *)0)->text) };

/* Copies text without what a terminal would obey and what is not UTF-8; returns how many bytes that makes. */
static size_t copy_safe(char *out, struct str text)
{
    size_t n = 0;
    for (size_t i = 0, bytes; i < text.len; i += bytes) {
        uint32_t character;
        bytes = utf8_next(text.ptr + i, text.ptr + text.len, &character);
        bool is_broken = bytes == 1 && (unsigned char)text.ptr[i] >= 0x80;
        if (is_broken || char_is_unsafe(character))
            out[n++] = '?';
        else
            for (size_t k = 0; k < bytes; k++)
                out[n++] = text.ptr[i + k];
    }
    return n;
}

static void put_text(struct err *e, const char *text, int written)
{
    struct str all = str_of(text);
    bool cut = written >= TEXT_BYTES;
    size_t n = copy_safe(e->text, cut ? utf8_head(all, TEXT_BYTES - 4) : all);
    memcpy(e->text + n, cut ? "..." : "", cut ? 4 : 1);
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
