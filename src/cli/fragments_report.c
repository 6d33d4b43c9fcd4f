/* weft fragments report: a page for the owner of a site. */
#include <math.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cli/fragments_site.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/source.h"

static const struct option option_html = { "html", 0, "FILE", "Where the report goes.", NULL };
static const struct option option_versions = {
    "versions", 0,
    "DIR",      "Versions of one page; their names or dates say when they were fetched. It is drawn with how long its parts live.",
    NULL,
};

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static uint32_t size_of(const struct site *s, uint32_t page)
{
    struct pool_range nodes = s->pool.page.item[page];
    return nodes.first < nodes.end ? pool_bytes(&s->pool, nodes.first) : 0;
}

/* The size that half of the pages have at least. */
static uint32_t middle_size(const struct site *s, struct arena *scratch)
{
    uint32_t n = s->pool.page.n, *size = NEW_ARRAY_RAW(scratch, uint32_t, n);

    for (uint32_t i = 0; i < n; i++)
        size[i] = size_of(s, i);
    qsort(size, n, sizeof *size, by_size);
    return size[n / 2];
}

/* The page to draw: one of about the usual size that shares much with many others. */
static uint32_t typical_page(const struct site *s)
{
    AUTO(arena) scratch = { 0 };
    double *sum = NEW_ARRAY(&scratch, double, s->pool.page.n), middle = middle_size(s, &scratch), most = -1;
    uint32_t best = 0;

    for (uint32_t i = 0; i < s->shared.n; i++) {
        const struct shared_fragment *f = &s->shared.fragment[i];
        for (uint32_t k = f->node, before = NONE; k < f->node_end; k++) { /* once a page, however often it stands there */
            uint32_t page = s->pool.node.item[s->shared.node[k]].page;
            sum[page] += page != before ? sqrt(f->bytes) * f->n_pages : 0;
            before = page;
        }
    }
    for (uint32_t i = 0; i < s->pool.page.n; i++) {
        double size = size_of(s, i), usual = size < middle ? size / middle : size > middle ? middle / size : 1;
        if (usual * usual * (1 + sum[i]) > most) {
            most = usual * usual * (1 + sum[i]);
            best = i;
        }
    }
    return best;
}

/* A page with how long its parts live: the newest of --versions, or the drawn one where the archive has its versions. */
struct lives {
    struct input input;
    struct parsed_page page;
    struct rendered drawn;
    struct history_result history;
    struct fragments_picture drawing;
    bool known;
};

static void lives_drop(struct lives *l)
{
    parsed_page_drop(&l->page);
    input_drop(&l->input);
}

/* Where the parts of a page stand, without its scripts: its fragments are those of the page as it came. */
static int lay_out(struct renderer *r, const struct site_item *from, struct parsed_page *page, struct rendered *out, struct err *e)
{
    struct render_request request = layout_request(&page->arena, from->name.ptr, &page->page);

    request.scripts = false;
    return render_layout(&page->arena, r, &request, out, e);
}

static int read_lives(struct site *s, const struct args *args, struct renderer *r, uint32_t drawn, struct lives *l, struct err *e)
{
    char *operand[] = { (char *)args_value(args, &option_versions), NULL };
    struct lp_options options = LP_DEFAULT;
    struct input stored = { 0 }, *from = &stored;
    struct args named = *args;
    const char *times;
    int failed = 0;

    if (operand[0]) {
        named.operand = operand;
        named.n_operands = 1;
        from = &l->input;
        if ((failed = input_open_versions(from, &named, e))
            || (failed = input_times(from, args_value(args, &option_times), &times, e)))
            return failed;
        if (!times)
            return err_set(e, E_USAGE, "%s", INPUT_TIMES_UNKNOWN);
    } else if (s->input.item[drawn].page == 0 || (failed = input_history(&s->input, drawn, &stored, e))) {
        return failed;
    }
    if (from->n < 2)
        return 0;
    if ((failed = fragments_history(from, &options, &s->arena, &l->history, e))
        || (failed = input_read(from, from->n - 1, &l->page, e))
        || (failed = lay_out(r, &from->item[from->n - 1], &l->page, &l->drawn, e)))
        return failed;
    l->drawing = (struct fragments_picture){ input_short_name(from->item[from->n - 1].name), &l->page.page, &l->drawn.layout,
                                             &l->history, NONE };
    l->known = true;
    return 0;
}

static int write_report(const struct args *args, struct err *e)
{
    AUTO(site) s = { 0 };
    AUTO(lives) lives = { 0 };
    AUTO(parsed_page) page = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(renderer) renderer = { 0 };
    const char *html = args_value(args, &option_html), *site = args_value(args, &option_site);
    struct site_options options = SITE_DEFAULT;
    struct fragments_picture drawing;
    struct rendered shown;
    int failed;

    if (!html)
        return err_set(e, E_USAGE, "fragments report: where to? --html FILE names the page to write");
    if ((failed = site_options(args, &options, e)) || (failed = input_share(args, &option_match, &options.shared.match, e))
        || (failed = layout_renderer(&s.arena, args, &renderer, e)) || (failed = site_open(&s, args, &options, e))
        || (failed = site_excerpts(&s, e)) || (failed = site_lifetimes(&s, e)))
        return failed;
    if (s.pool.page.n == 0)
        return err_set(e, E_USAGE, "fragments report: none of the files is a page");
    uint32_t drawn = typical_page(&s);
    if ((failed = input_read(&s.input, drawn, &page, e)) || (failed = lay_out(&renderer, &s.input.item[drawn], &page, &shown, e))
        || (failed = read_lives(&s, args, &renderer, drawn, &lives, e)))
        return failed;
    drawing = (struct fragments_picture){ input_short_name(s.names.page[drawn]), &page.page, &shown.layout, NULL, drawn };
    struct fragments_report report = {
        .title = site                    ? str_of(site)
                 : args->n_operands == 1 ? input_short_name(str_of(args->operand[0]))
                                         : STR("this site"),
        .shared = &s.shared,
        .names = &s.names,
        .drawing = &drawing,
        .lives = lives.known ? &lives.drawing : NULL,
    };
    fragments_report_html(&report, &out);
    failed = buf_check(&out, e);
    return failed ? failed : output_text(html, buf_str(&out), e);
}

static const struct option *const report_options[] = {
    &option_html, &option_versions, &option_times, &option_min_size, &option_share, &option_match,
    &option_site, &option_layout,   NULL,
};

static const struct example report_examples[] = {
    { "weft fragments report site/ --html report.html", "what the pages below site/ share" },
    { "weft fragments report --site example.org --html report.html", "of a site in the archive, with how long parts live" },
    { NULL, NULL },
};

const struct command fragments_report = {
    .name = "fragments report",
    .args = "[FILE|DIR...]",
    .summary = "writes a page about a site's fragments for its owner",
    .help =
        "Writes a page that shows what the pages of a site have in common: what it is worth, a typical page drawn with its shared parts, a list of "
        "them, and, where versions are known, how long the parts of that page live. The page needs nothing else and holds no script.",
    .options = report_options,
    .settings = true,
    .examples = report_examples,
    .run = write_report,
};
