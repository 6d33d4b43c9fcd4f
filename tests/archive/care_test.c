/* Upkeep by the settings: what is kept of old versions, what is found, how much room it takes. */
#include "archive/care.h"

#include <stdlib.h>

#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct store store;
    struct settings settings;
    struct caller admin;
    int64_t page;
    struct err e;
};

static void must(struct world *w, int code)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", w->e.text);
    exit(1);
}

static void build(struct world *w, const struct folder *folder)
{
    must(w, store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e));
    must(w, settings_defaults(&w->arena, &w->settings, &w->e));
    must(w, store_page_add(&w->store, &(struct store_page){ .url = STR("http://h/") }, &w->page, &w->e));
    for (int i = 1; i <= 9; i++) {
        struct store_version v = { .page = w->page, .fetched_at = i, .status = 200 };
        bool is_new;
        must(w, store_version_add(&w->store, &v, arena_printf(&w->arena, "version %d", i), &is_new, &w->e));
    }
    w->admin = (struct caller){
        .who = { .role = ROLE_ADMIN }, .store = &w->store, .settings = &w->settings, .arena = &w->arena, .now = 1000
    };
}

static uint32_t versions(struct world *w)
{
    struct store_versions list = { 0 };
    must(w, store_version_list(&w->arena, &w->store, w->page, &list, &w->e));
    return list.n;
}

static void test_sweep(struct world *w)
{
    struct care_swept done = { 0 };
    struct setting_given three = { STR_INIT("3"), SETTING_ARCHIVE, STR_INIT("the archive") };
    must(w, care_sweep(&w->admin, false, &done, &w->e));
    ok(done.swept.versions == 0 && done.policy.keep_last == 0 && versions(w) == 9, "without a policy every version stays");
    must(w, settings_set(&w->arena, &w->settings, SETTING_KEEP_LAST, &three, &w->e));
    must(w, care_sweep(&w->admin, true, &done, &w->e));
    ok(done.policy.keep_last == 3 && done.policy.reclaim && done.policy.now == 1000, "the policy is that of the settings");
    ok(done.swept.versions == 5 && versions(w) == 4, "the last three stay, and the first: %u", versions(w));
}

static void count_fault(void *context, const char *words UNUSED)
{
    ++*(int *)context;
}

static void test_verify(struct world *w)
{
    int faults = 0;
    struct store_report report = { .say = count_fault, .context = &faults };
    must(w, care_verify(&w->admin, false, &report, &w->e));
    ok(report.pages == 1 && report.versions == 4 && report.faults == 0 && faults == 0, "all is whole");
}

static void test_bytes(struct world *w)
{
    uint64_t bytes = 0;
    must(w, care_bytes(&w->admin, &bytes, &w->e));
    ok(bytes > 1000, "%llu bytes on the disk", (unsigned long long)bytes);
}

static void test_rights(struct world *w)
{
    struct caller user = w->admin;
    struct care_swept done;
    struct store_report report = { 0 };
    uint64_t bytes;
    user.who.role = ROLE_USER;
    eq_int(care_sweep(&user, true, &done, &w->e), E_DENIED, "a user does not sweep");
    eq_int(care_verify(&user, true, &report, &w->e), E_DENIED, "nor repair");
    eq_int(care_bytes(&user, &bytes, &w->e), E_DENIED, "nor measure");
    eq_int(versions(w), 4, "and nothing has happened");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };

    build(&w, &folder);
    test_sweep(&w);
    test_verify(&w);
    test_bytes(&w);
    test_rights(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
