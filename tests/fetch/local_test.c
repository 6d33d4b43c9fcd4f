/* Files and folders: their bytes, their validators, and what is refused. */
#include "fetch/local.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "tests/tap.h"

static struct response get(struct arena *a, struct str url, struct str etag)
{
    struct response r = { 0 };
    struct request q = { .url = url, .etag = etag, .body_max = 1000 };
    local_get(a, &q, INT64_MAX / 2, &r);
    return r;
}

static void write_file(struct arena *a, const char *folder, const char *name, struct str bytes)
{
    struct err e = { 0 };
    if (io_write(arena_printf(a, "%s/%s", folder, name).ptr, bytes, &e))
        ok(false, "%s", e.text);
}

static void test_file(struct arena *a, const char *folder)
{
    struct str url = arena_printf(a, "file://%s/a%%20b.html", folder);
    write_file(a, folder, "a b.html", STR("<p>one"));
    struct response r = get(a, url, STR(""));
    ok(r.state == FETCH_OK && r.etag.len, "a file");
    eq_str(r.body, STR("<p>one"), "its bytes");
    struct str etag = r.etag;
    r = get(a, url, etag);
    ok(r.state == FETCH_NOT_MODIFIED && r.body.len == 0, "unchanged: a stat is enough");
    write_file(a, folder, "a b.html", STR("<p>two"));
    r = get(a, url, etag);
    ok(r.state == FETCH_OK && str_eq(r.body, STR("<p>two")), "changed in place, same size");
    eq_int(get(a, arena_printf(a, "file:%s/a%%20b.html", folder), STR("")).state, FETCH_OK, "with one slash");
    eq_int(get(a, arena_printf(a, "file://localhost%s/a%%20b.html", folder), STR("")).state, FETCH_OK, "on localhost");
    struct response fresh = { 0 };
    local_get(a, &(struct request){ .url = url }, 0, &fresh);
    ok(fresh.state == FETCH_OK && fresh.etag.len == 0, "a file of this moment has no validator yet");
    char large[1001] = { 0 };
    write_file(a, folder, "large", (struct str){ large, sizeof large });
    eq_int(get(a, arena_printf(a, "file://%s/large", folder), STR("")).state, FETCH_TOO_LARGE, "a file over the limit");
}

static void test_folder(struct arena *a, const char *folder)
{
    struct str url = arena_printf(a, "file://%s", folder);
    const struct timespec times[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };
    utimensat(AT_FDCWD, arena_printf(a, "%s/a b.html", folder).ptr, times, 0);
    struct response r = get(a, url, STR(""));
    ok(r.state == FETCH_OK
           && str_find(r.body, STR("<td>a b.html</td><td>6 bytes</td><td>2001-09-09T01:46:40.000Z</td>"), 0) != SIZE_MAX,
       "a folder is a page");
    eq_int(get(a, url, r.etag).state, FETCH_NOT_MODIFIED, "unchanged");
    write_file(a, folder, "<b>", STR("x"));
    r = get(a, url, r.etag);
    ok(r.state == FETCH_OK && str_find(r.body, STR("&lt;b&gt;"), 0) != SIZE_MAX, "a new file; names are text");
}

static void test_refused(struct arena *a, const char *folder)
{
    struct response r = get(a, arena_printf(a, "file://%s/none", folder), STR(""));
    ok(r.state == FETCH_GONE && r.message.len, "no such file");
    eq_int(get(a, STR("file://host/x"), STR("")).state, FETCH_BAD_ADDRESS, "another host");
    eq_int(get(a, STR("file:x"), STR("")).state, FETCH_BAD_ADDRESS, "no path");
    eq_int(get(a, STR("file:///a%00b"), STR("")).state, FETCH_BAD_ADDRESS, "a NUL in it");
    eq_int(get(a, STR("file:///dev/zero"), STR("")).state, FETCH_BAD_ADDRESS, "a device");
    if (mkfifo(arena_printf(a, "%s/pipe", folder).ptr, 0600) == 0)
        eq_int(get(a, arena_printf(a, "file://%s/pipe", folder), STR("")).state, FETCH_BAD_ADDRESS, "a pipe does not hang it");
    ok(local_is(STR(" FILE:///x")) && !local_is(STR("http://a/file:")), "which addresses are for here");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    char folder[] = "/tmp/weft-local-XXXXXX";
    if (!mkdtemp(folder)) {
        skip("no temporary folder");
        return tap_done();
    }
    test_file(&a, folder);
    test_folder(&a, folder);
    test_refused(&a, folder);
    static const char *const made[] = { "a b.html", "large", "<b>", "pipe" };
    for (size_t i = 0; i < ARRAY_LEN(made); i++)
        unlink(arena_printf(&a, "%s/%s", folder, made[i]).ptr);
    ok(rmdir(folder) == 0, "nothing else was made");
    return tap_done();
}
