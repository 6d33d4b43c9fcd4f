/* One hop under way: a handle of libcurl's with its buffers, used again and again. */
#ifndef FETCH_TRANSFER_H
#define FETCH_TRANSFER_H

#include "base/buf.h"
#include "fetch/address.h"
#include "fetch/curl.h"
#include "fetch/job.h"

/* What all transfers of a fetcher share. */
struct transfer_world {
    const struct curl *curl;
    CURLSH *share;
    const char *user_agent, *proxy, *ca_file; /* "": none */
    struct curl_slist *resolve;
    struct address_rules rules;
};

struct transfer {
    struct transfer *next; /* in the list of the free */
    struct transfer_world *world;
    struct job *job;
    CURL *easy;
    struct curl_slist *header;
    struct buf head, body, form;
    size_t body_max;
    size_t heads_bytes;   /* of all heads and trailers */
    int fd;               /* of its connection, as libcurl told the loop */
    uint64_t wire_before; /* bytes that its connection had brought before this hop */
    uint32_t n_progress;  /* calls since it began */
    bool cookies_on;      /* the handle's cookie engine runs, which cannot be undone */
    bool is_plain;        /* nothing that a single job asked for is left in the handle */
    bool proxied;
    bool proxy_trusted; /* connections go to the fetcher's own proxy */
    bool head_done, too_large, head_too_large, wire_too_large;
    bool validators; /* were sent */
    bool blocked;
    struct address blocked_address;
    char error[CURL_ERROR_SIZE];
};

struct transfer *transfer_new(struct transfer_world *w);
void transfer_free(struct transfer *t);
/* Makes the handle ready for the job's hop; the caller adds it to the multi. `validators`: send them. False: out of memory, or an
 * address that libcurl does not take. */
bool transfer_start(struct transfer *t, struct job *j, bool validators);
/* After a hop; keeps head and body until the next start. */
void transfer_end(struct transfer *t);

struct sockaddr;
/* The address in it; false where it is neither of IPv4 nor of IPv6. */
bool transfer_sockaddr(const struct sockaddr *from, struct address *out);

unsigned transfer_status(const struct transfer *t);
/* Whether the job has not been led to another origin, which gets no login, token or header of the watch. */
bool transfer_is_first_origin(const struct job *j);
/* libcurl's time of that kind (CURLINFO_..._TIME_T), in milliseconds. */
uint32_t transfer_ms(const struct transfer *t, CURLINFO info);
/* 10, 11, 20. */
uint32_t transfer_http(const struct transfer *t);
/* The cookies the handle has now, as lines; empty where it keeps none. */
void transfer_cookies(const struct transfer *t, struct buf *out);

#endif
