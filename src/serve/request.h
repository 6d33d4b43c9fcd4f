/* One request and its answer, as the handlers of routes see them: who asks, what for, and a place for the bytes to go.
 *
 * A handler runs on a thread of the server, or, where its route is slow, on one of the pool. It returns 0 with the answer filled, or a
 * negative E_*, from which the answer is made: a page with the words, or problem+json for the API. */
#ifndef SERVE_REQUEST_H
#define SERVE_REQUEST_H

#include "archive/caller.h"
#include "base/buf.h"
#include "serve/form.h"
#include "serve/sessions.h"

struct server;
struct http_request;
struct cached;
struct subscriber;
struct crew_progress;

/* ---- Routes ---- */

enum route_needs {
    NEEDS_NOTHING,   /* anybody may ask */
    NEEDS_ANYBODY,   /* the same, but whoever is signed in asks as themselves */
    NEEDS_SESSION,   /* a browser that signed in; what changes something also carries the token of its forms */
    NEEDS_TOKEN,     /* a program with a token of the API, or a browser that signed in */
    NEEDS_FEED,      /* the token of a feed is the first word of the address */
    NEEDS_SIGNATURE, /* on the origin of stored pages: the query is signed by the application */
};

struct route {
    const char *method; /* GET stands for HEAD too */
    const char *path;   /* "/page/{n}/diff": {n} is a number from 1 on, {w} a word without a slash */
    enum route_needs needs;
    bool slow;       /* it may take long: it runs on the pool, and keeps no connection waiting */
    size_t body_max; /* of what is sent; 0: nothing may be */
    int (*run)(struct http_request *r, struct err *e);
};

enum { ROUTE_NUMBERS = 3, ROUTE_WORDS = 2 };

struct route_match {
    int64_t number[ROUTE_NUMBERS];
    struct str word[ROUTE_WORDS];
};

/* The route of the table; NULL, with 404 or 405 as *status, where there is none. O(routes). */
const struct route *route_find(const struct route *table, size_t n, struct str method, struct str path, struct route_match *match,
                               unsigned *status);

/* The routes of the application, and those of the origin on which stored pages are shown. */
extern const struct route routes_app[], routes_pages[];
extern const size_t n_routes_app, n_routes_pages;

/* ---- The answer ---- */

enum { ANSWER_HEADERS_MAX = 16 };

struct http_answer {
    unsigned status;
    const char *type;    /* the content type */
    struct buf body;     /* what is sent */
    struct str bytes;    /* sent instead, where .ptr is set: outlives the answer, or is held by `held` */
    struct cached *held; /* given back when it was sent */
    struct {
        const char *name;
        struct str value;
    } header[ANSWER_HEADERS_MAX];
    unsigned n_headers;
    struct subscriber *live; /* instead of a body: events as they come */
    int fd;                  /* instead of a body, where it is not -1: a file, closed when it was sent */
};

enum { ANSWER_MAX_BYTES = 64 << 20 }; /* a list of 10,000 pages has 5 MB */

/* ---- The request ---- */

struct http_request {
    struct server *server;
    struct arena *arena; /* of this request */
    const struct route *route;
    struct route_match match;
    struct str method, path, query_text, body;
    struct http_form query, form;
    struct str address;              /* of the client, without its port */
    struct str origin, pages_origin; /* "http://127.0.0.1:8620" as the browser sees the application, and where stored pages are */
    bool is_pages;                   /* it came in on the origin of stored pages */
    struct str host;                 /* headers: empty where there is none */
    struct str cookie, agent, content_type, encodings, authorization, api_key, if_none_match, accept, came_from, fetch_site,
        fetch_mode, token, last_event;
    struct str push_id, push_time, push_signature; /* of a notice (notify/push.h) */
    struct str hub_signature;                      /* of a hub (notify/websub.h) */
    struct str session;                            /* the secret of the browser's session; empty: none */
    struct str form_token;                         /* that its forms carry */
    struct signed_in known;                        /* whose session it is, where that was asked a moment ago */
    struct crew_progress *work;                    /* of a slow route: how far it is; else NULL */
    struct caller caller;                          /* nobody, until somebody is known */
    struct http_answer answer;
};

/* All of it: who asks, whether they may, the handler, and where it failed an answer that says so. Never fails. */
void request_answer(struct http_request *r);

/* Whether a browser that signed in asks, before what it sends was read. */
bool request_is_signed_in(struct http_request *r);

/* ---- For handlers ---- */

/* The page that an act is about: a field of its form or, of a button that shares its form with others, of its address. */
int64_t request_page(const struct http_request *r);

void answer_header(struct http_request *r, const char *name, struct str value);
/* Sends the browser there with GET: after a form was taken. */
void answer_redirect(struct http_request *r, struct str to);
/* The bytes are the answer where the browser has another version of them; an ETag is made. */
void answer_etag(struct http_request *r);
/* Says what failed, as a page or as problem+json. */
void answer_failure(struct http_request *r, const struct err *e);
/* The status of HTTP that stands for a code of err.h. */
unsigned answer_status(int code);

/* An act was done: says so, on the page it came from or to a script that waits. `undo` is what takes it back (undo.h); 0: nothing does. */
void answer_done(struct http_request *r, struct str words, uint64_t undo, struct str back);
/* Sets a cookie that scripts and other sites do not see; an empty value removes it. */
void answer_cookie(struct http_request *r, const char *name, struct str value, int64_t seconds);

#endif
