/* Any bytes as a file of sentinels: reading ends, faults have a place in the file, and what is right is printed in a form that reads
 * as the same. */
#include <stdlib.h>

#include "event/sentinel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void print_all(const struct sentinel_file *file, struct buf *out)
{
    for (uint32_t i = 0; i < file->n; i++)
        sentinel_print(&file->item[i], out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = (size_t)256 << 20 };
    AUTO(buf) first = BUF((size_t)64 << 20);
    AUTO(buf) second = BUF((size_t)64 << 20);
    struct grammar g;
    struct sentinel_file file, again;
    struct fault_list faults = { 0 }, none = { 0 };
    struct err e;

    grammar_open(&a, &g);
    if (sentinel_read(&a, &g, (struct str){ (const char *)data, size }, &file, &faults, &e))
        return 0;
    for (uint32_t i = 0; i < faults.list.n; i++)
        must(faults.list.item[i].at.line >= 1 && faults.list.item[i].at.column >= 1 && faults.list.item[i].text.len);
    print_all(&file, &first);
    must(sentinel_read(&a, &g, buf_str(&first), &again, &none, &e) == 0 && none.list.n == 0 && again.n == file.n);
    print_all(&again, &second);
    must(str_eq(buf_str(&first), buf_str(&second)));
    return 0;
}
