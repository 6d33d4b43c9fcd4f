/* Runs of words that are a date, a time or a price, by their shape alone. */
#ifndef JUDGE_DATES_H
#define JUDGE_DATES_H

#include "page/page.h"

struct date_words;

/* What a word may be in a date. Those up to DATE_MARK begin none. */
enum date_class { DATE_UNKNOWN, DATE_NONE, DATE_MARK, DATE_NUMBER, DATE_TIME, DATE_MONEY };

struct dates {
    const struct page *page;
    struct date_words *words;  /* of months, days, hours; of currencies */
    uint8_t *class;            /* enum date_class by symbol, of words that were asked for */
    uint8_t *shape;            /* by symbol, of words that judge/shapes.h was asked for: what it found; 0: nothing yet */
    uint32_t comma;            /* the symbol of "," */
    struct state_lists *lists; /* of judge/states.h */
};

struct dates_run {
    uint32_t n; /* words; 0: it is neither */
    bool price;
};

/* `like`: of another page that shares the table of symbols, in the same arena: what is known of words is one. May be NULL. O(symbols). */
void dates_open(struct dates *d, struct arena *a, const struct page *page, const struct dates *like);
/* False: none begins at the word, as at most. */
static inline bool dates_may_begin(const struct dates *d, uint32_t word)
{
    uint8_t class = d->class[d->page->symbol[word]];
    return class == DATE_UNKNOWN || class > DATE_MARK;
}
/* The run that begins at the word and ends before `end`. O(words of the run). */
struct dates_run dates_find(const struct dates *d, uint32_t word, uint32_t end);

/* Whether the word names money: "€", "dollars". */
bool dates_is_money(const struct dates *d, uint32_t w);
/* Whether the word goes on with the number before it, as in "12 304": a space parts thousands. */
bool dates_is_group(const struct page *p, uint32_t w);

/* Whether a line has a day and a time of that day as clocks show it and nobody sets it: "3 May 2031 09:37", "14:30:12". What people agree
 * on begins at half past nine. O(bytes). */
bool dates_is_moment(struct str text);
/* Whether it has a day and a time that people agree on: "19 January 2023, 16:00". */
bool dates_is_appointment(struct str text);
/* "1998", "2031": of four digits, as people now alive write years. */
bool dates_is_year(struct str word);
/* Whether a time to the second stands in it, which only machines write: "14:30:12". */
bool dates_has_seconds(struct str text);
/* Whether they are not 00: a program that writes down a time people agreed on has no others. */
bool dates_has_odd_seconds(struct str text);
/* Whether a time of day stands in it: "09:30". */
bool dates_has_clock(struct str text);

/* Whether a day in data that stands behind such a key is one of something: "end" says of what, "date" may be the day of the visit. */
bool dates_key_says(struct str key);

#endif
