/* Pages that are a text which binds somebody: terms, a policy, an imprint. By their title and headings, in many languages (legal.def).
 * Pure. */
#ifndef JUDGE_LEGAL_H
#define JUDGE_LEGAL_H

#include "page/page.h"

/* Whether the page calls itself terms, a policy, an agreement, by its title, its first heading or a main heading. O(bytes of those). */
bool legal_is_text(const struct page *p);
/* Whether a line names such a text. O(bytes). */
bool legal_named(struct str line);
/* Whether it is that, or says who is behind the site. */
bool legal_is_notice(const struct page *p);

#endif
