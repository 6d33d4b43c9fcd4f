/* The outbox: a thing once for a channel, messages of rows, each to one worker, and what becomes of them. */
#include "store/outbox.h"

#include "store/sentinel.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct store store;
    int64_t user, channel, other;
    struct err e;
};

static void must(struct world *w, int code, const char *what)
{
    if (code == 0)
        return;
    printf("Bail out! %s: %s\n", what, w->e.text);
    exit(1);
}

static int64_t add_channel(struct world *w, const char *name, bool is_default)
{
    struct store_channel c = {
        .user = w->user, .name = str_of(name), .address = STR("mail:a@b"), .confirmed_at = 1, .is_default = is_default
    };
    int64_t id;
    must(w, store_channel_put(&w->store, &c, &id, &w->e), "channel");
    return id;
}

static void build(struct world *w, const struct folder *folder)
{
    must(w, store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e),
         "open");
    must(w, store_user_add(&w->store, STR("ann"), 1, &w->user, &w->e), "user");
    w->channel = add_channel(w, "one", true);
    w->other = add_channel(w, "two", true);
}

static void tell(struct world *w, int64_t channel, int64_t subject, int64_t due_at, int64_t bundle)
{
    struct store_outbox row = {
        .user = w->user, .channel = channel, .source = OUTBOX_EVENT, .subject = subject, .at = 1, .due_at = due_at, .bundle = bundle
    };
    must(w, store_outbox_add(&w->store, &row, &w->e), "outbox");
}

static uint32_t claim(struct world *w, const char *worker, int64_t now, struct store_deliveries *out)
{
    must(w, store_outbox_gather(&w->store, now, 100, &w->e), "gather");
    must(w, store_delivery_claim(&w->arena, &w->store, &(struct delivery_claim){ str_of(worker), now, now + 100, 10 }, out, &w->e),
         "claim");
    return out->n;
}

static uint32_t rows_of(struct world *w, int64_t delivery)
{
    struct store_outbox_rows rows;
    must(w, store_outbox_rows(&w->arena, &w->store, delivery, &rows, &w->e), "rows");
    return rows.n;
}

static void test_channels(struct world *w)
{
    struct store_channels list;
    struct store_channel c;
    must(w, store_channel_list(&w->arena, &w->store, w->user, &list, &w->e), "list");
    eq_int(list.n, 2, "two channels");
    ok(!list.item[0].is_default && list.item[1].is_default, "of which one is the default");
    eq_int(add_channel(w, "one", false), w->channel, "put again it is the same");
    ok(store_channel_find(&w->arena, &w->store, w->user, STR("none"), &c, &w->e) == E_ABSENT, "a name that is not there");
}

static void test_messages(struct world *w)
{
    struct store_deliveries got;
    tell(w, w->channel, 1, 10, 0);
    tell(w, w->channel, 1, 10, 0);
    tell(w, w->channel, 2, 10, 0);
    tell(w, w->other, 1, 10, 77);
    tell(w, w->other, 2, 10, 77);
    tell(w, w->other, 3, 500, 77);
    eq_int(claim(w, "a", 5, &got), 0, "nothing is due before its time");
    int64_t next;
    must(w, store_outbox_next(&w->store, &next, &w->e), "next");
    eq_int(next, 10, "which is known");
    eq_int(claim(w, "a", 10, &got), 2, "one message for each channel at a time");
    eq_int(rows_of(w, got.item[0].id), 1, "a row by itself is a message");
    eq_int(rows_of(w, got.item[1].id), 2, "rows of a bundle are one, those that are due");
    ok(!str_eq(got.item[0].key, got.item[1].key) && got.item[0].key.len > 20, "with keys of their own");
    struct str key = got.item[0].key;
    int64_t id = got.item[0].id;
    eq_int(claim(w, "b", 50, &got), 0, "nobody else gets them, nor the next of a channel that is busy");
    eq_int(claim(w, "b", 111, &got), 2, "before the time of the first worker is over");
    eq_str(got.item[0].key, key, "the key stays");
    must(w, store_delivery_release(&w->store, STR("b"), 112, &w->e), "release");
    eq_int(claim(w, "c", 112, &got), 2, "what is given back is free at once");
    struct store_delivery d = got.item[0];
    d.state = DELIVERY_SENT, d.done_at = 113, d.next_at = NEVER, d.tries = 1;
    must(w, store_delivery_end(&w->store, &d, &w->e), "end");
    eq_int(claim(w, "c", 113, &got), 1, "then comes the next of the channel");
    ok(got.item[0].id != id, "which is another");
    struct store_deliveries all;
    must(
        w,
        store_delivery_list(&w->arena, &w->store, &(struct delivery_query){ .user = w->user, .state = DELIVERY_SENT }, &all, &w->e),
        "list");
    eq_int(all.n, 1, "one was sent");
    struct delivery_query open = { .user = w->user, .state = DELIVERY_OPEN, .limit = 1 };
    must(w, store_delivery_list(&w->arena, &w->store, &open, &all, &w->e), "list");
    ok(all.n == 1 && all.item[0].state != DELIVERY_SENT, "a limit counts what is asked for, not what was sent since");
    tell(w, w->channel, 1, 10, 0);
    eq_int(claim(w, "d", 400, &got), 2, "a thing that was sent is not sent again");
    must(w, store_delivery_forget(&w->store, 113, &w->e), "forget");
    must(w, store_delivery_list(&w->arena, &w->store, &(struct delivery_query){ .state = DELIVERY_SENT }, &all, &w->e), "list");
    eq_int(all.n, 1, "what was sent is remembered");
    must(w, store_delivery_forget(&w->store, 114, &w->e), "forget");
    must(w, store_delivery_list(&w->arena, &w->store, &(struct delivery_query){ .state = DELIVERY_SENT }, &all, &w->e), "list");
    eq_int(all.n, 0, "for a time");
}

static void test_unconfirmed(struct world *w)
{
    struct store_channel c = { .user = w->user, .name = STR("three"), .address = STR("mail:a@c"), .confirmed_at = NEVER };
    struct store_deliveries got;
    struct store_waits waits;
    int64_t id;
    must(w, store_channel_put(&w->store, &c, &id, &w->e), "channel");
    tell(w, id, 9, 10, 1);
    eq_int(claim(w, "e", 450, &got), 0, "what a channel that nobody confirmed is told waits");
    must(w, store_delivery_forget(&w->store, 10, &w->e), "forget");
    c.confirmed_at = 2;
    must(w, store_channel_put(&w->store, &c, &id, &w->e), "channel");
    must(w, store_outbox_postpone(&w->store, id, 480, &w->e), "postpone");
    must(w, store_outbox_waiting(&w->arena, &w->store, w->user, &waits, &w->e), "waiting");
    eq_int(waits.item[waits.n - 1].due_at, 480, "its rules may say when");
    eq_int(claim(w, "e", 479, &got), 0, "not before");
    eq_int(claim(w, "e", 480, &got), 1, "then it is sent");
}

static void test_removal(struct world *w)
{
    struct store_waits waits;
    must(w, store_outbox_waiting(&w->arena, &w->store, w->user, &waits, &w->e), "waiting");
    ok(waits.n == 1 && waits.item[0].n == 1 && waits.item[0].channel == w->other, "what is not due waits for its channel");
    must(w, store_channel_remove(&w->store, w->other, &w->e), "remove");
    must(w, store_outbox_waiting(&w->arena, &w->store, 0, &waits, &w->e), "waiting");
    eq_int(waits.n, 0, "until its channel goes");
    must(w, store_user_remove(&w->store, w->user, &w->e), "remove");
    struct store_deliveries all;
    must(w, store_delivery_list(&w->arena, &w->store, &(struct delivery_query){ .state = -1 }, &all, &w->e), "list");
    eq_int(all.n, 0, "a user goes with all that was sent to them");
}

/* ---- Sentinels ---- */

static void test_sentinels(struct world *w)
{
    struct store_sentinel x = { .user = w->user, .name = STR("s"), .created_at = 5, .text = STR("CREATE") };
    struct store_sentinels list;
    struct store_looks looks;
    struct store_detector d;
    int64_t id, again, page, stamp, n;
    must(w, store_page_add(&w->store, &(struct store_page){ .url = STR("http://a/") }, &page, &w->e), "page");
    must(w, store_sentinel_put(&w->store, &x, &id, &w->e), "put");
    x.text = STR("CREATE; ALTER");
    must(w, store_sentinel_put(&w->store, &x, &again, &w->e), "put");
    eq_int(again, id, "a sentinel is known by its name");
    must(w, store_sentinel_list(&w->arena, &w->store, 0, &list, &w->e), "list");
    ok(list.n == 1 && str_eq(list.item[0].text, x.text), "with its text as it is now");
    must(w, store_look_add(&w->store, &(struct store_look){ .page = page, .number = 2, .at = 7 }, &w->e), "look");
    must(w, store_look_list(&w->arena, &w->store, 10, &looks, &w->e), "looks");
    eq_int(looks.n, 0, "a page that no sentinel stands on is not looked at");
    must(w, store_sentinel_pages(&w->store, id, &page, 1, &w->e), "pages");
    must(w, store_look_add(&w->store, &(struct store_look){ .page = page, .number = 2, .at = 7 }, &w->e), "look");
    must(w, store_look_list(&w->arena, &w->store, 10, &looks, &w->e), "looks");
    eq_int(looks.n, 1, "one that has a sentinel is");
    must(w, store_look_remove(&w->store, looks.item[0].id, &w->e), "remove");
    ok(store_look_remove(&w->store, looks.item[0].id, &w->e) == E_ABSENT, "once");
    must(w, store_detector_get(&w->arena, &w->store, &d, &w->e), "detector");
    ok(d.stamp == 2 && d.state.len == 0 && d.next_at == NEVER, "every change of the sentinels is stamped");
    d.state = STR("abc");
    must(w, store_detector_put(&w->store, &d, &stamp, &w->e), "put");
    eq_int(stamp, 3, "and every state");
    struct store_sentinel_event event = { .user = w->user,
                                          .sentinel = id,
                                          .name = STR("s"),
                                          .start = 1,
                                          .end = 7,
                                          .page = page,
                                          .number = 2,
                                          .importance = 0.5,
                                          .headline = STR("h"),
                                          .findings = STR("[1]"),
                                          .view = STR("side"),
                                          .history = 3 },
                                got;
    must(w, store_sentinel_event_add(&w->store, &event, &again, &w->e), "event");
    must(w, store_sentinel_event_get(&w->arena, &w->store, again, &got, &w->e), "event");
    ok(str_eq(got.view, STR("side")) && got.history == 3 && got.end == 7, "an event is kept as it was");
    must(w, store_sentinel_event_count(&w->store, id, &n, &w->e), "count");
    eq_int(n, 1, "and counted");
    must(w,
         store_finding_add(&w->store,
                           &(struct store_finding){ .id = 9, .page = page, .number = 2, .before = 1, .type = STR("links"), .n = 4 },
                           &w->e),
         "finding");
    must(w, store_finding_last(&w->store, &n, &w->e), "last");
    eq_int(n, 9, "the number of the last finding");
    must(w, store_sentinel_remove(&w->store, id, &w->e), "remove");
    must(w, store_sentinel_on_page(&w->store, w->user, page, &n, &w->e), "on page");
    eq_int(n, 0, "a sentinel that is gone stands on nothing");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };
    build(&w, &folder);
    test_channels(&w);
    test_sentinels(&w);
    test_messages(&w);
    test_unconfirmed(&w);
    test_removal(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
