/* In: the words of the command line. Out: the pages of a site, what they share, and how long that lives. */
#include "cli/fragments_site.h"

#include <unistd.h>

#include "base/limits.h"
#include "cli/term.h"

void site_drop(struct site *s)
{
    input_drop(&s->input);
    arena_drop(&s->arena);
}

int site_open(struct site *s, const struct args *args, struct err *e)
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

uint32_t site_input(const struct site *s, uint32_t page)
{
    uint32_t i = 0;
    while (s->input.item[i].name.ptr != s->path[page].ptr)
        i++;
    return i;
}

/* ---- Lifetimes ---- */

static uint32_t visits_of(const struct lifetime_seen *seen)
{
    return seen->n_quiet + seen->changed_s.n;
}

/* The nodes of a page that are fragments, looked up in its history. */
static void take_lifetimes(const struct site *s, const struct history_result *h, uint32_t first, uint32_t end, uint32_t *n_visits,
                           struct lifetime *out)
{
    for (uint32_t i = first; i < end; i++) {
        uint32_t fragment = s->shared.of[i];
        const struct history_part *part = fragment == NONE ? NULL : history_part_at(h, s->pool.node.item[i].node);
        if (!part || visits_of(part->seen) <= n_visits[fragment])
            continue;
        n_visits[fragment] = visits_of(part->seen);
        out[fragment] = lifetime_of(part->seen);
    }
}

static int read_page(struct site *s, uint32_t input, struct arena *a, struct history_result *out, struct err *e)
{
    struct lp_options options = LP_DEFAULT;
    struct input versions;
    int failed = input_history(&s->input, input, &versions, e);
    return failed ? failed : fragments_history(&versions, &options, a, out, e);
}

int site_lifetimes(struct site *s, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    AUTO(progress) progress;
    uint32_t *n_visits = NEW_ARRAY(&scratch, uint32_t, s->shared.n);
    struct lifetime *life = NEW_ARRAY(&s->arena, struct lifetime, s->shared.n);

    progress_open(&progress, STDERR_FILENO, s->pool.n_pages);
    for (uint32_t i = 0, first = 0, end = 0; i < s->pool.n_pages; i++, first = end) {
        AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
        uint32_t input = site_input(s, i);
        struct history_result history;
        while (end < s->pool.node.n && s->pool.node.item[end].page == i)
            end++;
        if (s->input.item[input].page == 0)
            continue;
        progress_step(&progress, s->path[i]);
        if (read_page(s, input, &a, &history, e))
            return e->code;
        take_lifetimes(s, &history, first, end, n_visits, life);
        s->names.life = life;
    }
    return 0;
}
