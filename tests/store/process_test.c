/* Several processes on one store: they wait, or are told; what they write is all there; a copy is made meanwhile. */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "store/store.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

enum { WRITERS = 3, EACH = 40 };

static int open_store(struct store *s, const char *path, unsigned wait_ms, struct err *e)
{
    return store_open(s, path, &(struct store_options){ .create = true, .wait_ms = wait_ms }, e);
}

static int add(struct store *s, int64_t page, struct str body)
{
    bool is_new;
    struct store_version v = { .page = page, .fetched_at = 1, .server_at = NEVER };
    return store_version_add(s, &v, body, &is_new, NULL);
}

static int64_t page_of(struct store *s, const char *url)
{
    int64_t id = 0;
    return store_page_add(s, &(struct store_page){ .url = str_of(url), .next_check_at = NEVER }, &id, NULL) ? 0 : id;
}

/* Each writer makes the store if it is the first, and adds versions to one page of all. */
static _Noreturn void writer(const char *path, unsigned number)
{
    struct store s = { 0 };
    struct err e;
    if (open_store(&s, path, 60000, &e)) {
        printf("# %s\n", e.text);
        _exit(1);
    }
    int64_t page = page_of(&s, "http://shared/");
    for (unsigned i = 0; i < EACH; i++) {
        AUTO(arena) a = { 0 };
        if (page == 0 || add(&s, page, page_body(&a, number, i)))
            _exit(2);
    }
    store_close(&s);
    _exit(0);
}

static bool is_whole(struct store *s, uint64_t *versions)
{
    struct store_report report = { 0 };
    bool good = store_verify(s, false, &report, NULL) == 0 && report.faults == 0 && report.lost == 0;
    *versions = report.versions;
    return good;
}

static void test_writers(struct arena *a, const struct folder *f)
{
    const char *path = folder_path(a, f, "many"), *copy = folder_path(a, f, "copy");
    pid_t pid[WRITERS];
    struct err e = { 0 };
    uint64_t versions = 0;
    unsigned failed = 0, copies = 0;
    fflush(stdout);
    for (unsigned i = 0; i < WRITERS; i++)
        if ((pid[i] = fork()) == 0)
            writer(path, i);
    for (unsigned i = 0; i < 5; i++) {
        AUTO(store) s = { 0 };
        AUTO(store) backup = { 0 };
        usleep(20000);
        copies += open_store(&s, path, 60000, &e) == 0 && store_backup(&s, copy, &e) == 0
                  && store_open(&backup, copy, &(struct store_options){ .read_only = true }, &e) == 0
                  && is_whole(&backup, &versions);
    }
    eq_int(copies, 5, "copies made meanwhile are whole");
    for (unsigned i = 0; i < WRITERS; i++) {
        int status;
        waitpid(pid[i], &status, 0);
        failed += status != 0;
    }
    eq_int(failed, 0, "writers that start at once and write at once");
    AUTO(store) s = { 0 };
    ok(open_store(&s, path, 100, &e) == 0 && is_whole(&s, &versions), "leave a whole store");
    eq_int(versions, WRITERS * EACH, "with all they wrote");
    ok(store_backup(&s, "/no/such/folder/copy", &e) == E_SYSTEM && strstr(e.text, "/no/such"), "a copy that cannot be written: %s",
       e.text);
}

/* Somebody works with a copy and is killed: what they wrote stands in a log beside it. */
static _Noreturn void killed_writer(const char *path)
{
    struct store s = { 0 };
    int64_t id;
    if (open_store(&s, path, 1000, NULL) || store_user_add(&s, STR("carl"), 1, &id, NULL))
        _exit(1);
    _exit(0);
}

static void test_copy_with_a_log(struct arena *a, const struct folder *f)
{
    const char *path = folder_path(a, f, "kept"), *copy = folder_path(a, f, "kept.copy");
    AUTO(store) s = { 0 };
    AUTO(store) backup = { 0 };
    struct store_user user;
    struct err e = { 0 };
    int64_t id;
    uint64_t versions;
    int status;
    ok(open_store(&s, path, 100, &e) == 0 && store_user_add(&s, STR("ann"), 1, &id, &e) == 0 && store_backup(&s, copy, &e) == 0,
       "a copy: %s", e.text);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0)
        killed_writer(copy);
    ok(waitpid(pid, &status, 0) == pid && status == 0, "somebody wrote into it and was killed");
    ok(store_user_add(&s, STR("ben"), 1, &id, &e) == 0 && store_backup(&s, copy, &e) == 0, "it is copied again over that: %s",
       e.text);
    ok(store_open(&backup, copy, &(struct store_options){ .read_only = true }, &e) == 0 && is_whole(&backup, &versions),
       "the copy is whole: %s", e.text);
    ok(store_user_find(a, &backup, STR("ben"), &user, &e) == 0 && store_user_find(a, &backup, STR("carl"), &user, &e) == E_ABSENT,
       "and is the store's, with nothing of what was in the log");
}

static _Noreturn void holder(const char *path, int told, int until)
{
    struct store s = { 0 };
    struct store_tx tx = { 0 };
    char c = 'x';
    if (open_store(&s, path, 1000, NULL) || store_begin(&s, &tx, NULL) || write(told, &c, 1) != 1 || read(until, &c, 1) < 0)
        _exit(1);
    store_close(&s);
    _exit(0);
}

static void test_waiting(struct arena *a, const struct folder *f)
{
    const char *path = folder_path(a, f, "held");
    AUTO(store) s = { 0 };
    struct err e = { 0 };
    int told[2], until[2], status;
    char c;
    ok(open_store(&s, path, 100, &e) == 0, "a store");
    int64_t page = page_of(&s, "http://x/"), id;
    ok(add(&s, page, STR("one")) == 0 && pipe(told) == 0 && pipe(until) == 0, "with a version");
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0)
        holder(path, told[1], until[0]);
    ok(read(told[0], &c, 1) == 1, "another process writes");
    ok(store_user_add(&s, STR("u"), 1, &id, &e) == E_SYSTEM && strstr(e.text, "another process"), "the second is told: %s", e.text);
    struct str body;
    ok(store_version_body(a, &s, page, 1, &body, &e) == 0 && str_eq(body, STR("one")), "but may read");
    ok(write(until[1], &c, 1) == 1 && waitpid(pid, &status, 0) == pid && status == 0, "the first one is done");
    ok(store_user_add(&s, STR("u"), 1, &id, &e) == 0, "and the second goes on");
}

int main(void)
{
    AUTO(folder) f = folder_new();
    AUTO(arena) a = { 0 };
    test_writers(&a, &f);
    test_copy_with_a_log(&a, &f);
    test_waiting(&a, &f);
    return tap_done();
}
