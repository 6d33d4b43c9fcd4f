/* What is new for a user (AIDE, Figure 1): as a web page that may be opened from the disk, as text, as data.
 *
 * Each page stands in one part of the report: new for the user; suspect; in trouble; not fetched yet; nothing new. Beside each that is new
 * are the paper's three links: Diff and History lead to files beside the report, Remember is a command to copy, since a page on the disk
 * cannot write into the archive. Pure: rows in, bytes out; who calls fills the rows and writes the files. */
#ifndef SHOW_REPORT_H
#define SHOW_REPORT_H

#include "base/buf.h"
#include "judge/excerpt.h"

enum report_part { REPORT_NEW, REPORT_SUSPECT, REPORT_TROUBLE, REPORT_WAITING, REPORT_SAME };
enum { REPORT_PARTS = REPORT_SAME + 1, REPORT_SHOWN_MAX = 500 /* rows of a part on the web page and in text */ };

struct report_row {
    enum report_part part;
    int64_t page;          /* its number in the store */
    struct str url, title; /* the title may be empty */
    struct str name;       /* what a command takes for the page, where the address is not enough; else empty */
    const struct str *tag;
    uint32_t n_tags;
    double importance;    /* of the change, 0 to 1; -1: not known, and counts as 1 */
    double weight;        /* of the user's priorities */
    int64_t newest, seen; /* numbers; 0: none */
    int64_t upto; /* of what is new: the version that is held against `seen`; `newest`, or one that was held back behind it */
    int64_t changed_at, checked_at, next_check_at; /* NEVER */
    int64_t new_since;                             /* when the first of what is new came */
    int64_t n_errors;                              /* tries that failed in a row */
    struct str message;                            /* what went wrong, or is suspect, and what to do */
    bool found;                                    /* a page that is new in a tree the user follows */
    uint32_t n_versions;                           /* that came since the user looked */
    bool compared;                                 /* the counts below are those of the difference to what the user saw */
    uint32_t words_inserted, words_deleted, n_changes;
    struct str headline;                           /* of what stands now against what was seen; may be empty */
    struct excerpts excerpts;                      /* the first of them */
    struct str diff_file, history_file, page_file; /* addresses relative to the report; empty: none */
};

struct report {
    struct str user;
    struct str options; /* what a command needs beside the page to find this archive and user: " --user anna", or nothing */
    int64_t now;
    struct report_row *row; /* in the order of parts; within each as they are to be shown */
    uint32_t n;
    uint32_t n_part[REPORT_PARTS]; /* of REPORT_SAME there may be more than rows: a text only counts them */
    uint32_t n_muted;              /* new, but of weight 0: not told */
};

/* "for anna", or "in the collection docs" for the user that stands for it. */
void report_whom(struct buf *out, struct str user);
const char *report_part_name(enum report_part part);
/* Puts the rows in their order: by part; what is new by weight times importance, then time; the rest by address. Counts the parts. */
void report_sort(struct report *r);

void report_html(const struct report *r, struct buf *out);

struct report_text_options {
    bool color;
    unsigned width;
    uint32_t limit; /* rows of each part; 0: REPORT_SHOWN_MAX */
};
void report_text(const struct report *r, const struct report_text_options *o, struct buf *out);

/* The history of one page, beside the report. */
struct report_version {
    int64_t number, at, bytes;
    bool seen, kept, suspect, quiet, lost;
    struct str diff_file; /* what changed against the version before; relative; empty: none was written */
    struct str page_file; /* the version itself; likewise */
};

struct report_history {
    struct str url, title;
    struct str name, options;             /* as above */
    struct str report_file;               /* the way back */
    const struct report_version *version; /* the newest first */
    uint32_t n;
};

void report_history_html(const struct report_history *h, struct buf *out);

/* The headline says what the first excerpt does not. */
bool report_says_more(const struct report_row *row);
/* What a command takes for the page of the row. */
struct str report_name(const struct report_row *row);
/* An argument as a shell takes it: 'https://example.org/?a=1&b=2'. */
void report_quoted(struct buf *out, struct str argument);

#endif
