/* weft fragments lifetime: which parts of a page change, and how long each lives. */
#include <math.h>
#include <unistd.h>

#include "base/json.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/fragments.h"
#include "cli/output.h"
#include "cli/term.h"
#include "fragment/history.h"
#include "show/fragments.h"

static const struct option option_similar = {
    "similar", 0, "F", "What two parts must have in common to be taken for versions of each other, above 0 to 1 (0.3).", NULL,
};

enum { ROWS_SHOWN = 60 };

static const char *status_name(enum lp_status status)
{
    return status == LP_POSITION ? "position" : "value";
}

static void add_json(const struct history_result *r, struct buf *out)
{
    struct json j;

    json_open(&j, out, 0);
    json_object(&j);
    json_field_number(&j, "versions", r->n_versions);
    json_key(&j, "fragments");
    json_array(&j);
    for (uint32_t i = 0; i < r->n; i++) {
        const struct history_fragment *f = &r->item[i];
        json_object(&j);
        json_field_str(&j, "path", f->path);
        json_field_number(&j, "bytes", f->bytes);
        json_field_str(&j, "status", str_of(status_name(f->status)));
        json_field_str(&j, "class", str_of(history_class_name(f->class)));
        json_field_real(&j, "lifetime_s", f->lifetime.middle_s);
        json_field_real(&j, "low_s", f->lifetime.low_s);
        json_field_real(&j, "high_s", f->lifetime.high_s);
        json_field_number(&j, "first", f->first + 1);
        json_field_number(&j, "last", f->last + 1);
        moment_json(&j, "gone_at", isnan(f->gone_s) ? INT64_MAX : (int64_t)(f->gone_s * 1000));
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    buf_add_char(out, '\n');
}

static void add_row(struct buf *out, const struct history_fragment *f)
{
    AUTO(buf) span = BUF(200);
    AUTO(buf) range = BUF(200);

    if (isnan(f->lifetime.middle_s)) {
        buf_add(&span, STR("unknown"));
    } else {
        fragments_life_span(&span, f, f->lifetime.middle_s);
        fragments_life_range(&range, f);
    }
    buf_addf(out, "%-7s %-9s %7u  %-16.*s %-27.*s ", history_class_name(f->class), status_name(f->status), f->bytes,
             STR_ARG(buf_str(&span)), STR_ARG(buf_str(&range)));
    term_add_safe(out, f->path);
    buf_add_char(out, '\n');
}

/* The rows [from, to), as many as a person reads. */
static void add_rows(const struct history_result *r, uint32_t from, uint32_t to, struct buf *out)
{
    for (uint32_t i = from; i < to && i < from + ROWS_SHOWN; i++) {
        const struct history_fragment *f = &r->item[i];
        bool first = i == from || f->last != f[-1].last;
        if (f->node == NONE && first) {
            buf_addf(out, "after version %u", f->last + 1);
            if (!isnan(f->gone_s)) {
                buf_add(out, STR(", missing on "));
                moment_add(out, (int64_t)(f->gone_s * 1000));
            }
            buf_add(out, STR(":\n"));
        }
        add_row(out, f);
    }
    if (to - from > ROWS_SHOWN)
        buf_addf(out, "and %u more; --json lists all of them\n", to - from - ROWS_SHOWN);
}

/* `from`: where the times come from; NULL: nobody knows. */
static void add_text(const struct history_result *r, const char *from, struct buf *out)
{
    uint32_t n[3] = { 0 };

    for (uint32_t i = 0; i < r->n; i++)
        n[r->item[i].class]++;
    if (r->n == 0) {
        buf_addf(out, "No part of the page changed or moved in %u %s\n", r->n_versions,
                 r->n_versions == 1 ? "version" : "versions");
        return;
    }
    buf_addf(out, "%u %s of the page changed or moved in %u versions: %u churn, %u scroll, %u static (times: %s)\n", r->n,
             r->n == 1 ? "part" : "parts", r->n_versions, n[CLASS_CHURN], n[CLASS_SCROLL], n[CLASS_STATIC],
             from ? from : "unknown");
    buf_add(out, STR("\nclass   changed     bytes  lives            nine times in ten           where\n"));
    add_rows(r, 0, r->n_there, out);
    if (r->n > r->n_there)
        buf_addf(out, "\n%u of them %s gone:\n", r->n - r->n_there, r->n - r->n_there == 1 ? "is" : "are");
    add_rows(r, r->n_there, r->n, out);
}

int fragments_history(struct input *in, const struct lp_options *options, struct arena *a, struct history_result *out,
                      struct err *e)
{
    AUTO(progress) progress;
    AUTO(history) h = { 0 };

    progress_open(&progress, in->of ? -1 : STDERR_FILENO, in->n); /* one of many pages: the bar is theirs */
    history_open(&h, a, options);
    for (uint32_t i = 0; i < in->n; i++) {
        AUTO(parsed_page) page = { 0 };
        bool is_page;
        int failed = input_take(in, i, &progress, &page, &is_page, e);
        if (failed)
            return failed;
        if (!is_page)
            continue;
        if (history_add(&h, &page.page, in->item[i].at_s, e))
            return err_in(e, "%s", in->item[i].name.ptr);
    }
    if (in->n && in->seen_s > in->item[in->n - 1].at_s)
        history_same(&h, in->seen_s);
    history_end(&h, out);
    return 0;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(input) in = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct lp_options options = LP_DEFAULT;
    struct history_result r;
    const char *from;
    int failed;

    if ((failed = input_number(args, &option_min_size, 1, &options.min_bytes, e))
        || (failed = input_share(args, &option_child_change, &options.child_change, e))
        || (failed = input_share(args, &option_similar, &options.similar, e)) || (failed = input_open_versions(&in, args, e))
        || (failed = input_times(&in, args_value(args, &option_times), &from, e))
        || (failed = fragments_history(&in, &options, &a, &r, e)))
        return failed;
    if (!from) {
        err_set(e, E_USAGE, "%s", INPUT_TIMES_UNKNOWN);
        output_trouble(e);
        for (uint32_t i = 0; i < r.n; i++)
            r.item[i].lifetime = (struct lifetime){ NAN, NAN, r.item[i].gone_s = NAN }; /* null in JSON */
    }
    if (args_given(args, &option_json))
        add_json(&r, &out);
    else
        add_text(&r, from, &out);
    if ((failed = buf_check(&out, e)) || (failed = output_text(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return STATUS_SAME;
}

static const struct option *const options_of[] = {
    &option_child_change, &option_similar, &option_min_size, &option_times, &option_json, &option_output, NULL,
};

static const struct example examples[] = {
    { "weft fragments lifetime https://example.org/news", "the parts of a page in the archive" },
    { "weft fragments lifetime news-*.html", "versions in files, times in their names" },
    { "weft fragments lifetime v1.html v2.html v3.html --times when.txt --json", "times from a file, the result as data" },
    { NULL, NULL },
};

const struct command fragments_lifetime = {
    .name = "fragments lifetime",
    .args = "URL|FILE...",
    .summary = "finds the parts of a page that change, and how long each lives",
    .help =
        "Reads the versions of one page in the order of time (files, or an address in the archive) and finds the parts that change in value or in "
        "place, over all versions. For each it shows how long its content lives, with a range that holds nine times in ten, and its class: churn "
        "is new at nearly every visit, scroll stays for some visits or has items that do (a list of news whose entries come and go one by one), static "
        "only moved. What lives shorter than the time between two visits is 'under' that, what outlives the versions is 'over' it. Parts that are no longer there are listed below the "
        "others, with when they were missed first.\n\n"
        "The times of the versions come from --times, from the names of the files (20261101100005, 2026-11-01T10_00_05, seconds since 1970) or "
        "from their dates.",
    .options = options_of,
    .settings = true,
    .examples = examples,
    .run = run,
};
