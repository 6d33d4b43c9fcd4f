/* In an export: collections, messages with how far they got, and the things in the outbox, in a message or waiting for their time: for a
 * digest, for the end of quiet hours, or for a channel that has no address yet. Tests and confirmations stay behind. */
#include "store/export.h"

/* Pages that were chosen one by one. */
#define CHOSEN "SELECT p.url FROM collection_page c JOIN page p ON p.id = c.page WHERE c.collection = $1 ORDER BY p.url"

int export_collections(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store,
                        "SELECT u.name, c.name, c.title, c.about, c.tags, c.is_public, c.made_at, c.id FROM collection c"
                        " JOIN person u ON u.id = c.person ORDER BY c.id",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "collection");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "name", query_bytes(&q, 1));
        TEXT(j, "title", query_bytes(&q, 2));
        TEXT(j, "about", query_bytes(&q, 3));
        TEXT(j, "tags", query_bytes(&q, 4));
        if (query_number(&q, 5))
            json_field_bool(j, "public", true);
        json_field_number(j, "made_at", query_number(&q, 6));
        int code = export_addresses(x, j, CHOSEN, query_number(&q, 7), e);
        if (code || (code = export_end(x, e)))
            return code;
    }
    return got;
}

/* Only messages that have something in them. */
static int export_sent(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store,
                        "SELECT u.name, c.name, d.key, d.state, d.made_at, d.next_at, d.done_at, d.tries, d.error FROM delivery d"
                        " JOIN person u ON u.id = d.person JOIN channel c ON c.id = d.channel"
                        " WHERE EXISTS(SELECT 1 FROM outbox o WHERE o.delivery = d.id AND o.source <= 2) ORDER BY d.id",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "message");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "channel", query_bytes(&q, 1));
        TEXT(j, "key", query_bytes(&q, 2));
        json_field_number(j, "state", query_number(&q, 3));
        json_field_number(j, "made_at", query_number(&q, 4));
        export_moment(j, "next_at", query_moment(&q, 5));
        export_moment(j, "done_at", query_moment(&q, 6));
        json_field_number(j, "tries", query_number(&q, 7));
        TEXT(j, "error", query_bytes(&q, 8));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

/* An event is known by its page and version, one of a sentinel by what it is made of, too: numbers are another store's own. */
#define WAITING(event, sentinel, findings, table, source) \
    "SELECT o.id, u.name, c.name, o.at, o.due_at, o.bundle, p.url, v.number, " event ", " sentinel ", " findings ", d.key" \
    " FROM outbox o JOIN " table " v ON v.id = o.subject AND o.source = " source \
    " JOIN person u ON u.id = o.person JOIN channel c ON c.id = o.channel JOIN page p ON p.id = v.page" \
    " LEFT JOIN delivery d ON d.id = o.delivery"

static int export_rows(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store,
                        WAITING("0", "''", "''", "event", "1") " UNION ALL " WAITING("v.end_at", "v.name", "v.findings",
                                                                                     "sentinel_event", "2") " ORDER BY 1",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "waiting");
        TEXT(j, "user", query_bytes(&q, 1));
        TEXT(j, "channel", query_bytes(&q, 2));
        TEXT(j, "message", query_bytes(&q, 11));
        json_field_number(j, "at", query_number(&q, 3));
        json_field_number(j, "due_at", query_number(&q, 4));
        json_field_number(j, "bundle", query_number(&q, 5));
        TEXT(j, "url", query_bytes(&q, 6));
        json_field_number(j, "number", query_number(&q, 7));
        if (query_number(&q, 8))
            json_field_number(j, "end_at", query_number(&q, 8));
        TEXT(j, "sentinel", query_bytes(&q, 9));
        TEXT(j, "findings", query_bytes(&q, 10));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

int export_waiting(struct exporter *x, struct err *e)
{
    int code = export_sent(x, e);
    return code ? code : export_rows(x, e);
}
