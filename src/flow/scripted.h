/* The answer of a watch with --browser: the page after its scripts, in the place of the bytes that the server sent. */
#ifndef FLOW_SCRIPTED_H
#define FLOW_SCRIPTED_H

#include "browser/browser.h"
#include "fetch/fetch.h"

/* What the browser is asked for: the page that *r brought, as it was fetched, with the cookies, headers, login and proxy of `q`, which
 * *r answers; they go to the page's own origin alone. The answer to a form is not asked for again: the browser is given the page that
 * came. robots.txt, politeness and errors have had their say when the answer came. Points into both. */
struct browser_request scripted_request(const struct request *q, const struct response *r);

/* Puts what came of it into *r: HTML of the live tree, without validators, since these speak of other bytes. A page that cannot be drawn
 * (`failed`, or its state), or that the browser is answered otherwise than the fetcher, becomes a failure with words.
 * `known`: hash of the body that is kept, for r->unchanged; 0: none. Texts lie in the arena. For any thread. */
void scripted_take(struct arena *a, const struct browser_page *page, const struct err *failed, uint64_t known, struct response *r);

#endif
