/* XML to the flat tree, through libxml2's reader. For parse.c. */
#ifndef PARSE_XML_H
#define PARSE_XML_H

#include "parse/charset.h"
#include "parse/dom.h"

/* Whether the page is to be read as XML: the content type says so; there is none, and the bytes open with <?xml and the root is not
 * html; or it is text/html and the root is that of a feed, or has behind <?xml a name that HTML does not know. `text` may be in any set
 * that keeps ASCII. */
bool xml_wanted(struct str text, struct str content_type);

/* The set that the XML declaration names, else UTF-8; a BOM or the content type goes first. */
struct charset xml_charset(struct str bytes, struct str content_type);

/* Fills node, attr and the rest of *out, which the caller has zeroed and given its symbols. *well_formed is false, and *out as it
 * was, where HTML's reader has to take the page: broken XML, entities of its own, more than libxml2's own limits allow.
 * E_SYSTEM: libxml2 is not there. */
int xml_parse(struct arena *a, struct str text, struct dom *out, bool *well_formed, struct err *e) MUST_CHECK;

#endif
