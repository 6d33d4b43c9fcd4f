/* How urgent a visit to a page is, and when it will be urgent enough.
 *
 * A page is visited when its urgency has grown to price x cost: one price for all pages spends a budget best (Olston and Pandey 2008).
 * With d(t) the divergence that is expected t days after a visit, the urgency is U(t) = t d(t) - integral of d from 0 to t; it never
 * falls. What counts as divergence is the choice:
 *
 *     harmonic  the k-th important change that is missed counts 1/k: U = w (t - (1 - exp(-D t)) / D). No page starves, and one whose rate
 *               was overestimated takes no more than its weight's share. The default.
 *     delay     each important change counts by how late it is seen: U = w D t^2 / 2
 *     fresh     a page is up to date or it is not: U = w ((1 - exp(-D t)) / D - t exp(-D t)). Gives up pages that change faster than they
 *               can be followed: for archives, not for alerts.
 *
 * w is the weight of the page, D its rate of important change a day (judge/rate.h). Pure; all calls O(1). */
#ifndef JUDGE_URGENCY_H
#define JUDGE_URGENCY_H

#include <stdbool.h>

#include "base/str.h"

enum urgency_kind { URGENCY_HARMONIC, URGENCY_DELAY, URGENCY_FRESH, URGENCY_KINDS };

/* "harmonic", "delay", "fresh", as a user writes them. False: there is no such kind. */
bool urgency_read(struct str name, enum urgency_kind *out);

double urgency_of(enum urgency_kind kind, double weight, double rate, double days);
/* The days after a visit at which the urgency is `price`; INFINITY where it never is (fresh alone). price, weight and rate > 0. */
double urgency_interval(enum urgency_kind kind, double weight, double rate, double price);

/* What a visit after so many days is expected to cost, in whole fetches, where the server tells truly that nothing changed (status 304).
 * byte_rate: changes of any kind a day. */
double urgency_cost(double byte_rate, double days);

#endif
