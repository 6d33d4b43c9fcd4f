/* HTML inside Markdown, as a reader of the published page meets it. For markdown.c.
 *
 * "<img alt=...>" is a picture and "<a href=...>" a link. Every other tag, and styles, say how something looks: they are kept where no
 * reader sees them, in a template. Only the names of elements that weft knows are tags: "<https://a.example>" and "<3" are text. */
#ifndef PAGE_MARKDOWN_HTML_H
#define PAGE_MARKDOWN_HTML_H

#include "parse/dom_build.h"

struct markdown_html {
    uint32_t tag;
    bool closes;           /* "</a>" */
    struct str attributes; /* as they are written */
    size_t end;            /* past it, in the text */
};

/* The tag or comment at `at`; false: it is text. O(bytes) of the tag. */
bool markdown_html_find(struct dom_builder *b, struct str text, size_t at, struct markdown_html *out);

/* The value of an attribute, without its quotes; false: there is none. */
bool markdown_html_attribute(const struct markdown_html *h, struct str name, struct str *out);

/* Puts what no reader sees into a template; what starts a line of its own still ends the sentence before it. */
void markdown_html_hide(struct dom_builder *b, struct str text, bool breaks);

/* Whether a line is rules of CSS that a converter left behind: ".box{color:red}". */
bool markdown_is_style(struct str line);

/* The bytes of a style or script that begins with the text, up to the end of the line that ends it; 0: there is none. */
size_t markdown_style(struct str text);

#endif
