/* Exports, imports and copies of the whole archive. */
#include "archive/transfer.h"

#include <unistd.h>

#include "flow/sealed.h"

int export_all(const struct caller *c, int fd, bool with_secrets, struct err *e)
{
    int failed = caller_must_administer(c, "export the archive", e);

    return failed ? failed : store_export(c->store, fd, with_secrets, e);
}

int import_all(const struct caller *c, int fd, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int failed;

    if ((failed = caller_must_administer(c, "import into the archive", e)) || (failed = store_begin(c->store, &tx, e))
        || (failed = store_import(c->store, fd, e)) || (failed = sealed_adopt(c->store, e)))
        return failed;
    return store_commit(&tx, e);
}

int backup_all(const struct caller *c, const char *path, struct str *key, struct err *e)
{
    struct str beside = arena_printf(c->arena, "%s.key", c->store->place);
    int failed = caller_must_administer(c, "copy the archive", e);

    if (failed || (failed = store_backup(c->store, path, e)))
        return failed;
    *key = access(beside.ptr, F_OK) == 0 ? beside : STR("");
    return 0;
}
