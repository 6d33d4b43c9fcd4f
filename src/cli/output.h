/* Where a command's result goes: a file that is whole or not there, or standard output. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "base/arena.h"

/* Beside the codes of base/err.h: whoever read our output has gone, and nothing is left to say to them. */
enum { E_CLOSED = -100 };

/* All bytes to the file at `path`; to standard output where it is NULL or "-". */
int output_text(const char *path, struct str bytes, struct err *e) MUST_CHECK;

/* The same for bytes that hold the text of a page: a terminal gets them without control characters, which it would obey. */
int output_page(const char *path, struct str bytes, struct err *e) MUST_CHECK;

/* Makes the folder and those above it that are missing. */
int output_folder(struct arena *a, struct str path, struct err *e) MUST_CHECK;

/* "weft: TEXT" on standard error, safe for a terminal. */
void output_trouble(const struct err *e);
/* The same, and the exit status. Where the reader of our output has gone ("weft list | head"), nothing is said, as is the custom. */
int output_failure(const struct err *e);
/* The same for what a limit left out of a page, where it did. */
void output_left_out(struct str page, struct str what);

#endif
