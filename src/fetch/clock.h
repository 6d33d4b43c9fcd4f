/* Time that only goes forward, for waiting on other processes. */
#ifndef FETCH_CLOCK_H
#define FETCH_CLOCK_H

#include <stdint.h>

/* Milliseconds since some moment of the past. */
int64_t clock_steady_ms(void);

#endif
