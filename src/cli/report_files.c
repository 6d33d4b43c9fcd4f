/* The files beside a report on the disk: of each page that is new its difference, the page itself and its history.
 *
 * Each page is read, compared and forgotten before the next; only the addresses of its files stay. Cost: a comparison for each page that is
 * new, and one more for each of its last STEPS_MAX versions. */
#include "cli/report.h"

#include <unistd.h>

#include "base/limits.h"
#include "cli/output.h"
#include "compare/delta.h"
#include "page/body.h"
#include "show/merge.h"

enum { STEPS_MAX = 8 };

/* One page that is new, while its files are written. */
struct looking {
    struct report_job *job;
    struct report_row *row;
    struct arena *arena; /* of this page alone */
    struct store_versions list;
};

/* ---- Reading versions ---- */

static const struct store_version *version_of(const struct looking *l, int64_t number)
{
    for (uint32_t i = 0; i < l->list.n; i++)
        if (l->list.item[i].number == number)
            return &l->list.item[i];
    return NULL;
}

/* What the newest is compared with: what the user saw last, else the first. NULL: there is nothing to compare. */
static const struct store_version *seen_version(const struct looking *l)
{
    const struct store_version *from = version_of(l, l->row->seen);

    if (!from && l->list.n)
        from = &l->list.item[0];
    return from && from->number < l->row->newest ? from : NULL;
}

static int read_version(struct arena *a, struct symbols *symbols, const struct looking *l, const struct store_version *v,
                        struct page *out, struct err *e)
{
    struct body body = { .content_type = v->content_type, .url = l->row->url };
    bool readable;
    int failed;

    if ((failed = store_version_body(a, &l->job->session->store, l->row->page, v->number, &body.bytes, e))
        || (failed = body_read(a, symbols, &body, out, &readable, e)) || readable)
        return failed;
    return err_set(e, E_FORMAT, "%.*s is neither a page nor text: its bytes have changed", STR_ARG(v->content_type));
}

/* What cannot be read or is past a limit is left out; anything else ends the report. */
static bool is_left_out(int failed)
{
    return failed == E_FORMAT || failed == E_LIMIT;
}

/* ---- Files beside the report ---- */

static struct str file_name(struct arena *a, const struct looking *l, const char *what)
{
    return arena_printf(a, "%lld-%s.html", (long long)l->row->page, what);
}

static int write_file(const struct looking *l, struct str name, struct str bytes, struct err *e)
{
    struct arena *a = l->arena;

    return output_text(arena_printf(a, "%.*s/%.*s", STR_ARG(l->job->folder), STR_ARG(name)).ptr, bytes, e);
}

/* The file's address from the report. */
static struct str from_report(const struct looking *l, struct str name)
{
    return arena_printf(&l->job->session->arena, "%.*s/%.*s", STR_ARG(l->job->address), STR_ARG(name));
}

static struct str version_name(struct arena *a, const struct looking *l, int64_t number)
{
    return arena_printf(a, "%.*s@%lld", STR_ARG(l->row->url), (long long)number);
}

static int write_diff(const struct looking *l, const struct delta *d, const int64_t number[2], struct str name, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct arena *a = l->arena;
    struct show_options options = { .format = SHOW_MERGED };
    int failed;

    options.old_name = version_name(a, l, number[0]);
    options.new_name = version_name(a, l, number[1]);
    if ((failed = show_delta(a, d, &options, &out, e)) || (failed = buf_check(&out, e)))
        return failed;
    return write_file(l, name, buf_str(&out), e);
}

static int write_page(const struct looking *l, const struct page *p, struct str name, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    int failed = show_clean(l->arena, p, &out, e);

    return failed ? failed : write_file(l, name, buf_str(&out), e);
}

/* Version i by itself, and what it changed against the one before it, where that can be shown. */
static int write_step(const struct looking *l, uint32_t i, struct report_version *to, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct looking step = *l;
    const struct store_version *v = &l->list.item[i];
    struct symbols symbols;
    struct page page[2];
    struct delta delta;
    int failed;

    step.arena = &a;
    symbols_open(&symbols, &a);
    struct str name = file_name(l->arena, l, arena_printf(&a, "version-%lld", (long long)v->number).ptr);
    if ((failed = read_version(&a, &symbols, l, v, &page[1], e)) || (failed = write_page(&step, &page[1], name, e)))
        return failed;
    to->page_file = name;
    if (i == 0)
        return 0;
    int64_t number[2] = { v[-1].number, v->number };
    name = file_name(l->arena, l, arena_printf(&a, "diff-%lld", (long long)v->number).ptr);
    if ((failed = read_version(&a, &symbols, l, &v[-1], &page[0], e))
        || (failed = compare_pages(&a, &page[0], &page[1], &delta, e)))
        return failed;
    if ((failed = write_diff(&step, &delta, number, name, e)))
        return failed;
    to->diff_file = name;
    return 0;
}

static int fill_versions(const struct looking *l, const struct store_seens *seen, struct report_version *out, struct err *e)
{
    for (uint32_t i = 0; i < l->list.n; i++) {
        const struct store_version *v = &l->list.item[i];
        struct report_version *to = &out[l->list.n - 1 - i];
        *to = (struct report_version){ .number = v->number,
                                       .at = v->fetched_at,
                                       .bytes = v->bytes,
                                       .suspect = v->suspect,
                                       .quiet = v->quiet,
                                       .lost = v->lost,
                                       .diff_file = STR(""),
                                       .page_file = STR("") };
        for (uint32_t k = 0; k < seen->n; k++)
            if (seen->item[k].number == v->number) {
                to->seen = seen->item[k].seen_at != NEVER;
                to->kept = seen->item[k].kept;
            }
        int failed = l->list.n - i > STEPS_MAX ? 0 : write_step(l, i, to, e);
        if (failed && !is_left_out(failed))
            return failed;
    }
    return 0;
}

static int write_history(const struct looking *l, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct session *s = l->job->session;
    struct arena *a = l->arena;
    struct store_seens seen;
    struct report_version *versions = NEW_ARRAY(a, struct report_version, l->list.n);
    struct report_history h = { .url = l->row->url,
                                .title = l->row->title,
                                .name = report_name(l->row),
                                .options = l->job->report.options,
                                .report_file = l->job->back,
                                .version = versions,
                                .n = l->list.n };
    struct str name = file_name(a, l, "history");
    int failed;

    if ((failed = store_seen_list(a, &s->store, s->caller.who.user, l->row->page, &seen, e))
        || (failed = fill_versions(l, &seen, versions, e)))
        return failed;
    report_history_html(&h, &out);
    if ((failed = buf_check(&out, e)) || (failed = write_file(l, name, buf_str(&out), e)))
        return failed;
    l->row->history_file = from_report(l, name);
    return 0;
}

/* ---- A page that is new ---- */

static int write_difference(const struct looking *l, const struct store_version *from, const struct page *newest, struct err *e)
{
    struct page old;
    struct delta delta;
    int64_t number[2] = { from->number, l->row->newest };
    struct str name = file_name(l->arena, l, "diff");
    int failed;

    if ((failed = read_version(l->arena, newest->dom.symbols, l, from, &old, e))
        || (failed = compare_pages(l->arena, &old, newest, &delta, e)) || (failed = write_diff(l, &delta, number, name, e)))
        return failed;
    l->row->diff_file = from_report(l, name);
    return 0;
}

static int write_newest(const struct looking *l, const struct store_version *newest, struct err *e)
{
    const struct store_version *from = seen_version(l);
    struct symbols symbols;
    struct page page;
    struct str name = file_name(l->arena, l, "page");
    int failed;

    symbols_open(&symbols, l->arena);
    if ((failed = read_version(l->arena, &symbols, l, newest, &page, e)) || (failed = write_page(l, &page, name, e)))
        return failed;
    l->row->page_file = from_report(l, name);
    return from ? write_difference(l, from, &page, e) : 0;
}

/* A page that cannot be compared has its history all the same. */
static int write_files(struct report_job *job, struct report_row *row, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct looking l = { .job = job, .row = row, .arena = &a };
    int failed = store_version_list(&a, &job->session->store, row->page, &l.list, e);

    if (failed)
        return failed;
    const struct store_version *newest = version_of(&l, row->newest);
    failed = newest ? write_newest(&l, newest, e) : 0;
    if (is_left_out(failed))
        row->message = arena_str(&job->session->arena, str_of(e->text));
    else if (failed)
        return failed;
    return write_history(&l, e);
}

int report_files(struct report_job *job, struct err *e)
{
    struct progress progress;
    int failed = 0;

    progress_open(&progress, STDERR_FILENO, job->report.n_part[REPORT_NEW]);
    for (uint32_t i = 0; i < job->report.n_part[REPORT_NEW] && !failed; i++) {
        struct report_row *row = &job->report.row[i];
        progress_step(&progress, row->url);
        if ((failed = write_files(job, row, e)))
            err_in(e, "%.*s", STR_ARG(row->url));
    }
    progress_erase(&progress);
    return failed;
}
