/* The option --layout of the commands that cut pages into blocks. */
#ifndef CLI_LAYOUT_H
#define CLI_LAYOUT_H

#include "cli/args.h"
#include "flow/render.h"

extern const struct option option_layout;

/* The renderer that --layout asks for, else the setting of that name. It is dropped with AUTO(renderer). */
int layout_renderer(struct arena *a, const struct args *args, struct renderer *out, struct err *e) MUST_CHECK;

/* What to draw of an operand: a file is drawn where it lies, with what lies beside it; a page at an address with its scripts. */
struct render_request layout_request(struct arena *a, const char *operand, const struct page *page);

#endif
