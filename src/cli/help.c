/* `weft help` and every command's --help, written from the command table. */
#include "cli/help.h"

#include <unistd.h>

#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/term.h"

/* Long lines are hard to read; a wide terminal does not change that. */
enum { COLUMNS_MAX = 92, HELP_COLUMN = 24 };

static void add_spaces(struct buf *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_add_char(out, ' ');
}

/* One paragraph from column `at` on; lines after the first start at `indent`. */
static void add_words(struct buf *out, struct str text, size_t at, struct str indent, size_t width)
{
    bool first = true;

    while (text.len) {
        struct str word = str_cut(&text, ' ');
        if (word.len == 0)
            continue;
        if (!first && at + 1 + word.len > width) {
            buf_add_char(out, '\n');
            buf_add(out, indent);
            at = indent.len;
            first = true;
        }
        if (!first)
            buf_add_char(out, ' ');
        buf_add(out, word);
        at += word.len + !first;
        first = false;
    }
    buf_add_char(out, '\n');
}

static void add_wrapped(struct buf *out, struct str text, size_t at, size_t indent, size_t width)
{
    add_words(out, text, at, str_sub(STR("                                                "), 0, indent), width);
}

void help_wrapped(struct buf *out, struct str text, struct str indent, unsigned width)
{
    add_words(out, text, indent.len, indent, MIN(width, COLUMNS_MAX));
}

/* What is indented is an example or a list, and stays as it is. */
static void add_paragraphs(struct buf *out, struct str text, size_t width)
{
    while (text.len) {
        size_t end = str_find(text, STR("\n\n"), 0);
        struct str one = str_sub(text, 0, MIN(end, text.len));
        if (str_starts(one, STR("  ")))
            buf_addf(out, "%.*s\n", STR_ARG(one));
        else
            add_wrapped(out, one, 0, 0, width);
        buf_add_char(out, '\n');
        text = end == SIZE_MAX ? STR("") : str_sub(text, end + 2, text.len);
    }
}

/* "  LABEL" and its explanation in the column where all explanations start. */
static void add_row(struct buf *out, struct str label, const char *help, size_t column, size_t width)
{
    buf_add(out, label);
    size_t at = label.len;
    if (at + 2 > column) {
        buf_add_char(out, '\n');
        at = 0;
    }
    add_spaces(out, column - at);
    add_wrapped(out, str_of(help), column, column, width);
}

static void add_option(struct buf *out, const struct option *o, size_t width)
{
    AUTO(buf) label = BUF(256);

    if (o->letter)
        buf_addf(&label, "  -%c, --%s", o->letter, o->name);
    else
        buf_addf(&label, "      --%s", o->name);
    if (o->argument)
        buf_addf(&label, " %s", o->argument);
    add_row(out, buf_str(&label), o->help, HELP_COLUMN, width);
    for (const struct choice *c = o->choices; c && c->name; c++) {
        buf_clear(&label);
        add_spaces(&label, HELP_COLUMN + 2);
        buf_addf(&label, "%s%s", c->name, c == o->choices ? " *" : "");
        add_row(out, buf_str(&label), c->help, HELP_COLUMN + 13, width);
    }
}

static void add_verbs(const struct command *c, size_t width, struct buf *out)
{
    buf_add(out, STR("Commands:\n"));
    for (unsigned i = 0; c->verbs[i]; i++) {
        AUTO(buf) label = BUF(256);
        buf_addf(&label, "  %s", command_verb(c->verbs[i]));
        add_row(out, buf_str(&label), c->verbs[i]->summary, 13, width);
    }
    buf_addf(out, "\n'weft %s COMMAND --help' explains each.\n\n", c->name);
}

static void add_command(const struct command *c, size_t width, struct buf *out)
{
    bool choices = false;

    if (c->verbs)
        buf_addf(out, "Usage: weft %s COMMAND ...\n\n", c->name);
    else
        buf_addf(out, "Usage: weft %s%s%s [OPTION]...\n\n", c->name, *c->args ? " " : "", c->args);
    add_paragraphs(out, str_of(c->help), width);
    if (c->verbs)
        add_verbs(c, width, out);
    buf_add(out, STR("Options:\n"));
    for (unsigned i = 0; c->options && c->options[i]; i++) {
        add_option(out, c->options[i], width);
        choices |= c->options[i]->choices != NULL;
    }
    add_option(out, &option_help, width);
    if (choices)
        buf_add(out, STR("\nWhat is marked * is taken where the option is not given.\n"));
    if (c->settings) {
        buf_add_char(out, '\n');
        add_wrapped(out, str_of(settings_help), 0, 0, width);
    }
    if (c->examples)
        buf_add(out, STR("\nExamples:\n"));
    for (const struct example *x = c->examples; x && x->line; x++) {
        buf_addf(out, "  %s\n      ", x->line);
        add_wrapped(out, str_of(x->what), 6, 6, width);
    }
}

static void add_program(size_t width, struct buf *out)
{
    buf_addf(out, "weft %s\n\nUsage: weft COMMAND [OPTION]...\n\n", program_summary);
    add_paragraphs(out, str_of(program_help), width);
    buf_add(out, STR("Commands:\n"));
    for (unsigned i = 0; commands[i]; i++) {
        AUTO(buf) label = BUF(256);
        buf_addf(&label, "  %s", commands[i]->name);
        add_row(out, buf_str(&label), commands[i]->summary, 12, width);
    }
    buf_add(out, STR("\nOptions:\n"));
    add_option(out, &option_help, width);
    add_option(out, &option_version, width);
    buf_add(out, STR("\nExit status: "));
    add_wrapped(out, str_of(program_status), 13, 0, width);
    buf_add(out, STR("\n'weft COMMAND --help' explains a command.\n"));
}

/* What --help prints, in lines of at most `width` columns. */
static void help_text(const struct command *c, unsigned width, struct buf *out)
{
    if (c)
        add_command(c, MIN(width, COLUMNS_MAX), out);
    else
        add_program(MIN(width, COLUMNS_MAX), out);
}

int help_print(const struct command *c, struct err *e)
{
    AUTO(buf) out = BUF(MIB(1));

    help_text(c, term_width(STDOUT_FILENO), &out);
    int failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static const struct choice shells[] = {
    { "bash", "for bash, to be sourced" },
    { "zsh", "for zsh, a file _weft in its fpath" },
    { "fish", "for fish, a file weft.fish" },
    { NULL, NULL },
};

static void (*const completions[])(struct buf *out) = { completion_bash, completion_zsh, completion_fish };

static const struct option option_man = { "man", 0, NULL, "Print a page for man(1) instead.", NULL };
static const struct option option_completion = {
    "completion", 0, "SHELL", "Print the completion script for a shell instead.", shells,
};

static int run(const struct args *args, struct err *e)
{
    const char *name = args->n_operands ? args->operand[0] : "weft";
    bool whole = strcmp(name, "weft") == 0;
    const struct command *c = whole ? NULL : command_find(name, e);

    if (args->n_operands > 1 && c && c->verbs)
        c = command_find_verb(c, args->operand[1], e);
    else if (args->n_operands > 1 && (whole || c))
        return err_set(e, E_USAGE, "help: '%s' has no commands of its own, so '%s' is one too many", name, args->operand[1]);
    if (!whole && !c)
        return E_USAGE;
    if (!args_given(args, &option_man) && !args_given(args, &option_completion))
        return help_print(c, e);

    AUTO(buf) out = BUF(MIB(1));
    if (args_given(args, &option_man))
        manual_page(c, &out);
    else
        completions[args_choice(args, &option_completion)](&out);
    int failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_man, &option_completion, NULL };

static const struct example examples[] = {
    { "weft help diff", "what 'weft diff --help' prints" },
    { "weft help --man > weft.1", "the manual" },
    { "weft help --completion bash > weft", "completion for bash" },
    { NULL, NULL },
};

const struct command command_help = {
    .name = "help",
    .args = "[COMMAND] [VERB]",
    .summary = "explains a command, or lists them",
    .help =
        "Explains COMMAND, or one VERB of a command that has several, or the program where none is given. The same table gives the man pages and the completion of shells.",
    .options = options,
    .examples = examples,
    .run = run,
};
