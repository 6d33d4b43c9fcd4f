/* One line of What's new. */
#ifndef SERVE_NEWS_ROW_H
#define SERVE_NEWS_ROW_H

#include "serve/request.h"
#include "show/report.h"

/* Once on the page, before the lines. */
void news_rows_form(struct http_request *r);
void news_row_add(struct http_request *r, const struct report_row *row);

#endif
