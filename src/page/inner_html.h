/* Texts that hold HTML, in feeds and in JSON, as the elements that they hold. */
#ifndef PAGE_INNER_HTML_H
#define PAGE_INNER_HTML_H

#include "parse/dom_build.h"

struct inner_html {
    struct dom_builder *to;
    unsigned n_parsed;
};

/* Adds a text as the HTML it holds; as it is where it holds nothing but text, nothing that a page shows, or where that is past a limit.
 * Each text is parsed on its own, so that none can close what it did not open. O(bytes). */
void inner_html_add(struct inner_html *h, struct str text);

/* Whether a text is HTML by its form: an element of HTML ends in it, and the text begins with a tag or is one line. What has lines and
 * begins otherwise is Markdown, a mail or a program, whose lines say more than its tags. O(bytes). */
bool inner_html_is(struct symbols *symbols, struct str text);

#endif
