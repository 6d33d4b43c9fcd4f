/* What stands beside the content by what it says, whatever the elements around it are named: greetings, invitations to subscribe, the
 * weather of the hour, things picked for a reader. Phrases in many languages (sides.def). Pure. */
#ifndef JUDGE_SIDES_H
#define JUDGE_SIDES_H

#include "judge/phrases.h"
#include "judge/pieces.h"
#include "judge/places.h"

/* What many sentences of pages with one table of symbols are asked for. */
struct sides_phrases {
    struct phrase_starts hellos, invites, adverts, dailies, posts;
    struct phrase_starts wants, degrees; /* which may stand anywhere in a sentence */
    uint8_t *word;                       /* by symbol: what is known of a word, as bits; 0: nothing yet */
};
/* O(symbols + phrases). */
const struct sides_phrases *sides_open(struct arena *a, const struct symbols *symbols);

/* The place that a sentence has by its words, or in JSON by the names around it; PLACES: they do not say.
 * O(bytes of the sentence + depth). */
enum judge_place sides_place(const struct sides_phrases *sides, const struct page *p, uint32_t sentence);

/* Whether nothing changed in a sentence but how it greets a reader: "Good evening and welcome to ...". */
bool sides_greets_anew(const struct delta *d, const struct judge_piece *p);
/* Whether a heading stands above things that were picked for a reader: "You may also like". */
bool sides_shelf(const struct phrase_index *shelves, struct str heading);
/* The phrases for it. O(phrases). */
void sides_shelves(struct arena *a, struct phrase_index *out);
/* Whether it stands above one thing that is another each day: "Quote of the day". */
bool sides_daily(struct str heading);
/* Whether the words up to `end` are few, with degrees, on a page whose title does not say that it is about the weather. O(bytes). */
bool sides_shows_weather(const struct page *p, uint32_t word, uint32_t end);
/* Whether a line is the label above an advert and nothing else: "Sponsored". */
bool sides_advert(struct str line);
/* False: no such label begins with the word. */
bool sides_may_advertise(struct str word);
/* Whether the line names other posts behind a label of such a list: "Related posts: The mill, The lock". */
bool sides_posts(struct str line);

#endif
