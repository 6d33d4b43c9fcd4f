/* Short words that say how something stands: "in stock", "degraded". They come and go, and each time it is news. And words beside which a
 * date is that of an event: "deadline", "doors open". Pure. */
#ifndef JUDGE_STATES_H
#define JUDGE_STATES_H

#include "page/page.h"

/* Whether the text names a state, in one of the languages of states.def. O(bytes). */
bool states_named(struct str text);
/* Whether the text says that something can be bought, and nothing else of how it stands: "Add to basket". O(bytes). */
bool states_can_buy(struct str text);
/* Whether both texts say that something can be bought, and name no other state: "add to basket", "add to bag". O(bytes). */
bool states_are_alike(struct str was, struct str now);
/* Whether the text names a state that comes and goes with the clock: "open now". O(bytes). */
bool states_run(struct str text);
/* Whether a date in the text says when something takes place, not how long ago or how soon. O(bytes). */
bool events_named(struct str text);
/* Whether a span of time in the text is a term, not how long ago something was: "5日前まで". O(bytes). */
bool terms_named(struct str text);
/* Whether a time in the text says how long ago or how soon, and changes by itself: "3 hours ago". O(bytes). */
bool running_named(struct str text);
/* Whether the text tells of the day of the visit: "Today is Monday, 3 May: sun, 12 degrees". O(bytes). */
bool today_named(struct str text);
/* Whether the text says what was chosen for a week, a month: "topic of the week". O(bytes). */
bool weeks_named(struct str text);
/* Whether the text ends in the words that tell which day it is: "Welcome! Today is". O(bytes). */
bool today_ends(struct str text);
/* Whether a word says how doors stand, and nothing else: "open". O(bytes). */
bool is_door(struct str word);
/* Whether a date in the text says when the page, or something on it, was written: "updated". O(bytes). */
bool stamps_named(struct str text);
/* Whether the text says whose something is: "©", anywhere in it. O(bytes). */
bool copyrights_named(struct str text);
/* Whether a number in the text counts what people or machines do: "users online". O(bytes + rows of counters.def). */
bool counters_named(struct str text);

/* The same of many texts of pages with one table of symbols. A list is put in order when it is first asked for. O(bytes). */
struct state_lists;
struct state_lists *states_open(struct arena *a, const struct symbols *symbols);
bool counters_among(struct state_lists *l, struct str text);
bool running_among(struct state_lists *l, struct str text);
/* Whether the text is the name of a day as seen from today, and nothing else: "tomorrow". */
bool days_among(struct state_lists *l, struct str text);
/* False: no state begins inside the word, so none is named by a text of such words with spaces between their letters. Each word is looked
 * at once. */
bool states_may_begin(struct state_lists *l, uint32_t symbol, struct str word);

#endif
