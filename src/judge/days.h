/* Days that an event takes, and days of data: none of them is the day of the visit. Pure. */
#ifndef JUDGE_DAYS_H
#define JUDGE_DAYS_H

#include "judge/pieces.h"

/* "6-8 October", "6. - 8. Oktober", "April 3 - May 12", "April 3, 2017 - April 12, 2017": from one day to another. Not "2024-10-06",
 * and not "11:25-11:55". O(bytes). */
bool days_named(struct str text);

/* A day without a time in JSON, behind a key that says which: "end": "2024-04-30". Machines write times to the second. `text`: the
 * value. O(bytes). */
bool days_of_key(const struct page *p, struct str key, struct str text);
/* The same of a sentence, by the one before it. */
bool days_of_data(const struct page *p, uint32_t sentence, struct str text);

/* Such a day of one of several records. Keys name the values of all records alike, so that some record changes on most visits, while each
 * by itself hardly does. O(sentences). */
bool days_of_record(const struct delta *d, const struct judge_piece *p);

#endif
