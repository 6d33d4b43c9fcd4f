/* Channels and sentinels in an export: where people are told, what they asked for, what was found, and what the detector waits for. */
#include "store/export.h"

/* An address of which a part is sealed is not whole without its secret. */
static int export_channels(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store,
                        "SELECT u.name, c.name, c.address, c.settings, c.added_at, c.confirmed_at, c.is_default,"
                        " EXISTS(SELECT 1 FROM secret s WHERE s.person = c.person AND s.page = 0 AND s.name = 'channel:' || c.name)"
                        " FROM channel c JOIN person u ON u.id = c.person ORDER BY c.person, c.name",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "channel");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "name", query_bytes(&q, 1));
        TEXT(j, "address", query_bytes(&q, 2));
        TEXT(j, "settings", query_bytes(&q, 3));
        json_field_number(j, "added_at", query_number(&q, 4));
        if (x->with_secrets || !query_number(&q, 7))
            export_moment(j, "confirmed_at", query_moment(&q, 5));
        if (query_number(&q, 6))
            json_field_bool(j, "default", true);
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

#define WATCHED "SELECT p.url FROM sentinel_page s JOIN page p ON p.id = s.page WHERE s.sentinel = $1 ORDER BY p.url"

static int export_sentinels(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store,
                        "SELECT u.name, s.name, s.is_set, s.disabled, s.created_at, s.text, s.id FROM sentinel s"
                        " JOIN person u ON u.id = s.person ORDER BY s.id",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "sentinel");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "name", query_bytes(&q, 1));
        if (query_number(&q, 2))
            json_field_bool(j, "set", true);
        if (query_number(&q, 3))
            json_field_bool(j, "disabled", true);
        json_field_number(j, "created_at", query_number(&q, 4));
        TEXT(j, "text", query_bytes(&q, 5));
        int code = export_addresses(x, j, WATCHED, query_number(&q, 6), e);
        if (code || (code = export_end(x, e)))
            return code;
    }
    return got;
}

static int export_looks(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store, "SELECT p.url, l.number, l.at FROM look l JOIN page p ON p.id = l.page ORDER BY l.id",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "look");
        TEXT(j, "url", query_bytes(&q, 0));
        json_field_number(j, "number", query_number(&q, 1));
        json_field_number(j, "at", query_number(&q, 2));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

static int export_findings(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store,
                        "SELECT f.id, p.url, f.number, f.before, f.at, f.type, f.changes, f.n FROM finding f"
                        " JOIN page p ON p.id = f.page ORDER BY f.id",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "finding");
        json_field_number(j, "id", query_number(&q, 0));
        TEXT(j, "url", query_bytes(&q, 1));
        json_field_number(j, "number", query_number(&q, 2));
        json_field_number(j, "before", query_number(&q, 3));
        json_field_number(j, "at", query_number(&q, 4));
        TEXT(j, "type", query_bytes(&q, 5));
        TEXT(j, "changes", query_bytes(&q, 6));
        json_field_number(j, "n", query_number(&q, 7));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

static int export_sentinel_events(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got =
        query_one(&q, x->store,
                  "SELECT u.name, v.name, v.start_at, v.end_at, p.url, v.number, v.importance, v.headline, v.findings, v.view,"
                  " v.history FROM sentinel_event v JOIN person u ON u.id = v.person JOIN page p ON p.id = v.page"
                  " ORDER BY v.id",
                  NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "sentinel_event");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "sentinel", query_bytes(&q, 1));
        json_field_number(j, "start_at", query_number(&q, 2));
        json_field_number(j, "end_at", query_number(&q, 3));
        TEXT(j, "url", query_bytes(&q, 4));
        json_field_number(j, "number", query_number(&q, 5));
        export_moment(j, "importance_millionths", query_moment(&q, 6));
        TEXT(j, "headline", query_bytes(&q, 7));
        TEXT(j, "findings", query_bytes(&q, 8));
        TEXT(j, "view", query_bytes(&q, 9));
        json_field_number(j, "history", query_number(&q, 10));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

/* The state names findings by their numbers, and pages by their addresses: another store goes on where this one stopped. */
static int export_detector(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store, "SELECT state, next_at FROM detector WHERE state IS NOT NULL", NO_VALUES, e);
    if (got <= 0)
        return got;
    struct json *j = export_record(x, "detector");
    TEXT(j, "state", query_bytes(&q, 0));
    export_moment(j, "next_at", query_moment(&q, 1));
    return export_end(x, e);
}

int export_messages(struct exporter *x, struct err *e)
{
    int code = export_channels(x, e);
    if (code == 0)
        code = export_sentinels(x, e);
    if (code == 0)
        code = export_looks(x, e);
    if (code == 0)
        code = export_findings(x, e);
    if (code == 0)
        code = export_sentinel_events(x, e);
    return code ? code : export_detector(x, e);
}
