/* weft fragments report: a page for the owner of a site. */
#include <math.h>

#include "base/limits.h"
#include "cli/fragments_site.h"
#include "cli/output.h"
#include "cli/source.h"

static const struct option option_html = { "html", 0, "FILE", "Where the report goes.", NULL };
static const struct option option_versions = {
    "versions", 0,
    "DIR",      "Versions of one page, whose names or dates tell when they were fetched: it is drawn with how long its parts live.",
    NULL,
};

/* Whether a fragment stands here for the first time. */
static bool begins(const struct site *s, uint32_t node)
{
    uint32_t fragment = s->shared.of[node];
    return fragment != NONE && s->shared.node[s->shared.fragment[fragment].node] == node;
}

/* How each fragment begins that has its first node on this page. */
static void take_excerpts(struct site *s, const struct page *p, struct pool_range nodes, struct str *excerpt)
{
    for (uint32_t node = nodes.first; node < nodes.end; node++) {
        AUTO(buf) text = BUF(KIB(1));
        if (!begins(s, node))
            continue;
        uint32_t at = s->pool.node.item[node].node;
        fragments_excerpt(p, at, p->dom.node[at].end, &text);
        excerpt[s->shared.of[node]] = arena_str(&s->arena, buf_str(&text));
    }
}

/* Pages are read again, one after the other. */
static int read_excerpts(struct site *s, struct err *e)
{
    struct str *excerpt = NEW_ARRAY(&s->arena, struct str, s->shared.n);

    for (uint32_t i = 0; i < s->pool.page.n; i++) {
        AUTO(input_page) page = { 0 };
        struct pool_range nodes = s->pool.page.item[i];
        bool wanted = false;
        for (uint32_t node = nodes.first; node < nodes.end && !wanted; node++)
            wanted = begins(s, node);
        if (!wanted)
            continue;
        int failed = input_read(&s->input, i, &page, e);
        if (failed)
            return failed;
        take_excerpts(s, &page.page, nodes, excerpt);
    }
    s->names.excerpt = excerpt;
    return 0;
}

/* The page to draw: the one that the most pages share the most with. */
static uint32_t typical_page(const struct site *s)
{
    AUTO(arena) scratch = { 0 };
    double *sum = NEW_ARRAY(&scratch, double, s->pool.page.n);
    uint32_t best = 0;

    for (uint32_t i = 0; i < s->shared.n; i++) {
        const struct shared_fragment *f = &s->shared.fragment[i];
        for (uint32_t k = f->node, before = NONE; k < f->node_end; k++) { /* once a page, however often it stands there */
            uint32_t page = s->pool.node.item[s->shared.node[k]].page;
            sum[page] += page != before ? sqrt(f->bytes) * f->n_pages : 0;
            before = page;
        }
    }
    for (uint32_t i = 0; i < s->pool.page.n; i++)
        if (sum[i] > sum[best])
            best = i;
    return best;
}

/* A page's name for people: an address is its own. */
static struct str short_name(struct str name)
{
    return source_is_address(name.ptr) ? name : input_last_name(name);
}

/* A page with how long its parts live: the newest of --versions, or the drawn one where the archive has its versions. */
struct lives {
    struct input input;
    struct input_page page;
    struct layout layout;
    struct history_result history;
    struct fragments_drawing drawing;
    bool known;
};

static void lives_drop(struct lives *l)
{
    input_page_drop(&l->page);
    input_drop(&l->input);
}

static int read_lives(struct site *s, const struct args *args, uint32_t drawn, struct lives *l, struct err *e)
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
        || (failed = layout_estimate(&l->page.arena, &l->page.page, &l->layout, e)))
        return failed;
    l->drawing =
        (struct fragments_drawing){ short_name(from->item[from->n - 1].name), &l->page.page, &l->layout, &l->history, NONE };
    l->known = true;
    return 0;
}

static int write_report(const struct args *args, struct err *e)
{
    AUTO(site) s = { 0 };
    AUTO(lives) lives = { 0 };
    AUTO(input_page) page = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    const char *html = args_value(args, &option_html), *site = args_value(args, &option_site);
    struct site_options options = SITE_DEFAULT;
    struct fragments_drawing drawing;
    struct layout layout;
    int failed;

    if (!html)
        return err_set(e, E_USAGE, "fragments report: where to? --html FILE names the page to write");
    if ((failed = site_options(args, &options, e)) || (failed = input_share(args, &option_match, &options.shared.match, e))
        || (failed = site_open(&s, args, &options, e)) || (failed = read_excerpts(&s, e)) || (failed = site_lifetimes(&s, e)))
        return failed;
    if (s.pool.page.n == 0)
        return err_set(e, E_USAGE, "fragments report: none of the files is a page");
    uint32_t drawn = typical_page(&s);
    if ((failed = input_read(&s.input, drawn, &page, e)) || (failed = layout_estimate(&page.arena, &page.page, &layout, e))
        || (failed = read_lives(&s, args, drawn, &lives, e)))
        return failed;
    drawing = (struct fragments_drawing){ short_name(s.names.page[drawn]), &page.page, &layout, NULL, drawn };
    struct fragments_report report = {
        .title = site                    ? str_of(site)
                 : args->n_operands == 1 ? short_name(str_of(args->operand[0]))
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
    &option_html, &option_versions, &option_times, &option_min_size, &option_share, &option_match, &option_site, NULL,
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
