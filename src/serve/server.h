/* weft as a server: web pages, API, live news and the checks themselves, in one process.
 *
 *     threads of libmicrohttpd (epoll)  -- quick routes run here; each takes an open store for the request
 *     pool                              -- slow routes: comparisons, passwords
 *     scheduler                         -- one thread with the run of flow/: fetches, analyses, stores, tells `live`
 *
 * Two origins: the application, and another port (or name) on which stored pages are shown. That one knows no cookies; what it shows is
 * signed by the application, and is sent with a policy that lets nothing of the page run. */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "archive/attempts.h"
#include "serve/cache.h"
#include "serve/counts.h"
#include "serve/live.h"
#include "serve/microhttpd.h"
#include "serve/crew.h"
#include "serve/deadlines.h"
#include "serve/tasks.h"
#include "serve/outlooks.h"
#include "serve/request.h"
#include "serve/scheduler.h"
#include "serve/stores.h"
#include "serve/undo.h"

struct server_options {
    const struct settings *settings; /* of the machine: outlive the server */
    struct str listen;               /* "127.0.0.1:8620"; port 0: a free one */
    struct str listen_pages;         /* empty: the same address, the next port */
    struct str public_url;           /* how browsers reach it, behind a proxy; empty: by the address they asked for */
    struct str pages_url;            /* the same for stored pages */
    struct str certificate, key;     /* PEM files; empty: without TLS */
    struct str first_user;           /* whose name the first-run page proposes */
    bool no_checks;                  /* another process fetches */
    struct keeper *keeper;           /* of the process; NULL: nobody looks after it */
};

enum { SERVER_KEY_BYTES = 32, SERVER_CODE_MAX = 32 };

/* One of the two origins. */
struct server_door {
    struct server *server;
    struct MHD_Daemon *daemon;
    int fd;
    uint16_t port;
    unsigned connections; /* at most; more wait */
    bool is_pages;
};

struct server {
    const struct server_options *options;
    struct arena arena;
    struct microhttpd http;
    struct server_door app, pages;
    struct stores stores;
    struct crew crew;
    struct tasks tasks;
    struct deadlines deadlines;
    struct outlooks outlooks;
    struct cache cache;
    struct live live;
    struct undos undos;
    struct counts_cache counts;
    struct sessions sessions;
    struct attempts attempts;
    struct scheduler scheduler;
    unsigned char key[SERVER_KEY_BYTES]; /* signs what the other origin may show */
    bool paused;                         /* when it started: no visits but those that are asked for */
    char first_code[SERVER_CODE_MAX];    /* lets the first user choose a password; empty: somebody has one */
    int64_t started_at;
    uint64_t n_requests, n_failed; /* counted atomically */
    int64_t body_bytes;            /* of what is being sent to us, of all connections; atomically */
};

/* Opens the store (it is made where there is none), both origins and the threads. The server is not moved after that. */
int server_open(struct server *s, const struct server_options *options, struct err *e) MUST_CHECK;
/* Answers what was asked, stores what was fetched, ends. */
void server_close(struct server *s);

/* connection.c: one origin on libmicrohttpd. */
int door_open(struct server_door *d, struct str listen, struct err *e) MUST_CHECK;
int door_start(struct server_door *d, struct err *e) MUST_CHECK;
void door_stop(struct server_door *d);

#endif
