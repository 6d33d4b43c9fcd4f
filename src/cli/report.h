/* A report on the disk: its rows (archive/news.h), and the files beside it. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "archive/held.h"
#include "cli/session.h"
#include "show/report.h"

struct report_job {
    struct session *session;
    const struct args *args;
    struct str folder;  /* where files beside the report go */
    struct str address; /* of that folder, from the report */
    struct str back;    /* the report's address, from the folder */
    struct report report;
    uint64_t limit; /* of the pages that are shown */
};

/* The report as a web page at FILE, as `weft report --html FILE` writes it, from a session of its own. */
int report_write(const struct args *args, const char *file, struct err *e) MUST_CHECK;

/* Writes the files of each row that is new, and their addresses into the rows. */
int report_files(struct report_job *job, struct err *e) MUST_CHECK;
struct held_show {
    uint64_t limit; /* of pages in text, of versions in JSON */
    bool json;
    bool all; /* every version of a page, with all that is kept of it */
};
/* Prints what was held back from the user: first what they may want after all. */
int report_held(struct session *s, const struct held_query *query, const struct held_show *how, struct err *e) MUST_CHECK;

#endif
