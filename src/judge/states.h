/* Short words that say how something stands: "in stock", "degraded". They come and go, and each time it is news. And words beside which a
 * date is that of an event: "deadline", "doors open". Pure. */
#ifndef JUDGE_STATES_H
#define JUDGE_STATES_H

#include "page/page.h"

/* Lists of phrases for texts of pages with one table of symbols, each put in order when it is first asked for. */
struct state_lists;
struct state_lists *states_open(struct arena *a, const struct symbols *symbols);

/* What the lists say of a text. O(bytes); where few texts are asked about, `l` may be NULL: O(bytes + rows of the list). */

/* Whether the text names a state, in one of the languages of states.def. */
bool states_named(struct state_lists *l, struct str text);
/* Whether the text says that something can be bought, and nothing else of how it stands: "Add to basket". */
bool states_can_buy(struct state_lists *l, struct str text);
/* Whether both texts say that something can be bought, and name no other state: "add to basket", "add to bag". */
bool states_are_alike(struct state_lists *l, struct str was, struct str now);
/* Whether the text names a state that comes and goes with the clock: "open now". */
bool states_run(struct state_lists *l, struct str text);
/* Whether a date in the text says when something takes place, not how long ago or how soon. */
bool events_named(struct state_lists *l, struct str text);
/* Whether a span of time in the text is a term, not how long ago something was: "5日前まで". */
bool terms_named(struct state_lists *l, struct str text);
/* Whether a time in the text says how long ago or how soon, and changes by itself: "3 hours ago". */
bool running_named(struct state_lists *l, struct str text);
/* Whether the text tells of the day of the visit: "Today is Monday, 3 May: sun, 12 degrees". */
bool today_named(struct state_lists *l, struct str text);
/* Whether the text says what was chosen for a week, a month: "topic of the week". */
bool weeks_named(struct state_lists *l, struct str text);
/* Whether a date in the text says when the page, or something on it, was written: "updated". */
bool stamps_named(struct state_lists *l, struct str text);
/* Whether a number in the text counts what people or machines do: "users online". */
bool counters_named(struct state_lists *l, struct str text);
/* Whether the text is the name of a day as seen from today, and nothing else: "tomorrow". `l` is none of NULL. */
bool days_among(struct state_lists *l, struct str text);
/* False: no state begins inside the word, so none is named by a text of such words with spaces between their letters. Each word is looked
 * at once. Likewise. */
bool states_may_begin(struct state_lists *l, uint32_t symbol, struct str word);

/* False: none is named by a line of the words [word, end), as by most, which need not be read. Likewise. */
bool states_may_stand(struct state_lists *l, const struct page *p, uint32_t word, uint32_t end);

/* Whether the text ends in the words that tell which day it is: "Welcome! Today is". O(bytes). */
bool today_ends(struct str text);
/* Whether a word says how doors stand, and nothing else: "open". O(bytes). */
bool is_door(struct str word);
/* Whether the text says whose something is: "©", anywhere in it. O(bytes). */
bool copyrights_named(struct str text);

#endif
