/* The second look at a page, a few seconds after a check that kept a version: whatever differs then is noise by definition.
 *
 * A probe is a request like any other: it waits for its host's turn, obeys robots.txt and every limit, and is never a form. It keeps no
 * version and tells nobody; what it teaches goes into the page's past (judge/past.h). It is made after versions 1, 2, 8, 32 and so on:
 * often enough to catch an advert that was the same twice by chance, and rare. */
#include "flow/run_inside.h"

/* After how many versions the next one is due. */
static int64_t next_version(uint32_t probes)
{
    int64_t number = probes ? 2 : 1;
    while (probes-- > 1 && number < INT64_MAX / 4)
        number *= 4;
    return number;
}

static bool is_fit(const struct check *c)
{
    struct str url = watch_address(c->subject.page.url);
    bool web = str_starts(url, STR("http://")) || str_starts(url, STR("https://"));
    if (!web || c->subject.row.n == 0 || c->subject.state.distrusted)
        return false;
    const struct watch *w = &c->subject.watch[0];
    return w->form.n == 0 && !w->browser && !w->entity && !w->paused && !w->private;
}

static bool is_due(struct arena *a, const struct check *c)
{
    struct past *past = NEW(a, struct past);
    past_read(past, c->subject.state.past);
    return c->number >= next_version(past->probes);
}

bool probe_is_wanted(struct check_run *run, const struct check_work *w)
{
    const struct check *c = &w->check;
    bool kept = c->outcome == CHECK_FIRST || c->outcome == CHECK_CHANGED || c->outcome == CHECK_QUIET;
    return run->options.probe && !w->probe && kept && w->verdict.readable && run->n_probes < PROBES_MAX && is_fit(c)
           && is_due(w->arena, c);
}

void probe_add(struct check_run *run, struct run_page *p)
{
    run->n_probes++;
    run->open++;
    p->under_way = p->probe = true;
    p->probe_at = run_now(run) + PROBE_MS;
    run_pages_add(run, &run->probing, p);
}

void probe_cancel(struct check_run *run, struct run_page *p)
{
    struct run_pages *list = &run->probing;
    for (uint32_t i = 0; i < list->n; i++)
        if (list->item[i] == p) {
            list->item[i] = list->item[--list->n];
            run_end_page(run, p);
            return;
        }
}

int64_t probe_wait(const struct check_run *run, int64_t wait_ms)
{
    for (uint32_t i = 0; i < run->probing.n; i++)
        wait_ms = MIN(wait_ms, run->probing.item[i]->probe_at - run_now(run));
    return MAX(wait_ms, (int64_t)0);
}

/* A probe that cannot be made now is not made: later it would prove nothing. */
int probe_start(struct check_run *run, struct err *e)
{
    struct run_pages list = run->probing;
    int code = 0;
    if (list.n == 0 || probe_wait(run, 1) > 0)
        return 0;
    run->probing = (struct run_pages){ 0 };
    for (uint32_t i = 0; i < list.n; i++) {
        struct run_page *p = list.item[i];
        if (code == 0 && run_now(run) < p->probe_at) {
            run_pages_add(run, &run->probing, p);
            continue;
        }
        if (code == 0)
            code = run_read_subject(run, p, e);
        bool begun = false;
        if (code == 0)
            code = run_begin_probe(run, p, &begun, e);
        if (code || !begun)
            run_end_page(run, p);
        code = code == E_ABSENT || run_is_fault(code) ? 0 : code;
    }
    return code;
}
