/* In: points in time. Out: two drawings, 820 units wide. O(points + days). */
#include "serve/chart.h"

#include <time.h>

#include "base/duration.h"
#include "base/share.h"
#include "serve/html.h"

enum { WIDTH = 820, LEFT = 24, TOP = 14, BASE = 100 };

static double x_of(int64_t at, int64_t from, int64_t to)
{
    return LEFT + 4 + (WIDTH - LEFT - 14) * (double)(at - from) / (double)MAX(to - from, 1);
}

enum { LABEL_MAX = 32 };

static void label_of(char words[LABEL_MAX], int64_t at, int64_t span)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm tm;

    localtime_r(&seconds, &tm);
    strftime(words, LABEL_MAX, span < 2 * DURATION_DAY_MS ? "%H:%M" : span < 120 * DURATION_DAY_MS ? "%e %b" : "%b %Y", &tm);
}

/* Six of them, but none twice: a page that was added a minute ago has one. */
static void add_labels(struct buf *out, int64_t from, int64_t now)
{
    char words[LABEL_MAX], last[LABEL_MAX] = "";

    for (int i = 0; i < 6; i++) {
        int64_t at = from + (now - from) * i / 6;
        label_of(words, at, now - from);
        if (strcmp(words, last) != 0)
            buf_addf(out, "<text class=\"t\" x=\"%.0f\" y=\"116\">%s</text>", x_of(at, from, now), words);
        memcpy(last, words, sizeof last);
    }
}

void chart_importance(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now)
{
    static const char *const class[] = { [CHART_SHOWN] = "p-2", [CHART_NEWS] = "p-acc", [CHART_QUIET] = "s-hold" };
    int64_t from = n ? point[0].at : now;
    double highest = 0;

    for (uint32_t i = 0; i < n; i++)
        highest = MAX(highest, point[i].importance);
    buf_addf(
        out,
        "<svg viewBox=\"0 0 820 122\" role=\"img\" aria-label=\"Importance of each version over time; the highest is %.*f\">"
        "<path class=\"s-hair\" d=\"M20 14H820M20 100H820\"/><text class=\"t\" x=\"0\" y=\"18\">1</text><text class=\"t\" x=\"0\" "
        "y=\"104\">0</text><path class=\"s-2\" stroke-dasharray=\"2 4\" d=\"M20 48.4H820\"/>",
        share_digits(highest), highest);
    for (uint32_t i = 1; i < n; i++) {
        double value = MAX(point[i].importance, .02), height = value * (BASE - TOP);
        buf_addf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"%.1f\" rx=\"1.5\" class=\"%s\"><title>Version %lld",
                 x_of(point[i].at, from, now) - 3, BASE - height, height, class[point[i].mark], (long long)point[i].number);
        if (point[i].importance >= 0)
            buf_addf(out, ", importance %.*f", share_digits(point[i].importance), point[i].importance);
        html_raw(out, point[i].mark == CHART_QUIET ? ", held back</title></rect>" : "</title></rect>");
    }
    html_raw(
        out,
        "<rect class=\"p-surf\" x=\"22\" y=\"32\" width=\"104\" height=\"15\"/><text class=\"t\" x=\"24\" y=\"44\">matters from 0.60</text>");
    if (n)
        add_labels(out, from, now);
    html_raw(out, "</svg>");
}

void chart_messages(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now)
{
    int64_t from = n ? point[0].at : now;

    buf_addf(
        out,
        "<svg viewBox=\"0 60 820 62\" role=\"img\" aria-label=\"%u message%s over time\"><path class=\"s-hair\" d=\"M20 100H820\"/>",
        n, n == 1 ? "" : "s");
    for (uint32_t i = 0; i < n; i++)
        buf_addf(out, "<rect x=\"%.1f\" y=\"70\" width=\"5\" height=\"30\" rx=\"1.5\" class=\"p-acc\"/>",
                 x_of(point[i].at, from, MAX(now, point[n - 1].at)) - 3);
    if (n)
        add_labels(out, from, now);
    html_raw(out, "</svg>");
}

/* ---- Size and words ---- */

enum { SIZE_BASE = 52, WORDS_BASE = 78, WORDS_HEIGHT = 20 };

static double size_y(int64_t bytes, int64_t most)
{
    return SIZE_BASE - (SIZE_BASE - TOP) * (double)MAX(bytes, 0) / (double)MAX(most, 1);
}

/* A version stands until the next one comes: the line has steps. */
static void add_size_line(struct buf *out, const struct chart_point *point, uint32_t n, int64_t most, int64_t now)
{
    html_raw(out, "<path class=\"s-2\" d=\"");
    for (uint32_t i = 0; i < n; i++) {
        double x = x_of(point[i].at, point[0].at, now), y = size_y(point[i].bytes, most);
        buf_addf(out, i ? "H%.1fV%.1f" : "M%.1f %.1f", x, y);
    }
    buf_addf(out, "H%.1f\"/>", x_of(now, point[0].at, now));
}

static void add_words_bar(struct buf *out, double x, uint32_t in, uint32_t gone, uint32_t most)
{
    double up = WORDS_HEIGHT * (double)in / MAX(most, 1u), down = WORDS_HEIGHT * (double)gone / MAX(most, 1u);

    buf_addf(out,
             "<g><title>%u words added, %u removed</title><rect class=\"p-in\" x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"%.1f\"/>"
             "<rect class=\"p-out\" x=\"%.1f\" y=\"%d\" width=\"6\" height=\"%.1f\"/></g>",
             in, gone, x - 3, WORDS_BASE - up, up, x - 3, WORDS_BASE, down);
}

void chart_sizes(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now)
{
    int64_t most = 0;
    uint32_t words = 0;

    for (uint32_t i = 0; i < n; i++) {
        most = MAX(most, point[i].bytes);
        words = MAX(words, MAX(point[i].words_in, point[i].words_out));
    }
    html_raw(out, "<svg viewBox=\"0 0 820 122\" role=\"img\" aria-label=\"Size of each version over time, at most ");
    html_add_bytes(out, most);
    buf_addf(
        out,
        "; words added and removed, at most %u\"><path class=\"s-hair\" d=\"M20 52H820M20 78H820\"/><text class=\"t\" x=\"24\" y=\"11\">",
        words);
    html_add_bytes(out, most);
    html_raw(out, "</text>");
    if (n == 0) {
        html_raw(out, "</svg>");
        return;
    }
    add_size_line(out, point, n, most, now);
    for (uint32_t i = 0; i < n; i++)
        add_words_bar(out, x_of(point[i].at, point[0].at, now), point[i].words_in, point[i].words_out, words);
    add_labels(out, point[0].at, now);
    html_raw(out, "</svg>");
}

/* ---- Six measures ---- */

enum { MEASURES = 6 };

static double measure_of(const struct metrics *x, size_t which)
{
    return (const double[MEASURES]){ x->bw, x->cos, x->wd, x->ed, x->sh, x->ied }[which];
}

void chart_measures(struct buf *out, const struct chart_point *point, uint32_t n)
{
    html_raw(
        out,
        "<svg viewBox=\"0 0 820 122\" role=\"img\" aria-label=\"Six measures of change for each version; the table below has the numbers\">"
        "<path class=\"s-hair\" d=\"M20 14H820M20 100H820\"/><text class=\"t\" x=\"0\" y=\"18\">1</text><text class=\"t\" x=\"0\" y=\"104\">0</text>");
    for (size_t m = 0; m < MEASURES; m++) {
        buf_addf(out, "<path class=\"m-line m%zu\" d=\"", m);
        for (uint32_t i = 0; i < n; i++) {
            double value = measure_of(&point[i].metrics, m);
            buf_addf(out, "%s%.1f %.1f", i ? "L" : "M", x_of(i, 0, MAX(n, 2u) - 1), BASE - value * (BASE - TOP));
        }
        html_raw(out, "\"/>");
    }
    for (uint32_t i = 0; i < n; i += MAX(n / 12, 1u))
        buf_addf(out, "<text class=\"t\" x=\"%.0f\" y=\"116\" text-anchor=\"middle\">%lld</text>", x_of(i, 0, MAX(n, 2u) - 1),
                 (long long)point[i].number);
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

static void add_day(struct buf *out, int64_t page, int day, int depth, const struct chart_point *best)
{
    if (best)
        buf_addf(out, "<a href=\"/page/%lld/diff?b=%lld\"><title>Version %lld</title>", (long long)page, (long long)best->number,
                 (long long)best->number);
    buf_addf(out, "<rect class=\"h%d\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" rx=\"2\"/>%s", depth, 30 + day / 7 * CELL,
             18 + day % 7 * CELL, best ? "</a>" : "");
}

void chart_calendar(struct buf *out, int64_t page, const struct chart_point *point, uint32_t n, int64_t now)
{
    int64_t today = day_of(now), first = today - today % 7 - 7 * (WEEKS - 1);
    int depth[7 * WEEKS] = { 0 };
    const struct chart_point *best[7 * WEEKS] = { 0 };

    for (uint32_t i = 0; i < n; i++) {
        int64_t day = day_of(point[i].at) - first;
        double x = MAX(point[i].importance, 0);
        if (day < 0 || day >= 7 * WEEKS)
            continue;
        depth[day] = MAX(depth[day], x < .15 ? 1 : x < .35 ? 2 : x < .6 ? 3 : 4);
        if (!best[day] || x >= best[day]->importance)
            best[day] = &point[i];
    }
    html_raw(
        out,
        "<svg width=\"826\" viewBox=\"0 0 826 124\" role=\"group\" aria-label=\"Days with changes in the last year; deeper means more "
        "important\"><text class=\"t\" x=\"0\" y=\"28\">Mon</text><text class=\"t\" x=\"0\" y=\"58\">Wed</text><text class=\"t\" "
        "x=\"0\" y=\"88\">Fri</text>");
    add_months(out, first);
    for (int day = 0; day <= today - first; day++)
        add_day(out, page, day, depth[day], best[day]);
    html_raw(out, "</svg>");
}
