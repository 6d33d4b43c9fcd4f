/* In: primitive events in the order of time. Out: events of sentinels, and messages. O(events of each sentinel x its messages). */
#include "event/trial.h"

#include <stdlib.h>

#include "event/observe.h"
#include "event/reference.h"

void trial_open(struct trial *t, struct arena *a, const struct detection *graph)
{
    *t = (struct trial){ .arena = a, .graph = graph };
    detector_open(&t->detector, graph);
}

void trial_drop(struct trial *t)
{
    detector_drop(&t->detector);
}

int trial_step(struct trial *t, int64_t at, const struct primitive *primitive, uint32_t n, struct err *e)
{
    int failed = detector_step(&t->detector, at, primitive, n, e);
    if (failed)
        return failed;
    for (uint32_t i = 0; i < t->detector.found.n; i++) {
        const struct detected *found = &t->detector.found.item[i];
        struct trial_event event = { found->root, found->what };
        event.what.event = NEW_ARRAY(t->arena, uint64_t, event.what.n + 1);
        memcpy(event.what.event, found->what.event, event.what.n * sizeof *event.what.event);
        *VEC_ADD(t->arena, &t->events) = event;
    }
    return 0;
}

/* The message of this sentinel at this moment, of those from `first` on: everything that it has to say then is in one. */
static struct trial_message *message_at(struct trial *t, uint32_t first, uint32_t root, int64_t at)
{
    for (uint32_t i = first; i < t->messages.n; i++)
        if (t->messages.item[i].at == at)
            return &t->messages.item[i];
    struct trial_message *m = VEC_ADD(t->arena, &t->messages);
    *m = (struct trial_message){ .at = at, .root = root };
    return m;
}

/* Events of one sentinel become messages: so many at a time, at the moments that it asks for. What does not fill a message waits. */
static void make_messages(struct trial *t, uint32_t root)
{
    const struct world_sentinel *w = &t->graph->world->item[t->graph->root[root].sentinel];
    VEC(uint32_t) waiting = { 0 };
    uint32_t before = t->messages.n;
    int64_t n = 0, first;
    for (uint32_t i = 0; i < t->events.n; i++) {
        if (t->events.item[i].root != root)
            continue;
        *VEC_ADD(t->arena, &waiting) = i;
        if (!cumulative_tells(w->s.cumulative, ++n, &first))
            continue;
        struct trial_message *m = message_at(t, before, root, notify_at(w, t->events.item[i].what.end));
        for (uint32_t k = 0; k < waiting.n; k++)
            *VEC_ADD(t->arena, &m->event) = waiting.item[k];
        waiting.n = 0;
    }
}

static int by_moment(const void *a, const void *b)
{
    const struct trial_message *x = a, *y = b;
    return x->at != y->at ? (x->at < y->at ? -1 : 1) : x->root < y->root ? -1 : x->root > y->root;
}

int trial_end(struct trial *t, int64_t until, struct err *e)
{
    for (int64_t due; (due = detector_next_at(&t->detector)) != NEVER && due <= until;) {
        int failed = trial_step(t, due, NULL, 0, e);
        if (failed)
            return failed;
    }
    for (uint32_t i = 0; i < t->graph->n_roots; i++)
        make_messages(t, i);
    if (t->messages.n)
        qsort(t->messages.item, t->messages.n, sizeof *t->messages.item, by_moment);
    return 0;
}
