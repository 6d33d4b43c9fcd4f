/* weft settings: every setting with its value, where it came from and what it is for; and those of a user, set. */
#include "flow/settings.h"

#include <unistd.h>

#include "archive/preferences.h"
#include "base/json.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/term.h"

static const struct option option_reset = { "reset", 0, NULL, "Take back what you set with 'weft settings NAME VALUE'.", NULL };

/* Where a value came from, for a person. */
static void add_source(struct buf *out, const struct setting_value *v)
{
    if (v->source == SETTING_DEFAULT)
        buf_add(out, STR("default"));
    else
        term_add_safe(out, v->where);
}

/* Such that the whole could be the settings file. */
static void add_row(struct buf *out, const struct settings *s, const struct setting *row)
{
    const struct setting_value *v = &s->value[setting_id(row)];

    buf_add(out, STR("\n# "));
    help_wrapped(out, str_of(row->help), STR("# "), term_width(STDOUT_FILENO));
    buf_addf(out, "%s = ", row->name);
    term_add_safe(out, v->text);
    buf_add(out, v->text.len ? STR("  # ") : STR(" # "));
    add_source(out, v);
    buf_add_char(out, '\n');
}

static void json_value_of(struct json *j, const struct setting *row, const struct setting_value *v)
{
    json_key(j, "value");
    if (row->type == SETTING_FLAG)
        json_bool(j, v->number != 0);
    else if (row->type == SETTING_TEXT || row->type == SETTING_LIST)
        json_str(j, v->text);
    else
        json_number(j, v->number);
}

static void json_row(struct json *j, struct arena *a, const struct settings *s, const struct setting *row)
{
    const struct setting_value *v = &s->value[setting_id(row)];
    bool ranged = row->type == SETTING_COUNT || row->type == SETTING_SIZE || row->type == SETTING_DURATION;

    json_object(j);
    json_field_str(j, "name", str_of(row->name));
    json_field_str(j, "type", str_of(setting_type_name(row->type)));
    json_field_str(j, "scope", str_of(setting_scope_name(row->scope)));
    json_value_of(j, row, v);
    json_field_str(j, "text", v->text);
    json_field_str(j, "source", str_of(setting_source_name(v->source)));
    json_field_str(j, "where", v->where);
    json_field_str(j, "variable", setting_variable(a, row));
    if (ranged) {
        json_field_number(j, "min", row->min);
        json_field_number(j, "max", row->max);
    }
    json_field_str(j, "help", str_of(row->help));
    json_end(j);
}

static void add_json(struct buf *out, struct arena *a, const struct settings *s, const struct setting *only)
{
    struct json j;

    json_open(&j, out, 2);
    if (!only)
        json_array(&j);
    for (unsigned i = 0; i < SETTINGS; i++)
        if (!only || only == &setting_table[i])
            json_row(&j, a, s, &setting_table[i]);
    if (!only)
        json_end(&j);
    buf_add_char(out, '\n');
}

static void add_text(struct buf *out, struct arena *a, const struct settings *s, const struct setting *only)
{
    if (only) {
        /* The value alone, as a script wants it. */
        buf_add(out, s->value[setting_id(only)].text);
        buf_add_char(out, '\n');
        return;
    }
    buf_addf(out, "# The settings file is %s\n", settings_path(a).ptr);
    for (unsigned i = 0; i < SETTINGS; i++)
        add_row(out, s, &setting_table[i]);
}

/* Those of this run; where there is an archive, with what the user keeps in it. */
static int read_settings(struct session *s, const struct args *args, struct err *e)
{
    int failed = session_open(s, args, SESSION_SETTINGS, e);

    if (failed || access(settings_text(&s->settings, SETTING_STORE).ptr, F_OK))
        return failed;
    session_drop(s);
    failed = session_open(s, args, SESSION_READ, e);
    if (!failed || args->setting[SETTING_USER] || args->setting[SETTING_COLLECTION])
        return failed;
    session_drop(s); /* an archive that cannot be opened has no say */
    return session_open(s, args, SESSION_SETTINGS, e);
}

/* The value that holds now, wherever it comes from. */
static int tell_reset(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    const struct setting *row = setting_find(str_of(args->operand[0]), e);
    int failed = row ? session_open(&s, args, SESSION_READ, e) : E_USAGE;

    if (failed)
        return failed;
    struct str value = s.settings.value[setting_id(row)].text;
    return output_text(NULL,
                       arena_printf(&s.arena, "%s is %.*s again, for %.*s\n", row->name, STR_ARG(value.len ? value : STR("empty")),
                                    STR_ARG(s.caller.who.name)),
                       e);
}

static int set(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct str value = args_given(args, &option_reset) ? STR("") : str_of(args->operand[1]);
    int failed = session_open(&s, args, SESSION_WRITE, e);

    if (failed || (failed = preferences_set(&s.caller, str_of(args->operand[0]), value, e)))
        return failed;
    if (value.len == 0)
        return tell_reset(args, e);
    struct str said = arena_printf(&s.arena, "%s = %s, for %.*s\n", args->operand[0], args->operand[1], STR_ARG(s.caller.who.name));
    struct str unknown;
    if ((failed = preferences_unknown_tags(&s.caller, str_of(args->operand[0]), value, &unknown, e)))
        return failed;
    if (unknown.len)
        said = arena_printf(&s.arena, "%.*sno page that you watch is tagged %.*s\n", STR_ARG(said), STR_ARG(unknown));
    return output_text(NULL, said, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(MIB(16));
    const struct setting *only = NULL;
    bool reset = args_given(args, &option_reset);
    int failed;

    if (args->n_operands && !(only = setting_find(str_of(args->operand[0]), e)))
        return E_USAGE;
    if (reset && args->n_operands != 1)
        return err_set(e, E_USAGE, "settings: --reset takes the name of one setting");
    if (reset || args->n_operands == 2)
        return set(args, e);
    if ((failed = read_settings(&s, args, e)))
        return failed;
    if (args_given(args, &option_json))
        add_json(&out, &s.arena, &s.settings, only);
    else
        add_text(&out, &s.arena, &s.settings, only);
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_reset, &option_json, NULL };

static const struct example examples[] = {
    { "weft settings", "every setting with its value, its source and what it is for" },
    { "weft settings store", "one value alone" },
    { "weft settings every 6h", "your pages are looked at every 6 hours, whoever runs weft" },
    { "WEFT_HOST_GAP=5s weft settings host-gap --json", "everything about one setting" },
    { NULL, NULL },
};

const struct command command_settings = {
    .name = "settings",
    .args = "[NAME] [VALUE]",
    .summary = "lists settings, or sets one of yours",
    .help =
        "Prints every setting: its value, what it is for and where the value came from. With NAME the value of that one alone.\n\n"
        "With VALUE it is kept in the archive as your setting: it holds for your pages and reports, whoever runs weft. It is stronger than "
        "the settings file, and weaker than a variable of the environment or an option. Settings of the machine, such as store or "
        "host-gap, belong in the settings file.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
