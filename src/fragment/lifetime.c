/* In: spans between visits, each with or without a change. Out: the lifetime with its range.
 *
 * The likelihood of a rate r is exp(-r t) for a quiet span t and 1 - exp(-r t) for one with a change (Cho, Garcia-Molina 2003, irregular
 * visits). The prior is r^(-1/2) / (1 + r t0), t0 the shortest span: flat enough to follow the data, proper where there are none: a part
 * never seen to change may live for ever, one that always changed may live as short as it likes, but neither is certain.
 * The posterior is summed over a grid of rates, from one in a thousand years to one in a millisecond; its quantiles at 5, 50 and 95 % are
 * the answer. Cost: GRID_STEPS x changes. */
#include "fragment/lifetime.h"

#include <math.h>

enum { GRID_STEPS = 800, SPANS_MAX = 4096 };
#define RATE_LOW 3e-11 /* a second: once in a thousand years */
#define RATE_HIGH 1e3

void lifetime_add(struct lifetime_seen *seen, struct arena *a, double span_s, bool changed)
{
    if (!(span_s > 0))
        return;
    if (seen->shortest_s <= 0 || span_s < seen->shortest_s)
        seen->shortest_s = span_s;
    if (changed) {
        if (seen->changed_s.n < SPANS_MAX) /* more would not narrow the range */
            *VEC_ADD(a, &seen->changed_s) = span_s;
    } else {
        seen->quiet_s += span_s;
        seen->n_quiet++;
    }
}

static double log_posterior(const struct lifetime_seen *seen, double rate)
{
    double t0 = seen->shortest_s > 0 ? seen->shortest_s : 1, sum = -rate * seen->quiet_s;
    for (uint32_t i = 0; i < seen->changed_s.n; i++)
        sum += log(-expm1(-rate * seen->changed_s.item[i]));
    /* the steps of the grid are steps of log(rate), so one power of the rate comes on top of the prior's -1/2 */
    return sum + 0.5 * log(rate) - log1p(rate * t0);
}

/* The rate below which a share `part` of the weights lies. */
static double quantile(const double *weight, double total, double part)
{
    double sum = 0;
    unsigned i = 0;
    while (i < GRID_STEPS - 1 && sum + weight[i] < part * total)
        sum += weight[i++];
    double inside = weight[i] > 0 ? (part * total - sum) / weight[i] : 0;
    return RATE_LOW * pow(RATE_HIGH / RATE_LOW, (i + inside) / GRID_STEPS);
}

struct lifetime lifetime_of(const struct lifetime_seen *seen)
{
    double weight[GRID_STEPS], most = -INFINITY, total = 0;

    for (unsigned i = 0; i < GRID_STEPS; i++) {
        weight[i] = log_posterior(seen, RATE_LOW * pow(RATE_HIGH / RATE_LOW, (i + 0.5) / GRID_STEPS));
        most = fmax(most, weight[i]);
    }
    for (unsigned i = 0; i < GRID_STEPS; i++)
        total += weight[i] = exp(weight[i] - most);
    return (struct lifetime){
        .middle_s = 1 / quantile(weight, total, 0.5),
        .low_s = 1 / quantile(weight, total, 0.95),
        .high_s = 1 / quantile(weight, total, 0.05),
    };
}
