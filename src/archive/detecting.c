/* In: rows of `look`. Out: findings, events and rows of the outbox, with the state of the graph.
 *
 * Invariants: 1. the state in the store is the one that all versions taken out of `look` have made; 2. what is in memory is that state, or
 * `loaded` is false; 3. versions are compared outside of the transaction. Cost: that of observe() for each version. */
#include "archive/detecting_inside.h"

#include "archive/page_versions.h"
#include "base/clock.h"
#include "base/limits.h"
#include "track/canonical.h"

enum { BATCH = 16 }; /* versions of one transaction: the state is written once for all of them */

/* ---- The graph ---- */

static void unload(struct detecting *d)
{
    detector_drop(&d->detector);
    arena_drop(&d->arena);
    d->arena = (struct arena){ 0 };
    d->detector = (struct detector){ 0 };
    d->loaded = false;
}

static int find_pages(struct detecting *d, struct err *e)
{
    map_open(&d->page_of, &d->arena, d->graph.n_pages + 1);
    for (uint32_t i = 0; i < d->graph.n_pages; i++) {
        struct store_page page;
        struct err none;
        struct str url = canonical_url(&d->arena, d->graph.page[i].address);
        int code = store_page_find(&d->arena, d->caller.store, url, &page, &none);
        if (code && code != E_ABSENT)
            return err_set(e, code, "%s", none.text);
        if (code == 0)
            *map_slot(&d->page_of, (uint64_t)page.id, 0) = i + 1;
    }
    return 0;
}

/* A state that cannot be read is lost: better to begin anew than to stand still. */
static int load(struct detecting *d, struct err *e)
{
    struct store_detector state;
    struct err unread;
    unload(d);
    int code = sentinel_world_read(&d->arena, d->caller.store, 0, &d->world, e);
    if (code)
        return code;
    sentinel_world_build(&d->world, clock_now_ms());
    if (d->world.faults.list.n)
        return err_set(e, E_FORMAT, "the sentinels do not fit together: %.*s", STR_ARG(d->world.faults.list.item[0].text));
    if ((code = detection_build(&d->arena, &d->world.world, &d->graph, e)) || (code = find_pages(d, e))
        || (code = store_detector_get(&d->arena, d->caller.store, &state, e))
        || (code = store_finding_last(d->caller.store, &d->finding, e)))
        return code;
    detector_open(&d->detector, &d->graph);
    if (state.state.len && detector_read(&d->detector, state.state, &unread)) {
        detector_drop(&d->detector);
        detector_open(&d->detector, &d->graph);
    }
    d->stamp = state.stamp;
    d->loaded = true;
    d->totals.loads++;
    return 0;
}

static int refresh(struct detecting *d, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t stamp, next;
    int code = store_detector_stamp(d->caller.store, &stamp, &next, e);
    if (code || (d->loaded && stamp == d->stamp))
        return code;
    if ((code = store_begin_read(d->caller.store, &tx, e)) || (code = load(d, e))) {
        d->loaded = false;
        return code;
    }
    return store_commit(&tx, e);
}

/* ---- One version ---- */

static int observe_version(struct detecting *d, struct page_versions *v, uint32_t page, struct looked *out, struct err *e)
{
    struct version_look look = {
        .graph = &d->graph,
        .page = page,
        .version = v->n - 1,
        .at = out->at,
        .first_event = (uint64_t)d->finding + 1,
    };
    int code = page_versions_observe(v, &look, &out->observed, e);
    if (code)
        return code;
    out->before = NEW_ARRAY(v->arena, int64_t, out->observed.n + 1);
    for (uint32_t i = 0; i < out->observed.n; i++)
        out->before[i] = page_versions_before(v, &out->observed.item[i]);
    return 0;
}

static int look_at(struct arena *a, struct detecting *d, struct looked *out, struct err *e)
{
    const uint32_t *place = map_find(&d->page_of, (uint64_t)out->look.page);
    struct page_versions *v = NEW(a, struct page_versions); /* the pages that it reads keep their names in it */
    *v = (struct page_versions){ .arena = a, .store = d->caller.store, .page = out->look.page };
    out->gone = !place;
    if (!place)
        return 0;
    v->url = d->graph.page[*place - 1].address;
    int code = page_versions_open(v, out->look.number, e);
    out->gone = !page_versions_has(v, v->n - 1);
    if (code || out->gone)
        return code;
    struct err past;
    code = observe_version(d, v, *place - 1, out, &past);
    if (code == E_LIMIT) { /* too much for one page: the others go on */
        out->observed = (struct observed){ 0 };
        code = 0;
    } else if (code) {
        return err_set(e, code, "%s", past.text);
    }
    d->finding += out->observed.n;
    d->totals.versions++;
    d->totals.leaves += out->observed.n_leaves;
    d->totals.compared += out->observed.n_compared;
    return 0;
}

/* ---- Keeping ---- */

static int step(struct detecting *d, int64_t at, const struct observed *found, struct err *e)
{
    int code = detector_step(&d->detector, at, found->primitive, found->n, e);
    return code ? code : detecting_tell(d, e);
}

static int keep_looked(struct detecting *d, const struct looked *x, struct err *e)
{
    int code = store_look_remove(d->caller.store, x->look.id, e);
    if (code || x->gone)
        return code;
    if ((code = detecting_keep_findings(d, x, e)))
        return code;
    return step(d, x->at, &x->observed, e);
}

static int keep_state(struct detecting *d, struct err *e)
{
    AUTO(buf) state = BUF(MIB(512));
    detector_write(&d->detector, &state);
    int code = buf_check(&state, e);
    struct store_detector row = { .state = buf_str(&state), .next_at = detector_next_at(&d->detector) };
    return code ? code : store_detector_put(d->caller.store, &row, &d->stamp, e);
}

/* E_ABSENT: another process was faster. */
static int keep(struct detecting *d, const struct looked *x, uint32_t n, int64_t now, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t stamp, next;
    int code = store_begin(d->caller.store, &tx, e);
    if (code == 0)
        code = store_detector_stamp(d->caller.store, &stamp, &next, e);
    if (code == 0 && stamp != d->stamp)
        code = err_set(e, E_ABSENT, "the sentinels have changed");
    for (uint32_t i = 0; code == 0 && i < n; i++)
        code = keep_looked(d, &x[i], e);
    if (code == 0 && detector_next_at(&d->detector) <= now)
        code = step(d, MAX(now, d->detector.at), &(struct observed){ 0 }, e);
    if (code == 0)
        code = keep_state(d, e);
    return code ? code : store_commit(&tx, e);
}

int detecting_step(struct detecting *d, bool *more, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct store_looks looks;
    struct looked x[BATCH] = { 0 };
    int64_t now = clock_now_ms(), next = NEVER;
    *more = false;
    int code = store_look_list(&a, d->caller.store, BATCH, &looks, e);
    if (code || (code = detecting_next(d, &next, e)) || (looks.n == 0 && next > now) || (code = refresh(d, e)))
        return code;
    int64_t at = d->detector.at;
    for (uint32_t i = 0; code == 0 && i < looks.n; i++) {
        x[i].look = looks.item[i];
        x[i].at = at = MAX(at, looks.item[i].at); /* moments never go back, whichever page was done first */
        code = look_at(&a, d, &x[i], e);
    }
    if (code == 0)
        code = keep(d, x, looks.n, now, e);
    if (code)
        unload(d); /* what is in memory has gone on without the store */
    *more = looks.n == BATCH || code == E_ABSENT;
    return code == E_ABSENT ? 0 : code;
}

int detecting_next(struct detecting *d, int64_t *at, struct err *e)
{
    int64_t stamp;
    return store_detector_stamp(d->caller.store, &stamp, at, e);
}

const struct detecting_totals *detecting_totals(const struct detecting *d)
{
    return &d->totals;
}

int detecting_open(const struct caller *c, struct detecting **out, struct err *e)
{
    int code = caller_must_administer(c, "run everybody's sentinels", e);
    if (code)
        return code;
    struct detecting *d = heap_grow(NULL, sizeof *d);
    *d = (struct detecting){ .caller = *c };
    *out = d;
    return 0;
}

void detecting_close(struct detecting *d)
{
    if (!d)
        return;
    unload(d);
    heap_free(d);
}
