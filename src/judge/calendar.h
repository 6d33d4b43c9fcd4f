/* Which day a line names, so that days can be put in order. Pure. */
#ifndef JUDGE_CALENDAR_H
#define JUDGE_CALENDAR_H

#include "base/str.h"

enum { CALENDAR_YEAR = 12 * 31 }; /* days of a year, all months being as long: enough for an order */

/* The first day in the text, as a number that is larger for a later day. `year`: whether it is written; without it all days are of one
 * year. False: there is none, or nobody can tell the day from the month. O(bytes). */
bool calendar_day(struct str text, uint32_t *day, bool *year);

#endif
