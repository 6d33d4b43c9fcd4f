/* Addresses of channels. In: text. Out: its parts, checked byte by byte: what gets in here stands in headers, in lines of SMTP and in the
 * argument lists of programs later. O(bytes). */
#include "notify/address.h"

#include "base/hash.h"

static const struct {
    const char *name, *scheme, *form;
} ways[NOTIFY_WAYS] = {
    [WAY_MAIL] = { "mail", "mail", "mail:anna@example.org" },
    [WAY_WEBHOOK] = { "webhook", "webhook", "https://example.org/hook" },
    [WAY_NTFY] = { "ntfy", "ntfy", "ntfy:TOPIC or ntfy:https://ntfy.example.org/TOPIC" },
    [WAY_SLACK] = { "slack", "slack", "slack:https://hooks.slack.com/services/..." },
    [WAY_DISCORD] = { "discord", "discord", "discord:https://discord.com/api/webhooks/..." },
    [WAY_MATRIX] = { "matrix", "matrix", "matrix:https://TOKEN@matrix.example.org/!room:example.org" },
    [WAY_TELEGRAM] = { "telegram", "telegram", "telegram:TOKEN@CHAT" },
    [WAY_FAX] = { "fax", "fax", "fax:+4930123456" },
    [WAY_COMMAND] = { "command", "command", "command:/usr/local/bin/program" },
    [WAY_INTERACTIVE] = { "interactive", "interactive", "interactive" },
};

const char *notify_way_name(enum notify_way way)
{
    return ways[way].name;
}

bool notify_way_find(struct str name, enum notify_way *out)
{
    static const struct {
        const char *name;
        enum notify_way way;
    } others[] = { { "email", WAY_MAIL }, { "mailto", WAY_MAIL }, { "pda", WAY_NTFY }, { "push", WAY_NTFY } };

    for (unsigned i = 0; i < NOTIFY_WAYS; i++)
        if (str_eq_nocase(name, str_of(ways[i].scheme))) {
            *out = (enum notify_way)i;
            return true;
        }
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (str_eq_nocase(name, str_of(others[i].name))) {
            *out = others[i].way;
            return true;
        }
    return false;
}

static int refuse(enum notify_way way, struct str text, struct err *e)
{
    return err_set(e, E_USAGE, "\"%.*s\" is not an address to send to; it is written %s", STR_ARG(text), ways[way].form);
}

/* Printable ASCII without blanks, quotes, brackets and whatever else means something in a header. */
static bool is_plain(struct str s, const char *not_these)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] <= ' ' || s.ptr[i] > '~' || strchr(not_these, s.ptr[i]))
            return false;
    return s.len > 0;
}

static bool is_mail(struct str s)
{
    struct str rest = s, local = str_cut(&rest, '@');
    return s.len <= NOTIFY_MAIL_MAX && is_plain(s, "<>()[]\\,;:\"") && local.len && local.len < s.len && rest.len
           && str_find(rest, STR("@"), 0) == SIZE_MAX && rest.ptr[0] != '.' && rest.ptr[rest.len - 1] != '.' && s.ptr[0] != '-';
}

static bool is_web(struct str s)
{
    struct str rest = s;
    if (str_starts_nocase(s, STR("https://")))
        rest = str_sub(s, 8, s.len);
    else if (str_starts_nocase(s, STR("http://")))
        rest = str_sub(s, 7, s.len);
    else
        return false;
    return is_plain(s, "\"<>\\^`{|}") && rest.len && rest.ptr[0] != '/' && rest.ptr[0] != '?' && rest.ptr[0] != '#';
}

/* A login or token that stands before the host goes out of the address. */
static void split_login(struct arena *a, struct notify_address *x, struct str url)
{
    size_t from = str_find(url, STR("://"), 0) + 3, slash = str_find(url, STR("/"), from);
    struct str host = str_sub(url, from, slash), login = host, rest;
    size_t at = str_find(host, STR("@"), 0);
    x->url = arena_str(a, url);
    if (at == SIZE_MAX)
        return;
    login = rest = str_sub(host, 0, at);
    x->user = arena_str(a, str_cut(&rest, ':'));
    x->token = x->user.len == login.len ? x->user : arena_str(a, rest);
    if (x->user.len == login.len)
        x->user = STR("");
    struct str before = str_sub(url, 0, from), behind = str_sub(url, from + at + 1, url.len);
    x->url = arena_printf(a, "%.*s%.*s", STR_ARG(before), STR_ARG(behind));
}

static struct str last_part(struct str url)
{
    size_t slash = url.len;
    while (slash && url.ptr[slash - 1] != '/')
        slash--;
    return str_sub(url, slash, url.len);
}

static int read_ntfy(struct arena *a, struct str rest, struct notify_address *x, struct err *e)
{
    bool topic = is_plain(rest, "/:?#@%&\"<>");
    if (!topic && !is_web(rest))
        return refuse(WAY_NTFY, rest, e);
    split_login(a, x, topic ? arena_printf(a, "https://ntfy.sh/%.*s", STR_ARG(rest)) : rest);
    x->to = arena_str(a, last_part(x->url));
    return x->to.len ? 0 : refuse(WAY_NTFY, rest, e);
}

static int read_matrix(struct arena *a, struct str rest, struct notify_address *x, struct err *e)
{
    if (!is_web(rest))
        return refuse(WAY_MATRIX, rest, e);
    split_login(a, x, rest);
    x->to = arena_str(a, last_part(x->url));
    size_t from = str_find(x->url, STR("://"), 0) + 3, slash = str_find(x->url, STR("/"), from);
    x->url = arena_str(a, str_sub(x->url, 0, slash));
    bool room = x->to.len && (x->to.ptr[0] == '!' || x->to.ptr[0] == '#') && slash != SIZE_MAX;
    return room && x->token.len && x->user.len == 0 ? 0 : refuse(WAY_MATRIX, STR("matrix:..."), e);
}

/* TOKEN@CHAT, or the address of another server of the same kind: https://HOST/botTOKEN?chat_id=CHAT. */
static int read_telegram(struct arena *a, struct str rest, struct notify_address *x, struct err *e)
{
    struct str base = STR("https://api.telegram.org"), token, chat;
    size_t mark = str_find(rest, STR("?chat_id="), 0), bot = str_find(rest, STR("/bot"), 0);
    if (is_web(rest) && mark != SIZE_MAX && bot != SIZE_MAX && bot < mark) {
        base = str_sub(rest, 0, bot);
        token = str_sub(rest, bot + 4, mark);
        chat = str_sub(rest, mark + 9, rest.len);
    } else {
        chat = rest;
        token = str_cut(&chat, '@');
    }
    if (!is_plain(token, "/?#@%&") || !is_plain(chat, "/?#%&"))
        return refuse(WAY_TELEGRAM, STR("telegram:..."), e);
    x->url = arena_str(a, base);
    x->token = arena_str(a, token);
    x->to = arena_str(a, chat);
    return 0;
}

static int read_command(struct arena *a, struct str rest, struct notify_address *x, struct err *e)
{
    for (size_t i = 0; i < rest.len; i++)
        if ((unsigned char)rest.ptr[i] < ' ')
            return refuse(WAY_COMMAND, STR("command:..."), e);
    while ((rest = str_trim(rest)).len) {
        if (x->n_argv == NOTIFY_ARGV_MAX)
            return err_set(e, E_USAGE, "a command of a channel has %d words at most", NOTIFY_ARGV_MAX);
        x->argv[x->n_argv++] = arena_str(a, str_cut(&rest, ' '));
    }
    if (x->n_argv == 0 || x->argv[0].ptr[0] != '/')
        return err_set(e, E_USAGE, "the command of a channel is written with its whole path, such as %s", ways[WAY_COMMAND].form);
    return 0;
}

static bool is_number(struct str s)
{
    size_t digits = 0;
    for (size_t i = 0; i < s.len; i++) {
        bool digit = s.ptr[i] >= '0' && s.ptr[i] <= '9';
        digits += digit;
        if (!digit && !(s.ptr[i] == '+' && i == 0) && s.ptr[i] != '-')
            return false;
    }
    return digits >= 3 && digits <= 20;
}

static int read_way(struct arena *a, struct str rest, struct notify_address *x, struct err *e)
{
    switch (x->way) {
    case WAY_MAIL:
        x->to = arena_str(a, rest);
        return is_mail(rest) ? 0 : refuse(x->way, rest, e);
    case WAY_NTFY:
        return read_ntfy(a, rest, x, e);
    case WAY_MATRIX:
        return read_matrix(a, rest, x, e);
    case WAY_TELEGRAM:
        return read_telegram(a, rest, x, e);
    case WAY_FAX:
        x->to = arena_str(a, rest);
        return is_number(rest) ? 0 : refuse(x->way, rest, e);
    case WAY_COMMAND:
        return read_command(a, rest, x, e);
    case WAY_INTERACTIVE:
        return rest.len ? refuse(x->way, rest, e) : 0;
    case WAY_WEBHOOK:
    case WAY_SLACK:
    case WAY_DISCORD:
        break;
    }
    if (!is_web(rest))
        return refuse(x->way, rest, e);
    split_login(a, x, rest);
    return 0;
}

int notify_address_read(struct arena *a, struct str text, struct notify_address *out, struct err *e)
{
    struct notify_address x = { 0 };
    struct str all = str_trim(text), rest = all, scheme = str_cut(&rest, ':');
    if (all.len > NOTIFY_ADDRESS_MAX)
        return err_set(e, E_USAGE, "an address to send to has %zu bytes at most", NOTIFY_ADDRESS_MAX);
    if (is_web(all)) {
        x.way = WAY_WEBHOOK;
        rest = all;
    } else if (!notify_way_find(scheme, &x.way)) {
        return err_set(e, E_USAGE,
                       "\"%.*s\" is not an address to send to; write mail:ADDRESS, https://..., ntfy:TOPIC, or slack:, discord:, "
                       "matrix:, telegram:, fax: or command: with theirs",
                       STR_ARG(all));
    }
    int code = read_way(a, rest, &x, e);
    if (code == 0)
        *out = x;
    return code;
}

bool notify_address_same(const struct notify_address *a, const struct notify_address *b)
{
    bool same = a->way == b->way && str_eq(a->to, b->to) && str_eq(a->url, b->url) && str_eq(a->user, b->user)
                && str_eq(a->token, b->token) && a->n_argv == b->n_argv;
    for (uint32_t i = 0; same && i < a->n_argv; i++)
        same = str_eq(a->argv[i], b->argv[i]);
    return same;
}

uint32_t notify_address_mark(const struct notify_address *x)
{
    uint64_t hash = hash_mix(hash_mix(hash_str(x->to), hash_str(x->url)), hash_mix(hash_str(x->user), hash_str(x->token)));
    return (uint32_t)(hash % UINT16_MAX) + 1;
}

bool notify_address_is_secret(const struct notify_address *x)
{
    return x->url.len > 0;
}

void notify_address_show(const struct notify_address *x, struct buf *out)
{
    size_t from = x->url.len ? str_find(x->url, STR("://"), 0) + 3 : 0, slash = x->url.len ? str_find(x->url, STR("/"), from) : 0;
    struct str host = str_sub(x->url, 0, slash);
    if (x->way != WAY_WEBHOOK && x->way != WAY_INTERACTIVE)
        buf_addf(out, "%s:", ways[x->way].scheme);
    if (x->way == WAY_INTERACTIVE)
        buf_add(out, STR("interactive"));
    else if (x->way == WAY_COMMAND)
        buf_add(out, x->argv[0]);
    else if (x->way == WAY_TELEGRAM)
        buf_add(out, x->to);
    else if (x->url.len == 0)
        buf_add(out, x->to);
    else
        buf_addf(out, "%.*s/...", STR_ARG(host));
}

struct str notify_address_of(struct arena *a, struct str kind, struct str details)
{
    enum notify_way way;
    if (!notify_way_find(kind, &way))
        return STR("");
    if (way == WAY_INTERACTIVE)
        return STR("interactive");
    if (way == WAY_WEBHOOK && is_web(details))
        return details;
    return arena_printf(a, "%s:%.*s", ways[way].scheme, STR_ARG(details));
}
