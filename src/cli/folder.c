/* weft diff of two folders: every pair of pages in its own arena, one after the other.
 *
 * Pages and patches go to OUTPUT/pages/PATH.html (.patch), with OUTPUT/index.html to start from; text and JSON go into one stream. A
 * page that cannot be read is told, listed and left out, and the exit status is 2; what cannot be written ends the run. */
#include "cli/folder.h"

#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/term.h"

struct run {
    const struct diff_job *job;
    struct arena *arena;   /* what lives as long as the run */
    struct folder *folder; /* the pages and what became of them */
    const struct folder_reader *reader;
    struct buf *stream; /* text and JSON of all pages */
    bool per_page;      /* each difference is a file of its own */
};

static bool is_html(enum show_format format)
{
    return format != SHOW_TEXT && format != SHOW_JSON && format != SHOW_PATCH;
}

static struct str path_of(struct arena *a, const char *root, struct str path)
{
    struct str folder = str_of(root);
    bool slash = str_ends(folder, STR("/"));

    return arena_printf(a, "%s%s%.*s", root, slash ? "" : "/", STR_ARG(path));
}

/* The address of a page below the folder's address. */
static int base_of(struct arena *a, const char *base, struct str path, struct str *out, struct err *e)
{
    AUTO(buf) b = BUF(KIB(64));

    *out = STR("");
    if (!base)
        return 0;
    buf_add(&b, str_of(base));
    if (!str_ends(buf_str(&b), STR("/")))
        buf_add_char(&b, '/');
    folder_add_url_path(&b, path);
    return buf_take(&b, a, out, e);
}

/* Files below the two folders of the job; what is not there is not called by a path. */
static int read_files(void *ctx, struct arena *a, const struct folder_page *p, struct folder_sides *out, struct err *e)
{
    const struct diff_job *job = ctx;
    int failed;

    *out = (struct folder_sides){
        .pair = { .old = STR(""), .new = STR("") },
        .old_name = path_of(a, job->old, p->path),
        .new_name = path_of(a, job->new, p->path),
    };
    if ((p->in_old && (failed = io_read(a, out->old_name.ptr, LIMIT_PAGE_BYTES, &out->pair.old, e)))
        || (p->in_new && (failed = io_read(a, out->new_name.ptr, LIMIT_PAGE_BYTES, &out->pair.new, e)))
        || (failed = base_of(a, job->base, p->path, &out->pair.old_base, e)))
        return failed;
    out->pair.new_base = out->pair.old_base;
    out->pair.old_file = p->in_old ? out->old_name : STR("");
    out->pair.new_file = p->in_new ? out->new_name : STR("");
    if (!p->in_old)
        out->old_name = STR("(no such page)");
    if (!p->in_new)
        out->new_name = STR("(no such page)");
    return 0;
}

/* Pages that are the same get no file: there is nothing to see in it. */
static int write_file(struct run *r, struct arena *a, struct folder_page *p, struct str bytes, struct err *e)
{
    bool patch = r->job->show.format == SHOW_PATCH;
    struct str file = arena_printf(r->arena, "pages/%.*s.%s", STR_ARG(p->path), patch ? "patch" : "html");
    struct str path = path_of(a, r->job->output, file);
    size_t slash = path.len;
    int failed;

    while (path.ptr[slash - 1] != '/')
        slash--;
    if ((failed = output_folder(a, str_sub(path, 0, slash - 1), e)) || (failed = io_write(path.ptr, bytes, e)))
        return failed;
    p->file = file;
    return 0;
}

/* One element of the array: the counts, and behind them the difference as show wrote it, which is JSON already. */
static void add_json(struct run *r, const struct folder_page *p, struct str difference)
{
    struct json j;

    buf_add(r->stream, r->stream->len ? STR(",\n") : STR("[\n"));
    json_open(&j, r->stream, 0);
    json_object(&j);
    json_field_str(&j, "path", p->path);
    json_field_str(&j, "state", str_of(folder_state_name(p->state)));
    if (p->state == PAGE_TROUBLE)
        json_field_str(&j, "trouble", p->trouble);
    else
        counts_json(&p->counts, &j);
    if (difference.len) {
        json_key(&j, "difference");
        buf_add(r->stream, str_trim(difference));
        j.after_key = false;
    }
    json_end(&j);
}

static int keep_result(struct run *r, struct arena *a, struct folder_page *p, struct buf *out, struct err *e)
{
    struct str bytes = buf_str(out);

    if (r->per_page)
        return p->state == PAGE_SAME ? 0 : write_file(r, a, p, bytes, e);
    if (r->job->show.format == SHOW_JSON)
        add_json(r, p, p->state == PAGE_SAME ? STR("") : bytes);
    else if (p->state != PAGE_SAME)
        buf_add(r->stream, bytes);
    return buf_check(r->stream, e);
}

static void in_trouble(struct run *r, struct folder_page *p, struct progress *progress, struct err *e)
{
    p->state = PAGE_TROUBLE;
    p->trouble = arena_str(r->arena, str_of(e->text));
    progress_erase(progress);
    output_trouble(e);
    if (!r->per_page && r->job->show.format == SHOW_JSON)
        add_json(r, p, STR(""));
}

/* The way from a page's own file up to the index, as it must stand in an address. */
static struct str back_to_index(struct arena *a, struct str path)
{
    AUTO(buf) b = BUF(KIB(64));
    struct str out = STR("");

    buf_add(&b, STR("../"));
    for (size_t i = 0; i < path.len; i++)
        if (path.ptr[i] == '/')
            buf_add(&b, STR("../"));
    buf_add(&b, STR("index.html"));
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

struct note_target {
    struct run *run;
    struct folder_page *page;
};

static void note(void *ctx, const struct delta *d)
{
    struct note_target *n = ctx;

    folder_note(n->run->arena, n->run->folder, n->page, d);
}

/* Fails only where going on has no sense: the result cannot be kept. */
static int diff_page(struct run *r, struct folder_page *p, struct progress *progress, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct show_options show = r->job->show;
    bool wanted = r->job->output || !r->job->stat;
    struct folder_sides sides;

    if (p->state == PAGE_TROUBLE) {
        err_set(e, E_SYSTEM, "%.*s: cannot read the folder: %.*s", STR_ARG(p->path), STR_ARG(p->trouble));
        in_trouble(r, p, progress, e);
        return 0;
    }
    if (r->reader->read(r->reader->ctx, &a, p, &sides, e)) {
        in_trouble(r, p, progress, e);
        return 0;
    }
    show.old_name = sides.old_name;
    show.new_name = sides.new_name;
    show.back = back_to_index(&a, p->path);
    show.back_name = STR("All pages");
    bool identical = p->in_old && p->in_new && str_eq(sides.pair.old, sides.pair.new);
    struct note_target noting = { r, p };
    sides.pair.look = p->in_old && p->in_new ? note : NULL;
    sides.pair.ctx = &noting;
    if (pair_show(&a, &sides.pair, &show, wanted && !identical ? &out : NULL, &p->counts, e)) {
        in_trouble(r, p, progress, e);
        return 0;
    }
    if (p->in_old && p->in_new)
        p->state = counts_changes(&p->counts) ? PAGE_CHANGED : PAGE_SAME;
    return wanted ? keep_result(r, &a, p, &out, e) : 0;
}

static int diff_pages(struct run *r, struct err *e)
{
    AUTO(progress) progress;

    progress_open(&progress, STDERR_FILENO, r->folder->n);
    for (uint32_t i = 0; i < r->folder->n; i++) {
        struct folder_page *p = &r->folder->page[i];
        progress_step(&progress, p->path);
        int failed = diff_page(r, p, &progress, e);
        if (failed)
            return failed;
        r->folder->n_by_state[p->state]++;
    }
    return 0;
}

/* What stands beside the pages' own files: the index, or the one stream of them all. */
static int write_results(struct run *r, struct err *e)
{
    AUTO(buf) index = BUF(LIMIT_OUTPUT_BYTES);
    int failed;

    if (!r->per_page) {
        if (r->job->show.format == SHOW_JSON)
            buf_add(r->stream, STR("\n]\n"));
        else if (r->folder->n_skipped)
            folder_skipped(r->folder, r->stream), buf_add_char(r->stream, '\n');
        return (failed = buf_check(r->stream, e)) ? failed : diff_write(r->job, buf_str(r->stream), e);
    }
    folder_index(r->folder, &index);
    if ((failed = buf_check(&index, e)) || (failed = output_folder(r->arena, str_of(r->job->output), e)))
        return failed;
    return io_write(path_of(r->arena, r->job->output, STR("index.html")).ptr, buf_str(&index), e);
}

static int write_stat(struct run *r, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);

    if (r->job->stat && r->job->json) {
        AUTO(buf) stream = BUF(LIMIT_OUTPUT_BYTES);
        struct run counts = *r;
        counts.stream = &stream;
        for (uint32_t i = 0; i < r->folder->n; i++)
            add_json(&counts, &r->folder->page[i], STR(""));
        buf_add(&stream, STR("\n]\n"));
        return output_text(NULL, buf_str(&stream), e);
    }
    if (r->job->stat)
        folder_table(r->folder, &out);
    folder_summary(r->folder, &out);
    return output_text(NULL, buf_str(&out), e);
}

static bool is_per_page(const struct diff_job *job)
{
    return is_html(job->show.format) || job->show.format == SHOW_PATCH;
}

int folder_compare(struct arena *a, struct folder *pages, const struct folder_reader *reader, struct err *e)
{
    AUTO(buf) stream = BUF(LIMIT_OUTPUT_BYTES);
    const struct diff_job *job = pages->job;
    struct run r = { .job = job, .arena = a, .folder = pages, .reader = reader, .stream = &stream, .per_page = is_per_page(job) };
    bool wanted = job->output || !job->stat;
    int failed;

    if (wanted && r.per_page && (!job->output || strcmp(job->output, "-") == 0))
        return err_set(e, E_USAGE, "diff: many pages need --output FOLDER, or one of --format text, --json, --stat");
    if ((failed = diff_pages(&r, e)) || (wanted && (failed = write_results(&r, e)))
        || ((job->stat || r.per_page) && (failed = write_stat(&r, e))))
        return failed;
    if (pages->n_by_state[PAGE_TROUBLE])
        return STATUS_TROUBLE;
    return pages->n_by_state[PAGE_SAME] == pages->n ? STATUS_SAME : STATUS_DIFFERENT;
}

int folder_diff(const struct diff_job *job, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct diff_job mine = *job;
    struct folder pages;
    int failed = folder_list(&a, job, is_per_page(job) ? job->output : NULL, &pages, e);

    return failed ? failed : folder_compare(&a, &pages, &(struct folder_reader){ read_files, &mine }, e);
}
