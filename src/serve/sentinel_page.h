/* One sentinel as a page: the text with its errors, the form beside it, the graph, a trial, what it found and what was sent. */
#ifndef SERVE_SENTINEL_PAGE_H
#define SERVE_SENTINEL_PAGE_H

#include "archive/history.h"
#include "archive/sentinel_form.h"
#include "archive/sentinel_sketch.h"
#include "archive/sentinel_trial.h"
#include "archive/sentinels.h"
#include "base/json.h"
#include "serve/request.h"

struct sentinel_page {
    struct http_request *r;
    struct str name; /* empty: a new one */
    struct str text;
    bool is_saved;           /* the text is that of the store */
    bool is_shown_faulty;    /* it was sent, and its faults are to be said */
    struct sentinel_row row; /* of the store, where there is one */
    struct sentinel_sketch sketch;
    struct sentinels_told told;
    struct page_history history; /* of the page of the event that was shown last */
    int64_t history_of;
    const struct sentinel_trial *trial; /* it was tried; NULL: it was not */
    const struct sentinel_form *sent; /* the form that the text was made of: it stays where that has faults; NULL: none was sent */
    struct str words;                 /* what is wrong besides the faults of the text; empty: nothing */
};

/* sentinel_form.c: what a browser sent as a form, and the form for a sentinel. E_USAGE: a field makes no sense; all others are in `out`. */
int sentinel_form_sent(struct http_request *r, struct sentinel_form *out, struct err *e) MUST_CHECK;
int sentinel_form_show(struct sentinel_page *p, struct err *e) MUST_CHECK;
/* sentinel_trial.c: what it would have sent. */
void sentinel_trial_show(struct sentinel_page *p);
void sentinel_form_json(struct json *j, const struct sentinel_form *form);

#endif
