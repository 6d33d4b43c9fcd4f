/* What every view of two versions has in common: which page, which versions, and the bars above. */
#ifndef SERVE_DIFF_PAGE_H
#define SERVE_DIFF_PAGE_H

#include "archive/target.h"
#include "serve/view.h"

struct diff_page {
    struct http_request *r;
    struct target target;
    struct str title;
    struct target_version from, to;
    enum view_kind view;
    bool why;    /* instead of a view: the numbers and their reasons */
    bool whole;  /* everything that differs, not what counts for this user alone */
    bool alone;  /* without what the page loads from its site */
    bool shared; /* for whoever has the link, who can look and do nothing else */
    bool is_new; /* the user has not seen it yet */
    bool judged; /* `to` was held against `from` when it came: */
    struct store_verdict verdict;
};

/* The page and its title. E_ABSENT: there is none that the caller may see. */
int diff_page_read(struct diff_page *p, struct err *e) MUST_CHECK;
int diff_page_version(struct diff_page *p, int64_t number, struct target_version *out, struct err *e) MUST_CHECK;
/* Two versions that the query names; else from what was seen last to the newest. With what was thought of them. */
int diff_page_versions(struct diff_page *p, struct err *e) MUST_CHECK;

/* From <!doctype> to the end of the bars. */
void diff_page_open(struct diff_page *p);
void diff_page_close(struct diff_page *p);
/* The frame in which the other origin shows the view. */
void diff_page_frame(struct diff_page *p, const char *title);

/* Parts of the bar, for a single version: back, title, version. */
void diff_page_back(struct diff_page *p, const char *to, const char *name);
void diff_page_title(struct diff_page *p);
void diff_page_name(struct diff_page *p, const struct target_version *v, bool shared);

#endif
