/* Channels in the browser: adding, changing, confirming and ending them, the list of messages, and links in messages. */
#include "tests/serve/site.h"

#include "notify/act.h"
#include "store/outbox.h"

static struct site s;

static struct store_channel channel(const char *name)
{
    struct store_channel c = { 0 };
    site_must(&s, store_channel_find(&s.arena, s.store, s.user, str_of(name), &c, &s.e));
    return c;
}

static void test_empty(void)
{
    struct reply r = site_get(&s, "/channels");
    reply_is(&r, 200, "<h1>Channels</h1>", "the page of channels");
    ok(reply_has(&r, "Nothing was sent yet."), "says that nothing was sent");
    ok(!reply_has(&r, "None of them is the default"), "and misses no default where there is none");
}

static void test_add(void)
{
    s.server.scheduler.n_asked = 0;
    struct reply r = site_post(
        &s, "/channels", "name=hook&address=https%3A%2F%2Fhook.example%2Fsecret-path&digest=day&floor=0.35&quiet=22:00-07:00");
    reply_is(&r, 200, "Its messages are signed with this secret. It is shown this once.",
             "a webhook is added, and its secret shown");
    ok(reply_has(&r, "whsec_") && reply_has(&r, "Back to Channels"), "once");
    eq_int(s.server.scheduler.n_asked, 1, "what waits is looked for");
    r = site_get(&s, "/channels");
    ok(reply_has(&r, "hook (default)") && reply_has(&r, "https://hook.example/..."),
       "the first one is the default, shown without its path");
    ok(!reply_has(&r, "secret-path") && !reply_has(&r, "whsec_"), "and without what is secret");
    ok(reply_has(&r, " · one message every day · from importance 0.35 · quiet from 22:00 to 07:00"), "with its rules");
    r = site_post(&s, "/channels", "name=mail&address=ann%40example.org");
    ok(reply_says(&r, "Added") && !reply_says(&r, "code"), "an administrator's mail address needs no proof");
    eq_str(channel("mail").address, STR("mail:ann@example.org"), "and need not be written as one");
    ok(channel("mail").confirmed_at != NEVER && !channel("mail").is_default, "the second one is not the default");
}

static void test_wrong(void)
{
    static const struct {
        const char *form, *says, *kept;
    } rows[] = {
        { "name=x&address=nowhere", "is not an address to send to", "value=\"nowhere\"" },
        { "name=x&address=https://a/&digest=month", "is not a digest", "value=\"x\"" },
        { "name=x&address=https://a/&floor=2", "is not an importance", "value=\"2\"" },
        { "name=x&address=https://a/&quiet=night", "is not quiet hours", "value=\"night\"" },
        { "name=&address=https://a/", "name", "value=\"https://a/\"" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = site_post(&s, "/channels", rows[i].form);
        reply_is(&r, 400, rows[i].says, rows[i].form);
        ok(reply_has(&r, rows[i].kept), "what was typed stands in the form again");
    }
}

static void test_acts(void)
{
    struct reply r = site_post(&s, "/channels/act", "name=mail&do=default");
    ok(reply_says(&r, "mail%20is%20the%20default%20now") && channel("mail").is_default && !channel("hook").is_default,
       "another one is made the default");
    r = site_post(&s, "/channels/act", "name=hook&do=change&digest=week&floor=0.50&quiet=off");
    ok(reply_says(&r, "Saved"), "rules are changed");
    r = site_get(&s, "/channels");
    ok(reply_has(&r, " · one message every week · from importance 0.50</p>"), "and shown");
    r = site_post(&s, "/channels/act", "name=hook&do=change&digest=never");
    eq_int(r.status, 400, "but not to what is none");
    r = site_post(&s, "/channels/act", "name=none&do=test");
    eq_int(r.status, 404, "a channel that is not there cannot be tried");
}

/* A test message: under way, sent, or not. */
static void test_test(void)
{
    struct reply r = site_post(&s, "/channels/act", "name=hook&do=test");
    struct str back = reply_header(&r, "Location");
    ok(reply_says(&r, "A%20test%20message%20is%20on%20its%20way") && str_starts(back, STR("/channels?tested=")), "a test is sent");
    r = site_get(&s, back.ptr);
    ok(reply_has(&r, "The test message is on its way.") && str_eq(reply_header(&r, "Refresh"), STR("1")),
       "the page waits for how it ends");
    s.now += 30000;
    r = site_get(&s, back.ptr);
    ok(reply_has(&r, "The test message is on its way.") && reply_header(&r, "Refresh").len == 0, "for half a minute");
    site_must(&s, store_outbox_gather(s.store, s.now, 10, &s.e));
    struct store_deliveries list;
    site_must(&s, store_delivery_list(&s.arena, s.store, &(struct delivery_query){ .state = DELIVERY_ANY }, &list, &s.e));
    struct store_delivery d = { .id = list.item[0].id,
                                .state = DELIVERY_DEAD,
                                .next_at = NEVER,
                                .done_at = s.now,
                                .tries = 1,
                                .error = STR("no <such> host") };
    site_must(&s, store_delivery_end(s.store, &d, &s.e));
    r = site_get(&s, back.ptr);
    ok(reply_has(&r, "The test message could not be sent: no &lt;such&gt; host"), "then says why it failed");
    ok(reply_has(&r, "given up after 1 try: no &lt;such&gt; host. "), "as does the list of messages");
    ok(reply_has(&r, "1 could not be delivered; see below."), "and the channel");
    r = site_post(&s, "/outbox/retry", arena_printf(&s.arena, "id=%lld", (long long)d.id).ptr);
    ok(reply_says(&r, "It%20is%20sent%20again"), "it can be sent again");
    r = site_get(&s, "/channels");
    ok(reply_has(&r, "waits, next try "), "and waits then");
    d.state = DELIVERY_SENT, d.error = STR(""), d.tries = 2;
    site_must(&s, store_delivery_end(s.store, &d, &s.e));
    r = site_get(&s, back.ptr);
    ok(reply_has(&r, "The test message was sent."), "until it was sent");
    ok(!reply_has(&r, "Send again"), "which needs no other try");
    r = site_post(&s, "/outbox/retry", "id=999");
    eq_int(r.status, 404, "a message that is not there is not sent");
}

static void test_remove(void)
{
    struct reply r = site_post(&s, "/channels/act", "name=mail&do=remove");
    ok(reply_says(&r, "Removed.%20hook%20is%20the%20default%20now"), "where the default goes, another takes its place");
    r = site_post(&s, "/channels/act", "name=hook&do=remove");
    ok(reply_says(&r, "Removed;") || reply_says(&r, "Removed"), "the last one has no heir");
    r = site_get(&s, "/channels");
    ok(!reply_has(&r, "hook.example"), "and is gone");
}

/* ---- Links in messages ---- */

static void test_links(void)
{
    struct reply r = site_ask(&s, &(struct http_request){ .path = STR("/k/p.1.1.1.9.0123") });
    reply_is(&r, 403, "this link is not one of weft", "a link that weft did not write does nothing");
    r = site_ask(&s, &(struct http_request){ .method = STR("POST"), .path = STR("/k/p.1.1.1.9.0123") });
    eq_int(r.status, 403, "pressed neither");
    AUTO(buf) path = BUF(1024);
    unsigned char key[ACT_KEY_BYTES];
    int64_t page = site_page(&s, "https://a.example/tea", "{\"title\":\"Tea <b>\"}");
    site_must(&s, store_derive(s.store, "links", key, &s.e));
    buf_add(&path, STR("/k/"));
    act_write(key, &(struct act_link){ ACT_OFF, s.user, page, 0, s.now }, &path);
    r = site_ask(&s, &(struct http_request){ .path = buf_str(&path) });
    reply_is(&r, 200, "?</h1><p class=\"lede\">Tea &lt;b&gt;</p>", "one of weft's asks first");
    ok(reply_has(&r, "Yes</button>"), "whether it was meant");
    r = site_ask(&s, &(struct http_request){ .method = STR("POST"), .path = buf_str(&path) });
    reply_is(&r, 200, ": done</h1>", "then does it, without a session");
    ok(!reply_has(&r, "Yes</button>"), "and asks no more");
}

static void test_confirm(void)
{
    int64_t ann = s.user;
    s.user = site_user(&s, "carl", ROLE_USER);
    site_sign_in(&s, s.user);
    struct reply r = site_post(&s, "/channels", "name=mail&address=carl%40example.org");
    ok(reply_says(&r, "Added.%20A%20code%20was%20mailed"), "another user's mail address is to be confirmed");
    ok(channel("mail").confirmed_at == NEVER, "until then nothing is sent there");
    r = site_get(&s, "/channels");
    ok(reply_has(&r, "Code from the mail"), "the page asks for the code");
    r = site_post(&s, "/channels/act", "name=mail&do=confirm&code=0000-wrong");
    ok(r.status >= 400 && channel("mail").confirmed_at == NEVER, "a wrong code confirms nothing");
    s.user = ann;
    site_sign_in(&s, ann);
}

static void test_of_others(void)
{
    site_post(&s, "/channels", "name=hook&address=https://hook.example/x");
    site_sign_in(&s, site_user(&s, "bob", ROLE_USER));
    struct reply r = site_get(&s, "/channels");
    ok(!reply_has(&r, "hook.example"), "nobody sees another's channels");
    r = site_post(&s, "/channels/act", "name=hook&do=remove");
    eq_int(r.status, 404, "or ends them");
    site_sign_in(&s, site_user(&s, "eve", ROLE_READER));
    r = site_post(&s, "/channels", "name=x&address=https://a/");
    eq_int(r.status, 403, "a reader has none");
    site_sign_in(&s, s.user);
}

int main(void)
{
    site_open(&s);
    test_empty();
    test_add();
    test_wrong();
    test_acts();
    test_test();
    test_remove();
    test_links();
    test_confirm();
    test_of_others();
    site_close(&s);
    return tap_done();
}
