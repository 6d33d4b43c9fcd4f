/* weft fragments esi: the pages of a site as templates and fragments for a cache that puts them together. */
#include <unistd.h>

#include "base/limits.h"
#include "cli/fragments_folder.h"
#include "cli/fragments_site.h"
#include "cli/output.h"
#include "cli/source.h"
#include "cli/term.h"

static const struct option option_out = { "out", 0, "DIR", "The folder for templates, fragments and esi.json, which lists them.",
                                          NULL };
static const struct option option_prefix = {
    "prefix", 0, "PATH", "What stands before a fragment's name in its address (/fragments/).", NULL,
};
static const struct option option_max_age = {
    "max-age", 0, "S", "Seconds that a cache may keep what no history tells more of (3600).", NULL,
};

static void add_summary(const struct edge *x, const char *folder, struct buf *out)
{
    uint64_t before = 0, after = 0, fragments = 0;
    uint32_t n = x->of.pool->page.n, files = x->esi.file.n;

    for (uint32_t i = 0; i < n; i++) {
        before += x->page[i].bytes;
        after += x->page[i].template_bytes;
    }
    for (uint32_t i = 0; i < files; i++)
        fragments += x->esi.file.item[i].bytes.len;
    buf_addf(out, "%u %s with %llu bytes: now %llu bytes in templates and %llu bytes in %u %s, in %s\n", n,
             n == 1 ? "page" : "pages", (unsigned long long)before, (unsigned long long)after, (unsigned long long)fragments, files,
             files == 1 ? "fragment" : "fragments", folder);
}

static int open_edge(struct edge *x, struct site *site, const struct args *args, struct err *e)
{
    struct site_options options = SITE_DEFAULT;
    int failed;

    options.shared.match = 1;
    x->max_age_s = EDGE_MAX_AGE;
    if ((failed = site_options(args, &options, e)) || (failed = input_number(args, &option_max_age, 0, &x->max_age_s, e))
        || (failed = site_open(site, args, &options, e)))
        return failed;
    x->share = options.shared.share;
    x->arena = &site->arena;
    x->of = (struct edge_pages){ &site->input.session.caller, site->input.item, &site->pool, &site->shared, NULL, NULL };
    return 0;
}

static bool step(void *context, struct str name)
{
    progress_step(context, name);
    return true;
}

static int write_all(struct edge *x, const char *folder, const char *prefix, struct err *e)
{
    AUTO(progress) progress;
    struct edge_before before;
    int failed;

    progress_open(&progress, STDERR_FILENO, 3 * (size_t)x->of.pool->page.n);
    x->of.step = step;
    x->of.context = &progress;
    if ((failed = edge_find(x, e)))
        return failed;
    folder_before(x->arena, folder, &before);
    edge_name(x, &before);
    if (!str_ends(str_of(prefix), STR("/")))
        prefix = arena_printf(x->arena, "%s/", prefix).ptr;
    esi_open(&x->esi, x->arena, str_of(prefix));
    return folder_write(x, folder, &before, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(site) site = { 0 };
    AUTO(buf) out = BUF(KIB(64));
    struct edge x = { 0 };
    const char *folder = args_value(args, &option_out), *prefix = args_value(args, &option_prefix);
    int failed;

    if (!folder)
        return err_set(e, E_USAGE, "fragments esi: where to? --out DIR names the folder");
    if (prefix && prefix[0] != '/' && !source_is_address(prefix))
        return err_set(e, E_USAGE, "fragments esi: --prefix %s is not a path such as /fragments/ nor an address", prefix);
    if ((failed = open_edge(&x, &site, args, e)) || (failed = write_all(&x, folder, prefix ? prefix : EDGE_PREFIX, e)))
        return failed;
    add_summary(&x, folder, &out);
    return output_text(NULL, buf_str(&out), e);
}

static const struct option *const options_of[] = {
    &option_out, &option_prefix, &option_max_age, &option_min_size, &option_share, &option_site, NULL,
};

static const struct example examples[] = {
    { "weft fragments esi site/ --out edge", "templates in edge/pages, fragments in edge/fragments" },
    { "weft fragments esi --site example.org --out edge", "with a max-age from the history in the archive" },
    { NULL, NULL },
};

const struct command fragments_esi = {
    .name = "fragments esi",
    .args = "[FILE|DIR...]",
    .summary = "cuts pages into templates and fragments for a cache",
    .help =
        "Writes each page as a template in DIR/pages, in which parts are edge side includes (ESI) of files in DIR/fragments: parts that several "
        "pages have byte for byte, and, with --site, parts that change more often than what is around them. esi.json lists every file with the "
        "seconds that a cache may keep it (max_age) and says whether it has includes (esi), so that the cache must look into it. A cache such as "
        "Varnish puts the very bytes of the pages together; weft does so too before it writes, and leaves a page whole where they do not come "
        "out right.\n\n"
        "A fragment's file stands for a place in the page and keeps its name when its content changes. Run it again into the same folder after "
        "each change: templates stay as they are as long as nothing but their parts changed, and files that are no longer used are removed. "
        "With --site, max_age is how long the template and each part surely live, by the history in the archive.",
    .options = options_of,
    .settings = true,
    .examples = examples,
    .run = run,
};
