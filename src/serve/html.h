/* HTML as templates in C: what stands in a place of a template is escaped, whatever it is.
 *
 *     HTML(out, "<a href=\"/page/{}\">{}</a>", NUM(page), TEXT(title));
 *
 * Each {} takes the next value. A template is a literal of ours; only MARKUP() lets bytes through as they are, and takes what these calls
 * wrote. A template with more or fewer places than values is a bug and aborts. */
#ifndef SERVE_HTML_H
#define SERVE_HTML_H

#include "base/buf.h"

enum html_kind { HTML_TEXT, HTML_NUMBER, HTML_PART, HTML_MARKUP };

struct html_value {
    enum html_kind kind;
    struct str text;
    int64_t number;
};

#define TEXT(s) ((struct html_value){ .kind = HTML_TEXT, .text = (s) })             /* escaped */
#define WORD(c) ((struct html_value){ .kind = HTML_TEXT, .text = str_of(c) })       /* the same of a C string */
#define NUM(n) ((struct html_value){ .kind = HTML_NUMBER, .number = (int64_t)(n) }) /* 1204, without commas: for addresses */
#define PART(s) ((struct html_value){ .kind = HTML_PART, .text = (s) })             /* a part of an address, percent-coded */
#define MARKUP(s) ((struct html_value){ .kind = HTML_MARKUP, .text = (s) })         /* as it is */

#define HTML(out, template, ...) \
    html_add(out, template, (const struct html_value[]){ __VA_ARGS__ }, \
             sizeof((const struct html_value[]){ __VA_ARGS__ }) / sizeof(struct html_value))

void html_add(struct buf *out, const char *template, const struct html_value *value, size_t n);
/* Markup of ours without a place in it. */
static inline void html_raw(struct buf *out, const char *markup)
{
    buf_add(out, str_of(markup));
}

/* Every byte but letters, digits and -._~ as %XX. */
void html_add_part(struct buf *out, struct str s);
/* "example.org" of an address. */
struct str html_host(struct str url);
/* An address without its scheme: "example.org/prices". */
struct str html_address(struct str url);
/* 1,204 */
void html_add_count(struct buf *out, uint64_t n);
/* "84 KB", "1.1 MB" */
void html_add_bytes(struct buf *out, int64_t bytes);
/* "1 change", "2 changes"; the plural is the word with an s. */
void html_add_number_of(struct buf *out, uint64_t n, const char *word);

/* A moment for people as <time>: "10:02" today, then "yesterday", "Friday", "3 Nov", "3 Nov 2025"; nothing for NEVER. */
void html_add_time(struct buf *out, int64_t at, int64_t now);
/* The same with the time of day: "today 10:02", "3 Nov 09:14". */
void html_add_moment(struct buf *out, int64_t at, int64_t now);

/* The words of the last one alone, where no markup may stand. */
void html_add_moment_text(struct buf *out, int64_t at, int64_t now);

/* What became of a message: "sent to", "could not be sent to", "waits to be sent to". */
const char *html_sent_words(int state);

/* Five threads for an importance of 0 to 1; nothing where it is not known. */
void html_add_importance(struct buf *out, double importance);
/* 1 to 5, from .15 .35 .60 .80 on. */
int html_importance_level(double importance);

/* A symbol of the sheet that layout.c writes: "new", "pages" ... */
void html_add_icon(struct buf *out, const char *name);

#endif
