/* In: rows and what was read of them. Out: JSON as docs/json.md has it. What stands in a row as JSON (reasons, what was held back) is read
 * and written again, so that a damaged row cannot damage the document. */
#include "archive/things.h"

#include "base/json_read.h"
#include "base/limits.h"
#include "base/moment.h"

/* ---- Small parts ---- */

void thing_text(struct json *j, const char *name, struct str text)
{
    json_key(j, name);
    if (text.len)
        json_str(j, text);
    else
        json_null(j);
}

void thing_number(struct json *j, const char *name, int64_t number)
{
    json_key(j, name);
    if (number)
        json_number(j, number);
    else
        json_null(j);
}

void thing_importance(struct json *j, double importance)
{
    json_key(j, "importance");
    if (importance >= 0)
        json_real(j, importance);
    else
        json_null(j);
}

void thing_list(struct json *j, const char *name, const struct record_list *list)
{
    json_key(j, name);
    json_array(j);
    for (uint32_t i = 0; i < list->n; i++)
        json_str(j, list->item[i]);
    json_end(j);
}

/* The list that a row has as JSON; empty where it cannot be read. */
static struct json_value list_of(struct arena *a, struct str text)
{
    struct json_value list = { 0 };
    struct err unread;

    if (text.len == 0 || json_read(a, text, &list, &unread) || list.kind != JSON_ARRAY)
        return (struct json_value){ .kind = JSON_ARRAY };
    return list;
}

struct record_list thing_reasons(struct arena *a, struct str reasons)
{
    struct json_value list = list_of(a, reasons);
    struct record_list out = { NEW_ARRAY(a, struct str, list.n + 1), 0 };

    for (uint32_t i = 0; i < list.n; i++)
        out.n += json_text(&list.item[i], &out.item[out.n]);
    return out;
}

void thing_reasons_member(struct json *j, struct str reasons)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct record_list list = thing_reasons(&a, reasons);

    thing_list(j, "reasons", &list);
}

void thing_held_back(struct json *j, const struct held_parts *parts)
{
    json_key(j, "held_back");
    json_array(j);
    for (uint32_t i = 0; i < parts->n; i++) {
        json_object(j);
        json_field_str(j, "what", parts->item[i].what);
        json_field_str(j, "why", parts->item[i].why);
        json_field_number(j, "times", parts->item[i].times);
        json_end(j);
    }
    json_end(j);
    json_field_number(j, "held_back_more", parts->n_more);
}

static void add_held_back(struct json *j, struct str held_back)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct held_parts parts = held_parts(&a, held_back);

    thing_held_back(j, &parts);
}

static void add_counts(struct json *j, const struct store_counts *c)
{
    json_key(j, "classes");
    json_object(j);
    json_field_number(j, "content", c->changes[0]);
    json_field_number(j, "look", c->changes[1]);
    json_field_number(j, "machinery", c->changes[2]);
    json_end(j);
    json_key(j, "words");
    json_object(j);
    json_field_number(j, "inserted", c->words_inserted);
    json_field_number(j, "deleted", c->words_deleted);
    json_end(j);
}

void thing_weight_members(struct json *j, const struct thing_weight *weight)
{
    json_key(j, "importance");
    if (weight->importance >= 0 && weight->counts)
        json_real(j, weight->importance);
    else
        json_null(j);
    thing_text(j, "headline", weight->headline);
    thing_reasons_member(j, weight->reasons);
    if (weight->counts) {
        add_counts(j, weight->counts);
        return;
    }
    json_key(j, "classes");
    json_null(j);
    json_key(j, "words");
    json_null(j);
}

/* ---- Problems ---- */

void thing_problem(struct json *j, const struct problem *p)
{
    json_object(j);
    json_field_str(j, "kind", str_of(problem_kind_name(p->kind)));
    json_field_str(j, "message", p->message);
    thing_text(j, "answer", p->answer);
    thing_number(j, "status", p->status);
    thing_number(j, "times", p->times);
    moment_json(j, "at", p->at);
    moment_json(j, "retry_at", p->retry_at);
    thing_text(j, "moved_to", p->moved_to);
    json_end(j);
}

void thing_problems(struct json *j, const char *name, const struct problems *list)
{
    json_key(j, name);
    json_array(j);
    for (uint32_t i = 0; i < list->n; i++)
        thing_problem(j, &list->item[i]);
    json_end(j);
}

/* ---- Pages and watches ---- */

void thing_name_members(struct json *j, const struct store_page *page, const struct page_state *state, const struct watch *watch)
{
    json_field_str(j, "url", target_url(page));
    json_field_str(j, "name", page->url);
    thing_text(j, "title", watch && watch->title.len ? watch->title : state->title);
    thing_list(j, "tags", watch ? &watch->tags : &(struct record_list){ 0 });
}

void thing_watch(struct json *j, const struct watch *watch)
{
    json_object(j);
    watch_members(watch, j);
    json_end(j);
}

/* How the last look ended, in a word. */
static struct str state_of(const struct watched *w)
{
    if (w->watch.paused)
        return STR("paused");
    if (w->page.errors)
        return STR("failed");
    if (w->state.suspect.len)
        return STR("suspect");
    if (w->state.blocked.len)
        return STR("blocked");
    return w->state.outcome.len ? w->state.outcome : STR("waiting");
}

void thing_page_facts(struct json *j, const struct watched *w)
{
    struct problems problems = watched_problems(w);

    thing_name_members(j, &w->page, &w->state, &w->watch);
    json_field_str(j, "state", state_of(w));
    moment_json(j, "added_at", w->added_at);
    moment_json(j, "checked_at", w->page.checked_at);
    moment_json(j, "changed_at", w->state.changed_at);
    moment_json(j, "next_check_at", w->page.next_check_at);
    thing_number(j, "newest", w->newest);
    thing_number(j, "seen", w->seen);
    thing_problems(j, "problems", &problems);
}

void thing_page_members(struct json *j, const struct watched *w)
{
    thing_page_facts(j, w);
    json_key(j, "watch");
    thing_watch(j, &w->watch);
}

void thing_watch_change(struct json *j, const struct watch_change *change)
{
    json_object(j);
    json_field_str(j, "url", change->url);
    json_field_str(j, "name", change->name);
    json_field_bool(j, "new", change->is_new);
    thing_list(j, "changed", &change->changed);
    json_key(j, "watch");
    thing_watch(j, &change->after);
    json_end(j);
}

/* ---- Versions and events ---- */

static void add_size(struct json *j, int64_t bytes)
{
    json_key(j, "bytes");
    if (bytes >= 0)
        json_number(j, bytes);
    else
        json_null(j);
}

/* Of a file under version control; the others have none. */
static void add_commit(struct json *j, const struct target_version *v)
{
    thing_text(j, "label", v->label);
    thing_text(j, "author", v->author);
    thing_text(j, "message", v->message);
    json_field_bool(j, "gone", v->gone);
}

const char *sent_state_name(const struct store_sent *sent)
{
    static const char *const names[] = { [DELIVERY_WAITING] = "waiting", [DELIVERY_SENT] = "sent", [DELIVERY_DEAD] = "dead" };

    return sent->state < 0 || sent->state >= (int)ARRAY_LEN(names) ? "gathered" : names[sent->state];
}

static void add_sent(struct json *j, const struct history_row *row)
{
    json_key(j, "sent");
    json_array(j);
    for (uint32_t i = 0; i < row->n_sent; i++) {
        json_object(j);
        json_field_str(j, "channel", row->sent[i].channel);
        json_field_str(j, "address", row->sent[i].address);
        thing_text(j, "sentinel", row->sent[i].sentinel);
        json_field_str(j, "state", str_of(sent_state_name(&row->sent[i])));
        moment_json(j, "at", row->sent[i].at);
        json_end(j);
    }
    json_end(j);
}

void thing_version(struct json *j, const struct history_row *row)
{
    const struct target_version *v = row->version;
    const struct store_verdict *verdict = row->verdict;
    struct thing_weight weight = { .importance = -1 };

    if (verdict)
        weight = (struct thing_weight){ verdict->importance, verdict->headline, verdict->reasons, &verdict->counts };
    json_object(j);
    json_field_number(j, "number", v->number);
    moment_json(j, "at", v->at);
    add_size(j, v->bytes);
    thing_text(j, "digest", v->digest);
    thing_number(j, "status", v->status);
    thing_text(j, "content_type", v->content_type);
    thing_text(j, "etag", v->etag);
    thing_text(j, "last_modified", v->last_modified);
    json_field_bool(j, "suspect", v->suspect);
    json_field_bool(j, "quiet", v->quiet);
    json_field_bool(j, "lost", v->lost);
    moment_json(j, "seen_at", row->seen ? row->seen->seen_at : NEVER);
    json_field_bool(j, "kept", row->seen && row->seen->kept);
    thing_number(j, "before", verdict ? verdict->before : 0);
    thing_weight_members(j, &weight);
    add_held_back(j, row->held_back);
    add_sent(j, row);
    add_commit(j, v);
    json_end(j);
}

static void add_side(struct json *j, const char *name, struct str text)
{
    json_key(j, name);
    json_object(j);
    json_field_str(j, "text", text);
    json_end(j);
}

void thing_change(struct json *j, const struct excerpt *x)
{
    json_object(j);
    json_field_str(j, "kind", str_of(change_name(x->kind)));
    json_field_str(j, "class", str_of(class_name(CLASS_CONTENT)));
    add_side(j, "old", x->old);
    add_side(j, "new", x->new);
    thing_text(j, "note", x->note);
    json_field_str(j, "before", x->before);
    json_field_str(j, "after", x->after);
    json_end(j);
}

void thing_event(struct json *j, const struct watched *w, const struct store_event *event)
{
    struct thing_weight weight = { event->importance, event->headline, event->reasons, &event->counts };

    json_object(j);
    json_field_number(j, "id", event->id);
    thing_name_members(j, &w->page, &w->state, &w->watch);
    json_field_str(j, "kind", event->kind == STORE_EVENT_FOUND ? STR("found") : STR("changed"));
    moment_json(j, "at", event->at);
    json_field_number(j, "version", event->number);
    thing_number(j, "before", event->before);
    thing_weight_members(j, &weight);
    json_end(j);
}

/* ---- Checks ---- */

static void add_check_problems(struct json *j, const struct check *check, const struct watch *watch, int64_t now)
{
    static const struct watch none = { 0 };
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    const struct subject *s = &check->subject;
    struct problems list = problems_of(&a, &s->page, &s->state, watch ? watch : &none);

    bool said = list.n && list.item[0].kind == PROBLEM_PUT_OFF; /* of a page that was never fetched */
    if (check->outcome == CHECK_PUT_OFF && !said && list.n < PROBLEMS_MAX)
        list.item[list.n++] = (struct problem){
            .kind = PROBLEM_PUT_OFF,
            .message = check->words,
            .answer = str_of(fetch_state_name(check->answer)),
            .status = check->status,
            .at = now,
            .retry_at = s->page.next_check_at,
        };
    thing_problems(j, "problems", &list);
}

static void add_lines(struct json *j, const struct headline *headline)
{
    json_key(j, "lines");
    json_array(j);
    for (uint32_t i = 0; headline && i < headline->n_lines; i++)
        json_str(j, headline->line[i]);
    json_end(j);
}

void thing_check(struct json *j, const struct check *check, int64_t user, int64_t now)
{
    const struct subject *s = &check->subject;
    const struct watch *watch = subject_watch(s, user);
    bool compared = check->outcome == CHECK_CHANGED || check->outcome == CHECK_QUIET || check->outcome == CHECK_SUSPECT;
    struct thing_weight weight = { check->importance, check->headline, check->reasons, compared ? &check->counts : NULL };

    json_object(j);
    thing_name_members(j, &s->page, &s->state, watch);
    json_field_str(j, "outcome", str_of(check_outcome_name(check->outcome)));
    json_field_bool(j, "announced", check_is_news_for(check, user));
    thing_text(j, "message", check->words);
    moment_json(j, "at", s->state.tried_at == NEVER ? now : s->state.tried_at);
    thing_number(j, "version", check->number);
    thing_number(j, "before", check->before);
    thing_weight_members(j, &weight);
    add_lines(j, check_headline_for(check, user));
    thing_number(j, "status", check->status);
    json_field_number(j, "followed", check->n_followed);
    moment_json(j, "next_check_at", s->page.next_check_at);
    add_check_problems(j, check, watch, now);
    json_end(j);
}
