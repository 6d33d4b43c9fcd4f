/* In: what is spent, the time. Out: what may be spent. Two levels that rise with the time, up to an hour's worth; O(1). */
#include "flow/allowance.h"

#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/json_read.h"
#include "base/limits.h"

#define ROW STR("allowance")

static const double DAY_MS = 86400000.0, SAVED = 1.0 / 24;

static bool has_limit(const struct visit_budget *b)
{
    return b->requests_a_day > 0 || b->bytes_a_day > 0;
}

static bool take(struct arena *a, const struct json_value *root, struct str key, double *out)
{
    const struct json_value *v = json_get(root, key);
    if (!v || v->kind != JSON_NUMBER)
        return false;
    *out = strtod(arena_str(a, v->str).ptr, NULL);
    return isfinite(*out);
}

int allowance_load(struct store *s, struct allowance *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct json_value root;
    struct str facts;
    struct err unread;
    double at;
    if (store_plan_get(&a, s, ROW, &facts, e))
        return e->code;
    *out = (struct allowance){ .at = NEVER };
    if (facts.len == 0 || json_read(&a, facts, &root, &unread) || !take(&a, &root, STR("at"), &at)
        || !take(&a, &root, STR("requests"), &out->requests) || !take(&a, &root, STR("bytes"), &out->bytes) || fabs(at) > 1e15)
        return 0;
    out->at = (int64_t)at;
    if (!take(&a, &root, STR("early"), &out->early))
        out->early = 0; /* an earlier weft counted none */
    return 0;
}

/* What is saved up at most. */
static double most_of(double a_day)
{
    return MAX(a_day * SAVED, 1);
}

/* A clock that was set back lets nothing rise, and nobody wait for it. */
static double grow(double level, double a_day, double days)
{
    return fmin(level + a_day * days, most_of(a_day));
}

static void grow_to(struct allowance *x, const struct visit_budget *b, int64_t now)
{
    bool first = x->at == NEVER;
    double days = first ? 1 : (double)MAX(now - x->at, 0) / DAY_MS;
    x->requests = grow(x->requests, b->requests_a_day, days);
    x->bytes = grow(x->bytes, b->bytes_a_day, days);
    x->at = now;
}

static int keep(struct store *s, const struct allowance *x, struct err *e)
{
    AUTO(buf) out = BUF(KIB(1));
    struct json j;
    json_open(&j, &out, 0);
    json_object(&j);
    json_field_number(&j, "at", x->at);
    json_key(&j, "requests");
    json_real_digits(&j, x->requests, 15);
    json_key(&j, "bytes");
    json_real_digits(&j, x->bytes, 15);
    json_key(&j, "early");
    json_real_digits(&j, x->early, 15);
    json_end(&j);
    return store_plan_put(s, ROW, buf_str(&out), e);
}

/* Debts of promises are paid within a day, or forgiven: best effort does not starve for them. */
int allowance_spend(struct store *s, const struct visit_budget *b, int64_t now, struct allowance_spent spent, struct err *e)
{
    struct allowance x;
    if (!has_limit(b))
        return 0;
    if (allowance_load(s, &x, e))
        return e->code;
    grow_to(&x, b, now);
    x.requests = MAX(x.requests - spent.requests, -b->requests_a_day);
    x.bytes = MAX(x.bytes - spent.bytes, -b->bytes_a_day);
    x.early += spent.early;
    return keep(s, &x, e);
}

/* All levels that have a limit are as high as they may be. */
static int64_t full_at(const struct allowance *x, const struct visit_budget *b, int64_t now)
{
    double days = 0;
    if (b->requests_a_day > 0)
        days = MAX(days, (most_of(b->requests_a_day) - x->requests) / b->requests_a_day);
    if (b->bytes_a_day > 0)
        days = MAX(days, (most_of(b->bytes_a_day) - x->bytes) / b->bytes_a_day);
    return now + (int64_t)ceil(days * DAY_MS);
}

int allowance_left(struct store *s, const struct visit_budget *b, double mean_bytes, int64_t now, struct allowance_left *out,
                   struct err *e)
{
    struct allowance x;
    double visits = UINT32_MAX, days = 0, one = MAX(mean_bytes, 1);
    *out = (struct allowance_left){ .visits = UINT32_MAX, .full_at = NEVER };
    if (!has_limit(b))
        return 0;
    if (allowance_load(s, &x, e))
        return e->code;
    grow_to(&x, b, now);
    if (b->requests_a_day > 0) {
        visits = MIN(visits, x.requests);
        days = MAX(days, (1 - x.requests) / b->requests_a_day);
    }
    if (b->bytes_a_day > 0) {
        one = MIN(one,
                  MAX(b->bytes_a_day * SAVED, 1)); /* an answer larger than what is ever saved up comes when all of it is there */
        visits = MIN(visits, x.bytes / one);
        days = MAX(days, (one - x.bytes) / b->bytes_a_day);
    }
    out->full_at = full_at(&x, b, now);
    out->visits = visits < 1 ? 0 : (uint32_t)visits;
    out->at = visits < 1 ? now + (int64_t)(days * DAY_MS) + 1 : 0;
    return 0;
}
