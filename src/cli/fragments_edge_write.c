/* In: parts with their names. Out: a folder with templates, fragments and esi.json.
 *
 * Templates are made in DIR/new. Then fragments are written, inner ones first, each in one step; then the templates move to their
 * places; then esi.json is written; and at the end what is no longer used is removed. So whoever reads the folder meanwhile finds all that
 * a template includes. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "cli/fragments_edge.h"
#include "cli/output.h"
#include "cli/term.h"

struct writer {
    struct edge *edge;
    const char *folder;
};

static int write_below(const struct writer *w, const char *below, struct str name, struct str bytes, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    return io_write(arena_printf(&scratch, "%s/%s%.*s", w->folder, below, STR_ARG(name)).ptr, bytes, e);
}

static int make_template(struct writer *w, uint32_t number, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    struct edge *x = w->edge;
    struct edge_page *page = &x->page[number];
    struct esi_cut *cut = NEW_ARRAY(&scratch, struct esi_cut, page->n);
    struct esi_template made;
    struct str bytes;
    int failed = input_bytes(&x->site.input, number, &scratch, &bytes, e);

    for (uint32_t i = 0; i < page->n; i++)
        cut[i] = page->part[i].cut;
    if (failed || (failed = esi_page(&x->esi, bytes, cut, page->n, &made, e)))
        return failed;
    page->bytes = (uint32_t)bytes.len;
    page->template_bytes = (uint32_t)made.bytes.len;
    page->n_cuts = made.n_cuts;
    if (made.n_cuts == 0)
        page->max_age_s = page->whole_age_s;
    return write_below(w, "new/", page->file, made.bytes, e);
}

static int make_templates(struct writer *w, struct err *e)
{
    AUTO(progress) progress;
    int failed = 0;

    progress_open(&progress, STDERR_FILENO, w->edge->site.pool.page.n);
    for (uint32_t i = 0; i < w->edge->site.pool.page.n && !failed; i++) {
        progress_step(&progress, w->edge->page[i].file);
        failed = make_template(w, i, e);
    }
    return failed;
}

static int write_fragments(struct writer *w, struct err *e)
{
    int failed = 0;

    for (uint32_t i = 0; i < w->edge->esi.file.n && !failed; i++) {
        AUTO(buf) name = BUF(64);
        esi_add_name(&name, w->edge->esi.file.item[i].name);
        failed = write_below(w, "fragments/", buf_str(&name), w->edge->esi.file.item[i].bytes, e);
    }
    return failed;
}

static int move_templates(struct writer *w, struct err *e)
{
    for (uint32_t i = 0; i < w->edge->site.pool.page.n; i++) {
        AUTO(arena) scratch = { 0 };
        struct str name = w->edge->page[i].file;
        const char *from = arena_printf(&scratch, "%s/new/%.*s", w->folder, STR_ARG(name)).ptr;
        const char *to = arena_printf(&scratch, "%s/pages/%.*s", w->folder, STR_ARG(name)).ptr;
        if (rename(from, to))
            return err_system(e, "cannot write %s", to);
    }
    return 0;
}

/* ---- The list ---- */

static void add_parts(struct json *j, const struct edge_page *p)
{
    json_key(j, "parts");
    json_array(j);
    for (uint32_t i = 0; p->n_cuts && i < p->n; i++) {
        AUTO(buf) name = BUF(64);
        AUTO(buf) content = BUF(64);
        esi_add_name(&name, p->part[i].cut.name);
        buf_addf(&content, "%016llx", (unsigned long long)p->part[i].content);
        json_object(j);
        json_field_str(j, "file", buf_str(&name));
        json_field_str(j, "path", p->part[i].path);
        json_field_str(j, "content", buf_str(&content));
        json_end(j);
    }
    json_end(j);
}

static void add_page(struct json *j, const struct edge_page *p, struct str address)
{
    json_object(j);
    json_field_str(j, "page", address);
    json_field_str(j, "template", p->file);
    json_field_number(j, "bytes", p->bytes);
    json_field_number(j, "template_bytes", p->template_bytes);
    json_field_number(j, "includes", p->n_cuts);
    json_field_number(j, "max_age", p->max_age_s);
    json_field_bool(j, "esi", p->n_cuts > 0);
    add_parts(j, p);
    json_end(j);
}

static void add_file(struct json *j, const struct esi_file *f)
{
    AUTO(buf) name = BUF(64);

    esi_add_name(&name, f->name);
    json_object(j);
    json_field_str(j, "file", buf_str(&name));
    json_field_number(j, "bytes", (int64_t)f->bytes.len);
    json_field_number(j, "pages", f->n_pages);
    json_field_number(j, "max_age", f->max_age_s);
    json_field_bool(j, "esi", str_find(f->bytes, STR("<esi:include "), 0) != SIZE_MAX);
    json_end(j);
}

static int write_list(struct writer *w, struct err *e)
{
    AUTO(buf) list = BUF(LIMIT_OUTPUT_BYTES);
    const struct edge *x = w->edge;
    struct json j;

    json_open(&j, &list, 1);
    json_object(&j);
    json_field_str(&j, "prefix", x->esi.prefix);
    json_key(&j, "pages");
    json_array(&j);
    for (uint32_t i = 0; i < x->site.pool.page.n; i++)
        add_page(&j, &x->page[i], x->site.names.page[i]);
    json_end(&j);
    json_key(&j, "fragments");
    json_array(&j);
    for (uint32_t i = 0; i < x->esi.file.n; i++)
        add_file(&j, &x->esi.file.item[i]);
    json_end(&j);
    json_end(&j);
    buf_add_char(&list, '\n');
    int failed = buf_check(&list, e);
    return failed ? failed : write_below(w, "", STR("esi.json"), buf_str(&list), e);
}

/* ---- The whole folder ---- */

static int remove_unused(const struct writer *w, const struct edge_before *before, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    struct map used;

    map_open(&used, &scratch, 0);
    for (uint32_t i = 0; i < w->edge->site.pool.page.n; i++)
        map_slot(&used, hash_str(arena_printf(&scratch, "pages/%.*s", STR_ARG(w->edge->page[i].file))), 0);
    for (uint32_t i = 0; i < w->edge->esi.file.n; i++) {
        AUTO(buf) name = BUF(64);
        buf_add(&name, STR("fragments/"));
        esi_add_name(&name, w->edge->esi.file.item[i].name);
        map_slot(&used, hash_str(buf_str(&name)), 0);
    }
    for (uint32_t i = 0; i < before->written.n; i++) {
        const char *path = arena_printf(&scratch, "%s/%.*s", w->folder, STR_ARG(before->written.item[i])).ptr;
        if (!map_find(&used, hash_str(before->written.item[i])) && unlink(path) && errno != ENOENT)
            return err_system(e, "cannot remove %s", path);
    }
    return 0;
}

int edge_write(struct edge *x, const char *folder, const struct edge_before *before, struct err *e)
{
    static const char *const below[] = { "pages", "fragments", "new" };
    AUTO(arena) scratch = { 0 };
    struct writer w = { x, folder };
    int failed = 0;

    for (unsigned i = 0; i < ARRAY_LEN(below) && !failed; i++)
        failed = output_folder(&scratch, arena_printf(&scratch, "%s/%s", folder, below[i]), e);
    if (failed || (failed = make_templates(&w, e)) || (failed = write_fragments(&w, e)) || (failed = move_templates(&w, e))
        || (failed = write_list(&w, e)) || (failed = remove_unused(&w, before, e)))
        return failed;
    rmdir(arena_printf(&scratch, "%s/new", folder).ptr);
    return 0;
}
