/* Man pages from the command table, in the macros of man(7), without a date so that the same table gives the same bytes. */
#include <stdio.h>

#include "base/limits.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "flow/settings.h"

/* Text as roff takes it literally: backslashes and hyphens escaped, no line that starts with a control character. */
static void add_roff(struct buf *out, struct str text)
{
    if (text.len && (text.ptr[0] == '.' || text.ptr[0] == '\''))
        buf_add(out, STR("\\&"));
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '\\')
            buf_add(out, STR("\\e"));
        else if (c == '-')
            buf_add(out, STR("\\-"));
        else if (c == '\'')
            buf_add(out, STR("\\(aq"));
        else if (c == '\n')
            buf_add(out, STR("\n.PP\n")); /* an empty line ends a paragraph: the second \n adds nothing */
        else
            buf_add_char(out, c);
        if (c == '\n' && i + 1 < text.len && text.ptr[i + 1] == '\n')
            i++;
    }
    buf_add_char(out, '\n');
}

static void add_head(struct buf *out, const char *name, const char *summary)
{
    buf_addf(out, ".\\\" Written by 'weft help --man' from the table of commands.\n.TH %s 1 \"\" \"weft %s\" \"weft\"\n.SH NAME\n",
             name, WEFT_VERSION);
    buf_add(out, str_of(name));
    buf_add(out, STR(" \\- "));
    add_roff(out, str_of(summary));
}

static void add_section(struct buf *out, const char *title, const char *text)
{
    buf_addf(out, ".SH %s\n", title);
    add_roff(out, str_of(text));
}

/* Operands in italics. */
static void add_operands(struct buf *out, const struct command *c)
{
    if (c->args && *c->args)
        buf_addf(out, " \\fI%s\\fR", c->args);
}

static void add_synopsis_one(struct buf *out, const struct command *c)
{
    buf_addf(out, "\\fBweft %s\\fR", c->name);
    add_operands(out, c);
    for (unsigned i = 0; c->options[i]; i++) {
        const struct option *o = c->options[i];
        buf_addf(out, " [\\fB\\-\\-%s\\fR", o->name);
        if (o->argument)
            buf_addf(out, " \\fI%s\\fR", o->argument);
        buf_add_char(out, ']');
    }
    buf_add_char(out, '\n');
}

static void add_synopsis(struct buf *out, const struct command *c)
{
    if (!c->verbs)
        add_synopsis_one(out, c);
    for (unsigned i = 0; c->verbs && c->verbs[i]; i++) {
        add_synopsis_one(out, c->verbs[i]);
        if (c->verbs[i + 1])
            buf_add(out, STR(".br\n"));
    }
}

static void add_choices(struct buf *out, const struct option *o)
{
    buf_add(out, STR(".RS\n"));
    for (const struct choice *c = o->choices; c->name; c++) {
        buf_addf(out, ".TP\n\\fB%s\\fR%s\n", c->name, c == o->choices ? " (taken where none is given)" : "");
        add_roff(out, str_of(c->help));
    }
    buf_add(out, STR(".RE\n"));
}

static void add_option(struct buf *out, const struct option *o)
{
    buf_add(out, STR(".TP\n"));
    if (o->letter)
        buf_addf(out, "\\fB\\-%c\\fR, ", o->letter);
    buf_addf(out, "\\fB\\-\\-%s\\fR", o->name);
    if (o->argument)
        buf_addf(out, " \\fI%s\\fR", o->argument);
    buf_add_char(out, '\n');
    add_roff(out, str_of(o->help));
    if (o->choices)
        add_choices(out, o);
}

static void add_options(struct buf *out, const struct command *c)
{
    for (unsigned i = 0; c->options && c->options[i]; i++)
        add_option(out, c->options[i]);
    if (!c->verbs)
        add_option(out, &option_help);
    if (c->settings) {
        buf_add(out, STR(".PP\n"));
        add_roff(out, str_of(settings_help));
    }
}

/* Each verb with what it does and its options. */
static void add_verbs(struct buf *out, const struct command *c)
{
    for (unsigned i = 0; c->verbs && c->verbs[i]; i++) {
        buf_addf(out, ".PP\n\\fBweft %s\\fR", c->verbs[i]->name);
        add_operands(out, c->verbs[i]);
        buf_add(out, STR("\n.PP\n"));
        add_roff(out, str_of(c->verbs[i]->help));
        add_options(out, c->verbs[i]);
    }
}

static void add_examples_one(struct buf *out, const struct command *c)
{
    for (const struct example *x = c->examples; x && x->line; x++) {
        buf_add(out, STR(".TP\n\\fB"));
        struct str line = str_of(x->line);
        for (size_t i = 0; i < line.len; i++) {
            if (line.ptr[i] == '-')
                buf_add(out, STR("\\-"));
            else
                buf_add_char(out, line.ptr[i]);
        }
        buf_add(out, STR("\\fR\n"));
        add_roff(out, str_of(x->what));
    }
}

static void add_examples(struct buf *out, const struct command *c)
{
    add_examples_one(out, c);
    for (unsigned i = 0; c->verbs && c->verbs[i]; i++)
        add_examples_one(out, c->verbs[i]);
}

/* Every setting, once, in weft(1). */
static void add_settings(struct buf *out)
{
    AUTO(arena) a = { .budget_bytes = MIB(1) };

    add_section(out, "SETTINGS", settings_words);
    for (unsigned i = 0; i < SETTINGS; i++) {
        const struct setting *row = &setting_table[i];
        buf_addf(out, ".TP\n\\fB%s\\fR, \\fB%s\\fR, \\fB\\-\\-%s\\fR \\fI%s\\fR\n", row->name, setting_variable(&a, row).ptr,
                 row->name, row->argument);
        add_roff(out, str_of(row->help));
    }
}

static void add_environment(struct buf *out)
{
    buf_add(out, STR(".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nSet and not empty: no colour.\n"
                     ".TP\n\\fBCLICOLOR_FORCE\\fR\nSet, not empty and not 0: colour even where the output is not a terminal.\n"
                     ".TP\n\\fBCOLUMNS\\fR\nThe width of text where the terminal does not tell it.\n"));
}

static void add_one(const struct command *c, struct buf *out)
{
    char name[64];

    snprintf(name, sizeof name, "weft-%s", c->name);
    add_head(out, name, c->summary);
    buf_add(out, STR(".SH SYNOPSIS\n"));
    add_synopsis(out, c);
    add_section(out, "DESCRIPTION", c->help);
    buf_add(out, c->verbs ? STR(".SH COMMANDS\n") : STR(".SH OPTIONS\n"));
    add_options(out, c);
    add_verbs(out, c);
    add_section(out, "EXIT STATUS", program_status);
    if (c->examples || c->verbs)
        buf_add(out, STR(".SH EXAMPLES\n"));
    add_examples(out, c);
    buf_add(out, STR(".SH SEE ALSO\n\\fBweft\\fR(1)\n"));
}

static void add_all(struct buf *out)
{
    add_head(out, "weft", program_summary);
    buf_add(out, STR(".SH SYNOPSIS\n"));
    for (unsigned i = 0; commands[i]; i++) {
        add_synopsis(out, commands[i]);
        buf_add(out, STR(".br\n"));
    }
    buf_add(out, STR("\\fBweft \\-\\-version\\fR\n"));
    add_section(out, "DESCRIPTION", program_help);
    buf_add(out, STR(".SH COMMANDS\n"));
    for (unsigned i = 0; commands[i]; i++) {
        buf_addf(out, ".SS weft %s", commands[i]->name);
        add_operands(out, commands[i]);
        buf_add_char(out, '\n');
        add_roff(out, str_of(commands[i]->help));
        add_options(out, commands[i]);
        add_verbs(out, commands[i]);
    }
    add_section(out, "EXIT STATUS", program_status);
    add_settings(out);
    add_environment(out);
    buf_add(out, STR(".SH EXAMPLES\n"));
    for (unsigned i = 0; commands[i]; i++)
        add_examples(out, commands[i]);
    buf_add(out, STR(".SH SEE ALSO\n"));
    for (unsigned i = 0; commands[i]; i++)
        buf_addf(out, "%s\\fBweft\\-%s\\fR(1)", i ? ", " : "", commands[i]->name);
    buf_add(out, STR("\n"));
}

void manual_page(const struct command *c, struct buf *out)
{
    if (c)
        add_one(c, out);
    else
        add_all(out);
}
