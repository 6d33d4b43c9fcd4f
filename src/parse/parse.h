/* Bytes to a flat tree: character set, then HTML5 or XML. Only this stage includes a parser's headers.
 *
 * The parser's own memory is released before this returns. Cost: O(bytes) for every input, which the limits see to. */
#ifndef PARSE_PARSE_H
#define PARSE_PARSE_H

#include "parse/dom.h"

struct parse_source {
    struct str bytes;
    struct str content_type; /* of the HTTP answer; empty: unknown */
    bool no_xml;             /* read it as HTML whatever it looks like */
};

/* XML where the content type says so, or, with none given, where the bytes open with <?xml and the root is not html; and a feed, or other
 * XML that HTML does not know, under the wrong label text/html. An XML document that is not well-formed is read as HTML instead. The
 * arena's budget bounds the result. E_LIMIT: over LIMIT_PAGE_BYTES, LIMIT_NODES or the budget. Depth, attributes and formatting past
 * their limits are left out, and dom->truncated says so. */
int parse_page(struct arena *a, struct symbols *symbols, const struct parse_source *source, struct dom *out, struct err *e)
    MUST_CHECK;

#endif
