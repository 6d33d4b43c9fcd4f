/* Hubs: which page names one, what weft asks it, and which messages of it are believed. */
#include "notify/websub.h"

#include <sodium.h>

#include "base/limits.h"
#include "notify/sign.h"
#include "tests/tap.h"

/* ---- Discovery ---- */

static void test_find(void)
{
    static const struct {
        const char *name, *head, *body, *hub, *topic; /* hub "": there is none */
    } rows[] = {
        { "hub and topic in one line", "Link: <https://hub/>; rel=\"hub\", <https://a/f>; rel=self\r\n", "", "https://hub/",
          "https://a/f" },
        { "in several lines, in any case", "Content-Type: x\r\nlink: <https://hub/>;rel=hub\r\nLINK: <https://a/f>; REL=SELF\r\n",
          "", "https://hub/", "https://a/f" },
        { "of several hubs the first counts", "Link: <https://hub/>; rel=hub\r\nLink: <https://other/>; rel=hub\r\n", "",
          "https://hub/", "http://page/" },
        { "one of several words of rel", "Link: <https://hub/>; rel=\"next hub\"\r\n", "", "https://hub/", "http://page/" },
        { "one address as both", "Link: <https://hub/>; rel=\"hub self\"\r\n", "", "https://hub/", "https://hub/" },
        { "a word that only contains it is another word", "Link: <https://hub/>; rel=github\r\n", "", "", "" },
        { "rel is a name of its own", "Link: <https://hub/>; norel=hub\r\n", "", "", "" },
        { "with blanks around the sign", "Link: <https://hub/>; rel = 'hub'\r\n", "", "https://hub/", "http://page/" },
        { "another parameter before it", "Link: <https://hub/>; title=rel; rel=hub\r\n", "", "https://hub/", "http://page/" },
        { "another header says nothing", "X-Link: <https://hub/>; rel=hub\r\n", "", "", "" },
        { "a topic alone is no hub", "Link: <https://a/f>; rel=self\r\n", "", "", "" },
        { "elements of HTML", "", "<head><LINK href='https://hub/' rel='hub'><link rel=stylesheet href=/x>", "https://hub/",
          "http://page/" },
        { "without quotes", "", "<link rel=hub href=https://hub>", "https://hub", "http://page/" },
        { "of Atom and RSS", "",
          "<rss><atom:link rel=\"hub\" href=\"https://hub/\"/><atom:link rel=\"self\" href=\"https://a/f\"/>", "https://hub/",
          "https://a/f" },
        { "the head goes before the body", "Link: <https://hub/>; rel=hub\r\n", "<link rel=hub href='https://other/'>",
          "https://hub/", "http://page/" },
        { "words of a page", "", "<p>our hub has a link", "", "" },
        { "another element", "", "<blink rel=hub href='https://hub/'>", "", "" },
        { "an element whose name goes on", "", "<links rel=hub href='https://hub/'>", "", "" },
        { "an element that does not end", "", "<link rel=hub href", "", "" },
        { "what is not an address of the web", "Link: <javascript:x>; rel=hub\r\nLink: <ftp://a/>; rel=hub\r\n", "", "", "" },
        { "an address with a blank", "Link: <https://a b/>; rel=hub\r\n", "", "", "" },
        { "an address with a quote", "Link: <https://a\"b/>; rel=hub\r\n", "", "", "" },
        { "an address that does not end", "Link: <https://x\r\n", "", "", "" },
        { "nothing at all", "", "", "", "" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct websub_offer x = { STR(""), STR("") };
        bool found = websub_find(str_of(rows[i].head), str_of(rows[i].body), STR("http://page/"), &x);
        ok(found == (rows[i].hub[0] != 0), "%s: %s", rows[i].name, found ? "a hub" : "none");
        eq_str(x.hub, str_of(rows[i].hub), "its hub");
        eq_str(x.topic, str_of(rows[i].topic), "its topic");
    }
}

static bool hub_behind(size_t bytes)
{
    AUTO(buf) body = BUF(MIB(1));
    struct websub_offer x;
    for (size_t i = 0; i < bytes; i++)
        buf_add_char(&body, 'x');
    buf_add(&body, STR("<link rel=hub href='https://hub/'>"));
    return websub_find(STR(""), buf_str(&body), STR("http://page/"), &x);
}

static bool hub_of_length(size_t bytes)
{
    AUTO(buf) head = BUF(MIB(1));
    struct websub_offer x;
    buf_add(&head, STR("Link: <https://"));
    for (size_t i = 8; i < bytes; i++)
        buf_add_char(&head, 'x');
    buf_add(&head, STR(">; rel=hub\r\n"));
    return websub_find(buf_str(&head), STR(""), STR("http://page/"), &x) && x.hub.len == bytes;
}

static void test_limits(void)
{
    ok(hub_behind(KIB(64) - 34), "64 KB of a body are looked at");
    ok(!hub_behind(KIB(64)), "and no more");
    ok(hub_of_length(WEBSUB_URL_MAX - 1), "an address of 2,047 bytes may be a hub");
    ok(!hub_of_length(WEBSUB_URL_MAX), "a longer one is nobody's");
}

/* ---- Tokens ---- */

static const unsigned char key[WEBSUB_KEY_BYTES] = "k", other_key[WEBSUB_KEY_BYTES] = "l";

static bool is_refused(const unsigned char with[WEBSUB_KEY_BYTES], struct str token)
{
    int64_t page = 7;
    struct err e;
    return websub_token_read(with, token, &page, &e) == E_DENIED && page == 7
           && strcmp(e.text, "this is not a subscription of weft's") == 0;
}

static void test_tokens(void)
{
    AUTO(buf) token = BUF(KIB(1)), secret = BUF(KIB(1)), of_another = BUF(KIB(1));
    int64_t page;
    struct err e;
    unsigned taken = 0;
    websub_token(key, 41, &token);
    ok(str_starts(buf_str(&token), STR("41.")) && token.len == 3 + 32, "a token names its page, and has 32 digits of signature");
    ok(websub_token_read(key, buf_str(&token), &page, &e) == 0 && page == 41, "a page is known by its token");
    ok(is_refused(other_key, buf_str(&token)), "with one key");
    for (size_t i = 0; i < token.len; i++) {
        char was = token.ptr[i];
        token.ptr[i] = was == '2' ? '3' : '2';
        taken += !is_refused(key, buf_str(&token));
        token.ptr[i] = was;
        taken += !is_refused(key, str_sub(buf_str(&token), 0, i));
    }
    eq_int(taken, 0, "and by no other text");
    ok(is_refused(key, STR("")) && is_refused(key, STR(".")) && is_refused(key, STR("-1.00")), "rubbish is none");
    websub_secret(key, 41, &secret);
    websub_secret(key, 42, &of_another);
    eq_int(secret.len, 64, "the secret of a page has 64 digits");
    ok(!str_eq(buf_str(&secret), buf_str(&of_another)), "each page has another");
    ok(str_find(buf_str(&secret), str_sub(buf_str(&token), 3, token.len), 0) == SIZE_MAX, "and the token does not tell it");
}

/* ---- Messages ---- */

static void test_form(void)
{
    AUTO(buf) out = BUF(KIB(4));
    struct websub_offer offer = { STR("https://hub/"), STR("https://a/f?x=1&y=ä b") };
    websub_form(&offer, STR("https://weft/websub/41.ab"), STR("Se-c_r.e~t9"), &out);
    eq_str(buf_str(&out),
           STR("hub.mode=subscribe&hub.topic=https%3A%2F%2Fa%2Ff%3Fx%3D1%26y%3D%C3%A4%20b"
               "&hub.callback=https%3A%2F%2Fweft%2Fwebsub%2F41.ab&hub.secret=Se-c_r.e~t9&hub.lease_seconds=864000"),
           "what a hub is asked, as a form");
}

static void test_signed(void)
{
    unsigned char mac[SIGN_BYTES];
    char hex[2 * SIGN_BYTES + 1];
    AUTO(arena) a = { 0 };
    sign_hmac(STR("secret"), STR("body"), mac);
    sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    struct str right = arena_printf(&a, "sha256=%s", hex);
    ok(websub_is_signed(STR("secret"), STR("body"), right), "a message that its hub signed");
    ok(websub_is_signed(STR("secret"), STR("body"), arena_printf(&a, " SHA256=%s ", hex)), "as hubs write it");
    ok(!websub_is_signed(STR("secret"), STR("other"), right), "another body is not believed");
    ok(!websub_is_signed(STR("other"), STR("body"), right), "nor another secret");
    ok(!websub_is_signed(STR("secret"), STR("body"), arena_printf(&a, "sha1=%s", hex)), "nor another method");
    ok(!websub_is_signed(STR("secret"), STR("body"), str_sub(right, 0, right.len - 1)), "nor a part of the signature");
    ok(!websub_is_signed(STR("secret"), STR("body"), arena_printf(&a, "sha256=%s0", hex)), "nor more than it");
    ok(!websub_is_signed(STR("secret"), STR("body"), STR("")), "nor a message without one");
}

int main(void)
{
    test_find();
    test_limits();
    test_tokens();
    test_form();
    test_signed();
    return tap_done();
}
