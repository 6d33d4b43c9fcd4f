/* In: the pages of a site and their versions. Out: which parts of each page to cut out, and for how long a cache may keep each piece.
 *
 * First the parts that pages share are counted by their bytes, then each page is looked at with its history (fragment/plan.h). */
#include "archive/edge.h"

#include "base/hash.h"
#include "base/limits.h"
#include "fragment/history.h"
#include "fragment/plan.h"
#include "fragment/source.h"
#include "page/paths.h"

enum { MAX_AGE_MAX = 31536000 };

struct finder {
    struct edge *edge;
    struct map pages_of; /* by content: how many pages have it */
};

static uint32_t age_of(const struct edge *x, const struct lifetime_seen *seen)
{
    if (lifetime_visits(seen) == 0)
        return x->max_age_s;
    double seconds = lifetime_of(seen).low_s; /* in nineteen cases of twenty it lives longer */
    return seconds > MAX_AGE_MAX ? MAX_AGE_MAX : (uint32_t)seconds;
}

/* ---- What pages share ---- */

static int count_shared(struct finder *f, uint32_t number, struct err *e)
{
    AUTO(parsed_page) page = { 0 };
    AUTO(arena) scratch = { 0 };
    const struct edge_pages *s = &f->edge->of;
    struct arena *a = f->edge->arena;
    struct pool_range nodes = s->pool->page.item[number];
    struct map here;
    VEC(struct edge_part) list = { 0 };
    int failed = site_item_read(s->caller, &s->item[number], &page, e);

    if (failed)
        return failed;
    const struct source_range *range = source_ranges(&scratch, &page.page);
    map_open(&here, &scratch, 0);
    for (uint32_t i = nodes.first; i < nodes.end; i++) {
        AUTO(buf) path = BUF(KIB(64));
        struct source_range r = range[s->pool->node.item[i].node];
        if (s->shared->of[i] == NONE || r.to - r.from < ESI_BYTES_MIN)
            continue;
        uint64_t content = hash_str(str_sub(page.page.bytes, r.from, r.to));
        uint32_t *seen = map_slot(&here, content, 0);
        *map_slot(&f->pages_of, content, 0) += *seen == 0; /* once a page */
        *seen = 1;
        pool_path(s->pool, i, &path);
        *VEC_ADD(a, &list) = (struct edge_part){ .cut = { r.from, r.to, 0, f->edge->max_age_s },
                                                 .content = content,
                                                 .path = arena_str(a, buf_str(&path)) };
    }
    f->edge->page[number] = (struct edge_page){ .part = list.item, .n = list.n };
    return 0;
}

static bool is_shared(const struct finder *f, const struct edge_part *part)
{
    const uint32_t *n = map_find(&f->pages_of, part->content);
    return n && *n >= f->edge->share;
}

/* A page of which only its bytes are known. */
static void keep_shared(struct finder *f, struct edge_page *page)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < page->n; i++)
        if (is_shared(f, &page->part[i]))
            page->part[kept++] = page->part[i];
    page->n = kept;
    page->max_age_s = page->whole_age_s = f->edge->max_age_s;
}

/* ---- What lives shorter than what is around it ---- */

/* The versions of a page that the archive has; the last one stays in *newest. *known: it is the one that the site has. */
static int read_versions(const struct edge_pages *s, uint32_t number, struct plan *plan, struct parsed_page *newest, bool *known,
                         struct err *e)
{
    struct lp_options options = LP_DEFAULT;
    AUTO(history) h = { 0 };
    struct site_items versions;
    struct target target;
    int failed;

    if ((failed = target_page(s->caller, s->item[number].page, &target, e))
        || (failed = site_items_versions(s->caller, &target, &versions, e)))
        return failed;
    *known = versions.n && versions.item[versions.n - 1].number == s->item[number].number;
    history_open(&h, plan->arena, &options);
    for (uint32_t i = 0; *known && i < versions.n; i++) {
        AUTO(parsed_page) own = { 0 };
        struct parsed_page *page = i + 1 < versions.n ? &own : newest;
        failed = site_item_read(s->caller, &versions.item[i], page, e);
        if (failed == E_FORMAT && page == &own)
            continue;
        if (failed || (failed = history_add(&h, &page->page, versions.item[i].at_s, e)))
            return failed;
        plan_add(plan, &h, &page->page, versions.item[i].at_s);
    }
    if (*known && versions.seen_s > plan->at_s)
        plan_same(plan, versions.seen_s);
    plan_end(plan);
    return 0;
}

/* Cuts that no processor would see are none; what they hold belongs to the part around them. */
static void leave_unusable(struct plan *plan, struct str bytes, struct arena *scratch)
{
    VEC(struct esi_cut) cut = { 0 };
    VEC(uint32_t) part = { 0 };

    for (uint32_t i = 1; i < plan->part.n; i++) {
        if (!plan->part.item[i].cut)
            continue;
        *VEC_ADD(scratch, &cut) = (struct esi_cut){ plan->part.item[i].from, plan->part.item[i].to, 0, 0 };
        *VEC_ADD(scratch, &part) = i;
    }
    bool *usable = NEW_ARRAY(scratch, bool, cut.n);
    esi_usable(bytes, cut.item, cut.n, usable);
    for (uint32_t i = 0; i < part.n; i++)
        plan->part.item[part.item[i]].cut = usable[i];
}

static void mark_shared(struct finder *f, const struct edge_page *page, struct plan *plan)
{
    for (uint32_t i = 0, k = 1; i < page->n; i++) {
        while (k < plan->part.n && plan->part.item[k].from < page->part[i].cut.from)
            k++;
        for (uint32_t at = k; at < plan->part.n && plan->part.item[at].from == page->part[i].cut.from; at++)
            if (plan->part.item[at].to == page->part[i].cut.to)
                plan->part.item[at].cut = is_shared(f, &page->part[i]);
    }
}

static void take_cuts(struct finder *f, const struct plan *plan, const struct page *page, struct edge_page *out)
{
    AUTO(arena) scratch = { 0 };
    struct arena *a = f->edge->arena;
    VEC(struct edge_part) list = { 0 };
    struct lifetime_seen seen;
    struct paths paths;

    paths_open(&paths, &scratch, &page->dom);
    for (uint32_t i = 1; i < plan->part.n; i++) {
        const struct plan_part *part = &plan->part.item[i];
        AUTO(buf) path = BUF(KIB(64));
        if (!part->cut)
            continue;
        plan_lifetime(plan, i, &seen);
        paths_add(&paths, part->node, &path);
        struct edge_part made = { .cut = { part->from, part->to, 0, age_of(f->edge, &seen) },
                                  .content = hash_str(str_sub(page->bytes, part->from, part->to)),
                                  .path = arena_str(a, buf_str(&path)) };
        made.planned = !is_shared(f, &made);
        *VEC_ADD(a, &list) = made;
    }
    plan_lifetime(plan, 0, &seen);
    *out = (struct edge_page){ .part = list.item, .n = list.n, .max_age_s = age_of(f->edge, &seen) };
}

static int find_parts(struct finder *f, uint32_t number, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(parsed_page) newest = { 0 };
    struct edge_page *page = &f->edge->page[number];
    struct lifetime_seen seen;
    struct plan plan;
    bool known = false;

    plan_open(&plan, &scratch);
    if (f->edge->of.item[number].page) {
        int failed = read_versions(&f->edge->of, number, &plan, &newest, &known, e);
        if (failed)
            return failed;
    }
    if (!known) {
        keep_shared(f, page);
        return 0;
    }
    plan_lifetime(&plan, 0, &seen);
    uint32_t whole_age_s = age_of(f->edge, &seen);
    mark_shared(f, page, &plan);
    plan_choose(&plan);
    leave_unusable(&plan, newest.page.bytes, &scratch);
    take_cuts(f, &plan, &newest.page, page);
    page->whole_age_s = whole_age_s;
    return 0;
}

int edge_find(struct edge *x, struct err *e)
{
    struct finder f = { .edge = x };
    uint32_t n = x->of.pool->page.n;
    int failed = 0;

    x->page = NEW_ARRAY(x->arena, struct edge_page, n);
    map_open(&f.pages_of, x->arena, 0);
    for (uint32_t i = 0; i < 2 * n && !failed; i++) {
        if (!x->of.step(x->of.context, x->of.item[i % n].name))
            return err_set(e, E_USAGE, "it was stopped");
        failed = i < n ? count_shared(&f, i, e) : find_parts(&f, i - n, e);
    }
    return failed;
}
