/* weft report: what is new for me (AIDE, Figure 1), on the terminal, as data, or as a web page with a file for each difference beside it.
 *
 * Rows come from archive/news.h in their order, and are written by show/report.h. */
#include "cli/report.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/news.h"
#include "archive/preferences.h"
#include "base/limits.h"
#include "cli/commands.h"
#include "cli/folder.h"
#include "cli/output.h"

static const struct option option_html = {
    "html", 0, "FILE", "Write a web page, and beside it a folder with the differences and histories; then print nothing.", NULL,
};
static const struct option option_held_back = {
    "held-back", 0, NULL, "Show what was not announced to you since you looked last, and why.", NULL,
};
static const struct option option_tag = { "tag", 't', "TAG", "Only pages with this tag; may be given several times.", NULL };

static const struct option option_limit = {
    "limit", 'n', "N", "Print the first N pages (30 on a terminal); 0: all, and with --held-back all versions of each.", NULL
};

enum { PAGES_ON_TERMINAL = 30 };

/* ---- Rows ---- */

/* Where the archive or the user was named for this run alone, commands must name them too. */
static void add_option(struct buf *out, const struct settings *s, enum setting_id id, struct str value)
{
    if (s->value[id].source < SETTING_ENVIRONMENT)
        return;
    buf_addf(out, " --%s ", setting_table[id].name);
    report_quoted(out, value);
}

static struct str options_of(struct session *s)
{
    AUTO(buf) out = BUF(KIB(16));
    char path[PATH_MAX];
    struct str store = settings_text(&s->settings, SETTING_STORE);

    add_option(&out, &s->settings, SETTING_STORE, realpath(store.ptr, path) ? str_of(path) : store);
    if (settings_text(&s->settings, SETTING_COLLECTION).len)
        add_option(&out, &s->settings, SETTING_COLLECTION, settings_text(&s->settings, SETTING_COLLECTION));
    else
        add_option(&out, &s->settings, SETTING_USER, settings_text(&s->settings, SETTING_USER));
    return arena_str(&s->arena, buf_str(&out));
}

/* `json` NULL: the rows alone. */
static int read_rows(struct report_job *job, bool brief, struct json *json, struct err *e)
{
    AUTO(priority) priority = { 0 };
    struct session *s = job->session;
    struct str rules;
    int failed;

    if ((failed = settings_file(&s->arena, &s->settings, SETTING_PRIORITIES, &rules, e))
        || (failed = priority_read(&s->arena, settings_text(&s->settings, SETTING_PRIORITIES), rules, &priority, e)))
        return failed;
    struct browser_history history = { 0 };
    struct news_query query = { .priority = &priority, .brief = brief };
    if ((failed = preferences_history(&s->arena, &s->settings, &history, e)))
        return failed;
    query.history = history.n ? &history : NULL;
    query.tag = session_tags(s, job->args, &option_tag, &query.n_tags);
    failed = json ? news_json(&s->caller, &query, json, &job->report, e) : news_read(&s->caller, &query, &job->report, e);
    if (failed)
        return failed;
    job->report.options = options_of(s);
    return 0;
}

/* ---- Places of files ---- */

/* FILE, or index.html in it where it is a folder. */
static struct str index_path(struct arena *a, const char *given)
{
    struct str path = str_of(given);
    struct stat st;

    if (str_ends(path, STR("/")) || (stat(given, &st) == 0 && S_ISDIR(st.st_mode)))
        return arena_printf(a, "%.*s%sindex.html", STR_ARG(path), str_ends(path, STR("/")) ? "" : "/");
    return arena_str(a, path);
}

/* "dir/report.html" -> "dir/report_files", as browsers name it when they save a page. */
static struct str files_folder(struct arena *a, struct str index)
{
    size_t dot = index.len;

    while (dot && index.ptr[dot - 1] != '.' && index.ptr[dot - 1] != '/')
        dot--;
    struct str stem = dot && index.ptr[dot - 1] == '.' && dot > 1 ? str_sub(index, 0, dot - 1) : index;
    return arena_printf(a, "%.*s_files", STR_ARG(stem));
}

static struct str last_part(struct str path)
{
    size_t slash = path.len;

    while (slash && path.ptr[slash - 1] != '/')
        slash--;
    return str_sub(path, slash, path.len);
}

/* The address of a file beside the report. */
static struct str address_of(struct arena *a, struct str path)
{
    AUTO(buf) out = BUF(KIB(64));

    folder_add_url_path(&out, path);
    return arena_str(a, buf_str(&out));
}

static int make_folder(struct arena *a, struct str index, struct str files, struct err *e)
{
    struct str name = last_part(index);
    int failed = name.len < index.len ? output_folder(a, str_sub(index, 0, index.len - name.len - 1), e) : 0;

    return failed ? failed : output_folder(a, files, e);
}

static int write_html(struct report_job *job, const char *given, struct err *e)
{
    struct arena *a = &job->session->arena;
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct str index = index_path(a, given);
    int failed;

    job->folder = files_folder(a, index);
    job->address = address_of(a, last_part(job->folder));
    job->back = arena_printf(a, "../%.*s", STR_ARG(address_of(a, last_part(index))));
    if ((failed = make_folder(a, index, job->folder, e)) || (failed = read_rows(job, false, NULL, e))
        || (failed = report_files(job, e))) {
        rmdir(job->folder.ptr); /* it goes where nothing is in it */
        return failed;
    }
    report_html(&job->report, &out);
    failed = buf_check(&out, e);
    return failed ? failed : output_text(index.ptr, buf_str(&out), e);
}

int report_write(const struct args *args, const char *file, struct err *e)
{
    AUTO(session) s = { 0 };
    struct report_job job = { .session = &s, .args = args };
    int failed = session_open(&s, args, SESSION_READ, e);

    return failed ? failed : write_html(&job, file, e);
}

static int write_json(struct report_job *job, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct json j;

    json_open(&j, &out, 2);
    int failed = read_rows(job, false, &j, e);
    if (failed)
        return failed;
    buf_add_char(&out, '\n');
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static int write_text(struct report_job *job, enum term_when when, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct report_text_options options = { .color = term_color(STDOUT_FILENO, when) };
    int failed = read_rows(job, true, NULL, e);

    if (failed)
        return failed;
    if (term_is(STDOUT_FILENO))
        options.width = term_width(STDOUT_FILENO);
    if (job->limit < UINT32_MAX || args_given(job->args, &option_limit))
        options.limit = (uint32_t)MIN(job->limit, UINT32_MAX);
    report_text(&job->report, &options, &out);
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static int show_held(struct session *s, const struct args *args, uint64_t limit, struct err *e)
{
    struct held_query query = { .parts = true };

    query.tag = session_tags(s, args, &option_tag, &query.n_tags);
    bool all = args_given(args, &option_limit) && limit == UINT64_MAX;
    return report_held(s, &query, &(struct held_show){ limit, args_given(args, &option_json), all }, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct report_job job = { .session = &s, .args = args };
    const char *html = args_value(args, &option_html);
    bool json = args_given(args, &option_json);
    int failed;

    if (html && json)
        return err_set(e, E_USAGE, "report: --html and --json contradict each other; give one of them");
    if (html && args_given(args, &option_held_back))
        return err_set(e, E_USAGE, "report: --held-back is printed as text or with --json, not with --html");
    if ((failed = session_open(&s, args, SESSION_READ, e)) || (failed = session_has_tags(&s, args, &option_tag, e))
        || (failed = session_limit(args, &option_limit, PAGES_ON_TERMINAL, &job.limit, e)))
        return failed;
    if (args_given(args, &option_held_back))
        return show_held(&s, args, job.limit, e);
    if (html)
        failed = write_html(&job, html, e);
    else if (json)
        failed = write_json(&job, e);
    else
        failed = write_text(&job, (enum term_when)args_choice(args, &option_color), e);
    return failed ? failed : job.report.n_part[REPORT_NEW] ? STATUS_DIFFERENT : STATUS_SAME;
}

static const struct option *const options[] = { &option_html, &option_held_back, &option_tag, &option_limit,
                                                &option_json, &option_color,     NULL };

static const struct example examples[] = {
    { "weft report", "what is new for you, with the first changes of each page" },
    { "weft report --html report.html", "the same as a web page, with every difference a click away" },
    { "weft report --held-back", "what was not announced, and why" },
    { "weft report --json --tag work", "pages with the tag work, as data" },
    { NULL, NULL },
};

const struct command command_report = {
    .name = "report",
    .args = "",
    .summary = "shows what is new for you",
    .help =
        "Shows which of the pages you watch have changed since you saw them, what matters most first (the setting 'priorities' names the "
        "file that says what that is), then the newest. It also shows what is wrong: pages that could not be fetched, look suspicious or have "
        "moved, and selectors that find nothing, each with what to do about it.\n\n"
        "With --html FILE the report is a web page that can be opened from the disk. Beside each page stand Diff, the page with what "
        "changed marked in it; History, all its versions; and Remember, the command that marks it as seen: copy it into a terminal. Where "
        "FILE is a folder, the page is index.html in it.\n\n"
        "Exits with 1 when something is new for you, 0 when nothing is.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
