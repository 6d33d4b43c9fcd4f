/* In: rows of `websub`, and what hubs send. Out: requests to hubs, and pages that are due. */
#include "archive/websubs.h"

#include "archive/preferences.h"
#include "archive/pushes.h"
#include "base/clock.h"
#include "base/duration.h"
#include "base/limits.h"
#include "flow/sensors.h"
#include "store/websub.h"

enum { ASKED_AT_ONCE = 16 };
#define ASK_AGAIN_MS DURATION_DAY_MS
#define ASK_LEAST_MS DURATION_HOUR_MS

static void answered(void *ctx, const struct send_result *result)
{
    (void)ctx;
    (void)result;
}

static int ask(const struct caller *c, struct sender *sender, const struct store_websub *row, struct err *e)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) form = BUF(KIB(32)), callback = BUF(KIB(8)), secret = BUF(KIB(1));
    unsigned char key[WEBSUB_KEY_BYTES];
    struct str base = settings_text(c->settings, SETTING_PUBLIC_URL);
    int code = store_derive(c->store, "websub", key, e);
    if (code)
        return code;
    buf_addf(&callback, "%.*s%swebsub/", STR_ARG(base), str_ends(base, STR("/")) ? "" : "/");
    websub_token(key, row->page, &callback);
    websub_secret(key, row->page, &secret);
    websub_form(&(struct websub_offer){ row->hub, row->topic }, buf_str(&callback), buf_str(&secret), &form);
    struct payload request = { .url = arena_str(&a, row->hub), .method = "POST", .body = buf_str(&form), .n_headers = 1 };
    request.header[0] = STR("Content-Type: application/x-www-form-urlencoded");
    return sender_start(sender, &(struct send_message){ .request = &request }, answered, NULL, e);
}

int websubs_wait(const struct caller *c, bool *due, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_websubs list = { 0 };
    int code = settings_text(c->settings, SETTING_PUBLIC_URL).len ? store_websub_due(&a, c->store, clock_now_ms(), 1, &list, e) : 0;
    *due = list.n > 0;
    return code;
}

int websubs_ask(const struct caller *c, struct sender *sender, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_websubs list = { 0 };
    int64_t now = clock_now_ms();
    int code = caller_must_administer(c, "subscribe to hubs", e);
    if (code || settings_text(c->settings, SETTING_PUBLIC_URL).len == 0)
        return code;
    code = store_websub_due(&a, c->store, now, ASKED_AT_ONCE, &list, e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++) {
        list.item[i].ask_at = now + ASK_AGAIN_MS;
        code = store_websub_plan(c->store, &list.item[i], e);
        if (code == 0)
            code = ask(c, sender, &list.item[i], e);
    }
    return code;
}

static int find(const struct caller *c, struct str token, struct store_websub *out, unsigned char key[WEBSUB_KEY_BYTES],
                struct err *e)
{
    int64_t page;
    int code = store_derive(c->store, "websub", key, e);
    if (code || (code = websub_token_read(key, token, &page, e)))
        return code;
    return store_websub_get(c->arena, c->store, page, out, e);
}

int websubs_verify(const struct caller *c, struct str token, const struct websub_intent *intent, struct str *out, struct err *e)
{
    unsigned char key[WEBSUB_KEY_BYTES];
    struct store_websub row;
    uint64_t seconds = 0;
    int code = find(c, token, &row, key, e);
    if (code)
        return code;
    if (str_eq(intent->mode, STR("denied"))) {
        row.until = NEVER;
        *out = STR("");
        return store_websub_plan(c->store, &row, e);
    }
    if (!str_eq(intent->mode, STR("subscribe")) || !str_eq(intent->topic, row.topic) || intent->challenge.len == 0)
        return err_set(e, E_ABSENT, "weft has not asked for that");
    int64_t lease = str_number(intent->lease_seconds, INT32_MAX, &seconds) ? (int64_t)seconds * 1000 : WEBSUB_LEASE_MS;
    row.until = c->now + lease;
    /* Renewed before it ends, but a hub that promises nothing is not asked all the time. */
    row.ask_at = c->now + MAX(lease - MIN(lease / 10, DURATION_DAY_MS), ASK_LEAST_MS);
    *out = intent->challenge;
    return store_websub_plan(c->store, &row, e);
}

/* Below this share of right ones a hub's notices do not lead to a visit at once: four in a row that brought nothing. */
static const double BELIEVED = 0.2;

static int is_believed(const struct caller *c, int64_t id, bool *out, struct err *e)
{
    struct store_page page;
    int code = store_page_get(c->arena, c->store, id, &page, e);
    struct forecast_memory memory = forecast_read(code ? STR("") : page.learnt);
    *out = forecast_precision(&memory.signals) >= BELIEVED;
    return code;
}

/* An announcement like any other: the page comes sooner by what these were worth. */
static int announce(const struct caller *c, int64_t page, struct err *e)
{
    struct caller machine = *c;
    AUTO(preference_rules) when = { .plan = { .made_at = NEVER } };
    machine.who = (struct principal){ .role = ROLE_ADMIN }; /* as the checks themselves ask; nothing of others comes out */
    int code = preferences_rules(&machine, 0, &when, e);
    return code ? code : sensors_announce(c->arena, c->store, &when.rules, page, c->now, e);
}

int websubs_take(const struct caller *c, struct str token, struct str signature, struct str body, int64_t *page, struct err *e)
{
    AUTO(buf) secret = BUF(KIB(1));
    unsigned char key[WEBSUB_KEY_BYTES];
    struct store_websub row;
    int code = find(c, token, &row, key, e);
    *page = 0;
    if (code)
        return code;
    websub_secret(key, row.page, &secret);
    if (!websub_is_signed(buf_str(&secret), body, signature))
        return 0;
    bool believed;
    if ((code = is_believed(c, row.page, &believed, e)))
        return code;
    code = believed ? push_wake(c->arena, c->store, row.page, c->now, e) : announce(c, row.page, e);
    if (code == 0 && believed)
        *page = row.page;
    return code;
}
