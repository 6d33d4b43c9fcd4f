/* Where the changes of one page are sent: a section of its settings. */
#ifndef SERVE_TELLING_H
#define SERVE_TELLING_H

#include "archive/watched.h"
#include "serve/request.h"

int telling_add(struct http_request *r, const struct watch *w, struct err *e) MUST_CHECK;
/* What was chosen, as names of channels; none: the default. False: the form did not ask. */
bool telling_take(struct http_request *r, struct record_list *out);

#endif
