/* Values of attributes as HTML reads them. */
#ifndef COMPARE_VALUES_H
#define COMPARE_VALUES_H

#include "base/str.h"

/* Words: white space at the ends does not count, inside one run is as good as another. */
bool text_alike(struct str was, struct str now);
/* One of a list of words, a colour: no case, no white space around. */
bool word_alike(struct str was, struct str now);
/* A length: 100 is 100px, +5 is 5, 05 is 5. What is not a number is compared as a word. */
bool number_alike(struct str was, struct str now);
/* A set of names, as of class and rel: order, repetition and white space do not count. */
bool names_alike(struct str was, struct str now);
/* Declarations of CSS: the last of each property counts; order, case of properties and keywords, white space do not. */
bool style_alike(struct str was, struct str now);

/* Cuts the next name off a list that white space parts; empty at its end. */
struct str names_cut(struct str *list);
/* Whether the list has the name. */
bool names_have(struct str list, struct str name);

/* The value of a property of a style attribute, without "!important"; empty where there is none. The last declaration counts. */
struct str style_value(struct str style, struct str property);

#endif
