/* What a command is: one constant beside its code, listed once in commands.c.
 *
 * The table drives parsing (args.h), --help and `weft help` (help.c), the man pages (manual.c) and shell completion
 * (completion.c), so that an option which exists is an option which is documented. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>

#include "base/err.h"

struct args;

/* Exit statuses, as diff has them. */
enum {
    STATUS_SAME = 0,
    STATUS_DIFFERENT = 1,
    STATUS_TROUBLE = 2,
    STATUS_CLOSED = 141, /* what a shell reports of a program that SIGPIPE ended: 128 and its number */
};

/* One allowed value of an option. */
struct choice {
    const char *name;
    const char *help;
};

struct option {
    const char *name;             /* "format", given as --format */
    char letter;                  /* 'o', given as -o; 0: none */
    const char *argument;         /* "FILE", the name of its value; NULL: a flag */
    const char *help;             /* one or two sentences */
    const struct choice *choices; /* the values allowed, the default first, then a row without a name; NULL: any value */
};

struct example {
    const char *line;
    const char *what;
};

struct command {
    const char *name;
    const char *args;    /* "OLD NEW"; in brackets what may be left out: "[COMMAND]"; with dots what may be many: "[FILE...]" */
    const char *summary; /* one line, no full stop */
    const char *help;    /* paragraphs with an empty line between them */
    const struct option *const *options; /* then NULL; --help is everyone's and not listed */
    bool settings;                       /* takes every setting of flow/settings.h as --NAME VALUE besides */
    const struct example *examples;      /* then a row without a line; NULL: none */
    /* A command of several: each verb is a command whose name has both words ("fragments shared"), then NULL. The command itself has then
     * neither operands nor options nor run(). NULL: it is one. */
    const struct command *const *verbs;
    bool kept; /* runs in a process of its own that is begun again where a page ends it (flow/keeper.h) */
    /* Returns an exit status, or a negative E_* which main prints. */
    int (*run)(const struct args *args, struct err *e);
};

/* How many operands `args` asks for at least and at most. */
unsigned command_operands_min(const struct command *c);
unsigned command_operands_max(const struct command *c);

/* The command of that name; NULL, with the nearest name in the text, where there is none. */
const struct command *command_find(const char *name, struct err *e);

/* The last word of a verb's name. */
const char *command_verb(const struct command *verb);
/* The verb of that name of a command that has some; NULL, with the nearest name in the text, where there is none. */
const struct command *command_find_verb(const struct command *c, const char *name, struct err *e);

/* Runs `argv` (the program's name first): the whole program but for main's set-up. */
int command_line(int argc, char **argv, struct err *e);

#endif
