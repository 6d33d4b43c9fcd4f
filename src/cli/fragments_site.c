/* In: the words of the command line. Out: the pages of a site, what they share, and how long that lives. */
#include "cli/fragments_site.h"

#include <unistd.h>

#include "base/limits.h"
#include "cli/term.h"

int site_options(const struct args *args, struct site_options *o, struct err *e)
{
    int failed = input_number(args, &option_min_size, 1, &o->min_bytes, e);

    return failed ? failed : input_number(args, &option_share, 2, &o->shared.share, e);
}

static void name_pages(struct site *s)
{
    struct str *name = NEW_ARRAY(&s->arena, struct str, s->input.n);

    for (uint32_t i = 0; i < s->input.n; i++)
        name[i] = s->input.item[i].name;
    s->names = (struct fragments_names){ .page = name };
}

int site_open(struct site *s, const struct args *args, const struct site_options *o, struct err *e)
{
    int failed;

    s->arena.budget_bytes = LIMIT_JOB_MEMORY;
    pool_open(&s->pool, &s->arena, &o->shingle, o->min_bytes, o->shared.match >= 1);
    s->pool.count_hashes = o->count_hashes;
    if ((failed = input_open(&s->input, args, e)) || (failed = input_pool(&s->input, &s->pool, e)))
        return failed;
    name_pages(s);
    return shared_find(&s->arena, &s->pool, &o->shared, &s->shared, e);
}

void site_drop(struct site *s)
{
    input_drop(&s->input);
    arena_drop(&s->arena);
}

/* ---- Names ---- */

/* Whether a fragment stands here for the first time. */
static bool begins(const struct site *s, uint32_t node)
{
    uint32_t fragment = s->shared.of[node];
    return fragment != NONE && s->shared.node[s->shared.fragment[fragment].node] == node;
}

/* How each fragment begins that has its first node on this page. */
static void take_excerpts(struct site *s, const struct page *p, struct pool_range nodes, struct str *excerpt)
{
    for (uint32_t node = nodes.first; node < nodes.end; node++) {
        AUTO(buf) text = BUF(KIB(1));
        if (!begins(s, node))
            continue;
        uint32_t at = s->pool.node.item[node].node;
        fragments_excerpt(p, at, p->dom.node[at].end, &text);
        excerpt[s->shared.of[node]] = arena_str(&s->arena, buf_str(&text));
    }
}

int site_excerpts(struct site *s, struct err *e)
{
    struct str *excerpt = NEW_ARRAY(&s->arena, struct str, s->shared.n);

    for (uint32_t i = 0; i < s->pool.page.n; i++) {
        AUTO(parsed_page) page = { 0 };
        struct pool_range nodes = s->pool.page.item[i];
        bool wanted = false;
        for (uint32_t node = nodes.first; node < nodes.end && !wanted; node++)
            wanted = begins(s, node);
        if (!wanted)
            continue;
        int failed = input_read(&s->input, i, &page, e);
        if (failed)
            return failed;
        take_excerpts(s, &page.page, nodes, excerpt);
    }
    s->names.excerpt = excerpt;
    return 0;
}

/* ---- Lifetimes ---- */

int site_history(struct site *s, uint32_t page, struct arena *a, struct history_result *out, struct err *e)
{
    struct lp_options options = LP_DEFAULT;
    struct input versions;

    *out = (struct history_result){ 0 };
    if (s->input.item[page].page == 0)
        return 0;
    int failed = input_history(&s->input, page, &versions, e);
    return failed ? failed : fragments_history(&versions, &options, a, out, e);
}

/* The nodes of a page that are fragments, looked up in its history. */
static void take_lifetimes(const struct site *s, const struct history_result *h, struct pool_range nodes, uint32_t *n_visits,
                           struct lifetime *out)
{
    for (uint32_t i = nodes.first; i < nodes.end; i++) {
        uint32_t fragment = s->shared.of[i];
        const struct history_part *part = fragment == NONE ? NULL : history_part_at(h, s->pool.node.item[i].node);
        if (!part || lifetime_visits(part->seen) <= n_visits[fragment])
            continue;
        n_visits[fragment] = lifetime_visits(part->seen);
        out[fragment] = lifetime_of(part->seen);
    }
}

int site_lifetimes(struct site *s, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    AUTO(progress) progress;
    uint32_t *n_visits = NEW_ARRAY(&scratch, uint32_t, s->shared.n);
    struct lifetime *life = NEW_ARRAY(&s->arena, struct lifetime, s->shared.n);

    progress_open(&progress, STDERR_FILENO, s->pool.page.n);
    for (uint32_t i = 0; i < s->pool.page.n; i++) {
        AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
        struct history_result history;
        progress_step(&progress, s->names.page[i]);
        int failed = site_history(s, i, &a, &history, e);
        if (failed)
            return failed;
        if (history.n_versions)
            s->names.life = life;
        take_lifetimes(s, &history, s->pool.page.item[i], n_visits, life);
    }
    return 0;
}
