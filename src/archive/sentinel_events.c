/* In: a row. Out: the row with its findings. O(findings). */
#include "archive/sentinel_events.h"

#include "archive/page_versions.h"
#include "archive/sentinel_make.h"
#include "archive/things.h"
#include "base/json_read.h"
#include "base/moment.h"

static bool is_known(const struct sentinel_told *t, int64_t id)
{
    for (uint32_t i = 0; i < t->n_parts; i++)
        if (t->part[i].finding.id == id)
            return true;
    return false;
}

/* A page that is gone, or words that cannot be read, leave the rest as it is. */
static int read_part(struct arena *a, struct store *s, int64_t id, struct sentinel_part *out, struct err *e)
{
    struct page_state state;
    struct err none;
    int code = store_finding_get(a, s, id, &out->finding, e);
    if (code)
        return code;
    if ((code = store_page_get(a, s, out->finding.page, &out->page, &none)) && code != E_ABSENT)
        return err_set(e, code, "%s", none.text);
    if (code)
        out->page = (struct store_page){ .url = STR("") };
    else if (page_state_read(a, out->page.state, &state, &none) == 0)
        out->title = state.title;
    if (excerpts_read(a, out->finding.changes, &out->changes, &none))
        out->changes = (struct excerpts){ 0 };
    code = sentinel_finding_headline(a, s, &out->finding, &out->headline, e);
    return code ? code : version_importance(s, out->finding.page, out->finding.number, &out->importance, e);
}

int sentinel_told_read(struct arena *a, struct store *s, const struct store_sentinel_event *event, struct sentinel_told *out,
                       struct err *e)
{
    struct json_value ids = { .kind = JSON_ARRAY };
    int code = event->findings.len ? json_read(a, event->findings, &ids, e) : 0;
    struct sentinel_told told = { .event = *event, .part = NEW_ARRAY(a, struct sentinel_part, ids.n + 1) };
    for (uint32_t i = 0; code == 0 && i < ids.n; i++) {
        uint64_t id;
        if (!json_whole(&ids.item[i], INT64_MAX, &id) || is_known(&told, (int64_t)id))
            continue;
        code = read_part(a, s, (int64_t)id, &told.part[told.n_parts], e);
        told.n_parts += code == 0;
        code = code == E_ABSENT ? 0 : code;
    }
    if (code == 0)
        *out = told;
    return code;
}

static void part_json(struct json *j, const struct sentinel_part *p)
{
    json_object(j);
    json_field_str(j, "url", target_url(&p->page));
    json_field_str(j, "name", p->page.url);
    thing_text(j, "title", p->title);
    json_field_str(j, "type", p->finding.type);
    moment_json(j, "at", p->finding.at);
    json_field_number(j, "version", p->finding.number);
    thing_number(j, "before", p->finding.before);
    json_field_number(j, "count", p->finding.n);
    thing_importance(j, p->importance);
    thing_text(j, "headline", p->headline);
    json_key(j, "changes");
    json_array(j);
    for (uint32_t i = 0; i < p->changes.n; i++)
        thing_change(j, &p->changes.item[i]);
    json_end(j);
    json_end(j);
}

void sentinel_told_json(struct json *j, const struct sentinel_told *t)
{
    json_object(j);
    json_field_number(j, "id", t->event.id);
    json_field_str(j, "kind", STR("sentinel"));
    json_field_str(j, "sentinel", t->event.name);
    moment_json(j, "start_at", t->event.start);
    moment_json(j, "at", t->event.end);
    thing_importance(j, t->event.importance);
    thing_text(j, "headline", t->event.headline);
    json_key(j, "found");
    json_array(j);
    for (uint32_t i = 0; i < t->n_parts; i++)
        part_json(j, &t->part[i]);
    json_end(j);
    json_end(j);
}
