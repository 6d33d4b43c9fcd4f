/* Every setting of weft, one row each, and the values they have in one run.
 *
 * A value comes from the default of its row, the settings file, the environment or the command line; the later wins, and each value knows
 * where it came from. A row drives all of these, `weft settings`, the man page, completion and the words of errors.
 *
 *     struct settings s;
 *     if (settings_load(a, &s, e)) return e->code;                     defaults, file, environment
 *     if (settings_set(a, &s, SETTING_HOST_GAP, &given, e)) ...        what the command line says, from cli/session.h
 *     options.gap_ms = settings_number(&s, SETTING_HOST_GAP);
 *
 * The file is $XDG_CONFIG_HOME/weft/settings (else ~/.config/weft/settings), lines `name = value`. The variable of a setting is its name in
 * capitals behind WEFT_, with _ for -: host-gap is WEFT_HOST_GAP; one that is empty counts as not set. */
#ifndef FLOW_SETTINGS_H
#define FLOW_SETTINGS_H

#include "base/arena.h"
#include "fetch/fetch.h"
#include "flow/visit_plan.h"

enum setting_type {
    SETTING_TEXT,
    SETTING_LIST, /* items with commas between them; lines of the file with one name add up */
    SETTING_FLAG, /* on or off */
    SETTING_COUNT,
    SETTING_SIZE,     /* in bytes */
    SETTING_DURATION, /* in milliseconds */
};

/* Whose business it is. */
enum setting_scope {
    SETTING_OF_MACHINE, /* whoever runs weft */
    SETTING_OF_USER,    /* each user may have their own */
    SETTING_OF_WATCH,   /* what a watch is given where it says nothing itself */
};

/* The later is the stronger. */
enum setting_source { SETTING_DEFAULT, SETTING_FILE, SETTING_ARCHIVE, SETTING_ENVIRONMENT, SETTING_COMMAND_LINE };

enum setting_id {
    SETTING_STORE,
    SETTING_USER,
    SETTING_COLLECTION,
    SETTING_EVERY,
    SETTING_BEST_EFFORT,
    SETTING_POLICY,
    SETTING_REQUESTS_A_DAY,
    SETTING_BYTES_A_DAY,
    SETTING_USER_REQUESTS_A_DAY,
    SETTING_HOST_REQUESTS_A_DAY,
    SETTING_THRESHOLDS,
    SETTING_PRIORITIES,
    SETTING_ERROR_COUNTS,
    SETTING_HISTORY,
    SETTING_SKIP_UNSEEN,
    SETTING_SENSITIVITY,
    SETTING_MIN_IMPORTANCE,
    SETTING_SUSPECT_AFTER,
    SETTING_PROBE,
    SETTING_SITEMAPS,
    SETTING_HOST_GAP,
    SETTING_ACTIVE,
    SETTING_PER_HOST,
    SETTING_VERIFY_PERCENT,
    SETTING_BODY_MAX,
    SETTING_TIME_MAX,
    SETTING_REDIRECTS_MAX,
    SETTING_ALLOW_ADDRESS,
    SETTING_ALLOW_FILE,
    SETTING_USER_AGENT,
    SETTING_PROXY,
    SETTING_CA_FILE,
    SETTING_RESOLVE,
    SETTING_BROWSER,
    SETTING_BROWSER_SANDBOX,
    SETTING_LAYOUT,
    SETTING_SMTP,
    SETTING_SMTP_PASSWORD,
    SETTING_MAIL_FROM,
    SETTING_PUBLIC_URL,
    SETTING_FAX,
    SETTING_SEND_TIME,
    SETTING_KEEP_LAST,
    SETTING_THIN_AFTER,
    SETTING_THIN_EVERY,
    SETTINGS
};

struct setting {
    const char *name;
    enum setting_type type;
    enum setting_scope scope;
    const char *argument;                      /* the name of its value: "FILE" */
    int64_t number, min, max;                  /* FLAG, COUNT, SIZE, DURATION: the default and the range */
    const char *text;                          /* TEXT, LIST: the default; NULL: empty */
    struct str (*found)(struct arena *a);      /* the default that depends on the machine */
    int (*check)(struct str v, struct err *e); /* NULL: any text will do */
    const char *help;                          /* one or two sentences */
};

extern const struct setting setting_table[SETTINGS];

struct settings {
    struct setting_value {
        struct str text; /* as it would be written; a NUL stands behind it */
        int64_t number;  /* FLAG, COUNT, SIZE, DURATION */
        enum setting_source source;
        struct str where; /* "/home/x/.config/weft/settings:3", "WEFT_HOST_GAP", "--host-gap"; empty: the default */
    } value[SETTINGS];
};

/* A value as somebody gave it. */
struct setting_given {
    struct str text;
    enum setting_source source;
    struct str where;
};

/* Defaults, then the settings file where there is one, then the environment. E_FORMAT names the place, what is wrong and what is meant. */
int settings_load(struct arena *a, struct settings *out, struct err *e) MUST_CHECK;
/* The defaults alone. */
int settings_defaults(struct arena *a, struct settings *out, struct err *e) MUST_CHECK;
/* Takes the lines of a settings file; `path` is for the words. */
int settings_read(struct arena *a, struct settings *s, struct str path, struct str lines, struct err *e) MUST_CHECK;
int settings_set(struct arena *a, struct settings *s, enum setting_id id, const struct setting_given *given, struct err *e)
    MUST_CHECK;

/* The row of that name; NULL, with the nearest name in the words, where there is none. */
const struct setting *setting_find(struct str name, struct err *e);
const char *setting_type_name(enum setting_type type);
const char *setting_scope_name(enum setting_scope scope);
const char *setting_source_name(enum setting_source source);
/* "WEFT_HOST_GAP" */
struct str setting_variable(struct arena *a, const struct setting *row);
/* Where the settings file is, or would be. */
struct str settings_path(struct arena *a);

/* Whether all values are the same, wherever they come from. */
bool settings_same(const struct settings *a, const struct settings *b);

static inline enum setting_id setting_id(const struct setting *row)
{
    return (enum setting_id)(row - setting_table);
}

static inline int64_t settings_number(const struct settings *s, enum setting_id id)
{
    return s->value[id].number;
}

static inline bool settings_flag(const struct settings *s, enum setting_id id)
{
    return s->value[id].number != 0;
}

static inline struct str settings_text(const struct settings *s, enum setting_id id)
{
    return s->value[id].text;
}

/* Whether anybody set it. */
static inline bool settings_given(const struct settings *s, enum setting_id id)
{
    return s->value[id].source != SETTING_DEFAULT;
}

/* What may be spent on checks. */
struct visit_budget settings_budget(const struct settings *s);
/* The rules in the file that the setting names; empty where nobody named one and the usual place has none. */
int settings_file(struct arena *a, const struct settings *s, enum setting_id id, struct str *out, struct err *e) MUST_CHECK;
/* What a fetcher takes from the settings; the clock is the system's. */
struct fetch_options settings_fetch_options(struct arena *a, const struct settings *s);
/* How long a command that ends waits for a host's turn (turn_ms of a fetcher): where a cap of requests a day is what keeps it waiting, no
 * longer than host-gap. */
int64_t settings_turn_ms(const struct settings *s);

#endif
