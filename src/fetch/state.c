/* The states of an answer, one row each: its name, and how a tracker may take it (paper 000, section 3.1). */
#include "fetch/fetch.h"

static const struct {
    const char *name;
    bool passing;
} states[FETCH_STATES] = {
    [FETCH_OK] = { "ok", false },
    [FETCH_NOT_MODIFIED] = { "not modified", false },
    [FETCH_GONE] = { "gone", false },
    [FETCH_MOVED] = { "moved", false },
    [FETCH_DENIED] = { "denied", false },
    [FETCH_BUSY] = { "busy", true },
    [FETCH_HTTP_ERROR] = { "http error", false },
    [FETCH_ROBOTS] = { "forbidden by robots.txt", false },
    [FETCH_BLOCKED] = { "blocked address", false },
    [FETCH_BAD_ADDRESS] = { "bad address", false },
    [FETCH_BAD_SCHEME] = { "bad scheme", false },
    [FETCH_TOO_MANY_HOPS] = { "too many redirects", false },
    [FETCH_TOO_LARGE] = { "too large", false },
    [FETCH_TIMEOUT] = { "timeout", true },
    [FETCH_BROKEN] = { "broken answer", true },
    [FETCH_TLS] = { "no secure connection", false },
    [FETCH_HOST_ERROR] = { "host error", true },
    [FETCH_PROXY] = { "proxy error", true },
    [FETCH_SKIPPED] = { "skipped", true },
    [FETCH_LATER] = { "later", true },
    [FETCH_NETWORK_DOWN] = { "network down", true },
};

const char *fetch_state_name(enum fetch_state state)
{
    return (unsigned)state < FETCH_STATES ? states[state].name : "unknown";
}

bool fetch_state_passing(enum fetch_state state)
{
    return (unsigned)state < FETCH_STATES && states[state].passing;
}
