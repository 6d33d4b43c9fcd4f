/* The paper's evaluation again (section 5.2): criteria_curves FOLDER
 *
 * Fig. 7: pages of 1,000 words, every kind of change over the whole range of changed words. Fig. 8: pages of 4 to 8,192 words, a quarter
 * changed (the paper's "three words on a 2^4 word page" is taken for four). Pages are made by criteria_make.h.
 * Out: FOLDER/fig7.csv and fig8.csv, a row for each page: the criterion and the six metrics; fig7.svg and fig8.svg; and on standard
 * output how far each metric lies from the criterion, on average and at most. Exit status 1 where IED is 0.01 off or more. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "bench/criteria_make.h"
#include "compare/metrics.h"
#include "show/plot.h"

enum { METRICS = 6, CURVES = METRICS + 1, STEP = 5, POINTS_MAX = 256, FIG7_WORDS = 1000, IED = 5 };

static const char *const names[METRICS] = { "BW", "COS", "WD", "ED", "10SH", "IED" };

/* One kind of change: the criterion and the six metrics at each point. */
struct series {
    uint32_t n;
    uint32_t words[POINTS_MAX], changed[POINTS_MAX];
    double x[POINTS_MAX], y[CURVES][POINTS_MAX];
};

struct figure {
    struct arena arena;
    struct symbols symbols;
    struct criteria_pair *pair;
    struct series series[CRITERIA_KINDS];
};

static void measure(struct figure *f, enum criteria_kind kind, uint32_t words, uint32_t changed, double x)
{
    struct metrics_options o = METRICS_DEFAULT;
    struct series *s = &f->series[kind];
    struct metrics m;

    criteria_make(kind, words, changed, f->pair);
    struct text text[2] = { { f->pair->old, f->pair->n_old }, { f->pair->new, f->pair->n_new } };
    metrics_of_texts(&f->symbols, text, changed == 0, &o, &m);
    const double value[CURVES] = { m.bw, m.cos, m.wd, m.ed, m.sh, m.ied, criteria_value(kind, words, changed) };
    for (unsigned c = 0; c < CURVES; c++)
        s->y[c][s->n] = value[c];
    s->words[s->n] = words;
    s->changed[s->n] = changed;
    s->x[s->n++] = x;
}

static void make_fig7(struct figure *f)
{
    for (enum criteria_kind kind = 0; kind < CRITERIA_KINDS; kind++) {
        uint32_t most = criteria_most(kind, FIG7_WORDS);
        f->series[kind].n = 0;
        for (uint32_t x = 0; x < most; x += STEP)
            measure(f, kind, FIG7_WORDS, x, x);
        measure(f, kind, FIG7_WORDS, most, most);
    }
}

static void make_fig8(struct figure *f)
{
    for (enum criteria_kind kind = 0; kind < CRITERIA_KINDS; kind++) {
        f->series[kind].n = 0;
        for (uint32_t words = 4; words <= CRITERIA_WORDS_MAX; words *= 2)
            measure(f, kind, words, words / 4, log2(words));
    }
}

static void add_csv(const struct figure *f, struct buf *out)
{
    buf_add(out, STR("change,words,changed,bw,cos,wd,ed,sh,ied,criterion\n"));
    for (unsigned kind = 0; kind < CRITERIA_KINDS; kind++) {
        const struct series *s = &f->series[kind];
        for (uint32_t i = 0; i < s->n; i++) {
            buf_addf(out, "%s,%u,%u", criteria_names[kind], s->words[i], s->changed[i]);
            for (unsigned c = 0; c < CURVES; c++)
                buf_addf(out, ",%.6f", s->y[c][i]);
            buf_add_char(out, '\n');
        }
    }
}

static void add_svg(const struct figure *f, struct str title, struct str x_name, const struct plot_tick *tick, uint32_t n_ticks,
                    struct buf *out)
{
    static const enum plot_color color[CURVES] = { PLOT_GREY, PLOT_ORANGE, PLOT_GREEN, PLOT_BLUE, PLOT_PINK, PLOT_RED, PLOT_INK };
    struct plot_curve curve[CRITERIA_KINDS][CURVES];
    struct plot_panel panel[CRITERIA_KINDS];

    for (unsigned kind = 0; kind < CRITERIA_KINDS; kind++) {
        const struct series *s = &f->series[kind];
        for (unsigned c = 0; c < CURVES; c++) {
            enum plot_line line = c == IED ? PLOT_BOLD : c == METRICS ? PLOT_DOTTED : c == 2 ? PLOT_DASHED : PLOT_SOLID;
            struct str name = c == METRICS ? STR("criterion") : str_of(names[c]);
            curve[kind][c] = (struct plot_curve){ name, color[c], line, s->y[c] };
        }
        panel[kind] = (struct plot_panel){ .title = str_of(criteria_names[kind]),
                                           .x_name = x_name,
                                           .x = s->x,
                                           .n = s->n,
                                           .curve = curve[kind],
                                           .n_curves = CURVES,
                                           .tick = tick,
                                           .n_ticks = n_ticks };
        while (panel[kind].n_ticks && tick[panel[kind].n_ticks - 1].at > s->x[s->n - 1] + 1)
            panel[kind].n_ticks--;
    }
    plot_svg(title, panel, CRITERIA_KINDS, 3, out);
}

/* Mean and largest distance from the criterion. */
static bool print_table(const struct figure *f, const char *title)
{
    bool good = true;

    printf("\n%s: distance from the criterion, mean and largest\n  %-8s", title, "");
    for (unsigned c = 0; c < METRICS; c++)
        printf("%16s", names[c]);
    putchar('\n');
    for (unsigned kind = 0; kind < CRITERIA_KINDS; kind++) {
        const struct series *s = &f->series[kind];
        printf("  %-8s", criteria_names[kind]);
        for (unsigned c = 0; c < METRICS; c++) {
            double sum = 0, most = 0;
            for (uint32_t i = 0; i < s->n; i++) {
                double off = fabs(s->y[c][i] - s->y[METRICS][i]);
                sum += off;
                most = fmax(most, off);
            }
            printf("   %6.3f %6.3f", sum / s->n, most);
            good &= c != IED || most < 0.01;
        }
        putchar('\n');
    }
    return good;
}

static void write_file(const char *folder, const char *name, const struct buf *b)
{
    char path[4096];
    struct err e;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (buf_check(b, &e) || io_write(path, buf_str(b), &e)) {
        fprintf(stderr, "criteria: %s\n", e.text);
        exit(2);
    }
}

static void write_figure(const struct figure *f, const char *folder, bool seventh)
{
    AUTO(buf) csv = BUF(MIB(16));
    AUTO(buf) svg = BUF(MIB(16));
    AUTO(arena) a = { 0 };
    struct plot_tick tick[16];
    const uint32_t n_ticks = 6;

    for (uint32_t i = 0; i < n_ticks; i++)
        tick[i] = seventh ? (struct plot_tick){ i * 200, arena_printf(&a, "%u", i * 200) }
                          : (struct plot_tick){ 2 * i + 2, arena_printf(&a, "%u", 4u << 2 * i) };
    add_csv(f, &csv);
    if (seventh)
        add_svg(f, STR("Pages of 1,000 words: metrics and criterion by changed words"), STR("changed words"), tick, n_ticks, &svg);
    else
        add_svg(f, STR("A quarter changed: metrics and criterion by size of the page"), STR("words of the page"), tick, n_ticks,
                &svg);
    write_file(folder, seventh ? "fig7.csv" : "fig8.csv", &csv);
    write_file(folder, seventh ? "fig7.svg" : "fig8.svg", &svg);
}

int main(int argc, char **argv)
{
    static struct figure f;
    bool good = true;

    if (argc != 2) {
        fprintf(stderr, "criteria: give a folder\n");
        return 2;
    }
    f.pair = NEW(&f.arena, struct criteria_pair);
    symbols_open(&f.symbols, &f.arena);
    for (uint32_t i = f.symbols.n; i <= 2 * CRITERIA_WORDS_MAX; i++)
        symbols_add(&f.symbols, arena_printf(&f.arena, "w%u", i));
    make_fig7(&f);
    good &= print_table(&f, "Fig. 7, pages of 1,000 words");
    write_figure(&f, argv[1], true);
    make_fig8(&f);
    good &= print_table(&f, "Fig. 8, 4 to 8,192 words, a quarter changed");
    write_figure(&f, argv[1], false);
    arena_drop(&f.arena);
    return !good;
}
