/* Everything in the archive, out and in again: an administrator's business. */
#ifndef ARCHIVE_TRANSFER_H
#define ARCHIVE_TRANSFER_H

#include "archive/caller.h"

/* As JSON lines to the descriptor (docs/design/store.md); what is sealed stays behind unless it is asked for, and is plain then. `out`: how
 * much it was; NULL: nobody asks. */
int export_all(const struct caller *c, int fd, bool with_secrets, struct store_transfer *out, struct err *e) MUST_CHECK;
/* A file without a name, beside the archive or where it may be: *fd is the caller's. */
int export_open(const struct caller *c, int *fd, struct err *e) MUST_CHECK;
/* The same as export_all() to such a file, which stands at its beginning then. `stop` is asked again and again; once it says yes the export
 * ends with E_USAGE. */
struct export_stop {
    bool (*wanted)(void *context, uint64_t done, uint64_t total);
    void *context;
};
int export_file(const struct caller *c, const struct export_stop *stop, int *fd, struct err *e) MUST_CHECK;
/* Such lines: all or nothing. Secrets in them are sealed with this archive's key. */
int import_all(const struct caller *c, int fd, struct store_transfer *out, struct err *e) MUST_CHECK;
/* A whole copy at `path`, while others write. *key: the file that opens the secrets in it, which is not copied; empty: there are none. */
int backup_all(const struct caller *c, const char *path, struct str *key, struct err *e) MUST_CHECK;

#endif
