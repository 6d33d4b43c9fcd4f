/* Retention: what the policy says goes, what is bound stays, and all that stays reads as before. */
#include "base/duration.h"
#include "store/store.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

enum { VERSIONS = 40 };

static int64_t fill(struct store *s, const char *url, int64_t step_ms)
{
    int64_t page = 0;
    if (store_page_add(s, &(struct store_page){ .url = str_of(url), .next_check_at = NEVER }, &page, NULL))
        return 0;
    for (unsigned i = 1; i <= VERSIONS; i++) {
        AUTO(arena) a = { 0 };
        bool is_new;
        struct store_version v = { .page = page, .fetched_at = i * step_ms, .server_at = NEVER };
        if (store_version_add(s, &v, page_body(&a, (unsigned)page, i), &is_new, NULL))
            return 0;
    }
    return page;
}

/* The versions that are there as a text of numbers, each read and compared. */
static struct str numbers(struct arena *a, struct store *s, int64_t page)
{
    AUTO(buf) b = BUF(4096);
    struct store_versions list = { 0 };
    struct str out;
    if (store_version_list(a, s, page, &list, NULL))
        return STR("failed");
    for (uint32_t i = 0; i < list.n; i++) {
        AUTO(arena) scratch = { 0 };
        struct str body;
        unsigned number = (unsigned)list.item[i].number;
        bool good = store_version_body(&scratch, s, page, number, &body, NULL) == 0
                    && str_eq(body, page_body(&scratch, (unsigned)page, number));
        buf_addf(&b, good ? "%u " : "%u? ", number);
    }
    return buf_take(&b, a, &out, NULL) ? STR("failed") : out;
}

static struct store_swept sweep(struct store *s, struct store_policy policy)
{
    struct store_swept swept = { 0 };
    struct err e;
    struct store_report report = { 0 };
    if (store_gc(s, &policy, &swept, &e))
        printf("# %s\n", e.text);
    ok(store_verify(s, false, &report, &e) == 0 && report.faults == 0 && report.lost == 0, "the store is whole");
    return swept;
}

int main(void)
{
    AUTO(folder) f = folder_new();
    AUTO(arena) a = { 0 };
    AUTO(store) s = { 0 };
    struct err e;
    int64_t ann, page, daily;
    ok(store_open(&s, folder_path(&a, &f, "s"), &(struct store_options){ .create = true }, &e) == 0, "a store");
    page = fill(&s, "http://x/", 1000);
    daily = fill(&s, "http://y/", DURATION_DAY_MS / 4);
    struct store_swept swept = sweep(&s, (struct store_policy){ 0 });
    ok(swept.versions == 0 && swept.blobs == 0 && swept.packed > 0, "by default all is kept, and packed");
    ok(store_user_add(&s, STR("ann"), 1, &ann, &e) == 0
           && store_keep(&s, &(struct store_seen){ .user = ann, .page = page, .number = 10, .kept = true }, &e) == 0
           && store_seen_add(&s, &(struct store_seen){ .user = ann, .page = page, .number = 20, .seen_at = 5 }, &e) == 0
           && store_seen_add(&s, &(struct store_seen){ .user = ann, .page = page, .number = 15, .seen_at = 6 }, &e) == 0,
       "a user marks version 10 and has seen 15 and 20");
    /* the last day of the second page is too young to be thinned; of older ones the last of each day stays */
    swept =
        sweep(&s, (struct store_policy){
                      .now = 10 * (int64_t)DURATION_DAY_MS, .thin_after_ms = DURATION_DAY_MS, .thin_every_ms = DURATION_DAY_MS });
    eq_str(numbers(&a, &s, daily), STR("1 3 7 11 15 19 23 27 31 35 36 37 38 39 40 "), "one a day of what is older than a day");
    eq_str(numbers(&a, &s, page), STR("1 10 20 40 "), "but never the first, the newest, what is marked, what was last seen");
    ok(swept.versions == 61 && swept.blobs == 61, "%llu versions went", (unsigned long long)swept.versions);
    swept = sweep(&s, (struct store_policy){ .keep_last = 3, .reclaim = true });
    eq_str(numbers(&a, &s, daily), STR("1 38 39 40 "), "the last three, and the first");
    ok(swept.bytes_after < swept.bytes_before, "the room is given back");
    AUTO(store_tx) tx = { 0 };
    ok(store_begin(&s, &tx, &e) == 0 && store_gc(&s, &(struct store_policy){ 0 }, &swept, &e) == E_USAGE,
       "not inside a transaction");
    return tap_done();
}
