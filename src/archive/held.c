/* In: versions without an event for the caller, with their verdicts. Out: rows with reasons.
 *
 * A verdict is made once for all who watch the page, so its reasons are those of somebody who watches all of it. Where others were told and
 * the caller was not, what the caller asked for is the reason. */
#include "archive/held.h"

#include <stdlib.h>

#include "archive/comparison.h"
#include "archive/things.h"
#include "base/json_read.h"
#include "base/limits.h"
#include "base/moment.h"
#include "judge/held.h"
#include "judge/reasons.h"
#include "judge/telling.h"
#include "judge/verdict.h"
#include "judge/template.h"
#include "judge/wishes.h"

struct held_work {
    const struct caller *caller;
    const struct held_query *query;
    struct held_list list;
    const struct watched *last;   /* of the row before */
    struct store_lessons lessons; /* of the caller and that row's page */
    uint32_t n_compared;          /* rows that were compared again */
};

/* `href was "/a", is now "/b"`, as a note of the comparison has it, in words of people. */
static struct str in_words(struct arena *a, struct str what)
{
    static const struct {
        struct str name;
        const char *words;
    } names[] = { { STR_INIT("href was "), "The link was " }, { STR_INIT("src was "), "What is embedded was at " } };

    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (str_starts(what, names[i].name))
            return arena_printf(a, "%s%.*s", names[i].words, STR_ARG(str_sub(what, names[i].name.len, what.len)));
    return what;
}

static uint32_t number_in(const struct json_value *object, struct str name)
{
    uint64_t n = 0;

    return json_whole(json_get(object, name), UINT32_MAX, &n) ? (uint32_t)n : 0;
}

struct held_parts held_parts(struct arena *a, struct str text)
{
    struct json_value list = { 0 };
    struct err unread;

    if (text.len == 0 || json_read(a, text, &list, &unread) || list.kind != JSON_ARRAY)
        return (struct held_parts){ 0 };
    struct held_parts out = { .item = NEW_ARRAY(a, struct held_part, list.n + 1) };
    for (uint32_t i = 0; i < list.n; i++) {
        struct held_part *part = &out.item[out.n];
        out.n += json_text(json_get(&list.item[i], STR("what")), &part->what)
                 && json_text(json_get(&list.item[i], STR("why")), &part->why);
        out.n_more += number_in(&list.item[i], STR("more"));
        part->times = MAX(number_in(&list.item[i], STR("times")), 1u);
        part->what = in_words(a, part->what);
    }
    return out;
}

struct str held_text(struct arena *a, const struct held_parts *parts)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json j;

    if (parts->n == 0)
        return STR("");
    json_open(&j, &out, 0);
    json_array(&j);
    for (uint32_t i = 0; i < parts->n; i++)
        held_write(&j, parts->item[i].what, parts->item[i].why, parts->item[i].times);
    if (parts->n_more) {
        json_object(&j);
        json_field_number(&j, "more", parts->n_more);
        json_end(&j);
    }
    json_end(&j);
    return arena_str(a, buf_str(&out));
}

struct str held_without(struct arena *a, struct str held_back, struct str headline)
{
    struct held_parts parts = held_parts(a, held_back), left = parts;

    left.n = 0;
    for (uint32_t i = 0; i < parts.n; i++)
        if (!telling_says(headline, parts.item[i].what))
            left.item[left.n++] = parts.item[i];
    return left.n == parts.n ? held_back : held_text(a, &left);
}

struct str held_part_words(struct arena *a, const struct held_part *part)
{
    return part->times > 1 ? arena_printf(a, "%.*s, %u times", STR_ARG(part->what), part->times) : part->what;
}

bool held_part_is_constant(const struct held_part *part)
{
    enum noise_kind kind = noise_named(part->why);

    return kind < NOISES && noise_is_constant(kind);
}

bool held_is_whole(const struct held_parts *parts)
{
    return parts->n == 1 && str_eq(parts->item[0].what, STR("the whole page"));
}

uint32_t held_left(const struct held_parts *parts, uint32_t shown)
{
    return parts->n_more + (parts->n > shown ? parts->n - shown : 0);
}

/* ---- Reasons ---- */

static bool is_part(const struct watch *w)
{
    return w->select.n || w->ignore.n;
}

static struct str outside_reason(const struct watch *w)
{
    return w->select.n ? STR("it lies outside of what you select") : STR("it lies in what you ignore");
}

/* Whether the caller taught something of the page that bears on the version. */
static bool is_taught(const struct held_work *w, const struct held_row *row)
{
    for (uint32_t i = 0; i < w->lessons.n; i++)
        if (comparison_heeds(&w->lessons.item[i], row->number))
            return true;
    return false;
}

/* Whether it is announced because they chose parts of it: nothing else in it is. */
static bool is_chosen(const struct held_work *w, const struct held_row *row)
{
    for (uint32_t i = 0; i < w->lessons.n; i++)
        if (w->lessons.item[i].number == row->number && w->lessons.item[i].announces)
            return true;
    return false;
}

/* Whether they dismissed changes of the page before it came. */
static bool is_refused(const struct held_work *w, const struct held_row *row)
{
    for (uint32_t i = 0; i < w->lessons.n; i++)
        if (w->lessons.item[i].number < row->number && w->lessons.item[i].kind != STORE_LESSON_TOLD)
            return true;
    return false;
}

/* Somebody was told, but not the caller. `inside`: something changed in what they select. */
static struct str own_reason(const struct held_row *row, const struct wishes *wishes, bool taught, bool inside)
{
    const struct watch *w = &row->watched->watch;
    bool unsure = row->verdict.chance < row->least && row->least != sensitivity_chance(SENSITIVITY_NORMAL);

    return is_part(w) && !inside ? outside_reason(w)
           : unsure              ? sensitivity_reason(wishes->sensitivity)
           : taught              ? STR(TAUGHT_REASON)
           : row->own            ? STR("you did not want to hear of it when it came")
           : row->parts.n        ? row->parts.item[0].why
                                 : STR("it is too little to be announced");
}

/* What the version is to somebody who looks at a part of the page, or taught something of it, is not kept: it is compared again. False: the
 * version is lost, was not compared, or is past what the comparison takes. In an arena of its own: pages take far more room than lines. */
static bool compare_again(const struct held_work *w, const struct held_row *row, struct arena *a, struct comparison *out)
{
    struct caller own = *w->caller;
    const struct store_verdict *v = &row->verdict;
    struct target target = target_of(a, &row->watched->page);
    struct comparison_query query = {
        .target = &target,
        .old = v->before,
        .new = v->number,
        .weigh = true,
        .hold_back = MAX(w->query->most, VERDICT_HELD_MAX),
        .hold_all = is_chosen(w, row),
    };
    struct err unread;

    own.arena = a;
    return v->before && comparison_make(&own, &query, out, &unread) == 0;
}

/* What they see, with its own reasons, and one line for all else; `told`: the headline they were told, and then there is no such line. */
static struct held_parts own_parts(const struct held_work *h, const struct held_row *row, const struct comparison *x,
                                   const struct str *told)
{
    struct arena *a = h->caller->arena;
    const struct watch *w = &row->watched->watch;
    bool unchosen = told && is_chosen(h, row) && row->verdict.chance >= sensitivity_chance(SENSITIVITY_NORMAL);
    struct held_parts out = { .item = NEW_ARRAY(a, struct held_part, x->inside->n + x->outside->n + 1),
                              .n_more = x->inside->n_more };

    for (uint32_t i = 0; i < x->inside->n; i++) {
        const struct held_change *line = &x->inside->item[i];
        struct str why = unchosen && line->noise == NOISE_NONE ? STR(UNCHOSEN_REASON) : arena_str(a, line->why);
        if (!told || !telling_says(*told, line->what))
            out.item[out.n++] = (struct held_part){ arena_str(a, line->what), why, line->times };
    }
    if (told || x->outside->n == 0)
        return out;
    for (uint32_t i = 0; i < x->outside->n; i++) {
        const struct held_change *line = &x->outside->item[i];
        out.item[out.n++] = (struct held_part){ arena_str(a, line->what), outside_reason(w), line->times };
    }
    out.n_more += x->outside->n_more;
    return out;
}

/* More than a verdict keeps. */
static bool lists_all(const struct held_work *w)
{
    return w->query->most > VERDICT_HELD_MAX;
}

/* False: it is to them what it is to all, it cannot be compared, or there are more than OWN_ROWS. */
static bool look_again(struct held_work *w, struct held_row *row, const struct str *told, bool *outside)
{
    enum { OWN_ROWS = 50 };
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct comparison *x = NEW(&a, struct comparison);
    bool part = is_part(&row->watched->watch), more = row->parts.n_more && lists_all(w);

    *outside = false;
    if (!(part || more || is_taught(w, row)) || row->suspect || w->n_compared++ >= OWN_ROWS || !compare_again(w, row, &a, x))
        return false;
    row->parts = own_parts(w, row, x, told);
    if (told || !part)
        return true;
    *outside = x->counts.changes[CLASS_CONTENT] == 0;
    if (*outside && row->verdict.headline.len && !lists_all(w)) { /* the version's line stands for all of it */
        row->parts.n = 1;
        row->parts.n_more = 0;
        row->parts.item[0] = (struct held_part){ row->verdict.headline, outside_reason(&row->watched->watch), 1 };
    }
    row->verdict.counts = x->counts;
    row->verdict.headline = *outside ? row->verdict.headline : arena_str(w->caller->arena, x->headline);
    row->verdict.importance = *outside ? -1 : x->importance;
    row->verdict.chance = x->chance;
    row->verdict.reasons = *outside ? STR("") : arena_str(w->caller->arena, x->reasons);
    return true;
}

/* What came instead of the page. Who was told of it reads that they were: why it was announced, and why it is not news any more. */
static struct str suspect_words(struct arena *a, const struct held_row *row)
{
    struct record_list reasons = thing_reasons(a, row->verdict.reasons);
    struct str kind = row->parts.n ? row->parts.item[0].why : reasons.n ? reasons.item[0] : STR("it looks like an error");

    return arena_printf(a, "%s: %.*s",
                        row->withdrawn ? "it was seen twice, so it was announced until the page came back"
                                       : "it may not be the page itself",
                        STR_ARG(kind));
}

static void find_reason(struct held_work *w, struct held_row *row, const struct store_held *held)
{
    const struct caller *c = w->caller;
    struct wishes wishes = watched_wishes(c->settings, &row->watched->watch);
    bool outside, compared = look_again(w, row, NULL, &outside);

    row->least = sensitivity_chance(wishes.sensitivity);
    bool usual = row->verdict.chance < sensitivity_chance(SENSITIVITY_NORMAL); /* nobody is told of it who asks for nothing else */
    bool sure = row->verdict.chance < 0 || row->verdict.chance >= row->least;  /* else its importance does not matter */
    bool below = sure && row->verdict.importance >= 0 && row->verdict.importance < wishes.min_importance;
    row->own = row->dismissed || outside || below;
    if (row->dismissed)
        row->why = STR("you dismissed it");
    else if (row->at < row->watched->added_at)
        row->why = STR("it came before you began to watch the page");
    else if (row->suspect)
        row->why = suspect_words(c->arena, row);
    else if (outside)
        row->why = outside_reason(&row->watched->watch);
    else if (below)
        row->why = wishes_below(c->arena, &wishes, row->verdict.importance);
    else if (held->template && row->verdict.chance >= row->least)
        row->why = TEMPLATE_REASON;
    else if (held->quiet && usual && (row->parts.n || row->verdict.counts.changes[CLASS_CONTENT] == 0))
        row->why = row->parts.n ? row->parts.item[0].why : STR("nothing that people read has changed");
    else {
        row->own = !usual;
        row->why = own_reason(row, &wishes, is_refused(w, row), compared);
    }
}

unsigned held_rank(const struct held_row *row)
{
    unsigned best = row->parts.n && !row->suspect && !row->dismissed ? HELD_LAST : HELD_LAST - 1;

    if (row->suspect || (row->own && !row->dismissed))
        return 0;
    for (uint32_t i = 0; i < row->parts.n; i++) {
        enum noise_kind kind = noise_named(row->parts.item[i].why);
        bool outside = str_eq(row->parts.item[i].why, outside_reason(&row->watched->watch));
        unsigned rank = outside ? HELD_LAST : kind == NOISES ? 0 : noise_rank(kind); /* what is too little has words of its own */
        best = MIN(best, rank);
    }
    return best;
}

enum held_sort held_sort_of(const struct held_row *row)
{
    if (row->suspect || row->dismissed || row->own)
        return HELD_CHANGES;
    if (row->parts.n == 0 && row->verdict.counts.changes[CLASS_CONTENT] == 0)
        return HELD_NOTHING;
    return held_rank(row) >= HELD_LAST ? HELD_CONSTANT : HELD_CHANGES;
}

/* ---- Words ---- */

/* "2 words added, 1 removed", where nothing of it can be quoted. */
static struct str count_words(struct arena *a, const struct store_counts *n)
{
    if (n->words_inserted + n->words_deleted)
        return arena_printf(a, "%u word%s added, %u removed", n->words_inserted, n->words_inserted == 1 ? "" : "s",
                            n->words_deleted);
    if (n->changes[CLASS_CONTENT])
        return STR("Links, pictures or the order of the page have changed");
    return n->changes[CLASS_LOOK] ? STR("The look of the page has changed") : STR("Something that readers do not see has changed");
}

struct str held_headline(struct arena *a, const struct held_row *row)
{
    struct excerpts some = { 0 };
    struct err unread;

    if (row->verdict.headline.len)
        return row->verdict.headline;
    for (uint32_t i = 0; i < row->parts.n; i++)
        if (str_trim(row->parts.item[i].what).len)
            return held_part_words(a, &row->parts.item[i]);
    if (row->verdict.changes.len && excerpts_read(a, row->verdict.changes, &some, &unread) == 0 && some.n
        && (some.item[0].new.len || some.item[0].old.len))
        return some.item[0].new.len ? some.item[0].new : arena_printf(a, "Removed: %.*s", STR_ARG(some.item[0].old));
    return row->verdict.before ? count_words(a, &row->verdict.counts) : STR("The page was not compared");
}

/* ---- Rows ---- */

static bool is_wanted(const struct held_query *query, const struct watch *w)
{
    bool wanted = query->n_tags == 0;

    for (uint32_t i = 0; i < query->n_tags && !wanted; i++)
        wanted = watch_has_tag(w, query->tag[i]);
    return wanted;
}

static int find_page(struct held_work *w, int64_t page, const struct watched **out, struct err *e)
{
    const struct caller *c = w->caller;
    struct store_watched *row = NEW(c->arena, struct store_watched);
    struct watched *fresh = NEW(c->arena, struct watched);

    *out = NULL;
    for (uint32_t i = 0; i < w->list.n && !*out; i++)
        if (w->list.row[i].watched->page.id == page)
            *out = w->list.row[i].watched;
    if (*out)
        return 0;
    int failed = store_watched_page(c->arena, c->store, c->who.user, page, row, e);
    if (failed)
        return failed;
    watched_read(c->arena, row, fresh);
    *out = fresh;
    return 0;
}

/* The page of the row, and what the caller taught of it. */
static int read_page(struct held_work *w, int64_t page, struct err *e)
{
    const struct caller *c = w->caller;

    if (w->last && w->last->page.id == page)
        return 0;
    int failed = find_page(w, page, &w->last, e);
    return failed ? failed : store_lesson_list(c->arena, c->store, c->who.user, page, &w->lessons, e);
}

/* What was announced of the version is not listed. False: there is nothing to list. */
static bool take_announced(struct held_work *w, struct held_row *row, struct str told)
{
    bool unused, compared = look_again(w, row, &told, &unused);

    if (!compared && is_part(&row->watched->watch))
        return false; /* it is the whole page's, and they were told of theirs */
    row->verdict = (struct store_verdict){ .before = row->verdict.before, .importance = -1 }; /* that is of what was told */
    row->why = STR("the rest of this version was announced");
    return w->query->every || (row->parts.n && held_rank(row) < HELD_LAST);
}

static int take(struct held_work *w, const struct store_held *held, struct err *e)
{
    const struct caller *c = w->caller;
    int failed = read_page(w, held->page, e);
    struct held_row row = {
        .watched = w->last,
        .number = held->number,
        .at = held->at,
        .suspect = held->suspect,
        .dismissed = held->dismissed,
        .announced = held->announced,
        .verdict = held->verdict,
        .parts = held_parts(c->arena, held_without(c->arena, held->verdict.held_back, held->told)),
    };

    if (failed)
        return failed;
    row.withdrawn = held->withdrawn && held->suspect && !held_is_whole(&row.parts); /* else it never stood for the page */
    if (!is_wanted(w->query, &row.watched->watch) || (w->query->number && w->query->number != row.number)
        || (row.announced && !take_announced(w, &row, held->told)))
        return 0;
    if (!row.announced)
        find_reason(w, &row, held);
    w->list.row[w->list.n++] = row;
    return arena_over(c->arena) ? err_set(e, E_LIMIT, "too much was held back to list it") : 0;
}

static int compare_rows(const void *left, const void *right)
{
    const struct held_row *l = left, *r = right;
    unsigned rank[2] = { held_rank(l), held_rank(r) };

    if (rank[0] != rank[1])
        return rank[0] < rank[1] ? -1 : 1;
    if (l->at != r->at)
        return l->at > r->at ? -1 : 1;
    return l->watched->page.id < r->watched->page.id ? -1 : l->watched->page.id > r->watched->page.id;
}

int held_read(const struct caller *c, const struct held_query *query, struct held_list *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct held_work w = { .caller = c, .query = query };
    struct store_held_query mine = { c->who.user, query->page, query->seen, query->limit, query->parts };
    struct store_held_list found = { 0 };
    int failed = store_begin_read(c->store, &tx, e);

    if (!failed && c->who.user)
        failed = store_held(c->arena, c->store, &mine, &found, e);
    w.list.row = NEW_ARRAY(c->arena, struct held_row, found.n + 1);
    for (uint32_t i = 0; i < found.n && !failed; i++)
        failed = take(&w, &found.item[i], e);
    if (failed || (failed = store_commit(&tx, e)))
        return failed;
    if (query->by_rank && w.list.n)
        qsort(w.list.row, w.list.n, sizeof *w.list.row, compare_rows);
    *out = w.list;
    return 0;
}

void held_json(struct json *j, const struct held_row *row)
{
    const struct watched *w = row->watched;
    bool judged = row->verdict.before != 0;
    struct thing_weight weight = { row->verdict.importance, row->verdict.headline, row->verdict.reasons,
                                   judged && !row->announced ? &row->verdict.counts : NULL };

    json_object(j);
    thing_name_members(j, &w->page, &w->state, &w->watch);
    moment_json(j, "at", row->at);
    json_field_number(j, "version", row->number);
    thing_number(j, "before", row->verdict.before);
    thing_weight_members(j, &weight);
    json_field_str(j, "why", row->why);
    json_field_bool(j, "suspect", row->suspect);
    json_field_bool(j, "dismissed", row->dismissed);
    json_field_bool(j, "announced", row->announced);
    thing_held_back(j, &row->parts);
    json_end(j);
}
