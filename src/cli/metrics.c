/* weft metrics: how much a page changed, in six numbers, once or from version to version. */
#include "compare/metrics.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "archive/frequencies.h"
#include "archive/opening.h"
#include "cli/output.h"
#include "cli/term.h"
#include "page/body.h"
#include "show/plot.h"
#include "visual/vixml.h"

static const struct option option_words = {
    "words", 0, NULL, "Take the files as plain text without markup: a word is what stands between white space.", NULL,
};
static const struct option option_copy_cost = {
    "copy-cost", 0, "A", "What a copied or shrunk word costs in IED, 0 to 1 (0.75); an added one costs 1.", NULL,
};
static const struct option option_move_cost = { "move-cost", 0, "B", "What a moved word costs in IED, 0 to 1 (0.75).", NULL };
static const struct option option_shingle = { "shingle", 0, "K", "Words of a shingle, 1 to 1000000 (10).", NULL };
static const struct option option_series = {
    "series", 0, NULL, "The files are versions of one page, the oldest first: one row for each step from one to the next.", NULL,
};
static const struct option option_plot = { "plot", 0, "SVG", "With --series: draw the six curves into the file SVG.", NULL };

static const struct option option_store = {
    "store", 0, "FILE", "Weigh the words of COS by how many pages of this archive have them. All of its pages are read for that.",
    NULL,
};

enum { METRICS = 6, BAR_MAX = 40, NAME_MAX_CELLS = 40, EIGHTHS = 8 };

/* The six, in the order of the paper. */
static const struct metric {
    const char *name, *words, *key;
    size_t offset; /* of the value in struct metrics */
    enum plot_color color;
    enum plot_line line;
} metric[METRICS] = {
    { "BW", "byte for byte", "bw", offsetof(struct metrics, bw), PLOT_GREY, PLOT_SOLID },
    { "COS", "TF-IDF cosine", "cos", offsetof(struct metrics, cos), PLOT_ORANGE, PLOT_SOLID },
    { "WD", "word distance", "wd", offsetof(struct metrics, wd), PLOT_GREEN, PLOT_DASHED },
    { "ED", "edit distance", "ed", offsetof(struct metrics, ed), PLOT_BLUE, PLOT_SOLID },
    { "SH", "shingles", "sh", offsetof(struct metrics, sh), PLOT_PINK, PLOT_SOLID },
    { "IED", "extended edits", "ied", offsetof(struct metrics, ied), PLOT_RED, PLOT_BOLD },
};
enum { ROW_SH = 4, ROW_IED = 5 };

/* What one run was asked to do. */
struct job {
    char *const *path; /* versions, the oldest first; "-" is standard input */
    uint32_t n;
    bool words, json, series, color;
    unsigned width;
    const char *plot, *output, *store;
    struct metrics_options options;
};

/* One version, read. */
struct version {
    struct arena arena;
    struct page page;
    struct text text;
    struct str bytes;
};

static void version_drop(struct version *v)
{
    arena_drop(&v->arena);
}

static double value_of(const struct metrics *m, unsigned row)
{
    double value;

    memcpy(&value, (const char *)m + metric[row].offset, sizeof value);
    return value;
}

/* "10SH" tells the length of the shingles too. */
static struct str name_of(struct arena *a, const struct job *job, unsigned row)
{
    return row == ROW_SH ? arena_printf(a, "%u%s", job->options.shingle, metric[row].name) : str_of(metric[row].name);
}

static int read_cost(const struct args *args, const struct option *option, double *out, struct err *e)
{
    const char *value = args_value(args, option);
    double cost;

    if (!value)
        return 0;
    if (!args_real(value, &cost) || !(cost >= 0 && cost <= 1))
        return err_set(e, E_USAGE, "metrics: --%s %s is not a cost; give a number from 0 to 1", option->name, value);
    *out = cost + 0.0; /* no -0 */
    return 0;
}

static int read_shingle(const struct args *args, uint32_t *out, struct err *e)
{
    const char *value = args_value(args, &option_shingle);
    uint64_t k;

    if (!value)
        return 0;
    if (!str_number(str_of(value), METRICS_SHINGLE_MAX, &k) || k == 0)
        return err_set(e, E_USAGE, "metrics: --shingle %s is not a length; give a whole number from 1 to %u", value,
                       METRICS_SHINGLE_MAX);
    *out = (uint32_t)k;
    return 0;
}

static int check_files(const struct job *job, struct err *e)
{
    unsigned n_standard = 0;

    for (uint32_t i = 0; i < job->n; i++)
        n_standard += strcmp(job->path[i], "-") == 0;
    if (n_standard > 1)
        return err_set(e, E_USAGE, "metrics: only one file can be '-', since standard input can be read once");
    if (job->n > 2 && !job->series)
        return err_set(e, E_USAGE, "metrics: '%s' is one too many; --series takes more than two versions", job->path[2]);
    if (job->plot && !job->series)
        return err_set(e, E_USAGE, "metrics: --plot draws the steps of --series; give that too");
    if (job->words && job->store)
        return err_set(e, E_USAGE, "metrics: --store counts the words of pages, --words takes plain text; give one of them");
    return 0;
}

static int read_job(const struct args *args, struct job *out, struct err *e)
{
    const char *output = args_value(args, &option_output);
    enum term_when when = (enum term_when)args_choice(args, &option_color);
    int failed;

    *out = (struct job){
        .path = args->operand,
        .n = args->n_operands,
        .words = args_given(args, &option_words),
        .json = args_given(args, &option_json),
        .series = args_given(args, &option_series),
        .color = output ? when == TERM_ALWAYS : term_color(STDOUT_FILENO, when),
        .width = term_width(output ? -1 : STDOUT_FILENO),
        .plot = args_value(args, &option_plot),
        .output = output,
        .store = args_value(args, &option_store),
        .options = METRICS_DEFAULT,
    };
    if ((failed = read_cost(args, &option_copy_cost, &out->options.cost.copy, e))
        || (failed = read_cost(args, &option_move_cost, &out->options.cost.move, e))
        || (failed = read_shingle(args, &out->options.shingle, e)))
        return failed;
    return check_files(out, e);
}

static struct str base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return strcmp(path, "-") == 0 ? STR("standard input") : str_of(slash && slash[1] ? slash + 1 : path);
}

static int read_version(const struct job *job, struct symbols *symbols, const char *path, struct version *out, struct err *e)
{
    int failed;

    *out = (struct version){ .arena = { .budget_bytes = LIMIT_JOB_MEMORY } };
    if ((failed = io_read(&out->arena, path, LIMIT_PAGE_BYTES, &out->bytes, e)))
        return failed;
    struct body body = { .bytes = out->bytes, .name = strcmp(path, "-") == 0 ? STR("") : str_of(path) };
    if (vixml_is(out->bytes))
        return err_set(e, E_FORMAT,
                       "%s: this is Vi-XML, and metrics measures pages and text; 'weft vidiff' compares such documents", path);
    if (job->words)
        out->text = metrics_split(&out->arena, symbols, out->bytes);
    else if (body_read_as(&out->arena, symbols, &body, body_kind(&body), &out->page, e))
        return err_in(e, "%s", path);
    output_left_out(base_name(path), out->page.dom.truncated);
    if (arena_over(symbols->arena) || arena_over(&out->arena))
        return err_set(e, E_LIMIT, "%s: over %u MB of memory for the words", path, (unsigned)(LIMIT_JOB_MEMORY >> 20));
    return 0;
}

static void measure(const struct job *job, const struct symbols *symbols, const struct version *old, const struct version *new,
                    struct metrics *out)
{
    struct text text[2] = { old->text, new->text };

    if (job->words)
        metrics_of_texts(symbols, text, str_eq(old->bytes, new->bytes), &job->options, out);
    else
        metrics_of_pages(&old->page, &new->page, &job->options, out);
}

/* Two versions at a time are in memory, and the words of all. */
static int measure_all(const struct job *job, struct arena *a, struct metrics *step, struct err *e)
{
    AUTO(version) even = { .arena = { 0 } };
    AUTO(version) odd = { .arena = { 0 } };
    struct symbols symbols;
    int failed;

    symbols_open(&symbols, a);
    for (uint32_t i = 0; i < job->n; i++) {
        struct version *new = i % 2 ? &odd : &even, *old = i % 2 ? &even : &odd;
        version_drop(new);
        if ((failed = read_version(job, &symbols, job->path[i], new, e)))
            return failed;
        if (i > 0)
            measure(job, &symbols, old, new, &step[i - 1]);
    }
    return 0;
}

/* The named fields in an object that is open. */
static void json_metrics(struct json *j, const struct metrics *m)
{
    const struct operations *o = &m->operations;

    for (unsigned i = 0; i < METRICS; i++) {
        json_key(j, metric[i].key);
        json_real(j, value_of(m, i));
    }
    json_key(j, "operations");
    json_object(j);
    json_field_number(j, "add", o->add);
    json_field_number(j, "drop", o->drop);
    json_field_number(j, "copy", o->copy);
    json_field_number(j, "shrink", o->shrink);
    json_field_number(j, "replace", o->replace);
    json_field_number(j, "move", o->move);
    json_end(j);
    json_key(j, "extended_edit_distance");
    json_real_digits(j, m->extended_edit_distance, 12);
    json_key(j, "words");
    json_object(j);
    json_field_number(j, "old", m->words_old);
    json_field_number(j, "new", m->words_new);
    json_end(j);
    json_field_number(j, "lcs", m->lcs);
    json_field_str(j, "frequencies", m->from_corpus ? STR("archive") : STR("pair"));
    if (!m->exact)
        json_field_bool(j, "exact", false);
}

static void add_json(const struct job *job, const struct metrics *step, struct buf *out)
{
    struct json j;

    json_open(&j, out, 2);
    if (job->series)
        json_array(&j);
    for (uint32_t i = 0; i + 1 < job->n; i++) {
        json_object(&j);
        if (job->series) {
            json_field_str(&j, "from", str_of(job->path[i]));
            json_field_str(&j, "to", str_of(job->path[i + 1]));
        }
        json_metrics(&j, &step[i]);
        json_end(&j);
    }
    if (job->series)
        json_end(&j);
    buf_add_char(out, '\n');
}

/* A bar of up to `cells` cells, drawn to an eighth of one; what is not 0 is seen. */
static void add_bar(struct buf *out, const struct job *job, double value, unsigned cells)
{
    static const char *const part[EIGHTHS] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
    unsigned eighths = (unsigned)(value * cells * EIGHTHS + 0.5);

    if (eighths == 0)
        eighths = value > 0;
    if (eighths == 0)
        return;
    if (job->color)
        buf_add(out, STR("\033[36m"));
    for (unsigned i = 0; i < eighths / EIGHTHS; i++)
        buf_add(out, STR("█"));
    buf_add(out, str_of(part[eighths % EIGHTHS]));
    if (job->color)
        buf_add(out, STR("\033[0m"));
}

static void add_row(struct buf *out, const struct job *job, const struct metrics *m, unsigned i)
{
    enum { BEFORE_BAR = 34, BAR_LEAST = 8 };
    AUTO(arena) a = { 0 };
    struct str name = name_of(&a, job, i);
    bool bold = job->color && i == ROW_IED;
    unsigned room = job->width > BEFORE_BAR + BAR_LEAST ? job->width - BEFORE_BAR : BAR_LEAST;

    buf_addf(out, "%s%-6.*s %-15s %8.4f%s", bold ? "\033[1m" : "", STR_ARG(name), metric[i].words, value_of(m, i),
             bold ? "\033[0m" : "");
    if (value_of(m, i) > 0)
        buf_add(out, STR("  "));
    add_bar(out, job, value_of(m, i), MIN(room, (unsigned)BAR_MAX));
    buf_add_char(out, '\n');
}

/* What all rows of numbers stand on. */
static void add_notes(struct buf *out, const struct job *job, bool exact)
{
    const struct corpus *corpus = job->options.corpus;

    buf_addf(out, "IED: a copied or shrunk word costs %g, a moved one %g, any other 1.\n", job->options.cost.copy,
             job->options.cost.move);
    if (corpus)
        buf_addf(out, "COS: words are weighed by the %u %s of the archive.\n", corpus->n_pages,
                 corpus->n_pages == 1 ? "page" : "pages");
    else
        buf_addf(out, "COS: words are weighed by the two pages alone, %s.\n",
                 job->store ? "the archive has no page" : "no archive was given");
    if (!exact)
        buf_add(out, STR("ED, IED: the texts differ too much for a certain answer; a longer common subsequence may exist.\n"));
}

static void add_table(const struct job *job, const struct metrics *m, struct buf *out)
{
    const struct operations *o = &m->operations;

    for (unsigned i = 0; i < METRICS; i++)
        add_row(out, job, m, i);
    buf_addf(out, "\nExtended edit distance %.12g: add %u, drop %u, copy %u, shrink %u, replace %u, move %u\n",
             m->extended_edit_distance, o->add, o->drop, o->copy, o->shrink, o->replace, o->move);
    buf_addf(out, "Words: %u old, %u new, %u in both in the same order\n", m->words_old, m->words_new, m->lcs);
    add_notes(out, job, m->exact);
}

/* Cells of a text, a character being one. */
static unsigned cells_of(struct str text)
{
    unsigned n = 0;
    uint32_t c;

    for (const char *at = text.ptr, *end = text.ptr + text.len; at < end; n++)
        at += utf8_next(at, end, &c);
    return n;
}

/* The end of a name that is too long, since versions differ there; blanks behind one that is shorter. */
static void add_name(struct buf *out, struct str name, unsigned cells)
{
    unsigned n = cells_of(name);
    bool cut = n > cells;
    uint32_t c;

    if (cut)
        buf_add(out, STR("…"));
    for (; n > cells - cut; n--)
        name = str_sub(name, utf8_next(name.ptr, name.ptr + name.len, &c), name.len);
    term_add_safe(out, name);
    for (n += cut; n < cells; n++)
        buf_add_char(out, ' ');
}

static void add_step(struct buf *out, const struct job *job, const struct metrics *m, struct str name, unsigned cells)
{
    enum { BEFORE_BAR = METRICS * 8 + 2 };
    unsigned used = cells + BEFORE_BAR;

    add_name(out, name, cells);
    for (unsigned i = 0; i < METRICS; i++)
        buf_addf(out, "%8.4f", value_of(m, i));
    if (job->width >= used + 8 && m->ied > 0) {
        buf_add(out, STR("  "));
        add_bar(out, job, m->ied, MIN(job->width - used, (unsigned)BAR_MAX / 2));
    }
    buf_add_char(out, '\n');
}

static void add_head(struct buf *out, const struct job *job, unsigned cells)
{
    AUTO(arena) a = { 0 };

    add_name(out, STR("version"), cells);
    for (unsigned i = 0; i < METRICS; i++) {
        struct str name = name_of(&a, job, i);
        buf_addf(out, "%8.*s", STR_ARG(name));
    }
    buf_add_char(out, '\n');
    add_name(out, base_name(job->path[0]), cells);
    for (unsigned i = 0; i < METRICS; i++)
        buf_addf(out, "%8s", "-");
    buf_add_char(out, '\n');
}

static void add_steps(const struct job *job, const struct metrics *step, struct buf *out)
{
    unsigned cells = cells_of(STR("version"));
    bool exact = true;

    for (uint32_t i = 0; i < job->n; i++)
        cells = MIN(MAX(cells, cells_of(base_name(job->path[i]))), (unsigned)NAME_MAX_CELLS);
    add_head(out, job, cells);
    for (uint32_t i = 0; i + 1 < job->n; i++) {
        add_step(out, job, &step[i], base_name(job->path[i + 1]), cells);
        exact &= step[i].exact;
    }
    buf_add_char(out, '\n');
    add_notes(out, job, exact);
}

/* A curve for each metric; the point of a step stands over its newer version. */
static int draw(const struct job *job, struct arena *a, const struct metrics *step, struct err *e)
{
    AUTO(buf) svg = BUF(LIMIT_OUTPUT_BYTES);
    uint32_t n = job->n - 1;
    struct plot_curve curve[METRICS];
    struct plot_panel panel = { .x_name = STR("version"), .n = n, .curve = curve, .n_curves = METRICS, .n_ticks = n };
    double *x = NEW_ARRAY(a, double, n);
    struct plot_tick *tick = NEW_ARRAY(a, struct plot_tick, n);
    struct str *name = NEW_ARRAY(a, struct str, n);
    int failed;

    for (uint32_t s = 0; s < n; s++) {
        x[s] = s + 1;
        name[s] = base_name(job->path[s + 1]);
        tick[s] = (struct plot_tick){ s + 1, name[s] };
    }
    for (unsigned i = 0; i < METRICS; i++) {
        double *y = NEW_ARRAY(a, double, n);
        for (uint32_t s = 0; s < n; s++)
            y[s] = value_of(&step[s], i);
        curve[i] = (struct plot_curve){ name_of(a, job, i), metric[i].color, metric[i].line, y };
    }
    panel.x = x;
    panel.tick = tick;
    panel.point = name;
    plot_svg(STR("How much each version changed"), &panel, 1, 1, &svg);
    if ((failed = buf_check(&svg, e)))
        return failed;
    return output_text(job->plot, buf_str(&svg), e);
}

/* Whoever can read the file may count all of it. */
static int read_frequencies(struct arena *a, struct frequencies *out, const char *path, struct err *e)
{
    AUTO(store) s = { 0 };
    struct caller c = { .who = { .role = ROLE_ADMIN }, .store = &s, .arena = a, .now = 0 };
    int failed = archive_open(&s, path, &(struct store_options){ .read_only = true }, e);

    return failed ? failed : frequencies_read(out, &c, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(frequencies) frequencies = { 0 };
    struct job job;
    int failed;

    if ((failed = read_job(args, &job, e)) || (job.store && (failed = read_frequencies(&a, &frequencies, job.store, e))))
        return failed;
    if (frequencies.corpus.n_pages)
        job.options.corpus = &frequencies.corpus;
    struct metrics *step = NEW_ARRAY(&a, struct metrics, job.n);
    if ((failed = measure_all(&job, &a, step, e)))
        return failed;
    if (job.plot && (failed = draw(&job, &a, step, e)))
        return failed;
    if (job.json)
        add_json(&job, step, &out);
    else if (job.series)
        add_steps(&job, step, &out);
    else
        add_table(&job, &step[0], &out);
    if ((failed = buf_check(&out, e)) || (failed = output_text(job.output, buf_str(&out), e)))
        return failed;
    return STATUS_SAME;
}

static const struct option *const options[] = {
    &option_json,   &option_words, &option_copy_cost, &option_move_cost, &option_shingle,
    &option_series, &option_plot,  &option_store,     &option_output,    &option_color,
    NULL,
};

static const struct example examples[] = {
    { "weft metrics old.html new.html", "the six values, and how often each operation was used" },
    { "weft metrics old.txt new.txt --words --copy-cost 0.4 --move-cost 0.9", "of two plain texts, with other costs" },
    { "weft metrics --series v1.html v2.html v3.html --plot curves.svg", "step by step, and as a picture" },
    { NULL, NULL },
};

const struct command command_metrics = {
    .name = "metrics",
    .args = "OLD NEW [FILE...]",
    .summary = "tells how much a page changed, in six numbers",
    .help =
        "Compares the words of two pages ('-' is standard input) and prints six numbers from 0, nothing changed, to 1, all did. Markup and "
        "what is hidden are left out.\n\n"
        "BW is 0 where the text with its white space is the same, else 1. COS is the TF-IDF cosine distance; a word is weighed by "
        "ln((1 + pages) / (1 + pages that have it)) + 1, the pages being the two, or those of an archive (--store). WD counts the words that both pages have, in any order, ED those in "
        "the same order. SH compares the sets of all runs of K words. IED knows six operations, add, drop, copy, shrink, replace and move, "
        "and is the cost of all that were used for each word of the longer page.\n\n"
        "The exit status is 0 where the numbers could be computed, whether or not the pages differ, and 2 when something failed.",
    .options = options,
    .examples = examples,
    .run = run,
};
