/* One node: what comes from its parts, what it keeps, what it makes.
 *
 * In: the `out` of its parts in this step. Out: its own. The semantics stand in detector.h; tests/event/twin.c says them again, slowly.
 * Everything that a step brings ends at the same moment. So what a step brings to the first part of a SEQ cannot pair with what it
 * brings to the last: the last is looked at before the first is kept. What must not happen is looked at before all. */
#include "event/detector_impl.h"

/* At work on one node. */
struct node_look {
    struct detector *d;
    const struct detect_node *node;
    struct detect_state *state;
};

void occurrences_add(struct arena *a, struct occurrences *k, const struct occurrence *o)
{
    if (k->n == DETECT_KEPT_MAX)
        occurrences_remove(k, 0, 1);
    if (k->n == k->room) {
        uint32_t room = k->room ? 2 * k->room : 2;
        k->item = arena_grow(a, k->item, k->room, room, sizeof *k->item);
        k->room = room;
    }
    k->item[k->n++] = *o;
}

void occurrences_remove(struct occurrences *k, uint32_t from, uint32_t n)
{
    if (n == 0)
        return;
    memmove(k->item + from, k->item + from + n, (k->n - from - n) * sizeof *k->item);
    k->n -= n;
}

/* What a part made in this step; nothing where it made nothing. */
static struct occurrences arrived(const struct node_look *l, uint32_t part)
{
    const struct detect_state *s = &l->d->state[l->node->part[part]];
    return s->made_in == l->d->step ? s->out : (struct occurrences){ 0 };
}

static bool is_short_enough(const struct node_look *l, const struct occurrence *o)
{
    return l->node->within_ms == 0 || o->end - o->start <= l->node->within_ms;
}

/* Whether it can be a part of something. Where events are used up, what happened before the sentinel began must not use up others. */
static bool takes_part(const struct node_look *l, const struct occurrence *o)
{
    return o->since >= l->node->from_at && is_short_enough(l, o);
}

static void make(const struct node_look *l, const struct occurrence *o)
{
    if (l->state->made_in != l->d->step) {
        l->state->made_in = l->d->step;
        l->state->out = (struct occurrences){ 0 };
    }
    if (is_short_enough(l, o))
        occurrences_add(&l->d->scratch, &l->state->out, o);
}

/* Some occurrences as one: from the earliest beginning to the latest end, with the events of each in their order. */
static struct occurrence merge(struct arena *a, const struct occurrence *const *item, uint32_t n)
{
    struct occurrence out = *item[0];
    uint32_t n_events = 0;
    for (uint32_t i = 0; i < n; i++)
        n_events += item[i]->n;
    out.event = NEW_ARRAY(a, uint64_t, n_events + 1);
    out.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        out.start = MIN(out.start, item[i]->start);
        out.end = MAX(out.end, item[i]->end);
        out.since = MIN(out.since, item[i]->since);
        out.importance_ppm = MAX(out.importance_ppm, item[i]->importance_ppm);
        memcpy(out.event + out.n, item[i]->event, item[i]->n * sizeof *out.event);
        out.n += item[i]->n;
    }
    return out;
}

static void make_pair(const struct node_look *l, const struct occurrence *first, const struct occurrence *last)
{
    struct occurrence both = merge(&l->d->scratch, (const struct occurrence *const[]){ first, last }, 2);
    make(l, &both);
}

/* A copy that lives as long as the state. */
static void keep(const struct node_look *l, uint32_t slot, const struct occurrence *o)
{
    struct occurrence copy = *o;
    copy.event = NEW_ARRAY_RAW(&l->d->arena, uint64_t, o->n + 1);
    memcpy(copy.event, o->event, o->n * sizeof *copy.event);
    occurrences_add(&l->d->arena, &l->state->slot[slot], &copy);
}

/* Forgets what began too long ago to be part of anything that is still short enough. */
static void forget_old(const struct node_look *l)
{
    int64_t from = l->d->at - l->node->within_ms;
    if (l->node->within_ms == 0)
        return;
    for (uint32_t p = 0; p < l->node->n_parts; p++) {
        struct occurrences *k = &l->state->slot[p];
        uint32_t left = 0;
        for (uint32_t i = 0; i < k->n; i++)
            if (k->item[i].start >= from || (l->node->kind == DETECT_BETWEEN && p == 1))
                k->item[left++] = k->item[i];
        k->n = left;
    }
    uint32_t left = 0;
    for (uint32_t i = 0; i < l->state->partials.n; i++)
        if (l->state->partials.item[i].so_far.start >= from)
            l->state->partials.item[left++] = l->state->partials.item[i];
    l->state->partials.n = left;
}

static void look_or(const struct node_look *l)
{
    for (uint32_t p = 0; p < l->node->n_parts; p++) {
        struct occurrences new = arrived(l, p);
        for (uint32_t i = 0; i < new.n; i++)
            make(l, &new.item[i]);
    }
}

/* By end, then by beginning, then by part: the order in which a composite names its events. */
static bool comes_before(const struct occurrence *one, const struct occurrence *two)
{
    return one->end != two->end ? one->end < two->end : one->start < two->start;
}

/* The newest of `count` - 1 other parts and the one that came. False: not enough of them have something. */
static bool choose_recent(const struct node_look *l, uint32_t part, const struct occurrence **chosen)
{
    uint32_t n = 0, wanted = l->node->count - 1;
    for (uint32_t p = 0; p < l->node->n_parts; p++) {
        const struct occurrences *k = &l->state->slot[p];
        if (p == part || k->n == 0)
            continue;
        uint32_t at = n; /* sorted, the oldest first; the oldest is left out where there are too many */
        while (at > 0 && comes_before(&k->item[0], chosen[at - 1]))
            at--;
        if (n == wanted && at == 0)
            continue;
        if (n < wanted) {
            memmove(chosen + at + 1, chosen + at, (n - at) * sizeof *chosen);
            n++;
        } else
            memmove(chosen, chosen + 1, --at * sizeof *chosen);
        chosen[at] = &k->item[0];
    }
    chosen[n] = &l->state->slot[part].item[0];
    return n == wanted;
}

static void all_recent(const struct node_look *l, uint32_t part, const struct occurrence *o)
{
    const struct occurrence **chosen = NEW_ARRAY(&l->d->scratch, const struct occurrence *, l->node->n_parts + 1);
    l->state->slot[part].n = 0;
    keep(l, part, o);
    if (!choose_recent(l, part, chosen))
        return;
    struct occurrence all = merge(&l->d->scratch, chosen, l->node->count);
    make(l, &all);
}

/* The oldest of each part that has something (all == false), or everything that waits; used up. */
static void all_used(const struct node_look *l, uint32_t part, const struct occurrence *o, bool all)
{
    uint32_t n_filled = 0, n = 0;
    keep(l, part, o);
    for (uint32_t p = 0; p < l->node->n_parts; p++) {
        n_filled += l->state->slot[p].n > 0;
        n += l->state->slot[p].n;
    }
    if (n_filled < l->node->count)
        return;
    const struct occurrence **chosen = NEW_ARRAY(&l->d->scratch, const struct occurrence *, n + 1);
    n = 0;
    for (uint32_t p = 0; p < l->node->n_parts; p++) {
        struct occurrences *k = &l->state->slot[p];
        for (uint32_t i = 0; i < (all ? k->n : MIN(k->n, 1u)); i++) {
            uint32_t at = n++;
            while (at > 0 && comes_before(&k->item[i], chosen[at - 1])) {
                chosen[at] = chosen[at - 1];
                at--;
            }
            chosen[at] = &k->item[i];
        }
    }
    struct occurrence made = merge(&l->d->scratch, chosen, n);
    make(l, &made);
    for (uint32_t p = 0; p < l->node->n_parts; p++)
        if (l->state->slot[p].n)
            occurrences_remove(&l->state->slot[p], 0, all ? l->state->slot[p].n : 1);
}

static bool has_part(const struct partial *p, uint32_t part)
{
    for (uint32_t i = 0; i < p->n_parts; i++)
        if (p->part[i] == part)
            return true;
    return false;
}

static void begin_group(const struct node_look *l, const uint32_t *part, uint32_t n_parts, const struct occurrence *o)
{
    struct partial p = { .so_far = *o, .n_parts = n_parts };
    if (l->state->partials.n == DETECT_KEPT_MAX)
        memmove(l->state->partials.item, l->state->partials.item + 1, --l->state->partials.n * sizeof p);
    p.part = NEW_ARRAY_RAW(&l->d->arena, uint32_t, n_parts + 1);
    memcpy(p.part, part, n_parts * sizeof *part);
    p.so_far.event = NEW_ARRAY_RAW(&l->d->arena, uint64_t, o->n + 1);
    memcpy(p.so_far.event, o->event, o->n * sizeof *o->event);
    *VEC_ADD(&l->d->arena, &l->state->partials) = p;
}

/* The occurrence joins every group without its part; those that are full are made. It begins a group of its own unless it completed
 * one. */
static void all_grouped(const struct node_look *l, uint32_t part, const struct occurrence *o, bool is_used)
{
    uint32_t n = l->state->partials.n, left = 0;
    bool completed = false;
    struct partial *old = NEW_ARRAY(&l->d->scratch, struct partial, n + 1);
    for (uint32_t i = 0; i < n; i++)
        old[i] = l->state->partials.item[i];
    l->state->partials.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool joins = !has_part(&old[i], part);
        if (!joins || !is_used)
            l->state->partials.item[left++] = old[i]; /* never more than there were: the room is there */
        l->state->partials.n = left;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (has_part(&old[i], part))
            continue;
        struct occurrence more = merge(&l->d->scratch, (const struct occurrence *const[]){ &old[i].so_far, o }, 2);
        uint32_t *parts = NEW_ARRAY(&l->d->scratch, uint32_t, old[i].n_parts + 1);
        memcpy(parts, old[i].part, old[i].n_parts * sizeof *parts);
        parts[old[i].n_parts] = part;
        if (old[i].n_parts + 1 < l->node->count)
            begin_group(l, parts, old[i].n_parts + 1, &more);
        else {
            make(l, &more);
            completed = true;
        }
    }
    if (!completed || !is_used)
        begin_group(l, &part, 1, o);
}

static void all_one(const struct node_look *l, uint32_t part, const struct occurrence *o)
{
    if (!takes_part(l, o))
        return;
    if (l->node->count <= 1)
        make(l, o);
    else if (l->node->context == CONTEXT_RECENT)
        all_recent(l, part, o);
    else if (l->node->context == CONTEXT_CHRONICLE || l->node->context == CONTEXT_CUMULATIVE)
        all_used(l, part, o, l->node->context == CONTEXT_CUMULATIVE);
    else
        all_grouped(l, part, o, l->node->context == CONTEXT_CONTINUOUS);
}

static void look_all(const struct node_look *l)
{
    for (uint32_t p = 0; p < l->node->n_parts; p++) {
        struct occurrences new = arrived(l, p);
        for (uint32_t i = 0; i < new.n; i++)
            all_one(l, p, &new.item[i]);
    }
}

/* Whether something that must not happen lies inside [the end of the first, the beginning of the last]. */
static bool is_between(const struct node_look *l, const struct occurrence *first, const struct occurrence *last)
{
    const struct occurrences *blocker = &l->state->slot[1];
    for (uint32_t i = 0; l->node->kind == DETECT_BETWEEN && i < blocker->n; i++)
        if (blocker->item[i].start >= first->end && blocker->item[i].end <= last->start)
            return true;
    return false;
}

/* The newest that waits, whether it fits or not: an older one is not the newest. */
static void last_recent(const struct node_look *l, const struct occurrence *last)
{
    const struct occurrences *k = &l->state->slot[0];
    const struct occurrence *first = k->n ? &k->item[k->n - 1] : NULL;
    if (first && first->end < last->start && !is_between(l, first, last))
        make_pair(l, first, last);
}

/* All that wait and end before it begins, oldest first; they are sorted by their ends, so these are the first ones. */
static uint32_t count_before(const struct occurrences *k, const struct occurrence *last)
{
    uint32_t n = 0;
    while (n < k->n && k->item[n].end < last->start)
        n++;
    return n;
}

static void last_chronicle(const struct node_look *l, const struct occurrence *last)
{
    struct occurrences *k = &l->state->slot[0];
    uint32_t n = count_before(k, last), i = 0;
    while (i < n && is_between(l, &k->item[i], last))
        i++;
    if (i < n)
        make_pair(l, &k->item[i], last);
    occurrences_remove(k, 0, i < n ? i + 1 : i);
}

static void last_each(const struct node_look *l, const struct occurrence *last, bool is_used)
{
    struct occurrences *k = &l->state->slot[0];
    uint32_t n = count_before(k, last);
    for (uint32_t i = 0; i < n; i++)
        if (!is_between(l, &k->item[i], last))
            make_pair(l, &k->item[i], last);
    if (is_used)
        occurrences_remove(k, 0, n);
}

static void last_cumulative(const struct node_look *l, const struct occurrence *last)
{
    struct occurrences *k = &l->state->slot[0];
    uint32_t n = count_before(k, last), n_chosen = 0;
    const struct occurrence **chosen = NEW_ARRAY(&l->d->scratch, const struct occurrence *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        if (!is_between(l, &k->item[i], last))
            chosen[n_chosen++] = &k->item[i];
    if (n_chosen) {
        chosen[n_chosen++] = last;
        struct occurrence all = merge(&l->d->scratch, chosen, n_chosen);
        make(l, &all);
    }
    occurrences_remove(k, 0, n);
}

static void look_last(const struct node_look *l, const struct occurrence *last)
{
    switch (l->node->context) {
    case CONTEXT_RECENT:
        last_recent(l, last);
        break;
    case CONTEXT_CHRONICLE:
        last_chronicle(l, last);
        break;
    case CONTEXT_CUMULATIVE:
        last_cumulative(l, last);
        break;
    default:
        last_each(l, last, l->node->context == CONTEXT_CONTINUOUS);
        break;
    }
}

/* What ended before all that waits can block nothing. */
static void forget_nots(const struct node_look *l)
{
    struct occurrences *blocker = &l->state->slot[1];
    const struct occurrences *first = &l->state->slot[0];
    uint32_t left = 0;
    for (uint32_t i = 0; i < blocker->n; i++)
        if (first->n && blocker->item[i].start >= first->item[0].end)
            blocker->item[left++] = blocker->item[i];
    blocker->n = left;
}

/* SEQ and BETWEEN. */
static void look_seq(const struct node_look *l)
{
    uint32_t last_part = l->node->n_parts - 1;
    struct occurrences first = arrived(l, 0), last = arrived(l, last_part), blocker = { 0 };
    if (l->node->kind == DETECT_BETWEEN)
        blocker = arrived(l, 1);
    for (uint32_t i = 0; i < blocker.n; i++)
        keep(l, 1, &blocker.item[i]);
    for (uint32_t i = 0; i < last.n; i++)
        if (last.item[i].since >= l->node->from_at)
            look_last(l, &last.item[i]);
    for (uint32_t i = 0; i < first.n; i++) {
        if (l->node->context == CONTEXT_RECENT)
            l->state->slot[0].n = 0;
        if (takes_part(l, &first.item[i]))
            keep(l, 0, &first.item[i]);
    }
    if (l->node->kind == DETECT_BETWEEN)
        forget_nots(l);
}

static void look_unless(const struct node_look *l)
{
    struct occurrences what = arrived(l, 0), blocker = arrived(l, 1);
    for (uint32_t i = 0; i < blocker.n; i++)
        l->state->blocked_from = MAX(l->state->blocked_from, blocker.item[i].start);
    for (uint32_t i = 0; i < what.n; i++)
        if (l->state->blocked_from < what.item[i].start)
            make(l, &what.item[i]);
}

/* What is due, and what begins to wait. */
static void look_plus(const struct node_look *l)
{
    struct occurrences *waiting = &l->state->slot[0], new = arrived(l, 0);
    while (waiting->n && waiting->item[0].end + l->node->ms <= l->d->at) {
        struct occurrence due = waiting->item[0];
        due.start = due.end = due.end + l->node->ms;
        make(l, &due);
        occurrences_remove(waiting, 0, 1);
    }
    for (uint32_t i = 0; i < new.n; i++)
        keep(l, 0, &new.item[i]);
}

void detector_look(struct detector *d, uint32_t node)
{
    struct node_look l = { d, &d->graph->node[node], &d->state[node] };
    forget_old(&l);
    switch (l.node->kind) {
    case DETECT_OR:
        look_or(&l);
        break;
    case DETECT_ALL:
        look_all(&l);
        break;
    case DETECT_UNLESS:
        look_unless(&l);
        break;
    case DETECT_PLUS:
        look_plus(&l);
        break;
    case DETECT_CHANGE:
        break;
    default:
        look_seq(&l);
        break;
    }
}
