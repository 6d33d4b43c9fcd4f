/* What every command on the archive begins with: settings, the store, the user. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "archive/target.h"
#include "cli/args.h"
#include "cli/term.h"
#include "flow/watch.h"
#include "store/store.h"

/* The settings of this run: defaults, file, environment, then the command line. */
int session_settings(struct arena *a, const struct args *args, struct settings *out, struct err *e) MUST_CHECK;

enum session_mode {
    SESSION_SETTINGS, /* settings alone: no store is opened */
    SESSION_READ,     /* the store must be there; nothing is written */
    SESSION_WRITE,    /* the store must be there */
    SESSION_LOOK,     /* as SESSION_READ, but who is asking does not matter: of a damaged store users may not be known */
    SESSION_MEND,     /* as SESSION_WRITE, likewise */
    SESSION_CREATE,   /* the store is made where there is none, with the folders above it, and the user is added */
    SESSION_FILL      /* the same, but the user is not added */
};

/*     AUTO(session) s = { 0 };
 *     if (session_open(&s, args, SESSION_READ, e)) return e->code; */
struct session {
    struct arena arena; /* what the command needs while it runs */
    struct settings settings;
    struct store store;
    struct keeper *keeper; /* of the process; NULL: nobody looks after it */
    struct caller
        caller; /* who runs the command, for the calls of archive/; never nobody with SESSION_CREATE or after session_user() */
    bool made;  /* the store was not there before: session_unmake() may remove it */
    const char *work; /* what is under way, for the progress bar */
    struct progress *progress;
};

/* What a command that only reads must open for its operands: nothing where all are files under version control. */
enum session_mode session_mode_of(const struct args *args);
/* Whether one of the tags that were asked for (args_each() of `option`) is among the watch's; yes where none was. */
bool session_wants(const struct args *args, const struct option *option, const struct watch *w);
/* The tags that were asked for; lies in the session's arena. */
const struct str *session_tags(struct session *s, const struct args *args, const struct option *option, uint32_t *n);
/* E_USAGE where one of these tags is on no page that the user watches: a slip must not look like an empty answer. */
int session_has_tags(struct session *s, const struct args *args, const struct option *option, struct err *e) MUST_CHECK;
/* The value of a --limit: 0 is all of them. Where it was not given, `for_people` on a terminal and all elsewhere. */
int session_limit(const struct args *args, const struct option *option, uint64_t for_people, uint64_t *out, struct err *e)
    MUST_CHECK;
/* E_USAGE where there is no archive, with what to do about it. */
int session_open(struct session *s, const struct args *args, enum session_mode mode, struct err *e) MUST_CHECK;
/* E_USAGE where the path is the archive itself, which a command is about to replace. */
int session_spares(const struct session *s, const char *path, struct err *e) MUST_CHECK;

/* E_USAGE where it is a file under version control, which nobody watches. */
int session_must_watch(const struct target *t, const char *typed, struct err *e) MUST_CHECK;

void session_drop(struct session *s);
/* After a failure: a store that this session made, and has nothing in it, goes again. */
void session_unmake(struct session *s);
/* Who is asking: the user, or the collection in their place, which is kept as a user "collection:NAME". */
struct str session_name(struct session *s);
/* Adds the user where nobody has the name yet. Not with SESSION_READ. */
int session_user(struct session *s, struct err *e) MUST_CHECK;
/* Draws how far the store's long works are, on a terminal; `what` stands beside the bar. Both must live as long as the session. */
void session_progress(struct session *s, struct progress *p, const char *what);

#endif
