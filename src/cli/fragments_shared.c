/* weft fragments shared: parts that several pages have, exactly or nearly. */
#include <unistd.h>

#include "base/json.h"
#include "base/limits.h"
#include "cli/fragments_site.h"
#include "cli/output.h"
#include "cli/term.h"

static const struct choice ways[] = {
    [SHARED_INDEX] = { "index", "ask an index of shingles what to compare" },
    [SHARED_PAPER] = { "paper", "compare all parts of about one size, as Ramaswamy and others (2004) do: the same result, slowly" },
    { NULL, NULL },
};
static const struct option option_way = { "algorithm", 0, "NAME", "How fragments are found.", ways };
static const struct option option_near = {
    "near", 0, "F", "Sizes that are compared: the smaller over the larger (0.9, or --match where that is less).", NULL,
};
static const struct option option_window = { "window", 0, "W", "Bytes of a shingle, 1 to 64 (8).", NULL };
static const struct option option_sample = { "sample", 0, "S", "Shingles that are kept of a part at most, 8 to 10000 (200).",
                                             NULL };
static const struct option option_bits = { "bits", 0, "K", "Bits of a shingle's hash, 8 to 64 (64).", NULL };
static const struct option option_count = {
    "count-hashes", 0, NULL, "Show how many hashes were computed, and how many it would take without reusing those of inner parts.",
    NULL,
};

enum { SAMPLE_MAX = 10000, ROWS_SHOWN = 50 };

static int read_shingle(const struct args *args, struct shingle_options *out, struct err *e)
{
    uint32_t window = out->window, sample = out->sample_max, bits = out->bits;
    int failed;

    if ((failed = input_number(args, &option_window, 1, &window, e))
        || (failed = input_number(args, &option_sample, SHINGLE_SAMPLE_MIN, &sample, e))
        || (failed = input_number(args, &option_bits, SHINGLE_BITS_MIN, &bits, e)))
        return failed;
    if (window > SHINGLE_WINDOW_MAX || sample > SAMPLE_MAX || bits > 64)
        return err_set(e, E_USAGE, "%s: --window is at most %d, --sample %d, --bits 64", args->command->name, SHINGLE_WINDOW_MAX,
                       SAMPLE_MAX);
    out->window = window;
    out->sample_max = sample;
    out->bits = bits;
    return 0;
}

static int read_options(const struct args *args, struct site_options *out, struct err *e)
{
    int failed;

    out->shared.way = (enum shared_way)args_choice(args, &option_way);
    out->count_hashes = args_given(args, &option_count);
    if ((failed = site_options(args, out, e)) || (failed = input_share(args, &option_match, &out->shared.match, e))
        || (failed = input_share(args, &option_near, &out->shared.near, e)))
        return failed;
    return read_shingle(args, &out->shingle, e);
}

static void add_path(struct json *j, const struct site *s, uint32_t node)
{
    AUTO(buf) path = BUF(KIB(64));

    pool_path(&s->pool, node, &path);
    json_object(j);
    json_field_str(j, "page", s->names.page[s->pool.node.item[node].page]);
    json_field_str(j, "path", buf_str(&path));
    json_end(j);
}

static void add_fragment(struct json *j, const struct site *s, uint32_t i)
{
    const struct shared_fragment *f = &s->shared.fragment[i];

    json_object(j);
    json_field_number(j, "id", i + 1);
    json_field_number(j, "bytes", f->bytes);
    json_field_number(j, "pages", f->n_pages);
    json_key(j, "parents");
    json_array(j);
    for (uint32_t k = f->parent; k < f->parent_end; k++)
        json_number(j, s->shared.parent[k] + 1);
    json_end(j);
    json_key(j, "nodes");
    json_array(j);
    for (uint32_t k = f->node; k < f->node_end; k++)
        add_path(j, s, s->shared.node[k]);
    json_end(j);
    json_end(j);
}

static void add_json(const struct site *s, struct buf *out)
{
    struct json j;

    json_open(&j, out, 0);
    json_object(&j);
    json_field_number(&j, "pages", s->pool.page.n);
    json_key(&j, "fragments");
    json_array(&j);
    for (uint32_t i = 0; i < s->shared.n; i++)
        add_fragment(&j, s, i);
    json_end(&j);
    if (s->pool.count_hashes) {
        json_key(&j, "hashes");
        json_object(&j);
        json_field_number(&j, "hierarchical", (int64_t)s->pool.n_hashes);
        json_field_number(&j, "direct", (int64_t)s->pool.n_hashes_direct);
        json_end(&j);
    }
    json_end(&j);
    buf_add_char(out, '\n');
}

static void add_row(struct buf *out, const struct site *s, uint32_t i)
{
    AUTO(buf) path = BUF(KIB(64));
    const struct shared_fragment *f = &s->shared.fragment[i];
    uint32_t node = s->shared.node[f->node];

    pool_path(&s->pool, node, &path);
    buf_addf(out, "%5u %8u %6u  %-6s ", i + 1, f->bytes, f->n_pages, f->exact ? "equal" : "alike");
    term_add_safe(out, buf_str(&path));
    buf_add(out, STR(" in "));
    term_add_safe(out, s->names.page[s->pool.node.item[node].page]);
    buf_add_char(out, '\n');
}

static void add_text(const struct site *s, uint32_t share, struct buf *out)
{
    uint32_t n = s->shared.n;
    uint64_t pages, fragments;

    shared_storage(&s->shared, &pages, &fragments);
    if (n == 0)
        buf_addf(out, "No fragment is shared by %u or more of %u %s\n", share, s->pool.page.n,
                 s->pool.page.n == 1 ? "page" : "pages");
    else
        buf_addf(out, "%u %s shared by %u or more of %u pages; each kept once, the text takes %.0f %% less room\n", n,
                 n == 1 ? "fragment" : "fragments", share, s->pool.page.n,
                 pages ? 100.0 * (double)(pages - fragments) / (double)pages : 0.0);
    if (n)
        buf_add(out, STR("\n   id    bytes  pages         where first\n"));
    for (uint32_t i = 0; i < n && i < ROWS_SHOWN; i++)
        add_row(out, s, i);
    if (n > ROWS_SHOWN)
        buf_addf(out, "and %u smaller ones; --json lists all of them\n", n - ROWS_SHOWN);
    if (s->pool.count_hashes)
        buf_addf(out, "\n%llu hashes; %llu without reusing those of inner parts (%.1f times as many)\n",
                 (unsigned long long)s->pool.n_hashes, (unsigned long long)s->pool.n_hashes_direct,
                 s->pool.n_hashes ? (double)s->pool.n_hashes_direct / (double)s->pool.n_hashes : 1.0);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(site) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct site_options how = SITE_DEFAULT;
    int failed;

    if ((failed = read_options(args, &how, e)) || (failed = site_open(&s, args, &how, e)))
        return failed;
    if (args_given(args, &option_json))
        add_json(&s, &out);
    else
        add_text(&s, how.shared.share, &out);
    if ((failed = buf_check(&out, e)) || (failed = output_text(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return STATUS_SAME;
}

static const struct option *const options[] = {
    &option_min_size, &option_share, &option_match, &option_near,   &option_way,  &option_window, &option_sample,
    &option_bits,     &option_count, &option_json,  &option_output, &option_site, NULL,
};

static const struct example examples[] = {
    { "weft fragments shared site/", "what the pages below site/ share" },
    { "weft fragments shared *.html --match 1 --share 10", "what at least ten of these pages have word for word" },
    { "weft fragments shared site/ --json", "all of them with their places, as data" },
    { NULL, NULL },
};

const struct command fragments_shared = {
    .name = "fragments shared",
    .args = "[FILE|DIR...]",
    .summary = "finds the parts that several pages have",
    .help =
        "Reads the pages FILE..., or all pages below a folder, and finds the largest parts that several of them have: menus, boxes, footers, "
        "notices. Parts may differ a little; --match says how much they must have in common. A part that is shared only because the "
        "part around it is shared does not count.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
