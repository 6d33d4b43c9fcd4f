/* The words behind a command's name, read by its table.
 *
 * Options are --name VALUE, --name=VALUE, --flag, -o VALUE, -oVALUE, anywhere among the operands; "--" ends them, "-" is an operand.
 * One that takes a value is given once, unless its help says that it may be given several times: args_each() has all of them. An
 * option is asked for by the address of its row, so that a misspelt one does not compile. Commands on settings take each of them as
 * --NAME VALUE besides; a flag of these may stand alone, which is "on". */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/str.h"
#include "cli/command.h"
#include "flow/settings.h"

enum { ARGS_OPTIONS_MAX = 32, ARGS_GIVEN_MAX = 1024 };

struct args {
    const struct command *command;
    struct keeper *keeper; /* of a command that is kept; else NULL */
    bool help;             /* --help was given: nothing else counts */
    unsigned n_operands;
    char **operand;                      /* in the words given, which are moved together: as many as there are */
    const char *value[ARGS_OPTIONS_MAX]; /* in the order of command->options; NULL: not given; "" for a flag */
    const char *setting[SETTINGS];       /* NULL: not given */
    unsigned n_given;
    struct args_given {
        const struct option *option;
        const char *value;
    } given[ARGS_GIVEN_MAX]; /* every option with a value, in the order of the words */
};

/* Reads the n words and brings the operands among them to the front; E_USAGE says what is wrong with them and what would be right. */
int args_read(struct args *out, const struct command *command, char **word, int n, struct err *e) MUST_CHECK;

bool args_given(const struct args *args, const struct option *option);
/* The option's value, or NULL where it was not given. */
const char *args_value(const struct args *args, const struct option *option);
/* The values of an option that may be given many times: the next from number *at on, which moves behind it; NULL at the end. */
const char *args_each(const struct args *args, const struct option *option, unsigned *at);
/* A number as people write it, "0.25" or "1e-3". strtod() takes more: blanks, "+1", "0x1", "inf". */
bool args_real(const char *text, double *out);
/* The number of the chosen row of option->choices; 0, the default, where it was not given. */
unsigned args_choice(const struct args *args, const struct option *option);

#endif
