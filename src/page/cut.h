/* Where words end. For words.c. */
#ifndef PAGE_CUT_H
#define PAGE_CUT_H

#include <stdbool.h>

enum {
    WORD_BYTES_MAX = 1 << 16, /* a longer run of letters (base64 in text) is cut about here; its length must fit struct word */
};

/* The end of the word that starts at `at`, which is before `end` and no white space. The bytes are UTF-8; what is not counts as
 * U+FFFD. O(bytes of the word). */
const char *cut_word(const char *at, const char *end);

/* The end of the white space at `at`; `at` where there is none. */
const char *cut_space(const char *at, const char *end);

#endif
