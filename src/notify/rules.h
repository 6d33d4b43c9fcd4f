/* When a channel is told, and of what: quiet hours, a digest, a floor of importance, tags.
 *
 * Kept as JSON with the channel: {"quiet":"22:00-07:00","digest":"day","floor":0.35,"tags":["work"]}; with "subject" and
 * "text", the templates of its messages (notify/template.h), and "mark" (notify/address.h). Hours are local time. */
#ifndef NOTIFY_RULES_H
#define NOTIFY_RULES_H

#include "base/arena.h"
#include "base/json.h"

enum notify_digest { DIGEST_NONE, DIGEST_HOUR, DIGEST_DAY, DIGEST_WEEK };
enum { NOTIFY_DIGESTS = DIGEST_WEEK + 1 };
/* A digest of a day comes at eight, that of a week on Monday at eight: when people begin to read. */
enum { DIGEST_MINUTE = 8 * 60 };

struct notify_rules {
    int quiet_from, quiet_to; /* minutes of the day; the same: no quiet hours */
    enum notify_digest digest;
    double floor;     /* least importance, 0 to 1 */
    struct str *tags; /* also takes what has one of these tags */
    uint32_t n_tags;
    struct str subject, text; /* templates; empty: weft's own words */
    uint32_t mark;            /* of the whole address, of which the archive shows a part; 0: not known */
};

/* Empty text: no rules. E_FORMAT: not what notify_rules_write() wrote. */
int notify_rules_read(struct arena *a, struct str text, struct notify_rules *out, struct err *e) MUST_CHECK;
/* Empty where there are no rules. */
struct str notify_rules_write(struct arena *a, const struct notify_rules *rules);
/* The same as members of an object that is open, all of them. */
void notify_rules_members(struct json *j, const struct notify_rules *rules);

/* "22:00-07:00" or "off"; "none", "hour", "day", "week"; "0.35". E_USAGE with words. */
int notify_quiet_read(struct str text, struct notify_rules *rules, struct err *e) MUST_CHECK;
int notify_digest_read(struct str text, struct notify_rules *rules, struct err *e) MUST_CHECK;
int notify_floor_read(struct str text, struct notify_rules *rules, struct err *e) MUST_CHECK;
const char *notify_digest_name(enum notify_digest digest);

/* When what was found at `at` may go out: then, at the end of the digest's span, or when the quiet hours are over. */
int64_t notify_due(const struct notify_rules *rules, int64_t at);

#endif
