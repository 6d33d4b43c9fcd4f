/* Links in messages: what a token says, for how long, and every way in which one that is not ours is refused. */
#include "notify/act.h"

#include <sodium.h>

#include "base/limits.h"
#include "notify/sign.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static const unsigned char key[ACT_KEY_BYTES] = "0123456789abcdef0123456789abcde";

static bool is_refused(const unsigned char with[ACT_KEY_BYTES], struct str token, int64_t now)
{
    struct act_link link = { ACT_REST, 1, 2, 3, 4 };
    struct err e;
    bool denied = act_read(with, token, now, &link, &e) == E_DENIED;
    return denied && link.act == ACT_REST && link.user == 1 && link.page == 2 && link.number == 3 && link.until == 4;
}

static bool is_same(const struct act_link *a, const struct act_link *b)
{
    return a->act == b->act && a->user == b->user && a->page == b->page && a->number == b->number && a->until == b->until;
}

static void test_form(void)
{
    static const struct {
        enum act_kind act;
        const char *begins;
    } rows[] = {
        { ACT_DISMISS, "d.7.41.13.5000." },
        { ACT_PAUSE, "p.7.41.13.5000." },
        { ACT_OFF, "o.7.41.13.5000." },
        { ACT_REST, "s.7.41.13.5000." },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(KIB(1));
        struct act_link link = { rows[i].act, 7, 41, 13, 5000 }, got;
        struct err e;
        act_write(key, &link, &out);
        ok(str_starts(buf_str(&out), str_of(rows[i].begins)), "a token begins with its act and numbers: %s", rows[i].begins);
        eq_int(out.len, strlen(rows[i].begins) + 32, "and ends in 32 digits of its signature");
        ok(act_read(key, buf_str(&out), 0, &got, &e) == 0 && is_same(&got, &link), "read again it says the same");
    }
}

static void test_time(void)
{
    struct act_link link = { ACT_PAUSE, 7, 41, 13, 5000 }, got;
    AUTO(buf) out = BUF(KIB(1));
    struct err e;
    act_write(key, &link, &out);
    ok(act_read(key, buf_str(&out), 5000, &got, &e) == 0, "a link is good until its last millisecond");
    ok(is_refused(key, buf_str(&out), 5001), "and no longer");
    ok(act_read(key, buf_str(&out), 5001, &got, &e) == E_DENIED, "which is said:");
    eq_str(str_of(e.text), STR("this link was good for 90 days, which are over"), "that its days are over");
}

static void test_other_bytes(void)
{
    struct act_link link = { ACT_PAUSE, 7, 41, 13, 5000 };
    unsigned char other[ACT_KEY_BYTES] = "x";
    AUTO(buf) out = BUF(KIB(1));
    unsigned taken = 0;
    act_write(key, &link, &out);
    ok(is_refused(other, buf_str(&out), 0), "a link of another key is refused");
    for (size_t i = 0; i < out.len; i++) {
        char was = out.ptr[i];
        out.ptr[i] = was == '1' ? '2' : '1';
        taken += !is_refused(key, buf_str(&out), 0);
        out.ptr[i] = was;
    }
    eq_int(taken, 0, "no byte of a link can be another");
    for (size_t n = 0; n < out.len; n++)
        taken += !is_refused(key, str_sub(buf_str(&out), 0, n), 0);
    eq_int(taken, 0, "no beginning of a link is a link");
    buf_add_char(&out, '0');
    ok(is_refused(key, buf_str(&out), 0), "nor is one with something behind it");
}

/* Texts that nobody but weft could sign, and that weft never signs. */
static void test_signed_rubbish(void)
{
    static const char *const texts[] = {
        "",           "d",          "d.1.2.3",  "d.1.2.3.4.5", "x.1.2.3.4", "dd.1.2.3.4", ".1.2.3.4",
        "d.-1.2.3.4", "d.1.x.3.4",  "d.1..3.4", "d.1.2.3.",    "D.1.2.3.4", " d.1.2.3.4", "d.1.2.3.9223372036854775808",
        "d 1 2 3 4",  "d.1.2.+3.4",
    };

    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        AUTO(buf) token = BUF(KIB(1));
        unsigned char mac[SIGN_BYTES];
        char hex[33];
        sign_hmac((struct str){ (const char *)key, sizeof key }, str_of(texts[i]), mac);
        buf_addf(&token, "%s.%s", texts[i], sodium_bin2hex(hex, sizeof hex, mac, 16));
        ok(is_refused(key, buf_str(&token), 0), "refused though it is signed: \"%s\"", texts[i]);
    }
}

static void test_words(void)
{
    struct act_link got;
    struct err e;
    ok(act_read(key, STR("...."), 0, &got, &e) == E_DENIED, "dots are not a link");
    eq_str(str_of(e.text), STR("this link is not one of weft's; copy it whole out of the message"), "and one is told what to do");
    ok(is_refused(key, STR(""), 0), "nothing is not a link");
}

static void test_there_and_back(void)
{
    struct random r = { 11 };
    unsigned bad = 0;
    for (unsigned i = 0; i < 500; i++) {
        AUTO(buf) out = BUF(KIB(1));
        struct act_link link = { (enum act_kind)random_below(&r, ACTS), (int64_t)random_below(&r, UINT32_MAX),
                                 (int64_t)random_below(&r, UINT32_MAX) << random_below(&r, 31), (int64_t)random_below(&r, 9),
                                 INT64_MAX - (int64_t)random_below(&r, 2) },
                        got;
        struct err e;
        act_write(key, &link, &out);
        bad += act_read(key, buf_str(&out), 1, &got, &e) != 0 || !is_same(&got, &link);
    }
    eq_int(bad, 0, "500 random links come back as they were");
}

int main(void)
{
    test_form();
    test_time();
    test_other_bytes();
    test_signed_rubbish();
    test_words();
    test_there_and_back();
    return tap_done();
}
