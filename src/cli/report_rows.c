/* Which part of the report each watched page belongs to, what changed in those that are new, and the files beside the report.
 *
 * Each page is read, compared and forgotten before the next; only what the report shows of it stays. Cost: a comparison for each page that
 * is new, and with files one more for each of the last STEPS_MAX versions that the user has not seen. */
#include "cli/report.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/output.h"
#include "archive/watched.h"
#include "cli/session.h"
#include "judge/interest.h"
#include "judge/weigh.h"
#include "page/body.h"
#include "show/merge.h"

enum { CHANGES_SHOWN = 4, STEPS_MAX = 8 };

/* One page that is new, while it is looked at. */
struct looking {
    struct gathering *g;
    const struct watched *w;
    struct report_row *row;
    struct store_versions list;
};

/* ---- Reading versions ---- */

static const struct store_version *version_of(const struct looking *l, int64_t number)
{
    for (uint32_t i = 0; i < l->list.n; i++)
        if (l->list.item[i].number == number)
            return &l->list.item[i];
    return NULL;
}

/* What the newest is compared with: what the user saw last, else the first. NULL: there is nothing to compare. */
static const struct store_version *seen_version(const struct looking *l)
{
    const struct store_version *from = version_of(l, l->row->seen);

    if (!from && l->list.n)
        from = &l->list.item[0];
    return from && from->number < l->row->newest ? from : NULL;
}

static int read_version(struct arena *a, struct symbols *symbols, const struct looking *l, const struct store_version *v,
                        struct page *out, struct err *e)
{
    struct body body = { .content_type = v->content_type, .url = l->w->url };
    bool readable;
    int failed;

    if ((failed = store_version_body(a, &l->g->session->store, l->w->page.id, v->number, &body.bytes, e))
        || (failed = body_read(a, symbols, &body, out, &readable, e)) || readable)
        return failed;
    return err_set(e, E_FORMAT, "%.*s is neither a page nor text: its bytes have changed", STR_ARG(v->content_type));
}

/* What cannot be read or is past a limit is left out; anything else ends the report. */
static bool is_left_out(int failed)
{
    return failed == E_FORMAT || failed == E_LIMIT;
}

/* ---- Files beside the report ---- */

static struct str file_name(struct arena *a, const struct looking *l, const char *what)
{
    return arena_printf(a, "%lld-%s.html", (long long)l->w->page.id, what);
}

static int write_file(const struct looking *l, struct str name, struct str bytes, struct err *e)
{
    struct arena *a = l->w->arena;

    return output_text(arena_printf(a, "%.*s/%.*s", STR_ARG(l->g->folder), STR_ARG(name)).ptr, bytes, e);
}

/* The file's address from the report. */
static struct str from_report(const struct looking *l, struct str name)
{
    return arena_printf(&l->g->session->arena, "%.*s/%.*s", STR_ARG(l->g->address), STR_ARG(name));
}

static struct str version_name(struct arena *a, const struct looking *l, int64_t number)
{
    return arena_printf(a, "%.*s@%lld", STR_ARG(l->w->url), (long long)number);
}

static int write_diff(const struct looking *l, const struct delta *d, const int64_t number[2], struct str name, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct arena *a = l->w->arena;
    struct show_options options = { .format = SHOW_MERGED };
    int failed;

    options.old_name = version_name(a, l, number[0]);
    options.new_name = version_name(a, l, number[1]);
    if ((failed = show_delta(a, d, &options, &out, e)) || (failed = buf_check(&out, e)))
        return failed;
    return write_file(l, name, buf_str(&out), e);
}

static int write_page(const struct looking *l, const struct page *p, struct str name, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    int failed = show_clean(l->w->arena, p, &out, e);

    return failed ? failed : write_file(l, name, buf_str(&out), e);
}

/* Version i by itself, and what it changed against the one before it, where that can be shown. */
static int write_step(const struct looking *l, uint32_t i, struct report_version *to, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct watched here = *l->w;
    struct looking step = *l;
    const struct store_version *v = &l->list.item[i];
    struct symbols symbols;
    struct page page[2];
    struct delta delta;
    int failed;

    here.arena = &a;
    step.w = &here;
    symbols_open(&symbols, &a);
    struct str name = file_name(l->w->arena, l, arena_printf(&a, "version-%lld", (long long)v->number).ptr);
    if ((failed = read_version(&a, &symbols, l, v, &page[1], e)) || (failed = write_page(&step, &page[1], name, e)))
        return failed;
    to->page_file = name;
    if (i == 0)
        return 0;
    int64_t number[2] = { v[-1].number, v->number };
    name = file_name(l->w->arena, l, arena_printf(&a, "diff-%lld", (long long)v->number).ptr);
    if ((failed = read_version(&a, &symbols, l, &v[-1], &page[0], e))
        || (failed = compare_pages(&a, &page[0], &page[1], &delta, e)))
        return failed;
    if ((failed = write_diff(&step, &delta, number, name, e)))
        return failed;
    to->diff_file = name;
    return 0;
}

static int fill_versions(const struct looking *l, const struct store_seens *seen, struct report_version *out, struct err *e)
{
    for (uint32_t i = 0; i < l->list.n; i++) {
        const struct store_version *v = &l->list.item[i];
        struct report_version *to = &out[l->list.n - 1 - i];
        *to = (struct report_version){ .number = v->number,
                                       .at = v->fetched_at,
                                       .bytes = v->bytes,
                                       .suspect = v->suspect,
                                       .quiet = v->quiet,
                                       .lost = v->lost,
                                       .diff_file = STR(""),
                                       .page_file = STR("") };
        for (uint32_t k = 0; k < seen->n; k++)
            if (seen->item[k].number == v->number) {
                to->seen = seen->item[k].seen_at != NEVER;
                to->kept = seen->item[k].kept;
            }
        int failed = l->list.n - i > STEPS_MAX ? 0 : write_step(l, i, to, e);
        if (failed && !is_left_out(failed))
            return failed;
    }
    return 0;
}

static int write_history(const struct looking *l, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct session *s = l->g->session;
    struct arena *a = l->w->arena;
    struct store_seens seen;
    struct report_version *versions = NEW_ARRAY(a, struct report_version, l->list.n);
    struct report_history h = { .url = l->row->url,
                                .title = l->row->title,
                                .name = report_name(l->row),
                                .options = l->g->report.options,
                                .report_file = l->g->back,
                                .version = versions,
                                .n = l->list.n };
    struct str name = file_name(a, l, "history");
    int failed;

    if ((failed = store_seen_list(a, &s->store, s->caller.who.user, l->w->page.id, &seen, e))
        || (failed = fill_versions(l, &seen, versions, e)))
        return failed;
    report_history_html(&h, &out);
    if ((failed = buf_check(&out, e)) || (failed = write_file(l, name, buf_str(&out), e)))
        return failed;
    l->row->history_file = from_report(l, name);
    return 0;
}

/* ---- What is new ---- */

/* The delta as the watch sees it: without what it did not select, or ignores. An expression that cannot be read hides nothing. */
static struct delta concerning(struct arena *a, const struct watch *w, const struct delta *d)
{
    struct interest interest = { w->select.item, w->select.n, w->ignore.item, w->ignore.n, NULL };
    struct interest_found found;
    struct delta out = *d;
    struct err unread;

    if (interest_find(a, d, &interest, &found, &unread))
        return out;
    out.change = NEW_ARRAY(a, struct change, d->n_changes + 1);
    out.n_changes = 0;
    for (uint32_t i = 0; i < d->n_changes; i++)
        if (found.counts[i])
            out.change[out.n_changes++] = d->change[i];
    out.n_class[CLASS_CONTENT] = found.n_changes;
    out.words_inserted = found.words_inserted;
    out.words_deleted = found.words_deleted;
    return out;
}

/* What the check found is what the report says: of all events that are new the words together, the importance of the highest. Events
 * that are older than verdicts say nothing. */
static bool take_events(struct gathering *g, int64_t page, struct report_row *row)
{
    struct report_row sum = { .importance = -1 };
    const uint32_t *at = map_find(&g->new_of, (uint64_t)page);

    for (uint32_t k = 0; at && k < g->news.item[*at].n_events; k++) {
        const struct store_event *event = &g->news.item[*at].event[k];
        sum.n_changes += event->counts.changes[CLASS_CONTENT];
        sum.words_inserted += event->counts.words_inserted;
        sum.words_deleted += event->counts.words_deleted;
        sum.importance = MAX(sum.importance, event->importance);
    }
    if (sum.n_changes == 0 && sum.importance < 0)
        return false;
    row->n_changes = sum.n_changes;
    row->words_inserted = sum.words_inserted;
    row->words_deleted = sum.words_deleted;
    row->importance = sum.importance;
    return true;
}

/* A page past the limits of blocks is told without a weight. */
static void weigh(struct arena *a, const struct page *old, const struct page *new, struct report_row *row)
{
    struct weighed weighed;
    struct err past;

    if (weigh_pages(a, &(struct weigh_input){ .old = old, .new = new }, &weighed, &past) == 0)
        row->importance = weighed.importance;
}

static int compare_new(struct looking *l, const struct store_version *newest, const struct store_version *from, struct err *e)
{
    struct arena *a = l->w->arena;
    int64_t number[2] = { from ? from->number : 0, newest->number };
    struct symbols symbols;
    struct page page[2];
    struct delta delta;
    struct str name;
    bool files = l->g->folder.len > 0;
    int failed;

    symbols_open(&symbols, a);
    if ((failed = read_version(a, &symbols, l, newest, &page[1], e)))
        return failed;
    if (l->row->title.len == 0)
        l->row->title = arena_str(&l->g->session->arena, str_trim(page[1].title));
    if (files) {
        name = file_name(a, l, "page");
        if ((failed = write_page(l, &page[1], name, e)))
            return failed;
        l->row->page_file = from_report(l, name);
    }
    if (!from)
        return 0;
    if ((failed = read_version(a, &symbols, l, from, &page[0], e)) || (failed = compare_pages(a, &page[0], &page[1], &delta, e)))
        return failed;
    struct delta seen = concerning(a, &l->w->watch, &delta);
    report_changes(&l->g->session->arena, &seen, CHANGES_SHOWN, l->row);
    if (!take_events(l->g, l->w->page.id, l->row))
        weigh(a, &page[0], &page[1], l->row);
    if (!files)
        return 0;
    name = file_name(a, l, "diff");
    if ((failed = write_diff(l, &delta, number, name, e)))
        return failed;
    l->row->diff_file = from_report(l, name);
    return 0;
}

/* A page that cannot be compared is told all the same. */
static int look(struct gathering *g, const struct watched *w, struct report_row *row, struct err *e)
{
    struct looking l = { .g = g, .w = w, .row = row };
    int failed = store_version_list(w->arena, &g->session->store, w->page.id, &l.list, e);

    if (failed)
        return failed;
    const struct store_version *newest = version_of(&l, row->newest), *from = seen_version(&l);
    failed = newest ? compare_new(&l, newest, from, e) : 0;
    if (is_left_out(failed))
        row->message = arena_str(&g->session->arena, str_of(e->text));
    else if (failed)
        return failed;
    return g->folder.len ? write_history(&l, e) : 0;
}

/* ---- Parts ---- */

static struct str trouble_words(struct arena *a, const struct watched *w)
{
    struct str message = w->page.errors ? w->state.message : STR("");

    if (w->state.moved_to.len)
        return arena_printf(a, "It has moved for good to %.*s: 'weft add' that address, and 'weft remove' this one.%s%.*s",
                            STR_ARG(w->state.moved_to), message.len ? " " : "", STR_ARG(message));
    return message.len ? arena_str(a, message) : arena_printf(a, "The last look at it failed (%.*s).", STR_ARG(w->state.answer));
}

static enum report_part part_of(const struct watched *w, bool is_new, bool has_version)
{
    if (is_new)
        return REPORT_NEW;
    if (w->page.errors || w->state.moved_to.len)
        return REPORT_TROUBLE;
    if (w->state.suspect.len)
        return REPORT_SUSPECT;
    return has_version ? REPORT_SAME : REPORT_WAITING;
}

/* What is known of a page without a look at its versions. */
static struct report_row row_of(struct arena *a, const struct watched *w, bool is_new, const struct store_version *newest)
{
    struct str *tag = NEW_ARRAY(a, struct str, w->watch.tags.n);
    struct report_row row = {
        .part = part_of(w, is_new, newest->number > 0),
        .url = arena_str(a, w->url),
        .title = arena_str(a, w->watch.title),
        .name = arena_str(a, w->page.url),
        .importance = -1,
        .newest = newest->number,
        .changed_at = newest->number ? newest->fetched_at : NEVER,
        .checked_at = w->page.checked_at,
        .next_check_at = w->page.next_check_at,
        .n_errors = w->page.errors,
        .tag = tag,
        .n_tags = w->watch.tags.n,
    };

    for (uint32_t i = 0; i < w->watch.tags.n; i++)
        tag[i] = arena_str(a, w->watch.tags.item[i]);
    if (row.part == REPORT_TROUBLE || w->state.moved_to.len)
        row.message = trouble_words(a, w);
    if (row.part == REPORT_SUSPECT)
        row.message = arena_str(a, w->state.suspect);
    return row;
}

static int take(void *context, const struct watched *w, struct err *e)
{
    struct gathering *g = context;
    struct arena *a = &g->session->arena;
    const uint32_t *found = map_find(&g->new_of, (uint64_t)w->page.id);
    struct store_version newest = { 0 };
    struct priority_found priority;
    int failed;

    if (!session_wants(g->args, &report_option_tag, &w->watch))
        return 0;
    if ((failed = priority_find(&g->priority, w->url, w->watch.tags.item, w->watch.tags.n, &priority, e)))
        return failed;
    if (found && priority.weight <= 0) {
        g->report.n_muted++;
        return 0;
    }
    failed = store_version_newest(w->arena, &g->session->store, w->page.id, &newest, e);
    if (failed && failed != E_ABSENT)
        return failed;
    struct report_row row = row_of(a, w, found != NULL, &newest);
    row.weight = priority.weight;
    if (found) {
        const struct store_new *n = &g->news.item[*found];
        row.newest = n->newest;
        row.seen = n->seen;
        row.changed_at = n->fetched_at;
        progress_step(&g->progress, w->url);
        if ((failed = look(g, w, &row, e)))
            return err_in(e, "%.*s", STR_ARG(w->url));
    } else if ((failed = store_last_seen(&g->session->store, g->session->caller.who.user, w->page.id, &row.seen, e))) {
        return failed;
    }
    *VEC_ADD(a, &g->rows) = row;
    return arena_over(a) ? err_set(e, E_LIMIT, "the report is too large") : 0;
}

/* Where the archive or the user was named for this run alone, commands must name them too. */
static void add_option(struct buf *out, const struct settings *s, enum setting_id id, struct str value)
{
    if (s->value[id].source < SETTING_ENVIRONMENT)
        return;
    buf_addf(out, " --%s ", setting_table[id].name);
    report_quoted(out, value);
}

static struct str options_of(struct session *s)
{
    AUTO(buf) out = BUF(KIB(16));
    char path[PATH_MAX];
    struct str store = settings_text(&s->settings, SETTING_STORE);

    add_option(&out, &s->settings, SETTING_STORE, realpath(store.ptr, path) ? str_of(path) : store);
    if (settings_text(&s->settings, SETTING_COLLECTION).len)
        add_option(&out, &s->settings, SETTING_COLLECTION, settings_text(&s->settings, SETTING_COLLECTION));
    else
        add_option(&out, &s->settings, SETTING_USER, settings_text(&s->settings, SETTING_USER));
    return arena_str(&s->arena, buf_str(&out));
}

static int read_priority(struct gathering *g, struct err *e)
{
    struct session *s = g->session;
    struct str text;
    int failed = session_rules(s, SETTING_PRIORITIES, &text, e);

    return failed ? failed : priority_read(&s->arena, settings_text(&s->settings, SETTING_PRIORITIES), text, &g->priority, e);
}

int report_gather(struct gathering *g, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct session *s = g->session;
    int failed;

    if ((failed = read_priority(g, e)) || (failed = store_begin_read(&s->store, &tx, e))
        || (failed = store_news(&s->arena, &s->store, s->caller.who.user, &g->news, e)))
        return failed;
    g->report.options = options_of(s);
    map_open(&g->new_of, &s->arena, g->news.n);
    for (uint32_t i = 0; i < g->news.n; i++)
        map_slot(&g->new_of, (uint64_t)g->news.item[i].page, i);
    progress_open(&g->progress, STDERR_FILENO, g->news.n);
    failed = watched_each(&s->caller, take, g, e);
    progress_erase(&g->progress);
    if (failed)
        return failed;
    g->report.user = session_name(s);
    g->report.now = s->caller.now;
    g->report.row = g->rows.item;
    g->report.n = g->rows.n;
    report_sort(&g->report);
    return store_commit(&tx, e);
}

void gathering_drop(struct gathering *g)
{
    priority_drop(&g->priority);
}
