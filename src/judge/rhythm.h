/* When in the week the pages of a host change: multipliers for the hours of the day and for the days of the week, learnt from visits, and
 * the best moment of the next visit with them.
 *
 *     rhythm_see(&r, &clock, &(struct rhythm_visit){ from, to, expected, importance });
 *     if (rhythm_clock_of(&r, &clock))                            the evidence is there
 *         next = rhythm_next(&clock, last, interval_days);
 *
 * A change lies somewhere between two visits, so it is shared out over the hours between them by what is known so far. Hours and days of
 * which little is known are drawn to the mean; where the hours are no more uneven than chance makes them there is no
 * clock at all (weekdays alone would move all visits to the same days, and gain nothing). Old
 * evidence fades. Hours are those of UTC. Pure; moments are milliseconds since 1970. */
#ifndef JUDGE_RHYTHM_H
#define JUDGE_RHYTHM_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RHYTHM_HOURS = 24,
    RHYTHM_WEEKDAYS = 7, /* from Thursday on: 1970 began with one */
    RHYTHM_PARTS = RHYTHM_HOURS + RHYTHM_WEEKDAYS,
    RHYTHM_WEEK = RHYTHM_HOURS * RHYTHM_WEEKDAYS
};

/* Importance that was found, and that was to be expected if all hours were alike: by hour, then by weekday. All zeros: nothing. */
struct rhythm {
    float found[RHYTHM_PARTS], expected[RHYTHM_PARTS];
    int64_t at; /* the last visit */
};

/* Days of an even week up to the beginning of each hour of this one: where much changes they run faster. The last is 7. */
struct rhythm_clock {
    float at[RHYTHM_WEEK + 1];
};

struct rhythm_visit {
    int64_t from, to; /* the visit before and this one */
    double a_day;     /* important changes that are to be expected */
    double importance;
};

/* `clock`: as it is so far; NULL: even. O(hours between the visits); what is further apart than half a week says nothing. */
void rhythm_see(struct rhythm *r, const struct rhythm_clock *clock, const struct rhythm_visit *v);
/* False: there is no rhythm to be seen, or not yet. */
bool rhythm_clock_of(const struct rhythm *r, struct rhythm_clock *out);

/* Days of an even week that have as much change as the time between two moments. O(1). */
double rhythm_days(const struct rhythm_clock *c, int64_t from, int64_t to);
/* When to visit a page that was last visited at `from`, and would be every `days` if all hours were alike. O(hours of two intervals), at
 * most some weeks. */
int64_t rhythm_next(const struct rhythm_clock *c, int64_t from, double days);

#endif
