/* What sentinels have found, whole: an event with the changes that it is made of, for messages, lists and JSON. */
#ifndef ARCHIVE_SENTINEL_EVENTS_H
#define ARCHIVE_SENTINEL_EVENTS_H

#include "archive/caller.h"
#include "base/json.h"
#include "judge/excerpt.h"
#include "store/sentinel.h"

struct sentinel_part {
    struct store_finding finding;
    struct store_page page; /* id 0: it is gone */
    struct str title;
    struct str headline; /* of this change on this page */
    double importance;   /* of the version; negative: not known */
    struct excerpts changes;
};

struct sentinel_told {
    struct store_sentinel_event event;
    struct sentinel_part *part; /* in the order in which they took part, each once */
    uint32_t n_parts;
};

/* Its parts; everything lies in the arena. The caller has the right to it. */
int sentinel_told_read(struct arena *a, struct store *s, const struct store_sentinel_event *event, struct sentinel_told *out,
                       struct err *e) MUST_CHECK;
/* As JSON: docs/json.md, sentinel-event. */
void sentinel_told_json(struct json *j, const struct sentinel_told *told);

#endif
