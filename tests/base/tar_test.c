/* Files in one, as others unpack them. */
#include "base/tar.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "tests/tap.h"

static void test_layout(void)
{
    char place[] = "/tmp/weft-tar-XXXXXX", block[4 * TAR_BLOCK + 1] = "";
    struct err e = { 0 };
    int fd = mkstemp(place);

    ok(fd >= 0 && tar_add(fd, &(struct tar_file){ STR("pages/a.html"), STR("some words"), 1000000000 }, &e) == 0, "a file: %s",
       e.text);
    ok(tar_end(fd, &e) == 0, "and the end: %s", e.text);
    ok(pread(fd, block, sizeof block, 0) == 4 * TAR_BLOCK, "a head, the bytes, two empty blocks");
    ok(strcmp(block, "pages/a.html") == 0, "its name");
    ok(strcmp(block + 124, "00000000012") == 0, "its size, in octal digits");
    ok(strcmp(block + 136, "07346545000") == 0, "its time");
    ok(strcmp(block + 257, "ustar") == 0, "what it is");
    ok(strcmp(block + TAR_BLOCK, "some words") == 0, "its bytes, with zeros behind them");
    unsigned sum = 8 * ' ';
    for (unsigned i = 0; i < TAR_BLOCK; i++)
        sum += i >= 148 && i < 156 ? 0 : (unsigned char)block[i];
    ok(strtoul(block + 148, NULL, 8) == sum, "the sum of its head");
    close(fd);
    unlink(place);
}

static void test_names(void)
{
    char name[TAR_NAME_MAX + 1];
    struct err e = { 0 };

    memset(name, 'n', sizeof name);
    ok(tar_add(-1, &(struct tar_file){ { name, sizeof name }, STR(""), 0 }, &e) == E_LIMIT, "a name that has no room: %s", e.text);
}

int main(void)
{
    test_layout();
    test_names();
    return tap_done();
}
