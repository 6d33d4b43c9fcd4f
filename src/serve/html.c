/* In: templates and values. Out: bytes in a buf. The one place where text becomes HTML. O(bytes). */
#include "serve/html.h"

#include "base/share.h"
#include "store/outbox.h"

#include <stdlib.h>
#include <time.h>

#include "base/duration.h"
#include "base/moment.h"

void html_add_part(struct buf *out, struct str s)
{
    static const char hex[] = "0123456789ABCDEF";

    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.ptr[i], lower = (unsigned char)byte_lower((char)c);
        if ((lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~') {
            buf_add_char(out, (char)c);
            continue;
        }
        buf_add_char(out, '%');
        buf_add_char(out, hex[c >> 4]);
        buf_add_char(out, hex[c & 15]);
    }
}

static void add_value(struct buf *out, const struct html_value *v)
{
    switch (v->kind) {
    case HTML_TEXT:
        buf_add_escaped(out, v->text);
        break;
    case HTML_NUMBER:
        buf_addf(out, "%lld", (long long)v->number);
        break;
    case HTML_PART:
        html_add_part(out, v->text);
        break;
    case HTML_MARKUP:
        buf_add(out, v->text);
        break;
    }
}

void html_add(struct buf *out, const char *template, const struct html_value *value, size_t n)
{
    struct str rest = str_of(template);
    size_t used = 0;

    for (size_t place; (place = str_find(rest, STR("{}"), 0)) != SIZE_MAX; rest = str_sub(rest, place + 2, rest.len)) {
        buf_add(out, str_sub(rest, 0, place));
        if (used == n)
            abort();
        add_value(out, &value[used++]);
    }
    buf_add(out, rest);
    if (used != n)
        abort();
}

struct str html_address(struct str url)
{
    size_t slashes = str_find(url, STR("//"), 0);

    return str_sub(url, slashes == SIZE_MAX ? 0 : slashes + 2, url.len);
}

struct str html_host(struct str url)
{
    struct str rest = html_address(url);

    return str_cut(&rest, '/');
}

/* ---- Numbers ---- */

void html_add_count(struct buf *out, uint64_t n)
{
    if (n >= 1000) {
        html_add_count(out, n / 1000);
        buf_addf(out, ",%03u", (unsigned)(n % 1000));
    } else
        buf_addf(out, "%u", (unsigned)n);
}

void html_add_bytes(struct buf *out, int64_t bytes)
{
    static const char *const unit[] = { "KB", "MB", "GB", "TB" };
    double x = (double)bytes / 1000;
    size_t i = 0;

    if (bytes < 1000) {
        buf_addf(out, "%lld B", (long long)bytes);
        return;
    }
    for (; x >= 999.5 && i + 1 < ARRAY_LEN(unit); i++)
        x /= 1000;
    buf_addf(out, x < 9.95 ? "%.1f %s" : "%.0f %s", x, unit[i]);
}

void html_add_number_of(struct buf *out, uint64_t n, const char *word)
{
    html_add_count(out, n);
    buf_addf(out, " %s%s", word, n == 1 ? "" : "s");
}

/* ---- Moments ---- */

static struct tm local(int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm tm = { 0 };

    localtime_r(&seconds, &tm);
    return tm;
}

/* Days from `at` back to `now`, as a calendar counts them. */
static int64_t days_before(struct tm at, struct tm now)
{
    at.tm_hour = now.tm_hour = 12;
    at.tm_min = now.tm_min = at.tm_sec = now.tm_sec = 0;
    at.tm_isdst = now.tm_isdst = -1;
    return (int64_t)((mktime(&now) - mktime(&at)) / 86400);
}

static void open_time(struct buf *out, int64_t at)
{
    AUTO(buf) full = BUF(200);

    moment_add(&full, at);
    html_raw(out, "<time datetime=\"");
    moment_add_utc(out, at);
    HTML(out, "\" title=\"{}\">", TEXT(buf_str(&full)));
}

static void add_date(struct buf *out, const struct tm *at, const struct tm *now)
{
    char words[64];

    strftime(words, sizeof words, at->tm_year == now->tm_year ? "%e %b" : "%e %b %Y", at);
    buf_add(out, str_trim(str_of(words)));
}

void html_add_time(struct buf *out, int64_t at, int64_t now)
{
    static const char *const weekday[] = { "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday" };

    if (at == NEVER)
        return;
    struct tm a = local(at), n = local(now);
    int64_t days = days_before(a, n);
    open_time(out, at);
    if (days == 0)
        buf_addf(out, "%02d:%02d", a.tm_hour, a.tm_min);
    else if (days == 1)
        html_raw(out, "yesterday");
    else if (days > 1 && days < 7)
        html_raw(out, weekday[a.tm_wday % 7]);
    else
        add_date(out, &a, &n);
    html_raw(out, "</time>");
}

void html_add_moment_text(struct buf *out, int64_t at, int64_t now)
{
    struct tm a = local(at), n = local(now);
    int64_t days = days_before(a, n);

    if (days == 0 || days == 1)
        html_raw(out, days ? "yesterday" : "today");
    else
        add_date(out, &a, &n);
    buf_addf(out, " %02d:%02d", a.tm_hour, a.tm_min);
}

void html_add_moment(struct buf *out, int64_t at, int64_t now)
{
    if (at == NEVER)
        return;
    open_time(out, at);
    html_add_moment_text(out, at, now);
    html_raw(out, "</time>");
}

/* ---- Small parts ---- */

const char *html_sent_words(int state)
{
    return state == DELIVERY_SENT ? "sent to" : state == DELIVERY_DEAD ? "could not be sent to" : "waits to be sent to";
}

int html_importance_level(double x)
{
    return x < .15 ? 1 : x < .35 ? 2 : x < .6 ? 3 : x < .8 ? 4 : 5;
}

void html_add_importance(struct buf *out, double importance)
{
    if (importance < 0)
        html_raw(out, "<span class=\"imp\"></span>");
    else
        buf_addf(out,
                 "<span class=\"imp\" data-i=\"%d\" role=\"img\" aria-label=\"Importance %.*f\" title=\"Importance %.*f\"></span>",
                 html_importance_level(importance), share_digits(importance), importance, share_digits(importance), importance);
}

void html_add_icon(struct buf *out, const char *name)
{
    HTML(out, "<svg class=\"ico\" aria-hidden=\"true\"><use href=\"#i-{}\"/></svg>", WORD(name));
}
