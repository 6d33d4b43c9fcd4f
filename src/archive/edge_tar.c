/* In: a host. Out: templates and fragments of the caller's pages there, in one tar file. */
#include <unistd.h>

#include "archive/edge.h"
#include "archive/transfer.h"
#include "base/limits.h"
#include "base/tar.h"

enum { STEPS = 4 }; /* of a page: it is read once before the three of edge.h */

struct tar_maker {
    const struct caller *caller;
    const struct export_stop *stop;
    uint64_t done, total;
    int fd;
};

static bool step(void *context, struct str name UNUSED)
{
    struct tar_maker *m = context;

    return !m->stop->wanted(m->stop->context, m->done++, m->total);
}

/* What is not a page shares nothing, and is left out. */
static int fill_pool(struct tar_maker *m, struct site_items *items, struct pool *pool, struct err *e)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < items->n; i++) {
        AUTO(parsed_page) page = { 0 };
        if (!step(m, items->item[i].name))
            return err_set(e, E_USAGE, "it was stopped");
        int failed = site_item_read(m->caller, &items->item[i], &page, e);
        if (failed == E_FORMAT)
            continue;
        if (failed || (failed = pool_add(pool, &page.page, e)))
            return failed;
        items->item[n++] = items->item[i];
    }
    items->n = n;
    return n ? 0 : err_set(e, E_ABSENT, "you do not watch pages of this site that were fetched");
}

static int put(void *context, const char *folder, struct str name, struct str bytes, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    const struct tar_maker *m = context;

    return tar_add(m->fd,
                   &(struct tar_file){ arena_printf(&scratch, "%s%.*s", folder, STR_ARG(name)), bytes, m->caller->now / 1000 }, e);
}

static int write_files(struct tar_maker *m, struct edge *x, struct err *e)
{
    struct edge_sink to = { put, m };
    struct edge_before before;
    int failed = edge_find(x, e);

    if (failed)
        return failed;
    edge_before_read(x->arena, STR(""), &before);
    edge_name(x, &before);
    esi_open(&x->esi, x->arena, STR(EDGE_PREFIX));
    if ((failed = edge_templates(x, &to, e)) || (failed = edge_fragments(x, &to, e)) || (failed = edge_list(x, &to, e)))
        return failed;
    return tar_end(m->fd, e);
}

static int make(struct tar_maker *m, struct str host, struct err *e)
{
    struct shingle_options shingle = SHINGLE_DEFAULT;
    struct shared_options options = { .share = SHARED_PAGES_MIN, .match = 1 };
    struct arena *a = m->caller->arena;
    struct site_items items;
    struct shared shared;
    struct pool pool;
    int failed = site_items_newest(m->caller, host, true, &items, e);

    if (failed)
        return failed;
    m->total = STEPS * (uint64_t)items.n;
    pool_open(&pool, a, &shingle, SHARED_BYTES_MIN, true);
    if ((failed = fill_pool(m, &items, &pool, e)) || (failed = shared_find(a, &pool, &options, &shared, e)))
        return failed;
    struct edge x = {
        .of = { m->caller, items.item, &pool, &shared, step, m }, .arena = a, .max_age_s = EDGE_MAX_AGE, .share = SHARED_PAGES_MIN
    };
    return write_files(m, &x, e);
}

int edge_tar(const struct caller *c, struct str host, const struct export_stop *stop, int *fd, struct err *e)
{
    struct tar_maker m = { .caller = c, .stop = stop };
    int failed = export_open(c, &m.fd, e);

    if (failed)
        return failed;
    failed = make(&m, host, e);
    if (!failed && lseek(m.fd, 0, SEEK_SET) < 0)
        failed = err_system(e, "the file cannot be read");
    if (failed) {
        close(m.fd);
        return failed;
    }
    *fd = m.fd;
    return 0;
}
