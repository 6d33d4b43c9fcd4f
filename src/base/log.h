/* One line per event to a stream: "level: text". The engine owns the log; library code gets it passed and may get NULL.
 * Control characters come out as "?", and a line past 2 KB is cut, so that one event is one line whatever it holds. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdio.h>

#include "base/auto.h"

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

struct log {
    FILE *stream;
    enum log_level level; /* what is above it is not written */
};

void log_line(struct log *l, enum log_level level, const char *format, ...) PRINTF(3, 4);

#endif
