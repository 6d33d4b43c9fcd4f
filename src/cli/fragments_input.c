/* Pages for the verbs of `weft fragments`: which, and one after the other, so that ten thousand need no more memory than one and what is
 * kept of each. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/vec.h"
#include "cli/folder.h"
#include "cli/fragments.h"
#include "cli/output.h"
#include "cli/source.h"
#include "archive/target.h"
#include "cli/session.h"

/* ---- Which ---- */

struct item_list {
    VEC(struct site_item) item;
};

static int add_operand(struct input *in, const struct args *args, uint32_t number, struct item_list *list, struct err *e)
{
    struct arena *a = &in->session.arena;
    const char *operand = args->operand[number];
    struct stat st;
    struct str *below = NULL;
    uint32_t n = 0;

    if (stat(operand, &st) || !S_ISDIR(st.st_mode)) {
        *VEC_ADD(a, &list->item) = (struct site_item){ .name = str_of(operand), .operand = number };
        return 0;
    }
    int failed = folder_pages(a, operand, &below, &n, e);
    for (uint32_t k = 0; k < n && !failed; k++)
        *VEC_ADD(a, &list->item) = (struct site_item){ .name = below[k], .operand = number };
    return failed;
}

static int add_site(struct input *in, const char *host, struct item_list *list, struct err *e)
{
    struct site_items found;
    int failed = site_items_newest(&in->session.caller, str_of(host), false, &found, e);

    if (!failed && found.n == 0)
        return err_set(e, E_USAGE, "the archive has no page of %s; 'weft add' watches one", host);
    for (uint32_t i = 0; !failed && i < found.n; i++)
        *VEC_ADD(&in->session.arena, &list->item) = found.item[i];
    return failed;
}

static int close_list(struct input *in, const struct args *args, struct site_item *item, uint32_t n, struct err *e)
{
    if (n == 0 && args->n_operands)
        return err_set(e, E_USAGE, "%s: %s has no version that can be read", args->command->name, args->operand[0]);
    if (n == 0)
        return err_set(e, E_USAGE, "%s: which pages? Give files, a folder or --site HOST", args->command->name);
    in->item = item;
    in->n = n;
    return 0;
}

int input_open_files(struct input *in, const struct args *args, struct err *e)
{
    struct item_list list = { 0 };
    int failed = 0;

    for (unsigned i = 0; !failed && i < args->n_operands; i++)
        failed = add_operand(in, args, i, &list, e);
    return failed ? failed : close_list(in, args, list.item.item, list.item.n, e);
}

int input_open(struct input *in, const struct args *args, struct err *e)
{
    const char *site = args_value(args, &option_site);
    struct item_list list = { 0 };
    int failed;

    if (site && args->n_operands)
        return err_set(e, E_USAGE, "%s: --site and files contradict each other; give one of them", args->command->name);
    if (!site)
        return input_open_files(in, args, e);
    if ((failed = session_open(&in->session, args, SESSION_READ, e)) || (failed = add_site(in, site, &list, e)))
        return failed;
    return close_list(in, args, list.item.item, list.item.n, e);
}

static int open_address(struct input *in, const struct args *args, struct err *e)
{
    AUTO(target) target = { 0 };
    struct site_items found;
    int failed;

    if ((failed = session_open(&in->session, args, SESSION_READ, e))
        || (failed = target_find(&in->session.caller, args->operand[0], &target, e)))
        return failed;
    if (target.is_source)
        return err_set(e, E_USAGE, "%s: '%s' is not a page of the archive", args->command->name, args->operand[0]);
    if ((failed = site_items_versions(&in->session.caller, &target, &found, e)))
        return failed;
    in->seen_s = found.seen_s;
    return close_list(in, args, found.item, found.n, e);
}

int input_open_versions(struct input *in, const struct args *args, struct err *e)
{
    struct stat st;

    if (args->n_operands != 1 || (!source_is_address(args->operand[0]) && stat(args->operand[0], &st) == 0))
        return input_open_files(in, args, e);
    return open_address(in, args, e);
}

void input_drop(struct input *in)
{
    session_drop(&in->session);
}

/* ---- One after the other ---- */

static const struct caller *caller_of(const struct input *in)
{
    return in->of ? &in->of->session.caller : &in->session.caller;
}

int input_read(struct input *in, uint32_t i, struct parsed_page *out, struct err *e)
{
    return site_item_read(caller_of(in), &in->item[i], out, e);
}

int input_take(struct input *in, uint32_t i, struct progress *bar, struct parsed_page *out, bool *is_page, struct err *e)
{
    progress_step(bar, in->item[i].name);
    int failed = input_read(in, i, out, e);
    *is_page = failed == 0;
    if (failed != E_FORMAT)
        return failed;
    progress_erase(bar);
    output_trouble(e);
    return 0;
}

struct str input_short_name(struct str name)
{
    return source_is_address(name.ptr) ? name : site_last_name(name);
}

struct str input_last_word(struct str line, struct str *name)
{
    size_t at = line.len;
    while (at > 0 && !byte_is_space(line.ptr[at - 1]))
        at--;
    *name = str_trim(str_sub(line, 0, at));
    return str_sub(line, at, line.len);
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
    double number;

    if (!value)
        return 0;
    if (!args_real(value, &number) || !(number > 0 && number <= 1))
        return err_set(e, E_USAGE, "%s: --%s %s: it is a number above 0, at most 1", args->command->name, option->name, value);
    *out = number;
    return 0;
}

int input_pool(struct input *in, struct pool *pool, struct err *e)
{
    AUTO(progress) progress;
    uint32_t n = 0;

    progress_open(&progress, STDERR_FILENO, in->n);
    for (uint32_t i = 0; i < in->n; i++) {
        AUTO(parsed_page) page = { 0 };
        bool is_page;
        int failed = input_take(in, i, &progress, &page, &is_page, e);
        if (failed)
            return failed;
        if (!is_page)
            continue;
        if (pool_add(pool, &page.page, e))
            return err_in(e, "%s", in->item[i].name.ptr);
        in->item[n++] = in->item[i];
    }
    in->n = n;
    return 0;
}

int input_history(struct input *in, uint32_t i, struct input *out, struct err *e)
{
    const struct site_item *item = &in->item[i];
    struct site_items found;
    struct target target;
    int failed;

    if (item->page == 0)
        return err_set(e, E_USAGE, "%s: a file has no versions", item->name.ptr);
    if ((failed = target_page(&in->session.caller, item->page, &target, e))
        || (failed = site_items_versions(&in->session.caller, &target, &found, e)))
        return failed;
    *out = (struct input){ .of = in, .item = found.item, .n = found.n, .seen_s = found.seen_s };
    return 0;
}
