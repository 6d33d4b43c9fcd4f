/* How `weft log` and `weft list` say what changed. */
#ifndef CLI_LOG_H
#define CLI_LOG_H

#include "archive/held.h"
#include "base/buf.h"
#include "store/store.h"

/* "+3 -1 words: Four more shops". Without the count where no word changed and there is something to say. */
void log_add_change(struct buf *out, const struct store_counts *c, struct str headline);
/* "Members: 215 (was 214) (it stands outside the content)"; without the reason where `said` has it already. */
void log_add_held(struct buf *out, const struct held_part *part, struct str said);

#endif
