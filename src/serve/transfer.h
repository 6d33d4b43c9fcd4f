/* Imports that go on by themselves. */
#ifndef SERVE_TRANSFER_H
#define SERVE_TRANSFER_H

#include "serve/request.h"

/* Begins to take the list, with tags (commas between them) for all of it, and leads to the page that shows how far that is. */
int transfer_begin(struct http_request *r, struct str list, struct str tags, struct err *e) MUST_CHECK;

#endif
