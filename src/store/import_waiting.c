/* Collections and what waits in the outbox, into a store: the other way of export_waiting.c. */
#include "store/collection.h"
#include "store/import.h"
#include "store/outbox.h"

/* Pages that are there: one of a collection may have been removed. */
static int choose_pages(struct importer *x, struct arena *a, const struct json_value *r, int64_t collection, struct err *e)
{
    const struct json_value *list = json_get(r, STR("pages"));
    uint32_t n = list ? list->n : 0;
    struct store_page_ids ids = { NEW_ARRAY(a, int64_t, n + 1), 0 };
    if (list && list->kind != JSON_ARRAY)
        return import_bad("pages", e);
    for (uint32_t i = 0; i < n; i++) {
        struct store_page page;
        struct err none;
        struct str url;
        if (!json_text(&list->item[i], &url))
            return import_bad("pages", e);
        if (store_page_find(a, x->store, url, &page, &none) == 0)
            ids.item[ids.n++] = page.id;
    }
    return store_collection_choose(x->store, collection, &ids, e);
}

/* One that is there under that name stays as it is. */
int import_collection(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_collection c = { .is_public = import_field_bool(r, "public") }, there;
    struct err none;
    int64_t id;
    if (import_find_user(x, a, r, &c.user, e) || import_field_text(a, r, "name", &c.name, e)
        || import_field_text(a, r, "title", &c.title, e) || import_field_text(a, r, "about", &c.about, e)
        || import_field_text(a, r, "tags", &c.tags, e) || import_field_number(r, "made_at", &c.made_at, e))
        return E_FORMAT;
    if (c.name.len == 0)
        return import_bad("name", e);
    if (store_collection_find(a, x->store, c.name, &there, &none) == 0)
        return 0;
    int code = store_collection_put(x->store, &c, &id, e);
    return code ? code : choose_pages(x, a, r, id, e);
}

/* The event that the record speaks of; 0: it is not there. */
static int find_subject(struct importer *x, struct arena *a, const struct json_value *r, struct store_outbox *row, struct err *e)
{
    struct str sentinel, findings;
    int64_t page, number, end_at;
    if (import_find_page(x, a, r, &page, e) || import_field_number(r, "number", &number, e)
        || import_field_text(a, r, "sentinel", &sentinel, e) || import_field_text(a, r, "findings", &findings, e)
        || import_field_moment(r, "end_at", &end_at, e))
        return E_FORMAT;
    row->source = sentinel.len ? OUTBOX_SENTINEL : OUTBOX_EVENT;
    if (!sentinel.len)
        return query_count(x->store, "SELECT max(id) FROM event WHERE person = $1 AND page = $2 AND number = $3",
                           VALUES(num(row->user), num(page), num(number)), &row->subject, e);
    int code = import_moved_findings(x, a, findings, &findings, e);
    return code ? code
                : query_count(x->store,
                              "SELECT max(id) FROM sentinel_event WHERE person = $1 AND page = $2 AND number = $3 AND name = $4"
                              " AND end_at = $5 AND coalesce(findings, '') = $6",
                              VALUES(num(row->user), num(page), num(number), text(sentinel), num(end_at), text(findings)),
                              &row->subject, e);
}

/* The channel that the record names. */
static int find_channel(struct importer *x, struct arena *a, const struct json_value *r, int64_t *user, int64_t *channel,
                        struct err *e)
{
    struct store_channel found;
    struct str name;
    if (import_find_user(x, a, r, user, e) || import_field_text(a, r, "channel", &name, e)
        || store_channel_find(a, x->store, *user, name, &found, e))
        return E_FORMAT;
    *channel = found.id;
    return 0;
}

/* One that is there stays as it is. */
int import_message(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_delivery d = { 0 };
    int64_t state, tries;
    if (find_channel(x, a, r, &d.user, &d.channel, e) || import_field_text(a, r, "key", &d.key, e)
        || import_field_number(r, "state", &state, e) || import_field_number(r, "made_at", &d.made_at, e)
        || import_field_moment(r, "next_at", &d.next_at, e) || import_field_moment(r, "done_at", &d.done_at, e)
        || import_field_number(r, "tries", &tries, e) || import_field_text(a, r, "error", &d.error, e))
        return E_FORMAT;
    if (d.key.len == 0 || state < DELIVERY_WAITING || state > DELIVERY_DEAD)
        return import_bad(d.key.len ? "state" : "key", e);
    return query_run(x->store,
                     "INSERT INTO delivery(person, channel, key, state, made_at, next_at, done_at, tries, error)"
                     " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT(key) DO NOTHING",
                     VALUES(num(d.user), num(d.channel), text(d.key), num(state), num(d.made_at), moment(d.next_at),
                            moment(d.done_at), num(tries), text_or_null(d.error)),
                     e);
}

/* A row that is in no message yet waits for its time. */
int import_waiting(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_outbox row = { 0 };
    struct str key;
    if (find_channel(x, a, r, &row.user, &row.channel, e) || import_field_text(a, r, "message", &key, e)
        || import_field_number(r, "at", &row.at, e) || import_field_number(r, "due_at", &row.due_at, e)
        || import_field_number(r, "bundle", &row.bundle, e) || find_subject(x, a, r, &row, e))
        return E_FORMAT;
    if (row.subject == 0)
        return 0;
    int code = store_outbox_add(x->store, &row, e);
    if (code || key.len == 0)
        return code;
    return query_run(x->store,
                     "UPDATE outbox SET delivery = (SELECT id FROM delivery WHERE key = $1 AND channel = $2)"
                     " WHERE channel = $2 AND source = $3 AND subject = $4",
                     VALUES(text(key), num(row.channel), num(row.source), num(row.subject)), e);
}
