/* In: the rows of a version: its verdict, the caller's event, what was held back. Out: what they make together. */
#include "archive/judgement.h"

#include "archive/comparison.h"
#include "archive/things.h"
#include "judge/verdict.h"

static void take_row(struct arena *a, const struct history_row *row, struct judgement *out)
{
    out->parts = held_parts(a, row->held_back);
    if (!row->verdict)
        return;
    out->importance = row->verdict->importance;
    out->counts = row->verdict->counts;
    out->headline = row->verdict->headline;
}

/* A version of which there is no event and which is not among those that were held back came before the watch. Of one that was announced,
 * parts were held back. */
static int find_held(const struct caller *c, const struct target *t, uint32_t most, struct judgement *out, struct err *e)
{
    struct held_query mine = {
        .page = t->page.id, .number = out->number, .seen = true, .parts = true, .every = true, .most = most
    };
    struct held_list held;
    int failed = held_read(c, &mine, &held, e);

    for (uint32_t i = 0; i < held.n && !failed; i++) {
        const struct held_row *row = &held.row[i];
        out->parts = row->parts;
        if (row->announced)
            continue;
        out->announced = row->withdrawn && !row->dismissed;
        out->dismissed = row->dismissed;
        out->why = row->why;
        out->least = row->least;
        if (!row->suspect && held_is_whole(&row->parts)) { /* nothing is known of the page itself */
            out->chance = out->importance = -1;
            out->headline = out->reasons = STR("");
            out->counts = (struct store_counts){ 0 };
            continue;
        }
        out->chance = row->suspect || held_sort_of(row) == HELD_NOTHING ? -1 : row->verdict.chance;
        out->importance = row->verdict.importance;
        out->headline = row->verdict.headline;
        out->counts = row->verdict.counts;
        out->reasons = row->suspect ? STR("") : row->verdict.reasons; /* `why` says it */
    }
    return failed;
}

static int find_announced(const struct caller *c, const struct target *t, struct judgement *out, struct err *e)
{
    struct store_event_query mine = { .user = c->who.user, .page = t->page.id };
    struct store_events events = { 0 };
    int failed = c->who.user ? store_event_list(c->arena, c->store, &mine, &events, e) : 0;

    for (uint32_t i = 0; i < events.n && !failed; i++)
        out->announced |= events.item[i].number == out->number;
    return failed;
}

/* The last version up to this one with which they asked to be told of such changes; 0: they did not. */
static int find_wish(const struct caller *c, const struct target *t, int64_t number, int64_t *out, struct err *e)
{
    struct store_lessons lessons = { 0 };
    int failed = c->who.user ? store_lesson_list(c->arena, c->store, c->who.user, t->page.id, &lessons, e) : 0;

    *out = 0;
    for (uint32_t i = 0; i < lessons.n && !failed; i++)
        if (lessons.item[i].kind == STORE_LESSON_TOLD && comparison_heeds(&lessons.item[i], number))
            *out = MAX(*out, lessons.item[i].number);
    return failed;
}

/* Of what is announced because they asked: what speaks for it is their own, and their wish comes first. In a version that cannot be
 * compared again there are no places, so it was announced for their wish alone if they spoke of this one. */
static int find_asked(const struct caller *c, const struct target *t, struct judgement *out, struct err *e)
{
    struct comparison *x = NEW(c->arena, struct comparison);
    struct comparison_query query = { .target = t, .old = out->before, .new = out->number, .weigh = true };
    struct str wish = str_of(evidence_words(EVIDENCE_ASKED));
    struct err unread;
    int64_t last = 0;
    int failed = out->announced && out->compared ? find_wish(c, t, out->number, &last, e) : 0;

    if (failed || last == 0)
        return failed;
    if (comparison_make(c, &query, x, &unread) == 0) {
        out->chance = x->wanted ? x->chance : out->chance;
        out->reasons = x->wanted ? x->reasons : out->reasons;
    } else if (last == out->number)
        out->reasons = verdict_reasons(c->arena, &wish, 1);
    return 0;
}

static int find_rows(const struct caller *c, const struct target *t, struct judgement *out, struct err *e)
{
    struct page_history history;
    struct store_verdict verdict;
    struct err none;
    int failed = history_read(c, t, &history, e);

    if (failed)
        return failed;
    for (uint32_t i = 0; i < history.n; i++)
        if (history.row[i].version->number == out->number)
            take_row(c->arena, &history.row[i], out);
    if (history.partial)
        out->parts = (struct held_parts){ 0 }; /* find_held() has theirs */
    if ((failed = history_verdict(c, t, out->number, &verdict, &none)))
        return failed == E_ABSENT ? 0 : err_set(e, failed, "%s", none.text);
    out->compared = true;
    out->before = verdict.before;
    out->reasons = verdict.reasons;
    out->chance = verdict.chance;
    out->why = STR("");
    return 0;
}

int judgement_read(const struct caller *c, const struct target *t, uint32_t most, struct judgement *out, struct err *e)
{
    struct judgement found = { .chance = -1, .importance = -1, .why = STR("it was not compared with an earlier one") };
    struct target_version v;
    struct err none;
    int failed = target_version(c, t, &v, &none);

    *out = (struct judgement){ .chance = -1, .importance = -1 };
    if (failed)
        return t->at.len || failed == E_SYSTEM ? err_set(e, failed, "%s", none.text) : 0;
    found.number = v.number;
    if ((failed = find_rows(c, t, &found, e)) || (failed = find_announced(c, t, &found, e))
        || (failed = find_held(c, t, most, &found, e)) || (failed = find_asked(c, t, &found, e)))
        return failed;
    if (!found.announced && !found.why.len)
        found.why = STR("it came before you watched the page");
    *out = found;
    return 0;
}

void judgement_members(struct json *j, const struct judgement *g)
{
    thing_number(j, "version", g->number);
    json_field_bool(j, "announced", g->announced);
    json_field_bool(j, "dismissed", g->dismissed);
    thing_text(j, "why", g->why);
    json_key(j, "probability");
    if (g->chance >= 0)
        json_real(j, g->chance);
    else
        json_null(j);
    thing_importance(j, g->importance);
    thing_text(j, "headline", g->headline);
    thing_reasons_member(j, g->reasons);
    thing_held_back(j, &g->parts);
}
