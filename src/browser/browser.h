/* A page as a real browser draws it: one long-lived headless Chromium, spoken to over its DevTools pipe.
 *
 *     struct browser *b;
 *     if (browser_open(&options, &b, e)) return e->code;
 *     browser_start(a, b, &request, take_page, me, e);       any number of them, side by side
 *     browser_render(a, b, &request, &page, e);              or one, waited for
 *     browser_close(b);
 *
 * Chromium is no part of weft and need not be there: it is looked for and started for the first page. Pages are drawn in several tabs
 * of one Chromium at a time; the rest wait. A browser joins the loop of its thread (base/loop.h) and belongs to that thread.
 *
 * What a caller can rely on:
 *  1. Every page has a browser context and a proxy of its own: no cookie, cache, storage or connection of one page is seen by another.
 *  2. The window is BROWSER_WIDTH x BROWSER_HEIGHT, time UTC, language en-US, light colours, reduced motion: the same page gives the same
 *     layout.
 *  3. Chromium has no way to the network but weft's own proxy (browser/proxy.h), which connects to no address that is neither public nor
 *     allowed. Where the system lets us, the kernel holds it to that: it runs in a network of its own that has nothing but the proxy.
 *  4. A page is ready when its load event has come and nothing was under way for BROWSER_QUIET_MS; after BROWSER_LOAD_MS it is taken
 *     as it is. Scripts that never end, dialogues, downloads, new windows and crashes end with the page, and the answer says so.
 *  5. Cookies, headers and logins (struct browser_pass) reach the page's own origin alone.
 *  6. A tab that crashes or takes too much memory is an answer for its page alone; the others go on. When Chromium itself dies, its
 *     pages are drawn once more, one at a time, so that only the page that kills it is told as the one that did.
 *  7. No process and no file of Chromium is left when the browser is closed, or when weft dies.
 * Cost: about 0.2 s of CPU for a page of 20 KB, 1 s for one of 600 KB (docs/design/layout.md). */
#ifndef BROWSER_BROWSER_H
#define BROWSER_BROWSER_H

#include "base/limits.h"
#include "fetch/fetch.h"

struct browser;

enum { BROWSER_WIDTH = 1366, BROWSER_HEIGHT = 768 };

/* Pages until Chromium is started afresh: what it leaks goes. */
#define BROWSER_PAGES 300u
#define BROWSER_QUIET_MS INT64_C(150)
#define BROWSER_LOAD_MS INT64_C(10000)
/* A script that holds up the snapshot is ended after this where the page was not ready in time; one that was gets more, for a busy
 * machine. */
#define BROWSER_STUCK_MS INT64_C(2000)
#define BROWSER_READY_MS INT64_C(5000)
/* ... and the page itself after this. */
#define BROWSER_SNAPSHOT_MS INT64_C(15000)
/* Until Chromium has answered for the first time; measured: 0.1 to 1.3 s. */
#define BROWSER_START_MS INT64_C(20000)
/* What a page may be to be given to Chromium: it refuses messages of more than 100 MB, and base64 makes four bytes of three. */
#define BROWSER_BODY_MAX MIB(64)
/* The JSON of one snapshot; a page of 600 KB has 3.3 MB. */
#define BROWSER_SNAPSHOT_MAX MIB(256)
/* Pixels; Chromium's own ceiling for one texture, so that no picture is scaled. */
#define BROWSER_PICTURE_HEIGHT 16384
#define BROWSER_PICTURE_WIDTH 4096
/* All of Chromium's processes together; where they need more, the largest is ended, and its page with it. */
#define BROWSER_MEMORY_MAX MIB(4096)
/* Pages drawn at a time: two for each core of a small machine. At most 16 (tab.h). */
#define BROWSER_TABS 4u

/* The host under which a page that has no address of its own is shown; no name server knows it (RFC 6761). */
#define BROWSER_HOST "weft.invalid"

struct loop;

struct browser_options {
    struct loop *loop;        /* to join; NULL: one of its own, which browser_render() runs */
    struct str program;       /* empty: chromium-headless-shell, else chromium */
    struct str allow_address; /* ranges beside the public ones, as for a fetcher */
    struct str resolve;       /* lines "NAME:PORT:ADDRESS" that are used instead of DNS; "*" for any name or port */
    struct str proxy;         /* "http://127.0.0.1:8888" that everything goes through; trusted: it guards the names itself */
    struct str user_agent;    /* empty: that of a fetcher that names none */
    uint32_t n_pages_max;     /* 0: BROWSER_PAGES */
    uint32_t n_tabs;          /* 0: BROWSER_TABS */
    size_t memory_max;        /* 0: BROWSER_MEMORY_MAX */
    bool no_sandbox;          /* where the system has no user namespaces and the user takes that on himself */
};

/* What the origin of the page's address gets with its requests, as a fetcher would send it, and nobody else: neither what the page names
 * elsewhere, nor where a redirect leads. It goes over the pipe into the page's own context: neither into arguments nor onto the disk. */
struct browser_pass {
    const struct fetch_pair *header; /* those named Accept... go along with the page wherever it is */
    uint32_t n_header;
    struct str user, password; /* basic auth; a user in the address counts where this is empty */
    struct str bearer;
    struct str cookies; /* a jar as a fetcher gives it; each goes where its own domain says */
};

struct browser_request {
    struct str url; /* the page's address; empty for a file */
    struct browser_pass pass;
    struct str proxy; /* of this page; guarded like any address. Empty: the browser's */
    /* The page itself where it is known already (it came from a fetcher, from the archive): then only what it names is loaded. */
    struct str body;
    struct str content_type; /* of the body; empty: text/html */
    bool has_body;
    struct str path; /* of a file, from the root on: what it names is read from where it lies, nothing comes from the network */
    bool offline;    /* nothing comes from the network */
    bool no_scripts; /* the page as it is without them; what stands in noscript is seen */
    bool picture;    /* of the whole page, as PNG */
    int64_t load_ms; /* 0: BROWSER_LOAD_MS */
};

enum browser_state {
    BROWSER_OK,
    BROWSER_UNSETTLED, /* it was still loading, or a script had to be ended; the snapshot is of what was there */
    BROWSER_FAILED,    /* no such host, a refused address, a download instead of a page */
    BROWSER_HUNG,      /* it did not answer and was ended */
    BROWSER_CRASHED,
    BROWSER_TOO_LARGE, /* in bytes, nodes or memory */
    BROWSER_STATES
};

/* "ok", "unsettled", ... */
const char *browser_state_name(enum browser_state state);

/* All of it lies in the arena given to browser_render(). */
struct browser_page {
    enum browser_state state;
    struct str message;   /* words for a person; empty where there is nothing to say */
    struct str final_url; /* where scripts and refreshes have led; of a file: "file:///..." */
    unsigned status;      /* of the document's HTTP answer; 0: none */
    struct str
        snapshot; /* what DOMSnapshot.captureSnapshot answered, as JSON: for segment/snapshot.h. Empty but for OK and UNSETTLED */
    struct str picture;                         /* PNG; empty where none was asked for, or it could not be had */
    uint32_t n_requests;                        /* what the page named and was asked of the proxy */
    uint32_t n_refused;                         /* of them, by the address guard */
    struct str refused;                         /* the first of those, a line each: "10.0.0.1:80 private network" */
    uint32_t n_dialogs, n_windows, n_downloads; /* that it tried to open */
    uint32_t ms;                                /* from the request to the answer */
};

/* How Chromium is held, for people who ask. */
struct browser_facts {
    struct str program; /* empty: not started yet */
    bool own_network;   /* the kernel lets it reach the proxy and nothing else */
    bool sandbox;       /* Chromium's own */
    uint32_t n_starts, n_pages;
    int pid; /* of the running one; 0: none */
};

/* The styles a snapshot carries, in this order, for DOMSnapshot.captureSnapshot and its readers. */
#define BROWSER_STYLES \
    "display", "visibility", "opacity", "position", "font-size", "font-weight", "color", "background-color", "background-image", \
        "border-top-width", "border-left-width", "border-bottom-width", "overflow-x", "clip"

/* Starts nothing yet. E_FORMAT: an option makes no sense. */
int browser_open(const struct browser_options *options, struct browser **out, struct err *e) MUST_CHECK;
/* Ends Chromium and removes what it has written. NULL is fine. */
void browser_close(struct browser *b);

/* What came of a page. `failed` is NULL, or says why there is no page at all (E_SYSTEM: there is no Chromium, or it does not start, with
 * words on what to do; E_FORMAT: its proxy is none). */
typedef void browser_done(void *ctx, const struct browser_page *page, const struct err *failed);

/* Draws a page when a tab is free; `done` is called by a step of the loop. The request and all it points to must hold until then. What a
 * page does is an answer with a state. E_USAGE: the request makes no sense; E_LIMIT: the body is over BROWSER_BODY_MAX. May be called in
 * a callback. */
int browser_start(struct arena *a, struct browser *b, const struct browser_request *q, browser_done *done, void *ctx, struct err *e)
    MUST_CHECK;
uint32_t browser_open_pages(const struct browser *b); /* started and not done */
/* One page, waited for; what else is in the loop goes on meanwhile. Not in a callback. Fails as browser_start() and `failed` do. */
int browser_render(struct arena *a, struct browser *b, const struct browser_request *q, struct browser_page *out, struct err *e)
    MUST_CHECK;

void browser_facts(const struct browser *b, struct browser_facts *out);

#endif
