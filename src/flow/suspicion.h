/* Answers that may not be the page (judge/suspect.h), from visit to visit: when one is believed, and what is said of it then.
 *
 * The first is kept and held back. It is believed with the next one, if the page has answered like that for `suspect-after`. From then on
 * changes are held against it; but the version before it is remembered (page_state.real), so that the page is known when it comes back.
 * Where nothing else was ever seen, the second is kept as the first version, and the page counts as blocked (page_state.blocked).
 * Pure. */
#ifndef FLOW_SUSPICION_H
#define FLOW_SUSPICION_H

#include "flow/subject.h"
#include "judge/verdict.h"

/* Whether what is suspect now has been so for long enough: it stands for the page. False where it is suspect for the first time. */
bool suspicion_lasts(const struct page_state *s, const struct subject_rules *rules, int64_t at);

/* What is told of a suspect answer: the reason, to everybody who watches the page. Of one that has shrunk also what is left. */
struct verdict suspicion_told(struct arena *a, const struct verdict *v, uint32_t n_watches);

/* A version that was judged. `base` is the one it was held against; 0: none. */
struct suspicion_version {
    const struct verdict *verdict;
    int64_t base, at;
    bool held; /* it is suspect, and not believed yet */
};

/* Writes the parts of the state that say how the page stands. */
void suspicion_learn(struct page_state *s, const struct suspicion_version *v);

#endif
