/* Recorded pages visited again, by the scheduler and at fixed intervals, with the same number of requests: replay_run VISITS < CHANGES
 *
 * CHANGES: lines "PAGE MOMENT IMPORTANCE", sorted by page and moment; pages count from 0, moments lie between 0 and 1 of the page's own
 * span, which stands for 100 days. Prints, for each way of visiting, the importance that is seen early: the sum over changes of
 * importance x (the share of the time left to them in which they were known), divided by the sum of importance; then the mean delay in
 * days by importance. Fixed intervals are tried with ten offsets, and the best is told. */
#include <math.h>
#include <stdio.h>

#include "bench/measure.h"
#include "flow/schedule.h"

enum { DAYS = 100, PAGES_MAX = 10000, OFFSETS = 10 };
static const double DAY_MS = 86400000.0;

struct change {
    uint32_t page;
    double at, importance; /* days */
};

struct changes {
    struct change *item;
    uint32_t n, room;
};

struct replay {
    struct arena arena;
    struct changes changes;
    uint32_t *first, n_pages; /* change of each page, and one behind the last */
    uint32_t *seen;           /* changes of each page that were seen */
    double early, delay, all;
};

static void read_changes(struct replay *r)
{
    double at, importance;
    unsigned page;
    while (scanf("%u %lf %lf", &page, &at, &importance) == 3 && page < PAGES_MAX) {
        *VEC_ADD(&r->arena, &r->changes) = (struct change){ page, at * DAYS, importance };
        r->n_pages = MAX(r->n_pages, page + 1);
    }
    r->first = NEW_ARRAY(&r->arena, uint32_t, r->n_pages + 2);
    r->seen = NEW_ARRAY(&r->arena, uint32_t, r->n_pages + 1);
    for (uint32_t i = r->changes.n; i-- > 0;)
        r->first[r->changes.item[i].page] = i;
    r->first[r->n_pages] = r->changes.n;
    for (uint32_t p = r->n_pages; p-- > 0;) /* a page without changes */
        if (r->first[p] == 0 && p > 0)
            r->first[p] = r->first[p + 1];
}

/* What a visit finds: the importance of everything new together. */
static double visit(struct replay *r, uint32_t page, double now)
{
    double same = 1;
    for (uint32_t i = r->first[page] + r->seen[page]; i < r->first[page + 1] && r->changes.item[i].at <= now; i++) {
        const struct change *c = &r->changes.item[i];
        r->seen[page]++;
        same *= 1 - c->importance;
        r->delay += c->importance * (now - c->at);
        r->early += c->importance * (1 - (now - c->at) / (DAYS - c->at + 1e-9));
    }
    return 1 - same;
}

static void begin(struct replay *r)
{
    r->early = r->delay = r->all = 0;
    for (uint32_t p = 0; p < r->n_pages; p++)
        r->seen[p] = 0;
    for (uint32_t i = 0; i < r->changes.n; i++)
        r->all += r->changes.item[i].importance;
}

static void end(struct replay *r)
{
    for (uint32_t p = 0; p < r->n_pages; p++)
        for (uint32_t i = r->first[p] + r->seen[p]; i < r->first[p + 1]; i++)
            r->delay += r->changes.item[i].importance * (DAYS - r->changes.item[i].at);
}

static uint32_t by_schedule(struct replay *r, double visits)
{
    struct schedule s;
    uint32_t page, n = 0;
    int64_t plan_at = 0, now = 0;
    begin(r);
    schedule_open(&s, visits / DAYS);
    for (uint32_t p = 0; p < r->n_pages; p++)
        schedule_add(&s, &(struct schedule_wish){ .host = schedule_add_host(&s, 0), .visit = { .weight = 1 } }, 0);
    while ((double)now < DAYS * DAY_MS && n < visits) {
        if (now >= plan_at) {
            schedule_plan(&s);
            plan_at = now + (int64_t)DAY_MS;
        }
        while (n < visits && schedule_next(&s, now, &page)) {
            double found = visit(r, page, (double)now / DAY_MS);
            schedule_seen(&s, page, now, &(struct schedule_visit){ found, found > 0, 1 });
            n++;
        }
        int64_t wake = schedule_wake(&s, now);
        now = MAX(now + 1, MIN(wake, plan_at));
    }
    end(r);
    schedule_drop(&s);
    return n;
}

/* Each page is fetched once at the beginning, as by the scheduler: what is new is what was not there before. */
static void by_interval(struct replay *r, double visits, double offset)
{
    double interval = DAYS * r->n_pages / (visits - r->n_pages);
    begin(r);
    for (uint32_t p = 0; p < r->n_pages; p++)
        for (double at = fmod(offset + (double)p / r->n_pages, 1) * interval; at < DAYS; at += interval)
            visit(r, p, at);
    end(r);
}

int main(int argc, char **argv)
{
    struct replay r = { .n_pages = 0 };
    double visits = argc > 1 ? strtod(argv[1], NULL) : 0, best = 0, best_delay = 0;
    read_changes(&r);
    if (r.n_pages == 0 || visits <= r.n_pages)
        return 2;
    for (int i = 0; i < OFFSETS; i++) {
        by_interval(&r, visits, (double)i / OFFSETS);
        if (r.early / r.all > best) {
            best = r.early / r.all;
            best_delay = r.delay / r.all;
        }
    }
    uint32_t n = by_schedule(&r, visits);
    printf("fixed %.4f %.3f\nschedule %.4f %.3f %u\n", best, best_delay, r.early / r.all, r.delay / r.all, n);
    arena_drop(&r.arena);
    return 0;
}
