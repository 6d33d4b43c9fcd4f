/* The escaping writer: whatever stands in a place stays in it. */
#include "serve/html.h"

#include <stdlib.h>
#include <time.h>

#include "base/limits.h"
#include "tests/tap.h"

static struct buf out = BUF(1 << 16);

static struct str made(void)
{
    return buf_str(&out);
}

static void escaping(void)
{
    buf_clear(&out);
    HTML(&out, "<a title=\"{}\">{}</a>", TEXT(STR("\"><script>")), WORD("a & b"));
    eq_str(made(), STR("<a title=\"&quot;&gt;&lt;script&gt;\">a &amp; b</a>"), "text cannot leave its place");
    buf_clear(&out);
    HTML(&out, "/?tag={}&amp;n={}", PART(STR("a b&c=\"ü'")), NUM(-5));
    eq_str(made(), STR("/?tag=a%20b%26c%3D%22%C3%BC%27&amp;n=-5"), "a part of an address is coded");
    buf_clear(&out);
    HTML(&out, "{}{}", TEXT(STR("{}")), MARKUP(STR("<b>")));
    eq_str(made(), STR("{}<b>"), "a place in a value is not a place");
}

static void numbers(void)
{
    buf_clear(&out);
    html_add_count(&out, 0);
    buf_add_char(&out, ' ');
    html_add_count(&out, 999);
    buf_add_char(&out, ' ');
    html_add_count(&out, 1204);
    buf_add_char(&out, ' ');
    html_add_count(&out, 1000000);
    eq_str(made(), STR("0 999 1,204 1,000,000"), "commas by threes");
    buf_clear(&out);
    html_add_bytes(&out, 12);
    html_raw(&out, ", ");
    html_add_bytes(&out, 1840);
    html_raw(&out, ", ");
    html_add_bytes(&out, 84000);
    html_raw(&out, ", ");
    html_add_bytes(&out, 999999);
    eq_str(made(), STR("12 B, 1.8 KB, 84 KB, 1.0 MB"), "sizes");
    buf_clear(&out);
    html_add_number_of(&out, 1, "change");
    html_raw(&out, ", ");
    html_add_number_of(&out, 2, "change");
    eq_str(made(), STR("1 change, 2 changes"), "one and many");
    ok(html_importance_level(0) == 1 && html_importance_level(.15) == 2 && html_importance_level(.35) == 3
           && html_importance_level(.6) == 4 && html_importance_level(.8) == 5,
       "importance has five levels");
}

static const char *time_of(int64_t at, int64_t now)
{
    static char text[300];
    buf_clear(&out);
    html_add_time(&out, at, now);
    struct str s = made();
    size_t from = str_find(s, STR("\">"), 0), to = str_find(s, STR("</time>"), 0);
    snprintf(text, sizeof text, "%.*s", from == SIZE_MAX ? 0 : (int)(to - from - 2), s.ptr + (from == SIZE_MAX ? 0 : from + 2));
    return text;
}

static void times(void)
{
    const int64_t now = INT64_C(1763200800000), hour = 3600000; /* Saturday, 15 November 2025, 10:00 in UTC */

    setenv("TZ", "UTC", 1);
    tzset();
    eq_str(str_of(time_of(now - hour, now)), STR("09:00"), "today");
    eq_str(str_of(time_of(now - 11 * hour, now)), STR("yesterday"), "last night was yesterday");
    eq_str(str_of(time_of(now - 48 * hour, now)), STR("Thursday"), "this week");
    eq_str(str_of(time_of(now - 240 * hour, now)), STR("5 Nov"), "this year");
    eq_str(str_of(time_of(now - 8760 * hour, now)), STR("15 Nov 2024"), "before");
    eq_str(str_of(time_of(NEVER, now)), STR(""), "never is not a moment");
}

int main(void)
{
    escaping();
    numbers();
    times();
    buf_drop(&out);
    ok(strcmp(html_sent_words(1), "sent to") == 0 && strcmp(html_sent_words(2), "could not be sent to") == 0
           && strcmp(html_sent_words(-1), "waits to be sent to") == 0,
       "what became of a message");
    return tap_done();
}
