/* What the files of an export share: export.c has pages, people and marks, export_messages.c channels and sentinels,
 * export_waiting.c collections and messages, export_learnt.c the rhythm of hosts. */
#ifndef STORE_EXPORT_H
#define STORE_EXPORT_H

#include "base/json.h"
#include "base/map.h"
#include "store/query.h"

struct exporter {
    struct store *store;
    int fd;
    struct buf out;
    struct json json;
    struct arena arena; /* of `sent` */
    struct map sent;    /* blobs whose body went out */
    struct store_transfer n;
    bool with_secrets;
};

/* A record is an object with one member that names it; its fields are written between these two. */
struct json *export_record(struct exporter *x, const char *kind);
int export_end(struct exporter *x, struct err *e) MUST_CHECK;

/* Fields that have nothing to say are left out. Bytes that are not UTF-8 stand as base64 under the other name. */
void export_text(struct json *j, const char *name, const char *name_base64, struct str s);
void export_moment(struct json *j, const char *name, int64_t at);
/* The field `pages`: the addresses that the statement gives for `of`. */
int export_addresses(struct exporter *x, struct json *j, const char *statement, int64_t of, struct err *e) MUST_CHECK;
#define TEXT(j, name, s) export_text((j), name, name "_base64", (s))

/* export_messages.c */
int export_messages(struct exporter *x, struct err *e) MUST_CHECK;
/* export_waiting.c */
int export_collections(struct exporter *x, struct err *e) MUST_CHECK;
int export_waiting(struct exporter *x, struct err *e) MUST_CHECK;
/* export_learnt.c */
int export_learnt(struct exporter *x, struct err *e) MUST_CHECK;

/* A record of that kind went out or came in. */
void transfer_count(struct store_transfer *n, struct str kind);

#endif
