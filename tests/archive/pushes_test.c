/* Notices that pages have changed: from whoever has a user's key, and from hubs that weft subscribed to. Whom they are believed of, which
 * pages they wake, and what a notice that is wrong, old, or not the first of its kind does: nothing. */
#include "archive/pushes.h"

#include "archive/websubs.h"
#include "base/duration.h"
#include "base/limits.h"
#include "flow/forecast.h"
#include "flow/state.h"
#include "notify/sign.h"
#include "store/websub.h"
#include "tests/archive/world.h"

enum { NOW = 1000000000 }; /* milliseconds since 1970 */

struct notice_world {
    struct archive_world world;
    struct caller ann, ben, nobody;
    struct str key; /* ann's */
    int64_t news, terms, bens;
};

static int64_t add_page(struct notice_world *x, const struct caller *c, const char *url)
{
    struct archive_world *w = &x->world;
    struct store_page page = {
        .url = str_of(url), .canonical = str_of(url), .next_check_at = NOW + DURATION_DAY_MS, .etag = STR("\"1\"")
    };
    int64_t id;
    must(w, store_page_add(&w->store, &page, &id, &w->e));
    world_watch(w, c, id, "{}");
    must(w, store_page_get(&w->arena, &w->store, id, &page, &w->e));
    page.etag = STR("\"1\"");
    page.checked_at = NOW - DURATION_DAY_MS;
    page.next_check_at = NOW + DURATION_DAY_MS;
    must(w, store_page_schedule(&w->store, &page, &w->e));
    return id;
}

static void open_world(struct notice_world *x)
{
    world_open(&x->world);
    x->ann = world_caller(&x->world, "ann", ROLE_USER);
    x->ben = world_caller(&x->world, "ben", ROLE_USER);
    x->ann.now = x->ben.now = NOW;
    x->nobody = x->ann;
    x->nobody.who = (struct principal){ 0, STR("nobody"), ROLE_READER };
    x->news = add_page(x, &x->ann, "https://paper.example/news");
    x->terms = add_page(x, &x->ann, "https://paper.example/terms");
    x->bens = add_page(x, &x->ben, "https://boats.example/");
    must(&x->world, pushes_key(&x->ann, &x->key, &x->world.e));
}

/* ---- How a page stands ---- */

static struct str state_of(struct notice_world *x, int64_t id)
{
    struct archive_world *w = &x->world;
    struct store_page page;
    struct page_state state;
    must(w, store_page_get(&w->arena, &w->store, id, &page, &w->e));
    must(w, page_state_read(&w->arena, page.state, &state, &w->e));
    struct forecast_memory memory = forecast_read(page.learnt);
    return arena_printf(&w->arena, "%s%s, %s, %.0f announced", page.next_check_at <= NOW ? "due" : "waits",
                        state.owed ? " and owed" : "", page.etag.len ? "with its validator" : "to be fetched whole",
                        (double)memory.signals.pending);
}

#define ASLEEP "waits, with its validator, 0 announced"
#define AWAKE "due and owed, to be fetched whole, 1 announced"

/* ---- Notices with a key ---- */

struct sent {
    const char *name, *body, *id;
    int64_t late_ms; /* the time it says, against ours */
    bool unsigned_, other_key;
    const char *want; /* "2 woken, 1 unknown", or what is answered */
};

static struct str send(struct notice_world *x, const struct sent *s)
{
    struct archive_world *w = &x->world;
    AUTO(buf) signature = BUF(KIB(1));
    struct signed_message m = { str_of(s->id), str_of(s->body), NOW - s->late_ms };
    struct push_request q = { .id = m.id, .body = m.body };
    struct pushed got = { 0 };
    q.timestamp = arena_printf(&w->arena, "%lld", (long long)(m.at / 1000));
    sign_add(&signature, s->other_key ? STR("whsec_AAAA") : x->key, &m);
    q.signature = s->unsigned_ ? STR("") : arena_str(&w->arena, buf_str(&signature));
    if (pushes_take(&x->nobody, &q, &got, &w->e))
        return str_of(w->e.text);
    return arena_printf(&w->arena, "%u woken, %u unknown", got.n, got.unknown);
}

static void test_notices(void)
{
    static const char news[] = "{\"user\":\"ann\",\"urls\":[\"https://paper.example/news\"]}";
    static const char wrong[] = "the notice is not signed with this user's key";
    static const char old[] = "the notice is too old, or the clocks differ by more than five minutes";
    static const struct sent rows[] = {
        { "one page", news, "1", 0, false, false, "1 woken, 0 unknown" },
        { "written otherwise", "{\"user\":\"ann\",\"urls\":[\"HTTPS://Paper.example:443/news#top\"]}", "2", 0, false, false,
          "1 woken, 0 unknown" },
        { "two, and one that nobody watches",
          "{\"user\":\"ann\",\"urls\":[\"https://paper.example/news\",\"https://x.example/\",\"https://paper.example/terms\"]}",
          "3", 0, false, false, "2 woken, 1 unknown" },
        { "another's page", "{\"user\":\"ann\",\"urls\":[\"https://boats.example/\"]}", "4", 0, false, false,
          "0 woken, 1 unknown" },
        { "nothing", "{\"user\":\"ann\",\"urls\":[]}", "5", 0, false, false, "0 woken, 0 unknown" },
        { "not signed", news, "6", 0, true, false, wrong },
        { "signed by somebody else", news, "7", 0, false, true, wrong },
        { "in another's name", "{\"user\":\"ben\",\"urls\":[\"https://boats.example/\"]}", "8", 0, false, false, wrong },
        { "in the name of nobody", "{\"user\":\"zoe\",\"urls\":[]}", "9", 0, false, false, wrong },
        { "six minutes old", news, "10", 6 * DURATION_MINUTE_MS, false, false, old },
        { "four minutes old", news, "11", 4 * DURATION_MINUTE_MS, false, false, "1 woken, 0 unknown" },
        { "from the future", news, "12", -6 * DURATION_MINUTE_MS, false, false, old },
        { "not a notice", "[]", "13", 0, false, false, "a notice has a user and at most 1000 urls" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct notice_world x = { 0 };
        open_world(&x);
        eq_str(send(&x, &rows[i]), str_of(rows[i].want), rows[i].name);
        bool woken = strstr(rows[i].want, "1 woken") || strstr(rows[i].want, "2 woken");
        eq_str(state_of(&x, x.news), woken ? STR(AWAKE) : STR(ASLEEP), "how its page stands then");
        eq_str(state_of(&x, x.bens), STR(ASLEEP), "ben's is left alone");
        archive_world_drop(&x.world);
    }
}

static void test_twice(void)
{
    struct sent one = { "", "{\"user\":\"ann\",\"urls\":[\"https://paper.example/terms\"]}", "a", 0, false, false, "" }, two = one;
    struct notice_world x = { 0 };
    struct str key;
    open_world(&x);
    eq_str(send(&x, &one), STR("1 woken, 0 unknown"), "a notice");
    eq_str(send(&x, &one), STR("this notice has come before"), "the very same is not taken again");
    two.id = "b";
    eq_str(send(&x, &two), STR("1 woken, 0 unknown"), "another of the same page is");
    eq_str(state_of(&x, x.terms), STR("due and owed, to be fetched whole, 2 announced"), "and counted");
    must(&x.world, pushes_key(&x.ann, &key, &x.world.e));
    ok(!str_eq(key, x.key) && str_starts(key, STR("whsec_")), "a new key takes the place of the one before");
    two.id = "c";
    ok(strstr(send(&x, &two).ptr, "is not signed with this user's key"), "which opens nothing any more");
    archive_world_drop(&x.world);
}

/* ---- Hubs ---- */

static const char topic[] = "https://paper.example/feed";

static struct store_websub hub_of(struct notice_world *x)
{
    struct store_websub row = { 0 };
    must(&x->world, store_websub_get(&x->world.arena, &x->world.store, x->news, &row, &x->world.e));
    return row;
}

static struct str token_of(struct notice_world *x, int64_t page)
{
    AUTO(buf) out = BUF(KIB(1));
    unsigned char key[WEBSUB_KEY_BYTES];
    must(&x->world, store_derive(&x->world.store, "websub", key, &x->world.e));
    websub_token(key, page, &out);
    return arena_str(&x->world.arena, buf_str(&out));
}

static void offer(struct notice_world *x)
{
    struct store_websub row = { .page = x->news, .hub = STR("https://hub.example/"), .topic = str_of(topic) };
    must(&x->world, store_websub_offer(&x->world.store, &row, NOW, &x->world.e));
}

static void test_verify(void)
{
    static const struct {
        const char *name, *mode, *topic, *challenge, *lease, *answer; /* answer NULL: it was not meant */
        int64_t ask_ms, until_ms;                                     /* from now on */
    } rows[] = {
        { "meant", "subscribe", topic, "c1", "864000", "c1", 9 * DURATION_DAY_MS, 10 * DURATION_DAY_MS },
        { "for a day", "subscribe", topic, "c2", "86400", "c2", DURATION_DAY_MS - DURATION_DAY_MS / 10, DURATION_DAY_MS },
        { "for as long as weft asked", "subscribe", topic, "c3", "", "c3", 9 * DURATION_DAY_MS, 10 * DURATION_DAY_MS },
        { "for no time at all: it is not asked all the time", "subscribe", topic, "c4", "0", "c4", DURATION_HOUR_MS, 0 },
        { "for a minute", "subscribe", topic, "c5", "60", "c5", DURATION_HOUR_MS, DURATION_MINUTE_MS },
        { "another topic", "subscribe", "https://paper.example/other", "c", "864000", NULL, 0, 0 },
        { "the end of it, which weft did not ask for", "unsubscribe", topic, "c", "", NULL, 0, 0 },
        { "without a challenge", "subscribe", topic, "", "864000", NULL, 0, 0 },
        { "something else", "publish", topic, "c", "", NULL, 0, 0 },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct notice_world x = { 0 };
        struct str answer = STR("-");
        open_world(&x);
        offer(&x);
        struct websub_intent intent = { str_of(rows[i].mode), str_of(rows[i].topic), str_of(rows[i].challenge),
                                        str_of(rows[i].lease) };
        int code = websubs_verify(&x.nobody, token_of(&x, x.news), &intent, &answer, &x.world.e);
        eq_int(code, rows[i].answer ? 0 : E_ABSENT, rows[i].name);
        eq_str(code ? str_of(x.world.e.text) : answer, rows[i].answer ? str_of(rows[i].answer) : STR("weft has not asked for that"),
               "what is answered");
        if (rows[i].answer)
            ok(hub_of(&x).ask_at == NOW + rows[i].ask_ms && hub_of(&x).until == NOW + rows[i].until_ms,
               "when it ends, and when the hub is asked again");
        archive_world_drop(&x.world);
    }
}

static void test_denied(void)
{
    struct notice_world x = { 0 };
    struct str answer = STR("-");
    struct websub_intent intent = { .mode = STR("denied") };
    open_world(&x);
    offer(&x);
    eq_int(websubs_verify(&x.nobody, token_of(&x, x.news), &intent, &answer, &x.world.e), 0,
           "a hub that does not want to is heard");
    ok(answer.len == 0 && hub_of(&x).until == NEVER, "nothing is promised then");
    eq_int(websubs_verify(&x.nobody, STR("1.0011"), &intent, &answer, &x.world.e), E_DENIED, "a token that weft never gave");
    eq_int(websubs_verify(&x.nobody, token_of(&x, x.terms), &intent, &answer, &x.world.e), E_ABSENT, "one of a page without a hub");
    archive_world_drop(&x.world);
}

static struct str signature_of(struct notice_world *x, struct str body)
{
    static const char hex[] = "0123456789abcdef";
    AUTO(buf) secret = BUF(KIB(1)), out = BUF(KIB(1));
    unsigned char key[WEBSUB_KEY_BYTES], mac[SIGN_BYTES];
    must(&x->world, store_derive(&x->world.store, "websub", key, &x->world.e));
    websub_secret(key, x->news, &secret);
    sign_hmac(buf_str(&secret), body, mac);
    buf_add(&out, STR("sha256="));
    for (int i = 0; i < SIGN_BYTES; i++) {
        buf_add_char(&out, hex[mac[i] >> 4]);
        buf_add_char(&out, hex[mac[i] & 15]);
    }
    return arena_str(&x->world.arena, buf_str(&out));
}

static void test_hub_says(void)
{
    struct notice_world x = { 0 };
    int64_t page = 77;
    open_world(&x);
    offer(&x);
    struct str body = STR("<feed/>"), token = token_of(&x, x.news);
    eq_int(websubs_take(&x.nobody, token, STR(""), body, &page, &x.world.e), 0, "without a signature it is answered");
    eq_int(page, 0, "and nothing happens");
    eq_int(websubs_take(&x.nobody, token, signature_of(&x, STR("<other/>")), body, &page, &x.world.e), 0,
           "with one for other bytes, too");
    eq_str(state_of(&x, x.news), STR(ASLEEP), "the page waits as before");
    eq_int(websubs_take(&x.nobody, token, signature_of(&x, body), body, &page, &x.world.e), 0, "signed it is believed");
    eq_int(page, x.news, "and the page is woken");
    eq_str(state_of(&x, x.news), STR(AWAKE), "due at once");
    eq_int(websubs_take(&x.nobody, STR("9.99"), signature_of(&x, body), body, &page, &x.world.e), E_DENIED,
           "not by a token of nobody");
    archive_world_drop(&x.world);
}

int main(void)
{
    test_notices();
    test_twice();
    test_verify();
    test_denied();
    test_hub_says();
    return tap_done();
}
