/* The only way out for Chromium: an HTTP proxy on loopback that applies the address guard.
 *
 * It takes requests with a whole address ("GET http://a.org/x") and tunnels ("CONNECT a.org:443", which https and WebSockets use). The
 * name is resolved here, every address is checked (fetch/address.h) and the connection goes to the address that was checked: what DNS
 * says a moment later does not matter. One request for each connection: nothing a page sends can reach another host than the one checked.
 * Files of this machine are served under PROXY_FILE_HOST where the page is one, and then nothing else is.
 *
 * It joins the caller's loop. Only names are looked up aside. Cost: O(bytes). */
#ifndef BROWSER_PROXY_H
#define BROWSER_PROXY_H

#include "base/buf.h"
#include "base/loop.h"
#include "fetch/address.h"

struct proxy;

#define PROXY_FILE_HOST "weft.invalid"
#define PROXY_FILE_POLICY "sandbox allow-scripts"
/* Chromium opens at most 32 connections to a proxy for pages, and some for WebSockets. */
#define PROXY_CONNECTIONS 256u
/* The head of a request: Chromium's own limit for an address is 2 MB, servers' is 8 KB. */
#define PROXY_HEAD_MAX ((size_t)64 << 10)
#define PROXY_CONNECT_MS INT64_C(10000)
#define PROXY_IDLE_MS INT64_C(30000)
/* All that one page loads; the heaviest pages of the HTTP Archive have some 100 MB. */
#define PROXY_PAGE_BYTES ((uint64_t)512 << 20)
#define PROXY_FILE_MAX ((size_t)64 << 20)

/* Answers that are our own have a line of this name, with words for a person. */
#define PROXY_WORDS "X-Weft-Proxy"

struct proxy_counts {
    uint32_t n_requests;
    uint32_t n_refused; /* by the address guard */
    uint64_t n_bytes;   /* that came in */
    struct str refused; /* the first refusals, a line each: "10.0.0.1:80 private network" */
};

struct proxy_options {
    struct loop *loop;
    struct str allow_address; /* ranges beside the public ones */
    struct str resolve;       /* lines "NAME:PORT:ADDRESS" instead of DNS; "*" for any */
    struct str
        upstream; /* another proxy, "http://[USER:PASSWORD@]HOST:PORT", that everything goes through. It is trusted and guards the
                                 names; addresses in numbers are still judged here */
};

/* `listen_fd` listens, does not block and belongs to the proxy from then on. E_FORMAT: an option makes no sense. */
int proxy_open(int listen_fd, const struct proxy_options *o, struct proxy **out, struct err *e) MUST_CHECK;
void proxy_close(struct proxy *p);

enum proxy_reach { PROXY_NETWORK, PROXY_NOWHERE, PROXY_FILES };

/* A new page: connections of the one before are cut, counts start from 0. */
void proxy_page(struct proxy *p, enum proxy_reach reach);
/* Until the next page everything goes through this proxy instead of the one of the options; it is not trusted: its address is guarded.
 * E_FORMAT as proxy_open(). */
int proxy_via(struct proxy *p, struct str upstream, struct err *e) MUST_CHECK;

/* Holds until the next step of the loop. */
void proxy_counts(const struct proxy *p, struct proxy_counts *out);

#endif
