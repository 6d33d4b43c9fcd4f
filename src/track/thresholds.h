/* How often a page may be looked at, by its address: w3newer's configuration file (AIDE, Table 1; the form is told in track/rules.h).
 *
 *     AUTO(thresholds) t = { 0 };
 *     if (thresholds_read(a, STR("thresholds"), text, &t, e))
 *         return e->code;
 *     struct threshold found;
 *     if (thresholds_find(&t, url, &found, e)) ...            found.ms, and found.pattern and found.line say why
 *
 * A threshold is a sum of weeks, days, hours, minutes and seconds, the larger first: "2d", "12h", "2d12h", "1w", "1h30m", "10s"; "0": look
 * in every run; "never". "m" and "min" are minutes: the paper adds days and hours, and a month has no fixed length. */
#ifndef TRACK_THRESHOLDS_H
#define TRACK_THRESHOLDS_H

#include "base/buf.h"
#include "track/rules.h"

/* Where neither a file nor a watch says anything: the default of the paper's example. */
#define THRESHOLD_DEFAULT_MS (INT64_C(2) * 86400000)

struct thresholds {
    struct rules rules;
    int64_t *ms; /* of rules.item[i] */
    int64_t fallback_ms;
};

struct threshold {
    int64_t ms;         /* NEVER: not at all */
    struct str pattern; /* "Default" for the fallback; empty where the file says nothing and ms is THRESHOLD_DEFAULT_MS */
    uint32_t line;      /* of the file; 0: none */
};

int thresholds_read(struct arena *a, struct str name, struct str text, struct thresholds *out, struct err *e) MUST_CHECK;
void thresholds_drop(struct thresholds *t);
/* A struct of zeros has no rules: everything gets THRESHOLD_DEFAULT_MS. */
int thresholds_find(const struct thresholds *t, struct str url, struct threshold *out, struct err *e) MUST_CHECK;

/* One threshold, as in the file: for `--every`. */
int threshold_read(struct str text, int64_t *ms, struct err *e) MUST_CHECK;
/* "1h..2d": at least an hour and at most two days between two checks; either may be left out: 0 and NEVER. One threshold is both. */
int threshold_range_read(struct str text, int64_t *least, int64_t *most, struct err *e) MUST_CHECK;
/* The form that threshold_read() takes: "2d12h", "0", "never". */
void threshold_add(struct buf *out, int64_t ms);

#endif
