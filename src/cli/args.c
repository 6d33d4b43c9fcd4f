/* A command's words against its table, from left to right, once. Nothing is copied: values point into argv, and the
 * operands are moved to its front, over words that were read before. */
#include "cli/args.h"

#include <math.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "base/suggest.h"

/* Where the reader stands. */
struct cursor {
    struct args *args;
    char **word;
    int n, at; /* the next word to read */
};

static const struct option *find_long(const struct command *c, struct str name, unsigned *number)
{
    for (unsigned i = 0; c->options[i]; i++) {
        if (str_eq(str_of(c->options[i]->name), name)) {
            *number = i;
            return c->options[i];
        }
    }
    return NULL;
}

static const struct option *find_letter(const struct command *c, char letter, unsigned *number)
{
    for (unsigned i = 0; c->options[i]; i++) {
        if (c->options[i]->letter == letter) {
            *number = i;
            return c->options[i];
        }
    }
    return NULL;
}

static int unknown_option(const struct command *c, struct str name, struct err *e)
{
    char given[64] = { 0 };
    struct suggest s = { .given = given };

    memcpy(given, name.ptr, MIN(name.len, sizeof given - 1));
    for (unsigned i = 0; c->options[i]; i++)
        suggest_offer(&s, c->options[i]->name);
    for (unsigned i = 0; i < SETTINGS && c->settings; i++)
        suggest_offer(&s, setting_table[i].name);
    suggest_offer(&s, option_help.name);
    if (s.best)
        return err_set(e, E_USAGE, "%s: unknown option --%.*s; did you mean --%s?", c->name, STR_ARG(name), s.best);
    return err_set(e, E_USAGE, "%s: unknown option --%.*s; 'weft %s --help' lists them", c->name, STR_ARG(name), c->name);
}

static int wrong_choice(const struct command *c, const struct option *o, const char *value, struct err *e)
{
    struct suggest s = { .given = value };
    char list[256] = { 0 };
    size_t at = 0;

    for (const struct choice *choice = o->choices; choice->name; choice++) {
        size_t len = strlen(choice->name);
        suggest_offer(&s, choice->name);
        if (at + len + 3 > sizeof list)
            break;
        memcpy(list + at, at ? ", " : "", at ? 2 : 0);
        memcpy(list + at + (at ? 2 : 0), choice->name, len);
        at += len + (at ? 2 : 0);
    }
    if (s.best)
        return err_set(e, E_USAGE, "%s: --%s %s is not known; did you mean %s? (one of %s)", c->name, o->name, value, s.best, list);
    return err_set(e, E_USAGE, "%s: --%s %s is not known; it is one of %s", c->name, o->name, value, list);
}

static int choice_number(const struct option *o, const char *value)
{
    for (int i = 0; o->choices[i].name; i++) {
        if (strcmp(o->choices[i].name, value) == 0)
            return i;
    }
    return -1;
}

/* An option has many values where its help says so: what people read and what holds is one thing. */
static bool is_many(const struct option *o)
{
    return strstr(o->help, "given several times") != NULL;
}

/* Which of the two is meant only the user knows. Neither is named: it may be a password. */
static int given_twice(const char *command, const char *name, struct err *e)
{
    return err_set(e, E_USAGE, "%s: --%s is given twice; it takes one value", command, name);
}

/* The value that stands in the same word (`inside`, may be NULL) or is the next word. */
static int take_value(struct cursor *c, const struct option *o, unsigned number, const char *inside, struct err *e)
{
    const char *name = c->args->command->name;
    const char *value = inside;

    if (!o->argument) {
        if (inside)
            return err_set(e, E_USAGE, "%s: --%s takes no value", name, o->name);
        value = "";
    } else if (!value && c->at < c->n) {
        value = c->word[c->at++];
    }
    if (!value || (o->argument && !*value))
        return err_set(e, E_USAGE, "%s: --%s needs a value: --%s %s", name, o->name, o->name, o->argument);
    if (c->args->value[number] && o->argument && !is_many(o))
        return given_twice(name, o->name, e);
    if (o->choices && choice_number(o, value) < 0)
        return wrong_choice(c->args->command, o, value, e);
    if (c->args->n_given == ARGS_GIVEN_MAX)
        return err_set(e, E_USAGE, "%s: more than %d options are too many", name, ARGS_GIVEN_MAX);
    c->args->given[c->args->n_given++] = (struct args_given){ o, value };
    c->args->value[number] = value;
    return 0;
}

static bool is_switch(const char *word)
{
    return strcmp(word, "on") == 0 || strcmp(word, "off") == 0;
}

/* --NAME VALUE of a setting; the value itself is read when the settings are. A flag alone is on. */
static int take_setting(struct cursor *c, const struct setting *row, const char *inside, struct err *e)
{
    const char *value = inside;
    bool flag = row->type == SETTING_FLAG;

    if (!value && c->at < c->n && (!flag || is_switch(c->word[c->at])))
        value = c->word[c->at++];
    else if (!value && flag)
        value = "on";
    if (!value)
        return err_set(e, E_USAGE, "%s: --%s needs a value: --%s %s", c->args->command->name, row->name, row->name, row->argument);
    if (c->args->setting[setting_id(row)])
        return given_twice(c->args->command->name, row->name, e);
    c->args->setting[setting_id(row)] = value;
    return 0;
}

static int read_long(struct cursor *c, const char *text, struct err *e)
{
    struct str name = str_of(text);
    const char *equals = strchr(text, '=');
    unsigned number = 0;

    if (equals)
        name = str_span(text, equals);
    if (str_eq(name, str_of(option_help.name)) && !equals) {
        c->args->help = true;
        return 0;
    }
    const struct option *o = find_long(c->args->command, name, &number);
    const struct setting *setting = !o && c->args->command->settings ? setting_find(name, NULL) : NULL;
    if (setting)
        return take_setting(c, setting, equals ? equals + 1 : NULL, e);
    if (!o)
        return unknown_option(c->args->command, name, e);
    return take_value(c, o, number, equals ? equals + 1 : NULL, e);
}

static int read_letters(struct cursor *c, const char *text, struct err *e)
{
    for (; *text; text++) {
        unsigned number = 0;
        if (*text == option_help.letter) {
            c->args->help = true;
            return 0;
        }
        const struct option *o = find_letter(c->args->command, *text, &number);
        if (!o)
            return err_set(e, E_USAGE, "%s: unknown option -%c; 'weft %s --help' lists them", c->args->command->name, *text,
                           c->args->command->name);
        if (o->argument)
            return take_value(c, o, number, text[1] ? text + 1 : NULL, e);
        c->args->value[number] = "";
    }
    return 0;
}

static int read_operand(struct cursor *c, char *word, struct err *e)
{
    const struct command *command = c->args->command;

    if (c->args->n_operands == command_operands_max(command))
        return err_set(e, E_USAGE, "%s: '%s' is one too many; it takes %s", command->name, word,
                       *command->args ? command->args : "nothing");
    c->args->operand[c->args->n_operands++] = word;
    return 0;
}

static int read_word(struct cursor *c, bool *only_operands, struct err *e)
{
    char *word = c->word[c->at++];

    if (*only_operands || word[0] != '-' || word[1] == '\0')
        return read_operand(c, word, e);
    if (word[1] != '-')
        return read_letters(c, word + 1, e);
    if (word[2] != '\0')
        return read_long(c, word + 2, e);
    *only_operands = true;
    return 0;
}

int args_read(struct args *out, const struct command *command, char **word, int n, struct err *e)
{
    struct cursor c = { .args = out, .word = word, .n = n };
    bool only_operands = false;

    *out = (struct args){ .command = command, .operand = word };
    while (c.at < n && !out->help) {
        int failed = read_word(&c, &only_operands, e);
        if (failed)
            return failed;
    }
    if (!out->help && out->n_operands < command_operands_min(command))
        return err_set(e, E_USAGE, "%s: it needs %s; 'weft %s --help' explains", command->name, command->args, command->name);
    return 0;
}

/* An option that the command does not list is our own bug. */
static unsigned option_number(const struct args *args, const struct option *option)
{
    for (unsigned i = 0; args->command->options[i]; i++) {
        if (args->command->options[i] == option)
            return i;
    }
    abort();
}

const char *args_value(const struct args *args, const struct option *option)
{
    return args->value[option_number(args, option)];
}

bool args_real(const char *text, double *out)
{
    char *end;
    double number = strtod(text, &end);

    if (end == text || *end || text[strspn(text, "0123456789.eE-")] || !isfinite(number))
        return false;
    *out = number;
    return true;
}

bool args_given(const struct args *args, const struct option *option)
{
    return args_value(args, option) != NULL;
}

const char *args_each(const struct args *args, const struct option *option, unsigned *at)
{
    while (*at < args->n_given) {
        const struct args_given *given = &args->given[(*at)++];
        if (given->option == option)
            return given->value;
    }
    return NULL;
}

unsigned args_choice(const struct args *args, const struct option *option)
{
    const char *value = args_value(args, option);

    return value ? (unsigned)choice_number(option, value) : 0;
}
