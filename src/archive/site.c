/* In: the newest versions of a host's pages. Out: what they share. The finding itself is fragment/shared.h. */
#include "archive/site.h"

#include "archive/comparison.h"
#include "archive/site_pages.h"
#include "archive/watched.h"
#include "base/limits.h"
#include "base/vec.h"
#include "fragment/history.h"
#include "fragment/shared.h"
#include "show/fragments.h"

struct site_reader {
    const struct caller *caller;
    struct str host;
    VEC(struct site_page) pages;
    uint32_t n_left_out;
    struct pool pool;
    struct shared shared;
    uint32_t *order; /* fragments, those that save most first */
    struct site_part *part;
    uint32_t n_parts;
};

static int take(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct site_reader *s = context;
    struct arena *a = s->caller->arena;

    if (!site_owns(&w->page, s->host) || w->newest == 0)
        return 0;
    if (s->pages.n == SITE_PAGES_MAX) {
        s->n_left_out++;
        return 0;
    }
    *VEC_ADD(a, &s->pages) = (struct site_page){ w->page.id, w->newest, arena_str(a, w->url),
                                                 arena_str(a, w->watch.title.len ? w->watch.title : w->state.title) };
    return 0;
}

/* One version in an arena of its own. */
static int read_page(const struct site_reader *s, struct arena *a, int64_t page, int64_t number, struct page *out, struct err *e)
{
    struct caller c = *s->caller;
    struct target t;
    int failed;

    c.arena = a;
    return (failed = target_page(&c, page, &t, e)) ? failed : comparison_page(&c, &t, number, out, e);
}

/* What is not a page shares nothing, and is left out. */
static int fill_pool(struct site_reader *s, struct err *e)
{
    struct shingle_options shingle = SHINGLE_DEFAULT;
    uint32_t n = 0;

    pool_open(&s->pool, s->caller->arena, &shingle, SHARED_BYTES_MIN, false);
    for (uint32_t i = 0; i < s->pages.n; i++) {
        AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
        struct page page;
        int failed = read_page(s, &a, s->pages.item[i].id, s->pages.item[i].number, &page, e);
        if (failed == E_FORMAT)
            continue;
        if (failed || (failed = pool_add(&s->pool, &page, e)))
            return failed;
        s->pages.item[n++] = s->pages.item[i];
    }
    s->pages.n = n;
    return n ? 0 : err_set(e, E_ABSENT, "you do not watch pages of this site that were fetched");
}

/* ---- Parts ---- */

static uint32_t place_of(const struct site_reader *s, uint32_t fragment)
{
    for (uint32_t i = 0; i < s->n_parts; i++)
        if (s->order[i] == fragment)
            return i;
    return NONE;
}

static void open_parts(struct site_reader *s)
{
    s->order = shared_by_saving(s->caller->arena, &s->shared);
    s->n_parts = MIN(s->shared.n, (uint32_t)SITE_PARTS_MAX);
    s->part = NEW_ARRAY(s->caller->arena, struct site_part, s->n_parts + 1);
    for (uint32_t i = 0; i < s->n_parts; i++) {
        const struct shared_fragment *f = &s->shared.fragment[s->order[i]];
        s->part[i] = (struct site_part){ .bytes = f->bytes, .n_pages = f->n_pages, .exact = f->exact };
    }
}

/* How each part begins, from the page on which it stands first. */
static int read_excerpts(struct site_reader *s, struct err *e)
{
    for (uint32_t i = 0; i < s->n_parts; i++) {
        AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
        AUTO(buf) text = BUF(KIB(1));
        const struct pool_node *node = &s->pool.node.item[s->shared.node[s->shared.fragment[s->order[i]].node]];
        const struct site_page *from = &s->pages.item[node->page];
        struct page page;
        int failed = read_page(s, &a, from->id, from->number, &page, e);
        if (failed)
            return failed;
        fragments_excerpt(&page, node->node, page.dom.node[node->node].end, &text);
        s->part[i].excerpt = arena_str(s->caller->arena, buf_str(&text));
    }
    return 0;
}

/* ---- The page that is drawn ---- */

static int read_history(struct site_reader *s, const struct site_page *from, struct arena *a, struct history_result *out,
                        struct err *e)
{
    AUTO(history) h = { 0 };
    struct lp_options options = LP_DEFAULT;
    struct target_versions versions;
    struct target t;
    int failed;

    if ((failed = target_page(s->caller, from->id, &t, e)) || (failed = target_versions(s->caller, &t, &versions, e)))
        return failed;
    history_open(&h, a, &options);
    for (uint32_t i = versions.n > SITE_VERSIONS_MAX ? versions.n - SITE_VERSIONS_MAX : 0; i < versions.n; i++) {
        AUTO(arena) one = { .budget_bytes = LIMIT_JOB_MEMORY };
        const struct target_version *v = &versions.item[i];
        struct page page;
        if (v->lost || v->suspect || (failed = read_page(s, &one, from->id, v->number, &page, e)) == E_FORMAT)
            continue;
        if (failed || (failed = history_add(&h, &page, (double)v->at / 1000, e)))
            return failed;
    }
    if (t.page.checked_at != NEVER)
        history_same(&h, (double)t.page.checked_at / 1000);
    history_end(&h, out);
    return 0;
}

static int draw(struct site_reader *s, struct site_view *out, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    const struct site_page *from = &s->pages.item[out->drawn];
    struct pool_range nodes = s->pool.page.item[out->drawn];
    struct history_result history;
    struct layout layout;
    struct page page;
    int failed;

    if ((failed = read_page(s, &a, from->id, from->number, &page, e)) || (failed = layout_estimate(&a, &page, &layout, e))
        || (failed = read_history(s, from, &a, &history, e)))
        return failed;
    out->width = layout.width > 0 ? layout.width : LAYOUT_WIDTH;
    out->height = layout.height;
    for (uint32_t i = nodes.first; i < nodes.end; i++) {
        uint32_t at = s->shared.of[i] == NONE ? NONE : place_of(s, s->shared.of[i]), node = s->pool.node.item[i].node;
        if (at == NONE || s->part[at].box.w > 0)
            continue;
        const struct history_part *part = history_part_at(&history, node);
        s->part[at].box = layout.box[node];
        if (part && lifetime_visits(part->seen) > 1)
            s->part[at].life = lifetime_of(part->seen);
    }
    return 0;
}

/* The page that has most of the parts. */
static uint32_t fullest_page(const struct site_reader *s)
{
    uint32_t best = 0, most = 0;

    for (uint32_t i = 0; i < s->pages.n; i++) {
        uint32_t n = 0;
        for (uint32_t k = s->pool.page.item[i].first; k < s->pool.page.item[i].end; k++)
            n += s->shared.of[k] != NONE && place_of(s, s->shared.of[k]) != NONE;
        if (n > most) {
            best = i;
            most = n;
        }
    }
    return best;
}

int site_read(const struct caller *c, struct str host, int64_t page, struct site_view *out, struct err *e)
{
    struct shared_options options = { .share = SHARED_PAGES_MIN, .match = SHARED_MATCH };
    struct site_reader s = { .caller = c, .host = host };
    struct site_view view = { 0 };
    int failed;

    if ((failed = watched_each(c, take, &s, e)) || (failed = fill_pool(&s, e))
        || (failed = shared_find(c->arena, &s.pool, &options, &s.shared, e)))
        return failed;
    open_parts(&s);
    view.drawn = fullest_page(&s);
    for (uint32_t i = 0; i < s.pages.n; i++)
        if (s.pages.item[i].id == page)
            view.drawn = i;
    if ((failed = read_excerpts(&s, e)) || (failed = draw(&s, &view, e)))
        return failed;
    shared_storage(&s.shared, &view.bytes, &view.bytes_once);
    view.page = s.pages.item;
    view.n_pages = s.pages.n;
    view.n_left_out = s.n_left_out;
    view.part = s.part;
    view.n_parts = s.n_parts;
    view.n_found = s.shared.n;
    *out = view;
    return 0;
}
