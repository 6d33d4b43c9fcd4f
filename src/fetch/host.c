/* In: what happened with a host, and when. Out: when it may be asked again, and what of it is believed.
 *
 *  1. Between two requests to a host lies at least the larger of the gap and Crawl-delay, counted from start to start.
 *  2. A pause only ends by time or by an answer that is neither 429 nor 503.
 * Cost: O(1). */
#include "fetch/host.h"

#include <stdio.h>

#include "fetch/robots.h"

static struct str keep(struct str s)
{
    char *copy = heap_grow(NULL, s.len + 1);
    if (s.len)
        memcpy(copy, s.ptr, s.len);
    copy[s.len] = '\0';
    return (struct str){ copy, s.len };
}

void host_drop(struct host *h)
{
    heap_free((void *)h->facts.origin.ptr);
    heap_free((void *)h->facts.robots.ptr);
    h->facts.origin = h->facts.robots = (struct str){ NULL, 0 };
}

void host_set(struct host *h, const struct host_facts *facts)
{
    struct str origin = keep(facts->origin), robots = keep(facts->robots);
    host_drop(h);
    h->facts = *facts;
    h->facts.origin = origin;
    h->facts.robots = robots;
    h->delay_ms = robots_delay_ms(robots);
}

void host_run(struct host *h)
{
    h->skip = false;
    h->n_broken = 0;
    h->why[0] = '\0';
}

int64_t host_turn_at(const struct host *h, int64_t gap_ms, int64_t now_ms)
{
    int64_t gap = MAX(gap_ms, h->delay_ms);
    return h->started ? MAX(MIN(h->last_at_ms, now_ms) + gap, now_ms) : now_ms;
}

int64_t host_ready_at(const struct host *h, int64_t gap_ms, int64_t now_ms)
{
    int64_t gap = MAX(gap_ms, h->delay_ms);
    int64_t at = host_turn_at(h, gap_ms, now_ms);
    if (h->facts.pause_until_ms > at)
        at = MIN(h->facts.pause_until_ms, now_ms + MAX(h->facts.pause_ms, gap));
    return at;
}

void host_started(struct host *h, int64_t now_ms)
{
    h->last_at_ms = now_ms;
    h->started = true;
    h->n_active++;
}

/* Doubles from the first pause on; what the host asks for counts where it is more. */
static void pause_longer(struct host *h, int64_t retry_after_ms, int64_t now_ms)
{
    int64_t pause = h->facts.pause_ms ? MIN(h->facts.pause_ms * 2, PAUSE_MAX_MS) : PAUSE_FIRST_MS;
    if (retry_after_ms >= 0)
        pause = MIN(MAX(retry_after_ms, h->facts.pause_ms ? pause : 0), PAUSE_MAX_MS);
    h->facts.pause_ms = pause;
    h->facts.pause_until_ms = now_ms + pause;
    h->changed = true;
}

void host_answered(struct host *h, unsigned status, int64_t retry_after_ms, int64_t now_ms)
{
    h->n_active--;
    if (status == 0)
        return;
    h->n_broken = 0;
    if (status == 429 || status == 503) {
        pause_longer(h, retry_after_ms, now_ms);
    } else if (h->facts.pause_ms) {
        h->facts.pause_ms = h->facts.pause_until_ms = 0;
        h->changed = true;
    }
}

void host_failed(struct host *h, bool fatal, const char *why)
{
    h->n_active--;
    h->n_broken++;
    if (!fatal && h->n_broken < HOST_BROKEN_MAX)
        return;
    h->skip = true;
    snprintf(h->why, sizeof h->why, "%s", why);
}

bool host_robots_known(const struct host *h, int64_t gap_ms, int64_t now_ms)
{
    int64_t age = now_ms - h->facts.robots_at_ms;
    bool read = h->facts.robots_state == ROBOTS_READ;
    int64_t most = read ? MAX(ROBOTS_AGE_MS, 3 * gap_ms) : ROBOTS_RETRY_MS;
    return h->facts.robots_state != ROBOTS_UNKNOWN && age >= 0 && age < most;
}

void host_robots(struct host *h, unsigned status, struct str rules, int64_t now_ms)
{
    bool read = status < 500;
    h->changed = true;
    h->facts.robots_status = (uint16_t)status;
    h->facts.robots_at_ms = now_ms;
    if (!read && h->facts.robots_state == ROBOTS_READ) {
        h->facts.robots_at_ms = now_ms - ROBOTS_AGE_MS + ROBOTS_RETRY_MS; /* the copy serves for another hour */
        return;
    }
    h->facts.robots_state = read ? ROBOTS_READ : ROBOTS_UNREACHABLE;
    heap_free((void *)h->facts.robots.ptr);
    h->facts.robots = keep(read ? rules : (struct str){ "", 0 });
    h->delay_ms = robots_delay_ms(h->facts.robots);
}

bool host_trusted(const struct host *h, int64_t now_ms)
{
    return h->facts.distrust_at_ms == 0 || now_ms - h->facts.distrust_at_ms >= DISTRUST_MS;
}

void host_lied(struct host *h, bool proven, int64_t now_ms)
{
    h->changed = true;
    if (h->facts.n_doubts < UINT8_MAX)
        h->facts.n_doubts++;
    if (!proven && h->facts.n_doubts < HOST_DOUBTS_MAX)
        return;
    h->facts.distrust_at_ms = now_ms;
    h->facts.n_doubts = 0;
}
