/* Attributes that every file may use, and AUTO: a value that is dropped when its scope ends.
 *
 * `AUTO(buf) b = BUF(limit);` calls buf_drop(&b) on every way out of the block, so that no function needs a cleanup ladder. */
#ifndef BASE_AUTO_H
#define BASE_AUTO_H

#include <stdint.h>

#define AUTO(type) __attribute__((cleanup(type##_drop))) struct type
#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF(text, first) __attribute__((format(printf, text, first)))
#define UNUSED __attribute__((unused))
#define ARRAY_LEN(array) (sizeof(array) / sizeof *(array))

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* "No such moment": what every *_at that has none holds. */
#define NEVER INT64_MAX

#endif
