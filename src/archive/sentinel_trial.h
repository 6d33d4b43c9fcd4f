/* What sentinels would have sent, had they stood there all the time: a run over the stored versions of their pages.
 *
 *     struct trial_query q = { .text = typed, .from = INT64_MIN, .to = NEVER, .limit = 200 };
 *     sentinels_try(&caller, &q, &trial, &e);
 *     if (trial.faults.list.n) ...          what is wrong in the text; nothing was run
 *     for each trial.message                what would have been sent, and when
 *
 * Nothing is fetched, sent or kept. It is tried either a sentinel that stands (`name`), or statements that were typed (`text`) together
 * with those that stand: one that is there already is tried as typed, whether or not it is enabled. The run goes from `from` to `to`; the
 * FROM and TO of the sentinels do not count. Versions, comparisons and importance are those of the archive; what a version of before
 * `from` said is what the first one is compared with. Messages are gathered as NOTIFY and CUMULATIVE say; quiet hours and digests of
 * channels are not looked at.
 *
 * Rights: only pages that the caller may see have versions here. Cost: one comparison for each version, some milliseconds; a door that
 * somebody waits at sets `limit`. */
#ifndef ARCHIVE_SENTINEL_TRIAL_H
#define ARCHIVE_SENTINEL_TRIAL_H

#include "archive/sentinel_events.h"
#include "archive/sentinel_world.h"

struct trial_query {
    struct str name;  /* one sentinel; empty: all that `text` creates or alters */
    struct str text;  /* statements; may be empty where `name` is not */
    int64_t from, to; /* INT64_MIN: from the first version on; NEVER: until now */
    uint32_t limit;   /* the newest versions of each page; 0: all */
};

/* One message; its events are as sentinels_events() has them, with no ids. */
struct trial_letter {
    int64_t at;                      /* when it would have gone out; NOTIFY EVERY may put it behind `to` */
    const struct sentinel *sentinel; /* its name, and its ways */
    struct sentinel_told *event;
    uint32_t n_events;
};

/* A page that the sentinels ask for. */
struct trial_page {
    struct str url;
    struct store_page page; /* id 0: it is not in the archive, or not the caller's to see */
    struct str title;
    uint32_t n_versions; /* looked at */
};

struct sentinel_trial {
    struct grammar *grammar;
    struct fault_list faults;
    int64_t from, to;             /* as they were run */
    struct trial_letter *message; /* in the order of time */
    uint32_t n_messages;
    struct trial_page *page;
    uint32_t n_pages;
    uint32_t n_versions, n_left_out; /* looked at; left out for the limit */
    uint32_t n_compared;
    struct str note;  /* why something could not be found: no such table, a pattern that takes too long; empty: nothing to say */
    uint32_t n_noted; /* versions with such a reason */
};

/* E_ABSENT: the caller has no sentinel of that name. E_USAGE: the text makes none. All lies in the caller's arena. */
int sentinels_try(const struct caller *c, const struct trial_query *query, struct sentinel_trial *out, struct err *e) MUST_CHECK;

/* As JSON: docs/json.md, sentinel-trial. */
void sentinel_trial_json(struct json *j, const struct sentinel_trial *t);

#endif
