/* Curves as SVG: what is drawn, where, and that no name breaks out of its place. */
#include "show/plot.h"

#include "base/limits.h"
#include "tests/tap.h"

static const double xs[] = { 0, 1, 2 };
static const double ys[] = { 0, 0.5, 1 };
static const struct plot_tick ticks[] = { { 0, STR_INIT("first") }, { 2, STR_INIT("last") } };

static size_t count(struct str text, const char *needle)
{
    size_t n = 0;

    for (size_t at = str_find(text, str_of(needle), 0); at != SIZE_MAX; at = str_find(text, str_of(needle), at + 1))
        n++;
    return n;
}

static bool has(const struct buf *b, const char *needle)
{
    return count(buf_str(b), needle) > 0;
}

static void test_one(void)
{
    AUTO(buf) out = BUF(MIB(1));
    AUTO(buf) again = BUF(MIB(1));
    const struct plot_curve curve[] = { { STR("up"), PLOT_RED, PLOT_BOLD, ys }, { STR("same"), PLOT_BLUE, PLOT_SOLID, ys } };
    struct plot_panel panel = {
        .x_name = STR("step"), .x = xs, .n = 3, .curve = curve, .n_curves = 2, .tick = ticks, .n_ticks = 2
    };

    plot_svg(STR("Title"), &panel, 1, 1, &out);
    plot_svg(STR("Title"), &panel, 1, 1, &again);
    eq_str(buf_str(&again), buf_str(&out), "same curves, same bytes");
    ok(str_starts(buf_str(&out), STR("<svg xmlns=")) && str_ends(buf_str(&out), STR("</svg>\n")), "a whole file");
    ok(has(&out, "<title>Title</title>") && has(&out, ">step</text>") && has(&out, ">first</text>") && has(&out, ">last</text>"),
       "names");
    eq_int(count(buf_str(&out), "<circle "), 6, "few points have marks");
    ok(has(&out, "<title>1: up 0.5000</title>"), "with their values");
    ok(has(&out, "class=\"m b\" d=\"M68.0 438.0L458.0 273.0L848.0 108.0\""), "0 is at the foot, 1 at the top");
    ok(!has(&out, "<script"), "no script");
}

static void test_hostile(void)
{
    AUTO(buf) out = BUF(MIB(1));
    const struct plot_curve curve[] = { { STR("<b>&\"\x01\xff\xc2\xa0"), PLOT_RED, PLOT_BOLD, ys } };
    const struct plot_tick tick[] = { { 0, STR("a very long name of a version </svg>") } };
    const struct str point[] = { STR("]]>"), STR("\x1b[0m"), STR("") };
    struct plot_panel panel = { .x = xs, .n = 3, .curve = curve, .n_curves = 1, .tick = tick, .n_ticks = 1, .point = point };

    plot_svg(STR("</title><script>"), &panel, 1, 1, &out);
    ok(!has(&out, "<script") && !has(&out, "<b>") && count(buf_str(&out), "</svg>") == 1, "markup in names is text");
    ok(!has(&out, "\x01") && !has(&out, "\xff") && !has(&out, "\x1b") && !has(&out, "&nbsp;"), "and what XML has not is not there");
    ok(has(&out, "…ame of a version &#60;/svg&#62;<"), "a long label keeps its end");
}

static void test_sizes(void)
{
    enum { MANY = 500 };
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(MIB(4));
    double *x = NEW_ARRAY(&a, double, MANY), *y = NEW_ARRAY(&a, double, MANY);
    struct plot_tick *tick = NEW_ARRAY(&a, struct plot_tick, MANY);
    struct plot_curve curve[] = { { STR("c"), PLOT_GREEN, PLOT_DASHED, y } };
    struct plot_panel panel[3] = {
        { .title = STR("one"), .x = x, .n = MANY, .curve = curve, .n_curves = 1, .tick = tick, .n_ticks = MANY }
    };

    for (uint32_t i = 0; i < MANY; i++) {
        x[i] = i;
        tick[i] = (struct plot_tick){ i, arena_printf(&a, "version-%u.html", i) };
    }
    plot_svg(STR(""), panel, 1, 1, &out);
    size_t labels = count(buf_str(&out), ">version-");
    ok(labels > 10 && labels < 100, "labels that have no room are left out (%zu)", labels);
    ok(count(buf_str(&out), "<circle ") == 0 && has(&out, "rotate("), "many points have no marks, long labels are slanted");
    buf_clear(&out);
    panel[1] = panel[2] = panel[0];
    plot_svg(STR(""), panel, 3, 2, &out);
    eq_int(count(buf_str(&out), "class=\"m d\""), 4, "three panels and one legend");
    buf_clear(&out);
    panel[0].n = 1;
    panel[0].n_ticks = 0;
    plot_svg(STR(""), panel, 1, 1, &out);
    ok(has(&out, "M458.0 438.0\""), "a single point stands in the middle");
    buf_clear(&out);
    plot_svg(STR("none"), NULL, 0, 1, &out);
    ok(str_ends(buf_str(&out), STR("</svg>\n")), "no panel at all");
}

int main(void)
{
    test_one();
    test_hostile();
    test_sizes();
    return tap_done();
}
