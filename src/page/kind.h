/* What some bytes are: a page, text, a table, data. The one place that decides, for files, answers of servers and stored versions alike.
 *
 * In this order: what the server said, unless it calls text/html what cannot be; the name of the file; the bytes themselves. Servers
 * call everything text/plain or application/octet-stream, so with these two the name is asked for more. */
#ifndef PAGE_KIND_H
#define PAGE_KIND_H

#include "base/str.h"

enum page_kind {
    KIND_MARKUP, /* HTML or XML: the parser tells which */
    KIND_TEXT,   /* lines: source, logs, Markdown, notes */
    KIND_TABLE,  /* CSV and its relatives: rows of cells */
    KIND_JSON,
    KIND_FEED,   /* of markup that was read: RSS, Atom */
    KIND_BINARY, /* pictures, archives: only the bytes can be compared */
};

struct kind_facts {
    struct str bytes;
    struct str content_type; /* empty: unknown */
    struct str name;         /* of the file, or its address; empty: unknown */
};

/* Looks at a bounded number of bytes, and at all of text/html that begins as JSON does: what is JSON, or a text without tags, has the wrong
 * label. What is labelled as XML, JSON or text is never taken for a page. A feed is markup to it. An empty body without type and name is
 * markup: an empty page. */
enum page_kind page_kind_find(const struct kind_facts *facts);

/* "text", "table" ...: as it stands in patches and in `weft page`. */
const char *page_kind_name(enum page_kind kind);
/* The kind of that name; false where there is none. */
bool page_kind_named(struct str name, enum page_kind *out);

/* What a format that is not text is called, and how to get at the text in it: "a PDF document", "pdftotext". `cure` may be "". */
struct kind_format {
    const char *name, *cure;
};
/* "a file that is not text" where the format is unknown. */
struct kind_format page_kind_format(struct str bytes);

#endif
