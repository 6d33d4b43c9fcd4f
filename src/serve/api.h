/* What the files of the API share. */
#ifndef SERVE_API_H
#define SERVE_API_H

#include "base/json.h"
#include "base/json_read.h"
#include "serve/request.h"

void api_open(struct http_request *r, struct json *j);
/* What was sent, which must be an object. */
int api_body(struct http_request *r, struct json_value *out, struct err *e) MUST_CHECK;

#endif
