/* A message about changes, as HTML that mail programs keep, and as plain text. Pure.
 *
 * Mail programs throw style sheets and scripts away, so every element has its own styles, and tables hold the page together; the one style
 * element is for dark mode, where a program keeps it. What comes from pages is escaped and can neither link nor load anything. At most
 * MAIL_HTML_MAX bytes: some programs cut a letter off behind 102 KB. */
#ifndef SHOW_MAIL_H
#define SHOW_MAIL_H

#include "base/buf.h"
#include "judge/excerpt.h"

#define MAIL_HTML_MAX ((size_t)90 << 10)

/* One page with something new on it. */
struct mail_page {
    struct str name; /* of the sentinel that tells it; empty: none does */
    struct str headline;
    struct str title, host, when; /* small words above: "Price list", "shop.example", "today 10:02" */
    struct str url;               /* of the page itself */
    struct excerpts changes;      /* what matters most first */
    uint32_t n_more;              /* changes that are not among them */
    struct str note;              /* what was asked, where a sentinel did; may be empty */
    struct str why;               /* why it is told, and which versions were compared */
    /* Where weft's web pages can be reached; else empty. */
    struct str diff, history, dismiss, pause;
    struct str rest;   /* ends the sentinel's messages; empty: no sentinel told it */
    double importance; /* negative: not known */
};

struct mail_letter {
    struct str subject;       /* the headline of the first page, with its sentinel and title where there is one */
    struct str text;          /* what the receiver wants to read instead of the pages, as plain text; empty: the pages themselves */
    const struct str *before; /* earlier news, one line each: CHANGEHISTORY */
    uint32_t n_before;
    const struct str *plain; /* paragraphs of a message about no page: a test, a code */
    uint32_t n_plain;
    const struct mail_page *page; /* what matters most first */
    uint32_t n_pages;
    struct str foot; /* "weft at home, for maren" */
    struct str off;  /* ends messages of this kind, by one click; may be empty */
};

void mail_html(const struct mail_letter *m, struct buf *out);
void mail_text(const struct mail_letter *m, struct buf *out);
/* The changes of one page, one a line, old words in brackets with a minus, new ones with a plus: for messages without markup. */
void mail_changes_text(const struct mail_page *p, uint32_t max, struct buf *out);

#endif
