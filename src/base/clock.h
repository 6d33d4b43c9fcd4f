/* The machine's two clocks, in milliseconds. Only what waits, stamps or measures asks them: pure stages are told the time. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Since 1970. Somebody may set it back. */
int64_t clock_now_ms(void);

/* Since some moment of the past, and only forward: for waiting and measuring. */
int64_t clock_steady_ms(void);

#endif
