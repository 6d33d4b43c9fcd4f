/* The answer of a watch with --browser: the page after its scripts, in the place of the bytes that the server sent. */
#ifndef FLOW_SCRIPTED_H
#define FLOW_SCRIPTED_H

#include "fetch/browser.h"
#include "fetch/fetch.h"

/* Renders the page that *r brought and puts the outcome into *r: HTML of the live tree, without validators, since these speak of other bytes.
 * robots.txt, politeness and errors have had their say when the answer came. A page that cannot be rendered becomes a failure with words.
 * `known`: hash of the body that is kept, for r->unchanged; 0: none. Texts lie in the arena. */
void scripted_answer(struct arena *a, struct browser *b, uint64_t known, struct response *r);

#endif
