/* The scheduler on simulated time: freshness_run MODEL PAGES VISITS_A_PAGE_AND_DAY KIND RATES [signals] [304] [hours [even]] [SEED]
 *
 * hours: fifty pages on each host, whose changes come in nine hours of five days of the week but for 15 %, at hours of the host's own;
 * even: the scheduler does not look at that.
 *
 * RATES: learnt; known (the truth); ideal (D alone: what is known after each visit to somebody who also knows how the rates of all pages
 * are distributed, by Bayes' rule without a grid. Nobody can learn more from the visits); bound (D alone: by a formula, the least delay
 * that is left to anybody who learns, however and whenever they visit).
 *
 *     freshness_run A 10000 0.1 harmonic learnt          one line: freshness and delay, each with its optimum and their ratio
 *
 * It is weft's own scheduler (flow/schedule.h) that chooses each visit; what is made here are pages that change. MODEL: A, the classes of
 * Cho and Garcia-Molina (23, 15, 16, 16, 30 % of the pages change every 1, 7, 30, 120, 365 days, each times exp(0.4 x normal)); C, pages
 * as people visit them (34 % once a year, the others log-uniform between an hour and 820 hours); D, terms of service (twice a day in some
 * byte, content by the published quantiles: none for 35 %, else median of all 0.0039, 95 % 0.055, 99 % 0.40 a day; any byte: quartiles
 * 0.61, 1.99 and 2.0 a day). Weights are log-
 * normal(0, 1). In A and C a share U^2 of a page's changes is important, with E ~ Beta(4, 2), the rest has E < 0.02; in D noise has E <
 * 0.0002. 360 days; days 120 to 360 are measured.
 *
 * Freshness: the mean over time and weights of what is still true, the product of (1 - E) over the changes not yet seen. Delay: the mean
 * days until an important change is seen, by weight x E. Optimum: the best fixed intervals for known rates, by their formulas. */
#include <math.h>
#include <string.h>

#include "bench/measure.h"
#include "flow/schedule.h"

enum { DAYS = 360, FROM = 120 };
static const double DAY_MS = 86400000.0;

struct made {
    double rate, share, noise; /* changes a day, share of important ones, largest E of the others */
    double weight, d;          /* d: important changes a day, the truth */
    double recall, false_a_day;
    const struct rhythm_clock *clock;          /* NULL: all hours are alike */
    double busy;                               /* the next change, on that clock */
    double change_at, signal_at, since, fresh; /* next change and next false signal; fresh holds from `since` on */
    double late_weight, late_moment; /* of the changes that were not seen yet: sums of w E, and of w E times their moment */
    bool changed;
};

struct sums {
    double fresh, fresh_all, delay, delay_all, spent;
};

static uint64_t state;

static double uniform(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
    return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

static double gap(double rate)
{
    return rate > 0 ? -log(uniform()) / rate : INFINITY;
}

/* The fourth smallest of five uniforms is Beta(4, 2). */
static double beta42(void)
{
    double u[5];
    for (int i = 0; i < 5; i++) {
        double x = uniform();
        int at = i;
        for (; at > 0 && u[at - 1] > x; at--)
            u[at] = u[at - 1];
        u[at] = x;
    }
    return u[3];
}

/* The value at u of a distribution of which some quantiles are known: straight between them on a log scale, 0 before the first. */
static double quantile(double u, const double *at, const double *value)
{
    if (u < at[0])
        return 0;
    uint32_t i = 1;
    while (u > at[i])
        i++;
    double part = (u - at[i - 1]) / (at[i] - at[i - 1]);
    return exp(log(value[i - 1]) * (1 - part) + log(value[i]) * part);
}

/* Changes a day of terms of service by the published quantiles: of the content, and of any byte. Nobody published the ends: with these the
 * mean (0.020) and the best delays (1.69 and 0.562 days at 0.1 and 0.3 visits a page and day) come out as published. */
static double terms_rate(double u)
{
    static const double at[] = { 0.35, 0.5, 0.95, 0.99, 1 }, value[] = { 0.0015, 0.0039, 0.055, 0.40, 0.401 };
    return quantile(u, at, value);
}

static double byte_rate(double u)
{
    static const double at[] = { 0, 0.25, 0.5, 0.75, 1 }, value[] = { 0.02, 0.61, 1.99, 2, 2 };
    return quantile(u, at, value);
}

static void make_rates(struct made *p, char model)
{
    static const double day[] = { 1, 7, 30, 120, 365 }, below[] = { 0.23, 0.38, 0.54, 0.70, 1 };
    double u = uniform(), content;
    uint32_t class = 0;
    p->noise = 0.02;
    p->share = pow(uniform(), 2);
    while (u > below[class])
        class ++;
    if (model == 'A')
        p->rate = exp(0.4 * normal()) / day[class];
    else if (model == 'C')
        p->rate = u < 0.34 ? 1.0 / 365 : 24 / exp(uniform() * log(820));
    else {
        content = terms_rate(uniform());
        p->rate = content + byte_rate(uniform());
        p->share = content / p->rate;
        p->noise = 0.0002;
    }
    p->d = p->rate * (p->share * 2 / 3 + (1 - p->share) * p->noise / 2);
}

/* Twenty-four hosts around the world, each with its office hours. */
static struct rhythm_clock zone[24];

static void make_zones(void)
{
    for (int z = 0; z < 24; z++) {
        double at = 0;
        for (int h = 0; h < RHYTHM_WEEK; h++) {
            int local = (h + z) % RHYTHM_WEEK;
            bool busy = local / 24 < 5 && local % 24 >= 8 && local % 24 < 17;
            zone[z].at[h] = (float)at;
            at += busy ? 0.85 * 7 / 45 : 0.15 * 7 / (RHYTHM_WEEK - 45);
        }
        zone[z].at[RHYTHM_WEEK] = 7;
    }
}

/* The day at which the clock shows x. */
static double day_of(const struct rhythm_clock *c, double x)
{
    double week = floor(x / 7), left = x - 7 * week;
    int h = 0;
    while (h < RHYTHM_WEEK - 1 && (double)c->at[h + 1] <= left)
        h++;
    return 7 * week + (h + (left - (double)c->at[h]) / (double)(c->at[h + 1] - c->at[h])) / 24;
}

static void set_next_change(struct made *p)
{
    if (p->clock)
        p->change_at = day_of(p->clock, p->busy += gap(p->rate));
    else
        p->change_at += gap(p->rate);
}

static void make_page(struct made *p, char model, bool signals)
{
    make_rates(p, model);
    p->weight = exp(normal());
    double u = uniform(), precision = u < 0.05 ? 0.9 : 0.2;
    if (signals && u < 0.35) {
        p->recall = u < 0.05 ? 0.9 : 0.5;
        p->false_a_day = p->recall * p->rate * (1 - precision) / precision;
    }
    set_next_change(p);
    p->signal_at = gap(p->false_a_day);
    p->fresh = 1;
}

/* Freshness up to now. */
static void run_to(struct made *p, double now, struct sums *s)
{
    double from = fmax(p->since, FROM);
    if (now > from) {
        s->fresh += p->weight * p->fresh * (now - from);
        s->fresh_all += p->weight * (now - from);
    }
    p->since = now;
}

static void change(struct made *p, double now, struct sums *s)
{
    double e = uniform() < p->share ? beta42() : uniform() * p->noise;
    run_to(p, now, s);
    p->fresh *= 1 - e;
    p->changed = true;
    if (now >= FROM) {
        p->late_weight += p->weight * e;
        p->late_moment += p->weight * e * now;
    }
}

static void catch_up(struct made *p, double now, struct sums *s)
{
    run_to(p, now, s);
    s->delay += p->late_weight * now - p->late_moment;
    s->delay_all += p->late_weight;
    p->late_weight = p->late_moment = 0;
    p->fresh = 1;
    p->changed = false;
}

static double next_event(const struct made *p)
{
    return fmin(p->change_at, p->signal_at);
}

/* For each page the likelihood of equally likely rates, from whether each visit found a change of content. */
enum { LIKELY = 500 };
struct ideal {
    double rate[LIKELY];
    float (*log)[LIKELY];
};

struct world {
    struct ideal ideal;
    struct made *page;
    uint32_t n;
    uint32_t *place;
    struct queue events;
    struct arena arena;
    struct schedule schedule;
    struct sums sums;
};

static void queue_event(struct world *w, uint32_t i)
{
    double at = next_event(&w->page[i]);
    queue_put(&w->events, &w->arena, w->place, i, at < 1e6 ? (int64_t)(at * DAY_MS) : NEVER);
}

static void happen(struct world *w, uint32_t i)
{
    struct made *p = &w->page[i];
    bool is_change = p->change_at <= p->signal_at;
    if (is_change) {
        change(p, p->change_at, &w->sums);
        set_next_change(p);
    } else {
        p->signal_at += gap(p->false_a_day);
    }
    if (!is_change || uniform() < p->recall)
        schedule_signal(&w->schedule, i);
    queue_event(w, i);
}

static void ideal_open(struct world *w)
{
    for (int q = 0; q < LIKELY; q++)
        w->ideal.rate[q] = terms_rate((q + 0.5) / LIKELY);
    w->ideal.log = arena_alloc(&w->arena, w->n * sizeof *w->ideal.log);
}

static double ideal_mean(const struct ideal *x, uint32_t page)
{
    double all = 0, sum = 0, most = -INFINITY;
    for (int q = 0; q < LIKELY; q++)
        most = fmax(most, x->log[page][q]);
    for (int q = 0; q < LIKELY; q++) {
        double share = exp(x->log[page][q] - most);
        all += share;
        sum += share * x->rate[q];
    }
    return sum / all * 2 / 3;
}

static void ideal_see(struct world *w, uint32_t i, int64_t now)
{
    int64_t before = w->schedule.page.item[i].visited_at;
    double days = before == NEVER ? 0 : (double)(now - before) / DAY_MS;
    bool changed = 1 - w->page[i].fresh > 0.01;
    for (int q = 0; days > 0 && q < LIKELY; q++) {
        double x = fmax(w->ideal.rate[q], 1e-12) * days;
        w->ideal.log[i][q] += (float)(changed ? log(-expm1(-x)) : -x);
    }
    schedule_set_rate(&w->schedule, i, ideal_mean(&w->ideal, i));
}

static void visit(struct world *w, uint32_t i, int64_t now)
{
    struct made *p = &w->page[i];
    bool cheap = w->schedule.page.item[i].wish.visit.validators && !p->changed && w->schedule.page.item[i].visited_at != NEVER;
    struct schedule_visit seen = { .importance = 1 - p->fresh, .changed = p->changed, .cost = cheap ? 0.1 : 1 };
    if ((double)now >= FROM * DAY_MS)
        w->sums.spent += seen.cost;
    if (w->ideal.log)
        ideal_see(w, i, now);
    catch_up(p, (double)now / DAY_MS, &w->sums);
    schedule_seen(&w->schedule, i, now, &seen);
}

static void simulate(struct world *w)
{
    int64_t now = 0, plan_at = 0;
    while (now < (int64_t)(DAYS * DAY_MS)) {
        uint32_t page;
        if (now >= plan_at) {
            schedule_plan(&w->schedule);
            plan_at += (int64_t)DAY_MS;
        }
        while (w->events.item[0].key <= now)
            happen(w, w->events.item[0].id);
        while (schedule_next(&w->schedule, now, &page))
            visit(w, page, now);
        now = MAX(now, MIN(plan_at, MIN(w->events.item[0].key, schedule_wake(&w->schedule, now))));
    }
    for (uint32_t i = 0; i < w->n; i++)
        catch_up(&w->page[i], DAYS, &w->sums);
}

/* The best fixed intervals for the true rates: bisection of the price on a log scale. */
static double optimum(const struct world *w, double a_day, enum urgency_kind kind)
{
    double low = -60, high = 60, value = 0, all = 0;
    for (int step = 0; step < 100; step++) {
        double price = exp((low + high) / 2), demand = 0;
        for (uint32_t i = 0; i < w->n; i++)
            demand += 1 / urgency_interval(kind, w->page[i].weight, w->page[i].d, price);
        *(demand > a_day ? &low : &high) = (low + high) / 2;
    }
    for (uint32_t i = 0; i < w->n; i++) {
        const struct made *p = &w->page[i];
        double days = urgency_interval(kind, p->weight, p->d, exp(high)), x = p->d * days;
        value += kind == URGENCY_FRESH ? (isfinite(x) ? p->weight * -expm1(-x) / x : 0) : p->weight * p->d * days / 2;
        all += kind == URGENCY_FRESH ? p->weight : p->weight * p->d;
    }
    return value / all;
}

/* ---- The least delay that learning leaves, in D ---- */

/* The mean of the root of the rate that is expected after so many days, by somebody who was told of every change so far. Noise is known. */
static double expected_root(const double *rate, double noise, double days)
{
    double sum = 0, left = LIKELY;
    for (int n = 0; left > 1e-6 && n < 10000; n++) {
        double share = 0, a_day = 0;
        for (int q = 0; q < LIKELY; q++) {
            double x = rate[q] * days, p = x > 0 ? exp(n * log(x) - x - lgamma(n + 1.0)) : n == 0;
            share += p;
            a_day += p * (rate[q] * 2 / 3 + noise);
        }
        sum += share > 0 ? share * sqrt(a_day / share) : 0;
        left -= share;
    }
    return sum / LIKELY;
}

/* A page whose rate is expected to be D is best visited at intervals that fall with the root of D, and the delay of all pages is the square
 * of the mean of these roots. What is expected varies less than what is true, so its mean root is larger, and falls as more is learnt; no
 * visit shows more than all changes before it. O(days x changes x LIKELY). */
static double bound(void)
{
    double rate[LIKELY], noise = 0, known = 0, learnt = 0;
    enum { EVERY = 8 };
    for (int q = 0; q < LIKELY; q++) {
        rate[q] = terms_rate((q + 0.5) / LIKELY);
        noise += byte_rate((q + 0.5) / LIKELY) * 0.0001 / LIKELY;
    }
    for (int q = 0; q < LIKELY; q++)
        known += sqrt(rate[q] * 2 / 3 + noise) / LIKELY;
    for (int day = FROM + EVERY / 2; day < DAYS; day += EVERY)
        learnt += expected_root(rate, noise, day) * EVERY / (DAYS - FROM);
    return pow(learnt / known, 2);
}

static bool has(int argc, char **argv, const char *word)
{
    for (int i = 6; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = { "harmonic", "delay", "fresh" };
    if (argc < 6)
        return fprintf(stderr, "freshness_run: the head of this file tells how it is called\n"), 2;
    if (strcmp(argv[5], "bound") == 0)
        return printf("bound %.4f\n", bound()) < 0;
    struct world w = { .n = (uint32_t)strtoul(argv[2], NULL, 10) };
    double a_day = w.n * strtod(argv[3], NULL);
    uint8_t kind = 0;
    bool known = strcmp(argv[5], "known") == 0;
    while (strcmp(argv[4], kinds[kind]) != 0)
        kind++;
    uint64_t seed = strtoull(argv[argc - 1], NULL, 10);
    state = 88172645463325252u + (seed ? seed : 1) * 7919;
    w.page = NEW_ARRAY(&w.arena, struct made, w.n);
    w.place = NEW_ARRAY(&w.arena, uint32_t, w.n);
    schedule_open(&w.schedule, a_day);
    if (strcmp(argv[5], "ideal") == 0)
        ideal_open(&w);
    bool hours = has(argc, argv, "hours");
    uint32_t host = 0;
    w.schedule.even = has(argc, argv, "even");
    make_zones();
    for (uint32_t i = 0; i < w.n; i++) {
        if (!hours || i % 50 == 0)
            host = schedule_add_host(&w.schedule, 0);
        if (hours)
            w.page[i].clock = &zone[i / 50 % 24];
        make_page(&w.page[i], argv[1][0], has(argc, argv, "signals"));
        queue_event(&w, i);
        schedule_add(&w.schedule,
                     &(struct schedule_wish){ .host = host,
                                              .visit = { .kind = kind,
                                                         .weight = (float)w.page[i].weight,
                                                         .validators = has(argc, argv, "304") && uniform() < 0.5 } },
                     0);
        if (known)
            schedule_set_rate(&w.schedule, i, w.page[i].d);
    }
    double best_fresh = optimum(&w, a_day, URGENCY_FRESH), best_delay = optimum(&w, a_day, URGENCY_DELAY), start = cpu_us();
    simulate(&w);
    double fresh = w.sums.fresh / w.sums.fresh_all, delay = w.sums.delay / w.sums.delay_all;
    printf(
        "%s %s %s %s: freshness %.4f of %.4f = %.3f, delay %.3f of %.3f = %.3f, spent %.3f of the budget, surplus %.2f, %.1f s\n",
        argv[1], argv[3], argv[4], argv[5], fresh, best_fresh, fresh / best_fresh, delay, best_delay, delay / best_delay,
        w.sums.spent / (a_day * (DAYS - FROM)), w.schedule.surplus, (cpu_us() - start) / 1e6);
    schedule_drop(&w.schedule);
    arena_drop(&w.arena);
    return 0;
}
