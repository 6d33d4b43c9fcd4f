/* What went wrong, in one sentence for a person. It lives on the caller's stack.
 *
 * A call that can fail returns 0 or a negative E_*. The text says what happened and, where there is one, the cure; callers that
 * know where add it in front with err_in ("page.html: over 64 MB ..."). Library code never prints. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "base/auto.h"

enum {
    E_SYSTEM = -1, /* the operating system said no: errno's words are in the text */
    E_LIMIT = -2,  /* a limit of base/limits.h was passed */
    E_FORMAT = -3, /* the bytes are not what they should be */
    E_USAGE = -4,  /* the caller asked for what must not be, or is written wrongly */
    E_ABSENT = -5, /* what was asked for is not there */
    E_DENIED = -6, /* whoever asks may not */
};

struct err {
    int code;
    char text[512];
};

/* Sets code and text, returns code. `e` may be NULL: then only the code counts. The arguments may lie in e->text. What a terminal would
 * obey and what is not UTF-8 comes out as "?", so that nothing from outside reaches it; what is too long is cut and ends in "...". */
int err_set(struct err *e, int code, const char *format, ...) PRINTF(3, 4);
/* Like err_set(E_SYSTEM), with ": " and the words of errno behind. */
int err_system(struct err *e, const char *format, ...) PRINTF(2, 3);
/* Puts "WHERE: " in front of the text, returns the code (E_SYSTEM where there is none, so that a failure stays one). */
int err_in(struct err *e, const char *format, ...) PRINTF(2, 3);

#endif
