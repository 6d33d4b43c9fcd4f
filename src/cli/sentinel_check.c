/* weft sentinel check: reads a file of sentinels and says what is wrong in it. */
#include "cli/sentinel.h"

#include "base/limits.h"
#include "cli/output.h"

static const struct option option_print = {
    "print", 0, NULL, "Print the statements in one form: words of the language in capitals, a clause a line.", NULL,
};

static const char *const kinds[] = { "create", "create set", "alter", "drop", "drop set", "enable", "disable", "explain" };

static void json_statement(const struct statement *s, struct json *j)
{
    AUTO(buf) text = BUF(MIB(16));
    bool is_set = s->kind == STATEMENT_CREATE_SET || s->kind == STATEMENT_DROP_SET;
    sentinel_print(s, &text);
    json_object(j);
    json_field_str(j, "statement", str_of(kinds[s->kind]));
    json_field_str(j, "name", is_set ? s->set : s->sentinel.name);
    json_field_number(j, "line", s->at.line);
    json_field_str(j, "text", str_trim(buf_str(&text)));
    json_end(j);
}

static void write_json(const struct sentinel_source *s, struct buf *out)
{
    struct json j;
    json_open(&j, out, 2);
    json_object(&j);
    json_field_str(&j, "file", str_of(s->path));
    json_key(&j, "statements");
    json_array(&j);
    for (uint32_t i = 0; i < s->file.n; i++)
        json_statement(&s->file.item[i], &j);
    json_end(&j);
    sentinel_faults_json(&j, &s->faults);
    json_end(&j);
    buf_add_char(out, '\n');
}

static void write_text(const struct sentinel_source *s, bool print, struct buf *out)
{
    sentinel_faults_text(s, out);
    for (uint32_t i = 0; print && i < s->file.n; i++)
        sentinel_print(&s->file.item[i], out);
    if (!print && s->faults.list.n == 0)
        buf_addf(out, "%u statement%s, no mistakes.\n", s->file.n, s->file.n == 1 ? "" : "s");
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct sentinel_source s = { 0 };
    int failed = sentinel_source_read(&a, args->operand[0], &s, e);
    if (failed)
        return failed;
    world_check(&a, &s.file, &s.faults);
    faults_sort(&s.faults);
    if (args_given(args, &option_json))
        write_json(&s, &out);
    else
        write_text(&s, args_given(args, &option_print), &out);
    if ((failed = buf_check(&out, e)) || (failed = output_page(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return s.faults.list.n ? STATUS_DIFFERENT : STATUS_SAME;
}

static const struct option *const options[] = { &option_json, &option_print, &option_output, NULL };

static const struct example examples[] = {
    { "weft sentinel check news.sentinel", "whether weft understands the file" },
    { "weft sentinel check - --print", "what comes in on standard input, written in one form" },
    { NULL, NULL },
};

const struct command sentinel_check = {
    .name = "sentinel check",
    .args = "FILE",
    .summary = "reads a file of sentinels and says what is wrong in it",
    .help =
        "Reads the statements in FILE ('-' is standard input) and names each mistake with its line and column, what was expected there and "
        "the nearest right word. Nothing is fetched and nothing is kept. The exit status is 1 where something is wrong.",
    .options = options,
    .examples = examples,
    .run = run,
};
