/* In: the bytes of a robots.txt. Out: the rules for one name, and verdicts on paths.
 *
 * RFC 9309: a group is one or more user-agent lines and the rules up to the next user-agent line. All groups with our name are one.
 *  1. Nothing in a file makes reading it fail; what is not understood is skipped.
 *  2. Patterns and paths are compared octet by octet after one normal form: escapes of unreserved octets undone, octets outside of ASCII
 *     escaped, hex digits upper case.
 * Cost: reading O(bytes); a verdict O(rules x (pattern + path)): '*' is matched at its first fit, which is enough where only '*' is
 * special. */
#include "fetch/robots.h"

struct scan {
    struct str rest;
    struct str agent;
    bool in_agents; /* the last line was a user-agent line: further ones join it */
    bool mine;      /* the group at hand is wanted */
    bool found;     /* some group was */
};

static bool is_unreserved(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_'
           || c == '~';
}

/* A pattern or path in the one form of invariant 2. */
static void add_normal(struct buf *out, struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.ptr[i];
        int byte = c == '%' ? str_hex_byte(s, i + 1) : -1;
        if (byte >= 0) {
            c = (unsigned char)byte;
            i += 2;
        }
        if (byte < 0 ? c < 0x80 && c > 0x20 : is_unreserved(c))
            buf_add_char(out, (char)c);
        else
            buf_addf(out, "%%%02X", c);
    }
}

/* One line without its comment; LF, CR or both end it. */
static bool next_line(struct str *rest, struct str *line)
{
    size_t end = 0;
    if (rest->len == 0)
        return false;
    while (end < rest->len && rest->ptr[end] != '\n' && rest->ptr[end] != '\r')
        end++;
    *line = str_sub(*rest, 0, end);
    *rest = str_sub(*rest, end + 1, rest->len);
    *line = str_trim(str_cut(line, '#'));
    return true;
}

/* "user-agent" and its common misspellings, as the RFC asks for tolerance there. */
static bool is_key(struct str key, struct str name)
{
    return str_eq_nocase(key, name)
           || (str_eq(name, STR("user-agent")) && (str_eq_nocase(key, STR("useragent")) || str_eq_nocase(key, STR("user agent"))));
}

/* The product token of a user-agent line: letters, "_" and "-"; what follows is ignored. */
static struct str token_of(struct str value)
{
    size_t n = 0;
    if (str_starts(value, STR("*")))
        return str_sub(value, 0, 1);
    while (n < value.len && (is_unreserved((unsigned char)value.ptr[n])) && value.ptr[n] != '.' && value.ptr[n] != '~')
        n++;
    return str_sub(value, 0, n);
}

static void take_agent(struct scan *s, struct str value)
{
    if (!s->in_agents)
        s->mine = false;
    s->in_agents = true;
    if (str_eq_nocase(token_of(value), s->agent))
        s->mine = s->found = true;
}

static void add_pattern(struct buf *rules, char kind, struct str value)
{
    if (value.len == 0)
        return; /* an empty Disallow forbids nothing */
    buf_add_char(rules, kind);
    buf_add_char(rules, ' ');
    if (value.ptr[0] != '/' && value.ptr[0] != '*')
        buf_add_char(rules, '/');
    add_normal(rules, value);
    buf_add_char(rules, '\n');
}

/* Seconds, perhaps with a fraction. */
static void add_delay(struct buf *rules, struct str value)
{
    uint64_t whole = 0, tenths = 0;
    struct str left = str_cut(&value, '.');
    if (!str_number(str_trim(left), UINT32_MAX, &whole))
        return;
    if (value.len)
        str_number(str_sub(value, 0, 1), 9, &tenths);
    uint64_t ms = whole * 1000 + tenths * 100;
    buf_addf(rules, "w %lld\n", (long long)MIN(ms, (uint64_t)ROBOTS_DELAY_MAX_MS));
}

static void take_line(struct scan *s, struct str line, struct buf *rules)
{
    struct str value = line, key = str_trim(str_cut(&value, ':'));
    if (key.len == line.len)
        return;
    value = str_trim(value);
    if (is_key(key, STR("user-agent"))) {
        take_agent(s, value);
        return;
    }
    bool allow = is_key(key, STR("allow")), disallow = is_key(key, STR("disallow")), delay = is_key(key, STR("crawl-delay"));
    if (!allow && !disallow && !delay)
        return; /* "sitemap" and the unknown stand outside of groups and end none */
    s->in_agents = false;
    if (!s->mine)
        return;
    if (delay)
        add_delay(rules, value);
    else
        add_pattern(rules, allow ? 'a' : 'd', value);
}

static bool read_for(struct str file, struct str agent, struct buf *rules)
{
    struct scan s = { .rest = file, .agent = agent };
    struct str line;
    while (next_line(&s.rest, &line))
        take_line(&s, line, rules);
    return s.found;
}

static bool is_sendable(struct str url)
{
    for (size_t i = 0; i < url.len; i++)
        if (url.ptr[i] <= ' ' || url.ptr[i] > '~')
            return false;
    return url.len > 0 && url.len <= ROBOTS_SITEMAP_BYTES;
}

/* Sitemaps are for everybody, in whatever group they stand. */
static void read_sitemaps(struct str file, struct buf *rules)
{
    struct str line;
    for (int n = 0; n < ROBOTS_SITEMAPS && next_line(&file, &line);) {
        struct str url = line, key = str_trim(str_cut(&url, ':'));
        url = str_trim(url);
        if (!is_key(key, STR("sitemap")) || !is_sendable(url))
            continue;
        buf_addf(rules, "s %.*s\n", STR_ARG(url));
        n++;
    }
}

void robots_read(struct str file, struct str agent, struct buf *rules)
{
    if (str_starts(file, STR("\xef\xbb\xbf")))
        file = str_sub(file, 3, file.len);
    file = str_sub(file, 0, ROBOTS_BYTES_MAX);
    if (!read_for(file, agent, rules))
        read_for(file, STR("*"), rules);
    read_sitemaps(file, rules);
}

bool robots_next_sitemap(struct str *rules, struct str *url)
{
    while (rules->len) {
        struct str line = str_cut(rules, '\n');
        *url = str_sub(line, MIN((size_t)2, line.len), line.len);
        if (str_starts(line, STR("s ")))
            return true;
    }
    return false;
}

/* Whether a pattern with '*' and a final '$' fits the beginning of the path. */
static bool fits(struct str pattern, struct str path)
{
    bool anchored = str_ends(pattern, STR("$"));
    size_t at = 0;
    bool first = true;
    pattern = str_sub(pattern, 0, pattern.len - anchored);
    const char *end = pattern.ptr + pattern.len;
    for (bool more = true; more; first = false) {
        struct str piece = str_cut(&pattern, '*');
        more = piece.ptr + piece.len < end;
        if (first) {
            if (!str_starts(path, piece))
                return false;
            at = piece.len;
        } else if (!more && anchored) {
            return path.len >= at + piece.len && str_ends(path, piece);
        } else {
            size_t found = str_find(path, piece, at);
            if (found == SIZE_MAX)
                return false;
            at = found + piece.len;
        }
    }
    return !anchored || at == path.len;
}

bool robots_allows(struct str rules, struct str path, struct str *rule)
{
    AUTO(buf) normal = BUF(ROBOTS_RULES_MAX);
    struct str best = { "", 0 };
    bool allowed = true;
    add_normal(&normal, path);
    while (rules.len) {
        struct str line = str_cut(&rules, '\n'), pattern = str_sub(line, 2, line.len);
        bool allow = str_starts(line, STR("a "));
        if (!allow && !str_starts(line, STR("d ")))
            continue;
        bool wins = best.len == 0 || line.len > best.len || (line.len == best.len && allow);
        if (wins && fits(pattern, buf_str(&normal))) {
            best = line;
            allowed = allow;
        }
    }
    if (str_eq(path, STR("/robots.txt")))
        allowed = true;
    if (rule)
        *rule = best;
    return allowed;
}

int64_t robots_delay_ms(struct str rules)
{
    uint64_t most = 0, ms;
    while (rules.len) {
        struct str line = str_cut(&rules, '\n');
        if (str_starts(line, STR("w ")) && str_number(str_sub(line, 2, line.len), (uint64_t)ROBOTS_DELAY_MAX_MS, &ms))
            most = MAX(most, ms);
    }
    return (int64_t)most;
}
