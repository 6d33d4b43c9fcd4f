/* In: visits with the importance that each found. Out: how many important changes a day to expect.
 *
 * For a rate d the visit after t days with outcome y has the likelihood (1 - exp(-d t))^y x exp(-d t)^(1 - y), y between 0 and 1. */
#include "judge/rate.h"

#include <math.h>

static const double LEAST = 1e-4, STEP = 1.75; /* a day */
/* A page keeps its ways for three years on average. */
static const double STEADY_DAYS = 1000;
/* The start's spread in log10, and how many pages its opinion is worth. */
static const double START = 0.01, START_SPREAD = 1.0, START_PAGES = 4;

static double point(uint32_t g)
{
    return LEAST * pow(STEP, g);
}

static void start_shares(double share[RATE_POINTS])
{
    double all = 0;
    for (uint32_t g = 0; g < RATE_POINTS; g++) {
        double off = log10(point(g) / START) / START_SPREAD;
        all += share[g] = exp(-off * off / 2);
    }
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        share[g] /= all;
}

struct rate_prior rate_prior_start(void)
{
    struct rate_census nobody = { .pages = 0 };
    return rate_prior_of(&nobody);
}

/* The posterior; its sum is 1. */
static void posterior(const struct rate *r, const struct rate_prior *prior, double share[RATE_POINTS])
{
    float most = -INFINITY;
    double all = 0;
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        most = fmaxf(most, r->log_likelihood[g] + prior->log_share[g]);
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        all += share[g] = (double)expf(r->log_likelihood[g] + prior->log_share[g] - most);
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        share[g] /= all;
}

/* With that chance the page has changed its ways since the last visit, and all that was known of it is void: exp(l) becomes a mean of
 * itself and 1. */
static void forget(struct rate *r, const struct rate_prior *prior, double days)
{
    double chance = -expm1(-days / STEADY_DAYS), all = 0;
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        all += (double)expf(r->log_likelihood[g] + prior->log_share[g]);
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        r->log_likelihood[g] = logf((float)((1 - chance) * (double)expf(r->log_likelihood[g]) / all + chance));
}

void rate_see(struct rate *r, const struct rate_prior *prior, double days, double importance)
{
    double d = LEAST * days, grain = prior->grain;
    forget(r, prior, days);
    for (uint32_t g = 0; g < RATE_POINTS; g++, d *= STEP) {
        double changed = importance > 0 ? importance * log(-expm1(-d)) : 0;
        r->log_likelihood[g] += (float)((changed - (1 - importance) * d) / grain);
    }
}

double rate_mean(const struct rate *r, const struct rate_prior *prior)
{
    double share[RATE_POINTS], mean = 0, d = LEAST;
    posterior(r, prior, share);
    for (uint32_t g = 0; g < RATE_POINTS; g++, d *= STEP)
        mean += share[g] * d;
    return mean;
}

double rate_alone(double a_day, double days)
{
    return exp(-a_day * days);
}

void rate_count(struct rate_census *c, const struct rate *r, const struct rate_prior *prior)
{
    double share[RATE_POINTS];
    posterior(r, prior, share);
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        c->share[g] += share[g];
    c->pages++;
}

struct rate_prior rate_prior_of(const struct rate_census *c)
{
    double start[RATE_POINTS];
    struct rate_prior prior;
    start_shares(start);
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        prior.log_share[g] = (float)log((c->share[g] + START_PAGES * start[g]) / ((double)c->pages + START_PAGES));
    prior.grain = (float)fmax((c->squares + 0.5) / (c->importance + 0.5), 0.02);
    return prior;
}
