/* The answer of a watch with --browser: the page after its scripts, in the place of the bytes that the server sent. */
#ifndef FLOW_SCRIPTED_H
#define FLOW_SCRIPTED_H

#include "browser/browser.h"
#include "fetch/fetch.h"

/* Renders the page that *r brought and puts the outcome into *r: HTML of the live tree, without validators, since these speak of other
 * bytes. `q` is the request that *r answers: the browser loads the page as it was fetched, with the same cookies, headers, login and proxy,
 * which go to the page's own origin alone. The answer to a form is not asked for again: the browser is given the page that came.
 * robots.txt, politeness and errors have had their say when the answer came. A page that cannot be rendered, or that the browser is
 * answered otherwise than the fetcher, becomes a failure with words.
 * `known`: hash of the body that is kept, for r->unchanged; 0: none. Texts lie in the arena. */
void scripted_answer(struct arena *a, struct browser *b, const struct request *q, uint64_t known, struct response *r);

#endif
