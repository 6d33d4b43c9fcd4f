/* What the files of the API share. */
#ifndef SERVE_API_H
#define SERVE_API_H

#include "base/json.h"
#include "base/json_read.h"
#include "serve/request.h"

void api_open(struct http_request *r, struct json *j);
/* A member of what was sent; nothing is written where it is absent or null. E_USAGE: it is of another kind than the words say. */
int api_take_text(const struct json_value *body, const char *field, struct str *out, bool *given, struct err *e) MUST_CHECK;
int api_take_bool(const struct json_value *body, const char *field, bool *out, bool *given, struct err *e) MUST_CHECK;
/* For one that is of another kind: "the field tags must be a list". */
int api_wrong_kind(const char *field, const char *kind, struct err *e);
/* What was sent, which must be an object. */
int api_body(struct http_request *r, struct json_value *out, struct err *e) MUST_CHECK;

#endif
