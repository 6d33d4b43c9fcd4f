/* In: statements. Out: rows of `sentinel`, and watches for the pages they stand on. O(statements of the caller, and their watches). */
#include "archive/sentinels.h"

#include "archive/channels.h"
#include "archive/sentinel_pages.h"
#include "archive/things.h"
#include "base/limits.h"
#include "base/moment.h"
#include "base/vec.h"
#include "notify/address.h"

enum { SENTINELS_MAX = 20000 }; /* of one user: twice what the tests hold weft to */

/* ---- Applying ---- */

static struct store_sentinel *row_named(struct sentinel_world *w, struct str name, bool is_set)
{
    for (uint32_t i = 0; i < w->rows.n; i++)
        if (w->rows.item[i].is_set == is_set && str_eq(w->rows.item[i].name, name))
            return &w->rows.item[i];
    return NULL;
}

/* NOW is the moment of the statement, whenever it is read again. */
static void settle_time(struct time_point *t, int64_t now)
{
    AUTO(buf) out = BUF(MOMENT_TEXT_MAX);
    static const unsigned char from[] = { 0, 5, 8, 11, 14, 17 }; /* 2026-11-01T10:00:05 */
    uint32_t *const part[] = { &t->year, &t->month, &t->day, &t->hour, &t->minute, &t->second };
    if (t->kind != TIME_NOW)
        return;
    moment_add_utc(&out, now + t->plus_ms);
    for (size_t i = 0; i < ARRAY_LEN(from); i++) {
        uint64_t n;
        if (!str_number(str_sub(buf_str(&out), from[i], from[i] + (i ? 2 : 4)), 9999, &n))
            return; /* so far away that no calendar has it */
        *part[i] = (uint32_t)n;
    }
    t->kind = TIME_DATE;
    t->has_clock = t->has_second = t->utc = true;
    t->plus_ms = 0;
}

/* An address that is a secret is sealed with a channel, and the statement names that: it goes into lists and exports. */
static int settle_ways(const struct caller *c, struct sentinel *s, struct err *e)
{
    struct sentinel_way *way = NEW_ARRAY(c->arena, struct sentinel_way, s->n_ways + 1);
    for (uint32_t i = 0; i < s->n_ways; i++) {
        struct notify_address read;
        struct err unread;
        way[i] = s->way[i];
        struct str address =
            str_eq(way[i].kind, STR("channel")) ? STR("") : notify_address_of(c->arena, way[i].kind, way[i].details);
        if (address.len == 0 || notify_address_read(c->arena, address, &read, &unread) || !notify_address_is_secret(&read))
            continue;
        if (channels_need(c, address, &way[i].details, e))
            return err_in(e, "%.*s", STR_ARG(s->name));
        way[i].kind = STR("channel");
    }
    s->way = way;
    return 0;
}

/* The statement as it is kept: it means the same whenever and wherever it is read. */
static int settle(const struct caller *c, struct statement *s, struct err *e)
{
    if (s->sentinel.given & GIVEN_FROM)
        settle_time(&s->sentinel.from, c->now);
    if (s->sentinel.given & GIVEN_TO)
        settle_time(&s->sentinel.to, c->now);
    return settle_ways(c, &s->sentinel, e);
}

static struct str printed(struct arena *a, const struct statement *s)
{
    AUTO(buf) out = BUF(SENTINEL_FILE_MAX);
    sentinel_print(s, &out);
    return arena_str(a, buf_str(&out));
}

/* The sentinel as it stands with the change in it, as one statement; one that cannot be read keeps the two apart. */
static struct str altered(struct arena *a, const struct sentinel_world *w, const struct store_sentinel *row,
                          const struct statement *change)
{
    struct sentinel_file file;
    struct fault_list faults = { .arena = a, .grammar = &w->grammar };
    struct err unread;
    if (sentinel_read(a, &w->grammar, row->text, &file, &faults, &unread) || faults.list.n || file.n == 0)
        return arena_printf(a, "%.*s%.*s", STR_ARG(row->text), STR_ARG(printed(a, change)));
    struct statement whole = file.item[0];
    for (uint32_t i = 1; i < file.n; i++)
        sentinel_take(&whole.sentinel, &file.item[i].sentinel, file.item[i].sentinel.given);
    sentinel_take(&whole.sentinel, &change->sentinel, change->sentinel.given);
    return printed(a, &whole);
}

static int put(const struct caller *c, struct sentinel_world *w, const struct store_sentinel *row, struct err *e)
{
    struct store_sentinel *known = row_named(w, row->name, row->is_set);
    int64_t id;
    int code = store_sentinel_put(c->store, row, &id, e);
    if (code || known) {
        if (known)
            *known = *row;
        return code;
    }
    struct store_sentinel *more = NEW_ARRAY(c->arena, struct store_sentinel, w->rows.n + 1);
    for (uint32_t i = 0; i < w->rows.n; i++)
        more[i] = w->rows.item[i];
    more[w->rows.n] = *row;
    more[w->rows.n].id = id;
    w->rows = (struct store_sentinels){ more, w->rows.n + 1 };
    return 0;
}

static int remove_row(const struct caller *c, struct sentinel_world *w, struct store_sentinel *row, struct err *e)
{
    int code = store_sentinel_remove(c->store, row->id, e);
    if (code == 0)
        *row = w->rows.item[--w->rows.n];
    return code;
}

static int apply(const struct caller *c, struct sentinel_world *w, const struct statement *s, struct err *e)
{
    bool is_set = s->kind == STATEMENT_CREATE_SET || s->kind == STATEMENT_DROP_SET;
    struct str name = is_set ? s->set : s->sentinel.name;
    struct store_sentinel *known = row_named(w, name, is_set);
    struct store_sentinel row =
        known
            ? *known
            : (struct store_sentinel){ .user = c->who.user, .name = name, .is_set = is_set, .created_at = c->now, .text = STR("") };
    struct statement kept = *s;
    if (settle(c, &kept, e))
        return e->code;
    switch (s->kind) {
    case STATEMENT_CREATE:
    case STATEMENT_CREATE_SET:
        row.text = printed(c->arena, &kept);
        return put(c, w, &row, e);
    case STATEMENT_ALTER:
        row.text = altered(c->arena, w, &row, &kept);
        return put(c, w, &row, e);
    case STATEMENT_ENABLE:
    case STATEMENT_DISABLE:
        row.disabled = s->kind == STATEMENT_DISABLE;
        return put(c, w, &row, e);
    case STATEMENT_DROP:
    case STATEMENT_DROP_SET:
        return known ? remove_row(c, w, known, e) : 0;
    case STATEMENT_EXPLAIN:
        break;
    }
    return 0;
}

/* The statements of before and the new ones, as they would stand together. */
static void check_together(const struct caller *c, struct sentinel_world *w, const struct sentinel_file *new)
{
    struct statement *all = NEW_ARRAY(c->arena, struct statement, w->file.n + new->n + 1);
    for (uint32_t i = 0; i < w->file.n; i++)
        all[i] = w->file.item[i];
    for (uint32_t i = 0; i < new->n; i++)
        all[w->file.n + i] = new->item[i];
    w->file = (struct sentinel_file){ all, w->file.n + new->n };
    sentinel_world_build(w, c->now);
}

/* Where to tell: said with its place, in the words of the language. */
static void check_ways(const struct caller *c, const struct sentinel_file *new, struct fault_list *faults)
{
    for (uint32_t i = 0; i < new->n; i++)
        for (uint32_t k = 0; k < new->item[i].sentinel.n_ways; k++) {
            const struct sentinel_way *way = &new->item[i].sentinel.way[k];
            struct str address = notify_address_of(c->arena, way->kind, way->details);
            struct notify_address read;
            struct err why;
            if (str_eq(way->kind, STR("channel")) || address.len == 0 || notify_address_read(c->arena, address, &read, &why) == 0)
                continue;
            if (str_eq(way->kind, STR("email")))
                fault_add(faults, way->at, "\"%.*s\" is not a mail address; write BY email anna@example.org",
                          STR_ARG(way->details));
            else
                fault_add(faults, way->at, "%s", why.text);
        }
}

static int apply_all(const struct caller *c, struct sentinel_world *w, const struct sentinel_file *new,
                     struct sentinels_applied *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(c->store, &tx, e);
    out->item = NEW_ARRAY(c->arena, struct sentinel_done, new->n + 1);
    for (uint32_t i = 0; code == 0 && i < new->n; i++) {
        const struct statement *s = &new->item[i];
        code = apply(c, w, s, e);
        out->item[out->n++] = (struct sentinel_done){ s->kind, s->set.len ? s->set : s->sentinel.name };
    }
    if (code == 0 && w->rows.n > SENTINELS_MAX)
        code = err_set(e, E_LIMIT, "a user has %d sentinels at most", SENTINELS_MAX);
    if (code == 0)
        code = sentinel_pages_update(c, e);
    return code ? code : store_commit(&tx, e);
}

int sentinels_apply(const struct caller *c, struct str text, struct sentinels_applied *out, struct err *e)
{
    struct sentinel_world *w = NEW(c->arena, struct sentinel_world);
    struct sentinel_file new;
    int code = caller_must_write(c, e);
    if (code == 0 && c->who.user == 0)
        code = err_set(e, E_DENIED, "nobody is called %.*s", STR_ARG(c->who.name));
    if (code || (code = sentinel_world_read(c->arena, c->store, c->who.user, w, e))
        || (code = sentinel_read(c->arena, &w->grammar, text, &new, &w->faults, e)))
        return code;
    *out = (struct sentinels_applied){ .grammar = &w->grammar };
    check_ways(c, &new, &w->faults);
    if (w->faults.list.n == 0)
        check_together(c, w, &new);
    faults_sort(&w->faults);
    out->faults = w->faults;
    return w->faults.list.n ? 0 : apply_all(c, w, &new, out, e);
}

/* ---- One by name ---- */

static int fill(const struct caller *c, const struct store_sentinel *s, struct sentinel_row *out, struct err *e)
{
    struct store_sentinel_events last = { 0 };
    *out = (struct sentinel_row){ .sentinel = *s, .event_at = NEVER };
    struct sentinel_event_query q = { .user = s->user, .sentinel = s->id, .limit = 1 };
    int code = store_sentinel_event_count(c->store, s->id, &out->events, e);
    if (code == 0 && out->events)
        code = store_sentinel_event_list(c->arena, c->store, &q, &last, e);
    if (code == 0 && last.n)
        out->event_at = last.item[0].end;
    return code;
}

/* Into the rows; sets have none. */
static int add_states(const struct caller *c, bool look, struct sentinel_row *row, uint32_t n, struct err *e)
{
    struct sentinel_states states;
    int64_t *silent = NEW_ARRAY(c->arena, int64_t, n + 1);
    struct state_query query = { c->arena, c->store, c->who.user, c->now, silent, 0 };
    for (uint32_t i = 0; look && i < n; i++)
        if (row[i].events == 0) /* whatever has told something has found its table */
            silent[query.n_look++] = row[i].sentinel.id;
    int code = n ? sentinel_states_read(&query, &states, e) : 0;
    for (uint32_t i = 0; code == 0 && i < n; i++)
        for (uint32_t k = 0; k < states.n && !row[i].sentinel.is_set; k++)
            if (states.item[k].sentinel == row[i].sentinel.id)
                row[i].state = states.item[k];
    return code;
}

int sentinels_look(const struct caller *c, struct sentinel_rows *rows, struct err *e)
{
    return c->who.user ? add_states(c, true, rows->item, rows->n, e) : 0;
}

int sentinels_list(const struct caller *c, struct sentinel_rows *out, struct err *e)
{
    struct store_sentinels list = { 0 };
    int code = c->who.user ? store_sentinel_list(c->arena, c->store, c->who.user, &list, e) : 0;
    struct sentinel_rows rows = { NEW_ARRAY(c->arena, struct sentinel_row, list.n + 1), 0 };
    for (; code == 0 && rows.n < list.n; rows.n++)
        code = fill(c, &list.item[rows.n], &rows.item[rows.n], e);
    if (code == 0)
        code = add_states(c, false, rows.item, rows.n, e);
    if (code == 0)
        *out = rows;
    return code;
}

int sentinels_find(const struct caller *c, struct str name, struct sentinel_row *out, struct err *e)
{
    struct store_sentinels list = { 0 };
    int code = c->who.user ? store_sentinel_list(c->arena, c->store, c->who.user, &list, e) : 0;
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        if (str_eq(list.item[i].name, name))
            return fill(c, &list.item[i], out, e) || add_states(c, false, out, 1, e) ? e->code : 0;
    return code ? code : err_set(e, E_ABSENT, "there is no sentinel '%.*s'; 'weft sentinel list' names yours", STR_ARG(name));
}

/* By a statement, so that whatever stands on it has its say. */
static int one_statement(const struct caller *c, const char *verb, struct str name, struct err *e)
{
    struct sentinel_row row;
    struct sentinels_applied done;
    int code = sentinels_find(c, name, &row, e);
    if (code)
        return code;
    struct str text = arena_printf(c->arena, "%s %s %.*s;", verb, row.sentinel.is_set ? "SET" : "SENTINEL", STR_ARG(name));
    code = sentinels_apply(c, text, &done, e);
    if (code == 0 && done.faults.list.n)
        return err_set(e, E_USAGE, "%.*s", STR_ARG(done.faults.list.item[0].text));
    return code;
}

int sentinels_drop(const struct caller *c, struct str name, struct err *e)
{
    return one_statement(c, "DROP", name, e);
}

int sentinels_enable(const struct caller *c, struct str name, bool enabled, struct err *e)
{
    return one_statement(c, enabled ? "ENABLE" : "DISABLE", name, e);
}

int sentinels_events(const struct caller *c, const struct sentinels_query *query, struct sentinels_told *out, struct err *e)
{
    struct store_sentinel_events list = { 0 };
    struct sentinel_row row = { 0 };
    int code = query->name.len ? sentinels_find(c, query->name, &row, e) : 0;
    struct sentinel_event_query q = {
        .user = c->who.user,
        .sentinel = row.sentinel.id,
        .before = query->before,
        .limit = query->limit,
        .page = query->page,
        .after = query->after,
        .upto = query->upto,
    };
    if (code == 0 && c->who.user)
        code = store_sentinel_event_list(c->arena, c->store, &q, &list, e);
    struct sentinels_told told = { NEW_ARRAY(c->arena, struct sentinel_told, list.n + 1), 0 };
    for (; code == 0 && told.n < list.n; told.n++)
        code = sentinel_told_read(c->arena, c->store, &list.item[told.n], &told.item[told.n], e);
    if (code == 0)
        *out = told;
    return code;
}

static void state_json(struct json *j, const struct sentinel_state *state)
{
    moment_json(j, "from_at", state->from_at);
    moment_json(j, "to_at", state->to_at);
    thing_text(j, "page", state->page);
    json_field_number(j, "pages", state->n_pages);
    thing_text(j, "by", state->by);
    thing_text(j, "note", state->note);
}

void sentinel_row_json(struct json *j, const struct sentinel_row *row)
{
    json_object(j);
    json_field_str(j, "name", row->sentinel.name);
    json_field_str(j, "kind", row->sentinel.is_set ? STR("set") : STR("sentinel"));
    json_field_bool(j, "enabled", !row->sentinel.disabled);
    moment_json(j, "created_at", row->sentinel.created_at);
    json_field_str(j, "text", row->sentinel.text);
    json_field_number(j, "events", row->events);
    moment_json(j, "event_at", row->event_at);
    if (!row->sentinel.is_set)
        state_json(j, &row->state);
    json_end(j);
}

static void json_expected(const struct grammar *g, const struct terminal_set *want, struct json *j)
{
    json_key(j, "expected");
    json_array(j);
    for (unsigned i = 0; want && i < g->n_terminals; i++)
        if (terminal_set_has(want, i))
            json_str(j, g->terminal[i]);
    json_end(j);
}

void sentinel_faults_json(struct json *j, const struct fault_list *faults)
{
    json_key(j, "faults");
    json_array(j);
    for (uint32_t i = 0; i < faults->list.n; i++) {
        const struct fault *f = &faults->list.item[i];
        json_object(j);
        json_field_number(j, "line", f->at.line);
        json_field_number(j, "column", f->at.column);
        json_field_str(j, "text", f->text);
        thing_text(j, "nearest", f->nearest);
        json_expected(faults->grammar, f->want, j);
        json_end(j);
    }
    json_end(j);
}
