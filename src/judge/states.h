/* Short words that say how something stands: "in stock", "degraded". They come and go, and each time it is news. And words beside which a
 * date is that of an event: "deadline", "doors open". Pure. */
#ifndef JUDGE_STATES_H
#define JUDGE_STATES_H

#include "base/arena.h"

/* Whether the text names a state, in one of the languages of states.def. O(bytes). */
bool states_named(struct str text);
/* False: it names none, nor does any part of it. O(bytes). */
bool states_may_be_named(struct str text);
/* Whether a date in the text says when something takes place, not how long ago or how soon. O(bytes). */
bool events_named(struct str text);
/* Whether a time in the text says how long ago or how soon, and changes by itself: "3 hours ago". O(bytes). */
bool running_named(struct str text);
/* Whether the text is the name of a day as seen from today, and nothing else: "tomorrow". O(bytes). */
bool day_named(struct str text);
/* Whether a date in the text says when the page, or something on it, was written: "updated". O(bytes). */
bool stamps_named(struct str text);
/* Whether a number in the text counts what people or machines do: "users online". O(bytes + rows of counters.def). */
bool counters_named(struct str text);
/* The same of many texts. O(bytes). */
struct counters;
struct counters *counters_open(struct arena *a);
bool counters_among(struct counters *c, struct str text);

#endif
