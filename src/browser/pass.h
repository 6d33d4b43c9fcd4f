/* What a watch has for its own site alone, and what of it a request of the page may carry. Pure; what is written are parameters of DevTools
 * calls. */
#ifndef BROWSER_PASS_H
#define BROWSER_PASS_H

#include "base/json.h"
#include "base/json_read.h"
#include "browser/browser.h"

/* Whether two addresses have scheme, host and port in common. What is no http or https address has nothing in common with any. */
bool pass_same_origin(struct str a, struct str b);

/* The address without user and password. Where it has a user and *p none, they go into *p, decoded. */
struct str pass_take_login(struct arena *a, struct str url, struct browser_pass *p);

/* A user or password as it is meant: %XX is a byte. What is no such escape stays. */
struct str pass_decoded(struct arena *a, struct str s);

/* Whether requests have to be stopped for it: cookies alone are kept by Chromium. */
bool pass_needs_headers(const struct browser_pass *p);

/* A request that Chromium has stopped, and who asks. */
struct pass_request {
    struct str url, method;
    bool document;   /* a navigation, of the page or of a frame */
    bool main_frame; /* of the page itself */
    bool own_page;   /* the page that is shown, or about to be, is of the own origin */
    bool own_asks;   /* ... and so is the document that asks */
};

enum pass_scope {
    PASS_NONE,
    PASS_ACCEPT, /* headers named Accept... alone: they say what is wanted, not who wants it */
    PASS_ALL,
};

/* What goes along. Only the own origin gets anything that is a secret, and only where it is not another site's document that asks it for
 * more than a page: the login of a watch is not for others to act with. */
enum pass_scope pass_scope(const struct pass_request *q, struct str origin);

/* The headers of a stopped request with those of the pass, for Fetch.continueRequest: an array of names and values. */
void pass_headers(struct json *j, const struct browser_pass *p, const struct json_value *sent, enum pass_scope scope,
                  bool document);

/* A cookie as Chromium is told of it. */
struct pass_cookie {
    struct str name, value, path;
    struct str url;    /* of one that is for a single host; else empty */
    struct str domain; /* of one that is for all hosts below it; else empty */
    uint64_t expires;  /* seconds since 1970; 0: with the page */
    uint64_t port;     /* of where it came from */
    bool secure, http_only;
    bool from_secure; /* it came over https */
};

/* Cookies one by one: those of the jar, then those of headers "Cookie". */
struct pass_cookies {
    const struct browser_pass *pass;
    struct str url, jar, header;
    uint32_t n_header;
};

struct pass_cookies pass_cookies(const struct browser_pass *p, struct str url);
/* The next one, in the arena; false: there is none left. A line that is no cookie is passed over. */
bool pass_next_cookie(struct arena *a, struct pass_cookies *c, struct pass_cookie *out);
/* The parameters of Network.setCookie, into the object that is open. */
void pass_write_cookie(struct json *j, const struct pass_cookie *c);

#endif
