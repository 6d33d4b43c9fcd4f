/* Signatures: published vectors, and what makes one wrong. */
#include "notify/sign.h"

#include <sodium.h>

#include "base/limits.h"
#include "tests/tap.h"

/* The published example of Standard Webhooks. */
static const struct str secret = STR_INIT("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
#define RIGHT "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

static struct signed_message example(void)
{
    return (struct signed_message){ STR("msg_p5jXN8AQM9LWM0D4loKWxJek"), STR("{\"test\": 2432232314}"),
                                    INT64_C(1614265330) * 1000 };
}

static void test_hmac(void)
{
    /* RFC 4231, test cases 1 and 2. */
    unsigned char mac[SIGN_BYTES];
    char hex[2 * SIGN_BYTES + 1];
    sign_hmac(STR("\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b"), STR("Hi There"), mac);
    eq_str(str_of(sodium_bin2hex(hex, sizeof hex, mac, sizeof mac)),
           STR("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"), "HMAC-SHA-256 as RFC 4231 has it");
    sign_hmac(STR("Jefe"), STR("what do ya want for nothing?"), mac);
    eq_str(str_of(sodium_bin2hex(hex, sizeof hex, mac, sizeof mac)),
           STR("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"), "with a short key");
}

static void test_example(void)
{
    AUTO(buf) out = BUF(KIB(1));
    struct signed_message m = example();
    buf_add(&out, STR("webhook-signature: "));
    sign_add(&out, secret, &m);
    eq_str(buf_str(&out), STR("webhook-signature: " RIGHT), "a signature as the specification has it, behind what is there");
}

static void test_lists(void)
{
    static const struct {
        const char *name, *signatures;
        bool right;
    } rows[] = {
        { "the one", RIGHT, true },
        { "one of several", "v1,AAAA " RIGHT, true },
        { "with another behind it", RIGHT " v1,AAAA", true },
        { "with blanks around it", "  " RIGHT "  ", true },
        { "none", "", false },
        { "blanks alone", "   ", false },
        { "without the version", "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", false },
        { "of another version", "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", false },
        { "cut short", "v1,g0hM9SsE+OTPJTGt", false },
        { "with bytes behind it", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OEA", false },
        { "not base64", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1O!=", false },
        { "with another byte", "v1,h0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", false },
    };
    struct signed_message m = example();

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        ok(sign_is_right(secret, &m, str_of(rows[i].signatures)) == rows[i].right, "%s is %s", rows[i].name,
           rows[i].right ? "right" : "wrong");
}

static void test_whatever_differs(void)
{
    struct signed_message m = example();
    m.at += 999;
    ok(sign_is_right(secret, &m, STR(RIGHT)), "milliseconds are not signed");
    m.at += 1;
    ok(!sign_is_right(secret, &m, STR(RIGHT)), "another second is another message");
    m = example();
    m.id = STR("msg_other");
    ok(!sign_is_right(secret, &m, STR(RIGHT)), "another id is another message");
    m = example();
    m.body = STR("{\"test\": 2432232315}");
    ok(!sign_is_right(secret, &m, STR(RIGHT)), "another body is another message");
    m = example();
    ok(!sign_is_right(STR("whsec_AAAA"), &m, STR(RIGHT)), "another secret does not fit");
}

/* The mark is not a part of the secret; what is not base64 behind it counts as it is. */
static void test_secrets(void)
{
    static const struct {
        const char *name, *one, *other;
        bool same;
    } rows[] = {
        { "base64 behind the mark stands for its bytes", "whsec_YWJj", "abc", true },
        { "without the mark it is a text", "YWJj", "abc", false },
        { "what is not base64 behind the mark is a text, mark and all", "whsec_!", "!", false },
        { "and the same text is the same secret", "whsec_!", "whsec_!", true },
    };
    struct signed_message m = example();

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(KIB(1));
        sign_add(&out, str_of(rows[i].one), &m);
        ok(sign_is_right(str_of(rows[i].other), &m, buf_str(&out)) == rows[i].same, "%s", rows[i].name);
    }
}

int main(void)
{
    test_hmac();
    test_example();
    test_lists();
    test_whatever_differs();
    test_secrets();
    return tap_done();
}
