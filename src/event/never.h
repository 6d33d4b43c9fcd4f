/* What a sentinel asks for and cannot happen, or says nothing of. Pure. */
#ifndef EVENT_NEVER_H
#define EVENT_NEVER_H

#include "event/sentinel.h"

/* A sentence: "links AND NOT links cannot happen". Empty: nothing stands against it. In the arena. */
struct str sentinel_never(struct arena *a, const struct sentinel *s);

#endif
