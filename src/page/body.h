/* The bytes of a file, a server's answer or a stored version, read as what they are: the one way from bytes to a page.
 *
 * HTML and XML are parsed; a feed is written anew for readers (feed.c). Text, source, CSV and JSON are never parsed as HTML; they become a
 * page of the same model: lines (plain.c), a table (plain.c), labelled values and lists (json_page.c). So every stage after this one, and
 * every view, works on them too. Of anything else only the bytes can be compared. */
#ifndef PAGE_BODY_H
#define PAGE_BODY_H

#include "page/page.h"

struct body {
    struct str bytes;
    struct str content_type; /* empty: unknown */
    struct str url;          /* what relative addresses in it stand on */
    struct str name;         /* of the file it came from; empty: unknown, then the address may tell */
};

/* What it is, before anybody looks inside: JSON that turns out to be broken is read as text. */
enum page_kind body_kind(const struct body *body);

/* `*readable` is false, and nothing else is written, where the body is neither a page nor text. */
int body_read(struct arena *a, struct symbols *symbols, const struct body *body, struct page *out, bool *readable, struct err *e)
    MUST_CHECK;

/* The same as the kind that is known: by a patch, or from the other side of a comparison. KIND_BINARY is E_FORMAT. */
int body_read_as(struct arena *a, struct symbols *symbols, const struct body *body, enum page_kind kind, struct page *out,
                 struct err *e) MUST_CHECK;

/* Two bodies to be compared, read alike: a side without type and name is what the other one is, and where one of them turns out not to be
 * JSON both are text. The words of an error begin with the name of the side, or its address. */
int body_read_pair(struct arena *a, struct symbols *symbols, const struct body pair[2], struct page out[2], struct err *e)
    MUST_CHECK;

/* E_FORMAT, with words for what cannot be read: what it is, and what to do. */
int body_refuse(const struct body *body, struct err *e);

#endif
