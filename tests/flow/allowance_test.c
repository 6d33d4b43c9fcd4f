/* What is left of a budget: it flows in evenly, is shared through the store, and saves up little. */
#include "flow/allowance.h"

#include "tests/flow/archive.h"

#define HOUR DURATION_HOUR_MS

static struct allowance_left left(struct archive *x, const struct visit_budget *b, double mean_bytes)
{
    struct allowance_left out;
    archive_must(x, allowance_left(&x->store, b, mean_bytes, x->now, &out, &x->err), "left");
    return out;
}

static void spend(struct archive *x, const struct visit_budget *b, double requests, double bytes)
{
    archive_must(x, allowance_spend(&x->store, b, x->now, (struct allowance_spent){ requests, bytes, 0 }, &x->err), "spend");
}

/* As many as there may be, for so many hours, from two stores in turns; how many that were. */
static uint32_t spend_all(struct archive *x, struct store *other, const struct visit_budget *b, int hours)
{
    uint32_t n = 0;
    for (int64_t end = x->now + hours * HOUR; x->now < end;) {
        struct allowance_left l = left(x, b, 0);
        if (l.visits == 0) {
            x->now = l.at;
            continue;
        }
        archive_must(x, allowance_spend(n % 2 ? other : &x->store, b, x->now, (struct allowance_spent){ 1, 0, 0 }, &x->err),
                     "spend");
        n++;
    }
    return n;
}

int main(void)
{
    AUTO(archive) x = { 0 };
    AUTO(store) other = { 0 };
    struct visit_budget none = { .gap_ms = 1000 }, b = { .requests_a_day = 240 }, bytes = { .bytes_a_day = 24e6 };
    archive_open(&x);
    x.now = 1000 * DURATION_DAY_MS;
    archive_must(&x, store_open(&other, folder_path(&x.arena, &x.folder, "weft.db"), &(struct store_options){ 0 }, &x.err), "open");
    ok(left(&x, &none, 0).visits == UINT32_MAX, "without a budget there is no limit");
    eq_int(left(&x, &b, 0).visits, 10, "an hour's worth is there at first");
    ok(left(&x, &none, 0).full_at == NEVER && left(&x, &b, 0).full_at <= x.now, "which is all that is saved up");
    spend(&x, &b, 1, 0);
    eq_int(left(&x, &b, 0).full_at, x.now + 6 * DURATION_MINUTE_MS, "after a visit there is room again");
    uint32_t n = spend_all(&x, &other, &b, 48);
    ok(n >= 480 && n <= 492, "two processes spend what one would: %u in two days", n);
    x.now += 365 * DURATION_DAY_MS;
    eq_int(left(&x, &b, 0).visits, 10, "a year of downtime is not made up for");
    spend(&x, &b, 100, 0);
    struct allowance_left l = left(&x, &b, 0);
    ok(l.visits == 0 && l.at > x.now + 8 * HOUR && l.at < x.now + 10 * HOUR, "promises count, too");
    x.now -= 100 * DURATION_DAY_MS;
    l = left(&x, &b, 0);
    ok(l.at < x.now + DURATION_DAY_MS, "a clock that was set back makes nobody wait for it");
    spend(&x, &bytes, 1, 3e6);
    l = left(&x, &bytes, 1e6);
    ok(l.visits == 0 && l.at > x.now + 2 * HOUR, "bytes are counted likewise");
    archive_must(&x, store_plan_put(&x.store, STR("allowance"), STR("[]"), &x.err), "put");
    eq_int(left(&x, &b, 0).visits, 10, "what cannot be read counts as nothing spent");
    return tap_done();
}
