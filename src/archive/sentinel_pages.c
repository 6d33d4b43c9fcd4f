/* In: the sentinels of a user as they stand now. Out: watches, begun, changed and ended; rows of `sentinel_page`; channels. */
#include "archive/sentinel_pages.h"

#include "archive/channels.h"
#include "archive/removal.h"
#include "archive/watched.h"
#include "archive/watches.h"
#include "base/duration.h"
#include "base/limits.h"
#include "base/vec.h"
#include "track/canonical.h"

/* What the sentinels want of each page of the graph. */
struct page_wish {
    struct str url;
    int64_t page;     /* 0: not known yet */
    int64_t fetch_ms; /* 0: best effort */
};

struct wished_pages {
    const struct caller *caller;
    struct page_wish *item; /* by page of the graph */
    uint32_t n;
};

static struct str fetch_text(struct arena *a, int64_t ms)
{
    AUTO(buf) out = BUF(KIB(1));
    if (ms == 0)
        return STR("");
    duration_add(&out, ms);
    return arena_str(a, buf_str(&out));
}

/* What channels_need() is asked for; empty: nobody is sent anything. */
static struct str wanted_by(struct arena *a, const struct sentinel_way *way)
{
    bool by_name = str_eq(way->kind, STR("channel"));
    struct str wanted = by_name ? way->details : notify_address_of(a, way->kind, way->details);
    return str_eq(wanted, STR("interactive")) ? STR("") : wanted.len ? wanted : way->kind;
}

int sentinel_channel(const struct caller *c, const struct sentinel_way *way, struct str *name, struct err *e)
{
    struct str wanted = wanted_by(c->arena, way);
    *name = STR("");
    return wanted.len ? channels_known(c, wanted, name, e) : 0;
}

static int need_channels(const struct caller *c, const struct sentinel *s, struct err *e)
{
    for (uint32_t i = 0; i < s->n_ways; i++) {
        struct str name, wanted = wanted_by(c->arena, &s->way[i]);
        if (wanted.len && channels_need(c, wanted, &name, e))
            return err_in(e, "%.*s", STR_ARG(s->name));
    }
    return 0;
}

/* ---- Watches ---- */

/* `sentinel` is named each time: an edit without it makes the watch the user's own. */
static int edit_watch(const struct caller *c, struct str url, struct str fetch, bool sentinel, int64_t *page, struct err *e)
{
    struct str names[] = { STR("fetch"), STR("sentinel") };
    struct watch_edit edit = { .to = { .fetch = fetch, .sentinel = sentinel }, .name = { names, 2 } };
    struct watch_change change;
    int code = watches_add(c, url, &edit, &change, e);
    if (code == 0)
        *page = change.page;
    return code;
}

/* What is known of a watch, in memory of its own: watched_each() reads while it calls, so what is changed is changed after it. */
struct known_watch {
    int64_t page;
    struct str url, fetch;
    bool sentinel;
};

struct known_watches {
    struct arena *arena;
    struct known_watch *item;
    uint32_t n, room;
};

static int keep_watched(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct known_watches *list = context;
    *VEC_ADD(list->arena, list) = (struct known_watch){ w->page.id, arena_str(list->arena, w->page.url),
                                                        arena_str(list->arena, w->watch.fetch), w->watch.sentinel };
    return 0;
}

static int end_watch(const struct caller *c, const struct known_watch *w, struct err *e)
{
    struct removed gone;
    struct target t = { .name = w->url };
    int code = store_page_get(c->arena, c->store, w->page, &t.page, e);
    return code ? code : removal_do(c, &t, &(struct removal){ 0 }, &gone, e);
}

/* A watch that is there keeps all but how often; one that a sentinel began ends with its last sentinel. */
static int settle_watch(struct wished_pages *x, const struct known_watch *w, struct err *e)
{
    int64_t page;
    for (uint32_t i = 0; i < x->n; i++) {
        struct page_wish *wish = &x->item[i];
        if (!str_eq(w->url, wish->url))
            continue;
        struct str fetch = fetch_text(x->caller->arena, wish->fetch_ms);
        wish->page = w->page;
        return str_eq(fetch, w->fetch) ? 0 : edit_watch(x->caller, wish->url, fetch, w->sentinel, &wish->page, e);
    }
    if (w->sentinel)
        return end_watch(x->caller, w, e);
    return w->fetch.len ? edit_watch(x->caller, w->url, STR(""), false, &page, e) : 0;
}

static int settle_watches(struct wished_pages *x, struct err *e)
{
    struct known_watches list = { .arena = x->caller->arena };
    int code = watched_each(x->caller, keep_watched, &list, e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        code = settle_watch(x, &list.item[i], e);
    for (uint32_t i = 0; code == 0 && i < x->n; i++)
        if (x->item[i].page == 0)
            code =
                edit_watch(x->caller, x->item[i].url, fetch_text(x->caller->arena, x->item[i].fetch_ms), true, &x->item[i].page, e);
    return code;
}

/* ---- All of it ---- */

static void wish(struct wished_pages *x, uint32_t page, const struct sentinel *s)
{
    int64_t *ms = &x->item[page].fetch_ms;
    if (s->fetch_ms && (*ms == 0 || s->fetch_ms < *ms))
        *ms = s->fetch_ms;
}

static int keep_pages(struct wished_pages *x, const struct sentinel_world *w, const struct detection *g, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < g->n_roots; i++) {
        uint32_t n, *page = sentinel_world_pages(x->caller->arena, g, g->root[i].node, &n);
        int64_t *ids = NEW_ARRAY(x->caller->arena, int64_t, n + 1);
        for (uint32_t k = 0; k < n; k++)
            ids[k] = x->item[page[k]].page;
        const struct store_sentinel *row = w->row[g->root[i].sentinel];
        if (row)
            code = store_sentinel_pages(x->caller->store, row->id, ids, n, e);
    }
    return code;
}

static int check_url(struct str url, struct err *e)
{
    bool web = str_starts(url, STR("http://")) || str_starts(url, STR("https://"));
    if (web ? canonical_host(url).len > 0 : str_starts(url, STR("file:")))
        return 0;
    return err_set(e, E_USAGE, "%.*s: weft watches http:, https: and file: addresses", STR_ARG(url));
}

int sentinel_pages_update(const struct caller *c, struct err *e)
{
    struct sentinel_world w;
    struct detection g;
    struct wished_pages x = { .caller = c };
    int code = sentinel_world_read(c->arena, c->store, c->who.user, &w, e);
    if (code)
        return code;
    sentinel_world_build(&w, c->now);
    if (w.faults.list.n)
        return err_set(e, E_USAGE, "%.*s", STR_ARG(w.faults.list.item[0].text));
    for (uint32_t i = 0; i < w.world.n; i++)
        w.world.item[i].disabled = false; /* one that rests keeps its pages */
    if ((code = detection_build(c->arena, &w.world, &g, e)))
        return code;
    x.item = NEW_ARRAY(c->arena, struct page_wish, g.n_pages + 1);
    for (x.n = 0; code == 0 && x.n < g.n_pages; x.n++) {
        x.item[x.n].url = canonical_url(c->arena, g.page[x.n].address);
        code = check_url(x.item[x.n].url, e);
    }
    for (uint32_t i = 0; code == 0 && i < g.n_roots; i++) {
        const struct sentinel *s = &w.world.item[g.root[i].sentinel].s;
        uint32_t n, *page = sentinel_world_pages(c->arena, &g, g.root[i].node, &n);
        for (uint32_t k = 0; k < n; k++)
            wish(&x, page[k], s);
        code = need_channels(c, s, e);
    }
    if (code == 0)
        code = settle_watches(&x, e);
    return code ? code : keep_pages(&x, &w, &g, e);
}
