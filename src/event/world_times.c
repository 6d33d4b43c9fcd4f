/* In: a world whose sentinels know when they were made. Out: when each begins and ends, in milliseconds.
 *
 * A moment may stand on the beginning or end of another sentinel, so they are found in that order; a circle is a fault. A day as FROM
 * means its first moment, as TO its last. Local time is the process's (base/moment.h). O(sentinels x length of the chains). */
#include "base/moment.h"
#include "event/world.h"

struct time_finder {
    struct world *world;
    struct fault_list *faults;
};

static void find_times(struct time_finder *f, struct world_sentinel *w);

static int64_t later(int64_t at, int64_t ms)
{
    return at == NEVER || at > NEVER - ms ? NEVER : at + ms;
}

static int64_t date_at(struct time_finder *f, const struct time_point *t, bool is_end)
{
    char text[64];
    AUTO(buf) out = BUF(sizeof text);
    int64_t at = 0;
    struct err e;
    buf_addf(&out, "%04u-%02u-%02u", t->year, t->month, t->day);
    if (t->has_clock)
        buf_addf(&out, "T%02u:%02u", t->hour, t->minute);
    if (t->has_second)
        buf_addf(&out, ":%02u", t->second);
    if (t->utc && t->has_clock)
        buf_add_char(&out, 'Z');
    else if (t->utc)
        buf_add(&out, is_end ? STR("T23:59:59.999Z") : STR("T00:00Z"));
    /* A time of day is a moment, a day has a beginning and an end. */
    bool wants_end = is_end && !t->has_clock;
    if (wants_end ? moment_read(buf_str(&out), 0, &at, &e) : moment_read_start(buf_str(&out), 0, &at, &e))
        fault_add(f->faults, t->at, "%s", e.text);
    return at;
}

/* The sentinel that a moment stands on, with its own times found; NULL, with a fault, where there is none. */
static const struct world_sentinel *other_of(struct time_finder *f, const struct time_point *t)
{
    struct world_sentinel *other = world_find(f->world, t->name);
    if (!other) {
        fault_add(f->faults, t->at, "there is no sentinel called %.*s", STR_ARG(t->name));
        return NULL;
    }
    if (other->state == 1) {
        fault_add(f->faults, t->at, "the times of %.*s stand on themselves", STR_ARG(t->name));
        return NULL;
    }
    find_times(f, other);
    return other;
}

static int64_t moment_of(struct time_finder *f, const struct world_sentinel *w, const struct time_point *t, bool is_end)
{
    const struct world_sentinel *other = NULL;
    int64_t at = w->created_at;
    if (t->kind == TIME_DATE)
        at = date_at(f, t, is_end);
    else if (t->kind != TIME_NOW && (other = other_of(f, t)))
        at = t->kind == TIME_END || (is_end && t->kind == TIME_DURING) ? other->to_at : other->from_at;
    return later(at, t->plus_ms);
}

static void find_times(struct time_finder *f, struct world_sentinel *w)
{
    const struct sentinel *s = &w->s;
    if (w->state == 2)
        return;
    w->state = 1;
    w->from_at = s->given & GIVEN_FROM ? moment_of(f, w, &s->from, false) : w->created_at;
    if (s->given & GIVEN_FROM && s->from.kind == TIME_DURING)
        w->to_at = moment_of(f, w, &s->from, true);
    else
        w->to_at = s->given & GIVEN_TO ? moment_of(f, w, &s->to, true) : NEVER;
    w->state = 2;
}

void world_times(struct world *w, struct fault_list *faults)
{
    struct time_finder f = { w, faults };
    for (uint32_t i = 0; i < w->n; i++)
        w->item[i].state = 0;
    for (uint32_t i = 0; i < w->n; i++)
        find_times(&f, &w->item[i]);
}
