/* Moments as people write and read them. A moment is milliseconds since 1970 in UTC; without a zone a text means local time.
 *
 * A text names all of the span that it is exact to, and stands for the last moment of it: "2026-11-01" is the whole day, so "as of" that
 * day is what stood at its end. Forms: 2026-11-01, 2026-11-01T10:00, 2026-11-01 10:00:05, with .123 and with Z or +01:00 behind; 2026-11;
 * now, today, yesterday; and a span before now: 3d, "2d12h ago". */
#ifndef BASE_MOMENT_H
#define BASE_MOMENT_H

#include "base/json.h"

/* Room for what the writing calls add, and a NUL. */
enum { MOMENT_TEXT_MAX = 40 };

/* E_FORMAT with words that show how it is written. */
int moment_read(struct str text, int64_t now, int64_t *out, struct err *e) MUST_CHECK;
/* The first moment of the span instead: "since" a day begins with the day. */
int moment_read_start(struct str text, int64_t now, int64_t *out, struct err *e) MUST_CHECK;
/* The start of the local day that lies `back` days before the one of `at`. */
int64_t moment_day_start(int64_t at, int back);
/* When the clock on the wall shows that minute of the day, on the local day `days` after the one of `at`; and which minute it shows at
 * `at`. Not counted from the day's start: days have 23 or 25 hours twice a year. */
int64_t moment_of_minute(int64_t at, int days, int minute);
int moment_minute(int64_t at);
/* Of the local day: 0 is Monday, 6 Sunday. */
int moment_weekday(int64_t at);
/* "2026-11-01 10:00:05", in local time. */
void moment_add(struct buf *out, int64_t at);
/* The name of the local zone at that moment: "CET". */
void moment_add_zone(struct buf *out, int64_t at);
/* "2026-11-01T10:00:05.123Z": for programs. */
void moment_add_utc(struct buf *out, int64_t at);
/* The same as a field; null for INT64_MAX, which stands for "never". */
void moment_json(struct json *j, const char *name, int64_t at);
/* "3 hours ago", "in 2 days", "just now": the largest unit alone; of what was, the whole ones, of what comes, the nearest. */
void moment_add_ago(struct buf *out, int64_t at, int64_t now);

#endif
