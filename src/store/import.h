/* What the files of an import share: import.c has lines, pages, people and marks, import_messages.c channels and sentinels,
 * import_waiting.c collections and messages, import_learnt.c the rhythm of hosts. */
#ifndef STORE_IMPORT_H
#define STORE_IMPORT_H

#include "base/json_read.h"
#include "store/query.h"

struct importer {
    struct store *store;
    int fd;
    struct buf in;
    size_t at;  /* of the next line in it */
    bool ended; /* the descriptor has no more */
    uint64_t line;
    int64_t page; /* the one that versions belong to; 0: none yet */
    struct store_transfer n;
    bool begun, finished; /* first and last record were there */
    bool no_events;       /* of the format before there were any */
    int64_t before;       /* the last page that was there when it began */
    int64_t findings;     /* the number of the last finding, likewise */
};

/* E_FORMAT: that field is missing or is not what it should be. */
int import_bad(const char *name, struct err *e);
/* Text, or the bytes of NAME_base64 in the arena; "" where there is neither. */
int import_field_text(struct arena *a, const struct json_value *record, const char *name, struct str *out, struct err *e)
    MUST_CHECK;
int import_field_number(const struct json_value *record, const char *name, int64_t *out, struct err *e) MUST_CHECK;
/* NEVER where it is not there. */
int import_field_moment(const struct json_value *record, const char *name, int64_t *out, struct err *e) MUST_CHECK;
bool import_field_bool(const struct json_value *record, const char *name);

/* import_messages.c: one record each. */
int import_channel(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;
int import_sentinel(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;
int import_look(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;
int import_finding(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;
int import_sentinel_event(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;
int import_detector(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;
/* The user, the page that the record names. */
int import_find_user(struct importer *x, struct arena *a, const struct json_value *r, int64_t *id, struct err *e) MUST_CHECK;
int import_find_page(struct importer *x, struct arena *a, const struct json_value *r, int64_t *id, struct err *e) MUST_CHECK;
/* "[3,4]" with all numbers higher by those that were there. */
int import_moved_findings(struct importer *x, struct arena *a, struct str ids, struct str *out, struct err *e) MUST_CHECK;

/* import_waiting.c */
int import_collection(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;
int import_message(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;
int import_waiting(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;

/* import_learnt.c */
int import_plan(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;
int import_sensor(struct importer *x, struct arena *a, const struct json_value *r, struct err *e) MUST_CHECK;

#endif
