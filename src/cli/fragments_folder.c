/* In: parts with their names. Out: a folder with templates, fragments and esi.json.
 *
 * Templates are made in DIR/new. Then fragments are written, inner ones first, each in one step; then the templates move to their
 * places; then esi.json is written; and at the end what is no longer used is removed. So whoever reads the folder meanwhile finds all that
 * a template includes. */
#include "cli/fragments_folder.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/io.h"
#include "base/limits.h"
#include "cli/output.h"

struct writer {
    struct edge *edge;
    const char *folder;
};

void folder_before(struct arena *a, const char *folder, struct edge_before *out)
{
    struct str list = STR("");
    struct err e;

    if (io_read(a, arena_printf(a, "%s/esi.json", folder).ptr, LIMIT_OUTPUT_BYTES, &list, &e))
        list = STR("");
    edge_before_read(a, list, out);
}

static int write_file(void *context, const char *below, struct str name, struct str bytes, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    const struct writer *w = context;

    if (str_eq(str_of(below), STR("pages/")))
        below = "new/"; /* until what they include is there */
    return io_write(arena_printf(&scratch, "%s/%s%.*s", w->folder, below, STR_ARG(name)).ptr, bytes, e);
}

static int move_templates(struct writer *w, struct err *e)
{
    for (uint32_t i = 0; i < w->edge->of.pool->page.n; i++) {
        AUTO(arena) scratch = { 0 };
        struct str name = w->edge->page[i].file;
        const char *from = arena_printf(&scratch, "%s/new/%.*s", w->folder, STR_ARG(name)).ptr;
        const char *to = arena_printf(&scratch, "%s/pages/%.*s", w->folder, STR_ARG(name)).ptr;
        if (rename(from, to))
            return err_system(e, "cannot write %s", to);
    }
    return 0;
}

static int remove_unused(const struct writer *w, const struct edge_before *before, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    struct map used;

    map_open(&used, &scratch, 0);
    for (uint32_t i = 0; i < w->edge->of.pool->page.n; i++)
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

int folder_write(struct edge *x, const char *folder, const struct edge_before *before, struct err *e)
{
    static const char *const below[] = { "pages", "fragments", "new" };
    AUTO(arena) scratch = { 0 };
    struct writer w = { x, folder };
    struct edge_sink to = { write_file, &w };
    int failed = 0;

    for (unsigned i = 0; i < ARRAY_LEN(below) && !failed; i++)
        failed = output_folder(&scratch, arena_printf(&scratch, "%s/%s", folder, below[i]), e);
    if (failed || (failed = edge_templates(x, &to, e)) || (failed = edge_fragments(x, &to, e)) || (failed = move_templates(&w, e))
        || (failed = edge_list(x, &to, e)) || (failed = remove_unused(&w, before, e)))
        return failed;
    rmdir(arena_printf(&scratch, "%s/new", folder).ptr);
    return 0;
}
