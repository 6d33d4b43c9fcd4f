/* The command table as words for a terminal, as man pages and as completion scripts. A NULL command is the program itself. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/buf.h"
#include "cli/command.h"

/* One paragraph of words; lines after the first begin with `indent`. Ends with a newline. */
void help_wrapped(struct buf *out, struct str text, struct str indent, unsigned width);
/* Prints it on standard output. */
int help_print(const struct command *c, struct err *e) MUST_CHECK;

/* A page for man(1): weft-NAME(1), or weft(1) with all commands in it. */
void manual_page(const struct command *c, struct buf *out);

void completion_bash(struct buf *out);
void completion_zsh(struct buf *out);
void completion_fish(struct buf *out);

#endif
