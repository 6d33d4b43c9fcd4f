/* From the program's words to one command's run: the name is looked up, the rest read by its table. */
#include "cli/command.h"

#include <limits.h>

#include "base/buf.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/output.h"
#include "flow/keeper.h"
#include "base/suggest.h"

/* The words of `args`; those in brackets are counted in *n_optional as well. */
static unsigned operand_words(const struct command *c, unsigned *n_optional)
{
    struct str rest = str_of(c->args);
    unsigned n = 0;

    *n_optional = 0;
    while (rest.len) {
        struct str word = str_cut(&rest, ' ');
        n += word.len > 0;
        *n_optional += word.len > 0 && word.ptr[0] == '[';
    }
    return n;
}

unsigned command_operands_min(const struct command *c)
{
    unsigned n_optional, n = operand_words(c, &n_optional);

    return n - n_optional;
}

unsigned command_operands_max(const struct command *c)
{
    unsigned n_optional, n = operand_words(c, &n_optional);
    struct str args = str_of(c->args);

    return str_ends(args, STR("...]")) || str_ends(args, STR("...")) ? UINT_MAX : n;
}

/* What people try who know other programs. */
static const char *other_name(const char *name)
{
    static const char *const names[][2] = {
        { "history", "log" }, { "versions", "log" },  { "changes", "diff" },   { "compare", "diff" }, { "status", "list" },
        { "ls", "list" },     { "rm", "remove" },     { "delete", "remove" },  { "news", "report" },  { "fetch", "check" },
        { "explain", "why" }, { "announce", "tell" }, { "ignore", "dismiss" },
    };

    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcmp(name, names[i][0]) == 0)
            return names[i][1];
    return NULL;
}

const struct command *command_find(const char *name, struct err *e)
{
    struct suggest s = { .given = name };
    const char *other = other_name(name);

    for (unsigned i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
        suggest_offer(&s, commands[i]->name);
    }
    if (other || s.best)
        err_set(e, E_USAGE, "unknown command '%s'; did you mean '%s'?", name, other ? other : s.best);
    else
        err_set(e, E_USAGE, "unknown command '%s'; 'weft help' lists them", name);
    return NULL;
}

const char *command_verb(const struct command *verb)
{
    const char *space = strrchr(verb->name, ' ');

    return space ? space + 1 : verb->name;
}

const struct command *command_find_verb(const struct command *c, const char *name, struct err *e)
{
    struct suggest s = { .given = name };
    AUTO(buf) list = BUF(512);

    for (unsigned i = 0; c->verbs[i]; i++) {
        const char *verb = command_verb(c->verbs[i]);
        if (strcmp(verb, name) == 0)
            return c->verbs[i];
        suggest_offer(&s, verb);
        buf_addf(&list, "%s%s", i ? ", " : "", verb);
    }
    if (s.best)
        err_set(e, E_USAGE, "%s: '%s' is not known; did you mean '%s'?", c->name, name, s.best);
    else
        err_set(e, E_USAGE, "%s: '%s' is not known; it is one of %.*s", c->name, name, STR_ARG(buf_str(&list)));
    return NULL;
}

static bool is_option(const char *word, const struct option *o)
{
    return strncmp(word, "--", 2) == 0 ? strcmp(word + 2, o->name) == 0 : word[0] == '-' && word[1] == o->letter && !word[2];
}

/* The options of the program itself, which stand where a command's name would. */
static int program_option(const char *word, struct err *e)
{
    if (is_option(word, &option_help))
        return help_print(NULL, e);
    if (is_option(word, &option_version))
        return output_text(NULL, STR("weft " WEFT_VERSION "\n"), e);
    return err_set(e, E_USAGE, "unknown option %s; a command comes first: 'weft help' lists them", word);
}

/* The verb behind the name of a command that has some; NULL where there is none, and then *status tells what that means. */
static const struct command *take_verb(const struct command *c, const char *word, int *status, struct err *e)
{
    const struct command *verb = NULL;

    if (word && is_option(word, &option_help)) {
        *status = help_print(c, e);
        return NULL;
    }
    if (word && word[0] != '-')
        verb = command_find_verb(c, word, e);
    else
        err_set(e, E_USAGE, "%s: what of it? 'weft %s --help' lists what it can do", c->name, c->name);
    *status = E_USAGE;
    return verb;
}

/* What went wrong is said where it went wrong. */
static int work(void *context, struct keeper *k)
{
    struct args *args = context;
    struct err e = { 0 };
    args->keeper = k;
    int status = args->command->run(args, &e);
    return status < 0 ? output_failure(&e) : status;
}

static int run_kept(struct args *args, struct err *e)
{
    int status;
    int failed = keeper_run(work, args, &status, e);
    return failed ? failed : status;
}

int command_line(int argc, char **argv, struct err *e)
{
    struct args args;

    if (argc < 2)
        return err_set(e, E_USAGE, "which command? 'weft help' lists them; 'weft diff OLD NEW' compares two pages");
    if (argv[1][0] == '-')
        return program_option(argv[1], e);
    const struct command *command = command_find(argv[1], e);
    if (!command)
        return E_USAGE;
    char **rest = argv + 2;
    int failed;
    if (command->verbs && !(command = take_verb(command, *rest, &failed, e)))
        return failed;
    if (strchr(command->name, ' '))
        rest++;
    failed = args_read(&args, command, rest, (int)(argv + argc - rest), e);
    if (failed)
        return failed;
    if (args.help)
        return help_print(command, e);
    return command->kept ? run_kept(&args, e) : command->run(&args, e);
}
