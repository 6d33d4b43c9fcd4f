/* In: what is known of a page and its user. Out: whether to look now, why, and when next.
 *
 * Each skip rule says until when it holds, and that follows from the facts alone, not from the time of asking. So the page is due at the
 * latest of these moments; the reason that is told is the first rule that still holds. Invariants: the laws in the header.
 * Cost: O(rules). */
#include "track/decide.h"

#include "track/thresholds.h"

#define NOT_AT_ALL INT64_MIN /* the rule does not hold at any moment */

/* A moment that can have been. */
static bool was(const struct track_facts *f, int64_t at)
{
    return at != NEVER && at <= f->now_at;
}

static int64_t after(int64_t at, int64_t ms)
{
    return at > 0 && ms > INT64_MAX - at ? INT64_MAX : at + ms;
}

/* Time between two checks: "every run" is as long as the time between two runs. */
static int64_t pause_ms(const struct track_facts *f)
{
    int64_t ms = MAX(f->threshold_ms, f->run_ms);
    return f->suspect ? MIN(ms, TRACK_SUSPECT_MS) : ms;
}

static int64_t until_never(const struct track_facts *f)
{
    return f->threshold_ms == NEVER ? NEVER : NOT_AT_ALL;
}

static int64_t until_robots(const struct track_facts *f)
{
    return was(f, f->robots_at) && !f->ignore_robots ? after(f->robots_at, f->robots_ms) : NOT_AT_ALL;
}

static int64_t until_host(const struct track_facts *f)
{
    return f->host_ready_at == NEVER ? NOT_AT_ALL : f->host_ready_at;
}

/* 5 minutes, 10, 20 ... a day, but no longer than the page would wait anyway. */
static int64_t until_error(const struct track_facts *f)
{
    enum { DOUBLED_MAX = 10 }; /* past the maximum already */
    int64_t doubled;
    if (!f->errors || !was(f, f->tried_at))
        return NOT_AT_ALL;
    if (f->error_is_check)
        return after(f->tried_at, pause_ms(f));
    doubled = TRACK_RETRY_MS << MIN(f->errors - 1, (uint32_t)DOUBLED_MAX);
    return after(f->tried_at, MIN(pause_ms(f), MIN(doubled, TRACK_RETRY_MAX_MS)));
}

static int64_t until_visited(const struct track_facts *f)
{
    return !f->suspect && was(f, f->visited_at) ? after(f->visited_at, f->threshold_ms) : NOT_AT_ALL;
}

static bool is_unseen(const struct track_facts *f)
{
    return was(f, f->modified_at) && (!was(f, f->visited_at) || f->modified_at > f->visited_at);
}

static int64_t until_modified(const struct track_facts *f)
{
    return !f->archive && !f->suspect && is_unseen(f) && was(f, f->known_at) ? after(f->known_at, TRACK_STALE_MS) : NOT_AT_ALL;
}

static int64_t until_checked(const struct track_facts *f)
{
    return was(f, f->checked_at) ? after(f->checked_at, pause_ms(f)) : NOT_AT_ALL;
}

/* A copy that was old when it came is asked for again, but not at once: the proxy would give the same one. */
static int64_t until_proxy(const struct track_facts *f)
{
    int64_t until;
    if (!was(f, f->proxy_at))
        return NOT_AT_ALL;
    until = after(f->proxy_at, pause_ms(f));
    return was(f, f->tried_at) ? MAX(until, after(f->tried_at, MIN(pause_ms(f), TRACK_RETRY_MS))) : until;
}

/* The order of section 3; what `asked` does not override is marked. */
static const struct {
    const char *name;
    int64_t (*until)(const struct track_facts *f);
    bool always;
} rules[TRACK_RULES] = {
    [TRACK_RULE_NEVER] = { "never", until_never, false },
    [TRACK_RULE_ROBOTS] = { "robots", until_robots, true },
    [TRACK_RULE_HOST] = { "host", until_host, true },
    [TRACK_RULE_ERROR] = { "error", until_error, false },
    [TRACK_RULE_VISITED] = { "visited", until_visited, false },
    [TRACK_RULE_MODIFIED] = { "modified", until_modified, false },
    [TRACK_RULE_CHECKED] = { "checked", until_checked, false },
    [TRACK_RULE_PROXY] = { "proxy", until_proxy, false },
    [TRACK_RULE_ASKED] = { "asked", NULL, false },
    [TRACK_RULE_SUSPECT] = { "suspect", NULL, false },
    [TRACK_RULE_FIRST] = { "first", NULL, false },
    [TRACK_RULE_STALE] = { "stale", NULL, false },
    [TRACK_RULE_AGAIN] = { "again", NULL, false },
    [TRACK_RULE_DUE] = { "due", NULL, false },
};

struct track_facts track_facts_none(int64_t now_at, int64_t threshold_ms)
{
    return (struct track_facts){
        .now_at = now_at,
        .threshold_ms = threshold_ms,
        .visited_at = NEVER,
        .checked_at = NEVER,
        .tried_at = NEVER,
        .modified_at = NEVER,
        .known_at = NEVER,
        .proxy_at = NEVER,
        .host_ready_at = NEVER,
        .robots_at = NEVER,
    };
}

static enum track_rule why_check(const struct track_facts *f)
{
    if (f->asked)
        return TRACK_RULE_ASKED;
    if (f->errors)
        return TRACK_RULE_AGAIN;
    if (f->suspect)
        return TRACK_RULE_SUSPECT;
    if (!was(f, f->checked_at) && !was(f, f->proxy_at))
        return TRACK_RULE_FIRST;
    return until_modified(f) != NOT_AT_ALL ? TRACK_RULE_STALE : TRACK_RULE_DUE;
}

struct decision decide(const struct track_facts *f)
{
    struct decision d = { .check = true, .next_at = f->now_at };
    for (unsigned i = 0; i < TRACK_SKIPS; i++) {
        int64_t until = f->asked && !rules[i].always ? NOT_AT_ALL : rules[i].until(f);
        if (until <= f->now_at)
            continue;
        if (d.check)
            d.rule = (uint8_t)i;
        d.check = false;
        if (until > d.next_at) {
            d.next_at = until;
            d.last_rule = (uint8_t)i;
        }
    }
    if (d.check)
        d.rule = d.last_rule = (uint8_t)why_check(f);
    return d;
}

struct decision decide_all(const struct track_facts *f, uint32_t n, uint32_t *which)
{
    struct decision best = decide(&f[0]);
    *which = 0;
    for (uint32_t i = 1; i < n; i++) {
        struct decision d = decide(&f[i]);
        if ((d.check && !best.check) || (d.check == best.check && d.next_at < best.next_at)) {
            best = d;
            *which = i;
        }
    }
    return best;
}

const char *track_rule_name(enum track_rule rule)
{
    return (unsigned)rule < TRACK_RULES ? rules[rule].name : "?";
}
