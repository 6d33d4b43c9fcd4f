/* The values of styles: numbers, lengths, colours. For style.c. */
#ifndef SEGMENT_STYLE_VALUE_H
#define SEGMENT_STYLE_VALUE_H

#include "base/str.h"

enum length_unit { LENGTH_NONE, LENGTH_PX, LENGTH_PERCENT, LENGTH_SHARE };

struct length {
    float value;
    enum length_unit unit;
};

/* A number at the start of the text, which is then cut off; false where there is none. */
bool style_number(struct str *text, float *out);
/* "12px", "50%", "2em"; false where it is none. */
bool style_length(struct str text, float font_size, struct length *out);
/* "#fff", "rgb(1, 2, 3)", "red" as 0xRRGGBBAA; false where it is none. */
bool style_color(struct str text, uint32_t *out);

#endif
