/* In: a user's sentinels, the pages they stand on, and the newest versions of these. Out: how each stands, in words where it cannot tell
 * anything. */
#include "archive/sentinel_state.h"

#include "base/limits.h"
#include "base/moment.h"
#include "event/never.h"
#include "event/types.h"
#include "event/world.h"
#include "flow/watch.h"
#include "page/body.h"
#include "track/canonical.h"

struct state_reader {
    struct arena *arena;
    const struct state_query *query;
    struct sentinel_world world;
    struct detection graph;
    struct str *page_note; /* by page of the graph: why nothing comes from it; empty: it is watched */
    bool *unfetched;       /* by page of the graph */
    bool *wanted;          /* by page of the graph: to be looked at */
    struct str *leaf_note; /* by node: what the newest version does not have; empty: it has it, or is not known */
};

/* ---- Pages ---- */

static bool names_part(enum type_kind kind)
{
    return kind == TYPE_TABLE || kind == TYPE_LIST || kind == TYPE_ELEMENT || kind == TYPE_PATH || kind == TYPE_PHRASE;
}

/* What a version has against itself is nothing, but for the note that a part is not there. */
static void look_for_parts(struct state_reader *r, const struct detect_page *page, const struct page *model)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct delta delta;
    struct type_finder finder;
    struct err unread;
    if (compare_pages(&a, model, model, &delta, &unread))
        return;
    type_finder_open(&finder, &a, &delta);
    for (uint32_t i = 0; i < page->n_leaves; i++) {
        struct type_found found;
        const struct change_type *type = &r->graph.node[page->leaf[i]].type;
        if (!names_part(type->kind) || type_find(&finder, type, &found, &unread))
            continue;
        r->leaf_note[page->leaf[i]] = arena_str(r->arena, found.note);
        if (type->kind == TYPE_PHRASE && found.n_new == 0)
            r->leaf_note[page->leaf[i]] = arena_printf(r->arena, "the phrase \"%.*s\" is not on the page now", STR_ARG(type->text));
    }
}

static bool asks_for_parts(const struct state_reader *r, const struct detect_page *page)
{
    for (uint32_t i = 0; i < page->n_leaves; i++)
        if (names_part(r->graph.node[page->leaf[i]].type.kind))
            return true;
    return false;
}

/* Nothing is said of a page that was not fetched yet, or cannot be read. */
static void look_at_newest(struct state_reader *r, const struct detect_page *page, int64_t id)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct symbols symbols;
    struct store_version newest;
    struct page model;
    struct body body = { .url = page->address };
    struct err unread;
    bool readable;
    symbols_open(&symbols, &a);
    if (store_version_newest(&a, r->query->store, id, &newest, &unread)
        || store_version_body(&a, r->query->store, id, newest.number, &body.bytes, &unread))
        return;
    body.content_type = newest.content_type;
    if (body_read(&a, &symbols, &body, &model, &readable, &unread) == 0 && readable)
        look_for_parts(r, page, &model);
}

static struct str page_note(const struct state_reader *r, const struct detect_page *page, const struct store_watched *row)
{
    struct watch watch;
    struct err unread;
    if (!row)
        return arena_printf(r->arena, "%.*s is not watched any more: 'weft sentinel enable NAME' watches it again",
                            STR_ARG(page->address));
    if (watch_read(r->arena, row->watch.settings, &watch, &unread) || !watch.paused)
        return STR("");
    return arena_printf(r->arena, "%.*s is paused: 'weft resume ADDRESS' ends that", STR_ARG(page->address));
}

static int look_at_pages(struct state_reader *r, struct err *e)
{
    uint32_t looked = 0;
    for (uint32_t i = 0; i < r->graph.n_pages; i++) {
        const struct detect_page *page = &r->graph.page[i];
        struct store_page row;
        struct store_watched watched;
        struct err none;
        int code = store_page_find(r->arena, r->query->store, canonical_url(r->arena, page->address), &row, &none);
        bool known = code == 0;
        if (known)
            code = store_watched_page(r->arena, r->query->store, r->query->user, row.id, &watched, &none);
        if (code && code != E_ABSENT)
            return err_set(e, code, "%s", none.text);
        bool is_watched = code == 0;
        r->page_note[i] = page_note(r, page, is_watched ? &watched : NULL);
        r->unfetched[i] = known && row.checked_at == NEVER;
        if (is_watched && r->wanted[i] && asks_for_parts(r, page) && looked++ < STATE_PAGES_MAX)
            look_at_newest(r, page, row.id);
    }
    return 0;
}

/* ---- One sentinel ---- */

static void add_note(struct buf *out, struct str note)
{
    if (note.len == 0 || str_find(buf_str(out), note, 0) != SIZE_MAX)
        return;
    buf_addf(out, "%s%.*s", out->len ? "; " : "", STR_ARG(note));
}

static void add_moment_note(struct buf *out, const char *before, int64_t at)
{
    AUTO(buf) text = BUF(KIB(1));
    buf_add(&text, str_of(before));
    moment_add(&text, at);
    add_note(out, buf_str(&text));
}

static void add_time_notes(const struct state_reader *r, const struct world_sentinel *w, struct buf *out)
{
    if (w->s.given & GIVEN_FROM && w->to_at < w->from_at)
        add_note(out, STR("it ends before it begins, so it never tells anything"));
    else if (w->to_at < r->query->now)
        add_moment_note(out, "it ended on ", w->to_at);
    else if (w->from_at > r->query->now)
        add_moment_note(out, "it begins on ", w->from_at);
}

/* The leaves below a node. */
static void add_leaf_notes(const struct state_reader *r, uint32_t node, struct buf *out)
{
    const struct detect_node *n = &r->graph.node[node];
    if (n->kind == DETECT_CHANGE)
        add_note(out, r->leaf_note[node]);
    for (uint32_t i = 0; i < n->n_parts; i++)
        add_leaf_notes(r, n->part[i], out);
}

static struct str ways_text(struct arena *a, const struct sentinel *s)
{
    AUTO(buf) out = BUF(KIB(64));
    for (uint32_t i = 0; i < s->n_ways; i++) {
        const struct sentinel_way *way = &s->way[i];
        bool is_open = str_eq(way->kind, STR("email")) || str_eq(way->kind, STR("channel")) || str_eq(way->kind, STR("fax"));
        buf_addf(&out, "%s%.*s%s%.*s", i ? ", " : "", STR_ARG(way->kind), is_open ? " " : "",
                 STR_ARG(is_open ? way->details : STR("")));
    }
    return arena_str(a, buf_str(&out));
}

static struct str asks_text(struct arena *a, const struct sentinel *s)
{
    AUTO(buf) out = BUF(KIB(64));
    if (s->changes)
        expr_print(s->changes, &out);
    if (s->notify == NOTIFY_EVERY) {
        buf_add(&out, out.len ? STR(", every ") : STR("every "));
        span_print(s->notify_ms, &out);
    }
    return arena_str(a, buf_str(&out));
}

static void read_state(struct state_reader *r, const struct detect_root *root, struct sentinel_state *out)
{
    AUTO(buf) note = BUF(KIB(64));
    const struct world_sentinel *w = &r->world.world.item[root->sentinel];
    uint32_t n, *page = sentinel_world_pages(r->arena, &r->graph, root->node, &n);
    *out = (struct sentinel_state){
        .sentinel = r->world.row[root->sentinel]->id,
        .from_at = w->from_at,
        .to_at = w->to_at,
        .page = n ? r->graph.page[page[0]].address : STR(""),
        .n_pages = n,
        .by = ways_text(r->arena, &w->s),
        .asks = asks_text(r->arena, &w->s),
    };
    add_time_notes(r, w, &note);
    add_note(&note, sentinel_never(r->arena, &w->s));
    for (uint32_t i = 0; i < n; i++) {
        add_note(&note, r->page_note[page[i]]);
        out->n_unfetched += r->unfetched[page[i]];
    }
    add_leaf_notes(r, root->node, &note);
    out->note = arena_str(r->arena, buf_str(&note));
}

static void mark_wanted(struct state_reader *r)
{
    for (uint32_t i = 0; i < r->graph.n_roots; i++) {
        const struct store_sentinel *row = r->world.row[r->graph.root[i].sentinel];
        bool is_wanted = false;
        for (uint32_t k = 0; row && k < r->query->n_look; k++)
            is_wanted |= r->query->look[k] == row->id;
        uint32_t n = 0, *page = is_wanted ? sentinel_world_pages(r->arena, &r->graph, r->graph.root[i].node, &n) : NULL;
        for (uint32_t k = 0; k < n; k++)
            r->wanted[page[k]] = true;
    }
}

int sentinel_states_read(const struct state_query *query, struct sentinel_states *out, struct err *e)
{
    struct arena *a = query->arena;
    struct state_reader r = { .arena = a, .query = query };
    *out = (struct sentinel_states){ 0 };
    int code = sentinel_world_read(a, query->store, query->user, &r.world, e);
    if (code)
        return code;
    sentinel_world_build(&r.world, query->now);
    if (r.world.faults.list.n)
        return 0; /* what does not fit together has no state; a check says so */
    for (uint32_t i = 0; i < r.world.world.n; i++)
        r.world.world.item[i].disabled = false;
    if ((code = detection_build(a, &r.world.world, &r.graph, e)))
        return code;
    r.page_note = NEW_ARRAY(a, struct str, r.graph.n_pages + 1);
    r.unfetched = NEW_ARRAY(a, bool, r.graph.n_pages + 1);
    r.leaf_note = NEW_ARRAY(a, struct str, r.graph.n + 1);
    r.wanted = NEW_ARRAY(a, bool, r.graph.n_pages + 1);
    mark_wanted(&r);
    if ((code = look_at_pages(&r, e)))
        return code;
    out->item = NEW_ARRAY(a, struct sentinel_state, r.graph.n_roots + 1);
    for (uint32_t i = 0; i < r.graph.n_roots; i++)
        if (r.world.row[r.graph.root[i].sentinel])
            read_state(&r, &r.graph.root[i], &out->item[out->n++]);
    return 0;
}
