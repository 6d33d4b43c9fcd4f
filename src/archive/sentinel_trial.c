/* In: statements, and versions of the store. Out: messages, none of them sent.
 *
 * Pages are looked at one after the other, so that only one page's versions are in memory; what was found in them is then put through
 * the detector in the order of time. Cost: that of observe() for each version. */
#include "archive/sentinel_trial.h"

#include <stdlib.h>

#include "archive/page_versions.h"
#include "archive/sentinel_make.h"
#include "archive/sentinels.h"
#include "archive/things.h"
#include "base/limits.h"
#include "base/moment.h"
#include "event/trial.h"
#include "track/canonical.h"

/* Versions of a page are read again once those in memory take so much. */
enum { MODELS_MAX = 128 * 1024 * 1024 };

/* One version, with its findings: a range of `part`. */
struct trial_look {
    int64_t at;
    uint32_t first, n;
};

struct trial_run {
    const struct caller *caller;
    const struct trial_query *query;
    struct sentinel_world world;
    struct detection graph;
    struct trial run;
    int64_t *newest; /* by page: the number of its newest version; 0: it has none */
    VEC(struct trial_look) looks;
    VEC(struct sentinel_part) parts;  /* by number of the event */
    VEC(struct primitive) primitives; /* the same */
    struct sentinel_trial *out;
};

static void trial_run_drop(struct trial_run *t)
{
    trial_drop(&t->run);
}

/* ---- Which sentinels ---- */

static const struct statement *creation_of(const struct sentinel_file *file, const struct statement *s)
{
    for (uint32_t i = 0; i < file->n; i++)
        if (file->item[i].kind == s->kind && str_eq(file->item[i].sentinel.name, s->sentinel.name)
            && str_eq(file->item[i].set, s->set))
            return &file->item[i];
    return NULL;
}

static bool creates(const struct statement *s)
{
    return s->kind == STATEMENT_CREATE || s->kind == STATEMENT_CREATE_SET;
}

/* What stands, with what is typed anew in its place, then the rest of what is typed. */
static void join(struct trial_run *t, const struct sentinel_file *typed)
{
    struct arena *a = t->caller->arena;
    struct sentinel_file *old = &t->world.file;
    struct statement *all = NEW_ARRAY(a, struct statement, old->n + typed->n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < old->n; i++) {
        struct statement key = old->item[i];
        if (!creates(&key))
            key.kind = STATEMENT_CREATE; /* an ALTER of what is typed anew goes with it */
        const struct statement *new = creation_of(typed, &key);
        if (!new)
            all[n++] = old->item[i];
        else if (creates(&old->item[i]))
            all[n++] = *new;
    }
    for (uint32_t i = 0; i < typed->n; i++)
        if (!creates(&typed->item[i]) || !creation_of(old, &typed->item[i]))
            all[n++] = typed->item[i];
    *old = (struct sentinel_file){ all, n };
}

static bool is_tried(const struct trial_run *t, const struct sentinel_file *typed, struct str name)
{
    if (t->query->name.len)
        return str_eq(name, t->query->name);
    for (uint32_t i = 0; i < typed->n; i++)
        if ((typed->item[i].kind == STATEMENT_CREATE || typed->item[i].kind == STATEMENT_ALTER)
            && str_eq(typed->item[i].sentinel.name, name))
            return true;
    return false;
}

/* Only those that are tried are run; what they stand on is part of them. */
static int choose(struct trial_run *t, const struct sentinel_file *typed, struct err *e)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->world.world.n; i++) {
        struct world_sentinel *w = &t->world.world.item[i];
        w->disabled = !is_tried(t, typed, w->s.name);
        n += !w->disabled;
    }
    if (n == 0 && t->query->name.len)
        return err_set(e, E_ABSENT, "there is no sentinel '%.*s'; 'weft sentinel list' names yours", STR_ARG(t->query->name));
    return n ? 0 : err_set(e, E_USAGE, "the text creates no sentinel");
}

/* ---- Pages ---- */

/* How many versions it has, and since when. */
static int find_versions(struct trial_run *t, int64_t page, int64_t *newest, int64_t *first, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_versions list;
    int code = store_version_list(&a, t->caller->store, page, &list, e);
    if (code || list.n == 0)
        return code;
    *newest = list.item[list.n - 1].number;
    for (uint32_t i = 0; i < list.n; i++)
        *first = MIN(*first, list.item[i].fetched_at);
    return 0;
}

static int find_page(struct trial_run *t, struct trial_page *p, struct err *e)
{
    const struct caller *c = t->caller;
    struct page_state state;
    struct err none;
    bool sees = false;
    int code = store_page_find(c->arena, c->store, canonical_url(c->arena, p->url), &p->page, &none);
    if (code == 0)
        code = caller_sees(c, p->page.id, &sees, &none);
    if (code && code != E_ABSENT)
        return err_set(e, code, "%s", none.text);
    if (!sees)
        p->page = (struct store_page){ .url = p->url };
    else if (page_state_read(c->arena, p->page.state, &state, &none) == 0)
        p->title = state.title;
    return 0;
}

static void note(struct trial_run *t, struct str text)
{
    if (text.len && !t->out->note.len)
        t->out->note = arena_str(t->caller->arena, text);
    t->out->n_noted += text.len > 0;
}

static int keep_found(struct trial_run *t, const struct page_versions *v, const struct observed *found,
                      const struct version_look *look, struct err *e)
{
    struct arena *a = t->caller->arena;
    const struct trial_page *p = &t->out->page[look->page];
    int64_t number = (int64_t)look->version + 1;
    double importance;
    struct err none;
    int code = version_importance(v->store, p->page.id, number, &importance, e);
    for (uint32_t i = 0; code == 0 && i < found->n; i++) {
        struct sentinel_part part = { .page = p->page, .title = p->title, .importance = importance };
        part.finding = sentinel_finding(a, &t->graph, &found->item[i]);
        part.finding.page = p->page.id;
        part.finding.number = number;
        part.finding.before = page_versions_before(v, &found->item[i]);
        if (excerpts_read(a, part.finding.changes, &part.changes, &none))
            part.changes = (struct excerpts){ 0 };
        code = sentinel_finding_headline(a, v->store, &part.finding, &part.headline, e);
        *VEC_ADD(a, &t->parts) = part;
        *VEC_ADD(a, &t->primitives) = found->primitive[i];
    }
    return code;
}

static int look_at(struct trial_run *t, uint32_t page, struct page_versions *v, uint32_t i, struct err *e)
{
    struct version_look look = { &t->graph, page, i, v->at[i], t->parts.n };
    struct observed found = { 0 };
    struct err past;
    int code = page_versions_observe(v, &look, &found, &past);
    if (code == E_LIMIT) { /* too much for one version: the others go on */
        note(t, str_of(past.text));
        found = (struct observed){ 0 };
    } else if (code) {
        return err_set(e, code, "%s", past.text);
    }
    note(t, found.trouble);
    *VEC_ADD(t->caller->arena, &t->looks) = (struct trial_look){ v->at[i], t->parts.n, found.n };
    t->out->n_compared += found.n_compared;
    t->out->page[page].n_versions++;
    return keep_found(t, v, &found, &look, e);
}

/* The first version of those that are looked at: the newest `limit` in the time that was asked for. */
static uint32_t first_version(struct trial_run *t, const struct page_versions *v)
{
    uint32_t n = 0, limit = t->query->limit, i = v->n;
    for (; i > 0 && v->at[i - 1] >= t->out->from; i--) {
        bool counts = page_versions_has(v, i - 1) && v->at[i - 1] <= t->out->to;
        if (counts && limit && n == limit)
            break;
        n += counts;
    }
    for (uint32_t k = 0; k < i; k++)
        t->out->n_left_out += page_versions_has(v, k) && v->at[k] >= t->out->from;
    return i;
}

static int look_at_page(struct trial_run *t, uint32_t page, struct err *e)
{
    int64_t newest = t->newest[page];
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct trial_page *p = &t->out->page[page];
    struct page_versions v = { .arena = &a, .store = t->caller->store, .page = p->page.id, .url = p->url };
    int code = page_versions_open(&v, newest, e);
    for (uint32_t i = code ? v.n : first_version(t, &v); code == 0 && i < v.n; i++) {
        if (!page_versions_has(&v, i) || v.at[i] > t->out->to)
            continue;
        if (a.used_bytes > MODELS_MAX) {
            arena_drop(&a);
            a = (struct arena){ .budget_bytes = LIMIT_CHECK_MEMORY };
            code = page_versions_open(&v, newest, e);
        }
        code = code ? code : look_at(t, page, &v, i, e);
    }
    t->out->n_versions += p->n_versions;
    return code;
}

static int look_at_pages(struct trial_run *t, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < t->graph.n_pages; i++)
        if (t->newest[i])
            code = look_at_page(t, i, e);
    return code;
}

/* ---- In the order of time ---- */

static int by_moment(const void *a, const void *b)
{
    const struct trial_look *x = a, *y = b;
    return x->at != y->at ? (x->at < y->at ? -1 : 1) : x->first < y->first ? -1 : x->first > y->first;
}

static int run(struct trial_run *t, struct err *e)
{
    int code = 0;
    if (t->looks.n)
        qsort(t->looks.item, t->looks.n, sizeof *t->looks.item, by_moment);
    trial_open(&t->run, t->caller->arena, &t->graph);
    for (uint32_t i = 0; code == 0 && i < t->looks.n; i++) {
        const struct trial_look *look = &t->looks.item[i];
        code = trial_step(&t->run, look->at, look->n ? &t->primitives.item[look->first] : NULL, look->n, e);
    }
    return code ? code : trial_end(&t->run, t->out->to, e);
}

/* ---- Messages ---- */

static bool is_among(const struct sentinel_told *told, int64_t id)
{
    for (uint32_t i = 0; i < told->n_parts; i++)
        if (told->part[i].finding.id == id)
            return true;
    return false;
}

static struct sentinel_told told_of(struct trial_run *t, const struct trial_event *event, const struct sentinel *s)
{
    struct arena *a = t->caller->arena;
    struct sentinel_told told = { .part = NEW_ARRAY(a, struct sentinel_part, event->what.n + 1) };
    const struct sentinel_part *last = &t->parts.item[event->what.event[0]]; /* an event is made of one at least */
    for (uint32_t i = 0; i < event->what.n; i++) {
        const struct sentinel_part *part = &t->parts.item[event->what.event[i]];
        if (part->finding.at >= last->finding.at)
            last = part;
        if (!is_among(&told, part->finding.id))
            told.part[told.n_parts++] = *part;
    }
    told.event = sentinel_event_of(s, &event->what, &last->finding);
    told.event.headline = last->headline;
    told.event.user = t->caller->who.user;
    return told;
}

static void make_messages(struct trial_run *t)
{
    struct arena *a = t->caller->arena;
    t->out->message = NEW_ARRAY(a, struct trial_letter, t->run.messages.n + 1);
    for (uint32_t i = 0; i < t->run.messages.n; i++) {
        const struct trial_message *from = &t->run.messages.item[i];
        const struct sentinel *s = &t->world.world.item[t->graph.root[from->root].sentinel].s;
        struct trial_letter m = { from->at, s, NEW_ARRAY(a, struct sentinel_told, from->event.n + 1), 0 };
        for (; m.n_events < from->event.n; m.n_events++)
            m.event[m.n_events] = told_of(t, &t->run.events.item[from->event.item[m.n_events]], s);
        t->out->message[t->out->n_messages++] = m;
    }
}

/* ---- All of it ---- */

static int find_pages(struct trial_run *t, int64_t *first, struct err *e)
{
    int code = 0;
    t->out->page = NEW_ARRAY(t->caller->arena, struct trial_page, t->graph.n_pages + 1);
    t->newest = NEW_ARRAY(t->caller->arena, int64_t, t->graph.n_pages + 1);
    for (uint32_t i = 0; code == 0 && i < t->graph.n_pages; i++) {
        t->out->page[t->out->n_pages++] = (struct trial_page){ .url = t->graph.page[i].address };
        code = find_page(t, &t->out->page[i], e);
        if (code == 0 && t->out->page[i].page.id)
            code = find_versions(t, t->out->page[i].page.id, &t->newest[i], first, e);
    }
    return code;
}

/* The graph has the sentinels' times in it, which may be those of the first version: it is made again once that is known. */
static int build(struct trial_run *t, struct err *e)
{
    int64_t first = t->out->to;
    int code = detection_build(t->caller->arena, &t->world.world, &t->graph, e);
    if (code || (code = find_pages(t, &first, e)))
        return code;
    t->out->from = t->out->from == INT64_MIN ? first : t->out->from;
    for (uint32_t i = 0; i < t->world.world.n; i++) {
        t->world.world.item[i].from_at = t->out->from;
        t->world.world.item[i].to_at = t->out->to;
    }
    return detection_build(t->caller->arena, &t->world.world, &t->graph, e);
}

static int try_all(struct trial_run *t, const struct sentinel_file *typed, struct err *e)
{
    int code = choose(t, typed, e);
    if (code || (code = build(t, e)) || (code = look_at_pages(t, e)) || (code = run(t, e)))
        return code;
    make_messages(t);
    return 0;
}

int sentinels_try(const struct caller *c, const struct trial_query *query, struct sentinel_trial *out, struct err *e)
{
    struct sentinel_trial trial = { .from = query->from, .to = MIN(query->to, c->now) };
    AUTO(trial_run) t = { .caller = c, .query = query, .out = &trial };
    struct sentinel_file typed = { 0 };
    int code = sentinel_world_read(c->arena, c->store, c->who.user, &t.world, e);
    if (code || (code = sentinel_read(c->arena, &t.world.grammar, query->text, &typed, &t.world.faults, e)))
        return code;
    if (t.world.faults.list.n == 0) {
        join(&t, &typed);
        sentinel_world_build(&t.world, c->now);
    }
    if (t.world.faults.list.n == 0 && (code = try_all(&t, &typed, e)))
        return code;
    trial.grammar = NEW(c->arena, struct grammar);
    *trial.grammar = t.world.grammar;
    trial.faults = t.world.faults;
    trial.faults.grammar = trial.grammar;
    *out = trial;
    return 0;
}

/* ---- JSON ---- */

static void letter_json(struct json *j, const struct trial_letter *m)
{
    json_object(j);
    moment_json(j, "at", m->at);
    json_field_str(j, "sentinel", m->sentinel->name);
    json_key(j, "by");
    json_array(j);
    for (uint32_t i = 0; i < m->sentinel->n_ways; i++) {
        json_object(j);
        json_field_str(j, "way", m->sentinel->way[i].kind);
        thing_text(j, "details", m->sentinel->way[i].details);
        json_end(j);
    }
    json_end(j);
    json_key(j, "events");
    json_array(j);
    for (uint32_t i = 0; i < m->n_events; i++)
        sentinel_told_json(j, &m->event[i]);
    json_end(j);
    json_end(j);
}

void sentinel_trial_json(struct json *j, const struct sentinel_trial *t)
{
    json_object(j);
    moment_json(j, "from_at", t->faults.list.n ? NEVER : t->from);
    moment_json(j, "to_at", t->to);
    json_field_number(j, "versions", t->n_versions);
    json_field_number(j, "left_out", t->n_left_out);
    json_field_number(j, "comparisons", t->n_compared);
    json_key(j, "pages");
    json_array(j);
    for (uint32_t i = 0; i < t->n_pages; i++) {
        json_object(j);
        json_field_str(j, "url", t->page[i].url);
        thing_text(j, "title", t->page[i].title);
        json_field_bool(j, "known", t->page[i].page.id != 0);
        json_field_number(j, "versions", t->page[i].n_versions);
        json_end(j);
    }
    json_end(j);
    json_key(j, "messages");
    json_array(j);
    for (uint32_t i = 0; i < t->n_messages; i++)
        letter_json(j, &t->message[i]);
    json_end(j);
    thing_text(j, "note", t->note);
    json_field_number(j, "noted", t->n_noted);
    sentinel_faults_json(j, &t->faults);
    json_end(j);
}
