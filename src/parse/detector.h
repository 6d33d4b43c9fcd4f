/* A guess at the character set of bytes that nothing names. For charset.c. */
#ifndef PARSE_DETECTOR_H
#define PARSE_DETECTOR_H

#include "parse/charset.h"

/* Always has an answer: source is "detected", or "default" where the bytes are ASCII and it makes no difference. */
struct charset detector_charset(struct str bytes);

#endif
