/* weft fragments graph and weft fragments report: shared fragments as pictures and as a page for people. */
#include <math.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/hash.h"
#include "cli/fragments.h"
#include "cli/output.h"
#include "show/fragments.h"

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
static const struct option option_html = { "html", 0, "FILE", "Where the report goes.", NULL };
static const struct option option_versions = {
    "versions", 0,
    "DIR",      "Versions of one page, whose names or dates tell when they were fetched: it is drawn with how long its parts live.",
    NULL,
};

enum { EXCERPT_BYTES = 90 };

/* The pages of a site and what they share. */
struct site {
    struct input input;
    struct arena arena;
    struct pool pool;
    struct shared shared;
    struct str *path;    /* by page */
    struct str *excerpt; /* by fragment */
    uint64_t *accesses;  /* by page; NULL: unknown */
    struct fragments_names names;
};

static void site_drop(struct site *s)
{
    input_drop(&s->input);
    arena_drop(&s->arena);
}

static int read_accesses(struct site *s, const char *file, struct err *e)
{
    struct map by_name;
    struct str text;
    int failed = io_read(&s->arena, file, MIB(256), &text, e);

    if (failed)
        return failed;
    s->accesses = NEW_ARRAY(&s->arena, uint64_t, s->pool.n_pages);
    map_open(&by_name, &s->arena, s->pool.n_pages);
    for (uint32_t i = 0; i < s->pool.n_pages; i++)
        *map_slot(&by_name, hash_str(s->path[i]), 0) = i;
    while (text.len) {
        struct str line = str_trim(str_cut(&text, '\n'));
        size_t space = line.len;
        uint64_t number;
        while (space > 0 && !byte_is_space(line.ptr[space - 1]))
            space--;
        if (line.len == 0)
            continue;
        if (space == 0 || !str_number(str_sub(line, space, line.len), UINT64_MAX / 2, &number))
            return err_set(e, E_FORMAT, "%s: '%.*s': a page's name and a number are wanted", file, STR_ARG(line));
        const uint32_t *page = map_find(&by_name, hash_str(str_trim(str_sub(line, 0, space))));
        if (page)
            s->accesses[*page] += number;
    }
    return 0;
}

static int site_open(struct site *s, const struct args *args, struct err *e)
{
    struct shared_options options = { .share = SHARED_PAGES_MIN, .match = SHARED_MATCH };
    struct shingle_options shingle = SHINGLE_DEFAULT;
    uint32_t min_bytes = SHARED_BYTES_MIN;
    int failed;

    s->arena.budget_bytes = LIMIT_JOB_MEMORY;
    if ((failed = input_number(args, &option_min_size, 1, &min_bytes, e))
        || (failed = input_number(args, &option_share, 2, &options.share, e))
        || (failed = input_share(args, &option_match, &options.match, e)) || (failed = input_open(&s->input, args, e)))
        return failed;
    s->path = NEW_ARRAY(&s->arena, struct str, s->input.n);
    pool_open(&s->pool, &s->arena, &shingle, min_bytes, options.match >= 1);
    if ((failed = input_pool(&s->input, &s->pool, s->path, e))
        || (failed = shared_find(&s->arena, &s->pool, &options, &s->shared, e)))
        return failed;
    s->names = (struct fragments_names){ .page = s->path };
    return 0;
}

static int write_graph(const struct args *args, struct err *e)
{
    AUTO(site) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    static void (*const write[])(const struct graph *, const struct fragments_names *,
                                 struct buf *) = { fragments_svg, fragments_dot, fragments_json };
    const char *accesses = args_value(args, &option_accesses);
    struct graph graph;
    int failed;

    if ((failed = site_open(&s, args, e)) || (accesses && (failed = read_accesses(&s, accesses, e))))
        return failed;
    s.names.accesses = s.accesses;
    graph_of(&s.arena, &s.shared, &graph);
    write[args_choice(args, &option_format)](&graph, &s.names, &out);
    failed = buf_check(&out, e);
    return failed ? failed : output_text(args_value(args, &option_output), buf_str(&out), e);
}

/* ---- The report ---- */

/* How each fragment begins, taken from the first page that has it; pages are read again, one after the other. */
static void take_excerpts(struct site *s, const struct page *p, uint32_t number)
{
    for (uint32_t i = 0; i < s->shared.n; i++) {
        uint32_t node = s->shared.node[s->shared.fragment[i].node];
        AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
        if (s->pool.node.item[node].page != number)
            continue;
        uint32_t at = s->pool.node.item[node].node, first = p->first_word[at];
        page_words_text(p, first, MIN(p->first_word[p->dom.node[at].end], first + 24), &text);
        struct str words = str_trim(buf_str(&text));
        size_t end = MIN(words.len, (size_t)EXCERPT_BYTES);
        while (end < words.len && end > 0 && ((unsigned char)words.ptr[end] & 0xc0) == 0x80)
            end--; /* no character is cut */
        s->excerpt[i] = arena_printf(&s->arena, "%.*s%s", (int)end, words.ptr, end < words.len ? "..." : "");
    }
}

static uint32_t input_of(const struct site *s, uint32_t page)
{
    uint32_t i = 0;
    while (s->input.item[i].name.ptr != s->path[page].ptr)
        i++;
    return i;
}

static int read_excerpts(struct site *s, struct err *e)
{
    bool *wanted = NEW_ARRAY(&s->arena, bool, s->pool.n_pages);

    s->excerpt = NEW_ARRAY(&s->arena, struct str, s->shared.n);
    for (uint32_t i = 0; i < s->shared.n; i++)
        wanted[s->pool.node.item[s->shared.node[s->shared.fragment[i].node]].page] = true;
    for (uint32_t i = 0; i < s->pool.n_pages; i++) {
        AUTO(input_page) page = { 0 };
        if (!wanted[i])
            continue;
        int failed = input_read(&s->input, input_of(s, i), &page, e);
        if (failed)
            return failed;
        take_excerpts(s, &page.page, i);
    }
    s->names.excerpt = s->excerpt;
    return 0;
}

/* The page to draw: the one that the most pages share the most with. */
static uint32_t typical_page(const struct site *s)
{
    AUTO(arena) scratch = { 0 };
    double *sum = NEW_ARRAY(&scratch, double, s->pool.n_pages);
    uint32_t best = 0;

    for (uint32_t i = 0; i < s->shared.n; i++) {
        const struct shared_fragment *f = &s->shared.fragment[i];
        for (uint32_t k = f->node, before = NONE; k < f->node_end; k++) { /* once a page, however often it stands there */
            uint32_t page = s->pool.node.item[s->shared.node[k]].page;
            sum[page] += page != before ? sqrt(f->bytes) * f->n_pages : 0;
            before = page;
        }
    }
    for (uint32_t i = 0; i < s->pool.n_pages; i++)
        if (sum[i] > sum[best])
            best = i;
    return best;
}

/* The last name of a path, for people. */
static struct str last_name(struct str path)
{
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    size_t at = path.len;
    while (at > 0 && path.ptr[at - 1] != '/')
        at--;
    return str_sub(path, at, path.len);
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
        (struct fragments_drawing){ last_name(from->item[from->n - 1].name), &l->page.page, &l->layout, &l->history, NONE };
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
    struct fragments_drawing drawing;
    struct layout layout;
    int failed;

    if (!html)
        return err_set(e, E_USAGE, "fragments report: where to? --html FILE names the page to write");
    if ((failed = site_open(&s, args, e)) || (failed = read_excerpts(&s, e)))
        return failed;
    if (s.pool.n_pages == 0)
        return err_set(e, E_USAGE, "fragments report: none of the files is a page");
    uint32_t drawn = typical_page(&s), input = input_of(&s, drawn);
    if ((failed = input_read(&s.input, input, &page, e)) || (failed = layout_estimate(&page.arena, &page.page, &layout, e))
        || (failed = read_lives(&s, args, input, &lives, e)))
        return failed;
    drawing = (struct fragments_drawing){ last_name(s.path[drawn]), &page.page, &layout, NULL, drawn };
    struct fragments_report report = {
        .title = site                    ? str_of(site)
                 : args->n_operands == 1 ? last_name(str_of(args->operand[0]))
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
    .args = "[FILE...]",
    .summary = "shows which page or fragment holds which fragment",
    .help =
        "Finds the parts that pages share and writes which page or part holds which: the object dependency graph, by which a cache or a "
        "publishing system knows what to make anew when a part changes.",
    .options = graph_options,
    .settings = true,
    .examples = graph_examples,
    .run = write_graph,
};

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
    .args = "[FILE...]",
    .summary = "writes a page about a site's fragments for its owner",
    .help =
        "Writes a page that shows what the pages of a site have in common: what it is worth, a typical page drawn with its shared parts, a list of "
        "them, and, where versions are known, how long the parts of that page live. The page needs nothing else and holds no script.",
    .options = report_options,
    .settings = true,
    .examples = report_examples,
    .run = write_report,
};
