/* A strict JSON reader (RFC 8259): the whole text as a tree in an arena.
 *
 *     struct json_value root;
 *     if (json_read(a, text, &root, e))
 *         return err_in(e, "%s", path);
 *     const struct json_value *words = json_get(&root, STR("words"));
 *
 * Nothing is forgiven: no comment, no comma too many, no number such as 01 or 1., no control character in a string, no text that is not
 * UTF-8, no half of a surrogate pair. Errors tell line and column. Strings without escapes are slices of the text, which must live as
 * long as the tree. Cost: O(bytes); 40 bytes of memory a value, bounded by the arena's budget. */
#ifndef BASE_JSON_READ_H
#define BASE_JSON_READ_H

#include "base/arena.h"

/* Nesting that is read. What weft writes has 6 levels; the tree is never walked by recursion deeper than that. */
enum { JSON_READ_DEPTH = 64 };

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STR, JSON_ARRAY, JSON_OBJECT };

struct json_value {
    struct str key; /* of a member of an object; else empty */
    uint8_t kind;   /* enum json_kind */
    bool truth;     /* JSON_BOOL */
    uint32_t n;     /* JSON_ARRAY, JSON_OBJECT: how many */
    union {
        struct str str;          /* JSON_STR decoded; JSON_NUMBER as it is written, so that no digit is lost */
        struct json_value *item; /* JSON_ARRAY, JSON_OBJECT */
    };
};

/* E_FORMAT: not JSON, or nested deeper than JSON_READ_DEPTH; E_LIMIT: over the arena's budget. */
int json_read(struct arena *a, struct str text, struct json_value *out, struct err *e) MUST_CHECK;

/* A member; of several with the same key the first. NULL where there is none, or where `object` is NULL or no object. O(members). */
const struct json_value *json_get(const struct json_value *object, struct str key);
/* The text of a string; false where `v` is NULL or no string. */
bool json_text(const struct json_value *v, struct str *out);
/* A whole number of 0 to `max` written without point and exponent; false where `v` is NULL or anything else. */
bool json_whole(const struct json_value *v, uint64_t max, uint64_t *out);

#endif
