/* Records of channels and sentinels, into a store: the other way of export_messages.c.
 *
 * Findings keep their numbers in a store that has none; else all go up by the same, here and in the events that name them. */
#include "store/import.h"

#include "base/json.h"
#include "base/limits.h"
#include "store/outbox.h"
#include "store/sentinel.h"

int import_find_user(struct importer *x, struct arena *a, const struct json_value *r, int64_t *id, struct err *e)
{
    struct str name;
    struct store_user user;
    if (import_field_text(a, r, "user", &name, e) || store_user_find(a, x->store, name, &user, e))
        return E_FORMAT;
    *id = user.id;
    return 0;
}

int import_find_page(struct importer *x, struct arena *a, const struct json_value *r, int64_t *id, struct err *e)
{
    struct str url;
    struct store_page page;
    if (import_field_text(a, r, "url", &url, e) || store_page_find(a, x->store, url, &page, e))
        return E_FORMAT;
    *id = page.id;
    return 0;
}

int import_channel(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_channel ch = { .is_default = import_field_bool(r, "default") };
    if (import_find_user(x, a, r, &ch.user, e) || import_field_text(a, r, "name", &ch.name, e)
        || import_field_text(a, r, "address", &ch.address, e) || import_field_text(a, r, "settings", &ch.settings, e)
        || import_field_number(r, "added_at", &ch.added_at, e) || import_field_moment(r, "confirmed_at", &ch.confirmed_at, e))
        return E_FORMAT;
    return ch.name.len ? store_channel_put(x->store, &ch, &ch.id, e) : import_bad("name", e);
}

/* The pages that are there; a sentinel may stand on one that was removed. */
static int import_pages(struct importer *x, struct arena *a, const struct json_value *r, int64_t sentinel, struct err *e)
{
    const struct json_value *list = json_get(r, STR("pages"));
    uint32_t n = list ? list->n : 0, known = 0;
    int64_t *page = NEW_ARRAY(a, int64_t, n + 1);
    if (list && list->kind != JSON_ARRAY)
        return import_bad("pages", e);
    for (uint32_t i = 0; i < n; i++) {
        struct store_page found;
        struct err none;
        struct str url;
        if (!json_text(&list->item[i], &url))
            return import_bad("pages", e);
        if (store_page_find(a, x->store, url, &found, &none) == 0)
            page[known++] = found.id;
    }
    return store_sentinel_pages(x->store, sentinel, page, known, e);
}

int import_sentinel(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_sentinel s = { .is_set = import_field_bool(r, "set"), .disabled = import_field_bool(r, "disabled") };
    if (import_find_user(x, a, r, &s.user, e) || import_field_text(a, r, "name", &s.name, e)
        || import_field_number(r, "created_at", &s.created_at, e) || import_field_text(a, r, "text", &s.text, e))
        return E_FORMAT;
    if (s.name.len == 0)
        return import_bad("name", e);
    int code = store_sentinel_put(x->store, &s, &s.id, e);
    return code ? code : import_pages(x, a, r, s.id, e);
}

int import_look(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_look look = { 0 };
    if (import_find_page(x, a, r, &look.page, e) || import_field_number(r, "number", &look.number, e)
        || import_field_number(r, "at", &look.at, e))
        return E_FORMAT;
    return store_look_add(x->store, &look, e);
}

int import_finding(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_finding f = { 0 };
    int64_t n;
    if (import_field_number(r, "id", &f.id, e) || import_find_page(x, a, r, &f.page, e)
        || import_field_number(r, "number", &f.number, e) || import_field_number(r, "before", &f.before, e)
        || import_field_number(r, "at", &f.at, e) || import_field_text(a, r, "type", &f.type, e)
        || import_field_text(a, r, "changes", &f.changes, e) || import_field_number(r, "n", &n, e))
        return E_FORMAT;
    if (f.id < 1 || f.id > INT64_MAX / 2 || n < 0 || n > UINT32_MAX)
        return import_bad("id", e);
    f.n = (uint32_t)n;
    f.id += x->findings;
    return store_finding_add(x->store, &f, e);
}

/* "[3,4]" with all numbers higher by those that were there. */
int import_moved_findings(struct importer *x, struct arena *a, struct str ids, struct str *out, struct err *e)
{
    AUTO(buf) text = BUF(MIB(4));
    struct json_value list;
    struct json j;
    *out = ids;
    if (x->findings == 0 || ids.len == 0)
        return 0;
    if (json_read(a, ids, &list, e) || list.kind != JSON_ARRAY)
        return import_bad("findings", e);
    json_open(&j, &text, 0);
    json_array(&j);
    for (uint32_t i = 0; i < list.n; i++) {
        uint64_t id;
        if (!json_whole(&list.item[i], INT64_MAX / 2, &id))
            return import_bad("findings", e);
        json_number(&j, (int64_t)id + x->findings);
    }
    json_end(&j);
    return buf_take(&text, a, out, e);
}

/* What a sentinel that was dropped had found belongs to none any more. */
int import_sentinel_event(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_sentinel_event v = { 0 };
    int64_t importance, history;
    struct str ids;
    if (import_find_user(x, a, r, &v.user, e) || import_find_page(x, a, r, &v.page, e)
        || import_field_text(a, r, "sentinel", &v.name, e) || import_field_number(r, "start_at", &v.start, e)
        || import_field_number(r, "end_at", &v.end, e) || import_field_number(r, "number", &v.number, e)
        || import_field_moment(r, "importance_millionths", &importance, e) || import_field_text(a, r, "headline", &v.headline, e)
        || import_field_text(a, r, "findings", &ids, e) || import_field_text(a, r, "view", &v.view, e)
        || import_field_number(r, "history", &history, e))
        return E_FORMAT;
    v.importance = importance == NEVER ? -1 : (double)importance / 1e6;
    v.history = (uint32_t)MAX(MIN(history, (int64_t)UINT32_MAX), (int64_t)0);
    int code = import_moved_findings(x, a, ids, &v.findings, e);
    if (code == 0)
        code = query_count(x->store, "SELECT id FROM sentinel WHERE person = $1 AND is_set = 0 AND name = $2",
                           VALUES(num(v.user), text(v.name)), &v.sentinel, e);
    return code ? code : store_sentinel_event_add(x->store, &v, &v.id, e);
}

/* A store that has sentinels of its own has a state of its own, too: the imported ones begin anew there. */
int import_detector(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_detector d = { 0 }, there;
    if (import_field_text(a, r, "state", &d.state, e) || import_field_moment(r, "next_at", &d.next_at, e))
        return E_FORMAT;
    int code = store_detector_get(a, x->store, &there, e);
    if (code || x->findings || there.state.len)
        return code;
    return store_detector_put(x->store, &d, &d.stamp, e);
}
