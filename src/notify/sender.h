/* Messages to the world, many at a time: requests and letters through libcurl, programs beside them, all in one loop.
 *
 *     struct sender *s;
 *     if (sender_open(&options, &s, e)) return e->code;
 *     sender_start(s, &message, done, ctx, e);       any number of them
 *     loop_step(loop, ...); sender_advance(s);       done(ctx, &result) for each
 *     sender_close(s);
 *
 * What a caller can rely on:
 *  1. Every message ends in exactly one result, after its time at the latest; one that hangs holds up no other.
 *  2. No request goes to an address that is neither public nor allowed, whatever DNS says; the mail server is the administrator's and is
 *     not guarded.
 *  3. No redirect is followed: what is secret goes where its owner said and nowhere else.
 *  4. Of what a receiver answers some bytes are read, for the words; the rest ends the transfer.
 *  5. Programs get no shell, no descriptors but the first three, and are ended when their time is over. */
#ifndef NOTIFY_SENDER_H
#define NOTIFY_SENDER_H

#include "base/arena.h"
#include "base/loop.h"
#include "notify/payload.h"

#define SEND_TIME_MS INT64_C(30000)
/* A mail server may look at a letter for minutes before it takes it (RFC 5321, section 4.5.3.2), and has taken it then. */
#define SEND_MAIL_TIMES 4
#define SEND_CONNECT_MS INT64_C(10000)
#define SEND_REPLY_MAX ((size_t)64 << 10)

struct sender;

struct sender_options {
    struct loop *loop;
    struct str user_agent;
    struct str allow_address, resolve, ca_file, proxy; /* as of fetch/fetch.h */
    struct str smtp;                                   /* "smtp://[USER@]HOST[:PORT]", "smtps://..." */
    struct str smtp_password;
    int64_t time_ms; /* 0: SEND_TIME_MS */
};

struct send_message {
    const struct payload *request; /* either this */
    struct str letter, from, to;   /* or a letter */
    const struct str *argv;        /* or a program, and what it reads; each with a NUL behind it */
    uint32_t n_argv;
    struct str input;
};

struct send_result {
    bool taken;
    bool hopeless;      /* no later try would end otherwise */
    int64_t wait_ms;    /* the receiver asks to be left alone for so long; 0: it does not */
    struct str message; /* what went wrong, in words; holds until the call returns */
};

typedef void send_done(void *ctx, const struct send_result *result);

/* E_SYSTEM: libcurl cannot be loaded. E_FORMAT: an option makes no sense. */
int sender_open(const struct sender_options *options, struct sender **out, struct err *e) MUST_CHECK;
/* What is under way is dropped without a result. NULL is fine. */
void sender_close(struct sender *s);
/* Copies the message. Fails only where nothing was started; then done() is not called. */
int sender_start(struct sender *s, const struct send_message *m, send_done *done, void *ctx, struct err *e) MUST_CHECK;
/* After each step of the loop: calls back for what has ended. */
void sender_advance(struct sender *s);
uint32_t sender_open_count(const struct sender *s);

#endif
