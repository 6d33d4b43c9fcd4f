/* Counts over pages. One statement each, which reads an index of watches and the pages themselves. */
#include "store/standing.h"

#include "base/vec.h"
#include "store/query.h"

#define WATCHED_BY(user) " FROM page p WHERE p.id IN (SELECT w.page FROM watch w WHERE " user " = 0 OR w.person = " user ")"

int store_standing_hosts(struct arena *a, struct store *s, int64_t user, struct store_standings *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_standing) list = { 0 };
    int got = query_one(&q, s,
                        "SELECT coalesce(p.host, ''), count(*) AS pages, sum(CASE WHEN p.errors > 0 THEN 1 ELSE 0 END),"
                        " min(p.next_check_at)" WATCHED_BY("$1") " GROUP BY coalesce(p.host, '') ORDER BY pages DESC, 1",
                        VALUES(num(user)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = (struct store_standing){ query_str(a, &q, 0), (uint64_t)query_number(&q, 1),
                                                      (uint64_t)query_number(&q, 2), query_moment(&q, 3) };
    if (got == 0)
        *out = (struct store_standings){ list.item, list.n };
    return got;
}

int store_standing_hours(struct store *s, int64_t user, int64_t now, uint64_t hours[STANDING_HOURS], struct err *e)
{
    enum { HOUR_MS = 3600000 };
    AUTO(query) q = { 0 };
    int got = query_one(
        &q, s,
        "SELECT CASE WHEN p.next_check_at < $1 THEN 0 ELSE (p.next_check_at - $1) / 3600000 END AS hour, count(*)" WATCHED_BY(
            "$2") " AND p.next_check_at < $3 GROUP BY hour",
        VALUES(num(now), num(user), num(now + STANDING_HOURS * (int64_t)HOUR_MS)), e);
    memset(hours, 0, STANDING_HOURS * sizeof *hours);
    for (; got > 0; got = query_next(&q, e))
        hours[query_number(&q, 0)] = (uint64_t)query_number(&q, 1);
    return got;
}
