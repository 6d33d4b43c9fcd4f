/* Answers that came from somewhere else than they were asked from: a login, a question about cookies, another page of the site. A part of
 * judge/suspect.h. Pure. */
#ifndef JUDGE_SUSPECT_ADDRESS_H
#define JUDGE_SUSPECT_ADDRESS_H

#include "judge/suspect.h"

/* Only for answers that lost most of what the page had. Adds the reason to `why`. O(bytes of the addresses). */
enum suspect suspect_address(const struct page *page, const struct suspect_facts *facts, struct buf *why);

#endif
