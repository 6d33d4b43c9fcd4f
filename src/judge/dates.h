/* Runs of words that are a date, a time or a price, by their shape alone. */
#ifndef JUDGE_DATES_H
#define JUDGE_DATES_H

#include "page/page.h"

struct date_words;

struct dates {
    const struct page *page;
    struct date_words *words; /* of months, days, hours; of currencies */
    uint8_t *shape;           /* by symbol, of words that judge/shapes.h was asked for: what it found; 0: nothing yet */
};

struct dates_run {
    uint32_t n; /* words; 0: it is neither */
    bool price;
};

/* `like`: of another page that shares the table of symbols, in the same arena: what is known of words is one. May be NULL. O(symbols). */
void dates_open(struct dates *d, struct arena *a, const struct page *page, const struct dates *like);
/* The run that begins at the word and ends before `end`. O(words of the run). */
struct dates_run dates_find(const struct dates *d, uint32_t word, uint32_t end);

#endif
