/* A command's words against its table. */
#include "cli/args.h"

#include "tests/tap.h"

static int run(const struct args *args, struct err *e)
{
    (void)args;
    (void)e;
    return 0;
}

static const struct choice sizes[] = { { "small", "" }, { "large", "" }, { NULL, NULL } };
static const struct option option_size = { "size", 's', "SIZE", "", sizes };
static const struct option option_name = { "name", 'n', "NAME", "", NULL };
static const struct option option_loud = { "loud", 'l', NULL, "", NULL };
static const struct option option_tag = { "tag", 't', "TAG", "A tag; may be given several times.", NULL };
static const struct option *const options[] = { &option_size, &option_name, &option_loud, &option_tag, NULL };
static const struct command command = { .name = "try", .args = "ONE [TWO]", .options = options, .run = run };
static const struct command command_set = { .name = "try", .args = "ONE [TWO]", .options = options, .settings = true, .run = run };

enum { WORDS_MAX = 16 };

static int parse_as(const struct command *c, struct args *out, struct err *e, const char *line)
{
    static char copy[256];
    static char *word[WORDS_MAX];
    char *rest = copy;
    int n = 0;

    *e = (struct err){ 0 };
    snprintf(copy, sizeof copy, "%s", line);
    for (char *next; n < WORDS_MAX && (next = strsep(&rest, " "));)
        word[n++] = next;
    return args_read(out, c, word, n, e);
}

static int parse(struct args *out, struct err *e, const char *line)
{
    return parse_as(&command, out, e, line);
}

static void test_many(void)
{
    struct args args;
    struct err e;
    unsigned at = 0;

    ok(parse(&args, &e, "--tag x a --loud --tag=y -tz --loud") == 0, "an option three times");
    eq_str(str_of(args_each(&args, &option_tag, &at)), STR("x"), "the first");
    eq_str(str_of(args_each(&args, &option_tag, &at)), STR("y"), "the second");
    eq_str(str_of(args_each(&args, &option_tag, &at)), STR("z"), "the third");
    ok(args_each(&args, &option_tag, &at) == NULL, "and no fourth");
}

static void test_settings(void)
{
    struct args args;
    struct err e;

    ok(parse_as(&command_set, &args, &e, "--host-gap 0 a --store=x --error-counts --user v b") == 0, "settings are options");
    eq_str(str_of(args.setting[SETTING_HOST_GAP]), STR("0"), "with a value");
    eq_str(str_of(args.setting[SETTING_STORE]), STR("x"), "in the same word");
    eq_str(str_of(args.setting[SETTING_ERROR_COUNTS]), STR("on"), "a flag alone is on");
    eq_str(str_of(args.setting[SETTING_USER]), STR("v"), "in two words");
    ok(args.setting[SETTING_PROXY] == NULL && args.n_operands == 2, "what is not given is not there");
    ok(parse_as(&command_set, &args, &e, "a --proxy= --error-counts=off") == 0, "empty and off");
    eq_str(str_of(args.setting[SETTING_PROXY]), STR(""), "a setting may be made empty");
    eq_str(str_of(args.setting[SETTING_ERROR_COUNTS]), STR("off"), "a flag may be off");
    ok(parse_as(&command_set, &args, &e, "a --hostgap 1") == E_USAGE && strstr(e.text, "--host-gap?"), "the nearest: %s", e.text);
    ok(parse_as(&command_set, &args, &e, "a --store") == E_USAGE && strstr(e.text, "--store FILE"), "a value is needed: %s",
       e.text);
    ok(parse_as(&command_set, &args, &e, "a --user u --user=secret") == E_USAGE && strstr(e.text, "--user is given twice"), "%s",
       e.text);
    ok(!strstr(e.text, "secret"), "what was typed is not told: it may be a password");
    ok(parse(&args, &e, "a --host-gap 1") == E_USAGE, "a command that takes no settings takes none");
}

static void test_good(void)
{
    static const char *const same[] = {
        "a b --size large --name x --loud",
        "--size=large a --name=x b --loud",
        "-s large -nx -l a b",
        "-lslarge -n x -- a b",
        "--size large a b --loud --loud --name x",
    };
    struct args args;
    struct err e;

    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        if (!ok(parse(&args, &e, same[i]) == 0, "%s", same[i]))
            continue;
        eq_int(args.n_operands, 2, "both operands");
        eq_str(str_of(args.operand[1]), STR("b"), "in their order");
        eq_int(args_choice(&args, &option_size), 1, "a choice");
        eq_str(str_of(args_value(&args, &option_name)), STR("x"), "a value");
        ok(args_given(&args, &option_loud), "a flag");
    }
    ok(parse(&args, &e, "a") == 0 && args.n_operands == 1, "an operand in brackets may be left out");
    ok(!args_given(&args, &option_loud) && !args_value(&args, &option_name), "what is not given is not there");
    eq_int(args_choice(&args, &option_size), 0, "the first choice where none is given");
    ok(parse(&args, &e, "- -- --loud") == 0 && !args_given(&args, &option_loud), "behind -- there are no options");
    eq_str(str_of(args.operand[1]), STR("--loud"), "only operands");
    eq_str(str_of(args.operand[0]), STR("-"), "and - is one");
    ok(parse(&args, &e, "--help --wrong") == 0 && args.help, "--help ends the reading");
    ok(parse(&args, &e, "a -lh") == 0 && args.help, "-h too");
}

static void test_wrong(void)
{
    static const struct {
        const char *line, *says;
    } rows[] = {
        { "--loud", "ONE [TWO]" },
        { "a b c", "'c'" },
        { "a --lud", "--loud?" },
        { "a --name", "--name NAME" },
        { "a --name=", "--name NAME" },
        { "a -n", "--name NAME" },
        { "a --loud=1", "takes no value" },
        { "a --size medium", "small, large" },
        { "a --size lage", "did you mean large?" },
        { "a -x", "-x" },
        { "a --name x --name y", "--name is given twice; it takes one value" },
        { "a -nx --name=x", "--name is given twice" },
        { "a --size small --size small", "--size is given twice" },
        { "a --helpp", "--help?" },
        { "a --help=1", "--help" },
    };
    struct args args;
    struct err e;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        eq_int(parse(&args, &e, rows[i].line), E_USAGE, rows[i].line);
        ok(strstr(e.text, rows[i].says) && strstr(e.text, "try: ") == e.text, "says %s: %s", rows[i].says, e.text);
    }
    eq_int(args_read(&args, &command, NULL, 0, &e), E_USAGE, "no words at all");
}

int main(void)
{
    eq_int(command_operands_min(&command), 1, "operands needed");
    eq_int(command_operands_max(&command), 2, "operands allowed");
    test_good();
    test_wrong();
    test_many();
    test_settings();
    return tap_done();
}
