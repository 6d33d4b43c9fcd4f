/* The states of an answer, one row each: its name, and how a tracker may take it (paper 000, section 3.1). */
#include "fetch/fetch.h"

static const struct {
    const char *name;
    bool checked, passing;
} states[FETCH_STATES] = {
    [FETCH_OK] = { "ok", true, false },
    [FETCH_NOT_MODIFIED] = { "not modified", true, false },
    [FETCH_GONE] = { "gone", true, false },
    [FETCH_MOVED] = { "moved", true, false },
    [FETCH_DENIED] = { "denied", true, false },
    [FETCH_BUSY] = { "busy", false, true },
    [FETCH_HTTP_ERROR] = { "http error", true, false },
    [FETCH_ROBOTS] = { "forbidden by robots.txt", false, false },
    [FETCH_BLOCKED] = { "blocked address", false, false },
    [FETCH_BAD_ADDRESS] = { "bad address", false, false },
    [FETCH_BAD_SCHEME] = { "bad scheme", false, false },
    [FETCH_TOO_MANY_HOPS] = { "too many redirects", true, false },
    [FETCH_TOO_LARGE] = { "too large", true, false },
    [FETCH_TIMEOUT] = { "timeout", false, true },
    [FETCH_BROKEN] = { "broken answer", false, true },
    [FETCH_TLS] = { "no secure connection", false, false },
    [FETCH_HOST_ERROR] = { "host error", false, true },
    [FETCH_SKIPPED] = { "skipped", false, true },
    [FETCH_LATER] = { "later", false, true },
    [FETCH_NETWORK_DOWN] = { "network down", false, true },
};

const char *fetch_state_name(enum fetch_state state)
{
    return (unsigned)state < FETCH_STATES ? states[state].name : "unknown";
}

bool fetch_state_checked(enum fetch_state state)
{
    return (unsigned)state < FETCH_STATES && states[state].checked;
}

bool fetch_state_passing(enum fetch_state state)
{
    return (unsigned)state < FETCH_STATES && states[state].passing;
}
