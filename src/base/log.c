/* The log: one write for one line, so that lines of several threads do not mix; control characters cannot forge a line. */
#include <stdarg.h>

#include "base/log.h"

enum { LINE_BYTES = 2048 };

void log_line(struct log *l, enum log_level level, const char *format, ...)
{
    static const char *const name[] = { "error", "warn", "info", "debug" };
    char text[LINE_BYTES];
    va_list args;
    if (!l || !l->stream || level > l->level)
        return;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *at = text; n > 0 && *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = '?';
    fprintf(l->stream, "%s: %s%s\n", name[level], n > 0 ? text : "", n >= LINE_BYTES ? "..." : "");
}
