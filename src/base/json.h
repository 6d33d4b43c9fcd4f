/* A JSON writer into a buf: commas and nesting are its own business.
 *
 *     json_object(&j); json_key(&j, "words"); json_number(&j, 3); json_end(&j);
 *
 * Bytes that are not UTF-8 come out as U+FFFD, so the output is always valid. With indent 0 everything stands on one line.
 * Wrong order (a value without a key, an end too many, nesting past JSON_DEPTH_MAX) is a bug of the caller and aborts. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buf.h"

enum { JSON_DEPTH_MAX = 32 };

struct json {
    struct buf *out;
    unsigned indent;
    unsigned depth;
    char close[JSON_DEPTH_MAX];
    bool filled[JSON_DEPTH_MAX + 1]; /* something stands before: a comma is due */
    bool after_key;
};

void json_open(struct json *j, struct buf *out, unsigned indent);
/* For one value that json_raw() puts somewhere at that depth later, with lines indented as they will be there. */
void json_open_at(struct json *j, struct buf *out, unsigned indent, unsigned depth);
void json_object(struct json *j);
void json_array(struct json *j);
void json_end(struct json *j);
void json_key(struct json *j, const char *name);
void json_str(struct json *j, struct str s);
void json_number(struct json *j, int64_t n);
void json_real(struct json *j, double x); /* shortest of %.6g; a value that is no number is written as null */
void json_real_digits(struct json *j, double x, unsigned digits); /* the same with more of them: 1 to 17 */
void json_bool(struct json *j, bool value);
void json_null(struct json *j);
void json_raw(struct json *j, struct str value); /* JSON already, one value */

/* key and value in one call */
void json_field_str(struct json *j, const char *name, struct str s);
void json_field_number(struct json *j, const char *name, int64_t n);
void json_field_real(struct json *j, const char *name, double x);
void json_field_bool(struct json *j, const char *name, bool value);

#endif
