/* weft sentinel: what the user wants to know, in a language of its own. The verbs stand in files of their own. */
#include "cli/sentinel.h"

#include "base/io.h"
#include "base/limits.h"
#include "cli/output.h"
#include "cli/term.h"

int sentinel_source_read(struct arena *a, const char *path, struct sentinel_source *out, struct err *e)
{
    int failed = io_read(a, path, SENTINEL_FILE_MAX, &out->text, e);
    if (failed)
        return failed;
    out->path = path;
    grammar_open(a, &out->grammar);
    return sentinel_read(a, &out->grammar, out->text, &out->file, &out->faults, e) ? err_in(e, "%s", path) : 0;
}

static struct str line_of(struct str text, uint32_t number)
{
    struct str line = str_cut(&text, '\n');
    for (uint32_t i = 1; i < number; i++)
        line = str_cut(&text, '\n');
    return line;
}

/* The line and a mark below its character number `column`. */
static void add_marked_line(struct buf *out, struct str line, uint32_t column)
{
    buf_add(out, STR("    "));
    term_add_safe(out, line);
    buf_add(out, STR("\n    "));
    for (uint32_t i = 1; i < column; i++)
        buf_add_char(out, ' ');
    buf_add(out, STR("^\n"));
}

void sentinel_faults_text(const struct sentinel_source *s, struct buf *out)
{
    for (uint32_t i = 0; i < s->faults.list.n; i++) {
        const struct fault *f = &s->faults.list.item[i];
        term_add_safe(out, str_of(s->path));
        buf_addf(out, ":%u:%u: ", f->at.line, f->at.column);
        term_add_safe(out, f->text);
        buf_add_char(out, '\n');
        add_marked_line(out, line_of(s->text, f->at.line), f->at.column);
    }
}

static int run_grammar(const struct args *args, struct err *e)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(MIB(1));
    struct grammar g;
    grammar_open(&a, &g);
    grammar_write(&g, &out);
    int failed = buf_check(&out, e);
    return failed ? failed : output_text(args_value(args, &option_output), buf_str(&out), e);
}

static const struct option *const grammar_options[] = { &option_output, NULL };

const struct command sentinel_grammar = {
    .name = "sentinel grammar",
    .args = "",
    .summary = "prints the grammar of the language",
    .help =
        "Every rule of the sentinel language with what it means, in Markdown. It is printed from the table that the parser reads by.",
    .options = grammar_options,
    .run = run_grammar,
};

static const struct command *const verbs[] = {
    &sentinel_create, &sentinel_list,  &sentinel_show,    &sentinel_events, &sentinel_enable,  &sentinel_disable,
    &sentinel_drop,   &sentinel_check, &sentinel_explain, &sentinel_test,   &sentinel_grammar, NULL,
};

const struct command command_sentinel = {
    .name = "sentinel",
    .args = "",
    .summary = "says in a small language which changes matter",
    .help =
        "A sentinel names pages, the changes on them that matter, alone or combined, the time it works in, and how often and where to report them. It is written in the language of docs/sentinels.md:\n\n"
        "  CREATE SENTINEL prices\n"
        "    ON \"https://shop.example/teas\"\n"
        "    MONITOR table prices AND NOT images\n"
        "    NOTIFY EVERY day\n"
        "    BY email anna@example.org;",
    .verbs = verbs,
};
