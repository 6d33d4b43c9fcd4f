/* Where words lead, before and after a change: to a file, to a person, or elsewhere. Pure. */
#ifndef JUDGE_LEADS_H
#define JUDGE_LEADS_H

#include "compare/delta.h"

struct link_change {
    struct str was, now; /* addresses as they are written */
};

/* False: the change is not one of a link that stays. */
bool link_change_of(const struct delta *d, uint32_t change, struct link_change *out);

/* Another document, or another person: a new report behind "our report", another account behind "write to us". Other addresses change for
 * reasons of the site, and so does that of a document that an archive keeps under its name. */
bool link_matters(const struct link_change *link);

/* Whether all of a sentence is a link to a file; to anything but a file or a person. O(depth). */
bool leads_to_file(const struct page *p, uint32_t sentence);
bool leads_to_page(const struct page *p, uint32_t sentence);
/* Whether it is a link to a place of the page itself: a chapter. */
bool leads_further_down(const struct page *p, uint32_t sentence);
/* Whether it is a link to another site; where nobody knows the page's own address, to any site that is named. */
bool leads_away(const struct page *p, uint32_t sentence);

/* Whether a link leads to another page: not to a file, a person, or further down on the page itself. */
bool leads_to_another(const struct page *p, const struct link *link);

/* Whether a link in the nodes [node, end) leads to a file of that name: "2025.02.14" beside "/tool-2025.02.14.tar.gz" is a release, not a
 * day. Of many links those nearest to `at` are asked. O(log links). */
bool leads_to_named(const struct page *p, uint32_t node, uint32_t end, uint32_t at, struct str name);

/* What of an address says where it leads: the file, the person, or all of it. */
struct str link_end(struct str address);

#endif
