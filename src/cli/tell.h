/* What `weft tell` and `weft dismiss` share. */
#ifndef CLI_TELL_H
#define CLI_TELL_H

#include "archive/lessons.h"
#include "cli/args.h"
#include "cli/command.h"

extern const struct option tell_option_part, tell_option_limit, tell_option_undo;

/* Does the act on each version that the operands name. */
int tell_run(const struct args *args, enum lesson_act act, struct err *e) MUST_CHECK;

#endif
