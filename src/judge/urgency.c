/* In: weight, rate and price. Out: urgencies and the interval at which one reaches a price.
 *
 * With x = D t, an interval solves f(x) = y with y = price x D / weight: x - 1 + exp(-x) (harmonic), x^2 / 2 (delay), 1 - exp(-x) (1 + x)
 * (fresh). All f rise; Newton's steps from a start on the safe side converge in six or fewer. */
#include "judge/urgency.h"

#include <math.h>

/* An answer 304 costs this share of a whole fetch. */
static const double NOT_MODIFIED = 0.1;

bool urgency_read(struct str name, enum urgency_kind *out)
{
    static const char *const names[URGENCY_KINDS] = { "harmonic", "delay", "fresh" };
    for (int kind = 0; kind < URGENCY_KINDS; kind++)
        if (str_eq(name, str_of(names[kind]))) {
            *out = (enum urgency_kind)kind;
            return true;
        }
    return false;
}

double urgency_of(enum urgency_kind kind, double weight, double rate, double days)
{
    double x = rate * days;
    if (kind == URGENCY_DELAY)
        return weight * rate * days * days / 2;
    if (kind == URGENCY_FRESH)
        return weight / rate * (-expm1(-x) - x * exp(-x));
    return weight / rate * (x + expm1(-x));
}

/* x - 1 + exp(-x) = y. The function is convex: a start above the solution stays above. */
static double harmonic_solution(double y)
{
    double x = y < 1 ? sqrt(2 * y) + y / 2 : y + 1;
    for (int i = 0; i < 6; i++)
        x -= (x + expm1(-x) - y) / -expm1(-x);
    return x;
}

/* 1 - exp(-x) (1 + x) = y; none from 1 on. The gamma distribution of order two: Newton's steps on its logarithm of what is left. */
static double fresh_solution(double y)
{
    if (y >= 1)
        return INFINITY;
    double x = sqrt(2 * y) + y, left = -log1p(-y);
    for (int i = 0; i < 8; i++)
        x -= (x - log1p(x) - left) * (1 + x) / x;
    return x;
}

double urgency_interval(enum urgency_kind kind, double weight, double rate, double price)
{
    double y = price * rate / weight;
    /* Below this the series is exact to the last bit that matters, and the differences above lose theirs. */
    if (kind == URGENCY_DELAY || y < 1e-9)
        return sqrt(2 * price / (weight * rate));
    return (kind == URGENCY_HARMONIC ? harmonic_solution(y) : fresh_solution(y)) / rate;
}

double urgency_cost(double byte_rate, double days)
{
    return NOT_MODIFIED - (1 - NOT_MODIFIED) * expm1(-byte_rate * days);
}
