/* In: visits that came too late. Out: how many, by day, and the last of them. One row of the store; O(days) to read and to write. */
#include "flow/promises.h"

#include "base/json.h"
#include "base/json_read.h"
#include "base/limits.h"

#define ROW STR("promises")

static const int64_t DAY_MS = 86400000;

/* ---- Reading ---- */

static bool whole(const struct json_value *v, int64_t *out)
{
    uint64_t n = 0;
    bool ok = v && json_whole(v, INT64_MAX - 1, &n);
    *out = (int64_t)n;
    return ok;
}

static bool read_last(const struct json_value *v, struct promises *out)
{
    for (uint32_t i = 0; i < MIN(v->n, (uint32_t)PROMISES_LAST); i++) {
        const struct json_value *one = &v->item[i];
        struct broken_promise *b = &out->last[out->n];
        if (one->kind != JSON_ARRAY || one->n != 3 || !whole(&one->item[0], &b->page) || !whole(&one->item[1], &b->at)
            || !whole(&one->item[2], &b->late_ms))
            return false;
        out->n++;
    }
    return true;
}

static bool read_all(struct arena *a, struct str facts, struct promises *out)
{
    struct json_value root;
    struct err unread;
    if (json_read(a, facts, &root, &unread))
        return false;
    const struct json_value *count = json_get(&root, STR("count")), *last = json_get(&root, STR("last"));
    if (!whole(json_get(&root, STR("today")), &out->today) || !count || count->kind != JSON_ARRAY || !last
        || last->kind != JSON_ARRAY)
        return false;
    for (uint32_t i = 0; i < MIN(count->n, (uint32_t)PROMISES_DAYS); i++) {
        int64_t n;
        if (!whole(&count->item[i], &n))
            return false;
        out->count[i] = (uint32_t)MIN(n, (int64_t)UINT32_MAX);
    }
    return read_last(last, out);
}

/* A clock that was set back leaves the days as they are. */
static void advance(struct promises *p, int64_t today)
{
    struct promises old = *p;
    int64_t days = MIN(MAX(today - p->today, 0), (int64_t)PROMISES_DAYS);
    for (int64_t i = 0; i < PROMISES_DAYS; i++)
        p->count[i] = i < days ? 0 : old.count[i - days];
    p->today = MAX(p->today, today);
}

int promises_load(struct store *s, int64_t now, struct promises *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct str facts;
    if (store_plan_get(&a, s, ROW, &facts, e))
        return e->code;
    *out = (struct promises){ .n = 0 };
    if (facts.len == 0 || !read_all(&a, facts, out))
        *out = (struct promises){ .today = now / DAY_MS };
    advance(out, now / DAY_MS);
    return 0;
}

uint32_t promises_count(const struct promises *p)
{
    uint32_t n = 0;
    for (int i = 0; i < PROMISES_DAYS; i++)
        n += p->count[i];
    return n;
}

/* ---- Writing ---- */

static int keep(struct store *s, const struct promises *p, struct err *e)
{
    AUTO(buf) out = BUF(KIB(8));
    struct json j;
    json_open(&j, &out, 0);
    json_object(&j);
    json_field_number(&j, "today", p->today);
    json_key(&j, "count");
    json_array(&j);
    for (int i = 0; i < PROMISES_DAYS; i++)
        json_number(&j, p->count[i]);
    json_end(&j);
    json_key(&j, "last");
    json_array(&j);
    for (uint32_t i = 0; i < p->n; i++) {
        json_array(&j);
        json_number(&j, p->last[i].page);
        json_number(&j, p->last[i].at);
        json_number(&j, p->last[i].late_ms);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    return buf_check(&out, e) ? e->code : store_plan_put(s, ROW, buf_str(&out), e);
}

int promises_broke(struct store *s, const struct broken_promise *b, struct err *e)
{
    struct promises p;
    if (promises_load(s, b->at, &p, e))
        return e->code;
    p.count[0]++;
    p.n = MIN(p.n + 1, (uint32_t)PROMISES_LAST);
    memmove(p.last + 1, p.last, (p.n - 1) * sizeof *p.last);
    p.last[0] = *b;
    return keep(s, &p, e);
}

/* The moment of the plan counts, not the interval: a watch that was edited an hour ago was promised nothing before. Where the page was put
 * off because its host is asked seldom, that moment has moved, and the interval tells. */
int64_t promises_late_ms(const struct subject *s, const struct subject_threshold *t, int64_t now)
{
    const struct store_page *p = &s->page;
    if (p->best_effort || t->best_effort || p->errors || p->checked_at == NEVER || p->next_check_at == NEVER || t->most_ms == NEVER
        || t->most_ms == 0)
        return 0;
    bool moved = str_eq(s->state.rule, STR("host"));
    int64_t late = now - (moved ? p->checked_at + t->most_ms : p->next_check_at);
    return late > PROMISES_LATE_MS ? late : 0;
}
