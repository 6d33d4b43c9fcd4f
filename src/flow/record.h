/* Small structs as JSON objects and back, by a table of their fields: watches, states of pages, facts about hosts.
 *
 *     static const struct record_field fields[] = { RECORD_FIELD(struct watch, RECORD_TEXT, title), ... };
 *     record_write(fields, ARRAY_LEN(fields), &watch, &out);
 *     if (record_read(a, text, fields, ARRAY_LEN(fields), &watch, e)) ...
 *
 * A field that has nothing to say (empty, false, 0, no moment) is not written, and is left as it was where it is not there. Members that
 * the table does not know are passed over: an older weft may read what a newer one wrote. */
#ifndef FLOW_RECORD_H
#define FLOW_RECORD_H

#include "base/json.h"
#include "base/json_read.h"

/* Fields of the struct, by kind. */
struct record_list {
    struct str *item;
    uint32_t n;
};

bool record_list_has(const struct record_list *list, struct str text);

struct record_pair {
    struct str name, value;
    bool hidden; /* whoever gave the value wants it shown nowhere */
};

struct record_pairs {
    struct record_pair *item;
    uint32_t n;
};

enum record_kind {
    RECORD_TEXT,   /* struct str */
    RECORD_FLAG,   /* bool */
    RECORD_COUNT,  /* uint32_t */
    RECORD_MOMENT, /* int64_t; INT64_MAX: none */
    RECORD_HASH,   /* uint64_t, written as 16 letters; 0: none */
    RECORD_LIST,   /* struct record_list: ["a", "b"] */
    RECORD_PAIRS,  /* struct record_pairs: [["name", "value"], ["name", "hidden value", true], ...] */
};

struct record_field {
    const char *name;
    enum record_kind kind;
    size_t at;
};

#define RECORD_FIELD(type, kind, field) \
    { \
#field, kind, offsetof(type, field) \
    }

void record_write(const struct record_field *field, size_t n, const void *from, struct buf *out);
/* All fields as members of an object that is open, for other programs: a text that is empty is null. */
void record_members(const struct record_field *field, size_t n, const void *from, struct json *j);
/* Whether the field has the same value in both; copies its value. What it points to is shared. */
bool record_same(const struct record_field *field, const void *one, const void *other);
void record_copy(const struct record_field *field, const void *from, void *into);
/* E_FORMAT names the field that is not what it should be. `text` empty: nothing is changed. Texts lie in the arena. */
int record_read(struct arena *a, struct str text, const struct record_field *field, size_t n, void *into, struct err *e) MUST_CHECK;

#endif
