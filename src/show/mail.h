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

/* How a receiver marks old and new words. */
struct mail_marks {
    const char *old[2], *new[2];           /* before and behind them */
    const char *line[2];                   /* before a whole line that went or came, instead; NULL: as any words */
    const char *arrow;                     /* between old words and the new ones in their place, instead; NULL: marks and a space */
    const char *end;                       /* of a line */
    void (*add)(struct buf *, struct str); /* writes the words of a page so that they stay words */
};

/* The changes of one page, one a line, `max` at most. */
void mail_changes(const struct mail_page *p, const struct mail_marks *marks, uint32_t max, struct buf *out);
/* The same for messages without markup: "Black tea: 4.20 → 4.62 euro". */
void mail_changes_text(const struct mail_page *p, uint32_t max, struct buf *out);

#endif
