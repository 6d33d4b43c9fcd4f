/* The schema as numbered steps. A step that was released never changes; a new one goes to the end. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include "store/ops.h"

/* The number of the newest step this program knows. */
int schema_newest(void);

/* Brings the store up to `to` (for tests: any step; else schema_newest()) in one transaction. A store with a higher number is E_FORMAT; a
 * read-only one that needs steps is E_USAGE. Several processes may try at once: one does it, the others find it done. */
int schema_migrate(struct store *s, int to, struct err *e) MUST_CHECK;

#endif
