/* What a browser sends: fields of a query or a form, cookies. Names and values are taken apart once and never trusted. */
#ifndef SERVE_FORM_H
#define SERVE_FORM_H

#include "base/arena.h"
#include "flow/record.h"

struct form_field {
    struct str name, value;
};

enum { FORM_FIELDS_MAX = 1000 }; /* of one request: a page of What's new has some hundred */

struct http_form {
    struct form_field *item;
    uint32_t n;
};

/* a=1&b=two+words: percent-coding is undone. E_LIMIT: over FORM_FIELDS_MAX fields. Half a code (%4) stands for itself. */
int form_read(struct arena *a, struct str coded, struct http_form *out, struct err *e) MUST_CHECK;
/* The fields of multipart/form-data (RFC 7578), of a file its bytes; `type` is the content type with its boundary. */
int form_read_multipart(struct arena *a, struct str type, struct str body, struct http_form *out, struct err *e) MUST_CHECK;

/* The first of that name; empty where there is none. */
struct str form_value(const struct http_form *f, const char *name);
bool form_has(const struct http_form *f, const char *name);
/* A number from 1 on; 0 where there is none, or it is something else. */
int64_t form_number(const struct http_form *f, const char *name);

/* What stands between the separators, without blanks around it; what is empty is left out. */
struct record_list form_list(struct arena *a, struct str text, char separator);

/* The value of a cookie; empty where there is none. */
struct str cookie_value(struct str header, const char *name);

/* Undoes percent-coding; `plus`: + is a space. */
struct str form_decode(struct arena *a, struct str coded, bool plus);

#endif
