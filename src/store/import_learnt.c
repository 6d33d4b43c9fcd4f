/* What visits taught, into a store: the other way of export_learnt.c. What the store has learnt itself stays as it is. */
#include "store/import.h"

int import_plan(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct str name, facts;
    if (import_field_text(a, r, "name", &name, e) || import_field_text(a, r, "facts", &facts, e))
        return E_FORMAT;
    if (name.len == 0)
        return import_bad("name", e);
    return query_run(x->store, "INSERT INTO plan(name, facts) VALUES($1, $2) ON CONFLICT(name) DO NOTHING",
                     VALUES(text(name), text(facts)), e);
}

int import_sensor(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct str url, host, facts, seen;
    int64_t ask_at;
    if (import_field_text(a, r, "url", &url, e) || import_field_text(a, r, "host", &host, e)
        || import_field_text(a, r, "facts", &facts, e) || import_field_text(a, r, "seen", &seen, e)
        || import_field_moment(r, "ask_at", &ask_at, e))
        return E_FORMAT;
    if (url.len == 0)
        return import_bad("url", e);
    return query_run(x->store,
                     "INSERT INTO sensor(url, host, ask_at, facts, seen) VALUES($1, $2, $3, $4, $5) ON CONFLICT(url) DO NOTHING",
                     VALUES(text(url), text(host), moment(ask_at), text_or_null(facts), raw_or_null(seen)), e);
}
