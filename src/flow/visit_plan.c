/* In: a row of the store. Out: prices, and back. O(hosts with a price of their own) to load, O(1) for a price. */
#include "flow/visit_plan.h"

#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/json_read.h"
#include "base/limits.h"

#define ROW STR("all")

struct visit_plan visit_plan_none(void)
{
    return (struct visit_plan){ .made_at = NEVER, .price = 1, .prior = rate_prior_start() };
}

void visit_plan_drop(struct visit_plan *p)
{
    arena_drop(&p->arena);
    *p = visit_plan_none();
}

void visit_plan_add_price(struct arena *a, struct visit_prices *list, struct str name, double price)
{
    *VEC_ADD(a, list) = (struct visit_price){ arena_str(a, name), price };
}

/* ---- Writing ---- */

static void add_prices(struct json *j, const char *name, const struct visit_prices *list)
{
    json_key(j, name);
    json_array(j);
    for (uint32_t i = 0; i < list->n; i++) {
        json_array(j);
        json_str(j, list->item[i].name);
        json_real_digits(j, list->item[i].price, 9);
        json_end(j);
    }
    json_end(j);
}

static const struct {
    const char *name;
    size_t at;
} numbers[] = {
    { "budget", offsetof(struct visit_plan, budget) },
    { "asked", offsetof(struct visit_plan, asked) },
    { "price", offsetof(struct visit_plan, price) },
    { "mean_bytes", offsetof(struct visit_plan, mean_bytes) },
    { "freshness", offsetof(struct visit_plan, freshness) },
    { "delay_days", offsetof(struct visit_plan, delay_days) },
    { "visits_a_day", offsetof(struct visit_plan, visits_a_day) },
    { "cost_a_day", offsetof(struct visit_plan, cost_a_day) },
};

int visit_plan_keep(struct store *s, const struct visit_plan *p, struct err *e)
{
    AUTO(buf) out = BUF(MIB(64));
    struct json j;
    json_open(&j, &out, 0);
    json_object(&j);
    json_field_number(&j, "made_at", p->made_at);
    json_field_number(&j, "begun_at", p->begun_at);
    json_field_number(&j, "pages", p->pages);
    json_field_number(&j, "last", p->last);
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
        json_key(&j, numbers[i].name);
        json_real_digits(&j, *(const double *)(const void *)((const char *)p + numbers[i].at), 12);
    }
    json_key(&j, "prior");
    json_array(&j);
    for (uint32_t g = 0; g < RATE_POINTS; g++)
        json_real_digits(&j, (double)p->prior.log_share[g], 7);
    json_real_digits(&j, (double)p->prior.grain, 7);
    json_end(&j);
    add_prices(&j, "hosts", &p->hosts);
    add_prices(&j, "owners", &p->owners);
    json_key(&j, "rhythms");
    json_array(&j);
    for (uint32_t i = 0; i < p->rhythms.n; i++)
        json_str(&j, p->rhythms.item[i].host);
    json_end(&j);
    json_end(&j);
    return buf_check(&out, e) ? e->code : store_plan_put(s, ROW, buf_str(&out), e);
}

/* ---- Reading ---- */

static bool take_real(struct arena *a, const struct json_value *v, double *out)
{
    if (!v || v->kind != JSON_NUMBER)
        return false;
    double x = strtod(arena_str(a, v->str).ptr, NULL);
    if (!isfinite(x))
        return false;
    *out = x;
    return true;
}

/* ---- Rhythms of hosts ---- */

static struct str rhythm_row(struct arena *a, struct str host)
{
    return arena_printf(a, "rhythm %.*s", STR_ARG(host));
}

int visit_plan_keep_rhythm(struct store *s, struct str host, const struct rhythm *r, struct err *e)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(KIB(8));
    struct json j;
    json_open(&j, &out, 0);
    json_array(&j);
    json_number(&j, r->at);
    for (int i = 0; i < RHYTHM_PARTS; i++) {
        json_real_digits(&j, (double)r->found[i], 5);
        json_real_digits(&j, (double)r->expected[i], 5);
    }
    json_end(&j);
    return buf_check(&out, e) ? e->code : store_plan_put(s, rhythm_row(&a, host), buf_str(&out), e);
}

static bool read_rhythm(struct arena *a, struct str facts, struct rhythm *out)
{
    struct json_value root;
    struct err unread;
    uint64_t at;
    double x;
    if (json_read(a, facts, &root, &unread) || root.kind != JSON_ARRAY || root.n != 1 + 2 * RHYTHM_PARTS
        || !json_whole(&root.item[0], INT64_MAX - 1, &at))
        return false;
    out->at = (int64_t)at;
    for (uint32_t i = 0; i < 2 * RHYTHM_PARTS; i++) {
        if (!take_real(a, &root.item[1 + i], &x) || x < 0)
            return false;
        *(i % 2 ? &out->expected[i / 2] : &out->found[i / 2]) = (float)x;
    }
    return true;
}

int visit_plan_rhythm(struct store *s, struct str host, struct rhythm *out, struct err *e)
{
    ARENA_SPACE(space, 512);
    AUTO(arena) a = ARENA_IN(space);
    struct str facts;
    if (store_plan_get(&a, s, rhythm_row(&a, host), &facts, e))
        return e->code;
    *out = (struct rhythm){ .at = 0 };
    if (facts.len && !read_rhythm(&a, facts, out))
        *out = (struct rhythm){ .at = 0 };
    return 0;
}

/* The plan has the names; what they stand for grows with every visit. */
static int load_rhythms(struct store *s, struct visit_plan *out, struct err *e)
{
    map_open(&out->by_rhythm, &out->arena, out->rhythms.n + 1);
    for (uint32_t i = 0; i < out->rhythms.n; i++) {
        struct rhythm r;
        if (visit_plan_rhythm(s, out->rhythms.item[i].host, &r, e))
            return e->code;
        if (rhythm_clock_of(&r, &out->rhythms.item[i].clock))
            *map_slot(&out->by_rhythm, hash_str(out->rhythms.item[i].host), 0) = i + 1;
    }
    return 0;
}

const struct rhythm_clock *visit_plan_clock(const struct visit_plan *p, struct str host)
{
    const uint32_t *place = p->rhythms.n ? map_find(&p->by_rhythm, hash_str(host)) : NULL;
    return place ? &p->rhythms.item[*place - 1].clock : NULL;
}

/* ---- What announcements are worth ---- */

#define SIGNALS STR("signals ")
/* The last hundred visits to pages of the host count. */
static const double SIGNALS_KEPT = 0.99;

static void signals_fields(struct forecast_signals *x, float *field[6])
{
    float *const all[] = { &x->all, &x->days, &x->visits[0], &x->visits[1], &x->announced[0], &x->announced[1] };
    memcpy(field, all, sizeof all);
}

static bool read_signals(struct arena *a, struct str facts, struct forecast_signals *out)
{
    struct json_value root;
    struct err unread;
    struct forecast_signals x = { .all = 0 };
    float *field[6];
    double real;
    signals_fields(&x, field);
    if (json_read(a, facts, &root, &unread) || root.kind != JSON_ARRAY || root.n != ARRAY_LEN(field))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(field); i++) {
        if (!take_real(a, &root.item[i], &real) || real < 0)
            return false;
        *field[i] = (float)real;
    }
    *out = x;
    return true;
}

int visit_plan_see_signals(struct store *s, struct str host, const struct forecast_signals *visit, struct err *e)
{
    ARENA_SPACE(space, 512);
    AUTO(arena) a = ARENA_IN(space);
    AUTO(buf) out = BUF(KIB(1));
    struct json j;
    struct str name = arena_printf(&a, "%.*s%.*s", STR_ARG(SIGNALS), STR_ARG(host)), facts;
    struct forecast_signals known = { .all = 0 }, all = *visit;
    float *field[6];
    if (store_plan_get(&a, s, name, &facts, e))
        return e->code;
    if (facts.len == 0 && visit->all <= 0)
        return 0;
    if (facts.len && read_signals(&a, facts, &known))
        forecast_signals_join(&all, &known, SIGNALS_KEPT);
    signals_fields(&all, field);
    json_open(&j, &out, 0);
    json_array(&j);
    for (size_t i = 0; i < ARRAY_LEN(field); i++)
        json_real_digits(&j, (double)*field[i], 6);
    json_end(&j);
    return buf_check(&out, e) ? e->code : store_plan_put(s, name, buf_str(&out), e);
}

static int load_signals(struct store *s, struct visit_plan *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_facts_list rows;
    if (store_plan_list(&a, s, SIGNALS, &rows, e))
        return e->code;
    map_open(&out->by_signals, &out->arena, rows.n + 1);
    for (uint32_t i = 0; i < rows.n; i++) {
        struct visit_signals one;
        if (!read_signals(&a, rows.item[i].facts, &one.signals))
            continue;
        one.host = arena_str(&out->arena, str_sub(rows.item[i].name, SIGNALS.len, rows.item[i].name.len));
        *VEC_ADD(&out->arena, &out->signals) = one;
        *map_slot(&out->by_signals, hash_str(one.host), 0) = out->signals.n;
    }
    return 0;
}

const struct forecast_signals *visit_plan_signals(const struct visit_plan *p, struct str host)
{
    const uint32_t *place = p->signals.n ? map_find(&p->by_signals, hash_str(host)) : NULL;
    return place ? &p->signals.item[*place - 1].signals : NULL;
}

static bool take_prior(struct arena *a, const struct json_value *v, struct rate_prior *out)
{
    double x = 0;
    if (!v || v->kind != JSON_ARRAY || v->n != RATE_POINTS + 1)
        return false;
    for (uint32_t g = 0; g < RATE_POINTS; g++) {
        if (!take_real(a, &v->item[g], &x))
            return false;
        out->log_share[g] = (float)x;
    }
    if (!take_real(a, &v->item[RATE_POINTS], &x) || x <= 0)
        return false;
    out->grain = (float)x;
    return true;
}

static void take_prices(struct arena *a, const struct json_value *v, struct visit_prices *out)
{
    for (uint32_t i = 0; v && v->kind == JSON_ARRAY && i < v->n; i++) {
        const struct json_value *pair = &v->item[i];
        struct str name;
        double price;
        if (pair->kind == JSON_ARRAY && pair->n == 2 && json_text(&pair->item[0], &name) && take_real(a, &pair->item[1], &price))
            visit_plan_add_price(a, out, name, price);
    }
}

static void take_rhythms(const struct json_value *v, struct visit_plan *out)
{
    for (uint32_t i = 0; v && v->kind == JSON_ARRAY && i < v->n; i++) {
        struct str host;
        if (json_text(&v->item[i], &host))
            *VEC_ADD(&out->arena, &out->rhythms) = (struct visit_rhythm){ .host = arena_str(&out->arena, host) };
    }
}

static int64_t take_whole(const struct json_value *root, struct str key)
{
    uint64_t n = 0;
    return json_whole(json_get(root, key), INT64_MAX - 1, &n) ? (int64_t)n : -1;
}

/* False: it is not one. */
static bool read_plan(struct arena *scratch, struct str facts, struct visit_plan *out)
{
    struct json_value root;
    struct err unread;
    if (json_read(scratch, facts, &root, &unread))
        return false;
    int64_t made_at = take_whole(&root, STR("made_at")), pages = take_whole(&root, STR("pages"));
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
        if (!take_real(scratch, json_get(&root, str_of(numbers[i].name)), (double *)(void *)((char *)out + numbers[i].at)))
            return false;
    if (made_at < 0 || pages < 0 || out->price <= 0 || !take_prior(scratch, json_get(&root, STR("prior")), &out->prior))
        return false;
    out->made_at = made_at;
    out->pages = (uint32_t)MIN(pages, (int64_t)UINT32_MAX);
    out->last = take_whole(&root, STR("last"));
    out->begun_at = take_whole(&root, STR("begun_at")); /* long ago, where an earlier weft did not write it */
    take_prices(&out->arena, json_get(&root, STR("hosts")), &out->hosts);
    take_prices(&out->arena, json_get(&root, STR("owners")), &out->owners);
    take_rhythms(json_get(&root, STR("rhythms")), out);
    return true;
}

int visit_plan_load(struct store *s, struct visit_plan *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct str facts;
    if (store_plan_get(&a, s, ROW, &facts, e))
        return e->code;
    visit_plan_drop(out);
    if (facts.len && !read_plan(&a, facts, out))
        visit_plan_drop(out);
    if (load_rhythms(s, out, e) || load_signals(s, out, e))
        return e->code;
    map_open(&out->by_host, &out->arena, out->hosts.n + 1);
    for (uint32_t i = 0; i < out->hosts.n; i++)
        *map_slot(&out->by_host, hash_str(out->hosts.item[i].name), 0) = i + 1;
    return 0;
}

double visit_plan_price(const struct visit_plan *p, struct str host, int64_t user)
{
    const uint32_t *place = p->hosts.n ? map_find(&p->by_host, hash_str(host)) : NULL;
    double price = place ? MAX(p->price, p->hosts.item[*place - 1].price) : p->price;
    for (uint32_t i = 0; i < p->owners.n; i++) {
        uint64_t number;
        if (str_number(p->owners.item[i].name, INT64_MAX, &number) && (int64_t)number == user)
            price = MAX(price, p->owners.item[i].price);
    }
    return price;
}
