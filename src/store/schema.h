/* The schema as numbered steps. A step that was released never changes; a new one goes to the end. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include "store/ops.h"

/* The number of the newest step this program knows. */
int schema_newest(void);

/* Brings the store up to `to` (for tests: any step; else schema_newest()) in one transaction. A store with a higher number is E_FORMAT; a
 * read-only one that needs steps is E_USAGE. Several processes may try at once: one does it, the others find it done. */
int schema_migrate(struct store *s, int to, struct err *e) MUST_CHECK;

/* The statements that make a store of this number, and nothing in it. */
int schema_script(const struct store *s, int number, struct buf *out, struct err *e) MUST_CHECK;

/* E_FORMAT where the store holds anything else than its number says, before any row of it is read; with `damaged` s->foreign instead. */
int schema_check(struct store *s, bool damaged, struct err *e) MUST_CHECK;

/* A fault for each thing that differs. */
int schema_compare(struct store *s, struct store_report *report, struct err *e) MUST_CHECK;

/* What was new before there were events: two statements that end in the id behind which pages are looked at. */
#define OLD_SEEN \
    "UPDATE watch SET seen = (SELECT coalesce(max(x.number), 0) FROM seen x WHERE x.person = watch.person AND x.page = watch.page" \
    " AND x.seen_at IS NOT NULL) WHERE page > "
#define OLD_NEWS \
    "INSERT INTO event(person, page, number, before, at, kind, content, look, machinery, inserted, deleted)" \
    " SELECT w.person, v.page, v.number, 0, v.fetched_at, CASE WHEN v.number = 1 THEN 2 ELSE 1 END, 0, 0, 0, 0, 0" \
    " FROM watch w JOIN version v ON v.page = w.page WHERE v.number > w.seen AND v.marks = 0 AND v.page > "

#endif
