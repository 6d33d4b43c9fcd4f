/* Whom a new version concerns. In: a verdict. Out: rows of it, of events, and of what is to be sent. */
#include "base/json.h"
#include "base/limits.h"
#include "base/moment.h"
#include "flow/commit_inside.h"
#include "notify/outbox.h"

/* The changes that one who watches is shown; nothing where they are those that the verdict keeps. */
static struct str own_changes(struct commit *k, const struct verdict_concern *c)
{
    struct str own = excerpts_write(k->w->arena, &c->excerpts);
    return str_eq(k->w->changes, own) || c->excerpts.n + k->w->verdict.whole.excerpts.n == 0 ? STR("") : own;
}

static bool is_silent(const struct watch *w, int64_t at)
{
    struct err unread; /* a moment that cannot be read keeps nothing back */
    int64_t until;
    return w->silent_until.len && moment_read(w->silent_until, at, &until, &unread) == 0 && at < until;
}

/* Whoever has a channel is told: the row for it lands with the event, or neither does. */
static int tell_channels(struct commit *k, uint32_t i, const struct store_event *event, int64_t id, struct err *e)
{
    const struct watch *w = &k->w->subject.watch[i];
    struct outbox_thing thing = {
        .user = event->user,
        .source = OUTBOX_EVENT,
        .subject = id,
        .at = event->at,
        .importance = event->importance,
        .channel = w->notify.item,
        .n_channels = w->notify.n,
        .tag = w->tags.item,
        .n_tags = w->tags.n,
    };
    return is_silent(w, event->at) ? 0 : outbox_tell(k->context->store, &thing, e);
}

static int keep_event(struct commit *k, uint32_t i, const struct verdict *v, bool found, struct err *e)
{
    const struct verdict_concern *c = found ? &v->whole : &v->concern[i];
    const struct store_watch *watch = &k->w->subject.row.item[i];
    struct store_event event = {
        .user = watch->user,
        .page = watch->page,
        .number = k->w->check.number,
        .before = k->w->base.number,
        .at = k->w->response.fetched_at_ms,
        .kind = found ? STORE_EVENT_FOUND : STORE_EVENT_CHANGED,
        .importance = verdict_importance(v, c),
        .counts = check_counts(c),
        .headline = c->headline.text,
        .changes = own_changes(k, c),
    };
    int64_t id;
    int code = store_event_put(k->context->store, &event, &id, e);
    if (code == E_ABSENT)
        return 0; /* a damaged row: the watch is of a user who is not there, and tells nobody */
    return code ? code : tell_channels(k, i, &event, id, e);
}

int commit_begin_watches(struct commit *k, const struct verdict *v, struct err *e)
{
    const struct subject *s = &k->w->subject;
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < s->row.n; i++)
        if (s->watch[i].root.len == 0 || s->watch[i].known)
            code = store_watch_begin(k->context->store, s->row.item[i].user, s->page.id, k->w->check.number, e);
        else
            code = keep_event(k, i, v, true, e);
    return code;
}

int commit_keep_events(struct commit *k, const struct verdict *v, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < k->w->subject.row.n; i++)
        if (v->concern[i].concerns && !k->w->subject.watch[i].sentinel)
            code = keep_event(k, i, v, false, e);
    return code;
}

/* As the row keeps it: a list of changes; where it does not have all of them, the last says how many more. */
static void add_changes(struct json *j, const struct held_changes *held)
{
    for (uint32_t i = 0; i < held->n; i++)
        held_write(j, held->item[i].what, held->item[i].why, held->item[i].times);
    if (held->n_more == 0)
        return;
    json_object(j);
    json_field_number(j, "more", held->n_more);
    json_end(j);
}

/* Of a version that may not be the page, all of it, with the reason. */
static struct str held_back(struct arena *a, const struct verdict *v, bool suspect)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json j;
    json_open(&j, &out, 0);
    json_array(&j);
    if (suspect)
        held_write(&j, STR("the whole page"), v->suspect, 1);
    else
        add_changes(&j, &v->held);
    json_end(&j);
    return v->held.n || suspect ? arena_str(a, buf_str(&out)) : STR("");
}

int commit_keep_verdict(struct commit *k, const struct verdict *v, struct err *e)
{
    struct store_verdict row = {
        .page = k->w->subject.page.id,
        .number = k->w->check.number,
        .before = k->w->base.number,
        .importance = v->importance,
        .counts = check_counts(&v->whole),
        .headline = v->whole.headline.text,
        .reasons = verdict_reasons(k->w->arena, v->reason, v->n_reasons),
        .held_back = held_back(k->w->arena, v, k->w->check.outcome == CHECK_SUSPECT),
        .changes = k->w->changes,
        .known = v->known,
        .chance = v->whole.chance,
    };
    return store_verdict_put(k->context->store, &row, e);
}
