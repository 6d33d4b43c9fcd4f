/* In: points in time. Out: two drawings, 820 units wide. O(points + days). */
#include "serve/chart.h"

#include <time.h>

#include "base/duration.h"
#include "serve/html.h"

enum { WIDTH = 820, LEFT = 24, TOP = 14, BASE = 100 };

static double x_of(int64_t at, int64_t from, int64_t to)
{
    return LEFT + 4 + (WIDTH - LEFT - 14) * (double)(at - from) / (double)MAX(to - from, 1);
}

static void add_label(struct buf *out, double x, int64_t at, int64_t span)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm tm;
    char words[32];

    localtime_r(&seconds, &tm);
    strftime(words, sizeof words, span < 2 * DURATION_DAY_MS ? "%H:%M" : span < 120 * DURATION_DAY_MS ? "%e %b" : "%b %Y", &tm);
    buf_addf(out, "<text class=\"t\" x=\"%.0f\" y=\"116\">%s</text>", x, words);
}

void chart_importance(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now)
{
    static const char *const class[] = { [CHART_SHOWN] = "p-2", [CHART_NEWS] = "p-acc", [CHART_QUIET] = "s-hold" };
    int64_t from = n ? point[0].at : now, span = now - from;
    double highest = 0;

    for (uint32_t i = 0; i < n; i++)
        highest = MAX(highest, point[i].importance);
    buf_addf(
        out,
        "<svg viewBox=\"0 0 820 122\" role=\"img\" aria-label=\"Importance of each version over time; the highest is %.2f\">"
        "<path class=\"s-hair\" d=\"M20 14H820M20 100H820\"/><text class=\"t\" x=\"0\" y=\"18\">1</text><text class=\"t\" x=\"0\" "
        "y=\"104\">0</text><path class=\"s-2\" stroke-dasharray=\"2 4\" d=\"M20 48.4H820\"/><text class=\"t\" x=\"24\" y=\"44\">matters "
        "from 0.60</text>",
        highest);
    for (uint32_t i = 0; i < n; i++) {
        double value = MAX(point[i].importance, .02), height = value * (BASE - TOP);
        buf_addf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"%.1f\" rx=\"1.5\" class=\"%s\"><title>Version %lld",
                 x_of(point[i].at, from, now) - 3, BASE - height, height, class[point[i].mark], (long long)point[i].number);
        if (point[i].importance >= 0)
            buf_addf(out, ", importance %.2f", point[i].importance);
        html_raw(out, point[i].mark == CHART_QUIET ? ", held back</title></rect>" : "</title></rect>");
    }
    for (int i = 0; i < 6 && n; i++)
        add_label(out, x_of(from + span * i / 6, from, now), from + span * i / 6, span);
    html_raw(out, "</svg>");
}

/* ---- The calendar ---- */

enum { WEEKS = 53, CELL = 15 };

/* Days since some Monday, in local time. */
static int64_t day_of(int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm tm;

    localtime_r(&seconds, &tm);
    return (seconds + tm.tm_gmtoff) / 86400 + 3; /* the first of January 1970 was a Thursday */
}

static void add_months(struct buf *out, int64_t first_day)
{
    int before = -1;

    for (int week = 0; week < WEEKS; week++) {
        time_t seconds = (time_t)((first_day + 7 * week - 3) * 86400);
        struct tm tm;
        char name[8];
        gmtime_r(&seconds, &tm);
        if (tm.tm_mon != before && before >= 0 && week < WEEKS - 1) {
            strftime(name, sizeof name, "%b", &tm);
            buf_addf(out, "<text class=\"t\" x=\"%d\" y=\"11\">%s</text>", 30 + week * CELL, name);
        }
        before = tm.tm_mon;
    }
}

void chart_calendar(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now)
{
    int64_t today = day_of(now), first = today - today % 7 - 7 * (WEEKS - 1);
    int depth[7 * WEEKS] = { 0 };

    for (uint32_t i = 0; i < n; i++) {
        int64_t day = day_of(point[i].at) - first;
        double x = MAX(point[i].importance, 0);
        if (day >= 0 && day < 7 * WEEKS)
            depth[day] = MAX(depth[day], x < .15 ? 1 : x < .35 ? 2 : x < .6 ? 3 : 4);
    }
    html_raw(
        out,
        "<svg width=\"826\" viewBox=\"0 0 826 124\" role=\"img\" aria-label=\"Days with changes in the last year; deeper means more "
        "important\"><text class=\"t\" x=\"0\" y=\"28\">Mon</text><text class=\"t\" x=\"0\" y=\"58\">Wed</text><text class=\"t\" "
        "x=\"0\" y=\"88\">Fri</text>");
    add_months(out, first);
    for (int day = 0; day <= today - first; day++)
        buf_addf(out, "<rect class=\"h%d\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" rx=\"2\"/>", depth[day],
                 30 + day / 7 * CELL, 18 + day % 7 * CELL);
    html_raw(out, "</svg>");
}
