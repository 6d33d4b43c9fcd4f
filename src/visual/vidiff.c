/* In: two Vi-XML documents. Out: the delta between them.
 *
 * The order of the steps is the method: what is certain goes first and leaves less to guess. */
#include "visual/vidiff.h"

#include "visual/vidiff_steps.h"

void vidiff(struct arena *a, const struct vixml *old, const struct vixml *new, const struct vidiff_options *options,
            struct videlta *out)
{
    struct vi_step s = {
        .arena = a,
        .old = old,
        .new = new,
        .match = vi_match_new(a, old, new),
        .same = options->same,
        .old_same = NEW_ARRAY(a, uint8_t, old->n),
        .new_same = NEW_ARRAY(a, uint8_t, new->n),
        .old_part = NEW_ARRAY(a, uint8_t, old->n),
        .new_part = NEW_ARRAY(a, uint8_t, new->n),
        .stayed = NEW_ARRAY(a, bool, new->n),
    };
    vi_match_contents(&s);
    vi_match_holders(&s, false);
    vi_match_rest(&s);
    vi_match_places(&s);
    vi_match_holders(&s, true);
    vi_match_places(&s);
    vi_match_all_items(&s);
    vi_match_texts(&s);
    videlta_make(a, old, new, s.match, out);
    out->same = options->same;
}
