/* Settings: rows, defaults, the file, the environment, and what wins. */
#include "flow/settings.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/duration.h"
#include "base/io.h"
#include "tests/tap.h"

static void clear_environment(void)
{
    AUTO(arena) a = { 0 };

    for (unsigned id = 0; id < SETTINGS; id++)
        unsetenv(setting_variable(&a, &setting_table[id]).ptr);
    setenv("HOME", "/home/nobody", 1);
    setenv("LOGNAME", "anna", 1);
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_DATA_HOME");
}

static void test_rows(void)
{
    AUTO(arena) a = { 0 };
    struct settings s;
    struct err e = { 0 };

    ok(settings_defaults(&a, &s, &e) == 0, "every default stands in its range: %s", e.text);
    for (unsigned id = 0; id < SETTINGS; id++) {
        const struct setting *row = &setting_table[id];
        ok(row->name && row->help && row->argument, "row %u is filled", id);
        ok(setting_find(str_of(row->name), &e) == row && setting_id(row) == id, "%s is found", row->name);
        ok(s.value[id].source == SETTING_DEFAULT && s.value[id].where.len == 0, "and has its default");
        struct setting_given given = { .text = s.value[id].text, .source = SETTING_FILE, .where = STR("x") };
        ok(settings_set(&a, &s, (enum setting_id)id, &given, &e) == 0, "which reads as it is written");
    }
    eq_str(setting_variable(&a, &setting_table[SETTING_HOST_GAP]), STR("WEFT_HOST_GAP"), "the name of its variable");
    eq_int(settings_number(&s, SETTING_HOST_GAP), FETCH_GAP_MS, "the gap is fetch's own");
    eq_int(settings_number(&s, SETTING_EVERY), 2 * DURATION_DAY_MS, "two days, as the paper's table has it");
    ok(!settings_flag(&s, SETTING_ALLOW_FILE) && !settings_flag(&s, SETTING_ERROR_COUNTS), "flags");
    ok(!setting_find(STR("host_gap"), &e) && strstr(e.text, "'host-gap'"), "the nearest name: %s", e.text);
    ok(!setting_find(STR("zzzzzz"), &e) && strstr(e.text, "weft settings"), "or where they are listed");
}

static void test_places(void)
{
    AUTO(arena) a = { 0 };
    struct settings s;
    struct err e = { 0 };

    ok(settings_defaults(&a, &s, &e) == 0, "defaults");
    eq_str(settings_text(&s, SETTING_STORE), STR("/home/nobody/.local/share/weft/weft.db"), "the store in the home folder");
    eq_str(settings_path(&a), STR("/home/nobody/.config/weft/settings"), "the settings file too");
    eq_str(settings_text(&s, SETTING_USER), STR("anna"), "the user's login name");
    setenv("XDG_DATA_HOME", "/data", 1);
    setenv("XDG_CONFIG_HOME", "relative", 1);
    ok(settings_defaults(&a, &s, &e) == 0, "defaults");
    eq_str(settings_text(&s, SETTING_STORE), STR("/data/weft/weft.db"), "XDG_DATA_HOME counts");
    eq_str(settings_path(&a), STR("/home/nobody/.config/weft/settings"), "what is not absolute does not");
    unsetenv("LOGNAME");
    unsetenv("USER");
    ok(settings_defaults(&a, &s, &e) == 0 && settings_text(&s, SETTING_USER).len > 0, "a user without variables has a name");
    clear_environment();
}

static void test_good_lines(void)
{
    AUTO(arena) a = { 0 };
    struct settings s;
    struct err e = { 0 };
    struct str lines = STR("\xef\xbb\xbf# a comment\n"
                           "\n"
                           "host-gap = 0\r\n"
                           "  every=2d12h   # twice in five days\n"
                           "user-agent = \"weft # one\" # two\n"
                           "proxy = http://[::1]:8888/#top\n"
                           "body-max = 1.5M\n"
                           "active = 7\n"
                           "error-counts = Yes\n"
                           "allow-address = 127.0.0.0/8, ::1\n"
                           "allow-address = 10.1.2.3,\n"
                           "resolve = a.example:80:127.0.0.1,b.example:443:::1\n"
                           "active = 8");

    ok(settings_defaults(&a, &s, &e) == 0 && settings_read(&a, &s, STR("f"), lines, &e) == 0, "a file is read: %s", e.text);
    eq_int(settings_number(&s, SETTING_HOST_GAP), 0, "0 is allowed");
    eq_int(settings_number(&s, SETTING_EVERY), 60 * DURATION_HOUR_MS, "days and hours");
    eq_str(settings_text(&s, SETTING_EVERY), STR("2d12h"), "as it is written");
    eq_str(settings_text(&s, SETTING_USER_AGENT), STR("weft # one"), "quotes hold what looks like a comment");
    eq_str(settings_text(&s, SETTING_PROXY), STR("http://[::1]:8888/#top"), "# inside a word is no comment");
    eq_int(settings_number(&s, SETTING_BODY_MAX), 3 << 19, "a size");
    eq_int(settings_number(&s, SETTING_ACTIVE), 8, "the last line of one name counts");
    ok(settings_flag(&s, SETTING_ERROR_COUNTS), "a flag");
    eq_str(settings_text(&s, SETTING_ALLOW_ADDRESS), STR("127.0.0.0/8,::1,10.1.2.3"), "lists add up");
    eq_str(s.value[SETTING_ACTIVE].where, STR("f:13"), "the place is known");
    struct fetch_options o = settings_fetch_options(&a, &s);
    eq_str(o.resolve, STR("a.example:80:127.0.0.1\nb.example:443:::1"), "fetch gets lines");
    ok(o.gap_ms == 0 && o.n_active == 8 && o.n_per_host == 1 && o.verify_percent == FETCH_VERIFY_PERCENT, "and numbers");
}

static void test_bad_lines(void)
{
    static const struct {
        const char *lines, *says;
    } rows[] = {
        { "host-gap", "f:1: a line is" },
        { "\n= 3", "f:2: a line is" },
        { "\n\nhost-gab = 1", "f:3: unknown setting 'host-gab'; did you mean 'host-gap'?" },
        { "host-gap = 5m", "f:1: host-gap: \"5m\"" },
        { "host-gap = 2d", "f:1: host-gap: 2d is out of range: 0s to 1d" },
        { "active = 0", "out of range: 1 to 1000" },
        { "active = many", "not a whole number" },
        { "active = -1", "not a whole number" },
        { "active =", "not a whole number" },
        { "body-max = 10", "out of range: 1KB to 128MB" },
        { "body-max = 99999999999999999999", "not a number of bytes" },
        { "error-counts = maybe", "neither on nor off" },
        { "allow-address = 127.0.0.0/8,nonsense", "nonsense" },
        { "resolve = example.org", "NAME:PORT:ADDRESS" },
        { "resolve = a:99999:::1", "NAME:PORT:ADDRESS" },
        { "store =", "cannot be empty" },
        { "user-agent = a\x01 b", "control characters" },
        { "proxy = http://a\x7f/", "control characters" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct settings s;
        struct err e = { 0 };
        ok(settings_defaults(&a, &s, &e) == 0 && settings_read(&a, &s, STR("f"), str_of(rows[i].lines), &e) == E_FORMAT, "%s",
           rows[i].lines);
        ok(strstr(e.text, rows[i].says) != NULL, "says %s: %s", rows[i].says, e.text);
    }
}

static void test_order(void)
{
    AUTO(arena) a = { 0 };
    struct settings s;
    struct err e = { 0 };
    char folder[] = "/tmp/weft-settings-XXXXXX";
    struct setting_given given = { .text = STR("3s"), .source = SETTING_COMMAND_LINE, .where = STR("--host-gap") };

    if (!ok(mkdtemp(folder) != NULL, "a folder"))
        return;
    setenv("XDG_CONFIG_HOME", folder, 1);
    ok(settings_load(&a, &s, &e) == 0 && !settings_given(&s, SETTING_HOST_GAP), "no file is no trouble");
    struct str below = arena_printf(&a, "%s/weft", folder), path = settings_path(&a);
    ok(mkdir(below.ptr, 0700) == 0 && io_write(path.ptr, STR("host-gap = 1min\nactive = 3\nper-host = 2\n"), &e) == 0, "a file");
    setenv("WEFT_HOST_GAP", "2s", 1);
    setenv("WEFT_ACTIVE", "", 1);
    ok(settings_load(&a, &s, &e) == 0, "all of it: %s", e.text);
    ok(settings_number(&s, SETTING_HOST_GAP) == 2000 && s.value[SETTING_HOST_GAP].source == SETTING_ENVIRONMENT,
       "the environment wins over the file");
    eq_str(s.value[SETTING_HOST_GAP].where, STR("WEFT_HOST_GAP"), "and is named");
    ok(settings_number(&s, SETTING_ACTIVE) == 3, "an empty variable is none");
    ok(settings_set(&a, &s, SETTING_HOST_GAP, &given, &e) == 0 && settings_number(&s, SETTING_HOST_GAP) == 3000,
       "the command line wins over both");
    setenv("WEFT_HOST_GAP", "soon", 1);
    ok(settings_load(&a, &s, &e) == E_FORMAT && strstr(e.text, "WEFT_HOST_GAP: \"soon\""), "a bad variable: %s", e.text);
    unlink(path.ptr);
    rmdir(below.ptr);
    rmdir(folder);
    clear_environment();
}

int main(void)
{
    clear_environment();
    test_rows();
    test_places();
    test_good_lines();
    test_bad_lines();
    test_order();
    return tap_done();
}
