/* Values against their rows. Every value is read once, when it is given, and written again in one form, so that what `weft settings` shows
 * could stand in the file. */
#include "flow/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/duration.h"
#include "base/io.h"
#include "base/size.h"
#include "base/suggest.h"
#include "track/rules.h"

/* Larger than any file that a person writes. */
#define FILE_MAX ((size_t)1 << 20)

static const char *const type_names[] = {
    [SETTING_TEXT] = "text",   [SETTING_LIST] = "list", [SETTING_FLAG] = "flag",
    [SETTING_COUNT] = "count", [SETTING_SIZE] = "size", [SETTING_DURATION] = "duration",
};
static const char *const scope_names[] = {
    [SETTING_OF_MACHINE] = "machine",
    [SETTING_OF_USER] = "user",
    [SETTING_OF_WATCH] = "watch",
};
static const char *const source_names[] = {
    [SETTING_DEFAULT] = "default",           [SETTING_FILE] = "file",
    [SETTING_ARCHIVE] = "archive",           [SETTING_ENVIRONMENT] = "environment",
    [SETTING_COMMAND_LINE] = "command line",
};

const char *setting_type_name(enum setting_type type)
{
    return type_names[type];
}

const char *setting_scope_name(enum setting_scope scope)
{
    return scope_names[scope];
}

const char *setting_source_name(enum setting_source source)
{
    return source_names[source];
}

struct str setting_variable(struct arena *a, const struct setting *row)
{
    struct str name = arena_printf(a, "WEFT_%s", row->name);

    for (char *c = (char *)name.ptr; *c; c++)
        *c = *c == '-' ? '_' : (char)(*c >= 'a' && *c <= 'z' ? *c - ('a' - 'A') : *c);
    return name;
}

const struct setting *setting_find(struct str name, struct err *e)
{
    char given[64] = { 0 };
    struct suggest s = { .given = given };

    memcpy(given, name.ptr, MIN(name.len, sizeof given - 1));
    for (size_t i = 0; i < SETTINGS; i++) {
        if (str_eq(str_of(setting_table[i].name), name))
            return &setting_table[i];
        suggest_offer(&s, setting_table[i].name);
    }
    if (s.best)
        err_set(e, E_USAGE, "unknown setting '%.*s'; did you mean '%s'?", STR_ARG(name), s.best);
    else
        err_set(e, E_USAGE, "unknown setting '%.*s'; 'weft settings' lists them", STR_ARG(name));
    return NULL;
}

/* A number in the way of its type. */
static void add_number(struct buf *out, enum setting_type type, int64_t number)
{
    if (type == SETTING_DURATION)
        duration_add(out, number);
    else if (type == SETTING_SIZE)
        size_add(out, (uint64_t)number);
    else if (type == SETTING_FLAG)
        buf_add(out, number ? STR("on") : STR("off"));
    else
        buf_add_number(out, (uint64_t)number);
}

static int read_flag(struct str text, int64_t *out, struct err *e)
{
    static const struct {
        struct str word;
        int64_t value;
    } words[] = {
        { STR_INIT("on"), 1 },  { STR_INIT("yes"), 1 }, { STR_INIT("true"), 1 },  { STR_INIT("1"), 1 },
        { STR_INIT("off"), 0 }, { STR_INIT("no"), 0 },  { STR_INIT("false"), 0 }, { STR_INIT("0"), 0 },
    };
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (str_eq_nocase(text, words[i].word)) {
            *out = words[i].value;
            return 0;
        }
    return err_set(e, E_FORMAT, "\"%.*s\" is neither on nor off", STR_ARG(text));
}

static int read_number(const struct setting *row, struct str text, int64_t *out, struct err *e)
{
    uint64_t n;

    if (row->type == SETTING_FLAG)
        return read_flag(text, out, e);
    if (row->type == SETTING_DURATION)
        return duration_read(text, &duration_seconds, out, e);
    if (row->type == SETTING_SIZE) {
        if (size_read(text, &n, e))
            return E_FORMAT;
    } else if (!str_number(text, UINT64_MAX, &n)) {
        return err_set(e, E_FORMAT, "\"%.*s\" is not a whole number", STR_ARG(text));
    }
    *out = (int64_t)MIN(n, (uint64_t)INT64_MAX);
    return 0;
}

static int out_of_range(const struct setting *row, struct str text, struct err *e)
{
    AUTO(buf) range = BUF(128);

    add_number(&range, row->type, row->min);
    buf_add(&range, STR(" to "));
    add_number(&range, row->type, row->max);
    struct str words = buf_str(&range);
    return err_set(e, E_FORMAT, "%.*s is out of range: %.*s", STR_ARG(text), STR_ARG(words));
}

static struct str number_text(struct arena *a, const struct setting *row, int64_t number)
{
    AUTO(buf) out = BUF(64);

    add_number(&out, row->type, number);
    return arena_str(a, buf_str(&out));
}

/* "a, b,,c" as "a,b,c". */
static struct str tidy_list(struct arena *a, struct str text, char separator)
{
    AUTO(buf) out = BUF(FILE_MAX);

    while (text.len) {
        struct str item = str_trim(str_cut(&text, ','));
        if (item.len && out.len)
            buf_add_char(&out, separator);
        buf_add(&out, item);
    }
    return arena_str(a, buf_str(&out));
}

static int read_value(struct arena *a, const struct setting *row, struct str text, struct setting_value *out, struct err *e)
{
    int64_t number = 0;
    int failed = 0;

    if (row->type == SETTING_TEXT || row->type == SETTING_LIST) {
        failed = row->check ? row->check(text, e) : 0;
        if (!failed)
            out->text = row->type == SETTING_LIST ? tidy_list(a, text, ',') : arena_str(a, text);
        return failed;
    }
    if ((failed = read_number(row, text, &number, e)))
        return failed;
    if (number < row->min || number > row->max)
        return out_of_range(row, text, e);
    out->number = number;
    out->text = number_text(a, row, number);
    return 0;
}

int settings_set(struct arena *a, struct settings *s, enum setting_id id, const struct setting_given *given, struct err *e)
{
    const struct setting *row = &setting_table[id];
    struct setting_value value = { .source = given->source, .where = arena_str(a, given->where) };
    struct str text = str_trim(given->text);
    int failed = 0;

    if (memchr(text.ptr, '\0', text.len))
        failed = err_set(e, E_FORMAT, "it holds a NUL");
    if (!failed)
        failed = read_value(a, row, text, &value, e);
    if (failed) {
        /* A variable and an option have the name in them; a line has not. */
        if (given->source == SETTING_DEFAULT || given->source == SETTING_FILE)
            err_in(e, "%s", row->name);
        return given->where.len ? err_in(e, "%.*s", STR_ARG(given->where)) : failed;
    }
    s->value[id] = value;
    return 0;
}

int settings_defaults(struct arena *a, struct settings *out, struct err *e)
{
    for (unsigned id = 0; id < SETTINGS; id++) {
        const struct setting *row = &setting_table[id];
        struct setting_given given = { .text = str_of(row->text ? row->text : ""), .where = { "", 0 } };
        if (row->found)
            given.text = row->found(a);
        else if (row->type != SETTING_TEXT && row->type != SETTING_LIST)
            given.text = number_text(a, row, row->number);
        int failed = settings_set(a, out, (enum setting_id)id, &given, e);
        if (failed)
            return failed;
    }
    return 0;
}

/* Without a comment: # at the beginning or behind white space. In double quotes anything may stand. */
static struct str plain_value(struct str value)
{
    struct str trimmed = str_trim(value);

    if (trimmed.len >= 2 && trimmed.ptr[0] == '"') {
        size_t end = str_find(trimmed, STR("\""), 1);
        struct str behind = end == SIZE_MAX ? STR("x") : str_trim(str_sub(trimmed, end + 1, trimmed.len));
        if (behind.len == 0 || behind.ptr[0] == '#')
            return str_sub(trimmed, 1, end);
    }
    for (size_t i = 0; i < value.len; i++)
        if (value.ptr[i] == '#' && (i == 0 || byte_is_space(value.ptr[i - 1])))
            return str_trim(str_sub(value, 0, i));
    return trimmed;
}

/* Lines of one list add up within a file. */
static struct str with_earlier(struct arena *a, const struct setting_value *before, const struct setting *row, struct str value)
{
    if (row->type != SETTING_LIST || before->source != SETTING_FILE || before->text.len == 0)
        return value;
    return arena_printf(a, "%.*s,%.*s", STR_ARG(before->text), STR_ARG(value));
}

static int read_line(struct arena *a, struct settings *s, struct str where, struct str line, struct err *e)
{
    struct str rest = line;
    struct str name = str_trim(str_cut(&rest, '='));

    if (name.len == line.len || name.len == 0)
        return err_set(e, E_FORMAT, "%.*s: a line is 'name = value', or begins with #", STR_ARG(where));
    const struct setting *row = setting_find(name, e);
    if (!row) {
        err_in(e, "%.*s", STR_ARG(where));
        return E_FORMAT;
    }
    enum setting_id id = setting_id(row);
    struct setting_given given = { .source = SETTING_FILE, .where = where };
    given.text = with_earlier(a, &s->value[id], row, plain_value(rest));
    return settings_set(a, s, id, &given, e);
}

int settings_read(struct arena *a, struct settings *s, struct str path, struct str lines, struct err *e)
{
    if (str_starts(lines, STR("\xef\xbb\xbf")))
        lines = str_sub(lines, 3, lines.len);
    for (unsigned number = 1; lines.len; number++) {
        struct str line = str_trim(str_cut(&lines, '\n'));
        if (line.len == 0 || line.ptr[0] == '#')
            continue;
        int failed = read_line(a, s, arena_printf(a, "%.*s:%u", STR_ARG(path), number), line, e);
        if (failed)
            return failed;
    }
    return 0;
}

static int read_file(struct arena *a, struct settings *s, struct err *e)
{
    struct str path = settings_path(a), lines;
    struct stat st;

    if (stat(path.ptr, &st) && (errno == ENOENT || errno == ENOTDIR))
        return 0;
    int failed = io_read(a, path.ptr, FILE_MAX, &lines, e);
    return failed ? failed : settings_read(a, s, path, lines, e);
}

static int read_environment(struct arena *a, struct settings *s, struct err *e)
{
    for (unsigned id = 0; id < SETTINGS; id++) {
        struct str variable = setting_variable(a, &setting_table[id]);
        const char *text = getenv(variable.ptr);
        struct setting_given given = { .text = str_of(text), .source = SETTING_ENVIRONMENT, .where = variable };
        int failed = text && *text ? settings_set(a, s, (enum setting_id)id, &given, e) : 0;
        if (failed)
            return failed;
    }
    return 0;
}

int settings_load(struct arena *a, struct settings *out, struct err *e)
{
    struct settings s;
    int failed;

    if ((failed = settings_defaults(a, &s, e)) || (failed = read_file(a, &s, e)) || (failed = read_environment(a, &s, e)))
        return failed;
    *out = s;
    return 0;
}

int settings_file(struct arena *a, const struct settings *s, enum setting_id id, struct str *out, struct err *e)
{
    struct str path = settings_text(s, id);

    *out = STR("");
    if (!settings_given(s, id) && (path.len == 0 || access(path.ptr, F_OK)))
        return 0;
    return path.len ? io_read(a, path.ptr, RULES_BYTES_MAX, out, e) : 0;
}

/* A limit for a host spaces its requests evenly: so it holds in any span of time, and for any number of processes. */
static int64_t host_gap(const struct settings *s)
{
    int64_t a_day = settings_number(s, SETTING_HOST_REQUESTS_A_DAY);
    return MAX(settings_number(s, SETTING_HOST_GAP), a_day ? (DURATION_DAY_MS + a_day - 1) / a_day : 0);
}

int64_t settings_turn_ms(const struct settings *s)
{
    int64_t polite = settings_number(s, SETTING_HOST_GAP);
    return host_gap(s) > polite ? MAX(polite, 1) : 0;
}

struct visit_budget settings_budget(const struct settings *s)
{
    return (struct visit_budget){
        .requests_a_day = (double)settings_number(s, SETTING_REQUESTS_A_DAY),
        .bytes_a_day = (double)settings_number(s, SETTING_BYTES_A_DAY),
        .user_requests_a_day = (double)settings_number(s, SETTING_USER_REQUESTS_A_DAY),
        .gap_ms = host_gap(s),
    };
}

struct fetch_options settings_fetch_options(struct arena *a, const struct settings *s)
{
    return (struct fetch_options){
        .clock = fetch_clock_system(),
        .user_agent = settings_text(s, SETTING_USER_AGENT),
        .proxy = settings_text(s, SETTING_PROXY),
        .allow_address = settings_text(s, SETTING_ALLOW_ADDRESS),
        .resolve = tidy_list(a, settings_text(s, SETTING_RESOLVE), '\n'),
        .ca_file = settings_text(s, SETTING_CA_FILE),
        .gap_ms = host_gap(s),
        .n_active = (unsigned)settings_number(s, SETTING_ACTIVE),
        .n_per_host = (unsigned)settings_number(s, SETTING_PER_HOST),
        .verify_percent = (unsigned)settings_number(s, SETTING_VERIFY_PERCENT),
    };
}

bool settings_same(const struct settings *a, const struct settings *b)
{
    for (unsigned id = 0; id < SETTINGS; id++)
        if (!str_eq(a->value[id].text, b->value[id].text))
            return false;
    return true;
}
