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
#include "archive/pages.h"
#include "archive/target.h"
#include "cli/session.h"

enum { SNIFF_BYTES = 1024 };

/* ---- Which ---- */

struct item_list {
    VEC(struct input_item) item;
};

static int add_operand(struct input *in, const struct args *args, uint32_t number, struct item_list *list, struct err *e)
{
    struct arena *a = &in->session.arena;
    const char *operand = args->operand[number];
    struct stat st;
    struct str *below = NULL;
    uint32_t n = 0;

    if (stat(operand, &st) || !S_ISDIR(st.st_mode)) {
        *VEC_ADD(a, &list->item) = (struct input_item){ .name = str_of(operand), .operand = number };
        return 0;
    }
    int failed = folder_pages(a, operand, &below, &n, e);
    for (uint32_t k = 0; k < n && !failed; k++)
        *VEC_ADD(a, &list->item) = (struct input_item){ .name = below[k], .operand = number };
    return failed;
}

static int add_newest(struct input *in, const struct store_page *page, struct item_list *list, struct err *e)
{
    struct arena *a = &in->session.arena;
    struct target target = target_of(a, page);
    struct target_version v;
    int failed = target_version(&in->session.caller, &target, &v, e);

    if (failed == E_USAGE) /* not fetched yet */
        return 0;
    if (!failed && !v.lost)
        *VEC_ADD(a, &list->item) = (struct input_item){ .name = arena_str(a, page->url), .page = page->id, .number = v.number };
    return failed;
}

/* By its host, or by host and port. */
static bool is_of_site(const struct store_page *page, struct str site)
{
    size_t at = str_find(page->url, STR("://"), 0);
    struct str rest = str_sub(page->url, at == SIZE_MAX ? page->url.len : at + 3, page->url.len);

    return str_eq_nocase(page->host, site) || str_eq_nocase(str_cut(&rest, '/'), site);
}

struct site_pages {
    struct input *input;
    struct item_list *list;
    struct str host;
};

static int add_of_site(void *context, const struct store_page *page, struct err *e)
{
    struct site_pages *x = context;

    return is_of_site(page, x->host) ? add_newest(x->input, page, x->list, e) : 0;
}

static int add_site(struct input *in, const char *host, struct item_list *list, struct err *e)
{
    int failed = pages_each(&in->session.caller, add_of_site, &(struct site_pages){ in, list, str_of(host) }, e);

    if (!failed && list->item.n == 0)
        return err_set(e, E_USAGE, "the archive has no page of %s; 'weft add' watches one", host);
    return failed;
}

static int close_list(struct input *in, const struct args *args, struct item_list *list, struct err *e)
{
    if (list->item.n == 0 && args->n_operands)
        return err_set(e, E_USAGE, "%s: %s has no version that can be read", args->command->name, args->operand[0]);
    if (list->item.n == 0)
        return err_set(e, E_USAGE, "%s: which pages? Give files, a folder or --site HOST", args->command->name);
    in->item = list->item.item;
    in->n = list->item.n;
    return 0;
}

int input_open_files(struct input *in, const struct args *args, struct err *e)
{
    struct item_list list = { 0 };
    int failed = 0;

    for (unsigned i = 0; !failed && i < args->n_operands; i++)
        failed = add_operand(in, args, i, &list, e);
    return failed ? failed : close_list(in, args, &list, e);
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
    return close_list(in, args, &list, e);
}

static double seen_of(const struct store_page *page)
{
    return page->checked_at == NEVER ? 0 : (double)page->checked_at / 1000;
}

static int add_versions(struct input *in, const struct args *args, struct item_list *list, struct err *e)
{
    AUTO(target) target = { 0 };
    struct target_versions versions;
    int failed;

    if ((failed = session_open(&in->session, args, SESSION_READ, e))
        || (failed = target_find(&in->session.caller, args->operand[0], &target, e))
        || (failed = target_versions(&in->session.caller, &target, &versions, e)))
        return failed;
    if (target.is_source)
        return err_set(e, E_USAGE, "%s: '%s' is not a page of the archive", args->command->name, args->operand[0]);
    for (uint32_t i = 0; i < versions.n; i++) {
        const struct target_version *v = &versions.item[i];
        in->seen_s = v->lost || v->suspect ? 0 : seen_of(&target.page);
        if (!v->lost && !v->suspect)
            *VEC_ADD(&in->session.arena, &list->item) = (struct input_item){
                .name = target.name, .page = target.page.id, .number = v->number, .at_s = (double)v->at / 1000
            };
    }
    return 0;
}

int input_open_versions(struct input *in, const struct args *args, struct err *e)
{
    struct item_list list = { 0 };
    struct stat st;

    if (args->n_operands != 1 || (!source_is_address(args->operand[0]) && stat(args->operand[0], &st) == 0))
        return input_open_files(in, args, e);
    int failed = add_versions(in, args, &list, e);
    return failed ? failed : close_list(in, args, &list, e);
}

void input_drop(struct input *in)
{
    session_drop(&in->session);
}

/* ---- One after the other ---- */

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

int input_bytes(struct input *in, uint32_t i, struct arena *a, struct str *out, struct err *e)
{
    const struct input_item *item = &in->item[i];

    if (item->page == 0)
        return io_read(a, item->name.ptr, LIMIT_PAGE_BYTES, out, e);
    struct caller caller = in->of ? in->of->session.caller : in->session.caller;
    struct target target = { .name = item->name, .page = { .id = item->page } };
    caller.arena = a;
    return target_body(&caller, &target, item->number, out, e);
}

int input_parse(struct input_page *p, const struct parse_source *source, struct str name, struct err *e)
{
    symbols_open(&p->symbols, &p->arena);
    if (is_binary(source->bytes))
        return err_set(e, E_FORMAT, "%s: not a page: its bytes are not text", name.ptr);
    if (page_read(&p->arena, &p->symbols, source, STR(""), &p->page, e))
        return err_in(e, "%s", name.ptr);
    return 0;
}

int input_read(struct input *in, uint32_t i, struct input_page *out, struct err *e)
{
    struct parse_source source = { .bytes = { 0 } };

    *out = (struct input_page){ .arena = { .budget_bytes = LIMIT_JOB_MEMORY } };
    int failed = input_bytes(in, i, &out->arena, &source.bytes, e);
    return failed ? failed : input_parse(out, &source, in->item[i].name, e);
}

int input_take(struct input *in, uint32_t i, struct progress *bar, struct input_page *out, bool *is_page, struct err *e)
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

struct str input_last_name(struct str path)
{
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    size_t at = path.len;
    while (at > 0 && path.ptr[at - 1] != '/')
        at--;
    return str_sub(path, at, path.len);
}

struct str input_short_name(struct str name)
{
    return source_is_address(name.ptr) ? name : input_last_name(name);
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
    char *end;

    if (!value)
        return 0;
    double number = strtod(value, &end);
    if (*end || end == value || !(number > 0 && number <= 1))
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
        AUTO(input_page) page = { 0 };
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
    const struct input_item *item = &in->item[i];
    struct arena *a = &in->session.arena;
    struct target_versions list;
    struct target target;
    int failed;

    if (item->page == 0)
        return err_set(e, E_USAGE, "%s: a file has no versions", item->name.ptr);
    if ((failed = target_page(&in->session.caller, item->page, &target, e))
        || (failed = target_versions(&in->session.caller, &target, &list, e)))
        return failed;
    *out = (struct input){ .of = in, .item = NEW_ARRAY(a, struct input_item, list.n) };
    for (uint32_t k = 0; k < list.n; k++) {
        const struct target_version *v = &list.item[k];
        out->seen_s = v->lost || v->suspect ? 0 : seen_of(&target.page);
        if (!v->lost && !v->suspect)
            out->item[out->n++] = (struct input_item){ item->name, item->page, v->number, (double)v->at / 1000, 0 };
    }
    return 0;
}
