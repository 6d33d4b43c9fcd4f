/* Who asks something of the archive, and with what: the first argument of every call in archive/.
 *
 * A call answers with what its caller may know and does what its caller may do; every right is checked in archive/ and nowhere else, so
 * that the command line, the web pages and the API cannot differ. A page is seen by those who watch it, and by an administrator. */
#ifndef ARCHIVE_CALLER_H
#define ARCHIVE_CALLER_H

#include "base/arena.h"
#include "flow/settings.h"
#include "store/store.h"

enum caller_role {
    ROLE_READER, /* looks at what they were given, and changes nothing */
    ROLE_USER,   /* watches pages */
    ROLE_ADMIN,  /* cares for the archive and all its users: whoever can read its file */
};

struct principal {
    int64_t user;    /* 0: nobody of this name is in the store yet */
    struct str name; /* "anna", or "collection:NAME" */
    enum caller_role role;
};

struct caller {
    struct principal who;
    struct store *store;
    const struct settings *settings;
    struct arena *arena; /* answers lie here */
    int64_t now;         /* when they asked, in milliseconds since 1970 */
};

/* Whether they watch the page. */
int caller_watches(const struct caller *c, int64_t page, bool *out, struct err *e) MUST_CHECK;
/* Whether they may know that the page is in the archive, and see its versions. */
int caller_sees(const struct caller *c, int64_t page, bool *out, struct err *e) MUST_CHECK;
/* E_ABSENT unless caller_sees() says yes: what somebody may not know of is not there. */
int caller_must_see(const struct caller *c, int64_t page, struct err *e) MUST_CHECK;
/* E_DENIED unless they may change their own watches. */
int caller_must_write(const struct caller *c, struct err *e) MUST_CHECK;
/* E_DENIED unless they are an administrator; `what` is what they wanted, such as "remove a user". */
int caller_must_administer(const struct caller *c, const char *what, struct err *e) MUST_CHECK;

#endif
