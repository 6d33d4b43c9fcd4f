/* The label of the character set in a page's <meta>, and in the value of a Content-Type. For charset.c. */
#ifndef PARSE_META_H
#define PARSE_META_H

#include "base/str.h"

/* "Prescan a byte stream to determine its encoding" (HTML standard, 13.2.3.3) over the first 1024 bytes: the first label that names
 * a set, or empty. */
struct str meta_charset(struct str bytes);
/* "Extract a character encoding from a meta element" (HTML standard, 2.6.5): what stands after charset=, or empty. */
struct str meta_content_charset(struct str content);

#endif
