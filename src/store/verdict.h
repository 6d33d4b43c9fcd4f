/* What verdicts and events share: counts and shares as columns. */
#ifndef STORE_VERDICT_H
#define STORE_VERDICT_H

#include "store/version.h"

/* A share of 1 as a column of millionths; NULL for what is not known (negative). */
struct value millionths(double share);
double query_share(struct query *q, unsigned column);
/* Of the columns content, look, machinery, inserted, deleted, the first of which is named. */
struct store_counts query_counts(struct query *q, unsigned column);

#endif
