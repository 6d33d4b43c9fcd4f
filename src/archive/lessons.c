/* In: an act of the caller on a version. Out: a lesson, a mark and an event of theirs, or the end of them. */
#include "archive/lessons.h"

#include "archive/comparison.h"
#include "archive/marks.h"
#include "base/limits.h"
#include "flow/watch.h"
#include "judge/reasons.h"
#include "judge/telling.h"
#include "judge/wishes.h"
#include "page/body.h"

struct lesson_work {
    const struct caller *caller;
    struct store_page page;
    struct store_version version;
    struct store_verdict verdict;
    struct store_lesson had; /* of this version; kind STORE_LESSON_NONE: none */
    struct lessons before;   /* what was taught with earlier ones */
    bool has_event, dismissed;
    struct store_event event; /* where there is one */
    bool retold;              /* the event says what verdict.headline is now */
    struct store_held_list
        later; /* of versions that came after one that was dismissed: those that were held back because of that */
    const struct lesson_wish *wish;
    struct telling told; /* what of the version is announced; no keys: all of it, as it was judged */
};

/* ---- Reading ---- */

static int find_event(struct lesson_work *w, struct err *e)
{
    const struct caller *c = w->caller;
    struct store_event_query mine = { .user = c->who.user, .page = w->page.id };
    struct store_events events;
    int failed = store_event_list(c->arena, c->store, &mine, &events, e);

    w->has_event = false;
    for (uint32_t i = 0; !failed && i < events.n; i++)
        if (events.item[i].number == w->version.number) {
            w->event = events.item[i];
            w->has_event = true;
        }
    return failed;
}

static int find_marks(struct lesson_work *w, struct err *e)
{
    const struct caller *c = w->caller;
    struct store_lessons lessons;
    struct store_seens seen;
    int failed = store_lesson_list(c->arena, c->store, c->who.user, w->page.id, &lessons, e);

    if (failed || (failed = store_seen_list(c->arena, c->store, c->who.user, w->page.id, &seen, e)))
        return failed;
    lessons_open(&w->before, c->arena);
    for (uint32_t i = 0; i < lessons.n; i++) {
        const struct store_lesson *x = &lessons.item[i];
        if (x->number == w->version.number)
            w->had = *x;
        else if (x->number < w->version.number)
            lessons_add(&w->before, (enum lesson_kind)x->kind, x->keys);
    }
    for (uint32_t i = 0; i < seen.n; i++)
        w->dismissed |= seen.item[i].number == w->version.number && seen.item[i].dismissed;
    return 0;
}

static int read_work(struct lesson_work *w, int64_t page, int64_t number, struct err *e)
{
    const struct caller *c = w->caller;
    bool watches = false;
    int failed;

    if ((failed = caller_must_write(c, e)) || (failed = caller_must_see(c, page, e))
        || (failed = store_page_get(c->arena, c->store, page, &w->page, e)) || (failed = caller_watches(c, page, &watches, e)))
        return failed;
    if (!watches)
        return err_set(e, E_USAGE, "you do not watch it; 'weft add' begins to");
    if ((failed = store_version_get(c->arena, c->store, page, number, &w->version, e)))
        return failed;
    if (store_verdict_get(c->arena, c->store, page, number, &w->verdict, e))
        return err_set(e, E_USAGE, "version %lld was not compared with an earlier one, so there is no change to speak of",
                       (long long)number);
    return (failed = find_marks(w, e)) ? failed : find_event(w, e);
}

/* ---- Comparing again ---- */

/* A page that was read again, if it is one. */
struct lesson_side {
    struct page page;
    bool readable;
};

static int read_side(struct arena *a, struct symbols *symbols, const struct lesson_work *w, int64_t number, struct lesson_side *out,
                     struct err *e)
{
    struct store *s = w->caller->store;
    struct store_version v;
    struct body body = { .url = watch_address(w->page.url) };
    int failed;

    if ((failed = store_version_get(a, s, w->page.id, number, &v, e))
        || (failed = store_version_body(a, s, w->page.id, number, &body.bytes, e)))
        return failed;
    body.content_type = v.content_type;
    return body_read(a, symbols, &body, &out->page, &out->readable, e);
}

/* The check announced the version, or an act on an earlier one did. */
static bool is_told_already(const struct lesson_work *w)
{
    return w->has_event && !w->had.announces;
}

/* A version that was compared again. */
struct judged_change {
    const struct delta *delta;
    struct judge_pieces *pieces;
};

/* Which parts are meant: those that were named. Who names none means all that they dismiss, and of what they want to be told what comes
 * nearest to news. By part. */
static int choose_parts(const struct lesson_work *w, const struct held_changes *all, enum lesson_kind kind, bool *chosen,
                        struct err *e)
{
    uint32_t n = all->n;

    for (uint32_t i = 0; i < w->wish->n; i++) {
        uint32_t part = w->wish->part[i];
        if (n == 0)
            return err_set(e, E_USAGE, "version %lld has no part %u; nothing that people read has changed in it",
                           (long long)w->version.number, part);
        if (part == 0 || part > n)
            return err_set(e, E_USAGE, "version %lld has no part %u; it has 1 to %u", (long long)w->version.number, part, n);
        chosen[part - 1] = true;
    }
    if (w->wish->n == 0 && kind == LESSON_TOLD)
        telling_choose(all, is_told_already(w), chosen);
    for (uint32_t i = 0; i < n && w->wish->n == 0 && kind != LESSON_TOLD; i++)
        chosen[i] = true;
    return 0;
}

static int refuse_empty(const struct lesson_work *w, struct err *e)
{
    struct str url = w->page.url;
    long long before = w->verdict.before, number = w->version.number;

    return err_set(e, E_USAGE,
                   "nothing that people read has changed in version %lld, so there is nothing to announce; "
                   "'weft diff %.*s@%lld %.*s@%lld --whole' shows what else has",
                   number, STR_ARG(url), before, STR_ARG(url), number);
}

/* Where a part stands in the list: chosen, not chosen, not chosen since the caller was told of it before. */
static unsigned group_of(bool chosen, bool told, enum lesson_kind kind)
{
    return chosen ? 0 : told && kind == LESSON_TOLD ? 2 : 1;
}

/* The parts as they are listed, those that were chosen first. Returns these. In the caller's arena. */
static const struct held_change **list_parts(const struct lesson_work *w, const struct held_changes *all, const bool *chosen,
                                             enum lesson_kind kind, struct lesson_done *done)
{
    struct arena *a = w->caller->arena;
    const struct held_change **taken = NEW_ARRAY(a, const struct held_change *, all->n + 1);
    bool announced = is_told_already(w),
         unchosen = kind == LESSON_TOLD && w->verdict.chance >= sensitivity_chance(SENSITIVITY_NORMAL);

    done->part = NEW_ARRAY(a, struct lesson_part, all->n + 1);
    done->n_more = all->n_more;
    for (unsigned group = 0; group < 3; group++)
        for (uint32_t i = 0; i < all->n; i++) {
            const struct held_change *part = &all->item[i];
            bool told = announced && part->told;
            if (group_of(chosen[i], told, kind) != group)
                continue;
            if (chosen[i])
                taken[done->n_chosen++] = part;
            struct str why = unchosen && !chosen[i] && part->noise == NOISE_NONE ? STR(UNCHOSEN_REASON) : part->why;
            done->part[done->n_parts++] = (struct lesson_part){ i + 1, part->what, told ? STR("") : why, part->times, told };
        }
    return taken;
}

/* What is taught of which parts. Who dismisses all of a version means also what is not listed of it. In the caller's arena. */
static int teach_parts(struct lesson_work *w, const struct judged_change *x, enum lesson_kind kind, struct lesson_done *done,
                       struct str *keys, struct err *e)
{
    struct arena *a = w->caller->arena;
    struct past *past = NEW(a, struct past);

    past_read(past, w->verdict.known);
    struct held_changes all = telling_parts(a, x->delta, past, &w->before, x->pieces);
    bool *chosen = NEW_ARRAY(a, bool, all.n + 1);
    int failed = kind == LESSON_TOLD && all.n == 0 ? refuse_empty(w, e) : choose_parts(w, &all, kind, chosen, e);
    if (failed)
        return failed;
    const struct held_change **taken = list_parts(w, &all, chosen, kind, done);
    done->empty = all.n == 0;
    if (kind == LESSON_TOLD)
        w->told = telling_make(a, x->delta, taken, done->n_chosen);
    *keys = kind == LESSON_TOLD ? w->told.keys
            : w->wish->n        ? telling_keys(a, x->delta, taken, done->n_chosen, kind)
                                : lessons_keys(a, x->delta, x->pieces, kind);
    return 0;
}

/* A version whose bytes are gone, or which is not a page, teaches nothing; the mark is set all the same. */
static int keys_of(struct lesson_work *w, enum lesson_kind kind, struct lesson_done *done, struct str *out, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct symbols symbols;
    struct lesson_side old = { 0 }, new = { 0 };
    struct delta delta;
    struct judge_pieces pieces;
    struct err unread;

    symbols_open(&symbols, &a);
    if (read_side(&a, &symbols, w, w->verdict.before, &old, &unread) || read_side(&a, &symbols, w, w->version.number, &new, &unread)
        || !old.readable || !new.readable || compare_pages(&a, &old.page, &new.page, &delta, &unread)
        || pieces_find(&a, &delta, &pieces, &unread))
        return 0;
    return teach_parts(w, &(struct judged_change){ &delta, &pieces }, kind, done, out, e);
}

/* ---- Writing ---- */

static int mark(const struct lesson_work *w, bool dismissed, struct err *e)
{
    struct store_seen row = {
        .user = w->caller->who.user, .page = w->page.id, .number = w->version.number, .dismissed = dismissed
    };

    return store_dismiss(w->caller->store, &row, e);
}

/* An event that was there before says what the caller is told of the version now, with the parts that they asked for or without. A version
 * that cannot be compared again keeps what is said of it. */
static int retell(struct lesson_work *w, struct err *e)
{
    const struct caller *c = w->caller;
    struct store_event event = w->event;
    struct target target = target_of(c->arena, &w->page);
    struct comparison_query query = { .target = &target, .old = w->verdict.before, .new = w->version.number };
    struct comparison *x = NEW(c->arena, struct comparison);
    struct err unread;
    int64_t id;

    if (comparison_make(c, &query, x, &unread) || x->headline.len == 0)
        return 0;
    w->retold = true;
    event.headline = w->verdict.headline = x->headline;
    event.counts = x->counts;
    event.changes = excerpts_write(c->arena, &x->excerpts);
    return store_event_put(c->store, &event, &id, e);
}

/* ---- Taking back ---- */

/* Whether a check would announce the version to the caller, by what they teach now; and how. */
static bool would_tell(const struct lesson_work *w, const struct store_held *v, struct store_event *out)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct caller own = *w->caller;
    struct target target = target_of(w->caller->arena, &w->page);
    struct comparison_query query = { .target = &target, .old = v->verdict.before, .new = v->number, .weigh = true };
    struct comparison x;
    struct err unread;

    own.arena = &a;
    if (comparison_make(&own, &query, &x, &unread) || !x.concerns)
        return false;
    struct excerpts some = excerpts_copy(w->caller->arena, &x.excerpts);
    *out = (struct store_event){ .user = own.who.user,
                                 .page = w->page.id,
                                 .number = v->number,
                                 .before = v->verdict.before,
                                 .at = v->at,
                                 .kind = STORE_EVENT_CHANGED,
                                 .importance = x.importance,
                                 .counts = x.counts,
                                 .headline = arena_str(w->caller->arena, x.headline),
                                 .changes = excerpts_write(w->caller->arena, &some) };
    return true;
}

/* What was held back while the lesson was heeded, and is not news by it. */
static int find_later(struct lesson_work *w, struct err *e)
{
    enum { LATER_MAX = 50 }; /* each is compared twice */
    const struct caller *c = w->caller;
    struct store_held_query mine = { .user = c->who.user, .page = w->page.id, .seen = true };
    struct store_event unused;
    bool dismisses = w->had.kind == STORE_LESSON_DISMISSED || w->had.kind == STORE_LESSON_PART;
    int failed = dismisses ? store_held(c->arena, c->store, &mine, &w->later, e) : 0;
    uint32_t n = 0, n_compared = 0;

    for (uint32_t i = 0; i < w->later.n && !failed && n_compared < LATER_MAX; i++) {
        const struct store_held *v = &w->later.item[i];
        bool meant = v->number > w->had.number && v->verdict.before && !v->suspect && !v->template && !v->dismissed;
        n_compared += meant;
        if (meant && !would_tell(w, v, &unused))
            w->later.item[n++] = *v;
    }
    w->later.n = n;
    return failed;
}

/* Of these what is news without the lesson, and with what was taught in its place. */
static int announce_later(const struct lesson_work *w, struct lesson_done *done, struct err *e)
{
    struct store_event event;
    int64_t id;
    int failed = 0;

    int64_t *later = NEW_ARRAY(w->caller->arena, int64_t, w->later.n + 1);
    done->later = later;
    for (uint32_t i = w->later.n; i > 0 && !failed; i--) { /* the oldest first */
        if (!would_tell(w, &w->later.item[i - 1], &event))
            continue;
        later[done->n_later++] = event.number;
        failed = store_event_put(w->caller->store, &event, &id, e);
    }
    return failed;
}

static int take_back(struct lesson_work *w, struct err *e)
{
    struct store *s = w->caller->store;
    int failed = find_later(w, e);

    if (!failed)
        failed = store_lesson_remove(s, &w->had, e);
    if (!failed && w->dismissed)
        failed = mark(w, false, e);
    if (!failed && w->had.announces)
        failed = store_event_retract(s, w->had.user, w->had.page, w->had.number, e);
    else if (!failed && w->had.kind == STORE_LESSON_TOLD && w->has_event)
        failed = retell(w, e);
    if (failed)
        return failed;
    w->had = (struct store_lesson){ 0 };
    w->dismissed = false;
    return find_event(w, e);
}

static int announce(const struct lesson_work *w, struct err *e)
{
    struct store_event event = {
        .user = w->caller->who.user,
        .page = w->page.id,
        .number = w->version.number,
        .before = w->verdict.before,
        .at = w->version.fetched_at,
        .kind = STORE_EVENT_CHANGED,
        .importance = w->verdict.importance,
        .counts = w->verdict.counts,
        .headline = w->verdict.headline,
    };
    int64_t id;

    if (w->told.headline.len) {
        event.headline = w->told.headline;
        event.changes = excerpts_write(w->caller->arena, &w->told.excerpts);
        event.counts = (struct store_counts){ .words_inserted = w->told.words_inserted, .words_deleted = w->told.words_deleted };
        event.counts.changes[CLASS_CONTENT] = w->told.n_changes;
    }
    return store_event_put(w->caller->store, &event, &id, e);
}

static int teach(struct lesson_work *w, enum lesson_kind kind, struct lesson_done *done, struct err *e)
{
    bool told = kind == LESSON_TOLD;
    struct store_lesson lesson = {
        .user = w->caller->who.user,
        .page = w->page.id,
        .number = w->version.number,
        .kind = (enum store_lesson_kind)kind,
        .announces = told && (!w->has_event || w->had.announces), /* told again, with other parts perhaps: the same event */
    };
    int failed = keys_of(w, kind, done, &lesson.keys, e);

    if (!failed)
        failed = store_lesson_put(w->caller->store, &lesson, e);

    if (!failed && lesson.announces)
        failed = announce(w, e);
    else if (!failed && told && w->has_event)
        failed = retell(w, e);
    if (!failed && !told)
        failed = mark(w, true, e);
    w->has_event |= told;
    w->dismissed = !told;
    done->kind = kind;
    done->n_places = lessons_count(lesson.keys);
    return failed;
}

static bool is_announced(const struct lesson_work *w)
{
    return w->has_event && !w->dismissed;
}

static int act(struct lesson_work *w, enum lesson_act what, struct lesson_done *done, struct err *e)
{
    static const enum lesson_kind kinds[] = {
        [LESSON_ACT_TELL] = LESSON_TOLD,
        [LESSON_ACT_DISMISS] = LESSON_DISMISSED,
        [LESSON_ACT_DISMISS_PART] = LESSON_PART,
        [LESSON_ACT_UNDO] = LESSON_NONE,
    };
    enum lesson_kind kind = kinds[what];
    bool told = kind == LESSON_TOLD, marked = w->had.kind || w->dismissed;
    bool opposite = marked && (w->had.kind == STORE_LESSON_TOLD) != told;
    int failed = 0;

    done->taken_back = marked && w->had.kind != (enum store_lesson_kind)kind;
    if (done->taken_back && (failed = take_back(w, e)))
        return failed;
    if (kind == LESSON_NONE || (opposite && is_announced(w) == told && w->wish->n == 0))
        return 0;
    return teach(w, kind, done, e);
}

/* What was new for the caller before they taught something still is, or is not: no check may come soon to say. What cannot be compared
 * is left to whoever reads the news. */
static int renew_since(const struct lesson_work *w, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct caller own = *w->caller;
    struct target target = target_of(w->caller->arena, &w->page);
    struct store_news news = { 0 };
    struct comparison x;
    struct err unread;
    int failed = store_news(w->caller->arena, own.store, own.who.user, w->page.id, &news, e);

    own.arena = &a;
    if (failed || news.n == 0 || news.item[0].divided || news.item[0].seen == 0
        || news.item[0].newest_kept <= news.item[0].seen + 1)
        return failed;
    struct comparison_query query = { .target = &target, .old = news.item[0].seen, .new = news.item[0].newest_kept, .weigh = true };
    if (comparison_make(&own, &query, &x, &unread))
        return 0;
    struct store_since row = { .user = own.who.user,
                               .page = w->page.id,
                               .seen = query.old,
                               .number = query.new,
                               .importance = x.importance,
                               .counts = x.counts,
                               .headline = x.headline,
                               .reasons = x.reasons,
                               .changes = excerpts_write(&a, &x.excerpts) };
    if (!x.concerns)
        row.counts.changes[CLASS_CONTENT] = 0;
    return store_since_put(own.store, &row, e);
}

/* Whether the caller is told of the version and it is not new for them: they have looked since, or it is gone again. */
static int find_seen(const struct lesson_work *w, struct lesson_done *done, struct err *e)
{
    const struct caller *c = w->caller;
    struct store_event_query unseen = { .user = c->who.user, .page = w->page.id, .unseen = true };
    struct store_events events;
    int failed = store_event_list(c->arena, c->store, &unseen, &events, e);
    bool is_new = !is_announced(w);

    if (failed || (failed = store_last_seen(c->store, c->who.user, w->page.id, &done->last_seen, e)))
        return failed;
    for (uint32_t i = 0; i < events.n; i++)
        is_new |= events.item[i].number == w->version.number;
    done->seen = !is_new && w->version.number <= done->last_seen;
    done->gone = !is_new && !done->seen;
    return 0;
}

int lessons_do(const struct caller *c, int64_t page, int64_t number, enum lesson_act what, struct lesson_done *out, struct err *e)
{
    return lessons_do_some(c, page, number, &(struct lesson_wish){ .act = what }, out, e);
}

int lessons_do_some(const struct caller *c, int64_t page, int64_t number, const struct lesson_wish *wish, struct lesson_done *out,
                    struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct lesson_work w = { .caller = c, .wish = wish };
    struct lesson_done done = { 0 };
    int failed;

    if ((failed = store_begin(c->store, &tx, e)) || (failed = read_work(&w, page, number, e))
        || (failed = act(&w, wish->act, &done, e)) || (failed = announce_later(&w, &done, e)) || (failed = renew_since(&w, e))
        || (failed = find_seen(&w, &done, e)) || (failed = store_commit(&tx, e)))
        return failed;
    done.announced = is_announced(&w);
    done.headline = w.told.headline.len && !w.retold ? w.told.headline : w.verdict.headline;
    *out = done;
    return 0;
}
