/* The second look at a page, a few seconds after the first: whatever differs then is noise by definition.
 *
 * It is a request like any other: it waits for its host's turn, obeys robots.txt and every limit, and is never a form. There are two:
 *
 *   a probe     after a check that kept a version. It keeps no version and tells nobody; what it teaches goes into the page's past
 *               (judge/past.h). Made after versions 1, 2, 8, 32 and so on: often enough to catch an advert that was the same twice by
 *               chance, and rare.
 *   a confirm   before somebody is told of a change, on a page that is known to differ between two loads, or was never probed. Of the two
 *               answers the later one is kept, and told is what both have (judge/fleeting.h). Where servers take turns with old and new
 *               pages, the later one may be the old page again: then the new one is told when it has come to stay. */
#include "flow/run_inside.h"

/* After how many versions the next one is due. */
static int64_t next_version(uint32_t probes)
{
    int64_t number = probes ? 2 : 1;
    while (probes-- > 1 && number < INT64_MAX / 4)
        number *= 4;
    return number;
}

static bool is_fit(const struct subject *s)
{
    struct str url = watch_address(s->page.url);
    bool web = str_starts(url, STR("http://")) || str_starts(url, STR("https://"));
    if (!web || s->row.n == 0 || s->state.distrusted)
        return false;
    const struct watch *w = &s->watch[0];
    return w->form.n == 0 && !w->browser && !w->entity && !w->paused && !w->private;
}

static const struct past *past_of(const struct check_work *w, const struct subject *s)
{
    struct past *past = NEW(w->arena, struct past);
    past_read(past, s->state.past);
    return past;
}

static bool may_look(const struct check_run *run, const struct check_work *w, const struct subject *s)
{
    return run->options.probe && !w->probe && w->second.bytes.len == 0 && w->verdict.readable && run->n_probes < PROBES_MAX
           && is_fit(s);
}

bool probe_is_wanted(struct check_run *run, const struct check_work *w)
{
    const struct check *c = &w->check;
    bool kept = c->outcome == CHECK_FIRST || c->outcome == CHECK_CHANGED || c->outcome == CHECK_QUIET;
    return kept && may_look(run, w, &c->subject) && c->number >= next_version(past_of(w, &c->subject)->probes);
}

void probe_add(struct check_run *run, struct run_page *p)
{
    run->n_probes++;
    run->open++;
    p->under_way = p->probe = true;
    p->probe_at = run_now(run) + PROBE_MS;
    run_pages_add(run, &run->probing, p);
}

/* What was found and waits to be confirmed is not cancelled. */
void probe_cancel(struct check_run *run, struct run_page *p)
{
    struct run_pages *list = &run->probing;
    for (uint32_t i = 0; i < list->n; i++)
        if (list->item[i] == p && !p->confirm) {
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
static int start_probe(struct check_run *run, struct run_page *p, struct err *e)
{
    bool begun = false;
    int code = run_read_subject(run, p, e);
    if (code == 0)
        code = run_begin_probe(run, p, &begun, e);
    if (code || !begun)
        run_end_page(run, p);
    return code == E_ABSENT || run_is_fault(code) ? 0 : code;
}

/* ---- Before anybody is told ---- */

/* While a page waits for its second answer it must not keep that answer from being taken. */
static void begin_waiting(struct check_run *run, struct run_page *p)
{
    p->confirm = true;
    p->waiting = p->answer.used_bytes;
    run->confirming += p->waiting;
    run->bytes -= p->work->response.body.len;
    run->loaded -= p->loaded;
    p->loaded = 0;
}

static void end_waiting(struct check_run *run, struct run_page *p)
{
    p->confirm = false;
    run->confirming -= p->waiting;
    run->bytes += p->work->response.body.len;
}

/* What was found holds. */
static void keep_as_found(struct check_run *run, struct run_page *p)
{
    end_waiting(run, p);
    run_keep_found(run, p);
}

/* The host is still the run's. */
static int start_confirm(struct check_run *run, struct run_page *p, struct err *e)
{
    struct err why;
    int code = run_start(run, p, &why);
    p->confirmed = code == 0;
    if (code == 0)
        return 0;
    keep_as_found(run, p);
    return run_is_fault(code) ? 0 : err_set(e, code, "%s", why.text);
}

bool probe_confirms(struct check_run *run, struct run_page *p)
{
    const struct check_work *w = p->work;
    if (!w->verdict.any || w->verdict.suspect.len || w->base.number == 0 || !p->subject || !may_look(run, w, &w->subject))
        return false;
    const struct past *past = past_of(w, &w->subject);
    if ((past->probes && !past_differs(past)) || run->confirming + p->answer.used_bytes > CONFIRM_BYTES)
        return false;
    run->n_probes++;
    begin_waiting(run, p);
    p->probe_at = run_now(run) + PROBE_MS;
    run_pages_add(run, &run->probing, p);
    return true;
}

/* The same bytes once more say that all of it holds. */
void probe_take(struct run_page *p, const struct response *r)
{
    struct check_run *run = p->run;
    struct response first = p->work->response;
    if (!check_is_page(r) || str_eq(r->body, first.body)) {
        keep_as_found(run, p);
        return;
    }
    end_waiting(run, p);
    run->bytes -= first.body.len;
    run_take_answer(p, r);
    p->work->second =
        (struct body){ .bytes = first.body, .content_type = first.content_type, .url = watch_address(p->subject->page.url) };
}

void probe_drop(struct check_run *run)
{
    for (uint32_t i = 0; i < run->pages.n; i++)
        if (run->pages.item[i]->confirm)
            keep_as_found(run, run->pages.item[i]);
    run->probing = (struct run_pages){ 0 };
}

/* ---- Both ---- */

int probe_start(struct check_run *run, struct err *e)
{
    struct run_pages list = run->probing;
    int code = 0;
    if (list.n == 0 || probe_wait(run, 1) > 0)
        return 0;
    run->probing = (struct run_pages){ 0 };
    for (uint32_t i = 0; i < list.n; i++) {
        struct run_page *p = list.item[i];
        if (code || run_now(run) < p->probe_at)
            run_pages_add(run, &run->probing, p);
        else
            code = p->confirm ? start_confirm(run, p, e) : start_probe(run, p, e);
    }
    return code;
}
