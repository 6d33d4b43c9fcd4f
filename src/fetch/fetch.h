/* Pages from the network and from files: libcurl's multi interface under the manners of a good guest.
 *
 *     struct fetcher *f;
 *     if (fetcher_open(&options, &f, e)) return e->code;
 *     fetch_start(f, &request, take_answer, watch, e);     any number of them
 *     while (left) fetch_step(f, 1000, &left, e);          take_answer(watch, &response) for each, in the order they are done
 *     fetcher_close(f);
 *
 * One thread drives everything; a fetcher belongs to that thread. fetch_start() copies the request and only puts it in its host's queue.
 * Requests with the same content that are open at the same time are one request, and every caller gets the answer.
 *
 * What a caller can rely on:
 *  1. Every request ends in exactly one answer; what cannot be done is an answer too, with a state and words that say what to do.
 *  2. No connection goes to an address that is neither public nor allowed, at any hop, whatever DNS says (fetch/address.h).
 *  3. robots.txt is asked and obeyed unless a request overrides it, and then the answer says so.
 *  4. A host gets one request at a time, spaced by the gap, its Crawl-delay and its Retry-After (fetch/host.h).
 *  5. Cookies go where curl's cookie rules let them; passwords, tokens, forms and own headers never to another origin than the first.
 *  6. No answer is larger, slower or redirected more often than its limits; sizes count after decompression.
 *  7. Time and chance come from the caller's clock alone, so that a test can make both.
 * libcurl is loaded by fetcher_open(): programs that do not fetch do not pay for it. */
#ifndef FETCH_FETCH_H
#define FETCH_FETCH_H

#include "base/arena.h"
#include "fetch/host.h"

struct fetcher;

struct fetch_clock {
    void *ctx;
    int64_t (*now_ms)(void *ctx); /* since 1970 */
    /* Called instead of waiting where nothing is under way and the next request is not due yet. NULL: really wait. */
    void (*sleep_ms)(void *ctx, int64_t ms);
    uint64_t (*random)(void *ctx); /* asked once: the seed by which answers are picked to be verified */
};

/* The machine's own time, and chance from the kernel. */
struct fetch_clock fetch_clock_system(void);

struct loop;

/* Whoever shares hosts with other processes: asked before each request that goes out, told after it. */
struct fetch_gate {
    void *ctx;
    /* 0: the host may be asked now; else the moment at which it is asked about again. What waits for it is put off after
     * FETCH_GATE_WAIT_MS, as two processes may wait for each other's hosts, and at once where that moment is further away. `gap_ms`: the
     * host is left alone for so long after the request, as far as is known before its answer. NULL: always. */
    int64_t (*enter)(void *ctx, struct str origin, int64_t gap_ms);
    /* The answer has come; the host may be asked again at ready_at_ms. */
    void (*leave)(void *ctx, struct str origin, int64_t ready_at_ms);
};

struct fetch_options {
    struct fetch_gate gate;
    struct loop *loop; /* that the transfers join (base/loop.h); NULL: one of its own */
    struct fetch_clock clock;
    struct str user_agent;    /* empty: "weft/VERSION"; its first word up to "/" is the name that robots.txt is read for */
    struct str proxy;         /* "http://127.0.0.1:8888" for every request without its own; trusted: its address is not guarded */
    struct str allow_address; /* ranges beside the public ones: "127.0.0.0/8, ::1" */
    struct str resolve;       /* lines "NAME:PORT:ADDRESS" that are used instead of DNS */
    struct str ca_file;       /* certificates of authorities; empty: the system's */
    int64_t gap_ms;           /* between two requests to one host */
    int64_t turn_ms;          /* what the gap would keep waiting for longer is put off (0: it waits); Crawl-delay is waited for */
    int64_t max_pause_ms;     /* a host that asks for a longer pause is left for a later run (0: FETCH_PAUSE_MS) */
    unsigned n_active;        /* transfers at a time (0: FETCH_ACTIVE) */
    unsigned n_per_host;      /* of them to one host (0: 1) */
    unsigned verify_percent;  /* of "not modified" answers are verified by a full GET; notes on scheduling: 5 */
};

#define FETCH_GAP_MS INT64_C(1000) /* what a caller without a setting gives as gap_ms */
#define FETCH_GATE_WAIT_MS INT64_C(10000)
#define FETCH_PAUSE_MS INT64_C(60000)
#define FETCH_ACTIVE 64u
#define FETCH_VERIFY_PERCENT 5u
/* Limits of one request that names none. */
#define FETCH_BODY_MAX ((size_t)32 << 20) /* the largest page of the HTTP Archive's top sites is about 20 MB */
#define FETCH_TIME_MS 60000u              /* of all hops together; waiting for a host's turn is not counted */
#define FETCH_CONNECT_MS 15000u
#define FETCH_STALL_MS 20000u /* without a byte */
#define FETCH_REDIRECTS 10u   /* browsers stop at 20, feed readers at 5 */
/* No request may ask for more. */
#define FETCH_REDIRECTS_MAX 20u
#define FETCH_URL_MAX ((size_t)16 << 10)
#define FETCH_HEAD_MAX ((size_t)256 << 10) /* the lines of a head, of interim answers before it and of trailers behind the body */
#define FETCH_WIRE_MAX(body_max) \
    (2 * (uint64_t)(body_max) + ((uint64_t)1 << 20)) /* bytes that come in for one body, framing included */
#define FETCH_VALIDATOR_MAX ((size_t)4 << 10) /* an ETag or a date; servers refuse heads of 8 KB, and it is sent back to them */
#define FETCH_COOKIES_MAX ((size_t)64 << 10)
#define FETCH_FORM_MAX ((size_t)1 << 20)

enum fetch_state {
    FETCH_OK,            /* a page: status 2xx, or a file */
    FETCH_NOT_MODIFIED,  /* it is what the validators stand for */
    FETCH_GONE,          /* 404 or 410, or no such file */
    FETCH_MOVED,         /* a form has moved to another origin, and was not sent there: moved_to */
    FETCH_DENIED,        /* 401, 403, 407, or rights of a file */
    FETCH_BUSY,          /* 429 or 503: retry_at_ms */
    FETCH_HTTP_ERROR,    /* any other status */
    FETCH_ROBOTS,        /* robots.txt forbids it */
    FETCH_BLOCKED,       /* the address guard said no */
    FETCH_BAD_ADDRESS,   /* not a URL */
    FETCH_BAD_SCHEME,    /* neither http, https nor (where allowed) file */
    FETCH_TOO_MANY_HOPS, /* redirects without end, in a circle, or to nowhere */
    FETCH_TOO_LARGE,
    FETCH_TIMEOUT,
    FETCH_BROKEN,       /* the answer broke off, or is no HTTP; nothing of it counts */
    FETCH_TLS,          /* the certificate or the handshake failed */
    FETCH_HOST_ERROR,   /* no such name, no connection */
    FETCH_PROXY,        /* the proxy cannot be reached, refuses, or cannot reach the host */
    FETCH_SKIPPED,      /* not tried: its host failed in this run */
    FETCH_LATER,        /* not tried: its host asked for a pause or had its turn, or robots.txt could not be read: retry_at_ms */
    FETCH_NETWORK_DOWN, /* not tried, or tried in vain: nothing answers, so it is not the page's fault */
    FETCH_STATES
};

/* "ok", "not modified", ... */
const char *fetch_state_name(enum fetch_state state);
/* Whether the cause lies with the network or the host and may be gone at the next try: such errors are not held against the page. */
bool fetch_state_passing(enum fetch_state state);

struct fetch_pair {
    struct str name, value;
};

struct request {
    struct str url;
    const struct fetch_pair *header; /* own ones, to the first origin only; those named Accept... to all */
    uint32_t n_header;
    const struct fetch_pair *form; /* any: POST as application/x-www-form-urlencoded */
    uint32_t n_form;
    struct str user, password; /* basic auth; a user in the URL counts where this is empty */
    struct str bearer;
    struct str cookies; /* the jar of this watch, as a response gave it */
    bool keep_cookies;  /* take cookies and give the jar back, even where it is empty at first */
    struct str proxy;   /* of this watch; guarded like any address. Empty: the fetcher's */
    struct str etag, last_modified;
    uint64_t known_hash; /* hash_str() of the body the validators belong to; 0: not known, and nothing can be verified */
    bool ignore_robots;
    bool allow_file; /* file: and folders */
    /* 0: those above */
    size_t body_max;
    uint32_t time_ms, connect_ms, stall_ms, n_redirects_max;
};

enum fetch_robots { FETCH_ROBOTS_NONE, FETCH_ROBOTS_ALLOWED, FETCH_ROBOTS_DENIED, FETCH_ROBOTS_OVERRIDDEN };

/* All of it holds until the callback returns. */
struct response {
    enum fetch_state state;
    unsigned status;      /* of the last hop; 0: no answer */
    struct str message;   /* words for a person; empty where there is nothing to say */
    struct str url;       /* asked for */
    struct str final_url; /* after redirects */
    struct str moved_to;  /* where permanent redirects alone lead: the watch should have this address. Else empty */
    uint32_t n_redirects;
    struct str head; /* raw lines of the last hop, for header_get() */
    struct str content_type, etag, last_modified;
    struct str body;
    uint64_t body_hash; /* hash_str(body) where there is one */
    bool unchanged;     /* not modified, or the body has the known hash (an ETag that changes alone is no change) */
    bool verified;      /* "not modified" was checked by a full GET */
    bool lied;          /* ... and the page had changed: the body is here, the host is not believed any more */
    bool partial;       /* 206: the range that was asked for */
    uint8_t robots;     /* enum fetch_robots */
    struct str cookies; /* the jar now, where one is kept */
    int64_t fetched_at_ms;
    int64_t sent_at_ms;                           /* the request of the last hop went out; where there was none, as fetched_at_ms */
    int64_t retry_at_ms;                          /* FETCH_BUSY, FETCH_LATER; else 0 */
    int64_t skew_ms;                              /* the server's clock less ours; 0 where it sends no date */
    int64_t age_ms;                               /* a proxy's copy is this old */
    uint32_t connect_ms, first_byte_ms, total_ms; /* of the last hop */
    uint32_t http;                                /* 10, 11, 20; 0 for a file */
};

/* With all its bytes in the arena: one that is given to a callback lives as long as the call. */
struct response response_copy(struct arena *a, const struct response *r);

typedef void fetch_done(void *ctx, const struct response *r);

/* E_SYSTEM: libcurl cannot be loaded; E_FORMAT: an option makes no sense. */
int fetcher_open(const struct fetch_options *options, struct fetcher **out, struct err *e) MUST_CHECK;
/* What is still open is dropped without an answer. NULL is fine. */
void fetcher_close(struct fetcher *f);

/* Whether a request can be sent at all: E_USAGE where a header is none or belongs to HTTP itself, a login, token or proxy has control
 * characters, or a field is too large. For whoever takes requests in: what is kept should pass. */
int fetch_check(const struct request *q, struct err *e) MUST_CHECK;

/* Queues a request. Fails as fetch_check() does. Validators that cannot be sent are left out: they came from a server, and nobody could
 * do anything about them. May be called in a callback. */
int fetch_start(struct fetcher *f, const struct request *q, fetch_done *done, void *ctx, struct err *e) MUST_CHECK;
/* A new run: hosts that failed are tried again, the network counts as up. Not in a callback. */
void fetch_new_run(struct fetcher *f);
/* Waits at most wait_ms, does what there is to do, calls back. *open is how many requests are left. Not in a callback. */
int fetch_step(struct fetcher *f, int64_t wait_ms, uint32_t *open, struct err *e) MUST_CHECK;
/* The same without waiting, for a caller that runs the loop of the options itself: after each loop_step(), and at the latest after as
 * many milliseconds as it returns. */
int64_t fetch_advance(struct fetcher *f);
uint32_t fetch_open(const struct fetcher *f); /* requests that have no answer yet */
/* One request, now; what is open besides goes on meanwhile. *out lies in the arena. Not in a callback. */
int fetch_get(struct arena *a, struct fetcher *f, const struct request *q, struct response *out, struct err *e) MUST_CHECK;
/* Whether the run was stopped because nothing answers. */
bool fetch_network_down(const struct fetcher *f);

/* What is known of hosts: given at the start, taken when a run is over. `each` sees the hosts whose facts have changed since. */
void fetch_host_put(struct fetcher *f, const struct host_facts *facts);
void fetch_hosts(struct fetcher *f, void (*each)(void *ctx, const struct host_facts *facts), void *ctx);

#endif
