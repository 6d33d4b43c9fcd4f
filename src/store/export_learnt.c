/* In an export: what visits taught beside what stands with each page: the rhythm of hosts and the plan for all pages, and the sitemaps and
 * feeds that are asked. */
#include "store/export.h"

static int export_plans(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store, "SELECT name, facts FROM plan WHERE facts <> '' ORDER BY name", NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "plan");
        TEXT(j, "name", query_bytes(&q, 0));
        TEXT(j, "facts", query_bytes(&q, 1));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

static int export_sensors(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store, "SELECT url, host, ask_at, facts, seen FROM sensor ORDER BY url", NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "sensor");
        TEXT(j, "url", query_bytes(&q, 0));
        TEXT(j, "host", query_bytes(&q, 1));
        export_moment(j, "ask_at", query_moment(&q, 2));
        TEXT(j, "facts", query_bytes(&q, 3));
        TEXT(j, "seen", query_bytes(&q, 4));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

int export_learnt(struct exporter *x, struct err *e)
{
    int code = export_plans(x, e);
    return code ? code : export_sensors(x, e);
}
