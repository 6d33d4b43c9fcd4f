/* In: the graph and the versions of one page. Out: primitive events with what was found.
 *
 * Leaves of one page are few; they are taken in their order, and comparisons are kept by reference. Cost: that of the comparisons and
 * of the types (types.h), each once. */
#include "event/observe.h"

#include "event/reference.h"

uint32_t observe_reference(const struct observation *in, const struct detect_node *leaf)
{
    uint32_t base = 0;
    int64_t number = leaf->compare == COMPARE_FIXED ? leaf->compare_n - 1 : leaf->compare_n;
    while (leaf->from_at != INT64_MIN && base + 1 < in->n && in->at[base + 1] <= leaf->from_at)
        base++; /* what stood when the sentinel began is its version 0 */
    int64_t k = (int64_t)in->n - 1 - base, reference = reference_of(leaf->compare, (uint32_t)number, k);
    return reference == REFERENCE_NONE ? NONE : base + (uint32_t)reference;
}

/* The comparisons that were made so far, by reference. */
struct compared {
    struct delta delta;
    struct type_finder finder;
    bool done;
};

static int compare_with(struct arena *a, const struct observation *in, uint32_t reference, struct compared *c, struct err *e)
{
    if (c->done)
        return 0;
    int failed = compare_pages(a, in->version[reference], in->version[in->n - 1], &c->delta, e);
    if (failed)
        return failed;
    type_finder_open(&c->finder, a, &c->delta);
    c->done = true;
    return 0;
}

static void add_event(const struct observation *in, uint32_t leaf, struct observed *out, const struct observed_event *event)
{
    int64_t at = in->at[in->n - 1];
    out->primitive[out->n] = (struct primitive){ leaf, in->first_event + out->n, at, at, in->importance_ppm };
    out->item[out->n] = *event;
    out->item[out->n].primitive = out->primitive[out->n];
    out->n++;
}

int observe(struct arena *a, const struct observation *in, struct observed *out, struct err *e)
{
    const struct detect_page *page = &in->graph->page[in->page];
    struct compared *compared = NEW_ARRAY(a, struct compared, in->n + 1);
    *out = (struct observed){ .item = NEW_ARRAY(a, struct observed_event, page->n_leaves + 1),
                              .primitive = NEW_ARRAY(a, struct primitive, page->n_leaves + 1) };
    for (uint32_t i = 0; i < page->n_leaves; i++) {
        const struct detect_node *leaf = &in->graph->node[page->leaf[i]];
        uint32_t reference = observe_reference(in, leaf);
        struct observed_event event = { .reference = reference };
        struct err trouble;
        if (reference == NONE || !in->version[reference] || !in->version[in->n - 1])
            continue;
        out->n_compared += !compared[reference].done;
        int failed = compare_with(a, in, reference, &compared[reference], e);
        if (failed)
            return failed;
        event.delta = &compared[reference].delta;
        out->n_leaves++;
        if (type_find(&compared[reference].finder, &leaf->type, &event.found, &trouble)) {
            out->trouble = out->trouble.len ? out->trouble : arena_str(a, str_of(trouble.text));
            continue;
        }
        if (event.found.n)
            add_event(in, page->leaf[i], out, &event);
        else if (event.found.note.len && !out->trouble.len)
            out->trouble = event.found.note;
    }
    return 0;
}

int64_t notify_at(const struct world_sentinel *w, int64_t at)
{
    int64_t since = at - w->from_at, every = w->s.notify_ms;
    if (w->s.notify == NOTIFY_BEST)
        return (at / NOTIFY_BEST_MS + 1) * NOTIFY_BEST_MS;
    if (w->s.notify != NOTIFY_EVERY || every <= 0 || since < 0)
        return at;
    int64_t intervals = since / every + (since % every != 0);
    return w->from_at + MAX(intervals, INT64_C(1)) * every;
}
