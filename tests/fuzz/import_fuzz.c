/* Any bytes as an export: they are refused with words, or come out again as a stream that goes in and out unchanged.
 *
 * The store lies in memory; the law at the end is that of store.h: export(import(x)) is x for what export wrote. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "store/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct memory {
    int fd;
};

static void memory_drop(struct memory *m)
{
    close(m->fd);
}

static void must(bool holds)
{
    if (!holds)
        abort();
}

static int import(struct store *s, struct str text, struct err *e)
{
    AUTO(memory) m = { memfd_create("import", MFD_CLOEXEC) };
    must(store_open(s, ":memory:", &(struct store_options){ .create = true }, e) == 0);
    must(io_write_fd(m.fd, text, e) == 0 && lseek(m.fd, 0, SEEK_SET) == 0);
    return store_import(s, m.fd, NULL, e);
}

static struct str export_all(struct arena *a, struct store *s)
{
    AUTO(memory) m = { memfd_create("export", MFD_CLOEXEC) };
    struct err e;
    must(store_export(s, m.fd, false, NULL, &e) == 0);
    size_t n = (size_t)lseek(m.fd, 0, SEEK_CUR);
    char *text = NEW_ARRAY(a, char, n + 1);
    must(pread(m.fd, text, n, 0) == (ssize_t)n);
    return (struct str){ text, n };
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = MIB(256) };
    AUTO(store) first = { 0 };
    AUTO(store) second = { 0 };
    struct err e = { 0 };
    struct store_report report = { 0 };
    if (import(&first, (struct str){ (const char *)data, size }, &e)) {
        must(e.text[0]);
        return 0;
    }
    must(store_verify(&first, false, &report, &e) == 0 && report.faults == 0);
    struct str text = export_all(&a, &first);
    must(import(&second, text, &e) == 0);
    must(str_eq(export_all(&a, &second), text));
    return 0;
}
