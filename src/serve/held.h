/* What was held back of one page, in a few lines, each with a button: for the settings of that page. */
#ifndef SERVE_HELD_H
#define SERVE_HELD_H

#include "serve/request.h"

/* Inside of another form: the buttons belong to the form of held_add_form(), which stands outside of it. */
int held_add_some(struct http_request *r, int64_t page, struct err *e) MUST_CHECK;
void held_add_form(struct http_request *r, int64_t page);

#endif
