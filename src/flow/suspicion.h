/* Answers that may not be the page (judge/suspect.h), from visit to visit: when one is believed, and what is said of it then.
 *
 * The first is kept and held back. It is believed when it is seen twice: the next one is suspect for the same cause and has most of its
 * words, and the page has not been there for `suspect-after`. Two different ones in a row (a guard, then a notice of maintenance) say only
 * that the page cannot be read for now. But after SUSPICION_ANSWERS of them in a row the page is away, whatever each of them said, and
 * somebody must hear of it.
 * From then on changes are held against what was believed; but the version before it is remembered (page_state.real), so that the page is
 * known when it comes back. Where nothing else was ever seen, the second is kept as the first version, and the page counts as blocked
 * (page_state.blocked).
 * Pure. */
#ifndef FLOW_SUSPICION_H
#define FLOW_SUSPICION_H

#include "flow/subject.h"
#include "judge/verdict.h"

enum { SUSPICION_ANSWERS = 4 }; /* different ones in a row: an hour, as a suspect page is asked again after 15 minutes */

/* An answer that may not be the page. */
struct suspicion_answer {
    int64_t at;
    bool again;     /* it says what the one before it said */
    int64_t n_held; /* versions before it that are held back, in a row */
};

/* The same, as far as it was judged: a new body. */
struct suspicion_answer suspicion_of(const struct page_state *s, const struct verdict *v, int64_t n_held, int64_t at);

/* Whether what is suspect now has lasted: it stands for the page. False where it is suspect for the first time. */
bool suspicion_lasts(const struct page_state *s, const struct subject_rules *rules, const struct suspicion_answer *x);

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
