/* weft fragments esi: the pages of a site as templates and fragments for a cache that puts them together. */
#include <stdlib.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "cli/fragments_site.h"
#include "cli/output.h"
#include "cli/term.h"
#include "fragment/esi.h"
#include "fragment/source.h"

static const struct option option_out = { "out", 0, "DIR", "The folder for templates, fragments and esi.json, which lists them.",
                                          NULL };
static const struct option option_prefix = {
    "prefix", 0, "PATH", "What stands before a fragment's name in its address (/fragments/).", NULL,
};
static const struct option option_max_age = {
    "max-age", 0, "S", "Seconds that a cache may keep what no history tells more of (3600).", NULL,
};

enum { MAX_AGE = 3600, MAX_AGE_MAX = 31536000, TEMPLATE_NAME_MAX = 150 }; /* bytes; file systems take 255 */

/* One range that may be cut. */
struct candidate {
    struct esi_cut cut;
    bool alone; /* worth a file even on a single page: it lives shorter than the page */
};

struct page_cuts {
    struct candidate *item;
    uint32_t n;
    uint32_t max_age_s; /* of what is left of the page */
    struct str file;    /* name of the template */
    uint32_t bytes, template_bytes, n_cuts;
};

struct job {
    struct site site;
    struct page_cuts *page;
    struct map pages_of; /* by content: how many pages have it */
    struct esi esi;
    const char *out;
    uint32_t max_age_s, share;
};

static void job_drop(struct job *j)
{
    site_drop(&j->site);
}

static uint32_t age_of(double seconds)
{
    return seconds < 1 ? 0 : seconds > MAX_AGE_MAX ? MAX_AGE_MAX : (uint32_t)seconds;
}

/* How long a cache may keep a part: as long as it surely lives (in nineteen cases of twenty). What is cut out of it counts: a file is named
 * by its content, so that a part which changes changes what includes it. */
static uint32_t part_age(const struct job *j, const struct history_part *part)
{
    return part && lifetime_visits(part->seen) ? age_of(lifetime_of(part->seen).low_s) : j->max_age_s;
}

static int by_place(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->cut.from != y->cut.from)
        return x->cut.from < y->cut.from ? -1 : 1;
    return x->cut.to > y->cut.to ? -1 : x->cut.to < y->cut.to;
}

struct candidates {
    VEC(struct candidate) list;
};

static void add_candidate(struct job *j, const struct page *p, struct source_range r, struct candidate c, struct candidates *to)
{
    if (r.to == 0 || r.to - r.from < ESI_BYTES_MIN)
        return;
    c.cut.from = r.from;
    c.cut.to = r.to;
    c.cut.content = hash_str(str_sub(p->bytes, r.from, r.to));
    *VEC_ADD(&j->site.arena, &to->list) = c;
}

/* Each content once a page. */
static void count_contents(struct job *j, const struct candidates *c)
{
    AUTO(arena) scratch = { 0 };
    struct map here;

    map_open(&here, &scratch, c->list.n);
    for (uint32_t i = 0; i < c->list.n; i++) {
        uint32_t *seen = map_slot(&here, c->list.item[i].cut.content, 0);
        if (*seen == 0)
            ++*map_slot(&j->pages_of, c->list.item[i].cut.content, 0);
        *seen = 1;
    }
}

static int find_cuts(struct job *j, uint32_t number, struct err *e)
{
    AUTO(input_page) page = { 0 };
    AUTO(arena) scratch = { 0 };
    struct page_cuts *to = &j->page[number];
    struct pool_range nodes = j->site.pool.page.item[number];
    struct history_result history;
    struct candidates found = { 0 };
    int failed;

    if ((failed = input_read(&j->site.input, number, &page, e)) || (failed = site_history(&j->site, number, &scratch, &history, e)))
        return failed;
    struct source_range *range = source_ranges(&scratch, &page.page);
    for (uint32_t i = nodes.first; i < nodes.end; i++) {
        uint32_t at = j->site.pool.node.item[i].node;
        if (j->site.shared.of[i] != NONE)
            add_candidate(j, &page.page, range[at],
                          (struct candidate){ .cut = { .max_age_s = part_age(j, history_part_at(&history, at)) } }, &found);
    }
    for (uint32_t i = 0; i < history.n; i++) {
        const struct history_fragment *f = &history.item[i];
        if (f->status == LP_VALUE && f->class != CLASS_STATIC && f->node != page.page.body)
            add_candidate(
                j, &page.page, range[f->node],
                (struct candidate){ .cut = { .max_age_s = part_age(j, history_part_at(&history, f->node)) }, .alone = true },
                &found);
    }
    if (found.list.n)
        qsort(found.list.item, found.list.n, sizeof *found.list.item, by_place);
    count_contents(j, &found);
    to->item = found.list.item;
    to->n = found.list.n;
    to->max_age_s = part_age(j, history.n_parts ? &history.part[0] : NULL);
    return 0;
}

/* A name of its own for each page: the last of its path, as a file may have it, with a number where another page has it too. */
static struct str template_name(struct job *j, uint32_t number, struct map *names)
{
    struct arena *a = &j->site.arena;
    struct str name = arena_str(a, utf8_head(input_last_name(j->site.names.page[number]), TEMPLATE_NAME_MAX)), out = name;

    for (char *c = (char *)name.ptr; *c; c++)
        if ((unsigned char)*c < 0x20 || strchr("?#%&\\\"'<>", *c))
            *c = '_';
    for (; ++*map_slot(names, hash_str(out), 0) > 1; number++)
        out = arena_printf(a, "%u-%.*s", number, STR_ARG(name));
    return out;
}

static int write_below(struct job *j, const char *folder, struct str name, struct str bytes, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    return io_write(arena_printf(&scratch, "%s/%s%.*s", j->out, folder, STR_ARG(name)).ptr, bytes, e);
}

static int write_page(struct job *j, uint32_t number, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    struct page_cuts *page = &j->page[number];
    struct esi_cut *cut = NEW_ARRAY(&scratch, struct esi_cut, page->n);
    struct esi_template made;
    struct str bytes;
    uint32_t n = 0;
    int failed = input_bytes(&j->site.input, number, &scratch, &bytes, e);

    for (uint32_t i = 0; i < page->n; i++) {
        bool same = n && cut[n - 1].from == page->item[i].cut.from && cut[n - 1].to == page->item[i].cut.to;
        if (!same && (page->item[i].alone || *map_slot(&j->pages_of, page->item[i].cut.content, 0) >= j->share))
            cut[n++] = page->item[i].cut;
    }
    if (failed || (failed = esi_page(&j->esi, bytes, cut, n, &made, e)))
        return failed;
    page->bytes = (uint32_t)bytes.len;
    page->template_bytes = (uint32_t)made.bytes.len;
    page->n_cuts = made.n_cuts;
    return write_below(j, "pages/", page->file, made.bytes, e);
}

static void add_manifest(const struct job *j, struct buf *out)
{
    struct json json;

    json_open(&json, out, 1);
    json_object(&json);
    json_field_str(&json, "prefix", j->esi.prefix);
    json_key(&json, "pages");
    json_array(&json);
    for (uint32_t i = 0; i < j->site.pool.page.n; i++) {
        const struct page_cuts *p = &j->page[i];
        json_object(&json);
        json_field_str(&json, "page", j->site.names.page[i]);
        json_field_str(&json, "template", p->file);
        json_field_number(&json, "bytes", p->bytes);
        json_field_number(&json, "template_bytes", p->template_bytes);
        json_field_number(&json, "includes", p->n_cuts);
        json_field_number(&json, "max_age", p->max_age_s);
        json_field_bool(&json, "esi", p->n_cuts > 0);
        json_end(&json);
    }
    json_end(&json);
    json_key(&json, "fragments");
    json_array(&json);
    for (uint32_t i = 0; i < j->esi.file.n; i++) {
        const struct esi_file *f = &j->esi.file.item[i];
        AUTO(buf) name = BUF(64);
        esi_add_name(&name, f->content);
        json_object(&json);
        json_field_str(&json, "file", buf_str(&name));
        json_field_number(&json, "bytes", (int64_t)f->bytes.len);
        json_field_number(&json, "pages", f->n_pages);
        json_field_number(&json, "max_age", f->max_age_s);
        json_field_bool(&json, "esi", str_find(f->bytes, STR("<esi:include "), 0) != SIZE_MAX);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
    buf_add_char(out, '\n');
}

static int write_all(struct job *j, struct err *e)
{
    AUTO(buf) list = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(arena) scratch = { 0 };
    AUTO(progress) progress;
    struct map names;
    int failed;

    if ((failed = output_folder(&scratch, arena_printf(&scratch, "%s/pages", j->out), e))
        || (failed = output_folder(&scratch, arena_printf(&scratch, "%s/fragments", j->out), e)))
        return failed;
    map_open(&names, &scratch, j->site.pool.page.n);
    progress_open(&progress, STDERR_FILENO, j->site.pool.page.n);
    for (uint32_t i = 0; i < j->site.pool.page.n; i++) {
        j->page[i].file = template_name(j, i, &names);
        progress_step(&progress, j->page[i].file);
        if ((failed = write_page(j, i, e)))
            return failed;
    }
    for (uint32_t i = 0; i < j->esi.file.n; i++) {
        AUTO(buf) name = BUF(64);
        esi_add_name(&name, j->esi.file.item[i].content);
        if ((failed = write_below(j, "fragments/", buf_str(&name), j->esi.file.item[i].bytes, e)))
            return failed;
    }
    add_manifest(j, &list);
    failed = buf_check(&list, e);
    return failed ? failed : write_below(j, "", STR("esi.json"), buf_str(&list), e);
}

static void add_summary(const struct job *j, struct buf *out)
{
    uint64_t before = 0, after = 0, fragments = 0;

    for (uint32_t i = 0; i < j->site.pool.page.n; i++) {
        before += j->page[i].bytes;
        after += j->page[i].template_bytes;
    }
    for (uint32_t i = 0; i < j->esi.file.n; i++)
        fragments += j->esi.file.item[i].bytes.len;
    buf_addf(out, "%u pages of %llu bytes are %llu bytes of templates and %llu bytes in %u fragments, in %s\n", j->site.pool.page.n,
             (unsigned long long)before, (unsigned long long)after, (unsigned long long)fragments, j->esi.file.n, j->out);
}

static int find_all(struct job *j, const struct args *args, struct err *e)
{
    struct site_options options = SITE_DEFAULT;
    struct arena *a = &j->site.arena;
    int failed;

    options.shared.match = 1;
    j->max_age_s = MAX_AGE;
    if ((failed = site_options(args, &options, e)) || (failed = input_number(args, &option_max_age, 0, &j->max_age_s, e))
        || (failed = site_open(&j->site, args, &options, e)))
        return failed;
    j->share = options.shared.share;
    j->page = NEW_ARRAY(a, struct page_cuts, j->site.pool.page.n);
    map_open(&j->pages_of, a, 0);
    AUTO(progress) progress;
    progress_open(&progress, STDERR_FILENO, j->site.pool.page.n);
    for (uint32_t i = 0; i < j->site.pool.page.n && !failed; i++) {
        progress_step(&progress, j->site.names.page[i]);
        failed = find_cuts(j, i, e);
    }
    return failed;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(job) j = { .out = args_value(args, &option_out) };
    AUTO(buf) out = BUF(KIB(64));
    const char *prefix = args_value(args, &option_prefix);
    int failed;

    if (!j.out)
        return err_set(e, E_USAGE, "fragments esi: where to? --out DIR names the folder");
    if ((failed = find_all(&j, args, e)))
        return failed;
    esi_open(&j.esi, &j.site.arena, prefix ? str_of(prefix) : STR("/fragments/"));
    if ((failed = write_all(&j, e)))
        return failed;
    add_summary(&j, &out);
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
        "Writes each page as a template in DIR/pages, in which the parts that several pages have byte for byte are edge side includes (ESI) of "
        "files in DIR/fragments, and esi.json, which tells what is what, for how long a cache may keep it, and what has includes in it, so that the cache must look. A cache such as Varnish puts "
        "the very bytes of the pages together; weft does so too before it writes, and leaves alone what does not come out right. With "
        "--site, parts that live shorter than their page are fragments of their own, and max-age comes from how long each part lives.",
    .options = options_of,
    .settings = true,
    .examples = examples,
    .run = run,
};
