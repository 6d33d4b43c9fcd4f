/* The rows of a report, gathered from the archive. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "base/map.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/session.h"
#include "show/report.h"
#include "track/priority.h"

struct gathering {
    struct session *session;
    const struct args *args;
    struct str folder;    /* where files beside the report go; empty: there are none */
    struct str address;   /* of that folder, from the report */
    struct str back;      /* the report's address, from the folder */
    struct report report; /* the result; all below is report_rows.c's own business */
    struct priority priority;
    struct store_news news;
    struct map new_of; /* from a page to its number in news */
    VEC(struct report_row) rows;
    struct progress progress;
};

extern const struct option report_option_tag;

/* The report as a web page at FILE, as `weft report --html FILE` writes it, from a session of its own. */
int report_write(const struct args *args, const char *file, struct err *e) MUST_CHECK;

/* Fills g->report, in order; where there is a folder, writes the files beside the report into it. */
int report_gather(struct gathering *g, struct err *e) MUST_CHECK;
void gathering_drop(struct gathering *g);

#endif
