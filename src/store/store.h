/* The store: pages, their versions, users and what they have seen; one file that many processes may open at once.
 *
 *     AUTO(store) s = { 0 };
 *     if (store_open(&s, "weft.db", &(struct store_options){ .create = true }, e))
 *         return e->code;
 *     AUTO(store_tx) tx = { 0 };
 *     struct store_version v = { .page = page, .fetched_at = now_ms, .status = 200 };
 *     bool is_new;
 *     if (store_begin(&s, &tx, e) || store_version_add(&s, &v, body, &is_new, e) || store_page_schedule(&s, &plan, e)
 *         || store_commit(&tx, e))
 *         return e->code;
 *
 * Rules that hold for every call:
 *   - 0 or a negative E_*; outs are written on success only. E_ABSENT: what was asked for is not there; E_USAGE: it must not be;
 *     E_SYSTEM: the disk is full, the store is read-only, or another process kept it busy; E_FORMAT: the file is not a store of ours, or
 *     is damaged.
 *     After any failure the store is as it was before the transaction, and what was stored earlier is whole.
 *   - Texts that come out lie in the arena given. Ids are positive and never used again for anything else while the row is there.
 *   - All *_at are milliseconds since 1970 in UTC. NEVER (base/auto.h) stands for "no such moment".
 *   - A writing call outside a transaction is a transaction of its own. What store_commit() has answered with 0 outlives kill -9 and a
 *     power cut.
 *   - A struct store belongs to one thread. Open it once in every thread and process: readers never wait, writers wait for each other
 *     up to `wait_ms`.
 *
 * How versions lie on the disk, and what that costs, is told in docs/design/store.md. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/buf.h"

enum {
    STORE_DIGEST_BYTES = 32, /* BLAKE2b-256 of the body: what `b2sum -l 256` prints */
    STORE_WAIT_MS = 10000    /* longer than any transaction of ours, short enough for a person */
};

struct seal_key;
struct store_ops;
struct store_engine;
struct codec;

/* ---- Opening ---- */

/* How far a long work is: `done` of `total` steps; a total of 0 is not known. */
typedef void store_step(void *context, uint64_t done, uint64_t total);

struct store {
    store_step *step; /* the caller's: told by store_verify(), store_gc(), store_export() and store_import(); may be NULL */
    void *step_context;
    const struct store_ops *ops; /* all other fields are the store's own business */
    struct store_engine *engine;
    struct codec *codec;
    struct dictionary_memo *dictionary; /* the one used last */
    const struct store_pack *pack;      /* frames made ahead, while a version is added */
    struct arena arena;                 /* of the next two */
    const char *place;                  /* where it is */
    struct seal_key *key;               /* to its secrets, once one was needed */
    unsigned depth;                     /* of transactions inside each other */
    bool writing;                       /* the outermost one may write */
    bool undone;                        /* an inner one was rolled back: the outermost cannot commit */
    bool read_only;
    bool foreign; /* it holds something that weft did not make: nothing but store_verify() may be called */
};

struct store_options {
    const struct store_ops *engine; /* NULL: SQLite */
    bool create;                    /* make the store where there is none; an existing one is opened */
    bool read_only;                 /* every writing call fails with words; works on read-only media too */
    bool damaged;                   /* for store_verify(): also a store that holds something weft did not make */
    unsigned wait_ms;               /* for other writers; 0: STORE_WAIT_MS */
};

/* Opens the store at `place` (a file for SQLite) and brings an older schema up to date, which is one transaction. Fails with words for
 * a file that is no weft store, that a newer weft wrote, that is damaged, that holds a table, index, view or trigger weft did not make, or
 * that another process holds. */
int store_open(struct store *s, const char *place, const struct store_options *options, struct err *e) MUST_CHECK;
/* Rolls back what is open. A store of zeros may be closed. */
void store_close(struct store *s);
static inline void store_drop(struct store *s)
{
    store_close(s);
}

/* ---- Transactions ---- */

/* Everything one check decides lands together or not at all. Dropped without store_commit() it is rolled back. Transactions may stand
 * inside each other: only the outermost commits, and an inner one that was dropped lets the outermost fail. */
struct store_tx {
    struct store *store;
    bool writing;
    bool part; /* store_begin_part() made it */
};

int store_begin(struct store *s, struct store_tx *tx, struct err *e) MUST_CHECK;
/* For groups of changes that nobody has heard of yet: the commit does not wait for the disk, so others wait for this transaction only as
 * long as it works. It outlives the program; a power cut it outlives after store_sync(). */
int store_begin_unsynced(struct store *s, struct store_tx *tx, struct err *e) MUST_CHECK;
int store_sync(struct store *s, struct err *e) MUST_CHECK;
/* For several reads that must see one state. A writing call inside is E_USAGE. */
int store_begin_read(struct store *s, struct store_tx *tx, struct err *e) MUST_CHECK;
/* A number that stays the same as long as nobody but this store has committed: what was read before still holds. Two calls are compared,
 * each inside a transaction; what this store wrote itself is not counted. */
int store_stamp(struct store *s, int64_t *out, struct err *e) MUST_CHECK;
/* One thing of several in a transaction, such as one page of a group: dropped without store_commit() it alone is undone, with whatever
 * failed inside it, and the transaction around it goes on. Outside a transaction it is one. Parts do not stand inside each other. */
int store_begin_part(struct store *s, struct store_tx *tx, struct err *e) MUST_CHECK;
int store_commit(struct store_tx *tx, struct err *e) MUST_CHECK;
void store_tx_drop(struct store_tx *tx);

/* The longest that a transaction of this store has kept other writers waiting, from its beginning to the moment they may go on. */
struct store_lock_time {
    int64_t us;     /* microseconds, waits for the disk and for other programs included */
    int64_t cpu_us; /* the longest that one ran */
};

struct store_lock_time store_lock_time(struct store *s);

/* ---- Pages ---- */

struct store_page {
    int64_t id;
    struct str url;       /* as it was asked for; unique */
    struct str canonical; /* the form that equal pages share; the caller makes it. Empty: like url */
    struct str host;      /* lower case, for politeness per host; may be empty */
    int64_t added_at;
    int64_t checked_at;       /* NEVER: not yet */
    int64_t next_check_at;    /* NEVER: not planned */
    struct str etag;          /* validators of the last answer, for the next conditional request; empty: none */
    struct str last_modified; /* as the server wrote it */
    int64_t errors;           /* checks that failed since the last that did not */
    struct str state;         /* what the last check learnt: the owner's business, JSON by custom; empty: nothing */
    bool attention;           /* it has something to tell people that is neither a version nor an error: it moved, is suspect ... */
    bool best_effort;         /* no moment was promised for the next check: those that were come first */
    struct str learnt;        /* what its visits taught of how often it changes: the owner's business, bytes; empty: nothing */
};

struct store_pages {
    struct store_page *item;
    uint32_t n;
};

/* Adds the page, or finds the one with this URL and leaves it as it is. Reads url, canonical, host, added_at, next_check_at. */
int store_page_add(struct store *s, const struct store_page *page, int64_t *id, struct err *e) MUST_CHECK;
int store_page_get(struct arena *a, struct store *s, int64_t id, struct store_page *out, struct err *e) MUST_CHECK;
int store_page_find(struct arena *a, struct store *s, struct str url, struct store_page *out, struct err *e) MUST_CHECK;
/* Pages whose canonical form this is, in the order of ids. O(log pages + found). */
int store_pages_alike(struct arena *a, struct store *s, struct str canonical, struct store_pages *out, struct err *e) MUST_CHECK;
/* What a check leaves behind: reads id, checked_at, next_check_at, etag, last_modified, errors, state, attention,
 * best_effort, learnt. */
int store_page_schedule(struct store *s, const struct store_page *page, struct err *e) MUST_CHECK;
/* Another name for the same page. E_USAGE where another page has it. */
int store_page_rename(struct store *s, int64_t id, struct str url, struct err *e) MUST_CHECK;
/* With its versions, watches and what was seen. Room on the disk comes back with store_gc(). */
int store_page_remove(struct store *s, int64_t id, struct err *e) MUST_CHECK;
/* Pages in the order of ids, at most `limit`, from behind `after` (0: from the first). */
int store_pages(struct arena *a, struct store *s, int64_t after, uint32_t limit, struct store_pages *out, struct err *e) MUST_CHECK;

/* ---- Versions ---- */

struct store_version {
    int64_t page;
    int64_t number;           /* from 1 on; a number is never given twice */
    int64_t fetched_at;       /* by our clock */
    int64_t server_at;        /* the Date header; NEVER: none */
    struct str etag;          /* empty: none */
    struct str last_modified; /* as the server wrote it; empty: none */
    struct str content_type;  /* empty: none */
    int status;               /* of HTTP; 0 for what has none */
    bool suspect;             /* came back suspiciously: kept, not to be announced unless it lasts */
    bool quiet;               /* nothing in it is worth announcing */
    bool template;            /* quiet, since the same change was announced for another page of the site */
    bool lost;                /* its bytes are damaged; only what stands here is left */
    int64_t bytes;            /* of the body */
    unsigned char digest[STORE_DIGEST_BYTES];
};

struct store_versions {
    struct store_version *item; /* in the order of numbers */
    uint32_t n;
};

/* Adds a version where the body differs from the newest one: reads page, fetched_at, server_at, etag, last_modified, content_type, status,
 * suspect, quiet, template; writes number, bytes and digest of what is now the newest, whether it is new or not. Unchanged bytes make no
 * version and change no row. At most LIMIT_PAGE_BYTES. Cost: compressing the old newest version against this one. */
int store_version_add(struct store *s, struct store_version *v, struct str body, bool *is_new, struct err *e) MUST_CHECK;

int store_version_get(struct arena *a, struct store *s, int64_t page, int64_t number, struct store_version *out, struct err *e)
    MUST_CHECK;
int store_version_newest(struct arena *a, struct store *s, int64_t page, struct store_version *out, struct err *e) MUST_CHECK;
/* Its page, number and marks alone, which is what a check that found nothing new wants: one row and no text. Number 0: there is none. */
int store_version_glance(struct store *s, int64_t page, struct store_version *out, struct err *e) MUST_CHECK;
int store_version_first(struct arena *a, struct store *s, int64_t page, struct store_version *out, struct err *e) MUST_CHECK;
/* The one that stood at that moment: the last fetched at or before it; of several of one moment the highest number. O(log versions). */
int store_version_as_of(struct arena *a, struct store *s, int64_t page, int64_t at, struct store_version *out, struct err *e)
    MUST_CHECK;
int store_version_list(struct arena *a, struct store *s, int64_t page, struct store_versions *out, struct err *e) MUST_CHECK;
/* The stored bytes exactly; they are checked against the digest. E_FORMAT where they are lost. A NUL stands behind that does not
 * count. At most STORE_STEPS_MAX steps (store/blob.h). */
int store_version_body(struct arena *a, struct store *s, int64_t page, int64_t number, struct str *out, struct err *e) MUST_CHECK;
/* Sets the marks: reads page, number, suspect, quiet, template. */
int store_version_mark(struct store *s, const struct store_version *v, struct err *e) MUST_CHECK;

/* The digest as 64 letters and a NUL. */
void store_digest_hex(const unsigned char digest[STORE_DIGEST_BYTES], char out[2 * STORE_DIGEST_BYTES + 1]);

/* ---- What was thought of a version, and whom it concerns ---- */

enum { STORE_CLASSES = 3 }; /* of changes: content, look, machinery, in this order */

struct store_counts {
    uint32_t changes[STORE_CLASSES];
    uint32_t words_inserted, words_deleted;
};

/* Made once, by the check that brought the version, and read by everything that speaks of it. */
struct store_verdict {
    int64_t page, number;
    int64_t before;    /* the version it was compared with; 0: none */
    double importance; /* 0 to 1, kept to a millionth; negative: not known */
    struct store_counts counts;
    struct str headline;  /* may be empty */
    struct str reasons;   /* JSON: ["sentence", ...], the strongest first; empty: none */
    struct str held_back; /* JSON: [{"what":"...","why":"..."}, ...]: what nobody was told of; empty: nothing */
    struct str changes;   /* JSON: the first changes in their own words (judge/excerpt.h); empty: not known */
    struct str known;     /* what was known before of the places that changed (judge/past.h); empty: nothing */
    double chance;        /* that somebody who watches all of the page wants to be told, 0 to 1; negative: not known */
};

/* Adds the verdict or replaces it. E_ABSENT: there is no such version. */
int store_verdict_put(struct store *s, const struct store_verdict *v, struct err *e) MUST_CHECK;
/* E_ABSENT: the version has none: it is a first one, or older than verdicts. */
int store_verdict_get(struct arena *a, struct store *s, int64_t page, int64_t number, struct store_verdict *out, struct err *e)
    MUST_CHECK;

struct store_verdicts {
    struct store_verdict *item; /* in the order of numbers */
    uint32_t n;
};

int store_verdict_list(struct arena *a, struct store *s, int64_t page, struct store_verdicts *out, struct err *e) MUST_CHECK;

enum store_event_kind {
    STORE_EVENT_CHANGED = 1, /* something that the user asked about has changed */
    STORE_EVENT_FOUND = 2,   /* a page that is new in a tree the user follows */
};

/* A version that concerns a user, as that user's own select and ignore see it. Rows never change but by store_event_put() of the same
 * version; what the user has seen or dismissed of them stands apart. */
struct store_event {
    int64_t id; /* never given twice: for whatever must not be sent twice */
    int64_t user, page, number;
    int64_t before; /* the version it was compared with; 0: none */
    int64_t at;     /* when the version was fetched */
    enum store_event_kind kind;
    double importance; /* negative: not known */
    struct store_counts counts;
    struct str headline;
    struct str changes; /* the first of them; store_event_put() with none: those of the version's verdict */
    struct str reasons; /* the version's, as in its verdict; not read by store_event_put() */
};

struct store_events {
    struct store_event *item;
    uint32_t n;
};

/* Adds the event of (user, page, number), or replaces what it says. *id is the event's. E_ABSENT: there is no such version or user. */
int store_event_put(struct store *s, const struct store_event *event, int64_t *id, struct err *e) MUST_CHECK;
/* E_ABSENT: there is none, or it was taken back. */
int store_event_get(struct arena *a, struct store *s, int64_t id, struct store_event *out, struct err *e) MUST_CHECK;
/* Nobody is concerned after all: takes back every event of the version, with what was not sent of it yet. */
int store_event_withdraw(struct store *s, int64_t page, int64_t number, struct err *e) MUST_CHECK;

struct store_event_query {
    int64_t user;
    int64_t page;   /* 0: of all pages */
    bool unseen;    /* only what is new for the user */
    int64_t before; /* only ids below this; 0: all */
    uint32_t limit; /* 0: all */
};

/* The newest first. An event is new for a user where its version came after the one they saw last, they have not dismissed it, and the
 * page has not gone back to what they saw. O(watches of the user) where page is 0, and the events that come out. */
int store_event_list(struct arena *a, struct store *s, const struct store_event_query *query, struct store_events *out,
                     struct err *e) MUST_CHECK;

/* The last event of each page for the user, whether it was seen or not, in the order of pages. O(events of the user). */
int store_event_last(struct arena *a, struct store *s, int64_t user, struct store_events *out, struct err *e) MUST_CHECK;

/* ---- Users, watches, what was seen ---- */

struct store_user {
    int64_t id;
    struct str name; /* unique */
    int64_t added_at;
};

struct store_users {
    struct store_user *item; /* in the order of ids */
    uint32_t n;
};

/* Adds the user, or finds the one of this name. */
int store_user_add(struct store *s, struct str name, int64_t added_at, int64_t *id, struct err *e) MUST_CHECK;
int store_user_get(struct arena *a, struct store *s, int64_t id, struct store_user *out, struct err *e) MUST_CHECK;
int store_user_find(struct arena *a, struct store *s, struct str name, struct store_user *out, struct err *e) MUST_CHECK;
int store_user_list(struct arena *a, struct store *s, struct store_users *out, struct err *e) MUST_CHECK;
/* E_USAGE where another has that name, E_ABSENT where there is no such user. */
int store_user_rename(struct store *s, int64_t id, struct str name, struct err *e) MUST_CHECK;
/* With their watches and what they have seen; pages stay. */
int store_user_remove(struct store *s, int64_t id, struct err *e) MUST_CHECK;

struct store_watch {
    int64_t user, page;
    int64_t added_at;
    struct str settings; /* the owner's business: text, JSON by custom */
    int64_t seen; /* highest version the user has seen, or the newest when the watch began; 0: none. Written by the store alone */
};

struct store_watches {
    struct store_watch *item;
    uint32_t n;
};

/* Adds the watch, which begins at the newest version there is, or replaces its settings. */
int store_watch_put(struct store *s, const struct store_watch *watch, struct err *e) MUST_CHECK;
/* The user begins at this version: it is what changes are held against, and is not new. Nothing changes where they have seen a later
 * one. */
int store_watch_begin(struct store *s, int64_t user, int64_t page, int64_t number, struct err *e) MUST_CHECK;
int store_watch_remove(struct store *s, int64_t user, int64_t page, struct err *e) MUST_CHECK;
/* Watches of a user in the order of pages, at most `limit`, from behind page `after`. */
int store_watch_list(struct arena *a, struct store *s, const struct store_watch *after, uint32_t limit, struct store_watches *out,
                     struct err *e) MUST_CHECK;

/* A watch with its page as it stands. */
struct store_watched {
    struct store_watch watch;
    struct store_page page;
    int64_t newest, newest_at; /* number of the newest version, and when it was fetched; 0 and NEVER: there is none */
};

struct store_watched_list {
    struct store_watched *item;
    uint32_t n;
};

/* As store_watch_list(), with the pages, in one reading: O(log pages) a watch. */
int store_watched(struct arena *a, struct store *s, const struct store_watch *after, uint32_t limit, struct store_watched_list *out,
                  struct err *e) MUST_CHECK;

/* The same of one page. E_ABSENT: the user does not watch it. */
int store_watched_page(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_watched *out, struct err *e)
    MUST_CHECK;
/* Those alone whose page failed last, was never fetched, or wants attention. O(all such pages), whoever watches them. */
int store_watched_attention(struct arena *a, struct store *s, int64_t user, struct store_watched_list *out, struct err *e)
    MUST_CHECK;
/* How many pages the user watches. */
int store_watch_count(struct store *s, int64_t user, uint64_t *out, struct err *e) MUST_CHECK;
/* How many of them failed last. O(all pages that want attention). */
int store_failing_count(struct store *s, int64_t user, uint64_t *out, struct err *e) MUST_CHECK;

/* The page of the watch that has so many before it. E_ABSENT: there are not that many. O(place), of the index alone. */
int store_watch_at(struct store *s, int64_t user, uint64_t place, int64_t *page, struct err *e) MUST_CHECK;

/* Everyone's watches of one page, in the order of users. */
int store_page_watches(struct arena *a, struct store *s, int64_t page, struct store_watches *out, struct err *e) MUST_CHECK;

struct store_seen {
    int64_t user, page, number;
    int64_t seen_at; /* NEVER: not seen, only kept or dismissed */
    bool kept;       /* the user wants it kept: store_gc() leaves it alone */
    bool dismissed;  /* the user does not want to be told of it */
};

struct store_seens {
    struct store_seen *item; /* in the order of numbers */
    uint32_t n;
};

/* The user has seen the version; a second time only moves seen_at. */
int store_seen_add(struct store *s, const struct store_seen *seen, struct err *e) MUST_CHECK;
/* Takes back that the user has seen what came behind version `to`; what they kept or dismissed stays so. */
int store_seen_undo(struct store *s, int64_t user, int64_t page, int64_t to, struct err *e) MUST_CHECK;
/* Sets or clears the user's mark on a version ("Remember"); reads user, page, number, kept. */
int store_keep(struct store *s, const struct store_seen *seen, struct err *e) MUST_CHECK;
/* Sets or clears the user's "not worth telling"; reads user, page, number, dismissed. */
int store_dismiss(struct store *s, const struct store_seen *seen, struct err *e) MUST_CHECK;
/* With the version at which the watch began. */
int store_seen_list(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_seens *out, struct err *e)
    MUST_CHECK;

/* The highest version that the user has seen, or began to watch at; 0: none. */
int store_last_seen(struct store *s, int64_t user, int64_t page, int64_t *number, struct err *e) MUST_CHECK;

/* What has changed since the version that a user saw last, where it is more than one event says. It is made when a version lands, and holds
 * for these two versions only; who does not find it compares again. */
struct store_since {
    int64_t user, page;
    int64_t seen, number;                  /* from version to version; number 0: there is none */
    double importance;                     /* negative: not known */
    struct store_counts counts;            /* no change of content: what was new is gone again */
    struct str headline, reasons, changes; /* as store_event has them */
};

struct store_since_list {
    struct store_since *item;
    uint32_t n;
};

/* In the place of what was kept for the user and the page. */
int store_since_put(struct store *s, const struct store_since *since, struct err *e) MUST_CHECK;
/* What was kept from `seen` to version `from` holds to `number` as well; nothing happens where nothing was. Reads user, page, seen and
 * number. */
int store_since_carry(struct store *s, const struct store_since *since, int64_t from, struct err *e) MUST_CHECK;
/* What was kept does not hold any more: the user has taught something, or asks for something else. */
int store_since_drop(struct store *s, int64_t user, int64_t page, struct err *e) MUST_CHECK;
/* The users who have events of the page that they have not seen, with the version they saw last: `user` and `seen` alone are filled. Who
 * never saw one is left out. */
int store_since_wanted(struct arena *a, struct store *s, int64_t page, struct store_since_list *out, struct err *e) MUST_CHECK;

struct store_new {
    int64_t page;
    int64_t newest;                  /* number of the newest event */
    int64_t fetched_at;              /* of that version */
    int64_t seen;                    /* highest number the user has seen; 0: none */
    const struct store_event *event; /* all that are new, the newest first */
    uint32_t n_events;
    int64_t newest_kept;      /* number of the newest version that is not suspect */
    bool divided;             /* some came before a version with which they dismissed a part of the page; then `since` is none */
    struct store_since since; /* from `seen` to `newest_kept`; number 0: none was kept */
};

struct store_news {
    struct store_new *item; /* the newest first */
    uint32_t n;
};

/* What is new for a user, page by page: the unseen events of store_event_list(). `page` 0: on all pages. */
int store_news(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_news *out, struct err *e) MUST_CHECK;

/* ---- What users taught, and what was held back ---- */

enum store_lesson_kind {
    STORE_LESSON_NONE,
    STORE_LESSON_TOLD,      /* such changes are to be announced */
    STORE_LESSON_DISMISSED, /* such changes are not worth it */
    STORE_LESSON_PART,      /* nothing in that part of the page is */
    STORE_LESSONS
};

/* What a user taught of a page by what they thought of one of its versions; theirs alone. */
struct store_lesson {
    int64_t user, page, number;
    enum store_lesson_kind kind;
    bool announces;  /* the user's event of the version is there because of the lesson, and goes with it */
    struct str keys; /* the places it speaks of (judge/lessons.h); may be empty */
};

struct store_lessons {
    struct store_lesson *item; /* by user, then by number */
    uint32_t n;
};

/* Adds the lesson of (user, page, number), or replaces it. */
int store_lesson_put(struct store *s, const struct store_lesson *lesson, struct err *e) MUST_CHECK;
/* Takes it back; nothing happens where there is none. Reads user, page, number. */
int store_lesson_remove(struct store *s, const struct store_lesson *lesson, struct err *e) MUST_CHECK;
/* Those of the page; `user` 0: of everybody. */
int store_lesson_list(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_lessons *out, struct err *e)
    MUST_CHECK;
/* Takes back the one user's event of the version. */
int store_event_retract(struct store *s, int64_t user, int64_t page, int64_t number, struct err *e) MUST_CHECK;

/* A version that a user was not told of. */
struct store_held {
    int64_t page, number, at;
    bool suspect, quiet, template, dismissed;
    struct store_verdict verdict; /* `before` 0: none was made */
    bool announced;               /* the user was told of the rest of it */
    struct str told;              /* then: its headline */
    bool withdrawn;               /* the user was told of it, and that was taken back */
};

struct store_held_list {
    struct store_held *item; /* the newest first */
    uint32_t n;
};

struct store_held_query {
    int64_t user;
    int64_t page;   /* 0: of all pages */
    bool seen;      /* versions up to the one they saw last as well */
    uint32_t limit; /* 0: all */
    bool parts;     /* also versions of which a part was held back, and the rest announced; or may be, by what they taught */
};

/* Versions of pages the user watches, without the first, of which they have no event or which they dismissed. O(versions that came since
 * they looked last; with `seen`, all of them). */
int store_held(struct arena *a, struct store *s, const struct store_held_query *query, struct store_held_list *out, struct err *e)
    MUST_CHECK;
/* How many there are on all pages since the user looked. */
int store_held_count(struct store *s, int64_t user, uint64_t *out, struct err *e) MUST_CHECK;

/* ---- Settings and secrets of users ---- */

struct store_setting {
    int64_t user;
    struct str name, value;
};

struct store_settings {
    struct store_setting *item; /* in the order of names */
    uint32_t n;
};

/* Adds the setting or replaces its value; an empty value removes it. */
int store_setting_put(struct store *s, const struct store_setting *setting, struct err *e) MUST_CHECK;
/* Users who have a setting, in the order of ids. */
int store_setting_users(struct arena *a, struct store *s, struct store_users *out, struct err *e) MUST_CHECK;
int store_setting_list(struct arena *a, struct store *s, int64_t user, struct store_settings *out, struct err *e) MUST_CHECK;

/* What only its owner may read: sealed with the key beside the store (store/seal.h). It goes with its user, and with the page where it has
 * one. */
struct store_secret {
    int64_t user;
    int64_t page;     /* of a watch; 0: of the user */
    struct str name;  /* "password", "mail" ...: unique for user and page */
    struct str bytes; /* sealed */
};

struct store_secrets {
    struct store_secret *item; /* in the order of names */
    uint32_t n;
};

/* Seals the plain bytes and keeps them; empty bytes remove the secret. The key is made where there is none. */
int store_seal(struct store *s, const struct store_secret *secret, struct err *e) MUST_CHECK;
/* Reads user, page and name, and fills in the plain bytes. E_ABSENT: there is no such secret, or no key; E_FORMAT: it does not open. */
int store_unseal(struct arena *a, struct store *s, struct store_secret *secret, struct err *e) MUST_CHECK;

/* 32 bytes that only this store's key gives, another for each use: to sign what comes back one day. */
int store_derive(struct store *s, const char *use, unsigned char out[32], struct err *e) MUST_CHECK;

/* Adds the sealed bytes or replaces them; empty bytes remove the secret. */
int store_secret_put(struct store *s, const struct store_secret *secret, struct err *e) MUST_CHECK;
int store_secret_list(struct arena *a, struct store *s, int64_t user, int64_t page, struct store_secrets *out, struct err *e)
    MUST_CHECK;

/* ---- Chores ---- */

/* What a new schema leaves to whoever knows what the texts in its rows mean. E_ABSENT: the chore is done. */
int store_chore_find(struct store *s, struct str name, struct err *e) MUST_CHECK;
int store_chore_done(struct store *s, struct str name, struct err *e) MUST_CHECK;

/* ---- Leases ---- */

/* Who fetches from a host. Every page of a host belongs to the worker that has the host's lease, so one process at a time speaks to it and
 * each page is fetched once. A lease that ran out is free for anybody. The empty host (files) is one like others. */
struct store_lease {
    struct str worker; /* a name that no other worker has */
    int64_t now;
    int64_t until;     /* when the lease runs out unless it is renewed */
    uint32_t limit;    /* pages, about */
    uint32_t per_host; /* pages of one host, at most */
    bool promised;     /* best effort is left out */
};

/* Takes hosts that have pages due at `now`, the longest due first, as far as no other worker has them and they may be asked, and returns
 * due pages of them and of hosts the worker has already: of each host an even share, promises first. Several workers may ask at once.
 * O(hosts * log pages), however many pages a host has. */
int store_lease(struct arena *a, struct store *s, const struct store_lease *lease, struct store_pages *out, struct err *e)
    MUST_CHECK;
/* When the worker may find something that is due; NEVER: nothing is planned. O(hosts * log pages). */
int store_lease_next(struct store *s, const struct store_lease *lease, int64_t *at, struct err *e) MUST_CHECK;
struct store_lease_answer {
    bool taken;
    int64_t ready_at; /* else: the host is to be left alone until then */
    int64_t until;    /* ... and another's lease holds until then, unless it is given back before; 0: nobody has it */
};
/* Takes one host, whatever is due there. Writes nothing where it is not free. */
int store_lease_host(struct store *s, const struct store_lease *lease, struct str host, struct store_lease_answer *out,
                     struct err *e) MUST_CHECK;
/* Moves the end of all leases of the worker to `until`. */
int store_lease_renew(struct store *s, const struct store_lease *lease, struct err *e) MUST_CHECK;
/* Workers that have leases which have not run out at `now`, each once. */
int store_lease_workers(struct arena *a, struct store *s, int64_t now, struct store_users *out, struct err *e) MUST_CHECK;
/* Ends all leases of the worker at once: it is done, or dead. Its hosts are left alone until ready_at at least. */
int store_lease_end(struct store *s, struct str worker, int64_t ready_at, struct err *e) MUST_CHECK;
/* When a host of the worker may be asked next: kept even where the worker dies. */
int store_lease_ready(struct store *s, const struct store_lease *lease, struct str host, int64_t ready_at, struct err *e)
    MUST_CHECK;
/* Gives the host back; nobody may take it before ready_at, so that a pause holds from one worker to the next. */
int store_lease_return(struct store *s, const struct store_lease *lease, struct str host, int64_t ready_at, struct err *e)
    MUST_CHECK;

/* ---- The plan ---- */

/* What was reckoned for all pages together: the owner's business, text, JSON by custom. Empty: there is none. */
int store_plan_get(struct arena *a, struct store *s, struct str name, struct str *facts, struct err *e) MUST_CHECK;
int store_plan_put(struct store *s, struct str name, struct str facts, struct err *e) MUST_CHECK;

struct store_facts {
    struct str name, facts;
};

struct store_facts_list {
    struct store_facts *item; /* in the order of names */
    uint32_t n;
};

/* Those whose names begin so. */
int store_plan_list(struct arena *a, struct store *s, struct str prefix, struct store_facts_list *out, struct err *e) MUST_CHECK;

/* A page with one who watches it, as far as it is planned. */
struct store_planned {
    struct store_page page; /* id, url, host, checked_at, next_check_at, errors, best_effort, learnt */
    int64_t user;
    struct str settings;
};

struct store_planned_list {
    struct store_planned *item; /* in the order of pages; of one page the oldest watch first */
    uint32_t n;
};

/* Of the next `limit` pages behind `after`. A page that nobody watches is not among them. */
int store_plan_pages(struct arena *a, struct store *s, int64_t after, uint32_t limit, struct store_planned_list *out, struct err *e)
    MUST_CHECK;

struct store_plan_counts {
    int64_t pages; /* that are planned */
    int64_t late;  /* promised for a moment before late_at, and not checked yet */
};
/* The highest number of a page; 0: there is none. */
int store_plan_last(struct store *s, int64_t *page, struct err *e) MUST_CHECK;
/* O(pages). */
int store_plan_counts(struct store *s, int64_t late_at, struct store_plan_counts *out, struct err *e) MUST_CHECK;
/* What is due first, whoever may have it. O(pages). */
int store_plan_next(struct arena *a, struct store *s, uint32_t limit, struct store_pages *out, struct err *e) MUST_CHECK;
/* Another moment, of best effort, for a page that is still planned as it was read; else nothing happens. */
int store_plan_move(struct store *s, const struct store_page *page, int64_t to, struct err *e) MUST_CHECK;

/* ---- Hosts ---- */

struct store_host {
    struct str origin; /* "https://example.org:443"; unique */
    struct str facts;  /* what a run learnt of it: the owner's business, JSON by custom */
};

struct store_hosts {
    struct store_host *item; /* in the order of origins */
    uint32_t n;
};

/* Adds the host or replaces its facts. */
int store_host_put(struct store *s, const struct store_host *host, struct err *e) MUST_CHECK;
int store_host_list(struct arena *a, struct store *s, struct store_hosts *out, struct err *e) MUST_CHECK;

/* ---- Care ---- */

/* A sentence for a person about what was found or done. */
typedef void store_say(void *context, const char *words);

struct store_report {
    store_say *say; /* may be NULL */
    void *context;
    uint64_t pages, versions, blobs; /* looked at */
    uint64_t faults;                 /* found */
    uint64_t mended;                 /* of these */
    uint64_t lost; /* versions that cannot be had any more: their bytes are damaged, or they are gone altogether */
};

/* Looks at the engine's own structures, every count, every chain and every digest. With `repair` it builds damaged structures anew from the
 * rows that can be read (a version without a body is gone; versions without a page get one, "weft:lost-page-N"), sets counts right, marks
 * versions whose bytes are damaged as lost and clears the mark where the bytes are good again; what is good is never touched, and a damaged
 * frame is kept, for it may be read again when what it builds on comes back. A page whose newest version is lost forgets its validators.
 * 0 also where faults were found: see the report. O(all bytes). */
int store_verify(struct store *s, bool repair, struct store_report *report, struct err *e) MUST_CHECK;

/* What store_gc() may remove. All zeros: nothing but rubbish; every version is kept. Never removed, whatever the policy says: the newest
 * and the first version of a page, what a user has marked, and the newest version each user has seen. */
struct store_policy {
    int64_t now;           /* for thin_after_ms */
    uint32_t keep_last;    /* of each page keep only so many; 0: all */
    int64_t thin_after_ms; /* of versions older than this keep the last one of each span of thin_every_ms; 0: all */
    int64_t thin_every_ms; /* such as DURATION_DAY_MS; spans are counted from 1970 */
    bool reclaim; /* give the room back to the file system: rewrites the file, and needs as much room again while it does */
};

struct store_swept {
    uint64_t versions, blobs; /* removed */
    uint64_t packed;          /* frames that were written smaller */
    uint64_t bytes_before, bytes_after;
};

/* Applies the policy, removes what nothing refers to, and compresses what was stored in haste. Goes in many small transactions: others may
 * read and write meanwhile, and a crash leaves a whole store. */
int store_gc(struct store *s, const struct store_policy *policy, struct store_swept *out, struct err *e) MUST_CHECK;

/* Bytes on the disk, with everything that belongs to the store. */
int store_footprint(struct store *s, uint64_t *bytes, struct err *e) MUST_CHECK;

/* A whole copy at `path` of one moment, while others write. The file there appears at once and complete, or not at all. */
int store_backup(struct store *s, const char *path, struct err *e) MUST_CHECK;

enum {
    STORE_EXPORT_FORMAT = 5
}; /* 1 had no verdicts and events, 2 no channels and sentinels, 3 no collections and nothing that waits, 4 nothing of what was sent and of
    * the rhythm of pages */

/* How much went out or came in. */
struct store_transfer {
    int64_t users, pages, versions, watches, events, sentinels, channels;
    int64_t sendings; /* things that were or are to be sent to a channel */
    int64_t secrets;
};

/* Everything as JSON lines (docs/design/store.md tells the format) to an open descriptor, of one moment. Versions that cannot
 * be read go out as lost. Secrets stay behind, unless `with_secrets` says that they go out in plain words. `out` may be NULL. */
int store_export(struct store *s, int fd, bool with_secrets, struct store_transfer *out, struct err *e) MUST_CHECK;
/* Reads such a stream, and seals the secrets in it: all of it or nothing. A page that is there already is E_USAGE; a user of that name is
 * the one whom the stream speaks of.
 * export(import(x)) is x, byte for byte. `out` may be NULL. */
int store_import(struct store *s, int fd, struct store_transfer *out, struct err *e) MUST_CHECK;

#endif
