/* In: an outbox. Out: messages on their way. */
#include "cli/posting.h"

#include <unistd.h>

#include "archive/outbox.h"
#include "base/clock.h"
#include "base/limits.h"
#include "cli/output.h"

enum {
    STEP_MS = 200,
    PATIENCE_MS = 1500 /* then somebody at a terminal is told what the command waits for */
};

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

static void tell_waiting(uint32_t n)
{
    struct err words;
    err_set(&words, E_SYSTEM, "waiting for the %s of %u %s", n == 1 ? "receiver" : "receivers", n, n == 1 ? "message" : "messages");
    if (term_is(STDERR_FILENO))
        output_trouble(&words);
}

/* What comes due meanwhile goes out too, for a while. What is under way is waited for to its end: whoever leaves a slow receiver before
 * it has answered sends the message a second time. */
static int drain(struct posting *p, struct loop *loop, int64_t send_ms, struct err *e)
{
    int64_t begun = clock_steady_ms();
    bool told = false;
    int failed = posting_step(p, e);
    while (!failed && posting_left(p)) {
        int64_t waited = clock_steady_ms() - begun;
        if (waited >= send_ms)
            posting_stop(p);
        if (waited >= PATIENCE_MS && !told)
            tell_waiting(posting_left(p));
        told = waited >= PATIENCE_MS;
        if ((failed = loop_step(loop, STEP_MS, e)) == 0)
            failed = posting_step(p, e);
    }
    return failed;
}

static int tell_sent(const struct posting *p, struct err *e)
{
    AUTO(buf) out = BUF(KIB(1));
    uint32_t n = posting_totals(p)->sent;
    buf_addf(&out, "%u %s sent\n", n, n == 1 ? "message" : "messages");
    return n ? output_text(NULL, buf_str(&out), e) : 0;
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
    if (t->failed) {
        err_set(&words, E_SYSTEM, "%u %s not been taken yet and will be tried again; 'weft outbox list' says why and when",
                t->failed, t->failed == 1 ? "message has" : "messages have");
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

int posting_now(struct session *s, bool says_sent, struct err *e)
{
    struct loop *loop = NULL;
    struct posting *p = NULL;
    int failed = detect(s, e);
    if (!failed)
        failed = loop_open(&loop, e);
    if (!failed)
        failed = posting_open(&s->caller, loop, &p, e);
    if (!failed)
        failed = drain(p, loop, settings_number(s->caller.settings, SETTING_SEND_TIME), e);
    if (!failed && says_sent)
        failed = tell_sent(p, e);
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
        failed = drain(p, loop, settings_number(s->caller.settings, SETTING_SEND_TIME), e);
    posting_close(p);
    loop_close(loop);
    if (failed || (failed = outbox_read(&s->caller, &(struct outbox_query){ .state = -1, .limit = 100 }, &list, e)))
        return failed;
    for (uint32_t i = 0; i < list.n; i++) {
        const struct store_delivery *d = &list.item[i].delivery;
        if (!str_eq(list.item[i].channel, channel))
            continue;
        if (d->state == DELIVERY_DEAD
            && (failed = outbox_remove(&s->caller, d->id, e))) /* it is said here, and no news for a list */
            return failed;
        if (d->state != DELIVERY_SENT)
            return err_set(e, E_SYSTEM, "%.*s: the message was not taken: %.*s", STR_ARG(channel), STR_ARG(d->error));
        term_add_safe(&out, channel);
        buf_add(&out, STR(": sent\n"));
        return output_text(NULL, buf_str(&out), e);
    }
    return 0;
}
