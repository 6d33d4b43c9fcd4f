/* Heads of requests and answers that pass the proxy. */
#include "browser/proxy_head.h"

#include "tests/tap.h"

static void whole(const char *head, const char *host, uint32_t port, const char *passed)
{
    struct proxy_head h;
    AUTO(buf) b = BUF(4096);
    struct str bytes = str_of(head);
    for (size_t n = 0; n < bytes.len; n++)
        if (proxy_head_read(str_sub(bytes, 0, n), &h) != PROXY_MORE) {
            ok(false, "%zu bytes of %zu are no whole head", n, bytes.len);
            return;
        }
    if (!ok(proxy_head_read(bytes, &h) == PROXY_WHOLE, "read: %.20s", head))
        return;
    eq_str(h.host, str_of(host), "its host");
    eq_int(h.port, port, "its port");
    eq_int(h.len, bytes.len, "its length");
    if (h.connect)
        return;
    proxy_head_write(&h, &b);
    eq_str(buf_str(&b), str_of(passed), "as it is passed on");
}

int main(void)
{
    static const char *const bad[] = {
        "GET /local HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET https://a.test/ HTTP/1.1\r\n\r\n",
        "GET ftp://a.test/ HTTP/1.1\r\n\r\n",
        "GET http://a.test/ HTTP/2\r\n\r\n",
        "GET http://user@a.test/ HTTP/1.1\r\n\r\n",
        "GET http://a.test:99999/ HTTP/1.1\r\n\r\n",
        "GET http://a.test:0/ HTTP/1.1\r\n\r\n",
        "GET http:///x HTTP/1.1\r\n\r\n",
        "GET http://a.test/\tx HTTP/1.1\r\n\r\n",
        "GET http://a.test/ HTTP/1.1\r\n folded: x\r\n\r\n",
        "GET http://a.test/ HTTP/1.1\r\nno colon\r\n\r\n",
        "CONNECT [::1:443 HTTP/1.1\r\n\r\n",
        "GET http://[[a]/ HTTP/1.1\r\n\r\n",
        "GET http://[a]/ HTTP/1.1\r\n\r\n",
        "GET http://[::1]x:80/ HTTP/1.1\r\n\r\n",
        "GET http://a]/ HTTP/1.1\r\n\r\n",
        "\r\n\r\n",
    };
    struct proxy_head h;
    size_t len = 0;
    bool interim = false;
    AUTO(buf) b = BUF(4096);

    whole(
        "GET http://a.test/x?y=1 HTTP/1.1\r\nHost: other.test\r\nProxy-Connection: keep-alive\r\nAccept: */*\r\nConnection: x\r\n\r\n",
        "a.test", 80, "GET /x?y=1 HTTP/1.1\r\nHost: a.test\r\nAccept: */*\r\nConnection: close\r\n\r\n");
    whole("POST http://[::1]:81?q HTTP/1.1\r\nContent-Length: 2\r\n\r\n", "::1", 81,
          "POST /?q HTTP/1.1\r\nHost: [::1]:81\r\nContent-Length: 2\r\nConnection: close\r\n\r\n");
    whole("GET http://a.test HTTP/1.0\n\n", "a.test", 80, "GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n");
    whole("CONNECT a.test:80 HTTP/1.1\r\nHost: b.test\r\n\r\n", "a.test", 80, "");
    whole("CONNECT [2001:db8::1]:443 HTTP/1.1\r\n\r\n", "2001:db8::1", 443, "");
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        ok(proxy_head_read(str_of(bad[i]), &h) == PROXY_BAD, "refused: %.12s", bad[i]);

    struct str answer = STR("HTTP/1.1 200 OK\r\nKeep-Alive: 5\r\nConnection: keep-alive\r\nX: y\r\n\r\nbody");
    eq_int(proxy_answer_read(answer, &len, &interim), PROXY_WHOLE, "the head of an answer");
    eq_int(len, answer.len - 4, "up to its body");
    proxy_answer_write(str_sub(answer, 0, len), &b);
    eq_str(buf_str(&b), STR("HTTP/1.1 200 OK\r\nX: y\r\nConnection: close\r\n\r\n"), "no connection is kept");
    eq_int(proxy_answer_read(STR("HTTP/1.1 100 Continue\r\n\r\n"), &len, &interim), PROXY_WHOLE, "an interim answer");
    ok(interim, "is told from a last one");
    eq_int(proxy_answer_read(STR("HTTP/1.1 20"), &len, &interim), PROXY_MORE, "a piece of a head");
    eq_int(proxy_answer_read(STR("<html>"), &len, &interim), PROXY_BAD, "no head at all");
    return tap_done();
}
