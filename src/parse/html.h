/* UTF-8 HTML to the flat tree, through lexbor. For parse.c. */
#ifndef PARSE_HTML_H
#define PARSE_HTML_H

#include "parse/dom.h"

/* Fills node, attr, doctype, quirks and truncated of *out, which the caller has zeroed and given its symbols. `text` must be valid
 * UTF-8. The parser's memory is gone when this returns. */
int html_parse(struct arena *a, struct str text, struct dom *out, struct err *e) MUST_CHECK;

#endif
