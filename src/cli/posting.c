/* In: an outbox. Out: messages on their way. */
#include "cli/posting.h"

#include "archive/outbox.h"
#include "base/clock.h"
#include "base/limits.h"
#include "cli/output.h"
#include "notify/sender.h"

enum { STEP_MS = 200 };

int detecting_all(struct detecting *d, struct err *e)
{
    bool more = true;
    int failed = 0;
    while (more && !failed)
        failed = detecting_step(d, &more, e);
    return failed;
}

/* What the sentinels make of new versions comes first: it is sent, too. */
static int detect(struct session *s, struct err *e)
{
    struct detecting *d = NULL;
    int failed = detecting_open(&s->caller, &d, e);
    if (!failed)
        failed = detecting_all(d, e);
    detecting_close(d);
    return failed;
}

static int drain(struct posting *p, struct loop *loop, struct err *e)
{
    int64_t end = clock_steady_ms() + SEND_TIME_MS + STEP_MS;
    int failed = posting_step(p, e);
    while (!failed && posting_left(p) && clock_steady_ms() < end) {
        if ((failed = loop_step(loop, STEP_MS, e)) || (failed = posting_step(p, e)))
            break;
    }
    return failed;
}

static void tell_failed(const struct posting *p)
{
    const struct posting_totals *t = posting_totals(p);
    struct err words;
    if (t->dead) {
        err_set(&words, E_SYSTEM, "%u %s could not be sent; 'weft outbox list' says why", t->dead,
                t->dead == 1 ? "message" : "messages");
        output_trouble(&words);
    }
    uint32_t n = t->failed + posting_left(p);
    if (n) {
        err_set(&words, E_SYSTEM, "%u %s not been taken yet and will be tried again; 'weft outbox list' says why and when", n,
                n == 1 ? "message has" : "messages have");
        output_trouble(&words);
    }
}

/* What a channel without an address is told waits; nobody would look for it. */
static int tell_held(struct session *s, struct err *e)
{
    struct outbox_list list;
    int failed = outbox_read(&s->caller, &(struct outbox_query){ .state = DELIVERY_DEAD, .limit = 1 }, &list, e);
    for (uint32_t i = 0; !failed && i < list.n_waits; i++) {
        const struct outbox_wait *wait = &list.wait[i];
        struct err words;
        if (!channel_lacks_address(&wait->channel))
            continue;
        err_set(&words, E_SYSTEM, "%lld %s for the channel %.*s, which has no address; 'weft channel add %.*s ADDRESS' sends %s",
                (long long)wait->n, wait->n == 1 ? "event waits" : "events wait", STR_ARG(wait->channel.name),
                STR_ARG(wait->channel.name), wait->n == 1 ? "it" : "them");
        output_trouble(&words);
    }
    return failed;
}

int posting_now(struct session *s, struct err *e)
{
    struct loop *loop = NULL;
    struct posting *p = NULL;
    int failed = detect(s, e);
    if (!failed)
        failed = loop_open(&loop, e);
    if (!failed)
        failed = posting_open(&s->caller, loop, &p, e);
    if (!failed) {
        posting_hurry(p);
        failed = drain(p, loop, e);
    }
    if (!failed) {
        tell_failed(p);
        failed = tell_held(s, e);
    }
    posting_close(p);
    loop_close(loop);
    return failed;
}

int posting_test(struct session *s, struct str channel, struct err *e)
{
    AUTO(buf) out = BUF(KIB(64));
    struct outbox_list list;
    struct loop *loop = NULL;
    struct posting *p = NULL;
    int failed = loop_open(&loop, e);
    if (!failed)
        failed = posting_open(&s->caller, loop, &p, e);
    if (!failed)
        failed = drain(p, loop, e);
    posting_close(p);
    loop_close(loop);
    if (failed || (failed = outbox_read(&s->caller, &(struct outbox_query){ .state = -1, .limit = 100 }, &list, e)))
        return failed;
    for (uint32_t i = 0; i < list.n; i++) {
        const struct store_delivery *d = &list.item[i].delivery;
        if (!str_eq(list.item[i].channel, channel))
            continue;
        if (d->state != DELIVERY_SENT)
            return err_set(e, E_SYSTEM, "%.*s: the message was not taken: %.*s", STR_ARG(channel), STR_ARG(d->error));
        term_add_safe(&out, channel);
        buf_add(&out, STR(": sent\n"));
        return output_text(NULL, buf_str(&out), e);
    }
    return 0;
}
