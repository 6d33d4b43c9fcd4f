/* The world in which a stranger tries every call of archive/ (principal_test.c). */
#ifndef TESTS_ARCHIVE_PRINCIPAL_H
#define TESTS_ARCHIVE_PRINCIPAL_H

#include "archive/target.h"
#include "base/buf.h"

struct principal_world {
    struct arena arena;
    struct store store;
    struct settings settings;
    struct caller stranger, admin;
    int64_t ann;
    int64_t ticket;       /* of a feed of hers */
    struct target target; /* ann's page, as somebody would forge it */
    const char *spare;    /* a file that may be written */
    struct buf got;       /* whatever a call answered with */
    struct err e;
};

__attribute__((unused)) static void keep(struct principal_world *w, struct str text)
{
    buf_add(&w->got, text);
    buf_add_char(&w->got, '\n');
}

/* One call as the stranger makes it. 0: it answered, with what is kept; else it refused. */
#define CALL(name) __attribute__((unused)) static int try_##name(struct principal_world *w, const struct caller *c)

#endif
