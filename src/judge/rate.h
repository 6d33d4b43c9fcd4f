/* How often a page changes in a way that matters: a posterior over its rate, on a small grid, fed by what each visit brought.
 *
 *     rate_see(&r, &prior, 2.5, 0.3);            after 2.5 days the page had changed by an importance of 0.3
 *     double a_day = rate_mean(&r, &prior);
 *
 * The rate of important change D folds rate and importance into one: where changes come as a Poisson process and each makes a share E of
 * what was known untrue, the share that is still true after t is exp(-D t) on average, so the importance seen at a visit is an outcome
 * between no and yes with mean 1 - exp(-D t). Noise counts as 0. Irregular visits need no care. Old evidence fades: a page may change its
 * ways. What no visit has shown yet comes from the other pages (struct rate_prior, refreshed once a day). Pure. */
#ifndef JUDGE_RATE_H
#define JUDGE_RATE_H

#include <stdint.h>

enum {
    RATE_POINTS = 24
}; /* from once in 27 years to 39 times a day, each 1.75 times the one before: finer than a page's evidence ever is */

/* Close to the last point: it may be any number above. */
#define RATE_TOP 35.0
/* Important changes a day of a page of which nothing is known: rate_mean() of nothing seen, by the start. */
#define RATE_UNKNOWN 0.13272

/* All zeros: nothing was seen yet. */
struct rate {
    float log_likelihood[RATE_POINTS];
};

/* What share of all pages has which rate, as logarithms. */
struct rate_prior {
    float log_share[RATE_POINTS];
    float
        grain; /* the importance of one change, by its share of all importance: sum of squares / sum. Small grains say more of the rate. */
};

/* Once in a hundred days, give or take a factor of ten: where there are no other pages to learn from. */
struct rate_prior rate_prior_start(void);

/* A visit `days` after the last one brought a change of that importance, in [0,1]. O(points). */
void rate_see(struct rate *r, const struct rate_prior *prior, double days, double importance);
/* Important changes a day that are to be expected. O(points). */
double rate_mean(const struct rate *r, const struct rate_prior *prior);

/* The prior from all pages: each adds its posterior; one step of expectation maximisation. */
struct rate_census {
    double share[RATE_POINTS];
    double importance, squares; /* sums over visits, each times its rate_alone() */
    uint64_t pages;
};

/* How much a visit says of the importance of one change, for these sums: the chance that it did not find several at once. */
double rate_alone(double a_day, double days);
void rate_count(struct rate_census *c, const struct rate *r, const struct rate_prior *prior);
/* The start's shares count as a few pages of their own, so that no rate is ever ruled out. */
struct rate_prior rate_prior_of(const struct rate_census *c);

#endif
