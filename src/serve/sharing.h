/* Who else may see a page, and in which collections it is: a part of the settings of a watch. */
#ifndef SERVE_SHARING_H
#define SERVE_SHARING_H

#include "archive/watched.h"
#include "serve/request.h"

/* The section, inside the form. */
int sharing_add(struct http_request *r, const struct watched *w, struct err *e) MUST_CHECK;
/* What was ticked: the page is put into the caller's collections, or taken out of them. */
int sharing_take(struct http_request *r, const struct watched *w, struct err *e) MUST_CHECK;

#endif
