/* weft diff: two pages or two folders of pages, compared and shown. */
#include "cli/diff.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/pager.h"
#include "cli/pair.h"
#include "cli/sides.h"
#include "cli/source.h"
#include "cli/term.h"

static const struct choice formats[] = {
    [SHOW_MERGED] = { "merged", "the new page with old text struck out in place and new text marked" },
    [SHOW_SIDE] = { "side", "both pages side by side, scrolling together" },
    [SHOW_CHANGES] = { "changes", "only what changed, with a little around it" },
    [SHOW_NEW] = { "new", "the new page with marks and without old text" },
    [SHOW_REVERSED] = { "reversed", "merged, with old and new changing places" },
    [SHOW_TEXT] = { "text", "for a terminal: each changed sentence with its changes, under its heading" },
    [SHOW_JSON] = { "json", "every change with its kind, its place in both pages, old and new text" },
    [SHOW_PATCH] = { "patch", "what 'weft patch' needs to make NEW of OLD" },
    { NULL, NULL },
};

static const struct option option_format = { "format", 'f', "FORMAT",
                                             "How to show the difference; on a terminal the default is text.", formats };
static const struct option option_stat = {
    "stat",
    0,
    NULL,
    "Print counts of words and changes instead. With --output the difference is written there as well; with --json the counts are JSON.",
    NULL,
};

static const struct option option_all = {
    "all", 0, NULL, "With --format text or changes and with --stat: also what only looks different, and what only programs read.",
    NULL,
};

static const struct option option_no_pager = { "no-pager", 0, NULL, "Do not use a pager for text that is longer than the terminal.",
                                               NULL };

static const struct option option_bare = {
    "bare", 0,
    NULL,   "With --format merged, new or reversed: the page with its marks alone, without the list and switches around it.",
    NULL,
};

static const struct option option_seen = {
    "seen", 0, NULL, "Mark the newer version as seen by you, so that the next 'weft diff URL' starts from it.", NULL,
};

static const struct option option_whole = {
    "whole",
    0,
    NULL,
    "Of a page of the archive: everything that changed, also what your watch does not select or ignores, and what is noise.",
    NULL,
};

static const struct option option_tree = {
    "tree", 0, NULL, "Compare the page and every page that is watched because it points there ('weft add --depth').", NULL,
};

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

static bool is_folder(const char *path)
{
    struct stat st;

    return !is_standard(path) && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static struct str name_of(const char *path)
{
    return is_standard(path) ? STR("standard input") : str_of(path);
}

/* When a file was written, for people; empty where nobody knows. */
static struct str time_of(struct arena *a, const char *path)
{
    AUTO(buf) at = BUF(MOMENT_TEXT_MAX);
    struct stat st;

    if (is_standard(path) || stat(path, &st))
        return STR("");
    moment_add(&at, (int64_t)st.st_mtim.tv_sec * 1000 + st.st_mtim.tv_nsec / 1000000);
    return arena_str(a, buf_str(&at));
}

/* The name that tells what a file is; that of standard input tells nothing. */
static struct str file_of(const char *path)
{
    return is_standard(path) ? STR("") : str_of(path);
}

static int read_job(const struct args *args, struct diff_job *out, struct err *e)
{
    bool json = args_given(args, &option_json);
    bool terminal = !args_given(args, &option_output) && term_is(STDOUT_FILENO);
    enum show_format format = (enum show_format)args_choice(args, &option_format);

    /* Nobody reads HTML in a terminal. */
    if (terminal && !args_given(args, &option_format))
        format = SHOW_TEXT;

    if (json && args_given(args, &option_format) && format != SHOW_JSON)
        return err_set(e, E_USAGE, "diff: --json and --format %s contradict each other; give one of them", formats[format].name);
    *out = (struct diff_job){
        .old = args->operand[0],
        .new = args->n_operands > 1 ? args->operand[1] : NULL,
        .output = args_value(args, &option_output),
        .base = args_value(args, &option_base),
        .json = json,
        .stat = args_given(args, &option_stat),
        .whole = args_given(args, &option_whole),
        .pager = terminal && !args_given(args, &option_no_pager),
        .show = {
            .format = json ? SHOW_JSON : format,
            .all = args_given(args, &option_all),
            .bare = args_given(args, &option_bare),
            .width = terminal ? term_width(STDOUT_FILENO) : 0,
            .old_name = name_of(args->operand[0]),
            .new_name = name_of(args->n_operands > 1 ? args->operand[1] : ""),
        },
    };
    /* Into a file, colour comes only where it was asked for in so many words. */
    enum term_when when = (enum term_when)args_choice(args, &option_color);
    out->show.color = out->output ? when == TERM_ALWAYS : term_color(STDOUT_FILENO, when);
    if (out->new &&is_standard(out->old) && is_standard(out->new))
        return err_set(e, E_USAGE, "diff: only one of OLD and NEW can be '-', since standard input can be read once");
    return source_check_base(out->base, e);
}

static int write_counts(const struct diff_job *job, const struct counts *counts, struct err *e)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json j;

    if (job->json) {
        json_open(&j, &out, 2);
        json_object(&j);
        counts_json(counts, &j);
        json_end(&j);
        buf_add_char(&out, '\n');
    } else {
        counts_text(counts, job->show.all, &out);
    }
    return output_text(NULL, buf_str(&out), e);
}

int diff_write(const struct diff_job *job, struct str bytes, struct err *e)
{
    /* What is made for a terminal has its colours, and the page's text in it is safe already. */
    if (job->show.format != SHOW_TEXT)
        return output_page(job->output, bytes, e);
    return job->output ? output_text(job->output, bytes, e) : pager_write(bytes, job->pager, e);
}

/* Whether the difference itself is asked for, beside its counts. */
static bool is_shown(const struct diff_job *job)
{
    return job->output || !job->stat;
}

static int finish(const struct diff_job *job, struct str shown, const struct counts *counts, struct err *e)
{
    int failed;

    if ((is_shown(job) && (failed = diff_write(job, shown, e))) || (job->stat && (failed = write_counts(job, counts, e))))
        return failed;
    output_left_out(job->show.old_name, counts->left_out[0]);
    output_left_out(job->show.new_name, counts->left_out[1]);
    return counts_changes(counts) ? STATUS_DIFFERENT : STATUS_SAME;
}

int diff_delta(struct arena *a, const struct diff_job *job, const struct delta *d, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct counts counts;
    int failed = pair_show_delta(a, d, &job->show, is_shown(job) ? &out : NULL, &counts, e);

    return failed ? failed : finish(job, buf_str(&out), &counts, e);
}

int diff_pair(struct arena *a, const struct diff_job *job, const struct page_pair *pair, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct counts counts;
    int failed = pair_show(a, pair, &job->show, is_shown(job) ? &out : NULL, &counts, e);

    return failed ? failed : finish(job, buf_str(&out), &counts, e);
}

static int diff_files(const struct diff_job *job, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct page_pair pair = {
        .old_base = str_of(job->base),
        .new_base = str_of(job->base),
        .old_file = file_of(job->old),
        .new_file = file_of(job->new),
    };
    struct diff_job dated = *job;
    int failed;

    if ((failed = io_read(&a, job->old, LIMIT_PAGE_BYTES, &pair.old, e))
        || (failed = io_read(&a, job->new, LIMIT_PAGE_BYTES, &pair.new, e)))
        return failed;
    dated.show.old_at = time_of(&a, job->old);
    dated.show.new_at = time_of(&a, job->new);
    return diff_pair(&a, &dated, &pair, e);
}

static int folder_and_file(const char *folder, const char *other, struct err *e)
{
    struct stat st;

    if (!is_standard(other) && stat(other, &st))
        return err_system(e, "%s", other);
    return err_set(e, E_USAGE, "%s is a folder and %s is not; give two files or two folders", folder, other);
}

static int run(const struct args *args, struct err *e)
{
    struct diff_job job;
    int failed = read_job(args, &job, e);

    if (failed)
        return failed;
    bool seen = args_given(args, &option_seen);
    if (args_given(args, &option_tree))
        return diff_tree(args, &job, e);
    if (!job.new &&sides_is_file(job.old))
        return err_set(e, E_USAGE, "diff: it needs OLD NEW; one operand alone is a page of the archive, and %s is a file", job.old);
    bool old_folder = is_folder(job.old), new_folder = job.new &&is_folder(job.new);
    if (job.new &&old_folder != new_folder)
        return folder_and_file(old_folder ? job.old : job.new, old_folder ? job.new : job.old, e);
    if (!job.new || !sides_is_file(job.old) || !sides_is_file(job.new))
        return diff_archive(args, &job, seen, e);
    if (seen)
        return err_set(e, E_USAGE, "diff: --seen is for pages of the archive");
    return old_folder ? folder_diff(&job, e) : diff_files(&job, e);
}

static const struct option *const options[] = {
    &option_format, &option_bare,  &option_output, &option_base,  &option_json,     &option_stat, &option_all,
    &option_seen,   &option_whole, &option_tree,   &option_color, &option_no_pager, NULL,
};

static const struct example examples[] = {
    { "weft diff old.html new.html --output diff.html", "the differences as a page, to be opened in a browser" },
    { "weft diff old.html new.html", "the differences in the terminal" },
    { "weft diff git:src/weft.c@-1 @newest", "what the last commit changed in a file, by lines and words" },
    { "weft diff --stat old.html new.html", "how much changed" },
    { "weft diff old.html - --json < new.html", "every change as data; the new page comes from standard input" },
    { "weft diff https://example.org/news", "what changed since you last looked, from the archive" },
    { "weft diff example.org/news@3 @yesterday --format text", "two versions of the same page" },
    { "weft diff example.org/docs/@7d --tree --output report/", "a page and those it leads to, as a week ago and now" },
    { "weft diff monday/ tuesday/ --output report/", "every page below two folders, with report/index.html to start from" },
    { NULL, NULL },
};

const struct command command_diff = {
    .name = "diff",
    .args = "OLD [NEW]",
    .summary = "shows what changed between two pages, versions or folders",
    .help =
        "Compares the page in the file OLD with the one in NEW and shows what changed. One of them may be '-', standard input. "
        "How much white space there is and the way markup is written do not count; words, links, images, their order and their formatting do.\n\n"
        "On a terminal the difference is text, through a pager ($WEFT_PAGER, $PAGER or less) where it is long; into a file or a pipe it is "
        "a page, as --format merged. What is not HTML or XML by its type, name or content is not read as such: text and source are compared "
        "by lines and words, CSV by rows and cells, JSON by keys and items.\n\n"
        "Where OLD and NEW are folders, every page below either of them (*.html, *.htm, *.xhtml, *.xml and their like) is "
        "compared with the one of the same path below the other. The formats that are pages, and patch, then need --output "
        "with the name of a folder: it gets index.html, which lists all pages, and a file for each page that differs. text and "
        "json are written as one. With --base, URL is the address of the folder. Symbolic links to folders are not followed.\n\n"
        "What is not a file is a page of the archive, with the version behind an @ as 'weft show' takes it: URL@3, URL@yesterday, and "
        "git:FILE or rcs:FILE for files under version control. 'weft diff URL' shows what changed since you last looked: from the "
        "newest version that you have seen, or else the first, to the newest; 'weft diff URL@A' from A to the newest. Between two versions of "
        "a page that you watch only what you watch is shown: what it selects and does not ignore, without noise. --whole shows all.\n\n"
        "Exits with 0 where nothing differs, 1 where something does, 2 when something failed.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
