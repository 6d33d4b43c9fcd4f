/* The rows, in the order in which `weft settings` shows them, and the defaults that depend on the machine: places after the XDG base
 * directory specification, the user's login name. A limit that a stage has by itself is that stage's constant here. */
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/duration.h"
#include "base/limits.h"
#include "fetch/address.h"
#include "fetch/link.h"
#include "fetch/fetch.h"
#include "fetch/header.h"
#include "flow/settings.h"
#include "judge/urgency.h"
#include "judge/wishes.h"
#include "notify/sender.h"
#include "track/thresholds.h"

static struct str home_folder(struct arena *a)
{
    const char *home = getenv("HOME");

    if (home && *home == '/')
        return str_of(home);
    const struct passwd *entry = getpwuid(getuid());
    return arena_str(a, str_of(entry && entry->pw_dir ? entry->pw_dir : "/"));
}

/* The specification: a path that is not absolute is to be ignored. */
static struct str xdg_place(struct arena *a, const char *variable, const char *fallback, const char *name)
{
    const char *folder = getenv(variable);

    if (folder && *folder == '/')
        return arena_printf(a, "%s/weft/%s", folder, name);
    struct str home = home_folder(a);
    return arena_printf(a, "%.*s/%s/weft/%s", STR_ARG(home), fallback, name);
}

static struct str config_place(struct arena *a, const char *name)
{
    return xdg_place(a, "XDG_CONFIG_HOME", ".config", name);
}

struct str settings_path(struct arena *a)
{
    return config_place(a, "settings");
}

static struct str found_store(struct arena *a)
{
    return xdg_place(a, "XDG_DATA_HOME", ".local/share", "weft.db");
}

static struct str found_thresholds(struct arena *a)
{
    return config_place(a, "thresholds");
}

static struct str found_priorities(struct arena *a)
{
    return config_place(a, "priorities");
}

static struct str found_user(struct arena *a)
{
    static const char *const variables[] = { "LOGNAME", "USER" };

    for (size_t i = 0; i < ARRAY_LEN(variables); i++) {
        const char *name = getenv(variables[i]);
        if (name && *name)
            return arena_str(a, str_of(name));
    }
    const struct passwd *entry = getpwuid(getuid());
    return entry ? arena_str(a, str_of(entry->pw_name)) : arena_printf(a, "user-%lu", (unsigned long)getuid());
}

static int check_some(struct str value, struct err *e)
{
    return value.len ? 0 : err_set(e, E_FORMAT, "it cannot be empty");
}

/* What goes out in a head as it is. */
static int check_line(struct str value, struct err *e)
{
    if (header_is_sendable(value, FETCH_VALIDATOR_MAX))
        return 0;
    return err_set(e, E_FORMAT, "it has control characters, or is longer than %zu bytes", FETCH_VALIDATOR_MAX);
}

static struct str found_mail_from(struct arena *a)
{
    char name[256] = "";

    gethostname(name, sizeof name - 1);
    return arena_printf(a, "weft@%s", *name ? name : "localhost");
}

static int check_smtp(struct str value, struct err *e)
{
    if (str_starts(value, STR("smtp://")) || str_starts(value, STR("smtps://")))
        return check_line(value, e);
    return err_set(e, E_FORMAT, "\"%.*s\" is not a mail server; write smtp://HOST:587 or smtps://HOST", STR_ARG(value));
}

static int check_mail(struct str value, struct err *e)
{
    for (size_t i = 0; i < value.len; i++)
        if (value.ptr[i] <= ' ' || value.ptr[i] > '~' || strchr("<>(),;:\"\\", value.ptr[i]))
            return err_set(e, E_FORMAT, "\"%.*s\" is not a mail address", STR_ARG(value));
    size_t at = str_find(value, STR("@"), 0);
    return at != SIZE_MAX && at > 0 && at + 1 < value.len ? 0
                                                          : err_set(e, E_FORMAT, "\"%.*s\" is not a mail address", STR_ARG(value));
}

static int check_public_url(struct str value, struct err *e)
{
    if (value.len == 0 || str_starts(value, STR("https://")) || str_starts(value, STR("http://")))
        return check_line(value, e);
    return err_set(e, E_FORMAT, "\"%.*s\" is not an address of the web; write https://HOST", STR_ARG(value));
}

static int check_proxy(struct str value, struct err *e)
{
    return check_line(value, e) || link_check_proxy(value, e) ? e->code : 0;
}

static int check_addresses(struct str value, struct err *e)
{
    struct address_rules rules;

    return address_rules_read(value, &rules, e);
}

/* NAME:PORT:ADDRESS; the address may be of IPv6 and have colons itself. */
static int check_resolve(struct str value, struct err *e)
{
    while (value.len) {
        struct str item = str_trim(str_cut(&value, ',')), rest = item;
        struct str name = str_cut(&rest, ':'), port = str_cut(&rest, ':');
        uint64_t number;
        if (item.len && (name.len == 0 || rest.len == 0 || !str_number(port, UINT16_MAX, &number)))
            return err_set(e, E_FORMAT, "\"%.*s\" is not NAME:PORT:ADDRESS, such as example.org:443:127.0.0.1", STR_ARG(item));
    }
    return 0;
}

static int check_layout(struct str value, struct err *e)
{
    if (str_eq(value, STR("estimate")) || str_eq(value, STR("browser")))
        return 0;
    return err_set(e, E_FORMAT, "\"%.*s\" is not a layout; give 'estimate' or 'browser'", STR_ARG(value));
}

static int check_span(struct str value, struct err *e)
{
    int64_t least, most;
    return threshold_range_read(value, &least, &most, e);
}

static int check_policy(struct str value, struct err *e)
{
    enum urgency_kind kind;
    return value.len == 0 || urgency_read(value, &kind)
               ? 0
               : err_set(e, E_FORMAT, "\"%.*s\" is not a policy; give 'harmonic', 'delay' or 'fresh'", STR_ARG(value));
}

const struct setting setting_table[SETTINGS] = {
    [SETTING_STORE] = {
        .name = "store", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "FILE", .found = found_store,
        .check = check_some,
        .help = "The archive: one file with every page, version and user.",
    },
    [SETTING_USER] = {
        .name = "user", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "NAME", .found = found_user,
        .check = check_some,
        .help = "Who is asking: watches, and what was seen, are kept for each user apart.",
    },
    [SETTING_COLLECTION] = {
        .name = "collection", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "NAME",
        .help = "A fixed collection of pages instead of a user: its pages are archived at every change, and its report tells what is new in it.",
    },
    [SETTING_EVERY] = {
        .name = "every", .type = SETTING_DURATION, .scope = SETTING_OF_WATCH, .argument = "TIME",
        .number = 2 * DURATION_DAY_MS, .max = DURATION_MAX_MS,
        .help = "How long pages are left alone between two checks on average, where neither their watch nor the thresholds file says "
                "otherwise: those that change more in what matters are looked at more often than others. 0: look at every run.",
    },
    [SETTING_BEST_EFFORT] = {
        .name = "best-effort", .type = SETTING_TEXT, .scope = SETTING_OF_WATCH, .argument = "TIME..TIME", .text = "15m..60d",
        .check = check_span,
        .help = "The shortest and the longest time between two checks of a page that has no interval of its own.",
    },
    [SETTING_POLICY] = {
        .name = "policy", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "NAME", .check = check_policy,
        .help = "What counts where weft decides how often to look, for all watches that have no policy of their own: harmonic, delay or "
                "fresh. Empty: harmonic, and fresh in collections.",
    },
    [SETTING_REQUESTS_A_DAY] = {
        .name = "requests-a-day", .type = SETTING_COUNT, .scope = SETTING_OF_MACHINE, .argument = "NUMBER", .max = 1000000000,
        .help = "Checks a day, of all pages together; what has an interval of its own comes first. 0: as many as 'every' comes to.",
    },
    [SETTING_BYTES_A_DAY] = {
        .name = "bytes-a-day", .type = SETTING_SIZE, .scope = SETTING_OF_MACHINE, .argument = "SIZE", .max = INT64_C(1) << 50,
        .help = "Bytes of answers a day, of all pages together; 0: no limit.",
    },
    [SETTING_USER_REQUESTS_A_DAY] = {
        .name = "user-requests-a-day", .type = SETTING_COUNT, .scope = SETTING_OF_MACHINE, .argument = "NUMBER", .max = 1000000000,
        .help = "Checks a day for the pages of one user; a page of several counts for the one who has watched it longest. 0: no limit.",
    },
    [SETTING_HOST_REQUESTS_A_DAY] = {
        .name = "host-requests-a-day", .type = SETTING_COUNT, .scope = SETTING_OF_MACHINE, .argument = "NUMBER", .max = 86400000,
        .help = "Requests a day to one host, evenly spaced; 0: as many as host-gap allows.",
    },
    [SETTING_THRESHOLDS] = {
        .name = "thresholds", .type = SETTING_TEXT, .scope = SETTING_OF_USER, .argument = "FILE", .found = found_thresholds,
        .help = "The file of patterns and how often the pages that match are checked.",
    },
    [SETTING_PRIORITIES] = {
        .name = "priorities", .type = SETTING_TEXT, .scope = SETTING_OF_USER, .argument = "FILE", .found = found_priorities,
        .help = "The file of patterns and weights by which the report is sorted.",
    },
    [SETTING_ERROR_COUNTS] = {
        .name = "error-counts", .type = SETTING_FLAG, .scope = SETTING_OF_USER, .max = 1, .argument = "on|off",
        .help = "Whether a check that failed counts as a check; else the page is tried again at the next run.",
    },
    [SETTING_HISTORY] = {
        .name = "history", .type = SETTING_LIST, .scope = SETTING_OF_USER, .argument = "FILE,...",
        .help = "History databases of your browsers (places.sqlite, History): a page you saw yourself within its threshold is not checked.",
    },
    [SETTING_SKIP_UNSEEN] = {
        .name = "skip-unseen", .type = SETTING_FLAG, .scope = SETTING_OF_USER, .max = 1, .argument = "on|off",
        .help = "Whether a page that has changed and was not seen yet is left alone for a week; versions in between are then not kept.",
    },
    [SETTING_SENSITIVITY] = {
        .name = "sensitivity", .type = SETTING_LIST, .scope = SETTING_OF_WATCH, .argument = "LEVEL,TAG=LEVEL", .text = "normal",
        .check = wishes_check_sensitivities,
        .help = "Which changes are announced: " SENSITIVITY_WORDS "; TAG=LEVEL for pages with a tag.",
    },
    [SETTING_MIN_IMPORTANCE] = {
        .name = "min-importance", .type = SETTING_LIST, .scope = SETTING_OF_WATCH, .argument = "N,TAG=N", .text = "0",
        .check = wishes_check_importances,
        .help = "Changes that matter less than this, from 0 to 1, are held back; TAG=N for pages with a tag.",
    },
    [SETTING_SUSPECT_AFTER] = {
        .name = "suspect-after", .type = SETTING_DURATION, .scope = SETTING_OF_MACHINE, .argument = "TIME",
        .max = 7 * DURATION_DAY_MS,
        .help = "How long a page must answer with what may not be the page (an error, a login, nothing) before that is announced; 0: it "
                "is when the same answer comes twice, however soon.",
    },
    [SETTING_PROBE] = {
        .name = "probe", .type = SETTING_FLAG, .scope = SETTING_OF_MACHINE, .number = 1, .max = 1, .argument = "on|off",
        .help = "Whether a page that is new, and rarely later, is fetched a second time after two seconds: what differs then is different on "
                "every load and is not announced. A page that differed so is also fetched twice before a change of it is announced.",
    },
    [SETTING_SITEMAPS] = {
        .name = "sitemaps", .type = SETTING_FLAG, .scope = SETTING_OF_MACHINE, .number = 1, .max = 1, .argument = "on|off",
        .help = "Whether weft asks for sitemaps and feeds by itself, where three pages of a site or more are watched: what they announce "
                "is visited sooner, as far as that has been right.",
    },
    [SETTING_HOST_GAP] = {
        .name = "host-gap", .type = SETTING_DURATION, .scope = SETTING_OF_MACHINE, .argument = "TIME", .number = FETCH_GAP_MS,
        .max = DURATION_DAY_MS,
        .help = "The least time between two requests to one host.",
    },
    [SETTING_ACTIVE] = {
        .name = "active", .type = SETTING_COUNT, .scope = SETTING_OF_MACHINE, .argument = "N", .number = FETCH_ACTIVE, .min = 1,
        .max = 1000,
        .help = "Transfers that run at the same time, to all hosts together.",
    },
    [SETTING_PER_HOST] = {
        .name = "per-host", .type = SETTING_COUNT, .scope = SETTING_OF_MACHINE, .argument = "N", .number = 1, .min = 1, .max = 32,
        .help = "Transfers that run at the same time to one host.",
    },
    [SETTING_VERIFY_PERCENT] = {
        .name = "verify-percent", .type = SETTING_COUNT, .scope = SETTING_OF_MACHINE, .argument = "N",
        .number = FETCH_VERIFY_PERCENT, .max = 100,
        .help = "Of the answers \"not modified\" so many in a hundred are verified by fetching the whole page.",
    },
    [SETTING_BODY_MAX] = {
        .name = "body-max", .type = SETTING_SIZE, .scope = SETTING_OF_MACHINE, .argument = "SIZE", .number = FETCH_BODY_MAX,
        .min = 1024, .max = LIMIT_PAGE_BYTES,
        .help = "The largest page that is taken, counted after decompression.",
    },
    [SETTING_TIME_MAX] = {
        .name = "time-max", .type = SETTING_DURATION, .scope = SETTING_OF_MACHINE, .argument = "TIME", .number = FETCH_TIME_MS,
        .min = 100, .max = DURATION_HOUR_MS,
        .help = "The longest that one request may take.",
    },
    [SETTING_REDIRECTS_MAX] = {
        .name = "redirects-max", .type = SETTING_COUNT, .scope = SETTING_OF_MACHINE, .argument = "N", .number = FETCH_REDIRECTS,
        .min = 1, .max = FETCH_REDIRECTS_MAX,
        .help = "Redirects that are followed for one request.",
    },
    [SETTING_ALLOW_ADDRESS] = {
        .name = "allow-address", .type = SETTING_LIST, .scope = SETTING_OF_MACHINE, .argument = "RANGES", .check = check_addresses,
        .help = "Ranges of addresses that weft may connect to beside the public ones, such as 127.0.0.0/8, ::1.",
    },
    [SETTING_ALLOW_FILE] = {
        .name = "allow-file", .type = SETTING_FLAG, .scope = SETTING_OF_MACHINE, .max = 1, .argument = "on|off",
        .help = "Whether files of this machine (file: addresses) may be watched.",
    },
    [SETTING_USER_AGENT] = {
        .name = "user-agent", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "TEXT", .check = check_line,
        .help = "How weft names itself to servers and in robots.txt; empty: weft and its version.",
    },
    [SETTING_PROXY] = {
        .name = "proxy", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "URL", .check = check_proxy,
        .help = "The proxy for every request; empty: none. Its own address is not guarded.",
    },
    [SETTING_CA_FILE] = {
        .name = "ca-file", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "FILE",
        .help = "Certificates of authorities to trust; empty: the system's.",
    },
    [SETTING_RESOLVE] = {
        .name = "resolve", .type = SETTING_LIST, .scope = SETTING_OF_MACHINE, .argument = "NAME:PORT:ADDRESS",
        .check = check_resolve,
        .help = "Addresses of names, used instead of asking the network for them.",
    },
    [SETTING_BROWSER] = {
        .name = "browser", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "FILE",
        .help = "The Chromium that draws pages; empty: chromium-headless-shell, else chromium.",
    },
    [SETTING_BROWSER_SANDBOX] = {
        .name = "browser-sandbox", .type = SETTING_FLAG, .scope = SETTING_OF_MACHINE, .number = 1, .max = 1, .argument = "on|off",
        .help = "Whether Chromium must run in its own sandbox; off only where the system cannot give it one.",
    },
    [SETTING_LAYOUT] = {
        .name = "layout", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "estimate|browser", .text = "estimate",
        .check = check_layout,
        .help = "Where pages are laid out to cut them into blocks: by weft's own estimate, or in Chromium, which takes longer and sees style "
                "sheets. A check draws only pages that changed.",
    },
    [SETTING_SMTP] = {
        .name = "smtp", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "URL", .text = "smtp://localhost",
        .check = check_smtp,
        .help = "The server that takes mail: smtp://[USER@]HOST[:PORT] or smtps://... . Beyond this machine the connection must be "
                "encrypted.",
    },
    [SETTING_SMTP_PASSWORD] = {
        .name = "smtp-password", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "FILE",
        .help = "The file with the password for that server; empty: none is sent.",
    },
    [SETTING_MAIL_FROM] = {
        .name = "mail-from", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "ADDRESS", .found = found_mail_from,
        .check = check_mail,
        .help = "The address that mail comes from.",
    },
    [SETTING_PUBLIC_URL] = {
        .name = "public-url", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "URL", .check = check_public_url,
        .help = "Where weft's web pages can be reached, for links in messages; empty: messages link to the watched pages alone.",
    },
    [SETTING_FAX] = {
        .name = "fax", .type = SETTING_TEXT, .scope = SETTING_OF_MACHINE, .argument = "GATEWAY", .check = check_line,
        .help = "How faxes are sent: a mail address with * for the number (*@fax.example.org), or a program with its arguments, which gets "
                "the number behind them and the text on its standard input.",
    },
    [SETTING_SEND_TIME] = {
        .name = "send-time", .type = SETTING_DURATION, .scope = SETTING_OF_MACHINE, .argument = "TIME", .number = SEND_TIME_MS,
        .min = 1000, .max = 10 * DURATION_MINUTE_MS,
        .help = "The longest that the receiver of a message may take to answer; then it is tried again later.",
    },
    [SETTING_KEEP_LAST] = {
        .name = "keep-last", .type = SETTING_COUNT, .scope = SETTING_OF_MACHINE, .argument = "N", .max = 1000000,
        .help = "How many versions of a page 'weft gc' keeps; 0: all.",
    },
    [SETTING_THIN_AFTER] = {
        .name = "thin-after", .type = SETTING_DURATION, .scope = SETTING_OF_MACHINE, .argument = "TIME", .max = DURATION_MAX_MS,
        .help = "Of versions older than this 'weft gc' keeps one for each span of thin-every; 0: all.",
    },
    [SETTING_THIN_EVERY] = {
        .name = "thin-every", .type = SETTING_DURATION, .scope = SETTING_OF_MACHINE, .argument = "TIME",
        .number = DURATION_DAY_MS, .min = DURATION_SECOND_MS, .max = DURATION_MAX_MS,
        .help = "The spans of which thin-after keeps one version each.",
    },
};
