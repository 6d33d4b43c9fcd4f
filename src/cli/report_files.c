/* The files beside a report on the disk: of each page that is new its difference, the page itself and its history.
 *
 * A difference shows what the user's watch asks for (archive/comparison.h), so its counts are those of the report. Each page is read,
 * compared and forgotten before the next; only the addresses of its files stay. Cost: a comparison for each page that is new, and one more
 * for each of its last STEPS_MAX versions. */
#include "cli/report.h"

#include <unistd.h>

#include "archive/comparison.h"
#include "archive/history.h"
#include "base/limits.h"
#include "cli/output.h"
#include "show/merge.h"

enum { STEPS_MAX = 8 };

/* One page that is new, while its files are written. */
struct page_files {
    const struct report_job *job;
    struct report_row *row;
    struct caller caller; /* with an arena of this page alone */
    struct target target;
    struct page_history history;
};

/* What cannot be read, is not there or is past a limit is left out; anything else ends the report. */
static bool is_left_out(int failed)
{
    return failed == E_FORMAT || failed == E_LIMIT || failed == E_USAGE;
}

/* What the newest is compared with: what the user saw last, else the first; 0: there is nothing to compare. */
static int64_t seen_number(const struct page_files *f)
{
    int64_t first = f->history.n ? f->history.row[0].version->number : 0, seen = 0;

    for (uint32_t i = 0; i < f->history.n; i++)
        if (f->history.row[i].version->number == f->row->seen)
            seen = f->row->seen;
    seen = seen ? seen : first;
    return seen < f->row->upto ? seen : 0;
}

/* ---- Files beside the report ---- */

static struct str file_name(const struct page_files *f, const char *what, int64_t number)
{
    long long page = (long long)f->row->page;
    struct arena *a = f->caller.arena;

    return number ? arena_printf(a, "%lld-%s-%lld.html", page, what, (long long)number)
                  : arena_printf(a, "%lld-%s.html", page, what);
}

static int write_file(const struct page_files *f, struct str name, struct str bytes, struct err *e)
{
    return output_text(arena_printf(f->caller.arena, "%.*s/%.*s", STR_ARG(f->job->folder), STR_ARG(name)).ptr, bytes, e);
}

/* The file's address from the report. */
static struct str from_report(const struct page_files *f, struct str name)
{
    return arena_printf(&f->job->session->arena, "%.*s/%.*s", STR_ARG(f->job->address), STR_ARG(name));
}

static struct str version_name(const struct page_files *f, int64_t number)
{
    return arena_printf(f->caller.arena, "%.*s@%lld", STR_ARG(report_name(f->row)), (long long)number);
}

/* Both versions are read in an arena that ends with the call. */
static int write_diff(const struct page_files *f, int64_t old, int64_t new, struct str name, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct caller caller = f->caller;
    struct comparison x;
    struct show_options options = { .format = SHOW_MERGED, .old_name = version_name(f, old), .new_name = version_name(f, new) };
    int failed;

    caller.arena = &a;
    if ((failed = comparison_make(&caller, &(struct comparison_query){ .target = &f->target, .old = old, .new = new }, &x, e))
        || (failed = show_delta(&a, &x.delta, &options, &out, e)))
        return failed;
    return write_file(f, name, buf_str(&out), e);
}

static int write_page(const struct page_files *f, int64_t number, struct str name, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct caller caller = f->caller;
    struct page page;
    int failed;

    caller.arena = &a;
    if ((failed = comparison_page(&caller, &f->target, number, &page, e)) || (failed = show_clean(&a, &page, &out, e)))
        return failed;
    return write_file(f, name, buf_str(&out), e);
}

/* ---- The history ---- */

/* Version i by itself, and what it changed against the one before it, where that can be shown. */
static int write_step(const struct page_files *f, uint32_t i, struct report_version *to, struct err *e)
{
    int64_t number = f->history.row[i].version->number;
    struct str name = file_name(f, "version", number);
    int failed = write_page(f, number, name, e);

    if (failed)
        return failed;
    to->page_file = name;
    if (i == 0)
        return 0;
    name = file_name(f, "diff", number);
    if ((failed = write_diff(f, f->history.row[i - 1].version->number, number, name, e)))
        return failed;
    to->diff_file = name;
    return 0;
}

static struct report_version version_row(const struct history_row *row)
{
    const struct target_version *v = row->version;

    return (struct report_version){
        .number = v->number,
        .at = v->at,
        .bytes = v->bytes,
        .suspect = v->suspect,
        .quiet = v->quiet,
        .lost = v->lost,
        .seen = row->seen && row->seen->seen_at != NEVER,
        .kept = row->seen && row->seen->kept,
        .diff_file = STR(""),
        .page_file = STR(""),
    };
}

static int write_history(const struct page_files *f, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    uint32_t n = f->history.n;
    struct report_version *versions = NEW_ARRAY(f->caller.arena, struct report_version, n);
    struct report_history h = { .url = f->row->url,
                                .title = f->row->title,
                                .name = report_name(f->row),
                                .options = f->job->report.options,
                                .report_file = f->job->back,
                                .version = versions,
                                .n = n };
    struct str name = file_name(f, "history", 0);
    int failed;

    for (uint32_t i = 0; i < n; i++) {
        struct report_version *to = &versions[n - 1 - i];
        *to = version_row(&f->history.row[i]);
        failed = n - i > STEPS_MAX ? 0 : write_step(f, i, to, e);
        if (failed && !is_left_out(failed))
            return failed;
    }
    report_history_html(&h, &out);
    if ((failed = buf_check(&out, e)) || (failed = write_file(f, name, buf_str(&out), e)))
        return failed;
    f->row->history_file = from_report(f, name);
    return 0;
}

/* ---- A page that is new ---- */

static int write_newest(const struct page_files *f, struct err *e)
{
    int64_t from = seen_number(f);
    struct str page = file_name(f, "page", 0), diff = file_name(f, "diff", 0);
    int failed = write_page(f, f->row->upto, page, e);

    if (failed)
        return failed;
    f->row->page_file = from_report(f, page);
    if (from == 0)
        return 0;
    if ((failed = write_diff(f, from, f->row->upto, diff, e)))
        return failed;
    f->row->diff_file = from_report(f, diff);
    return 0;
}

/* A page that cannot be compared has its history all the same. */
static int write_files(struct report_job *job, struct report_row *row, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct page_files f = { .job = job, .row = row, .caller = job->session->caller };

    f.caller.arena = &a;
    int failed = target_page(&f.caller, row->page, &f.target, e);
    if (failed || (failed = history_read(&f.caller, &f.target, &f.history, e)))
        return failed;
    failed = write_newest(&f, e);
    if (is_left_out(failed))
        row->message = arena_str(&job->session->arena, str_of(e->text));
    else if (failed)
        return failed;
    return write_history(&f, e);
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
