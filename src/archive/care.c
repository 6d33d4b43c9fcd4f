/* Upkeep: who may, and by which settings. The work is the store's. */
#include "archive/care.h"

#include <sys/statvfs.h>

int care_sweep(const struct caller *c, bool reclaim, struct care_swept *out, struct err *e)
{
    struct care_swept done = { .policy = {
                                   .now = c->now,
                                   .keep_last = (uint32_t)settings_number(c->settings, SETTING_KEEP_LAST),
                                   .thin_after_ms = settings_number(c->settings, SETTING_THIN_AFTER),
                                   .thin_every_ms = settings_number(c->settings, SETTING_THIN_EVERY),
                                   .reclaim = reclaim,
                               } };
    int failed = caller_must_administer(c, "remove old versions", e);

    if (failed || (failed = store_gc(c->store, &done.policy, &done.swept, e)))
        return failed;
    *out = done;
    return 0;
}

int care_verify(const struct caller *c, bool repair, struct store_report *report, struct err *e)
{
    int failed = caller_must_administer(c, "look through the whole archive", e);

    return failed ? failed : store_verify(c->store, repair, report, e);
}

int care_bytes(const struct caller *c, uint64_t *bytes, struct err *e)
{
    int failed = caller_must_administer(c, "measure the archive", e);

    return failed ? failed : store_footprint(c->store, bytes, e);
}

int care_room(const struct caller *c, uint64_t *bytes, struct err *e)
{
    struct statvfs disk;
    int failed = caller_must_administer(c, "measure the disk", e);

    if (!failed)
        *bytes = statvfs(c->store->place, &disk) ? UINT64_MAX : (uint64_t)disk.f_bavail * disk.f_frsize;
    return failed;
}

/* ---- Visits ---- */

static const struct str pause_name = STR_INIT("pause");

int care_pause(const struct caller *c, bool paused, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int failed = caller_must_administer(c, "pause all visits", e);

    if (failed || (failed = store_begin(c->store, &tx, e))
        || (failed = store_plan_put(c->store, pause_name, paused ? STR("{\"paused\": true}") : STR(""), e)))
        return failed;
    return store_commit(&tx, e);
}

int care_paused(const struct caller *c, bool *paused, struct err *e)
{
    struct str facts;
    int failed = store_plan_get(c->arena, c->store, pause_name, &facts, e);

    if (!failed)
        *paused = facts.len > 0;
    return failed;
}
