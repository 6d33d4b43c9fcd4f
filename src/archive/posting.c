/* In: rows that are due. Out: messages, and how they ended. Everything but the transfers happens in short transactions. */
#include "archive/posting.h"

#include "archive/channel_secrets.h"
#include "archive/notices.h"
#include "archive/websubs.h"
#include "base/clock.h"
#include "base/duration.h"
#include "base/io.h"
#include "base/limits.h"
#include "flow/worker.h"
#include "notify/mime.h"
#include "notify/retry.h"
#include "notify/sender.h"

enum {
    UNDER_WAY_MAX = 64,
    GATHER_MAX = 256,
    BURY_MS = 5000,  /* between two looks for processes that died */
    WAIT_MIN_MS = 20 /* what is due may be with another process, or its channel busy */
};
/* What was sent is remembered for so long; what was given up until somebody sends it. */
#define KEPT_MS (90 * DURATION_DAY_MS)

/* A message under way. */
struct posting_job {
    struct posting *posting;
    struct posting_job *next;
    struct arena arena;
    struct store_delivery delivery;
    bool is_test;
};

struct posting {
    struct caller caller;
    struct loop *loop;
    struct arena arena;
    struct sender *sender; /* opened for the first message */
    struct str worker;
    int64_t send_ms; /* how long a message may take */
    int64_t buried_at;
    bool stopping;
    struct posting_job *jobs;
    struct err failed; /* of a callback, which has no way to tell it */
    struct posting_totals totals;
};

/* ---- Ending ---- */

static void job_free(struct posting_job *j)
{
    for (struct posting_job **at = &j->posting->jobs; *at; at = &(*at)->next)
        if (*at == j) {
            *at = j->next;
            break;
        }
    arena_drop(&j->arena);
    heap_free(j);
}

static int keep_end(struct posting_job *j, const struct send_result *r, struct err *e)
{
    int64_t now = clock_now_ms();
    struct posting *p = j->posting;
    struct store_delivery *d = &j->delivery;
    bool hopeless = r->hopeless || j->is_test; /* a test that arrives a day later tells nothing */
    struct retry_answer answer = retry_after(&(struct retry_facts){ now, d->tries, r->taken, hopeless, r->wait_ms });
    d->tries++;
    d->state = r->taken ? DELIVERY_SENT : answer.give_up ? DELIVERY_DEAD : DELIVERY_WAITING;
    d->next_at = d->state == DELIVERY_WAITING ? answer.next_at : NEVER;
    d->done_at = d->state == DELIVERY_WAITING ? NEVER : now;
    d->error = r->message;
    p->totals.sent += d->state == DELIVERY_SENT;
    p->totals.dead += d->state == DELIVERY_DEAD;
    p->totals.failed += d->state == DELIVERY_WAITING;
    return store_delivery_end(p->caller.store, d, e);
}

static void done(void *ctx, const struct send_result *r)
{
    struct posting_job *j = ctx;
    struct posting *p = j->posting;
    struct err e;
    if (keep_end(j, r, &e) && p->failed.code == 0)
        p->failed = e;
    job_free(j);
}

/* ---- Starting ---- */

static int open_sender(struct posting *p, struct err *e)
{
    AUTO(arena) a = { 0 };
    const struct settings *s = p->caller.settings;
    struct str file = settings_text(s, SETTING_SMTP_PASSWORD), password = STR("");
    if (p->sender)
        return 0;
    if (file.len && io_read(&a, file.ptr, KIB(4), &password, e))
        return err_in(e, "the setting smtp-password");
    struct fetch_options fetch = settings_fetch_options(&a, s);
    struct sender_options options = {
        .loop = p->loop,
        .user_agent = fetch.user_agent.len ? fetch.user_agent : STR("weft/" WEFT_VERSION),
        .allow_address = fetch.allow_address,
        .resolve = fetch.resolve,
        .ca_file = fetch.ca_file,
        .proxy = fetch.proxy,
        .smtp = settings_text(s, SETTING_SMTP),
        .smtp_password = str_trim(password),
        .time_ms = p->send_ms,
    };
    return sender_open(&options, &p->sender, e);
}

static void set_letter(struct posting_job *j, const struct notice_source *x, const struct notice *n, struct str to,
                       struct send_message *m)
{
    AUTO(buf) letter = BUF(MIB(8));
    struct str off = n->letter.off, from = settings_text(x->settings, SETTING_MAIL_FROM);
    struct str by_mail = arena_printf(&j->arena, "mailto:%.*s?subject=unsubscribe", STR_ARG(from));
    mime_write(n, &(struct mime_head){ from, to, off.len ? off : by_mail, off.len > 0 }, &letter);
    *m = (struct send_message){ .letter = arena_str(&j->arena, buf_str(&letter)), .from = from, .to = to };
}

/* By a mail address with * for the number, or by a program that gets the number behind its arguments and the text to read. */
static int set_fax(struct posting_job *j, const struct notice_source *x, const struct notice *n, const struct notify_address *to,
                   struct send_message *m, struct err *e)
{
    struct str gateway = settings_text(x->settings, SETTING_FAX);
    size_t star = str_find(gateway, STR("*"), 0);
    if (gateway.len == 0)
        return err_set(e, E_USAGE, "no faxes can be sent: the setting 'fax' is empty");
    if (str_find(gateway, STR("@"), 0) != SIZE_MAX && star != SIZE_MAX) {
        struct str before = str_sub(gateway, 0, star), behind = str_sub(gateway, star + 1, gateway.len);
        set_letter(j, x, n, arena_printf(&j->arena, "%.*s%.*s%.*s", STR_ARG(before), STR_ARG(to->to), STR_ARG(behind)), m);
        return 0;
    }
    struct notify_address program;
    struct str command = arena_printf(&j->arena, "command:%.*s", STR_ARG(gateway));
    if (notify_address_read(&j->arena, command, &program, e))
        return err_in(e, "the setting fax");
    AUTO(buf) text = BUF(MIB(4));
    mail_text(&n->letter, &text);
    struct str *argv = NEW_ARRAY(&j->arena, struct str, program.n_argv + 1);
    memcpy(argv, program.argv, program.n_argv * sizeof *argv);
    argv[program.n_argv] = to->to;
    *m = (struct send_message){ .argv = argv, .n_argv = program.n_argv + 1, .input = arena_str(&j->arena, buf_str(&text)) };
    return 0;
}

static int make_message(struct posting_job *j, const struct notice_source *x, const struct notice *n, struct send_message *m,
                        struct err *e)
{
    struct notify_address *to = NEW(&j->arena, struct notify_address);
    struct payload *payload = NEW(&j->arena, struct payload);
    struct str secret;
    int code = channel_address(&j->arena, x->store, x->channel, to, e);
    if (code || (code = channel_secret(&j->arena, x->store, x->channel, CHANNEL_KEY, &secret, e)))
        return code;
    if (to->way == WAY_FAX)
        return set_fax(j, x, n, to, m, e);
    if (to->way == WAY_MAIL) {
        set_letter(j, x, n, to->to, m);
    } else if (to->way == WAY_COMMAND) {
        *m = (struct send_message){ .argv = to->argv, .n_argv = to->n_argv, .input = n->json };
    } else if (to->way != WAY_INTERACTIVE) {
        payload_make(&j->arena, to, secret, n, payload);
        *m = (struct send_message){ .request = payload };
    }
    return 0;
}

static int start(struct posting_job *j, struct err *e)
{
    struct posting *p = j->posting;
    struct store_channel channel;
    struct notice notice;
    struct send_message m = { 0 };
    struct notice_source x = { .arena = &j->arena,
                               .store = p->caller.store,
                               .settings = p->caller.settings,
                               .now = clock_now_ms(),
                               .delivery = &j->delivery,
                               .channel = &channel };
    int code = store_channel_get(&j->arena, x.store, j->delivery.channel, &channel, e);
    if (code || (code = notice_make(&x, &notice, e)))
        return code;
    j->is_test = notice.is_test;
    if ((code = open_sender(p, e)) || (code = make_message(j, &x, &notice, &m, e)))
        return code;
    if (!m.request && m.letter.len == 0 && m.n_argv == 0) { /* the web pages show it: there is nothing to send */
        done(j, &(struct send_result){ .taken = true });
        return 0;
    }
    return sender_start(p->sender, &m, done, j, e);
}

/* One message that cannot be made stops no other. */
static int take_up(struct posting *p, const struct store_delivery *d, struct err *e)
{
    struct posting_job *j = heap_grow(NULL, sizeof *j);
    struct err why;
    *j = (struct posting_job){ .posting = p, .next = p->jobs };
    p->jobs = j;
    j->delivery = *d;
    j->delivery.key = arena_str(&j->arena, d->key);
    int code = start(j, &why);
    if (code == 0)
        return 0;
    int ended = code == E_ABSENT
                    ? store_delivery_remove(p->caller.store, d->id, e)
                    : keep_end(j, &(struct send_result){ .hopeless = code == E_USAGE, .message = str_of(why.text) }, e);
    job_free(j);
    return ended;
}

/* ---- Life ---- */

/* Messages of processes that died are free at once. */
static int bury(struct posting *p, int64_t now, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_users workers;
    if (p->buried_at && now - p->buried_at < BURY_MS && now >= p->buried_at)
        return 0;
    p->buried_at = now;
    int code = store_delivery_workers(&a, p->caller.store, &workers, e);
    for (uint32_t i = 0; code == 0 && i < workers.n; i++)
        if (worker_is_dead(&a, workers.item[i].name))
            code = store_delivery_release(p->caller.store, workers.item[i].name, now, e);
    return code;
}

/* Subscriptions go the same way as messages. */
static int ask_hubs(struct posting *p, struct err *e)
{
    bool due;
    int code = websubs_wait(&p->caller, &due, e);
    if (code || !due || (code = open_sender(p, e)))
        return code;
    return websubs_ask(&p->caller, p->sender, e);
}

int posting_step(struct posting *p, struct err *e)
{
    AUTO(arena) a = { 0 };
    int64_t now = clock_now_ms();
    uint32_t left = posting_left(p);
    struct store_deliveries list = { 0 };
    if (p->sender)
        sender_advance(p->sender);
    if (p->failed.code)
        return err_set(e, p->failed.code, "%s", p->failed.text);
    if (p->stopping)
        return 0;
    int code = bury(p, now, e);
    if (code == 0)
        code = store_outbox_gather(p->caller.store, now, GATHER_MAX, e);
    if (code == 0)
        code = ask_hubs(p, e);
    int64_t until = now + 2 * SEND_MAIL_TIMES * p->send_ms; /* twice what a letter may take: whoever has it longer is gone */
    struct delivery_claim claim = { p->worker, now, until, left < UNDER_WAY_MAX ? UNDER_WAY_MAX - left : 0 };
    if (code == 0 && claim.limit)
        code = store_delivery_claim(&a, p->caller.store, &claim, &list, e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        code = take_up(p, &list.item[i], e);
    return code;
}

void posting_stop(struct posting *p)
{
    p->stopping = true;
}

uint32_t posting_left(const struct posting *p)
{
    return p->sender ? sender_open_count(p->sender) : 0;
}

int posting_wait(struct posting *p, int64_t most, int64_t *ms, struct err *e)
{
    int64_t next, now = clock_now_ms();
    int code = store_outbox_next(p->caller.store, &next, e);
    if (code == 0)
        *ms = next == NEVER ? most : MIN(most, MAX(next - now, (int64_t)WAIT_MIN_MS));
    return code;
}

const struct posting_totals *posting_totals(const struct posting *p)
{
    return &p->totals;
}

int posting_open(const struct caller *c, struct loop *loop, struct posting **out, struct err *e)
{
    int code = caller_must_administer(c, "send messages", e);
    if (code)
        return code;
    struct posting *p = heap_grow(NULL, sizeof *p);
    *p = (struct posting){ .caller = *c, .loop = loop, .send_ms = settings_number(c->settings, SETTING_SEND_TIME) };
    p->worker = worker_name(&p->arena, p);
    if ((code = store_delivery_forget(c->store, clock_now_ms() - KEPT_MS, e))) {
        posting_close(p);
        return code;
    }
    *out = p;
    return 0;
}

void posting_close(struct posting *p)
{
    struct err lost; /* then they are free when their time is over */
    if (!p)
        return;
    sender_close(p->sender);
    if (p->jobs && store_delivery_release(p->caller.store, p->worker, clock_now_ms(), &lost))
        p->failed = lost;
    while (p->jobs)
        job_free(p->jobs);
    arena_drop(&p->arena);
    heap_free(p);
}
