/* In: points of the outlook, counts by hour. Out: SVG with classes for its colours. O(points). */
#include "serve/status_chart.h"

#include <math.h>

#include "serve/html.h"

enum { LEFT = 44, RIGHT = 414, TOP = 20, BASE = 180 };

/* Budgets double from mark to mark. */
static double x_of(const struct outlook *x, double factor)
{
    double from = log2(x->point[0].factor), to = log2(x->point[OUTLOOK_POINTS - 1].factor);

    return LEFT + (RIGHT - LEFT) * (log2(factor) - from) / MAX(to - from, 1e-9);
}

/* The lowest line: the tens below the worst, so that the curve uses the room. */
static double floor_of(const struct outlook *x)
{
    double least = 1;

    for (unsigned i = 0; i < OUTLOOK_POINTS; i++)
        least = MIN(least, x->point[i].freshness);
    return MIN(floor(MAX(least, 0) * 10) / 10, .9);
}

static double y_of(double freshness, double floor)
{
    return BASE - (BASE - TOP) * (MIN(freshness, 1) - floor) / (1 - floor);
}

static void add_grid(struct buf *out, double floor)
{
    for (int i = 0; i <= 2; i++) {
        double value = floor + (1 - floor) * i / 2;
        buf_addf(
            out,
            "<path class=\"s-hair\" d=\"M%d %.1fH%d\"/><text class=\"t\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f %%</text>",
            LEFT, y_of(value, floor) + .5, RIGHT, LEFT - 6, y_of(value, floor) + 4, value * 100);
    }
}

static void add_curve(struct buf *out, const struct outlook *x, double floor)
{
    AUTO(buf) line = BUF(4096);

    for (unsigned i = 0; i < OUTLOOK_POINTS; i++)
        buf_addf(&line, "%s%.1f %.1f", i ? "L" : "M", x_of(x, x->point[i].factor), y_of(x->point[i].freshness, floor));
    buf_addf(out, "<path class=\"p-soft\" d=\"%.*sL%d %dL%d %dZ\"/><path class=\"s-acc\" d=\"%.*s\"/>", STR_ARG(buf_str(&line)),
             RIGHT, BASE, LEFT, BASE, STR_ARG(buf_str(&line)));
}

void chart_budget(struct buf *out, const struct outlook *x)
{
    double floor = floor_of(x), here = x_of(x, 1), height = y_of(x->now.freshness, floor);

    buf_addf(
        out,
        "<svg viewBox=\"0 0 424 206\" role=\"img\" aria-label=\"How much of what is known is up to date, by visits a day: %.0f percent at "
        "%.1f a day now, %.0f percent at %.1f\">",
        x->now.freshness * 100, x->now.visits_a_day, x->point[OUTLOOK_POINTS - 1].freshness * 100,
        x->point[OUTLOOK_POINTS - 1].visits_a_day);
    add_grid(out, floor);
    add_curve(out, x, floor);
    buf_addf(
        out,
        "<path class=\"s-2\" stroke-dasharray=\"2 3\" d=\"M%.1f %.1fV%d\"/><circle class=\"p-acc\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/><text "
        "class=\"tb\" x=\"%.1f\" y=\"%.1f\">now %.0f %%</text>",
        here, height, BASE, here, height, here + 8, MIN(height + 22, BASE - 8.0), x->now.freshness * 100);
    for (unsigned i = 0; i < OUTLOOK_POINTS; i += 4) { /* the least, the one there is, the most */
        static const char *const anchor[] = { "start", "middle", "end" };
        buf_addf(out, "<text class=\"t\" x=\"%.1f\" y=\"198\" text-anchor=\"%s\">", x_of(x, x->point[i].factor), anchor[i / 4]);
        if (x->point[i].visits_a_day < 9.95)
            buf_addf(out, "%.1f", x->point[i].visits_a_day);
        else
            html_add_count(out, (uint64_t)(x->point[i].visits_a_day + .5));
        html_raw(out, i == OUTLOOK_POINTS - 1 ? " a day</text>" : "</text>");
    }
    html_raw(out, "</svg>");
}

void chart_hours(struct buf *out, const uint64_t hours[STANDING_HOURS])
{
    uint64_t most = 1, sum = 0;
    unsigned busiest = 0;

    for (unsigned i = 0; i < STANDING_HOURS; i++) {
        busiest = hours[i] > hours[busiest] ? i : busiest;
        most = MAX(most, hours[i]);
        sum += hours[i];
    }
    buf_addf(
        out,
        "<svg viewBox=\"0 0 420 68\" role=\"img\" aria-label=\"%llu pages are visited within 24 hours, most of them in hour %u\"><path class=\"s-hair\" "
        "d=\"M0 50.5H420\"/>",
        (unsigned long long)sum, busiest + 1);
    for (unsigned i = 0; i < STANDING_HOURS; i++) {
        double height = hours[i] ? MAX(46.0 * (double)hours[i] / (double)most, 2) : 0;
        buf_addf(
            out,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"13\" height=\"%.1f\" rx=\"1\"><title>%llu in hour %u</title></rect>",
            i == 0 ? "p-acc" : "h2", 2 + i * 17.4, 50 - height, height, (unsigned long long)hours[i], i + 1);
    }
    html_raw(
        out,
        "<text class=\"t\" x=\"0\" y=\"64\">now</text><text class=\"t\" x=\"210\" y=\"64\" text-anchor=\"middle\">in 12 h</text><text "
        "class=\"t\" x=\"420\" y=\"64\" text-anchor=\"end\">in 24 h</text></svg>");
}
