/* A letter as bytes for SMTP (RFC 5322, 2045 to 2047): text and HTML beside each other. Pure.
 *
 * Nothing that comes from a page can begin a header or end one: control characters become blanks, what is not ASCII is encoded. Lines are
 * at most 76 bytes and end in CRLF. */
#ifndef NOTIFY_MIME_H
#define NOTIFY_MIME_H

#include "notify/notice.h"

struct mime_head {
    struct str from;        /* "weft@example.org" */
    struct str to;          /* one address */
    struct str unsubscribe; /* an address of the web, or mailto:; empty: none */
    bool one_click;         /* a POST there does it (RFC 8058) */
};

void mime_write(const struct notice *n, const struct mime_head *head, struct buf *out);
/* The value of a header: as it is where it is plain, else in encoded words, folded. */
void mime_header(struct buf *out, const char *name, struct str value);
/* Quoted-printable, with CRLF for every line end of the text. */
void mime_quoted(struct buf *out, struct str text);
/* "Mon, 16 Nov 2026 03:10:00 +0000" */
void mime_date(struct buf *out, int64_t at);

#endif
