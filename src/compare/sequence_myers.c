/* The middle of a shortest edit script, where the script is short.
 *
 * In: a box and a bound. Out: a split, and the distances on both sides of it.
 * The idea: Myers 1986, "An O(ND) Difference Algorithm and Its Variations", section 4b. The furthest paths of d edits are kept
 * for each diagonal, from the front and from the back, until two of them meet. The search from the back is the search from the
 * front of the reversed box, so both share one body.
 * Invariants: 1. mine[k] is the furthest x of a path with the edits so far that ends on diagonal k = x - y; 2. diagonals that lie
 * outside the box are not entered.
 * Cost: O(bound^2 + (n + m) bound) at worst, O(n + m + d^2) expected; 2 x bound integers of memory. */
#include "compare/sequence_impl.h"

struct search {
    const uint32_t *a, *b;
    int32_t n, m;
    int32_t *forward, *backward; /* by diagonal, which may be negative */
};

static inline bool same(const struct search *s, int32_t x, int32_t y, bool back)
{
    return back ? s->a[s->n - 1 - x] == s->b[s->m - 1 - y] : s->a[x] == s->b[y];
}

/* One more edit from one end. True where the paths meet: then x is where the last snake began, on diagonal k. */
static inline __attribute__((always_inline)) bool step(const struct search *s, int32_t d, bool back, int32_t *at_x, int32_t *at_k)
{
    int32_t *mine = back ? s->backward : s->forward;
    const int32_t *other = back ? s->forward : s->backward;
    int32_t delta = s->n - s->m, other_d = back ? d : d - 1;
    bool can_meet = (delta & 1) != back; /* an odd distance ends with a step from the front */
    int32_t low = d > s->m ? d - 2 * s->m : -d, high = d > s->n ? 2 * s->n - d : d;

    for (int32_t k = low; k <= high; k += 2) {
        bool down = k == -d || (k != d && mine[k - 1] < mine[k + 1]);
        int32_t start = down ? mine[k + 1] : mine[k - 1] + 1;
        int32_t x = start;
        while (x < s->n && x - k < s->m && same(s, x, x - k, back))
            x++;
        mine[k] = x;
        if (can_meet && delta - k >= -other_d && delta - k <= other_d && x + other[delta - k] >= s->n) {
            *at_x = start;
            *at_k = k;
            return true;
        }
    }
    return false;
}

bool sequence_myers(struct work *w, const struct sequence_box *box, uint32_t bound, struct split *out)
{
    uint32_t centre = bound / 2 + 2;
    struct search s = { .a = w->a + box->a,
                        .b = w->b + box->b,
                        .n = (int32_t)(box->a_end - box->a),
                        .m = (int32_t)(box->b_end - box->b),
                        .forward = w->forward + centre,
                        .backward = w->backward + centre };
    int32_t x, k;

    s.forward[1] = s.backward[1] = 0;
    for (uint32_t d = 0; 2 * d <= bound + 1; d++) {
        if (step(&s, (int32_t)d, false, &x, &k)) {
            *out = (struct split){ box->a + (uint32_t)x, box->b + (uint32_t)(x - k), d, d - 1, true };
            return true;
        }
        if (2 * d <= bound && step(&s, (int32_t)d, true, &x, &k)) {
            *out = (struct split){ box->a_end - (uint32_t)x, box->b_end - (uint32_t)(x - k), d, d, true };
            return true;
        }
    }
    return false;
}

size_t sequence_myers_room(uint32_t bound)
{
    return 2 * ((size_t)bound / 2 + 2) + 1;
}
