/* Runs of words that are a date, a time or a price, by their shape alone. */
#ifndef JUDGE_DATES_H
#define JUDGE_DATES_H

#include "base/map.h"
#include "page/page.h"

struct dates {
    const struct page *page;
    struct map words;        /* of months, days, hours; of currencies */
    struct str_pairs starts; /* the first two bytes of each */
};

struct dates_run {
    uint32_t n; /* words; 0: it is neither */
    bool price;
};

void dates_open(struct dates *d, struct arena *a, const struct page *page);
/* The run that begins at the word and ends before `end`. O(words of the run). */
struct dates_run dates_find(const struct dates *d, uint32_t word, uint32_t end);

#endif
