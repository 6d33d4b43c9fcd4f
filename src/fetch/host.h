/* How weft treats one host (scheme, name and port): when the next request may go out, what robots.txt says, whether its validators can be
 * believed. Pure: every call is told the time.
 *
 * Life of a run: host_run() at its start; host_ready_at() before a request; host_started() when it goes out; then exactly one of
 * host_answered(), host_failed(). */
#ifndef FETCH_HOST_H
#define FETCH_HOST_H

#include "base/buf.h"

/* RFC 9309, 2.4: a copy should not be used for longer than a day. */
#define ROBOTS_AGE_MS INT64_C(86400000)
/* A robots.txt that could not be read (5xx) is asked for again within the hour. */
#define ROBOTS_RETRY_MS INT64_C(1800000)
/* 429 and 503 without Retry-After: the first pause and the longest; it doubles in between. */
#define PAUSE_FIRST_MS INT64_C(10000)
#define PAUSE_MAX_MS INT64_C(86400000)
/* Distrust is no life sentence: servers are mended. */
#define DISTRUST_MS (INT64_C(30) * 86400000)
/* Broken answers in a row after which the host is left alone for this run. */
enum { HOST_BROKEN_MAX = 3 };
/* Doubtful answers after which validators are not believed; a plain lie is enough by itself. */
enum { HOST_DOUBTS_MAX = 2 };

enum robots_state {
    ROBOTS_UNKNOWN,
    ROBOTS_READ,       /* rules hold what concerns us; a 4xx answer is the same with no rules */
    ROBOTS_UNREACHABLE /* 5xx: everything is forbidden until it can be read */
};

/* What is worth keeping between runs; the caller stores it as it is. */
struct host_facts {
    struct str origin; /* "https://example.org:443" */
    int64_t robots_at_ms;
    struct str robots; /* rules in the form of robots.h */
    uint8_t robots_state;
    uint16_t robots_status; /* the HTTP status robots.txt was answered with */
    int64_t pause_until_ms; /* the host asked to be left alone */
    int64_t pause_ms;       /* the last pause, which the next one doubles */
    int64_t distrust_at_ms; /* validators were found lying; 0: never */
    uint8_t n_doubts;
};

struct host {
    struct host_facts facts; /* strings are on the heap, owned by the host */
    bool changed;            /* facts are newer than what the caller has */
    int64_t delay_ms;        /* Crawl-delay of the rules */
    int64_t last_at_ms;      /* the last request went out */
    bool started;            /* there was one */
    bool asking_robots;
    uint8_t n_active;
    uint8_t n_broken; /* in a row */
    bool skip;        /* failed in this run: the rest of it waits for the next */
    char why[200];    /* it failed, in words */
};

void host_drop(struct host *h);
void host_set(struct host *h, const struct host_facts *facts);
void host_run(struct host *h);

/* When it is the host's turn again by the gap alone, whatever pause it asked for. */
int64_t host_turn_at(const struct host *h, int64_t gap_ms, int64_t now_ms);
/* The earliest time of the next request, at a gap of at least gap_ms. A clock that was set back makes no one wait longer than the gap. */
int64_t host_ready_at(const struct host *h, int64_t gap_ms, int64_t now_ms);
void host_started(struct host *h, int64_t now_ms);
/* A whole answer came: 429 and 503 lengthen the pause (retry_after_ms < 0: not told), any other ends it. Status 0: the request
 * was given up before the host was asked, and nothing is learnt of it. */
void host_answered(struct host *h, unsigned status, int64_t retry_after_ms, int64_t now_ms);
/* `fatal`: the host cannot be reached; else one answer was broken. */
void host_failed(struct host *h, bool fatal, const char *why);

/* A host that may hardly be asked more than once a day keeps its copy for three requests: else each of them would be for robots.txt. */
bool host_robots_known(const struct host *h, int64_t gap_ms, int64_t now_ms);
/* An answer to robots.txt: `rules` as robots_read() gave them. A 5xx leaves rules that are there in force. */
void host_robots(struct host *h, unsigned status, struct str rules, int64_t now_ms);

bool host_trusted(const struct host *h, int64_t now_ms);
/* "not modified" was checked: `proven` where the validators were the same and the page was not. */
void host_lied(struct host *h, bool proven, int64_t now_ms);

#endif
