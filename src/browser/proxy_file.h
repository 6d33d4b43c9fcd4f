/* Files of this machine as answers of the proxy, for a page that is a file itself. */
#ifndef BROWSER_PROXY_FILE_H
#define BROWSER_PROXY_FILE_H

#include "base/buf.h"

/* The whole HTTP answer to GET `path` (percent-encoded, with or without a query). Only kinds of files that pages are made of are served, so
 * that a saved page cannot show what else lies on this machine; what is not there is 404. */
void proxy_file_answer(struct str path, struct buf *out);

/* The kind by the first ending that names one ("style.css?v=3" saved as a file is a style sheet); empty: none of a page. */
struct str proxy_file_type(struct str name);

#endif
