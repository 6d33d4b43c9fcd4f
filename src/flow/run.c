/* Many checks. In: pages. Out: outcomes. One thread: fetch drives the transfers, and between its steps the answers go into the store.
 *
 * Invariants: 1. no transaction is open while the network is waited for; 2. a page is told exactly once for each time it was queued.
 * Memory: the bodies of one group, bounded by GROUP_BYTES and one body more. */
#include "flow/run.h"

#include "base/limits.h"
#include "base/map.h"
#include "base/vec.h"
#include "flow/render.h"
#include "flow/scripted.h"

enum { GROUP_MAX = 256, GROUP_MS = 200 };
#define GROUP_BYTES MIB(16)

struct run {
    struct run_options options;
    struct fetcher *fetcher;
    struct browser *browser; /* NULL until a watch wants it */
    struct run_totals totals;
    struct templates templates;
    uint32_t open;

    /* One for each page that was ever queued: the contexts of callbacks must not move, and fetch may drop one without a call. */
    struct arena names;
    struct map asked_of; /* from a page to its place in `asked`, counted from 1 */
    struct {
        struct asked **item;
        uint32_t n, room;
    } asked;

    /* The group: answers that came and are not stored. */
    struct arena arena;
    struct {
        struct answer *item;
        uint32_t n, room;
    } group;
    size_t group_bytes;
    int64_t group_at;
    struct err failed; /* of a callback, which has no way to tell it */
};

struct asked {
    struct run *run;
    int64_t page;
    bool under_way;
    bool browser;   /* the page is to be rendered when its answer has come */
    uint64_t known; /* hash of the body that is kept */
};

struct answer {
    struct asked *asked;
    struct response response;
};

static int64_t now_of(const struct run *run)
{
    return run->options.fetch.clock.now_ms(run->options.fetch.clock.ctx);
}

/* ---- Hosts ---- */

static int load_hosts(struct run *run, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_hosts hosts;
    if (store_host_list(&a, run->options.store, &hosts, e))
        return e->code;
    for (uint32_t i = 0; i < hosts.n; i++) {
        struct host_facts facts;
        if (host_facts_read(&a, hosts.item[i].origin, hosts.item[i].facts, &facts, e))
            return e->code;
        fetch_host_put(run->fetcher, &facts);
    }
    return 0;
}

static void keep_host(void *ctx, const struct host_facts *facts)
{
    AUTO(arena) a = { 0 };
    struct run *run = ctx;
    struct store_host row = { facts->origin, host_facts_write(&a, facts) };
    if (run->failed.code == 0 && store_host_put(run->options.store, &row, &run->failed))
        return;
}

/* ---- Answers ---- */

static void take(void *ctx, const struct response *r)
{
    struct asked *asked = ctx;
    struct run *run = asked->run;
    struct answer *answer = VEC_ADD(&run->arena, &run->group);
    if (run->group.n == 1)
        run->group_at = now_of(run);
    answer->asked = asked;
    answer->response = response_copy(&run->arena, r);
    run->group_bytes += r->body.len;
}

/* ---- Rendering ---- */

static int open_browser(struct run *run, struct err *e)
{
    return run->browser ? 0 : browser_open(&run->options.browser, &run->browser, e);
}

/* The request is read from the store once more: it is not kept while the page is on its way. Nobody has the page any more: nothing to
 * render. */
static int render(struct run *run, struct answer *answer, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct subject s;
    int code = subject_load(&a, run->options.store, answer->asked->page, &s, e);
    if (code)
        return code == E_ABSENT ? 0 : code;
    struct request q = subject_request(&a, &s);
    scripted_answer(&run->arena, run->browser, &q, answer->asked->known, &answer->response);
    return 0;
}

/* Pages are rendered one at a time while other transfers wait: their limits are longer than that of a page. */
static int render_group(struct run *run, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < run->group.n; i++) {
        struct answer *answer = &run->group.item[i];
        if (!answer->asked->browser || answer->response.state != FETCH_OK)
            continue;
        code = open_browser(run, e);
        if (code == 0)
            code = render(run, answer, e);
    }
    return code;
}

/* The blocks of a page that changed. One browser draws for watches and for layouts. */
static int cut(void *self, struct arena *a, const struct page *page, struct blocks *out, struct err *e)
{
    struct run *run = self;
    struct renderer r = { .layout = run->options.layout, .options = run->options.browser, .browser = run->browser };
    int code = renderer_cut(&r, a, page, out, e);
    run->browser = r.browser;
    return code;
}

/* ---- The store ---- */

static int store_group(struct run *run, struct arena *a, struct check *check, bool *kept, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(run->options.store, &tx, e);
    for (uint32_t i = 0; code == 0 && i < run->group.n; i++) {
        const struct answer *answer = &run->group.item[i];
        struct cutter cutter = { cut, run };
        struct check_job job = {
            .store = run->options.store,
            .rules = &run->options.rules,
            .page = answer->asked->page,
            .response = &answer->response,
            .templates = &run->templates,
            .cutter = &cutter,
        };
        code = check_answer(a, &job, &check[i], e);
        kept[i] = code == 0;
        /* Somebody removed the page meanwhile: there is nothing to store and nobody to tell. */
        if (code == E_ABSENT)
            code = 0;
    }
    fetch_hosts(run->fetcher, keep_host, run);
    if (code == 0 && run->failed.code)
        code = err_set(e, run->failed.code, "%s", run->failed.text);
    return code ? code : store_commit(&tx, e);
}

static void tell(struct run *run, const struct check *check)
{
    run->totals.n[check->outcome]++;
    run->totals.followed += check->n_followed;
    if (run->options.told)
        run->options.told(run->options.ctx, check);
}

static int flush(struct run *run, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct check *check = NEW_ARRAY(&a, struct check, run->group.n + 1);
    bool *kept = NEW_ARRAY(&a, bool, run->group.n + 1);
    if (run->group.n == 0)
        return 0;
    int code = render_group(run, e);
    if (code == 0)
        code = store_group(run, &a, check, kept, e);
    for (uint32_t i = 0; i < run->group.n; i++) {
        run->group.item[i].asked->under_way = false;
        run->open--;
        if (code == 0 && kept[i])
            tell(run, &check[i]);
    }
    arena_drop(&run->arena);
    run->arena = (struct arena){ 0 };
    run->group.item = NULL;
    run->group.n = run->group.room = 0;
    run->group_bytes = 0;
    return code;
}

/* ---- The run ---- */

int run_open(const struct run_options *options, struct run **out, struct err *e)
{
    struct run *run = heap_grow(NULL, sizeof *run);
    *run = (struct run){ .options = *options };
    map_open(&run->asked_of, &run->names, 256);
    int code = fetcher_open(&options->fetch, &run->fetcher, e);
    if (code == 0)
        code = load_hosts(run, e);
    if (code)
        run_close(run);
    else
        *out = run;
    return code;
}

void run_close(struct run *run)
{
    struct err lost;
    if (!run)
        return;
    if (run->fetcher && flush(run, &lost))
        run->failed = lost;
    fetcher_close(run->fetcher);
    browser_close(run->browser);
    arena_drop(&run->arena);
    arena_drop(&run->names);
    templates_drop(&run->templates);
    heap_free(run);
}

static struct asked *asked_of(struct run *run, int64_t page)
{
    uint32_t *place = map_slot(&run->asked_of, (uint64_t)page, 0);
    if (*place == 0) {
        struct asked *asked = NEW(&run->names, struct asked);
        *asked = (struct asked){ .run = run, .page = page };
        *VEC_ADD(&run->names, &run->asked) = asked;
        *place = run->asked.n;
    }
    return run->asked.item[*place - 1];
}

static int start(struct run *run, struct arena *a, const struct subject *s, struct asked *asked, struct err *e)
{
    struct request q = subject_request(a, s);
    asked->browser = s->row.n && s->watch[0].browser;
    asked->known = s->state.known_hash;
    if (asked->browser) { /* validators speak of other bytes than those that are kept */
        q.etag = q.last_modified = STR("");
        q.known_hash = 0;
    }
    q.allow_file = run->options.allow_file;
    q.body_max = run->options.body_max;
    q.time_ms = run->options.time_ms;
    q.n_redirects_max = run->options.n_redirects_max;
    return fetch_start(run->fetcher, &q, take, asked, e);
}

static int put_back(struct run *run, struct subject *s, const struct subject_decision *d, struct err *e)
{
    AUTO(arena) a = { 0 };
    s->state.rule = str_of(track_rule_name((enum track_rule)d->decision.rule));
    s->page.next_check_at = d->decision.next_at;
    s->page.state = page_state_write(&a, &s->state);
    return store_page_schedule(run->options.store, &s->page, e);
}

/* Who asked for a page hears why it is left alone. */
static void tell_put_off(struct run *run, const struct subject *s, const struct subject_decision *d)
{
    AUTO(buf) words = BUF(KIB(16));
    decision_words(&d->decision, &d->facts, &words);
    struct check check = {
        .subject = *s, .outcome = CHECK_PUT_OFF, .answer = FETCH_LATER, .words = buf_str(&words), .importance = -1
    };
    run->totals.n[CHECK_PUT_OFF]++;
    if (run->options.told)
        run->options.told(run->options.ctx, &check);
}

int run_add(struct run *run, int64_t page, enum run_mode mode, bool *queued, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct subject s;
    struct subject_decision d;
    struct asked *asked = asked_of(run, page);
    *queued = asked->under_way;
    if (*queued)
        return 0;
    if (subject_load(&a, run->options.store, page, &s, e)
        || subject_decide(&a, &s, &run->options.rules, &(struct subject_when){ now_of(run), mode == RUN_ASKED }, &d, e))
        return e->code;
    if (!d.decision.check) {
        if (mode == RUN_ASKED)
            tell_put_off(run, &s, &d);
        else
            run->totals.skipped++;
        return put_back(run, &s, &d, e);
    }
    int code = start(run, &a, &s, asked, e);
    if (code)
        return err_in(e, "%.*s", STR_ARG(s.page.url));
    asked->under_way = true;
    *queued = true;
    run->open++;
    return 0;
}

int run_step(struct run *run, int64_t wait_ms, struct err *e)
{
    uint32_t left;
    int64_t wait = run->group.n ? MIN(wait_ms, (int64_t)GROUP_MS) : wait_ms;
    int code = fetch_step(run->fetcher, wait, &left, e);
    run->totals.network_down |= fetch_network_down(run->fetcher);
    bool full = run->group.n >= GROUP_MAX || run->group_bytes >= GROUP_BYTES;
    if (code == 0 && (full || left == 0 || (run->group.n && now_of(run) - run->group_at >= GROUP_MS)))
        code = flush(run, e);
    return code;
}

void run_begin(struct run *run)
{
    fetch_new_run(run->fetcher);
    run->totals = (struct run_totals){ 0 };
}

uint32_t run_left(const struct run *run)
{
    return run->open;
}

const struct run_totals *run_totals(const struct run *run)
{
    return &run->totals;
}
