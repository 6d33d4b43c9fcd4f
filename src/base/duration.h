/* Spans of time as people write them: "90s", "15min", "12h", "2d", "2d12h", "1w 2d", "1.5h", "500ms".
 *
 * Units are ms, s, min, h, d and w, the larger before the smaller. Months have no fixed length and are left out; a lone "m" means minutes
 * to some and months to others, so the caller decides, or nobody does and it is refused with words. */
#ifndef BASE_DURATION_H
#define BASE_DURATION_H

#include "base/buf.h"

#define DURATION_SECOND_MS INT64_C(1000)
#define DURATION_MINUTE_MS INT64_C(60000)
#define DURATION_HOUR_MS INT64_C(3600000)
#define DURATION_DAY_MS INT64_C(86400000)
#define DURATION_WEEK_MS INT64_C(604800000)
/* Longer than anything waits, short enough for sums of 64 bits. */
#define DURATION_MAX_MS (INT64_C(36525) * DURATION_DAY_MS)

/* What the text alone does not tell. */
struct duration_units {
    int64_t plain_ms; /* of a number without a unit; 0: refused, but for 0 itself */
    int64_t m_ms;     /* of "m"; 0: refused */
};

/* A plain number is seconds, "m" is refused: for settings. */
extern const struct duration_units duration_seconds;

/* E_FORMAT with words that show how it is written; at most DURATION_MAX_MS. */
int duration_read(struct str text, const struct duration_units *units, int64_t *out_ms, struct err *e) MUST_CHECK;
/* The shortest form that reads back as the same: "2d12h", "90s" as "1min30s", 0 as "0s". */
void duration_add(struct buf *out, int64_t ms);
/* For a sentence: "2 days 12 hours", "1 minute", "less than a second"; the two largest units, what is smaller is cut off. */
void duration_add_words(struct buf *out, int64_t ms);

#endif
