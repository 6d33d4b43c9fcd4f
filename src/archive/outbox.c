/* In: who asks. Out: messages, with what was in them. O(messages that come out). */
#include "archive/outbox.h"

#include "archive/channels.h"
#include "archive/things.h"
#include "base/moment.h"
#include "store/sentinel.h"

static const char *const states[] = { [DELIVERY_WAITING] = "waiting", [DELIVERY_SENT] = "sent", [DELIVERY_DEAD] = "dead" };

static int headline_of(const struct caller *c, const struct store_outbox *row, struct str *out, struct err *e)
{
    struct store_event event;
    struct store_sentinel_event told;
    struct err none;
    *out = row->source == OUTBOX_TEST      ? STR("A test message")
           : row->source == OUTBOX_CONFIRM ? STR("The code that confirms this address")
                                           : STR("");
    int code = row->source == OUTBOX_EVENT      ? store_event_get(c->arena, c->store, row->subject, &event, &none)
               : row->source == OUTBOX_SENTINEL ? store_sentinel_event_get(c->arena, c->store, row->subject, &told, &none)
                                                : E_ABSENT;
    if (code == 0)
        *out = row->source == OUTBOX_EVENT ? event.headline : told.headline;
    return code == 0 || code == E_ABSENT ? 0 : err_set(e, code, "%s", none.text);
}

static int fill(const struct caller *c, const struct store_delivery *d, struct outbox_row *out, struct err *e)
{
    struct store_channel ch;
    struct store_outbox_rows rows;
    struct store_user user = { 0 };
    struct err none;
    *out = (struct outbox_row){ .delivery = *d };
    int code = store_channel_get(c->arena, c->store, d->channel, &ch, e);
    if (code || (code = store_outbox_rows(c->arena, c->store, d->id, &rows, e)))
        return code;
    if ((code = store_user_get(c->arena, c->store, d->user, &user, &none)) && code != E_ABSENT)
        return err_set(e, code, "%s", none.text);
    out->user = user.name;
    out->channel = ch.name;
    out->address = ch.address;
    out->n = rows.n;
    return rows.n ? headline_of(c, &rows.item[0], &out->headline, e) : 0;
}

static int read_waits(const struct caller *c, int64_t user, struct outbox_list *out, struct err *e)
{
    struct store_waits list = { 0 };
    int code = store_outbox_waiting(c->arena, c->store, user, &list, e);
    out->wait = NEW_ARRAY(c->arena, struct outbox_wait, list.n + 1);
    for (uint32_t i = 0; code == 0 && i < list.n; i++) {
        const struct store_wait *from = &list.item[i];
        struct outbox_wait *to = &out->wait[out->n_waits++];
        *to = (struct outbox_wait){ .n = from->n, .due_at = from->due_at };
        out->waiting += from->n;
        code = store_channel_get(c->arena, c->store, from->channel, &to->channel, e);
    }
    return code;
}

int outbox_read(const struct caller *c, const struct outbox_query *query, struct outbox_list *out, struct err *e)
{
    struct store_deliveries list = { 0 };
    struct outbox_list got = { 0 };
    int code = query->everybody ? caller_must_administer(c, "see what is sent to others", e) : 0;
    int64_t user = query->everybody ? 0 : c->who.user;
    struct delivery_query q = { .user = user, .state = query->state, .before = query->before, .limit = query->limit };
    if (code || (!query->everybody && user == 0)) {
        *out = got;
        return code;
    }
    if ((code = store_delivery_list(c->arena, c->store, &q, &list, e)) || (code = read_waits(c, user, &got, e)))
        return code;
    got.item = NEW_ARRAY(c->arena, struct outbox_row, list.n + 1);
    for (; code == 0 && got.n < list.n; got.n++)
        code = fill(c, &list.item[got.n], &got.item[got.n], e);
    if (code == 0)
        *out = got;
    return code;
}

static int again(const struct caller *c, struct store_delivery *d, struct err *e)
{
    d->tries = d->state == DELIVERY_DEAD ? 0 : d->tries;
    d->state = DELIVERY_WAITING;
    d->next_at = c->now;
    d->done_at = NEVER;
    return store_delivery_end(c->store, d, e);
}

int outbox_retry(const struct caller *c, int64_t id, uint32_t *n, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct store_deliveries list = { 0 };
    bool others = c->who.role == ROLE_ADMIN && id;
    int code = caller_must_write(c, e);
    if (code || (code = store_begin(c->store, &tx, e)))
        return code;
    *n = 0;
    if (others || c->who.user)
        code = store_delivery_list(c->arena, c->store,
                                   &(struct delivery_query){ .user = others ? 0 : c->who.user, .id = id, .state = -1 }, &list, e);
    if (code == 0 && id && list.n == 0)
        code = err_set(e, E_ABSENT, "there is no message %lld; 'weft outbox list' has yours", (long long)id);
    for (uint32_t i = 0; code == 0 && i < list.n; i++) {
        struct store_delivery *d = &list.item[i];
        if (d->state == DELIVERY_SENT || d->worker.len)
            continue;
        code = again(c, d, e);
        ++*n;
    }
    return code ? code : store_commit(&tx, e);
}

int outbox_remove(const struct caller *c, int64_t id, struct err *e)
{
    struct store_deliveries list;
    struct delivery_query mine = { .user = c->who.user, .id = id, .state = -1 };
    int code = caller_must_write(c, e);
    if (code || (code = store_delivery_list(c->arena, c->store, &mine, &list, e)))
        return code;
    if (c->who.user == 0 || list.n == 0)
        return err_set(e, E_ABSENT, "there is no message %lld; 'weft outbox list' has yours", (long long)id);
    return store_delivery_remove(c->store, id, e);
}

int outbox_of_news(const struct caller *c, struct store_sents *out, struct err *e)
{
    *out = (struct store_sents){ 0 };
    return c->who.user ? store_sent_news(c->arena, c->store, c->who.user, out, e) : 0;
}

void outbox_wait_json(struct json *j, const struct outbox_wait *wait)
{
    const struct store_channel *ch = &wait->channel;
    json_object(j);
    json_field_str(j, "channel", ch->name);
    json_field_number(j, "events", wait->n);
    moment_json(j, "until", ch->confirmed_at == NEVER ? NEVER : wait->due_at);
    json_field_str(j, "for",
                   channel_lacks_address(ch)   ? STR("address")
                   : ch->confirmed_at == NEVER ? STR("confirmation")
                                               : STR("time"));
    json_end(j);
}

void outbox_row_json(struct json *j, const struct outbox_row *row)
{
    const struct store_delivery *d = &row->delivery;
    json_object(j);
    json_field_number(j, "id", d->id);
    json_field_str(j, "state", str_of(states[d->state]));
    json_field_str(j, "user", row->user);
    json_field_str(j, "channel", row->channel);
    json_field_str(j, "address", row->address);
    json_field_str(j, "key", d->key);
    json_field_number(j, "events", row->n);
    thing_text(j, "headline", row->headline);
    moment_json(j, "made_at", d->made_at);
    moment_json(j, "next_try_at", d->state == DELIVERY_WAITING ? d->next_at : NEVER);
    moment_json(j, "done_at", d->done_at);
    json_field_number(j, "tries", d->tries);
    thing_text(j, "error", d->error);
    json_end(j);
}
