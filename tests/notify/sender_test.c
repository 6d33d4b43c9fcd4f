/* Messages to the world: what receivers are sent, and what their answers, refusals and silences mean. All on loopback. */
#include "notify/sender.h"

#include "base/duration.h"
#include "base/limits.h"
#include "tests/notify/receiver.h"
#include "tests/tap.h"

struct post {
    struct arena arena;
    struct loop *loop;
    struct sender *sender;
    struct receiver receiver;
    struct err e;
    unsigned n_done;
    struct send_result result; /* of the last */
};

static void post_drop(struct post *x)
{
    sender_close(x->sender);
    receiver_drop(&x->receiver);
    loop_close(x->loop);
    arena_drop(&x->arena);
}

static void post_open_with(struct post *x, const char *const *script, size_t n, struct sender_options options)
{
    *x = (struct post){ .n_done = 0 };
    if (loop_open(&x->loop, &x->e))
        abort();
    receiver_open(&x->receiver, script, n);
    options.loop = x->loop;
    options.user_agent = STR("weft/test");
    options.smtp = options.smtp.len ? options.smtp : arena_printf(&x->arena, "smtp://127.0.0.1:%u", x->receiver.port);
    if (sender_open(&options, &x->sender, &x->e)) {
        printf("Bail out! %s\n", x->e.text);
        exit(1);
    }
}

static void post_open(struct post *x, const char *const *script, size_t n)
{
    post_open_with(x, script, n, (struct sender_options){ .allow_address = STR_INIT("127.0.0.0/8") });
}

static void done(void *ctx, const struct send_result *result)
{
    struct post *x = ctx;
    x->n_done++;
    x->result = *result;
    x->result.message = arena_str(&x->arena, result->message);
}

static void post_wait(struct post *x, unsigned n)
{
    while (x->n_done < n) {
        if (loop_step(x->loop, 10000, &x->e))
            abort();
        sender_advance(x->sender);
    }
}

static void post_start(struct post *x, const struct send_message *m)
{
    if (sender_start(x->sender, m, done, x, &x->e))
        abort();
}

static struct payload request_to(struct post *x, const char *path)
{
    return (struct payload){ .url = arena_printf(&x->arena, "http://127.0.0.1:%u%s", x->receiver.port, path),
                             .method = "POST",
                             .header = { STR("Content-Type: application/json"), STR("webhook-id: k1") },
                             .n_headers = 2,
                             .body = STR("{\"a\":1}") };
}

static void post_request(struct post *x)
{
    struct payload p = request_to(x, "/hook");
    post_start(x, &(struct send_message){ .request = &p });
    post_wait(x, 1);
}

/* ---- Requests ---- */

static bool was_sent(struct post *x, const char *text)
{
    return str_find(buf_str(&x->receiver.got), str_of(text), 0) != SIZE_MAX;
}

static void test_request(void)
{
    static const char *const script[] = { "HTTP/1.1 204 No Content\r\n\r\n" };
    AUTO(post) x;
    post_open(&x, script, 1);
    eq_int(sender_open_count(x.sender), 0, "at first nothing is under way");
    struct payload p = request_to(&x, "/hook");
    p.method = "PUT";
    post_start(&x, &(struct send_message){ .request = &p });
    eq_int(sender_open_count(x.sender), 1, "then a message is");
    post_wait(&x, 1);
    eq_int(sender_open_count(x.sender), 0, "until it has ended");
    ok(x.result.taken && !x.result.hopeless && x.result.message.len == 0, "and was taken");
    ok(str_starts(buf_str(&x.receiver.got), STR("PUT /hook HTTP/1.1\r\n")), "the receiver got it by its method");
    ok(was_sent(&x, "\r\nUser-Agent: weft/test\r\n"), "from whom it is");
    ok(was_sent(&x, "\r\nContent-Type: application/json\r\n") && was_sent(&x, "\r\nwebhook-id: k1\r\n"), "its headers");
    ok(was_sent(&x, "\r\nContent-Length: 7\r\n") && !was_sent(&x, "Expect:"), "without a wait before the body");
    ok(str_ends(buf_str(&x.receiver.got), STR("\r\n\r\n{\"a\":1}")), "and its body");
}

static void test_answers(void)
{
    static const struct {
        const char *name, *answer;
        bool taken, hopeless;
        int64_t wait_ms;
        const char *message;
    } rows[] = {
        { "200", "HTTP/1.1 200 OK\r\n\r\nthanks", true, false, 0, "" },
        { "299", "HTTP/1.1 299 Fine\r\n\r\n", true, false, 0, "" },
        { "300", "HTTP/1.1 300 Many\r\n\r\n", false, true, 0, "the receiver answered 300" },
        { "a redirect is not followed", "HTTP/1.1 301 Moved\r\nLocation: https://b/x\r\n\r\n", false, true, 0,
          "the receiver answered 301 and points to https://b/x; give the channel that address" },
        { "400 with words", "HTTP/1.1 400 Bad\r\n\r\n  no such room \nmore", false, true, 0,
          "the receiver answered 400: no such room" },
        { "401 with a location says nothing of it", "HTTP/1.1 401 No\r\nLocation: https://b/x\r\n\r\n", false, true, 0,
          "the receiver answered 401" },
        { "404 with data", "HTTP/1.1 404 No\r\n\r\n{\"error\":1}", false, true, 0, "the receiver answered 404" },
        { "404 with a page", "HTTP/1.1 404 No\r\n\r\n<html>", false, true, 0, "the receiver answered 404" },
        { "404 with a list", "HTTP/1.1 404 No\r\n\r\n[1]", false, true, 0, "the receiver answered 404" },
        { "408", "HTTP/1.1 408 Slow\r\n\r\n", false, false, 0, "the receiver answered 408" },
        { "425", "HTTP/1.1 425 Early\r\n\r\n", false, false, 0, "the receiver answered 425" },
        { "429 asks for a pause", "HTTP/1.1 429 Many\r\nRetry-After: 90\r\n\r\n", false, false, 90000,
          "the receiver answered 429" },
        { "499", "HTTP/1.1 499 X\r\n\r\n", false, true, 0, "the receiver answered 499" },
        { "500", "HTTP/1.1 500 X\r\n\r\ntrouble", false, false, 0, "the receiver answered 500: trouble" },
        { "503 asks for a pause", "HTTP/1.1 503 X\r\nRetry-After: 7\r\n\r\n", false, false, 7000, "the receiver answered 503" },
        { "a pause that cannot be read is none", "HTTP/1.1 503 X\r\nRetry-After: soon\r\n\r\n", false, false, 0,
          "the receiver answered 503" },
        { "nothing", NULL, false, false, 0, "the receiver closed the connection without an answer" },
        { "not HTTP", "hello\r\n\r\n", false, false, 0, "Received HTTP/0.9 when not allowed" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(post) x;
        post_open(&x, &rows[i].answer, 1);
        post_request(&x);
        ok(x.result.taken == rows[i].taken && x.result.hopeless == rows[i].hopeless, "%s: %s", rows[i].name,
           rows[i].taken      ? "taken"
           : rows[i].hopeless ? "given up"
                              : "tried again");
        eq_int(x.result.wait_ms, rows[i].wait_ms, "after the pause that was asked for");
        eq_str(x.result.message, str_of(rows[i].message), "with these words");
        eq_int(x.receiver.n_connections, 1, "it was sent once");
    }
}

/* What a receiver goes on saying is not our affair: the status counts. */
static void test_long_answer(void)
{
    AUTO(buf) answer = BUF(MIB(1));
    AUTO(post) x;
    buf_add(&answer, STR("HTTP/1.1 400 Bad\r\nContent-Length: 100000\r\n\r\n"));
    for (unsigned i = 0; i < 100000; i++)
        buf_add_char(&answer, 'x');
    buf_add_char(&answer, '\0');
    const char *script[] = { answer.ptr };
    post_open(&x, script, 1);
    post_request(&x);
    ok(x.result.hopeless && str_starts(x.result.message, STR("the receiver answered 400: xxx")),
       "a long answer is read as far as it goes");
    eq_int(x.result.message.len, strlen("the receiver answered 400: ") + 200, "and 200 bytes of it are quoted");
}

static void test_silence(void)
{
    static const char *const script[] = { "" };
    AUTO(post) x;
    post_open_with(&x, script, 1, (struct sender_options){ .allow_address = STR_INIT("127.0.0.0/8"), .time_ms = 50 });
    post_request(&x);
    ok(!x.result.taken && !x.result.hopeless, "who does not answer is asked again");
    eq_str(x.result.message, STR("the receiver did not answer within 0 s"), "with these words");
}

static void test_nobody_there(void)
{
    static const char *const script[] = { "" };
    AUTO(post) x;
    post_open(&x, script, 1);
    struct payload p = request_to(&x, "/hook");
    receiver_leave(&x.receiver);
    post_start(&x, &(struct send_message){ .request = &p });
    post_wait(&x, 1);
    ok(!x.result.taken && !x.result.hopeless, "where nobody is there, it is tried again");
    eq_str(x.result.message, STR("the receiver cannot be reached: nothing answers at its address"), "with these words");
}

static void test_guard(void)
{
    static const char *const script[] = { "HTTP/1.1 200 OK\r\n\r\n" };
    AUTO(post) x;
    post_open_with(&x, script, 1, (struct sender_options){ .time_ms = 5000 });
    post_request(&x);
    ok(!x.result.taken && x.result.hopeless, "an address that is not public is refused");
    eq_str(x.result.message, STR("127.0.0.1 is not a public address; an administrator can allow it with the setting allow-address"),
           "and whom to ask is said");
    eq_int(x.receiver.n_connections, 0, "nobody was connected to");
}

static void test_bad_urls(void)
{
    static const struct {
        const char *url;
        bool hopeless;
    } rows[] = { { "http://a:x/", true }, { "file:///etc/passwd", false } };
    static const char *const script[] = { "" };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(post) x;
        post_open(&x, script, 1);
        struct payload p = request_to(&x, "/");
        p.url = str_of(rows[i].url);
        post_start(&x, &(struct send_message){ .request = &p });
        post_wait(&x, 1);
        ok(!x.result.taken && x.result.hopeless == rows[i].hopeless && x.result.message.len, "%s is not sent to: %.*s", rows[i].url,
           STR_ARG(x.result.message));
    }
}

/* ---- Letters ---- */

static void post_letter(struct post *x)
{
    post_start(x, &(struct send_message){
                      .letter = STR("Subject: x\r\n\r\nbody\r\n"), .from = STR("weft@a.example"), .to = STR("anna@b.example") });
    post_wait(x, 1);
}

static void test_letter(void)
{
    static const char *const script[] = { "220 hello\r\n", "250 hi\r\n",     "250 from\r\n", "250 to\r\n",
                                          "354 go on\r\n", "250 queued\r\n", "221 bye\r\n" };
    AUTO(post) x;
    post_open_with(&x, script, 7,
                   (struct sender_options){ .time_ms = 5000 }); /* loopback is not allowed: the mail server always is */
    post_letter(&x);
    ok(x.result.taken, "a letter is taken");
    struct str got = buf_str(&x.receiver.got);
    ok(str_starts(got, STR("EHLO ")), "the mail server is greeted");
    ok(str_find(got, STR("\r\nMAIL FROM:<weft@a.example>"), 0) != SIZE_MAX, "told from whom it is");
    ok(str_find(got, STR("\r\nRCPT TO:<anna@b.example>\r\n"), 0) != SIZE_MAX, "for whom it is");
    ok(str_find(got, STR("\r\nDATA\r\nSubject: x\r\n\r\nbody\r\n.\r\n"), 0) != SIZE_MAX, "and what it says");
}

static void test_mail_refusals(void)
{
    static const struct {
        const char *name;
        const char *script[7];
        bool hopeless;
        const char *message;
    } rows[] = {
        { "nobody of that name",
          { "220 x\r\n", "250 x\r\n", "250 x\r\n", "550 5.1.1 no such user here\r\n", "221 bye\r\n" },
          true,
          "the mail server said: 550 5.1.1 no such user here" },
        { "a mailbox that is full",
          { "220 x\r\n", "250 x\r\n", "250 x\r\n", "452 4.2.2 full\r\n", "221 bye\r\n" },
          false,
          "the mail server said: 452 4.2.2 full" },
        { "a letter that is not liked",
          { "220 x\r\n", "250 x\r\n", "250 x\r\n", "250 x\r\n", "354 go\r\n", "554 5.7.1 spam\r\n", "221 bye\r\n" },
          true,
          "the mail server said: 554 5.7.1 spam" },
        { "a server that has no time", { "421 4.3.2 busy\r\n", NULL }, false, "the mail server said: 421 4.3.2 busy" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(post) x;
        post_open(&x, rows[i].script, 7);
        post_letter(&x);
        ok(!x.result.taken && x.result.hopeless == rows[i].hopeless, "%s: %s", rows[i].name,
           rows[i].hopeless ? "given up" : "tried again");
        eq_str(x.result.message, str_of(rows[i].message), "with the server's own words");
    }
}

static void test_mail_login(void)
{
    static const char *const script[] = { "220 x\r\n", "250-x\r\n250 AUTH PLAIN\r\n", "535 5.7.8 wrong password\r\n", NULL };
    AUTO(post) server, x;
    post_open(&server, script, 4);
    post_open_with(&x, script, 4,
                   (struct sender_options){ .smtp = arena_printf(&server.arena, "smtp://ann@127.0.0.1:%u", server.receiver.port),
                                            .smtp_password = STR_INIT("secret") });
    post_letter(&x);
    ok(was_sent(&server, "AUTH PLAIN"), "a user signs in");
    ok(!x.result.taken && !x.result.hopeless, "a wrong password may be set right: it is tried again");
    eq_str(x.result.message, STR("the mail server said: 535 5.7.8 wrong password"), "with these words");
}

static void test_mail_trouble(void)
{
    static const char *const script[] = { NULL, NULL };
    AUTO(post) x;
    post_open(&x, script, 2);
    post_letter(&x);
    ok(!x.result.taken && !x.result.hopeless, "a mail server that hangs up is tried again");
    ok(str_starts(x.result.message, STR("the mail server closed the connection")) || x.result.message.len, "%.*s",
       STR_ARG(x.result.message));
}

/* ---- Programs ---- */

static void test_programs(void)
{
    static const struct {
        const char *script;
        bool taken;
        const char *message;
    } rows[] = {
        { "exit 0", true, "" },
        { "exit 3", false, "the program ended with status 3" },
        { "echo no paper >&2; echo more >&2; exit 1", false, "the program ended with status 1: no paper" },
        { "kill -9 $$", false, "signal 9 ended the program" },
        { "test \"$(cat)\" = input && test \"$1\" = 'a b'", true, "" },
    };
    static const char *const silent[] = { "" };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(post) x;
        post_open(&x, silent, 1);
        struct str argv[] = { STR("/bin/sh"), STR("-c"), str_of(rows[i].script), STR("x"), STR("a b") };
        post_start(&x, &(struct send_message){ .argv = argv, .n_argv = 5, .input = STR("input") });
        post_wait(&x, 1);
        ok(x.result.taken == rows[i].taken && !x.result.hopeless, "%s", rows[i].script);
        eq_str(x.result.message, str_of(rows[i].message), "in words");
    }
}

static void test_program_trouble(void)
{
    static const char *const silent[] = { "" };
    struct str sleeper[] = { STR("/bin/sleep"), STR("1000") }, nobody[] = { STR("/nowhere") };
    AUTO(post) x;
    post_open_with(&x, silent, 1, (struct sender_options){ .time_ms = 20 });
    post_start(&x, &(struct send_message){ .argv = sleeper, .n_argv = 2 });
    post_wait(&x, 1);
    eq_str(x.result.message, STR("the program took too long and was ended"), "a program has its time");
    ok(!x.result.taken && !x.result.hopeless, "and is tried again");
    eq_int(sender_start(x.sender, &(struct send_message){ .argv = nobody, .n_argv = 1 }, done, &x, &x.e), E_SYSTEM,
           "one that is not there does not start");
    eq_int(sender_open_count(x.sender), 0, "nothing is under way then");
}

/* ---- Many at once ---- */

static void test_many(void)
{
    static const char *const silent[] = { "" };
    AUTO(post) x;
    struct str good[] = { STR("/bin/true") }, bad[] = { STR("/bin/false") }, slow[] = { STR("/bin/sleep"), STR("1000") };
    post_open(&x, silent, 1);
    post_start(&x, &(struct send_message){ .argv = slow, .n_argv = 2 });
    for (unsigned i = 0; i < 5; i++)
        post_start(&x, &(struct send_message){ .argv = i % 2 ? good : bad, .n_argv = 1 });
    eq_int(sender_open_count(x.sender), 6, "messages go out beside each other");
    post_wait(&x, 5);
    eq_int(sender_open_count(x.sender), 1, "one that hangs holds up no other");
    sender_close(x.sender);
    x.sender = NULL;
    eq_int(x.n_done, 5, "what is under way at the end is dropped without a result");
}

static void test_options(void)
{
    struct sender *s = NULL;
    struct err e;
    struct loop *loop;
    if (loop_open(&loop, &e))
        abort();
    eq_int(sender_open(&(struct sender_options){ .loop = loop, .allow_address = STR_INIT("everything") }, &s, &e), E_FORMAT,
           "an option that makes no sense is refused");
    ok(s == NULL, "and nothing is open");
    sender_close(NULL);
    loop_close(loop);
}

int main(void)
{
    test_request();
    test_answers();
    test_long_answer();
    test_silence();
    test_nobody_there();
    test_guard();
    test_bad_urls();
    test_letter();
    test_mail_refusals();
    test_mail_login();
    test_mail_trouble();
    test_programs();
    test_program_trouble();
    test_many();
    test_options();
    return tap_done();
}
