/* One check, top to bottom: check_answer() at the end shows its three parts. In: an answer. Out: rows of the store, and what to tell.
 *
 * Invariants:
 *   1. A body that differs from the newest version is kept, whatever is thought of it.
 *   2. A suspect version becomes news only when answers have been suspect, or the same, for a time (flow/suspicion.h).
 *   3. The network's and the host's failures are not counted against the page.
 *   4. Analysis touches its own check_work and nothing else; it takes at most LIMIT_CHECK_MEMORY, and keeps what it found. */
#include "flow/check.h"

#include "base/limits.h"
#include "flow/sensors.h"
#include "flow/since.h"

static const char *const outcomes[CHECK_OUTCOMES] = {
    [CHECK_FIRST] = "first",     [CHECK_SAME] = "same",     [CHECK_CHANGED] = "changed", [CHECK_QUIET] = "quiet",
    [CHECK_SUSPECT] = "suspect", [CHECK_FAILED] = "failed", [CHECK_PUT_OFF] = "put off",
};

const char *check_outcome_name(enum check_outcome outcome)
{
    return (unsigned)outcome < CHECK_OUTCOMES ? outcomes[outcome] : "unknown";
}

bool check_is_news(const struct check *c)
{
    for (uint32_t i = 0; c->outcome == CHECK_FIRST && i < c->subject.row.n; i++)
        if (c->subject.watch[i].root.len && !c->subject.watch[i].known)
            return true;
    return c->outcome == CHECK_CHANGED;
}

/* ---- What it is to one user ---- */

static uint32_t watch_of(const struct check *c, int64_t user)
{
    uint32_t i = 0;
    while (i < c->subject.row.n && c->subject.row.item[i].user != user)
        i++;
    return i;
}

bool check_is_news_for(const struct check *c, int64_t user)
{
    uint32_t i = watch_of(c, user);
    if (i == c->subject.row.n)
        return false;
    if (c->outcome == CHECK_FIRST)
        return c->subject.watch[i].root.len && !c->subject.watch[i].known;
    return c->outcome == CHECK_CHANGED && (!c->concern || c->concern[i].concerns);
}

const struct headline *check_headline_for(const struct check *c, int64_t user)
{
    uint32_t i = watch_of(c, user);
    return c->concern && i < c->subject.row.n ? &c->concern[i].headline : NULL;
}

struct store_counts check_counts(const struct verdict_concern *c)
{
    struct store_counts counts = { .words_inserted = c->words_inserted, .words_deleted = c->words_deleted };
    memcpy(counts.changes, c->changes, sizeof c->changes);
    return counts;
}

struct str check_words(struct arena *a, const struct verdict_concern *v)
{
    struct str headline = v->headline.text;
    const char *between = headline.len ? ": " : "";
    if (v->words_inserted + v->words_deleted == 0)
        return arena_printf(a, "%u change%s%s%.*s", v->n_changes, v->n_changes == 1 ? "" : "s", between, STR_ARG(headline));
    return arena_printf(a, "%u word%s added, %u removed%s%.*s", v->words_inserted, v->words_inserted == 1 ? "" : "s",
                        v->words_deleted, between, STR_ARG(headline));
}

struct check check_seen_by(struct arena *a, const struct check *c, int64_t user)
{
    struct check own = *c;
    uint32_t i = watch_of(c, user);
    if (c->outcome != CHECK_CHANGED || !c->concern || i == c->subject.row.n)
        return own;
    const struct verdict_concern *mine = &c->concern[i];
    struct store_counts counts = check_counts(mine);
    if (!mine->concerns) {
        own.outcome = CHECK_QUIET;
        own.words = STR("it is news for others who watch it, not by what you asked; 'weft report --held-back' says why");
    } else if (memcmp(&counts, &c->counts, sizeof counts) != 0 || !str_eq(mine->headline.text, c->headline)) {
        own.words = check_words(a, mine);
    }
    own.counts = counts;
    own.headline = mine->headline.text;
    return own;
}

/* ---- Load ---- */

static int version_at(struct check_work *w, struct store *s, int64_t number, struct store_version *v, struct err *e)
{
    struct err none;
    *v = (struct store_version){ 0 };
    int code =
        number ? store_version_get(w->arena, s, w->page, number, v, &none) : store_version_newest(w->arena, s, w->page, v, &none);
    return code == 0 || code == E_ABSENT ? 0 : err_set(e, code, "%s", none.text);
}

/* Suspect versions stand in a row for as long as they are not believed. */
static int find_versions(struct check_work *w, struct store *s, struct err *e)
{
    int code = version_at(w, s, 0, &w->newest, e);
    w->base = w->newest;
    while (code == 0 && w->base.number > 1 && (w->base.suspect || w->base.lost))
        code = version_at(w, s, w->base.number - 1, &w->base, e);
    if (w->base.suspect || w->base.lost)
        w->base = (struct store_version){ 0 };
    int64_t real = w->subject.state.real;
    w->real = (struct store_version){ 0 };
    if (code == 0 && real && real < w->base.number)
        code = version_at(w, s, real, &w->real, e);
    if (w->real.suspect || w->real.lost)
        w->real = (struct store_version){ 0 };
    return code;
}

/* Damaged on the disk: 'weft verify' tells, and the new version is kept all the same. */
static int load_body(struct check_work *w, struct store *s, struct store_version *v, struct body *out, struct err *e)
{
    *out = (struct body){ .content_type = v->content_type, .url = watch_address(w->subject.page.url) };
    int code = v->number ? store_version_body(w->arena, s, w->page, v->number, &out->bytes, e) : 0;
    if (code == E_FORMAT || code == E_ABSENT)
        *v = (struct store_version){ 0 };
    return code == E_FORMAT || code == E_ABSENT ? 0 : code;
}

bool check_is_page(const struct response *r)
{
    return r->state == FETCH_OK || r->state == FETCH_NOT_MODIFIED || r->lied;
}

static int load_lessons(struct check_work *w, struct store *s, struct err *e)
{
    struct store_lessons rows;
    if (store_lesson_list(w->arena, s, 0, w->page, &rows, e))
        return e->code;
    w->lessons = NEW_ARRAY(w->arena, struct lessons, w->subject.row.n + 1);
    for (uint32_t i = 0; i < w->subject.row.n; i++) {
        lessons_open(&w->lessons[i], w->arena);
        for (uint32_t k = 0; k < rows.n; k++)
            if (rows.item[k].user == w->subject.row.item[i].user)
                lessons_add(&w->lessons[i], (enum lesson_kind)rows.item[k].kind, rows.item[k].keys);
    }
    return 0;
}

static int load_bodies(struct check_work *w, struct store *s, struct err *e)
{
    struct store_version held = w->newest.suspect ? w->newest : (struct store_version){ 0 };
    w->pack = (struct store_pack){ .page = w->page };
    if (load_lessons(w, s, e) || load_body(w, s, &w->base, &w->old, e) || load_body(w, s, &w->real, &w->real_body, e)
        || load_body(w, s, &held, &w->held, e) || links_load(w->arena, s, &w->subject, &w->links, e)
        || store_pack_load(w->arena, s, &w->pack, e))
        return e->code;
    return w->probe ? 0 : since_load(w, s, e);
}

/* Page and watches are read once: what was read before holds as long as nobody else has written. */
static int load_subject(struct check_work *w, struct store *s, struct err *e)
{
    int64_t stamp;
    if (store_stamp(s, &stamp, e))
        return e->code;
    if (w->has_subject && w->stamp == stamp)
        return 0;
    w->stamp = stamp;
    w->has_subject = true;
    return subject_load(w->arena, s, w->page, &w->subject, e);
}

/* Most answers bring nothing new: they take one transaction, not two. */
static bool is_nothing_new(const struct response *r)
{
    return !r->lied && (r->unchanged || !check_is_page(r));
}

/* Nothing is compared, so that the newest version is wanted by name only; unless it is suspect, and the same once more. */
int check_load_late(struct check_work *w, struct store *s, struct err *e)
{
    if (load_subject(w, s, e))
        return e->code;
    if (!check_is_page(&w->response))
        return 0;
    if (store_version_glance(s, w->page, &w->newest, e))
        return e->code;
    w->base = w->newest;
    if (w->newest.suspect && find_versions(w, s, e))
        return e->code;
    return w->newest.number == 0;
}

int check_load(struct check_work *w, struct store *s, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    const struct response *r = &w->response;
    w->late = w->has_subject && is_nothing_new(r);
    if (w->late)
        return 0;
    if (store_begin_read(s, &tx, e) || load_subject(w, s, e))
        return e->code;
    if (check_is_page(r)) {
        if (find_versions(w, s, e))
            return e->code;
        w->compares = !r->unchanged || r->lied || w->newest.number == 0;
        if (w->compares && load_bodies(w, s, e))
            return e->code;
    }
    return store_commit(&tx, e);
}

/* ---- Analyse ---- */

/* Told as a change, since nobody can say that it is none. */
static void judge_by_bytes(struct check_work *w, const struct err *past)
{
    w->verdict = (struct verdict){ .importance = -1, .any = true, .note = arena_str(w->arena, str_of(past->text)) };
    w->verdict.concern = NEW_ARRAY(w->arena, struct verdict_concern, w->subject.row.n + 1);
    for (uint32_t i = 0; i < w->subject.row.n; i++)
        w->verdict.concern[i].concerns = true;
}

/* A selector that finds nothing hides every change: who set it must know, whether or not something has changed. */
static void find_missing(struct arena *a, struct check_work *w, const struct page *p, const struct interest *interest)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->subject.row.n; i++)
        n += interest[i].n_select;
    struct str *found = NEW_ARRAY(a, struct str, n + 1);
    w->missing = (struct record_list){ NEW_ARRAY(w->arena, struct str, n + 1), 0 };
    for (uint32_t i = 0; i < w->subject.row.n; i++) {
        n = interest_missing(a, p, &interest[i], found);
        for (uint32_t k = 0; k < n; k++)
            if (!record_list_has(&w->missing, found[k]))
                w->missing.item[w->missing.n++] = arena_str(w->arena, found[k]);
    }
}

struct interest *check_interests(struct arena *a, const struct check_work *w)
{
    struct interest *interest = subject_interests(a, &w->subject, w->rules);
    for (uint32_t i = 0; i < w->subject.row.n; i++)
        interest[i].lessons = w->lessons[i].kind.n ? &w->lessons[i] : NULL;
    return interest;
}

/* Where the answer came from, if that is not the page's own address. */
static struct str final_url(const struct check_work *w)
{
    return w->response.n_redirects || w->subject.state.leads_to.len ? w->response.final_url : STR("");
}

/* A failure teaches nothing. */
static void learn_probe(struct arena *a, struct check_work *w)
{
    struct body second = { .bytes = w->response.body, .content_type = w->response.content_type, .url = w->old.url };
    struct verdict_facts facts = { .final_url = final_url(w), .new = w->old, .second = &second, .past = w->subject.state.past };
    struct str past;
    struct err none;
    if (w->base.number == 0 || w->base.number != w->newest.number)
        return;
    if (verdict_probe(a, &facts, &past, &none) == 0)
        w->past = arena_str(w->arena, past);
}

/* *page: the new one, in the arena; NULL: it cannot be read. */
static int judge(struct arena *a, struct check_work *w, const struct cutter *cutter, const struct page **page, struct err *e)
{
    const struct response *r = &w->response;
    struct verdict v;
    struct page *read = NEW(a, struct page);
    struct verdict_facts facts = {
        .final_url = final_url(w),
        .new = { .bytes = r->body, .content_type = r->content_type, .url = watch_address(w->subject.page.url) },
        .final_before = w->subject.state.final_url,
        .second = w->second.bytes.len ? &w->second : NULL,
        .old = w->base.number ? &w->old : NULL,
        .real = w->base.number && w->real.number ? &w->real_body : NULL,
        .held = w->newest.suspect ? &w->held : NULL,
        .interest = check_interests(a, w),
        .n_interests = w->subject.row.n,
        .past = w->subject.state.past,
        .cutter = cutter,
        .blocked = w->subject.state.blocked.len > 0,
    };
    if (verdict_make(a, &facts, &v, e) || (v.readable && links_find(&w->links, &v.page, e)))
        return e->code;
    if (v.readable) {
        w->title = arena_str(w->arena, str_trim(v.page.title));
        find_missing(a, w, &v.page, facts.interest);
        w->feeds = sensors_find_feeds(w->arena, &v.page);
    }
    *read = v.page;
    *page = v.readable ? read : NULL;
    w->verdict = verdict_copy(w->arena, &v, w->subject.row.n);
    if (v.back) {
        w->base = w->real;
        w->old = w->real_body;
    }
    return 0;
}

/* What the page says of itself and of others: a hub, and pages that have changed. */
static void read_offers(struct check_work *w)
{
    const struct response *r = &w->response;
    struct announcements found = { .n = 0 };
    int64_t since = w->subject.page.checked_at;
    if (!websub_find(r->head, r->body, watch_address(w->subject.page.url), &w->hub))
        w->hub = (struct websub_offer){ 0 };
    if (since == NEVER || w->base.number == 0)
        return;
    announce_read(w->arena, r->body, since, &found);
    if (found.n == 0)
        return;
    w->announced = NEW(w->arena, struct announcements);
    *w->announced = found;
}

void check_analyse(struct check_work *w, const struct check_tools *tools)
{
    AUTO(arena) a = { .budget_bytes = tools->memory_max ? tools->memory_max : LIMIT_CHECK_MEMORY };
    struct err past = { 0 };
    const struct page *page = NULL;
    if (!w->compares)
        return;
    if (w->probe) {
        learn_probe(&a, w);
        return;
    }
    if (tools->by_bytes ? err_set(&past, E_LIMIT, "reading this page ended weft before, so it is judged by its bytes alone")
                        : judge(&a, w, tools->cutter, &page, &past))
        judge_by_bytes(w, &past);
    w->changes = w->verdict.whole.excerpts.n ? excerpts_write(w->arena, &w->verdict.whole.excerpts) : STR("");
    since_analyse(w, page, tools->cutter, a.budget_bytes);
    read_offers(w);
    if (store_pack_make(w->arena, tools->codec, &w->pack, w->response.body, &past))
        w->pack.made = false; /* then it is packed when it is written */
}

/* ---- All three ---- */

int check_answer(struct arena *a, const struct check_job *job, struct check *out, struct err *e)
{
    struct check_context context = { job->store, job->rules, job->templates };
    struct check_tools tools = { .codec = codec_open(), .cutter = job->cutter };
    int code;
    do {
        struct check_work *w = NEW(a, struct check_work);
        *w = (struct check_work){ .arena = a, .page = job->page, .response = *job->response, .rules = job->rules };
        code = check_load(w, job->store, e);
        if (code == 0) {
            check_analyse(w, &tools);
            code = check_commit(w, &context, e);
        }
        if (code == 0)
            *out = w->check;
    } while (code > 0);
    codec_close(tools.codec);
    return code;
}
