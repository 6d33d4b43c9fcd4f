/* Completion scripts for bash, zsh and fish from the command table.
 *
 * What a value may be is told by its placeholder: choices are listed, COMMAND is a command's name, URL is anything, and all else is
 * a file. */
#include "cli/commands.h"
#include "cli/help.h"
#include "flow/settings.h"

static bool placeholder_is(const char *argument, const char *name)
{
    return argument && strcmp(argument, name) == 0;
}

static void add_command_names(struct buf *out)
{
    for (unsigned i = 0; commands[i]; i++)
        buf_addf(out, "%s%s", i ? " " : "", commands[i]->name);
}

static void add_verb_names(struct buf *out, const struct command *c)
{
    for (unsigned i = 0; c->verbs[i]; i++)
        buf_addf(out, "%s%s", i ? " " : "", command_verb(c->verbs[i]));
}

/* The options of a command; of one with verbs those of all of them, each name once. */
enum { OPTIONS_MAX = 128 };
struct options {
    const struct option *item[OPTIONS_MAX];
    unsigned n;
};

static void take_options(struct options *out, const struct command *c)
{
    for (unsigned i = 0; c->options && c->options[i] && out->n < OPTIONS_MAX; i++) {
        unsigned k = 0;
        while (k < out->n && strcmp(out->item[k]->name, c->options[i]->name) != 0)
            k++;
        if (k == out->n)
            out->item[out->n++] = c->options[i];
    }
}

static struct options options_of(const struct command *c)
{
    struct options all = { .n = 0 };

    take_options(&all, c);
    for (unsigned i = 0; c->verbs && c->verbs[i]; i++)
        take_options(&all, c->verbs[i]);
    return all;
}

static bool takes_command(const struct command *c)
{
    return c->args && str_starts(str_of(c->args), STR("[COMMAND]"));
}

static void add_choice_names(struct buf *out, const struct option *o)
{
    for (const struct choice *c = o->choices; c->name; c++)
        buf_addf(out, "%s%s", c == o->choices ? "" : " ", c->name);
}

/* Text inside single quotes of a shell; `special` characters get a backslash in front besides. */
static void add_quoted(struct buf *out, const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            buf_add(out, STR("'\\''"));
        else if (strchr(special, *text))
            buf_addf(out, "\\%c", *text);
        else
            buf_add_char(out, *text);
    }
}

static bool has_option(const struct options *all, const char *name)
{
    for (unsigned i = 0; i < all->n; i++)
        if (strcmp(all->item[i]->name, name) == 0)
            return true;
    return false;
}

/* A setting as the option it is on the command line. */
static struct option setting_option(const struct setting *row)
{
    return (struct option){ .name = row->name, .argument = row->argument, .help = row->help };
}

static void bash_values(struct buf *out, const struct command *c)
{
    struct options all = options_of(c);

    for (unsigned i = 0; i < all.n; i++) {
        const struct option *o = all.item[i];
        if (!o->argument)
            continue;
        buf_addf(out, "    %s:--%s", c->name, o->name);
        if (o->letter)
            buf_addf(out, "|%s:-%c", c->name, o->letter);
        buf_add(out, STR(") "));
        if (o->choices) {
            buf_add(out, STR("COMPREPLY=($(compgen -W \""));
            add_choice_names(out, o);
            buf_add(out, STR("\" -- \"$word\")) ;;\n"));
        } else if (placeholder_is(o->argument, "URL")) {
            buf_add(out, STR("COMPREPLY=() ;;\n"));
        } else {
            buf_add(out, STR("compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"));
        }
    }
}

static void bash_options(struct buf *out, const struct command *c)
{
    struct options all = options_of(c);

    buf_addf(out, "    %s:-*) COMPREPLY=($(compgen -W \"", c->name);
    for (unsigned i = 0; i < all.n; i++)
        buf_addf(out, "--%s ", all.item[i]->name);
    for (unsigned i = 0; i < SETTINGS && c->settings; i++)
        if (!has_option(&all, setting_table[i].name))
            buf_addf(out, "--%s ", setting_table[i].name);
    buf_addf(out, "--%s\" -- \"$word\")) ;;\n", option_help.name);
    if (c->verbs)
        buf_addf(
            out,
            "    %s:*) if [ \"$COMP_CWORD\" -gt 2 ]; then compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")); else COMPREPLY=($(compgen -W \"",
            c->name);
    else if (takes_command(c))
        buf_addf(out, "    %s:*) COMPREPLY=($(compgen -W \"", c->name);
    else
        return;
    if (c->verbs)
        add_verb_names(out, c);
    else
        add_command_names(out);
    buf_addf(out, "\" -- \"$word\"))%s ;;\n", c->verbs ? "; fi" : "");
}

void completion_bash(struct buf *out)
{
    buf_add(out, STR("# bash completion for weft, written by 'weft help --completion bash'.\n"
                     "_weft()\n{\n"
                     "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
                     "    # bash cuts words at '=': --format=s is three of them\n"
                     "    if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
                     "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                     "        COMPREPLY=($(compgen -W \""));
    add_command_names(out);
    buf_addf(out, " --%s --%s\" -- \"$word\"))\n        return\n    fi\n", option_help.name, option_version.name);
    buf_add(out, STR("    case \"$command:$before\" in\n"));
    for (unsigned i = 0; commands[i]; i++)
        bash_values(out, commands[i]);
    buf_add(out, STR("    *)\n    case \"$command:$word\" in\n"));
    for (unsigned i = 0; commands[i]; i++)
        bash_options(out, commands[i]);
    buf_add(out, STR("    *) compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")) ;;\n    esac ;;\n    esac\n}\n"
                     "complete -F _weft weft\n"));
}

static void zsh_option(struct buf *out, const struct option *o)
{
    buf_add(out, STR("            "));
    if (o->letter)
        buf_addf(out, "{-%c,--%s}", o->letter, o->name);
    else
        buf_addf(out, "--%s", o->name);
    if (o->argument)
        buf_add(out, o->letter ? STR("") : STR("="));
    buf_add(out, STR("'["));
    add_quoted(out, o->help, "[]:");
    buf_add_char(out, ']');
    if (o->choices) {
        buf_addf(out, ":%s:((", o->argument);
        for (const struct choice *c = o->choices; c->name; c++) {
            buf_addf(out, "%s%s\\:\"", c == o->choices ? "" : " ", c->name);
            add_quoted(out, c->help, "\"():");
            buf_add_char(out, '"');
        }
        buf_add(out, STR("))"));
    } else if (o->argument) {
        buf_addf(out, ":%s:%s", o->argument, placeholder_is(o->argument, "URL") ? "" : "_files");
    }
    buf_add(out, STR("' \\\n"));
}

static void zsh_command(struct buf *out, const struct command *c)
{
    buf_addf(out, "        %s)\n            _arguments \\\n", c->name);
    struct options all = options_of(c);
    for (unsigned i = 0; i < all.n; i++)
        zsh_option(out, all.item[i]);
    for (unsigned i = 0; i < SETTINGS && c->settings; i++) {
        struct option option = setting_option(&setting_table[i]);
        if (!has_option(&all, option.name))
            zsh_option(out, &option);
    }
    zsh_option(out, &option_help);
    if (c->verbs) {
        buf_add(out, STR("            '1:command:("));
        add_verb_names(out, c);
        buf_add(out, STR(")' '*:page:_files' ;;\n"));
    } else if (takes_command(c)) {
        buf_add(out, STR("            '*:command:("));
        add_command_names(out);
        buf_add(out, STR(")' ;;\n"));
    } else {
        buf_add(out, STR("            '*:page:_files' ;;\n"));
    }
}

void completion_zsh(struct buf *out)
{
    buf_add(out, STR("#compdef weft\n# zsh completion for weft, written by 'weft help --completion zsh'.\n"
                     "_weft() {\n    local context state state_descr line\n    typeset -A opt_args\n"
                     "    _arguments -C '1:command:(("));
    for (unsigned i = 0; commands[i]; i++) {
        buf_addf(out, "%s%s\\:\"", i ? " " : "", commands[i]->name);
        add_quoted(out, commands[i]->summary, "\"():");
        buf_add_char(out, '"');
    }
    buf_add(out, STR("))' '*::words:->words'\n    [[ $state == words ]] || return\n    case $line[1] in\n"));
    for (unsigned i = 0; commands[i]; i++)
        zsh_command(out, commands[i]);
    buf_add(out,
            STR("    esac\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then _weft \"$@\"; else compdef _weft weft; fi\n"));
}

/* fish knows the two escapes \' and \\ inside single quotes. */
static void fish_quoted(struct buf *out, const char *text)
{
    for (; *text; text++)
        buf_addf(out, "%s%c", *text == '\'' || *text == '\\' ? "\\" : "", *text);
}

static void fish_option(struct buf *out, const char *condition, const struct option *o)
{
    buf_addf(out, "complete -c weft -n '%s' -l %s", condition, o->name);
    if (o->letter)
        buf_addf(out, " -s %c", o->letter);
    if (o->choices) {
        buf_add(out, STR(" -x -a '"));
        for (const struct choice *c = o->choices; c->name; c++) {
            buf_addf(out, "%s%s\\t\"", c == o->choices ? "" : " ", c->name);
            fish_quoted(out, c->help);
            buf_add_char(out, '"');
        }
        buf_add_char(out, '\'');
    } else if (o->argument) {
        buf_add(out, placeholder_is(o->argument, "URL") ? STR(" -x") : STR(" -r -F"));
    }
    buf_add(out, STR(" -d '"));
    fish_quoted(out, o->help);
    buf_add(out, STR("'\n"));
}

static void fish_settings(struct buf *out, const char *condition, const struct command *c, const struct options *all)
{
    for (unsigned i = 0; i < SETTINGS && c->settings; i++) {
        struct option option = setting_option(&setting_table[i]);
        if (!has_option(all, option.name))
            fish_option(out, condition, &option);
    }
}

void completion_fish(struct buf *out)
{
    buf_add(out, STR("# fish completion for weft, written by 'weft help --completion fish'.\n"));
    for (unsigned i = 0; commands[i]; i++) {
        buf_addf(out, "complete -c weft -n __fish_use_subcommand -f -a %s -d '", commands[i]->name);
        fish_quoted(out, commands[i]->summary);
        buf_add(out, STR("'\n"));
    }
    fish_option(out, "__fish_use_subcommand", &option_help);
    fish_option(out, "__fish_use_subcommand", &option_version);
    for (unsigned i = 0; commands[i]; i++) {
        AUTO(buf) condition = BUF(256);
        buf_addf(&condition, "__fish_seen_subcommand_from %s", commands[i]->name);
        buf_add_char(&condition, '\0');
        struct options all = options_of(commands[i]);
        for (unsigned k = 0; k < all.n; k++)
            fish_option(out, buf_str(&condition).ptr, all.item[k]);
        fish_settings(out, buf_str(&condition).ptr, commands[i], &all);
        fish_option(out, buf_str(&condition).ptr, &option_help);
        if (!commands[i]->verbs && !takes_command(commands[i]))
            continue;
        buf_addf(out, "complete -c weft -n '%s' -f -a '", buf_str(&condition).ptr);
        if (commands[i]->verbs)
            add_verb_names(out, commands[i]);
        else
            add_command_names(out);
        buf_add(out, STR("'\n"));
    }
}
