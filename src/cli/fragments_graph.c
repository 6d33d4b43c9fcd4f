/* weft fragments graph: which page or fragment holds which fragment. */
#include "base/hash.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/map.h"
#include "cli/fragments_site.h"
#include "cli/output.h"

static const struct choice formats[] = {
    { "svg", "a picture of the fragments that save most" },
    { "dot", "all of it for Graphviz" },
    { "json", "all of it as data" },
    { NULL, NULL },
};
static const struct option option_format = { "format", 0, "FORMAT", "What to write.", formats };
static const struct option option_accesses = {
    "accesses", 0, "FILE", "How often pages were asked for: a line for each, the page's name and a number behind it.", NULL,
};

static int read_accesses(struct site *s, const char *file, struct err *e)
{
    struct map by_name;
    struct str text;
    int failed = io_read(&s->arena, file, MIB(256), &text, e);

    if (failed)
        return failed;
    uint64_t *accesses = NEW_ARRAY(&s->arena, uint64_t, s->pool.page.n);
    map_open(&by_name, &s->arena, s->pool.page.n);
    for (uint32_t i = 0; i < s->pool.page.n; i++)
        *map_slot(&by_name, hash_str(s->names.page[i]), 0) = i;
    struct str unknown = STR("");
    uint32_t n_unknown = 0;
    while (text.len) {
        struct str line = str_trim(str_cut(&text, '\n')), name, last = input_last_word(line, &name);
        uint64_t number;
        if (line.len == 0)
            continue;
        if (name.len == 0 || !str_number(last, UINT64_MAX / 2, &number))
            return err_set(e, E_FORMAT, "%s: '%.*s': a page's name and a number are wanted", file, STR_ARG(line));
        const uint32_t *page = map_find(&by_name, hash_str(name));
        if (page) {
            accesses[*page] += number;
        } else if (!n_unknown++) {
            unknown = name;
        }
    }
    if (n_unknown) {
        err_set(e, E_USAGE, "%s: weft read no page of the name '%.*s'%s; give the names that the graph has", file, STR_ARG(unknown),
                n_unknown > 1 ? " (nor of some others in it)" : "");
        output_trouble(e);
    }
    s->names.accesses = accesses;
    return 0;
}

static int write_graph(const struct args *args, struct err *e)
{
    AUTO(site) s = { 0 };
    struct site_options options = SITE_DEFAULT;
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    static void (*const write[])(const struct graph *, const struct fragments_names *,
                                 struct buf *) = { fragments_svg, fragments_dot, fragments_json };
    const char *accesses = args_value(args, &option_accesses);
    struct graph graph;
    int failed;

    if ((failed = site_options(args, &options, e)) || (failed = input_share(args, &option_match, &options.shared.match, e))
        || (failed = site_open(&s, args, &options, e)) || (failed = site_excerpts(&s, e)) || (failed = site_lifetimes(&s, e))
        || (accesses && (failed = read_accesses(&s, accesses, e))))
        return failed;
    graph_of(&s.arena, &s.shared, &graph);
    write[args_choice(args, &option_format)](&graph, &s.names, &out);
    failed = buf_check(&out, e);
    return failed ? failed : output_text(args_value(args, &option_output), buf_str(&out), e);
}

static const struct option *const graph_options[] = {
    &option_format, &option_accesses, &option_min_size, &option_share, &option_match, &option_site, &option_output, NULL,
};

static const struct example graph_examples[] = {
    { "weft fragments graph site/ -o graph.svg", "a picture of what holds what" },
    { "weft fragments graph site/ --format json --accesses hits.txt", "as data, with how often each part was asked for" },
    { NULL, NULL },
};

const struct command fragments_graph = {
    .name = "fragments graph",
    .args = "[FILE|DIR...]",
    .summary = "shows which page or fragment holds which fragment",
    .help =
        "Finds the parts that pages share and writes which page or part holds which: the object dependency graph, by which a cache or a "
        "publishing system knows what to build again when a part changes. Each part is named by its heading or its first words. Of pages in the "
        "archive it shows how long each part lives, by the page that was visited most often.",
    .options = graph_options,
    .settings = true,
    .examples = graph_examples,
    .run = write_graph,
};
