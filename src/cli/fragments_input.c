/* Pages for the verbs of `weft fragments`: which, and one after the other, so that ten thousand need no more memory than one and what is kept
 * of each. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/vec.h"
#include "cli/folder.h"
#include "cli/fragments.h"
#include "cli/output.h"
#include "cli/term.h"

enum { SNIFF_BYTES = 1024 };

int input_list(struct arena *a, const struct args *args, struct input *out, struct err *e)
{
    VEC(struct str) list = { 0 };

    for (unsigned i = 0; i < args->n_operands; i++) {
        struct stat st;
        struct str *below = NULL;
        uint32_t n = 0;
        if (stat(args->operand[i], &st) || !S_ISDIR(st.st_mode)) {
            *VEC_ADD(a, &list) = str_of(args->operand[i]);
            continue;
        }
        int failed = folder_pages(a, args->operand[i], &below, &n, e);
        if (failed)
            return failed;
        for (uint32_t k = 0; k < n; k++)
            *VEC_ADD(a, &list) = below[k];
    }
    if (list.n == 0)
        return err_set(e, E_USAGE, "%s: it needs pages: FILE... or a folder of them", args->command->name);
    *out = (struct input){ list.item, list.n };
    return 0;
}

void input_page_drop(struct input_page *p)
{
    arena_drop(&p->arena);
}

/* Bytes that no text has, among the first; UTF-16 says so by its first two. */
static bool is_binary(struct str bytes)
{
    struct str head = str_sub(bytes, 0, SNIFF_BYTES);

    if (str_starts(head, STR("\xff\xfe")) || str_starts(head, STR("\xfe\xff")))
        return false;
    return head.len && memchr(head.ptr, '\0', head.len) != NULL;
}

int input_read(const char *path, struct input_page *out, struct err *e)
{
    struct parse_source source = { .bytes = { 0 } };
    int failed;

    *out = (struct input_page){ .arena = { .budget_bytes = LIMIT_JOB_MEMORY } };
    symbols_open(&out->symbols, &out->arena);
    if ((failed = io_read(&out->arena, path, LIMIT_PAGE_BYTES, &source.bytes, e)))
        return failed;
    if (is_binary(source.bytes))
        return err_set(e, E_FORMAT, "%s: no page: its bytes are no text", path);
    if (page_read(&out->arena, &out->symbols, &source, STR(""), &out->page, e))
        return err_in(e, "%s", path);
    return 0;
}

int input_number(const struct args *args, const struct option *option, uint32_t min, uint32_t *out, struct err *e)
{
    const char *value = args_value(args, option);
    uint64_t number;

    if (!value)
        return 0;
    if (!str_number(str_of(value), INT32_MAX, &number) || number < min)
        return err_set(e, E_USAGE, "%s: --%s %s: it is a whole number of at least %u", args->command->name, option->name, value,
                       min);
    *out = (uint32_t)number;
    return 0;
}

int input_share(const struct args *args, const struct option *option, double *out, struct err *e)
{
    const char *value = args_value(args, option);
    char *end;

    if (!value)
        return 0;
    double number = strtod(value, &end);
    if (*end || end == value || !(number > 0 && number <= 1))
        return err_set(e, E_USAGE, "%s: --%s %s: it is a number above 0, at most 1", args->command->name, option->name, value);
    *out = number;
    return 0;
}

int input_pool(const struct input *input, struct pool *pool, struct str *path, struct err *e)
{
    AUTO(progress) progress;

    progress_open(&progress, STDERR_FILENO, input->n);
    for (uint32_t i = 0; i < input->n; i++) {
        AUTO(input_page) page = { 0 };
        uint32_t number;
        progress_step(&progress, input->path[i]);
        int failed = input_read(input->path[i].ptr, &page, e);
        if (failed == E_FORMAT) {
            progress_erase(&progress);
            output_trouble(e);
            continue;
        }
        if (failed)
            return failed;
        if (pool_add(pool, &page.page, &number, e))
            return err_in(e, "%s", input->path[i].ptr);
        path[number] = input->path[i];
    }
    return 0;
}
