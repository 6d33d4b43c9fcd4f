/* What the user typed for a page and a version of it: "https://example.org/news@3", "example.org/news@2026-11-01", "git:index.html@-1".
 *
 * A page is found by its address as it was added, by its canonical form, or without scheme; where there is none, the words offer the pages
 * that look like it. Behind the last @ stands which version is meant:
 *     @3            the number                         @-1           one before the newest
 *     @2026-11-01   what stood at the end of that day  @yesterday, @2026-11-01T10:00, @3d: what stood at that moment
 *     @first, @newest                                  @seen         the newest that the user has seen
 * An address that holds an @ itself is found as it is. */
#ifndef ARCHIVE_TARGET_H
#define ARCHIVE_TARGET_H

#include "archive/caller.h"
#include "intake/source.h"

struct target {
    struct str name; /* for people and commands: the address, with what is sent there where that is not enough; or the source */
    struct str url;  /* the address alone; empty: a source */
    struct str at;   /* behind the @; empty: nothing was said */
    bool is_source;  /* a file under version control: no store is asked */
    struct source source;   /* then */
    struct store_page page; /* else */
};

/* One version, of the store or of a source. */
struct target_version {
    int64_t number, at;
    int64_t bytes; /* -1: not known */
    bool suspect, quiet, lost;
    bool gone; /* of a source: the file was not there */
    int status;
    struct str content_type, etag, last_modified;
    struct str digest;                 /* 64 letters; empty for a source */
    struct str label, author, message; /* of a source */
};

struct target_versions {
    struct target_version *item; /* in the order of numbers */
    uint32_t n;
};

/* E_USAGE: no such page that the caller may see; the words name pages like it. */
int target_find(const struct caller *c, const char *typed, struct target *out, struct err *e) MUST_CHECK;
void target_drop(struct target *t);

/* A page that is known already. */
struct target target_of(struct arena *a, const struct store_page *page);
/* The page of that number. E_ABSENT: there is none that the caller may see. */
int target_page(const struct caller *c, int64_t page, struct target *out, struct err *e) MUST_CHECK;

/* Whether what was typed ends in an @ and something that names a version. */
bool target_names_version(const char *typed, int64_t now);

/* The page's address: its name without what is sent there, which tells watches of one address apart. People are shown the name. */
struct str target_url(const struct store_page *page);

/* The version that t->at names; the newest where it says nothing. E_USAGE: there is none. */
int target_version(const struct caller *c, const struct target *t, struct target_version *out, struct err *e) MUST_CHECK;
int target_versions(const struct caller *c, const struct target *t, struct target_versions *out, struct err *e) MUST_CHECK;
/* The newest that can be believed: neither suspect nor lost; the newest of all where there is no such one. */
int target_newest(const struct caller *c, const struct target *t, struct target_version *out, struct err *e) MUST_CHECK;
/* Where the user stopped looking: the newest version they have seen, else the first; of a source the one before the newest. */
int target_last_seen(const struct caller *c, const struct target *t, struct target_version *out, struct err *e) MUST_CHECK;
/* The bytes exactly, in the caller's arena. */
int target_body(const struct caller *c, const struct target *t, int64_t number, struct str *out, struct err *e) MUST_CHECK;

/* target_source.c: the same for a file under version control, for target.c alone. */
int target_source_open(const struct caller *c, struct target *t, struct err *e) MUST_CHECK;
int target_source_versions(const struct caller *c, const struct target *t, struct target_versions *out, struct err *e) MUST_CHECK;
int target_source_version(const struct caller *c, const struct target *t, struct target_version *out, struct err *e) MUST_CHECK;

#endif
