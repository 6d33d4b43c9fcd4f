/* weft sentinel explain: the graph by which sentinels are detected, as text, for Graphviz or as a picture. */
#include "cli/sentinel.h"

#include <unistd.h>

#include "archive/sentinels.h"
#include "base/clock.h"
#include "base/limits.h"
#include "cli/output.h"
#include "cli/session.h"

static const struct choice formats[] = {
    { "text", "each sentinel with what is below it" },
    { "dot", "for Graphviz" },
    { "svg", "a picture" },
    { NULL, NULL },
};
static const struct option option_format = { "format", 'f', "FORMAT", "What to write.", formats };
static const struct option option_name = { "name", 0, "NAME", "Only the sentinel of that name.", NULL };

int sentinel_source_build(struct arena *a, struct sentinel_source *s, int64_t created_at, struct err *e)
{
    if (s->faults.list.n == 0)
        world_build(a, &s->file, &s->world, &s->faults);
    for (uint32_t i = 0; i < s->world.n; i++)
        s->world.item[i].created_at = created_at;
    if (s->faults.list.n == 0)
        world_times(&s->world, &s->faults);
    return s->faults.list.n ? 0 : detection_build(a, &s->world, &s->graph, e);
}

/* What EXPLAIN statements of the file ask for, where there is one and --name does not say otherwise. */
static struct str asked(const struct args *args, const struct sentinel_source *s)
{
    struct str only = str_of(args_value(args, &option_name));
    for (uint32_t i = 0; i < s->world.n && !only.ptr; i++)
        if (s->world.item[i].explain)
            only = s->world.item[i].s.name;
    return only.ptr ? only : STR("");
}

/* All of the caller's, since one may stand on others. */
static int read_archive(struct arena *a, const struct args *args, struct sentinel_source *out, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) text = BUF(SENTINEL_FILE_MAX);
    struct sentinel_row row;
    struct sentinel_rows rows;
    int failed = session_open(&s, args, SESSION_READ, e);
    if (failed || (failed = sentinels_find(&s.caller, str_of(args->operand[0]), &row, e))
        || (failed = sentinels_list(&s.caller, &rows, e)))
        return failed;
    for (uint32_t i = 0; i < rows.n; i++)
        buf_add(&text, rows.item[i].sentinel.text);
    out->path = args->operand[0];
    grammar_open(a, &out->grammar);
    if ((failed = buf_take(&text, a, &out->text, e)))
        return failed;
    return sentinel_read(a, &out->grammar, out->text, &out->file, &out->faults, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct sentinel_source s = { 0 };
    const char *output = args_value(args, &option_output);
    bool is_file = strpbrk(args->operand[0], "./") || strcmp(args->operand[0], "-") == 0 || access(args->operand[0], F_OK) == 0;
    int failed = is_file ? sentinel_source_read(&a, args->operand[0], &s, e) : read_archive(&a, args, &s, e);
    if (failed || (failed = sentinel_source_build(&a, &s, clock_now_ms(), e)))
        return failed;
    struct str only = is_file ? asked(args, &s) : str_of(args->operand[0]);
    if (s.faults.list.n)
        sentinel_faults_text(&s, &out);
    else if (only.len && !world_find(&s.world, only))
        return err_set(e, E_ABSENT, "%s: there is no sentinel called '%.*s'", s.path, STR_ARG(only));
    else if (args_choice(args, &option_format) == 0)
        detection_text(&s.graph, only, &out);
    else if (args_choice(args, &option_format) == 1)
        detection_dot(&s.graph, only, &out);
    else
        detection_svg(&a, &s.graph, only, &out);
    if ((failed = buf_check(&out, e)) || (failed = output_page(output, buf_str(&out), e)))
        return failed;
    return s.faults.list.n ? STATUS_DIFFERENT : STATUS_SAME;
}

static const struct option *const options[] = { &option_format, &option_name, &option_output, NULL };

static const struct example examples[] = {
    { "weft sentinel explain news.sentinel", "what each sentinel stands on, and what they share" },
    { "weft sentinel explain news.sentinel --name prices --format svg -o prices.svg", "one of them as a picture" },
    { "weft sentinel explain prices", "one that you have created" },
    { NULL, NULL },
};

const struct command sentinel_explain = {
    .name = "sentinel explain",
    .args = "FILE|NAME",
    .summary = "shows the graph by which sentinels are detected",
    .help =
        "Pages stand at the bottom, the changes that are asked of them above, then the operators that combine them, and at the top the sentinels. "
        "What several sentinels ask for stands there once: it is computed once for each version of a page. An EXPLAIN statement in FILE "
        "limits the graph to its sentinel. NAME is a sentinel of the archive.",
    .options = options,
    .examples = examples,
    .settings = true,
    .run = run,
};
